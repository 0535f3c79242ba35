/// One round of a layout pass over recycled views: which call to the app comes next, which placement, and what ends the
/// round. A value: it knows no view, calls nobody, and reads no more of a plan than counts.
///
/// The view that owns the cells conducts. It carries a step out, then says what came of it and whether the app has
/// changed the rows meanwhile; this is the one place where that is asked:
///
///     var pass = RecyclingPass(of: plan, collectsFirst: true)
///     while let step = pass.step {
///       let answer = perform(step)
///       pass.take(answer, rowsChanged: work.mustEndPass)
///     }
///
/// Of rows that changed nothing that was planned can be trusted: a view that was asked for and has no place yet is
/// discarded, views that have left are reported, and the round ends. The next one begins with another plan.
///
/// Three rows are on screen, and the offset has moved by one: row 0 is out of sight, row 3 is not. `plan.rows` are rows
/// 1 to 3, tiles 0 to 2:
///
///     letLeave, release       row 0's view is told of and becomes idle
///     find(from: 0)           answer: tile 2 has no view
///     ask(2), bind(2)         the app supplies a view, row 0's most likely
///     place(2)                answer: it is hidden
///     dress(2), show(2)       the app is told that it will be displayed
///     find(from: 3)           answer: none is missing
///     settle, release, finishRows, letPartsLeave, finish
package struct RecyclingPass: Equatable, Sendable {
  /// The work of the conductor. Tiles, and headers and footers ("parts"), have their numbers in the plan.
  package enum Step: Equatable, Sendable {
    /// Views whose places are not planned become leaving ones.
    case letLeave
    /// Each leaving view is taken off, told of, and becomes idle.
    case release
    /// The tile that stays where it is on screen while lengths are found out is noted.
    case holdPlace
    /// The length of a tile, or of a part, is found out, which the plan only estimates.
    case measure(Estimate)
    /// A length is known: the plan is made again. Answer: `planned`.
    case planAgain
    /// No length on screen is estimated any more, or no more can be found out in this frame. Answer: `planned`.
    case learn(isComplete: Bool)
    /// The first tile from this one on that has no view is looked for. Answer: `missing`, or `placeAll`.
    case find(from: Int)
    /// The app supplies the view of a tile. Answers: `done`, `returned`, `late`.
    case ask(Int)
    /// The view that was supplied is not shown, because rows changed: it becomes idle.
    case discard
    /// The view that was supplied gets the tile.
    case bind(Int)
    /// The view of a tile gets its frame. Answers: `done`; `hidden` where it is not on screen yet; `noView`.
    case place(Int)
    /// The view of a tile gets what its place asks for, once.
    case dress(Int)
    /// The view of a tile is told of, and comes on screen.
    case show(Int)
    /// Every tile has its place, or waits for another frame.
    case settle
    /// What hangs on the rows follows them.
    case finishRows
    /// Views of parts that are not planned leave and are told of.
    case letPartsLeave
    /// The view of a part gets its frame. Answers: `done`, `noView`.
    case placePart(Int)
    /// The app supplies the view of a part. Answers: `done`, `returned`, `noView`.
    case askPart(Int)
    /// As `discard`.
    case discardPart
    /// A part turned out to have no view: it takes no room.
    case dropPart(Int)
    /// The view that was supplied gets the part, is told of, and comes on screen.
    case showPart(Int)
    /// The round is over.
    case finish
  }

  /// What came of a step.
  package enum Answer: Equatable, Sendable {
    /// Nothing more to say.
    case done
    /// The plan has changed.
    case planned(Plan)
    /// The first tile without a view; the number of tiles where none is missing.
    case missing(Int)
    /// All tiles may have other frames.
    case placeAll
    /// The view was still on its way out, and has its tile again: the app was not asked.
    case returned
    /// The app was not asked: there is no time left in this frame.
    case late
    /// The view has its frame, and is not on screen yet.
    case hidden
    /// Nothing has the tile.
    case noView
  }

  /// A length that a plan only estimates.
  package enum Estimate: Equatable, Sendable {
    /// The tile's view may have to be asked for its length.
    case tile(Int, hasView: Bool)
    case part
  }

  /// What a pass needs to know of a plan.
  package struct Plan: Equatable, Sendable {
    fileprivate var tiles, parts: Int
    fileprivate var estimate: Estimate?
    /// Views are missing, or some may have other frames.
    fileprivate var isOutdated: Bool

    /// - Parameters:
    ///   - tiles: how many there are.
    ///   - parts: how many headers and footers.
    ///   - estimate: the length to be found out next; nil where all are known.
    ///   - isOutdated: the views on screen are not those of the tiles, or some may have other frames.
    package init(tiles: Int, parts: Int = 0, estimate: Estimate? = nil, isOutdated: Bool = true) {
      (self.tiles, self.parts, self.estimate, self.isOutdated) = (tiles, parts, estimate, isOutdated)
    }
  }

  private enum Stage {
    case leaving, measuring, placing, finishing
  }

  /// The step to carry out; nil at the end of the round.
  package private(set) var step: Step?
  private var plan: Plan
  private var stage = Stage.leaving
  private var placesAll = false
  /// The frame has no time left for another view.
  private var isLate = false
  private var isEnding = false
  private let collectsFirst: Bool

  /// A round over a plan.
  /// - Parameter collectsFirst: views that leave are idle before any is asked for, so that the first row that comes gets
  ///   one of them; else they are released at the end.
  package init(of plan: Plan, collectsFirst: Bool) {
    self.plan = plan
    self.collectsFirst = collectsFirst
    step = plan.isOutdated || plan.estimate != nil ? .letLeave : .letPartsLeave
  }

  /// Takes what came of `step`, and sets the next.
  /// - Parameter rowsChanged: whether counts are to be asked anew, or a block of changes is open: whatever the round
  ///   would ask next, is no longer what it means.
  /// - Precondition: `step` is not nil.
  /// - Complexity: O(1).
  package mutating func take(_ answer: Answer, rowsChanged: Bool) {
    guard let step else { preconditionFailure("RecyclingPass.take: the round is over") }
    if rowsChanged { isEnding = true }
    self.step = isEnding ? ending(after: step) : following(step, answer)
  }

  /// The step after one in which the app changed the rows.
  private func ending(after step: Step) -> Step? {
    switch step {
    case .ask: .discard
    case .askPart: .discardPart
    case .letPartsLeave, .placePart, .discardPart, .dropPart, .showPart: .finish
    case .release, .finish: nil
    default: .release
    }
  }

  private mutating func following(_ step: Step, _ answer: Answer) -> Step? {
    switch step {
    case .letLeave: return collectsFirst ? .release : afterLeaving()
    case .release: return stage == .finishing ? .finishRows : afterLeaving()
    case .holdPlace: return plan.estimate.map { findOut($0) }
    case .planAgain:
      take(answer)
      return plan.estimate.map { findOut($0) } ?? .learn(isComplete: true)
    case .learn:
      take(answer)
      return .letLeave
    case .find(let tile): return take(answer, after: tile)
    case .ask(let tile):
      switch answer {
      case .late:
        isLate = true
        return stage == .measuring ? .learn(isComplete: false) : next(after: tile)
      case .returned: return bound(tile)
      default: return .bind(tile)
      }
    case .bind(let tile): return bound(tile)
    case .measure: return .planAgain
    case .place(let tile):
      switch answer {
      case .noView: return isLate ? next(after: tile) : .ask(tile)
      case .hidden: return .dress(tile)
      default: return next(after: tile)
      }
    case .dress(let tile): return stage == .measuring ? .measure(.tile(tile, hasView: true)) : .show(tile)
    case .show(let tile): return next(after: tile)
    case .settle: return .release
    case .finishRows: return .letPartsLeave
    case .letPartsLeave: return next(afterPart: -1)
    case .placePart(let part): return answer == .noView ? .askPart(part) : next(afterPart: part)
    case .askPart(let part):
      switch answer {
      case .noView: return .dropPart(part)
      case .returned: return next(afterPart: part)
      default: return .showPart(part)
      }
    case .dropPart(let part), .showPart(let part): return next(afterPart: part)
    case .discard, .discardPart, .finish: return nil
    }
  }

  private mutating func take(_ answer: Answer) {
    guard case .planned(let new) = answer else { preconditionFailure("RecyclingPass.take: \(answer) is no plan") }
    plan = new
  }

  // MARK: Lengths

  private mutating func afterLeaving() -> Step {
    guard stage == .leaving, plan.estimate != nil else {
      stage = .placing
      return .find(from: 0)
    }
    stage = .measuring
    return .holdPlace
  }

  private func findOut(_ estimate: Estimate) -> Step {
    switch estimate {
    case .tile(let tile, hasView: false): .ask(tile)
    case .tile(let tile, hasView: true): .dress(tile)
    case .part: .measure(.part)
    }
  }

  /// The view of a tile is among the visible ones.
  private func bound(_ tile: Int) -> Step { stage == .measuring ? .dress(tile) : .place(tile) }

  // MARK: Places

  private mutating func take(_ answer: Answer, after tile: Int) -> Step {
    switch answer {
    case .missing(let missing) where missing < plan.tiles: return .ask(missing)
    case .placeAll:
      placesAll = true
      return next(after: tile - 1)
    default: return placed()
    }
  }

  private mutating func next(after tile: Int) -> Step {
    if placesAll { return tile + 1 < plan.tiles ? .place(tile + 1) : placed() }
    return isLate ? placed() : .find(from: tile + 1)
  }

  private mutating func placed() -> Step {
    stage = .finishing
    return .settle
  }

  private func next(afterPart part: Int) -> Step { part + 1 < plan.parts ? .placePart(part + 1) : .finish }
}
