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
}

/// Which cells of a grid are selected: rectangles, of which the last can be extended.
///
/// The last rectangle spans from the *active* cell, where it began and where typing goes, to the *head*, which Shift
/// with an arrow or the pointer moves. Whole rows and columns are rectangles that follow the size of the grid.
///
/// Contract: rectangles are not empty and lie within the grid; the active cell is in the last of them; without
/// rectangles there is neither active cell nor head.
package struct GridSelection: Equatable {
  /// The unit of a choice.
  package enum Unit {
    case cells
    case rows
    case columns
    case everything
  }

  /// Selected rectangles in the order in which they were chosen; they may overlap.
  package private(set) var ranges: [GridRange] = []
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
  ///   - isAdding: keeps the selection; a rectangle that is selected already is removed instead.
  ///   - size: the numbers of rows and columns; `position` lies within.
  package mutating func select(_ position: GridPosition, _ unit: Unit, isAdding: Bool = false, in size: GridSize) {
    let range = Self.range(from: position, to: position, unit, size)
    guard size.contains(position), !range.isEmpty else { return }
    if isAdding, ranges.count > 1, let place = ranges.firstIndex(of: range) {
      ranges.remove(at: place)
      settleOnLast()
      return
    }
    if !isAdding { ranges.removeAll() }
    ranges.append(range)
    (active, head, self.unit) = (position, position, unit)
  }

  /// Selects a rectangle; its first cell becomes active.
  package mutating func select(_ range: GridRange, in size: GridSize) {
    let range = size.clamped(range)
    guard !range.isEmpty else { return clear() }
    ranges = [range]
    settleOnLast()
  }

  /// Has the last rectangle reach from the active cell to `position`.
  package mutating func extend(to position: GridPosition, in size: GridSize) {
    guard let active, !ranges.isEmpty, size.contains(position) else {
      return select(position, .cells, in: size)
    }
    head = position
    ranges[ranges.count - 1] = Self.range(from: active, to: position, unit, size)
  }

  /// Nothing is selected any more.
  package mutating func clear() { self = GridSelection() }

  /// Whether a cell is in some rectangle.
  package func contains(_ position: GridPosition) -> Bool { ranges.contains { $0.contains(position) } }

  /// Whether some cell of a row is selected.
  package func touches(row: Int) -> Bool { ranges.contains { $0.rows.contains(row) } }

  /// Whether some cell of a column is selected.
  package func touches(column: Int) -> Bool { ranges.contains { $0.columns.contains(column) } }

  /// Whether all cells of a column are.
  package func holds(column: Int, in size: GridSize) -> Bool {
    ranges.contains { $0.columns.contains(column) && $0.rows == 0..<size.rows }
  }

  /// Whether all cells of a row are.
  package func holds(row: Int, in size: GridSize) -> Bool {
    ranges.contains { $0.rows.contains(row) && $0.columns == 0..<size.columns }
  }

  /// Follows lines that came, went or moved. A rectangle keeps its outermost lines that remain; one that loses all
  /// goes.
  /// - Parameters:
  ///   - rows: the new number of an old row; nil for one that is gone.
  ///   - columns: the same for columns.
  ///   - old: the size before, to know whole rows and columns by.
  ///   - size: the size now.
  /// - Complexity: O(lines deleted) for each rectangle.
  package mutating func follow(
    rows: (Int) -> Int?, columns: (Int) -> Int?, from old: GridSize, to size: GridSize
  ) {
    ranges = ranges.compactMap { range in
      let newRows = range.rows == 0..<old.rows ? 0..<size.rows : Self.follow(range.rows, rows)
      let newColumns = range.columns == 0..<old.columns ? 0..<size.columns : Self.follow(range.columns, columns)
      let range = size.clamped(GridRange(rows: newRows, columns: newColumns))
      return range.isEmpty ? nil : range
    }
    func follow(_ position: GridPosition?) -> GridPosition? {
      guard let position, let row = rows(position.row), let column = columns(position.column) else { return nil }
      return GridPosition(row: row, column: column)
    }
    (active, head) = (follow(active), follow(head))
    guard let last = ranges.last, let active, last.contains(active), let head, last.contains(head) else {
      return settleOnLast()
    }
  }

  /// Keeps what lies within another size.
  package mutating func clamp(from old: GridSize, to size: GridSize) {
    follow(
      rows: { $0 < size.rows ? $0 : nil }, columns: { $0 < size.columns ? $0 : nil }, from: old, to: size)
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

  private static func follow(_ lines: Range<Int>, _ map: (Int) -> Int?) -> Range<Int> {
    guard let first = lines.lazy.compactMap(map).first, let last = lines.reversed().lazy.compactMap(map).first else {
      return 0..<0
    }
    return min(first, last)..<max(first, last) + 1
  }

  /// Stops at the first broken invariant; called by tests.
  package func checkInvariants(in size: GridSize) {
    precondition(ranges.allSatisfy { !$0.isEmpty && size.clamped($0) == $0 }, "a rectangle leaves the grid: \(ranges)")
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
