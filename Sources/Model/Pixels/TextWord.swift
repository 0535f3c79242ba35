/// A piece of a run that is drawn as one picture, at its place: a word, or a digit of a number.
///
/// Public, not `package`: each word of each label passes through three modules, and Swift inlines nothing across modules that
/// is not public. `UIKit` does not offer it to programs.
public struct TextWord: Equatable, Sendable {
  /// The text engine's own number of it. An engine may have forgotten the word by the time it is drawn, and knows it by its
  /// text then.
  public var id: UInt64
  /// Where its text begins in the run's UTF-8.
  public var start: Int32
  /// Bytes of its text.
  public var count: Int32
  /// Its left end, in pixels from the left end of the run.
  public var x: Float
  /// Its width in pixels.
  public var width: Float

  /// - Parameters:
  ///   - id: as the engine numbers its words.
  ///   - start: 0 and up.
  ///   - count: bytes, at least 1.
  ///   - x: in pixels.
  ///   - width: in pixels, 0 or more.
  @inlinable public init(id: UInt64, start: Int32, count: Int32, x: Float, width: Float) {
    self.id = id
    self.start = start
    self.count = count
    self.x = x
    self.width = width
  }

  /// Moves a word of a part of a run to where it is in the whole.
  /// - Parameters:
  ///   - bytes: of the run before the part.
  ///   - pixels: from the run's left end to the part's.
  @inlinable public mutating func shift(bytes: Int, pixels: Double) {
    start += Int32(truncatingIfNeeded: bytes)
    x += Float(pixels)
  }
}
