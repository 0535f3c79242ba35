import DemoParts
import UIKit

/// A call on the way from an event to a picture, as the trace lists them.
enum ReuseCall: CaseIterable, Hashable {
  case event, contentOffset, setNeedsLayout, runLoop, layoutSubviews, reload, plan, collect, supply, place, draw

  /// The name in the code.
  var title: String {
    switch self {
    case .event: "event"
    case .contentOffset: "contentOffset"
    case .setNeedsLayout: "setNeedsLayout()"
    case .runLoop: "run loop"
    case .layoutSubviews: "layoutSubviews()"
    case .reload: "reload if needed"
    case .plan: "plan visible rows"
    case .collect: "collect what left"
    case .supply: "dequeue or create"
    case .place: "place"
    case .draw: "draw"
    }
  }

  /// The step in a sentence.
  var explanation: String {
    switch self {
    case .event: "A wheel, a finger or a key: hit testing finds the table that it is for."
    case .contentOffset: "It is bounds.origin: the same views, seen from another point. No view is moved."
    case .setNeedsLayout: "A mark. Ten events before the next frame set one mark and cause one pass."
    case .runLoop: "A frame is due because something is marked. It begins with the marked views, superviews first."
    case .layoutSubviews: "The layout pass of the table. Nothing else places a row."
    case .reload: "Counts and heights are asked for, because something marked them."
    case .plan: "The cached heights tell which rows meet the visible rectangle. Cells of other rows are leaving."
    case .collect: "The cell is taken off the table and reported, and waits under its identifier."
    case .supply: "cellForRowAt dequeues the cell that came to wait last, or a new one is made."
    case .place: "The cell gets its row's frame and is visible."
    case .draw: "Only what changed is drawn; what has scrolled is copied from the last frame."
    }
  }

  /// All of them, in the order in which a table of that order makes them.
  static func chain(_ order: TableReuseOrder) -> [ReuseCall] {
    let cells: [ReuseCall] = order == .collectFirst ? [.collect, .supply, .place] : [.supply, .place, .collect]
    return [.event, .contentOffset, .setNeedsLayout, .runLoop, .layoutSubviews, .reload, .plan] + cells + [.draw]
  }
}

/// The contents of the table's containers at one moment. Cells are known by their numbers.
struct ReuseContents: Equatable {
  /// A cell at its row.
  struct Place: Equatable {
    let row: Int
    let cell: Int
  }

  /// Cells that wait under an identifier.
  struct Pool: Equatable {
    let identifier: String
    let cells: [Int]
  }

  var visible: [Place] = []
  var leaving: [Place] = []
  var idle: [Pool] = []
  /// Nil before anything was told.
  var counts: TableDiagnostics.Counts?
  /// The cell that `cellForRowAt` has in its hands, which is in no container.
  var inHand: Int?

  var idleCount: Int { idle.reduce(0) { $0 + $1.cells.count } }
  /// Cells the table holds.
  var cellCount: Int { visible.count + leaving.count + idleCount + (inHand == nil ? 0 : 1) }

  init() {}

  /// The contents as the table's diagnostics give them.
  @MainActor
  init(_ now: TableDiagnostics) {
    func number(_ cell: UITableViewCell) -> Int? { (cell as? ReuseCell)?.identity?.number }
    func place(_ place: TableDiagnostics.Place) -> Place? {
      number(place.cell).map { Place(row: place.indexPath.row, cell: $0) }
    }
    visible = now.visible.compactMap(place)
    leaving = now.leaving.compactMap(place)
    idle = now.idle.map { Pool(identifier: $0.identifier, cells: $0.cells.compactMap(number)) }
    counts = now.counts
  }
}

/// One step of the table's, with what it kept at that moment.
struct ReuseMoment: Equatable {
  let call: ReuseCall
  /// The text beside the call's name.
  let detail: String
  let contents: ReuseContents
}

/// Steps of the table in the order in which they happened, to be shown more slowly than they did.
///
/// A chain is what leads to one frame. The tape forgets the oldest chains when they come faster than they are shown,
/// and those that moved no cell while others wait.
struct ReuseTape {
  /// The calls that led to one frame.
  struct Chain: Equatable {
    var moments: [ReuseMoment] = []
    /// No cell came or went: shown quickly.
    var isQuiet: Bool {
      !moments.contains { [.collect, .supply, .place, .reload].contains($0.call) }
    }
  }

  /// Chains that wait at most; when more come, only the newest of them is shown.
  static let limit = 2

  /// Recorded and not shown, oldest first.
  private(set) var waiting: [Chain] = []
  /// The chain being shown, its moments up to the one on display.
  private(set) var shown = Chain()
  /// Moments of that chain still to come.
  private var rest: ArraySlice<ReuseMoment> = []

  /// The moment on display.
  var moment: ReuseMoment? { shown.moments.last }
  /// Whether everything recorded has been shown.
  var isAtEnd: Bool { rest.isEmpty && waiting.isEmpty }
  /// Whether the chain being shown is one in which no cell moves.
  private(set) var isShownQuiet = true
  /// Moments of the chain being shown, those to come included.
  var shownLength: Int { shown.moments.count + rest.count }

  /// Adds what led to a frame.
  mutating func append(_ chain: Chain) {
    guard !chain.moments.isEmpty, !chain.isQuiet || isAtEnd else { return }
    waiting.append(chain)
    if waiting.count > Self.limit { waiting.removeFirst(waiting.count - 1) }
  }

