import TestSupport
import UIKit

/// A table in a window, the arrays it should show, and everything a program can do to both.
@MainActor
final class TableScene: NSObject {
  /// How rows get their heights.
  enum Sizing: Int, CaseIterable {
    /// 44 for all.
    case uniform
    /// The delegate is asked when a row comes on screen.
    case asked
    /// The delegate is asked for all rows at once.
    case askedAtOnce
    /// The cells are asked.
    case selfSized
    /// The cells are asked, after a guess that is far too high.
    case selfSizedBadlyGuessed
    /// The delegate gives some heights and leaves the others to the cells.
    case mixed
  }

  /// The callbacks in which an app may change its table, by their names in a program.
  enum Occasion: String, CaseIterable {
    case didScroll, willBeginDragging, didEndDragging, didEndDecelerating, didEndScrollingAnimation
    case willDisplay, didEndDisplaying, willDisplayHeader, didEndDisplayingHeader
    case willSelect, didSelect, willDeselect, didDeselect, didHighlight, didUnhighlight
    case completion, scrollCompletion
    case willBeginEditing, didEndEditing, commit, action
    case timer, mainQueue
  }

  static let keys: [(UIKeyboardHIDUsage, UIKeyModifierFlags)] = [
    (.keyboardUpArrow, []), (.keyboardDownArrow, []), (.keyboardUpArrow, .shift), (.keyboardDownArrow, .shift),
    (.keyboardPageUp, []), (.keyboardPageDown, []), (.keyboardHome, []), (.keyboardEnd, []),
    (.keyboardSpacebar, []), (.keyboardReturnOrEnter, []), (.keyboardEscape, []), (.keyboardDeleteForward, []),
    (.keyboardA, .control), (.keyboardTab, []),
  ]

  private let journal: Journal
  private(set) var model = TableModel()
  private var sizing = Sizing.uniform
  private var style = UITableView.Style.plain
  private var headers = 0
  private var allowsMultiple = false
  fileprivate var allowsEditing = false
  private var scene: (app: TestApplication, table: UITableView)?
  private var delegate: UITableViewDelegate?
  private var random = SeededRandom(seed: 0)

  /// Steps to be carried out by callbacks, first come first served.
  private var armed: [Occasion: [Step]] = [:]
  /// How many callbacks are running, one inside of the other.
  private var depth = 0
  private var fault: Mismatch?
  /// Cells between willDisplay and didEndDisplaying.
  private var displayed: Set<ObjectIdentifier> = []
  private var completions = (wanted: 0, called: 0)
  private var selected: Set<Int> = []
  /// False after changes whose effect on the selection UIKit leaves open.
  private var isSelectionKnown = true
  private var finger: CGPoint?

  init(_ journal: Journal) { self.journal = journal }

  /// The window goes, and its table tells of it, while there is someone to tell.
  func close() {
    let last = scene
    scene = nil
    withExtendedLifetime(last) {}
  }

  // MARK: Carrying out

