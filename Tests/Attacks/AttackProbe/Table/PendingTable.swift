import Foundation
import TestSupport
import UIKit

/// Updates of a table for which something else is due, in its window and out of it: what it shows at rest is compared
/// with a fresh table pixel by pixel.
///
/// A program begins with `pending`: style, sizing and the window's scale. `mark` makes something due and draws no frame,
/// `update` carries a batch out. What each number stands for is in `Mark`.
@MainActor
final class PendingTable: NSObject {
  /// How rows get their heights.
  enum Sizing: Int, CaseIterable {
    case uniform, asked, askedAtOnce, selfSized, selfSizedBadlyGuessed, mixed

    var measuresCells: Bool { self == .selfSized || self == .selfSizedBadlyGuessed || self == .mixed }
  }

  /// What makes something due.
  enum Mark: Int, CaseIterable {
    case reload, source, width, height, textSize, scale, rowHeight, editing, inset, header, appearance, direction
    case style, heights
  }

  static let scales: [CGFloat] = [1, 1.5, 2]
  private static let size = CGSize(width: 300, height: 440)

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var steps = [Step("pending", number(3), number(Sizing.allCases.count), number(scales.count), number(2))]
    for _ in 0...number(3) { steps.append(Step("section", number(20))) }
    if number(4) == 0 { steps.append(Step("mark", Mark.editing.rawValue, 1)) }
    steps.append(Step("settle"))
    if number(2) == 0 { steps.append(Step("offset", number(1001))) }
    if number(2) == 0 { steps.append(Step("select", number(1000))) }
    for _ in 0...number(3) {
      if number(2) == 0 { steps.append(Step("attached", number(2))) }
      for _ in 0...number(2) { steps.append(Step("mark", number(Mark.allCases.count), number(1000))) }
      steps.append(Step("update", number(100_000), 1 + number(3), number(6)))
      switch number(4) {
      case 0: steps.append(Step("frame", [1, 16, 100, 400][number(4)]))
      case 1: steps.append(Step("layout"))
      default: break
      }
    }
    return steps
  }

  private let journal: Journal
  private var model = TableModel()
  private var random = SeededRandom(seed: 0)
  private var style = UITableView.Style.plain
  private var sizing = Sizing.uniform
  private var hasHeaders = false
  private var scene: (app: TestApplication, table: UITableView)?
  private lazy var uniform = UniformRows()
  private lazy var asked = AskedRows(self)
  private var scale: CGFloat = 1
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
    switch step.verb {
    case "pending":
      style = [.plain, .grouped, .insetGrouped][step.choice(0, of: 3)]
      sizing = Sizing(rawValue: step.choice(1, of: Sizing.allCases.count)) ?? .uniform
      scale = Self.scales[step.choice(2, of: Self.scales.count)]
      hasHeaders = step.flag(3)
    case "section":
      if scene == nil { model.sections.append(model.makeSection(rows: step.choice(0, of: 40), &random)) }
    default: act(step)
    }
    if let fault { throw fault }
  }

  /// The window and the table, made when first asked for.
  private var shown: (app: TestApplication, table: UITableView) {
    if let scene { return scene }
    let app = PixelStage.shared.application(size: Self.size, scale: scale)
    journal.say("// \(sizing), rows: \(model.sections.map(\.rows.count)), headers: \(hasHeaders), scale \(scale)")
    let table = make()
    scene = (app, table)
    table.frame = app.window.bounds
    app.window.addSubview(table)
    app.settle()
    return (app, table)
  }

  /// A table that nothing has happened to.
  private func make() -> UITableView {
    let table = UITableView(frame: .zero, style: style)
    table.register(PendingCell.self, forCellReuseIdentifier: "cell")
    switch sizing {
    case .uniform: table.rowHeight = 44
    case .askedAtOnce: table.estimatedRowHeight = 0
    case .selfSizedBadlyGuessed: table.estimatedRowHeight = 300
    case .asked, .selfSized, .mixed: break
    }
    table.dataSource = self
    table.delegate = delegate
    return table
  }

  private var delegate: any UITableViewDelegate {
    switch sizing {
    case .uniform, .selfSized: uniform
    case .asked, .askedAtOnce, .selfSizedBadlyGuessed, .mixed: asked
    }
  }

  fileprivate func height(at path: IndexPath) -> CGFloat {
    guard let row = model[path] else {
      if fault == nil { fault = Mismatch("stale path", "heightForRowAt was asked for \(Array(path))") }
      return 44
    }
    // An accessory is 20 points high, and is drawn over the row before or after a lower one: over which follows from the order
    // in which cells came.
    let height = max(24, row.height)
    switch sizing {
    case .selfSizedBadlyGuessed: return UITableView.automaticDimension
    case .mixed: return row.id % 2 == 0 ? UITableView.automaticDimension : height
    case .uniform, .asked, .askedAtOnce, .selfSized: return height
    }
  }

  private func act(_ step: Step) {
    let (app, table) = shown
    switch step.verb {
    case "settle": app.settle()
    case "frame": app.frame(after: Double(step.choice(0, of: 1000)) / 1000)
    case "layout":
      journal.say("table.layoutIfNeeded()")
      table.layoutIfNeeded()
    case "offset":
      let y = (highest(table) * CGFloat(step.choice(0, of: 1001)) / 1000).rounded(.down)
      journal.say("table.contentOffset.y = \(y)")
      table.contentOffset.y = y
    case "select":
      let paths = model.paths.filter { $0.section < table.numberOfSections }.filter {
        $0.row < table.numberOfRows(inSection: $0.section)
      }
      guard !paths.isEmpty else { return }
      let path = paths[step.choice(0, of: paths.count)]
      journal.say("table.selectRow(at: \(Array(path)), animated: false, scrollPosition: .none)")
      table.selectRow(at: path, animated: false, scrollPosition: .none)
    case "attached":
      guard (table.superview != nil) != step.flag(0) else { return }
      journal.say(step.flag(0) ? "window.addSubview(table)" : "table.removeFromSuperview()")
      if step.flag(0) { app.window.addSubview(table) } else { table.removeFromSuperview() }
    case "mark": mark(Mark(rawValue: step.choice(0, of: Mark.allCases.count)) ?? .reload, step[1], app, table)
    case "update": update(step, table)
    default: fault = Mismatch("program", "no step is named \(step.verb)")
    }
  }

  private func mark(_ mark: Mark, _ number: Int, _ app: TestApplication, _ table: UITableView) {
    journal.say("// mark: \(mark) \(number)")
    switch mark {
    case .reload:
      model = TableBatch(on: model, edits: number % 4, seed: number).model
      table.reloadData()
    case .source:
      table.dataSource = nil
      model = TableBatch(on: model, edits: number % 4, seed: number).model
      table.dataSource = self
    case .width: table.frame.size.width = [300, 220, 261, 180][number % 4]
    case .height: table.frame.size.height = [440, 300, 120, 381][number % 4]
    case .textSize: press(["+", "-", "0", "+"][number % 4], app)
    case .scale:
      app.platformWindow.scale = Self.scales[number % Self.scales.count]
      app.application.handle(.window(.displayChanged))
    case .rowHeight: if sizing == .uniform { table.rowHeight = [44, 30, 61][number % 3] }
    case .editing: table.setEditing(number % 2 == 1, animated: number % 3 == 0)
    case .inset:
      table.contentInset = UIEdgeInsets(
        top: CGFloat(number % 3 * 20), left: 0, bottom: CGFloat(number % 2 * 31), right: 0)
    case .header:
      let height = CGFloat(number % 3 * 40)
      table.tableHeaderView = height > 0 ? UIView(frame: CGRect(x: 0, y: 0, width: 10, height: height)) : nil
      table.tableHeaderView?.backgroundColor = .systemTeal
    case .appearance: app.application.preferredInterfaceStyle = number % 2 == 0 ? .light : .dark
    case .direction: table.semanticContentAttribute = number % 2 == 0 ? .unspecified : .forceRightToLeft
    case .style: table.separatorInset = UIEdgeInsets(top: 0, left: CGFloat(number % 3 * 20), bottom: 0, right: 0)
    case .heights:
      table.beginUpdates()
      table.endUpdates()
    }
  }

  private func press(_ characters: String, _ app: TestApplication) {
    app.application.handle(
      .keyDown(
        InputEvent.Key(
          code: .init(rawValue: 46), characters: characters, modifiers: .control, timestamp: app.clock.now)))
  }

  /// - Parameter step: seed, edits, and how they are told: animated or not, in a block or between two calls.
  private func update(_ step: Step, _ table: UITableView) {
    func edit() {
      let batch = TableBatch(on: model, edits: step.choice(1, of: 20), seed: step[0])
      model = batch.model
      for (index, call) in batch.calls.enumerated() {
        let animation = UITableView.RowAnimation(rawValue: (step[0] + index) % 7) ?? .automatic
        journal.say("  " + call.words(animation))
        call.make(on: table, with: animation)
      }
      journal.say("  // rows are now \(model.sections.map(\.rows.count))")
    }
    func tell() {
      if step.flag(2) {
        journal.say("table.beginUpdates()")
        table.beginUpdates()
        edit()
        journal.say("table.endUpdates()")
        table.endUpdates()
      } else {
        completions.wanted += 1
        journal.say("table.performBatchUpdates {")
        table.performBatchUpdates(edit) { [weak self] _ in self?.completions.called += 1 }
        journal.say("}")
      }
    }
    if step.choice(2, of: 6) < 4 { tell() } else { UIView.performWithoutAnimation(tell) }
  }

  // MARK: Comparing

  private func highest(_ table: UITableView) -> CGFloat {
    max(
      -table.adjustedContentInset.top,
      table.contentSize.height + table.adjustedContentInset.bottom - table.bounds.height)
  }

  /// Brings the table to rest in its window, and compares it with a fresh one.
  func finish() throws(Mismatch) {
    let (app, table) = shown
    if table.superview == nil { app.window.addSubview(table) }
    app.settle()
    if let fault { throw fault }
    guard completions.called == completions.wanted else {
      throw Mismatch("completions", "\(completions.called) of \(completions.wanted) batches called their completion")
    }
    guard table.hasUncommittedUpdates == false else {
      throw Mismatch("updates", "there are uncommitted updates at rest")
    }
    let found = try pictures(table, app)
    let fresh = make()
    fresh.rowHeight = table.rowHeight
    fresh.semanticContentAttribute = table.semanticContentAttribute
    fresh.separatorInset = table.separatorInset
    fresh.contentInset = table.contentInset
    fresh.frame = table.frame
    if let header = table.tableHeaderView {
      fresh.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: header.frame.height))
      fresh.tableHeaderView?.backgroundColor = header.backgroundColor
    }
    fresh.setEditing(table.isEditing, animated: false)
    let selected = table.indexPathsForSelectedRows ?? []
    table.removeFromSuperview()
    app.window.addSubview(fresh)
    app.settle()
    for path in selected {
      guard model[path] != nil else { throw Mismatch("selection", "\(Array(path)) is selected and not there") }
      fresh.selectRow(at: path, animated: false, scrollPosition: .none)
    }
    let wanted = try pictures(fresh, app)
    fresh.removeFromSuperview()
    if let fault { throw fault }
    for (left, right) in zip(found, wanted) {
      if let (row, other) = zip(left.all, right.all).first(where: { $0 != $1 }) {
        throw Mismatch("geometry", "there is \(row), in a fresh table \(other)")
      }
      if left.content != right.content {
        throw Mismatch(
          "content", "at \(left.offset) the content measures \(left.content), of a fresh table \(right.content)")
      }
      if left.rows != right.rows {
        throw Mismatch("rows", "at \(left.offset) there are \(left.rows), in a fresh table \(right.rows)")
      }
      if let difference = left.picture.difference(to: right.picture) {
        throw Mismatch("pixels", "at \(left.offset) \(difference) are not those of a fresh table: \(left.rows)")
      }
    }
  }

  private typealias Look = (
    offset: CGFloat, content: CGSize, all: [String], rows: [String], picture: PixelStage.Picture
  )

  /// What a table shows at the top, in the middle and at the end, when all of its rows have been on screen.
  private func pictures(_ table: UITableView, _ app: TestApplication) throws(Mismatch) -> [Look] {
    app.window.endEditing(true)
    _ = table.resignFirstResponder()
    let lowest = -table.adjustedContentInset.top
    var y = lowest
    repeat {
      table.contentOffset.y = y
      app.frame()
      y += max(20, table.bounds.height / 2)
    } while y < highest(table)
    // What is measured at the end moves it.
    for _ in 0..<20 where table.contentOffset.y != highest(table) {
      table.contentOffset.y = highest(table)
      app.frame()
    }
    app.settle()
    var looks: [Look] = []
    for share in [0, 0.5, 1] as [CGFloat] {
      let offset = (lowest + (highest(table) - lowest) * share).rounded(.down)
      table.contentOffset.y = offset
      app.settle()
      let rows = zip(table.indexPathsForVisibleRows ?? [], table.visibleCells).map { path, cell in
        "\(Array(path)) \(cell.frame) \(cell.textLabel?.text ?? "")"
      }
      let all = model.paths.map { "row \(Array($0)) at \(table.rectForRow(at: $0))" }
      looks.append((offset, table.contentSize, all, rows, try PixelStage.shared.picture(of: app)))
    }
    return looks
  }
}

