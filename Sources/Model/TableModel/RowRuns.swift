/// The rows of one section.
///
/// A few runs, or some hundred rows of individual heights, are one `RowBlock`; more are a `SummedTree` of blocks.
package struct RowRuns {
  /// Shared by copies until one is changed.
  final class Box {
    var tree: SummedTree<RowBlock>
    init(_ tree: SummedTree<RowBlock>) { self.tree = tree }
  }

  let capacity: Int
  /// All rows while there is no tree.
  var block: RowBlock
  var box: Box?

  /// Most rows in a block: 512 for the usual nodes of 32.
  static func blockLimit(_ capacity: Int) -> Int { capacity * capacity / 2 }

  /// No rows.
  package init(capacity: Int) { self.init(.vacant, capacity: capacity) }

  /// `count` rows of one height, in O(1) time and memory.
  package init(_ run: RowRun, capacity: Int) {
    self.capacity = capacity
    block = RowBlock(run, limit: Self.blockLimit(capacity))
  }

  /// Rows given run by run, in order.
  /// - Complexity: O(runs).
  package init(_ runs: some Sequence<RowRun>, capacity: Int) {
    self.init(capacity: capacity)
    var packer = RowPacker(limit: Self.blockLimit(capacity))
    for run in runs { packer.append(run) }
    hold(packer.finish())
  }

  /// Makes `blocks` all there is.
  private mutating func hold(_ blocks: ContiguousArray<RowBlock>) {
    box = blocks.count > 1 ? Box(SummedTree(blocks, capacity: capacity)) : nil
    block = blocks.count == 1 ? blocks[0] : RowBlock(.vacant, limit: Self.blockLimit(capacity))
  }

  // MARK: Questions

  /// Rows.
  package var count: Int { box?.tree.total.weight ?? block.weight }
  /// Points of all rows together.
  package var length: ExactLength { box?.tree.total.length ?? block.length }

  /// The run that holds `row`, and the rows and points before that run. Rows alike may lie in several runs.
  /// - Precondition: `0 <= row < count`.
  /// - Complexity: O(log n).
  package func run(holding row: Int) -> (run: RowRun, before: SummedSpan) {
    guard let box else { return block.run(holding: row) }
    let place = box.tree.locate(position: row)
    var found = place.element.run(holding: row - place.before.weight)
    found.before += place.before
    return found
  }

  /// The row that covers `offset` from the first row's top, clamped to the existing rows; rows of no height are passed
  /// over.
  /// - Precondition: there is a row.
  /// - Complexity: O(log n).
  package func row(at offset: ExactLength) -> Int {
    guard let box else { return block.row(at: offset) }
    let place = box.tree.locate(length: offset)
    return place.before.weight + place.element.row(at: offset - place.before.length)
  }

  /// Visits runs in order, the first cut to begin at `row`, until `body` returns false.
  /// - Complexity: O(log n + visited).
  package func walk(from row: Int, _ body: (RowRun, SummedSpan) -> Bool) {
    guard let box else {
      block.walk(min(row, block.weight)..<block.weight, body)
      return
    }
    box.tree.walk(from: row) { block, start in
      block.walk(max(row - start.weight, 0)..<block.weight) { run, before in
        var sum = start
        sum += before
        return body(run, sum)
      }
    }
  }

  // MARK: Changes

  /// Puts `run`, which may be empty, in the place of `rows`, which may be empty: sets, inserts and removes rows.
  /// - Complexity: O(log n + blocks removed).
  package mutating func replace(_ rows: Range<Int>, with run: RowRun) {
    guard !rows.isEmpty || run.weight > 0 else { return }
    if rows.count == count {
      box = nil
      block = RowBlock(run, limit: Self.blockLimit(capacity))
      return
    }
    guard let box = uniqueBox() else {
      var overflow = ContiguousArray<RowBlock>()
      block.replace(rows, with: run, overflow: &overflow)
      if !overflow.isEmpty { hold(CollectionOfOne(block) + overflow) }
      return
    }
    if !box.replaceInBlock(rows, with: run) {
      box.tree.remove(rows)
      if run.weight > 0 { _ = box.replaceInBlock(rows.lowerBound..<rows.lowerBound, with: run) }
    }
  }

  /// Takes a row out.
  /// - Returns: what it was.
  /// - Complexity: O(log n).
  mutating func take(_ row: Int) -> RowRun {
    var taken: RowRun?
    if count > 1, let box = uniqueBox() {
      taken = box.tree.update(at: row) { block, start in
        guard block.canLose(1) else { return nil }
        return block.take(row - start)
      }
    }
    if let taken { return taken }
    let run = run(holding: row).run.with(count: 1)
    replace(row..<row + 1, with: .vacant)
    return run
  }

  private mutating func uniqueBox() -> Box? {
    // No other reference to the box may be held here while it is counted.
    if box != nil, !isKnownUniquelyReferenced(&box) { box = box.map { Box($0.tree) } }
    return box
  }

  /// Bytes on the heap, the rooms that stand ready included; what memory is compared with in tests.
  /// - Complexity: O(n).
  package var byteCount: Int {
    guard let box else { return block.byteCount }
    var sum = box.tree.byteCount
    box.tree.walk(from: 0) { block, _ in
      sum += block.byteCount
      return true
    }
    return sum
  }

  /// Stops at the first broken invariant.
  /// - Complexity: O(n).
  package func checkInvariants() {
    guard let box else { return block.checkInvariants() }
    precondition(block.weight == 0, "rows are kept twice")
    box.tree.checkInvariants()
    box.tree.walk(from: 0) { block, _ in
      block.checkInvariants()
      return true
    }
  }
}

extension RowRuns.Box {
  /// Changes rows of a single block.
  /// - Returns: false, with nothing changed, when they are not in one block, or too few would remain there.
  func replaceInBlock(_ rows: Range<Int>, with run: RowRun) -> Bool {
    var overflow = ContiguousArray<RowBlock>()
    let position = min(rows.lowerBound, tree.total.weight - 1)
    let end = tree.update(at: position) { block, start -> Int? in
      let isInside = rows.upperBound - start <= block.weight
      guard isInside, run.weight >= rows.count || block.canLose(rows.count - run.weight) else { return nil }
      block.replace((rows.lowerBound - start)..<(rows.upperBound - start), with: run, overflow: &overflow)
      return start + block.weight
    }
    guard var next = end else { return false }
    for piece in overflow {
      tree.insert(piece, at: next)
      next += piece.weight
    }
    return true
  }
}
