import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct FrameLoopTests {
  @Test("nothing marked, nothing drawn")
  func idle() {
    let app = TestApplication()
    app.settle()
    let drawn = app.backend.drawCount
    for _ in 0..<100 { app.frame() }
    expectEqual(app.backend.drawCount, drawn)
    expect(app.application.frameLoop.nextDeadline == nil)
  }

  @Test("many marks are one frame")
  func coalesces() {
    let app = TestApplication()
    app.settle()
    let drawn = app.backend.drawCount
    for shade in 0..<10 { app.window.backgroundColor = UIColor(white: Double(shade) / 10, alpha: 1) }
    app.settle()
    expectEqual(app.backend.drawCount, drawn + 1)
    expectEqual(app.backend.presentCount, app.backend.drawCount)
  }

  @Test("frames keep the display's rate, whatever marks come in between", arguments: [60, 120, 144])
  func pacing(rate: Int) {
    let app = TestApplication()
    app.platformWindow.refreshRate = Double(rate)
    app.application.handle(.window(.displayChanged))
    app.settle()
    let drawn = app.backend.drawCount
    // Ten marks and turns per frame interval, for one second.
    for _ in 0..<(rate * 10) {
      app.window.setNeedsDisplay()
      app.clock.advance(by: 1 / Double(rate * 10))
      app.application.frameLoop.turn()
    }
    expect(abs(app.backend.drawCount - drawn - rate) <= 1)
  }

  @Test("a display that has not asked for the next frame gets none, and no turn is made for it until it asks")
  func unreadyDisplay() {
    let app = TestApplication()
    let loop: FrameLoop = app.application.frameLoop
    app.settle()
    let drawn = app.backend.drawCount
    app.backend.secondsUntilReady = .infinity
    for _ in 0..<100 {
      app.window.setNeedsDisplay()
      app.clock.advance(by: 0.1)
      expect(loop.nextDeadline == nil)
      loop.turn()
    }
    expectEqual(app.backend.drawCount, drawn)
    app.backend.secondsUntilReady = 0
    expectEqual(loop.nextDeadline, app.clock.now)
    loop.turn()
    expectEqual(app.backend.drawCount, drawn + 1)
    expect(loop.nextDeadline == nil)
  }

  @Test("a display that may be slow to ask gets its frame after the time it names")
  func slowDisplay() {
    let app = TestApplication()
    let loop: FrameLoop = app.application.frameLoop
    app.settle()
    let drawn = app.backend.drawCount
    app.backend.secondsUntilReady = 1
    app.window.setNeedsDisplay()
    expectEqual(loop.nextDeadline, app.clock.now + 1)
    loop.turn()
    expectEqual(app.backend.drawCount, drawn)
    app.clock.advance(by: 1)
    app.backend.secondsUntilReady = 0
    loop.turn()
    expectEqual(app.backend.drawCount, drawn + 1)
  }

  @Test("a frame for answers to tools alone waits for a pause of 2 ms, at most 0.1 s; any other is made at once")
  func answers() {
    let app = TestApplication()
    let loop: FrameLoop = app.application.frameLoop
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    app.window.addSubview(view)
    app.settle()
    func answer(_ body: () -> Void) {
      loop.beginAnswer()
      body()
      loop.endAnswer()
    }
    /// An answer that asks for a frame, a second after the last one.
    func mark() -> (time: TimeInterval, drawn: Int) {
      app.clock.advance(by: 1)
      let drawn = app.backend.drawCount
      answer { view.setNeedsDisplay() }
      loop.turn()
      return (app.clock.now, drawn)
    }
    var before = mark()
    expect(loop.isFrameForAnswers && loop.nextDeadline == before.time + 0.002)
    // A call every millisecond.
    for _ in 0..<200 where app.backend.drawCount == before.drawn {
      app.clock.advance(by: 0.001)
      answer {}
      loop.turn()
    }
    expect(abs(app.clock.now - before.time - 0.1) < 0.002, "\(app.clock.now - before.time)")
    expectEqual(app.backend.drawCount, before.drawn + 1)

    before = mark()
    app.clock.advance(by: 0.002)
    loop.turn()
    expect(app.backend.drawCount == before.drawn + 1 && !loop.isFrameForAnswers)

    before = mark()
    expectEqual(app.backend.drawCount, before.drawn)
    // Marked by something else.
    view.setNeedsLayout()
    expectEqual(loop.nextDeadline, app.clock.now)
    loop.turn()
    expectEqual(app.backend.drawCount, before.drawn + 1)

    before = mark()
    app.events.post(.pointerMoved(InputEvent.Pointer(location: .zero, timestamp: app.clock.now)))
    loop.turn()
    expectEqual(app.backend.drawCount, before.drawn + 1)

    // Something moves already.
    let link = CADisplayLink { _ in }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    app.frame()
    before = mark()
    expectEqual(app.backend.drawCount, before.drawn + 1)
  }

  @Test("an alarm less than an interval before a frame rings in its turn; an earlier one has a turn of its own")
  func alarms() {
    let app = TestApplication()
    let loop: FrameLoop = app.application.frameLoop
    let link = CADisplayLink { _ in }
    link.add(to: .main, forMode: .common)
    defer { link.invalidate() }
    for _ in 0..<10 { app.frame() }
    var rung: [TimeInterval] = []
    let alarm = FrameAlarm { rung.append(app.clock.now) }
    let frame = loop.nextDeadline ?? 0
    expect(frame > app.clock.now)
    alarm.set(after: (frame - app.clock.now) / 2, on: loop)
    expectEqual(loop.nextDeadline, frame)
    app.clock.advance(by: frame - app.clock.now)
    loop.turn()
    expectEqual(rung, [frame])
    app.backend.secondsUntilReady = 1
    let time = app.clock.now + 0.5
    alarm.set(after: 0.5, on: loop)
    expectEqual(loop.nextDeadline, time)
    app.clock.advance(by: 0.5)
    loop.turn()
    expectEqual(rung, [frame, time])
  }

  @Test("an occluded window is laid out but not drawn, and drawn when revealed")
  func occluded() {
    let app = TestApplication()
    app.settle()
    let drawn = app.backend.drawCount
    app.events.post(.window(.occluded))
    app.frame()
    expectEqual(app.application.applicationState, .background)
    for _ in 0..<10 {
      app.window.setNeedsDisplay()
      app.frame()
    }
    expectEqual(app.backend.drawCount, drawn)
    app.events.post(.window(.revealed))
    app.frame()
    app.settle()
    expectEqual(app.backend.drawCount, drawn + 1)
  }

  @Test("a lost device makes every text owner rasterise again in a new frame")
  func deviceLost() {
    let app = TestApplication()
    app.settle()
    let generation = app.application.resources.generation
    app.backend.losesDeviceOnNextDraw = true
    app.window.setNeedsDisplay()
    let presented = app.backend.presentCount
    app.settle()
    expectEqual(app.application.resources.generation, generation + 1)
    expectEqual(app.backend.presentCount, presented + 1)
  }

  @Test("a display link fires once a frame until paused or invalidated")
  func displayLink() {
    let app = TestApplication()
    app.settle()
    var times: [TimeInterval] = []
    let link = CADisplayLink { times.append($0.timestamp) }
    link.add(to: .main, forMode: .common)
    for _ in 0..<5 { app.frame() }
    expectEqual(times.count, 5)
    expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 60) < 1e-9 })
    link.isPaused = true
    app.settle()
    for _ in 0..<5 { app.frame() }
    expectEqual(times.count, 5)
    link.isPaused = false
    app.frame()
    expectEqual(times.count, 6)
    link.invalidate()
    for _ in 0..<5 { app.frame() }
    expectEqual(times.count, 6)
  }

  @Test("resizing the window lays the root view out")
  func resize() {
    let app = TestApplication(size: CGSize(width: 400, height: 600))
    let controller = UIViewController()
    app.window.rootViewController = controller
    app.settle()
    app.platformWindow.resize(to: CGSize(width: 500, height: 300))
    app.events.post(.window(.resized))
    app.frame()
    expectEqual(controller.view.frame, CGRect(x: 0, y: 0, width: 500, height: 300))
    expectEqual(UIScreen.main.bounds.size, CGSize(width: 500, height: 300))
  }

  @Test("closing the window and quitting end with exit 0 after the delegate's last call")
  func termination() {
    final class Delegate: NSObject, UIApplicationDelegate {
      var log: [String] = []
      func applicationWillTerminate(_ application: UIApplication) { log.append("terminate") }
      func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }
      func applicationWillResignActive(_ application: UIApplication) { log.append("resign") }
    }
    for event in [InputEvent.window(.closeRequested), .quit] {
      let app = TestApplication()
      let delegate = Delegate()
      app.application.delegate = delegate
      app.application.finishLaunching()
      app.events.post(event, event)
      app.frame()
      expectEqual(app.application.exitCode, 0)
      expectEqual(delegate.log, ["active", "terminate"])
    }
  }

  @Test("focus changes are told as active and inactive")
  func focus() {
    final class Delegate: NSObject, UIApplicationDelegate {
      var log: [String] = []
      func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }
      func applicationWillResignActive(_ application: UIApplication) { log.append("resign") }
    }
    let app = TestApplication()
    let delegate = Delegate()
    app.application.delegate = delegate
    app.application.finishLaunching()
    app.events.post(.window(.focusLost), .window(.focusGained))
    app.frame()
    expectEqual(delegate.log, ["active", "resign", "active"])
  }

  @Test("once the program ends nothing is drawn any more: the display may be gone")
  func ending() {
    let app = TestApplication()
    app.settle()
    let drawn = app.backend.drawCount
    app.window.backgroundColor = .systemRed
    app.events.post(.displayLost("the compositor hung up"))
    app.frame()
    expect(app.application.exitCode == 69 && app.backend.drawCount == drawn)
  }
}
