import Foundation
import TableModel
import UIKitCore

/// Keys move through items by direction: arrows take the keyboard's item, which has a ring, to the one that lies there;
/// to the left and right of a line's ends to the next line. Page keys go a screen on, Home and End to the ends. The
/// selection stays, unless `selectionFollowsFocus`. Space and Return do what a click on the item does. With shift, where
/// several items can be selected, all of these take the selection along; with control they never touch it. Control-A
/// selects all, the Menu key opens the item's menu.
///
/// A view whose items cannot be selected has no such item: keys scroll it.
@MainActor
final class ItemKeys: CollectionFacet {
  /// The movement that a key requests.
  private enum Move {
    /// One item on, to where the vector points.
    case step(CGPoint)
    case page(isForward: Bool)
    case end(isLast: Bool)

    init?(_ key: UIKey) {
      switch key.keyCode {
      case .keyboardUpArrow: self = .step(CGPoint(x: 0, y: -1))
      case .keyboardDownArrow: self = .step(CGPoint(x: 0, y: 1))
      case .keyboardLeftArrow: self = .step(CGPoint(x: -1, y: 0))
      case .keyboardRightArrow: self = .step(CGPoint(x: 1, y: 0))
      // With Control they change between tabs and pages around the view.
      case .keyboardPageUp where !key.modifierFlags.contains(.control): self = .page(isForward: false)
      case .keyboardPageDown where !key.modifierFlags.contains(.control): self = .page(isForward: true)
      case .keyboardHome: self = .end(isLast: false)
      case .keyboardEnd: self = .end(isLast: true)
      default: return nil
      }
    }
  }

  /// A key went down while the view, or something inside of it, is the first responder.
  /// - Returns: false for a key the view has no use for.
  func take(_ key: UIKey) -> Bool {
    let view = view
    let flags = key.modifierFlags
    let isControlled = !flags.isDisjoint(with: [.control, .command])
    if isControlled, !flags.contains(.shift), key.characters.lowercased() == "a" { return view.chooser.chooseAll() }
    if view.menus.take(key) { return true }
    guard flags.isDisjoint(with: [.command, .alternate]) else { return false }
    view.bringUpToDate()
    guard let move = Move(key) else {
      guard !isControlled || key.keyCode == .keyboardSpacebar else { return false }
      switch key.keyCode {
      case .keyboardSpacebar, .keyboardReturnOrEnter, .keypadEnter: return chooseItem()
      case .keyboardEscape: return closeSwipe()
      default: return false
      }
    }
    takeKeyboard()
    guard view.chooser.isAllowed else {
      scroll(for: move)
      return true
    }
    guard let next = target(of: move) else { return true }
    if flags.contains(.shift), view.chooser.allowsSeveral {
      view.chooser.moveExtending(to: next)
    } else {
      view.chooser.moveCursor(to: next, selects: view.selectionFollowsFocus && !isControlled)
    }
    view.loadIfNeeded()
    if let item = view.chooser.cursorItem { view.places.scroll(to: item, at: [], animated: false) }
    return true
  }

  /// Makes the view first responder for keys that lead through the items, if a control in a cell has the keyboard.
  private func takeKeyboard() {
    guard let window = view.window, window.firstResponder !== view, !(window.firstResponder is any UIKeyInput) else {
      return
    }
    _ = view.becomeFirstResponder()
  }

  /// Brings a swiped item back.
  private func closeSwipe() -> Bool {
    guard let open = view.elements.openRow, !open.isClosing else { return false }
    open.close(animated: true)
    return true
  }

  /// An item that follows the keyboard was chosen when it came there.
  private func chooseItem() -> Bool {
    let chooser = view.chooser
    guard chooser.isAllowed, let item = chooser.cursorItem else { return false }
    if view.selectionFollowsFocus, !chooser.allowsSeveral, chooser.selection.contains(item) { return false }
    chooser.chooseByKey(item)
    return true
  }

  // MARK: Finding items

