import Foundation
import TableModel
import UIKitCore

/// How an update or another layout comes about on screen: views that stay slide from where they were, new ones fade in,
/// deleted ones fade out; what a layout of the app's own says of how items appear and disappear is followed.
///
/// Views on their way out stay in the tree, take no touches, stand for no item, and are reported and reused at the end.
@MainActor
final class ItemMovement {
  /// Seconds of the movement.
  static let duration = 0.3

  /// A view on its way out.
  private struct Departure {
    let view: UICollectionReusableView
    /// The old place of an element that is deleted or reloaded, the new one of what goes off screen.
    let position: ElementPosition
    /// The element was deleted or reloaded, not moved off the screen.
    let isGone: Bool
  }

  /// The changes; nil where the layout is exchanged.
  var plan: UpdatePlan?
  var completions: [(Bool) -> Void] = []
  /// Where views were seen, in points from the corner of the visible part; in a strip, in its content.
  private var seen: [ObjectIdentifier: CGRect] = [:]
  private let oldOffset: CGPoint
  /// The places before, of a built-in layout.
  private let oldStack: SectionStack?
  private let oldViewport: ElementViewport
  /// The item that was moved, which the places before have at its gap.
  private let oldMove: RowMove?
  private let layout: UICollectionViewLayout
  private var departures: [Departure] = []
  /// Its views were taken away.
  private(set) var isEnded = false

  /// Notes where things are.
  init(of view: UICollectionView) {
    oldOffset = view.contentOffset
    layout = view.places.layout
    oldStack = layout.stack
    oldViewport = view.viewport
    oldMove = view.places.move
    for entry in view.elements.queue.visible {
      let shown = CollectionElements.element(entry.view)
      seen[ObjectIdentifier(shown)] = shown.seenFrame.translated(by: .zero - Self.corner(of: shown, in: view))
    }
  }

  /// The corner of the visible part, for a view that is no strip's.
  private static func corner(of shown: UICollectionReusableView, in view: UICollectionView) -> CGPoint {
    shown.superview === view ? view.contentOffset : .zero
  }

  /// Whether views wait for it on their way out.
  var holdsViews: Bool { !departures.isEmpty }

  func complete(_ finished: Bool) { for completion in completions { completion(finished) } }

  // MARK: Departures

  func hold(_ shown: UICollectionReusableView, at position: ElementPosition, isGone: Bool) {
    departures.append(Departure(view: shown, position: position, isGone: isGone))
    shown.depart(in: self)
  }

  /// Takes back what an earlier round of the update's pass held: its element is visible after all.
  func takeBack(_ position: ElementPosition) -> UICollectionReusableView? {
    let slot = departures.firstIndex { !$0.isGone && $0.position == position }
    let shown = slot.map { departures.remove(at: $0).view }
    shown?.movementDidEnd()
    return shown
  }

  /// The app returned a view that is on its way out: it stays instead.
  /// - Returns: the position that the view has left.
  func take(_ shown: UICollectionReusableView) -> ElementPosition? {
    shown.movementDidEnd()
    return departures.firstIndex { $0.view === shown }.map { departures.remove(at: $0).position }
  }

  // MARK: Showing

