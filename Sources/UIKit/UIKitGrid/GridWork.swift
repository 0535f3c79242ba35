import TableModel
import UIKitCore

/// The phase of a grid's work and the work that is due.
///
/// Changes of a grid only note the work that is due, see `WorkRule`. A callback that requests other counts while a pass
/// runs ends the pass, because its line numbers no longer hold. The next pass then loads. A batch of changes that a
/// callback closes becomes such a load: unlike a table, a grid has no more to ask then than it would have to.
///
/// No pass runs while a block of changes is open: the data may have other lines by then than the grid knows of.
@MainActor
final class GridWork: GridFacet {
  /// The work that is due before the grid is up to date.
  struct Due: OptionSet {
    let rawValue: UInt8
    /// The counts must be asked again.
    static let load = Due(rawValue: 1 << 0)
    /// Cells that stay may have other places.
    static let placing = Due(rawValue: 1 << 1)
    /// The next load asks for other lengths of the present lines, which keep their place on screen.
    static let keepingPlace = Due(rawValue: 1 << 2)
    /// The data is another one, of which the present lines tell nothing; together with `load`.
    static let newData = Due(rawValue: 1 << 3)
  }

  private var rule = WorkRule(batchesWait: false)
  private var due: Due = [.load, .newData, .placing]
  /// A block of changes is open: the data may be ahead of what the grid was told.
  private var hasOpenBlock = false
  /// The grid was to be laid out while it was at work or a block was open, which took the mark of what is not done yet.
  private var isAskedAgain = false

  /// Whether a running pass has nothing to go by any more.
  var mustEnd: Bool { isDue(.load) }

  /// Whether the lines are those of the data, as far as the app has told of its changes, though a load may be due.
  var knowsData: Bool { !isDue(.newData) }

  /// Whether every cell on screen is where it belongs.
  var isDone: Bool { due.isEmpty }

  /// Whether lines are being exchanged: kept numbers are partly those of the old lines.
  var isUpdating: Bool { rule.phase == .committing }

  /// Whether no pass runs and no lines are exchanged: callbacks may do anything.
  var isResting: Bool { rule.isResting }

  /// The fate of a batch of changes that is closed now.
  var fateOfBatch: WorkRule.Fate { rule.fate(ofBatchBeside: false, isLoadDue: mustEnd) }

  func isDue(_ item: Due) -> Bool { due.contains(item) }

  /// Notes what is due, for the next layout pass, or the running one.
  func note(_ item: Due) {
    due.formUnion(item)
    grid.setNeedsLayout()
  }

  /// The running pass begins to do what was due, by which something else is due in it.
  func begin(_ items: Due, leadingTo more: Due = []) { due = due.subtracting(items).union(more) }

  /// Runs `body` while lines are exchanged.
  func whileUpdating(_ body: () -> Void) {
    let outer = begin(.committing)
    body()
    end(outer)
  }

  /// Runs `pass`; not while the grid is at work, and not while a block is open, after whose end a layout pass is due then.
  func whileTiling(_ pass: () -> Void) {
    guard rule.isResting, !hasOpenBlock else {
      isAskedAgain = true
      return
    }
    let outer = begin(.tiling)
    isAskedAgain = false
    pass()
    end(outer)
    // Whatever a callback asked for meanwhile.
    if !isDone || isAskedAgain { grid.setNeedsLayout() }
  }

  // The rule is changed in a copy: calls into another module within an access to the property would have the run time
  // check all accesses.

  private func begin(_ phase: TablePhase) -> TablePhase {
    var changed = rule
    let outer = changed.begin(phase)
    rule = changed
    return outer
  }

  private func end(_ outer: TablePhase) {
    var changed = rule
    changed.end(outer)
    rule = changed
  }

  /// The outermost block of changes is open from now on.
  func blockDidOpen() { hasOpenBlock = true }

  /// The outermost block of changes is closed: a pass that was asked for meanwhile is due.
  func blockDidClose() {
    hasOpenBlock = false
    if isAskedAgain, rule.isResting { grid.setNeedsLayout() }
  }

  override func checkInvariants() {
    precondition(rule.isResting, "the grid is at work, outside of any call")
  }
}
