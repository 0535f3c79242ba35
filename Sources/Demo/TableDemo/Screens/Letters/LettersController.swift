import DemoParts
import UIKit

/// A hundred numbers and a bar of letters whose buttons are pooled; a button that reloads both; and beside them the two
/// sets of the pool and what it reports.
///
/// Each reload alternates 6 and 11 letters and prints whether each button was created or reused: after the second load
/// all are reused. The first load comes with the first layout, so its lines have no `reloadData` before them.
final class LettersController: UIViewController, DemoScreen {
  let tableView = IndexedTableView(frame: .zero, style: .plain)
  /// Where the pool's lines go besides the window.
  var print: LineOutput = StandardOutput.lines

  private let reloadButton = UIButton(configuration: .filled())
  private let bar = UIView()
  private let headingLabel = UILabel()
  private let poolView = PoolView()
  private let console = ConsoleView(title: "Console")
  private let line = UIView()
  private var hasManyLetters = false

  private static let rows = 100
  private static let barHeight: CGFloat = 44
  private static let leastWidthBeside: CGFloat = 560
  private static let panelPart: CGFloat = 0.42
  /// As wide as text of a readable width with its margins.
  private static let greatestPanelWidth: CGFloat = 712
  private static let poolHeight: CGFloat = 240
  /// In a higher panel a heading says what one sees.
  private static let leastHeightForHeading: CGFloat = 400
  private static let lowPoolHeight: CGFloat = 150

  override init() {
    super.init()
    title = "Letters"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { Self.rows }
  var keyHints: [KeyHint] { [KeyHint("R", action: "Reload")] }

  override func viewDidLoad() {
    super.viewDidLoad()
    bar.backgroundColor = .secondarySystemBackground
    reloadButton.keepTitleSize()
    reloadButton.configuration?.title = "reloadTable"
    reloadButton.configuration?.baseBackgroundColor = Palette.redGround
    reloadButton.addAction(UIAction { [weak self] _ in self?.reloadTable() }, for: .touchUpInside)
    headingLabel.follow(CompactType.font(.systemFont(ofSize: 13)))
    headingLabel.numberOfLines = 0
    headingLabel.backgroundColor = .secondarySystemBackground
    headingLabel.text = Self.heading
    line.backgroundColor = .separator
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.rowHeight = Self.rowHeight
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "number")
    tableView.dataSource = self
    tableView.indexDataSource = self
    tableView.report = { [weak self] line in self?.report(line) }
    tableView.onReset = { [weak self] in self?.showPool(isReset: true) }
    tableView.onReload = { [weak self] in self?.showPool(isReset: false) }
    for part in [bar, reloadButton, poolView, headingLabel, console, line, tableView] { view.addSubview(part) }
  }

  private static let heading =
    "The letters are buttons from a pool. A reload lets all of them wait, then takes as many back as there are letters;"
    + " a button is created only when none waits."

  private static var rowHeight: CGFloat { UIFontMetrics.default.scaledValue(for: 40) }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tableView.rowHeight = Self.rowHeight
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let room = view.bounds.inset(by: view.safeAreaInsets)
    let size = room.size
    let top = room.minY + Self.barHeight
    let height = max(0, size.height - Self.barHeight)
    bar.frame = CGRect(x: 0, y: room.minY, width: size.width, height: Self.barHeight)
    let width = min(180, size.width)
    reloadButton.frame = CGRect(
      x: ((size.width - width) / 2).rounded(), y: room.minY + 5, width: width, height: Self.barHeight - 10)
    if size.width >= Self.leastWidthBeside {
      let width = min((size.width * Self.panelPart).rounded(), Self.greatestPanelWidth)
      tableView.frame = CGRect(x: 0, y: top, width: size.width - width, height: height)
      placePanel(
        CGRect(x: size.width - width, y: top, width: width, height: height), pool: Self.poolHeight)
      line.frame = CGRect(x: size.width - width, y: top, width: 1, height: height)
    } else {
      let panel = (height / 2).rounded()
      tableView.frame = CGRect(x: 0, y: top, width: size.width, height: height - panel)
      placePanel(
        CGRect(x: 0, y: room.maxY - panel, width: size.width, height: panel), pool: Self.lowPoolHeight)
      line.frame = CGRect(x: 0, y: room.maxY - panel, width: size.width, height: 1)
    }
  }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    view.setNeedsLayout()
  }

  private func placePanel(_ panel: CGRect, pool wanted: CGFloat) {
    let margin = ScreenMargin.points(in: panel.width)
    let text = CGRect(x: panel.minX + margin, y: panel.minY, width: max(0, panel.width - 2 * margin), height: 0)
    headingLabel.isHidden = panel.height < Self.leastHeightForHeading
    let heading = headingLabel.isHidden ? 0 : headingLabel.sizeThatFits(text.size).height.rounded(.up) + 24
    headingLabel.frame = CGRect(x: text.minX, y: text.minY + 8, width: text.width, height: max(0, heading - 16))
    let pool = min(wanted + heading, panel.height)
    poolView.top = heading
    poolView.frame = CGRect(x: panel.minX, y: panel.minY, width: panel.width, height: pool)
    console.frame = CGRect(x: panel.minX, y: panel.minY + pool, width: panel.width, height: panel.height - pool)
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key, key.keyCode == .keyboardR, key.modifierFlags.isEmpty else {
      return super.pressesBegan(presses, with: event)
    }
    if !press.isRepeat { reloadTable() }
  }

  private func report(_ line: String) {
    print(line)
    console.append(line)
  }

  private func reloadTable() {
    hasManyLetters.toggle()
    report("reloadData")
    tableView.reloadData()
  }

  private func showPool(isReset: Bool) {
    let pool = tableView.letterPool
    poolView.show(inUse: pool.usingQueue, waiting: pool.waitUsedQueue.reversed(), isReset: isReset)
  }
}

extension LettersController: UITableViewDataSource, IndexedTableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.rows }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "number", for: indexPath)
    cell.narrowSelection()
    cell.textLabel?.text = "\(indexPath.row + 1)"
    return cell
  }

  func indexTitles(for tableView: IndexedTableView) -> [String] {
    "ABCDEFGHIJK".prefix(hasManyLetters ? 11 : 6).map(String.init)
  }
}
