import DemoParts
import UIKit

/// Listens to a table and its data source, and puts what they do on a timeline.
@MainActor
final class ReuseRecorder: TablePassObserver {
  /// The numbers of cells and rows, which the recorder asks for.
  struct Names {
    /// The number of a cell; nil for others.
    var cell: (UITableViewCell) -> Int?
    /// The number of a row in the whole table.
    var row: (IndexPath) -> Int
  }

  var timeline = ReuseTimeline()
  /// The cause of the next change of the offset.
  var event = "wheel, key or finger"
  /// Called when something was recorded.
  var onRecord: (() -> Void)?
  /// Called when a frame is complete.
  var onFrame: (() -> Void)?
  private let names: Names
  /// The calls that lead to the next frame.
  private var chain: [ReuseMoment] = []
  /// Steps that the table has told.
  private(set) var steps = 0
  private var planned: [ReuseItem]?
  private var copy: [Int] = []
  private var asked: ReuseItem?
  private var inHand: Int?
  private var drawn: [ReuseContents.Place] = []
  private var parts = ReuseParts()
  /// A pass began and has done nothing yet.
  private var isBegun = false
  /// The pass that the chain tells is over, and its frame is not drawn.
  private var isPassOver = false
  /// The counts of drawing when the pass began.
  private var drawnBefore: FrameDiagnostics?
  /// Frames that have begun since the pass was over.
  private var framesBegun = 0

  /// - Parameter names: tells cells and rows apart.
  init(_ names: Names) {
    self.names = names
    chain = [ReuseMoment(call: .event, detail: "the screen opens", contents: ReuseContents(), step: 0)]
  }

  /// Whether a frame is being made whose drawing has not been told.
  var awaitsFrame: Bool { isPassOver }

  func tableView(_ tableView: UITableView, passDidReach step: TablePassStep) {
    steps += 1
    switch step {
    case .passBegan, .passEnded, .offsetChanged, .updated: break
    default: noteRun(in: tableView)
    }
    switch step {
    case .offsetChanged: noteOffset(of: tableView)
    case .updated: note(.event, "batch update", in: tableView)
    case .passBegan: isBegun = true
    case .loaded:
      note(.reload, "\(GroupedNumber.string(tableView.diagnostics.sections.rowCount)) rows", in: tableView)
    case .planned(let rows):
      let numbers = rows.map(names.row)
      planned = numbers.map { .row($0) }
      let range = numbers.first.flatMap { first in numbers.last.map { "rows \(first)\u{2013}\($0)" } }
      note(.plan, range ?? "no rows", in: tableView)
      noteKept(in: tableView)
    case .left(let cell, let path):
      note(.left, "\(title(path)): cell \(name(cell))", in: tableView)
    case .dequeued(let cell):
      inHand = names.cell(cell)
      note(.dequeue, "cell \(name(cell)) is handed out", in: tableView)
    case .made(let cell):
      inHand = names.cell(cell)
      note(.create, "cell \(name(cell)) is new", in: tableView)
    case .placed(let cell, let path):
      (asked, inHand) = (nil, nil)
      note(.place, "cell \(name(cell)) at \(title(path))", in: tableView)
    case .collected(let cell, let path, let isIdle):
      copy.removeAll { $0 == names.cell(cell) }
      note(
        isIdle ? .collect : .letGo, "cell \(name(cell)) of \(title(path))" + (isIdle ? " waits" : ""), in: tableView)
    case .passEnded:
      isBegun = false
      (planned, copy, asked, inHand) = (nil, [], nil, nil)
      if !isPassOver { framesBegun = 0 }
      isPassOver = chain.contains { $0.call == .layoutSubviews }
    }
    onRecord?()
  }

