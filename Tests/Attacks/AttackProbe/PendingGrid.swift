import Foundation
import TestSupport
import UIKit
import UIKitGrid

/// Updates of a grid for which something else is due, in its window and out of it: what it shows at rest is compared with
/// a fresh grid pixel by pixel.
///
/// A program begins with `pending`: lengths, the window's scale, rows and columns. `mark` makes something due and draws no
/// frame, `update` tells of lines that changed. What each number stands for is in `Mark`.
@MainActor
final class PendingGrid: NSObject {
  /// How lines get their lengths.
  enum Lengths: Int, CaseIterable { case uniform, asked, selfSized }

  /// What makes something due.
  enum Mark: Int, CaseIterable {
    case reload, source, width, height, textSize, scale, lengths, pins, items, given, appearance, direction, delegate
  }

  private static let size = CGSize(width: 400, height: 300)

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var steps = [
      Step(
        "pending", number(Lengths.allCases.count), number(PendingTable.scales.count), number(number(4) == 0 ? 4 : 50),
        number(number(4) == 0 ? 4 : 20)),
      Step("settle"),
    ]
    if number(2) == 0 { steps.append(Step("offset", number(1001), number(1001))) }
    if number(2) == 0 { steps.append(Step("select", number(1000), number(1000), number(3), number(3))) }
    for _ in 0...number(3) {
      if number(2) == 0 { steps.append(Step("attached", number(2))) }
      for _ in 0...number(2) { steps.append(Step("mark", number(Mark.allCases.count), number(1000), number(1000))) }
      steps.append(Step("update", number(100_000), number(4), number(4)))
      switch number(4) {
      case 0: steps.append(Step("frame", [1, 16, 100, 400][number(4)]))
      case 1: steps.append(Step("layout"))
      default: break
      }
    }
    return steps
  }

  private let journal: Journal
  /// An identity for each row and column; a cell shows both.
  private var rows: [Int] = []
  private var columns: [Int] = []
  private var nextIdentity = 0
  private var version = 0
  private var lengths = Lengths.uniform
  private var scale: CGFloat = 1
  /// The lengths that lines were given, by identity, since the last reload.
  private var given = (rows: [Int: CGFloat](), columns: [Int: CGFloat]())
  private var scene: (app: TestApplication, grid: GridView)?
  private lazy var asked = AskedLines(self)
  private lazy var silent = SilentLines()
  /// A reload may be due: lines have no numbers yet by which they could be given lengths.
  private var isReloadDue = false
  private var fault: Mismatch?
  private var completions = (wanted: 0, called: 0)

  init(_ journal: Journal) { self.journal = journal }

  func close() {
    let last = scene
    scene = nil
    withExtendedLifetime(last) {}
  }

  // MARK: Steps

  func carryOut(_ step: Step) throws(Mismatch) {
    if step.verb == "pending" {
      lengths = Lengths(rawValue: step.choice(0, of: Lengths.allCases.count)) ?? .uniform
      scale = PendingTable.scales[step.choice(1, of: PendingTable.scales.count)]
      rows = identities(step.choice(2, of: 60))
      columns = identities(step.choice(3, of: 30))
    } else {
      act(step)
    }
    if let fault { throw fault }
  }

  private func identities(_ count: Int) -> [Int] {
    (0..<count).map { _ in
      nextIdentity += 1
      return nextIdentity
    }
  }

  /// The window and the grid, made when first asked for.
  private var shown: (app: TestApplication, grid: GridView) {
    if let scene { return scene }
    let app = PixelStage.shared.application(size: Self.size, scale: scale)
    journal.say("// \(lengths), \(rows.count) rows, \(columns.count) columns, scale \(scale)")
    let grid = make()
    scene = (app, grid)
    grid.frame = app.window.bounds
    app.window.addSubview(grid)
    app.settle()
    return (app, grid)
  }

  /// A grid that nothing has happened to.
  private func make() -> GridView {
    let grid = GridView(frame: .zero)
    grid.register(PendingGridCell.self, forCellReuseIdentifier: "cell")
    if lengths == .selfSized { grid.rowHeight = GridView.automaticDimension }
    grid.dataSource = self
    grid.delegate = delegate
    return grid
  }

  private var delegate: any GridViewDelegate {
    switch lengths {
    case .asked: asked
    case .uniform, .selfSized: silent
    }
  }

  private func act(_ step: Step) {
    let (app, grid) = shown
    switch step.verb {
    case "settle": app.settle()
    case "frame": app.frame(after: Double(step.choice(0, of: 1000)) / 1000)
    case "layout":
      journal.say("grid.layoutIfNeeded()")
      grid.layoutIfNeeded()
    case "offset":
      let end = end(of: grid)
      grid.contentOffset = CGPoint(
        x: (end.x * CGFloat(step.choice(0, of: 1001)) / 1000).rounded(.down),
        y: (end.y * CGFloat(step.choice(1, of: 1001)) / 1000).rounded(.down))
      journal.say("grid.contentOffset = \(grid.contentOffset)")
    case "select":
      guard !rows.isEmpty, !columns.isEmpty else { return }
      let (row, column) = (step.choice(0, of: rows.count), step.choice(1, of: columns.count))
      let range = GridRange(
        rows: row..<min(rows.count, row + 1 + step.choice(2, of: 3)),
        columns: column..<min(columns.count, column + 1 + step.choice(3, of: 3)))
      journal.say("grid.select(\(range))")
      grid.select(range)
    case "attached":
      guard (grid.superview != nil) != step.flag(0) else { return }
      journal.say(step.flag(0) ? "window.addSubview(grid)" : "grid.removeFromSuperview()")
      if step.flag(0) { app.window.addSubview(grid) } else { grid.removeFromSuperview() }
    case "mark": mark(Mark(rawValue: step.choice(0, of: Mark.allCases.count)) ?? .reload, step, app, grid)
    case "update": update(step, grid)
    default: fault = Mismatch("program", "no step is named \(step.verb)")
    }
  }

  private func mark(_ mark: Mark, _ step: Step, _ app: TestApplication, _ grid: GridView) {
    let number = step.choice(1, of: 1000)
    journal.say("// mark: \(mark) \(number)")
    switch mark {
    case .reload, .source:
      if mark == .source { grid.dataSource = nil }
      version += 1
      isReloadDue = true
      given = ([:], [:])
      if number % 3 == 0 { rows.shuffle(using: &random) }
      if mark == .source { grid.dataSource = self } else { grid.reloadData() }
    // A line that headers and pinned lines leave no room for is never asked for its length.
    case .width: grid.frame.size.width = [400, 300, 221, lengths == .uniform ? 60 : 180][number % 4]
    case .height: grid.frame.size.height = [300, 200, 101, lengths == .uniform ? 40 : 80][number % 4]
    case .textSize: press(["+", "-", "0", "+"][number % 4], app)
    case .scale:
      app.platformWindow.scale = PendingTable.scales[number % PendingTable.scales.count]
      app.application.handle(.window(.displayChanged))
    case .lengths:
      switch number % 4 {
      case 0: if lengths != .selfSized { grid.rowHeight = [24, 31, 50][number % 3] }
      case 1: grid.columnWidth = [96, 61, 140][number % 3]
      case 2: grid.columnHeaderHeight = [24, 0, 41][number % 3]
      default: grid.rowHeaderWidth = [64, 0, 30][number % 3]
      }
    case .pins where lengths != .uniform: break
    case .pins: (grid.pinnedRowCount, grid.pinnedColumnCount) = (number % 3, number / 3 % 3)
    case .items:
      version += 1
      grid.reloadItems(in: GridRange(rows: 0..<100, columns: 0..<100))
    case .given: give(step, grid)
    case .appearance: app.application.preferredInterfaceStyle = number % 2 == 0 ? .light : .dark
    case .direction: grid.semanticContentAttribute = number % 2 == 0 ? .unspecified : .forceRightToLeft
    case .delegate:
      grid.delegate = nil
      grid.delegate = delegate
    }
  }

  /// Gives a line a length. Where a delegate gives lengths, they are asked of it again sooner or later.
  private func give(_ step: Step, _ grid: GridView) {
    if isReloadDue { grid.layoutIfNeeded() }
    isReloadDue = false
    guard lengths != .asked, grid.numberOfRows == rows.count, grid.numberOfColumns == columns.count else { return }
    let length = CGFloat([0, 12, 40, 90][step.choice(2, of: 4)])
    if step.flag(1), !rows.isEmpty {
      let row = step.choice(1, of: rows.count)
      journal.say("grid.setHeight(\(length), ofRow: \(row))")
      grid.setHeight(length, ofRow: row)
      given.rows[rows[row]] = length
    } else if !columns.isEmpty {
      let column = step.choice(1, of: columns.count)
      journal.say("grid.setWidth(\(length), ofColumn: \(column))")
      grid.setWidth(length, ofColumn: column)
      given.columns[columns[column]] = length
    }
  }

  private var random = SeededRandom(seed: 0)

  private func press(_ characters: String, _ app: TestApplication) {
    app.application.handle(
      .keyDown(
        InputEvent.Key(
          code: .init(rawValue: 46), characters: characters, modifiers: .control, timestamp: app.clock.now)))
  }

  /// - Parameter step: seed, the kind of change, and how it is told: in a block or by single calls after the data has
  ///   changed, animated or not.
  private func update(_ step: Step, _ grid: GridView) {
    var random = SeededRandom(seed: step[0])
    let isRows = Bool.random(using: &random)
    var lines = isRows ? rows : columns
    var calls: [() -> Void] = []
    switch step.choice(1, of: 4) {
    case 0:
      let place = Int.random(in: 0...lines.count, using: &random)
      let count = Int.random(in: 1...3, using: &random)
      lines.insert(contentsOf: identities(count), at: place)
      journal.say("grid.insert\(isRows ? "Rows" : "Columns")(at: \(place)..<\(place + count))")
      let set = IndexSet(place..<place + count)
      calls.append { if isRows { grid.insertRows(at: set) } else { grid.insertColumns(at: set) } }
    case 1:
      guard !lines.isEmpty else { return }
      let place = Int.random(in: lines.indices, using: &random)
      let count = min(Int.random(in: 1...3, using: &random), lines.count - place)
      lines.removeSubrange(place..<place + count)
      journal.say("grid.delete\(isRows ? "Rows" : "Columns")(at: \(place)..<\(place + count))")
      let set = IndexSet(place..<place + count)
      calls.append { if isRows { grid.deleteRows(at: set) } else { grid.deleteColumns(at: set) } }
    case 2:
      guard lines.count > 1 else { return }
      let (from, to) = (Int.random(in: lines.indices, using: &random), Int.random(in: lines.indices, using: &random))
      guard from != to else { return }
      lines.insert(lines.remove(at: from), at: to)
      journal.say("grid.move\(isRows ? "Row" : "Column")(\(from), to: \(to))")
      calls.append { if isRows { grid.moveRow(from, to: to) } else { grid.moveColumn(from, to: to) } }
    default:
      version += 1
      journal.say("grid.reloadItems(in: all)")
      calls.append { grid.reloadItems(in: GridRange(rows: 0..<100, columns: 0..<100)) }
    }
    func tell() {
      if step.flag(2) {
        completions.wanted += 1
        grid.performBatchUpdates {
          if isRows { rows = lines } else { columns = lines }
          for call in calls { call() }
        } completion: { [weak self] _ in
          self?.completions.called += 1
        }
      } else {
        if isRows { rows = lines } else { columns = lines }
        for call in calls { call() }
      }
    }
    if step.choice(2, of: 4) < 2 { tell() } else { UIView.performWithoutAnimation(tell) }
    if grid.numberOfRows != rows.count || grid.numberOfColumns != columns.count, !waitsForLoad(step) {
      fault = Mismatch(
        "counts", "\(grid.numberOfRows) x \(grid.numberOfColumns) in place of \(rows.count) x \(columns.count)")
    }
  }

  /// Whether the grid was told of nothing that has it know the counts.
  private func waitsForLoad(_ step: Step) -> Bool { step.choice(1, of: 4) == 3 }

  // MARK: Comparing

  private func end(of grid: GridView) -> CGPoint {
    CGPoint(
      x: max(0, grid.contentSize.width - grid.bounds.width), y: max(0, grid.contentSize.height - grid.bounds.height))
  }

  /// Brings the grid to rest in its window, and compares it with a fresh one.
  func finish() throws(Mismatch) {
    let (app, grid) = shown
    if grid.superview == nil { app.window.addSubview(grid) }
    app.settle()
    grid.checkInvariants()
    if let fault { throw fault }
    guard completions.called == completions.wanted else {
      throw Mismatch("completions", "\(completions.called) of \(completions.wanted) batches called their completion")
    }
    guard grid.numberOfRows == rows.count, grid.numberOfColumns == columns.count else {
      throw Mismatch(
        "counts", "\(grid.numberOfRows) x \(grid.numberOfColumns) in place of \(rows.count) x \(columns.count)")
    }
    // Of more cells which one is active follows from what happened.
    if grid.selectedRanges.count > 1 || (grid.selectedRanges.first?.count ?? 0) > 1 {
      grid.select(GridRange(rows: 0..<0, columns: 0..<0))
    }
    giveColumn(to: grid, app)
    let found = try pictures(grid, app)
    let selected = grid.selectedRanges
    let fresh = make()
    (fresh.pinnedRowCount, fresh.pinnedColumnCount) = (grid.pinnedRowCount, grid.pinnedColumnCount)
    for (path, category) in Self.lengthPaths where grid[keyPath: path] != category(grid) {
      fresh[keyPath: path] = grid[keyPath: path]
    }
    fresh.semanticContentAttribute = grid.semanticContentAttribute
    fresh.frame = grid.frame
    grid.removeFromSuperview()
    app.window.addSubview(fresh)
    app.settle()
    for (row, identity) in rows.enumerated() {
      if let height = given.rows[identity] { fresh.setHeight(height, ofRow: row) }
    }
    for (column, identity) in columns.enumerated() {
      if let width = given.columns[identity] { fresh.setWidth(width, ofColumn: column) }
    }
    if let range = selected.last { fresh.select(range) }
    app.settle()
    let wanted = try pictures(fresh, app)
    fresh.removeFromSuperview()
    if let fault { throw fault }
    for (left, right) in zip(found, wanted) {
      if left.content != right.content {
        throw Mismatch(
          "content", "at \(left.offset) the content measures \(left.content), of a fresh grid \(right.content)")
      }
      if left.cells != right.cells {
        let cells = zip(left.cells, right.cells).first { $0 != $1 }
        throw Mismatch(
          "cells",
          "at \(left.offset) there is \(cells?.0 ?? "\(left.cells.count) cells"), in a fresh grid \(cells?.1 ?? "\(right.cells.count)")"
        )
      }
      if let difference = left.picture.difference(to: right.picture) {
        throw Mismatch("pixels", "at \(left.offset) \(difference) are not those of a fresh grid")
      }
    }
  }

  /// Where cells decide about heights, and no column has any, the heights are those from when there were some: gives the
  /// grid a column and has it loaded.
  private func giveColumn(to grid: GridView, _ app: TestApplication) {
    guard lengths == .selfSized, !columns.contains(where: { given.columns[$0] != 0 }) else { return }
    columns += identities(1)
    given = ([:], [:])
    grid.reloadData()
    app.settle()
  }

  /// The lengths that a grid has until others are set, which grow with the size of text.
  private static let lengthPaths: [(ReferenceWritableKeyPath<GridView, CGFloat>, (GridView) -> CGFloat)] = [
    (\.rowHeight, { usual(24, $0) }), (\.columnWidth, { usual(96, $0) }), (\.columnHeaderHeight, { usual(24, $0) }),
    (\.rowHeaderWidth, { usual(64, $0) }),
  ]

  private static func usual(_ length: CGFloat, _ grid: GridView) -> CGFloat {
    UIFontMetrics.default.scaledValue(for: length, compatibleWith: grid.traitCollection)
  }

  private typealias Look = (offset: CGPoint, content: CGSize, cells: [String], picture: PixelStage.Picture)

  /// What a grid shows in three places, when all of its lines have been on screen.
  private func pictures(_ grid: GridView, _ app: TestApplication) throws(Mismatch) -> [Look] {
    app.window.endEditing(true)
    _ = grid.resignFirstResponder()
    for isVertical in [true, false] {
      var place: CGFloat = 0
      repeat {
        grid.contentOffset = isVertical ? CGPoint(x: grid.contentOffset.x, y: place) : CGPoint(x: place, y: 0)
        app.frame()
        place += 20
      } while place <= (isVertical ? end(of: grid).y : end(of: grid).x)
      for _ in 0..<20 where grid.contentOffset != end(of: grid) {
        grid.contentOffset = end(of: grid)
        app.frame()
      }
    }
    app.settle()
    var looks: [Look] = []
    for share in [0, 0.5, 1] as [CGFloat] {
      let end = end(of: grid)
      let offset = CGPoint(x: (end.x * share).rounded(.down), y: (end.y * share).rounded(.down))
      grid.contentOffset = offset
      app.settle()
      let cells = grid.visibleCells.map { cell in
        let frame = grid.convert(cell.bounds, from: cell)
        return "\((cell as? GridTextCell)?.textLabel.text ?? "") \(frame) \(cell.alpha)"
      }
      looks.append((offset, grid.contentSize, cells, try PixelStage.shared.picture(of: app)))
    }
    return looks
  }

  fileprivate func length(ofRow row: Int) -> CGFloat {
    guard rows.indices.contains(row) else { return miss("a height", row) }
    return [0, 8, 24, 24, 60][rows[row] % 5]
  }

  fileprivate func length(ofColumn column: Int) -> CGFloat {
    guard columns.indices.contains(column) else { return miss("a width", column) }
    return [0, 30, 96, 96, 200][columns[column] % 5]
  }

  private func miss(_ what: String, _ line: Int) -> CGFloat {
    if fault == nil { fault = Mismatch("places", "\(what) was asked for line \(line)") }
    return 24
  }
}

