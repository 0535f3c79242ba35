import TestSupport
import UIKit
import UIKitGrid

/// Random scrolling, lengths, updates, reloads, selection, keys, hands and editing of a grid, at once and out of its
/// callbacks, against arrays.
///
/// A program first says what grid it is about (`rows`, `columns`, `lengths`, `pinned`), then what happens to it. What each
/// verb means stands in `GridScene`. Updates while something is due are an attack of their own, `PendingGridAttack`.
enum GridAttack: Attack {
  static let name = "grid"
  static let stage = Stage.fakes

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    // A few lines at times, so that counts fall below those that are pinned.
    var steps = [
      Step("rows", number(number(4) == 0 ? 4 : 60)), Step("columns", number(number(4) == 0 ? 4 : 40)),
      Step("lengths", number(GridScene.Lengths.allCases.count)),
    ]
    if number(3) == 0 { steps.append(Step("pinned", number(4), number(4))) }
    steps.append(Step("show"))
    for _ in 0..<Int.random(in: 5...50, using: &random) {
      var step = number(3) == 0 ? hand(&random) : action(&random)
      if number(3) == 0 {
        step = action(&random)
        step.occasion = GridScene.Occasion.allCases.randomElement(using: &random)?.rawValue
      }
      steps.append(step)
    }
    return steps
  }

  private static func hand(_ random: inout SeededRandom) -> Step {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    switch number(15) {
    case 0...2: return Step("frame", [1, 16, 16, 100, 250][number(5)])
    case 3: return Step("settle")
    case 4: return Step("wheel", number(11) - 5, number(11) - 5)
    case 5: return Step("click", number(1000), number(1000), number(3), number(2))
    case 6: return Step("drag", number(1000), number(1000), number(1000), number(1000))
    case 7: return Step("type", number(26))
    case 8: return Step("press", number(1000), number(1000))
    case 9: return Step("edge", number(20))
    case 10: return Step("move", number(1000), number(1000))
    case 11: return Step("release")
    case 12: return Step("finger", number(1000), number(1000))
    case 13: return Step("lift")
    default: return Step("key", number(GridScene.keys.count), number(4))
    }
  }

  private static func action(_ random: inout SeededRandom) -> Step {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    switch number(26) {
    case 0...5: return Step("batch", number(100_000), 1 + number(6), number(2))
    case 6, 7: return Step("reload", number(100_000))
    case 8...11: return Step("offset", number(1001), number(1001), number(4))
    case 12: return Step("width", number(1000), number(5))
    case 13: return Step("height", number(1000), number(5))
    case 14: return Step("size", number(500), number(500))
    case 15: return Step("pinned", number(4), number(4))
    case 16, 17: return Step("select", number(1000), number(1000), number(1000), number(1000))
    case 18: return Step("items", number(1000), number(1000))
    case 19, 20: return Step("edit", number(1000), number(1000))
    case 21: return Step("scrollTo", number(1000), number(1000), number(2))
    case 22: return Step("source", number(2))
    case 23: return Step("attached", number(2))
    case 24: return Step("copy")
    default: return Step("layout")
    }
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    let scene = GridScene(journal)
    defer { scene.close() }
    for step in program { try scene.carryOut(step) }
    try scene.finish()
  }
}

/// A grid in a window, the arrays it should show, and everything a program can do to both.
@MainActor
private final class GridScene: NSObject {
  /// How lines get their lengths.
  enum Lengths: Int, CaseIterable {
    /// The grid's own, for all.
    case uniform
    /// The delegate is asked, and some have none.
    case asked
    /// The cells are asked for their heights.
    case selfSized
  }

  /// The callbacks in which an app may change its grid, by their names in a program.
  enum Occasion: String, CaseIterable {
    case cellForItem, header, width, height
    case willDisplay, didEndDisplaying, didChangeSelection, didClickHeader, didResize, didEndEditing
    case didScroll, setText, canEdit, editingText, completion
  }

