import Foundation

/// Content of list rows, headers and footers: a text, a second one, and an image.
///
/// Made by one of the styles, or by `defaultContentConfiguration()` of a cell, without content; then filled and
/// assigned. What was not set follows the state: a disabled row's texts are pale.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
  /// The first text; nil for none.
  public var text: String?
  /// The first text with attributes, which win over `text` and `textProperties`.
  public var attributedText: NSAttributedString?
  /// The second text; nil for none.
  public var secondaryText: String?
  /// The second text with attributes.
  public var secondaryAttributedText: NSAttributedString?
  /// The image before the texts; nil for none.
  public var image: UIImage?

  /// Looks of the first text.
  public var textProperties: TextProperties
  /// Looks of the second text.
  public var secondaryTextProperties: TextProperties
  /// Looks of the image.
  public var imageProperties = ImageProperties()

  /// Space around the content, in points.
  public var directionalLayoutMargins: NSDirectionalEdgeInsets {
    didSet { requireFinite(directionalLayoutMargins, "UIListContentConfiguration.directionalLayoutMargins") }
  }
  /// Axes along which the margins are at least those of the view around.
  public var axesPreservingSuperviewLayoutMargins: UIAxis = .horizontal
  /// Whether the second text stands at the end of the first one's line where both fit; else it stands below.
  public var prefersSideBySideTextAndSecondaryText = false
  /// Between image and texts, in points.
  public var imageToTextPadding: CGFloat = TableMetrics.imageGap {
    didSet { requireFinite(imageToTextPadding, "UIListContentConfiguration.imageToTextPadding") }
  }
  /// Least space between texts side by side, in points.
  public var textToSecondaryTextHorizontalPadding: CGFloat = 12 {
    didSet {
      requireFinite(
        textToSecondaryTextHorizontalPadding, "UIListContentConfiguration.textToSecondaryTextHorizontalPadding")
    }
  }
  /// Between texts one above the other, in points.
  public var textToSecondaryTextVerticalPadding: CGFloat = 3 {
    didSet {
      requireFinite(textToSecondaryTextVerticalPadding, "UIListContentConfiguration.textToSecondaryTextVerticalPadding")
    }
  }
  /// Opacity of all content, 0...1.
  public var alpha: CGFloat = 1

  /// Where content stands that is less high than its view.
  enum Placement: Hashable { case top, middle, bottom }
  var placement = Placement.middle

  init(text: TextProperties, secondary: TextProperties, margins: NSDirectionalEdgeInsets) {
    textProperties = text
    secondaryTextProperties = secondary
    directionalLayoutMargins = margins
  }

  /// A `UIListContentView`.
  @preconcurrency @MainActor
  public func makeContentView() -> UIView & UIContentView { UIListContentView(configuration: self) }

  /// The configuration with the colours that follow the state brought up to date; what was set stays.
  public func updated(for state: any UIConfigurationState) -> Self {
    let isDisabled =
      (state as? UICellConfigurationState)?.isDisabled ?? (state as? UIViewConfigurationState)?.isDisabled ?? false
    var updated = self
    updated.textProperties.follow(isDisabled: isDisabled)
    updated.secondaryTextProperties.follow(isDisabled: isDisabled)
    return updated
  }

  /// Whether there is a first text, a second one.
  var hasText: Bool { attributedText.map { $0.length > 0 } ?? (text?.isEmpty == false) }
  var hasSecondaryText: Bool { secondaryAttributedText.map { $0.length > 0 } ?? (secondaryText?.isEmpty == false) }

  /// Whether everything takes the room it takes in `other`: nothing differs but colours and opacity.
  func hasSameLayout(as other: Self) -> Bool {
    var other = other
    other.alpha = alpha
    other.textProperties.takeColors(of: textProperties)
    other.secondaryTextProperties.takeColors(of: secondaryTextProperties)
    other.imageProperties.tintColor = imageProperties.tintColor
    other.imageProperties.tintColorTransformer = imageProperties.tintColorTransformer
    return self == other
  }
}

/// Axes of the plane; combined as a set.
public struct UIAxis: OptionSet, Hashable, Sendable {
  /// The set's bits, as in UIKit.
  public let rawValue: UInt
  /// The set with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Left to right.
  public static let horizontal = UIAxis(rawValue: 1)
  /// Top to bottom.
  public static let vertical = UIAxis(rawValue: 2)
  /// Both axes.
  public static let both: UIAxis = [.horizontal, .vertical]
}
