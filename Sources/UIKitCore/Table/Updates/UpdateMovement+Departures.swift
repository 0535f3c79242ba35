import Foundation
import TableModel

/// Where what goes ends.
extension UpdateMovement {
  mutating func addEnds() {
    var leaving: [ObjectIdentifier: UpdateDeparture] = [:]
    for departure in table.updates.departures where departure.animation == nil && departure.isGone {
      leaving[ObjectIdentifier(departure.view)] = departure
    }
    var block: [(departure: UpdateDeparture, key: RowPosition)] = []
    var distance = 0.0
    for item in snapshot.items {
      if let departure = leaving[ObjectIdentifier(item.view)] {
        block.append((departure, item.key))
      } else {
        addBlock(&block, movingBy: distance)
        let isMoved = item.isCell && plan.oldRows.entry(at: item.key) != nil
        if !isMoved, let moved = distances[ObjectIdentifier(item.view)] { distance = moved }
      }
    }
    addBlock(&block, movingBy: distance)
    addHeld()
  }

  /// Deleted and reloaded rows next to each other go as one block.
  private mutating func addBlock(
    _ block: inout [(departure: UpdateDeparture, key: RowPosition)], movingBy distance: Double
  ) {
    defer { block.removeAll() }
    guard let first = block.first.flatMap({ snapshot.place(of: $0.departure.view) }),
      let last = block.last.flatMap({ snapshot.place(of: $0.departure.view) })
    else { return }
    let height = last.origin.y + last.bounds.height - first.origin.y
    for (departure, key) in block {
      let animation = plan.departureAnimation(of: key, isCell: departure.isCell)
      guard let place = snapshot.place(of: departure.view) else { continue }
      var end = place
      guard end.shift(by: animation, blockHeight: height, width: size.width) else {
        ended.append(departure)
        continue
      }
      end.origin.y += distance
      if let cell = departure.view as? UITableViewCell, cell.isSwiped { cell.leaveSideways(&end, by: animation) }
      if let successor = successor(of: departure, key), animation == .fade || animation == .automatic {
        // Under the new cell, which covers it while it fades in: nothing shines through.
        end.origin.y = successor.origin.y - offset.y
        end.alpha = departure.alpha
      }
      finish(departure, from: place, at: end)
    }
  }

  /// The cell that takes a reloaded row's place on screen.
  private func successor(of departure: UpdateDeparture, _ key: RowPosition) -> UIView? {
    guard departure.isCell, plan.isReloaded(key), let position = plan.newPosition(of: key) else { return nil }
    return table.cells.view(at: position)
  }

  /// What stays in the table and leaves the screen.
  private mutating func addHeld() {
    let held = table.updates.departures.filter { $0.animation == nil && !$0.isGone }
    var above: [UpdateDeparture] = []
    var below: [UpdateDeparture] = []
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
    func edge(_ departure: UpdateDeparture) -> (top: Double, bottom: Double) {
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
  private func newTop(of departure: UpdateDeparture) -> Double {
    let position = departure.position
    let top: Double
    if departure.isCell {
      top = table.index.band(ofRow: position.row, inSection: position.section).top
    } else {
      let layout = table.index.layout(ofSection: position.section)
      top = position.row == TablePart.header ? layout.headerTop : layout.footerTop
    }
    return table.contentTop + top - offset.y
  }

  private mutating func end(_ departure: UpdateDeparture, from place: ViewPresentation, atScreenY y: Double) {
    var end = place
    end.origin.y = y
    finish(departure, from: place, at: end)
  }

  /// Puts the view where it ends and keeps where it starts.
  private mutating func finish(_ departure: UpdateDeparture, from place: ViewPresentation, at end: ViewPresentation) {
    let view = departure.view
    view.applyGeometry(origin: end.origin + offset, bounds: view.storedBounds)
    view.alpha = end.alpha
    var from = place
    from.origin = from.origin + offset
    starts.append((view, from))
    departures.append(departure)
  }
}
