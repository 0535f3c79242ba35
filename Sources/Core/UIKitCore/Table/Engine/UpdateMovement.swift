import Foundation
import TableModel

/// Where the animation of an update begins for what stays and comes, and where it ends for what goes.
///
/// All positions are in screen coordinates: a row that comes from a million rows away starts just beyond the edge, in
/// one block with its neighbours. What comes and goes moves along with what is above it and, by its `RowAnimation`,
/// from there.
@MainActor
struct UpdateMovement {
  let table: UITableView
  let plan: UpdatePlan
  let snapshot: UpdateSnapshot
  let offset: CGPoint
  let size: CGSize
  /// The first visible state of each view whose visible state differs from its final one.
  var starts: [(view: UIView, from: ViewPresentation)] = []
  /// Everything that leaves with this update and is not gone at once.
  var departures: [Departure] = []
  /// The views that leave without an animation.
  var ended: [Departure] = []
  /// Cells that went past others.
  private(set) var moved: [UIView] = []
  /// By how much each view that stayed on screen moves, on the screen.
  var distances: [ObjectIdentifier: Double] = [:]

  /// Views that came from, and go to, places too far away to be passed through.
  private struct Distant {
    var above: [UIView] = []
    var below: [UIView] = []
  }

  init(_ table: UITableView, _ plan: UpdatePlan, _ snapshot: UpdateSnapshot) {
    self.table = table
    self.plan = plan
    self.snapshot = snapshot
    offset = table.contentOffset
    size = table.bounds.size
    addStarts()
    addEnds()
  }

  // MARK: What stays and comes

  private mutating func addStarts() {
    var distant = Distant()
    var arrivals: [(item: UpdateSnapshot.Item, animation: UITableView.RowAnimation)] = []
    var distance = 0.0
    for item in UpdateSnapshot.items(of: table) {
      if let animation = arrivalAnimation(of: item) {
        arrivals.append((item, animation))
        continue
      }
      addArrivals(&arrivals, movingBy: distance)
      if var place = snapshot.place(of: item.view) {
        place.origin = place.origin + offset
        add(item.view, place)
        distances[ObjectIdentifier(item.view)] = item.view.origin.y - place.origin.y
        if isMoved(new: item) {
          moved.append(item.view)
        } else {
          distance = place.origin.y - item.view.origin.y
        }
      } else if let old = oldPosition(of: item.position) {
        if let top = snapshot.top(of: old) {
          start(item.view, atScreenY: top)
        } else if snapshot.isAbove(old) {
          distant.above.append(item.view)
        } else {
          distant.below.append(item.view)
        }
      }
    }
    addArrivals(&arrivals, movingBy: distance)
    addDistant(distant)
    for view in [table.tableHeaderView, table.tableFooterView].compactMap({ $0 }) {
      guard var place = snapshot.place(of: view), abs(place.origin.y) < 2 * size.height else { continue }
      place.origin = place.origin + offset
      add(view, place)
    }
  }

  private mutating func add(_ view: UIView, _ from: ViewPresentation) {
    let model = view.modelPresentation
    guard from.origin != model.origin || from.bounds.size != model.bounds.size || from.alpha != model.alpha else {
      return
    }
    starts.append((view, from))
    for companion in (view as? UITableViewCell)?.aside.companions ?? [] {
      var start = companion.modelPresentation
      start.origin.y += from.origin.y - model.origin.y
      starts.append((companion, start))
    }
  }

  private mutating func start(_ view: UIView, atScreenY y: Double) {
    var from = view.modelPresentation
    from.origin.y = offset.y + y
    add(view, from)
  }

  private mutating func addDistant(_ distant: Distant) {
    if let first = distant.below.first?.origin.y {
      for view in distant.below { start(view, atScreenY: size.height + view.origin.y - first) }
    }
    if let last = distant.above.last.map({ $0.origin.y + $0.storedBounds.height }) {
      for view in distant.above { start(view, atScreenY: view.origin.y - last) }
    }
  }

  /// Rows that come next to each other come as one block.
  private mutating func addArrivals(
    _ arrivals: inout [(item: UpdateSnapshot.Item, animation: UITableView.RowAnimation)], movingBy distance: Double
  ) {
    defer { arrivals.removeAll() }
    guard let first = arrivals.first?.item.view, let last = arrivals.last?.item.view else { return }
    let height = last.origin.y + last.storedBounds.height - first.origin.y
    for (item, animation) in arrivals {
      var from = item.view.modelPresentation
      guard from.shift(by: animation, blockHeight: height, width: size.width) else { continue }
      from.origin.y += distance
      add(item.view, from)
    }
  }

  /// How a visible item came; nil if it was there before.
  private func arrivalAnimation(of item: UpdateSnapshot.Item) -> UITableView.RowAnimation? {
    switch item.position {
    case .row(let row): plan.arrivalAnimation(of: row)
    case .part(let part): plan.arrivalAnimation(ofSection: part.section)
    }
  }

  private func isMoved(new item: UpdateSnapshot.Item) -> Bool {
    guard case .row(let row) = item.position else { return false }
    return plan.newRows.entry(at: row) != nil
  }

  private func isMoved(old item: UpdateSnapshot.Item) -> Bool {
    guard case .row(let row) = item.position else { return false }
    return plan.oldRows.entry(at: row) != nil
  }

