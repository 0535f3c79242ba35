/// The rows of one section as runs of equal height.
///
/// One run, the common case, is kept in place and allocates nothing; more live in a `SummedTree`.
package struct RowRuns {
  private let capacity: Int
  private var only = RowRun.vacant
  private var tree: SummedTree<RowRun>?

  /// No rows.
  package init(capacity: Int) { self.capacity = capacity }

  /// `count` rows of one height, in O(1) time and memory.
  package init(_ run: RowRun, capacity: Int) {
    self.capacity = capacity
    only = run
  }

  /// Rows given run by run, in order.
  /// - Complexity: O(runs).
  package init(_ runs: some Sequence<RowRun>, capacity: Int) {
    self.capacity = capacity
    tree = SummedTree(runs, capacity: capacity)
  }

  /// Rows.
  package var count: Int { tree?.total.weight ?? only.weight }
  /// Points of all rows together.
  package var length: Double { tree?.total.length ?? only.length }

  /// The run that holds `row`, and the rows and points before that run.
  /// - Precondition: `0 <= row < count`.
  /// - Complexity: O(log n).
  package func run(holding row: Int) -> SummedTree<RowRun>.Location {
    tree?.locate(position: row) ?? SummedTree.Location(element: only, before: SummedSpan())
  }

  /// The row that covers `y` points from the first row's top, clamped to the existing rows; rows of no height are
  /// passed over.
  /// - Precondition: there is a row.
  /// - Complexity: O(log n).
  package func row(at y: Double) -> Int {
    let found = tree?.locate(length: y) ?? SummedTree.Location(element: only, before: SummedSpan())
    return found.before.weight + found.element.row(at: y - found.before.length)
  }

  /// Visits runs in order, from the one that holds `row`, until `body` returns false.
  package func walk(from row: Int, _ body: (RowRun, SummedSpan) -> Bool) {
    if let tree {
      tree.walk(from: row, body)
    } else if row < only.weight {
      _ = body(only, SummedSpan())
    }
  }

  /// Inserts `run` before `row`.
  /// - Complexity: O(log n).
  package mutating func insert(_ run: RowRun, at row: Int) {
    guard run.weight > 0 else { return }
    if tree == nil {
      if only.weight == 0 {
        only = run
        return
      }
      if only.absorb(run) { return }
      tree = SummedTree(CollectionOfOne(only), capacity: capacity)
    }
    tree!.insert(run, at: row)  // made above when it was missing
  }

  /// Removes rows.
  /// - Complexity: O(log n + runs removed).
  package mutating func remove(_ rows: Range<Int>) {
    guard tree != nil else {
      only = RowRun(count: only.weight - rows.count, height: only.height, isMeasured: only.isMeasured)
      return
    }
    tree?.remove(rows)
  }

  /// Gives `rows` one height.
  /// - Complexity: O(log n + runs replaced).
  package mutating func set(_ rows: Range<Int>, height: Double, isMeasured: Bool) {
    guard !rows.isEmpty else { return }
    let found = run(holding: rows.lowerBound)
    let stays = found.element.height == height && found.element.isMeasured == isMeasured
    if stays, found.before.weight + found.element.weight >= rows.upperBound { return }
    let run = RowRun(count: rows.count, height: height, isMeasured: isMeasured)
    if rows.count == 1, found.element.weight == 1, tree != nil {
      tree?.update(at: rows.lowerBound) { $0 = run }
      return
    }
    if rows.count == count {
      only = run
      tree = nil
      return
    }
    remove(rows)
    insert(run, at: rows.lowerBound)
  }

  /// Stops at the first broken invariant.
  package func checkInvariants() {
    precondition(tree == nil || only.weight == 0 || tree!.total.weight >= 0, "rows are kept twice")
    tree?.checkInvariants()
  }
}
