import Foundation
import TableModel

/// How the groups of a section lie that scroll across the way in which the content scrolls, and where they come to rest.
public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
  /// They scroll with the content only.
  case none = 0
  /// They rest anywhere.
  case continuous
  /// They rest where a group begins.
  case continuousGroupLeadingBoundary
  /// They go on by the breadth of the view.
  case paging
  /// They go on by one group.
  case groupPaging
  /// They go on by one group, which comes to rest in the middle.
  case groupPagingCentered
}

/// The room of a section whose items scroll across.
struct Strip: Equatable {
  /// The section.
  let section: Int
  /// The visible part, in content coordinates.
  let frame: CGRect
  /// The size of all of it, in points.
  let contentSize: CGSize
  /// How far it was scrolled along its axis, in points.
  let offset: Double
  /// Whether it scrolls sideways.
  let isHorizontal: Bool
  /// Whether it begins at the right.
  let isMirrored: Bool
  /// How it comes to rest.
  let behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior

  /// The largest offset.
  var largestOffset: Double {
    isHorizontal ? max(contentSize.width - frame.width, 0) : max(contentSize.height - frame.height, 0)
  }

  /// A distance along the strip.
  func point(_ distance: Double) -> CGPoint {
    isHorizontal ? CGPoint(x: distance, y: 0) : CGPoint(x: 0, y: distance)
  }

  /// The distance by which scrolling has moved the items from their unscrolled places.
  var shift: CGPoint { point((isMirrored ? largestOffset : 0) - offset) }

  /// Converts an unscrolled frame from content coordinates to those of the strip's content.
  func inContent(_ place: CGRect) -> CGRect {
    let start = isMirrored ? largestOffset : 0
    return place.translated(by: CGPoint(x: start - frame.minX, y: -frame.minY))
  }
}

/// Items in groups that lie one beside the other across the main axis, of which a part is seen: one line of the content,
/// with a source of its own. Places count as long as nothing is scrolled.
struct StripItems: ItemArrangement {
  private var groups: GroupItems
  /// Points before the first and behind the last group.
  private let startInset, endInset: Double
  /// Points of the visible part.
  private let breadth: Double
  private let behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior
  /// How far it was scrolled, in points; nil before it was.
  private var offset: Double?

  /// - Parameters:
  ///   - groups: laid across, from 0 on.
  ///   - startInset: points before the first group.
  ///   - endInset: points behind the last one.
  ///   - breadth: points of the visible part.
  ///   - offset: how far it was scrolled, in points; nil where it was not.
  init(
    _ groups: GroupItems, startInset: Double, endInset: Double, breadth: Double,
    _ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior, offset: Double?
  ) {
    self.groups = groups
    self.startInset = startInset
    self.endInset = endInset
    self.breadth = breadth
    self.behavior = behavior
    self.offset = offset
  }

  var count: Int { groups.count }
  var length: Double { count > 0 ? groups.breadth : 0 }
  var sizes: ItemSizes? { groups.sizes }
  private var contentLength: Double { max(startInset + groups.length + endInset, breadth) }

  func strip(_ window: LineWindow) -> Strip? {
    let place = AxisRect(main: window.start, cross: 0, length: length, breadth: breadth)
    let isMirrored = window.axes.mirrorWidth != nil && !window.axes.isHorizontal
    let largest = contentLength - breadth
    return Strip(
      section: window.section, frame: window.axes.rect(place),
      contentSize: window.axes.size(AxisSize(length: length, breadth: contentLength)),
      offset: min(max(offset ?? (isMirrored ? largest : 0), 0), largest), isHorizontal: !window.axes.isHorizontal,
      isMirrored: isMirrored, behavior: behavior)
  }

  mutating func scroll(to offset: Double) { self.offset = offset }

  mutating func add(_ window: LineWindow, to plan: inout ElementPlan) {
    guard count > 0, length > TilePlan.thinnest, window.lower < length, window.upper > 0, let strip = strip(window)
    else { return }
    plan.strips.append(strip)
    let first = plan.tiles.count
    let start = (strip.isMirrored ? strip.largestOffset - strip.offset : strip.offset) - startInset
    let axes = LayoutAxes(
      isHorizontal: strip.isHorizontal, mirrorWidth: strip.isMirrored ? strip.contentSize.width : nil)
    groups.add(
      LineWindow(
        section: window.section, start: startInset, lower: start, upper: start + breadth, axes: axes),
      to: &plan)
    for number in first..<plan.tiles.count { plan.tiles[number].isInStrip = true }
  }

  func place(of item: Int) -> AxisRect {
    let place = groups.place(of: item)
    return AxisRect(
      main: place.cross, cross: place.main + startInset, length: place.breadth, breadth: place.length)
  }

  mutating func measured(_ item: Int, _ size: AxisSize) {
    groups.measured(item, AxisSize(length: size.breadth, breadth: size.length))
  }

  func estimates(of item: Int) -> (length: Bool, breadth: Bool) {
    let (length, breadth) = groups.estimates(of: item)
    return (breadth, length)
  }

  func badges(of item: Int) -> [Badge] { groups.badges(of: item) }
  var hasBadges: Bool { groups.hasBadges }

  /// Where the strip comes to rest when it is let go.
  /// - Parameters:
  ///   - proposed: where it would rest by itself, in points from its beginning.
  ///   - current: where it is.
  ///   - velocity: towards its end, in points a millisecond.
  func restingPlace(_ proposed: Double, from current: Double, velocity: Double) -> Double {
    switch behavior {
    case .none, .continuous, .paging: return proposed
    case .continuousGroupLeadingBoundary: return groups.group(nearestTo: proposed).start
    case .groupPaging:
      let near = groups.group(nearestTo: current)
      return groups.group(next(near.number, near.start, current, velocity)).start
    case .groupPagingCentered:
      // A group rests in the middle where its beginning is that far from the edge.
      func edge(_ group: (number: Int, start: Double, length: Double)) -> Double {
        startInset + group.start + group.length / 2 - breadth / 2
      }
      let first = groups.group(0)
      let near = groups.group(nearestTo: current + breadth / 2 - startInset - first.length / 2)
      return edge(groups.group(next(near.number, edge(near), current, velocity)))
    }
  }

  /// The group to go to: the next one in the direction of the movement.
  private func next(_ number: Int, _ start: Double, _ current: Double, _ velocity: Double) -> Int {
    if velocity > 0.1, start <= current + 0.5 { return number + 1 }
    if velocity < -0.1, start >= current - 0.5 { return number - 1 }
    return number
  }
}
