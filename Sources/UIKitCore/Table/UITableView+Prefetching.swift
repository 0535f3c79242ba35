import Foundation
import TableModel

/// Announcing rows before they come on screen.
extension UITableView {
  /// Prepares rows ahead, held weakly; nil prefetches nothing. Setting it announces anew; rows announced to the former
  /// one are not called off.
  public var prefetchDataSource: UITableViewDataSourcePrefetching? {
    get { prefetching.source }
    set {
      guard newValue !== prefetching.source else { return }
      prefetching.source = newValue
      prefetching.plan = PrefetchPlan()
      updatePrefetchSwitch()
    }
  }

  /// Whether rows are announced. Setting it to false calls off what is outstanding.
  public var isPrefetchingEnabled: Bool {
    get { prefetching.isEnabled }
    set {
      guard newValue != prefetching.isEnabled else { return }
      prefetching.isEnabled = newValue
      updatePrefetchSwitch()
      if !newValue {
        prefetching.plan.stop()
        tellPrefetchSource()
      }
    }
  }

  private func updatePrefetchSwitch() {
    prefetching.isOn = prefetching.isEnabled && prefetching.source != nil
    prefetching.lastMove = nil
    setNeedsLayout()
  }

  /// Called at the end of each layout, when prefetching is on. Does nothing while the visible rows are the same.
  func prefetchRows() {
    guard !prefetching.isTelling, !mustEndPass else { return }
    guard let first = plan.rows.first?.position, let last = plan.rows.last?.position else {
      guard !prefetching.plan.outstanding.isEmpty else { return }
      prefetching.plan.stop()
      return tellPrefetchSource()
    }
    guard prefetching.plan.needsUpdate(first: first, last: last) else { return }
    let ahead = Int((Double(plan.rows.count) * screensAhead()).rounded())
    prefetching.plan.update(first: first, last: last, ahead: ahead, in: index)
    tellPrefetchSource()
  }

  /// One screen at rest, up to three when the table moves fast: what it passes in half a second comes on top. A leap
  /// over several screens is no speed.
  private func screensAhead() -> Double {
    let now = frameTime ?? 0
    let offset = Double(contentOffset.y)
    defer { prefetching.lastMove = (now, offset) }
    guard let last = prefetching.lastMove, now > last.time, bounds.height > 0 else { return 1 }
    let screens = abs(offset - last.offset) / bounds.height
    return screens < 2 ? 1 + min(2, screens / (now - last.time) / 2) : 1
  }

  /// A callback may change or reload the table: everything is settled before the first is called, and what the first
  /// made obsolete is not announced.
  private func tellPrefetchSource() {
    prefetching.isTelling = true
    defer {
      prefetching.isTelling = false
      if needsPrefetchUpdate { setNeedsLayout() }
    }
    let calledOff = prefetching.plan.takeCalledOff()
    if !calledOff.isEmpty {
      prefetching.source?.tableView(self, cancelPrefetchingForRowsAt: calledOff.map { IndexPath($0) })
    }
    // The rows to announce are not those of the data any more; the next pass announces.
    guard !mustEndPass else { return }
    let announced = prefetching.plan.takeAnnounced()
    if !announced.isEmpty {
      prefetching.source?.tableView(self, prefetchRowsAt: announced.map { IndexPath($0) })
    }
  }

  private var needsPrefetchUpdate: Bool {
    guard prefetching.isOn, let first = plan.rows.first?.position, let last = plan.rows.last?.position else {
      return false
    }
    return prefetching.plan.needsUpdate(first: first, last: last)
  }
}
