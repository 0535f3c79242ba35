import Primitives

/// Laid-out text: the frame to rasterise and what its owner needs to place it.
package struct TextLayout: Sendable {
  /// Runs and bitmap size, as tight as the lines allow; the owner places it in its
  /// bounds by `placement`.
  package var frame = TextFrame()
  /// The width of the longest line in pixels, fractions kept.
  package var width = 0.0
  /// From the top of the first line to the bottom of the last, in whole pixels.
  package var height = 0.0
  /// Lines made, empty ones included.
  package var lineCount = 0
  /// Whether part of the text is not shown.
  package var isTruncated = false
  /// The edge of the owner's bounds the frame goes to: `left`, `center` or `right`.
  package var placement = NSTextAlignment.left
  /// Pixels from the frame's top to the first baseline; `lastBaseline` to the last.
  package var firstBaseline = 0.0
  /// See `firstBaseline`.
  package var lastBaseline = 0.0

  /// The whole pixels that hold `length`, give or take `TextBox.tolerance`.
  package static func pixels(_ length: Double) -> Int {
    Int(measured: (length - TextBox.tolerance).rounded(.up), else: 0)
  }
}
