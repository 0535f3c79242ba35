import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The inspector and the overlay in a real window.
  @Suite("Instruments", .serialized, .timeLimit(.minutes(2)))
  struct InstrumentTests {
    @Test("F12 shows beside a table what it keeps while the wheel turns, F1 a panel that is dragged to another corner")
    func instruments() async throws {
      let demo = try await Demo("--screen", "stress", "--appearance", "light", "--size", "1000x700")
      try await demo.move(x: 300, y: 300)
      let plain = try await demo.settled()
      let (panel, figures) = (665..<1000, 40..<165)
      try await demo.press("F12")
      let open = try await changed(from: plain, x: panel, y: 0..<700, by: 5000, demo)
      // The rows make room: they stand in the middle of what is left, and nothing of them below the panel.
      expectEqual(plain.colours(x: 20..<150, y: 100..<700).count, 1)
      expect(open.differences(from: plain, x: 20..<150, y: 100..<700) > 500)
      try await demo.turnWheel(5)
      _ = try await changed(from: open, x: panel, y: figures, by: 20, demo)
      try await demo.press("F12")
      let closed = try await changed(from: open, x: panel, y: 0..<700, by: 5000, demo)
      try await demo.press("F1")
      let shown = try await changed(from: closed, x: 790..<1000, y: 0..<240, by: 10_000, demo)
      try await demo.drag(from: (900, 20), to: (120, 640))
      let corner = try await changed(from: shown, x: 0..<200, y: 470..<700, by: 10_000, demo)
      expect(corner.differences(from: closed, x: 790..<1000, y: 0..<200) < 1000)
      try await expectEqual(demo.end(), 0)
    }

    @Test("the panel stands in the next run in the corner to which it was dragged")
    func remembered() async throws {
      let scratch = try ScratchDirectory()
      let state = scratch.path("state")
      let first = try await Demo(["--screen", "updates", "--appearance", "light"], leavesFigures: false, state: state)
      let plain = try await first.settled()
      try await first.press("F1")
      let (width, height) = (plain.width, plain.height)
      let shown = try await changed(from: plain, x: width - 210..<width, y: 0..<240, by: 10_000, first)
      try await first.drag(from: (width - 100, 20), to: (120, height - 60))
      _ = try await changed(from: shown, x: 0..<200, y: height - 230..<height, by: 10_000, first)
      try await expectEqual(first.end(), 0)
      let second = try await Demo(["--screen", "updates", "--appearance", "light"], leavesFigures: false, state: state)
      let again = try await second.settled()
      expect(again.width == width && again.height == height)
      try await second.press("F1")
      let corner = try await changed(from: again, x: 0..<200, y: height - 230..<height, by: 10_000, second)
      expect(corner.differences(from: again, x: width - 210..<width, y: 0..<200) < 1000)
      try await expectEqual(second.end(), 0)
    }

    /// The picture that differs from another one by as many pixels of an area.
    private func changed(
      from picture: Screenshot, x columns: Range<Int>, y lines: Range<Int>, by pixels: Int, _ demo: Demo
    ) async throws -> Screenshot {
      try await waiting(for: "another picture") {
        let next = try await demo.settled()
        return next.differences(from: picture, x: columns, y: lines) > pixels ? next : nil
      }
    }
  }
}
