import UIKitCore

extension UICollectionViewLayout {
  /// How firmly the layout knows the lengths of an element whose view is asked for the size it needs: `required` along an
  /// axis whose length it knows, `fittingSizeLevel` where it estimates.
  final func fittingPriorities(
    of position: ElementPosition
  ) -> (horizontal: UILayoutPriority, vertical: UILayoutPriority) { (.fittingSizeLevel, .fittingSizeLevel) }
}
