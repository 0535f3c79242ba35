import Foundation
import TableModel

/// The sizes of a section's items, each its own or an estimate. Neighbours of one size are stored once, others packed in
/// two to eight bytes for each axis.
struct ItemSizes {
  /// Points of items along the main axis; whether a size is known stands here.
  private var lengths: RowRuns
  /// Points of items along the cross axis.
  private var breadths: RowRuns

  private static let capacity = 32
  /// Most points of an item along an axis.
  static let longest = RowHeightIndex.tallest

  /// Equal items.
  init(count: Int, _ size: AxisSize, isMeasured: Bool) {
    let size = Self.stored(size)
    lengths = RowRuns(RowRun(count: count, height: size.length, isMeasured: isMeasured), capacity: Self.capacity)
    breadths = RowRuns(RowRun(count: count, height: size.breadth, isMeasured: true), capacity: Self.capacity)
  }

  /// Items of their own sizes, in order.
  init(_ sizes: some Sequence<AxisSize>, isMeasured: Bool) {
    lengths = RowRuns(
      sizes.lazy.map { RowRun(count: 1, height: Self.stored($0).length, isMeasured: isMeasured) },
      capacity: Self.capacity)
    breadths = RowRuns(
      sizes.lazy.map { RowRun(count: 1, height: Self.stored($0).breadth, isMeasured: true) }, capacity: Self.capacity)
  }

  /// Down to the next 2⁻²⁰ point, so that four bytes hold a length below 2048; a length above keeps all digits.
  private static func stored(_ size: AxisSize) -> AxisSize {
    AxisSize(length: stored(size.length), breadth: stored(size.breadth))
  }

  static func stored(_ points: Double) -> Double { points < 2048 ? (points * 0x1p20).rounded(.down) * 0x1p-20 : points }

  /// Items.
  var count: Int { lengths.count }

  /// The size of an item, and for how many items from there on it is the same at least.
  /// - Complexity: O(log n).
  func run(from item: Int) -> (size: AxisSize, isMeasured: Bool, count: Int) {
    let (length, before) = lengths.run(holding: item)
    let (breadth, beforeBreadth) = breadths.run(holding: item)
    let end = min(before.weight + length.weight, beforeBreadth.weight + breadth.weight)
    return (AxisSize(length: length.height, breadth: breadth.height), length.isMeasured, end - item)
  }

  /// Replaces `found` by the sizes of some items.
  /// - Complexity: O(log n + items).
  func read(_ items: Range<Int>, into found: inout ContiguousArray<Sized>) {
    found.removeAll(keepingCapacity: true)
    guard !items.isEmpty else { return }
    lengths.walk(from: items.lowerBound) { run, before in
      let rest = min(before.weight + run.weight, items.upperBound) - items.lowerBound - found.count
      for _ in 0..<rest {
        found.append(Sized(size: AxisSize(length: run.height, breadth: 0), isMeasured: run.isMeasured))
      }
      return found.count < items.count
    }
    var index = 0
    breadths.walk(from: items.lowerBound) { run, before in
      let end = min(before.weight + run.weight, items.upperBound) - items.lowerBound
      while index < end {
        found[index].size.breadth = run.height
        index += 1
      }
      return index < items.count
    }
  }

  /// An item's size.
  struct Sized {
    var size: AxisSize
    var isMeasured: Bool
  }

  /// Gives an item its size.
  /// - Returns: whether it had another one.
  /// - Complexity: O(log n).
  mutating func set(_ size: AxisSize, of item: Int, isMeasured: Bool = true) -> Bool {
    let size = Self.stored(size)
    let old = run(from: item)
    guard old.size != size || old.isMeasured != isMeasured else { return false }
    lengths.replace(item..<(item + 1), with: RowRun(count: 1, height: size.length, isMeasured: isMeasured))
    breadths.replace(item..<(item + 1), with: RowRun(count: 1, height: size.breadth, isMeasured: true))
    return old.size != size
  }

  /// Turns sizes into estimates of the same size: the items are asked again when they come on screen.
  mutating func forget() {
    var runs = ContiguousArray<RowRun>()
    lengths.walk(from: 0) { run, _ in
      runs.append(RowRun(count: run.weight, height: run.height, isMeasured: false))
      return true
    }
    lengths = RowRuns(runs, capacity: Self.capacity)
  }

  /// Turns an item's size into an estimate of the same size.
  /// - Complexity: O(log n).
  mutating func forget(_ item: Int) { _ = set(run(from: item).size, of: item, isMeasured: false) }

  /// Bytes on the heap.
  var byteCount: Int { lengths.byteCount + breadths.byteCount }

  // MARK: Updates

  /// Carries out what a batch does to the items of a section that stays: those that come or are reloaded get an estimate,
  /// those that are moved in keep their sizes.
  /// - Parameters:
  ///   - plan: the batch.
  ///   - old: the section's number before.
  ///   - new: its number now.
  ///   - estimate: the size of an item of the section now, until it is known.
  ///   - source: the sizes of a section before the batch.
  /// - Complexity: O(*k* log *n*) for *k* operations.
  mutating func follow(
    _ plan: UpdatePlan, from old: Int, to new: Int, estimate: (Int) -> AxisSize, source: (Int) -> ItemSizes?
  ) {
    for entry in plan.oldRows.entries[plan.oldRows.entries(inSection: old)].reversed() {
      let item = entry.position.row
      lengths.replace(item..<(item + 1), with: .vacant)
      breadths.replace(item..<(item + 1), with: .vacant)
    }
    takeIn(plan, to: new, estimate: estimate, source: source)
    for entry in plan.reloadedRows.entries[plan.reloadedRows.entries(inSection: old)] {
      guard let place = plan.newPosition(of: entry.position), place.row < count else { continue }
      _ = set(estimate(place.row), of: place.row, isMeasured: false)
    }
  }

  /// Inserts what a batch inserts or moves into a section. See `follow(_:from:to:estimate:source:)`.
  mutating func takeIn(
    _ plan: UpdatePlan, to new: Int, estimate: (Int) -> AxisSize, source: (Int) -> ItemSizes?
  ) {
    for entry in plan.newRows.entries[plan.newRows.entries(inSection: new)] {
      let item = entry.position.row
      guard item <= count else { return }
      let moved = entry.counterpart.flatMap { place in source(place.section)?.run(from: place.row) }
      let size = Self.stored(moved?.size ?? estimate(item))
      let isMeasured = moved?.isMeasured ?? false
      lengths.replace(item..<item, with: RowRun(count: 1, height: size.length, isMeasured: isMeasured))
      breadths.replace(item..<item, with: RowRun(count: 1, height: size.breadth, isMeasured: true))
    }
  }
}
