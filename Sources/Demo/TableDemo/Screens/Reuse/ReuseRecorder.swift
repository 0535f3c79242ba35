import DemoParts
import UIKit

/// Listens to a table and its data source, and has what they do recorded.
///
/// Cells go from container to container in the calls that say so, one at a time, although the table moves those that leave
/// together at once: no cell changes its place between two calls. When a pass is over all are where the table has them.
@MainActor
final class ReuseRecorder: TablePassObserver {
  /// The numbers of cells and rows, which the recorder asks for.
  struct Names {
    /// The number of a cell; nil for others.
    var cell: (UITableViewCell) -> Int?
    /// A row by its number, or by its index path where there are sections.
    var item: (IndexPath) -> ReuseItem = { .row($0.row) }
    /// Whether the program keeps the cells that the table lets go.
    var keepsCells = false
  }

  let calls: CallRecorder
  /// Asked at each call: what the screen keeps beside the table's containers.
  var facts: () -> String? = { nil }
  /// The cause of the next change of the offset.
  var event = "wheel, key or finger"
  private let names: Names
  /// Steps that the table has told.
  private(set) var steps = 0
  /// A cell at its row; the row's place is the cell's as long as it is visible.
  private struct Held {
    let cell: UITableViewCell
    var path: IndexPath
    var place: ReuseContents.Place
  }

  private var visible: [Held] = []
  private var leaving: [Held] = []
  private var idle: [ReuseContents.Pool] = []
  private var counts = ReuseContents.Counts()
  private var planned: [ReuseItem]?
  private var copy: [Int] = []
  private var asked: ReuseItem?
  private var inHand: Int?
  private var parts = ReuseParts()
  private var marks: [Int: String] = [:]
  /// A pass began and has done nothing yet.
  private var isBegun = false
  /// Rows came or went since the last pass.
  private var isUpdated = false

  /// - Parameters:
  ///   - names: tells cells and rows apart.
  ///   - opens: whether the table has done nothing so far.
  init(_ names: Names, opens: Bool = true) {
    self.names = names
    calls = CallRecorder(opens: opens)
  }

  /// Begins with what a table holds by now.
  func takeOver(_ table: UITableView) {
    let now = table.diagnostics
    for held in now.visible { place(held.cell, at: held.indexPath) }
    for pool in now.idle { for cell in pool.cells { wait(names.cell(cell), under: pool.identifier) } }
    note(.event, "steps begin", in: table)
    calls.timeline.endFrame()
  }

  /// Says something of the row of a cell from now on; nil for nothing more.
  func mark(_ cell: UITableViewCell?, _ word: String?) {
    if let number = cell.flatMap(names.cell) { marks[number] = word }
  }

  /// Says nothing of any row any more.
  func unmark() { marks = [:] }

  /// Whether the running pass knows its rows: counts that are asked for from then on are a check of the table's.
  var hasPlanned: Bool { planned != nil }

  /// Whether what is asked for now is asked for by a layout pass.
  var isInPass: Bool { isBegun || calls.isInPass }

  /// Records a call that no layout pass makes.
  func noteOutside(_ call: ReuseCall, _ detail: String, name: String? = nil, in table: UITableView) {
    calls.eventBegins()
    note(call, detail, name: name, in: table)
    if !calls.hasLaidOut { calls.onFrame?() }
  }

