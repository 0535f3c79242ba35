/// Which rows a data source should prepare because they are likely to come on screen next. Knows no view.
///
/// Rows that were announced and have not come on screen form one line, nearest row first, on the side the table moves
/// to. Rows that come on screen leave it at the front, new ones are announced at its end. A change of direction, or a
/// jump past the line, calls it off and starts another.
///
/// Contract: a row is announced at most once until it is shown or called off; a visible row is never announced nor
/// called off. Storage is kept: `update` allocates nothing when it announces nothing.
package struct PrefetchPlan {
  /// Most rows announced and not shown, however small they are.
  package static let limit = 256
  /// Most empty sections passed over in search of one more row.
  private static let reach = 64

  /// Rows announced and neither shown nor called off, nearest first.
  package private(set) var outstanding = ContiguousArray<RowPosition>()
  /// Rows to announce since the last update, nearest first; they are outstanding already.
  package private(set) var announced = ContiguousArray<RowPosition>()
  /// Rows to call off since the last update.
  package private(set) var calledOff = ContiguousArray<RowPosition>()
  /// Whether the table moves to rows below.
  package private(set) var isDown = true

  private var shown: (first: RowPosition, last: RowPosition)?
  /// The line may have gaps, and rows that are shown: rows were renumbered.
  private var isUnordered = false
  /// Outstanding rows of an earlier load, which are called off with the next update where they still exist.
  private(set) var stale = ContiguousArray<RowPosition>()

  /// Nothing announced.
  package init() {}

  /// Whether `update` has to be called for these visible rows.
  /// - Complexity: O(1).
  package func needsUpdate(first: RowPosition, last: RowPosition) -> Bool {
    guard let shown else { return true }
    return shown.first != first || shown.last != last || isUnordered || !stale.isEmpty
  }

  /// The rows from `first` to `last` are on screen now; fills `announced` and `calledOff`.
  /// - Parameters:
  ///   - ahead: how many rows should be announced ahead; clamped to `limit`. Rows already announced stay so when it
  ///     shrinks.
  ///   - index: tells which rows there are.
  /// - Complexity: O(log n) for each row that came on screen, was announced or called off.
  package mutating func update(first: RowPosition, last: RowPosition, ahead: Int, in index: RowHeightIndex) {
    announced.removeAll(keepingCapacity: true)
    calledOff.removeAll(keepingCapacity: true)
    let old = shown
    shown = (first, last)
    callOffStale(index)
    if let old {
      if isJump(from: old, first, last) {
        // At the very top there is only one way to go on.
        isDown = first > old.first || index.neighbour(of: first, isBelow: false, reach: Self.reach) == nil
        callOff(outstanding)
        outstanding.removeAll(keepingCapacity: true)
      } else {
        turn(from: old, first, last)
        pass(first, last)
      }
    }
    if isUnordered { order(ahead, index) }
    extend(ahead, index)
  }

  /// Returns the rows to announce and counts them as announced.
  package mutating func takeAnnounced() -> ContiguousArray<RowPosition> {
    defer { announced.removeAll(keepingCapacity: true) }
    return announced
  }

  /// Returns the rows to call off and forgets them.
  package mutating func takeCalledOff() -> ContiguousArray<RowPosition> {
    defer { calledOff.removeAll(keepingCapacity: true) }
    return calledOff
  }

  /// Called when the table lost its rows: the next update calls off the announced rows that still exist.
  package mutating func reset() {
    forgetUntold()
    stale.append(contentsOf: outstanding)
    outstanding.removeAll(keepingCapacity: true)
    shown = nil
    isUnordered = false
    isDown = true
  }

  /// Rows were inserted, deleted or moved: outstanding ones are followed, those mapped to nil forgotten.
  package mutating func renumber(_ map: (RowPosition) -> RowPosition?) {
    guard shown != nil else { return }
    forgetUntold()
    outstanding = ContiguousArray(outstanding.compactMap(map))
    isUnordered = true
  }

  /// Called when the prefetching data source is gone or the screen is empty: puts all announced rows into `calledOff`.
  package mutating func stop() {
    forgetUntold()
    let rest = outstanding
    self = PrefetchPlan()
    calledOff = rest
  }

  // MARK: Steps

  private func isShown(_ row: RowPosition) -> Bool { shown.map { row >= $0.first && row <= $0.last } ?? false }

  /// Drops the rows that were not announced yet.
  private mutating func forgetUntold() {
    guard !announced.isEmpty else { return }
    let untold = Set(announced)
    outstanding.removeAll { untold.contains($0) }
    announced.removeAll(keepingCapacity: true)
  }

  private mutating func callOff(_ rows: ContiguousArray<RowPosition>) {
    for row in rows where !isShown(row) { calledOff.append(row) }
  }

  private mutating func callOffStale(_ index: RowHeightIndex) {
    guard !stale.isEmpty else { return }
    callOff(stale.filter { index.contains($0) })
    stale.removeAll(keepingCapacity: true)
  }

  /// Neither the old screen nor the line leads to the new screen.
  private func isJump(
    from old: (first: RowPosition, last: RowPosition), _ first: RowPosition, _ last: RowPosition
  ) -> Bool {
    guard !isUnordered else { return false }
    let end = outstanding.last
    let lowest = isDown ? old.first : min(old.first, end ?? old.first)
    let highest = isDown ? max(old.last, end ?? old.last) : old.last
    return first > highest || last < lowest
  }

  /// A row that came at one end, and none at the other, tells the direction; rows that only left do not.
  private mutating func turn(
    from old: (first: RowPosition, last: RowPosition), _ first: RowPosition, _ last: RowPosition
  ) {
    let cameBelow = last > old.last
    let cameAbove = first < old.first
    guard cameBelow != cameAbove, cameBelow != isDown else { return }
    isDown = cameBelow
    callOff(outstanding)
    outstanding.removeAll(keepingCapacity: true)
  }

  /// Takes from the line what came on screen, and what was passed without being shown.
  private mutating func pass(_ first: RowPosition, _ last: RowPosition) {
    guard !isUnordered else { return }
    var count = 0
    while count < outstanding.count, isDown ? outstanding[count] <= last : outstanding[count] >= first {
      if !isShown(outstanding[count]) { calledOff.append(outstanding[count]) }
      count += 1
    }
    if count > 0 { outstanding.removeFirst(count) }
  }

  /// Builds the line anew after rows were renumbered: announced rows that still are ahead stay announced.
  private mutating func order(_ ahead: Int, _ index: RowHeightIndex) {
    isUnordered = false
    var known = Set(outstanding.filter { !isShown($0) })
    outstanding.removeAll(keepingCapacity: true)
    while outstanding.count < Self.limit, let row = next(in: index) {
      let isKnown = known.remove(row) != nil
      // Behind the rows wanted, those stay that follow at once.
      guard isKnown || outstanding.count < ahead else { break }
      if !isKnown { announced.append(row) }
      outstanding.append(row)
    }
    calledOff.append(contentsOf: known.sorted())
  }

  private mutating func extend(_ ahead: Int, _ index: RowHeightIndex) {
    while outstanding.count < min(ahead, Self.limit), let row = next(in: index) {
      announced.append(row)
      outstanding.append(row)
    }
  }

  private func next(in index: RowHeightIndex) -> RowPosition? {
    guard let edge = outstanding.last ?? (isDown ? shown?.last : shown?.first) else { return nil }
    return index.neighbour(of: edge, isBelow: isDown, reach: Self.reach)
  }
}
