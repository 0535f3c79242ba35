import TableModel

/// Items of their own sizes, known or estimated, that flow: a line takes as many as it has room for, is as long as its
/// longest item, and all but the last use their whole breadth.
///
/// A line is kept as two packed numbers: how many items it has, and points to the next line. An item whose size changes
/// has lines broken anew from the line before its own on, up to the first one that begins with the same item as before.
struct FlowItems: ItemArrangement {
  private var ownSizes: ItemSizes
  private var lines: LineIndex
  let metrics: FlowMetrics
  /// Whether cells decide about their sizes.
  private let isSelfSizing: Bool
  /// Sizes of the items on screen; kept for its storage.
  private var buffer = ContiguousArray<ItemSizes.Sized>()

  /// - Complexity: O(runs of equal items).
  init(_ sizes: ItemSizes, _ metrics: FlowMetrics, isSelfSizing: Bool) {
    ownSizes = sizes
    self.isSelfSizing = isSelfSizing
    var metrics = metrics
    if metrics.lineSpacing > 0 { metrics.lineSpacing = ItemSizes.stored(metrics.lineSpacing) }
    self.metrics = metrics
    var breaker = LineBreaker(metrics)
    var item = 0
    while item < sizes.count {
      let run = sizes.run(from: item)
      breaker.add(run.size, count: run.count)
      item += run.count
    }
    breaker.close()
    lines = LineIndex(breaker)
  }

  var count: Int { ownSizes.count }
  var sizes: ItemSizes? { ownSizes }
  var length: Double { lines.count > 0 ? max(lines.length - metrics.lineSpacing, 0) : 0 }
  /// Bytes on the heap.
  var byteCount: Int { ownSizes.byteCount + lines.byteCount }

  mutating func add(_ window: LineWindow, to plan: inout ElementPlan) {
    // Where lines overlap, one is longer than the way to the next.
    guard var line = lines.line(at: window.lower + min(metrics.lineSpacing, 0)) else { return }
    let first = line
    var end = line
    // All items on screen are read at once.
    while end.top < window.upper, end.number < lines.count { end = lines.line(after: end) }
    ownSizes.read(first.firstItem..<end.firstItem, into: &buffer)
    while line.number < end.number {
      let range = (line.firstItem - first.firstItem)..<(line.firstItem - first.firstItem + line.count)
      var placing = placing(buffer[range], isLast: line.number == lines.count - 1, at: line.top)
      for index in range {
        let place = placing.next(buffer[index].size)
        window.add(first.firstItem + index, at: place, isMeasured: buffer[index].isMeasured, to: &plan)
      }
      line = lines.line(after: line)
    }
  }

  func place(of item: Int) -> AxisRect {
    let line = lines.line(ofItem: item)
    var sizes = ContiguousArray<ItemSizes.Sized>()
    ownSizes.read(line.firstItem..<(line.firstItem + line.count), into: &sizes)
    var placing = placing(sizes[...], isLast: line.number == lines.count - 1, at: line.top)
    for index in 0..<(item - line.firstItem) { _ = placing.next(sizes[index].size) }
    return placing.next(sizes[item - line.firstItem].size)
  }

  /// Places the items of a line one after the other.
  private struct Placing {
    let top, length, spacing: Double
    var cross: Double

    mutating func next(_ size: AxisSize) -> AxisRect {
      defer { cross += size.breadth + spacing }
      // Shorter items stand in the middle of the line.
      return AxisRect(
        main: top + (length - size.length) / 2, cross: cross, length: size.length, breadth: size.breadth)
    }
  }

  private func placing(_ sizes: ArraySlice<ItemSizes.Sized>, isLast: Bool, at top: Double) -> Placing {
    var (used, length) = (0.0, 0.0)
    for sized in sizes {
      used += sized.size.breadth
      length = max(length, sized.size.length)
    }
    let (start, spacing) =
      isLast ? (metrics.crossStart, metrics.itemSpacing) : metrics.justified(used, count: sizes.count)
    return Placing(top: top, length: length, spacing: spacing, cross: start)
  }

  mutating func measured(_ item: Int, _ size: AxisSize) {
    if ownSizes.set(size, of: item) { breakLines(around: item) }
  }

  func estimates(of item: Int) -> (length: Bool, breadth: Bool) { (isSelfSizing, isSelfSizing) }

  /// - Complexity: O(log *n*) for each line that begins with another item than before.
  private mutating func breakLines(around item: Int) {
    let first = lines.line(at: max(lines.line(ofItem: item).number - 1, 0))
    var breaker = LineBreaker(metrics)
    var next = first.firstItem
    var checked = next
    while next < count {
      let run = ownSizes.run(from: next)
      breaker.add(run.size, count: run.count)
      next += run.count
      // The open line begins where a line began before: the rest is as it was.
      let start = next - breaker.openCount
      guard start > item, start != checked else { continue }
      checked = start
      let old = lines.line(ofItem: start)
      if old.firstItem == start {
        lines.replace(first.number..<old.number, with: breaker)
        return
      }
    }
    breaker.close()
    lines.replace(first.number..<lines.count, with: breaker)
  }

  /// Stops at the first broken invariant; called by tests.
  func checkInvariants() {
    lines.checkInvariants()
    precondition(lines.itemCount == count, "lines hold \(lines.itemCount) of \(count) items")
  }
}