  /// Carries a step out, or keeps it for its callback.
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
  }

  private func check() throws(Mismatch) {
    if let fault { throw fault }
  }

  fileprivate func note(_ subject: String, _ detail: String) {
    if fault == nil { fault = Mismatch(subject, detail) }
  }

  /// Steps before the table is there.
  /// - Returns: whether the step was one of them.
  private func prepare(_ step: Step) -> Bool {
    switch step.verb {
    case "style": style = [.plain, .grouped, .insetGrouped][step.choice(0, of: 3)]
    case "sizing": sizing = Sizing(rawValue: step.choice(0, of: Sizing.allCases.count)) ?? .uniform
    case "headers": headers = step.choice(0, of: 3)
    case "multiple": allowsMultiple = step.flag(0)
    case "edits": allowsEditing = step.flag(0)
    case "section":
      if scene == nil { model.sections.append(model.makeSection(rows: step.choice(0, of: 60), &random)) }
    case "show": _ = shown
    default: return false
    }
    return true
  }

  /// The window and the table, made when first asked for.
  private var shown: (app: TestApplication, table: UITableView) {
    if let scene { return scene }
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    app.platform.keepsPictures = false
    let table = UITableView(frame: app.window.bounds, style: style)
    scene = (app, table)
    journal.say("let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440), style: .\(style))")
    journal.say(
      "// rows: \(model.sections.map(\.rows.count)), sizing: \(sizing), headers: \(["none", "titles", "views"][headers])"
    )
    table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    table.register(SceneCell.self, forCellReuseIdentifier: "cell")
    table.register(SceneHeader.self, forHeaderFooterViewReuseIdentifier: "header")
    // Separators add to what cells measure.
    table.separatorStyle = .none
    table.allowsMultipleSelection = allowsMultiple
    switch sizing {
    case .uniform: table.rowHeight = 44
    case .askedAtOnce: table.estimatedRowHeight = 0
    case .selfSizedBadlyGuessed: table.estimatedRowHeight = 300
    case .asked, .selfSized, .mixed: break
    }
    let delegate: SceneDelegate = sizing == .uniform ? UniformDelegate(self) : AskedDelegate(self)
    self.delegate = delegate
    table.dataSource = self
    table.delegate = delegate
    app.window.addSubview(table)
    app.frame()
    return (app, table)
  }

  fileprivate var measuresCells: Bool {
    switch sizing {
    case .selfSized, .selfSizedBadlyGuessed, .mixed: true
    case .uniform, .asked, .askedAtOnce: false
    }
  }

  fileprivate func height(at path: IndexPath) -> CGFloat {
    guard let row = model[path] else {
      note(
        "stale path", "heightForRowAt was asked for \(Array(path)), the data has \(model.sections.map(\.rows.count))")
      return 44
    }
    switch sizing {
    case .selfSized, .selfSizedBadlyGuessed: return UITableView.automaticDimension
    case .mixed: return row.id % 2 == 0 ? UITableView.automaticDimension : row.height
    case .uniform, .asked, .askedAtOnce: return row.height
    }
  }

  /// Carries out what waits for a callback.
  fileprivate func fire(_ occasion: Occasion) {
    guard let step = armed[occasion]?.first else { return }
    armed[occasion]?.removeFirst()
    journal.say("// in \(occasion):")
    depth += 1
    act(step)
    depth -= 1
  }

  private func act(_ step: Step) {
    let (app, table) = shown
    switch step.verb {
    // What programs do.
    case "batch": batch(step, on: table)
    case "quiet":
      journal.say("UIView.performWithoutAnimation {")
      UIView.performWithoutAnimation { batch(step, on: table) }
      journal.say("}")
    case "reload": reload(step, table)
    case "heights": changeHeights(step, table)
    case "offset": scroll(step, table)
    case "visible":
      let y = lowest(table) + (table.contentSize.height - 0) * CGFloat(step.choice(0, of: 1001)) / 1000
      journal.say("table.scrollRectToVisible(CGRect(x: 0, y: \(y), width: 10, height: 50), animated: \(step.flag(1)))")
      table.scrollRectToVisible(CGRect(x: 0, y: y, width: 10, height: 50), animated: step.flag(1))
    case "scrollTo":
      guard let path = path(step, table) else { return }
      let position = UITableView.ScrollPosition(rawValue: step.choice(1, of: 4)) ?? .none
      journal.say("table.scrollToRow(at: \(Array(path)), at: .\(position), animated: \(step.flag(2)))")
      table.scrollToRow(at: path, at: position, animated: step.flag(2))
    case "select", "deselect": choose(step, table)
    case "editing":
      journal.say("table.setEditing(\(step.flag(0)), animated: \(step.flag(1)))")
      if table.isEditing != step.flag(0) { selected = [] }
      if depth > 0 || table.hasUncommittedUpdates { isSelectionKnown = false }
      table.setEditing(step.flag(0), animated: step.flag(1))
    case "size":
      let frame = CGRect(x: 0, y: 0, width: step.choice(0, of: 2000), height: step.choice(1, of: 2000))
      journal.say("table.frame = \(frame)")
      table.frame = frame
    case "inset":
      journal.say("table.contentInset = UIEdgeInsets(top: \(step[0]), left: 0, bottom: \(step[1]), right: 0)")
      table.contentInset = UIEdgeInsets(top: CGFloat(step[0]), left: 0, bottom: CGFloat(step[1]), right: 0)
    case "header", "footer":
      let view = step[0] > 0 ? UIView(frame: CGRect(x: 0, y: 0, width: 10, height: step[0])) : nil
      journal.say("table.table\(step.verb.capitalized)View = \(view == nil ? "nil" : "UIView(height: \(step[0]))")")
      if step.verb == "header" { table.tableHeaderView = view } else { table.tableFooterView = view }
    case "source":
      journal.say("table.dataSource = \(step.flag(0) ? "self" : "nil")")
      guard (table.dataSource != nil) != step.flag(0) else { return }
      selected = []
      isSelectionKnown = false
      table.dataSource = step.flag(0) ? self : nil
    case "attached":
      guard (table.superview != nil) != step.flag(0) else { return }
      journal.say(step.flag(0) ? "window.addSubview(table)" : "table.removeFromSuperview()")
      if step.flag(0) { app.window.addSubview(table) } else { table.removeFromSuperview() }
    case "layout":
      journal.say("table.layoutIfNeeded()")
      table.layoutIfNeeded()
    case "order":
      let order: TableReuseOrder = step.flag(0) ? .askFirst : .collectFirst
      journal.say("table.reuseOrder = .\(order)")
      table.reuseOrder = order
    // What time and hands do; not out of callbacks.
    default: if depth == 0 { handle(step, app, table) }
    }
  }

  // MARK: What programs do

  private func batch(_ step: Step, on table: UITableView) {
    let usesBegin = step[2] == 1
    journal.say(usesBegin ? "table.beginUpdates()" : "table.performBatchUpdates {")
    if usesBegin {
      table.beginUpdates()
      edit(step, table)
      journal.say("table.endUpdates()")
      table.endUpdates()
    } else {
      completions.wanted += 1
      table.performBatchUpdates {
        self.edit(step, table)
        self.journal.say("}")
      } completion: { [self] _ in
        completions.called += 1
        fire(.completion)
      }
    }
  }

  private func edit(_ step: Step, _ table: UITableView) {
    // A nested batch would be drawn from a model that the table has not.
    let batch = TableBatch(on: model, edits: step.choice(1, of: 50), seed: step[0])
    let isPlain = depth == 0 && table.dataSource != nil
    if !isPlain { isSelectionKnown = false }
    let old = model.ids
    model = batch.model
    selected.subtract(batch.reloadedIDs)
    selected.subtract(old.subtracting(model.ids))
    for (index, call) in batch.calls.enumerated() {
      let animation = UITableView.RowAnimation(rawValue: (step[0] + index) % 7) ?? .automatic
      journal.say("  " + call.words(animation))
      call.make(on: table, with: animation)
    }
    journal.say("  // rows are now \(model.sections.map(\.rows.count))")
  }

  private func reload(_ step: Step, _ table: UITableView) {
    model = TableBatch(on: model, edits: step.choice(1, of: 50), seed: step[0]).model
    selected = []
    if depth > 0 {
      isSelectionKnown = false
    } else if table.superview != nil {
      // Callbacks may select, and number the rows as they were before an update that waits.
      isSelectionKnown = table.dataSource != nil
    }
    journal.say("table.reloadData() // rows are now \(model.sections.map(\.rows.count))")
    table.reloadData()
  }

  /// New heights for some rows, and a batch that is to find out.
  private func changeHeights(_ step: Step, _ table: UITableView) {
    var random = SeededRandom(seed: step[0])
    if depth > 0 { isSelectionKnown = false }
    table.beginUpdates()
    let paths = model.paths.shuffled(using: &random).prefix(step.choice(1, of: 50))
    for path in paths { model.change(path, &random) }
    journal.say("table.beginUpdates()\ntable.reconfigureRows(at: \(paths.map { Array($0) }))\ntable.endUpdates()")
    table.reconfigureRows(at: Array(paths))
    table.endUpdates()
  }

  private func scroll(_ step: Step, _ table: UITableView) {
    // The call ends a movement, whose callbacks may change the range the offset was chosen from: it is not clamped.
    for _ in 0..<10 {
      let low = lowest(table)
      let y = max(low, (low + (highest(table) - low) * CGFloat(step.choice(0, of: 1001)) / 1000).rounded(.down))
      journal.say("table.setContentOffset(CGPoint(x: 0, y: \(y)), animated: \(step.flag(1)))")
      table.setContentOffset(CGPoint(x: 0, y: y), animated: step.flag(1))
      if y >= lowest(table), y <= highest(table) { return }
    }
  }

  private func choose(_ step: Step, _ table: UITableView) {
    guard let path = path(step, table), let row = model[path] else { return }
    if depth > 0 || table.hasUncommittedUpdates { isSelectionKnown = false }
    if step.verb == "deselect" {
      journal.say("table.deselectRow(at: \(Array(path)), animated: false)")
      table.deselectRow(at: path, animated: false)
      selected.remove(row.id)
      return
    }
    let position = UITableView.ScrollPosition(rawValue: step.choice(2, of: 4)) ?? .none
    journal.say("table.selectRow(at: \(Array(path)), animated: \(step.flag(1)), scrollPosition: .\(position))")
    if !allowsMultiple || table.isEditing { selected = [] }
    selected.insert(row.id)
    table.selectRow(at: path, animated: step.flag(1), scrollPosition: position)
  }

  /// A row that data and table agree on.
  private func path(_ step: Step, _ table: UITableView) -> IndexPath? {
    guard table.dataSource != nil, table.numberOfSections == model.sections.count else { return nil }
    let paths = model.paths.filter { $0.row < table.numberOfRows(inSection: $0.section) }
    return paths.isEmpty ? nil : paths[step.choice(0, of: paths.count)]
  }

  private func lowest(_ table: UITableView) -> CGFloat { -table.adjustedContentInset.top }

  private func highest(_ table: UITableView) -> CGFloat {
    max(lowest(table), table.contentSize.height + table.adjustedContentInset.bottom - table.bounds.height)
  }

  // MARK: What time and hands do

  private func handle(_ step: Step, _ app: TestApplication, _ table: UITableView) {
    switch step.verb {
    case "frame":
      journal.say("// \(step[0]) ms go by")
      app.frame(after: Double(step.choice(0, of: 1000)) / 1000)
      fire(.timer)
    case "settle": settle(app, table)
    case "window":
      let size = CGSize(width: 1 + step.choice(0, of: 2000), height: 1 + step.choice(1, of: 2000))
      journal.say("// the user makes the window \(size.width) x \(size.height)")
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
      app.application.frameLoop.turn()
    case "wheel":
      journal.say("// the wheel turns by \(step[0])")
      app.wheel(CGFloat(step[0]), at: place(step, 2, of: app), isPrecise: step.flag(1))
    case "click":
      isSelectionKnown = isSelectionKnown && allowsSelectionByHand(table)
      journal.say("// a click at \(point(step, app))")
      app.click(at: point(step, app))
    case "finger":
      let point = point(step, app)
      journal.say("// a finger at \(point)")
      if finger == nil { app.fingerDown(at: point) } else { app.fingerMove(to: point) }
      finger = point
    case "lift": lift(app)
    case "swipe", "fling":
      lift(app)
      let start = CGPoint(
        x: app.window.bounds.midX, y: app.window.bounds.height * CGFloat(step.choice(0, of: 1000)) / 1000)
      let way = CGFloat(step[1] % 1000)
      let end = CGPoint(x: start.x + (step.verb == "swipe" ? way : 0), y: start.y + (step.verb == "fling" ? way : 0))
      journal.say("// a finger goes from \(start) to \(end)")
      app.fingerDrag(from: start, to: end, steps: 5)
      app.fingerUp(at: end)
    case "key":
      let (key, modifiers) = Self.keys[step.choice(0, of: Self.keys.count)]
      isSelectionKnown = false
      journal.say("// key \(key.rawValue) with \(modifiers.rawValue)")
      app.key(key, modifiers: modifiers)
    default: note("program", "no step is named \(step.verb)")
    }
  }

  private func allowsSelectionByHand(_ table: UITableView) -> Bool { !table.isEditing }

  private func point(_ step: Step, _ app: TestApplication) -> CGPoint {
    CGPoint(
      x: app.window.bounds.width * CGFloat(step.choice(0, of: 1000)) / 1000,
      y: app.window.bounds.height * CGFloat(step.choice(1, of: 1000)) / 1000)
  }

  private func place(_ step: Step, _ index: Int, of app: TestApplication) -> CGPoint {
    CGPoint(x: app.window.bounds.midX, y: app.window.bounds.height * CGFloat(step.choice(index, of: 1000)) / 1000)
  }

  private func lift(_ app: TestApplication) {
    guard let finger else { return }
    journal.say("// the finger is lifted")
    self.finger = nil
    app.fingerUp(at: finger)
  }

  /// Waits until nothing moves, and compares.
  private func settle(_ app: TestApplication, _ table: UITableView) {
    lift(app)
    journal.say("// everything comes to rest")
    let limit = 3000
    if app.settle(limit: limit) >= limit { note("unrest", "frames are still asked for after \(limit)") }
    guard fault == nil else { return }
    if let found = difference(app, table) { fault = found }
  }

  // MARK: Comparing

  /// What a table at rest has that the data has not.
  private func difference(_ app: TestApplication, _ table: UITableView) -> Mismatch? {
    guard table.superview != nil, table.dataSource != nil else { return nil }
    if table.hasUncommittedUpdates { return Mismatch("updates", "there are uncommitted updates at rest") }
    if completions.called != completions.wanted {
      return Mismatch("completions", "\(completions.called) of \(completions.wanted) batches called their completion")
    }
    let counts = (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }
    guard counts == model.sections.map(\.rows.count) else {
      return Mismatch("counts", "the table has \(counts) rows, the data \(model.sections.map(\.rows.count))")
    }
    return geometry(table) ?? range(table) ?? rows(table) ?? headerViews(table) ?? selection(table)
  }

  private func geometry(_ table: UITableView) -> Mismatch? {
    var y: CGFloat = table.tableHeaderView?.frame.maxY ?? 0
    for (section, content) in model.sections.enumerated() {
      let header = table.rectForHeader(inSection: section)
      guard header.minY > y - 0.01 else {
        return Mismatch("geometry", "header \(section) is at \(header.minY), above \(y)")
      }
      y = header.maxY
      for row in content.rows.indices {
        let rect = table.rectForRow(at: IndexPath(row: row, section: section))
        guard abs(rect.minY - y) < 0.01, rect.height >= 0 else {
          return Mismatch("geometry", "row \([section, row]) is at \(rect.minY), not \(y)")
        }
        if sizing == .uniform || sizing == .askedAtOnce {
          let wanted = sizing == .uniform ? 44 : content.rows[row].height
          guard abs(rect.height - wanted) < 0.01 else {
            return Mismatch("height", "row \([section, row]) is \(rect.height) high, not \(wanted)")
          }
        }
        y = rect.maxY
      }
      y = table.rectForFooter(inSection: section).maxY
    }
    guard table.contentSize.height > y - 0.01 else {
      return Mismatch("geometry", "the content is \(table.contentSize.height) high, rows reach \(y)")
    }
    return nil
  }

  private func range(_ table: UITableView) -> Mismatch? {
    let y = table.contentOffset.y
    guard !table.bounds.isEmpty, y < lowest(table) - 0.51 || y > highest(table) + 0.51 else { return nil }
    return Mismatch("offset", "the table rests at \(y), outside of \(lowest(table))...\(highest(table))")
  }

  private func rows(_ table: UITableView) -> Mismatch? {
    guard !table.bounds.isEmpty else { return nil }
    let paths = table.indexPathsForVisibleRows ?? []
    let cells = table.visibleCells
    guard paths.count == cells.count else { return Mismatch("visible", "\(paths.count) paths, \(cells.count) cells") }
    let band = (table.bounds.minY + 0.01)..<(table.bounds.maxY - 0.01)
    let expected = model.paths.filter { path in
      let rect = table.rectForRow(at: path)
      return rect.maxY > band.lowerBound && rect.minY < band.upperBound && rect.height > 0.02
    }
    guard Set(expected).isSubset(of: paths) else {
      return Mismatch("visible", "\(paths.map { Array($0) }) are visible, \(expected.map { Array($0) }) should be")
    }
    for (path, cell) in zip(paths, cells) {
      guard let row = model[path] else {
        return Mismatch("visible", "\(Array(path)) is visible, and there is no such row")
      }
      if let found = fault(of: cell, at: path, row, table) { return found }
    }
    guard displayed == Set(cells.map { ObjectIdentifier($0) }) else {
      return Mismatch(
        "pairing", "\(displayed.count) cells are between willDisplay and didEndDisplaying, \(cells.count) are visible")
    }
    let others = table.subviews.filter { view in view is UITableViewCell && !cells.contains { $0 === view } }
    return others.isEmpty ? nil : Mismatch("left over", "\(others.count) cells are subviews and not visible")
  }

  private func fault(of cell: UITableViewCell, at path: IndexPath, _ row: TableModel.Row, _ table: UITableView)
    -> Mismatch?
  {
    let place = Array(path)
    guard let shown = (cell as? SceneCell)?.row else { return Mismatch("cell", "\(place) has \(cell)") }
    guard shown.id == row.id else {
      return Mismatch("wrong row", "\(place) shows row \(shown.id), the data has \(row.id)")
    }
    guard shown.version == row.version else {
      return Mismatch(
        "old content", "\(place) shows version \(shown.version) of row \(row.id), the data has \(row.version)")
    }
    let rect = table.rectForRow(at: path)
    let wanted = sizing == .uniform ? 44 : row.height
    guard abs(rect.height - wanted) < 0.01 else {
      return Mismatch("height", "row \(place) is \(rect.height) high, not \(wanted)")
    }
    guard abs(cell.frame.minY - rect.minY) < 0.01, abs(cell.frame.height - rect.height) < 0.01 else {
      return Mismatch("place", "the cell of \(place) is at \(cell.frame), its row at \(rect)")
    }
    guard cell.alpha == 1, !cell.isHidden, cell.superview === table else {
      return Mismatch(
        "unseen",
        "the cell of \(place) has alpha \(cell.alpha), hidden \(cell.isHidden), superview \(cell.superview as Any)")
    }
    guard table.indexPath(for: cell) == path, table.cellForRow(at: path) === cell else {
      return Mismatch(
        "paths", "the cell of \(place) is said to be at \(table.indexPath(for: cell).map { Array($0) } ?? [])")
    }
    let isSelected = table.indexPathsForSelectedRows?.contains(path) == true
    return cell.isSelected == isSelected
      ? nil : Mismatch("selection", "\(place) is selected: \(isSelected), its cell: \(cell.isSelected)")
  }

  private func headerViews(_ table: UITableView) -> Mismatch? {
    guard headers == 2 else { return nil }
    for (section, content) in model.sections.enumerated() {
      guard let view = table.headerView(forSection: section) as? SceneHeader else { continue }
      guard view.section == content.id else {
        return Mismatch("header", "header \(section) shows \(view.section), the data has \(content.id)")
      }
    }
    return nil
  }

  private func selection(_ table: UITableView) -> Mismatch? {
    let found = (table.indexPathsForSelectedRows ?? []).map { model[$0]?.id ?? -1 }
    guard !found.contains(-1) else { return Mismatch("selection", "a row is selected that is not there") }
    if !isSelectionKnown {
      selected = Set(found)
      isSelectionKnown = true
    }
    return Set(found) == selected
      ? nil : Mismatch("selection", "rows \(found.sorted()) are selected, not \(selected.sorted())")
  }
}

