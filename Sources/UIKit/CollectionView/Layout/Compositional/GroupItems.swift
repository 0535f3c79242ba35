import Foundation
import TableModel

/// The items of a section in groups, one group behind the other. The first group's places are repeated: nothing is
/// stored per item where sizes are known. Cells of estimated sizes store theirs, and each group its length.
struct GroupItems: ItemArrangement {
  let count: Int
  private let pattern: GroupPattern
  /// The room that the pattern was made for.
  private let container: CGSize
  /// Where groups begin along the cross axis.
  private let crossStart: Double
  private let spacing: Double
  private let isHorizontal: Bool
  /// Cells of a group.
  private let perGroup: Int
  /// Places of a whole group, of estimates or for good.
  private let places: ContiguousArray<GroupPattern.Place>
  /// Points of a whole group.
  private let groupLength: Double
  /// Sizes of cells that were estimates, by width (`breadth`) and height (`length`); nil where all are known.
  private var ownSizes: ItemSizes?
  /// Points from each group to the next one; empty where all are alike.
  private var pitches: RowRuns
  /// The last group's length, which may have fewer cells.
  private var lastLength: Double
  /// Points of a whole group across, of estimates.
  private let estimatedBreadth: Double
  /// Points across of the largest group whose cells were asked.
  private var measuredBreadth: Double?
  private var buffer = ContiguousArray<ItemSizes.Sized>()
  private var shown = ContiguousArray<GroupPattern.Place>()

  /// - Parameters:
  ///   - pattern: one group.
  ///   - container: the room that it was made for.
  ///   - crossStart: where groups begin along the cross axis.
  ///   - spacing: points between two groups.
  ///   - sizes: of cells, known from before.
  init(
    count: Int, _ pattern: GroupPattern, container: CGSize, crossStart: Double, spacing: Double, isHorizontal: Bool,
    sizes: ItemSizes?
  ) {
    self.pattern = pattern
    self.container = container
    self.crossStart = crossStart
    self.spacing = spacing
    self.isHorizontal = isHorizontal
    perGroup = max(pattern.cellCount, 1)
    // A custom group without places shows no items.
    self.count = pattern.cellCount > 0 ? count : 0
    var places = ContiguousArray<GroupPattern.Place>()
    let axes = LayoutAxes(isHorizontal: isHorizontal)
    let size = axes.size(Self.append(pattern, container, .estimates, to: &places))
    (self.places, groupLength, estimatedBreadth) = (places, size.length, size.breadth)
    pitches = RowRuns(capacity: 32)
    lastLength = groupLength
    guard pattern.hasEstimates else { return }
    ownSizes = sizes ?? ItemSizes(count: count, AxisSize(length: 0, breadth: 0), isMeasured: false)
    measureGroups()
  }

  var sizes: ItemSizes? { ownSizes }
  private var groupCount: Int { count / perGroup + (count % perGroup > 0 ? 1 : 0) }
  private var pitch: Double { max(groupLength + spacing, 0) }

  private static func append(
    _ pattern: GroupPattern, _ container: CGSize, _ cells: GroupPattern.Cells,
    to places: inout ContiguousArray<GroupPattern.Place>
  ) -> CGSize {
    var cell = 0
    let size = pattern.size(in: container, from: &cell, cells)
    cell = 0
    pattern.place(at: .zero, size, from: &cell, cells, into: &places)
    return size
  }

  var length: Double {
    guard count > 0 else { return 0 }
    let before = ownSizes == nil ? pitch * Double(groupCount - 1) : pitches.length.points
    return max(before + lastLength, 0)
  }

  /// Adds up what is known: the lengths of groups, in runs.
  private mutating func measureGroups() {
    guard let sizes = ownSizes, count > 0 else { return }
    var runs = ContiguousArray<RowRun>()
    var group = 0
    while group < groupCount - 1 {
      // Groups of equal cells are alike.
      let alike = sizes.run(from: group * perGroup).count / perGroup
      let count = min(max(alike, 1), groupCount - 1 - group)
      let height = max(measuredLength(ofGroup: group) + spacing, 0)
      runs.append(RowRun(count: count, height: height, isMeasured: true))
      group += count
    }
    pitches = RowRuns(runs, capacity: 32)
    lastLength = measuredLength(ofGroup: groupCount - 1)
  }

  private func cells(ofGroup group: Int) -> Range<Int> { (group * perGroup)..<min((group + 1) * perGroup, count) }

  private mutating func measuredLength(ofGroup group: Int) -> Double {
    let range = cells(ofGroup: group)
    ownSizes?.read(range, into: &buffer)
    var cell = 0
    let size = LayoutAxes(isHorizontal: isHorizontal).size(
      pattern.size(in: container, from: &cell, GroupPattern.Cells(count: range.count, sizes: buffer[...])))
    if buffer.contains(where: \.isMeasured) { measuredBreadth = max(measuredBreadth ?? 0, size.breadth) }
    return size.length
  }

  /// Points across of the largest group, as far as cells were asked.
  var breadth: Double { measuredBreadth ?? estimatedBreadth }

