import Foundation

extension UIButton {
  /// The looks of a button as a value: start from `.plain()`, `.gray()`, `.tinted()` or `.filled()`
  /// and change what should differ.
  public struct Configuration: Equatable, Sendable {
    /// The roundness of the background.
    public enum CornerStyle: Int, Sendable { case fixed, dynamic, small, medium, large, capsule }
    /// The size of text and insets.
    public enum Size: Int, Sendable { case medium, small, mini, large }

    private enum Style { case plain, gray, tinted, filled }
    private var style: Style

    /// The title; nil leaves the one set per state.
    public var title: String?
    /// The image; nil leaves the one set per state.
    public var image: UIImage?
    /// Where the image lies beside the title.
    public var imagePlacement = NSDirectionalRectEdge.leading
    /// Space between image and title, in points.
    public var imagePadding: CGFloat = 0 {
      didSet { requireFinite(imagePadding, "UIButton.Configuration.imagePadding") }
    }
    /// The colour of title and image; nil for the style's.
    public var baseForegroundColor: UIColor?
    /// The colour the style derives its background from; nil for the tint colour.
    public var baseBackgroundColor: UIColor?
    /// The roundness of the background.
    public var cornerStyle = CornerStyle.dynamic
    /// Sets the insets, and the size of the title: that of body text, or of subheadlines.
    public var buttonSize = Size.medium { didSet { contentInsets = buttonSize.insets } }
    /// Space around title and image, in points.
    public var contentInsets = Size.medium.insets {
      didSet { requireFinite(contentInsets, "UIButton.Configuration.contentInsets") }
    }

    private init(_ style: Style) { self.style = style }

    /// Text in the tint colour.
    public static func plain() -> Configuration { Configuration(.plain) }
    /// Text in the tint colour on grey.
    public static func gray() -> Configuration { Configuration(.gray) }
    /// Text in the tint colour on a light shade of it.
    public static func tinted() -> Configuration { Configuration(.tinted) }
    /// White text on the tint colour.
    public static func filled() -> Configuration { Configuration(.filled) }

    @MainActor
    func apply(to looks: inout ButtonLooks, state: State, tint: UIColor, followsCategory: Bool) {
      if let title { looks.title = title }
      if let image { looks.image = image }
      if let image = looks.image, image.renderingMode == .automatic {
        looks.image = image.withRenderingMode(.alwaysTemplate)
      }
      let font = UIFont.preferredFont(forTextStyle: buttonSize.textStyle)
      looks.font = followsCategory ? font : font.sized(for: .large)
      looks.imagePadding = looks.image == nil || looks.title == nil ? 0 : imagePadding
      looks.imagePlacement = imagePlacement
      looks.insets = contentInsets
      looks.cornerRadius = cornerStyle.radius
      switch style {
      case .plain:
        looks.foreground = tint
        looks.background = baseBackgroundColor
      case .gray:
        looks.foreground = tint
        looks.background = baseBackgroundColor ?? .secondarySystemFill
      case .tinted:
        looks.foreground = tint
        looks.background = (baseBackgroundColor ?? tint).withAlphaComponent(0.18)
      case .filled:
        looks.foreground = .white
        looks.background = baseBackgroundColor ?? tint
      }
      if let baseForegroundColor { looks.foreground = baseForegroundColor }
      if state.contains(.disabled) {
        looks.foreground = .tertiaryLabel
        if looks.background != nil { looks.background = .tertiarySystemFill }
      } else if state.contains(.highlighted) {
        if style == .filled {
          looks.background = looks.background?.withAlphaComponent(ButtonLooks.pressedBackground)
        } else {
          looks.contentAlpha = ButtonLooks.pressedAlpha
        }
      }
    }
  }
}

extension UIButton.Configuration.CornerStyle {
  /// In points; nil for a capsule.
  fileprivate var radius: CGFloat? {
    switch self {
    case .small: 4
    case .fixed, .dynamic, .medium: 6
    case .large: 10
    case .capsule: nil
    }
  }
}

extension UIButton.Configuration.Size {
  fileprivate var insets: NSDirectionalEdgeInsets {
    switch self {
    case .mini: NSDirectionalEdgeInsets(top: 3, leading: 8, bottom: 3, trailing: 8)
    case .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
    case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
    case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
    }
  }

  fileprivate var textStyle: UIFont.TextStyle { self == .mini || self == .small ? .subheadline : .body }
}
