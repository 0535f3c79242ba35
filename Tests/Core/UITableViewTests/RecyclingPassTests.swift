import Expectations
import Foundation
import RandomSupport
import Testing

@testable import TableModel
@testable import UIKitCore

/// The pass by itself, without a view, and carried out by a conductor of a few lines.
@Suite("RecyclingPass")
struct RecyclingPassTests {
  typealias Step = RecyclingPass.Step

  /// Scripts to run; the environment can ask for more, `PASS_SCRIPTS=1000000` for a long look.
  private static let scripts = ProcessInfo.processInfo.environment["PASS_SCRIPTS"].flatMap(Int.init) ?? 2000

  /// The steps of a round.
  /// - Parameters:
  ///   - later: the plans that are made in the course of it.
  ///   - change: the number of the step in which the rows change.
  private func steps(
    of plan: RecyclingPass.Plan, later: [RecyclingPass.Plan] = [], collectsFirst: Bool = true,
    changedAt change: Int = .max, _ answer: (Step) -> RecyclingPass.Answer
  ) -> [Step] {
    var pass = RecyclingPass(of: plan, collectsFirst: collectsFirst)
    var steps: [Step] = []
    var later = later[...]
    while let step = pass.step, steps.count < 1000 {
      steps.append(step)
      let answer = answer(step)
      if answer == .planned, let new = later.popFirst() { pass.planned(new) }
      pass.take(answer, rowsChanged: steps.count > change)
    }
    return steps
  }

  /// The steps by their words: "ask 2", "finish".
  private func words(_ steps: [Step]) -> [String] {
    let alone: Set<Step.Kind> = [
      .letLeave, .release, .collect, .holdPlace, .measurePart, .planAgain, .learn, .learnLate, .discard, .finishRows,
      .letPartsLeave, .discardPart, .finish,
    ]
    return steps.map { alone.contains($0.kind) ? "\($0.kind)" : "\($0.kind) \($0.number)" }
  }

  @Test("a round whose views are those of the plan places headers and footers alone")
  func warm() {
    let plan = RecyclingPass.Plan(tiles: 12, parts: 2, isOutdated: false)
    expectEqual(words(steps(of: plan) { _ in .done }), ["letPartsLeave", "placePart 0", "placePart 1", "finish"])
  }

  @Test("a row that comes gets what the row that leaves had: it is collected before the data source is asked")
  func oneRow() {
    let answer: (Step) -> RecyclingPass.Answer = { step in
      switch step.kind {
      case .collect, .letLeave: .missing(2)
      case .bind: .hidden
      case .show: .missing(3)
      default: .done
      }
    }
    let row = ["ask 2", "bind 2", "dress 2", "show 2"]
    let end = ["finishRows", "finish"]
    let plan = RecyclingPass.Plan(tiles: 3)
    expectEqual(words(steps(of: plan, answer)), ["collect"] + row + end)
    expectEqual(words(steps(of: plan, collectsFirst: false, answer)), ["letLeave"] + row + ["release"] + end)
  }

  @Test("a view is asked for its row's height before any row is placed, and what waits for time is left out")
  func estimates() {
    func plan(_ estimate: RecyclingPass.Estimate?) -> RecyclingPass.Plan {
      .init(tiles: 2, parts: 1, estimate: estimate)
    }
    let later = [plan(.part), plan(.tile(1, hasView: false)), plan(nil)]
    let all = steps(of: plan(.tile(0, hasView: true)), later: later) { step in
      switch step.kind {
      case .planAgain, .learnLate: .planned
      case .collect: .placeAll
      case .ask: .late
      case .place where step.number == 1: .noView
      default: .done
      }
    }
    expectEqual(
      words(all),
      [
        "collect", "holdPlace", "dress 0", "measure 0", "planAgain", "measurePart", "planAgain", "ask 1", "learnLate",
        "collect", "place 0", "place 1", "finishRows", "letPartsLeave", "placePart 0", "finish",
      ])
  }

  @Test("rows that change while a view is asked for end the round: the view is discarded, those that left are told of")
  func changedRows() {
    let plan = RecyclingPass.Plan(tiles: 3, parts: 1)
    let answer: (Step) -> RecyclingPass.Answer = { step in
      switch step.kind {
      case .collect: .missing(0)
      case .bind: step.number == 1 ? .hidden : .missing(step.number + 1)
      case .show: .missing(step.number + 1)
      case .placePart: .noView
      default: .done
      }
    }
    let whole = steps(of: plan, answer)
    for change in whole.indices {
      let cut = steps(of: plan, changedAt: change, answer)
      expectEqual(Array(cut.prefix(change + 1)), Array(whole.prefix(change + 1)))
      let rest = words(Array(cut.dropFirst(change + 1)))
      switch whole[change].kind {
      case .ask: expectEqual(rest, ["discard", "release"])
      case .askPart: expectEqual(rest, ["discardPart", "finish"])
      case .letPartsLeave, .placePart, .showPart: expectEqual(rest, ["finish"])
      case .release, .finish: expectEqual(rest, [])
      default: expectEqual(rest, ["release"])
      }
    }
  }

