/// The role of a symbol in the tableau, which decides what the solver may do with it.
enum SymbolKind: UInt8 {
  /// A variable of any sign: basic in a row that takes no part in ratio tests.
  case free
  /// A variable that is never negative.
  case length
  /// By how much an inequality holds; never negative.
  case slack
  /// By how much an optional constraint is missed, upward or downward; never negative, and part of the objective.
  case error
  /// Marks a required equation; always zero, so it never enters the basis for the sake of an objective.
  case dummy
  /// A number given out again later.
  case unused

  /// Whether a basic symbol's value must not be negative.
  var isRestricted: Bool { self == .length || self == .slack || self == .error }
  /// Whether the simplex method may bring it into the basis.
  var canEnter: Bool { self == .slack || self == .error || self == .length }
}

/// A linear expression `constant + Σ coefficient · symbol`: one row of the tableau, or one level of the objective.
///
/// Invariant: cells are sorted by symbol, no symbol occurs twice, no coefficient is nearly zero.
struct SolverRow {
  struct Cell {
    var symbol: Int32
    var coefficient: Double
  }

  var constant = 0.0
  private(set) var cells: ContiguousArray<Cell> = []

  /// The largest magnitude that counts as zero. Coefficients of layouts are near 1; smaller ones come from rounding.
  static let epsilon = 1e-9

  init(constant: Double = 0) { self.constant = constant }

  /// - Complexity: O(log n) in the number of cells.
  private func position(of symbol: Int32) -> Int {
    // Asked of every row in every pivot: the bounds are checked by the search itself.
    cells.withUnsafeBufferPointer { cells in
      var low = 0
      var high = cells.count
      while low < high {
        let middle = (low &+ high) >> 1
        if cells[middle].symbol < symbol { low = middle &+ 1 } else { high = middle }
      }
      return low
    }
  }

  /// 0 for a symbol that does not occur.
  func coefficient(of symbol: Int32) -> Double {
    let index = position(of: symbol)
    return index < cells.count && cells[index].symbol == symbol ? cells[index].coefficient : 0
  }

  mutating func add(_ symbol: Int32, times factor: Double) {
    let index = position(of: symbol)
    guard index < cells.count, cells[index].symbol == symbol else {
      if abs(factor) > Self.epsilon { cells.insert(Cell(symbol: symbol, coefficient: factor), at: index) }
      return
    }
    cells[index].coefficient += factor
    if abs(cells[index].coefficient) <= Self.epsilon { cells.remove(at: index) }
  }

  /// Adds a multiple of another row; `scratch` lends its storage.
  /// - Complexity: O(cells of both).
  mutating func add(_ other: SolverRow, times factor: Double, scratch: inout ContiguousArray<Cell>) {
    merge(other, times: factor, leavingOut: cells.count, scratch: &scratch)
  }

  /// Adds a multiple of another row by merging the two.
  /// - Parameter hole: the cell of this row that is dropped; none for the number of cells.
  private mutating func merge(
    _ other: SolverRow, times factor: Double, leavingOut hole: Int, scratch: inout ContiguousArray<Cell>
  ) {
    constant += other.constant * factor
    let room = cells.count + other.cells.count
    while scratch.count < room { scratch.append(Cell(symbol: 0, coefficient: 0)) }
    scratch.withUnsafeMutableBufferPointer { merged in
      let count = cells.withUnsafeBufferPointer { mine in
        other.cells.withUnsafeBufferPointer { Self.merge(mine, $0, times: factor, leavingOut: hole, into: merged) }
      }
      // The row keeps its storage.
      if count < cells.count { cells.removeLast(cells.count - count) }
      let kept = cells.count
      cells.withUnsafeMutableBufferPointer { cells in
        for index in 0..<kept { cells[index] = merged[index] }
      }
      if count > kept { cells.append(contentsOf: UnsafeMutableBufferPointer(rebasing: merged[kept..<count])) }
    }
  }

  /// - Parameter result: has room for all cells of both.
  /// - Returns: how many cells there are.
  private static func merge(
    _ mine: UnsafeBufferPointer<Cell>, _ theirs: UnsafeBufferPointer<Cell>, times factor: Double,
    leavingOut hole: Int, into result: UnsafeMutableBufferPointer<Cell>
  ) -> Int {
    var (left, right, count) = (0, 0, 0)
    func put(_ symbol: Int32, _ coefficient: Double) {
      result[count] = Cell(symbol: symbol, coefficient: coefficient)
      count &+= 1
    }
    while true {
      if left == hole { left &+= 1 }
      guard left < mine.count, right < theirs.count else { break }
      let (a, b) = (mine[left], theirs[right])
      if a.symbol < b.symbol {
        put(a.symbol, a.coefficient)
        left &+= 1
      } else if b.symbol < a.symbol {
        put(b.symbol, b.coefficient * factor)
        right &+= 1
      } else {
        let sum = a.coefficient + b.coefficient * factor
        if abs(sum) > epsilon { put(a.symbol, sum) }
        left &+= 1
        right &+= 1
      }
    }
    while left < mine.count {
      if left != hole { put(mine[left].symbol, mine[left].coefficient) }
      left &+= 1
    }
    while right < theirs.count {
      put(theirs[right].symbol, theirs[right].coefficient * factor)
      right &+= 1
    }
    return count
  }

  /// Takes `symbol` out.
  /// - Returns: its coefficient; 0 when it did not occur.
  @discardableResult
  mutating func remove(_ symbol: Int32) -> Double {
    let index = position(of: symbol)
    guard index < cells.count, cells[index].symbol == symbol else { return 0 }
    return cells.remove(at: index).coefficient
  }

  mutating func multiply(by factor: Double) {
    constant *= factor
    for index in cells.indices { cells[index].coefficient *= factor }
  }

  /// Turns the equation `row = 0` into an expression for `symbol`.
  /// - Precondition: `symbol` occurs.
  mutating func solve(for symbol: Int32) {
    let coefficient = remove(symbol)
    multiply(by: -1 / coefficient)
  }

  /// Turns the equation `basic = row` into an expression for `symbol`, in which `basic` occurs.
  /// - Precondition: `symbol` occurs.
  mutating func solve(for symbol: Int32, leaving basic: Int32) {
    add(basic, times: -1)
    solve(for: symbol)
  }

  /// Puts `row`, an expression for `symbol`, in its place.
  mutating func substitute(_ symbol: Int32, by row: SolverRow, scratch: inout ContiguousArray<Cell>) {
    let index = position(of: symbol)
    guard index < cells.count, cells[index].symbol == symbol else { return }
    merge(row, times: cells[index].coefficient, leavingOut: index, scratch: &scratch)
  }
}
