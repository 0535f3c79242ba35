import Foundation

/// How strings are measured and drawn in a box.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  /// UIKit's bits.
  public let rawValue: Int
  /// - Parameter rawValue: UIKit's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The text may take several lines, and the box's top is that of the first line. Without it there is one line, and
  /// the box's top is its baseline.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// Lines are as far apart as the font wants them. They are in any case.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// The last line that fits ends with an ellipsis where more text follows.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// Tells how large text came out that was drawn in a box.
public final class NSStringDrawingContext: NSObject {
  /// The part of the box that was used, in points; set by drawing and measuring.
  public internal(set) var totalBounds = CGRect.zero
}
