import Foundation
import TestSupport
import UIKitCore

/// A scroll view of 300 x 500 points in a window, with 5000 points of content below each other, and
/// a delegate that writes down what it is told.
@MainActor
final class ScrollFixture {
  let app = TestApplication(size: CGSize(width: 300, height: 500))
  let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 500))
  let log = ScrollLog()

  init(contentHeight: CGFloat = 5000) {
    scrollView.contentSize = CGSize(width: 300, height: contentHeight)
    // A frame whenever a test moves the clock, whatever the display's rate.
    app.application.frameLoop.pacing = .uncapped
    app.window.addSubview(scrollView)
    scrollView.delegate = log
    app.settle()
    log.events.removeAll()
  }

  /// Below the content's first point, away from the indicators.
  let middle = CGPoint(x: 150, y: 250)

  /// Runs frames until nothing asks for another, noting the offset after each.
  func offsetsUntilRest(rate: Double = 60, limit: Int = 2000) -> [CGFloat] {
    var offsets: [CGFloat] = []
    while app.application.frameLoop.isFrameRequested, offsets.count < limit {
      app.frame(after: 1 / rate)
      offsets.append(scrollView.contentOffset.y)
    }
    return offsets
  }
}

/// Writes down the delegate's calls in short: repeated `didScroll` once.
@MainActor
final class ScrollLog: NSObject, UIScrollViewDelegate {
  var events: [String] = []
  var scrollCount = 0
  var velocity = CGPoint.zero
  var proposedTarget = CGPoint.zero
  var chosenTarget: CGPoint?
  var onScroll: ((UIScrollView) -> Void)?
  var onBeginDragging: ((UIScrollView) -> Void)?
  var onWillEndDragging: ((UIScrollView) -> Void)?
  var onEndDragging: ((UIScrollView) -> Void)?
  var onEndAnimation: ((UIScrollView) -> Void)?
  var allowsTop = true

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    scrollCount += 1
    if events.last != "didScroll" { events.append("didScroll") }
    onScroll?(scrollView)
  }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    events.append("willBeginDragging")
    onBeginDragging?(scrollView)
  }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    events.append("willEndDragging")
    self.velocity = velocity
    proposedTarget = targetContentOffset.pointee
    if let chosenTarget { targetContentOffset.pointee = chosenTarget }
    onWillEndDragging?(scrollView)
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    events.append("didEndDragging(\(decelerate))")
    onEndDragging?(scrollView)
  }
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    events.append("willBeginDecelerating")
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    events.append("didEndDecelerating")
  }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    events.append("didEndScrollingAnimation")
    onEndAnimation?(scrollView)
  }
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { allowsTop }
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { events.append("didScrollToTop") }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    events.append("didChangeInset")
  }
}
