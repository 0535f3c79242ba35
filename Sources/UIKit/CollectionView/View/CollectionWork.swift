import TableModel
import UIKitCore

/// The phase of a collection view's work, the work that is due, and the calls owed to the app at the end.
///
/// The rules are the table's, see `TableWork`. Changes only note the work that is due. A callback that requests other
/// counts while a pass runs, or closes a batch of changes, ends the pass, because its places no longer hold: the next
/// round loads, and one batch that waits is carried out at the end. No pass runs while a block of changes is open.
@MainActor
final class CollectionWork: CollectionFacet {
  /// The work that is due before the view is up to date.
  struct Due: OptionSet {
    let rawValue: UInt8
    /// The counts must be asked again.
    static let load = Due(rawValue: 1 << 0)
    /// A batch of changes waits for the end of the running piece of work.
    static let batch = Due(rawValue: 1 << 1)
    /// A block of changes is open.
    static let block = Due(rawValue: 1 << 2)
    /// Views that stay may have other places.
    static let placing = Due(rawValue: 1 << 3)
    /// The load that is due is of data of which the present items tell nothing.
    static let newData = Due(rawValue: 1 << 4)
    /// Another layout was set while the view was at work.
    static let layout = Due(rawValue: 1 << 5)

    /// Requests that make the running pass void.
    static let newItems: Due = [.load, .batch, .block, .layout]
  }

  private var rule = WorkRule(batchesWait: true)
  private var due: Due = [.load, .newData, .placing]
  /// The view was to be laid out while it was at work or a block was open, which took the mark of work not done yet.
  private var isAskedAgain = false
  /// Completions to be called when the view is whole.
  private var calls: [() -> Void] = []
  private var isCalling = false
  /// Calls to make at the end of the running or the next layout pass.
  private var afterPass: [() -> Void] = []

  /// Whether a running pass has nothing to go by any more.
  var mustEnd: Bool { isDue(.newItems) }

  /// Whether no piece of work runs: callbacks may do anything.
  var isResting: Bool { rule.isResting }

  /// Whether a piece of work is in the middle of a step.
  var isBusy: Bool { rule.isBusy }

  /// Whether a batch closed now would have to wait.
  var isOccupied: Bool { isBusy || isDue(.batch) }

  var phase: TablePhase { rule.phase }

  /// Whether every view on screen is where it belongs.
  var isDone: Bool { due.isEmpty }

  func isDue(_ items: Due) -> Bool { !due.isDisjoint(with: items) }

  /// Notes work that is due, for the next layout pass, or the running one.
  func note(_ items: Due) {
    add(items)
    view.setNeedsLayout()
  }

  /// The running pass has found more to do.
  func add(_ items: Due) { due.formUnion(items) }

  func settle(_ items: Due) { due.subtract(items) }

  /// The fate of a batch of changes that is closed now.
  func fate(ofBatchBeside isWaiting: Bool) -> WorkRule.Fate {
    rule.fate(ofBatchBeside: isWaiting, isLoadDue: isDue(.load))
  }

  // MARK: Phases

  // The rule is changed in a copy: calls into another module within an access to the property would have the run time
  // check all accesses.

  /// Begins a piece of work, or a step of one.
  /// - Returns: the phase it runs within, for `end(_:)`.
  func begin(_ phase: TablePhase) -> TablePhase {
    var changed = rule
    let outer = changed.begin(phase)
    rule = changed
    return outer
  }

  /// Ends a piece of work, and when it was the outermost makes the calls that waited.
  func end(_ outer: TablePhase) {
    var changed = rule
    changed.end(outer)
    rule = changed
    guard outer == .resting else { return }
    if mustEnd || isAskedAgain { view.setNeedsLayout() }
    deliver()
  }

  /// Runs the body of a layout pass; where items may not be laid out now, another pass is due after what runs.
  func whileTiling(_ body: () -> Void) {
    guard isWhole, !isDue(.block) else {
      isAskedAgain = true
      return
    }
    let outer = begin(.tiling)
    isAskedAgain = false
    body()
    end(outer)
    if !isDone || isAskedAgain { view.setNeedsLayout() }
    guard !afterPass.isEmpty, !isOccupied, !isDue(.block) else { return }
    let bodies = afterPass
    afterPass = []
    for body in bodies { body() }
  }

  /// Runs the body of an update, and the rest of it, which finds a view that is whole. What callbacks close waits all the
  /// same.
  func whileUpdating(_ body: () -> Void, rest: () -> Void) {
    var changed = rule
    let outer = changed.beginUpdate()
    rule = changed
    body()
    changed = rule
    changed.end(.passing)
    rule = changed
    rest()
    changed = rule
    changed.endUpdate()
    rule = changed
    end(outer)
  }

  /// Whether items may be exchanged or laid out now.
  var isWhole: Bool { rule.phase == .resting || rule.phase == .passing }

  // MARK: Calls

  /// Calls `body` when the view is whole: now, or at the end of the outermost piece of work.
  func whenWhole(_ body: @escaping () -> Void) {
    calls.append(body)
    if rule.isResting { deliver() }
  }

  private func deliver() {
    // A completion that ends another update at once leaves its completion to this loop.
    guard !isCalling else { return }
    isCalling = true
    while !calls.isEmpty { calls.removeFirst()() }
    isCalling = false
  }

  /// Calls `body` at the end of the running layout pass, else of the next one.
  func afterPass(_ body: @escaping () -> Void) {
    afterPass.append(body)
    view.setNeedsLayout()
  }

  override func checkInvariants() {
    precondition(rule.isResting, "the collection view is at work, and nothing runs: \(phase)")
  }
}
