/// The pages of a file that were read last, up to a number of bytes.
struct PageCache {
  /// Which part of a file a page is of.
  struct Key: Hashable {
    let row: Int
    let column: Int
    /// The piece of a line that the page is of, alone; nil for cells.
    let piece: LinePiece?

    /// The page in which a cell lies.
    init(of row: Int, _ column: Int) {
      (self.row, self.column, piece) = (row / PageCache.rows, column / PageCache.columns, nil)
    }

    /// The page of a piece of a line.
    init(_ piece: LinePiece) { (row, column, self.piece) = (0, 0, piece) }

    /// The page so many pages further down.
    func moved(by pages: Int) -> Key { Key(of: (row + pages) * PageCache.rows, column * PageCache.columns) }

    /// All rows of the page, in a file of so many.
    func rows(of count: Int) -> Range<Int> {
      let start = min(row * PageCache.rows, count)
      return start..<min(start + PageCache.rows, count)
    }

    /// All columns of the page, in a file of so many.
    func columns(of count: Int) -> Range<Int> {
      let start = min(column * PageCache.columns, count)
      return start..<min(start + PageCache.columns, count)
    }
  }

  /// Rows of a page: a screen is within two.
  static let rows = 128
  static let columns = 32
  /// Bytes of all pages together, where there are more than `fewest`.
  static let mostBytes = 4 << 20
  static let fewest = 4

  /// The parts of a page that were read; more than one where its rows are long.
  private var parts: [Key: (parts: [Page], use: Int)] = [:]
  /// Bytes of all pages.
  private(set) var memory = 0
  private var clock = 0

  mutating func removeAll() {
    parts.removeAll()
    memory = 0
  }

  /// A cell of a page, which is cell 0 of row 0 for a piece of a line; nil when it was not read.
  mutating func cell(_ row: Int, _ column: Int, _ key: Key) -> Page.Cell? {
    guard let slot = parts.index(forKey: key) else { return nil }
    clock += 1
    parts.values[slot].use = clock
    for page in parts.values[slot].parts where page.rows.contains(row) { return page.cell(row, column) }
    return nil
  }

  /// Whether anything of a page was read.
  func has(_ key: Key) -> Bool { parts[key] != nil }

  /// The rows around one that was not read, up to those of its page that were.
  /// - Parameter count: all rows of the file.
  func gap(around row: Int, _ key: Key, of count: Int) -> Range<Int> {
    var gap = key.rows(of: count)
    for page in parts[key]?.parts ?? [] {
      if page.rows.upperBound <= row { gap = max(gap.lowerBound, page.rows.upperBound)..<gap.upperBound }
      if page.rows.lowerBound > row { gap = gap.lowerBound..<min(gap.upperBound, page.rows.lowerBound) }
    }
    return gap
  }

  /// Drops what was read of a row and of those below it.
  mutating func remove(from row: Int) {
    for (key, entry) in parts where key.piece == nil && entry.parts.contains(where: { $0.rows.upperBound > row }) {
      let kept = entry.parts.filter { $0.rows.upperBound <= row }
      memory -= entry.parts.reduce(0) { $0 + $1.memory } - kept.reduce(0) { $0 + $1.memory }
      parts[key] = kept.isEmpty ? nil : (kept, entry.use)
    }
  }

  /// Takes what was read, and lets the pages go that were used the longest ago.
  mutating func insert(_ page: Page, _ key: Key) {
    clock += 1
    parts[key, default: ([], 0)].parts.append(page)
    parts[key]?.use = clock
    memory += page.memory
    while memory > Self.mostBytes, parts.count > Self.fewest,
      let oldest = parts.min(by: { $0.value.use < $1.value.use })
    {
      memory -= oldest.value.parts.reduce(0) { $0 + $1.memory }
      parts[oldest.key] = nil
    }
  }
}
