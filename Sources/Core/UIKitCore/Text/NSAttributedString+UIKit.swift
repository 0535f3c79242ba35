import Foundation

extension NSAttributedString.Key {
  /// A `UIFont`.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// A `UIColor` for the characters.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// A `UIColor` behind the characters.
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  /// An `NSUnderlineStyle`'s raw value; any but 0 draws a single line below.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// An `NSUnderlineStyle`'s raw value; any but 0 draws a single line through.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// A `URL`, or the text of one: a text view that cannot be edited opens it when it is clicked.
  public static let link = NSAttributedString.Key(rawValue: "NSLink")
  /// An `NSParagraphStyle`.
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
}

/// Lines under or through text, for `.underlineStyle` and `.strikethroughStyle`.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// UIKit's bits.
  public let rawValue: Int
  /// - Parameter rawValue: UIKit's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// One thin line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// Drawn as `single`.
  public static let thick = NSUnderlineStyle(rawValue: 2)
  /// Drawn as `single`.
  public static let double = NSUnderlineStyle(rawValue: 9)
}
