import Foundation

/// A place between two characters of a `UITextInput`; only the object it comes from knows what it means.
@preconcurrency @MainActor
open class UITextPosition: NSObject {
  /// Made by the text the place belongs to.
  public override init() { super.init() }
}

/// A stretch of the text of a `UITextInput`.
@preconcurrency @MainActor
open class UITextRange: NSObject {
  /// Made by the text the range belongs to.
  public override init() { super.init() }
  /// Where it begins. Overridden by the text the range belongs to.
  open var start: UITextPosition { UITextPosition() }
  /// Where it ends, not before `start`. Overridden likewise.
  open var end: UITextPosition { UITextPosition() }
  /// Whether it holds no character.
  open var isEmpty: Bool { true }
}

/// A place in an edited text, as bytes of UTF-8 before it.
final class FieldTextPosition: UITextPosition {
  let offset: Int
  init(_ offset: Int) {
    self.offset = offset
    super.init()
  }
}

/// A range of an edited text.
final class FieldTextRange: UITextRange {
  let range: Range<Int>
  init(_ range: Range<Int>) {
    self.range = range
    super.init()
  }

  override var start: UITextPosition { FieldTextPosition(range.lowerBound) }
  override var end: UITextPosition { FieldTextPosition(range.upperBound) }
  override var isEmpty: Bool { range.isEmpty }
}
