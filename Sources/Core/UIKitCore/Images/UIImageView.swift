import Foundation
import Primitives

/// Shows an image, placed by `contentMode`.
///
/// Takes no events unless `isUserInteractionEnabled` is set. Images larger than
/// the view reach beyond it unless `clipsToBounds` is set, as in UIKit.
@preconcurrency @MainActor
open class UIImageView: UIView {
  /// The image shown; `nil` shows nothing. Setting it does not change the frame.
  open var image: UIImage? {
    didSet { if image != oldValue { contentDidChange() } }
  }

  /// The image shown while `isHighlighted`; `nil` keeps `image`.
  open var highlightedImage: UIImage? {
    didSet { if highlightedImage != oldValue { contentDidChange() } }
  }

  /// Whether `highlightedImage` is shown; set by the cell the view is in.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue, highlightedImage != nil { contentDidChange() } }
  }

  /// Size and weight for symbols that state none of their own; `nil` leaves
  /// symbols as they are.
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    didSet { if preferredSymbolConfiguration != oldValue { contentDidChange() } }
  }

  /// An image view without an image.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
  }

  /// A view of the image's size at the origin.
  public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

  /// A view of the image's size at the origin.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    self.highlightedImage = highlightedImage
    contentDidChange()  // an initialiser's own assignments may skip the observers
  }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .image }
  /// An image with a name is one.
  override var isElementByDefault: Bool { accessibility?.label != nil }
  override var defaultAccessibleTraits: UIAccessibilityTraits { .image }

  /// The image's size in points; none without an image.
  open override var intrinsicContentSize: CGSize {
    shownImage?.size ?? super.intrinsicContentSize
  }

  /// The image's size in points, whatever `size` is; zero without an image.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { shownImage?.size ?? .zero }

  /// The image for the present state, configured; kept so that drawing makes
  /// nothing.
  private var shownImage: UIImage?

  private func contentDidChange() {
    let old = shownImage
    shownImage = configured(isHighlighted ? highlightedImage ?? image : image)
    setNeedsComposite()
    guard old?.size != shownImage?.size else { return }
    invalidateIntrinsicContentSize()
    superview?.setNeedsLayout()
  }

  private func configured(_ image: UIImage?) -> UIImage? {
    guard let preferredSymbolConfiguration, let image,
      image.symbolConfiguration === UIImage.SymbolConfiguration.standard
    else { return image }
    return image.withConfiguration(preferredSymbolConfiguration)
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    guard let image = shownImage, let application = windowStorage?.application else { return }
    let displayScale = builder.list.scale
    let size = image.size
    var destination = contentMode.placement(of: size, in: rect)
    if destination.size == size {
      // At its own size an image is copied pixel by pixel: let it start on one. Halves go the same way above the
      // window's edge as below, so that an image that scrolls off keeps its distance to its row.
      builder.noteAlignment()
      destination.origin.x = (destination.minX * displayScale + 0.5).rounded(.down) / displayScale
      destination.origin.y = (destination.minY * displayScale + 0.5).rounded(.down) / displayScale
    }
    let content = image.content(in: builder.traits)
    guard destination.width > 0, destination.height > 0,
      let texture = content.textures.texture(
        of: content, width: Self.pixels(destination.width, displayScale),
        height: Self.pixels(destination.height, displayScale), in: application)
    else { return }
    let tint = image.isTemplate ? tintColor : image.ownTint
    builder.image(
      texture.id, source: CGRect(x: 0, y: 0, width: texture.width, height: texture.height),
      over: destination, tint: tint?.drawColor(in: builder.traits))
  }

  private static func pixels(_ length: CGFloat, _ scale: CGFloat) -> Int {
    Int(measured: min(max(1, (length * scale).rounded()), CGFloat(UploadedImages.maximumSide)), else: 1)
  }
}
