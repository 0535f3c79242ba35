import Foundation
import TableModel
import TableModelSupport
import TestSupport

@testable import UIKitCore

/// A data source whose rows have numbers of their own; every cell shows its row's number.
@MainActor
final class NumberedSource: NSObject, UITableViewDataSource {
  var content = NaiveTable()
  /// Rows asked for since the last `takeBound`, by number.
  private(set) var bound: [Int] = []
  var headers: [Int: String] = [:]
  var makesCell: ((UITableView, IndexPath) -> UITableViewCell)?
  /// Called in `cellForRowAt`, after the cell was made.
  var onCell: ((UITableView, IndexPath) -> Void)?
  var onCount: ((UITableView) -> Void)?

  func takeBound() -> [Int] {
    defer { bound = [] }
    return bound
  }

  func id(_ path: IndexPath) -> Int { content.sections[path.section].rows[path.row].id }

  func numberOfSections(in tableView: UITableView) -> Int { content.sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    onCount?(tableView)
    return content.sections[section].rows.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    bound.append(id(path))
    defer { onCell?(tableView, path) }
    if let makesCell { return makesCell(tableView, path) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    cell.textLabel?.text = "\(id(path))"
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    headers[content.sections[section].id]
  }
}

/// Gives every row its height, and follows displaying.
@MainActor
final class NumberedDelegate: NSObject, UITableViewDelegate {
  let source: NumberedSource
  /// Rows asked for their height, by number.
  private(set) var asked: [Int] = []
  private(set) var ended: [(id: String, path: IndexPath)] = []
  private(set) var shown: Set<ObjectIdentifier> = []
  private(set) var pairingErrors = 0
  var onHeight: ((UITableView) -> Void)?
  /// The view of a section's header.
  var header: ((Int) -> UIView?)?
  var onDisplay: ((UITableView, IndexPath) -> Void)?
  var onEnd: ((UITableView) -> Void)?

  init(_ source: NumberedSource) { self.source = source }

  func takeAsked() -> [Int] {
    defer { asked = [] }
    return asked
  }

  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    asked.append(source.id(path))
    defer { onHeight?(tableView) }
    return source.content.sections[path.section].rows[path.row].height
  }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { header?(section) }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
    if !shown.insert(ObjectIdentifier(cell)).inserted || cell.superview != nil { pairingErrors += 1 }
    onDisplay?(tableView, path)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
    if shown.remove(ObjectIdentifier(cell)) == nil || cell.superview != nil { pairingErrors += 1 }
    ended.append((cell.textLabel?.text ?? "", path))
    onEnd?(tableView)
  }
}

/// A table of numbered rows that fills a window.
@MainActor
struct UpdateFixture {
  let app: TestApplication
  let table: UITableView
  let source = NumberedSource()
  let delegate: NumberedDelegate

  /// - Parameter sections: how many rows each has; rows are numbered from 1, sections included.
  init(
    _ sections: [Int], style: UITableView.Style = .plain, height: Double = 440, rowHeight: Double = 44,
    hasDelegate: Bool = false, prepare: (UITableView, NumberedSource) -> Void = { _, _ in }
  ) {
    app = TestApplication(size: CGSize(width: 300, height: height))
    for count in sections {
      source.content.addSection(count, height: rowHeight)
    }
    delegate = NumberedDelegate(source)
    table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: height), style: style)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    if hasDelegate { table.delegate = delegate }
    prepare(table, source)
    app.window.addSubview(table)
    app.frame()
    _ = source.takeBound()
    _ = delegate.takeAsked()
  }

  func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

  /// Numbers of the rows on screen, as their cells show them.
  var shown: [Int] { table.visibleCells.map { Int($0.textLabel?.text ?? "") ?? -1 } }

  /// Numbers of the rows the data has at the visible paths.
  var expected: [Int] { (table.indexPathsForVisibleRows ?? []).map(source.id) }

  func cell(_ row: Int, _ section: Int = 0) -> UITableViewCell? { table.cellForRow(at: path(row, section)) }

  /// Where a view is seen, on the screen.
  func seen(_ view: UIView) -> CGRect {
    let shown = view.presentation ?? view.modelPresentation
    return CGRect(
      x: shown.origin.x, y: shown.origin.y - table.contentOffset.y, width: shown.bounds.width,
      height: shown.bounds.height)
  }

  /// Takes rows out of the data.
  func remove(_ rows: [Int], _ section: Int = 0) {
    for row in rows.sorted(by: >) { source.content.sections[section].rows.remove(at: row) }
  }

  /// Puts a row into the data.
  @discardableResult
  func add(at row: Int, _ section: Int = 0, height: Double = 44) -> Int {
    let new = source.content.makeRow(height: height)
    source.content.sections[section].rows.insert(new, at: row)
    return new.id
  }

  func delete(_ rows: [Int], _ section: Int = 0, with animation: UITableView.RowAnimation = .fade) {
    remove(rows, section)
    table.deleteRows(at: rows.map { path($0, section) }, with: animation)
  }

  @discardableResult
  func insert(
    at row: Int, _ section: Int = 0, height: Double = 44, with animation: UITableView.RowAnimation = .fade
  ) -> Int {
    let id = add(at: row, section, height: height)
    table.insertRows(at: [path(row, section)], with: animation)
    return id
  }

  /// Where a view's upper edge is seen, on the screen.
  func top(_ view: UIView) -> Double { Double(seen(view).minY) }

  /// Lays out, and goes on to the end of what moves.
  func settle() { app.settle() }

  /// Carries out a batch on data and table.
  func perform(_ batch: RandomBatch) {
    let animations: [UITableView.RowAnimation] = [.fade, .right, .left, .top, .bottom, .none, .middle, .automatic]
    func path(_ position: RowPosition) -> IndexPath { IndexPath(position) }
    table.performBatchUpdates {
      source.content = batch.after
      for (index, operation) in batch.operations.enumerated() {
        let animation = animations[index % animations.count]
        switch operation {
        case .deleteRow(let row): table.deleteRows(at: [path(row)], with: animation)
        case .insertRow(let row): table.insertRows(at: [path(row)], with: animation)
        case .reloadRow(let row): table.reloadRows(at: [path(row)], with: animation)
        case .reconfigureRow(let row): table.reconfigureRows(at: [path(row)])
        case .moveRow(let source, let target): table.moveRow(at: path(source), to: path(target))
        case .deleteSection(let section): table.deleteSections([section], with: animation)
        case .insertSection(let section): table.insertSections([section], with: animation)
        case .reloadSection(let section): table.reloadSections([section], with: animation)
        case .moveSection(let source, let target): table.moveSection(source, toSection: target)
        }
      }
    }
  }
}
