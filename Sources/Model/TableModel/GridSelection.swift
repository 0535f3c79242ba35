/// A cell of a grid by its row and column.
public struct GridPosition: Hashable, Sendable {
  /// Row number, from 0.
  public var row: Int
  /// Column number, from 0.
  public var column: Int

  /// A cell by its numbers.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells.
public struct GridRange: Hashable, Sendable {
  /// Its rows.
  public var rows: Range<Int>
  /// Its columns.
  public var columns: Range<Int>

  /// Rows and columns that cross.
  public init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }

  /// The least rectangle that holds two cells.
  public init(from first: GridPosition, to last: GridPosition) {
    rows = min(first.row, last.row)..<max(first.row, last.row) + 1
    columns = min(first.column, last.column)..<max(first.column, last.column) + 1
  }

  /// Whether no cell is in it.
  public var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

  /// How many cells are in it; `Int.max` when that is more than an integer holds.
  public var count: Int {
    let (product, overflows) = rows.count.multipliedReportingOverflow(by: columns.count)
    return overflows ? .max : product
  }

  /// Whether a cell is in it.
  public func contains(_ position: GridPosition) -> Bool {
    rows.contains(position.row) && columns.contains(position.column)
  }

  /// The cells that are not in another rectangle: above it, below it and on both sides, as at most four rectangles.
  package func subtracting(_ other: GridRange) -> [GridRange] {
    guard rows.overlaps(other.rows), columns.overlaps(other.columns) else { return isEmpty ? [] : [self] }
    let shared = rows.clamped(to: other.rows)
    let pieces = [
      GridRange(rows: rows.lowerBound..<shared.lowerBound, columns: columns),
      GridRange(rows: shared, columns: columns.lowerBound..<max(columns.lowerBound, other.columns.lowerBound)),
      GridRange(rows: shared, columns: min(columns.upperBound, other.columns.upperBound)..<columns.upperBound),
      GridRange(rows: shared.upperBound..<rows.upperBound, columns: columns),
    ]
    return pieces.filter { !$0.isEmpty }
  }
}

