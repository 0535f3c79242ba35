import DemoParts
import UIKit

/// The choices of the screen `reuse`, each with all its possibilities in view, and a sentence on the chosen order,
/// which makes room for the words of the walk-through. In a narrow window the choices are one line that scrolls.
final class ReuseControls: AssembledView {
  let order = ReuseSegments("Order", ["as the articles: ask first", "ours: collect first"], selection: 1)
  let identifiers = ReuseSegments("Identifiers", ["one", "three", "none"])
  let reuse = ReuseSegments("Reuse", ["on", "off"])
  let headers = ReuseSegments("Headers", ["none", "sections of 10"])
  let beside = ReuseSegments("Beside", ["containers", "a cell a row"])
  /// Those that are remembered, by name.
  var named: KeyValuePairs<String, ReuseSegments> {
    ["order": order, "identifiers": identifiers, "reuse": reuse, "headers": headers]
  }
  /// Called when one of them was changed by the user.
  var onChange: (() -> Void)?

  private let strip = UIScrollView()
  private let sentence = UILabel(.compact(13), lines: 2)
  private let ground = UIView()
  private static let gap: CGFloat = 14
  private var all: [ReuseSegments] { [order, identifiers, reuse, headers, beside] }

  override func assemble() {
    ground.layer.cornerRadius = 8
    strip.showsHorizontalScrollIndicator = false
    for view in [ground, sentence, strip] { addSubview(view) }
    for segments in all {
      segments.onChange = { [weak self] _ in self?.onChange?() }
      strip.addSubview(segments)
    }
  }

  /// - Parameters:
  ///   - caption: words of the walk-through, in the place of those on the choices.
  ///   - order: the order there is.
  func show(_ caption: String?, order: TableReuseOrder) {
    ground.backgroundColor = caption == nil ? nil : Palette.blueGround
    sentence.textColor = caption == nil ? .label : .white
    sentence.text =
      caption
      ?? Self.sentence(on: order, hasIdentifiers: identifiers.selection != 2, reuses: reuse.selection == 0)
  }

  /// The meaning of the choices, and the tables that have such an order.
  static func sentence(on order: TableReuseOrder, hasIdentifiers: Bool, reuses: Bool) -> String {
    guard reuses else {
      return
        "Each row has a cell of its own: the table gives it back, and the program keeps it, as a stack of views would."
    }
    guard hasIdentifiers else {
      return
        "Without an identifier no cell can wait: the table lets it go, and a cell is made for every row that comes."
    }
    switch order {
    case .askFirst:
      return
        "Chameleon, DZTableView and the articles on them ask for new rows before the cells that left wait: more cells are"
        + " made than rows are in view."
    case .collectFirst:
      return
        "Here the cells that left wait before new rows are asked for: as many cells do as rows are in view, however far one"
        + " scrolls."
    }
  }

  private static var lineHeight: CGFloat { CompactType.length(28) }

  private static let leastWidthForLines: CGFloat = 620

  /// Where the choices stand, in lines.
  private func places(in width: CGFloat) -> [CGRect] {
    var (x, y): (CGFloat, CGFloat) = (0, 0)
    return all.map { segments in
      let size = segments.sizeThatFits(CGSize(width: width, height: 100))
      let wanted = min(size.width, width)
      if x > 0, x + wanted > width, width >= Self.leastWidthForLines { (x, y) = (0, y + Self.lineHeight + 6) }
      defer { x += wanted + Self.gap }
      return CGRect(x: x, y: y, width: wanted, height: Self.lineHeight)
    }
  }

  private func sentenceHeight(in width: CGFloat) -> CGFloat {
    CompactType.length(width < Self.leastWidthForLines ? 38 : 24)
  }

  /// - Parameter isLow: leaves out the sentence.
  func height(in width: CGFloat, isLow: Bool) -> CGFloat {
    let bottom = places(in: width).last?.maxY ?? 0
    return bottom + (isLow ? 0 : sentenceHeight(in: width) + 6)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let places = places(in: bounds.width)
    for (segments, place) in zip(all, places) { segments.frame = place }
    let bottom = places.last?.maxY ?? 0
    strip.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bottom)
    strip.contentSize = CGSize(width: places.map(\.maxX).max() ?? 0, height: bottom)
    let y = bottom + 6
    let height = sentenceHeight(in: bounds.width)
    sentence.isHidden = y + height > bounds.height + 1
    ground.isHidden = sentence.isHidden
    ground.frame = CGRect(x: 0, y: y, width: bounds.width, height: height)
    sentence.frame = CGRect(x: 8, y: y, width: max(0, bounds.width - 16), height: height)
  }
}
