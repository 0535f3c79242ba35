import DemoParts
import UIKit

/// The conditions of a filter as a row of chips: a click switches one on or off, its menu moves, turns or removes it.
final class FilterBar: UIView {
  private let filter: LineFilter
  private let scrollView = UIScrollView()
  private let line = UIView()
  private var chips: [(title: UIButton, menu: UIButton)] = []
  private var shown: [String] = []

  private static let gap: CGFloat = 6
  private static let chipHeight: CGFloat = 28
  private static let widest: CGFloat = 260

  init(_ filter: LineFilter) {
    self.filter = filter
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    scrollView.showsHorizontalScrollIndicator = false
    for view in [scrollView, line] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  /// Takes over the conditions as they are now.
  func update() {
    let titles = filter.conditions.map { condition in
      (condition.isExcluding ? "not " : "") + condition.pattern.text + (condition.isOn ? "" : " (off)")
    }
    guard titles != shown else { return }
    shown = titles
    for chip in chips {
      chip.title.removeFromSuperview()
      chip.menu.removeFromSuperview()
    }
    chips = filter.conditions.indices.map { index in
      let condition = filter.conditions[index]
      var configuration: UIButton.Configuration = condition.isOn ? .tinted() : .gray()
      configuration.buttonSize = .small
      configuration.title = titles[index]
      configuration.baseForegroundColor = .label
      if condition.isOn, condition.isExcluding { configuration.baseBackgroundColor = Palette.red }
      let title = UIButton(
        configuration: configuration,
        primaryAction: UIAction(title: titles[index]) { [filter] _ in filter.toggle(index) })
      let menu = UIButton(configuration: .ofBar("\u{22ef}"))
      menu.accessibilityLabel = "Filter \(titles[index])"
      menu.toolTip = "Turn, move or remove the filter"
      menu.showsMenuAsPrimaryAction = true
      menu.menu = UIMenu(children: [
        UIAction(title: condition.isOn ? "Switch off" : "Switch on") { [filter] _ in filter.toggle(index) },
        UIAction(title: condition.isExcluding ? "Show lines with it" : "Leave lines with it out") { [filter] _ in
          filter.invert(index)
        },
        UIAction(title: "Move left") { [filter] _ in filter.move(index, by: -1) },
        UIAction(title: "Move right") { [filter] _ in filter.move(index, by: 1) },
        UIAction(title: "Remove") { [filter] _ in filter.remove(index) },
        UIAction(title: "Remove all") { [filter] _ in filter.removeAll() },
      ])
      for button in [title, menu] {
        button.keepTitleSize()
        scrollView.addSubview(button)
      }
      return (title, menu)
    }
    setNeedsLayout()
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: filter.conditions.isEmpty ? 0 : 38)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = bounds
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    let y = ((bounds.height - Self.chipHeight) / 2).rounded()
    var x = Self.gap
    for chip in chips {
      for button in [chip.title, chip.menu] {
        let width = min(Self.widest, button.sizeThatFits(bounds.size).width.rounded(.up))
        button.frame = CGRect(x: x, y: y, width: width, height: Self.chipHeight)
        x += width
      }
      x += Self.gap
    }
    scrollView.contentSize = CGSize(width: x, height: bounds.height)
  }
}

/// Signs beside the scroll bar, where in the file the hits and marks are.
final class HitTrackView: UIView {
  static let width: CGFloat = 6
  private static let step: CGFloat = 3

  private var hits: [Bool] = []
  private var marks: [CGFloat] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameters:
  ///   - isHit: whether a part of the rows, from 0...1 to 0...1, has a hit.
  ///   - marks: where marks are, 0...1.
  func show(marks: [CGFloat], isHit: (ClosedRange<CGFloat>) -> Bool) {
    let count = max(1, Int(bounds.height / Self.step))
    let hits = (0..<count).map { isHit(CGFloat($0) / CGFloat(count)...CGFloat($0 + 1) / CGFloat(count)) }
    guard hits != self.hits || marks != self.marks else { return }
    (self.hits, self.marks) = (hits, marks)
    setNeedsDisplay()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.setFillColor(UIColor.systemOrange.cgColor)
    for (index, isHit) in hits.enumerated() where isHit {
      context.fill(CGRect(x: 0, y: CGFloat(index) * Self.step, width: Self.width, height: Self.step))
    }
    context.setFillColor(UIColor.systemBlue.cgColor)
    for mark in marks {
      context.fill(
        CGRect(x: 0, y: (mark * (bounds.height - Self.step)).rounded(), width: Self.width, height: Self.step))
    }
  }
}
