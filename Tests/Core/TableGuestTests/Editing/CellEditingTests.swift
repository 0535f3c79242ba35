import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: edited cells")
struct CellEditingTests {
  @Test("a cell at rest holds nothing for edit mode")
  func rest() {
    let fixture = EditingFixture()
    expect(fixture.cells.allSatisfy { $0.edges.holdsNothing })
    let cell = UITableViewCell()
    expect(!cell.isEditing && cell.editingStyle == .none && !cell.showsReorderControl)
    expect(cell.shouldIndentWhileEditing && !cell.showingDeleteConfirmation)
    expect(cell.editingAccessoryType == .none && cell.editingAccessoryView == nil)
    expect(cell.multipleSelectionBackgroundView == nil && cell.edges.holdsNothing)
  }

  @Test("the editing accessory stands in place of the accessory, left of the grip, and goes again")
  func accessories() throws {
    let fixture = EditingFixture()
    let cell = try #require(fixture.cell(0))
    cell.accessoryType = .disclosureIndicator
    fixture.app.settle()
    expectEqual(cell.contentView.frame.width, 266)
    fixture.edit()
    expectEqual(cell.contentView.frame, CGRect(x: 40, y: 0, width: 212, height: 43))
    expect(cell.edges.sign?.superview == nil)
    cell.editingAccessoryType = .checkmark
    fixture.app.settle()
    expectEqual(cell.edges.sign?.frame, CGRect(x: 213, y: 0, width: 39, height: 44))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    cell.editingAccessoryView = view
    fixture.app.settle()
    expect(view.superview === cell && view.frame == CGRect(x: 186, y: 12, width: 50, height: 20))
    expect(cell.edges.sign?.superview == nil)
    fixture.table.setEditing(false, animated: true)
    fixture.app.settle()
    expect(view.superview == nil && cell.edges.sign?.superview === cell && cell.edges.sign?.alpha == 1)
    expectEqual(cell.contentView.frame, CGRect(x: 0, y: 0, width: 266, height: 43))
    fixture.table.setEditing(true, animated: true)
    fixture.app.settle()
    expect(view.superview === cell && view.alpha == 1 && cell.edges.sign?.superview == nil)
    fixture.table.checkInvariants()
  }

  @Test("the accessory is seen after edit mode that ended out of the window, before it had come about")
  func accessoryOutOfWindow() throws {
    let fixture = EditingFixture()
    let cell = try #require(fixture.cell(0))
    cell.accessoryType = .disclosureIndicator
    fixture.app.settle()
    fixture.table.setEditing(true, animated: true)
    fixture.table.removeFromSuperview()
    fixture.table.setEditing(false, animated: true)
    fixture.app.window.addSubview(fixture.table)
    fixture.app.settle()
    expect(fixture.cell(0) === cell && cell.edges.sign?.superview === cell && cell.edges.sign?.alpha == 1)
  }

  @Test("the sign of a low row stays within the row and off its lines", arguments: [16.0, 21, 30])
  func lowRows(height: Double) {
    let fixture = EditingFixture { table, _ in table.rowHeight = height }
    fixture.edit()
    fixture.app.frame()
    let red = UIColor.systemRed.resolvedColor(with: fixture.table.traitCollection).drawColor(in: .light)
    let signs = fixture.app.backend.list.commands.compactMap { command in
      if case .fillRounded(let shape, red) = command { shape.rect } else { nil }
    }
    expect(signs.count >= fixture.cells.count - 1)
    let diameter = [16.0: 14.0, 21: 18, 30: 22][height]
    expect(signs.allSatisfy { $0.width == diameter && $0.height == $0.width })
  }

  @Test("an accessory view is exchanged for the editing one and keeps its opacity")
  func accessoryViews() throws {
    let fixture = EditingFixture()
    let cell = try #require(fixture.cell(0))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 20))
    view.alpha = 0.5
    cell.accessoryView = view
    fixture.app.settle()
    fixture.table.setEditing(true, animated: true)
    fixture.app.settle()
    expect(view.superview == nil && view.alpha == 0.5)
    fixture.table.setEditing(false, animated: true)
    fixture.app.settle()
    expect(view.superview === cell && view.alpha == 0.5)
    expectEqual(view.frame, CGRect(x: 254, y: 12, width: 30, height: 20))
  }

