import Foundation
import Primitives

/// The words of a `WordCache` and their pictures, by text, font, script and direction, in the order of their use.
///
/// The word used the longest ago is dropped first when all together hold more than their share of memory, but never the
/// one used last. A word is known by its place, until another one is added or `dropSurplus()` is called, and by its id,
/// which tells it from all others and tells whether it was dropped. Every word that is laid out or drawn is looked up,
/// so entries are plain memory.
final class WordTable {
  private struct Entry {
    var hash: UInt64 = 0
    /// The word; freed with the entry.
    var text: UnsafeMutablePointer<UInt8>?
    var count: Int32 = 0
    var font: Int32 = 0
    var shaping: UInt64 = 0
    var width = 0.0
    /// One picture for each quarter of a pixel, each with its `Header`; freed with the entry.
    var pictures: (Picture?, Picture?, Picture?, Picture?) = (nil, nil, nil, nil)
    /// Where `PaintedWords` has them, by quarter.
    var painted: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    /// The bytes it holds beyond itself.
    var bytes = 0
    /// The next entry in the same bucket; of a free one, the next free one.
    var next: Int32 = -1
    /// Neighbours in the order of use.
    var newer: Int32 = -1
    var older: Int32 = -1
    /// Tells the words that have had this place apart; odd while there is one.
    var serial: UInt32 = 0
    /// `additions` when it last became one of the newest.
    var lastUse: UInt32 = 0
    var isDrawable = true
  }

  /// A header and pixels.
  private typealias Picture = UnsafeMutableRawPointer

  private struct Header {
    var width, height, left, top: Int16
    var isColor: Bool
    /// Whether it was drawn in some colour; until then it may only have been looked at to lay lines out.
    var wasDrawn = false
  }

  private static let headerBytes = 16
  /// Bytes after the pixels of a picture that may be read: letters are read eight bytes at a time.
  static let slackBytes = 8

  private let byteLimit: Int
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 256
  private var used: Int32 = 0
  private var firstFree: Int32 = -1
  /// Heads of chains; a power of two.
  private var buckets: UnsafeMutablePointer<Int32>
  private var bucketCount = 512
  private var newest: Int32 = -1
  private var oldest: Int32 = -1
  /// Counts the words and pictures that were added.
  private var additions: UInt32 = 0
  /// The words there are.
  private(set) var count = 0
  /// The bytes of the words with their pictures; at most the limit, or those of the word used last.
  private(set) var byteCount = 0

  /// - Parameter byteLimit: what words and pictures may hold together.
  init(byteLimit: Int) {
    self.byteLimit = byteLimit
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    buckets = .allocate(capacity: bucketCount)
    buckets.initialize(repeating: -1, count: bucketCount)
  }

  deinit {
    for place in 0..<Int(used) { free(&entries[place]) }
    entries.deallocate()
    buckets.deallocate()
  }

  // MARK: Words

  /// The place of a word, whose use is noted; nil for one that is not here.
  func find(_ text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping) -> Int? {
    let packed = shaping.packed
    let hash = Self.hash(text, font, packed)
    var place = buckets[bucket(of: hash)]
    while place >= 0 {
      let entry = entries + Int(place)
      if entry.pointee.hash == hash, Int(entry.pointee.count) == text.count, entry.pointee.font == font,
        entry.pointee.shaping == packed, let known = entry.pointee.text, let base = text.baseAddress,
        memcmp(known, base, text.count) == 0
      {
        noteUse(Int(place))
        return Int(place)
      }
      place = entry.pointee.next
    }
    return nil
  }

  /// Takes in a word that `find` did not find, as the newest, and drops what is too much.
  /// - Parameters:
  ///   - width: in pixels.
  ///   - isDrawable: whether it can have pictures.
  func add(
    _ text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: TextShaping, width: Double, isDrawable: Bool
  ) -> Int {
    let place = takePlace()
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
    if let base = text.baseAddress { copy.update(from: base, count: text.count) }
    let entry = entries + place
    entry.pointee.hash = Self.hash(text, font, shaping.packed)
    entry.pointee.text = copy
    entry.pointee.count = Int32(truncatingIfNeeded: text.count)
    entry.pointee.font = font
    entry.pointee.shaping = shaping.packed
    entry.pointee.width = width
    entry.pointee.isDrawable = isDrawable
    entry.pointee.bytes = MemoryLayout<Entry>.stride + text.count
    entry.pointee.serial &+= 1
    let bucket = bucket(of: entry.pointee.hash)
    entry.pointee.next = buckets[bucket]
    buckets[bucket] = Int32(place)
    link(place)
    additions &+= 1
    count += 1
    byteCount += entry.pointee.bytes
    dropSurplus()
    return place
  }

