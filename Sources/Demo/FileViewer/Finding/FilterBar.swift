import DemoParts
import UIKit

/// The conditions of a filter as a row of chips: a click switches one on or off, its menu, which the right mouse button opens,
/// too, moves, turns or removes it.
final class FilterBar: UIView {
  private let filter: LineFilter
  private let row = ButtonRow()
  private var shown: [String] = []

  init(_ filter: LineFilter) {
    self.filter = filter
    super.init(frame: .zero)
    dressAsBar()
    addSubview(row)
  }

  required init?(coder: NSCoder) { nil }

  /// Takes over the conditions as they are now.
  func update() {
    let titles = filter.conditions.map { condition in
      condition.words + (condition.isOn ? "" : " (off)")
    }
    guard titles != shown else { return }
    shown = titles
    row.groups = titles.indices.map { [chip($0, titles[$0]), menuButton($0, titles[$0])] }
    setNeedsLayout()
  }

  private func chip(_ index: Int, _ title: String) -> UIButton {
    let condition = filter.conditions[index]
    var configuration: UIButton.Configuration = condition.isOn ? .tinted() : .gray()
    configuration.buttonSize = .small
    configuration.title = title
    configuration.baseForegroundColor = .label
    if condition.isOn, condition.isExcluding { configuration.baseBackgroundColor = Palette.red }
    let button = UIButton(inBar: title) { [filter] in filter.toggle(index) }
    button.configuration = configuration
    button.menu = menu(index)
    return button
  }

  private func menuButton(_ index: Int, _ title: String) -> UIButton {
    let button = UIButton(inBar: "\u{22ef}", name: "Filter \(title)")
    button.toolTip = "Turn, move or remove the filter"
    button.showsMenuAsPrimaryAction = true
    button.menu = menu(index)
    return button
  }

  private func menu(_ index: Int) -> UIMenu {
    let condition = filter.conditions[index]
    func item(_ title: String, _ action: @escaping (LineFilter) -> Void) -> UIAction {
      UIAction(title: title) { [filter] _ in action(filter) }
    }
    return UIMenu(children: [
      item(condition.isOn ? "Switch off" : "Switch on") { $0.toggle(index) },
      item(condition.isExcluding ? "Show lines with it" : "Leave lines with it out") { $0.invert(index) },
      item("Move left") { $0.move(index, by: -1) },
      item("Move right") { $0.move(index, by: 1) },
      item("Remove") { $0.remove(index) },
      item("Remove all") { $0.removeAll() },
    ])
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: filter.conditions.isEmpty ? 0 : 38)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    row.frame = bounds
    _ = row.place(inHeight: bounds.height)
  }
}

/// Signs beside the scroll bar, where in the file the hits and marks are.
final class HitTrackView: UIView {
  static let width: CGFloat = 6
  private static let step: CGFloat = 3

  /// The kinds of lines that are in a part of the file.
  struct Sign: Equatable {
    let hasHit, hasMark: Bool
  }

  /// The signs from top to bottom.
  private(set) var signs: [Sign] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    (isUserInteractionEnabled, isHidden) = (false, true)
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameters:
  ///   - rowCount: of all rows.
  ///   - sign: of a part of the rows, one at least.
  func show(_ rowCount: Int, _ sign: (Range<Int>) -> Sign) {
    let count = max(1, Int(whole: bounds.height / Self.step, or: 1))
    func row(_ step: Int) -> Int { Int(whole: CGFloat(step) / CGFloat(count) * CGFloat(rowCount), or: 0) }
    let signs = rowCount == 0 ? [] : (0..<count).map { sign(row($0)..<max(row($0 + 1), row($0) + 1)) }
    guard signs != self.signs else { return }
    self.signs = signs
    setNeedsDisplay()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    for (kind, color) in [(\Sign.hasHit, UIColor.systemOrange), (\.hasMark, .systemBlue)] {
      context.setFillColor(color.cgColor)
      for (index, sign) in signs.enumerated() where sign[keyPath: kind] {
        context.fill(CGRect(x: 0, y: CGFloat(index) * Self.step, width: Self.width, height: Self.step))
      }
    }
  }
}
