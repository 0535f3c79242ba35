import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Swipe: gestures")
struct SwipeGestureTests {
  @Test("dragging a row to the left bares its trailing actions, by each input", arguments: SwipeInput.allCases)
  func opening(input: SwipeInput) throws {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A", "B"]) }
    fixture.drag(2, by: -90, with: input)
    expect(abs(fixture.offset(2) + 90) < 0.01)
    expectEqual(fixture.cell(2)?.showingDeleteConfirmation, true)
    fixture.table.checkInvariants()
    fixture.letGo(2, at: -90, with: input)
    fixture.settle()
    expectEqual(fixture.openRow, 2)
    expectEqual(fixture.offset(2), -148)
    expectEqual(fixture.strip?.frame, CGRect(x: 152, y: 88, width: 148, height: 44))
    expectEqual(fixture.strip?.buttons.map(\.frame.width), [74, 74])
    expectEqual(fixture.source.takeLog(), ["willBegin 2"])
  }

  @Test("dragging a row to the right bares its leading actions, by each input", arguments: SwipeInput.allCases)
  func openingLeading(input: SwipeInput) {
    let fixture = SwipeFixture()
    fixture.source.leading = { _ in fixture.actions(["A"]) }
    fixture.swipe(3, by: 50, with: input)
    expectEqual(fixture.openRow, 3)
    expectEqual(fixture.offset(3), 74)
    fixture.swipe(3, by: -60, with: input)
    expect(fixture.openRow == nil)
    expectEqual(fixture.offset(3), 0)
    expectEqual(fixture.source.takeLog(), ["willBegin 3", "didEnd 3"])
  }

  @Test("a short drag goes back, and tells so", arguments: SwipeInput.allCases)
  func goingBack(input: SwipeInput) {
    let fixture = SwipeFixture()
    fixture.swipe(1, by: -30, with: input)
    expect(fixture.openRow == nil)
    expectEqual(fixture.offset(1), 0)
    expectEqual(fixture.source.takeLog(), ["willBegin 1", "didEnd 1"])
  }

  @Test("a flick opens however short it is, and closes however far the row is")
  func flicking() {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A", "B"]) }
    fixture.drag(1, by: -40)
    fixture.letGo(1, at: -40, moving: true)
    fixture.settle()
    expectEqual(fixture.offset(1), -148)
    fixture.drag(1, by: 60)
    fixture.letGo(1, at: 60, moving: true)
    fixture.settle()
    expect(fixture.openRow == nil)
  }

  @Test("vertical movement scrolls and moves no row; the mouse moves nothing at all")
  func vertical() {
    let fixture = SwipeFixture()
    let start = fixture.point(5)
    fixture.app.fingerDrag(from: start, to: CGPoint(x: start.x - 30, y: start.y - 90))
    expect(fixture.openRow == nil)
    expect(fixture.table.contentOffset.y > 0)
    fixture.app.fingerUp(at: CGPoint(x: start.x - 30, y: start.y - 90), after: 0.2)
    fixture.settle()
    let row = fixture.point(5)
    fixture.app.mouseDown(at: row)
    fixture.app.mouseMove(to: CGPoint(x: row.x - 5, y: row.y + 20))
    fixture.app.mouseMove(to: CGPoint(x: row.x - 80, y: row.y + 20))
    expect(fixture.openRow == nil)
    fixture.app.mouseUp(at: CGPoint(x: row.x - 80, y: row.y + 20))
    expect(!fixture.source.takeLog().contains { $0.hasPrefix("willBegin") })
  }

  @Test("sideways movement scrolls nothing, and does not select the row", arguments: SwipeInput.allCases)
  func sidewaysOnly(input: SwipeInput) {
    let fixture = SwipeFixture()
    fixture.table.contentOffset.y = 100
    fixture.app.frame()
    fixture.drag(5, by: -60, with: input)
    expectEqual(fixture.cell(5)?.isHighlighted, false)
    fixture.letGo(5, at: -60, with: input)
    fixture.settle()
    expectEqual(fixture.table.contentOffset.y, 100)
    expect(fixture.table.indexPathForSelectedRow == nil)
    expectEqual(fixture.openRow, 5)
  }

  @Test("in a direction without actions a closed row does not move, an open one gives way")
  func otherDirection() {
    let fixture = SwipeFixture()
    fixture.drag(1, by: 80)
    expectEqual(fixture.offset(1), 0)
    fixture.letGo(1, at: 80)
    fixture.settle()
    fixture.swipe(1, by: -50)
    expectEqual(fixture.offset(1), -75)
    fixture.drag(1, by: 174)
    expect(fixture.offset(1) > 0 && fixture.offset(1) < 60)
    expectEqual(fixture.strip?.frame.width, 0)
    fixture.letGo(1, at: 174)
    fixture.settle()
    expect(fixture.openRow == nil)
  }

