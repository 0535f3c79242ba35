import DemoParts
import UIKit

/// Mistakes that are easily made with cells, one after another: what one sees, why, and a switch to the right way.
final class PitfallsController: CommandScreen, DemoScreen {
  private let lesson = PitfallCard()
  private var number = 0
  private var isRight = false
  private var pitfall = Pitfall.all[0].init(isRight: false)

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Previous", "P", .keyboardP, "chevron.left") { [weak self] in self?.turn(by: -1) },
      ScreenCommand("Next", "N", .keyboardN, "chevron.right") { [weak self] in self?.turn(by: 1) },
      ScreenCommand("Scroll", "S", .keyboardS, "play", tip: "Shows the mistake") { [weak self] in self?.act() },
      ScreenCommand("Wrong or right", "W", .keyboardW, "arrow.left.arrow.right", tip: "The other way: wrong or right") {
        [weak self] in self?.choose(isRight: self?.isRight == false)
      },
    ]
  }

  init() {
    super.init(style: .plain)
    title = "Pitfalls"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { pitfall.tableView(tableView, numberOfRowsInSection: 0) }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(lesson)
    lesson.onChange = { [weak self] in self?.choose(isRight: $0) }
    show()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    pitfall.fitRows(of: tableView)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area = tableView.frame
    let height = lesson.sizeThatFits(area.size).height
    // In a low window it scrolls away with the rows, of which nothing would be seen.
    guard height <= area.height / 2 else {
      let place = CGRect(x: 0, y: 0, width: area.width, height: height)
      let isThere = tableView.tableHeaderView === lesson && lesson.frame.size == place.size
      lesson.frame = place
      if !isThere { tableView.tableHeaderView = lesson }
      return
    }
    if lesson.superview !== view {
      tableView.tableHeaderView = nil
      view.addSubview(lesson)
    }
    lesson.frame = CGRect(x: area.minX, y: area.minY, width: area.width, height: height)
    tableView.frame = CGRect(x: area.minX, y: area.minY + height, width: area.width, height: area.height - height)
  }

  /// The pitfall that is shown.
  var shown: Pitfall.Type { Pitfall.all[number] }

  // MARK: Commands

  private func turn(by distance: Int) {
    number = (number + distance + Pitfall.all.count) % Pitfall.all.count
    isRight = false
    show()
  }

  private func choose(isRight: Bool) {
    self.isRight = isRight
    show()
  }

  private func act() { pitfall.act(on: tableView) }

  /// Begins with a table and cells of its own: nothing is left of the other way.
  private func show() {
    pitfall = shown.init(isRight: isRight)
    let table = UITableView(frame: tableView.frame, style: .plain)
    table.cellLayoutMarginsFollowReadableWidth = true
    table.dataSource = pitfall
    table.delegate = pitfall
    pitfall.prepare(table)
    let hadKeyboard = tableView.isFirstResponder
    tableView = table
    if hadKeyboard { table.becomeFirstResponder() }
    lesson.show(shown, isRight: isRight)
    bar.status = "\(number + 1) of \(Pitfall.all.count): \(shown.title)"
    rename(.keyboardS, to: shown.action)
    rename(
      .keyboardW, to: isRight ? "Show: \(shown.ways.wrong.lowercased())" : "Show: \(shown.ways.right.lowercased())")
    view.setNeedsLayout()
  }
}

/// A card with the visible effect, its reason, and the switch between the two ways.
private final class PitfallCard: UIView {
  /// Called when the user has chosen a way.
  var onChange: (@MainActor (_ isRight: Bool) -> Void)?

  private let label = UILabel()
  private let wayLabel = UILabel()
  private let toggle = UISwitch()
  private let line = UIView()

  private static let leastHeight: CGFloat = 64
  private static let switchWidth: CGFloat = 130
  private static let gap: CGFloat = 12
  /// Narrower cards have the switch below the text.
  private static let leastWidthForTwo: CGFloat = 480

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.follow(CompactType.font(.systemFont(ofSize: 14)))
    label.numberOfLines = 0
    wayLabel.font = .systemFont(ofSize: 13, weight: .semibold)
    wayLabel.textAlignment = .right
    line.backgroundColor = .separator
    toggle.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        onChange?(toggle.isOn)
      }, for: .valueChanged)
    for view in [label, wayLabel, toggle, line] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func show(_ pitfall: Pitfall.Type, isRight: Bool) {
    label.text = isRight ? pitfall.right : pitfall.wrong
    wayLabel.text = isRight ? pitfall.ways.right : pitfall.ways.wrong
    toggle.accessibilityLabel = "The right way"
    wayLabel.textColor = pitfall == CellStructure.self ? Palette.secondary : isRight ? Palette.green : Palette.red
    toggle.setOn(isRight, animated: window != nil)
    setNeedsLayout()
  }

  /// The text and the switch with its word, as high as they are wanted.
  private func places(in width: CGFloat) -> (text: CGRect, control: CGRect, height: CGFloat) {
    let margin = ContentWidth.readable.margin(in: width)
    let inside = max(0, width - 2 * margin)
    let isNarrow = width < Self.leastWidthForTwo
    let textWidth = isNarrow ? inside : max(0, inside - Self.switchWidth - Self.gap)
    let fitting = CGSize(width: textWidth, height: .greatestFiniteMagnitude)
    let textHeight = label.sizeThatFits(fitting).height.rounded(.up)
    let controlSize = toggle.sizeThatFits(fitting)
    let height = max(
      Self.leastHeight, textHeight + 2 * Self.gap + (isNarrow ? controlSize.height + Self.gap : 0))
    let y = isNarrow ? height - Self.gap - controlSize.height : ((height - controlSize.height) / 2).rounded()
    return (
      CGRect(x: margin, y: isNarrow ? Self.gap : 0, width: textWidth, height: isNarrow ? textHeight : height),
      CGRect(origin: CGPoint(x: width - margin - controlSize.width, y: y), size: controlSize), height
    )
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: places(in: size.width).height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let places = places(in: bounds.width)
    label.frame = places.text
    let control = places.control
    toggle.frame = control
    wayLabel.frame = CGRect(x: control.minX - 88, y: control.minY, width: 80, height: control.height)
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
  }
}
