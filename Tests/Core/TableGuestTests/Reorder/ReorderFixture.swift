import Foundation
import TableModelSupport
import TestSupport

@testable import UIKitCore

/// A data source whose numbered rows can be moved.
@MainActor
final class MovableSource: NSObject, UITableViewDataSource {
  var content = NaiveTable()
  private(set) var moves: [[IndexPath]] = []
  private(set) var boundCount = 0
  /// Called by `moveRowAt` in place of the change of the data, which it may make.
  var onMove: ((UITableView, IndexPath, IndexPath) -> Void)?

  func numberOfSections(in tableView: UITableView) -> Int { content.sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    content.sections[section].rows.count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    boundCount += 1
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    cell.textLabel?.text = "\(content.sections[path.section].rows[path.row].id)"
    return cell
  }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
    // The table asks once for nothing.
    guard source != target else { return }
    moves.append([source, target])
    if let onMove { onMove(tableView, source, target) } else { move(source, to: target) }
  }

  func move(_ source: IndexPath, to target: IndexPath) {
    let row = content.sections[source.section].rows.remove(at: source.row)
    content.sections[target.section].rows.insert(row, at: target.row)
  }
}

/// Gives rows their heights, retargets, and follows displaying.
@MainActor
final class MoveDelegate: NSObject, UITableViewDelegate {
  let source: MovableSource
  /// Places asked about.
  private(set) var proposals: [IndexPath] = []
  var retarget: ((UITableView, IndexPath) -> IndexPath)?
  var onEndAnimation: (() -> Void)?
  var onWillDisplay: (() -> Void)?
  var onEndDisplaying: (() -> Void)?
  private(set) var shown: Set<ObjectIdentifier> = []
  private(set) var pairingErrors = 0

  init(_ source: MovableSource) { self.source = source }

  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    source.content.sections[path.section].rows[path.row].height
  }

  func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    proposals.append(proposed)
    return retarget?(tableView, proposed) ?? proposed
  }

  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { onEndAnimation?() }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
    if !shown.insert(ObjectIdentifier(cell)).inserted { pairingErrors += 1 }
    onWillDisplay?()
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
    if shown.remove(ObjectIdentifier(cell)) == nil { pairingErrors += 1 }
    onEndDisplaying?()
  }
}

/// An edited table of numbered rows that fills a window of ten rows' height.
@MainActor
struct ReorderFixture {
  let app: TestApplication
  let table: UITableView
  let source = MovableSource()
  let delegate: MoveDelegate

  /// - Parameter sections: how many rows each has; rows are numbered from 1, sections included.
  init(
    _ sections: [Int], style: UITableView.Style = .plain, hasDelegate: Bool = false,
    prepare: (UITableView, MovableSource) -> Void = { _, _ in }
  ) {
    app = TestApplication(size: CGSize(width: 300, height: 440))
    for count in sections { source.content.addSection(count, height: 44) }
    delegate = MoveDelegate(source)
    table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440), style: style)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    if hasDelegate { table.delegate = delegate }
    prepare(table, source)
    app.window.addSubview(table)
    app.frame()
    table.setEditing(true, animated: false)
    app.settle()
  }

  /// Numbers of the rows on screen, as their cells show them.
  var shown: [Int] { table.visibleCells.map { Int($0.textLabel?.text ?? "") ?? -1 } }

  /// Numbers of the rows the data has, in order.
  var ids: [[Int]] { source.content.sections.map { $0.rows.map(\.id) } }

  func cell(_ row: Int, _ section: Int = 0) -> UITableViewCell? {
    table.cellForRow(at: IndexPath(row: row, section: section))
  }

  /// Where a row's grip is, in window points.
  func grip(_ row: Int, _ section: Int = 0) -> CGPoint {
    let rect = table.rectForRow(at: IndexPath(row: row, section: section))
    return CGPoint(x: 280, y: rect.midY - table.contentOffset.y)
  }

  /// Where a view's upper edge is seen, on the screen.
  func top(_ view: UIView?) -> Double {
    guard let view else { return -1 }
    return Double((view.presentation ?? view.modelPresentation).origin.y - table.contentOffset.y)
  }

  /// Presses a row's grip with the mouse and moves it by some points in steps; it stays down.
  @discardableResult
  func drag(_ row: Int, _ section: Int = 0, by distance: Double, steps: Int = 4) -> CGPoint {
    let start = grip(row, section)
    app.mouseDown(at: start)
    var end = start
    for step in 1...steps {
      end = CGPoint(x: start.x, y: start.y + distance * Double(step) / Double(steps))
      app.mouseMove(to: end)
      app.frame()
    }
    return end
  }
}
