import DemoParts

/// Hashes of the bytes a pass has read: of all of a small file, and of short pieces, at most 64 spread evenly over all
/// bytes, and the last.
///
/// They tell a file that was appended to from one that holds other bytes now, without reading all of it again. Bytes
/// between the pieces can change unnoticed; whatever shifts the bytes after it cannot.
struct ContentSamples: Sendable {
  static let length = 256
  private static let capacity = 64

  /// Bytes between the starts of two pieces; doubles whenever there are too many of them.
  private var spacing = length
  /// Element k is of the bytes from `k * spacing` on.
  private var hashes: [Int] = []
  /// The part of the next piece that has been read.
  private var unfinished: [UInt8] = []
  /// The last bytes read, at most `length`.
  private var tail: [UInt8] = []
  /// Bytes read so far: the offset at which the next buffer starts.
  private(set) var byteCount = 0
  /// Of all bytes, as long as there are no more than `digestedLength`; nil for a file that is known to have more.
  private var hasher: Hasher?

  /// Bytes that are known whole.
  static let digestedLength = 16 << 20

  init(isDigested: Bool = true) { hasher = isDigested ? Hasher() : nil }

  mutating func append(_ buffer: UnsafeRawBufferPointer) {
    if byteCount + buffer.count <= Self.digestedLength { hasher?.combine(bytes: buffer) } else { hasher = nil }
    var position = 0
    while position < buffer.count {
      let left = buffer.count - position
      let untilPiece = hashes.count * spacing - (byteCount + position)
      if untilPiece > 0 {
        position += min(untilPiece, left)
        continue
      }
      let count = min(Self.length - unfinished.count, left)
      unfinished.append(contentsOf: buffer[position..<position + count])
      position += count
      if unfinished.count == Self.length { keepPiece() }
    }
    tail.append(contentsOf: buffer.suffix(Self.length))
    tail.removeFirst(max(0, tail.count - Self.length))
    byteCount += buffer.count
  }

  private mutating func keepPiece() {
    hashes.append(unfinished.hashValue)
    unfinished.removeAll()
    guard hashes.count == Self.capacity else { return }
    hashes = stride(from: 0, to: hashes.count, by: 2).map { hashes[$0] }
    spacing *= 2
  }

  /// Whether these are the same bytes as others; false where they are too many to tell.
  func isOfSameBytes(as other: ContentSamples) -> Bool {
    guard let hasher, let known = other.hasher, byteCount == other.byteCount else { return false }
    return hasher.finalize() == known.finalize()
  }

  /// Whether the file still holds the pieces where they were read.
  func agree(with file: OpenFile) throws(UnreadableInput) -> Bool {
    for (number, hash) in hashes.enumerated() {
      if try file.bytes(at: number * spacing, count: Self.length).hashValue != hash { return false }
    }
    return try file.bytes(at: byteCount - tail.count, count: tail.count) == tail
  }
}
