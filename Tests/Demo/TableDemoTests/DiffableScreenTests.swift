import Diffable
import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import DemoParts
@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("The diffable screen")
  struct DiffableScreenTests {
    let app = TestApplication(size: CGSize(width: 1280, height: 800))

    func open() -> DiffableController {
      app.becomeCurrent()
      let screen = DiffableController()
      app.window.rootViewController = ScreenNavigation.alone(screen)
      app.settle()
      return screen
    }

    /// What the rows on screen say, and what the snapshot has there.
    func compare(_ screen: DiffableController) throws {
      app.settle()
      let table = screen.scriptedTable
      expectEqual(table.numberOfSections, screen.latest.numberOfSections)
      let items = screen.latest.sectionIdentifiers.map(screen.latest.itemIdentifiers(inSection:))
      for path in table.indexPathsForVisibleRows ?? [] {
        let item = items[path.section][path.row]
        let cell = try #require(table.cellForRow(at: path))
        expect(texts(of: cell).contains("Row \(GroupedNumber.string(item))"))
      }
    }

    @Test("every command changes the rows, from 5 to 100,000 identifiers, and the operations are listed")
    func commands() throws {
      let screen = open()
      for size in [50, 1000, 100_000, 5] {
        expectEqual(screen.rowCount, size)
        for (key, change, summary) in [
          (UIKeyboardHIDUsage.keyboardI, 3, "3 inserted: "), (.keyboardD, -3, "3 deleted: "),
          (.keyboardM, 0, "1 moved: "), (.keyboardS, 0, " moved: "), (.keyboardO, 0, " moved: "),
          (.keyboardA, 3, "1 section: "), (.keyboardT, 0, ": "), (.keyboardR, nil, "1 section: "),
        ] as [(UIKeyboardHIDUsage, Int?, String)] {
          // Debug builds take their time for so many.
          if size == 100_000, key != .keyboardI, key != .keyboardS { continue }
          let before = screen.rowCount
          app.key(key)
          try compare(screen)
          // Five may be as they were after a shuffle.
          let expected = size == 5 && summary == " moved: " ? ": " : summary
          expect(texts(of: screen.view).contains { $0.contains(expected) && $0.hasSuffix("on the main thread") })
          expect(texts(of: screen.view).contains("dataSource.apply(snapshot)"))
          if let change { expectEqual(screen.rowCount, before + change) }
        }
        app.key(.keyboardN)
        try compare(screen)
      }
    }

    @Test("a duplicate is found before it is appended: a message names it, the rest comes, and the program goes on")
    func duplicate() throws {
      let screen = open()
      app.key(.keyboardU)
      try compare(screen)
      expectEqual(
        screen.noticeBar?.text, "appendItems([50, 0]): item identifiers are not unique: [0]. Appended without 0.")
      expect(screen.rowCount == 51 && screen.latest.itemIdentifiers.last == 50)
      app.settle()
      expectEqual(screen.tableView.frame.maxY, screen.noticeBar?.frame.minY, "nothing is covered")
      app.key(.keyboardI)
      try compare(screen)
      expect(screen.rowCount == 54 && screen.noticeBar == nil, "the message is about one operation")
      app.settle()
      expectEqual(screen.tableView.frame.maxY, screen.view.bounds.maxY - screen.view.safeAreaInsets.bottom)
    }

    @Test("without any section inserting makes one, and nothing else does harm")
    func empty() throws {
      let screen = open()
      for _ in 0..<3 { app.key(.keyboardR) }
      try compare(screen)
      expect(screen.rowCount == 0 && screen.latest.numberOfSections == 0)
      expectEqual((screen.scriptedTable.backgroundView as? UILabel)?.text?.contains("Insert (I)"), true)
      for key in [UIKeyboardHIDUsage.keyboardD, .keyboardM, .keyboardS, .keyboardO, .keyboardT, .keyboardU] {
        app.key(key)
        app.settle()
      }
      expectEqual(screen.rowCount, 0)
      app.key(.keyboardI)
      try compare(screen)
      expect(screen.rowCount == 3 && screen.scriptedTable.backgroundView == nil)
    }

    @Test("an outline folds and unfolds below the row that is clicked, and its deleted items do not come back")
    func outline() throws {
      let screen = open()
      app.key(.keyboardF)
      try compare(screen)
      expect(screen.rowCount == 62 && screen.latest.itemIdentifiers.prefix(5) == [50, 53, 54, 55, 51])
      // Items below another one stand further right, and a mark at the end says whether an item can be folded.
      let cells = screen.scriptedTable.visibleCells.prefix(5)
      expectEqual(cells.map(\.indentationLevel), [0, 1, 1, 1, 0])
      expectEqual(cells.map { $0.accessoryView != nil }, [true, false, false, false, true])
      let starts = cells.compactMap { cell in
        cell.contentView.subviews.first { $0 is UILabel }?.convert(CGPoint.zero, to: cell).x
      }
      expect(starts.count == 5 && starts[1] > starts[0] + 20 && starts[1] == starts[2] && starts[0] == starts[4])
      let turn = cells.first?.accessoryView?.transform
      app.key(.keyboardF)
      try compare(screen)
      expect(screen.scriptedTable.visibleCells.first?.accessoryView?.transform != turn)
      expect(screen.rowCount == 59 && screen.latest.itemIdentifiers.prefix(3) == [50, 51, 56])
      let table = screen.scriptedTable
      expect(texts(of: try #require(table.visibleCells.first)).contains("3 below, folded"))
      expect(texts(of: screen.view).contains { $0.hasPrefix("3 deleted") && $0.contains("1 reconfigured") })
      let row = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
      app.click(at: row.convert(CGPoint(x: 60, y: 20), to: app.window))
      try compare(screen)
      expect(screen.rowCount == 56 && screen.latest.itemIdentifiers.prefix(3) == [50, 51, 52])
      app.key(.keyboardF)
      try compare(screen)
      expectEqual(screen.latest.itemIdentifiers.prefix(5), [50, 53, 54, 55, 51])
    }

    @Test("items are reloaded and configured again, without animation if asked for")
    func renewed() throws {
      let screen = open()
      app.key(.keyboardL)
      try compare(screen)
      expect(texts(of: screen.view).contains { $0.hasPrefix("3 reloaded: ") })
      app.key(.keyboardC)
      try compare(screen)
      expect(texts(of: screen.view).contains { $0.hasPrefix("3 reconfigured: ") })
      expect(texts(of: screen.scriptedTable).contains("edition 3"))
      app.key(.keyboardW)
      app.key(.keyboardI)
      app.application.frameLoop.turn()
      expect(texts(of: screen.view).contains("dataSource.apply(snapshot, animatingDifferences: false)"))
      try compare(screen)
    }

    @Test("rows are dragged by hand to another place and section, and deleted by their control")
    func byHand() throws {
      let screen = open()
      let source = try #require(screen.scriptedTable.dataSource)
      let table = screen.scriptedTable
      app.key(.keyboardE)
      try compare(screen)
      expect(table.isEditing && screen.rowCount == 50 && screen.latest.itemIdentifiers == Array(0..<50))
      source.tableView(table, moveRowAt: IndexPath(row: 0, section: 0), to: IndexPath(row: 3, section: 0))
      try compare(screen)
      expectEqual(screen.latest.itemIdentifiers.prefix(5), [1, 2, 3, 0, 4])
      source.tableView(table, moveRowAt: IndexPath(row: 2, section: 0), to: IndexPath(row: 0, section: 0))
      try compare(screen)
      expectEqual(screen.latest.itemIdentifiers.prefix(5), [3, 1, 2, 0, 4])
      source.tableView(table, moveRowAt: IndexPath(row: 0, section: 0), to: IndexPath(row: 25, section: 1))
      try compare(screen)
      expectEqual(screen.latest.itemIdentifiers.last, 3)
      source.tableView(table, commit: .delete, forRowAt: IndexPath(row: 0, section: 0))
      try compare(screen)
      expect(screen.latest.itemIdentifiers.first == 2 && screen.rowCount == 49)
    }
  }

  @MainActor
  @Suite("The operations of a table between two snapshots")
  struct SnapshotOperationsTests {
    typealias Snapshot = SnapshotOperations.Snapshot
    let app = TestApplication(size: CGSize(width: 400, height: 600))

    func snapshot(_ sections: [(Int, [Int])]) -> Snapshot {
      var snapshot = Snapshot()
      for (section, items) in sections {
        snapshot.appendSections([section])
        snapshot.appendItems(items, toSection: section)
      }
      return snapshot
    }

    /// What a table told while it showed one snapshot after the other.
    func operations(_ old: Snapshot, _ new: Snapshot, reloads: Bool = false) -> SnapshotOperations {
      app.becomeCurrent()
      let table = UITableView(frame: app.window.bounds, style: .plain)
      let controller = UIViewController()
      app.window.rootViewController = controller
      controller.view.addSubview(table)
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      let rows = UITableViewDiffableDataSource<Int, Int>(tableView: table) { table, path, _ in
        table.dequeueReusableCell(withIdentifier: "cell", for: path)
      }
      rows.apply(old, animatingDifferences: false)
      app.settle()
      let witness = UpdateWitness()
      table.passObserver = witness
      if reloads { rows.applySnapshotUsingReloadData(new) } else { rows.apply(new) }
      app.settle()
      return SnapshotOperations(witness.take(), from: old, to: new)
    }

    func described(_ old: [(Int, [Int])], _ new: [(Int, [Int])]) -> [String] {
      operations(snapshot(old), snapshot(new)).operations.map(\.description)
    }

    @Test("are deletions by the old paths, insertions by the new ones, and moves of rows and sections")
    func kinds() {
      expectEqual(described([(0, [1, 2, 3])], [(0, [1, 3])]), ["delete [0, 1]: 2"])
      expectEqual(described([(0, [1, 3])], [(0, [1, 2, 3])]), ["insert [0, 1]: 2"])
      expectEqual(described([(0, [1, 2, 3, 4])], [(0, [2, 3, 4, 1])]), ["move [0, 0] \u{2192} [0, 3]: 1"])
      expectEqual(described([(0, [1]), (1, [2])], [(0, []), (1, [1, 2])]), ["move [0, 0] \u{2192} [1, 0]: 1"])
      expect(
        Set(described([(0, [1, 2]), (1, [3])], [(1, [3]), (2, [4])]))
          .isSuperset(of: ["delete section 0", "insert section 1"]))
      expect(described([(0, [1])], [(0, [1])]).isEmpty)
      expectEqual(operations(snapshot([]), snapshot([])).summary, "nothing")
    }

    @Test("tell rows that are reloaded from rows that are configured again, and from everything")
    func renewed() {
      let old = snapshot([(0, [1, 2, 3])])
      var new = old
      new.reloadItems([2])
      expectEqual(operations(old, new).operations, [.reload(IndexPath(row: 1, section: 0), item: 2)])
      new = old
      new.reconfigureItems([3])
      expectEqual(operations(old, new).operations, [.reconfigure(IndexPath(row: 2, section: 0), item: 3)])
      expectEqual(operations(old, old, reloads: true).summary, "everything reloaded")
    }

    @Test("name as many moves as rows are out of a longest order, whatever the shuffle", arguments: 0..<20)
    func fewest(seed: Int) {
      var random = DemoRandom(seed: UInt64(seed))
      let old = Array(0..<40)
      let new = old.shuffled(using: &random)
      let operations = operations(snapshot([(0, old)]), snapshot([(0, new)])).operations
      // The longest increasing sequence, by trying every predecessor.
      var longest = Array(repeating: 1, count: new.count)
      for end in new.indices {
        for start in 0..<end where new[start] < new[end] { longest[end] = max(longest[end], longest[start] + 1) }
      }
      expectEqual(operations.count, new.count - (longest.max() ?? 0))
    }
  }
}
