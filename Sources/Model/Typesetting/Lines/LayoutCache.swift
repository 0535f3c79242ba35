import Pixels
import Primitives

/// Texts laid out lately that take more than to look their words up, by text, style and box: going back to where one
/// has been neither measures nor lays them out again.
///
/// Properties that cannot change the lines do not count: the colour of a text in one style, and the height of a box
/// that holds all of it. So a text that was measured, for any height and without a colour, is not laid out again to be
/// drawn.
///
/// The layout not used for the longest time is dropped first, roughly: a hand goes round the
/// entries and takes those that were not used since it last passed. A frame that brings
/// new text so drops as much as it brings, and none has to sweep.
struct LayoutCache {
  private struct Entry {
    var hash: UInt64
    var text: StyledText
    var box: TextBox
    var layout: TextLayout
    var bytes: Int
    /// The next entry in the same bucket, or -1.
    var next: Int32
    var wasUsed = false

    /// The content of a place without an entry: looking at an optional entry would copy it.
    static let vacant = Entry(
      hash: 0, text: StyledText("", base: TextStyle(font: FontDescriptor(), pixelSize: 0, color: .clear)),
      box: TextBox(width: 0), layout: TextLayout(), bytes: 0, next: -1)
    var isVacant: Bool { bytes == 0 }

    /// Whether the layout of an entry is that of `text`, its colour aside, in `box`. The entry is read where it stands:
    /// one that is asked itself is copied first, with all it refers to.
    static func isLayout(_ entry: UnsafePointer<Entry>, of text: StyledText, in box: TextBox) -> Bool {
      guard entry.pointee.box.width == box.width, entry.pointee.box.maximumLines == box.maximumLines,
        entry.pointee.box.lineBreakMode == box.lineBreakMode, entry.pointee.box.alignment == box.alignment,
        entry.pointee.box.lineSpacing == box.lineSpacing,
        entry.pointee.box.height == box.height || fits(entry, box.height)
      else { return false }
      guard entry.pointee.text.spans.isEmpty, text.spans.isEmpty else { return entry.pointee.text == text }
      return entry.pointee.text.string == text.string && entry.pointee.text.base.isSameButForColor(as: text.base)
    }

    /// Whether a box that differs from an entry's in its height alone holds all lines, too. Of text in several styles
    /// it is not said how high a line may become.
    private static func fits(_ entry: UnsafePointer<Entry>, _ height: Double) -> Bool {
      guard !entry.pointee.layout.isTruncated, entry.pointee.text.spans.isEmpty else { return false }
      if entry.pointee.layout.lineCount == 1 { return true }
      return entry.pointee.layout.height <= height + TextBox.tolerance
        && entry.pointee.layout.height >= Double(entry.pointee.layout.lineCount)
        && entry.pointee.box.lineSpacing == entry.pointee.box.lineSpacing.rounded()
    }

    /// Gives a text in one style a colour.
    mutating func setColor(_ color: DrawColor) {
      guard text.base.color != color else { return }
      text.base.color = color
      for index in layout.frame.runs.indices { layout.frame.runs[index].color = color }
    }
  }

  /// Enough for some two hundred labels: four screens of text. More would show in the program's memory, and save what
  /// few ever scroll back to.
  static let byteLimit = 160_000
  /// Longer texts are laid out each time: a few of them would displace all others.
  static let maximumTextBytes = 512

  /// Heads of chains, a power of two; empty until the first insertion.
  private var buckets: ContiguousArray<Int32> = []
  private var entries: ContiguousArray<Entry> = []
  private var free: ContiguousArray<Int32> = []
  private var hand = 0
  /// Bytes held, estimated.
  private(set) var byteCount = 0

  /// The layout kept for a text in a box.
  mutating func layout(of text: StyledText, in box: TextBox, hash: UInt64) -> TextLayout? {
    guard let index = find(text, box, hash) else { return nil }
    entries[index].setColor(text.base.color)
    return entries[index].layout
  }