  /// Shows the next moment.
  /// - Returns: nil at the end of the tape.
  @discardableResult
  mutating func advance() -> ReuseMoment? {
    if rest.isEmpty {
      guard !waiting.isEmpty else { return nil }
      let chain = waiting.removeFirst()
      isShownQuiet = chain.isQuiet
      rest = chain.moments[...]
      shown = Chain()
    }
    guard let next = rest.popFirst() else { return nil }
    shown.moments.append(next)
    return next
  }

  /// Shows everything at once: the newest moment.
  mutating func skip() { while advance() != nil {} }
}

/// Listens to a table and puts what it does on a tape.
@MainActor
final class ReuseRecorder: TablePassObserver {
  private(set) var tape = ReuseTape()
  /// The cause of the next change of the offset.
  var event = "wheel, key or finger"
  /// Called when something was recorded.
  var onRecord: (() -> Void)?
  /// The calls that lead to the next frame.
  private var chain = ReuseTape.Chain()
  /// A pass began and has done nothing yet.
  private var isBegun = false
  /// The pass that the chain tells is over, and its frame is not drawn.
  private var isPassOver = false
  /// The counts of drawing when the pass began.
  private var drawnBefore: FrameDiagnostics?
  /// Frames that have begun since the pass was over.
  private var framesBegun = 0

  /// Whether a frame is being made whose drawing has not been told.
  var awaitsFrame: Bool { isPassOver }

  func tableView(_ tableView: UITableView, passDidReach step: TablePassStep) {
    let now = tableView.diagnostics
    var contents = ReuseContents(now)
    func add(_ call: ReuseCall, _ detail: String) {
      chain.moments.append(ReuseMoment(call: call, detail: detail, contents: contents))
    }
    switch step {
    case .offsetChanged:
      // A chain ends where the next begins, drawn or not.
      if isPassOver { finish() }
      guard !chain.moments.contains(where: { $0.call == .setNeedsLayout }) else { return }
      add(.event, event)
      add(.contentOffset, "y = \(Int(tableView.contentOffset.y.rounded()))")
      add(.setNeedsLayout, "marks, no more")
    case .passBegan: isBegun = true
    case .loaded:
      noteRun(in: tableView, &contents)
      add(.reload, "\(GroupedNumber.string(now.sections.rowCount)) rows")
    case .planned(let rows):
      noteRun(in: tableView, &contents)
      add(.plan, rows.isEmpty ? "no rows" : "rows \(rows[0].row)\u{2013}\(rows[rows.count - 1].row)")
    case .left(let cell, let path): add(.plan, "row \(path.row) left: cell \(Self.name(cell))")
    case .dequeued(let cell):
      contents.inHand = Self.number(cell)
      add(.supply, "dequeued cell \(Self.name(cell))")
    case .made(let cell):
      contents.inHand = Self.number(cell)
      add(.supply, "created cell \(Self.name(cell))")
    case .placed(let cell, let path): add(.place, "cell \(Self.name(cell)) at row \(path.row)")
    case .collected(let cell, let path, let isIdle):
      let name = Self.name(cell)
      add(.collect, isIdle ? "cell \(name) of row \(path.row) waits" : "cell \(name) of row \(path.row) is let go")
    case .passEnded:
      isBegun = false
      if !isPassOver { framesBegun = 0 }
      isPassOver = !chain.moments.isEmpty
    }
    onRecord?()
  }

  /// Adds what comes before the steps of a pass that does something.
  private func noteRun(in tableView: UITableView, _ contents: inout ReuseContents) {
    guard isBegun else { return }
    isBegun = false
    if isPassOver { finish() }
    let frame = UIApplication.shared.frameDiagnostics
    drawnBefore = frame
    chain.moments.append(
      ReuseMoment(call: .runLoop, detail: "frame \(GroupedNumber.string(frame.frames + 1))", contents: contents))
    chain.moments.append(ReuseMoment(call: .layoutSubviews, detail: "\u{2192} layout pass", contents: contents))
  }

  /// Called at the beginning of each frame: what was recorded in the last one may have been drawn.
  func frameBegins() {
    guard isPassOver, let drawnBefore, let last = chain.moments.last else { return }
    framesBegun += 1
    let frame = UIApplication.shared.frameDiagnostics - drawnBefore
    guard frame.frames > 0 else {
      // A window that cannot be seen is laid out and not drawn.
      if framesBegun > 2 { finish() }
      return
    }
    chain.moments.append(
      ReuseMoment(
        call: .draw,
        detail: "\(GroupedNumber.string(frame.drawCommands)) commands, \(frame.pixelsDrawn / 1000)k px",
        contents: last.contents))
    finish()
    onRecord?()
  }

  private func finish() {
    tape.append(chain)
    chain = ReuseTape.Chain()
    isPassOver = false
  }

  /// Shows the next moment of the tape.
  @discardableResult
  func advance() -> ReuseMoment? { tape.advance() }

  /// Shows the newest moment.
  func skip() { tape.skip() }

  private static func number(_ cell: UITableViewCell) -> Int? { (cell as? ReuseCell)?.identity?.number }
  private static func name(_ cell: UITableViewCell) -> String { number(cell).map { "\($0)" } ?? "?" }
}
