import TableModel

/// How the items of one section lie in lines across the main axis. A value that knows no view.
///
/// Places count from where the section's lines begin.
protocol ItemArrangement {
  /// Items.
  var count: Int { get }
  /// Points of all lines, along the main axis.
  var length: Double { get }
  /// The sizes of items that have their own; nil where all are known from their numbers.
  var sizes: ItemSizes? { get }

  /// Appends the items that `window` shows to a plan, in order.
  /// - Complexity: O(log n + visible).
  mutating func add(_ window: LineWindow, to plan: inout ElementPlan)

  /// Where an item lies.
  /// - Precondition: 0 <= `item` < `count`.
  /// - Complexity: O(log n).
  func place(of item: Int) -> AxisRect

  /// An item needs a size.
  mutating func measured(_ item: Int, _ size: AxisSize)

  /// Which lengths of an item its cell decides about.
  func estimates(of item: Int) -> (length: Bool, breadth: Bool)

  /// The views fastened to an item.
  func badges(of item: Int) -> [Badge]
  /// Whether some item has such views.
  var hasBadges: Bool { get }

  /// The strip that the items scroll in; nil where they lie in the content itself.
  /// - Parameter window: where the section's lines are.
  func strip(_ window: LineWindow) -> Strip?
  /// The strip was scrolled.
  /// - Parameter offset: the visible place of its content, in points.
  mutating func scroll(to offset: Double)
}

extension ItemArrangement {
  func badges(of item: Int) -> [Badge] { [] }
  var hasBadges: Bool { false }
  func strip(_ window: LineWindow) -> Strip? { nil }
  mutating func scroll(to offset: Double) {}
}

/// The part of a section's lines that a viewport shows.
struct LineWindow {
  /// The section.
  let section: Int
  /// Where the section's lines begin in the content.
  let start: Double
  /// The visible range of the main axis, in points from `start`.
  let lower, upper: Double
  /// Which way the lines lie.
  let axes: LayoutAxes

  /// Whether an item is seen at all.
  func shows(_ place: AxisRect) -> Bool {
    place.length > TilePlan.thinnest && place.breadth > TilePlan.thinnest && place.main < upper && place.mainEnd > lower
  }

  /// Appends an item if it is seen.
  func add(_ item: Int, at place: AxisRect, isMeasured: Bool, to plan: inout ElementPlan) {
    guard shows(place) else { return }
    var place = place
    place.main += start
    if !isMeasured, plan.firstEstimated == nil { plan.firstEstimated = plan.tiles.count }
    plan.tiles.append(
      ElementTile(
        position: ElementPosition(section: section, item: item), frame: axes.rect(place), isMeasured: isMeasured))
  }
}

/// Where the lines of a flow have room, and how far items and lines lie apart at least.
struct FlowMetrics: Equatable {
  /// Where lines begin along the cross axis.
  var crossStart: Double
  /// Points of a line along the cross axis.
  var breadth: Double
  /// Points between the items of a line, at least.
  var itemSpacing: Double
  /// Points between two lines.
  var lineSpacing: Double

  /// Items may be longer than a line by this much: sums of fractions are not exact.
  static let slack = 1.0 / 1024

  /// How many items of a breadth fit into a line after `used` points of `count` items; at least one into an empty line.
  func fitting(_ itemBreadth: Double, after used: Double = 0, count: Int = 0) -> Int {
    let step = itemBreadth + itemSpacing
    let rest = breadth + Self.slack - used - (count > 0 ? itemSpacing : 0)
    guard count > 0 || rest >= itemBreadth else { return 1 }
    guard step > 0 else { return .max }
    let fitting = ((rest + itemSpacing) / step).rounded(.down)
    return max(Int(min(fitting, 1e15)), count > 0 ? 0 : 1)
  }

  /// Where the items of a line begin and how far they lie apart when they use the whole line.
  /// - Parameter used: points of the items alone.
  func justified(_ used: Double, count: Int) -> (start: Double, spacing: Double) {
    let rest = breadth - used
    guard rest > 0 else { return (crossStart, itemSpacing) }
    return count > 1 ? (crossStart, rest / Double(count - 1)) : (crossStart + rest / 2, 0)
  }
}

/// Items of one size: a grid, whose columns use the whole line. Nothing is stored per item.
struct EqualItems: ItemArrangement {
  let count: Int
  /// Of each item.
  let size: AxisSize
  /// Items in a line that is full.
  let columns: Int
  /// Points from a line to the next one.
  let pitch: Double
  /// Where the first column begins, and points from a column to the next one.
  let crossStart, crossPitch: Double
  let length: Double

  init(count: Int, size: AxisSize, _ metrics: FlowMetrics) {
    self.count = count
    self.size = size
    let fitting = metrics.fitting(size.breadth)
    columns = min(fitting, max(count, 1))
    pitch = max(size.length + metrics.lineSpacing, 0)
    // Columns stand as in a full line, even where there are fewer items than columns.
    let used = size.breadth * Double(fitting)
    let (start, spacing) =
      fitting < .max ? metrics.justified(used, count: fitting) : (metrics.crossStart, metrics.itemSpacing)
    crossStart = start
    crossPitch = size.breadth + spacing
    let lines = Self.lines(count, columns)
    length = lines > 0 ? max(pitch * Double(lines - 1) + size.length, 0) : 0
  }

  private static func lines(_ count: Int, _ columns: Int) -> Int { count / columns + (count % columns > 0 ? 1 : 0) }

  var sizes: ItemSizes? { nil }

  func place(of item: Int) -> AxisRect {
    let (line, column) = item.quotientAndRemainder(dividingBy: columns)
    return AxisRect(
      main: pitch * Double(line), cross: crossStart + crossPitch * Double(column), length: size.length,
      breadth: size.breadth)
  }

  func add(_ window: LineWindow, to plan: inout ElementPlan) {
    guard size.length > TilePlan.thinnest, size.breadth > TilePlan.thinnest else { return }
    let last = Double(Self.lines(count, columns) - 1)
    let first = pitch > 0 ? ((window.lower - size.length) / pitch).rounded(.down) : 0
    var item = Int(min(max(first, 0), last + 1)) * columns
    while item < count {
      var place = place(of: item)
      guard place.main < window.upper else { return }
      let end = min(item + columns, count)
      while item < end {
        window.add(item, at: place, isMeasured: true, to: &plan)
        place.cross += crossPitch
        item += 1
      }
    }
  }

  mutating func measured(_ item: Int, _ size: AxisSize) {}
  func estimates(of item: Int) -> (length: Bool, breadth: Bool) { (false, false) }
}
