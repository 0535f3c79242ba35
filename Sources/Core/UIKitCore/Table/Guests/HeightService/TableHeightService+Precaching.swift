import Foundation

/// Filling the index-path cache ahead of time.
extension TableHeightService {
  /// Whether heights of rows not shown yet are found out, one at a time from the visible ones on, while the run loop has
  /// nothing to draw and no input waits. False at first.
  ///
  /// The delegate's `heightForRowAt` is asked, unless `precacheHeight` is set, and what it answers is kept by index
  /// path. Input interrupts the work after the row that is being measured. It pauses while the table is in no window,
  /// ends when every row has a height, and goes on when rows come or heights are forgotten.
  public var precachesWhenIdle: Bool {
    get { precacher.isOn }
    set { if newValue != precacher.isOn { precacher.isOn = newValue } }
  }

  /// Gives the heights to keep in place of the delegate's `heightForRowAt`: points, the separator included. A row for
  /// which it answers `UITableView.automaticDimension` is left to its own cell.
  /// - Precondition: what it answers is finite and not negative, or `automaticDimension`.
  public var precacheHeight: ((UITableView, IndexPath) -> CGFloat)? {
    get { precacher.height }
    set { precacher.height = newValue }
  }
}