  /// Records a change of the offset: the event, the offset itself and the mark. Further ones before the pass say where the
  /// content went in the end.
  private func noteOffset(of table: UITableView) {
    // A chain ends where the next begins, drawn or not.
    if isPassOver { finish() }
    guard !chain.contains(where: { $0.call == .layoutSubviews }) else { return }
    let detail = "y = \(Int(table.contentOffset.y.rounded()))"
    if let index = chain.firstIndex(where: { $0.call == .contentOffset }) {
      let contents = contents(of: table)
      for index in index..<chain.count where [.contentOffset, .setNeedsLayout].contains(chain[index].call) {
        let moment = chain[index]
        chain[index] = ReuseMoment(
          call: moment.call, detail: moment.call == .contentOffset ? detail : moment.detail, contents: contents,
          step: steps)
      }
      return
    }
    note(.event, event, in: table)
    if let index = chain.indices.last {
      chain[index].contents.offset = chain[..<index].last?.contents.offset ?? lastOffset
    }
    note(.contentOffset, detail, in: table)
    note(.setNeedsLayout, "marks, no more", in: table)
  }

  /// That of the newest frame, in points.
  private var lastOffset: CGFloat { timeline.frames.last?.moments.last?.contents.offset ?? 0 }

  /// Records something that the program does to the table.
  func noteEvent(_ name: String, in table: UITableView) {
    if isPassOver { finish() }
    note(.event, name, in: table)
    onRecord?()
  }

  /// Records a call of the data source, delegate or a cell, made in a pass.
  func note(_ call: ReuseCall, _ detail: String, asks item: ReuseItem? = nil, in table: UITableView) {
    noteRun(in: table)
    if call == .cellForRow { asked = item }
    chain.append(ReuseMoment(call: call, detail: detail, contents: contents(of: table), step: steps))
  }

  /// Records that a cell is made ready for another row.
  func notePrepared(_ number: Int, in table: UITableView) {
    inHand = number
    note(.prepareForReuse, "cell \(number)", in: table)
  }

  /// Records that a cell was reported, which is in no container at that moment.
  func noteEnded(_ number: Int, _ path: IndexPath, in table: UITableView) {
    noteRun(in: table)
    var contents = contents(of: table)
    let item = ReuseItem.row(names.row(path))
    if contents.inHand != number {
      contents.leaving.append(chain.last?.contents.place(of: number) ?? .init(item: item, cell: number))
    }
    chain.append(
      ReuseMoment(call: .didEndDisplaying, detail: "\(item.title): cell \(number)", contents: contents, step: steps))
  }

  /// Records what becomes of a header or footer.
  func note(_ step: ReuseParts.Step, _ view: UITableViewHeaderFooterView, _ item: ReuseItem, in table: UITableView) {
    noteRun(in: table)
    let number = parts.note(step, view, item)
    let name = "\(item.title): \(CellIdentity(number: number).text)"
    note(.part, "\(name) \(step.words)", in: table)
    onRecord?()
  }

  /// Adds what comes before the steps of a pass that does something.
  private func noteRun(in table: UITableView) {
    guard isBegun else { return }
    isBegun = false
    if isPassOver { finish() }
    let frame = UIApplication.shared.frameDiagnostics
    drawnBefore = frame
    note(.runLoop, "a frame is due", in: table)
    copy = table.diagnostics.visible.compactMap { names.cell($0.cell) }
    note(.layoutSubviews, "\u{2192} layout pass", in: table)
  }

  /// Takes the cells that stay out of the copy; says nothing when all stay.
  private func noteKept(in table: UITableView) {
    let rows = Set(planned ?? [])
    let places = table.diagnostics.visible.map { ($0.cell, ReuseItem.row(names.row($0.indexPath))) }
    let staying = places.filter { rows.contains($0.1) }
    copy.removeAll { number in staying.contains { names.cell($0.0) == number } }
    guard let first = staying.first, let last = staying.last, staying.count < max(places.count, rows.count) else {
      return
    }
    let range = staying.count == 1 ? first.1.title : "rows \(first.1.shortTitle)\u{2013}\(last.1.shortTitle)"
    note(.keep, "\(range)", in: table)
  }

