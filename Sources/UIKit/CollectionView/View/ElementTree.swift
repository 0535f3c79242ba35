import UIKitCore

/// The order of a collection view's subviews: those of a higher order lie above others, and views that belong to a shown one
/// directly above or below it.
///
/// How many views there are of each order is counted, so that a view finds its place among the subviews without a look at
/// them.
@MainActor
final class ElementTree: CollectionFacet {
  /// Orders, lowest first, and how many subviews have each.
  private var levels = ContiguousArray<(level: Int, count: Int)>()
  /// Views that belong to a shown one, and strips' scroll views, with the order at which each is counted.
  private var companions: [(view: UIView, level: Int)] = []
  /// How many views of elements are in the tree, shown and hidden.
  private(set) var count = 0

  /// Puts the view of an element among the subviews: above those of lower order.
  func put(_ shown: UICollectionReusableView, _ level: Int, of view: UICollectionView) {
    if shown.level == level, shown.superview === view { return }
    forget(shown)
    let index = enter(level, of: view)
    shown.take(level: level)
    count += 1
    view.insertSubview(shown, at: index)
  }

  /// The view of an element leaves the subviews, or is put elsewhere.
  func forget(_ shown: UICollectionReusableView) {
    guard let level = shown.level else { return }
    shown.take(level: nil)
    count -= 1
    leave(level)
  }

  /// Adds the scroll view of a strip, which stays: above the grounds of sections, and below what is pinned.
  func addStrip(_ scrollView: SectionScrollView, of view: UICollectionView) {
    let index = enter(0, of: view)
    companions.append((scrollView, 0))
    view.insertSubview(scrollView, at: index)
  }

  /// Adds a view that belongs to a shown one, directly above or below it.
  /// - Returns: false where the other view is not shown.
  @discardableResult
  func addCompanion(_ companion: UIView, isAbove: Bool, _ shown: UIView) -> Bool {
    guard let level = CollectionElements.element(shown).level,
      let slot = levels.firstIndex(where: { $0.level == level })
    else { return false }
    levels[slot].count += 1
    companions.append((companion, level))
    if isAbove {
      view.insertSubview(companion, aboveSubview: shown)
    } else {
      view.insertSubview(companion, belowSubview: shown)
    }
    return true
  }

  /// A view that `addCompanion` added is about to leave.
  func companionWillLeave(_ companion: UIView) {
    guard let number = companions.firstIndex(where: { $0.view === companion }) else { return }
    leave(companions.remove(at: number).level)
  }

  /// Counts one more view of an order.
  /// - Returns: its place among the subviews: below others of its order.
  private func enter(_ level: Int, of view: UICollectionView) -> Int {
    var index = view.bottomOfContent
    var slot = 0
    while slot < levels.count, levels[slot].level < level {
      index += levels[slot].count
      slot += 1
    }
    if slot < levels.count, levels[slot].level == level {
      levels[slot].count += 1
    } else {
      levels.insert((level, 1), at: slot)
    }
    return index
  }

  private func leave(_ level: Int) {
    guard let slot = levels.firstIndex(where: { $0.level == level }) else { return }
    levels[slot].count -= 1
    if levels[slot].count == 0 { levels.remove(at: slot) }
  }

  override func checkInvariants() {
    var above = Int.min
    var found = 0
    for case let shown as UICollectionReusableView in view.subviews where shown.level != nil {
      precondition(shown.level ?? 0 >= above, "a view lies above one of a higher order")
      above = shown.level ?? 0
      found += 1
      precondition(shown.position != nil || shown.isHidden, "a view that shows nothing is seen at \(shown.frame)")
    }
    precondition(
      found == count && found + companions.count == levels.reduce(0) { $0 + $1.count },
      "the views in the tree are counted wrongly")
  }
}
