import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Work while the run loop is idle")
struct IdleWorkTests {
  /// Takes some time for each of a number of steps.
  private final class Worker: IdleWorker {
    let clock: ManualClock
    var left: Int
    var duration: TimeInterval
    private(set) var steps = 0
    var onStep: ((Int) -> Void)?

    init(_ app: TestApplication, steps: Int, taking duration: TimeInterval = 0.0001) {
      clock = app.clock
      left = steps
      self.duration = duration
    }

    func workWhileIdle() -> Bool {
      steps += 1
      left -= 1
      clock.advance(by: duration)
      onStep?(steps)
      return left > 0
    }
  }

  private func settled() -> (app: TestApplication, loop: FrameLoop) {
    let app = TestApplication()
    app.settle()
    return (app, app.application.frameLoop)
  }

  @Test("a worker is called until it has no more to do, in slices of half a millisecond")
  func slices() {
    let (app, loop) = settled()
    let worker = Worker(app, steps: 12, taking: 0.00012)
    expect(!loop.hasIdleWork)
    loop.addIdleWorker(worker)
    loop.addIdleWorker(worker)
    var counts: [Int] = []
    while loop.hasIdleWork {
      expect(!loop.workWhileIdle())
      counts.append(worker.steps)
    }
    expectEqual(counts, [5, 10, 12])
  }

  @Test("input interrupts after the running step, and keeps a slice from beginning")
  func input() {
    let (app, loop) = settled()
    let worker = Worker(app, steps: 100)
    loop.addIdleWorker(worker)
    worker.onStep = { if $0 == 3 { app.events.post(.window(.exposed)) } }
    expect(loop.workWhileIdle())
    expectEqual(worker.steps, 3)
    expect(loop.workWhileIdle())
    expectEqual(worker.steps, 3)
    app.settle()
    expect(!loop.workWhileIdle())
    expect(worker.steps > 3)
  }

  @Test("events at random moments wait for no more than one step", arguments: 0..<20)
  func delay(seed: Int) {
    var random = SeededRandom(seed: seed)
    let (app, loop) = settled()
    let worker = Worker(app, steps: 2000, taking: 0.0002)
    loop.addIdleWorker(worker)
    var posted: Double?
    var longest = 0.0
    worker.onStep = { _ in
      guard posted == nil, Int.random(in: 0..<4, using: &random) == 0 else { return }
      // Some time during the step that has just ended.
      posted = app.clock.now - .random(in: 0...0.0002, using: &random)
      app.events.post(.window(.focusGained))
    }
    while loop.hasIdleWork {
      guard loop.workWhileIdle() else { continue }
      if let posted { longest = max(longest, app.clock.now - posted) }
      posted = nil
      app.settle()
    }
    expectEqual(worker.steps, 2000)
    expect(longest > 0 && longest < 0.00021)
  }

  @Test("nothing is done while a frame is wanted, and a step that asks for one is the last")
  func frames() {
    let (app, loop) = settled()
    let worker = Worker(app, steps: 10)
    loop.addIdleWorker(worker)
    app.window.setNeedsDisplay()
    expect(!loop.workWhileIdle())
    expectEqual(worker.steps, 0)
    app.settle()
    worker.onStep = { if $0 == 2 { app.window.setNeedsDisplay() } }
    expect(!loop.workWhileIdle())
    expectEqual(worker.steps, 2)
  }

  @Test("workers take turns; one that is gone or was removed is passed over")
  func turns() {
    let (app, loop) = settled()
    var order: [String] = []
    let first = Worker(app, steps: 2)
    let second = Worker(app, steps: 2)
    let removed = Worker(app, steps: 2)
    var gone: Worker? = Worker(app, steps: 2)
    first.onStep = { _ in order.append("first") }
    second.onStep = { _ in order.append("second") }
    for worker in [first, removed, second] { loop.addIdleWorker(worker) }
    if let gone { loop.addIdleWorker(gone) }
    gone = nil
    loop.removeIdleWorker(removed)
    _ = loop.workWhileIdle()
    expectEqual(order, ["first", "second", "first", "second"])
    expectEqual(removed.steps, 0)
    expect(!loop.hasIdleWork)
  }

  @Test("the driver is told when work comes up, once, and asks for nothing without it")
  func arrival() {
    let (app, loop) = settled()
    var calls = 0
    loop.deadlineDidChange = { calls += 1 }
    let worker = Worker(app, steps: 3)
    loop.addIdleWorker(worker)
    loop.addIdleWorker(worker)
    expectEqual(calls, 1)
    expect(loop.nextDeadline == nil)
    _ = loop.workWhileIdle()
    expect(!loop.hasIdleWork)
    expectEqual(calls, 1)
  }

  @Test("a connection that is readable is input")
  func connection() throws {
    final class Connection: EventSource {
      let fileDescriptor: Int32?
      init(_ descriptor: Int32?) { fileDescriptor = descriptor }
      func nextEvent() -> InputEvent? { nil }
    }
    let pipe = Pipe()
    let source = Connection(pipe.fileHandleForReading.fileDescriptor)
    expect(!source.hasWaitingEvents)
    try pipe.fileHandleForWriting.write(contentsOf: [1])
    expect(source.hasWaitingEvents)
    expect(!Connection(nil).hasWaitingEvents)
  }
}
