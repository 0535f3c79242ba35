import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// When input is seen: a window of 60 frames a second and a manual clock.
@MainActor
@Suite("Application: input and frames")
struct InputResponseTests {
  private static let interval = 1.0 / 60

  /// A scroll view paced by the display, at rest for a second.
  private static func scene() -> ScrollFixture {
    let fixture = ScrollFixture()
    fixture.app.application.frameLoop.pacing = .display
    fixture.app.clock.advance(by: 1)
    return fixture
  }

  private static func table(rows: Int = 1000) -> TableFixture {
    let fixture = TableFixture(sections: [rows])
    fixture.app.settle()
    fixture.app.clock.advance(by: 1)
    return fixture
  }

  private static func notch(_ lines: CGFloat, _ fixture: ScrollFixture) -> InputEvent {
    .wheel(
      InputEvent.Wheel(
        lines: CGVector(dx: 0, dy: lines), location: fixture.middle, timestamp: fixture.app.clock.now))
  }

  /// Runs the loop as its driver does, a turn at each deadline, until nothing is wanted.
  /// - Returns: the times of the frames drawn.
  private static func run(_ app: TestApplication, limit: Int = 1000) -> [TimeInterval] {
    var times: [TimeInterval] = []
    for _ in 0..<limit {
      guard let deadline = app.application.frameLoop.nextDeadline else { return times }
      app.clock.advance(by: max(0, deadline - app.clock.now))
      let drawn = app.backend.presentCount
      app.application.frameLoop.turn()
      if app.backend.presentCount > drawn { times.append(app.clock.now) }
    }
    Issue.record("the loop does not come to rest")
    return times
  }

  // MARK: From idle

  @Test("a notch over content at rest is drawn in the turn that brings it, moved by its first interval")
  func firstStep() {
    let fixture = Self.scene()
    let drawn = fixture.app.backend.presentCount
    fixture.app.wheel(-1, at: fixture.middle)
    expectEqual(fixture.app.backend.presentCount, drawn + 1)
    let curve = EasedMove(from: 0, to: UIScrollView.pointsPerNotch, duration: WheelGlide.duration)
    let first = curve.offset(at: Self.interval)
    expect(first > 2)
    expect(abs(fixture.scrollView.contentOffset.y - first) <= 0.5)
    fixture.app.frame()
    expect(abs(fixture.scrollView.contentOffset.y - curve.offset(at: 2 * Self.interval)) <= 0.5)
  }

  @Test("an animated scroll and a view animation have moved in their first frame")
  func firstStepOfAnimations() {
    let fixture = Self.scene()
    fixture.scrollView.setContentOffset(CGPoint(x: 0, y: 600), animated: true)
    fixture.app.application.frameLoop.turn()
    let scroll = ScrollAnimation(from: .zero, to: CGPoint(x: 0, y: 600))
    expect(abs(fixture.scrollView.contentOffset.y - scroll.offset(at: Self.interval).y) <= 0.5)
    expect(fixture.scrollView.contentOffset.y > 0)
    _ = Self.run(fixture.app)

    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    fixture.app.window.addSubview(view)
    _ = Self.run(fixture.app)
    fixture.app.clock.advance(by: 1)
    UIView.animate(withDuration: 0.3, delay: 0, options: .curveLinear) { view.frame.origin.x = 90 }
    fixture.app.application.frameLoop.turn()
    expect(abs((view.presentation?.origin.x ?? 0) - 90 * Self.interval / 0.3) < 0.01)
  }

