import DemoParts
import UIKit

/// The parts of a real cell, from back to front: one over the other as they are seen, or apart.
final class CellStructureView: UIView {
  /// In points: enough for all parts.
  /// - Parameter isExploded: whether these are drawn below one another.
  static func height(isExploded: Bool) -> CGFloat { isExploded ? 8 * (rowHeight + gap) + 40 : rowHeight + 40 }
  private static let rowHeight: CGFloat = 60
  private static let gap: CGFloat = 24

  private let isExploded: Bool
  private let cell: @MainActor () -> UITableViewCell?
  private var parts: [UIView] = []
  /// The cell's width and parts when it was last seen.
  private var known: (width: CGFloat, parts: [Part]) = (0, [])

  /// - Parameters:
  ///   - isExploded: whether the parts are drawn below one another.
  ///   - cell: the cell whose parts are drawn.
  init(isExploded: Bool, cell: @escaping @MainActor () -> UITableViewCell?) {
    self.isExploded = isExploded
    self.cell = cell
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    for part in parts { part.removeFromSuperview() }
    parts = []
    // A row that was scrolled away has no cell.
    if let cell = cell() { known = (cell.bounds.width, Self.parts(of: cell)) }
    let margin = ContentWidth.readable.margin(in: bounds.width)
    let scale = max(0, bounds.width - 2 * margin) / max(1, known.width)
    for (number, part) in known.parts.enumerated() {
      let y = isExploded ? 20 + CGFloat(number) * (Self.rowHeight + Self.gap) : 20
      let frame = CGRect(
        x: margin + part.frame.minX * scale, y: y + part.frame.minY, width: part.frame.width * scale,
        height: part.frame.height)
      show(part, in: frame, row: y, margin: margin)
    }
  }

  private func show(_ part: Part, in frame: CGRect, row y: CGFloat, margin: CGFloat) {
    let box = UIView(frame: frame)
    box.backgroundColor = part.color.withAlphaComponent(0.35)
    box.layer.borderColor = part.color.cgColor
    box.layer.borderWidth = 1
    box.layer.cornerRadius = 4
    addSubview(box)
    parts.append(box)
    guard isExploded else { return }
    let name = UILabel(
      frame: CGRect(
        x: margin + 2, y: y + Self.rowHeight + 1, width: max(0, bounds.width - 2 * margin - 4), height: 18))
    name.text = "\(part.name) \u{b7} \(Self.text(part.frame))"
    name.font = .systemFont(ofSize: 12)
    name.textColor = Palette.secondary
    addSubview(name)
    parts.append(name)
  }

  private static func text(_ frame: CGRect) -> String {
    "(\(Int(frame.minX)), \(Int(frame.minY)), \(Int(frame.width)) \u{d7} \(Int(frame.height)))"
  }

  /// A view of the cell.
  struct Part: Equatable {
    let name: String
    /// In the cell's points.
    let frame: CGRect
    let color: UIColor
  }

  /// The views of a cell that there are, from back to front.
  static func parts(of cell: UITableViewCell) -> [Part] {
    let views: [(String, UIView?, UIColor)] = [
      ("contentView", cell.contentView, .systemGreen), ("imageView", cell.imageView, .systemYellow),
      ("textLabel", cell.textLabel, .systemOrange), ("detailTextLabel", cell.detailTextLabel, .systemPink),
    ]
    let known = views.map { $0.1 }
    // Edit control and accessory have no public names.
    let others = cell.subviews.filter { view in
      view !== cell.contentView && view !== cell.backgroundView && view !== cell.selectedBackgroundView
        && !view.isHidden && view.bounds.width > 4 && view.bounds.width < cell.bounds.width / 2 && !known.contains(view)
    }
    return [Part(name: "UITableViewCell with its background", frame: cell.bounds, color: .systemGray)]
      + views.compactMap { name, view, color in
        guard let view, view.superview != nil else { return nil }
        return Part(name: name, frame: view.convert(view.bounds, to: cell), color: color)
      }
      + others.map { view in
        let frame = view.convert(view.bounds, to: cell)
        let isLeading = frame.midX < cell.bounds.midX
        return Part(
          name: isLeading ? "edit control" : "accessory", frame: frame, color: isLeading ? .systemRed : .systemBlue)
      }
  }
}
