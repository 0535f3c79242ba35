import DemoParts
import UIKit

/// The three styles of table with everything around the rows, switched by buttons and keys: headers and footers, the
/// section index, separators, the empty state, views above and below the sections, light and dark.
final class StylesController: CommandScreen, DemoScreen {
  private enum Titles: String, CaseIterable { case titles, views, none }

  private enum Separators: String, CaseIterable {
    case automatic, indented, text = "from the text", both = "both sides", none
  }

  private static func next<Choice: Equatable>(_ choice: Choice, in all: [Choice]) -> Choice {
    let place = all.firstIndex(of: choice) ?? 0
    return all[(place + 1) % all.count]
  }

  override var commands: [ScreenCommand] {
    [
      command("Style", "S", "rectangle.grid.1x2", states: 3) {
        $0.style = Self.next($0.style, in: [.plain, .grouped, .insetGrouped])
      },
      command("Headers", "H", "textformat", states: Titles.allCases.count) {
        $0.titles = Self.next($0.titles, in: Titles.allCases)
      },
      command("Index", "I", "list.number", states: 2) { $0.hasIndex.toggle() },
      command("Lines", "L", "line.3.horizontal", states: Separators.allCases.count) {
        $0.separators = Self.next($0.separators, in: Separators.allCases)
      },
      command("Filler", "F", "square.dashed", tip: "Lines below the last row", states: 2) { $0.hasFiller.toggle() },
      command(
        "Ends", "T", "rectangle.portrait", tip: "Views above the first section, below the last", states: 2
      ) { $0.hasEnds.toggle() },
      command("Empty", "E", "tray", states: 2) { $0.isEmpty.toggle() },
      command("Dark", "D", "circle.lefthalf.filled") { $0.toggleDark() },
    ]
  }

  /// A table's style is fixed: another table takes its place.
  private var style = UITableView.Style.plain
  private var titles = Titles.titles
  private var hasIndex = true
  private var separators = Separators.automatic
  private var hasFiller = false
  private var hasEnds = true
  private var isEmpty = false

  var rowCount: Int { isEmpty ? 0 : Tree.all.count }
  private var sections: [(letter: String, trees: [Tree])] { isEmpty ? [] : Tree.sections }

  // MARK: Views

  override func viewDidLoad() {
    super.viewDidLoad()
    showTable()
    showState()
  }

  // MARK: Choices

  private func command(
    _ title: String, _ keyName: String, _ symbol: String, tip: String? = nil, states: Int = 1,
    change: @escaping @MainActor (StylesController) -> Void
  ) -> ScreenCommand {
    ScreenCommand(title, keyName, symbol, tip: tip, states: states) { [weak self] in
      guard let self else { return }
      change(self)
      show()
    }
  }

  private func toggleDark() {
    view.window?.overrideUserInterfaceStyle = traitCollection.userInterfaceStyle == .dark ? .light : .dark
  }

  private func show() {
    if tableView.style != style {
      showTable()
    } else {
      apply()
      tableView.reloadData()
    }
    showState()
  }

  private func showTable() {
    let table = UITableView(frame: tableView.frame, style: style)
    table.cellLayoutMarginsFollowReadableWidth = true
    table.dataSource = self
    table.delegate = self
    table.register(HeaderView.self, forHeaderFooterViewReuseIdentifier: "header")
    table.sectionIndexTrackingBackgroundColor = .tertiarySystemFill
    tableView = table
    tableView.becomeFirstResponder()
    apply()
  }

  private func apply() {
    tableView.separatorStyle = separators == .none ? .none : .singleLine
    tableView.separatorInsetReference = separators == .text ? .fromAutomaticInsets : .fromCellEdges
    switch separators {
    case .automatic, .none:
      tableView.separatorInset = UIEdgeInsets(
        top: 0, left: UITableView.automaticDimension, bottom: 0, right: UITableView.automaticDimension)
    case .indented: tableView.separatorInset = UIEdgeInsets(top: 0, left: 120, bottom: 0, right: 0)
    case .text: tableView.separatorInset = UIEdgeInsets(top: 0, left: 40, bottom: 0, right: 20)
    case .both: tableView.separatorInset = UIEdgeInsets(top: 0, left: 80, bottom: 0, right: 80)
    }
    tableView.fillerRowHeight = hasFiller && !isEmpty ? UITableView.automaticDimension : 0
    tableView.tableHeaderView =
      hasEnds
      ? ScreenTitleView(title: "Trees", subtitle: "What stands above the first section is the table's header view.")
      : nil
    tableView.tableFooterView =
      hasEnds
      ? EmptyListLabel("\(rowCount) trees. This is the table's footer view.", height: 60, font: .compact(15)) : nil
    tableView.backgroundView =
      isEmpty ? EmptyListLabel("No trees. This is the table's background view.", font: .compact(15)) : nil
  }

  private func showState() {
    let name =
      switch style {
      case .plain: "plain"
      case .grouped: "grouped"
      case .insetGrouped: "insetGrouped"
      }
    bar.status =
      "\(name) \u{b7} headers: \(titles.rawValue) \u{b7} index \(hasIndex ? "on" : "off") \u{b7} lines: \(separators.rawValue)"
  }
}

extension StylesController: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].trees.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "tree")
      ?? UITableViewCell(style: .value1, reuseIdentifier: "tree")
    if style == .plain { cell.narrowSelection() }
    let tree = sections[indexPath.section].trees[indexPath.row]
    cell.textLabel?.text = tree.name
    cell.detailTextLabel?.text = tree.genus
    cell.detailTextLabel?.textColor = Palette.secondary
    cell.accessoryType = indexPath.row == 0 ? .disclosureIndicator : .none
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    titles == .titles ? sections[section].letter : nil
  }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    guard titles != .none, section % 3 == 0 else { return nil }
    let count = sections[section].trees.count
    return "\(count) \(count == 1 ? "tree" : "trees") with \(sections[section].letter)"
  }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    guard titles == .views else { return nil }
    let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
    (view as? HeaderView)?.show(sections[section].letter, count: sections[section].trees.count)
    // Only headers that float need a ground of their own.
    view?.backgroundView?.isHidden = style != .plain
    return view
  }

  func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    hasIndex && !isEmpty ? [UITableView.indexSearch] + sections.map(\.letter) : nil
  }

  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    title == UITableView.indexSearch ? NSNotFound : index - 1
  }
}

/// A letter on a disk and how many trees begin with it.
private final class HeaderView: UITableViewHeaderFooterView {
  private let disk = UILabel(.systemFont(ofSize: 13, weight: .bold), .white, alignment: .center)
  private let countLabel = UILabel(.compact(15), Palette.secondary)

  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    let ground = UIView()
    ground.backgroundColor = .systemGray5
    backgroundView = ground
    disk.backgroundColor = Palette.greenGround
    disk.layer.cornerRadius = 10
    contentView.addSubview(disk)
    contentView.addSubview(countLabel)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ letter: String, count: Int) {
    disk.text = letter
    countLabel.text = count == 1 ? "one tree" : "\(count) trees"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin = contentView.layoutMargins.left
    let middle = (contentView.bounds.height / 2).rounded()
    disk.frame = CGRect(x: margin, y: middle - 10, width: 20, height: 20)
    countLabel.frame = CGRect(
      x: margin + 30, y: middle - 10, width: max(0, contentView.bounds.width - 2 * margin - 30), height: 20)
  }
}
