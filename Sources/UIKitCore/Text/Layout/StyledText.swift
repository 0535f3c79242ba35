/// The look of a stretch of text, resolved for one display scale and appearance.
package struct TextStyle: Hashable, Sendable {
  package var font: FontDescriptor
  /// Size of the em, in device pixels.
  package var pixelSize: Double
  package var color: DrawColor
  /// What fills the line's height behind the text; nil fills nothing.
  package var background: DrawColor?
  package var isUnderlined = false
  package var isStruckThrough = false

  package init(font: FontDescriptor, pixelSize: Double, color: DrawColor) {
    self.font = font
    self.pixelSize = pixelSize
    self.color = color
  }
}

/// A style for part of a text.
package struct TextSpan: Hashable, Sendable {
  /// Offsets into the string's UTF-8.
  package var utf8: Range<Int>
  package var style: TextStyle

  package init(utf8: Range<Int>, style: TextStyle) {
    self.utf8 = utf8
    self.style = style
  }
}

/// What the typesetter lays out: a string, a style, and spans that differ from it.
package struct StyledText: Hashable, Sendable {
  package var string: String
  /// The style wherever no span lies.
  package var base: TextStyle
  /// Ascending and without overlap.
  package var spans: [TextSpan]

  package init(_ string: String, base: TextStyle, spans: [TextSpan] = []) {
    self.string = string
    self.base = base
    self.spans = spans
  }
}
