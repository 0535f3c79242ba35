import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// Real X events into a real window; pixels out.
  @Suite("A window", .serialized, .timeLimit(.minutes(2)))
  struct WindowTests {
    /// The width at the right edge where the scroll indicator comes and goes.
    static let indicator = 20
    /// Text blended onto its ground and text drawn on it opaquely differ by this
    /// much in a channel, from rounding.
    static let rounding = 4

    @Test("the wheel scrolls the table and scrolling back brings the same picture")
    func wheel() async throws {
      let demo = try await Demo("--screen", "countries", "--appearance", "light", "--size", "900x600")
      try await demo.move(x: 400, y: 300)
      let before = try await demo.settled()
      try await demo.turnWheel(4)
      let scrolled = try await demo.settled()
      let columns = 0..<(before.width - Self.indicator)
      expect(scrolled.differences(from: before, x: columns) > 2000)
      try await demo.turnWheel(-6)
      let back = try await demo.settled()
      expectEqual(back.differences(from: before, x: columns, tolerance: Self.rounding), 0)
      try await expectEqual(demo.end(), 0)
    }

    @Test("a click selects the row under the pointer and only that row")
    func click() async throws {
      let demo = try await Demo(
        "--screen", "stress", "--rows", "1000", "--appearance", "light", "--size", "900x600")
      try await demo.move(x: 450, y: 560)
      let before = try await demo.settled()
      try await demo.click(x: 450, y: 330)
      try await demo.move(x: 450, y: 560)
      let after = try await demo.settled()
      let plain = before.background(y: 325..<335)
      let selected = after.background(y: 325..<335)
      expect(selected.distance(to: plain) > 20, "\(plain) became \(selected)")
      let changed = (0..<after.height).filter { after.differences(from: before, x: 300..<600, y: $0..<$0 + 1) > 150 }
      expect((50...64).contains(changed.count), "\(changed.count) lines changed, a row is 60 high")
      expect(changed.contains(330))
      try await expectEqual(demo.end(), 0)
    }

    @Test("F1 shows the profiler's panel in the top right corner, and hides it")
    func overlay() async throws {
      let demo = try await Demo("--screen", "stress", "--rows", "1000", "--size", "900x600")
      try await demo.move(x: 200, y: 500)
      let before = try await demo.settled()
      try await demo.press("F1")
      let corner = 620..<880
      let shown = try await waiting(for: "the panel") {
        let picture = try await demo.screenshot()
        return picture.differences(from: before, x: corner, y: 10..<150) > 15_000 ? picture : nil
      }
      expectEqual(shown.differences(from: before, x: 0..<400), 0)
      try await demo.press("F1")
      _ = try await waiting(for: "the panel to go") {
        try await demo.screenshot().differences(from: before, x: 0..<880) == 0 ? () : nil
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test("resizing the window lays the rows out anew, to the new right edge")
    func resize() async throws {
      let demo = try await Demo(
        "--screen", "stress", "--rows", "1000", "--appearance", "light", "--size", "700x500")
      _ = try await demo.settled()
      try await demo.display.xdotool("windowsize", demo.window, "1100", "800")
      let wide = try await waiting(for: "the new size") {
        let picture = try await demo.settled()
        return picture.width == 1100 && picture.height == 800 ? picture : nil
      }
      for band in [20..<400, 500..<780] {
        let title = wide.colours(x: 0..<300, y: band)
        let detail = wide.colours(x: 800..<1080, y: band)
        expect(title.count > 2, "no text at the left of lines \(band)")
        expect(detail.count > 2, "no right-aligned text at the right of lines \(band)")
      }
      try await expectEqual(demo.end(), 0)
      let statistics = try demo.statistics()
      expectEqual(statistics.width, 1100)
      expectEqual(statistics.height, 800)
    }

    @Test("arrow keys move the ring, Return chooses where it is; Page, Home and End move through the table")
    func keys() async throws {
      let demo = try await Demo(
        "--screen", "stress", "--rows", "1000", "--appearance", "light", "--size", "900x600")
      try await demo.click(x: 450, y: 90)
      try await demo.move(x: 450, y: 590)
      let first = try await demo.settled()
      let columns = 0..<(first.width - Self.indicator)
      try await demo.press("Down")
      let ringed = try await demo.settled()
      expect((500..<10_000).contains(ringed.differences(from: first, x: 300..<600)), "a ring, and no other selection")
      try await demo.press("Return")
      let chosen = try await demo.settled()
      expect(chosen.differences(from: ringed, x: 300..<600) > 10_000)
      try await demo.press("Up")
      try await expect(demo.settled().differences(from: chosen, x: columns) > 500)
      try await demo.press("Down")
      let back = try await demo.settled()
      expectEqual(back.differences(from: chosen, x: columns, tolerance: Self.rounding), 0)
      var pictures = [back]
      for key in ["Next", "End", "Prior", "Home"] {
        try await demo.press(key)
        let picture = try await demo.settled()
        let previous = try #require(pictures.last)
        expect(picture.differences(from: previous, x: columns) > 2000, "\(key) moved nothing")
        pictures.append(picture)
      }
      try await expectEqual(demo.end(), 0)
    }

    @Test("a window at rest draws no frame and uses no processor")
    func idle() async throws {
      let scratch = try ScratchDirectory()
      let trace = scratch.path("trace.json")
      let demo = try await Demo(
        "--screen", "stress", "--rows", "1000", "--size", "900x600", "--trace", trace)
      try await Task.sleep(for: .seconds(2))
      let cpuBefore = demo.process.cpuTime
      try await Task.sleep(for: .seconds(5))
      let used = demo.process.cpuTime - cpuBefore
      expect(used <= 0.02, "\(used * 1000) ms of CPU in 5 s")
      try await expectEqual(demo.end(), 0)

      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: trace)))
      let events = try #require(json as? [[String: Any]])
      let frames = events.filter { $0["name"] as? String == "frame" }
        .compactMap { $0["ts"] as? Double }.sorted()
      let first = try #require(frames.first)
      let last = try #require(frames.last)
      // The indicator fades away after the window has opened; nothing else moves.
      expect(last - first < 3_000_000, "frames from \(first) to \(last) microseconds")
    }
  }
}
