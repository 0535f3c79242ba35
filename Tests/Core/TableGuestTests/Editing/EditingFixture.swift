import Foundation
import TestSupport

@testable import UIKitCore

/// A cell that writes down what it is told, with a view of its own beside the content view.
final class EditableCell: UITableViewCell {
  let own = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
  var log: [String] = []

  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    addSubview(own)
  }

  required init?(coder: NSCoder) { nil }

  override func setEditing(_ editing: Bool, animated: Bool) {
    log.append("set \(editing) \(animated ? "animated" : "at once")")
    super.setEditing(editing, animated: animated)
  }

  override func willTransition(to state: StateMask) { log.append("will \(state.rawValue)") }
  override func didTransition(to state: StateMask) { log.append("did \(state.rawValue)") }
}

/// Rows with numbers, which can be edited in any way.
@MainActor
final class EditableSource: NSObject, UITableViewDataSource, UITableViewDelegate {
  var sections: [[Int]]
  private var next = 1000
  private var calls: [String] = []
  var onEdit: ((UITableView, IndexPath) -> Void)?
  var onStyle: ((UITableView, IndexPath) -> Void)?
  var onCommit: ((UITableView, UITableViewCell.EditingStyle, IndexPath) -> Void)?
  var onCell: ((UITableView, IndexPath) -> Void)?
  var canEdit: (IndexPath) -> Bool = { _ in true }
  var canMove: (IndexPath) -> Bool = { _ in true }
  var style: (IndexPath) -> UITableViewCell.EditingStyle = { _ in .delete }
  var indents: (IndexPath) -> Bool = { _ in true }
  var level = 0
  var deleteTitle: String?

  init(_ sections: [Int]) {
    var first = 1
    self.sections = sections.map { count in
      defer { first += count }
      return Array(first..<first + count)
    }
  }

  func takeLog() -> [String] {
    defer { calls = [] }
    return calls
  }

  func makeRow() -> Int {
    next += 1
    return next
  }

  private func note(_ call: String, _ path: IndexPath) { calls.append("\(call) \(path.section).\(path.row)") }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    note("cell", path)
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    cell.textLabel?.text = "\(sections[path.section][path.row])"
    onCell?(tableView, path)
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Section \(section)" }

  func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool {
    note("canEdit", path)
    onEdit?(tableView, path)
    return canEdit(path)
  }

  func tableView(_ tableView: UITableView, canMoveRowAt path: IndexPath) -> Bool {
    note("canMove", path)
    return canMove(path)
  }

  func tableView(
    _ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath
  ) {
    note("commit\(style.rawValue)", path)
    if style != .none { onCommit?(tableView, style, path) }
  }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
    note("move", source)
    sections[target.section].insert(sections[source.section].remove(at: source.row), at: target.row)
  }

  func tableView(_ tableView: UITableView, editingStyleForRowAt path: IndexPath) -> UITableViewCell.EditingStyle {
    note("style", path)
    onStyle?(tableView, path)
    return style(path)
  }

  func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt path: IndexPath) -> Bool {
    note("indent", path)
    return indents(path)
  }

  func tableView(
    _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt path: IndexPath
  ) -> String? { deleteTitle }

  func tableView(_ tableView: UITableView, indentationLevelForRowAt path: IndexPath) -> Int { level }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { note("select", path) }

  func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) { note("deselect", path) }

  func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) { note("highlight", path) }
}

/// Rows that cannot be edited: only the methods that a data source must have.
@MainActor
final class BareSource: NSObject, UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 30 }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
  }
}

/// A table of rows that can be edited, which fills a window.
@MainActor
struct EditingFixture {
  let app: TestApplication
  let table: UITableView
  let source: EditableSource

  /// - Parameter sections: how many rows each has; each has a header of 28 points.
  init(
    _ sections: [Int] = [30], style: UITableView.Style = .plain, height: Double = 440,
    dataSource: UITableViewDataSource? = nil, prepare: (UITableView, EditableSource) -> Void = { _, _ in }
  ) {
    app = TestApplication(size: CGSize(width: 300, height: height))
    source = EditableSource(sections)
    table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: height), style: style)
    table.sectionHeaderTopPadding = 0
    table.register(EditableCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = dataSource ?? source
    if dataSource == nil { table.delegate = source }
    prepare(table, source)
    app.window.addSubview(table)
    app.frame()
    _ = source.takeLog()
    for cell in table.visibleCells { (cell as? EditableCell)?.log = [] }
  }

  func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

  func cell(_ row: Int, _ section: Int = 0) -> EditableCell? {
    table.cellForRow(at: path(row, section)) as? EditableCell
  }

  var cells: [EditableCell] { table.visibleCells.compactMap { $0 as? EditableCell } }

  /// What the cells show.
  var shown: [String] { table.visibleCells.map { $0.textLabel?.text ?? "" } }

  /// Where in the window the middle of a row is seen, `x` points from the left.
  func point(_ row: Int, _ section: Int = 0, x: Double) -> CGPoint {
    let rect = table.rectForRow(at: path(row, section))
    return CGPoint(x: x, y: rect.midY - table.contentOffset.y)
  }

  /// Presses the control at the left edge.
  func pressControl(_ row: Int, _ section: Int = 0) { app.click(at: point(row, section, x: 20)) }

  /// Starts or ends edit mode and lets it come about.
  func edit(_ isOn: Bool = true) {
    table.setEditing(isOn, animated: false)
    app.settle()
    _ = source.takeLog()
  }

  /// A data source that does as the user wants.
  func obey() {
    source.onCommit = { [unowned source] table, style, path in
      if style == .delete {
        source.sections[path.section].remove(at: path.row)
        table.deleteRows(at: [path], with: .fade)
      } else {
        source.sections[path.section].insert(source.makeRow(), at: path.row)
        table.insertRows(at: [path], with: .fade)
      }
    }
  }
}
