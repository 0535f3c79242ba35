import DemoParts
import Foundation
import Gzip

/// The text of a gzip file by position: decompressed as it is asked for, and never kept whole.
///
/// The text is made in blocks. The first reader of a part leaves copies of zlib's state on the way, one every four
/// megabytes; any block is made from the copy before it. The blocks made last are kept, and so are the streams that
/// made them, so that readers from front to back go on where they were. Memory is bounded: where there would be more copies
/// than `mostPoints`, every other one is given up, and they stand twice as far apart from then on.
///
/// The data is that of the moment in which the file was opened: `OpenFile` opens a file anew that has changed.
final class GzipBytes: ByteSource, @unchecked Sendable {
  static let blockLength = 256 << 10
  /// Copies of zlib's state, of some 40 kB each: 64 MB.
  static let mostPoints = 1600
  /// Blocks and streams that are kept. Blocks reach over two copies of the state: to scroll up makes each block once.
  private static let mostBlocks = 32
  private static let mostStreams = 16

  /// A stream, and the block that it makes next.
  private struct Cursor {
    let stream: GzipStream
    var block: Int
  }

  private struct Block {
    let number: Int
    let bytes: [UInt8]
    var use: Int
  }

  private let data: PlainBytes
  private let mostPoints: Int
  /// Guards the properties below. Reading and decompressing happen outside of it.
  private let lock = NSLock()
  /// Copies of streams, by the block that they make next.
  private var points = [0: GzipStream()]
  /// Blocks between two points.
  private var spacing = 16
  private var blocks: [Block] = []
  /// Streams at rest, the one used last at the end.
  private var idle: [Cursor] = []
  private var clock = 0
  /// The farthest place that was read, in the text and in the data.
  private var front = (text: 0, data: 0)
  private var end: (size: Int, reason: GzipStream.End)?

  init(_ data: PlainBytes, mostPoints: Int = GzipBytes.mostPoints) {
    self.data = data
    self.mostPoints = mostPoints
  }

  var pointCount: Int { lock.withLock { points.count } }

  /// Before the text was read to its end, the size that it has if what follows is compressed as what was read.
  var size: Int {
    let (front, end) = lock.withLock { (self.front, self.end) }
    if let end { return end.size }
    let ratio = front.data > 0 ? Double(front.text) / Double(front.data) : 1
    return max(front.text, Int(Double(data.size) * ratio))
  }

  var fault: String? {
    let end = lock.withLock { self.end }
    return switch end?.reason {
    case nil, .whole: nil
    case .cutOff: "cut off: the gzip data ends too early"
    case .damaged(let offset): "damaged at byte \(GroupedNumber.string(offset)) of the gzip data: no more can be read"
    case .wrongChecksum: "damaged: the checksum of the gzip data is wrong"
    case .surplus(let offset): "all behind byte \(GroupedNumber.string(offset)) of the file is no gzip data"
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(UnreadableInput) -> Int {
    var filled = 0
    while filled < buffer.count {
      let (number, place) = (offset + filled).quotientAndRemainder(dividingBy: Self.blockLength)
      let block: [UInt8]
      if let kept = kept(number) { block = kept } else { block = try made(number) }
      let part = block.dropFirst(place).prefix(buffer.count - filled)
      guard !part.isEmpty else { break }
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
      filled += part.count
    }
    return filled
  }

  private func kept(_ number: Int) -> [UInt8]? {
    lock.withLock {
      if let end, number * Self.blockLength >= end.size { return [] }
      guard let index = blocks.firstIndex(where: { $0.number == number }) else { return nil }
      clock += 1
      blocks[index].use = clock
      return blocks[index].bytes
    }
  }

  /// Makes a block, and those before it from the nearest place on that is known.
  private func made(_ number: Int) throws(UnreadableInput) -> [UInt8] {
    var cursor = lock.withLock { takeCursor(atOrBefore: number) }
    while true {
      var written = 0
      var failure: UnreadableInput?
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.blockLength) { buffer, count in
        do throws(UnreadableInput) {
          written = try cursor.stream.fill(UnsafeMutableRawBufferPointer(buffer)) {
            buffer, offset throws(UnreadableInput) in try data.read(into: buffer, at: offset)
          }
        } catch { failure = error }
        count = written
      }
      if let failure { throw failure }
      cursor.block += 1
      lock.withLock { keep(bytes, cursor, isWanted: cursor.block > number) }
      if cursor.block > number || cursor.stream.end != nil { return cursor.block > number ? bytes : [] }
    }
  }

  /// The stream that is nearest before a block: one at rest, or a copy.
  private func takeCursor(atOrBefore number: Int) -> Cursor {
    let index = idle.indices.filter { idle[$0].block <= number }.max { idle[$0].block < idle[$1].block }
    var place = number / spacing * spacing
    while place > 0, points[place] == nil { place -= spacing }
    if let index, idle[index].block >= place { return idle.remove(at: index) }
    return Cursor(stream: points[place]?.copy() ?? GzipStream(), block: place)
  }

  /// Keeps a block that was made last, and what there is to know by it.
  private func keep(_ bytes: [UInt8], _ cursor: Cursor, isWanted: Bool) {
    clock += 1
    blocks.append(Block(number: cursor.block - 1, bytes: bytes, use: clock))
    if blocks.count > Self.mostBlocks, let oldest = blocks.indices.min(by: { blocks[$0].use < blocks[$1].use }) {
      blocks.remove(at: oldest)
    }
    let text = (cursor.block - 1) * Self.blockLength + bytes.count
    if text > front.text { front = (text, cursor.stream.offset) }
    if let reason = cursor.stream.end {
      end = (text, reason)
      return
    }
    if cursor.block % spacing == 0, points[cursor.block] == nil { keepPoint(cursor) }
    guard isWanted, !idle.contains(where: { $0.block == cursor.block }) else { return }
    idle.append(cursor)
    if idle.count > Self.mostStreams { idle.removeFirst() }
  }

  private func keepPoint(_ cursor: Cursor) {
    points[cursor.block] = cursor.stream.copy()
    guard points.count > mostPoints else { return }
    spacing *= 2
    points = points.filter { $0.key % spacing == 0 }
  }
}
