import DemoParts
import UIKit

/// How a row stands among rows that fold.
struct OutlinePlace {
  /// How many rows it is below.
  let level: Int
  /// Whether the rows below it are shown; nil for a row without any.
  var isExpanded: Bool?
  /// How many rows are below it; nil for a row without any.
  var note: String?
}

/// A row with a title and a colour of its own, which is easy to follow when it moves.
final class UpdatesCell: AssembledCell {
  /// Of a row, in points.
  static var height: CGFloat { UIFontMetrics.default.scaledValue(for: 44) }

  private let swatch = UIView()
  private let titleLabel = UILabel(.preferredFont(forTextStyle: .body))
  private let editionLabel = UILabel(.preferredFont(forTextStyle: .body), Palette.secondary, alignment: .right)
  /// Points right while rows below this one are folded, and down while they are shown.
  private let disclosure = UIImageView(image: UIImage(systemName: "chevron.right"))

  private static let colors: [UIColor] = [
    .systemRed, .systemOrange, .systemYellow, .systemGreen, .systemTeal, .systemBlue, .systemIndigo, .systemPurple,
    .systemPink,
  ]

  override func assemble() {
    selectedBackgroundView = RowSelectionView()
    disclosure.tintColor = Palette.secondary
    indentationWidth = 28
    swatch.layer.cornerRadius = 6
    for view in [swatch, titleLabel, editionLabel] { contentView.addSubview(view) }
  }

  /// - Parameters:
  ///   - title: by default the number.
  ///   - edition: how often the row was reloaded.
  ///   - note: what stands at the right instead of the edition.
  ///   - place: among rows that fold; nil for other rows.
  func show(
    number: Int, title: String? = nil, edition: Int, note: String? = nil, in place: OutlinePlace? = nil
  ) {
    swatch.backgroundColor = Self.colors[number % Self.colors.count]
    titleLabel.text = title ?? "Row \(GroupedNumber.string(number))"
    editionLabel.text = place?.note ?? note ?? (edition == 0 ? "" : "edition \(edition + 1)")
    indentationLevel = place?.level ?? 0
    show(isExpanded: place?.isExpanded)
    setNeedsLayout()
  }

  private func show(isExpanded: Bool?) {
    guard let isExpanded else {
      accessoryView = nil
      return
    }
    let turns = accessoryView === disclosure && window != nil
    accessoryView = disclosure
    let turn = { self.disclosure.transform = CGAffineTransform(rotationAngle: isExpanded ? .pi / 2 : 0) }
    if turns { UIView.animate(withDuration: 0.25, animations: turn) } else { turn() }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var column = contentView.bounds.inset(by: contentView.layoutMargins)
    let indentation = CGFloat(indentationLevel) * indentationWidth
    column.origin.x += indentation
    column.size.width = max(0, column.width - indentation)
    let middle = (contentView.bounds.height / 2).rounded()
    let line = titleLabel.font.lineHeight.rounded(.up)
    let top = middle - (line / 2).rounded()
    let wanted = editionLabel.sizeThatFits(.zero).width.rounded(.up)
    let edition = min(wanted, max(0, column.width - 44) / 2)
    swatch.frame = CGRect(x: column.minX, y: middle - 14, width: 28, height: 28)
    titleLabel.frame = CGRect(
      x: column.minX + 44, y: top, width: max(0, column.width - 52 - edition), height: line)
    editionLabel.frame = CGRect(x: column.maxX - edition, y: top, width: edition, height: line)
  }
}
