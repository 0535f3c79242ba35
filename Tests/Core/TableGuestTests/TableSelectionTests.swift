import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: selection")
struct TableSelectionTests {
  private let delegate = ScriptedDelegate()

  private func fixture(rows: Int = 8) -> TableFixture {
    let fixture = TableFixture(sections: [rows], delegate: delegate)
    _ = delegate.takeLog()
    return fixture
  }

  /// The middle of a row that is on screen without scrolling.
  private func point(_ row: Int) -> CGPoint { CGPoint(x: 100, y: 44 * row + 22) }

  private func pointer(_ fixture: TableFixture, _ point: CGPoint) -> InputEvent.Pointer {
    InputEvent.Pointer(location: point, button: .primary, clickCount: 1, timestamp: fixture.app.clock.now)
  }

  private func press(_ fixture: TableFixture, _ row: Int) {
    fixture.app.events.post(.pointerDown(pointer(fixture, point(row))))
    fixture.app.frame()
  }

  private func release(_ fixture: TableFixture, at point: CGPoint) {
    fixture.app.events.post(.pointerUp(pointer(fixture, point)))
    fixture.app.frame()
  }

  @Test("pressing asks shouldHighlight, highlights, and the selected row looks unselected meanwhile")
  func pressing() throws {
    let fixture = fixture()
    fixture.app.click(at: point(1))
    _ = delegate.takeLog()
    let selected = try #require(fixture.table.cellForRow(at: IndexPath(row: 1, section: 0)))
    expect(selected.isSelected)
    press(fixture, 4)
    expectEqual(delegate.takeLog(), ["shouldHighlight 0.4", "didHighlight 0.4"])
    expectEqual(fixture.table.cellForRow(at: IndexPath(row: 4, section: 0))?.isHighlighted, true)
    expect(!selected.isSelected)
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 1, section: 0))
    release(fixture, at: CGPoint(x: 100, y: 22))
    expect(selected.isSelected)
  }

  @Test("a row that willDeselect keeps looks selected again when the pressed row is let go")
  func keptBesidePressed() throws {
    let fixture = fixture()
    delegate.keepsSelected = true
    press(fixture, 4)
    fixture.table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
    let kept = try #require(fixture.table.cellForRow(at: IndexPath(row: 1, section: 0)))
    expect(!kept.isSelected)
    release(fixture, at: point(4))
    expectEqual(fixture.table.indexPathsForSelectedRows?.map(\.row), [1, 4])
    expect(kept.isSelected && fixture.table.cellForRow(at: IndexPath(row: 4, section: 0))?.isSelected == true)
  }

  @Test("labels, images and controls anywhere in the content view look highlighted with the row")
  func highlightedContent() throws {
    let fixture = fixture()
    let cell = try #require(fixture.table.cellForRow(at: IndexPath(row: 2, section: 0)))
    let box = UIView()
    let label = UILabel()
    label.highlightedTextColor = .red
    let image = UIImageView()
    let button = UIButton(type: .custom)
    let `switch` = UISwitch()
    cell.contentView.addSubview(label)
    cell.contentView.addSubview(box)
    for view in [image, button, `switch`] { box.addSubview(view) }
    func states() -> [Bool] {
      [label.isHighlighted, image.isHighlighted, button.isHighlighted, `switch`.isHighlighted]
    }
    let knob = try #require(`switch`.subviews.last).frame

    press(fixture, 2)
    expect(states() == [true, true, true, true] && cell.textLabel?.isHighlighted == true)
    expect(button.titleLabel?.isHighlighted != true, "what a control is made of is the control's")
    expectEqual(`switch`.subviews.last?.frame, knob, "a switch is not pressed with its row")
    release(fixture, at: point(2))
    expect(cell.isSelected && states() == [true, true, true, true])
    fixture.table.deselectRow(at: IndexPath(row: 2, section: 0), animated: false)
    expectEqual(states(), [false, false, false, false])
  }

  @Test("a cell used again is not highlighted, and one that is not to show its selection never is")
  func highlightEnds() throws {
    let fixture = fixture()
    let cell = try #require(fixture.table.cellForRow(at: IndexPath(row: 2, section: 0)))
    let label = UILabel()
    cell.contentView.addSubview(label)
    cell.setSelected(true, animated: false)
    expect(label.isHighlighted)
    cell.prepareForReuse()
    expect(!label.isHighlighted)
    cell.selectionStyle = .none
    cell.setSelected(true, animated: false)
    expect(!label.isHighlighted)
  }

  @Test("refusing the highlight stops everything and leaves the selection")
  func refusing() {
    let fixture = fixture()
    fixture.app.click(at: point(1))
    _ = delegate.takeLog()
    delegate.refusesHighlight = true
    fixture.app.click(at: point(4))
    expectEqual(delegate.takeLog(), ["shouldHighlight 0.4"])
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 1, section: 0))
  }

  @Test("releasing inside unhighlights, asks willSelect, deselects the old row, selects the new one")
  func order() {
    let fixture = fixture()
    fixture.app.click(at: point(1))
    _ = delegate.takeLog()
    fixture.app.click(at: point(2))
    expectEqual(
      delegate.takeLog(),
      [
        "shouldHighlight 0.2", "didHighlight 0.2", "didUnhighlight 0.2", "willSelect 0.2", "willDeselect 0.1",
        "didDeselect 0.1", "didSelect 0.2",
      ])
    expectEqual(fixture.table.visibleCells.filter(\.isSelected).count, 1)
    expect(fixture.table.visibleCells.allSatisfy { !$0.isHighlighted })
  }

  @Test("willSelect can refuse or choose another row")
  func redirecting() {
    let fixture = fixture()
    delegate.redirect = { _ in nil }
    fixture.app.click(at: point(2))
    expect(fixture.table.indexPathForSelectedRow == nil)
    delegate.redirect = { _ in IndexPath(row: 5, section: 0) }
    fixture.app.click(at: point(2))
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 5, section: 0))
    expectEqual(fixture.table.cellForRow(at: IndexPath(row: 5, section: 0))?.isSelected, true)
    expectEqual(delegate.takeLog().last, "didSelect 0.5")
  }

  @Test("selecting the selected row again repeats willSelect and didSelect; in multiple mode it deselects")
  func again() {
    let fixture = fixture()
    fixture.app.click(at: point(2))
    _ = delegate.takeLog()
    fixture.app.click(at: point(2))
    expectEqual(delegate.takeLog().suffix(2), ["willSelect 0.2", "didSelect 0.2"])
    fixture.table.allowsMultipleSelection = true
    fixture.app.click(at: point(4))
    expectEqual(fixture.table.indexPathsForSelectedRows?.map(\.row), [2, 4])
    _ = delegate.takeLog()
    fixture.app.click(at: point(2))
    expectEqual(delegate.takeLog().suffix(2), ["willDeselect 0.2", "didDeselect 0.2"])
    expectEqual(fixture.table.indexPathsForSelectedRows?.map(\.row), [4])
  }

  @Test("selecting in code calls no delegate, posts nothing, and scrolls only when asked")
  func inCode() {
    let fixture = fixture(rows: 100)
    var posts = 0
    let token = NotificationCenter.default.addObserver(
      forName: UITableView.selectionDidChangeNotification, object: fixture.table, queue: nil
    ) { _ in MainActor.assumeIsolated { posts += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    fixture.table.selectRow(at: IndexPath(row: 50, section: 0), animated: false, scrollPosition: .none)
    expectEqual(fixture.table.contentOffset.y, 0)
    fixture.table.selectRow(at: IndexPath(row: 60, section: 0), animated: false, scrollPosition: .top)
    expectEqual(fixture.table.contentOffset.y, 2640)
    fixture.app.frame()
    expectEqual(fixture.table.cellForRow(at: IndexPath(row: 60, section: 0))?.isSelected, true)
    expectEqual(fixture.table.indexPathsForSelectedRows, [IndexPath(row: 60, section: 0)])
    fixture.table.selectRow(at: nil, animated: false, scrollPosition: .none)
    expect(fixture.table.indexPathForSelectedRow == nil)
    expect(!delegate.takeLog().contains { $0.contains("elect") })
    expectEqual(posts, 0)
    fixture.app.click(at: point(1))
    expectEqual(posts, 1)
  }

  @Test("a finger highlights after 150 ms, or at once when it taps quickly; one that scrolls highlights nothing")
  func fingers() {
    let fixture = fixture(rows: 50)
    func finger(_ y: Double) -> InputEvent.Finger {
      InputEvent.Finger(id: 1, location: CGPoint(x: 100, y: y), timestamp: fixture.app.clock.now)
    }
    fixture.app.events.post(.fingerDown(finger(110)))
    fixture.app.frame(after: 0.05)
    fixture.app.frame(after: 0.05)
    expect(delegate.takeLog().isEmpty)
    fixture.app.frame(after: 0.08)
    expectEqual(delegate.takeLog(), ["shouldHighlight 0.2", "didHighlight 0.2"])
    fixture.app.events.post(.fingerUp(finger(110)))
    fixture.app.frame()
    expectEqual(delegate.takeLog(), ["didUnhighlight 0.2", "willSelect 0.2", "didSelect 0.2"])
    fixture.app.events.post(.fingerDown(finger(200)), .fingerUp(finger(200)))
    fixture.app.frame()
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 4, section: 0))
    _ = delegate.takeLog()
    fixture.app.events.post(.fingerDown(finger(300)))
    for step in 1...20 {
      fixture.app.frame()
      fixture.app.events.post(.fingerMoved(finger(300 - Double(step) * 8)))
    }
    fixture.app.frame()
    expect(fixture.table.contentOffset.y > 50)
    expect(!delegate.takeLog().contains { $0.contains("ighlight") })
    fixture.app.events.post(.fingerUp(finger(140)))
    fixture.app.settle()
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 4, section: 0))
  }

  @Test("without delaysContentTouches a finger highlights at once")
  func immediateFinger() {
    let fixture = TableFixture(sections: [9])
    fixture.table.delaysContentTouches = false
    fixture.app.fingerDown(at: CGPoint(x: 50, y: 20))
    expect(fixture.table.visibleCells[0].isHighlighted)
    fixture.app.fingerUp(at: CGPoint(x: 50, y: 20))
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 0, section: 0))
  }

  @Test("a press is cancelled when the table leaves its window as another view gives up the keyboard for it")
  func tableLeavesAsPressBegins() {
    let fixture = fixture()
    let table = fixture.table
    let other = ResigningView(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
    fixture.app.window.addSubview(other)
    expect(other.becomeFirstResponder())
    other.onResign = {
      table.removeFromSuperview()
      fixture.app.window.addSubview(table)
    }
    press(fixture, 4)
    expect(table.press.row == nil && !table.visibleCells.contains { $0.isHighlighted })
    release(fixture, at: point(4))
    expect(table.indexPathForSelectedRow == nil)
    fixture.app.click(at: point(2))
    expectEqual(table.indexPathForSelectedRow, IndexPath(row: 2, section: 0))
  }

  @Test("a press that stops a movement is cancelled if its cell shows another row after the delegate heard of the end")
  func cellIsReusedAsPressBegins() {
    let fixture = fixture(rows: 40)
    let table = fixture.table
    table.setContentOffset(CGPoint(x: 0, y: 200), animated: true)
    for _ in 0..<6 { fixture.app.frame() }
    delegate.onEndAnimation = {
      table.contentOffset.y = 900
      table.layoutIfNeeded()
    }
    press(fixture, 4)
    expectEqual(table.contentOffset.y, 900)
    expect(table.press.row == nil && !table.visibleCells.contains { $0.isHighlighted })
    release(fixture, at: point(4))
    fixture.app.settle()
    expect(table.indexPathForSelectedRow == nil)
    fixture.app.click(at: point(2))
    expect(table.indexPathForSelectedRow != nil)
    table.checkInvariants()
  }

  @Test("a cancelled press ends the highlight and selects nothing")
  func cancelled() {
    let fixture = fixture()
    press(fixture, 3)
    fixture.app.events.post(.pointerMoved(pointer(fixture, point(6))))
    fixture.app.frame()
    expect(fixture.table.visibleCells.allSatisfy { !$0.isHighlighted })
    release(fixture, at: point(6))
    expect(fixture.table.indexPathForSelectedRow == nil)
    expectEqual(delegate.takeLog(), ["shouldHighlight 0.3", "didHighlight 0.3", "didUnhighlight 0.3"])
  }

  @Test("a finger that begins to scroll ends the highlight with a fade and selects nothing")
  func scrolledAway() throws {
    let fixture = fixture(rows: 50)
    func finger(_ y: Double) -> InputEvent.Finger {
      InputEvent.Finger(id: 1, location: CGPoint(x: 100, y: y), timestamp: fixture.app.clock.now)
    }
    fixture.app.events.post(.fingerDown(finger(110)))
    for _ in 0..<4 { fixture.app.frame(after: 0.05) }
    let cell = try #require(fixture.table.cellForRow(at: IndexPath(row: 2, section: 0)))
    expect(cell.isHighlighted)
    for step in 1...10 {
      fixture.app.events.post(.fingerMoved(finger(110 - Double(step) * 4)))
      fixture.app.frame()
      if !cell.isHighlighted { break }
    }
    expect(!cell.isHighlighted && cell.selection.view?.superview === cell, "the grey is fading")
    fixture.app.events.post(.fingerUp(finger(70)))
    fixture.app.settle()
    expect(cell.selection.view?.superview == nil)
    expect(delegate.takeLog().suffix(1) == ["didUnhighlight 0.2"] || fixture.table.contentOffset.y > 0)
    expect(fixture.table.indexPathForSelectedRow == nil)
  }

  @Test("in edit mode its own two properties decide, and entering or leaving it clears the selection")
  func editMode() {
    let fixture = fixture()
    fixture.app.click(at: point(1))
    fixture.table.isEditing = true
    expect(fixture.table.indexPathForSelectedRow == nil)
    fixture.app.click(at: point(2))
    expect(fixture.table.indexPathForSelectedRow == nil)
    fixture.table.allowsSelectionDuringEditing = true
    fixture.app.click(at: point(3))
    fixture.app.click(at: point(4))
    expectEqual(fixture.table.indexPathsForSelectedRows?.map(\.row), [4])
    fixture.table.allowsMultipleSelectionDuringEditing = true
    fixture.app.click(at: point(5))
    fixture.app.click(at: point(6))
    expectEqual(fixture.table.indexPathsForSelectedRows?.map(\.row), [5, 6])
    fixture.app.key(.keyboardA, modifiers: .control)
    expectEqual(fixture.table.chooser.selection.count, 8)
    fixture.table.isEditing = false
    expect(fixture.table.indexPathsForSelectedRows == nil)
    fixture.app.key(.keyboardA, modifiers: .control)
    expect(fixture.table.indexPathsForSelectedRows == nil)
  }

  @Test("allowsSelection = false highlights nothing; selectionStyle none tells the delegate but shows nothing")
  func disallowed() throws {
    let fixture = fixture()
    let cell = try #require(fixture.table.cellForRow(at: IndexPath(row: 2, section: 0)))
    cell.selectionStyle = .none
    fixture.app.click(at: point(2))
    expectEqual(delegate.takeLog().last, "didSelect 0.2")
    expect(cell.isSelected && cell.selection.view?.superview == nil)
    fixture.table.allowsSelection = false
    fixture.app.click(at: point(3))
    expect(delegate.takeLog().isEmpty)
  }

  @Test("selection is kept by path off screen and shown again, and dropped by reloadData")
  func kept() {
    let fixture = fixture(rows: 200)
    fixture.app.click(at: point(2))
    fixture.scroll(to: 4400)
    expect(fixture.table.visibleCells.allSatisfy { !$0.isSelected })
    fixture.scroll(to: 0)
    expectEqual(fixture.table.cellForRow(at: IndexPath(row: 2, section: 0))?.isSelected, true)
    fixture.table.reloadData()
    fixture.app.frame()
    expect(fixture.table.visibleCells.allSatisfy { !$0.isSelected })
  }

  @Test("clicking below the last row changes nothing")
  func emptySpace() {
    let fixture = fixture(rows: 2)
    fixture.app.click(at: point(1))
    _ = delegate.takeLog()
    fixture.app.click(at: point(7))
    expect(delegate.takeLog().isEmpty)
    expectEqual(fixture.table.indexPathForSelectedRow, IndexPath(row: 1, section: 0))
  }

  @Test("the selected background is in the hierarchy only while selected, above the background, below the content")
  func background() throws {
    let fixture = fixture()
    let cell = try #require(fixture.table.cellForRow(at: IndexPath(row: 0, section: 0)))
    let background = UIView()
    let selected = UIView()
    cell.backgroundView = background
    cell.selectedBackgroundView = selected
    expect(selected.superview == nil)
    cell.setSelected(true, animated: false)
    expectEqual(Array(cell.subviews.prefix(3)), [background, selected, cell.contentView])
    expectEqual(cell.textLabel?.isHighlighted, true)
    cell.setSelected(false, animated: true)
    expect(selected.superview === cell)
    fixture.app.settle()
    expect(selected.superview == nil)
    expectEqual(cell.textLabel?.isHighlighted, false)
  }

  @Test("a secondary click selects nothing")
  func secondaryButton() {
    let fixture = fixture()
    fixture.app.click(at: point(2), button: .secondary)
    expect(fixture.table.indexPathForSelectedRow == nil)
  }

  @Test("the detail button reports its row instead of selecting it, a chevron selects")
  func accessories() throws {
    let fixture = fixture()
    let cell = try #require(fixture.table.cellForRow(at: IndexPath(row: 1, section: 0)))
    cell.accessoryType = .detailButton
    fixture.app.frame()
    fixture.app.click(at: CGPoint(x: 300 - 16 - 11, y: 66))
    expectEqual(delegate.takeLog(), ["accessory 0.1"])
    cell.accessoryType = .disclosureIndicator
    fixture.app.frame()
    fixture.app.click(at: CGPoint(x: 300 - 16 - 4, y: 66))
    expectEqual(delegate.takeLog().last, "didSelect 0.1")
  }

  @Test("a reload inside didSelect leaves a sound table")
  func reloadInside() {
    let fixture = fixture()
    delegate.onDidSelect = { $0.reloadData() }
    fixture.app.click(at: point(3))
    fixture.app.settle()
    fixture.table.checkInvariants()
    expect(fixture.table.indexPathForSelectedRow == nil)
  }

  @Test(
    "a drag within a row, by mouse or finger, selects nothing, and a click that trembles selects",
    arguments: [true, false])
  func draggedRow(isMouse: Bool) {
    for (way, selects) in [(CGPoint(x: 60, y: 0), false), (CGPoint(x: -60, y: 3), false), (CGPoint(x: 4, y: -4), true)]
    {
      let fixture = fixture()
      let (start, end) = (CGPoint(x: 150, y: point(3).y), CGPoint(x: 150 + way.x, y: point(3).y + way.y))
      if isMouse {
        fixture.app.mouseDown(at: start)
        fixture.app.mouseMove(to: end)
        expectEqual(fixture.table.visibleCells.contains { $0.isHighlighted }, selects)
        // The press has ended, wherever it is let go.
        if !selects { fixture.app.mouseMove(to: start) }
        fixture.app.mouseUp(at: selects ? end : start)
      } else {
        fixture.app.fingerDown(at: start)
        fixture.app.frame(after: 0.2)
        fixture.app.fingerMove(to: end)
        expectEqual(fixture.table.visibleCells.contains { $0.isHighlighted }, selects)
        fixture.app.fingerUp(at: end)
      }
      fixture.app.settle()
      expectEqual((fixture.table.indexPathForSelectedRow?.row == 3), selects, "\(way)")
      fixture.table.checkInvariants()
    }
  }
}
