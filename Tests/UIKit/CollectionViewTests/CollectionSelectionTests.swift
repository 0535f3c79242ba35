import Expectations
import Foundation
import TableModel
import TestSupport
import Testing
import UIKitCore

@testable import CollectionView

@MainActor
@Suite("Collection view: selection and keys")
struct CollectionSelectionTests {
  /// The middle of an item of 100 points, three to a line.
  private func point(_ item: Int) -> CGPoint { CGPoint(x: 50 + 100 * Double(item % 3), y: 50 + 100 * Double(item / 3)) }

  private static let calls: Set<String> = [
    "shouldHighlight", "didHighlight", "didUnhighlight", "shouldSelect", "shouldDeselect", "didSelect", "didDeselect",
  ]

  @Test("a click highlights, selects and tells in UIKit's order")
  func clicks() {
    let fixture = CollectionFixture([9]) { $0.logs = Self.calls }
    fixture.app.mouseDown(at: point(4))
    expectEqual(fixture.view.cellForItem(at: path(4))?.isHighlighted, true)
    expectEqual(fixture.takeLog(), ["shouldHighlight 0.4", "didHighlight 0.4"])
    fixture.app.mouseUp(at: point(4))
    expectEqual(fixture.takeLog(), ["shouldSelect 0.4", "didSelect 0.4", "didUnhighlight 0.4"])
    expectEqual(fixture.view.cellForItem(at: path(4))?.isSelected, true)
    expectEqual(fixture.view.cellForItem(at: path(4))?.isHighlighted, false)
    fixture.app.click(at: point(5))
    expectEqual(
      fixture.takeLog(),
      [
        "shouldHighlight 0.5", "didHighlight 0.5", "shouldSelect 0.5", "didDeselect 0.4", "didSelect 0.5",
        "didUnhighlight 0.5",
      ])
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(5)])
    fixture.view.checkInvariants()
  }

  @Test("what the delegate refuses is neither highlighted nor selected")
  func refusals() {
    let fixture = CollectionFixture([9]) {
      $0.logs = Self.calls
      $0.refusesSelection = [path(2)]
    }
    fixture.app.click(at: point(2))
    expectEqual(
      fixture.takeLog(), ["shouldHighlight 0.2", "didHighlight 0.2", "shouldSelect 0.2", "didUnhighlight 0.2"])
    fixture.refusesHighlight = true
    fixture.app.click(at: point(3))
    expectEqual(fixture.takeLog(), ["shouldHighlight 0.3"])
    expectEqual(fixture.view.indexPathsForSelectedItems, [])
    fixture.view.allowsSelection = false
    fixture.app.click(at: point(3))
    expectEqual(fixture.takeLog(), [])
  }

  @Test("where several items can be selected a click toggles, Shift selects a range and Control-A all")
  func several() {
    let fixture = CollectionFixture([9, 6]) { $0.view.allowsMultipleSelection = true }
    fixture.app.click(at: point(1))
    fixture.app.click(at: point(3))
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(1), path(3)])
    fixture.app.click(at: point(1))
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(3)])
    fixture.app.click(at: point(4))
    fixture.app.click(at: point(8), modifiers: .shift)
    expectEqual(fixture.view.indexPathsForSelectedItems, (4...8).map { path($0) })
    fixture.refusesSelection = [path(2)]
    fixture.app.shortcut("a")
    expectEqual(fixture.view.indexPathsForSelectedItems?.count, 14)
    fixture.view.allowsMultipleSelection = false
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(0)])
    fixture.view.checkInvariants()
  }

  @Test("a finger that rests highlights, one that moves scrolls and selects nothing")
  func fingers() {
    let fixture = CollectionFixture([60]) { $0.logs = Self.calls }
    fixture.app.fingerDown(at: point(4))
    expectEqual(fixture.takeLog(), [])
    for _ in 0..<12 { fixture.app.frame() }
    expectEqual(fixture.takeLog(), ["shouldHighlight 0.4", "didHighlight 0.4"])
    fixture.app.fingerUp(at: point(4))
    expectEqual(fixture.takeLog(), ["shouldSelect 0.4", "didSelect 0.4", "didUnhighlight 0.4"])
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 300), to: CGPoint(x: 150, y: 100))
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 100))
    fixture.app.settle()
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(4)])
    expect(fixture.view.contentOffset.y > 100)
    expect(!fixture.takeLog().contains { $0.hasPrefix("shouldSelect") })
  }

  @Test("arrows go on in a view of no height, as a window too small for it leaves it", arguments: [0.0, 0.5])
  func noHeight(height: Double) {
    let fixture = CollectionFixture([8])
    fixture.counts = [1_000_000_000]
    fixture.view.reloadData()
    fixture.app.frame()
    _ = fixture.view.becomeFirstResponder()
    fixture.app.key(.keyboardDownArrow)
    fixture.view.frame.size.height = height
    fixture.app.frame()
    for key in [UIKeyboardHIDUsage.keyboardDownArrow, .keyboardUpArrow, .keyboardRightArrow, .keyboardPageDown] {
      fixture.app.key(key)
      fixture.app.frame()
    }
    fixture.app.key(.keyboardEnd)
    fixture.app.key(.keyboardDownArrow)
    fixture.app.settle()
    fixture.view.checkInvariants()
  }

  @Test("arrows go by direction, Home and End to the ends, Space and Return do what a click does")
  func keys() {
    let fixture = CollectionFixture([8, 30])
    let view = fixture.view
    _ = view.becomeFirstResponder()
    func at() -> IndexPath? { view.chooser.cursorRow.map { IndexPath($0) } }
    fixture.app.key(.keyboardDownArrow)
    expectEqual(at(), path(0))
    fixture.app.key(.keyboardRightArrow)
    fixture.app.key(.keyboardDownArrow)
    expectEqual(at(), path(4))
    fixture.app.key(.keyboardDownArrow)
    expectEqual(at(), path(7))
    fixture.app.key(.keyboardDownArrow)
    expectEqual(at(), path(1, 1))
    fixture.app.key(.keyboardUpArrow)
    expectEqual(at(), path(7))
    // Beyond the end of a line the next one begins.
    fixture.app.key(.keyboardRightArrow)
    expectEqual(at(), path(0, 1))
    fixture.app.key(.keyboardLeftArrow)
    expectEqual(at(), path(7))
    fixture.app.key(.keyboardSpacebar)
    expectEqual(view.indexPathsForSelectedItems, [path(7)])
    fixture.app.key(.keyboardEnd)
    expectEqual(at(), path(29, 1))
    expectEqual(view.contentOffset.y, view.contentSize.height - 440)
    fixture.app.key(.keyboardPageUp)
    expect((at() ?? path(0)) < path(29, 1))
    fixture.app.key(.keyboardHome)
    expectEqual(at(), path(0))
    expectEqual(view.contentOffset.y, 0)
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(view.indexPathsForSelectedItems, [path(0)])
    view.checkInvariants()
  }

  @Test("the ring lies around the item that the keyboard is at, and goes along with it")
  func ring() {
    let fixture = CollectionFixture([60])
    _ = fixture.view.becomeFirstResponder()
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardDownArrow)
    expectEqual(fixture.view.ringHost?.frame, CGRect(x: 0, y: 100, width: 100, height: 100))
    expectEqual(fixture.view.ringHost?.subviewCount, 1)
    fixture.texts[0].insert(contentsOf: ["a", "b", "c"], at: 0)
    fixture.view.insertItems(at: [path(0), path(1), path(2)])
    fixture.app.settle()
    expectEqual(fixture.view.ringHost?.frame, CGRect(x: 0, y: 200, width: 100, height: 100))
    fixture.view.allowsSelection = false
    expectEqual(fixture.view.ringHost, nil)
  }

  @Test("through a reload the keyboard stays at the item of its place, or goes to the section's last")
  func ringThroughReload() {
    let fixture = CollectionFixture([9])
    _ = fixture.view.becomeFirstResponder()
    fixture.view.chooser.start(at: RowPosition(section: 0, row: 7))
    fixture.view.reloadData()
    fixture.app.settle()
    expectEqual(fixture.view.chooser.cursorRow.map { IndexPath($0) }, path(7))
    fixture.counts = [4]
    fixture.view.reloadData()
    fixture.app.settle()
    expectEqual(fixture.view.chooser.cursorRow.map { IndexPath($0) }, path(3))
    fixture.view.checkInvariants()
    _ = fixture.view.resignFirstResponder()
    fixture.view.reloadData()
    fixture.app.settle()
    expectEqual(fixture.view.chooser.cursorRow, nil)
  }

  @Test("Shift with arrows takes the selection along, and a selection that follows the keyboard is told")
  func extending() {
    let fixture = CollectionFixture([12]) { $0.view.allowsMultipleSelection = true }
    fixture.app.click(at: point(1))
    fixture.app.key(.keyboardDownArrow, modifiers: .shift)
    expectEqual(fixture.view.indexPathsForSelectedItems, (1...4).map { path($0) })
    fixture.app.key(.keyboardUpArrow, modifiers: .shift)
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(1)])
    fixture.view.allowsMultipleSelection = false
    fixture.view.selectionFollowsFocus = true
    fixture.logs = ["didSelect"]
    _ = fixture.takeLog()
    fixture.app.key(.keyboardRightArrow)
    expectEqual(fixture.takeLog(), ["didSelect 0.2"])
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(2)])
  }

  @Test("the menu is about the item at the pointer, or about all selected ones if it is one of them")
  func menus() {
    let fixture = CollectionFixture([9]) {
      $0.view.allowsMultipleSelection = true
      $0.makesMenu = true
    }
    fixture.app.click(at: point(1))
    fixture.app.click(at: point(2))
    fixture.app.click(at: point(5), button: .secondary)
    expectEqual(fixture.menuPaths, [[path(5)]])
    expectEqual(fixture.view.cellForItem(at: path(5))?.isHighlighted, true)
    fixture.app.key(.keyboardEscape)
    fixture.app.settle()
    expectEqual(fixture.view.cellForItem(at: path(5))?.isHighlighted, false)
    fixture.app.click(at: point(2), button: .secondary)
    expectEqual(fixture.menuPaths.last, [path(1), path(2)])
    fixture.app.key(.keyboardEscape)
    fixture.app.settle()
    fixture.app.key(.keyboardApplication)
    expectEqual(fixture.menuPaths.last, [path(1), path(2)])
    fixture.view.checkInvariants()
  }

  @Test("a delegate that selects again what a click deselects is told once")
  func stubbornDelegate() {
    let fixture = CollectionFixture([9]) { $0.logs = ["didDeselect"] }
    fixture.app.click(at: point(4))
    fixture.onDeselect = { fixture.view.selectItem(at: $0, animated: false, scrollPosition: []) }
    fixture.app.click(at: point(5))
    expectEqual(fixture.takeLog(), ["didDeselect 0.4"])
    expect(fixture.view.indexPathsForSelectedItems?.contains(path(5)) == true)
    fixture.view.checkInvariants()
  }

  @Test("a delegate that takes the item away while it is told selects nothing else")
  func deletingDelegate() {
    let fixture = CollectionFixture([9]) { $0.logs = ["didSelect"] }
    fixture.onSelect = { selected in
      fixture.texts[0].remove(at: selected.item)
      fixture.view.deleteItems(at: [selected])
    }
    fixture.app.click(at: point(4))
    fixture.app.settle()
    expectEqual(fixture.takeLog(), ["didSelect 0.4"])
    expectEqual(fixture.view.indexPathsForSelectedItems, [])
    expectEqual(fixture.text(4), "0.5")
    fixture.view.checkInvariants()
  }
}