  @Test("keys, clicks, a touchpad, a finger and the knob of an indicator are drawn in the turn that brings them")
  func everyInput() {
    let table = Self.table()
    let app = table.app
    var drawn = app.backend.presentCount
    app.mouseDown(at: CGPoint(x: 100, y: 66))
    expectEqual(table.table.cellForRow(at: IndexPath(row: 1, section: 0))?.isHighlighted, true)
    expectEqual(app.backend.presentCount, drawn + 1)
    app.mouseUp(at: CGPoint(x: 100, y: 66))
    _ = Self.run(app)

    app.clock.advance(by: 1)
    drawn = app.backend.presentCount
    table.table.selectionFollowsFocus = true
    app.key(.keyboardDownArrow)
    expectEqual(table.table.indexPathForSelectedRow, IndexPath(row: 2, section: 0))
    expectEqual(app.backend.presentCount, drawn + 1)
    _ = Self.run(app)

    app.clock.advance(by: 1)
    drawn = app.backend.presentCount
    app.wheel(-0.25, at: CGPoint(x: 100, y: 100), isPrecise: true)
    expectEqual(table.table.contentOffset.y, UIScrollView.pointsPerNotch / 4)
    expectEqual(app.backend.presentCount, drawn + 1)
    _ = Self.run(app)

    let scroll = Self.scene()
    scroll.app.fingerDown(at: scroll.middle)
    _ = Self.run(scroll.app)
    scroll.app.clock.advance(by: 1)
    drawn = scroll.app.backend.presentCount
    scroll.app.fingerMove(to: CGPoint(x: 150, y: 150))
    expect(scroll.scrollView.contentOffset.y > 0)
    expectEqual(scroll.app.backend.presentCount, drawn + 1)

    let knob = Self.scene()
    knob.app.mouseMove(to: CGPoint(x: 295, y: 10))
    _ = Self.run(knob.app)
    knob.app.mouseDown(at: CGPoint(x: 295, y: 10))
    _ = Self.run(knob.app)
    knob.app.clock.advance(by: 1)
    drawn = knob.app.backend.presentCount
    knob.app.mouseMove(to: CGPoint(x: 295, y: 110))
    expect(knob.scrollView.contentOffset.y > 500)
    expectEqual(knob.app.backend.presentCount, drawn + 1)
  }

  @Test("a character typed into a field is drawn in the turn that brings it")
  func typing() {
    let scene = FieldScene("ab")
    scene.app.clock.advance(by: 0.2)
    let drawn = scene.app.backend.presentCount
    scene.app.type("c")
    expectEqual(scene.field.text, "abc")
    expectEqual(scene.app.backend.presentCount, drawn + 1)
    expect(scene.app.backend.visibleTexts.contains("abc"))
  }

  @Test("input right after a single frame is drawn at once, what follows keeps the display's rate")
  func secondFrame() {
    let fixture = Self.table()
    let app = fixture.app
    app.window.setNeedsDisplay()
    app.application.frameLoop.turn()
    var drawn = app.backend.presentCount
    app.clock.advance(by: 0.003)
    app.mouseDown(at: CGPoint(x: 100, y: 66))
    expectEqual(app.backend.presentCount, drawn + 1)
    drawn = app.backend.presentCount
    app.clock.advance(by: 0.003)
    app.mouseUp(at: CGPoint(x: 100, y: 66))
    expectEqual(app.backend.presentCount, drawn)
    expect(abs((app.application.frameLoop.nextDeadline ?? 0) - app.clock.now - (Self.interval - 0.003)) < 1e-9)
  }

  @Test("input while an indicator waits to fade is drawn at once")
  func whileWaiting() {
    let fixture = Self.scene()
    fixture.app.wheel(-1, at: fixture.middle)
    for _ in 0..<24 { fixture.app.frame() }
    expect(fixture.app.application.frameLoop.isFrameRequested)
    let before = fixture.scrollView.contentOffset.y
    let drawn = fixture.app.backend.presentCount
    fixture.app.clock.advance(by: 0.005)
    fixture.app.wheel(-1, at: fixture.middle)
    expectEqual(fixture.app.backend.presentCount, drawn + 1)
    let curve = EasedMove(from: 0, to: UIScrollView.pointsPerNotch, duration: WheelGlide.duration)
    expect(abs(fixture.scrollView.contentOffset.y - before - curve.offset(at: Self.interval)) <= 0.5)
  }

