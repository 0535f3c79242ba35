import Foundation
import TableModel
import UIKitCore

/// Keys move through items by direction: arrows take the keyboard's item to the one that lies there, to the left and right
/// of a line's ends to the next line. The Menu key opens the item's menu.
extension UICollectionView: KeyHost {
  package var stepsSideways: Bool { true }

  package func takeCommand(_ key: UIKey) -> Bool { menus.take(key) }

  package func putRowBack() -> Bool {
    if reorder.cell != nil {
      reorder.cancel()
      return true
    }
    guard let open = elements.openRow, !open.isClosing else { return false }
    open.close(animated: true)
    return true
  }

  package func revealCursor() {
    loadIfNeeded()
    if let item = chooser.cursorRow { scroll(to: item) }
  }

  // MARK: Finding items

  /// The first item that can be seen wholly, else the first of which something is seen.
  final var firstOnScreen: RowPosition? {
    let visible = places.viewport.pinned
    let cells = places.plan.tiles.filter(\.position.isCell).map { tile in
      (position: tile.position, frame: places.plan.seenFrame(of: tile))
    }
    return (cells.first { visible.contains($0.frame) } ?? cells.first)?.position.itemPosition
  }

  package func keyTarget(of move: KeyMove) -> RowPosition? {
    if case .end(let isLast) = move { return places.index.end(isBottom: isLast) }
    guard let start = chooser.keyRow, places.index.contains(start), let frame = places.seenFrame(of: start) else {
      return firstOnScreen
    }
    switch move {
    case .step(let way): return neighbour(of: start, frame, way)
    case .page(let isForward): return item(aPageFrom: start, frame, isForward: isForward)
    case .end: return nil
    }
  }

  /// The items of a part of the content, on screen or not, and where they are seen there.
  private func cells(in rect: CGRect) -> [(position: ElementPosition, frame: CGRect)] {
    var plan = ElementPlan()
    places.layout.plan(ElementViewport(visible: rect, pinned: rect), into: &plan)
    return plan.tiles.filter(\.position.isCell).map { ($0.position, plan.seenFrame(of: $0)) }
  }

  /// The item that lies in a direction: of those that do the one nearest, first along the direction, then across.
  private func neighbour(of start: RowPosition, _ frame: CGRect, _ way: CGPoint) -> RowPosition? {
    let isVertical = way.y != 0
    if let strip = places.layout.strip(ofSection: start.section), strip.isHorizontal != isVertical {
      let isForward = (strip.isHorizontal ? way.x : way.y) > 0
      return places.index.neighbour(of: start, isBelow: isForward != strip.isMirrored)
    }
    let content = CGRect(origin: .zero, size: contentSize)
    // A view may have no height.
    var reach = max(isVertical ? bounds.height : bounds.width, isVertical ? frame.height : frame.width, 1)
    let longest = isVertical ? content.height : content.width
    repeat {
      // Across, what is seen; along, from the item's middle on.
      var rect = isVertical ? content.intersection(bounds.insetBy(dx: 0, dy: -1e9)) : frame
      if isVertical {
        rect.origin.y = way.y > 0 ? frame.midY : frame.midY - reach
        rect.size.height = reach
      } else {
        rect.origin.x = way.x > 0 ? frame.midX : frame.midX - reach
        rect.size.width = reach
      }
      var best: (item: RowPosition, along: CGFloat, across: CGFloat)?
      for tile in cells(in: rect) {
        guard let item = tile.position.itemPosition, item != start else { continue }
        let other = tile.frame
        let along = isVertical ? (other.midY - frame.midY) * way.y : (other.midX - frame.midX) * way.x
        // Beside it, not beyond: it overlaps along the direction by more than half.
        let gap =
          isVertical
          ? way.y > 0 ? other.minY - frame.maxY : frame.minY - other.maxY
          : way.x > 0 ? other.minX - frame.maxX : frame.minX - other.maxX
        let shorter = isVertical ? min(frame.height, other.height) : min(frame.width, other.width)
        guard along > 0, gap > -shorter / 2 else { continue }
        let across = isVertical ? abs(other.midX - frame.midX) : abs(other.midY - frame.midY)
        if best.map({ gap < $0.along - 0.5 || gap <= $0.along + 0.5 && across < $0.across }) ?? true {
          best = (item, gap, across)
        }
      }
      if let best { return best.item }
      reach *= 4
    } while reach < 4 * longest && reach.isFinite
    guard !isVertical else { return nil }
    // Beyond the end of a line the next one begins.
    return places.index.neighbour(of: start, isBelow: (way.x > 0) != isInRightToLeft)
  }

  private var scrollsSideways: Bool { horizontalExtent.overflows && !verticalExtent.overflows }

  /// A part of the old page stays visible as a landmark.
  private var page: CGPoint {
    let room = places.viewport.pinned.size
    return scrollsSideways
      ? CGPoint(x: max(room.width * 0.9, 1), y: 0) : CGPoint(x: 0, y: max(room.height * 0.9, 1))
  }

  /// The item nearest to a place a page on.
  private func item(aPageFrom start: RowPosition, _ frame: CGRect, isForward: Bool) -> RowPosition? {
    let page = page
    let content = CGRect(origin: .zero, size: contentSize)
    var middle = CGPoint(x: frame.midX, y: frame.midY)
    middle = isForward ? middle + page : middle - page
    middle.x = min(max(middle.x, content.minX), content.maxX)
    middle.y = min(max(middle.y, content.minY), content.maxY)
    let size = bounds.size
    let rect = CGRect(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
    let found = cells(in: rect.intersection(content)).min {
      Self.distance($0.frame, middle) < Self.distance($1.frame, middle)
    }
    return found?.position.itemPosition ?? places.index.end(isBottom: isForward)
  }

  private static func distance(_ frame: CGRect, _ point: CGPoint) -> CGFloat {
    let (x, y) = (frame.midX - point.x, frame.midY - point.y)
    return x * x + y * y
  }

  // MARK: Scrolling

  package func scrollByKey(_ move: KeyMove) {
    var target = contentOffset
    switch move {
    case .step(let way): target = target + CGPoint(x: way.x * 44, y: way.y * 44)
    case .page(let isForward): target = isForward ? target + page : target - page
    case .end(let isLast):
      if scrollsSideways { target.x = isLast ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude }
      if !scrollsSideways { target.y = isLast ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude }
    }
    // The delegate, told that a movement ends, may change the content.
    makeWay(animated: false)
    target = CGPoint(x: horizontalExtent.clamped(target.x), y: verticalExtent.clamped(target.y))
    if target != contentOffset { setContentOffset(target, animated: false) }
  }
}