  static let keys: [UIKeyboardHIDUsage] = [
    .keyboardUpArrow, .keyboardDownArrow, .keyboardLeftArrow, .keyboardRightArrow, .keyboardHome, .keyboardEnd,
    .keyboardPageUp, .keyboardPageDown, .keyboardTab, .keyboardReturnOrEnter, .keyboardEscape, .keyboardA,
  ]
  private static let modifiers: [UIKeyModifierFlags] = [[], .shift, .control, [.shift, .control]]

  private let journal: Journal
  /// An identity for each row and column; a cell shows the sum of both.
  private var rows: [Int] = []
  private var columns: [Int] = []
  private var nextIdentity = 0
  private var lengths = Lengths.uniform
  private var pinned = (rows: 0, columns: 0)
  private var scene: (app: TestApplication, grid: GridView)?
  private var armed: [Occasion: [Step]] = [:]
  /// How many callbacks are running, one inside of the other.
  private var depth = 0
  private var fault: Mismatch?
  private var displayed: Set<ObjectIdentifier> = []
  private var completions = (wanted: 0, called: 0)
  private var edits: [String: String] = [:]
  /// The record whose cell is edited, by its identity; nil after a reload with other data, which keeps the number only.
  private var subject: String?
  /// Where the mouse is held down, and where a finger is.
  private var held, finger: CGPoint?

  init(_ journal: Journal) { self.journal = journal }

  /// The window goes, and its grid tells of it, while there is someone to tell.
  func close() {
    let last = scene
    scene = nil
    withExtendedLifetime(last) {}
  }

  func carryOut(_ step: Step) throws(Mismatch) {
    if let word = step.occasion {
      guard let occasion = Occasion(rawValue: word) else { throw Mismatch("program", "no occasion is named \(word)") }
      armed[occasion, default: []].append(step)
      journal.say("// the next \(occasion) will: \(step.verb) \(step.numbers)")
    } else if !prepare(step) {
      act(step)
    }
    try check()
  }

  /// Ends what hands and callbacks left open, and looks at everything.
  func finish() throws(Mismatch) {
    armed = [:]
    act(Step("attached", 1))
    act(Step("source", 1))
    act(Step("settle"))
    try check()
    look(at: shown.grid)
    try check()
  }

  private func check() throws(Mismatch) {
    if let fault { throw fault }
  }

  private func note(_ subject: String, _ detail: String) {
    if fault == nil { fault = Mismatch(subject, detail) }
  }

  /// Steps before the grid is there.
  /// - Returns: whether the step was one of them.
  private func prepare(_ step: Step) -> Bool {
    switch step.verb {
    case "rows": if scene == nil { rows = identities(step.choice(0, of: 61)) }
    case "columns": if scene == nil { columns = identities(step.choice(0, of: 41)) }
    case "lengths": lengths = Lengths(rawValue: step.choice(0, of: Lengths.allCases.count)) ?? .uniform
    case "pinned":
      pinned = (step.choice(0, of: 4), step.choice(1, of: 4))
      guard let scene else { return true }
      journal.say("grid.pinnedRowCount = \(pinned.rows); grid.pinnedColumnCount = \(pinned.columns)")
      (scene.grid.pinnedRowCount, scene.grid.pinnedColumnCount) = pinned
    case "show": _ = shown
    default: return false
    }
    return true
  }

  private func identities(_ count: Int) -> [Int] {
    (0..<count).map { _ in
      nextIdentity += 1
      return nextIdentity
    }
  }

  private var shown: (app: TestApplication, grid: GridView) {
    if let scene { return scene }
    let app = TestApplication(size: CGSize(width: 400, height: 300))
    app.platform.keepsPictures = false
    let grid = GridView(frame: app.window.bounds)
    scene = (app, grid)
    journal.say("let grid = GridView(frame: CGRect(x: 0, y: 0, width: 400, height: 300)) // \(lengths)")
    journal.say("// \(rows.count) rows, \(columns.count) columns, pinned: \(pinned)")
    grid.register(SceneCell.self, forCellReuseIdentifier: "cell")
    (grid.pinnedRowCount, grid.pinnedColumnCount) = pinned
    if lengths == .selfSized { grid.rowHeight = GridView.automaticDimension }
    grid.dataSource = self
    grid.delegate = self
    app.window.addSubview(grid)
    app.frame()
    return (app, grid)
  }