  /// Puts views where they come from, and has them move.
  /// - Parameter ended: called once, at the end.
  func start(in view: UICollectionView, ended: @escaping (Bool) -> Void) {
    typealias Target = (view: UICollectionReusableView, attributes: UICollectionViewLayoutAttributes)
    var moved: [(view: UIView, frame: CGRect)] = []
    var come: [(view: UICollectionReusableView, final: UICollectionViewLayoutAttributes?)] = []
    var finals: [Target] = []
    let isOwn = view.places.layout.hasAttributes
    UIView.performWithoutAnimation {
      for entry in view.elements.queue.visible {
        let shown = CollectionElements.element(entry.view)
        let position = ElementPosition(entry.position)
        let frame = shown.computedFrame
        if let start = start(of: shown, position, in: view) {
          guard start != frame, shown.transform.isIdentity else { continue }
          shown.frame = start
          moved.append((shown, frame))
          guard shown === view.swipe.openView else { continue }
          for companion in view.swipe.companions {
            moved.append((companion, companion.frame))
            companion.frame.origin.y += start.minY - frame.minY
          }
        } else if isOwn, let initial = appearing(position, view.places.layout) {
          let final = view.places.layout.attributes(of: position)
          shown.adopt(initial)
          come.append((shown, final))
        } else {
          shown.alpha = 0
          come.append((shown, nil))
        }
      }
      for departure in departures {
        let shown = departure.view
        // Where it is seen, though the content moved under the screen.
        if let seen = seen[ObjectIdentifier(shown)], shown.transform.isIdentity {
          shown.frame = seen.translated(by: Self.corner(of: shown, in: view))
        }
        guard departure.isGone else {
          if let target = view.places.frame(of: departure.position) { moved.append((shown, target)) }
          continue
        }
        if let exit = shown.swipeExit {
          var target = shown.frame
          target.origin.x = exit < 0 ? view.bounds.minX - target.width : view.bounds.maxX
          moved.append((shown, target))
        }
        if isOwn, plan != nil, let final = disappearing(departure.position, view.places.layout) {
          finals.append((shown, final))
        }
      }
    }
    let gone = departures.filter(\.isGone).map(\.view)
    guard !moved.isEmpty || !come.isEmpty || !gone.isEmpty else { return ended(true) }
    UIView.animate(
      withDuration: Self.duration,
      animations: {
        for (shown, frame) in moved { shown.frame = frame }
        for (shown, final) in come {
          if let final { shown.adopt(final) } else { shown.alpha = 1 }
        }
        for shown in gone { shown.alpha = 0 }
        for (shown, final) in finals { shown.adopt(final) }
      }, completion: ended)
  }

  /// Where a view sets out from; nil for one whose element is new.
  private func start(
    of shown: UICollectionReusableView, _ position: ElementPosition, in view: UICollectionView
  ) -> CGRect? {
    if let seen = seen[ObjectIdentifier(shown)] { return seen.translated(by: Self.corner(of: shown, in: view)) }
    guard let old = formerPosition(of: position) else { return nil }
    // It comes from off screen.
    guard layout === view.places.layout, let stack = oldStack else { return plan == nil ? nil : shown.computedFrame }
    let place = old.itemPosition.flatMap { oldMove?.shownPosition(of: $0) }.map { ElementPosition($0) } ?? old
    guard let frame = stack.frame(of: place, oldViewport) else { return nil }
    guard shown.superview !== view, let strip = stack.strip(ofSection: Int(old.section)) else {
      return frame.translated(by: view.contentOffset - oldOffset)
    }
    return strip.inContent(frame)
  }

  private func formerPosition(of position: ElementPosition) -> ElementPosition? {
    guard let plan else { return position }
    guard let item = position.itemPosition else {
      guard let section = plan.oldSection(of: Int(position.section)), !plan.isReloaded(section: section) else {
        return nil
      }
      return ElementPosition(kind: position.kind, section: section, item: position.item)
    }
    guard let old = plan.oldPosition(of: item), !plan.isReloaded(old) else { return nil }
    return ElementPosition(old)
  }

  private func appearing(
    _ position: ElementPosition, _ layout: UICollectionViewLayout
  ) -> UICollectionViewLayoutAttributes? {
    position.isCell
      ? layout.initialLayoutAttributesForAppearingItem(at: position.indexPath)
      : layout.initialLayoutAttributesForAppearingSupplementaryElement(
        ofKind: layout.kinds.kind(position.kind).name, at: position.indexPath)
  }

  private func disappearing(
    _ position: ElementPosition, _ layout: UICollectionViewLayout
  ) -> UICollectionViewLayoutAttributes? {
    position.isCell
      ? layout.finalLayoutAttributesForDisappearingItem(at: position.indexPath)
      : layout.finalLayoutAttributesForDisappearingSupplementaryElement(
        ofKind: layout.kinds.kind(position.kind).name, at: position.indexPath)
  }

  /// Reports the views on their way out, and makes them idle.
  func end(in view: UICollectionView) {
    guard !isEnded else { return }
    isEnded = true
    // A layout that the delegate sets when it is told waits: the positions are those of the present one.
    let outer = view.work.begin(.reporting)
    defer { view.work.end(outer) }
    while let departure = departures.popLast() {
      // Undoes the changes of the animation.
      departure.view.alpha = 1
      departure.view.movementDidEnd()
      if !departure.view.transform.isIdentity { departure.view.transform = .identity }
      view.elements.endDisplaying(departure.view, at: departure.position)
    }
  }

  func checkInvariants(in view: UICollectionView) {
    for departure in departures {
      precondition(departure.view.isDescendant(of: view), "a view on its way out is not in the collection view")
      precondition(departure.view.position == nil, "a view on its way out stands for an element")
    }
  }
}