  @Test(
    "input is answered at the end of presenting, counted from its own timestamp; showing nothing is no answer")
  func measured() {
    let fixture = Self.table()
    let app = fixture.app
    let profiler = app.application.frameLoop.profiler
    app.mouseMove(to: CGPoint(x: 99, y: 66))
    profiler.isEnabled = true
    app.mouseMove(to: CGPoint(x: 100, y: 66))
    expectEqual(profiler.statistics.inputLatencies.count, 0)
    app.clock.advance(by: 1)
    let pressed = app.clock.now
    app.clock.advance(by: 0.002)
    app.backend.onPresent = { app.clock.advance(by: 0.003) }
    let places = [CGPoint(x: 100, y: 66), CGPoint(x: 101, y: 66)]
    app.events.post(.pointerDown(InputEvent.Pointer(location: places[0], timestamp: pressed)))
    app.events.post(.pointerMoved(InputEvent.Pointer(location: places[1], timestamp: pressed + 0.001)))
    app.application.frameLoop.turn()
    expectEqual(profiler.statistics.inputLatencies.count, 1)
    expect(abs(profiler.statistics.inputLatencies.maximum - 0.005) < 1e-9)
    expect(abs(profiler.statistics.inputLatencies.mean - 0.005) < 1e-9)
  }

  @Test("a display that tells when frames are on the screen is asked while something is measured, in any order")
  func displayed() throws {
    let fixture = Self.scene()
    let app = fixture.app
    let profiler = app.application.frameLoop.profiler
    app.wheel(-1, at: fixture.middle)
    expect(Self.run(app).count > 3)
    expectEqual(app.backend.numbers, [])
    profiler.isEnabled = true
    app.backend.onPresent = { app.clock.advance(by: 0.003) }
    app.wheel(-1, at: fixture.middle)
    expect(Self.run(app).count > 3)
    let numbers = app.backend.numbers
    expect(numbers == Array(0..<numbers.count) && numbers.count >= 3)
    expect(profiler.statistics.display == nil)
    // The last of them first, one of them not at all, one twice, and two that never were.
    app.backend.displayTimes = [(2, 0.020), (0, 0.010), (1, nil), (2, 0.5), (-1, 1), (1_000_000, 1)]
    app.application.frameLoop.turn()
    let display = try #require(profiler.statistics.display)
    expect(display.latencies.count == 2 && display.discarded == 1)
    expect(abs(display.latencies.mean - 0.015) < 1e-9 && abs(display.latencies.maximum - 0.020) < 1e-9)
  }

