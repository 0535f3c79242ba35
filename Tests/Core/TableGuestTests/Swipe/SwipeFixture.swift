import Foundation
import TableModel
import TestSupport

@testable import UIKitCore

/// Rows with names, actions from properties, and every call about swiping written down.
@MainActor
final class SwipeTable: NSObject, UITableViewDataSource, UITableViewDelegate {
  var rows: [String]
  /// Nil answers are UIKit's "default".
  var trailing: ((IndexPath) -> UISwipeActionsConfiguration?)?
  var leading: ((IndexPath) -> UISwipeActionsConfiguration?)?
  var rowActions: [UITableViewRowAction]?
  var deleteTitle: String?
  var canEdit: (IndexPath) -> Bool = { _ in true }
  var style = UITableViewCell.EditingStyle.delete
  var onWillBegin: (() -> Void)?
  var onCommit: ((UITableView, IndexPath) -> Void)?
  private(set) var log: [String] = []

  init(_ count: Int) { rows = (0..<count).map { "row \($0)" } }

  func note(_ call: String) { log.append(call) }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Takes a row out of the data and the table.
  func delete(_ path: IndexPath, in table: UITableView, with animation: UITableView.RowAnimation = .fade) {
    rows.remove(at: path.row)
    table.deleteRows(at: [path], with: animation)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    cell.textLabel?.text = rows[path.row]
    return cell
  }

  func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { canEdit(path) }

  func tableView(
    _ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath
  ) {
    guard style != .none else { return }
    note("commit \(style) \(path.row)")
    onCommit?(tableView, path)
  }

  func tableView(_ tableView: UITableView, editingStyleForRowAt path: IndexPath) -> UITableViewCell.EditingStyle {
    style
  }

  func tableView(
    _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt path: IndexPath
  ) -> String? { deleteTitle }

  func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt path: IndexPath
  ) -> UISwipeActionsConfiguration? { leading?(path) }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt path: IndexPath
  ) -> UISwipeActionsConfiguration? { trailing?(path) }

  func tableView(_ tableView: UITableView, editActionsForRowAt path: IndexPath) -> [UITableViewRowAction]? {
    rowActions
  }

  func tableView(_ tableView: UITableView, willBeginEditingRowAt path: IndexPath) {
    note("willBegin \(path.row)")
    onWillBegin?()
  }

  func tableView(_ tableView: UITableView, didEndEditingRowAt path: IndexPath?) {
    note("didEnd \(path.map { "\($0.row)" } ?? "nil")")
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { note("didSelect \(path.row)") }
}

/// Notes what it is told about its state.
final class TransitionCell: UITableViewCell {
  var log: [String] = []
  var onTransition: (() -> Void)?

  override func willTransition(to state: StateMask) {
    super.willTransition(to: state)
    onTransition?()
    log.append("will \(state.rawValue)")
  }

  override func didTransition(to state: StateMask) {
    super.didTransition(to: state)
    log.append("did \(state.rawValue)")
  }
}

/// A table of rows 44 points high that fills a window of 300 by 440 points, and what drags them.
@MainActor
struct SwipeFixture {
  let app: TestApplication
  let table: UITableView
  let source: SwipeTable

  init(rows: Int = 20, style: UITableView.Style = .plain, prepare: (UITableView, SwipeTable) -> Void = { _, _ in }) {
    let size = CGSize(width: 300, height: 440)
    app = TestApplication(size: size)
    source = SwipeTable(rows)
    table = UITableView(frame: CGRect(origin: .zero, size: size), style: style)
    table.register(TransitionCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    table.delegate = source
    prepare(table, source)
    app.window.addSubview(table)
    app.frame()
  }

  /// The middle of a row, in window points.
  func point(_ row: Int, x: Double = 150) -> CGPoint {
    let rect = table.rectForRow(at: IndexPath(row: row, section: 0))
    return CGPoint(x: x, y: rect.midY - table.contentOffset.y)
  }

  func cell(_ row: Int) -> UITableViewCell? { table.cellForRow(at: IndexPath(row: row, section: 0)) }

  /// How far a row is from its place, to the right.
  func offset(_ row: Int) -> Double { cell(row).map { $0.frame.minX - table.sectionInset } ?? .nan }

  var swiped: SwipedRow? { table.swipe.row }
  var openRow: Int? { swiped?.position.row }
  var strip: SwipeActionsView? { swiped?.strip }

  /// Drags a row sideways without letting go. A touchpad's way is exact; the others lose the slop.
  func drag(_ row: Int, by distance: Double, with input: SwipeInput = .finger) {
    app.dragAcross(from: point(row), by: distance, with: input)
  }

  /// One delta of a touchpad, in points.
  func turn(by x: Double, _ y: Double = 0, at point: CGPoint, after seconds: TimeInterval = 0.01) {
    app.clock.advance(by: seconds)
    app.wheel(CGVector(dx: x / 60, dy: y / 60), isPrecise: true, at: point)
  }

  /// Lets go where the hand is; a still hand unless `moving`.
  func letGo(_ row: Int, at distance: Double, with input: SwipeInput = .finger, moving: Bool = false) {
    if !moving { app.clock.advance(by: 0.2) }
    app.letGoAcross(at: point(row, x: 150 + distance + (distance < 0 ? -10 : 10)), with: input)
  }

  /// Drags, waits, lets go and waits for everything to come to rest.
  func swipe(_ row: Int, by distance: Double, with input: SwipeInput = .finger) {
    drag(row, by: distance, with: input)
    letGo(row, at: distance, with: input)
    settle()
  }

  func settle() {
    app.settle()
    app.frame()
    table.checkInvariants()
  }

  /// The middle of a button of the open row, counted from the edge.
  func button(_ number: Int) -> CGPoint? {
    guard let strip, strip.buttons.indices.contains(number) else { return nil }
    let button = strip.buttons[number]
    return button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil)
  }

  /// Presses a button of the open row.
  func press(_ number: Int) {
    guard let place = button(number) else { return }
    app.click(at: place)
  }

  /// A configuration whose actions note their titles and then do `body`.
  func actions(
    _ titles: [String], style: UIContextualAction.Style = .normal, full: Bool = true,
    _ body: @escaping @MainActor (@escaping @Sendable (Bool) -> Void) -> Void = { _ in }
  ) -> UISwipeActionsConfiguration {
    let configuration = UISwipeActionsConfiguration(
      actions: titles.map { title in
        UIContextualAction(style: style, title: title) { [source] _, _, completion in
          source.note(title)
          body(completion)
        }
      })
    configuration.performsFirstActionWithFullSwipe = full
    return configuration
  }
}
