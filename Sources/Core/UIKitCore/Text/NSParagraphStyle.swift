import Foundation

/// How the lines of an attributed text stand: the value of `.paragraphStyle`.
///
/// A label takes the style at the start of its text for the whole of it.
open class NSParagraphStyle: NSObject {
  fileprivate var storedAlignment = NSTextAlignment.natural
  fileprivate var storedLineBreakMode = NSLineBreakMode.byWordWrapping
  fileprivate var storedLineSpacing: CGFloat = 0

  /// Where lines stand.
  open var alignment: NSTextAlignment { storedAlignment }
  /// The treatment of lines that are too long.
  open var lineBreakMode: NSLineBreakMode { storedLineBreakMode }
  /// Points between the bottom of a line and the top of the next.
  open var lineSpacing: CGFloat { storedLineSpacing }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSParagraphStyle else { return false }
    return alignment == other.alignment && lineBreakMode == other.lineBreakMode
      && lineSpacing == other.lineSpacing
  }

  open override var hash: Int {
    alignment.rawValue ^ lineBreakMode.rawValue << 4 ^ lineSpacing.hashValue
  }
}

/// A paragraph style that can be changed. Set it up before it is put into a text:
/// a label does not notice later changes.
open class NSMutableParagraphStyle: NSParagraphStyle {
  /// Where lines stand.
  open override var alignment: NSTextAlignment {
    get { storedAlignment }
    set { storedAlignment = newValue }
  }
  /// The treatment of lines that are too long.
  open override var lineBreakMode: NSLineBreakMode {
    get { storedLineBreakMode }
    set { storedLineBreakMode = newValue }
  }
  /// Points between lines; negative and not finite values count as 0.
  open override var lineSpacing: CGFloat {
    get { storedLineSpacing }
    set { storedLineSpacing = newValue.isFinite ? max(0, newValue) : 0 }
  }
}
