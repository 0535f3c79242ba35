/// Cuts a stream of runs into blocks: rows of individual heights packed, long runs as runs.
///
/// Kinds are not changed for every run: a few short runs between long ones stay runs, a new block costs more.
struct RowPacker {
  private let limit: Int
  private(set) var blocks = ContiguousArray<RowBlock>()

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

  /// Adds the rows that follow.
  mutating func append(_ run: RowRun) {
    guard run.weight > 0 else { return }
    if newest.weight > 0, newest.absorb(run) { return }
    place(newest)
    newest = run
  }

  /// Ends the stream.
  /// - Returns: the blocks that were not taken yet.
  mutating func finish() -> ContiguousArray<RowBlock> {
    place(newest)
    newest = .vacant
    emitAll()
    return takeBlocks()
  }

  /// Hands over the blocks that are complete.
  mutating func takeBlocks() -> ContiguousArray<RowBlock> {
    let taken = blocks
    blocks.removeAll()
    return taken
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
    if isRuns, pending.count == limit / 2 { emitAll() }
    // Two blocks' worth waits, so that the last two can share evenly.
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
      emit(pending[...])
    } else if pendingRows > limit {
      let parts = (pendingRows + limit - 1) / limit
      for part in (1...parts).reversed() { emitRows(pendingRows / part) }
    } else if pendingRows > 0 {
      emit(pending[...])
    }
    pending.removeAll(keepingCapacity: true)
    pendingRows = 0
    isRuns = false
    tail = 0
  }

  /// Emits the first `rows` pending rows, cutting a run that lies across the end.
  private mutating func emitRows(_ rows: Int) {
    var end = 0
    var rest = rows
    while end < pending.count, pending[end].weight <= rest {
      rest -= pending[end].weight
      end += 1
    }
    var runs = pending[..<end]
    if rest > 0 {
      runs.append(pending[end].with(count: rest))
      pending[end] = pending[end].with(count: pending[end].weight - rest)
    }
    emit(runs)
    pending.removeFirst(end)
    pendingRows -= rows
  }

  private mutating func emit(_ runs: ArraySlice<RowRun>) {
    guard let first = runs.first else { return }
    if runs.count == 1 {
      blocks.append(RowBlock(first, limit: limit))
    } else if isRuns {
      blocks.append(RowBlock(runs: runs, limit: limit))
    } else {
      let format = runs.reduce(RowFormat.two) { max($0, RowFormat.narrowest($1)) }
      blocks.append(RowBlock(packing: runs, format, limit: limit))
    }
  }
}