  // MARK: What steps do

  private func act(_ step: Step) {
    let (app, grid) = shown
    switch step.verb {
    case "frame":
      app.frame(after: Double(step[0]) / 1000)
      look(at: grid)
    case "settle":
      if depth == 0 { letGo(app) }
      app.settle()
      look(at: grid)
    case "press" where depth == 0: hold(app, at: point(step, 0, in: grid))
    case "edge" where depth == 0:
      let columns = grid.visibleRange.columns
      guard !columns.isEmpty, grid.numberOfRows > 0 else { return }
      let column = columns.lowerBound + step.choice(0, of: columns.count)
      let edge = grid.rectForItem(at: GridPosition(row: 0, column: column)).maxX - grid.contentOffset.x
      hold(app, at: CGPoint(x: edge, y: 5))
    case "move" where depth == 0:
      guard held != nil else { return }
      let point = point(step, 0, in: grid)
      journal.say("// the mouse is moved to \(point)")
      held = point
      app.mouseMove(to: point)
    case "release" where depth == 0: release(app)
    case "finger" where depth == 0:
      let point = point(step, 0, in: grid)
      journal.say("// a finger at \(point)")
      if finger == nil { app.fingerDown(at: point) } else { app.fingerMove(to: point) }
      finger = point
    case "lift" where depth == 0: lift(app)
    case "wheel" where depth == 0:
      journal.say("// the wheel, \(step[0]) lines")
      app.wheel(CGFloat(step[0]), at: CGPoint(x: 100, y: 100), isPrecise: step.flag(1))
    case "click" where depth == 0:
      let point = self.point(step, 0, in: grid)
      journal.say("// a click at \(point), \(step.choice(3, of: 2) + 1) times")
      press(app, at: point, [[], .shift, .control][step.choice(2, of: 3)], count: step.choice(3, of: 2) + 1)
    case "drag" where depth == 0:
      drag(app, from: point(step, 0, in: grid), to: point(step, 2, in: grid))
    case "type" where depth == 0: app.type(String(UnicodeScalar(UInt8(97 + step.choice(0, of: 26)))))
    case "key" where depth == 0:
      let key = Self.keys[step.choice(0, of: Self.keys.count)]
      journal.say("// key \(key) \(step.choice(1, of: 4))")
      app.key(key, modifiers: Self.modifiers[step.choice(1, of: 4)])
    case "batch": batch(step, grid)
    case "reload":
      var random = SeededRandom(seed: step[0])
      rows = identities(Int.random(in: 0...60, using: &random))
      columns = identities(Int.random(in: 0...40, using: &random))
      subject = nil
      journal.say("// \(rows.count) rows, \(columns.count) columns\ngrid.reloadData()")
      grid.reloadData()
    case "offset":
      // The call ends a movement, whose callbacks may change the range the offset was chosen from: it is not clamped.
      for _ in 0..<10 {
        let end = end(of: grid)
        let offset = CGPoint(
          x: (end.x * CGFloat(step[0] % 1001) / 1000).rounded(.down),
          y: min(
            end.y, (end.y * CGFloat(step[1] % 1001) / 1000).rounded(.down) + CGFloat(step.choice(2, of: 4)) / 4))
        journal.say("grid.contentOffset = \(offset)")
        grid.contentOffset = offset
        if offset.x <= self.end(of: grid).x, offset.y <= self.end(of: grid).y { return }
      }
    case "width" where grid.numberOfColumns > 0:
      let width = [0, 1, 20, 96, 700][step.choice(1, of: 5)]
      grid.setWidth(CGFloat(width), ofColumn: step.choice(0, of: grid.numberOfColumns))
      journal.say("grid.setWidth(\(width), ofColumn: \(step.choice(0, of: grid.numberOfColumns)))")
    case "height" where grid.numberOfRows > 0:
      let height = [0, 1, 10, 24, 500][step.choice(1, of: 5)]
      grid.setHeight(CGFloat(height), ofRow: step.choice(0, of: grid.numberOfRows))
      journal.say("grid.setHeight(\(height), ofRow: \(step.choice(0, of: grid.numberOfRows)))")
    case "size":
      grid.frame.size = CGSize(width: step.choice(0, of: 500), height: step.choice(1, of: 500))
      journal.say("grid.frame.size = \(grid.frame.size)")
    case "pinned": _ = prepare(step)
    case "select":
      let range = GridRange(from: place(step, 0), to: place(step, 2))
      journal.say("grid.select(\(range))")
      grid.select(range)
    case "items":
      let range = GridRange(from: GridPosition(row: 0, column: 0), to: place(step, 0))
      journal.say("grid.reloadItems(in: \(range))")
      grid.reloadItems(in: range)
    case "edit", "scrollTo":
      // The grid may have other counts than the arrays until it has loaded; both must have the place.
      let counts = (rows: min(grid.numberOfRows, rows.count), columns: min(grid.numberOfColumns, columns.count))
      guard grid.dataSource != nil, counts.rows > 0, counts.columns > 0 else { return }
      let place = GridPosition(row: step.choice(0, of: counts.rows), column: step.choice(1, of: counts.columns))
      if step.verb == "edit" {
        journal.say("grid.beginEditingItem(at: \(place))")
        grid.beginEditingItem(at: place)
      } else {
        journal.say("grid.scrollToItem(at: \(place), animated: \(step.flag(2)))")
        grid.scrollToItem(at: place, animated: step.flag(2))
      }
    case "source":
      journal.say("grid.dataSource = \(step.flag(0) ? "self" : "nil")")
      grid.dataSource = step.flag(0) ? self : nil
    case "attached":
      guard step.flag(0) != (grid.superview != nil) else { return }
      journal.say(step.flag(0) ? "window.addSubview(grid)" : "grid.removeFromSuperview()")
      if step.flag(0) { app.window.addSubview(grid) } else { grid.removeFromSuperview() }
    case "copy":
      journal.say("grid.copySelection()")
      grid.copySelection()
    case "layout":
      journal.say("grid.layoutIfNeeded()")
      grid.layoutIfNeeded()
    default: break
    }
  }