  @Test("the time from input to the screen is that to the end of presenting and the display's together")
  func inputOnDisplay() throws {
    let fixture = Self.table()
    let app = fixture.app
    let profiler = app.application.frameLoop.profiler
    profiler.isEnabled = true
    let pressed = app.clock.now
    app.clock.advance(by: 0.002)
    app.backend.onPresent = { app.clock.advance(by: 0.003) }
    app.events.post(
      .pointerDown(InputEvent.Pointer(location: CGPoint(x: 100, y: 66), timestamp: pressed)))
    app.application.frameLoop.turn()
    app.backend.displayTimes = [(try #require(app.backend.numbers.first), 0.010)]
    app.application.frameLoop.turn()
    let display = try #require(profiler.statistics.display)
    expect(display.inputLatencies.count == 1 && abs(display.inputLatencies.mean - 0.015) < 1e-9)
  }

  // MARK: In motion

  @Test(
    "a notch on the way joins the next frame: content goes on from where it is seen, by a whole interval",
    arguments: [
      0.001, 0.008, 0.016,
    ])
  func notchOnTheWay(delay: TimeInterval) {
    let fixture = Self.scene()
    fixture.app.wheel(-1, at: fixture.middle)
    for _ in 0..<3 { fixture.app.frame() }
    let shown = fixture.scrollView.contentOffset.y
    let drawn = fixture.app.backend.presentCount
    guard case .gliding(_, var glide, _) = fixture.scrollView.mover.motion else {
      Issue.record("nothing glides")
      return
    }
    let seen = fixture.app.application.frameLoop.motionTime
    glide.addNotch(UIScrollView.pointsPerNotch, at: seen, within: fixture.scrollView.verticalExtent.restRange)
    fixture.app.clock.advance(by: delay)
    fixture.app.wheel(-1, at: fixture.middle)
    expectEqual(fixture.app.backend.presentCount, drawn)
    expectEqual(fixture.scrollView.contentOffset.y, shown)
    fixture.app.frame(after: Self.interval - delay)
    expectEqual(fixture.app.backend.presentCount, drawn + 1)
    expect(abs(fixture.scrollView.contentOffset.y - glide.offset(at: seen + Self.interval)) <= 0.5)
  }

  @Test("an animated scroll asked for again each frame goes no faster than one that is left alone")
  func noMotionTwice() {
    let target = CGPoint(x: 0, y: 4000)
    let (left, repeated) = (Self.scene(), Self.scene())
    left.scrollView.setContentOffset(target, animated: true)
    left.app.application.frameLoop.turn()
    var before: CGFloat = 0
    for step in 0..<6 {
      repeated.scrollView.setContentOffset(target, animated: true)
      if step == 0 { repeated.app.application.frameLoop.turn() } else { repeated.app.frame() }
      if step > 0 { left.app.frame() }
      let offset = repeated.scrollView.contentOffset.y
      expect(offset > before)
      expect(offset <= left.scrollView.contentOffset.y + 0.5)
      before = offset
    }
  }

  // MARK: Bad input

  @Test("a thousand notches in one batch are one frame, and all of them count")
  func batch() {
    let fixture = Self.scene()
    fixture.scrollView.contentSize.height = 100_000
    _ = Self.run(fixture.app)
    fixture.app.clock.advance(by: 1)
    let drawn = fixture.app.backend.presentCount
    for _ in 0..<1000 { fixture.app.events.post(Self.notch(-1, fixture)) }
    fixture.app.application.frameLoop.turn()
    expectEqual(fixture.app.backend.presentCount, drawn + 1)
    let times = Self.run(fixture.app)
    expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > Self.interval - 0.001 })
    expectEqual(fixture.scrollView.contentOffset.y, 1000 * UIScrollView.pointsPerNotch)
    expectEqual(fixture.log.events.filter { $0 == "willBeginDragging" }.count, 1)
    expectEqual(fixture.log.events.filter { $0 == "didEndDecelerating" }.count, 1)
  }

  @Test("a stream of events draws no more frames than the display shows", arguments: [0.0001, 0.002, 0.011])
  func stream(spacing: TimeInterval) {
    let fixture = Self.scene()
    fixture.scrollView.contentSize.height = 100_000
    _ = Self.run(fixture.app)
    fixture.app.clock.advance(by: 1)
    let drawn = fixture.app.backend.presentCount
    let count = Int(0.5 / spacing)
    for _ in 0..<count {
      fixture.app.events.post(Self.notch(-0.1, fixture))
      fixture.app.application.frameLoop.turn()
      fixture.app.clock.advance(by: spacing)
    }
    expect(fixture.app.backend.presentCount - drawn <= 32)
    _ = Self.run(fixture.app)
    expect(abs(fixture.scrollView.contentOffset.y - CGFloat(count) * UIScrollView.pointsPerNotch / 10) <= 0.5)
  }

