import Expectations
import Testing

@testable import UIKitCore

@MainActor
@Suite("Frame profiler")
struct FrameProfilerTests {
  /// A clock that counts how often it is read.
  @MainActor final class Clock {
    var time = 100.0
    var reads = 0
    func read() -> Double {
      reads += 1
      return time
    }
  }

  let clock = Clock()
  let profiler: FrameProfiler

  init() {
    profiler = FrameProfiler(now: clock.read)
    profiler.isEnabled = true
  }

  private func spend(_ seconds: Double, in stage: FrameStage) {
    profiler.measure(stage) { clock.time += seconds }
  }

  @Test("time is charged to the stage it was spent in")
  func stages() throws {
    spend(0.001, in: .events)
    profiler.beginFrame(continuing: false)
    spend(0.002, in: .layout)
    spend(0.003, in: .draw)
    spend(0.004, in: .present)
    profiler.endFrame(drew: true)
    let sample = try #require(profiler.recent.last)
    expect(abs(sample.stages.events - 0.001) < 1e-9)
    expect(abs(sample.stages.layout - 0.002) < 1e-9)
    expect(abs(sample.stages.draw - 0.003) < 1e-9)
    expect(abs(sample.stages.present - 0.004) < 1e-9)
    expect(abs(sample.cost - 0.010) < 1e-9)
    expectEqual(sample.start, 100)
  }

  @Test("the overlay's own time inside draw is excluded from the frame and shown apart")
  func overlayExcluded() throws {
    profiler.beginFrame(continuing: false)
    profiler.measure(.draw) {
      clock.time += 0.002
      spend(0.005, in: .overlay)
      clock.time += 0.001
    }
    profiler.endFrame(drew: true)
    let sample = try #require(profiler.recent.last)
    expect(abs(sample.stages.draw - 0.003) < 1e-9)
    expect(abs(sample.stages.overlay - 0.005) < 1e-9)
    expect(abs(sample.cost - 0.003) < 1e-9)
  }

  @Test("switched off it reads no clock and keeps no sample, yet counts")
  func off() {
    profiler.isEnabled = false
    for _ in 0..<100 {
      profiler.beginFrame(continuing: true)
      spend(0.001, in: .layout)
      profiler.counters.rowsLaidOut += 2
      profiler.endFrame(drew: true)
    }
    expectEqual(clock.reads, 0)
    expect(profiler.recent.isEmpty)
    expectEqual(profiler.totals.rowsLaidOut, 200)
    expectEqual(profiler.framesFinished, 100)
  }

  @Test("turning it off in the middle of a stage, or on, leaves no half-measured frame")
  func toggledInsideStage() {
    profiler.beginFrame(continuing: false)
    profiler.begin(.layout)
    profiler.isEnabled = false
    profiler.end(.layout)
    profiler.endFrame(drew: true)
    expect(profiler.recent.isEmpty)

    profiler.begin(.layout)
    profiler.isEnabled = true
    clock.time += 5
    profiler.end(.layout)
    profiler.beginFrame(continuing: true)
    spend(0.001, in: .draw)
    profiler.endFrame(drew: true)
    expectEqual(profiler.recent.count, 1)
    expectEqual(profiler.recent.last.map { abs($0.cost - 0.001) < 1e-9 }, true)
  }

  @Test("turns that move something unseen, as a fading that has not begun, make no missed frames")
  func turnsWithoutPicture() {
    profiler.refreshInterval = 0.01
    for (drew, gap) in [(true, 0.01), (false, 0.01), (false, 0.3), (true, 0.01), (true, 0.01)] {
      clock.time += gap
      profiler.beginFrame(continuing: true)
      profiler.endFrame(drew: drew)
    }
    expectEqual(profiler.recent.map { $0.interval == nil }, [true, true, false])
    expectEqual(profiler.statistics.missedFrames, 0)
  }

  @Test("an idle time is no interval, a due frame is")
  func intervals() {
    profiler.refreshInterval = 0.01
    for (continuing, gap) in [(false, 0.0), (true, 0.01), (true, 0.03), (false, 50)] {
      clock.time += gap
      profiler.beginFrame(continuing: continuing)
      profiler.endFrame(drew: true)
    }
    let intervals = profiler.recent.map(\.interval)
    expectEqual(intervals.count, 4)
    expect(intervals[0] == nil)
    expectEqual(intervals[1].map { abs($0 - 0.01) < 1e-9 }, true)
    expectEqual(intervals[2].map { abs($0 - 0.03) < 1e-9 }, true)
    expect(intervals[3] == nil)
    expectEqual(profiler.statistics.missedFrames, 2)
  }

  @Test("input that leads to no frame is not charged to a later one")
  func discarded() throws {
    spend(0.5, in: .events)
    profiler.discardPendingWork()
    profiler.beginFrame(continuing: false)
    spend(0.001, in: .draw)
    profiler.endFrame(drew: true)
    let sample = try #require(profiler.recent.last)
    expectEqual(sample.stages.events, 0)
    expect(abs(sample.cost - 0.001) < 1e-9)
  }

  @Test("allocations are the difference over the frame, nil without a counter")
  func allocations() {
    profiler.beginFrame(continuing: false)
    profiler.endFrame(drew: true)
    expect(profiler.recent.last?.allocations == nil)
    expect(profiler.statistics.allocationsPerFrame == nil)
    var count = 1000
    profiler.allocationCount = { count }
    profiler.beginFrame(continuing: false)
    count += 7
    profiler.endFrame(drew: true)
    expectEqual(profiler.recent.last?.allocations, 7)
    expectEqual(profiler.statistics.allocationsPerFrame, 7)
  }

  @Test("cells are followed by identifier through creation, queue and reuse")
  func reuse() {
    profiler.cellCreated(identifier: "a")
    profiler.cellCreated(identifier: "a")
    profiler.cellCreated(identifier: "b")
    profiler.cellBecameIdle(identifier: "a")
    profiler.cellBecameIdle(identifier: "a")
    profiler.cellDequeued(identifier: "a")
    expectEqual(profiler.reuse["a"], ReuseCounters(created: 2, dequeued: 1, idle: 1))
    expectEqual(profiler.reuse["b"], ReuseCounters(created: 1))
    expectEqual(profiler.gauges.cellsIdle, 1)
    profiler.idleCellsReleased(1, identifier: "a")
    expectEqual(profiler.gauges.cellsIdle, 0)
    profiler.endFrame(drew: true)
    expectEqual(profiler.totals.cellsCreated, 3)
    expectEqual(profiler.totals.cellsDequeued, 1)
    expectEqual(profiler.counters, FrameCounters())
  }
}
