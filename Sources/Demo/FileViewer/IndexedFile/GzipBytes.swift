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
/// Data that has grown is gone on with where it ended. `OpenFile` opens a file anew whose data is another.
final class GzipBytes: ByteSource, @unchecked Sendable {
  static let blockLength = 256 << 10
  /// Copies of zlib's state, of some 40 kB each: 64 MB.
  static let mostPoints = 1600
  /// Blocks and streams that are kept. Blocks reach over two copies of the state: to scroll up makes each block once.
  private static let mostBlocks = 32
  private static let mostStreams = 16

  /// A stream, the block that it makes next, and what it has made of that before the data ended.
  private struct Cursor {
    let stream: GzipStream
    var block: Int
    var begun: [UInt8] = []
    /// How often the data had grown when the stream began, or when it went on behind an end.
    var growth: Int
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
  /// The stream that has reached the end.
  private var last: Cursor?
  /// The data as it was looked at last, and a hash of it.
  private var state: (stamp: FileStamp?, isFresh: Bool, hash: Int)
  /// How often the data has grown.
  private var growth = 0

  init(_ data: PlainBytes, mostPoints: Int = GzipBytes.mostPoints) {
    self.data = data
    self.mostPoints = mostPoints
    let stamp = FileStamp(descriptor: data.descriptor)
    state = (stamp, stamp?.isFresh ?? false, Self.hash(of: data, stamp?.size ?? 0))
  }

  /// A hash of the first bytes of the data: of all of them where they are few, else of pieces that are spread over them.
  private static func hash(of data: PlainBytes, _ size: Int) -> Int {
    let (pieces, length) = size <= 1 << 20 ? (1, size) : (64, 256)
    var hasher = Hasher()
    withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { buffer in
      for piece in 0..<pieces {
        let place = (size - length) * piece / max(1, pieces - 1)
        let count = (try? data.read(into: buffer, at: place)) ?? 0
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    return hasher.finalize()
  }

  /// Bytes of the data when it was looked at last.
  var dataSize: Int { lock.withLock { state.stamp?.size ?? 0 } }

  /// Looks at the data again. Called by one thread at a time.
  /// - Returns: false where it is not that of before with more behind it: what was read holds no more.
  func takeGrowth() -> Bool {
    let (now, known) = (FileStamp(descriptor: data.descriptor), lock.withLock { state })
    guard now != known.stamp || known.isFresh else { return true }
    guard let now, let old = known.stamp, now.size >= old.size, Self.hash(of: data, old.size) == known.hash else {
      return false
    }
    let isFresh = now.isFresh
    let hash = now.size == old.size ? known.hash : Self.hash(of: data, now.size)
    lock.withLock {
      state = (now, isFresh, hash)
      guard now.size > old.size else { return }
      growth += 1
      guard let end, end.reason == .whole || end.reason == .cutOff, let last else { return }
      last.stream.goOn()
      idle.append(Cursor(stream: last.stream, block: last.block, begun: last.begun, growth: growth))
      blocks.removeAll { $0.number == last.block }
      (self.end, self.last) = (nil, nil)
    }
    return true
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
      var failure: UnreadableInput?
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.blockLength) { buffer, count in
        let buffer = UnsafeMutableRawBufferPointer(buffer)
        buffer.copyBytes(from: cursor.begun)
        count = cursor.begun.count
        do throws(UnreadableInput) {
          count += try cursor.stream.fill(UnsafeMutableRawBufferPointer(rebasing: buffer[count...])) {
            buffer, offset throws(UnreadableInput) in try data.read(into: buffer, at: offset)
          }
        } catch { failure = error }
      }
      if let failure { throw failure }
      let made = cursor.block
      lock.withLock { keep(bytes, &cursor, isWanted: made == number) }
      if cursor.block > number || cursor.stream.end != nil { return made == number ? bytes : [] }
    }
  }

  /// The stream that is nearest before a block: one at rest, or a copy.
  private func takeCursor(atOrBefore number: Int) -> Cursor {
    let index = idle.indices.filter { idle[$0].block <= number }.max { idle[$0].block < idle[$1].block }
    var place = number / spacing * spacing
    while place > 0, points[place] == nil { place -= spacing }
    if let index, idle[index].block >= place { return idle.remove(at: index) }
    return Cursor(stream: points[place]?.copy() ?? GzipStream(), block: place, growth: growth)
  }

  /// Keeps the block that a cursor has made, and what there is to know by it; the cursor goes on with the next one, or with
  /// the same where the data has grown since it was read.
  private func keep(_ bytes: [UInt8], _ cursor: inout Cursor, isWanted: Bool) {
    if cursor.stream.end != nil, cursor.growth < growth {
      cursor.stream.goOn()
      (cursor.begun, cursor.growth) = (bytes, growth)
      if cursor.stream.end == nil { return }
    }
    clock += 1
    blocks.append(Block(number: cursor.block, bytes: bytes, use: clock))
    if blocks.count > Self.mostBlocks, let oldest = blocks.indices.min(by: { blocks[$0].use < blocks[$1].use }) {
      blocks.remove(at: oldest)
    }
    let text = cursor.block * Self.blockLength + bytes.count
    if text > front.text { front = (text, cursor.stream.offset) }
    if let reason = cursor.stream.end {
      end = (text, reason)
      last = Cursor(stream: cursor.stream, block: cursor.block, begun: bytes, growth: growth)
      return
    }
    (cursor.block, cursor.begun) = (cursor.block + 1, [])
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
