import DemoParts
import UIKit

/// Mistakes that are easily made with cells, one after another: what one sees, why, a switch to the right way, and
/// the code of both ways beside each other.
final class PitfallsController: CommandScreen, DemoScreen {
  private let lesson = PitfallCard()
  let codes = (wrong: CodeView(), right: CodeView())
  private var number = 0
  private var isRight = false
  private var pitfall = Pitfall.all[0].init(isRight: false)

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Previous", "P", "chevron.left") { [weak self] in self?.turn(by: -1) },
      ScreenCommand("Next", "N", "chevron.right") { [weak self] in self?.turn(by: 1) },
      ScreenCommand("Scroll", "S", "play", tip: "Shows the mistake") { [weak self] in self?.act() },
      ScreenCommand("Wrong or right", "W", "arrow.left.arrow.right", tip: "The other way: wrong or right") {
        [weak self] in self?.choose(isRight: self?.isRight == false)
      },
    ]
  }

  var rowCount: Int { pitfall.tableView(tableView, numberOfRowsInSection: 0) }

  override func viewDidLoad() {
    super.viewDidLoad()
    for part in [lesson, codes.wrong, codes.right] { view.addSubview(part) }
    lesson.onChange = { [weak self] in self?.choose(isRight: $0) }
    show()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    pitfall.fitRows(of: tableView)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area = placeCode(in: tableView.frame)
    tableView.frame = area
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

  /// Places the code of both ways at the foot, beside each other where lines have room; a low window has none.
  /// - Returns: the room above it.
  private func placeCode(in area: CGRect) -> CGRect {
    let views = hasTwoWays ? [codes.wrong, codes.right] : [codes.wrong]
    // The drawing of a cell's parts needs more room than rows.
    let isLow = area.height < (hasTwoWays ? 340 : 460)
    for code in [codes.wrong, codes.right] { code.isHidden = isLow || !views.contains(code) }
    guard !isLow else { return area }
    let isBeside = area.width >= 640
    let width = isBeside ? (area.width / CGFloat(views.count)).rounded() : area.width
    let heights = views.map { $0.height(in: width) }
    let wanted = isBeside ? heights.max() ?? 0 : heights.reduce(0, +)
    let height = min((area.height * (isBeside ? 0.48 : 0.34)).rounded(), wanted)
    var place = CGRect(x: area.minX, y: area.maxY - height, width: width, height: height)
    if !isBeside { place.size.height = (height / CGFloat(views.count)).rounded() }
    for view in views {
      view.frame = place
      if isBeside { place.origin.x += width } else { place.origin.y += place.height }
    }
    return CGRect(x: area.minX, y: area.minY, width: area.width, height: area.height - height)
  }

  /// Whether the pitfall has a wrong way and a right one.
  private var hasTwoWays: Bool { shown != CellStructure.self }

  private func showCode() {
    let text = shown.source.text
    for (code, isRight, color) in [(codes.wrong, false, UIColor.systemRed), (codes.right, true, .systemGreen)] {
      let name = isRight ? shown.ways.right : shown.ways.wrong
      let title = hasTwoWays ? name : "The code of the row"
      code.show([(title, ShownCode(text, of: "\(shown)", isRight: isRight))], mark: color)
    }
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
    showCode()
    bar.status = "\(number + 1) of \(Pitfall.all.count): \(shown.title)"
    rename("S", to: shown.action)
    rename(
      "W", to: isRight ? "Show: \(shown.ways.wrong.lowercased())" : "Show: \(shown.ways.right.lowercased())")
    view.setNeedsLayout()
  }
}

/// A card with the visible effect, its reason, and the switch between the two ways.
private final class PitfallCard: AssembledView {
  /// Called when the user has chosen a way.
  var onChange: (@MainActor (_ isRight: Bool) -> Void)?

  private let label = UILabel(.compact(14), lines: 0)
  private let wayLabel = UILabel(.systemFont(ofSize: 13, weight: .semibold), alignment: .right)
  private let toggle = UISwitch()

  private static let leastHeight: CGFloat = 64
  private static let switchWidth: CGFloat = 130
  private static let gap: CGFloat = 12
  /// Narrower cards have the switch below the text.
  private static let leastWidthForTwo: CGFloat = 480

  override func assemble() {
    toggle.addAction(
      UIAction { [weak self] _ in self.map { $0.onChange?($0.toggle.isOn) } }, for: .valueChanged)
    for view in [label, wayLabel, toggle] { addSubview(view) }
    addLine(at: .maxYEdge)
  }

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
  }
}
