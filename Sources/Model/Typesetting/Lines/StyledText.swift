import Pixels
import Primitives

/// The look of a stretch of text, resolved for one display scale and appearance.
package struct TextStyle: Hashable, Sendable {
  /// The description by which the face is found.
  package var font: FontDescriptor
  /// Size of the em, in device pixels.
  package var pixelSize: Double
  /// The colour of the characters and of lines under and through them.
  package var color: DrawColor
  /// The colour that fills the line's height behind the text; nil fills nothing.
  package var background: DrawColor?
  /// A line below the characters.
  package var isUnderlined = false
  /// A line through the characters.
  package var isStruckThrough = false

  /// Undecorated text.
  package init(font: FontDescriptor, pixelSize: Double, color: DrawColor) {
    self.font = font
    self.pixelSize = pixelSize
    self.color = color
  }

  /// Whether another style differs in its colour at most: text in both is laid out alike. Inlined, so that none is
  /// copied.
  @inline(__always)
  func isSameButForColor(as other: TextStyle) -> Bool {
    pixelSize == other.pixelSize && font == other.font && background == other.background
      && isUnderlined == other.isUnderlined && isStruckThrough == other.isStruckThrough
  }
}

/// A style for part of a text.
package struct TextSpan: Hashable, Sendable {
  /// Offsets into the string's UTF-8.
  package var utf8: Range<Int>
  /// The look of that part.
  package var style: TextStyle

  /// - Parameter utf8: an empty range styles nothing.
  package init(utf8: Range<Int>, style: TextStyle) {
    self.utf8 = utf8
    self.style = style
  }
}

/// A text to lay out: a string, a style, and spans that differ from it.
package struct StyledText: Hashable, Sendable {
  /// The characters, in any normalisation.
  package var string: String
  /// The style wherever no span lies.
  package var base: TextStyle
  /// Ascending and without overlap.
  package var spans: [TextSpan]

  /// - Parameter spans: ascending and without overlap.
  package init(_ string: String, base: TextStyle, spans: [TextSpan] = []) {
    self.string = string
    self.base = base
    self.spans = spans
  }
}
