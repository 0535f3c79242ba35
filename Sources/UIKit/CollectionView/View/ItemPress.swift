import Foundation
import TableModel
import UIKitCore

/// From a press on an item to its selection: the item is highlighted while it is pressed, and chosen when it is let go. The
/// counterpart of the table's `RowPress`.
@MainActor
final class ItemPress: CollectionFacet, ItemFollower {
  /// How long a finger rests on an item before it is highlighted, in seconds: until then it may want to scroll.
  private static let fingerDelay = 0.15

  /// A finger that rests on an item and may still turn out to scroll.
  private struct Pending {
    let cell: UICollectionViewCell
    let touch: UITouch
    /// When the finger came down, on the frame clock.
    let start: TimeInterval
    /// Counts the time.
    let link: CADisplayLink
  }

  /// The item pressed, highlighted and not yet released.
  private(set) var item: RowPosition?
  private var pending: Pending?
  /// Where the touch of the press went down, in window points.
  private var start = CGPoint.zero

  isolated deinit { pending?.link.invalidate() }

  // MARK: Following the items

  /// A pressed item that goes or is reloaded is not pressed any more.
  func follow(_ plan: UpdatePlan, from old: RowHeightIndex) {
    item = item.flatMap { plan.isReloaded($0) ? nil : plan.newPosition(of: $0) }
  }

  func itemsWereLoaded(keepsItems: Bool) {
    guard let pressed = item, !keepsItems || !view.places.index.contains(pressed) else { return }
    item = nil
  }

  // MARK: Touches

  /// A touch went down in the view. A mouse button, which cannot scroll, highlights at once; a finger after a delay.
  func touchBegan(_ touch: UITouch) {
    let view = view
    guard touch.button == .primary else { return }
    _ = view.becomeFirstResponder()
    // The responder that had the keyboard may have taken the cell away when it was told, and the touch with it.
    guard touch.reachesView, view.chooser.isAllowed, item == nil, pending == nil, let cell = view.cell(under: touch)
    else {
      return
    }
    start = touch.location(in: nil)
    guard touch.type == .direct, view.delaysContentTouches else { return begin(on: cell, touch) }
    let link = CADisplayLink { [weak view] link in
      guard let view else { return }
      view.press.wait(until: link.timestamp)
    }
    pending = Pending(cell: cell, touch: touch, start: touch.timestamp, link: link)
    link.add(to: .main, forMode: .common)
  }

  /// Leaving the item ends the press, and so does a drag within it: neither selects.
  func touchMoved(_ touch: UITouch) {
    guard pending != nil || item != nil else { return }
    let moved = touch.location(in: nil) - start
    guard moved.x * moved.x + moved.y * moved.y < 100 else { return cancel() }
    if let pending, !pending.cell.point(inside: touch.location(in: pending.cell), with: nil) { dropPending() }
    guard let item else { return }
    guard let cell = view.elements.cell(at: item), cell.point(inside: touch.location(in: cell), with: nil) else {
      return cancel()
    }
  }

  /// A touch was lifted.
  /// - Parameter modifiers: the keys held meanwhile.
  func touchEnded(_ touch: UITouch, _ modifiers: UIKeyModifierFlags) {
    touchMoved(touch)
    if let pending {
      // A quick tap: highlighted and let go at once.
      dropPending()
      begin(on: pending.cell, touch)
    }
    guard item != nil else { return }
    view.bringUpToDate()
    // As in UIKit the item is chosen first, and not highlighted any more then.
    if let item { view.chooser.choose(item, modifiers: modifiers) }
    end()
  }

  /// Scrolling, another gesture or the system took the touch over, it left the pressed item, or that item is gone.
  func cancel() {
    dropPending()
    end()
  }

  // MARK: The press

  private func wait(until now: TimeInterval) {
    guard let pending, now - pending.start >= Self.fingerDelay else { return }
    dropPending()
    begin(on: pending.cell, pending.touch)
  }

  private func dropPending() {
    pending?.link.invalidate()
    pending = nil
  }

  private func begin(on cell: UICollectionViewCell, _ touch: UITouch) {
    let view = view
    guard let pressed = cell.position?.itemPosition, view.elements.cell(at: pressed) === cell else { return }
    guard view.app.shouldHighlight(pressed) else { return }
    // The delegate may have taken the cell away, or given it another item.
    guard touch.reachesView, view.elements.cell(at: pressed) === cell else { return }
    item = pressed
    cell.isHighlighted = true
    view.app.didHighlight(pressed)
  }

  private func end() {
    guard let pressed = item else { return }
    item = nil
    // A finger that rested has opened the item's menu.
    if !view.chooser.isHighlighted(pressed) { view.elements.cell(at: pressed)?.isHighlighted = false }
    view.app.didUnhighlight(pressed)
  }

  override func checkInvariants() {
    precondition(item == nil || pending == nil, "a finger both presses an item and waits to do so")
  }
}