  private func oldPosition(of new: ItemPosition) -> ItemPosition? {
    switch new {
    case .row(let row): plan.oldPosition(of: row).map { .row($0) }
    case .part(let part):
      plan.oldSection(of: part.section).map { .part(PartPosition(section: $0, part: part.part)) }
    }
  }
}

/// Where what goes ends.
extension UpdateMovement {
  mutating func addEnds() {
    var leaving: [ObjectIdentifier: Departure] = [:]
    for departure in table.departures.all where departure.animation == nil && departure.isGone {
      leaving[ObjectIdentifier(departure.view)] = departure
    }
    var block: [(departure: Departure, old: ItemPosition)] = []
    var distance = 0.0
    for item in snapshot.items {
      if let departure = leaving[ObjectIdentifier(item.view)] {
        block.append((departure, item.position))
      } else {
        addBlock(&block, movingBy: distance)
        if !isMoved(old: item), let moved = distances[ObjectIdentifier(item.view)] { distance = moved }
      }
    }
    addBlock(&block, movingBy: distance)
    addHeld()
  }

  /// Deleted and reloaded rows next to each other go as one block.
  private mutating func addBlock(
    _ block: inout [(departure: Departure, old: ItemPosition)], movingBy distance: Double
  ) {
    defer { block.removeAll() }
    guard let first = block.first.flatMap({ snapshot.place(of: $0.departure.view) }),
      let last = block.last.flatMap({ snapshot.place(of: $0.departure.view) })
    else { return }
    let height = last.origin.y + last.bounds.height - first.origin.y
    for (departure, old) in block {
      let animation = plan.departureAnimation(of: old)
      guard let place = snapshot.place(of: departure.view) else { continue }
      var end = place
      guard end.shift(by: animation, blockHeight: height, width: size.width) else {
        ended.append(departure)
        continue
      }
      end.origin.y += distance
      (departure.view as? UITableViewCell)?.aside.leaveSideways(&end, by: animation)
      if let successor = successor(of: old), animation == .fade || animation == .automatic {
        // Under the new cell, which covers it while it fades in: nothing shines through.
        end.origin.y = successor.origin.y - offset.y
        end.alpha = departure.alpha
      }
      finish(departure, from: place, at: end)
    }
  }

  /// The cell that takes a reloaded row's place on screen.
  private func successor(of old: ItemPosition) -> UIView? {
    guard case .row(let row) = old, plan.isReloaded(row), let position = plan.newPosition(of: row) else { return nil }
    return table.cells.view(at: position)
  }

  /// Adds the rows that stay in the table and leave the screen.
  private mutating func addHeld() {
    let held = table.departures.all.filter { $0.animation == nil && !$0.isGone }
    var above: [Departure] = []
    var below: [Departure] = []
    for departure in held {
      guard let place = snapshot.place(of: departure.view) else {
        ended.append(departure)
        continue
      }
      let top = newTop(of: departure)
      if top > 2 * size.height {
        below.append(departure)
      } else if top < -2 * size.height {
        above.append(departure)
      } else {
        end(departure, from: place, atScreenY: top)
      }
    }
    func edge(_ departure: Departure) -> (top: Double, bottom: Double) {
      let place = snapshot.place(of: departure.view) ?? departure.view.modelPresentation
      return (place.origin.y, place.origin.y + place.bounds.height)
    }
    let first = below.map { edge($0).top }.min() ?? 0
    let last = above.map { edge($0).bottom }.max() ?? 0
    for departure in below + above {
      guard let place = snapshot.place(of: departure.view) else { continue }
      let isBelow = below.contains { $0.view === departure.view }
      end(
        departure, from: place,
        atScreenY: isBelow ? size.height + place.origin.y - first : place.origin.y - last)
    }
  }

  /// The new place, on the screen, of what stays in the table.
  private func newTop(of departure: Departure) -> Double {
    let top: Double =
      switch departure.position {
      case .row(let row): table.index.band(ofRow: row.row, inSection: row.section).top
      case .part(let part):
        part.part == .header
          ? table.index.layout(ofSection: part.section).headerTop
          : table.index.layout(ofSection: part.section).footerTop
      }
    return table.contentTop + top - offset.y
  }

  private mutating func end(_ departure: Departure, from place: ViewPresentation, atScreenY y: Double) {
    var end = place
    end.origin.y = y
    finish(departure, from: place, at: end)
  }

  /// Puts the view where it ends and keeps where it starts.
  private mutating func finish(_ departure: Departure, from place: ViewPresentation, at end: ViewPresentation) {
    let view = departure.view
    view.applyGeometry(origin: end.origin + offset, bounds: view.storedBounds)
    view.alpha = end.alpha
    var from = place
    from.origin = from.origin + offset
    starts.append((view, from))
    departures.append(departure)
  }
}

extension ViewPresentation {
  /// Moves and fades as a row does that comes by `animation` or goes by it.
  /// - Parameter blockHeight: of the row with its neighbours that come or go too, in points.
  /// - Returns: false when there is nothing to animate.
  mutating func shift(
    by animation: UITableView.RowAnimation, blockHeight: Double, width: Double
  ) -> Bool {
    switch animation {
    case .none: return false
    case .fade, .automatic: alpha = 0
    case .right: origin.x += width
    case .left: origin.x -= width
    case .top: origin.y -= blockHeight
    case .bottom: origin.y += blockHeight
    case .middle: origin.y -= blockHeight / 2
    }
    return true
  }
}