  @Test("a finger catches a row on its way")
  func catching() {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A", "B"]) }
    fixture.drag(1, by: -120)
    fixture.letGo(1, at: -120)
    fixture.app.frame(after: 0.05)
    let place = fixture.offset(1)
    expect(place < -120 && place > -148)
    fixture.drag(1, by: -4)
    expect(abs(fixture.offset(1) - (place - 4)) < 30)
    expectEqual(fixture.swiped?.isHeld, true)
    fixture.letGo(1, at: -4)
    fixture.settle()
    expectEqual(fixture.offset(1), -148)
  }

  @Test("the buttons stretch with a pull beyond them")
  func stretching() throws {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A", "B"], full: false) }
    fixture.swipe(1, by: -80)
    fixture.drag(1, by: -100)
    let strip = try #require(fixture.strip)
    expect(strip.frame.width > 148 && strip.frame.width < 248)
    let widths = strip.buttons.map { Double($0.frame.width) }
    expect(abs(widths[0] - widths[1]) <= 1)
    expectEqual(widths.reduce(0, +), Double(strip.frame.width))
    fixture.letGo(1, at: -100)
    fixture.settle()
    expectEqual(strip.buttons.map(\.frame.width), [74, 74])
    expectEqual(fixture.source.takeLog(), ["willBegin 1"])
  }

  @Test("Shift and the wheel, and sideways turns while scrolling, move no row")
  func wheel() {
    let fixture = SwipeFixture()
    let place = fixture.point(2)
    fixture.app.wheel(CGVector(dx: 0, dy: -1), isPrecise: false, at: place, modifiers: .shift)
    fixture.settle()
    expect(fixture.openRow == nil)
    fixture.turn(by: 0, -20, at: place)
    fixture.turn(by: -60, -2, at: place)
    fixture.turn(by: -60, 0, at: place)
    fixture.settle()
    expect(fixture.openRow == nil)
    expect(fixture.table.contentOffset.y > 0)
    expect(fixture.source.takeLog().isEmpty)
  }

  @Test("a notch sideways opens, one back closes")
  func notch() {
    let fixture = SwipeFixture()
    fixture.app.wheel(CGVector(dx: -1, dy: 0), isPrecise: false, at: fixture.point(2))
    fixture.settle()
    expectEqual(fixture.offset(2), -75)
    fixture.app.wheel(CGVector(dx: -1, dy: 0), isPrecise: false, at: fixture.point(2))
    fixture.settle()
    expectEqual(fixture.offset(2), -75)
    fixture.app.wheel(CGVector(dx: 1, dy: 0), isPrecise: false, at: fixture.point(2))
    fixture.settle()
    expect(fixture.openRow == nil)
  }

  @Test("cancelled touches and a window that goes away leave no row out of its place")
  func cancelling() {
    let fixture = SwipeFixture()
    fixture.drag(1, by: -60)
    fixture.app.window.touchRouter.cancelAll()
    fixture.settle()
    expectEqual(fixture.openRow, 1)
    fixture.table.removeFromSuperview()
    expect(fixture.openRow == nil)
    expectEqual(fixture.source.takeLog(), ["willBegin 1", "didEnd 1"])
    fixture.app.window.addSubview(fixture.table)
    fixture.settle()
    expect(fixture.table.visibleCells.allSatisfy { $0.frame.minX == 0 && !$0.showingDeleteConfirmation })
  }

  @Test("a finger takes the knob of a slider along in a row that can be swiped, and swipes the row beside it")
  func slider() throws {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A"]) }
    let slider = UISlider(frame: CGRect(x: 100, y: 4, width: 132, height: 34))
    slider.value = 0.5
    try #require(fixture.cell(2)).contentView.addSubview(slider)
    fixture.app.settle()
    fixture.app.fingerDrag(from: fixture.point(2, x: 166), to: fixture.point(2, x: 126))
    fixture.app.fingerUp(at: fixture.point(2, x: 126))
    fixture.app.settle()
    expect(abs(slider.value - 0.1) < 0.01 && fixture.openRow == nil && fixture.offset(2) == 0)
    fixture.drag(2, by: -60)
    expect(abs(slider.value - 0.1) < 0.01 && fixture.openRow == 2)
  }

  @Test(
    "a finger takes the knob of a switch along in a row that can be swiped, and swipes it where the switch is disabled")
  func switchInRow() throws {
    let fixture = SwipeFixture()
    fixture.source.trailing = { _ in fixture.actions(["A"]) }
    let control = UISwitch(frame: CGRect(x: 110, y: 6, width: 51, height: 31))
    control.isOn = true
    try #require(fixture.cell(2)).contentView.addSubview(control)
    fixture.app.settle()
    fixture.app.fingerDrag(from: fixture.point(2, x: 150), to: fixture.point(2, x: 110))
    fixture.app.fingerUp(at: fixture.point(2, x: 110))
    fixture.app.settle()
    expect(!control.isOn && fixture.openRow == nil && fixture.offset(2) == 0)
    control.isEnabled = false
    fixture.drag(2, by: -60)
    expectEqual(fixture.openRow, 2)
  }
}
