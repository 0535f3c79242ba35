import Foundation
import TestSupport
import UIKitCore

/// A table of a hundred rows of 50 points with a refresh control, 300 x 500 points, in a window.
@MainActor
final class RefreshFixture: NSObject, UITableViewDataSource {
  let app = TestApplication(size: CGSize(width: 300, height: 500))
  let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 500))
  let control = UIRefreshControl()
  let log = ScrollLog()
  private(set) var refreshes = 0
  var endsAtOnce = false

  let middle = CGPoint(x: 150, y: 250)

  init(withControl: Bool = true) {
    super.init()
    app.application.frameLoop.pacing = .uncapped
    table.rowHeight = 50
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = self
    table.delegate = delegate
    control.addAction(
      UIAction { [unowned self] _ in
        refreshes += 1
        if endsAtOnce { control.endRefreshing() }
      }, for: .valueChanged)
    if withControl { table.refreshControl = control }
    app.window.addSubview(table)
    app.settle()
    log.events.removeAll()
  }

  /// Forwards to the log; a table wants a table's delegate.
  private(set) lazy var delegate = RefreshDelegate(log)

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
  }

  var offset: CGFloat { table.contentOffset.y }

  /// What of the content's upper edge is pulled down, in points.
  var shownPull: CGFloat { -offset - table.contentInset.top }

  /// A finger drags down by so many points, beyond the slop; it stays down.
  func pull(by points: CGFloat) {
    app.fingerDrag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 150, y: 110 + points))
  }

  func letGo(at y: CGFloat) { app.fingerUp(at: CGPoint(x: 150, y: y), after: 0.3) }

  /// Runs frames for so long.
  func run(for seconds: TimeInterval) {
    for _ in 0..<Int((seconds * 60).rounded()) { app.frame() }
  }

  /// Frames until the content rests; a spinning control goes on asking for frames.
  func rest() {
    run(for: 2)
    table.checkInvariants()
  }
}

/// A table's delegate that writes down what the scroll view tells it.
@MainActor
final class RefreshDelegate: NSObject, UITableViewDelegate {
  private let log: ScrollLog
  var header: UIView?

  init(_ log: ScrollLog) { self.log = log }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log.scrollViewWillBeginDragging(scrollView) }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    log.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log.scrollViewDidEndDecelerating(scrollView) }
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { header }
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { header == nil ? 0 : 30 }
}
