import Foundation

extension UIView {
  /// The insets that controllers above (`additionalSafeAreaInsets`) and their bars add to the safe area, as far as they
  /// reach into the view.
  ///
  /// A window nothing was added in answers at once: the insets are read in every frame.
  final var computedSafeAreaInsets: UIEdgeInsets {
    guard let windowStorage, windowStorage.hasAdditionalSafeArea else { return .zero }
    var insets = UIEdgeInsets.zero
    if let parent {
      let outer = parent.safeAreaInsets
      let inside = parent.storedBounds
      insets.top = max(0, outer.top - (origin.y - inside.minY))
      insets.left = max(0, outer.left - (origin.x - inside.minX))
      insets.bottom = max(0, outer.bottom - (inside.maxY - origin.y - storedBounds.height))
      insets.right = max(0, outer.right - (inside.maxX - origin.x - storedBounds.width))
    }
    guard let controller else { return insets }
    let (added, bars) = (controller.additionalSafeAreaInsets, controller.barInsets)
    insets.top += added.top + bars.top
    insets.left += added.left + bars.left
    insets.bottom += added.bottom + bars.bottom
    insets.right += added.right + bars.right
    return insets
  }

  /// The insets of the view and of all below it.
  final func safeAreasBelow() -> [(view: UIView, insets: UIEdgeInsets)] {
    [(self, safeAreaInsets)] + children.flatMap { $0.safeAreasBelow() }
  }

  /// Tells the views and controllers here and below whose safe area has changed.
  /// - Parameter former: the insets before; a view that is missing had none.
  final func tellSafeAreas(changedFrom former: [(view: UIView, insets: UIEdgeInsets)]) {
    let before = Dictionary(former.map { (ObjectIdentifier($0.view), $0.insets) }) { first, _ in first }
    for (view, insets) in safeAreasBelow() where insets != before[ObjectIdentifier(view)] ?? .zero {
      view.marginsMayHaveChanged()
      view.safeAreaInsetsDidChange()
      view.controller?.viewSafeAreaInsetsDidChange()
    }
  }
}
