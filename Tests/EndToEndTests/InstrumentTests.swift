import Foundation
import Testing

extension EndToEnd {
  /// The inspector and the overlay in a real window.
  @Suite("Instruments", .serialized, .timeLimit(.minutes(2)))
  struct InstrumentTests {
    @Test("F2 shows beside a table what it keeps while the wheel turns, F1 a panel that is dragged to another corner")
    func instruments() async throws {
      let demo = try await Demo("--screen", "stress", "--appearance", "light", "--size", "1000x700")
      try await demo.move(x: 300, y: 300)
      let plain = try await demo.settled()
      let (panel, figures) = (665..<1000, 40..<165)
      try await demo.press("F2")
      let open = try await changed(from: plain, x: panel, y: 0..<700, by: 5000, demo)
      #expect(open.differences(from: plain, x: 0..<650, y: 0..<700) == 0)
      try await demo.turnWheel(5)
      _ = try await changed(from: open, x: panel, y: figures, by: 20, demo)
      try await demo.press("F2")
      let closed = try await changed(from: open, x: panel, y: 0..<700, by: 5000, demo)
      try await demo.press("F1")
      let shown = try await changed(from: closed, x: 790..<1000, y: 0..<240, by: 10_000, demo)
      try await demo.move(x: 900, y: 20)
      try await demo.display.xdotool("mousedown", "1")
      try await demo.move(x: 500, y: 400)
      try await demo.move(x: 120, y: 640)
      try await demo.display.xdotool("mouseup", "1")
      let corner = try await changed(from: shown, x: 0..<200, y: 470..<700, by: 10_000, demo)
      #expect(corner.differences(from: closed, x: 790..<1000, y: 0..<200) < 1000)
      #expect(try await demo.end() == 0)
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