  @Test(
    "random rows, offsets and widths: whatever the app changes in its callbacks, each view is told of once and stands in its place"
  )
  func random() {
    for seed in 0..<Self.scripts {
      var list = NaiveList(seed: seed)
      list.run()
      guard list.fault == nil else {
        Issue.record("seed \(seed): \(list.fault ?? "")")
        return
      }
    }
  }
}

/// A list of rows of many heights, and the conductor of its passes. The rows on screen are known by a sum of all heights.
private struct NaiveList {
  private final class View {
    var row: Int?
    var frame = 0.0..<0.0
    var isShown = false
    var isIdle = false
    var isDressed = false
  }

  /// A call to the app that may change the rows.
  private enum Call { case supply, dress, height, willDisplay, didEndDisplaying }

  private(set) var fault: String?
  private var random: SeededRandom
  /// An identity for each row.
  private var rows: [Int] = []
  private var nextRow = 0
  private var isNarrow = false
  private var offset = 0.0
  private let height = 100.0
  private let collectsFirst: Bool
  /// What the list was told: the rows by the last load, the heights that were found out.
  private var loaded: [Int] = []
  /// The last height that was found out for each row since the load.
  private var heights: [Int: Double] = [:]
  private var index = RowHeightIndex()
  private var plan = TilePlan()
  private var queue = ReuseQueue<View, TilePlan.Tile>()
  private var supplied: View?
  private var isLoadDue = true
  /// Views that were told of and did not leave.
  private var displayed: Set<ObjectIdentifier> = []
  /// Frames may have changed.
  private var placesAll = true
  private var isLate = false
  private var changes = 0

  private static let estimate = 20.0

  init(seed: Int) {
    random = SeededRandom(seed: seed)
    collectsFirst = Bool.random(using: &random)
    rows = newRows(Int.random(in: 0...40, using: &random))
  }

