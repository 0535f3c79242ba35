import UIKit

/// A table that tells when it is touched, before the touch does anything, and whose rows are made anew for other
/// colours: theirs are in their bitmaps.
final class FeedTableView: UITableView {
  var onTouch: () -> Void = {}

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    // Pointers that merely pass are looked up without an event.
    if event != nil { onTouch() }
    return super.hitTest(point, with: event)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    reloadData()
  }
}
