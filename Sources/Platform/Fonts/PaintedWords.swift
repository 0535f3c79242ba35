/// The result of a colour over an opaque one, for each coverage from 0 to 255.
package struct InkTable {
  /// Tells it from every other table of the program: pixels that were made with it hold for no other.
  package let number: UInt32
  /// 256 pixels, ARGB8888; the first is the ground.
  package let pixels: UnsafePointer<UInt32>

  /// - Parameters:
  ///   - number: never used for another pair of colours.
  ///   - pixels: 256, for as long as the table is used.
  package init(number: UInt32, pixels: UnsafePointer<UInt32>) {
    self.number = number
    self.pixels = pixels
  }
}

/// The picture of a word in an ink on a ground, in memory of the cache that keeps it: valid until the cache is asked
/// for the next one.
package struct PaintedWord {
  /// ARGB8888, rows without gaps.
  package let pixels: UnsafePointer<UInt32>
  /// The extent in pixels, at least 1.
  package let width, height: Int16
  /// As of a `WordMask`.
  package let left, top: Int16
}

/// Pictures of words in an ink on a ground, ready to be copied.
///
/// A program writes most of its words in the same colours again and again, and to look each pixel of them up takes five
/// times as long as to copy it. A word is painted when it is drawn for the second time. What was not used lately makes
/// room for it; where all was, it is not painted: more words than there is room for would only push each other out.
final class PaintedWords {
  private struct Entry {
    var word: WordCache.WordID
    var inks: UInt32
    /// -1 of an entry without a picture.
    var step: Int16
    /// Since the hand passed last.
    var wasUsed = true
    /// How often in a row it was asked for in other colours.
    var refusals: UInt8 = 0
    var pixels: UnsafeMutablePointer<UInt32>
    var width, height, left, top: Int16

    var bytes: Int { step < 0 ? 0 : Int(width) * Int(height) * MemoryLayout<UInt32>.stride }
  }

  /// Bytes of all pictures together: some three hundred words of usual size.
  static let byteLimit = 1 << 20
  /// Words of large titles are few, and would push out many others.
  private static let largestBytes = byteLimit / 32
  /// Entries that are looked at to make room for one.
  private static let patience = 8
  /// So often another pair of colours is asked for in a row before the picture changes to them.
  private static let stubbornness: UInt8 = 4

  /// Plain memory: every word that is drawn looks here.
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 64
  private var count = 0
  private var free: ContiguousArray<Int32> = []
  private var hand = 0
  /// The bytes of the pictures; at most `byteLimit`.
  private(set) var byteCount = 0

  init() { entries = .allocate(capacity: capacity) }

  deinit {
    for index in 0..<count where entries[index].step >= 0 { entries[index].pixels.deallocate() }
    entries.deallocate()
  }

  /// The picture at a place if it is that of a word, in these colours; nil where `picture` has to be asked.
  func known(at place: Int32, of word: WordCache.WordID, step: Int, _ inks: InkTable) -> PaintedWord? {
    let index = Int(place)
    guard index >= 0, index < count else { return nil }
    let entry = entries + index
    guard entry.pointee.word == word, entry.pointee.inks == inks.number, Int(entry.pointee.step) == step else {
      return nil
    }
    entry.pointee.refusals = 0
    entry.pointee.wasUsed = true
    return PaintedWord(
      pixels: UnsafePointer(entry.pointee.pixels), width: entry.pointee.width, height: entry.pointee.height,
      left: entry.pointee.left, top: entry.pointee.top)
  }

  /// The picture at a place, ARGB8888, its rows without gaps; painted now if that is worth while. Nil where the word
  /// has to be mixed.
  /// - Parameters:
  ///   - place: what an earlier call left there; anything the first time.
  ///   - mask: what the word covers, with pixels.
  func picture(
    at place: inout Int32, of word: WordCache.WordID, step: Int, _ mask: borrowing WordMask, _ inks: InkTable
  ) -> UnsafePointer<UInt32>? {
    if let known = known(at: place, of: word, step: step, inks) { return known.pixels }
    let index = Int(place)
    guard index >= 0, index < count, entries[index].word == word, Int(entries[index].step) == step else {
      return add(mask, of: word, step: step, inks, at: &place)
    }
    // In other colours.
    entries[index].refusals += 1
    guard entries[index].refusals == Self.stubbornness else { return nil }
    entries[index].inks = inks.number
    Self.paint(mask, inks, into: entries[index].pixels)
    entries[index].refusals = 0
    entries[index].wasUsed = true
    return UnsafePointer(entries[index].pixels)
  }

  private func add(
    _ mask: borrowing WordMask, of word: WordCache.WordID, step: Int, _ inks: InkTable, at place: inout Int32
  ) -> UnsafePointer<UInt32>? {
    let pixelCount = mask.width * mask.height
    let bytes = pixelCount * MemoryLayout<UInt32>.stride
    guard bytes > 0, bytes <= Self.largestBytes, let width = Int16(exactly: mask.width),
      let height = Int16(exactly: mask.height), let left = Int16(exactly: mask.left),
      let top = Int16(exactly: mask.top),
      makeRoom(for: bytes)
    else { return nil }
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: pixelCount)
    Self.paint(mask, inks, into: pixels)
    let index = takeEntry()
    (entries + index).initialize(
      to: Entry(
        word: word, inks: inks.number, step: Int16(step), pixels: pixels, width: width, height: height, left: left,
        top: top))
    place = Int32(index)
    byteCount += bytes
    return UnsafePointer(pixels)
  }

  private func takeEntry() -> Int {
    if let index = free.popLast() { return Int(index) }
    if count == capacity {
      let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
      larger.moveInitialize(from: entries, count: count)
      entries.deallocate()
      entries = larger
      capacity *= 2
    }
    count += 1
    return count - 1
  }

  private static func paint(
    _ mask: borrowing WordMask, _ inks: InkTable, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    guard let coverage = mask.pixels?.assumingMemoryBound(to: UInt8.self) else { return }
    for index in 0..<mask.width * mask.height { pixels[index] = inks.pixels[Int(coverage[index])] }
  }

  /// Drops what the hand finds unused, as long as there is too much.
  private func makeRoom(for bytes: Int) -> Bool {
    var looks = 0
    while byteCount + bytes > Self.byteLimit {
      guard looks < Self.patience else { return false }
      looks += 1
      hand = hand + 1 < count ? hand + 1 : 0
      if entries[hand].step < 0 { continue }
      guard !entries[hand].wasUsed else {
        entries[hand].wasUsed = false
        continue
      }
      entries[hand].pixels.deallocate()
      byteCount -= entries[hand].bytes
      entries[hand].step = -1
      free.append(Int32(hand))
    }
    return true
  }
}
