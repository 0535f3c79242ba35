import Expectations
import Foundation
import TestSupport
import Testing

@testable import Instruments
@testable import UIKitCore

@MainActor
@Suite("Statistics report")
struct StatsReportTests {
  @Test("the keys and their order are the contract's")
  func keys() {
    let text = String(decoding: StatsReport().json, as: UTF8.self)
    let keys = text.matches(of: /"([a-z0-9_]+)":/).map { String($0.output.1) }
    expectEqual(
      keys,
      [
        "screen", "rows", "renderer", "picture", "video_driver", "sdl", "compositor", "width", "height", "scale",
        "frames",
        "cpu_ms_per_frame", "frame_ms", "p50", "p95", "p99", "max", "main_cpu_ms", "stage_ms", "events", "layout",
        "draw", "present", "interval_ms", "mean", "stddev", "p50", "p99", "max", "missed_frames",
        "missed_at_60_hz", "refresh_rate",
        "input_to_present_ms", "answers", "mean", "p50", "p99", "max", "present_to_display_ms",
        "input_to_display_ms", "startup_ms", "first_frame_at_ms", "peak_rss_mb",
        "private_dirty_mb", "cells", "created", "dequeued", "visible", "idle", "idle_by_identifier", "text",
        "rasterized", "reused",
        "textures", "texture_bytes", "missing_glyphs", "cache_hits", "cache_misses", "shaped_words", "word_hits",
        "ttf_calls", "texture_creations", "damage", "drawn_px_per_frame", "copied_px_per_frame",
        "presented_px_per_frame", "presented_rects_per_frame", "full_redraws", "app", "allocations_per_frame",
      ])
  }