extension PendingGrid: GridViewDataSource {
  func numberOfRows(in gridView: GridView) -> Int { rows.count }
  func numberOfColumns(in gridView: GridView) -> Int { columns.count }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    guard rows.indices.contains(position.row), columns.indices.contains(position.column) else {
      _ = miss("a cell", position.row)
      return cell
    }
    (cell as? PendingGridCell)?.show(rows[position.row], columns[position.column], version)
    return cell
  }
}

/// Gives no lengths.
private final class SilentLines: NSObject, GridViewDelegate {}

private final class AskedLines: NSObject, GridViewDelegate {
  private unowned let scene: PendingGrid
  init(_ scene: PendingGrid) { self.scene = scene }
  func gridView(_ gridView: GridView, heightForRow row: Int) -> CGFloat { scene.length(ofRow: row) }
  func gridView(_ gridView: GridView, widthForColumn column: Int) -> CGFloat { scene.length(ofColumn: column) }
}

/// A text of as many lines as its row has in any column.
private final class PendingGridCell: GridTextCell {
  private var row = 0

  func show(_ row: Int, _ column: Int, _ version: Int) {
    self.row = row
    textLabel.text = "\(row):\(column) \(version)"
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(
      width: 60,
      height: UIFontMetrics.default.scaledValue(for: CGFloat(20 + row % 5 * 9), compatibleWith: traitCollection))
  }
}

/// Updates of a grid while something else is due, in and out of a window, compared pixel by pixel with a fresh one.
enum PendingGridAttack: Attack {
  static let name = "pending-grid"
  static let stage = Stage.fakes

  static func program(using random: inout SeededRandom) -> [Step] { PendingGrid.program(using: &random) }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    let scene = PendingGrid(journal)
    defer { scene.close() }
    for step in program { try scene.carryOut(step) }
    try scene.finish()
  }
}
