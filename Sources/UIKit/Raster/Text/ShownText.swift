import Pixels
import Primitives
import Typesetting

/// The text that the bitmap of a text slot shows, kept so that the next text draws only the words that differ.
///
/// A label mostly shows the same kind of text again: the number of another row, another time or price. Words that stand
/// where the text before had them stay; only the columns between are cleared and drawn. That is done for one line in
/// one look, where ink does not cross from one word to another. The bitmap is the same, to the pixel, as if all were
/// drawn anew.
struct ShownText {
  /// The properties that all words of a line share, besides the ground.
  private struct Look: Equatable {
    private let face: FontFaceID
    private let pixelSize: Double
    private let shaping: TextShaping
    private let x, baseline: Double
    private let color: DrawColor
    private let height: Int

    /// The look of a text; nil for one that has several, or is more than words.
    init?(_ frame: UnsafePointer<TextFrame>) {
      guard frame.pointee.runs.count == 1 else { return nil }
      let look = frame.pointee.runs.withUnsafeBufferPointer { runs -> Look? in
        guard let run = runs.baseAddress, run.pointee.background == nil, !run.pointee.isUnderlined,
          !run.pointee.isStruckThrough, run.pointee.words == 0..<frame.pointee.words.count
        else { return nil }
        return Look(run, of: frame)
      }
      guard let look else { return nil }
      self = look
    }

    private init(_ run: UnsafePointer<TextRun>, of frame: UnsafePointer<TextFrame>) {
      face = run.pointee.face
      pixelSize = run.pointee.pixelSize
      shaping = run.pointee.shaping
      x = run.pointee.x + frame.pointee.offsetX
      baseline = run.pointee.baseline + frame.pointee.offsetY
      color = run.pointee.color
      height = frame.pointee.pixelHeight
    }

    /// By numbers: the comparison made for other modules' types is a call for each.
    static func == (first: Look, second: Look) -> Bool {
      first.x == second.x && first.baseline == second.baseline && first.pixelSize == second.pixelSize
        && first.face.rawValue == second.face.rawValue && first.color.argb == second.color.argb
        && first.height == second.height && first.shaping.script == second.shaping.script
        && first.shaping.isRightToLeft == second.shaping.isRightToLeft
    }
  }

  /// The difference between a text and the one before.
  private struct Difference {
    /// The words that are not the same: those that go, and those that come.
    var old, new: Range<Int>
    /// The columns between the ink of those that stay.
    var columns: Range<Int>
  }

  /// Nil for text whose words are not told apart.
  private var look: Look?
  private var words: ContiguousArray<TextWord> = []
  /// Where the ink of each word is.
  private var ink: ContiguousArray<InkColumns> = []
  /// The rows of the bitmap that may show more than the ground.
  private var rows = 0..<0
  /// The width of the bitmap; further right there is only ground.
  private var width = 0

  /// Draws a text into a bitmap that shows its ground alone.
  init(_ frame: UnsafePointer<TextFrame>, into bitmap: inout TextBitmap, by engine: SDLTextEngine) {
    drawAll(frame, into: &bitmap, by: engine)
  }

  /// Draws a text into the bitmap that shows this one, on the same ground.
  mutating func replace(
    with frame: UnsafePointer<TextFrame>, in bitmap: inout TextBitmap, by engine: SDLTextEngine
  ) {
    if let difference = difference(to: frame) {
      bitmap.clear(columns: difference.columns, rows: rows)
      bitmap.keepLine(endingAt: difference.columns.lowerBound, rows: rows)
      if drawChanged(difference, frame, into: &bitmap, by: engine) { return }
      bitmap.beginAnew()
    }
    bitmap.clear(columns: 0..<max(width, bitmap.width), rows: rows)
    drawAll(frame, into: &bitmap, by: engine)
  }

  private mutating func drawAll(
    _ frame: UnsafePointer<TextFrame>, into bitmap: inout TextBitmap, by engine: SDLTextEngine
  ) {
    look = Look(frame)
    words = frame.pointee.words
    if look == nil {
      engine.draw(frame, into: &bitmap)
    } else {
      if ink.count != words.count { ink = ContiguousArray(repeating: .none, count: words.count) }
      ink.withUnsafeMutableBufferPointer {
        engine.draw(frame, words: 0..<words.count, into: &bitmap, notingInk: $0.baseAddress)
      }
    }
    rows = bitmap.paintedRows
    width = bitmap.width
  }

  /// - Returns: whether the words stand clear of those to their right that stay; if not, all has to be drawn.
  private mutating func drawChanged(
    _ difference: Difference, _ frame: UnsafePointer<TextFrame>, into bitmap: inout TextBitmap,
    by engine: SDLTextEngine
  ) -> Bool {
    words = frame.pointee.words
    if difference.old.count != difference.new.count {
      ink.replaceSubrange(difference.old, with: repeatElement(.none, count: difference.new.count))
    }
    ink.withUnsafeMutableBufferPointer {
      engine.draw(
        frame, words: difference.new, into: &bitmap, notingInk: $0.baseAddress.map { $0 + difference.new.lowerBound })
    }
    rows = bitmap.paintedRows
    width = bitmap.width
    if difference.new.upperBound == words.count { return true }
    return difference.new.allSatisfy { Int(ink[$0].end) <= difference.columns.upperBound }
  }

  /// The words that another text has in the place of some of these; nil where all has to be drawn.
  private func difference(to frame: UnsafePointer<TextFrame>) -> Difference? {
    guard let look, look == Look(frame) else { return nil }
    return frame.pointee.words.withUnsafeBufferPointer { new in
      words.withUnsafeBufferPointer { old in difference(from: old, to: new, width: frame.pointee.pixelWidth) }
    }
  }

  private func difference(
    from old: UnsafeBufferPointer<TextWord>, to new: UnsafeBufferPointer<TextWord>, width: Int
  ) -> Difference? {
    func isSame(_ first: Int, _ second: Int) -> Bool {
      old[first].id == new[second].id && old[first].x == new[second].x
    }
    let fewer = min(old.count, new.count)
    var before = 0
    while before < fewer, isSame(before, before) { before &+= 1 }
    var after = 0
    while after < fewer &- before, isSame(old.count &- 1 &- after, new.count &- 1 &- after) { after &+= 1 }
    let changed = before..<old.count - after
    var (start, end) = (0, self.width)
    for word in ink[..<before] { start = max(start, Int(word.end)) }
    for word in ink[changed.upperBound...] where !word.isEmpty { end = min(end, Int(word.start)) }
    guard before > 0 || after > 0, start <= end,
      ink[changed].allSatisfy({ $0.isEmpty || Int($0.start) >= start && Int($0.end) <= end })
    else { return nil }
    // Ink may have been cut off at the right edge, and must not be left beyond it.
    if width != self.width { guard after == 0, start < self.width, start <= width else { return nil } }
    return Difference(old: changed, new: before..<new.count - after, columns: start..<end)
  }
}

/// The columns of a bitmap that have ink of a word.
struct InkColumns {
  var start, end: Int32

  /// Of a word without ink, or outside of the bitmap.
  static let none = InkColumns(start: 0, end: 0)
  var isEmpty: Bool { start == end }
}
