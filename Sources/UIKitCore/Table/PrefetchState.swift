import Foundation
import TableModel

/// What a table keeps for prefetching.
@MainActor
final class PrefetchState {
  weak var source: UITableViewDataSourcePrefetching?
  var isEnabled = true
  /// There is somebody to tell: the one thing a frame asks.
  var isOn = false
  /// A callback is running.
  var isTelling = false
  var plan = PrefetchPlan()
  /// When the visible rows changed last, on the frame clock, and the offset then.
  var lastMove: (time: TimeInterval, offset: Double)?
}
