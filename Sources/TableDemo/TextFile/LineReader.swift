import Foundation

/// Fetches lines by number.
///
/// Keeps the line starts of the last few blocks it looked at (2 KB each), so that the rows of one screen
/// cost one scan of a few pages and one short `pread` a row. Reads no more than a bounded part of a line.
struct LineReader {
  private let file: OpenFile
  private var blocks: [Block] = []
  private var buffer = [UInt8](repeating: 0, count: 1 + textLimit)
  /// Bytes of a line that are looked at.
  private static let textLimit = LineText.limit + LineText.slack

  /// Line starts from an anchor on, as far as they were needed yet.
  private struct Block {
    var anchor: LineIndex.Anchor
    /// `starts[k]` is where line `anchor.line + k` starts; the first is the anchor's offset.
    var starts: [Int]
    /// Bytes after the last start that are known to hold no newline.
    var clearBytes = 0
  }

  /// What was found for a line.
  enum Line: Equatable {
    case text(String)
    /// The file's bytes are not those the index was made of: it was cut, overwritten or replaced since.
    case outdated
  }

  private static let blockLimit = 8
  private static let scanSize = 16 << 10
  private static let newline: UInt8 = 0x0a
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  init(file: OpenFile) { self.file = file }

  /// Forgets the cached starts; to be called when the index is of other bytes than before.
  mutating func reset() { blocks.removeAll() }

  /// The text of line `number`, counted from 0.
  ///
  /// The file may hold other bytes than the index was made of. That is told where it shows; else some text is given
  /// that the file holds, never more of it than of any line.
  /// - Precondition: `number` is below `index.lineCount`.
  /// - Complexity: at most `LineIndex.landmarkDistance` bytes are scanned, a few pages as a rule.
  mutating func line(_ number: Int, index: LineIndex) -> Line {
    precondition(number >= 0 && number < index.lineCount, "line \(number) of \(index.lineCount)")
    let anchor = index.anchor(atOrBefore: number)
    var block = take(anchor)
    defer { keep(block) }
    let ordinal = number - anchor.line
    guard extend(&block, to: ordinal, end: index.byteCount) else { return .outdated }
    let start = block.starts[ordinal]
    // The byte before the line has to be the newline that ends the line above.
    let lead = start > 0 ? 1 : 0
    guard start < index.byteCount,
      let count = try? buffer.withUnsafeMutableBytes({ bytes in
        try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<(lead + Self.textLimit)]), at: start - lead)
      }),
      count > lead, lead == 0 || buffer[0] == Self.newline
    else { return .outdated }
    // Bytes that came after the index was made belong to lines the table does not know of yet.
    var known = buffer[lead..<min(count, lead + index.byteCount - start)]
    let isCut = known.count == Self.textLimit
    if start == 0, known.starts(with: Self.byteOrderMark) { known = known.dropFirst(3) }
    if let end = known.firstIndex(of: Self.newline) {
      return .text(LineText.text(of: known[..<end], isCut: false))
    }
    return .text(LineText.text(of: known, isCut: isCut))
  }

  private mutating func take(_ anchor: LineIndex.Anchor) -> Block {
    if let slot = blocks.lastIndex(where: { $0.anchor == anchor }) { return blocks.remove(at: slot) }
    return Block(anchor: anchor, starts: [anchor.offset])
  }

  private mutating func keep(_ block: Block) {
    if blocks.count == Self.blockLimit { blocks.removeFirst() }
    blocks.append(block)
  }

  /// Scans on until the start of the block's line `ordinal` is known.
  /// - Parameter end: of the bytes the index was made of.
  /// - Returns: false when there is no such line before `end`, or none as near as the index promises.
  private func extend(_ block: inout Block, to ordinal: Int, end: Int) -> Bool {
    guard block.starts.count <= ordinal else { return true }
    let limit = min(end, block.anchor.offset + LineIndex.farthestStart)
    return withUnsafeTemporaryAllocation(byteCount: Self.scanSize, alignment: 64) { scan in
      while block.starts.count <= ordinal {
        let from = block.starts[block.starts.count - 1] + block.clearBytes
        guard from < limit else { return false }
        let part = UnsafeMutableRawBufferPointer(rebasing: scan[..<min(Self.scanSize, end - from)])
        guard let count = try? file.read(into: part, at: from), count > 0 else { return false }
        block.clearBytes += count
        var position = 0
        while block.starts.count <= LineIndex.stride, position < count,
          let hit = memchr(part.baseAddress! + position, Int32(Self.newline), count - position)  // never empty
        {
          position = UnsafeRawPointer(hit) - UnsafeRawPointer(part.baseAddress!) + 1
          block.starts.append(from + position)
          block.clearBytes = count - position
        }
      }
      return true
    }
  }
}
