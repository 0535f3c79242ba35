import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Table: mistakes end with a message that names call, value and cure")
struct TableMisuseTests {
  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @MainActor
  final class Height: NSObject, UITableViewDelegate {
    let height: CGFloat
    init(_ height: CGFloat) { self.height = height }
    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { height }
  }

  @Test("a row height that is not a number")
  func notANumber() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let delegate = Height(.nan)
      _ = TableFixture(sections: [3], delegate: delegate)
    }
    let message = Self.text(result)
    expect(
      message.contains("tableView(_:heightForRowAt:) returned nan for row 0 of section 0; return a finite height"))
  }

  @Test("an infinite row height")
  func infinite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let delegate = Height(.infinity)
      _ = TableFixture(sections: [3], delegate: delegate) { table, _ in table.estimatedRowHeight = 0 }
    }
    expect(Self.text(result).contains("tableView(_:heightForRowAt:) returned inf"))
  }

  @Test("a negative row height")
  func negative() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      UITableView().rowHeight = -7
    }
    expect(Self.text(result).contains("UITableView.rowHeight was set to -7.0"))
  }

  @Test("fewer rows than at the last load, without a reload")
  func changedCounts() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = TableFixture(sections: [100])
      fixture.source.sections = [20]
      fixture.scroll(to: 44 * 50)
    }
    let message = Self.text(result)
    expect(message.contains("tableView(_:numberOfRowsInSection:) now returns 20 for section 0, but was 100"))
    expect(message.contains("call reloadData()"))
  }

  @Test("a cell that already shows another row")
  func sameCell() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let cell = UITableViewCell()
      _ = TableFixture(sections: [3]) { _, source in source.makesCell = { _, _ in cell } }
    }
    expect(Self.text(result).contains("for row 1 of section 0, the cell that already shows row 0 of section 0"))
  }

  @Test("a cell that another table shows")
  func foreignCell() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let first = TableFixture(sections: [3])
      let cell = first.table.visibleCells[0]
      let other = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let source = ScriptedTable(sections: [1])
      source.makesCell = { _, _ in cell }
      other.dataSource = source
      first.app.window.addSubview(other)
      first.app.frame()
    }
    expect(Self.text(result).contains("a cell that another table shows"))
  }

  @Test("a negative count")
  func negativeCount() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TableFixture(sections: [-1])
    }
    expect(Self.text(result).contains("tableView(_:numberOfRowsInSection:) returned -1 for section 0"))
  }

  @Test("scrolling to a row that does not exist")
  func missingRow() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = TableFixture(sections: [3])
      fixture.table.scrollToRow(at: IndexPath(row: 3, section: 0), at: .top, animated: false)
    }
    expect(Self.text(result).contains("row (3) beyond bounds (3) for section (0)"))
  }
}
