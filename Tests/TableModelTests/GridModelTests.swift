import RandomSupport
import Testing

@testable import TableModel

@Suite("GridAxis")
struct GridAxisTests {
  /// Every line with its place, by adding up.
  private func naiveTiles(_ lengths: [Double], header: Double, pinned: Int, offset: Double, viewport: Double)
    -> [GridAxis.Tile]
  {
    var tiles: [GridAxis.Tile] = []
    let pinnedLength = header + lengths[..<pinned].reduce(0, +)
    if header > 0, viewport > 0 { tiles.append(.init(line: -1, start: 0, length: header, isPinned: true)) }
    var start = header
    for (line, length) in lengths.enumerated() {
      let isPinned = line < pinned
      let lower = isPinned ? header : max(offset, 0) + pinnedLength
      let upper = isPinned ? min(pinnedLength, viewport) : offset + viewport
      if length > 0, lower < upper, start < upper, start + length > lower {
        tiles.append(.init(line: line, start: start, length: length, isPinned: isPinned))
      }
      start += length
    }
    return tiles
  }

  @Test("shows what adding up every line shows, after any changes", arguments: 0..<40)
  func agreesWithNaive(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var axis = GridAxis(capacity: 4)
    var lengths: [Double] = []
    func reset() {
      let count = Int.random(in: 0...40, using: &random)
      let header = Bool.random(using: &random) ? 24.0 : 0.0
      lengths = Array(repeating: 20, count: count)
      axis.reset(
        count: count, length: 20, isMeasured: true, header: header,
        pinned: Int.random(in: 0...3, using: &random))
    }
    reset()
    var (offset, viewport) = (0.0, 0.0)
    for step in 0..<200 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: reset()
      case 1, 2:
        guard let line = lengths.indices.randomElement(using: &random) else { continue }
        let length: Double = ([0, 7, 20, 33.5] as [Double]).randomElement(using: &random) ?? 0
        axis.setLength(length, ofLine: line)
        lengths[line] = length
      case 3:
        var changes = TableChanges()
        var next = lengths
        if let line = lengths.indices.randomElement(using: &random) {
          changes.deleteRow(RowPosition(section: 0, row: line), .none)
          next.remove(at: line)
        }
        let place = Int.random(in: 0...next.count, using: &random)
        changes.insertRow(RowPosition(section: 0, row: place), .none)
        next.insert(11, at: place)
        axis.apply(try axis.plan(changes, newCount: next.count), length: 11, isMeasured: true)
        lengths = next
      default: break
      }
      if Int.random(in: 0..<3, using: &random) > 0 {
        // A scroll.
        offset = max(-10, offset + Double(Int.random(in: -60...60, using: &random)) / 2)
      } else {
        offset = Double(Int.random(in: -20...600, using: &random)) / 2
        viewport = Double(Int.random(in: 0...300, using: &random))
      }
      let before = axis.tiles
      let changed = axis.update(offset: offset, viewport: viewport)
      axis.checkInvariants()
      let expected = naiveTiles(
        lengths, header: axis.headerLength, pinned: axis.pinnedCount, offset: offset, viewport: viewport)
      #expect(Array(axis.tiles) == expected, "seed \(seed), step \(step), offset \(offset), viewport \(viewport)")
      if !changed { #expect(axis.tiles == before) }
      #expect(axis.contentLength == axis.headerLength + lengths.reduce(0, +))
    }
  }

  @Test("a frame within the same lines does not look at them")
  func sameLines() {
    var axis = GridAxis()
    axis.reset(count: 1_000_000, length: 24, isMeasured: true, header: 24, pinned: 1)
    func update(_ offset: Double) -> Bool { axis.update(offset: offset, viewport: 800) }
    let changes = [update(240_000), update(240_005), update(240_030)]
    #expect(changes == [true, false, true])
    #expect(axis.tiles.prefix(3).map(\.line) == [-1, 0, 10_002])
    axis.setLength(30, ofLine: 5)
    let changesAgain = update(240_030)
    #expect(changesAgain)
  }

  @Test("what is seen at a place is the header, a pinned line or one that scrolls")
  func seen() {
    var axis = GridAxis()
    axis.reset(count: 100, length: 10, isMeasured: true, header: 20, pinned: 2)
    #expect(axis.line(seenAt: 19, offset: 50) == -1)
    #expect(axis.line(seenAt: 39, offset: 50) == 1)
    #expect(axis.line(seenAt: 40, offset: 50) == 7)
    #expect(axis.line(seenAt: 2000, offset: 50) == nil)
    #expect(axis.line(nearest: -5) == 0 && axis.line(nearest: 1e9) == 99)
    axis.setLength(0, ofLine: 4)
    #expect(axis.line(after: 3, step: 1) == 5 && axis.line(after: 0, step: -1) == nil)
  }
}

@Suite("GridSelection")
struct GridSelectionTests {
  private let size = GridSize(rows: 10, columns: 6)

  @Test("rectangles reach from the active cell to the head, whole rows and columns across the grid")
  func extending() {
    var selection = GridSelection()
    selection.select(GridPosition(row: 2, column: 3), .cells, in: size)
    selection.extend(to: GridPosition(row: 5, column: 1), in: size)
    #expect(selection.ranges == [GridRange(rows: 2..<6, columns: 1..<4)])
    #expect(selection.active == GridPosition(row: 2, column: 3))
    selection.select(GridPosition(row: 0, column: 2), .columns, isAdding: true, in: size)
    selection.extend(to: GridPosition(row: 0, column: 4), in: size)
    #expect(selection.ranges.last == GridRange(rows: 0..<10, columns: 2..<5))
    #expect(selection.holds(column: 4, in: size) && !selection.holds(column: 1, in: size))
  }

  @Test("a rectangle chosen a second time while adding is not selected any more")
  func toggling() {
    var selection = GridSelection()
    let first = GridPosition(row: 1, column: 1)
    let second = GridPosition(row: 3, column: 3)
    selection.select(first, .cells, in: size)
    selection.select(second, .cells, isAdding: true, in: size)
    selection.select(first, .cells, isAdding: true, in: size)
    #expect(selection.ranges == [GridRange(from: second, to: second)])
    #expect(selection.active == second)
  }

  @Test("lies within the grid after any clicks, keys and changes of lines", arguments: 0..<40)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    var size = size
    var selection = GridSelection()
    for _ in 0..<200 {
      let position = GridPosition(
        row: Int.random(in: 0..<12, using: &random), column: Int.random(in: 0..<8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: selection.select(position, .cells, isAdding: Bool.random(using: &random), in: size)
      case 1:
        selection.select(
          position, [.rows, .columns, .everything].randomElement(using: &random) ?? .rows,
          isAdding: Bool.random(using: &random), in: size)
      case 2, 3: selection.extend(to: position, in: size)
      case 4:
        let gone = Int.random(in: 0..<max(size.rows, 1), using: &random)
        let next = GridSize(rows: max(size.rows - 1, 0), columns: size.columns)
        selection.follow(
          rows: { $0 == gone ? nil : $0 > gone ? $0 - 1 : $0 }, columns: { $0 }, from: size, to: next)
        size = next
      default:
        let next = GridSize(
          rows: Int.random(in: 0...10, using: &random), columns: Int.random(in: 0...6, using: &random))
        selection.clamp(from: size, to: next)
        size = next
      }
      selection.checkInvariants(in: size)
    }
  }
}
