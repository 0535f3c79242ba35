import Foundation

/// The button of one action. Its content keeps the width the button has when the row rests open; what the button does
/// not have room for is cut off.
@MainActor
final class SwipeActionButton: UIControl {
  private static let margin = 15.0
  private static let gap = 4.0

  let action: UIContextualAction
  private var label: UILabel?
  private var picture: UIImageView?
  /// Where the content is, from the left edge, and how wide; set before layout.
  var contentSpan = (left: 0.0, width: 0.0) { didSet { if contentSpan != oldValue { setNeedsLayout() } } }

  init(_ action: UIContextualAction) {
    self.action = action
    super.init(frame: .zero)
    clipsToBounds = true
    backgroundColor = action.backgroundColor
    if let title = action.title, !title.isEmpty {
      let label = UILabel(frame: .zero)
      label.text = title
      label.font = .systemFont(ofSize: 15)
      label.textColor = .white
      label.textAlignment = .center
      addSubview(label)
      self.label = label
    }
    if let image = action.image {
      let picture = UIImageView(frame: .zero)
      picture.image = image.withRenderingMode(.alwaysTemplate)
      picture.tintColor = .white
      picture.contentMode = .scaleAspectFit
      addSubview(picture)
      self.picture = picture
    }
  }

  /// Views are made in code; archives are not read. Always nil.
  required init?(coder: NSCoder) { nil }

  /// Width the content asks for, in points.
  var naturalWidth: Double {
    let title = label.map { Double($0.sizeThatFits(CGSize(width: 1000, height: 100)).width.rounded(.up)) } ?? 0
    let image = picture?.image.map { Double($0.size.width) } ?? 0
    return max(title, image) + 2 * Self.margin
  }

  override func stateDidChange() {
    super.stateDidChange()
    label?.alpha = isHighlighted ? 0.5 : 1
    picture?.alpha = isHighlighted ? 0.5 : 1
  }

  /// The image above the title if the row is high enough for both, else in its place.
  override func layoutSubviews() {
    super.layoutSubviews()
    let height = bounds.height
    let title = label.map { Double($0.font.labelHeight) } ?? 0
    let size = fittedImageSize(in: height)
    let both = size.height + Self.gap + title
    let showsTitle = picture == nil || both + 2 * Self.gap <= height
    label?.isHidden = !showsTitle
    let total = picture == nil ? title : showsTitle && label != nil ? both : size.height
    var top = ((height - total) / 2).rounded()
    if let picture {
      let left = (contentSpan.left + (contentSpan.width - size.width) / 2).rounded()
      picture.frame = CGRect(x: left, y: top, width: size.width, height: size.height)
      top += size.height + Self.gap
    }
    label?.frame = CGRect(x: contentSpan.left.rounded(), y: top, width: contentSpan.width, height: title)
  }

  private func fittedImageSize(in height: Double) -> CGSize {
    guard let size = picture?.image?.size, size.width > 0, size.height > 0 else { return .zero }
    let scale = min(1, max(0, height - 2 * Self.gap) / size.height)
    return CGSize(width: (size.width * scale).rounded(), height: (size.height * scale).rounded())
  }
}