/// Breaks items into lines, one after the other.
struct LineBreaker {
  private let metrics: FlowMetrics
  /// The numbers of items and the pitches of lines that are closed, as runs.
  private(set) var counts = ContiguousArray<RowRun>()
  private(set) var pitches = ContiguousArray<RowRun>()
  /// Items of the line that takes more.
  private(set) var openCount = 0
  private var used = 0.0
  private var length = 0.0

  init(_ metrics: FlowMetrics) { self.metrics = metrics }

  /// Adds equal items.
  /// - Complexity: O(1): lines of equal items are one run.
  mutating func add(_ size: AxisSize, count: Int) {
    var rest = count
    while rest > 0 {
      if openCount == 0 {
        let columns = metrics.fitting(size.breadth)
        // The last of the full lines may have room for a smaller item.
        let full = (rest - 1) / columns
        close(full, columns: columns, length: size.length)
        rest -= full * columns
        take(rest, size)
        return
      }
      let fitting = min(metrics.fitting(size.breadth, after: used, count: openCount), rest)
      guard fitting > 0 else {
        close()
        continue
      }
      take(fitting, size)
      rest -= fitting
    }
  }

  private mutating func take(_ count: Int, _ size: AxisSize) {
    used += size.breadth * Double(count) + metrics.itemSpacing * Double(openCount > 0 ? count : count - 1)
    openCount += count
    length = max(length, size.length)
  }

  /// Closes the open line.
  mutating func close() {
    close(openCount > 0 ? 1 : 0, columns: openCount, length: length)
    (openCount, used, length) = (0, 0, 0)
  }

  private mutating func close(_ lines: Int, columns: Int, length: Double) {
    guard lines > 0 else { return }
    Self.append(RowRun(count: lines, height: Double(columns), isMeasured: true), to: &counts)
    let pitch = max(length + metrics.lineSpacing, 0)
    Self.append(RowRun(count: lines, height: pitch, isMeasured: true), to: &pitches)
  }

  private static func append(_ run: RowRun, to runs: inout ContiguousArray<RowRun>) {
    guard !runs.isEmpty, runs[runs.count - 1].absorb(run) else {
      runs.append(run)
      return
    }
  }
}

/// Lines of items along an axis: which items a line has, where it lies, and back.
struct LineIndex {
  /// A line.
  struct Line {
    /// From 0.
    var number: Int
    /// Its first item.
    var firstItem: Int
    /// Its items.
    var count: Int
    /// Where it begins, in points.
    var top: Double
    fileprivate var exactTop: ExactLength
    fileprivate var pitch: Double
  }

  /// The number of items of each line, as its height: the first item is where a line begins then.
  private var counts: RowRuns
  /// Points from each line to the next one.
  private var pitches: RowRuns

  private static let capacity = 32

  init(_ breaker: LineBreaker) {
    counts = RowRuns(breaker.counts, capacity: Self.capacity)
    pitches = RowRuns(breaker.pitches, capacity: Self.capacity)
  }

  /// Lines.
  var count: Int { counts.count }
  /// Items of all lines.
  var itemCount: Int { Int(counts.length.points) }
  /// Points of all lines.
  var length: Double { pitches.length.points }
  /// Bytes on the heap.
  var byteCount: Int { counts.byteCount + pitches.byteCount }

  /// The line of a number; an empty one behind the last.
  func line(at number: Int) -> Line {
    guard number < count else {
      return Line(
        number: number, firstItem: itemCount, count: 0, top: length, exactTop: pitches.length, pitch: 0)
    }
    let (items, itemsBefore) = counts.run(holding: number)
    let (pitch, before) = pitches.run(holding: number)
    let first = itemsBefore.length.points + Double(number - itemsBefore.weight) * items.height
    let top = before.length + ExactLength(points: pitch.height) * (number - before.weight)
    return Line(
      number: number, firstItem: Int(first), count: Int(items.height), top: top.points, exactTop: top,
      pitch: pitch.height)
  }

  func line(after line: Line) -> Line {
    guard line.number + 1 < count else { return self.line(at: count) }
    let top = line.exactTop + ExactLength(points: line.pitch)
    let number = line.number + 1
    return Line(
      number: number, firstItem: line.firstItem + line.count, count: Int(counts.run(holding: number).run.height),
      top: top.points, exactTop: top, pitch: pitches.run(holding: number).run.height)
  }

  func line(ofItem item: Int) -> Line { line(at: counts.row(at: ExactLength(points: Double(item)))) }

  /// The line that covers a place, or the nearest one; nil without lines.
  func line(at place: Double) -> Line? {
    guard count > 0 else { return nil }
    return line(at: pitches.row(at: place < 0 ? .zero : ExactLength(points: place)))
  }

  /// Puts others in the place of some lines.
  mutating func replace(_ range: Range<Int>, with breaker: LineBreaker) {
    guard range.count < count else {
      self = LineIndex(breaker)
      return
    }
    Self.replace(range, of: &counts, with: breaker.counts)
    Self.replace(range, of: &pitches, with: breaker.pitches)
  }

  private static func replace(_ range: Range<Int>, of lines: inout RowRuns, with runs: ContiguousArray<RowRun>) {
    guard let first = runs.first else { return lines.replace(range, with: .vacant) }
    lines.replace(range, with: first)
    var next = range.lowerBound + first.weight
    for run in runs.dropFirst() {
      lines.replace(next..<next, with: run)
      next += run.weight
    }
  }

  /// Stops at the first broken invariant; called by tests.
  func checkInvariants() {
    counts.checkInvariants()
    pitches.checkInvariants()
    precondition(counts.count == pitches.count, "\(counts.count) lines have \(pitches.count) places")
  }
}
