import Foundation

extension UIScrollView {
  /// How quickly coasting content slows down: the factor of its speed in a millisecond.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The factor, between 0.9 and 0.9999.
    public let rawValue: CGFloat
    /// - Parameter rawValue: brought within 0.9 and 0.9999, where content both moves and stops.
    public init(rawValue: CGFloat) {
      requireFinite(rawValue, "UIScrollView.DecelerationRate.rawValue")
      self.rawValue = min(max(rawValue, 0.9), 0.9999)
    }
    /// 0.998.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// The colour of the indicators.
  public enum IndicatorStyle: Int, Sendable { case `default`, black, white }

  /// When the safe area is added to `contentInset`.
  public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    case automatic, scrollableAxes, never, always
  }

  /// The effect of scrolling on the field that has the keyboard.
  public enum KeyboardDismissMode: Int, Sendable {
    case none, onDrag, interactive, onDragWithAccessory, interactiveWithAccessory
  }
}
