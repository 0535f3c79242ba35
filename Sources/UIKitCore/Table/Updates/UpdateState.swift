import Foundation
import TableModel

/// A closed block of changes with what its callers wait for.
@MainActor
struct UpdateBatch {
  var changes = TableChanges()
  var completions: [(Bool) -> Void] = []
  /// The user put the row down where it is seen already: the offset stays.
  var isDrop = false

  func complete(_ finished: Bool) {
    for completion in completions { completion(finished) }
  }
}

/// What a table keeps for its batch updates.
@MainActor
final class UpdateState {
  /// Open blocks: calls of `beginUpdates` still without their `endUpdates`.
  var depth = 0
  /// What the open blocks asked for so far.
  var batch = UpdateBatch()
  /// Closed by a callback of the running pass or update; carried out after it.
  var waiting: UpdateBatch?
  /// The counts were asked since the data source was set.
  var hasCounts = false
  /// The data source is being asked for counts: the table has no state an update could start from.
  var isCounting = false
  /// The table's inner state is being exchanged: updates and reloads that callbacks ask for have to wait.
  var isLocked = false
  /// An update is being carried out, its layout pass included.
  var isCommitting = false
  /// Views that leave the screen stay for the animation that is about to start.
  var isHolding = false
  /// Reloads so far: tells an update that its layout pass was overtaken by one.
  var reloadCount = 0
  /// The cell the next dequeue hands out.
  var reconfiguredCell: UITableViewCell?

  /// Views whose rows are gone or off screen, until their animation has ended.
  var departures = ContiguousArray<UpdateDeparture>()
  /// The animation started last, while it runs.
  var animation: UpdateAnimation?
  /// In a reload, what is to be told about each view that was visible, once the new counts are known; else nil.
  var leaverReports: [() -> Void]?
  /// Calls to make at the end of the running or the next layout pass.
  var afterPass: [() -> Void] = []
}

/// The animation of one batch.
@MainActor
final class UpdateAnimation {
  private let batch: UpdateBatch
  /// Another batch took over the views that stay.
  var isOvertaken = false

  init(_ batch: UpdateBatch) { self.batch = batch }

  /// Called once, when the last view is at its place or was taken away.
  func complete(_ finished: Bool) { batch.complete(finished && !isOvertaken) }
}

/// A cell, header or footer on its way out.
@MainActor
struct UpdateDeparture {
  let view: UIView
  /// The old place of what is deleted or reloaded, the new one of what goes off screen.
  let position: RowPosition
  let identifier: String?
  let isCell: Bool
  /// The row was deleted or reloaded, not moved off the screen.
  var isGone = false
  /// The app's value, which the animation changes.
  var alpha: CGFloat
  /// What moves it.
  weak var animation: UpdateAnimation?
}
