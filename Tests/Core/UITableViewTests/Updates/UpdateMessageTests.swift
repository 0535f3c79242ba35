import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Updates: a batch that does not fit the data is refused in UIKit's words, with the counts and the cure")
struct UpdateMessageTests {
  /// What is said about a batch on sections of 3 and 2 rows.
  private static func message(after counts: [Int], _ body: (inout TableChanges) -> Void) -> String {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 3, rowHeight: 44), at: 0)
    index.insertSection(.init(rows: 2, rowHeight: 44), at: 1)
    var changes = TableChanges()
    body(&changes)
    do {
      _ = try UpdatePlan(changes, from: index, rowCounts: ContiguousArray(counts))
      return "accepted"
    } catch {
      return error.message
    }
  }

  private static func row(_ row: Int, _ section: Int = 0) -> RowPosition { RowPosition(section: section, row: row) }

  @Test("the rows of a section do not add up")
  func rowCount() {
    let message = Self.message(after: [4, 2]) {
      $0.deleteRow(Self.row(0), .fade)
      $0.insertRow(Self.row(0), .fade)
      $0.moveRow(Self.row(0, 1), to: Self.row(1))
    }
    expect(
      message.hasPrefix(
        """
        Invalid update: invalid number of rows in section 1. The number of rows contained in an existing section after \
        the update (2) must be equal to the number of rows contained in that section before the update (2), plus or \
        minus the number of rows inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the \
        number of rows moved into or out of that section (0 moved in, 1 moved out).
        """), "\(message)")
    expect(message.contains("Change the data inside the block"))
  }

  @Test("nothing named, and the counts differ")
  func nothingNamed() {
    expect(Self.message(after: [4, 2]) { _ in }.contains("section 0"))
    expect(Self.message(after: [3]) { _ in }.contains("invalid number of sections"))
    expectEqual(Self.message(after: [3, 2]) { _ in }, "accepted")
  }

  @Test("the sections do not add up")
  func sectionCount() {
    let message = Self.message(after: [3, 2]) {
      $0.insertSection(0, .fade)
      $0.moveSection(0, to: 1)
    }
    expect(
      message.hasPrefix(
        """
        Invalid update: invalid number of sections. The number of sections contained in the table view after the update \
        (2) must be equal to the number of sections contained in the table view before the update (2), plus or minus the \
        number of sections inserted or deleted (1 inserted, 0 deleted).
        """), "\(message)")
  }

  @Test("a row or section that is not there")
  func missing() {
    func said(_ body: (inout TableChanges) -> Void) -> String { Self.message(after: [3, 2], body) }
    expect(
      said { $0.insertRow(Self.row(3), .fade) }.hasPrefix(
        "attempt to insert row 3 into section 0, but there are only 3 rows in section 0 after the update"))
    expect(
      said { $0.deleteRow(Self.row(7, 1), .fade) }.hasPrefix(
        "attempt to delete row 7 from section 1 which only contains 2 rows before the update"))
    expect(
      said { $0.deleteRow(Self.row(0, 2), .fade) }.hasPrefix(
        "attempt to delete row 0 from section 2, but there are only 2 sections before the update"))
    expect(
      said { $0.insertRow(Self.row(0, 5), .fade) }.hasPrefix(
        "attempt to insert row 0 into section 5, but there are only 2 sections after the update"))
    expect(
      said { $0.deleteSection(2, .fade) }.hasPrefix(
        "attempt to delete section 2, but there are only 2 sections before the update"))
    expect(
      said { $0.insertSection(2, .fade) }.hasPrefix(
        "attempt to insert section 2, but there are only 2 sections after the update"))
    expect(said { $0.reloadRow(Self.row(-1), .fade) }.hasPrefix("attempt to reload row -1 of section 0"))
    expect(said { $0.moveRow(Self.row(0), to: Self.row(9)) }.hasPrefix("attempt to move a row to row 9 of section 0"))
    expect(said { $0.moveSection(0, to: 3) }.hasPrefix("attempt to move to section 3"))
    expect(said { $0.reconfigureRow(Self.row(3)) }.hasPrefix("attempt to reconfigure row 3 of section 0"))
  }

  @Test("one row or section named twice")
  func twice() {
    func said(_ body: (inout TableChanges) -> Void) -> String { Self.message(after: [3, 2], body) }
    expect(
      said {
        $0.deleteRow(Self.row(1), .fade)
        $0.moveRow(Self.row(1), to: Self.row(0))
      }.hasPrefix("attempt to perform a delete and a move from the same index path (row 1 of section 0)"))
    expect(
      said {
        $0.insertRow(Self.row(1), .fade)
        $0.moveRow(Self.row(0), to: Self.row(1))
      }.hasPrefix("attempt to perform an insert and a move to the same index path (row 1 of section 0)"))
    expect(
      said {
        $0.moveRow(Self.row(0), to: Self.row(1))
        $0.moveRow(Self.row(2), to: Self.row(1))
      }.hasPrefix("attempt to perform two moves to the same index path"))
    expect(
      said {
        $0.deleteRow(Self.row(1), .fade)
        $0.deleteRow(Self.row(1), .left)
      }.hasPrefix("attempt to delete the same index path twice (row 1 of section 0)"))
    expect(
      said {
        $0.deleteRow(Self.row(1), .fade)
        $0.reloadRow(Self.row(1), .left)
      }.hasPrefix("attempt to delete and reload the same index path (row 1 of section 0)"))
    expect(
      Self.message(after: [3]) {
        $0.deleteSection(1, .fade)
        $0.moveSection(1, to: 0)
      }.hasPrefix("attempt to perform a delete and a move from the same section (section 1)"))
  }

  @Test("reloading a row twice, or reconfiguring and reloading it, is no mistake")
  func harmless() {
    let said = Self.message(after: [3, 2]) {
      $0.reloadRow(Self.row(1), .fade)
      $0.reloadRow(Self.row(1), .left)
      $0.reconfigureRow(Self.row(1))
      $0.reconfigureRow(Self.row(1))
    }
    expectEqual(said, "accepted")
  }

  // MARK: In a table

  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("the table ends the program with the message and a description of itself")
  func inconsistent() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = UpdateFixture([3])
      fixture.table.deleteRows(at: [fixture.path(0)], with: .fade)
    }
    expect(Self.text(result).contains("after the update (3) must be equal"))
    expect(Self.text(result).contains("UITableView"))
  }

  @Test("endUpdates without beginUpdates")
  func unbalanced() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      UpdateFixture([3]).table.endUpdates()
    }
    expect(Self.text(result).contains("endUpdates() was called without beginUpdates()"))
  }

  @Test("an update while the counts are asked")
  func counting() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = UpdateFixture([3])
      fixture.source.onCount = { $0.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade) }
      fixture.table.reloadData()
    }
    expect(Self.text(result).contains("insertRows(at:with:) was called while the table asks numberOfSections(in:)"))
  }

  @Test("another cell than the one being reconfigured")
  func reconfigured() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = UpdateFixture([3])
      fixture.source.makesCell = { _, _ in UITableViewCell() }
      fixture.table.reconfigureRows(at: [fixture.path(1)])
    }
    expect(Self.text(result).contains("another cell for row 1 of section 0, which is being reconfigured"))
    expect(Self.text(result).contains("reloadRows(at:with:)"))
  }
}