extension PendingTable: UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { model.sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    model.sections.indices.contains(section) ? model.sections[section].rows.count : 0
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    hasHeaders && model.sections.indices.contains(section) ? "Section \(model.sections[section].id)" : nil
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    guard let row = model[path] else {
      if fault == nil { fault = Mismatch("stale path", "cellForRowAt was asked for \(Array(path))") }
      return cell
    }
    cell.textLabel?.text = (["\(row.id).\(row.version)"] + Array(repeating: "word", count: row.id * 7 % 23))
      .joined(separator: " ")
    cell.accessoryType = row.id % 5 == 0 ? .disclosureIndicator : .none
    return cell
  }

  /// By the row itself: a row that is moved keeps its answer.
  func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { (model[path]?.id ?? 0) % 3 != 2 }

  func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath) {}
}

/// Gives no heights.
private final class UniformRows: NSObject, UITableViewDelegate {}

private final class AskedRows: NSObject, UITableViewDelegate {
  private unowned let scene: PendingTable
  init(_ scene: PendingTable) { self.scene = scene }
  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { scene.height(at: path) }
}

/// A text of as many lines as it needs.
private final class PendingCell: UITableViewCell {
  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    textLabel?.numberOfLines = 0
  }

  required init?(coder: NSCoder) { nil }
}

/// Updates of a table while something else is due, in and out of a window, compared pixel by pixel with a fresh one.
enum PendingTableAttack: Attack {
  static let name = "pending-table"
  static let stage = Stage.fakes

  static func program(using random: inout SeededRandom) -> [Step] { PendingTable.program(using: &random) }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    let scene = PendingTable(journal)
    defer { scene.close() }
    for step in program { try scene.carryOut(step) }
    try scene.finish()
  }
}