  mutating func run() {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: isLoadDue = true
      case 1: change()
      case 2:
        isNarrow.toggle()
        index.forgetMeasurements()
        placesAll = true
      default: offset += Double(Int.random(in: -60...60, using: &random))
      }
      settle()
      guard fault == nil else { return }
    }
  }

  private mutating func newRows(_ count: Int) -> [Int] {
    defer { nextRow += count }
    return Array(nextRow..<(nextRow + count))
  }

  private func trueHeight(of row: Int) -> Double { Double((row &* 7919) % (isNarrow ? 50 : 30)) }

  private mutating func change() {
    if !rows.isEmpty { rows.removeSubrange(0..<Int.random(in: 0...min(3, rows.count - 1), using: &random)) }
    rows.insert(contentsOf: newRows(Int.random(in: 0...4, using: &random)), at: rows.count / 2)
    isLoadDue = true
  }

  /// Rounds until nothing is due.
  private mutating func settle() {
    changes = 2
    var rounds = 0
    repeat {
      rounds += 1
      guard rounds < 60 else { return note("the list never comes to rest") }
      if isLoadDue { load() }
      offset = max(0, min(offset, totalHeight - height))
      // Time for all, but in the first round.
      isLate = rounds == 1 && Int.random(in: 0..<4, using: &random) == 0
      round()
    } while fault == nil && (isLoadDue || plan.hasEstimates || !queue.shows(plan.rows))
    check()
  }

  private mutating func load() {
    isLoadDue = false
    placesAll = true
    // A row that stays keeps its view, as after a load without a reload.
    let kept = loaded
    loaded = rows
    heights = [:]
    index = RowHeightIndex()
    index.insertSection(.init(rows: rows.count, rowHeight: Self.estimate, isMeasured: false), at: 0)
    queue.remap { [rows] position in
      rows.firstIndex(of: kept[position.row]).map { RowPosition(section: 0, row: $0) }
    }
    release()
  }

  private func length(of row: Int) -> Double { heights[row] ?? Self.estimate }
  private var totalHeight: Double { loaded.reduce(0) { $0 + length(of: $1) } }

  private mutating func note(_ words: String) { if fault == nil { fault = words } }

  /// The app is called: it may change its rows, a few times a settling. No call is made once they have changed, but for
  /// views that leave.
  private mutating func call(_ call: Call) {
    if isLoadDue, call != .didEndDisplaying { note("\(call) after the rows changed") }
    if changes > 0, Int.random(in: 0..<12, using: &random) == 0 {
      changes -= 1
      change()
    }
  }

  // MARK: The conductor

  private var viewport: TilePlan.Viewport { .init(top: offset, bottom: offset + height) }

  private var passPlan: RecyclingPass.Plan {
    let estimate = plan.firstEstimated.flatMap { tile in
      plan.rows.firstIndex(of: tile).map {
        RecyclingPass.Estimate.tile($0, hasView: queue.view(at: tile.position) != nil)
      }
    }
    return .init(tiles: plan.rows.count, estimate: estimate, isOutdated: placesAll || !queue.shows(plan.rows))
  }

  private mutating func round() {
    plan.update(index, viewport)
    var pass = RecyclingPass(of: passPlan, collectsFirst: collectsFirst)
    while let step = pass.step, fault == nil {
      let answer = perform(step)
      if answer == .planned { pass.planned(passPlan) }
      pass.take(answer, rowsChanged: isLoadDue)
    }
    if supplied != nil { note("a view was supplied and forgotten") }
    if !queue.leaving.isEmpty { note("a view left and was not told of") }
  }

  private mutating func perform(_ step: RecyclingPass.Step) -> RecyclingPass.Answer {
    let tile = step.number
    switch step.kind {
    case .letLeave:
      queue.retain(plan.rows)
      return missingFirst
    case .release: release()
    case .collect:
      queue.retain(plan.rows)
      release()
      return missingFirst
    case .measure:
      let row = plan.rows[tile].position.row
      guard let view = queue.view(at: plan.rows[tile].position), view.isDressed else {
        note("row \(row) is measured without a dressed view")
        return .done
      }
      call(.height)
      guard !isLoadDue else { return .done }
      heights[loaded[row]] = trueHeight(of: loaded[row])
      index.setHeight(trueHeight(of: loaded[row]), ofRow: row, inSection: 0)
    case .planAgain:
      plan.update(index, viewport)
      return .planned
    case .learn, .learnLate:
      placesAll = true
      return .planned
    case .find:
      return .missing(queue.firstMissing(of: plan.rows, from: tile))
    case .ask:
      if isLate { return .late }
      let position = plan.rows[tile].position
      if queue.view(at: position) != nil { note("row \(position.row) is asked for and has a view") }
      let idle = queue.dequeue("row")
      supplied = idle ?? View()
      supplied?.isIdle = false
      supplied?.isDressed = false
      call(.supply)
    case .discard:
      if let view = supplied { recycle(view) }
      supplied = nil
    case .bind:
      guard let view = supplied else {
        note("nothing was supplied")
        return .done
      }
      supplied = nil
      view.row = loaded[plan.rows[tile].position.row]
      queue.place(view, at: plan.rows[tile].position, identifier: "row", isNew: false)
      view.frame = plan.rows[tile].y..<(plan.rows[tile].y + plan.rows[tile].height)
      return .hidden
    case .place:
      let place = plan.rows[tile]
      guard let view = queue.view(at: place.position) else { return .noView }
      view.frame = place.y..<(place.y + place.height)
      return view.isShown ? .done : .hidden
    case .dress:
      guard let view = queue.view(at: plan.rows[tile].position), !view.isDressed else { return .done }
      call(.dress)
      view.isDressed = !isLoadDue
    case .show:
      guard let view = queue.view(at: plan.rows[tile].position), view.isDressed else {
        note("a view is shown that is not dressed")
        return .done
      }
      if !displayed.insert(ObjectIdentifier(view)).inserted { note("a view was told of twice") }
      call(.willDisplay)
      view.isShown = true
      return .missing(queue.firstMissing(of: plan.rows, from: tile + 1))
    case .finishRows: placesAll = false
    case .holdPlace, .letPartsLeave, .finish: break
    case .measurePart, .placePart, .askPart, .discardPart, .dropPart, .showPart: note("there are no parts")
    }
    return .done
  }

  private var missingFirst: RecyclingPass.Answer {
    placesAll ? .placeAll : .missing(queue.firstMissing(of: plan.rows, from: 0))
  }

  private mutating func release() {
    while let entry = queue.nextLeaving() {
      if entry.view.isShown {
        if displayed.remove(ObjectIdentifier(entry.view)) == nil { note("a view left that was not told of") }
        entry.view.isShown = false
        call(.didEndDisplaying)
      }
      recycle(entry.view)
    }
  }

  private mutating func recycle(_ view: View) {
    if view.isIdle { note("a view waits twice") }
    view.row = nil
    view.isIdle = true
    _ = queue.recycle(view, identifier: "row")
  }

  // MARK: The model

  /// Every row that overlaps the viewport, by a sum over all rows, has a view that was told of, in its place.
  private mutating func check() {
    guard fault == nil else { return }
    queue.checkInvariants()
    var y = 0.0
    var wanted: [Int] = []
    for (number, row) in rows.enumerated() {
      let length = length(of: row)
      defer { y += length }
      guard length > 0, y < offset + height, y + length > offset else { continue }
      wanted.append(row)
      guard let view = queue.view(at: RowPosition(section: 0, row: number)) else {
        return note("row \(row) has no view")
      }
      if view.row != row { note("row \(row) is shown as \(view.row as Any)") }
      if view.frame != y..<(y + length) { note("row \(row) stands at \(view.frame) in place of \(y)") }
      if length != trueHeight(of: row) { note("row \(row) was not measured") }
      if !view.isShown || view.isIdle { note("the view of row \(row) is not on screen") }
    }
    if queue.visible.map({ $0.view.row }) != wanted { note("\(queue.visible.count) views for \(wanted.count) rows") }
    if displayed != Set(queue.visible.map { ObjectIdentifier($0.view) }) { note("not all on screen was told of") }
  }
}
