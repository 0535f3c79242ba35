/// Heights and positions of everything in a table: sections with padding, header, rows, footer. Knows no view.
///
/// Rows of equal height next to each other are one run, so a section of a billion rows costs as much as one of a
/// thousand. Rows of individual heights are packed in blocks, two to eight bytes a row. Every question and change is
/// O(log n) in sections and runs. Positions are points from the top of the first section: exact sums (`ExactLength`),
/// rounded to `Double` once, when asked.
///
/// A row that was never measured counts with an estimate and lies in runs of its own kind until `setHeight` is told
/// its height.
///
///     var index = RowHeightIndex()
///     index.insertSection(.init(rows: 1_000_000_000, rowHeight: 44, header: 28), at: 0)
///     index.totalHeight                                     // 44,000,000,028
///     index.place(at: 22_000_000_028)                       // row 500,000,000
///     index.setHeight(100, ofRow: 7, inSection: 0)          // 56: points by which the rows below move down
///     index.band(ofRow: 8, inSection: 0)                    // top 436, height 44
///     index.rows(inSection: 0, overlapping: 300..<436)      // 6..<8
///
/// The index now holds three runs: rows 0 to 6, row 7, and the rest.
package struct RowHeightIndex {
  var sections: SummedTree<SectionRecord>
  let capacity: Int

  /// Rows of all sections.
  package internal(set) var rowCount = 0

  /// An index without sections.
  /// - Parameter capacity: entries in a tree node; tests pass small numbers to make small inputs deep.
  package init(capacity: Int = 32) {
    self.capacity = capacity
    sections = SummedTree(capacity: capacity)
  }

  /// The heights of a new section before single rows are changed.
  package struct NewSection {
    /// Rows, all of `rowHeight`.
    package var rows: Int
    /// Height of each row in points.
    package var rowHeight: Double
    /// Whether `rowHeight` is final; false makes it an estimate.
    package var isMeasured: Bool
    /// Points above the header, of the header and of the footer.
    package var topPadding, header, footer: Double
    /// Whether the header's and the footer's height are final.
    package var isHeaderMeasured = true, isFooterMeasured = true

    /// Rows of one height; no padding, header or footer unless told otherwise.
    package init(
      rows: Int, rowHeight: Double, isMeasured: Bool = true,
      topPadding: Double = 0, header: Double = 0, footer: Double = 0, isHeaderMeasured: Bool = true,
      isFooterMeasured: Bool = true
    ) {
      self.rows = rows
      self.rowHeight = rowHeight
      self.isMeasured = isMeasured
      self.topPadding = topPadding
      self.header = header
      self.footer = footer
      self.isHeaderMeasured = isHeaderMeasured
      self.isFooterMeasured = isFooterMeasured
    }
  }

  /// Most points of a row, header or footer. A billion of them still have an exact sum.
  package static let tallest = 1e9

  /// Ends the program with a message that is seen in release builds, too, unlike that of `precondition`.
  static func check(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
  }

  /// Stops unless `height` is a length.
  static func require(_ height: Double, _ call: StaticString, _ what: @autoclosure () -> String) {
    Self.check(
      height >= 0 && height <= tallest,
      "RowHeightIndex.\(call): \(what()) got height \(height); a height must be from 0 to \(tallest)")
  }

  /// Stops unless the section exists.
  func require(section: Int, _ call: StaticString) {
    Self.check(
      section >= 0 && section < sections.total.weight,
      "RowHeightIndex.\(call): section \(section) does not exist, there are \(sections.total.weight)")
  }

  /// Stops unless the rows exist.
  static func require(_ rows: Range<Int>, of count: Int, section: Int, _ call: StaticString) {
    Self.check(
      rows.lowerBound >= 0 && rows.upperBound <= count,
      "RowHeightIndex.\(call): rows \(rows) of section \(section) do not exist, it has \(count)")
  }

  /// Bytes on the heap, the rooms that stand ready included.
  /// - Complexity: O(n) in sections and blocks.
  package var byteCount: Int {
    var sum = sections.byteCount
    sections.walk(from: 0) { section, _ in
      sum += section.rows.byteCount
      return true
    }
    return sum
  }

  /// Walks everything and stops at the first broken invariant; called by tests.
  /// - Complexity: O(n) in sections and runs.
  package func checkInvariants() {
    sections.checkInvariants()
    var rows = 0
    sections.walk(from: 0) { section, _ in
      section.rows.checkInvariants()
      rows += section.rows.count
      return true
    }
    precondition(rows == rowCount, "the sections hold \(rows) rows, \(rowCount) are counted")
  }
}