  @Test("a program's own counts stand under app, in the order they were first set")
  func appCounters() throws {
    let profiler = FrameProfiler(now: { 0 })
    profiler.appCounters["rows \"drawn\""] += 2
    profiler.appCounters["skipped"] = 7
    profiler.appCounters["rows \"drawn\""] += 3
    expect(profiler.appCounters.names == ["rows \"drawn\"", "skipped"] && profiler.appCounters["never"] == 0)
    var report = StatsReport()
    report.fill(from: profiler)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    expectEqual(object["app"] as? [String: Int], ["rows \"drawn\"": 5, "skipped": 7])
    expect(String(decoding: report.json, as: UTF8.self).contains(#""app":{"rows \"drawn\"":5,"skipped":7}"#))
  }

  @Test("how soon frames were on the screen is null where the display does not tell, else in ms")
  func display() throws {
    func written(_ report: StatsReport) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    }
    var report = StatsReport()
    try expect(written(report)["present_to_display_ms"] is NSNull)
    report.input.answers = 1
    report.input.mean = 5
    report.display = StatsReport.DisplayLatency(
      present: StatsReport.Latency(answers: 2, mean: 15, max: 20), discarded: 1)
    let display = try #require(try written(report)["present_to_display_ms"] as? [String: Double])
    expect(display["answers"] == 2 && display["discarded"] == 1 && display["mean"] == 15 && display["max"] == 20)
    let input = try #require(try written(report)["input_to_present_ms"] as? [String: Double])
    expect(input["answers"] == 1 && input["mean"] == 5)
  }

  @Test("fill(from:) takes over answers to input and reports of the display, in ms")
  func filledAnswers() throws {
    let test = TestApplication()
    let profiler = test.application.frameLoop.profiler
    profiler.isEnabled = true
    let pressed = test.clock.now
    test.clock.advance(by: 0.002)
    test.backend.onPresent = { test.clock.advance(by: 0.003) }
    test.window.setNeedsDisplay()
    test.events.post(.pointerDown(InputEvent.Pointer(location: CGPoint(x: 100, y: 66), timestamp: pressed)))
    test.application.frameLoop.turn()
    test.backend.displayTimes = [(try #require(test.backend.numbers.first), 0.010)]
    test.application.frameLoop.turn()
    var report = StatsReport()
    report.fill(from: profiler)
    let display = try #require(report.display)
    expect(display.present.answers == 1 && abs(display.present.mean - 10) < 1e-6 && display.discarded == 0)
  }

  @Test("values are read back as written; allocations are null when not counted")
  func values() throws {
    var report = StatsReport()
    report.screen = "stress \"x\""
    report.rows = 1_000_000_000
    report.scale = 1.5
    report.cpuMillisecondsPerFrame = 0.3126
    report.frameMilliseconds.p99 = 12
    report.peakResidentMegabytes = .nan
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    expectEqual(object["screen"] as? String, "stress \"x\"")
    expectEqual(object["rows"] as? Int, 1_000_000_000)
    expectEqual(object["scale"] as? Double, 1.5)
    expectEqual(object["cpu_ms_per_frame"] as? Double, 0.313)
    expectEqual((object["frame_ms"] as? [String: Any])?["p99"] as? Double, 12)
    expect(object["peak_rss_mb"] is NSNull)
    expect(object["allocations_per_frame"] is NSNull)
    report.allocationsPerFrame = 0
    let counted = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    expectEqual(counted["allocations_per_frame"] as? Double, 0)
  }

  @Test("the main thread's processor time of the frames stands beside their cost")
  func mainThread() throws {
    let profiler = FrameProfiler(now: { 0 })
    profiler.isEnabled = true
    var seconds = 1.0
    profiler.processorTime = { seconds }
    for frame in 1...100 {
      profiler.begin(.layout)
      seconds += frame == 100 ? 0.005 : 0.002
      profiler.end(.layout)
      // What is done between frames is no frame's.
      profiler.endFrame(drew: true)
      seconds += 10
    }
    var report = StatsReport()
    report.fill(from: profiler)
    let times = try #require(report.mainThreadMilliseconds)
    expect(abs(times.p50 - 2) < 0.01 && abs(times.p99 - 2) < 0.01 && abs(times.max - 5) < 1e-6)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    expectEqual((object["main_cpu_ms"] as? [String: Double])?["max"], 5)
  }

  @Test("reuse identifiers are escaped, whatever they hold")
  func identifiers() throws {
    var report = StatsReport()
    for (count, name) in hostileNames.enumerated() { report.idleByIdentifier[name] = count }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    let idle = (object["cells"] as? [String: Any])?["idle_by_identifier"] as? [String: Int]
    expectEqual(idle, report.idleByIdentifier)
  }

  @Test("how evenly frames came is told from the intervals, not from the cost")
  func pacing() {
    var time = 0.0
    let profiler = FrameProfiler(now: { time })
    profiler.isEnabled = true
    profiler.refreshInterval = 1.0 / 60
    for interval in [0.016, 0.018, 0.016, 0.018, 0.050] {
      profiler.beginFrame(continuing: true)
      profiler.measure(.draw) { time += 0.004 }
      profiler.endFrame(drew: true)
      time += interval - 0.004
    }
    profiler.beginFrame(continuing: true)
    profiler.endFrame(drew: true)
    var report = StatsReport()
    report.fill(from: profiler)
    // By hand: the mean of 16, 18, 16, 18 and 50 is 23.6; the squares of the differences sum up to 875.2.
    expect(abs(report.pacing.mean - 23.6) < 1e-6)
    expect(abs(report.pacing.standardDeviation - (875.2 / 4).squareRoot()) < 1e-6)
    expect(abs(report.pacing.p50 - 18) <= 0.18)
    expect(abs(report.pacing.p99 - 50) <= 0.5)
    expect(abs(report.pacing.max - 50) < 1e-6)
    expectEqual(report.pacing.missedFrames, 2)
    expectEqual(report.pacing.missedFramesAt60Hz, 2)
    expect(abs(report.pacing.refreshRate - 60) < 1e-9)
  }

  @Test("a report filled from a profiler has its frames, times and counts")
  func filled() {
    var time = 0.0
    let profiler = FrameProfiler(now: { time })
    profiler.isEnabled = true
    for _ in 0..<10 {
      profiler.beginFrame(continuing: true)
      profiler.measure(.draw) { time += 0.004 }
      profiler.counters.rendering.textReused += 3
      profiler.counters.rendering.textureCreations += 1
      profiler.endFrame(drew: true)
    }
    profiler.gauges.cellsVisible = 14
    var report = StatsReport()
    report.fill(from: profiler)
    expectEqual(report.frames, 10)
    expect(abs(report.frameMilliseconds.p50 - 4) < 0.01)
    expect(abs(report.stageMilliseconds.draw - 4) < 1e-6)
    expectEqual(report.totals.rendering.textReused, 30)
    expectEqual(report.totals.rendering.textureCreations, 10)
    expectEqual(report.gauges.cellsVisible, 14)
  }

  @Test(
    "numbers are written with at most three decimals and no exponent",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1.0, "1"), (0.001, "0.001"), (0.0004, "0"), (-2.5, "-2.5"),
      (12.345678, "12.346"), (1e9, "1000000000"), (0.1 + 0.2, "0.3"), (.infinity, "null"),
    ])
  func numbers(value: Double, text: String) {
    var writer = JSONWriter()
    writer.value(value)
    expectEqual(writer.text, text)
  }

  @Test("whole numbers of every size are written exactly", arguments: [0, 7, -1, .max, .min])
  func integers(value: Int) {
    var writer = JSONWriter()
    writer.value(value)
    expectEqual(writer.text, "\(value)")
  }
}
