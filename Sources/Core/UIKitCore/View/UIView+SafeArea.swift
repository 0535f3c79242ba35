import Foundation

extension UIView {
  /// The insets that controllers above (`additionalSafeAreaInsets`) and their bars add to the safe area, as far as they
  /// reach into the view. A part of the view that lies beyond its superview, as while it slides in, adds nothing.
  ///
  /// A window nothing was added in answers at once: the insets are read in every frame.
  final var computedSafeAreaInsets: UIEdgeInsets {
    guard let windowStorage, windowStorage.hasAdditionalSafeArea else { return .zero }
    var insets = UIEdgeInsets.zero
    if let parent {
      let outer = parent.safeAreaInsets
      let inside = parent.storedBounds
      func reaching(_ inset: CGFloat, past gap: CGFloat) -> CGFloat { max(0, inset - max(0, gap)) }
      insets.top = reaching(outer.top, past: origin.y - inside.minY)
      insets.left = reaching(outer.left, past: origin.x - inside.minX)
      insets.bottom = reaching(outer.bottom, past: inside.maxY - origin.y - storedBounds.height)
      insets.right = reaching(outer.right, past: inside.maxX - origin.x - storedBounds.width)
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