// MARK: - Answers

extension TableScene: UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { model.sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    guard model.sections.indices.contains(section) else {
      note("stale path", "numberOfRows was asked for section \(section) of \(model.sections.count)")
      return 0
    }
    return model.sections[section].rows.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    guard let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path) as? SceneCell else {
      return UITableViewCell()
    }
    guard let row = model[path] else {
      note("stale path", "cellForRowAt was asked for \(Array(path)), the data has \(model.sections.map(\.rows.count))")
      return cell
    }
    cell.row = row
    cell.textLabel?.text = "row \(row.id)"
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    guard model.sections.indices.contains(section) else {
      note("stale path", "titleForHeader was asked for section \(section) of \(model.sections.count)")
      return nil
    }
    return headers == 1 ? "section \(model.sections[section].id)" : nil
  }

  func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { allowsEditing }

  func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath) {
    guard style == .delete else { return }
    guard model[path] != nil else { return note("stale path", "commit was called for \(Array(path))") }
    isSelectionKnown = false
    completions.wanted += 1
    journal.say("// the user deletes \(Array(path))")
    tableView.performBatchUpdates {
      if let row = self.model[path] { self.selected.remove(row.id) }
      self.model.sections[path.section].rows.remove(at: path.row)
      tableView.deleteRows(at: [path], with: .left)
    } completion: { _ in
      self.completions.called += 1
    }
    fire(.commit)
  }

  func tableView(_ tableView: UITableView, canMoveRowAt path: IndexPath) -> Bool { allowsEditing }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
    guard source != target, model[source] != nil else { return }
    journal.say("// the user moves \(Array(source)) to \(Array(target))")
    let row = model.sections[source.section].rows.remove(at: source.row)
    guard model.sections.indices.contains(target.section), target.row <= model.sections[target.section].rows.count
    else {
      return note("stale path", "moveRowAt was called for \(Array(source)) to \(Array(target))")
    }
    model.sections[target.section].rows.insert(row, at: target.row)
  }
}