  func tableView(_ tableView: UITableView, passDidReach step: TablePassStep) {
    steps += 1
    switch step {
    case .passBegan, .passEnded, .offsetChanged, .updated: break
    default: noteRun(in: tableView)
    }
    switch step {
    case .offsetChanged: noteOffset(of: tableView)
    case .updated:
      isUpdated = true
      noteOutside(.event, "batch update", in: tableView)
    case .passBegan: isBegun = true
    case .loaded:
      note(.reload, "\(GroupedNumber.string(tableView.diagnostics.sections.rowCount)) rows", in: tableView)
    case .planned(let rows):
      if isUpdated { renumber(in: tableView) }
      let items = rows.map(names.item)
      // Planned again because a height was found out, and with the same rows.
      guard items != planned else { break }
      planned = items
      note(.plan, items.first.flatMap { first in items.last.map(first.range) } ?? "no rows", in: tableView)
      noteKept(in: tableView)
    case .left(let cell, let path):
      // A pass that plans again tells it again.
      guard leave(cell) else { break }
      note(.left, "\(title(path)): cell \(name(cell))", in: tableView)
    case .dequeued(let cell):
      // Told already by a cell that says when it is prepared.
      guard inHand == nil || inHand != names.cell(cell) else { break }
      takeInHand(names.cell(cell))
      note(.handOut, "cell \(name(cell))", in: tableView)
    case .made(let cell):
      if let name = cell.reuseIdentifier { note(.dequeue, "\u{201c}\(name)\u{201d}: none waits", in: tableView) }
      inHand = names.cell(cell)
      counts.made += 1
      note(.create, "cell \(name(cell)) is new", in: tableView)
    case .placed(let cell, let path):
      (asked, inHand) = (nil, nil)
      place(cell, at: path)
      note(.place, "cell \(name(cell)) at \(title(path))", in: tableView)
    case .collected(let cell, let path, let isIdle):
      leave(cell)
      leaving.removeAll { $0.cell === cell }
      copy.removeAll { $0 == names.cell(cell) }
      if isIdle, let identifier = cell.reuseIdentifier { wait(names.cell(cell), under: identifier) }
      let call: ReuseCall = isIdle ? .collect : names.keepsCells ? .giveBack : .letGo
      note(call, "cell \(name(cell)) of \(title(path))" + (isIdle ? " waits" : ""), in: tableView)
    case .headersAndFootersPlaced:
      let moved = parts.follow().map(\.title)
      if !moved.isEmpty { note(.placeParts, moved.joined(separator: ", "), in: tableView) }
    case .passEnded:
      isBegun = false
      noteTrimmed(in: tableView)
      (planned, copy, asked, inHand) = (nil, [], nil, nil)
      calls.passEnds()
    }
  }

  /// Records a change of the offset: the event, the offset itself and the mark. Further ones before the pass say where the
  /// content went in the end.
  private func noteOffset(of table: UITableView) {
    calls.eventBegins()
    guard !calls.hasLaidOut else { return }
    let detail = "y = \(Int(table.contentOffset.y.rounded()))"
    var contents = contents(of: table)
    if calls.timeline.isOpen, calls.timeline.frames.last?.moments.contains(where: { $0.call == .contentOffset }) == true
    {
      calls.timeline.amend { moment in
        guard moment.call == .contentOffset || moment.call == .setNeedsLayout else { return }
        moment.contents.offset = contents.offset
        if moment.call == .contentOffset { moment.detail = detail }
      }
      return
    }
    contents.offset = calls.timeline.last?.contents.offset ?? 0
    calls.note(.event, event, contents, step: steps)
    note(.contentOffset, detail, in: table)
    note(.setNeedsLayout, "marks, no more", in: table)
  }

  /// Records something that the program does to the table.
  func noteEvent(_ name: String, in table: UITableView) {
    calls.eventBegins()
    note(.event, name, in: table)
  }

  /// Records a call of the data source, delegate or a cell, made in a pass.
  func note(
    _ call: ReuseCall, _ detail: String, asks item: ReuseItem? = nil, name: String? = nil, in table: UITableView
  ) {
    noteRun(in: table)
    if call == .cellForRow { asked = item }
    calls.note(call, detail, contents(of: table), name: name, step: steps)
  }

  /// Records that a cell is made ready for another row: `dequeueReusableCell` does so, and nothing else.
  func notePrepared(_ number: Int, _ identifier: String?, in table: UITableView) {
    note(.dequeue, "\u{201c}\(identifier ?? "")\u{201d}", in: table)
    takeInHand(number)
    note(.prepareForReuse, "cell \(number)", in: table)
  }

  /// Records that a cell was reported.
  func noteEnded(_ cell: UITableViewCell, _ path: IndexPath, in table: UITableView) {
    noteRun(in: table)
    leave(cell)
    note(.didEndDisplaying, "\(title(path)): cell \(name(cell))", in: table)
  }

