import Foundation

/// Where the lines of a text view stand in it: what of UIKit's class has an effect here. Made by the text view.
@preconcurrency @MainActor
open class NSTextContainer: NSObject {
  /// Called after each change.
  private let changed: @MainActor () -> Void

  init(changed: @escaping @MainActor () -> Void) {
    self.changed = changed
    super.init()
  }

  /// Points between the container's sides and the text. Not finite and negative values count as 0.
  open var lineFragmentPadding: CGFloat = 5 { didSet { if lineFragmentPadding != oldValue { changed() } } }
  /// Most lines that are shown; 0, the default, for all. Negative counts as 0.
  open var maximumNumberOfLines = 0 { didSet { if maximumNumberOfLines != oldValue { changed() } } }
  /// How lines are wrapped, and how the last of `maximumNumberOfLines` ends when more would follow. A mode that
  /// truncates wraps the others by words.
  open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { if lineBreakMode != oldValue { changed() } } }

  /// The padding that counts.
  final var padding: CGFloat { lineFragmentPadding.isFinite ? max(0, lineFragmentPadding) : 0 }
}
