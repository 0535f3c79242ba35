import Foundation

/// Rows that wait for the next frame because the data source is slow and the user moves the table.
@MainActor
final class LateRows: TableFacet {
  /// The time left for new rows of the present frame.
  private var allowance = RowAllowance()
  /// Brings the rows that came too late for their frame.
  private var link: CADisplayLink?

  isolated deinit { link?.invalidate() }

  /// Starts a layout pass: limits its new rows while the user moves the table, or while rows of such a pass are
  /// missing.
  func passWillBegin(of table: UITableView) {
    let isMovedByUser = table.isTracking || table.isDragging || table.isDecelerating
    allowance.begin(at: isMovedByUser || allowance.isOverdrawn ? now : nil)
  }

  /// Whether the pass asks for the cell of another row. Called before each: asking uses up the allowance.
  func admitsAnother() -> Bool { allowance.admits(at: now) }

  /// The present, not the moment the frame shows.
  private var now: TimeInterval? { table.windowStorage?.application.platform.clock.now }

  /// Ends a layout pass: what is missing comes with the next frame.
  func passDidEnd() {
    guard allowance.isOverdrawn else {
      link?.isPaused = true
      return
    }
    if let link {
      link.isPaused = false
    } else if table.windowStorage != nil {
      let made = CADisplayLink { [weak table] _ in table?.setNeedsTiling() }
      made.add(to: .main, forMode: .common)
      link = made
    }
  }

  override func checkInvariants() {
    precondition(link == nil || table.window != nil, "rows wait for a frame, and the table is in no window")
  }
}

extension LateRows: RowFollower {
  /// Stops waiting for frames.
  func leave() {
    link?.invalidate()
    link = nil
    allowance = RowAllowance()
  }
}

/// How much of a frame the data source may take for new rows while the user moves the table.
///
/// Input is read between frames, so a data source that needs long for each row would hold it up by all the rows of a
/// screen. With an allowance it delays only its own rows: those that did not fit come with the next frames, one a frame
/// at least, and their place shows the table's background until then. Rows that are asked for at any other time (the
/// first layout, `reloadData`, `layoutIfNeeded`, a programmatic scroll) all come at once, as in UIKit.
struct RowAllowance {
  /// Seconds of one frame: a quarter of it at 60 frames a second, which leaves the rest for drawing.
  static let duration = 0.004

  /// When the time is up, on the frame clock; infinite when nothing is limited.
  private var deadline = TimeInterval.infinity
  private var hasServed = false
  /// Rows were left for the next frame.
  private(set) var isOverdrawn = false

  /// Starts a pass over the rows.
  /// - Parameter now: the time, when rows are to be limited.
  mutating func begin(at now: TimeInterval?) {
    deadline = now.map { $0 + Self.duration } ?? .infinity
    hasServed = false
    isOverdrawn = false
  }

  /// Whether another row may be asked for; called before each. The first always may.
  mutating func admits(at now: @autoclosure () -> TimeInterval?) -> Bool {
    defer { hasServed = true }
    guard hasServed, deadline < .infinity, let now = now(), now >= deadline else { return true }
    isOverdrawn = true
    return false
  }
}