  /// Records what becomes of a header or footer.
  /// - Returns: its number.
  @discardableResult
  func note(_ step: ReuseParts.Step, _ view: UITableViewHeaderFooterView, _ item: ReuseItem, in table: UITableView)
    -> Int
  {
    noteRun(in: table)
    let number = parts.note(step, view, item)
    let words = step == .didEndDisplaying && view.reuseIdentifier == nil ? "left, and is let go" : step.words
    let detail = "\(item.title): \(CellIdentity(number: number).text) \(words)"
    let isGiven = step == .made || step == .dequeued
    calls.note(isGiven ? .givePart : .part, detail, contents(of: table), name: step.name(of: item), step: steps)
    return number
  }

  /// Takes over which cells are left after an update, and at which rows they stand.
  private func renumber(in table: UITableView) {
    isUpdated = false
    let standing = table.diagnostics.visible
    for held in visible where !standing.contains(where: { $0.cell === held.cell }) {
      leave(held.cell)
      note(.left, "\(held.place.item.title): cell \(name(held.cell))", in: table)
    }
    var moved: [String] = []
    for now in standing {
      guard let index = visible.firstIndex(where: { $0.cell === now.cell }) else { continue }
      let item = names.item(now.indexPath)
      visible[index].path = now.indexPath
      guard item != visible[index].place.item else { continue }
      visible[index].place.item = item
      moved.append("cell \(name(now.cell)) at \(item.title)")
    }
    visible.sort { $0.path < $1.path }
    if !moved.isEmpty { note(.renumber, moved.joined(separator: ", "), in: table) }
  }

  /// Adds what comes before the steps of a pass that does something.
  private func noteRun(in table: UITableView) {
    guard isBegun else { return }
    isBegun = false
    calls.passBegins()
    note(.runLoop, "a frame is due", in: table)
    copy = visible.map(\.place.cell)
    note(.layoutSubviews, copy.isEmpty ? "layout pass" : "copies \(copy.count) cells into Leaving", in: table)
  }

  /// Takes the cells that stay out of the copy; says nothing when all stay.
  private func noteKept(in table: UITableView) {
    let rows = Set(planned ?? [])
    let staying = visible.map(\.place).filter { rows.contains($0.item) }
    copy.removeAll { number in staying.contains { $0.cell == number } }
    guard let first = staying.first?.item, let last = staying.last?.item,
      staying.count < max(visible.count, rows.count)
    else { return }
    note(.keep, first.range(to: last), in: table)
  }

  /// Records that the table has let go cells that waited.
  private func noteTrimmed(in table: UITableView) {
    let waiting = Set(table.diagnostics.idle.flatMap(\.cells).compactMap(names.cell))
    let gone = idle.flatMap(\.cells).filter { !waiting.contains($0) }
    guard !gone.isEmpty else { return }
    for index in idle.indices { idle[index].cells.removeAll { !waiting.contains($0) } }
    note(.trim, "cell" + (gone.count == 1 ? " " : "s ") + gone.map(String.init).joined(separator: ", "), in: table)
  }

  // MARK: Containers

  private func place(_ cell: UITableViewCell, at path: IndexPath) {
    guard let number = names.cell(cell) else { return }
    leaving.removeAll { $0.cell === cell }
    let held = Held(cell: cell, path: path, place: .init(item: names.item(path), cell: number))
    visible.insert(held, at: visible.firstIndex { $0.path > path } ?? visible.count)
  }

  /// The cell is not visible any more.
  /// - Returns: whether it was until now.
  @discardableResult
  private func leave(_ cell: UITableViewCell) -> Bool {
    guard let index = visible.firstIndex(where: { $0.cell === cell }) else { return false }
    leaving.append(visible.remove(at: index))
    return true
  }

  private func wait(_ number: Int?, under identifier: String) {
    guard let number else { return }
    if let index = idle.firstIndex(where: { $0.identifier == identifier }) {
      idle[index].cells.append(number)
    } else {
      idle.append(.init(identifier: identifier, cells: [number]))
    }
  }

