import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: selection and keys in edit mode")
struct EditingSelectionTests {
  @Test("entering and leaving edit mode ends the selection and calls no delegate")
  func clearing() {
    let fixture = EditingFixture { table, _ in table.allowsMultipleSelectionDuringEditing = true }
    fixture.table.selectRow(at: fixture.path(2), animated: false, scrollPosition: .none)
    fixture.table.setEditing(true, animated: true)
    expect(fixture.table.indexPathsForSelectedRows == nil)
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { !$0.isSelected })
    fixture.app.click(at: fixture.point(1, x: 150))
    fixture.app.click(at: fixture.point(4, x: 150))
    expectEqual(fixture.table.indexPathsForSelectedRows, [fixture.path(1), fixture.path(4)])
    _ = fixture.source.takeLog()
    fixture.table.setEditing(false, animated: true)
    expect(fixture.table.indexPathsForSelectedRows == nil)
    expect(!fixture.source.takeLog().contains { $0.hasPrefix("deselect") })
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { !$0.isSelected })
    fixture.table.checkInvariants()
  }

  @Test("rows are neither highlighted nor selected in edit mode unless that is allowed")
  func notAllowed() {
    let fixture = EditingFixture()
    fixture.edit()
    fixture.app.click(at: fixture.point(1, x: 150))
    expect(fixture.source.takeLog().isEmpty && fixture.table.indexPathForSelectedRow == nil)
    fixture.table.allowsSelectionDuringEditing = true
    fixture.app.click(at: fixture.point(1, x: 150))
    fixture.app.click(at: fixture.point(2, x: 150))
    expectEqual(
      fixture.source.takeLog().filter { $0.contains("select") }, ["select 0.1", "deselect 0.1", "select 0.2"])
    expectEqual(fixture.cell(2)?.edges.editing?.row.control, .delete)
    fixture.table.allowsSelectionDuringEditing = false
    expect(fixture.table.indexPathForSelectedRow == nil)
    fixture.edit(false)
    fixture.app.click(at: fixture.point(3, x: 150))
    expectEqual(fixture.table.indexPathForSelectedRow, fixture.path(3))
    fixture.table.checkInvariants()
  }

  @Test("for several rows circles stand in place of the controls, and fill with the selection")
  func circles() throws {
    let fixture = EditingFixture { table, source in
      table.allowsMultipleSelectionDuringEditing = true
      source.canEdit = { $0.row != 3 }
      source.canMove = { _ in false }
    }
    fixture.table.setEditing(true, animated: false)
    expect(!fixture.source.takeLog().contains { $0.hasPrefix("style") || $0.hasPrefix("commit") })
    fixture.app.settle()
    expectEqual(fixture.cell(3)?.isEditing, false)
    let cell = try #require(fixture.cell(1))
    let control = try #require(cell.edges.editing?.control)
    expect(cell.edges.editing?.row.control == .check && cell.editingStyle == .none && !control.isChecked)
    fixture.app.click(at: fixture.point(1, x: 20))
    fixture.app.click(at: fixture.point(5, x: 150))
    expectEqual(fixture.table.indexPathsForSelectedRows, [fixture.path(1), fixture.path(5)])
    expect(control.isChecked && cell.isSelected)
    expect(cell.selection.standardView?.superview === cell)
    expect(cell.selection.standardView?.backgroundColor != .systemGray4)
    fixture.table.checkInvariants()
    fixture.app.click(at: fixture.point(1, x: 20))
    expect(!control.isChecked && fixture.table.indexPathsForSelectedRows == [fixture.path(5)])
    fixture.table.contentOffset = CGPoint(x: 0, y: 800)
    fixture.app.settle()
    fixture.table.contentOffset = .zero
    fixture.app.settle()
    expectEqual(fixture.cell(5)?.edges.editing?.control?.isChecked, true)
    fixture.table.checkInvariants()
  }

  @Test("circles need no commit")
  func circlesWithoutCommit() {
    let bare = BareSource()
    let fixture = EditingFixture(dataSource: bare)
    fixture.table.allowsMultipleSelectionDuringEditing = true
    fixture.edit()
    expect(fixture.cells.allSatisfy { $0.edges.editing?.row.control == .check })
    fixture.table.checkInvariants()
  }

  @Test("switching between controls and circles in edit mode exchanges them and ends the selection")
  func switching() {
    let fixture = EditingFixture()
    fixture.edit()
    fixture.table.allowsMultipleSelectionDuringEditing = true
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { $0.edges.editing?.row.control == .check })
    fixture.app.click(at: fixture.point(1, x: 150))
    fixture.table.checkInvariants()
    fixture.table.allowsMultipleSelectionDuringEditing = false
    fixture.app.settle()
    expect(fixture.cells.allSatisfy { $0.edges.editing?.row.control == .delete && !$0.isSelected })
    fixture.table.checkInvariants()
  }

  @Test("multipleSelectionBackgroundView takes the place of selectedBackgroundView where several rows can be selected")
  func backgrounds() throws {
    let fixture = EditingFixture { table, _ in table.allowsMultipleSelectionDuringEditing = true }
    let cell = try #require(fixture.cell(1))
    let single = UIView()
    let several = UIView()
    cell.selectedBackgroundView = single
    cell.multipleSelectionBackgroundView = several
    fixture.app.click(at: fixture.point(1, x: 150))
    expect(single.superview === cell && several.superview == nil)
    fixture.edit()
    expect(single.superview == nil && several.superview == nil)
    fixture.app.click(at: fixture.point(1, x: 150))
    expect(single.superview == nil && several.superview === cell)
    fixture.edit(false)
    expect(single.superview == nil && several.superview == nil)
    fixture.table.checkInvariants()
  }

  @Test("space and return turn the keyboard's row on and off in edit mode")
  func space() {
    let fixture = EditingFixture { table, _ in table.allowsMultipleSelectionDuringEditing = true }
    fixture.edit()
    fixture.app.click(at: fixture.point(2, x: 150))
    fixture.app.key(.keyboardSpacebar)
    expect(fixture.table.indexPathsForSelectedRows == nil)
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(fixture.table.indexPathsForSelectedRows, [fixture.path(2)])
    fixture.table.checkInvariants()
  }

  @Test("the delete key deletes the selected row, edit mode or not, if it can be deleted")
  func deleteKey() {
    let fixture = EditingFixture { _, source in source.canEdit = { $0.row != 3 } }
    fixture.obey()
    fixture.app.key(.keyboardDeleteForward)
    expectEqual(fixture.source.sections[0].count, 30)
    fixture.app.click(at: fixture.point(3, x: 150))
    fixture.app.key(.keyboardDeleteForward)
    expectEqual(fixture.source.sections[0].count, 30)
    fixture.app.click(at: fixture.point(4, x: 150))
    fixture.app.key(.keyboardDeleteForward)
    expect(!fixture.source.sections[0].contains(5))
    fixture.app.settle()
    fixture.table.allowsSelectionDuringEditing = true
    fixture.edit()
    fixture.app.click(at: fixture.point(0, x: 150))
    fixture.app.key(.keyboardDeleteOrBackspace)
    expect(fixture.source.sections[0].first == 2 && fixture.source.sections[0].count == 28)
    fixture.app.settle()
    fixture.table.checkInvariants()
  }
}
