import DemoParts

/// Hashes of short pieces of the bytes a pass has read: at most 64 spread evenly over all of them, and the last piece.
///
/// They tell a file that was appended to from one that holds other bytes now, without reading all of it again. Bytes
/// between the pieces can change unnoticed; whatever shifts the bytes after it cannot.
struct ContentSamples: Sendable, Equatable {
  /// Bytes of a piece.
  static let length = 256
  private static let capacity = 64

  /// Bytes between the starts of two pieces; doubles whenever there are too many of them.
  private var spacing = length
  /// Element k is of the bytes from `k * spacing` on.
  private var hashes: [Hash] = []
  /// Of the part of the next piece that has been read.
  private var unfinished = Hash()
  /// The last bytes read, at most `length`.
  private var tail: [UInt8] = []
  /// Bytes read so far: the offset at which the next buffer starts.
  private(set) var byteCount = 0

  /// FNV-1a over 64 bits.
  private struct Hash: Sendable, Equatable {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var count = 0

    mutating func append(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
        count += 1
      }
    }
  }

  /// Takes the next bytes of the stream.
  mutating func append(_ buffer: UnsafeRawBufferPointer) {
    var position = 0
    while position < buffer.count {
      let left = buffer.count - position
      let untilPiece = hashes.count * spacing - (byteCount + position)
      if untilPiece > 0 {
        position += min(untilPiece, left)
        continue
      }
      let count = min(Self.length - unfinished.count, left)
      unfinished.append(buffer[position..<position + count])
      position += count
      if unfinished.count == Self.length { keepPiece() }
    }
    tail.append(contentsOf: buffer.suffix(Self.length))
    tail.removeFirst(max(0, tail.count - Self.length))
    byteCount += buffer.count
  }

  private mutating func keepPiece() {
    hashes.append(unfinished)
    unfinished = Hash()
    guard hashes.count == Self.capacity else { return }
    hashes = stride(from: 0, to: hashes.count, by: 2).map { hashes[$0] }
    spacing *= 2
  }

  /// Whether the file still holds the pieces where they were read.
  func agree(with file: OpenFile) throws(UnreadableInput) -> Bool {
    for (number, hash) in hashes.enumerated() {
      var now = Hash()
      now.append(try file.bytes(at: number * spacing, count: Self.length))
      if now != hash { return false }
    }
    return try file.bytes(at: byteCount - tail.count, count: tail.count) == tail
  }
}
