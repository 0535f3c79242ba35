import Foundation

/// The field of a search bar: grey and round, with a magnifying glass before the text.
@preconcurrency @MainActor
open class UISearchTextField: UITextField {
  /// Classic metrics of UIKit, in points.
  static let height: CGFloat = 36
  private static let radius: CGFloat = 10
  private static let iconInset: CGFloat = 6
  private static let iconSide: CGFloat = 22
  private static let textGap: CGFloat = 5
  private static let clearInset: CGFloat = 8

  /// An empty field.
  /// - Parameter frame: place and size in the coming superview, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    let symbol = UIImage.SymbolConfiguration(pointSize: Self.iconSide / 1.3)
    let icon = UIImageView(image: UIImage(systemName: "magnifyingglass", withConfiguration: symbol))
    icon.frame = CGRect(x: 0, y: 0, width: Self.iconSide, height: Self.iconSide)
    icon.contentMode = .center
    icon.tintColor = .secondaryLabel
    leftView = icon
    leftViewMode = .always
    clearButtonMode = .always
    parts.placeholder.textColor = .secondaryLabel
  }

  /// Fields are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  override var defaultAccessibleTraits: UIAccessibilityTraits { super.defaultAccessibleTraits.union(.searchField) }

  /// Points to the right that are so many to where text goes.
  private func forward(_ points: CGFloat) -> CGFloat { isRightToLeft ? -points : points }

  open override func leftViewRect(forBounds bounds: CGRect) -> CGRect {
    super.leftViewRect(forBounds: bounds).offsetBy(dx: forward(Self.iconInset), dy: 0)
  }

  open override func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
    super.clearButtonRect(forBounds: bounds).offsetBy(dx: forward(-Self.clearInset), dy: 0)
  }

  open override func textRect(forBounds bounds: CGRect) -> CGRect {
    var rect = super.textRect(forBounds: bounds)
    let icon = leftViewRect(forBounds: bounds)
    let start = isRightToLeft ? max(rect.minX, Self.clearInset) : icon.maxX + Self.textGap
    let end = isRightToLeft ? icon.minX - Self.textGap : min(rect.maxX, bounds.width - Self.clearInset)
    rect.origin.x = start
    rect.size.width = max(0, end - start)
    return rect
  }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: super.intrinsicContentSize.width, height: Self.height)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    builder.fill(
      RoundedRect(rect, radius: Self.radius), UIColor.tertiarySystemFill.drawColor(in: builder.traits))
  }
}