  /// Called at the beginning of each frame: what was recorded in the last one may have been drawn.
  func frameBegins() {
    guard isPassOver, let drawnBefore, let last = chain.last else { return }
    framesBegun += 1
    let frame = UIApplication.shared.frameDiagnostics - drawnBefore
    guard frame.frames > 0 else {
      // A window that cannot be seen is laid out and not drawn.
      if framesBegun > 2 { finish() }
      return
    }
    var contents = last.contents
    contents.drawn = contents.visible
    (contents.planned, contents.copy) = (nil, [])
    drawn = contents.drawn
    chain.append(
      ReuseMoment(
        call: .draw, detail: "\(GroupedNumber.string(frame.drawCommands)) commands", contents: contents, step: last.step
      ))
    finish()
    onRecord?()
  }

  private func finish() {
    timeline.append(chain)
    chain = []
    isPassOver = false
    onFrame?()
  }

  // MARK: Reading

  /// The containers of the table now.
  func contents(of table: UITableView) -> ReuseContents {
    let now = table.diagnostics
    func place(_ place: TableDiagnostics.Place) -> ReuseContents.Place? {
      names.cell(place.cell).map {
        .init(
          item: .row(names.row(place.indexPath)), cell: $0, y: place.cell.frame.minY, height: place.cell.frame.height)
      }
    }
    var contents = ReuseContents()
    contents.offset = table.contentOffset.y
    contents.visible = now.visible.compactMap(place) + parts.visible
    contents.leaving = now.leaving.compactMap(place)
    contents.idle =
      now.idle.map { .init(identifier: $0.identifier, cells: $0.cells.compactMap(names.cell)) } + parts.idle
    contents.copy = copy
    contents.planned = planned
    contents.asked = asked
    contents.inHand = inHand
    contents.drawn = drawn
    contents.counts = now.counts
    return contents
  }

  private func name(_ cell: UITableViewCell) -> String { names.cell(cell).map { "\($0)" } ?? "?" }
  private func title(_ path: IndexPath) -> String { ReuseItem.row(names.row(path)).title }
}

extension ReuseContents {
  /// Where a cell stands that is shown or leaving.
  fileprivate func place(of cell: Int) -> Place? { (visible + leaving).first { $0.cell == cell } }
}

/// The headers and footers of a table, which tell of themselves through its delegate.
@MainActor
struct ReuseParts {
  enum Step {
    case dequeued, made, willDisplay, didEndDisplaying

    var words: String {
      switch self {
      case .dequeued: "is handed out"
      case .made: "is new"
      case .willDisplay: "comes into view"
      case .didEndDisplaying: "left, and waits"
      }
    }
  }

  private var numbers: [ObjectIdentifier: Int] = [:]
  private var shown: [(item: ReuseItem, view: UITableViewHeaderFooterView)] = []
  private var waiting: [(identifier: String, views: [UITableViewHeaderFooterView])] = [("header", []), ("footer", [])]

  /// - Returns: the view's number: -1 for the first.
  mutating func note(_ step: Step, _ view: UITableViewHeaderFooterView, _ item: ReuseItem) -> Int {
    let number = numbers[ObjectIdentifier(view)] ?? -1 - numbers.count
    numbers[ObjectIdentifier(view)] = number
    switch step {
    case .made, .dequeued: for index in waiting.indices { waiting[index].views.removeAll { $0 === view } }
    case .willDisplay: shown.append((item, view))
    case .didEndDisplaying:
      shown.removeAll { $0.view === view }
      let name = if case .header = item { "header" } else { "footer" }
      for index in waiting.indices where waiting[index].identifier == name { waiting[index].views.append(view) }
    }
    return number
  }

  private func number(_ view: UIView) -> Int? { numbers[ObjectIdentifier(view)] }

  var visible: [ReuseContents.Place] {
    shown.compactMap { item, view in
      number(view).map { .init(item: item, cell: $0, y: view.frame.minY, height: view.frame.height) }
    }
  }

  var idle: [ReuseContents.Pool] {
    waiting.filter { !$0.views.isEmpty }.map { .init(identifier: $0.identifier, cells: $0.views.compactMap(number)) }
  }
}