  /// The greatest offset within the content.
  private func end(of grid: GridView) -> CGPoint {
    CGPoint(
      x: max(0, grid.contentSize.width - grid.bounds.width), y: max(0, grid.contentSize.height - grid.bounds.height))
  }

  private func hold(_ app: TestApplication, at point: CGPoint) {
    release(app)
    journal.say("// the mouse is pressed at \(point)")
    held = point
    app.mouseDown(at: point)
  }

  private func release(_ app: TestApplication) {
    guard let held else { return }
    journal.say("// the mouse is released")
    self.held = nil
    app.mouseUp(at: held)
  }

  private func lift(_ app: TestApplication) {
    guard let finger else { return }
    journal.say("// the finger is lifted")
    self.finger = nil
    app.fingerUp(at: finger)
  }

  private func letGo(_ app: TestApplication) {
    release(app)
    lift(app)
  }

  private func point(_ step: Step, _ index: Int, in grid: GridView) -> CGPoint {
    CGPoint(
      x: grid.frame.width * CGFloat(step.choice(index, of: 1000)) / 1000,
      y: grid.frame.height * CGFloat(step.choice(index + 1, of: 1000)) / 1000)
  }

  private func place(_ step: Step, _ index: Int) -> GridPosition {
    GridPosition(row: step.choice(index, of: rows.count), column: step.choice(index + 1, of: columns.count))
  }

  private func press(_ app: TestApplication, at point: CGPoint, _ modifiers: UIKeyModifierFlags, count: Int) {
    release(app)
    for number in 1...count {
      let pointer = InputEvent.Pointer(
        location: point, clickCount: number, modifiers: modifiers, timestamp: app.clock.now)
      app.events.post(.pointerDown(pointer), .pointerUp(pointer))
    }
    app.frame()
  }

