/// Cuts a stream of runs into blocks: rows of individual heights packed, long runs as runs.
///
/// Kinds are not changed for every run: a few short runs between long ones stay runs, a new block costs more.
struct RowPacker {
  private let limit: Int
  private var blocks = ContiguousArray<RowBlock>()

  /// Runs that are not in a block yet, and the rows of all but a long one.
  private var pending: [RowRun] = []
  private var pendingRows = 0
  /// Whether a long run is among the pending, and how many short ones follow it.
  private var isRuns = false
  private var tail = 0
  /// The newest run, which may still take in the next one.
  private var newest = RowRun.vacant

  /// Runs longer than this are cheaper as runs in any format.
  static let longest = 8

  init(limit: Int) { self.limit = limit }

  /// Short runs in a row that deserve a block of their own.
  private var worthwhile: Int { min(16, limit / 4) }

  private var mostRuns: Int { RowBlock.mostRuns(limit) }

  /// Adds the rows that follow.
  mutating func append(_ run: RowRun) {
    guard run.weight > 0 else { return }
    if newest.weight > 0, newest.absorb(run) { return }
    place(newest)
    newest = run
  }

  /// Ends the stream.
  /// - Returns: all blocks, in order.
  mutating func finish() -> ContiguousArray<RowBlock> {
    place(newest)
    newest = .vacant
    emitAll()
    return blocks
  }

  private mutating func place(_ run: RowRun) {
    guard run.weight > 0 else { return }
    if run.weight > min(Self.longest, limit / 2) {
      if !isRuns, pending.count >= worthwhile { emitAll() }
      isRuns = true
      tail = 0
      pending.append(run)
    } else {
      pending.append(run)
      pendingRows += run.weight
      if isRuns { tail += 1 }
      if isRuns, tail == worthwhile { splitTail() }
    }
    // Two blocks' worth waits, so that the last two can share evenly.
    if isRuns, pending.count == mostRuns * 2 { emitRuns(mostRuns * 3 / 4) }
    if !isRuns, pendingRows >= limit * 2 { emitRows(limit * 3 / 4) }
  }

  /// Leaves the short runs behind the last long one to a packed block.
  private mutating func splitTail() {
    let short = Array(pending.suffix(tail))
    pending.removeLast(tail)
    emitAll()
    pending = short
    pendingRows = short.reduce(0) { $0 + $1.weight }
  }

  private mutating func emitAll() {
    if isRuns {
      let parts = (pending.count + mostRuns - 1) / mostRuns
      for part in stride(from: parts, to: 0, by: -1) { emitRuns(pending.count / part) }
    } else if pendingRows > limit {
      let parts = (pendingRows + limit - 1) / limit
      for part in (1...parts).reversed() { emitRows(pendingRows / part) }
    } else if pendingRows > 0 {
      emit(pending.count)
    }
    pending.removeAll(keepingCapacity: true)
    pendingRows = 0
    isRuns = false
    tail = 0
  }

  /// Emits the first `count` pending runs.
  private mutating func emitRuns(_ count: Int) {
    emit(count)
    pending.removeFirst(count)
    tail = min(tail, pending.count)
  }

  /// Emits the first `rows` pending rows, cutting a run that lies across the end.
  private mutating func emitRows(_ rows: Int) {
    var end = 0
    var rest = rows
    while end < pending.count, pending[end].weight <= rest {
      rest -= pending[end].weight
      end += 1
    }
    if rest > 0 {
      let cut = pending[end]
      pending[end] = cut.with(count: rest)
      end += 1
      pending.insert(cut.with(count: cut.weight - rest), at: end)
    }
    emit(end)
    pending.removeFirst(end)
    pendingRows -= rows
  }

  /// Makes a block of the first `count` pending runs.
  private mutating func emit(_ count: Int) {
    let runs = pending[..<count]
    guard let first = runs.first else { return }
    if count == 1 {
      blocks.append(RowBlock(first, limit: limit))
    } else if isRuns {
      blocks.append(RowBlock(runs: runs, limit: limit))
    } else {
      blocks.append(RowBlock(packing: runs, .narrowest(runs), limit: limit))
    }
  }
}
