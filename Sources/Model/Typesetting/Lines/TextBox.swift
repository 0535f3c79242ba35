import Primitives

/// The space text is laid out in and how it fills it. Lengths are device pixels.
package struct TextBox: Hashable, Sendable {
  /// No line is longer and no text higher than this many pixels, infinite boxes
  /// included: the limit of common textures, and what bounds the work for one
  /// endless line.
  package static let limit = 16_384.0

  /// Width of a line, `0...limit`.
  package let width: Double
  /// Height the lines must fit in, `0...limit`; one line is laid out in any case.
  package let height: Double
  /// Most lines to make; 0 for as many as fit.
  package let maximumLines: Int
  /// The treatment of a line that is too long.
  package let lineBreakMode: NSLineBreakMode
  /// Where lines stand relative to each other, and by `TextLayout.placement` in the box.
  package let alignment: NSTextAlignment
  /// Added between lines; negative or not finite counts as 0.
  package let lineSpacing: Double

  /// - Parameters:
  ///   - width: infinite or huge values mean `limit`; negative and NaN mean 0.
  ///   - height: likewise.
  package init(
    width: Double, height: Double = .infinity, maximumLines: Int = 1,
    lineBreakMode: NSLineBreakMode = .byTruncatingTail, alignment: NSTextAlignment = .natural,
    lineSpacing: Double = 0
  ) {
    func clamped(_ value: Double) -> Double { value > 0 ? min(value, Self.limit) : 0 }
    self.width = clamped(width)
    self.height = clamped(height)
    self.maximumLines = max(0, maximumLines)
    self.lineBreakMode = lineBreakMode
    self.alignment = alignment
    self.lineSpacing = lineSpacing.isFinite ? max(0, lineSpacing) : 0
  }

  /// Whether a line of `length` pixels fits, give or take what is lost between
  /// points and pixels.
  package func fits(_ length: Double) -> Bool { length <= width + Self.tolerance }

  /// An eighth of a pixel, which cannot be seen: a word may be some hundredths wider when it is measured again.
  static let tolerance = 0.125
}