  private func drag(_ app: TestApplication, from: CGPoint, to: CGPoint) {
    release(app)
    journal.say("// a drag from \(from) to \(to)")
    func pointer(_ point: CGPoint) -> InputEvent.Pointer {
      InputEvent.Pointer(location: point, modifiers: [], timestamp: app.clock.now)
    }
    app.events.post(.pointerDown(pointer(from)))
    app.frame()
    app.events.post(.pointerMoved(pointer(to)))
    app.frame(after: 0.1)
    app.events.post(.pointerUp(pointer(to)))
    app.frame()
  }

  private func batch(_ step: Step, _ grid: GridView) {
    guard grid.dataSource != nil else { return }
    var random = SeededRandom(seed: step[0])
    completions.wanted += 1
    grid.performBatchUpdates {
      // In a callback the counts that the grid has may be older than the arrays: it reloads then.
      let changes = (
        rows: Self.change(&rows, mostly: step[1], &nextIdentity, &random),
        columns: Bool.random(using: &random) ? Self.change(&columns, mostly: step[1], &nextIdentity, &random) : nil
      )
      if let rows = changes.rows {
        journal.say("// rows: delete \(rows.gone), insert \(rows.come), move \(rows.moved)")
        grid.deleteRows(at: rows.gone)
        grid.insertRows(at: rows.come)
        for move in rows.moved { grid.moveRow(move.from, to: move.to) }
      }
      if let columns = changes.columns {
        journal.say("// columns: delete \(columns.gone), insert \(columns.come), move \(columns.moved)")
        grid.deleteColumns(at: columns.gone)
        grid.insertColumns(at: columns.come)
        for move in columns.moved { grid.moveColumn(move.from, to: move.to) }
      }
    } completion: { [weak self] _ in
      self?.completions.called += 1
      self?.call(.completion)
    }
    if step.flag(2) { grid.layoutIfNeeded() }
  }

  private typealias LineChanges = (gone: IndexSet, come: IndexSet, moved: [(from: Int, to: Int)])

  /// Changes an array of identities at random, and says how: what goes by its old number, what comes by its new one.
  private static func change(
    _ lines: inout [Int], mostly: Int, _ nextIdentity: inout Int, _ random: inout SeededRandom
  ) -> LineChanges? {
    let places = Array(lines.indices).shuffled(using: &random)
    let goneCount = min(Int.random(in: 0...max(mostly, 0), using: &random), places.count)
    let movedCount = min(Int.random(in: 0...2, using: &random), places.count - goneCount)
    let comeCount = Int.random(in: 0...max(mostly, 0), using: &random)
    let gone = places[..<goneCount]
    var moved = Array(places[goneCount..<goneCount + movedCount])
    var rest = lines.indices.filter { !gone.contains($0) && !moved.contains($0) }.map { lines[$0] }
    let count = rest.count + movedCount + comeCount
    let targets = Array(0..<count).shuffled(using: &random)[..<(movedCount + comeCount)]
    let movedTargets = Set(targets.prefix(movedCount))
    var changes: LineChanges = (IndexSet(gone), [], [])
    for target in targets.sorted() {
      if movedTargets.contains(target) {
        let source = moved.removeLast()
        changes.moved.append((source, target))
        rest.insert(lines[source], at: target)
      } else {
        nextIdentity += 1
        changes.come.insert(target)
        rest.insert(nextIdentity, at: target)
      }
    }
    lines = rest
    return changes
  }

  // MARK: Looking