  @Test("shouldIndentWhileEditing keeps a row without a control at its place")
  func shouldIndent() throws {
    let fixture = EditingFixture { _, source in source.style = { _ in .none } }
    let cell = try #require(fixture.cell(0))
    cell.shouldIndentWhileEditing = false
    fixture.edit()
    expect(cell.contentView.frame.minX == 0 && fixture.cell(1)?.contentView.frame.minX == 40)
    cell.shouldIndentWhileEditing = true
    fixture.app.settle()
    expectEqual(cell.contentView.frame.minX, 40)
  }

  @Test("prepareForReuse ends editing at once")
  func reuse() {
    let fixture = EditingFixture([200])
    fixture.edit()
    let cell = fixture.cells[0]
    cell.log = []
    cell.prepareForReuse()
    expect(!cell.isEditing && cell.edges.editing == nil && cell.log == ["set false at once", "will 0", "did 0"])
    expect(!cell.subviews.contains { $0 is EditControl })
  }

  @Test("the confirmation of a deletion is announced around the change")
  func confirmation() {
    let cell = EditableCell(style: .default, reuseIdentifier: nil)
    cell.edges.swipeWillChange(isOpen: true)
    cell.edges.swipeDidChange()
    expect(cell.showingDeleteConfirmation)
    cell.setEditing(true, animated: true)
    cell.edges.swipeWillChange(isOpen: false)
    cell.edges.swipeDidChange()
    expect(!cell.showingDeleteConfirmation && cell.isEditing)
    expectEqual(cell.log, ["will 2", "did 2", "set true animated", "will 3", "did 3", "will 1", "did 1"])
  }

  @Test("an app that ends editing in willTransition has its way")
  func transition() {
    final class Stubborn: UITableViewCell {
      override func willTransition(to state: StateMask) {
        if state.contains(.showingEditControl), !isEditing { edits += 1 }
      }
      var edits = 0
      override func setEditing(_ editing: Bool, animated: Bool) {}
    }
    let fixture = EditingFixture { table, _ in table.register(Stubborn.self, forCellReuseIdentifier: "cell") }
    fixture.edit()
    expect(fixture.table.visibleCells.allSatisfy { !$0.isEditing && $0.contentView.frame.minX == 0 })
    fixture.edit(false)
    fixture.table.checkInvariants()
  }

  @Test("minus, plus and circles are drawn crisp and centred", arguments: [44.0, 45.0, 61.0])
  func drawing(height: Double) throws {
    let fixture = EditingFixture { table, source in
      table.rowHeight = height
      source.style = { $0.row == 0 ? .delete : .insert }
    }
    fixture.edit()
    let commands = fixture.app.backend.list.commands
    let rows = [0, 1].map { fixture.table.rectForRow(at: fixture.path($0)) }
    let colors = [UIColor.systemRed, .systemGreen].map { $0.drawColor(in: fixture.table.traitCollection) }
    for (row, color) in zip(rows, colors) {
      let top = row.minY + ((height - 22) / 2).rounded(.down)
      let circle = CGRect(x: 16, y: top, width: 22, height: 22)
      expect(commands.contains(.fillRounded(RoundedRect(circle, radius: 11), color)))
      expect(commands.contains(.fill(CGRect(x: 21, y: top + 10, width: 12, height: 2), .white)))
    }
    let bar = CGRect(x: 26, y: rows[1].minY + ((height - 22) / 2).rounded(.down) + 5, width: 2, height: 5)
    expect(commands.contains(.fill(bar, .white)))
    expect(commands.contains(.fill(bar.offsetBy(dx: 0, dy: 7), .white)))
    let control = try #require(fixture.cell(0)?.edges.editing?.control)
    expect(control.bounds.width >= 40)
    expect(fixture.app.window.hitTest(CGPoint(x: 1, y: rows[0].midY), with: nil) === control)
    expect(fixture.app.window.hitTest(CGPoint(x: 39, y: rows[0].midY), with: nil) === control)
  }
}