  private func takeInHand(_ number: Int?) {
    inHand = number
    counts.dequeued += 1
    for index in idle.indices { idle[index].cells.removeAll { $0 == number } }
  }

  // MARK: Reading

  /// The containers as far as calls have told of them.
  func contents(of table: UITableView) -> ReuseContents {
    for index in visible.indices {
      (visible[index].place.y, visible[index].place.height) = (
        visible[index].cell.frame.minY, visible[index].cell.frame.height
      )
    }
    var contents = ReuseContents()
    contents.offset = table.contentOffset.y
    contents.extent = table.bounds.height
    contents.section = .init(table.diagnostics)
    contents.visible = visible.map(\.place) + parts.visible
    contents.leaving = leaving.map(\.place)
    contents.idle = idle + parts.idle
    contents.copy = copy
    contents.planned = planned
    contents.asked = asked
    contents.inHand = inHand
    contents.coming = parts.coming
    contents.counts = counts
    (contents.marks, contents.facts) = (marks, facts())
    return contents
  }

  private func name(_ cell: UITableViewCell) -> String { names.cell(cell).map { "\($0)" } ?? "?" }
  private func title(_ path: IndexPath) -> String { names.item(path).title }
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

    /// The name of the call.
    func name(of item: ReuseItem) -> String {
      let part = if case .header = item { "Header" } else { "Footer" }
      return switch self {
      case .dequeued: "dequeueReusableHeaderFooterView"
      case .made: "init(reuseIdentifier:)"
      case .willDisplay: "willDisplay\(part)View"
      case .didEndDisplaying: "didEndDisplaying\(part)View"
      }
    }
  }

  /// A view in sight, and where it was when that was told last.
  private struct Shown {
    let view: UITableViewHeaderFooterView
    var place: ReuseContents.Place
  }

  private var numbers: [ObjectIdentifier: Int] = [:]
  private var shown: [Shown] = []
  /// Those that were asked for and are not shown yet.
  private(set) var coming: [ReuseContents.Place] = []
  private var waiting: [(identifier: String, views: [UITableViewHeaderFooterView])] = [("header", []), ("footer", [])]

  /// - Returns: the view's number: -1 for the first.
  mutating func note(_ step: Step, _ view: UITableViewHeaderFooterView, _ item: ReuseItem) -> Int {
    let number = numbers[ObjectIdentifier(view)] ?? -1 - numbers.count
    numbers[ObjectIdentifier(view)] = number
    coming.removeAll { $0.cell == number }
    switch step {
    case .made, .dequeued:
      for index in waiting.indices { waiting[index].views.removeAll { $0 === view } }
      coming.append(.init(item: item, cell: number))
    case .willDisplay:
      let place = ReuseContents.Place(item: item, cell: number, y: view.frame.minY, height: view.frame.height)
      shown.append(Shown(view: view, place: place))
    case .didEndDisplaying:
      shown.removeAll { $0.view === view }
      // Without an identifier it waits for nothing.
      guard view.reuseIdentifier != nil else { break }
      let name = if case .header = item { "header" } else { "footer" }
      for index in waiting.indices where waiting[index].identifier == name { waiting[index].views.append(view) }
    }
    return number
  }

  /// Takes over where the views are by now: they follow the edges of the table.
  /// - Returns: those that stand elsewhere.
  mutating func follow() -> [ReuseItem] {
    shown.indices.compactMap { index in
      let frame = shown[index].view.frame
      let place = shown[index].place
      guard place.y != frame.minY || place.height != frame.height else { return nil }
      (shown[index].place.y, shown[index].place.height) = (frame.minY, frame.height)
      return place.item
    }
  }

  var visible: [ReuseContents.Place] { shown.map(\.place) }

  var idle: [ReuseContents.Pool] {
    waiting.filter { !$0.views.isEmpty }.map { pool in
      .init(identifier: pool.identifier, cells: pool.views.compactMap { numbers[ObjectIdentifier($0)] })
    }
  }
}
