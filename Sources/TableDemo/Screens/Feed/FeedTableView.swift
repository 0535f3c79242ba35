import UIKit

/// A table that tells when it is touched, before the touch does anything.
final class FeedTableView: UITableView {
  var onTouch: () -> Void = {}

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    // Pointers that merely pass are looked up without an event.
    if event != nil { onTouch() }
    return super.hitTest(point, with: event)
  }
}