/// Which cells of a grid are selected: rectangles, of which the last can be extended.
///
/// The last rectangle spans from the *active* cell, where it began and where typing goes, to the *head*, which Shift
/// with an arrow or the pointer moves. Whole rows and columns are rectangles that follow the size of the grid.
///
/// Contract: rectangles are not empty, lie within the grid and share no cell; the active cell is in the last of them;
/// without rectangles there is neither active cell nor head. Everything is one rectangle, however large the grid is.
package struct GridSelection: Equatable {
  /// The unit of a choice.
  package enum Unit {
    case cells
    case rows
    case columns
    case everything
  }

  /// Selected rectangles in the order in which they were chosen. No two share a cell: a later one cuts those before it.
  package private(set) var ranges: [GridRange] = []
  /// The rectangles as they were chosen, which may overlap: whole rows and columns are told by these.
  private var chosen: [GridRange] = []
  /// `ranges` without the last rectangle, and not cut by it: the last may become smaller again.
  private var beneath: [GridRange] = []
  /// Where the last rectangle began.
  package private(set) var active: GridPosition?
  /// The corner of the last rectangle that moves.
  package private(set) var head: GridPosition?
  /// The unit of the last rectangle.
  package private(set) var unit = Unit.cells

  /// Nothing selected.
  package init() {}

  /// Selects a cell, or the row, column or grid it stands for.
  /// - Parameters:
  ///   - isAdding: keeps the selection; where all of it is selected already it is not selected any more, unless nothing
  ///     else is selected.
  ///   - size: the numbers of rows and columns; `position` lies within.
  /// - Complexity: O(n) in rectangles.
  package mutating func select(_ position: GridPosition, _ unit: Unit, isAdding: Bool = false, in size: GridSize) {
    let range = Self.range(from: position, to: position, unit, size)
    guard size.contains(position), !range.isEmpty else { return }
    if isAdding, holds(range) {
      let rest = chosen.flatMap { $0.subtracting(range) }
      guard !rest.isEmpty else { return }
      replace(with: rest)
      // A piece of a row is no row.
      if let active, let head, Self.range(from: active, to: head, self.unit, size) != chosen.last { self.unit = .cells }
      return
    }
    beneath = isAdding ? ranges : []
    if !isAdding { chosen.removeAll() }
    chosen.append(range)
    (active, head, self.unit) = (position, position, unit)
    ranges = Self.cut(beneath, by: range)
  }

  /// Selects a rectangle; its first cell becomes active.
  package mutating func select(_ range: GridRange, in size: GridSize) {
    let range = size.clamped(range)
    guard !range.isEmpty else { return clear() }
    replace(with: [range])
    settleOnLast()
  }

  /// Has the last rectangle reach from the active cell to `position`.
  package mutating func extend(to position: GridPosition, in size: GridSize) {
    guard let active, !ranges.isEmpty, size.contains(position) else {
      return select(position, .cells, in: size)
    }
    head = position
    setLast(Self.range(from: active, to: position, unit, size))
  }

  /// Has the last rectangle take in the whole rows, or the whole columns, of its cells.
  package mutating func widen(to unit: Unit, in size: GridSize) {
    guard let active, let head else { return }
    self.unit = unit
    setLast(Self.range(from: active, to: head, unit, size))
  }

  private mutating func setLast(_ range: GridRange) {
    chosen[chosen.count - 1] = range
    ranges = Self.cut(beneath, by: range)
  }

  /// Takes rectangles in the order of choice. The one with the active cell becomes the last.
  private mutating func replace(with rectangles: [GridRange]) {
    chosen = rectangles
    if let active, let place = chosen.lastIndex(where: { $0.contains(active) }) {
      chosen.append(chosen.remove(at: place))
    }
    beneath = chosen.dropLast().reduce(into: []) { $0 = Self.cut($0, by: $1) }
    ranges = chosen.last.map { Self.cut(beneath, by: $0) } ?? []
    settle()
  }

  /// Disjoint rectangles with one more over them.
  private static func cut(_ ranges: [GridRange], by range: GridRange) -> [GridRange] {
    ranges.flatMap { $0.subtracting(range) } + [range]
  }

  /// Nothing is selected any more.
  package mutating func clear() { self = GridSelection() }

  /// Whether a cell is in some rectangle.
  package func contains(_ position: GridPosition) -> Bool { ranges.contains { $0.contains(position) } }

  /// Whether some cell of a row is selected.
  package func touches(row: Int) -> Bool { ranges.contains { $0.rows.contains(row) } }

  /// Whether some cell of a column is selected.
  package func touches(column: Int) -> Bool { ranges.contains { $0.columns.contains(column) } }

  /// Whether all cells of a rectangle are selected.
  private func holds(_ range: GridRange) -> Bool {
    ranges.reduce([range]) { rest, selected in rest.flatMap { $0.subtracting(selected) } }.isEmpty
  }

  /// Whether all cells of a column are selected.
  package func holds(column: Int, in size: GridSize) -> Bool {
    holds(GridRange(rows: 0..<size.rows, columns: column..<column + 1))
  }

  /// Whether all cells of a row are.
  package func holds(row: Int, in size: GridSize) -> Bool {
    holds(GridRange(rows: row..<row + 1, columns: 0..<size.columns))
  }

  /// The rows of which all cells are selected by one rectangle, as it was chosen, in order.
  package func wholeRows(in size: GridSize) -> [Range<Int>] {
    Self.joined(chosen.filter { $0.columns == 0..<size.columns }.map(\.rows))
  }

  /// The columns of which all cells are selected by one rectangle, in order.
  package func wholeColumns(in size: GridSize) -> [Range<Int>] {
    Self.joined(chosen.filter { $0.rows == 0..<size.rows }.map(\.columns))
  }

  /// The table that the selected cells are when other rows and columns are left out, by runs of its rows and columns in
  /// order; nil where they form none.
  package var table: (rows: [Range<Int>], columns: [Range<Int>])? {
    let (rows, columns) = (Self.joined(ranges.map(\.rows)), Self.joined(ranges.map(\.columns)))
    func length(_ runs: [Range<Int>]) -> Int { runs.reduce(0) { $0 + $1.count } }
    let (product, overflows) = length(rows).multipliedReportingOverflow(by: length(columns))
    guard !ranges.isEmpty, !overflows, product == count else { return nil }
    return (rows, columns)
  }

  /// How many cells are selected; `Int.max` when that is more than an integer holds.
  package var count: Int {
    ranges.reduce(0) { sum, range in
      let (next, overflows) = sum.addingReportingOverflow(range.count)
      return overflows ? .max : next
    }
  }

  /// Most rectangles that one becomes whose lines are parted.
  package static let mostPieces = 64

  /// Follows lines that came, went or moved. What is selected afterwards was selected before, but for whole rows and
  /// columns, which follow the size: a rectangle whose lines are parted becomes several. Where these would be more than
  /// `mostPieces` it ends, and of the last one the active cell stays.
  /// - Parameters:
  ///   - rows: what became of the rows.
  ///   - columns: what became of the columns.
  ///   - old: the size before, to know whole rows and columns by.
  ///   - size: the size now.
  /// - Complexity: O(k) of k changes for each rectangle, and O(p log p) of p pieces.
  package mutating func follow(rows: LineChange, columns: LineChange, from old: GridSize, to size: GridSize) {
    guard !ranges.isEmpty else { return }
    func follow(_ position: GridPosition) -> GridPosition? {
      guard let row = rows.newLine(of: position.row), let column = columns.newLine(of: position.column) else {
        return nil
      }
      return GridPosition(row: row, column: column)
    }
    (active, head) = (active.flatMap(follow), head.flatMap(follow))
    let last = chosen.removeLast()
    var followed: [GridRange] = []
    for range in chosen { followed += Self.pieces(of: range, rows, columns, from: old, to: size) ?? [] }
    if let pieces = Self.pieces(of: last, rows, columns, from: old, to: size) {
      followed += pieces
    } else if let active {
      followed.append(GridRange(from: active, to: active))
    }
    replace(with: followed)
  }

  /// Keeps what lies within another size.
  package mutating func clamp(from old: GridSize, to size: GridSize) {
    replace(
      with: chosen.compactMap { range in
        let rows = range.rows == 0..<old.rows ? 0..<size.rows : range.rows
        let columns = range.columns == 0..<old.columns ? 0..<size.columns : range.columns
        let range = size.clamped(GridRange(rows: rows, columns: columns))
        return range.isEmpty ? nil : range
      })
  }

  /// Has the active cell and the head lie in the last rectangle.
  private mutating func settle() {
    guard let last = ranges.last, let active, last.contains(active) else { return settleOnLast() }
    if let head, last.contains(head) { return }
    head = GridPosition(row: last.rows.upperBound - 1, column: last.columns.upperBound - 1)
  }

  private mutating func settleOnLast() {
    guard let last = ranges.last else { return clear() }
    unit = .cells
    active = GridPosition(row: last.rows.lowerBound, column: last.columns.lowerBound)
    head = GridPosition(row: last.rows.upperBound - 1, column: last.columns.upperBound - 1)
  }

  private static func range(
    from first: GridPosition, to last: GridPosition, _ unit: Unit, _ size: GridSize
  ) -> GridRange {
    var range = GridRange(from: first, to: last)
    if unit == .rows || unit == .everything { range.columns = 0..<size.columns }
    if unit == .columns || unit == .everything { range.rows = 0..<size.rows }
    return range
  }

  /// The pieces of a rectangle after an update, row by row; nil when they are too many.
  private static func pieces(
    of range: GridRange, _ rows: LineChange, _ columns: LineChange, from old: GridSize, to size: GridSize
  ) -> [GridRange]? {
    func runs(_ lines: Range<Int>, _ change: LineChange, _ old: Int, _ new: Int) -> [Range<Int>] {
      if lines == 0..<old { return new > 0 ? [0..<new] : [] }
      return joined(change.newRanges(of: lines))
    }
    let rowRuns = runs(range.rows, rows, old.rows, size.rows)
    let columnRuns = runs(range.columns, columns, old.columns, size.columns)
    let (count, overflows) = rowRuns.count.multipliedReportingOverflow(by: columnRuns.count)
    guard !overflows, count <= mostPieces else { return nil }
    return rowRuns.flatMap { rows in columnRuns.map { GridRange(rows: rows, columns: $0) } }
  }

  /// Runs of lines in order, of which no two overlap or touch.
  private static func joined(_ runs: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, last.upperBound >= run.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, run.upperBound)
      } else {
        joined.append(run)
      }
    }
    return joined
  }

  /// Stops at the first broken invariant; called by tests.
  package func checkInvariants(in size: GridSize) {
    precondition(ranges.allSatisfy { !$0.isEmpty && size.clamped($0) == $0 }, "a rectangle leaves the grid: \(ranges)")
    precondition(chosen.allSatisfy { !$0.isEmpty && size.clamped($0) == $0 }, "a choice leaves the grid: \(chosen)")
    for (number, range) in ranges.enumerated() {
      let others = ranges.dropFirst(number + 1)
      precondition(others.allSatisfy { $0.subtracting(range) == [$0] }, "rectangles share cells: \(ranges)")
    }
    guard let last = ranges.last else {
      return precondition(active == nil && head == nil, "a cell is active and none is selected")
    }
    precondition(active.map(last.contains) == true, "the active cell \(String(describing: active)) is not in \(last)")
    precondition(head.map(size.contains) == true, "the head \(String(describing: head)) is not in the grid")
  }
}

/// How many rows and columns there are.
package struct GridSize: Equatable {
  package var rows: Int
  package var columns: Int

  /// A size by its counts.
  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// Whether there is such a cell.
  package func contains(_ position: GridPosition) -> Bool {
    position.row >= 0 && position.row < rows && position.column >= 0 && position.column < columns
  }

  /// The part of a rectangle that exists.
  package func clamped(_ range: GridRange) -> GridRange {
    GridRange(rows: range.rows.clamped(to: 0..<rows), columns: range.columns.clamped(to: 0..<columns))
  }
}
