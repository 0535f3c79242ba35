import Foundation

/// Pictures of glyphs, made once for each font, glyph and quarter of a pixel.
///
/// They lie one after the other in a single piece of memory. When that is full, all
/// are forgotten and those still in use are made again: a few hundred on a screen,
/// some microseconds each. Used by one thread at a time, like its fonts; every glyph that is
/// drawn is looked up, so that table and memory are plain pointers.
package final class GlyphCache {
  /// Steps of a pixel at which an outline is drawn: text that is placed to a quarter
  /// looks evenly spaced, and finer steps cannot be told apart.
  package static let stepsPerPixel = 4

  /// Room for the pictures of about ten thousand glyphs of body text, or of 500 colour
  /// ones.
  static let byteLimit = 2 << 20
  /// What is asked for at first; doubled up to the limit.
  private static let firstBytes = 128 << 10

  private struct Entry {
    /// 0 marks a free place.
    var key: UInt64 = 0
    var offset: Int32 = 0
    var width: Int16 = 0
    var height: Int16 = 0
    var left: Int16 = 0
    var top: Int16 = 0
    var isColor = false
  }

  /// Open addressing; `tableSize` is a power of two, of which at most half is used.
  private var table: UnsafeMutablePointer<Entry>
  private var tableSize = 1024
  private var count = 0
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private var used = 0
  private let rasterizer = GlyphRasterizer()
  /// How often the cache was full and emptied.
  package private(set) var generations = 0

  /// An empty cache.
  package init() {
    table = .allocate(capacity: tableSize)
    table.initialize(repeating: Entry(), count: tableSize)
    capacity = Self.firstBytes
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    table.deallocate()
    memory.deallocate()
  }

  /// The picture of a glyph, made now if it is new.
  /// - Parameters:
  ///   - number: what tells `font` apart from others drawn from this cache, 0 and up.
  ///   - step: quarters of a pixel by which the glyph is moved to the right, 0...3.
  package func picture(of glyph: UInt32, in font: Font, number: Int32, step: Int) -> GlyphPicture {
    let key =
      UInt64(truncatingIfNeeded: number &+ 1) << 40 | UInt64(glyph) << 4
      | UInt64(truncatingIfNeeded: step & 3)
    let place = index(of: key)
    guard table[place].key == key else { return make(glyph, in: font, step: step, key) }
    return picture(of: table[place])
  }

  private func make(_ glyph: UInt32, in font: Font, step: Int, _ key: UInt64) -> GlyphPicture {
    guard let made = rasterizer.draw(glyph, in: font, step: step) else { return .blank }
    guard let entry = store(made, key) else { return made }
    if count * 2 >= tableSize { growTable() }
    table[index(of: key)] = entry
    count += 1
    return picture(of: entry)
  }

  private func picture(of entry: Entry) -> GlyphPicture {
    let width = Int32(entry.width)
    return GlyphPicture(
      pixels: width > 0 ? UnsafeRawPointer(memory + Int(entry.offset)) : nil,
      stride: entry.isColor ? 4 &* width : width, width: width, height: Int32(entry.height),
      left: Int32(entry.left), top: Int32(entry.top), isColor: entry.isColor)
  }

  /// Where a key is, or would be put.
  private func index(of key: UInt64) -> Int {
    let mask = tableSize &- 1
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    while table[place].key != 0, table[place].key != key { place = (place &+ 1) & mask }
    return place
  }

  /// Copies a picture into the memory; nil for one too large to be kept.
  private func store(_ picture: GlyphPicture, _ key: UInt64) -> Entry? {
    let rowBytes = picture.rowBytes
    // Rounded up, so that every picture starts at a word.
    let bytes = (rowBytes * Int(picture.height) + 3) & ~3
    guard bytes <= Self.byteLimit / 8, let width = Int16(exactly: picture.width),
      let height = Int16(exactly: picture.height), let left = Int16(exactly: picture.left),
      let top = Int16(exactly: picture.top)
    else { return nil }
    reserve(bytes)
    if let pixels = picture.pixels {
      for row in 0..<Int(height) {
        (memory + used + row * rowBytes).copyMemory(
          from: pixels + row * Int(picture.stride), byteCount: rowBytes)
      }
    }
    defer { used += bytes }
    return Entry(
      key: key, offset: Int32(used), width: width, height: height, left: left, top: top,
      isColor: picture.isColor)
  }

  /// Makes room: more memory up to the limit, then by forgetting everything.
  private func reserve(_ bytes: Int) {
    guard used + bytes > capacity else { return }
    guard capacity < Self.byteLimit else { return removeAll() }
    while used + bytes > capacity { capacity *= 2 }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: memory, byteCount: used)
    memory.deallocate()
    memory = larger
  }

  private func removeAll() {
    table.update(repeating: Entry(), count: tableSize)
    count = 0
    used = 0
    generations += 1
  }

  private func growTable() {
    let (old, oldSize) = (table, tableSize)
    defer { old.deallocate() }
    tableSize *= 2
    table = .allocate(capacity: tableSize)
    table.initialize(repeating: Entry(), count: tableSize)
    for place in 0..<oldSize where old[place].key != 0 {
      table[index(of: old[place].key)] = old[place]
    }
  }
}