  /// The size of that layout, in pixels.
  mutating func size(of text: StyledText, in box: TextBox, hash: UInt64) -> (width: Double, height: Double)? {
    guard let index = find(text, box, hash) else { return nil }
    return (entries[index].layout.width, entries[index].layout.height)
  }

  private mutating func find(_ text: StyledText, _ box: TextBox, _ hash: UInt64) -> Int? {
    guard !buckets.isEmpty else { return nil }
    let first = Int(buckets[bucket(of: hash)])
    return entries.withUnsafeMutableBufferPointer { entries in
      guard let base = entries.baseAddress else { return nil }
      var index = first
      while index >= 0 {
        let entry = base + index
        if entry.pointee.hash == hash, Entry.isLayout(entry, of: text, in: box) {
          entry.pointee.wasUsed = true
          return index
        }
        index = Int(entry.pointee.next)
      }
      return nil
    }
  }

  /// Keeps a layout that `layout(of:in:hash:)` did not have.
  mutating func insert(_ layout: TextLayout, of text: StyledText, in box: TextBox, hash: UInt64) {
    let bytes = Self.bytes(of: layout, text)
    // The last one that makes room gives its place, too.
    var vacated: Int?
    while byteCount + bytes > Self.byteLimit, let dropped = dropOne() {
      if let vacated { giveBack(vacated) }
      vacated = dropped
    }
    if buckets.isEmpty || entries.count - free.count >= buckets.count { grow() }
    let bucket = bucket(of: hash)
    let entry = Entry(
      hash: hash, text: text, box: box, layout: layout, bytes: bytes, next: buckets[bucket])
    if let place = vacated ?? free.popLast().map(Int.init) {
      entries[place] = entry
      buckets[bucket] = Int32(place)
    } else {
      buckets[bucket] = Int32(entries.count)
      entries.append(entry)
    }
    byteCount += bytes
  }

  /// A hash of what layouts are found by.
  static func hash(of text: StyledText, in box: TextBox) -> UInt64 {
    var hash = TextHash()
    var string = text.string
    string.withUTF8 { hash.combine($0) }
    hash.combine(text.base.pixelSize.bitPattern)
    hash.combine(box.width.bitPattern)
    hash.combine(
      UInt64(truncatingIfNeeded: box.maximumLines << 16 | text.base.font.weight << 4 | text.spans.count))
    return hash.value
  }

  private func bucket(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (buckets.count - 1)
  }

  /// Drops an entry; what it refers to is freed when another takes its place, or that is given back.
  /// - Returns: its place; nil without entries.
  private mutating func dropOne() -> Int? {
    guard byteCount > 0 else { return nil }
    while true {
      hand = hand + 1 < entries.count ? hand + 1 : 0
      if entries[hand].isVacant { continue }
      if entries[hand].wasUsed {
        entries[hand].wasUsed = false
        continue
      }
      unlink(hand)
      byteCount -= entries[hand].bytes
      entries[hand].bytes = 0
      return hand
    }
  }

  private mutating func giveBack(_ place: Int) {
    entries[place] = .vacant
    free.append(Int32(place))
  }

  private mutating func unlink(_ place: Int) {
    let bucket = bucket(of: entries[place].hash)
    var index = Int(buckets[bucket])
    if index == place {
      buckets[bucket] = entries[place].next
      return
    }
    while Int(entries[index].next) != place { index = Int(entries[index].next) }
    entries[index].next = entries[place].next
  }

  private mutating func grow() {
    buckets = ContiguousArray(repeating: -1, count: max(256, buckets.count * 2))
    for index in entries.indices where !entries[index].isVacant {
      let bucket = bucket(of: entries[index].hash)
      entries[index].next = buckets[bucket]
      buckets[bucket] = Int32(index)
    }
  }

  /// The entry, and what its arrays and its string hold outside of it.
  private static func bytes(of layout: TextLayout, _ text: StyledText) -> Int {
    MemoryLayout<Entry>.stride + 96 + text.string.utf8.count
      + layout.frame.runs.count * MemoryLayout<TextRun>.stride
      + layout.frame.words.count * MemoryLayout<TextWord>.stride
      + text.spans.count * MemoryLayout<TextSpan>.stride
  }
}
