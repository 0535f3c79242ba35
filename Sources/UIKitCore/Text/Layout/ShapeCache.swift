/// Words and other short runs shaped lately: their glyphs and extents.
///
/// Texts lie one after the other in two arrays, found by a table with open addressing.
/// When either is full all of it is forgotten at once: nothing is ever swept, and words
/// that are still in use are soon back.
struct ShapeCache {
  private struct Entry {
    /// 0 marks a free place.
    var hash: UInt64 = 0
    var font = RunFont(face: FontFaceID(rawValue: 0), pixelSize: 0)
    var extent = ShapedExtent()
    var text: Int32 = 0
    var glyphs: Int32 = 0
    var textCount: UInt16 = 0
    var glyphCount: UInt16 = 0
  }

  /// Longer runs are not kept: nearly every word is shorter, and lines are kept by
  /// `LayoutCache`.
  static let maximumBytes = 64
  /// Runs held at most: several screens full of different words. With their text and
  /// glyphs they take about a quarter of a megabyte.
  static let maximumRuns = 1536
  /// Glyphs held at most, and bytes of text.
  static let maximumGlyphs = 8192

  /// A power of two, at least a quarter of it free.
  private var entries = ContiguousArray<Entry>()
  private var text = ContiguousArray<UInt8>()
  private var glyphs = ContiguousArray<TextGlyph>()
  private var count = 0
  /// Runs answered from the table, and those that were shaped.
  private(set) var hits = 0
  private(set) var misses = 0

  /// Appends the glyphs of a run to `result`, from the table or as `shape` appends them.
  /// - Parameters:
  ///   - origin: added to the glyphs' x.
  ///   - offset: added to their clusters.
  mutating func append(
    _ run: UnsafeBufferPointer<UInt8>, font: RunFont, at origin: Float, cluster offset: Int32,
    to result: inout ContiguousArray<TextGlyph>,
    shape: (inout ContiguousArray<TextGlyph>) -> ShapedExtent
  ) -> ShapedExtent {
    let isKept = run.count <= Self.maximumBytes
    let hash = isKept ? Self.hash(run, font) : 0
    if isKept, let entry = find(run, font, hash) {
      hits += 1
      let first = Int(entry.glyphs)
      glyphs.withUnsafeBufferPointer { glyphs in
        for index in first..<first + Int(entry.glyphCount) {
          var glyph = glyphs[index]
          glyph.x += origin
          glyph.cluster += offset
          result.append(glyph)
        }
      }
      return entry.extent
    }
    misses += 1
    let first = result.count
    let extent = shape(&result)
    if isKept { insert(run, font, hash, result[first...], extent) }
    if origin != 0 || offset != 0 {
      for index in first..<result.count {
        result[index].x += origin
        result[index].cluster += offset
      }
    }
    return extent
  }

  private func find(_ run: UnsafeBufferPointer<UInt8>, _ font: RunFont, _ hash: UInt64) -> Entry? {
    guard !entries.isEmpty else { return nil }
    return entries.withUnsafeBufferPointer { entries in
      text.withUnsafeBufferPointer { text in
        let mask = entries.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while entries[place].hash != 0 {
          let entry = entries[place]
          if entry.hash == hash, Int(entry.textCount) == run.count, entry.font == font,
            run.elementsEqual(
              UnsafeBufferPointer(rebasing: text[Int(entry.text)..<Int(entry.text) + run.count]))
          {
            return entry
          }
          place = (place + 1) & mask
        }
        return nil
      }
    }
  }

  private mutating func insert(
    _ run: UnsafeBufferPointer<UInt8>, _ font: RunFont, _ hash: UInt64,
    _ shaped: ContiguousArray<TextGlyph>.SubSequence, _ extent: ShapedExtent
  ) {
    guard shaped.count <= 4 * Self.maximumBytes else { return }
    if count == Self.maximumRuns || glyphs.count + shaped.count > Self.maximumGlyphs
      || text.count + run.count > Self.maximumGlyphs
    {
      removeAll()
    }
    if entries.isEmpty || count * 4 >= entries.count * 3 { grow() }
    let entry = Entry(
      hash: hash, font: font, extent: extent, text: Int32(text.count),
      glyphs: Int32(glyphs.count), textCount: UInt16(run.count),
      glyphCount: UInt16(shaped.count))
    text.append(contentsOf: run)
    glyphs.append(contentsOf: shaped)
    put(entry)
    count += 1
  }

  private mutating func put(_ entry: Entry) {
    let mask = entries.count - 1
    var place = Int(truncatingIfNeeded: entry.hash) & mask
    while entries[place].hash != 0 { place = (place + 1) & mask }
    entries[place] = entry
  }

  private mutating func grow() {
    let old = entries
    entries = ContiguousArray(repeating: Entry(), count: max(256, old.count * 2))
    for entry in old where entry.hash != 0 { put(entry) }
  }

  private mutating func removeAll() {
    for index in entries.indices { entries[index].hash = 0 }
    text.removeAll(keepingCapacity: true)
    glyphs.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Never 0.
  private static func hash(_ run: UnsafeBufferPointer<UInt8>, _ font: RunFont) -> UInt64 {
    var hash = TextHash()
    hash.combine(run)
    hash.combine(UInt64(truncatingIfNeeded: font.face.rawValue))
    hash.combine(font.pixelSize.bitPattern)
    hash.combine(UInt64(font.shaping.script) << 1 | (font.shaping.isRightToLeft ? 1 : 0))
    return hash.value | 1
  }
}