  /// Where the group begins that begins nearest to a place along the main axis, and its length.
  func group(nearestTo place: Double) -> (number: Int, start: Double, length: Double) {
    guard count > 0 else { return (0, 0, 0) }
    var number = groupCount - 1
    if ownSizes == nil {
      number = pitch > 0 ? Int(min(max(place / pitch, 0), Double(groupCount - 1)).rounded()) : 0
    } else if place < pitches.length.points {
      number = pitches.row(at: ExactLength(points: max(place, 0)))
      if number + 1 < groupCount, top(ofGroup: number + 1) - place < place - top(ofGroup: number) { number += 1 }
    }
    return group(number)
  }

  /// Where a group begins along the main axis, and its length.
  /// - Parameter number: another one than there is is the first or last.
  func group(_ number: Int) -> (number: Int, start: Double, length: Double) {
    let number = min(max(number, 0), max(groupCount - 1, 0))
    let start = top(ofGroup: number)
    let end = number + 1 < groupCount ? top(ofGroup: number + 1) - spacing : length
    return (number, start, max(end - start, 0))
  }

  mutating func add(_ window: LineWindow, to plan: inout ElementPlan) {
    guard count > 0 else { return }
    if ownSizes == nil { addPeriods(window, to: &plan) } else { addMeasured(window, to: &plan) }
  }

  private func addPeriods(_ window: LineWindow, to plan: inout ElementPlan) {
    let first = pitch > 0 ? ((window.lower - groupLength) / pitch).rounded(.down) : 0
    var group = Int(min(max(first, 0), Double(groupCount)))
    while group < groupCount, pitch * Double(group) < window.upper {
      add(places, ofGroup: group, at: pitch * Double(group), window, to: &plan)
      group += 1
    }
  }

  private mutating func addMeasured(_ window: LineWindow, to plan: inout ElementPlan) {
    var group = groupCount - 1
    let lower = window.lower + min(spacing, 0)
    if pitches.count > 0, lower < pitches.length.points {
      group = pitches.row(at: lower < 0 ? .zero : ExactLength(points: lower))
    }
    while group < groupCount {
      let top = top(ofGroup: group)
      guard top < window.upper else { return }
      let range = cells(ofGroup: group)
      ownSizes?.read(range, into: &buffer)
      shown.removeAll(keepingCapacity: true)
      _ = Self.append(pattern, container, GroupPattern.Cells(count: range.count, sizes: buffer[...]), to: &shown)
      add(shown, ofGroup: group, at: top, window, to: &plan)
      group += 1
    }
  }

  private func top(ofGroup group: Int) -> Double {
    guard ownSizes != nil else { return pitch * Double(group) }
    guard group < pitches.count else { return pitches.length.points }
    let found = pitches.run(holding: group)
    let skipped = ExactLength(points: found.run.height) * (group - found.before.weight)
    return (found.before.length + skipped).points
  }

  private func add(
    _ places: ContiguousArray<GroupPattern.Place>, ofGroup group: Int, at top: Double, _ window: LineWindow,
    to plan: inout ElementPlan
  ) {
    var item = group * perGroup
    for place in places where item < count {
      window.add(item, at: axisRect(place.frame, at: top), isMeasured: place.isMeasured, to: &plan)
      item += 1
    }
  }

  private func axisRect(_ frame: CGRect, at top: Double) -> AxisRect {
    var place = LayoutAxes(isHorizontal: isHorizontal).place(frame)
    place.main += top
    place.cross += crossStart
    return place
  }

  func place(of item: Int) -> AxisRect {
    let (group, cell) = item.quotientAndRemainder(dividingBy: perGroup)
    guard let sizes = ownSizes else { return axisRect(places[cell].frame, at: top(ofGroup: group)) }
    let range = cells(ofGroup: group)
    var known = ContiguousArray<ItemSizes.Sized>()
    sizes.read(range, into: &known)
    var places = ContiguousArray<GroupPattern.Place>()
    _ = Self.append(pattern, container, GroupPattern.Cells(count: range.count, sizes: known[...]), to: &places)
    return axisRect(places[cell].frame, at: top(ofGroup: group))
  }

  /// Takes the lengths that are estimates; others stay.
  mutating func measured(_ item: Int, _ size: AxisSize) {
    guard ownSizes != nil else { return }
    let size = LayoutAxes(isHorizontal: isHorizontal).size(size)
    _ = ownSizes?.set(AxisSize(length: size.height, breadth: size.width), of: item)
    let group = item / perGroup
    let length = measuredLength(ofGroup: group)
    guard group < groupCount - 1 else {
      lastLength = length
      return
    }
    pitches.replace(group..<(group + 1), with: RowRun(count: 1, height: max(length + spacing, 0), isMeasured: true))
  }

  func estimates(of item: Int) -> (length: Bool, breadth: Bool) {
    let (width, height) = pattern.estimates(ofCell: item % perGroup)
    return isHorizontal ? (width, height) : (height, width)
  }

  func badges(of item: Int) -> [Badge] { pattern.badges[item % perGroup] }

  var hasBadges: Bool { pattern.badges.contains { !$0.isEmpty } }
}
