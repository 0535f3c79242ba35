import Foundation

/// The appearance of a button at a moment, computed from its state.
struct ButtonLooks: Equatable {
  /// Opacity of title and image while a button without background is pressed.
  static let pressedAlpha: CGFloat = 0.3
  /// The factor on a background's alpha while the button is pressed.
  static let pressedBackground: CGFloat = 0.75

  var title: String?
  var image: UIImage?
  /// Nil leaves the label's own.
  var font: UIFont?
  var foreground = UIColor.white
  var background: UIColor?
  var contentAlpha: CGFloat = 1
  /// Corner radius of the background in points; nil for half of its shorter side.
  var cornerRadius: CGFloat? = 0
  /// Space around title and image, in points; nil for the button's `contentEdgeInsets`.
  var insets: NSDirectionalEdgeInsets?
  /// Space between image and title, in points.
  var imagePadding: CGFloat = 0
  var imagePlacement = NSDirectionalRectEdge.leading

  func radius(for size: CGSize) -> CGFloat { cornerRadius ?? min(size.width, size.height) / 2 }

  /// Whether image and title lie beside each other.
  var isHorizontal: Bool { imagePlacement == .leading || imagePlacement == .trailing }
}

/// Edges of a rectangle in reading direction; combined as a set.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
  /// The set's bits, as in UIKit.
  public let rawValue: UInt
  /// The set with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Above.
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  /// Where lines begin: the left.
  public static let leading = NSDirectionalRectEdge(rawValue: 2)
  /// Below.
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
  /// Where lines end: the right.
  public static let trailing = NSDirectionalRectEdge(rawValue: 8)
  /// Every edge.
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}
