/// The widths of short runs measured lately.
///
/// A direct-mapped table: a new entry replaces the one in its place, so memory is
/// bounded and nothing is ever swept. A label that is measured and then laid out
/// asks the engine once.
struct AdvanceCache {
  private struct Entry {
    var text: String
    var face: FontFaceID
    var pixelSize: Double
    var shaping: TextShaping
    var width: Double
  }

  /// A power of two.
  static let capacity = 1024
  /// Longer runs are not kept, so that the cache holds at most about 100 KB.
  static let maximumBytes = 64

  private var entries = ContiguousArray<Entry?>(repeating: nil, count: capacity)
  /// Lookups answered from the table, and those that asked the engine.
  private(set) var hits = 0
  private(set) var misses = 0

  /// The width of `text`, from the table or else from `measure`.
  mutating func width(
    of text: Substring, face: FontFaceID, pixelSize: Double, shaping: TextShaping,
    measure: () -> Double
  ) -> Double {
    guard text.utf8.count <= Self.maximumBytes else {
      misses += 1
      return measure()
    }
    let place = Self.place(of: text, face: face, pixelSize: pixelSize)
    if let entry = entries[place], entry.face == face, entry.pixelSize == pixelSize,
      entry.shaping == shaping, entry.text.utf8.count == text.utf8.count,
      entry.text.utf8.elementsEqual(text.utf8)
    {
      hits += 1
      return entry.width
    }
    misses += 1
    let width = measure()
    entries[place] = Entry(
      text: String(text), face: face, pixelSize: pixelSize, shaping: shaping, width: width)
    return width
  }

  /// FNV-1a over the bytes, then face and size.
  private static func place(of text: Substring, face: FontFaceID, pixelSize: Double) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ UInt64(truncatingIfNeeded: face.rawValue)) &* 0x100_0000_01B3
    hash = (hash ^ pixelSize.bitPattern >> 40) &* 0x100_0000_01B3
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & (capacity - 1)
  }
}