  /// The id of the word at a place, which no other word has, past or to come.
  func id(at place: Int) -> WordCache.WordID { UInt64(entries[place].serial) << 32 | UInt64(place) }

  /// The place of a word that is still there.
  func place(of id: WordCache.WordID) -> Int? {
    let place = Int(truncatingIfNeeded: id & 0xFFFF_FFFF)
    guard place < Int(used), UInt64(entries[place].serial) == id >> 32, id >> 32 & 1 == 1 else { return nil }
    return place
  }

  /// The width of the word at a place, in pixels.
  func width(at place: Int) -> Double { entries[place].width }

  /// The bytes of the word at a place, for as long as the word is there.
  func text(at place: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: entries[place].text, count: Int(entries[place].count))
  }

  /// Whether the word at a place can have pictures.
  func isDrawable(at place: Int) -> Bool { entries[place].isDrawable }

  /// The font of the word at a place, and how it is shaped in it.
  func style(at place: Int) -> (font: Int32, shaping: TextShaping) {
    (entries[place].font, TextShaping(packed: entries[place].shaping))
  }

  // MARK: Pictures

  /// The picture of the word at a place, until `dropSurplus()`; nil for one that was not made.
  /// - Parameter step: quarters of a pixel, 0...3.
  @inline(__always)
  func picture(at place: Int, step: Int) -> WordMask? { pointer(to: place, step).map(Self.read) }

  /// The columns with ink of the picture of the word at a place, from the word's origin on; nil for one that was not
  /// made.
  @inline(__always)
  func inkedColumns(at place: Int, step: Int) -> Range<Int>? {
    guard let header = pointer(to: place, step)?.assumingMemoryBound(to: Header.self) else { return nil }
    let left = Int(header.pointee.left)
    return left..<left &+ Int(header.pointee.width)
  }

  /// Notes that a picture is drawn in some colour.
  /// - Returns: whether it was before.
  func noteDrawn(at place: Int, step: Int) -> Bool {
    guard let header = pointer(to: place, step)?.assumingMemoryBound(to: Header.self) else { return false }
    defer { header.pointee.wasDrawn = true }
    return header.pointee.wasDrawn
  }

  /// Copies a picture, unless there is one or it is too large.
  /// - Parameter step: nil for a picture that is the same at all.
  func keep(_ made: WordMask, at place: Int, step: Int?) {
    let bytes = Self.headerBytes + made.rowBytes * made.height
    guard pointer(to: place, step ?? 0) == nil, bytes <= byteLimit / 8, let width = Int16(exactly: made.width),
      let height = Int16(exactly: made.height), let left = Int16(exactly: made.left), let top = Int16(exactly: made.top)
    else { return }
    let picture = Picture.allocate(byteCount: bytes + Self.slackBytes, alignment: 16)
    picture.storeBytes(
      of: Header(width: width, height: height, left: left, top: top, isColor: made.isColor), as: Header.self)
    if let pixels = made.pixels {
      (picture + Self.headerBytes).copyMemory(from: pixels, byteCount: bytes - Self.headerBytes)
    }
    switch step {
    case 0: entries[place].pictures.0 = picture
    case 1: entries[place].pictures.1 = picture
    case 2: entries[place].pictures.2 = picture
    case 3: entries[place].pictures.3 = picture
    default: entries[place].pictures = (picture, picture, picture, picture)
    }
    entries[place].bytes += bytes
    byteCount += bytes
    additions &+= 1
  }

  /// Where it stands at which place of `PaintedWords` the word's picture is; -1 for one that was not painted.
  @inline(__always)
  func paintedPlace(at place: Int, step: Int) -> UnsafeMutablePointer<Int32> {
    let offset = MemoryLayout<Entry>.offset(of: \.painted) ?? 0
    return (UnsafeMutableRawPointer(entries + place) + offset).assumingMemoryBound(to: Int32.self) + (step & 3)
  }

  private func pointer(to place: Int, _ step: Int) -> Picture? {
    switch step {
    case 0: entries[place].pictures.0
    case 1: entries[place].pictures.1
    case 2: entries[place].pictures.2
    default: entries[place].pictures.3
    }
  }

  @inline(__always)
  private static func read(_ picture: Picture) -> WordMask {
    let header = picture.load(as: Header.self)
    return WordMask(
      pixels: header.width > 0 ? UnsafeRawPointer(picture + headerBytes) : nil, width: Int(header.width),
      height: Int(header.height), left: Int(header.left), top: Int(header.top), isColor: header.isColor)
  }

  // MARK: The order of use

  /// Makes the word at a place the newest.
  func touch(_ place: Int) {
    guard newest != Int32(place) else { return }
    unlink(place)
    link(place)
  }

  /// Keeps a word from being dropped before those that were not used since something was added last. What is drawn
  /// again and again keeps its place in the order.
  @inline(__always)
  func noteUse(_ place: Int) {
    if entries[place].lastUse != additions { renew(place) }
  }

  @inline(never)
  private func renew(_ place: Int) {
    entries[place].lastUse = additions
    touch(place)
  }

  /// Drops what was used the longest ago, as long as there is too much; never the newest.
  func dropSurplus() {
    while byteCount > byteLimit, oldest >= 0, oldest != newest { drop(Int(oldest)) }
  }

  private func link(_ place: Int) {
    entries[place].older = newest
    entries[place].newer = -1
    if newest >= 0 { entries[Int(newest)].newer = Int32(place) } else { oldest = Int32(place) }
    newest = Int32(place)
  }

  private func unlink(_ place: Int) {
    let (newer, older) = (entries[place].newer, entries[place].older)
    if newer >= 0 { entries[Int(newer)].older = older } else { newest = older }
    if older >= 0 { entries[Int(older)].newer = newer } else { oldest = newer }
  }

  private func drop(_ place: Int) {
    unlink(place)
    let bucket = bucket(of: entries[place].hash)
    if buckets[bucket] == Int32(place) {
      buckets[bucket] = entries[place].next
    } else {
      var before = Int(buckets[bucket])
      while entries[before].next != Int32(place) { before = Int(entries[before].next) }
      entries[before].next = entries[place].next
    }
    count -= 1
    byteCount -= entries[place].bytes
    free(&entries[place])
    entries[place].serial &+= 1
    entries[place].next = firstFree
    firstFree = Int32(place)
  }

  // MARK: Places

  private func takePlace() -> Int {
    if firstFree >= 0 {
      let place = Int(firstFree)
      firstFree = entries[place].next
      return place
    }
    if Int(used) == capacity { grow() }
    used += 1
    return Int(used) - 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: capacity)
    (larger + capacity).initialize(repeating: Entry(), count: capacity)
    entries.deallocate()
    entries = larger
    capacity *= 2
    buckets.deallocate()
    bucketCount = capacity * 2
    buckets = .allocate(capacity: bucketCount)
    buckets.initialize(repeating: -1, count: bucketCount)
    var place = newest
    while place >= 0 {
      let bucket = bucket(of: entries[Int(place)].hash)
      entries[Int(place)].next = buckets[bucket]
      buckets[bucket] = place
      place = entries[Int(place)].older
    }
  }

  /// Gives back what an entry holds.
  private func free(_ entry: inout Entry) {
    entry.text?.deallocate()
    entry.text = nil
    let pictures = entry.pictures
    pictures.0?.deallocate()
    if pictures.1 != pictures.0 { pictures.1?.deallocate() }
    if pictures.2 != pictures.0 { pictures.2?.deallocate() }
    if pictures.3 != pictures.0 { pictures.3?.deallocate() }
    entry.pictures = (nil, nil, nil, nil)
  }

  private func bucket(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (bucketCount - 1) }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>, _ font: Int32, _ shaping: UInt64) -> UInt64 {
    TextHash.hash(of: text, seed: UInt64(UInt32(bitPattern: font)) << 40 ^ shaping)
  }
}

extension TextShaping {
  /// In one number.
  fileprivate var packed: UInt64 { UInt64(script) << 1 | (isRightToLeft ? 1 : 0) }

  fileprivate init(packed: UInt64) {
    self.init(isRightToLeft: packed & 1 == 1, script: UInt32(truncatingIfNeeded: packed >> 1))
  }
}
