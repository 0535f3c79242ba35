import Pixels

/// One line of text laid out for editing: what to draw, and where carets and selections stand. In pixels from the
/// line's left end.
///
/// Places are numbered by clusters: place n lies before the n-th cluster in the order of the text, the last place at the
/// text's end. Where text runs in two directions, two places can claim the point where the directions meet; each caret
/// stands where a character of the lower level would be put in, so that no two places look the same and none is lost.
package struct EditLine: Sendable {
  /// A cluster as it is seen.
  struct Cell: Equatable, Sendable {
    var left: Double
    var right: Double
    /// The embedding level: odd ones run from right to left.
    var level: UInt8

    var isRightToLeft: Bool { level & 1 == 1 }
    var leading: Double { isRightToLeft ? right : left }
    var trailing: Double { isRightToLeft ? left : right }
  }

  /// Leftmost first, baselines set for a line whose top is 0.
  var runs: [TextRun] = []
  var words: ContiguousArray<TextWord> = []
  /// One a cluster, in the order of the text.
  private(set) var cells: ContiguousArray<Cell> = []
  /// Bytes of UTF-8 before each place, one more than there are cells. The first is 0 but in a line of a paragraph.
  private(set) var offsets: ContiguousArray<Int> = [0]
  /// The caret's middle at each place.
  package private(set) var carets: ContiguousArray<Double> = [0]
  /// Places from left to right; empty where that is their order anyway.
  private var visualOrder: ContiguousArray<Int> = []
  /// The advance of the whole line.
  package private(set) var width: Double
  /// The line's height in whole pixels.
  package private(set) var height: Double
  /// From the line's top to its baseline, in whole pixels.
  package private(set) var ascent: Double
  /// Whole pixels above the line that ink may reach into, and below it.
  package internal(set) var rowsAbove = 0
  var rowsBelow = 0
  /// Whether the text as a whole runs from right to left.
  package private(set) var isRightToLeft = false
  /// How far ink reaches beyond both ends.
  package internal(set) var overhang = (left: 0.0, right: 0.0)

  /// - Parameters:
  ///   - cells: one a cluster.
  ///   - offsets: bytes before each cluster, and of all.
  init(
    cells: ContiguousArray<Cell>, offsets: ContiguousArray<Int>, width: Double, height: Double, ascent: Double,
    isRightToLeft: Bool
  ) {
    self.cells = cells
    self.offsets = offsets
    self.width = width
    self.height = height
    self.ascent = ascent
    self.isRightToLeft = isRightToLeft
    carets = ContiguousArray((0...cells.count).map(caret(at:)))
    let isPlain = !isRightToLeft && cells.allSatisfy { $0.level == 0 }
    if !isPlain {
      visualOrder = ContiguousArray(
        carets.indices.sorted { a, b in
          if carets[a] != carets[b] { return carets[a] < carets[b] }
          return isRightToLeft ? a > b : a < b
        })
    }
  }

  private func caret(at place: Int) -> Double {
    let base: UInt8 = isRightToLeft ? 1 : 0
    let before = place > 0 ? cells[place - 1] : nil
    let after = place < cells.count ? cells[place] : nil
    if before?.level ?? base <= after?.level ?? base { return before?.trailing ?? (isRightToLeft ? width : 0) }
    return after?.leading ?? (isRightToLeft ? 0 : width)
  }

  /// Whether nothing is drawn.
  package var isEmpty: Bool { runs.isEmpty }

  /// Whether a line is drawn like another one.
  package func looks(like other: EditLine) -> Bool {
    runs.count == other.runs.count && height == other.height && ascent == other.ascent
      && zip(runs, other.runs).allSatisfy { $0.isDrawn(like: $1) }
  }

  // MARK: Between places and offsets

  /// The place at an offset, or the one before it where it lies inside of a cluster; clamped.
  package func place(at offset: Int) -> Int {
    var low = 0
    var high = offsets.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The offset of a place, which is clamped.
  package func offset(at place: Int) -> Int { offsets[min(max(0, place), offsets.count - 1)] }

  /// Where the caret stands at an offset.
  package func caret(atOffset offset: Int) -> Double { carets[place(at: offset)] }

  // MARK: Between places and points

  /// The offset whose caret is closest to `x`.
  /// - Complexity: O(log n) for text in one direction, else O(n).
  package func offset(closestTo x: Double) -> Int {
    guard visualOrder.isEmpty else {
      let best = carets.indices.min { abs(carets[$0] - x) < abs(carets[$1] - x) } ?? 0
      return offsets[best]
    }
    var low = 0
    var high = carets.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if carets[middle] <= x { low = middle } else { high = middle }
    }
    if high < carets.count, carets[high] - x < x - carets[low] { return offsets[high] }
    return offsets[low]
  }

  /// The offset of the cluster that `x` lies on, for clicks that choose what is under them; that of the nearest one
  /// where `x` lies on none.
  package func offset(ofClusterAt x: Double) -> Int {
    func distance(_ cell: Cell) -> Double { max(cell.left - x, x - cell.right, 0) }
    let best = cells.indices.min { distance(cells[$0]) < distance(cells[$1]) }
    return best.map { offsets[$0] } ?? 0
  }

  /// The offset whose caret is the next to the left or the right of the one at `offset`; `offset` at the line's ends.
  package func offset(nextTo offset: Int, toTheRight: Bool) -> Int {
    let place = place(at: offset)
    let step = toTheRight ? 1 : -1
    guard !visualOrder.isEmpty else { return self.offset(at: place + step) }
    guard let rank = visualOrder.firstIndex(of: place) else { return offset }
    return offsets[visualOrder[min(max(0, rank + step), visualOrder.count - 1)]]
  }

  /// The stretches, from left to right, that the clusters of a range of offsets take up; those that touch are one.
  package func stretches(of range: Range<Int>) -> [ClosedRange<Double>] {
    let places = place(at: range.lowerBound)..<max(place(at: range.lowerBound), place(at: range.upperBound))
    var result: [ClosedRange<Double>] = []
    for cell in cells[places].sorted(by: { $0.left < $1.left }) where cell.right > cell.left {
      if let last = result.last, cell.left - last.upperBound < 0.5 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, cell.right)
      } else {
        result.append(cell.left...cell.right)
      }
    }
    return result
  }
}