/// The callbacks of both delegates: a table finds out what a delegate has, so one that gives no heights is a class of
/// its own.
@MainActor
private protocol SceneDelegate: UITableViewDelegate {
  var scene: TableScene { get }
}

extension SceneDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) { scene.fire(.didScroll) }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { scene.fire(.willBeginDragging) }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) { scene.fire(.didEndDragging) }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { scene.fire(.didEndDecelerating) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { scene.fire(.didEndScrollingAnimation) }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
    scene.willDisplay(cell, at: path)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
    scene.didEndDisplaying(cell, at: path)
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    scene.header(of: section, in: tableView)
  }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    scene.fire(.willDisplayHeader)
  }

  func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    scene.fire(.didEndDisplayingHeader)
  }

  func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) { scene.fire(.didHighlight) }
  func tableView(_ tableView: UITableView, didUnhighlightRowAt path: IndexPath) { scene.fire(.didUnhighlight) }

  func tableView(_ tableView: UITableView, willSelectRowAt path: IndexPath) -> IndexPath? {
    scene.fire(.willSelect)
    return path
  }

  func tableView(_ tableView: UITableView, willDeselectRowAt path: IndexPath) -> IndexPath? {
    scene.fire(.willDeselect)
    return path
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { scene.didSelect(path) }
  func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) { scene.didDeselect(path) }
  func tableView(_ tableView: UITableView, willBeginEditingRowAt path: IndexPath) { scene.fire(.willBeginEditing) }
  func tableView(_ tableView: UITableView, didEndEditingRowAt path: IndexPath?) { scene.fire(.didEndEditing) }
}

