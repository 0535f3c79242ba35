import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

/// Which row has the keyboard when the one that had it is gone, and where the keyboard comes from.
@MainActor
@Suite("Table: the row the keyboard goes on from")
struct TableRingTests {
  private func fixture(_ sections: [Int] = [100]) -> TableFixture {
    TableFixture(sections: sections) { table, _ in table.rowHeight = 44 }
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  /// Rows that the user can delete, told to the table in one of several ways.
  @MainActor
  private final class Deletable: NSObject, UITableViewDataSource {
    var sections = [[0, 1, 2], [10, 11], []]
    let reloads: Bool
    init(reloads: Bool) { self.reloads = reloads }

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.textLabel?.text = "\(sections[path.section][path.row])"
      return cell
    }
    func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath) {
      // The table looks with `.none` whether rows can be deleted.
      guard style == .delete else { return }
      sections[path.section].remove(at: path.row)
      if reloads { tableView.reloadData() } else { tableView.deleteRows(at: [path], with: .automatic) }
    }
  }

  private func ringText(_ fixture: TableFixture) -> String? {
    fixture.table.visibleCells.first { $0.subviews.contains { $0 is FocusRingView } }?.textLabel?.text
  }

  @Test("delete takes the ring to the row below, else above, so that keys go on from there", arguments: [false, true])
  func ringAfterDelete(reloads: Bool) {
    let fixture = fixture()
    let source = Deletable(reloads: reloads)
    fixture.table.dataSource = source
    fixture.app.settle()
    for _ in 0..<2 { fixture.app.key(.keyboardDownArrow) }
    expectEqual(ringText(fixture), "1")
    for expected in ["2", reloads ? "0" : "10", reloads ? "10" : "11", reloads ? "11" : "0"] {
      fixture.app.key(.keyboardDeleteForward)
      expectEqual(ringText(fixture), expected)
      fixture.app.settle()
      expectEqual(ringText(fixture), expected)
      fixture.table.checkInvariants()
    }
    fixture.app.key(.keyboardDeleteForward)
    fixture.app.settle()
    expect(ringText(fixture) == nil && source.sections == [[], [], []])
    fixture.table.checkInvariants()
  }

  @Test("a reload that follows a deletion leaves the ring at the number it has; one of fewer rows at the last row")
  func ringAfterReload() {
    let fixture = fixture()
    let source = Deletable(reloads: false)
    fixture.table.dataSource = source
    fixture.app.settle()
    for _ in 0..<2 { fixture.app.key(.keyboardDownArrow) }
    fixture.app.key(.keyboardDeleteForward)
    fixture.app.settle()
    expectEqual(ringText(fixture), "2")
    fixture.table.reloadData()
    fixture.app.settle()
    expectEqual(ringText(fixture), "2")
    source.sections = [[7]]
    fixture.table.reloadData()
    fixture.app.settle()
    expectEqual(ringText(fixture), "7")
    fixture.app.key(.keyboardDownArrow)
    fixture.app.settle()
    expectEqual(ringText(fixture), "7")
  }

  @Test(
    "delete on a selected row takes the keyboard on as well; a row that was never gone to is shown before it is deleted"
  )
  func keyAfterDelete() {
    let fixture = fixture()
    let source = Deletable(reloads: false)
    fixture.table.dataSource = source
    fixture.app.settle()
    fixture.app.click(at: CGPoint(x: 100, y: 66))
    fixture.app.key(.keyboardDeleteForward)
    fixture.app.settle()
    expect(source.sections[0] == [0, 2] && ringText(fixture) == "2")
    fixture.app.click(at: CGPoint(x: 100, y: 22))
    fixture.table.deselectRow(at: path(0), animated: false)
    source.sections[0] = [2]
    fixture.table.deleteRows(at: [path(0)], with: .none)
    fixture.app.settle()
    expect(ringText(fixture) == nil)
    fixture.app.key(.keyboardDeleteForward)
    fixture.app.settle()
    expect(source.sections[0] == [2] && ringText(fixture) == "2")
    fixture.app.key(.keyboardDeleteForward)
    fixture.app.settle()
    expect(source.sections[0] == [] && ringText(fixture) == "10")
  }

  @Test("the ring of a deleted section goes to what follows it, and of a reloaded one stays at its number")
  func ringAfterSections() {
    let fixture = fixture([3, 1_000_000, 4])
    for _ in 0..<6 { fixture.app.key(.keyboardDownArrow) }
    fixture.source.sections = [3, 2, 4]
    fixture.table.reloadSections([1], with: .none)
    fixture.app.settle()
    expectEqual(fixture.table.chooser.cursorRow, RowPosition(section: 1, row: 1))
    fixture.source.sections = [3, 4]
    fixture.table.deleteSections([1], with: .none)
    fixture.app.settle()
    expectEqual(fixture.table.chooser.cursorRow, RowPosition(section: 1, row: 0))
    fixture.source.sections = [3]
    fixture.table.deleteSections([1], with: .none)
    fixture.app.settle()
    expectEqual(fixture.table.chooser.cursorRow, RowPosition(section: 0, row: 2))
    fixture.table.checkInvariants()
  }

  @Test("Tab into a table, and the first arrow, go to a row that is seen whole, behind neither a bar nor a header")
  func firstSeenRow() {
    for isTab in [true, false] {
      for hasHeaders in [false, true] {
        let fixture = TableFixture(sections: [30, 30]) { table, source in
          table.rowHeight = 44
          table.contentInset.top = 100
          if hasHeaders { source.headers = ["A", "B"] }
        }
        let table = fixture.table
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        fixture.app.window.addSubview(button)
        _ = button.becomeFirstResponder()
        table.contentOffset.y = table.rectForRow(at: IndexPath(row: 10, section: 0)).minY + 10
        fixture.app.settle()
        let before = table.contentOffset.y
        if isTab {
          fixture.app.key(.keyboardTab)
        } else {
          _ = table.becomeFirstResponder()
          fixture.app.key(.keyboardDownArrow)
        }
        fixture.app.settle()
        let row = table.chooser.cursorRow.map { table.rectForRow(at: IndexPath($0)) } ?? .zero
        let top = before + 100 + (hasHeaders ? table.rectForHeader(inSection: 0).height : 0)
        expect(table.contentOffset.y == before && row.minY >= top && row.minY < top + 44, "\(isTab) \(hasHeaders)")
      }
    }
  }
}
