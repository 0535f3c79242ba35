import Expectations
import Foundation
import Pixels
import TestSupport
import Testing
import Typesetting

@testable import Instruments
@testable import UIKitCore

@MainActor
@Suite("Profiler overlay")
struct ProfilerOverlayTests {
  private func overlayText(_ test: TestApplication) -> [String] {
    test.backend.slots.values.flatMap { $0.runs.map { String($0.text) } }
  }

  /// Clicks on the panel's title.
  private func click(_ test: TestApplication, y: CGFloat = 10) {
    test.click(at: CGPoint(x: test.window.bounds.width - 100, y: y))
    test.frame()
  }

  private func panel(_ test: TestApplication) -> CGRect? {
    for case .opaqueOverlay(let panel) in test.backend.list.commands { return panel }
    return nil
  }

  @Test("it is small at first: rate, missed frames and the graph; a click shows the rest, another hides it again")
  func opened() throws {
    let test = TestApplication.withInstruments()
    test.application.showsProfilerOverlay = true
    test.frame()
    let small = try #require(panel(test))
    expect(small.height < 110 && !overlayText(test).contains("cells new"))
    expect(overlayText(test).contains { $0.hasSuffix(" missed") })
    for stage in ["events", "layout", "draw", "present"] { expect(overlayText(test).contains(stage)) }
    click(test)
    try expect(#require(panel(test)).height > 250 && overlayText(test).contains("cells new"))
    click(test)
    expect(panel(test) == small && !overlayText(test).contains("cells new"))
  }

  @Test("in the open panel a click on the graph holds figures and graph still, another lets them go on")
  func frozen() {
    let test = TestApplication.withInstruments()
    test.application.showsProfilerOverlay = true
    test.frame()
    click(test)
    click(test, y: 50)
    func texts() -> Int {
      for _ in 0..<60 {
        test.window.setNeedsDisplay()
        test.frame()
      }
      return test.backend.counters.work.textRasterized
    }
    let before = test.backend.counters.work.textRasterized
    expectEqual(texts(), before)
    click(test, y: 50)
    expect(texts() > before)
  }

  @Test("F1 shows the panel in the top right corner over everything, and hides it")
  func toggled() throws {
    let test = TestApplication.withInstruments()
    let view = UIView(frame: test.window.bounds)
    view.backgroundColor = .red
    test.window.addSubview(view)
    test.settle()
    let plain = test.backend.list.commands
    test.key(.keyboardF1)
    test.frame()
    let commands = test.backend.list.commands
    expect(commands.count > plain.count)
    expectEqual(Array(commands.prefix(plain.count)), Array(plain))
    guard case .opaqueOverlay(let panel) = commands[plain.count],
      case .text(_, let origin, _) = commands[plain.count + 1]
    else {
      Issue.record("the panel's background does not follow the window's content")
      return
    }
    expectEqual(panel.maxX, test.window.bounds.width)
    expectEqual(panel.minY, 0)
    expectEqual(origin, panel.origin)
    expectEqual(test.window.subviews, [view])
    test.key(.keyboardF1)
    test.frame()
    expectEqual(test.backend.list.commands, plain)
    expect(!test.application.showsProfilerOverlay)
  }

  @Test("a program's own counts follow in lines of their own, the first eight of them")
  func appCounters() throws {
    let test = TestApplication.withInstruments()
    test.application.showsProfilerOverlay = true
    test.frame()
    click(test)
    let height = try #require(panel(test)).height
    for index in 0..<11 { test.application.profilerCounters["count \(index)"] = 700 + index }
    test.window.setNeedsDisplay()
    test.frame(after: 1)
    let texts = overlayText(test)
    expect(texts.contains("count 0") && texts.contains("707") && !texts.contains("count 8"))
    expectEqual(panel(test)?.height, height + 4 * 13)
    expectEqual(panel(test)?.maxX, test.window.bounds.width)
  }

  @Test("it follows the right edge when the window is resized")
  func resized() throws {
    let test = TestApplication.withInstruments()
    test.application.showsProfilerOverlay = true
    test.frame()
    test.platformWindow.resize(to: CGSize(width: 900, height: 500))
    test.events.post(.window(.resized))
    test.frame()
    let panels = test.backend.list.commands.compactMap { command -> CGRect? in
      guard case .opaqueOverlay(let panel) = command else { return nil }
      return panel
    }
    expectEqual(panels.first?.maxX, 900)
  }

  @Test("measuring runs while the panel or a report wants it, and not otherwise")
  func measuring() {
    let test = TestApplication.withInstruments()
    let profiler = test.application.frameLoop.profiler
    expect(!profiler.isMeasuring)
    test.application.showsProfilerOverlay = true
    expect(profiler.isMeasuring)
    profiler.isEnabled = true
    test.application.showsProfilerOverlay = false
    expect(profiler.isMeasuring)
    profiler.isEnabled = false
    expect(!profiler.isMeasuring)
  }

  @Test("text changes twice a second, in one slot, and is rasterised opaque")
  func rate() {
    let test = TestApplication.withInstruments()
    test.application.showsProfilerOverlay = true
    for _ in 0..<120 {
      test.window.setNeedsDisplay()
      test.frame()
    }
    expect((4...5).contains(test.backend.counters.work.textRasterized))
    expectEqual(test.backend.slots.count, 1)
    test.application.showsProfilerOverlay = false
    for _ in 0..<2 {
      test.window.setNeedsDisplay()
      test.frame()
    }
    expect(test.backend.slots.isEmpty)
  }

  @Test("shows rate, percentiles, missed frames, stages and counters")
  func content() {
    let test = TestApplication.withInstruments()
    let profiler = test.application.frameLoop.profiler
    test.application.showsProfilerOverlay = true
    test.frame()
    click(test)
    for index in 0..<40 {
      if index == 20 { test.clock.advance(by: 3.0 / 60) }
      test.window.setNeedsDisplay()
      profiler.counters.rowsLaidOut += 2
      profiler.cellDequeued(identifier: "a")
      test.frame()
    }
    let texts = overlayText(test)
    for name in [
      "p50", "p95", "p99", "events", "layout", "draw", "present", "cells new", "reused", "idle",
      "rows", "text new", "px sent", "textures", "memory", "commands", "overlay",
    ] { expect(texts.contains(name), "\(name) is missing") }
    // Two frames of the 42 came before rows did.
    expect(texts.contains("1.9"))
    expect(texts.contains { $0.hasSuffix(" FPS") && $0 != "– FPS" })
  }

  @Test("pieces stay inside the panel and names do not run into numbers")
  func layout() throws {
    let test = TestApplication.withInstruments()
    let profiler = test.application.frameLoop.profiler
    profiler.isEnabled = true
    profiler.counters.cellsCreated = 99_999
    profiler.counters.cellsDequeued = 123_456_789
    profiler.counters.rendering.textRasterized = 999
    profiler.gauges.textTextureBytes = 987_654_321
    for name in ["drawn", "skipped rows of a feed", "dropped"] { profiler.appCounters[name] = 99_999 }
    profiler.endFrame(drew: true)
    var costs: ContiguousArray<Double> = []
    let figures = OverlayFigures(profiler, since: 0, costs: &costs)
    let words = OverlayText(application: test.application)
    let size = OverlayLayout.size(appCounters: figures.app.count)
    words.set(OverlayLayout.pieces(for: figures), area: CGRect(origin: .zero, size: size), scale: 1)
    let engine = test.platform.fakeTextEngine
    var lines: [CGFloat: [ClosedRange<CGFloat>]] = [:]
    for piece in OverlayLayout.pieces(for: figures) {
      let face = engine.face(for: FontDescriptor(design: .monospaced))
      // Real monospaced fonts advance 0.6 of their size, the fake one 0.5.
      var words: ContiguousArray<TextWord> = []
      let font = RunFont(face: face, pixelSize: piece.size)
      var text = piece.text
      let width = text.withUTF8 { engine.shape($0, font: font, into: &words) } * 1.2
      let start = piece.endsThere ? piece.x - width : piece.x
      expect(start >= 0 && start + width <= size.width + 1, "\(piece.text)")
      expect(piece.baseline <= size.height, "\(piece.text)")
      for other in lines[piece.baseline, default: []] {
        expect(!other.overlaps(start...(start + width)), "\(piece.text) runs into its neighbour")
      }
      lines[piece.baseline, default: []].append(start...(start + width))
    }
  }

  @Test(
    "milliseconds take at most four characters",
    arguments: [
      (0.0, "0.00"), (0.304, "0.30"), (9.994, "9.99"), (9.996, "10.0"), (99.94, "99.9"),
      (123.4, "123"), (.infinity, "–"),
    ])
  func milliseconds(value: Double, text: String) {
    expectEqual(OverlayLayout.milliseconds(value), text)
  }

  @Test("before the first frame the panel shows dashes, not zeros that were never measured")
  func nothingMeasured() {
    var costs: ContiguousArray<Double> = []
    let figures = OverlayFigures(FrameProfiler(now: { 0 }), since: 0, costs: &costs)
    expect(figures.p50.isNaN && figures.rowsPerFrame.isNaN && figures.stages.draw.isNaN)
    let texts = OverlayLayout.pieces(for: figures).map(\.text)
    expectEqual(texts.count { $0 == "–" }, 17)
    expect(!texts.contains("0.00"))
  }

  @Test("bars are made of stages, equal neighbours are one, the full height holds the highest, the line is an interval")
  func graph() {
    var ring = FrameSampleRing(capacity: 240)
    func add(_ layout: Double, _ draw: Double) {
      var stages = StageTimes()
      (stages.layout, stages.draw) = (layout, draw)
      ring.append(FrameSample(index: 0, start: 0, interval: nil, stages: stages))
    }
    for _ in 0..<3 { add(0.001, 0.004) }
    add(0.002, 0.038)
    var graph = OverlayGraph()
    let size = CGSize(width: 99, height: 50)
    graph.update(ring, interval: 0.01, size: size)
    expect(graph.scale == 50 && graph.budgetLine == 40)
    expectEqual(
      graph.bars,
      [
        .init(rect: CGRect(x: 87, y: 49, width: 9, height: 1), stage: .layout),
        .init(rect: CGRect(x: 87, y: 45, width: 9, height: 4), stage: .draw),
        .init(rect: CGRect(x: 96, y: 48, width: 3, height: 2), stage: .layout),
        .init(rect: CGRect(x: 96, y: 10, width: 3, height: 38), stage: .draw),
      ])
    for _ in 0..<300 { add(0.0005, 0.001) }
    graph.update(ring, interval: 0.01, size: size)
    expect(graph.scale == 2 && graph.budgetLine == nil && graph.bars.count == 2)
    expectEqual(graph.bars.map(\.rect.height).reduce(0, +), 38)
    add(0, 0.018)
    graph.update(ring, interval: 1.0 / 60, size: size)
    expect(graph.scale == 20 && graph.budgetLine == 8)
  }

  @Test("the line is the display's interval in frames that are not paced, too, and the open panel names it")
  func interval() throws {
    let test = TestApplication.withInstruments()
    test.application.frameLoop.pacing = .uncapped
    test.application.screen.maximumFramesPerSecond = 125
    test.application.showsProfilerOverlay = true
    test.frame()
    click(test)
    for _ in 0..<80 {
      test.application.frameLoop.profiler.measure(.events) { test.clock.advance(by: 0.009) }
      test.window.setNeedsDisplay()
      test.frame(after: 0)
    }
    let shown = try #require(panel(test))
    // The least height that holds 9 ms is 10 ms: the line of 8 ms is 12 points from the top of 60.
    let line = CGRect(x: shown.minX + 9, y: shown.minY + 27 + 12, width: 198, height: 1)
    expect(
      test.backend.list.commands.contains { if case .fill(let rect, _) = $0 { rect == line } else { false } })
    expect(overlayText(test).contains("ms a frame; a refresh: 8.00"))
  }

  @Test("it stands beside controls that are in its corner, and moves for those that come there, but not for rows")
  func beside() throws {
    let test = TestApplication.withInstruments(size: CGSize(width: 800, height: 600))
    let button = UIButton(frame: CGRect(x: 740, y: 0, width: 60, height: 44))
    test.window.addSubview(button)
    test.application.showsProfilerOverlay = true
    test.frame()
    let first = try #require(panel(test))
    expect(first.maxX == 800 && first.minY >= 44 && first.minY < 52)
    let other = UIButton(frame: CGRect(x: 640, y: 60, width: 100, height: 540))
    test.window.addSubview(other)
    for _ in 0..<60 {
      test.window.setNeedsDisplay()
      test.frame()
    }
    let second = try #require(panel(test))
    expect(second.minY == 0 && second.maxX < 740, "at the upper edge, left of both")
    other.removeFromSuperview()
    button.removeFromSuperview()
    test.application.showsProfilerOverlay = false
    test.application.showsProfilerOverlay = true
    test.frame()
    expectEqual(panel(test)?.origin, CGPoint(x: 800 - second.width, y: 0))
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.frame = CGRect(x: 0, y: 20, width: 800, height: 60)
    let toggle = UISwitch()
    toggle.frame.origin = CGPoint(x: 720, y: 10)
    cell.addSubview(toggle)
    test.window.addSubview(cell)
    for _ in 0..<60 {
      test.window.setNeedsDisplay()
      test.frame()
    }
    expectEqual(panel(test)?.minY, 0)
  }

  @Test(
    "where no place is free it stands in its corner",
    arguments: [CGSize(width: 800, height: 600), CGSize(width: 100, height: 50)])
  func noPlace(size: CGSize) {
    let panel = CGSize(width: 216, height: 107)
    let rows = stride(from: CGFloat(0), to: size.height, by: 60).map {
      CGRect(x: 0, y: $0, width: size.width, height: 44)
    }
    for corner in WindowCorner.allCases {
      expectEqual(
        OverlayPlace.origin(of: panel, from: corner, in: size, avoiding: rows), corner.origin(of: panel, in: size))
      expectEqual(
        OverlayPlace.origin(of: panel, from: corner, in: size, avoiding: [CGRect(origin: .zero, size: size)]),
        corner.origin(of: panel, in: size))
    }
  }

  @Test("after drawing comes to rest the panel catches up once and then leaves the window idle")
  func catchesUp() async throws {
    let platform = FakePlatform()
    let application = UIApplication(platform: platform)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    window.makeKeyAndVisible()
    application.showsProfilerOverlay = true
    let backend = try #require(platform.windows.first?.recorder)
    for _ in 0..<3 {
      window.setNeedsDisplay()
      platform.manualClock.advance(by: 1.0 / 60)
      application.frameLoop.turn()
    }
    let drawn = backend.drawCount
    for _ in 0..<8 {
      try await Task.sleep(for: .milliseconds(150))
      platform.manualClock.advance(by: 0.15)
      application.frameLoop.turn()
    }
    expectEqual(backend.drawCount, drawn + 1)
  }

  @Test("the panel is dragged to a corner, stays there when it is shown again, and leaves the wheel to what is below")
  func dragged() throws {
    let test = TestApplication.withInstruments(size: CGSize(width: 800, height: 800))
    let rows = ScriptedTable(sections: [100])
    let table = UITableView(frame: test.window.bounds, style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = rows
    test.window.addSubview(table)
    test.settle()
    test.key(.keyboardF1)
    test.settle()
    func panel() -> CGRect? {
      for case .opaqueOverlay(let panel) in test.backend.list.commands { return panel }
      return nil
    }
    func pointer(_ x: CGFloat, _ y: CGFloat) -> InputEvent.Pointer {
      InputEvent.Pointer(location: CGPoint(x: x, y: y), button: .primary, clickCount: 1, timestamp: test.clock.now)
    }
    test.wheel(-3, at: CGPoint(x: 790, y: 20))
    test.settle()
    expect(table.contentOffset.y > 0)
    test.events.post(.pointerDown(pointer(790, 20)), .pointerMoved(pointer(400, 500)))
    test.frame()
    expectEqual(panel()?.maxX, 410)
    test.events.post(.pointerMoved(pointer(200, 790)), .pointerUp(pointer(200, 790)))
    test.frame()
    expect(table.indexPathForSelectedRow == nil)
    let corner = try #require(panel())
    expect(corner.minX == 0 && corner.maxY == 800)
    expectEqual(test.platform.overlayCorner, .bottomLeft)
    test.key(.keyboardF1)
    test.key(.keyboardF1)
    test.settle()
    expectEqual(panel()?.origin, corner.origin)
  }

  @Test("it counts the cells of the window's largest table, says when nothing moves, and how it is hidden")
  func table() {
    let test = TestApplication.withInstruments(size: CGSize(width: 800, height: 800))
    let rows = ScriptedTable(sections: [100])
    for frame in [CGRect(x: 0, y: 0, width: 100, height: 100), CGRect(x: 100, y: 0, width: 700, height: 440)] {
      let table = UITableView(frame: frame, style: .plain)
      table.rowHeight = 44
      table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      table.dataSource = rows
      test.window.addSubview(table)
    }
    test.settle()
    test.application.showsProfilerOverlay = true
    test.frame()
    click(test)
    test.settle()
    let texts = overlayText(test)
    expect(texts.contains("10.0") && texts.contains("10"))
    expect(texts.contains { $0.hasPrefix("F1 ") })
    var costs: ContiguousArray<Double> = []
    var figures = OverlayFigures(test.application.frameLoop.profiler, since: 0, costs: &costs)
    figures.isResting = true
    expectEqual(OverlayLayout.pieces(for: figures).first?.text, "at rest")
  }

  @Test("in frames that are not paced figures come after a few of them, so that a short run's picture has some")
  func unpaced() {
    let test = TestApplication.withInstruments()
    test.application.frameLoop.pacing = .uncapped
    test.application.showsProfilerOverlay = true
    for _ in 0..<20 {
      test.window.setNeedsDisplay()
      test.frame(after: 0.001)
    }
    expect(overlayText(test).count { $0 == "–" } < 10)
  }
}

extension TestApplication {
  /// An application with the instruments, as a program that imports `UIKit` has them.
  static func withInstruments(size: CGSize = CGSize(width: 400, height: 600)) -> TestApplication {
    let test = TestApplication(size: size)
    test.application.installInstruments()
    return test
  }
}
