import Foundation

extension UIListContentConfiguration {
  /// How a text looks.
  public struct TextProperties: Hashable {
    /// Where lines stand.
    public enum TextAlignment: Int, Sendable {
      case natural, center, justified

      var labelAlignment: NSTextAlignment {
        switch self {
        case .natural: .natural
        case .center: .center
        case .justified: .justified
        }
      }
    }
    /// A change of case for the letters of a text.
    public enum TextTransform: Int, Sendable { case none, uppercase, lowercase, capitalized }

    /// The font of text without one of its own.
    public var font: UIFont
    /// The colour of text without one of its own. Once set it does not follow the state any more.
    public var color: UIColor {
      get { storedColor }
      set {
        storedColor = newValue
        followsState = false
      }
    }
    /// Makes the colour shown of `color`; nil leaves it.
    public var colorTransformer: UIConfigurationColorTransformer?
    /// Where lines stand.
    public var alignment = TextAlignment.natural
    /// The treatment of lines that do not fit.
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// Most lines shown; 0 for as many as there are.
    public var numberOfLines = 0
    /// Whether the text of one line is made smaller until it fits.
    public var adjustsFontSizeToFitWidth = false
    /// The smallest such size as a part of the font's, 0...1.
    public var minimumScaleFactor: CGFloat = 0
    /// Kept for source compatibility; letters are not moved together before text is cut.
    public var allowsDefaultTighteningForTruncation = false
    /// Whether a font that follows the content size category does so while it is shown.
    public var adjustsFontForContentSizeCategory = true
    /// The change of case for text without attributes.
    public var transform = TextTransform.none

    private var storedColor: UIColor
    private var usualColor: UIColor
    private var followsState = true

    init(font: UIFont, color: UIColor) {
      self.font = font
      storedColor = color
      usualColor = color
    }

    /// The colour shown.
    public func resolvedColor() -> UIColor { colorTransformer?(storedColor) ?? storedColor }

    mutating func takeColors(of other: Self) {
      storedColor = other.storedColor
      usualColor = other.usualColor
      followsState = other.followsState
      colorTransformer = other.colorTransformer
    }

    mutating func follow(isDisabled: Bool) {
      if followsState { storedColor = isDisabled ? .tertiaryLabel : usualColor }
    }

    /// `text` with its letters transformed.
    func transformed(_ text: String?) -> String? {
      switch transform {
      case .none: text
      case .uppercase: text?.uppercased()
      case .lowercase: text?.lowercased()
      case .capitalized: text?.capitalized
      }
    }
  }

  /// How the image looks.
  public struct ImageProperties: Hashable {
    /// Width of the column in whose middle the symbols of a list stand, in points: see `reservedLayoutSize`.
    public static let standardDimension: CGFloat = 28

    /// Size and weight of symbols that state none; nil leaves them.
    public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    /// The colour of template images and symbols; nil is the tint colour.
    public var tintColor: UIColor?
    /// Makes the colour shown of `tintColor`; nil leaves it.
    public var tintColorTransformer: UIConfigurationColorTransformer?
    /// Radius of the image's corners, in points.
    public var cornerRadius: CGFloat = 0 {
      didSet { requireFinite(cornerRadius, "UIListContentConfiguration.ImageProperties.cornerRadius") }
    }
    /// Largest size shown, in points; 0 for no limit along a side. Proportions are kept.
    public var maximumSize = CGSize.zero {
      didSet { requireFinite(maximumSize, "UIListContentConfiguration.ImageProperties.maximumSize") }
    }
    /// Room the image takes at least, in points, in whose middle it stands. 0 is the image's own size, of symbols the
    /// `standardDimension` as their width.
    public var reservedLayoutSize = CGSize.zero {
      didSet { requireFinite(reservedLayoutSize, "UIListContentConfiguration.ImageProperties.reservedLayoutSize") }
    }
    /// Kept for source compatibility; colours are never inverted.
    public var accessibilityIgnoresInvertColors = false

    init() {}

    /// The colour shown where the view's tint is `tintColor`.
    public func resolvedTintColor(for tintColor: UIColor) -> UIColor {
      let color = self.tintColor ?? tintColor
      return tintColorTransformer?(color) ?? color
    }

    /// The size an image of `size` is shown at.
    func shownSize(of size: CGSize) -> CGSize {
      var scale: CGFloat = 1
      if maximumSize.width > 0 { scale = min(scale, maximumSize.width / max(size.width, 1)) }
      if maximumSize.height > 0 { scale = min(scale, maximumSize.height / max(size.height, 1)) }
      return CGSize(width: (size.width * scale).rounded(), height: (size.height * scale).rounded())
    }
  }
}
