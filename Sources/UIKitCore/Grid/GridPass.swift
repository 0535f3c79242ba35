import Foundation

/// A part of a `GridView` that owns one concern of it. Its invariants are checked by `GridView.checkInvariants()`, outside
/// of layout passes.
@MainActor
class GridFacet: Facet<GridView> {
  /// The grid this is a part of.
  final var grid: GridView { owner }
}

/// The phase of a grid's work and the work that is due: the layout pass, which brings the screen in line with offset,
/// size and data.
///
/// Changes of a grid only note the work that is due. A callback that requests other counts while a pass runs ends the
/// pass, because its line numbers no longer hold. The next pass then loads.
@MainActor
final class GridPass: GridFacet {
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

  private enum Phase {
    /// Nothing: callbacks may do anything.
    case resting
    /// Rows and columns are being asked, or given cells.
    case layingOut
    /// Lines are exchanged by an update.
    case updating
  }

  private var due: Due = [.load, .newData, .placing]
  private var phase = Phase.resting
  /// A callback had the grid laid out while it was at work, which took the mark of what is not done yet.
  private var isAskedAgain = false
  /// The grid's size in the last round that gave cells their places.
  private var size = CGSize(width: -1, height: -1)

  /// Whether a running pass has nothing to go by any more.
  var mustEnd: Bool { due.contains(.load) }

  /// Whether the lines are those of the data, as far as the app has told of its changes, though a load may be due.
  var knowsData: Bool { !due.contains(.newData) }

  /// Whether every cell on screen is where it belongs.
  var isDone: Bool { due.isEmpty }

  /// Whether lines are being exchanged: kept numbers are partly those of the old lines.
  var isUpdating: Bool { phase == .updating }

  /// Whether lines can be exchanged at once.
  var isResting: Bool { phase == .resting }

  /// Notes what is due, for the next layout pass, or the running one.
  func note(_ item: Due) {
    due.formUnion(item)
    grid.setNeedsLayout()
  }

  /// Runs `body` while lines are exchanged.
  func whileUpdating(_ body: () -> Void) {
    phase = .updating
    body()
    phase = .resting
  }

  /// Does what is due. Called by `layoutSubviews`, and where a place must be known at once; within itself it does
  /// nothing.
  func run() {
    guard phase == .resting else {
      isAskedAgain = true
      return
    }
    phase = .layingOut
    isAskedAgain = false
    let grid = grid
    if due.remove(.load) != nil {
      due.insert(.placing)
      due.remove(.newData)
      grid.lines.load(keepsPlace: due.contains(.keepingPlace))
      if !mustEnd { due.remove(.keepingPlace) }
    }
    // A callback may have asked for more.
    untilSettled { !mustEnd && !(runRound(of: grid) && due.isEmpty) }
    if !mustEnd {
      grid.cells.trimAfterReload()
      grid.lines.passDidEnd()
    }
    grid.panes.place(in: grid.bounds, of: grid.lines)
    grid.editor.place()
    grid.prefetcher.update()
    phase = .resting
    // Whatever a callback asked for meanwhile.
    if !due.isEmpty || isAskedAgain { grid.setNeedsLayout() }
  }

  /// - Returns: whether everything on screen has its place.
  private func runRound(of grid: GridView) -> Bool {
    grid.lines.findVisible()
    guard !mustEnd else { return true }
    let visible = grid.bounds
    guard grid.lines.takeOthers() || due.contains(.placing) || visible.size != size else { return true }
    size = visible.size
    let placesAll = due.remove(.placing) != nil
    grid.cells.update(placesAll: placesAll)
    if !mustEnd { grid.panes.drawLines(of: grid.lines, all: placesAll) }
    return mustEnd || !grid.lines.measureRows()
  }

  override func checkInvariants() {
    precondition(phase == .resting, "the grid is at work, outside of any call")
  }
}