  /// Compares the grid with the arrays.
  private func look(at grid: GridView) {
    guard depth == 0, grid.window != nil, grid.dataSource != nil else { return }
    grid.layoutIfNeeded()
    // A callback may have changed something in the very last round; movements have cells elsewhere than their places.
    shown.app.settle()
    // The end of one may have taken the grid out of its window, where nothing that is due is done.
    guard grid.window != nil, grid.dataSource != nil else { return }
    grid.checkInvariants()
    guard grid.numberOfRows == rows.count, grid.numberOfColumns == columns.count else {
      return note(
        "counts",
        "\(grid.numberOfRows) x \(grid.numberOfColumns) in place of \(rows.count) x \(columns.count)")
    }
    for case let cell as SceneCell in grid.visibleCells {
      guard let place = grid.position(for: cell) else { continue }
      let wanted = text(of: place)
      if cell.textLabel.text != wanted {
        note("text", "\(place) shows \(cell.textLabel.text ?? "nothing") in place of \(wanted)")
      }
      if !displayed.contains(ObjectIdentifier(cell)) { note("willDisplay", "\(place) was shown without being told") }
    }
    let cells = grid.visibleCells.filter { grid.position(for: $0) != nil }
    if displayed.count != cells.count { note("displayed", "\(displayed.count) told of, \(cells.count) visible") }
    if completions.called != completions.wanted { note("completions", "\(completions)") }
    if finger == nil { lookAtPins(of: grid) }
    if let edited = grid.editedPosition, edited.row >= rows.count || edited.column >= columns.count {
      note("editing", "\(edited) is being edited and not there")
    }
    let (offset, end) = (grid.contentOffset, end(of: grid))
    let excess = max(-offset.x, -offset.y, offset.x - end.x, offset.y - end.y)
    if finger == nil, !grid.bounds.isEmpty, excess > 0.51 {
      note("offset", "the grid rests at \(offset), outside of 0...\(end)")
    }
  }

  /// Looks whether pinned rows and columns are seen where they are in the content, however far that is scrolled, and are
  /// none of those that scroll.
  private func lookAtPins(of grid: GridView) {
    let scrolling = grid.visibleRange
    if let row = scrolling.rows.first, row < min(pinned.rows, rows.count) {
      note("pinned", "row \(row) of \(pinned.rows) scrolls")
    }
    if let column = scrolling.columns.first, column < min(pinned.columns, columns.count) {
      note("pinned", "column \(column) of \(pinned.columns) scrolls")
    }
    guard
      let seen = grid.visibleCells.lazy.compactMap({ grid.position(for: $0) }).first(where: {
        $0.row >= 0 && $0.column >= 0
      })
    else { return }
    for row in 0..<min(pinned.rows, rows.count) {
      let place = GridPosition(row: row, column: seen.column)
      let rect = grid.rectForItem(at: place)
      guard rect.height >= 1, rect.minY + 1 < grid.bounds.height else { continue }
      if seenFrame(of: place, in: grid).map({ abs($0.minY - rect.minY) > 0.51 }) ?? true {
        note("pinned", "row \(row) of \(pinned.rows) is not seen at \(rect.minY)")
      }
    }
    for column in 0..<min(pinned.columns, columns.count) {
      let place = GridPosition(row: seen.row, column: column)
      let rect = grid.rectForItem(at: place)
      guard rect.width >= 1, rect.minX + 1 < grid.bounds.width else { continue }
      if seenFrame(of: place, in: grid).map({ abs($0.minX - rect.minX) > 0.51 }) ?? true {
        note("pinned", "column \(column) of \(pinned.columns) is not seen at \(rect.minX)")
      }
    }
  }

  /// Where a cell is seen, in points of the viewport; nil for one that is not on screen.
  private func seenFrame(of place: GridPosition, in grid: GridView) -> CGRect? {
    guard let cell = grid.cellForItem(at: place) else { return nil }
    let frame = grid.convert(cell.bounds, from: cell)
    return CGRect(
      x: frame.minX - grid.contentOffset.x, y: frame.minY - grid.contentOffset.y, width: frame.width,
      height: frame.height)
  }

  /// Does what the program has for a callback.
  private func call(_ occasion: Occasion) {
    guard let steps = armed[occasion], let step = steps.first, depth < 3 else { return }
    armed[occasion] = Array(steps.dropFirst())
    journal.say("// in \(occasion):")
    depth += 1
    act(step)
    depth -= 1
  }

  private func require(row: Int, _ what: String) {
    if !rows.indices.contains(row) { note("places", "row \(row) of \(rows.count) is about \(what)") }
  }

  private func require(column: Int, _ what: String) {
    if !columns.indices.contains(column) { note("places", "column \(column) of \(columns.count) is about \(what)") }
  }

