import Expectations
import Foundation
import TableModel
import TestSupport
import Testing

@testable import UIKitCore

/// Hands that do whatever they like with rows that change under them.
@MainActor
@Suite("Swipe: random gestures")
struct SwipeRandomTests {
  private struct Hands {
    var finger: CGPoint?
    var mouse: CGPoint?
  }

  @Test("whatever hands and app do, one row at most is out of its place, and calls pair", arguments: 0..<40)
  func gestures(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = SwipeFixture(rows: 30, style: seed % 5 == 4 ? .insetGrouped : .plain)
    let kept = KeptCompletion()
    fixture.source.onCommit = { table, path in fixture.source.delete(path, in: table) }
    fixture.source.trailing = { path in
      switch path.row % 4 {
      case 0: return nil
      case 1: return fixture.actions(["A", "B"]) { kept.keep($0) }
      case 2: return fixture.actions(["A"], style: .destructive) { $0(true) }
      default: return fixture.actions(["A", "B", "C"], full: false) { $0(false) }
      }
    }
    fixture.source.leading = { path in path.row % 2 == 0 ? fixture.actions(["L"]) { $0(true) } : nil }
    var hands = Hands()
    var open = 0
    for _ in 0..<150 {
      step(fixture, &hands, kept, &random)
      fixture.table.checkInvariants()
      for call in fixture.source.takeLog() {
        if call.hasPrefix("willBegin") { open += 1 }
        if call.hasPrefix("didEnd") { open -= 1 }
        expect(open == 0 || open == 1, "seed \(seed)")
      }
      expectEqual((open == 1), (fixture.swiped?.tellsApp == true), "seed \(seed)")
    }
    if let place = hands.finger { fixture.app.fingerUp(at: place) }
    if let place = hands.mouse { fixture.app.mouseUp(at: place) }
    fixture.table.setEditing(false, animated: false)
    fixture.table.swipe.close(animated: true)
    fixture.settle()
    expect(fixture.openRow == nil)
    let inset = fixture.table.sectionInset
    expect(fixture.table.visibleCells.allSatisfy { Double($0.frame.minX) == inset && !$0.isAside }, "seed \(seed)")
    expect(!fixture.app.application.frameLoop.isFrameRequested, "seed \(seed)")
  }

  private func step(
    _ fixture: SwipeFixture, _ hands: inout Hands, _ kept: KeptCompletion, _ random: inout SeededRandom
  ) {
    let app = fixture.app
    let place = CGPoint(x: Double.random(in: 5...280, using: &random), y: Double.random(in: 5...435, using: &random))
    let pause = [0.01, 0.02, 0.12].randomElement(using: &random) ?? 0.01
    switch Int.random(in: 0..<24, using: &random) {
    case 0...5:
      if let old = hands.finger {
        let next = moved(old, &random)
        app.fingerMove(to: next, after: pause)
        hands.finger = next
      } else {
        app.fingerDown(at: place)
        hands.finger = place
      }
    case 6:
      if let old = hands.finger { app.fingerUp(at: old, after: pause) }
      hands.finger = nil
    case 7...10:
      if let old = hands.mouse {
        let next = moved(old, &random)
        app.mouseMove(to: next, after: pause)
        hands.mouse = next
      } else {
        app.mouseDown(at: place)
        hands.mouse = place
      }
    case 11:
      if let old = hands.mouse { app.mouseUp(at: old) }
      hands.mouse = nil
    case 12, 13: fixture.turn(by: Double.random(in: -60...60, using: &random), at: place, after: pause)
    case 14: app.wheel(Bool.random(using: &random) ? 1 : -1, at: place)
    case 15: if hands.mouse == nil { fixture.press(Int.random(in: 0..<3, using: &random)) }
    case 16:
      let path = IndexPath(row: Int.random(in: 0...fixture.source.rows.count, using: &random), section: 0)
      fixture.source.rows.insert("new", at: path.row)
      fixture.table.insertRows(at: [path], with: .fade)
    case 17:
      guard fixture.source.rows.count > 10 else { return }
      let path = IndexPath(row: Int.random(in: 0..<fixture.source.rows.count, using: &random), section: 0)
      fixture.source.delete(
        path, in: fixture.table, with: [.fade, .left, .none].randomElement(using: &random) ?? .fade)
    case 18: if Int.random(in: 0..<4, using: &random) == 0 { fixture.table.reloadData() }
    case 19: fixture.table.setEditing(Int.random(in: 0..<4, using: &random) == 0, animated: Bool.random(using: &random))
    case 20:
      let row = Int.random(in: 0..<fixture.source.rows.count, using: &random)
      fixture.table.swipe.openTrailingActions(
        at: RowPosition(section: 0, row: row), animated: Bool.random(using: &random))
    case 21: kept.callLast(Bool.random(using: &random))
    default: app.frame(after: [1.0 / 60, 0.1, 0.4].randomElement(using: &random) ?? 0.1)
    }
    if fixture.table.work.isDue(.tiling) { app.frame() }
  }

  private func moved(_ place: CGPoint, _ random: inout SeededRandom) -> CGPoint {
    CGPoint(
      x: min(max(place.x + Double.random(in: -70...70, using: &random), 1), 299),
      y: min(max(place.y + Double.random(in: -6...6, using: &random), 1), 439))
  }
}