  /// The first item that can be seen wholly, else the first of which something is seen.
  var firstOnScreen: RowPosition? {
    let places = view.places
    let visible = places.viewport.pinned
    let cells = places.plan.tiles.filter(\.position.isCell).map { tile in
      (position: tile.position, frame: places.plan.seenFrame(of: tile))
    }
    return (cells.first { visible.contains($0.frame) } ?? cells.first)?.position.itemPosition
  }

  private func target(of move: Move) -> RowPosition? {
    let index = view.places.index
    if case .end(let isLast) = move { return index.end(isBottom: isLast) }
    guard let start = view.chooser.keyItem, index.contains(start), let frame = view.places.seenFrame(of: start) else {
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
    let layout = view.places.layout
    var plan = ElementPlan()
    layout?.plan(ElementViewport(visible: rect, pinned: rect), into: &plan)
    return plan.tiles.filter(\.position.isCell).map { ($0.position, plan.seenFrame(of: $0)) }
  }

  /// The item that lies in a direction: of those that do the one nearest, first along the direction, then across.
  private func neighbour(of start: RowPosition, _ frame: CGRect, _ way: CGPoint) -> RowPosition? {
    let isVertical = way.y != 0
    if let strip = view.places.layout.strip(ofSection: start.section), strip.isHorizontal != isVertical {
      let isForward = (strip.isHorizontal ? way.x : way.y) > 0
      return view.places.index.neighbour(of: start, isBelow: isForward != strip.isMirrored)
    }
    let content = CGRect(origin: .zero, size: view.contentSize)
    // A view may have no height.
    var reach = max(isVertical ? view.bounds.height : view.bounds.width, isVertical ? frame.height : frame.width, 1)
    let longest = isVertical ? content.height : content.width
    repeat {
      // Across, what is seen; along, from the item's middle on.
      var rect = isVertical ? content.intersection(view.bounds.insetBy(dx: 0, dy: -1e9)) : frame
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
    return view.places.index.neighbour(of: start, isBelow: (way.x > 0) != view.isInRightToLeft)
  }

  private var scrollsSideways: Bool { view.horizontalExtent.overflows && !view.verticalExtent.overflows }

  /// A part of the old page stays visible as a landmark.
  private var page: CGPoint {
    let room = view.places.viewport.pinned.size
    return scrollsSideways
      ? CGPoint(x: max(room.width * 0.9, 1), y: 0) : CGPoint(x: 0, y: max(room.height * 0.9, 1))
  }

  /// The item nearest to a place a page on.
  private func item(aPageFrom start: RowPosition, _ frame: CGRect, isForward: Bool) -> RowPosition? {
    let page = page
    let content = CGRect(origin: .zero, size: view.contentSize)
    var middle = CGPoint(x: frame.midX, y: frame.midY)
    middle = isForward ? middle + page : middle - page
    middle.x = min(max(middle.x, content.minX), content.maxX)
    middle.y = min(max(middle.y, content.minY), content.maxY)
    let size = view.bounds.size
    let rect = CGRect(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
    let found = cells(in: rect.intersection(content)).min {
      Self.distance($0.frame, middle) < Self.distance($1.frame, middle)
    }
    return found?.position.itemPosition ?? view.places.index.end(isBottom: isForward)
  }

  private static func distance(_ frame: CGRect, _ point: CGPoint) -> CGFloat {
    let (x, y) = (frame.midX - point.x, frame.midY - point.y)
    return x * x + y * y
  }

  // MARK: Scrolling

  private func scroll(for move: Move) {
    let view = view
    var target = view.contentOffset
    switch move {
    case .step(let way): target = target + CGPoint(x: way.x * 44, y: way.y * 44)
    case .page(let isForward): target = isForward ? target + page : target - page
    case .end(let isLast):
      if scrollsSideways { target.x = isLast ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude }
      if !scrollsSideways { target.y = isLast ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude }
    }
    // The delegate, told that a movement ends, may change the content.
    view.makeWay(animated: false)
    target = CGPoint(x: view.horizontalExtent.clamped(target.x), y: view.verticalExtent.clamped(target.y))
    if target != view.contentOffset { view.setContentOffset(target, animated: false) }
  }
}