  @Test("a clock that leaps an hour ends what moves, once, and nothing catches up")
  func leap() {
    let fixture = Self.scene()
    fixture.app.wheel(-1, at: fixture.middle)
    fixture.app.frame()
    fixture.app.clock.advance(by: 3600)
    fixture.app.wheel(-1, at: fixture.middle)
    let times = Self.run(fixture.app)
    expect(times.count < 60)
    expectEqual(fixture.scrollView.contentOffset.y, 2 * UIScrollView.pointsPerNotch)
    expectEqual(fixture.log.events.filter { $0 == "didEndDecelerating" }.count, 1)
    expect(fixture.app.application.frameLoop.nextDeadline == nil)
  }

  @Test("events that come while the data source blocks are all delivered, in one frame after it")
  func blocking() {
    let fixture = Self.table()
    let app = fixture.app
    var hasBlocked = false
    let wheel = InputEvent.Wheel(lines: CGVector(dx: 0, dy: -1), location: CGPoint(x: 100, y: 100), timestamp: 0)
    fixture.source.makesCell = { table, path in
      if !hasBlocked {
        hasBlocked = true
        app.clock.advance(by: 0.2)
        for _ in 0..<5 { app.events.post(.wheel(wheel)) }
      }
      return table.dequeueReusableCell(withIdentifier: "cell", for: path)
    }
    let drawn = app.backend.presentCount
    for _ in 0..<5 { app.events.post(.wheel(wheel)) }
    app.application.frameLoop.turn()
    while !hasBlocked { app.frame() }
    let times = Self.run(app)
    expectEqual(fixture.table.contentOffset.y, 10 * UIScrollView.pointsPerNotch)
    expect(app.backend.presentCount - drawn < 60)
    expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > Self.interval - 0.001 })
  }

  @Test("a display that answers late gets one frame for each answer, and motion ends in time")
  func lateDisplay() {
    let fixture = Self.scene()
    fixture.app.backend.onPresent = { fixture.app.clock.advance(by: 0.1) }
    let start = fixture.app.clock.now
    let drawn = fixture.app.backend.presentCount
    fixture.app.wheel(-1, at: fixture.middle)
    for _ in 0..<2 { fixture.app.application.frameLoop.turn() }
    expectEqual(fixture.app.backend.presentCount, drawn + 3)
    expect(fixture.app.clock.now - start < 0.31)
    expectEqual(fixture.scrollView.contentOffset.y, UIScrollView.pointsPerNotch)
    _ = Self.run(fixture.app)
    expectEqual(fixture.scrollView.contentOffset.y, UIScrollView.pointsPerNotch)
  }

  @Test("a driver that only says that it waits for the display is not drawn to without end")
  func impatientDisplay() {
    let fixture = Self.scene()
    fixture.app.backend.isSynchronizedWithDisplay = true
    fixture.app.wheel(-1, at: fixture.middle)
    let start = fixture.app.clock.now
    let times = Self.run(fixture.app)
    expect(Double(times.count) <= (fixture.app.clock.now - start) * 120 + 2)
    expectEqual(fixture.scrollView.contentOffset.y, UIScrollView.pointsPerNotch)
  }

  @Test("while the window is hidden, motion goes on at the display's rate, undrawn, and is shown when revealed")
  func withheld() {
    let fixture = Self.scene()
    fixture.app.events.post(.window(.occluded))
    fixture.app.application.frameLoop.turn()
    let drawn = fixture.app.backend.presentCount
    fixture.app.wheel(-1, at: fixture.middle)
    var turns = 0
    while let deadline = fixture.app.application.frameLoop.nextDeadline, turns < 1000 {
      fixture.app.clock.advance(by: max(0, deadline - fixture.app.clock.now))
      fixture.app.application.frameLoop.turn()
      turns += 1
    }
    expect(turns < 120)
    expectEqual(fixture.app.backend.presentCount, drawn)
    fixture.app.events.post(.window(.revealed))
    fixture.app.application.frameLoop.turn()
    expectEqual(fixture.app.backend.presentCount, drawn + 1)
    expectEqual(fixture.scrollView.contentOffset.y, UIScrollView.pointsPerNotch)
  }
}
