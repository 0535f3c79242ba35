import Foundation

/// Counts newlines in a stream of bytes and notes where sparse checkpoints lie.
///
/// A value that can stop after any buffer and go on later from the same byte, also in a file that has
/// grown since. It looks at eight bytes at a time and does not branch per line, so that files of very
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

  /// A scanner at the beginning.
  init() {}

  init(format: RowFormat) {}

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
      let count = Self.newlines(in: stretch)
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
      let end = bytes + Self.offset(ofNewline: 1, in: stretch)
      if end - lastLineStart > LongLine.limit {
        longLines.append(LongLine(number: newlines, units: lastLineStart..<end))
      }
    }
    let untilCheckpoint = RowIndex.stride - newlines % RowIndex.stride
    var checkpoint = untilCheckpoint
    while checkpoint <= count {
      let offset = bytes + Self.offset(ofNewline: checkpoint, in: stretch) + 1
      found.checkpoints.append(offset)
      lastAnchor = offset
      checkpoint += RowIndex.stride
    }
    // Only a stretch far from the last anchor can hold a landmark; there are few of them.
    if bytes + stretch.count - lastAnchor >= RowIndex.landmarkDistance {
      let offset = bytes + Self.offset(ofNewline: count, in: stretch) + 1
      if offset - lastAnchor >= RowIndex.landmarkDistance {
        found.landmarks.append(RowIndex.Anchor(row: newlines + count, offset: offset))
        lastAnchor = offset
      }
    }
    lastLineStart = bytes + Self.lastNewline(in: stretch) + 1
    newlines += count
  }

  // MARK: Eight bytes at a time

  private static let lowBits: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let newline: UInt64 = 0x0a0a_0a0a_0a0a_0a0a

  /// A word with 1 in every byte of `word` that is a newline and 0 in the others; exact for every input.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    let difference = word ^ newline
    let nonZero = ((difference & lowBits) &+ lowBits) | difference
    return (~nonZero >> 7) & ones
  }

  /// - Precondition: at most 255 whole words, the capacity of a lane's counter.
  private static func newlines(in stretch: UnsafeRawBufferPointer) -> Int {
    let words = stretch.count / 8
    var lanes: UInt64 = 0
    for word in 0..<words {
      lanes &+= marks(stretch.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self))
    }
    // Eight byte-wide counters are summed in two steps: their sum may exceed a byte.
    let pairs = (lanes & 0x00ff_00ff_00ff_00ff) &+ ((lanes >> 8) & 0x00ff_00ff_00ff_00ff)
    var count = Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    for byte in words * 8..<stretch.count where stretch[byte] == 0x0a { count += 1 }
    return count
  }

  /// The position of the `ordinal`-th newline, counted from 1.
  private static func offset(ofNewline ordinal: Int, in stretch: UnsafeRawBufferPointer) -> Int {
    var left = ordinal
    var position = 0
    while position + 8 <= stretch.count {
      let word = marks(stretch.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let count = Int((word &* ones) >> 56)
      if count >= left { break }
      left -= count
      position += 8
    }
    while true {
      if stretch[position] == 0x0a {
        left -= 1
        if left == 0 { return position }
      }
      position += 1
    }
  }

  private static func lastNewline(in stretch: UnsafeRawBufferPointer) -> Int {
    var position = stretch.count - 1
    while stretch[position] != 0x0a { position -= 1 }
    return position
  }
}
