import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Swipe: how far a row moves")
struct SwipeTravelTests {
  private let free = SwipeTravel(rowWidth: 300, reach: 100, allowsFull: true)
  private let bound = SwipeTravel(rowWidth: 300, reach: 100, allowsFull: false)

  @Test("the row follows the finger as far as its buttons reach")
  func following() {
    for pull in stride(from: 0.0, through: 100, by: 12.5) {
      expectEqual(free.distance(forPull: pull), pull)
      expectEqual(bound.distance(forPull: pull), pull)
    }
    expectEqual(free.distance(forPull: 260), 260)
    expectEqual(free.distance(forPull: 400), 300)
  }

  @Test("beyond its buttons, and to the other side, the row gives way less and less")
  func givingWay() {
    var last = 100.0
    var lastStep = Double.infinity
    for pull in stride(from: 120.0, through: 900, by: 20) {
      let distance = bound.distance(forPull: pull)
      expect(distance > last)
      expect(distance - last < lastStep)
      (last, lastStep) = (distance, distance - last)
    }
    expect(last < 400)
    expect(bound.distance(forPull: -50) < 0 && bound.distance(forPull: -50) > -50)
    expectEqual(free.distance(forPull: -50), bound.distance(forPull: -50))
  }

  @Test("a finger that catches the row goes on from where it is", arguments: 0..<20)
  func catching(seed: Int) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let travel = Bool.random(using: &random) ? free : bound
      let pull = Double.random(in: -200...299, using: &random)
      let distance = travel.distance(forPull: pull)
      expect(abs(travel.pull(forDistance: distance) - pull) < 1e-6)
    }
  }

  @Test("past half the width the first action is due, if that is allowed")
  func full() {
    expect(!free.isFull(149))
    expect(free.isFull(150))
    expect(!bound.isFull(299))
    // Buttons wider than half the row leave a way beyond them.
    let wide = SwipeTravel(rowWidth: 300, reach: 200, allowsFull: true)
    expect(!wide.isFull(200))
    expect(wide.isFull(220))
  }

  @Test("a still hand decides by what it has bared, a flick by its direction")
  func resting() {
    expectEqual(free.rest(from: 49, velocity: 0), .closed)
    expectEqual(free.rest(from: 50, velocity: 0), .open)
    expectEqual(free.rest(from: 10, velocity: 500), .open)
    expectEqual(free.rest(from: 90, velocity: -500), .closed)
    expectEqual(free.rest(from: 149, velocity: 500), .open)
    expectEqual(free.rest(from: 200, velocity: 0), .full)
    expectEqual(free.rest(from: 200, velocity: -500), .closed)
    expectEqual(bound.rest(from: 200, velocity: 500), .open)
    expectEqual(free.rest(from: -5, velocity: 500), .closed)
  }

  @Test("the way to rest ends there, and does not run past it", arguments: 0..<20)
  func moving(seed: Int) {
    var random = SeededRandom(seed: seed)
    let rests: [SwipeTravel.Rest] = [.closed, .open, .full]
    for rest in rests {
      let start = Double.random(in: -30...300, using: &random)
      let move = free.move(from: start, velocity: Double.random(in: -9000...9000, using: &random), to: rest)
      let target = free.distance(of: rest)
      expectEqual(Double(move.offset(at: SwipeTravel.restDuration)), target)
      for step in 0...30 {
        let place = Double(move.offset(at: Double(step) * 0.01))
        expect(place >= min(start, target) - 1e-9 && place <= max(start, target) + 1e-9)
      }
    }
  }
}

@Suite("Swipe: where the buttons lie")
struct SwipeLayoutTests {
  private func spans(
    _ layout: SwipeLayout, revealed: Double, spread: Double = 0
  ) -> [(left: Double, width: Double)] {
    layout.widths.indices.map { layout.span(of: $0, revealed: revealed, spread: $0 == 0 ? spread : 0) }
  }

  @Test("the first action is nearest the edge of the table")
  func order() {
    let trailing = SwipeLayout(natural: [80, 100], rowWidth: 300, isAtLeft: false)
    let right = spans(trailing, revealed: 180)
    expect(right[0] == (100, 80))
    expect(right[1] == (0, 100))
    let leading = SwipeLayout(natural: [80, 100], rowWidth: 300, isAtLeft: true)
    let left = spans(leading, revealed: 180)
    expect(left[0] == (0, 80))
    expect(left[1] == (80, 100))
  }

  @Test("no button is narrower than 74 points, and all leave a part of the row")
  func widths() {
    expectEqual(SwipeLayout(natural: [10, 90], rowWidth: 300, isAtLeft: false).widths, [74, 90])
    let crowded = SwipeLayout(natural: [100, 100, 100, 100], rowWidth: 300, isAtLeft: false)
    expect(abs(crowded.reach - 256) < 1e-9)
    expect(abs(crowded.widths.reduce(0, +) - 256) < 1e-9)
  }

  @Test("the buttons fill the strip without gap or overlap, however far it is bared", arguments: 0..<20)
  func filling(seed: Int) {
    var random = SeededRandom(seed: seed)
    for isAtLeft in [true, false] {
      let natural = (0..<Int.random(in: 1...4, using: &random)).map { _ in Double.random(in: 20...120, using: &random) }
      let layout = SwipeLayout(natural: natural, rowWidth: 400, isAtLeft: isAtLeft)
      let revealed = Double(Int.random(in: 1...400, using: &random))
      let sorted = spans(layout, revealed: revealed).sorted { ($0.left, $0.width) < ($1.left, $1.width) }
      var end = 0.0
      for span in sorted {
        expect(abs(span.left - end) < 1e-9)
        expectEqual(span.left, span.left.rounded())
        end = span.left + span.width
      }
      expect(abs(end - revealed) < 1e-9)
    }
  }

  @Test("a button that spreads covers the whole strip, its title beside the row")
  func spreading() {
    for isAtLeft in [true, false] {
      let layout = SwipeLayout(natural: [80, 100, 74], rowWidth: 300, isAtLeft: isAtLeft)
      for number in 0..<3 {
        let span = layout.span(of: number, revealed: 280, spread: 1)
        expect(span == (0, 280))
        let left = layout.contentLeft(of: number, width: 280, spread: 1)
        expectEqual(left, (isAtLeft ? 280 - layout.widths[number] : 0))
        expectEqual(layout.contentLeft(of: number, width: 280, spread: 0), (280 - layout.widths[number]) / 2)
      }
    }
  }
}