  private func identity(of place: GridPosition) -> String { "\(rows[place.row]):\(columns[place.column])" }

  private func text(of place: GridPosition) -> String {
    guard rows.indices.contains(place.row), columns.indices.contains(place.column) else {
      note("places", "\(place) was asked for, of \(rows.count) rows and \(columns.count) columns")
      return ""
    }
    let key = identity(of: place)
    return edits[key] ?? key
  }
}

private final class SceneCell: GridTextCell {
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: 60, height: CGFloat(20 + (textLabel.text ?? "").utf8.reduce(0) { $0 + Int($1) } % 5 * 9))
  }
}

extension GridScene: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { rows.count }
  func numberOfColumns(in gridView: GridView) -> Int { columns.count }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    (cell as? SceneCell)?.textLabel.text = text(of: position)
    call(.cellForItem)
    return cell
  }

  func gridView(_ gridView: GridView, headerForRow row: Int) -> GridViewCell {
    require(row: row, "a header")
    call(.header)
    return gridView.dequeueReusableCell(withIdentifier: "cell")
  }

  func gridView(_ gridView: GridView, textForItemAt position: GridPosition) -> String? { text(of: position) }

  func gridView(_ gridView: GridView, editingTextForItemAt position: GridPosition) -> String? {
    let text = text(of: position)
    if rows.indices.contains(position.row), columns.indices.contains(position.column) {
      subject = identity(of: position)
    }
    call(.editingText)
    return text
  }

  func gridView(_ gridView: GridView, canEditItemAt position: GridPosition) -> Bool {
    call(.canEdit)
    return position.row % 3 != 2
  }

  func gridView(_ gridView: GridView, setText text: String, forItemAt position: GridPosition) {
    guard rows.indices.contains(position.row), columns.indices.contains(position.column) else {
      return note("edit", "\(position) was edited and is not there")
    }
    let record = identity(of: position)
    if let subject, subject != record { note("edit", "text typed into \(subject) is written to \(record)") }
    edits[record] = text
    call(.setText)
  }

  func gridView(_ gridView: GridView, canMoveColumn column: Int) -> Bool {
    require(column: column, "whether it can be moved")
    return column % 2 == 0
  }

  func gridView(_ gridView: GridView, moveColumn column: Int, to target: Int) {
    guard columns.indices.contains(column), columns.indices.contains(target) else {
      return note("move", "column \(column) was moved to \(target) of \(columns.count)")
    }
    columns.insert(columns.remove(at: column), at: target)
  }
}

extension GridScene: GridViewDelegate {
  func gridView(_ gridView: GridView, heightForRow row: Int) -> CGFloat {
    require(row: row, "a height")
    call(.height)
    guard lengths == .asked else { return gridView.rowHeight }
    return [0, 8, 24, 24, 60][row % 5]
  }

  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat {
    require(column: column, "a width")
    call(.width)
    guard lengths == .asked else { return gridView.columnWidth }
    return [0, 30, 96, 96, 200][column % 5]
  }

  func gridView(_ gridView: GridView, willDisplay cell: GridViewCell, forItemAt position: GridPosition) {
    if !displayed.insert(ObjectIdentifier(cell)).inserted { note("willDisplay", "\(position) was told of twice") }
    call(.willDisplay)
  }

  func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt position: GridPosition) {
    if displayed.remove(ObjectIdentifier(cell)) == nil { note("didEndDisplaying", "\(position) was not displayed") }
    call(.didEndDisplaying)
  }

  func gridViewDidChangeSelection(_ gridView: GridView) { call(.didChangeSelection) }

  func gridView(_ gridView: GridView, didClickHeaderOfColumn column: Int) -> Bool {
    require(column: column, "a click")
    call(.didClickHeader)
    return column % 3 == 0
  }

  func gridView(_ gridView: GridView, didResizeColumn column: Int, to width: CGFloat) {
    require(column: column, "another width")
    call(.didResize)
  }

  func gridView(
    _ gridView: GridView, didEndEditingItemAt position: GridPosition, reason: GridView.EditingEnd
  ) { call(.didEndEditing) }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { call(.didScroll) }
}
