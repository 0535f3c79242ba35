import Foundation
import Primitives
import TableModel

/// Announces rows to the prefetching data source before they come on screen.
///
/// `PrefetchPlan` decides which rows; the prefetcher decides how far ahead, and tells. A callback may change or reload
/// the table: everything is settled before the first is called, and what the first made obsolete is not announced.
final class Prefetcher: TableGuest, RowFollower {
  private var isEnabled = true
  /// Whether rows are announced.
  private var isOn = false
  /// A callback is running.
  private var isTelling = false
  private var plan = PrefetchPlan()
  /// When the visible rows changed last, on the frame clock, and the offset then.
  private var lastMove: (time: TimeInterval, offset: Double)?

  /// Rows announced and neither shown nor called off.
  var outstanding: ContiguousArray<RowPosition> { plan.outstanding }

  // MARK: Switching

  /// See `UITableView.prefetchDataSource`.
  fileprivate var dataSource: UITableViewDataSourcePrefetching? {
    get { table.app.prefetchSource }
    set {
      guard newValue !== dataSource else { return }
      table.app.prefetchSourceWasSet(newValue)
      plan = PrefetchPlan()
      updateSwitch()
    }
  }

  /// See `UITableView.isPrefetchingEnabled`.
  fileprivate var isAllowed: Bool {
    get { isEnabled }
    set {
      guard newValue != isEnabled else { return }
      isEnabled = newValue
      updateSwitch()
      guard !newValue else { return }
      plan.stop()
      tell()
    }
  }

  private func updateSwitch() {
    isOn = isEnabled && dataSource != nil
    lastMove = nil
    points = isOn ? .passEnd : []
    table.setNeedsLayout()
  }

  // MARK: Following the rows

  func follow(_ update: UpdatePlan) {
    if isOn { plan.renumber { update.newPosition(of: $0) } }
  }

  func reset() { plan.reset() }

  func keepRows(existingIn index: RowHeightIndex) {
    if isOn { plan.renumber { index.contains($0) ? $0 : nil } }
  }

  // MARK: Telling

  /// Brings what is announced in line with the rows on screen; does nothing while the visible rows are the same.
  override func passDidEnd(of table: UITableView) {
    guard !isTelling, !table.mustEndPass else { return }
    guard let (first, last) = visibleRows else {
      guard !plan.outstanding.isEmpty else { return }
      plan.stop()
      return tell()
    }
    guard plan.needsUpdate(first: first, last: last) else { return }
    let ahead = Int(measured: (Double(table.plan.rows.count) * screensAhead()).rounded(), else: 0)
    plan.update(first: first, last: last, ahead: ahead, in: table.index)
    tell()
  }

  private var visibleRows: (first: RowPosition, last: RowPosition)? {
    let table = table
    guard let first = table.plan.rows.first?.position, let last = table.plan.rows.last?.position else { return nil }
    return (first, last)
  }

  /// One screen at rest, up to three when the table moves fast: what it passes in half a second comes on top. A leap
  /// over several screens is no speed.
  private func screensAhead() -> Double {
    let now = table.frameTime ?? 0
    let offset = Double(table.contentOffset.y)
    let height = table.bounds.height
    defer { lastMove = (now, offset) }
    guard let last = lastMove, now > last.time, height > 0 else { return 1 }
    let screens = abs(offset - last.offset) / height
    return screens < 2 ? 1 + min(2, screens / (now - last.time) / 2) : 1
  }

  private func tell() {
    let table = table
    isTelling = true
    defer {
      isTelling = false
      if isOn, let (first, last) = visibleRows, plan.needsUpdate(first: first, last: last) { table.setNeedsLayout() }
    }
    let calledOff = plan.takeCalledOff()
    if !calledOff.isEmpty { table.app.cancelPrefetching(calledOff) }
    // The rows to announce are not those of the data any more; the next pass announces.
    guard !table.mustEndPass else { return }
    let announced = plan.takeAnnounced()
    if !announced.isEmpty { table.app.prefetch(announced) }
  }

  override func checkInvariants() {
    precondition(!isTelling, "the table announces rows, outside of any call")
    precondition(isEnabled ? isOn || dataSource == nil : !isOn, "prefetching is switched wrongly")
  }
}

extension UITableView {
  /// Prepares rows ahead, held weakly; nil prefetches nothing. Setting it announces anew; rows announced to the former
  /// one are not called off.
  public var prefetchDataSource: UITableViewDataSourcePrefetching? {
    get { prefetcher.dataSource }
    set { prefetcher.dataSource = newValue }
  }

  /// Whether rows are announced. Setting it to false calls off what is outstanding.
  public var isPrefetchingEnabled: Bool {
    get { prefetcher.isAllowed }
    set { prefetcher.isAllowed = newValue }
  }
}
