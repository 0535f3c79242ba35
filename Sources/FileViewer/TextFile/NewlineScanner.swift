import TextSearch

/// Counts newlines in a stream of bytes and notes where sparse checkpoints lie.
///
/// A value that can stop after any buffer and go on later from the same byte, also in a file that has
/// grown since. It looks at many bytes at a time and does not branch per line, so that files of very
/// short lines cost no more than others.
struct NewlineScanner: RowScanner, Equatable {
  static let hasFields = false

  /// Newlines seen so far.
  private(set) var newlines = 0
  /// Bytes seen so far: the offset at which the next buffer starts. A byte stands for a unit; see `RowFormat`.
  private(set) var bytes = 0
  /// Offset of the first byte after the last newline.
  private(set) var lastLineStart = 0
  /// Lines that have ended and are longer than `LongLine.limit`.
  private(set) var longLines: [LongLine] = []
  /// Offset of the last checkpoint or landmark.
  private var lastAnchor = 0

  init(format: RowFormat = RowFormat()) {}

  /// The line that has not ended, if it is longer than `LongLine.limit`.
  var openLongLine: LongLine? {
    bytes - lastLineStart > LongLine.limit ? LongLine(number: newlines, units: lastLineStart..<bytes) : nil
  }
  var units: Int { bytes }
  /// Lines known so far, an unfinished last one included.
  var rows: Int { newlines + (bytes > lastLineStart ? 1 : 0) }
  var columns: Int { 1 }
  var plainFrom: Int? { nil }
  var canResume: Bool { true }

  mutating func end(_ findings: inout RowIndex.Findings) -> Bool { false }

  /// Takes the next bytes of the stream and appends the checkpoints found in them to `found`.
  mutating func scan(_ buffer: UnsafeRawBufferPointer, into found: inout RowIndex.Findings) {
    var position = 0
    while position < buffer.count {
      let length = min(Self.stretch, buffer.count - position)
      let stretch = UnsafeRawBufferPointer(rebasing: buffer[position..<position + length])
      let count = ByteScan.newlines(in: stretch)
      if count > 0 { note(count, in: stretch, into: &found) }
      bytes += length
      position += length
    }
  }

  /// Bytes counted before anything is decided: long enough for the loop to be vectorised, short enough
  /// for the second look at a stretch that holds a checkpoint to be cheap.
  private static let stretch = 512

  private mutating func note(
    _ count: Int, in stretch: UnsafeRawBufferPointer, into found: inout RowIndex.Findings
  ) {
    if bytes + stretch.count - lastLineStart > LongLine.limit {
      let end = bytes + Self.lineStart(1, in: stretch) - 1
      if end - lastLineStart > LongLine.limit {
        longLines.append(LongLine(number: newlines, units: lastLineStart..<end))
      }
    }
    lastLineStart = bytes + ByteScan.lineStart(in: stretch, before: stretch.count)
    var checkpoint = RowIndex.stride - newlines % RowIndex.stride
    while checkpoint <= count {
      lastAnchor = bytes + Self.lineStart(checkpoint, in: stretch)
      found.checkpoints.append(lastAnchor)
      checkpoint += RowIndex.stride
    }
    newlines += count
    if lastLineStart - lastAnchor >= RowIndex.landmarkDistance {
      found.landmarks.append(RowIndex.Anchor(row: newlines, offset: lastLineStart))
      lastAnchor = lastLineStart
    }
  }

  /// The place behind a newline, counted from 1.
  private static func lineStart(_ number: Int, in stretch: UnsafeRawBufferPointer) -> Int {
    (0..<number).reduce(0) { start, _ in (ByteScan.newline(in: stretch, from: start) ?? start) + 1 }
  }
}