private final class UniformDelegate: NSObject, SceneDelegate {
  unowned let scene: TableScene
  init(_ scene: TableScene) { self.scene = scene }
}

private final class AskedDelegate: NSObject, SceneDelegate {
  unowned let scene: TableScene
  init(_ scene: TableScene) { self.scene = scene }
  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { scene.height(at: path) }
}

extension TableScene {
  fileprivate func willDisplay(_ cell: UITableViewCell, at path: IndexPath) {
    if !displayed.insert(ObjectIdentifier(cell)).inserted {
      note("pairing", "willDisplay was called twice for the cell at \(Array(path))")
    }
    if (cell as? SceneCell)?.row?.id != model[path]?.id {
      note("wrong row", "willDisplay names \(Array(path)) for a cell of row \((cell as? SceneCell)?.row?.id ?? -1)")
    }
    fire(.willDisplay)
  }

  fileprivate func didEndDisplaying(_ cell: UITableViewCell, at path: IndexPath) {
    if displayed.remove(ObjectIdentifier(cell)) == nil {
      note("pairing", "didEndDisplaying was called without willDisplay for the cell at \(Array(path))")
    }
    fire(.didEndDisplaying)
  }

  fileprivate func header(of section: Int, in table: UITableView) -> UIView? {
    guard model.sections.indices.contains(section) else {
      note("stale path", "viewForHeader was asked for section \(section) of \(model.sections.count)")
      return nil
    }
    guard headers == 2 else { return nil }
    let view = table.dequeueReusableHeaderFooterView(withIdentifier: "header") as? SceneHeader
    view?.section = model.sections[section].id
    return view
  }

  fileprivate func didSelect(_ path: IndexPath) {
    guard let row = model[path] else { return note("stale path", "didSelect was called for \(Array(path))") }
    if !allowsMultiple { selected = [] }
    selected.insert(row.id)
    fire(.didSelect)
  }

  fileprivate func didDeselect(_ path: IndexPath) {
    if let row = model[path] { selected.remove(row.id) }
    fire(.didDeselect)
  }
}

/// A cell that knows the row it shows and is as high as that says.
private final class SceneCell: UITableViewCell {
  var row: TableModel.Row?

  override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: row?.height ?? 44) }
}

/// A header that knows its section.
private final class SceneHeader: UITableViewHeaderFooterView {
  var section = 0
}
