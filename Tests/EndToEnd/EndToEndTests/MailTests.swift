import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The mailbox with a real mouse: pulled by the wheel, swiped by dragging.
  @Suite("The mail screen", .serialized, .timeLimit(.minutes(2)))
  struct MailTests {
    private static let green = Screenshot.Colour(red: 34, green: 131, blue: 59)
    private static let red = Screenshot.Colour(red: 219, green: 51, blue: 41)

    /// The lines of a column that have a colour.
    private static func lines(of colour: Screenshot.Colour, x: Int, in picture: Screenshot) -> [Int] {
      (0..<picture.height).filter { picture[x, $0].distance(to: colour) <= 2 }
    }

    @Test(
      "the wheel turned up at the top pulls the list, and letting it rest makes a draft; dragged aside, it is deleted")
    func pullAndSwipe() async throws {
      let demo = try await Demo("--screen", "mail", "--appearance", "light", "--size", "760x820")
      try await demo.move(x: 400, y: 500)
      let before = try await demo.settled()
      let below = 0..<(before.width - WindowTests.indicator)

      let xdotool = try #require(Tools.path(of: "xdotool"))
      let wheel = try ChildProcess(
        xdotool, ["click", "--repeat", "8", "--delay", "120", "4"], environment: demo.display.environment)
      let pulled = try await waiting(for: "the view above the first row to say that letting go makes a draft") {
        let picture = try await demo.screenshot()
        return Self.lines(of: Self.green, x: 600, in: picture).count >= 60 ? picture : nil
      }
      let view = Self.lines(of: Self.green, x: 600, in: pulled)
      expectEqual(view.last.map { $0 - view[0] }, view.count - 1, "one view, without a gap")
      try await expectEqual(wheel.exitStatus(), 0)

      _ = try await waiting(for: "the view to go") {
        try await Self.lines(of: Self.green, x: 600, in: demo.screenshot()).isEmpty ? () : nil
      }
      _ = try await demo.settled()
      try await demo.press("h")
      try await demo.press("Return")
      let written = try await demo.settled()
      expect(written.differences(from: before, x: below, y: 90..<820) > 2000)

      try await demo.move(x: 600, y: view[0] + 30)
      try await demo.display.xdotool("mousedown", "1")
      for x in stride(from: 580, through: 420, by: -20) {
        try await demo.move(x: x, y: view[0] + 30)
        try await Task.sleep(for: .milliseconds(15))
      }
      try await Task.sleep(for: .milliseconds(200))
      try await demo.display.xdotool("mouseup", "1")
      let swiped = try await demo.settled()
      // Beside the button's picture and title, and not below the scroll indicator.
      let button = Self.lines(of: Self.red, x: 700, in: swiped)
      expect((50...60).contains(button.count), "a button as high as the row")
      try await demo.click(x: 700, y: try #require(button.first) + 4)
      try await demo.move(x: 400, y: 500)
      let after = try await demo.settled()
      // Above the bar that offers to undo.
      expectEqual(after.differences(from: before, x: below, y: 90..<700, tolerance: WindowTests.rounding), 0)
      try await expectEqual(demo.end(), 0)
      try expectEqual(demo.statistics().rows, 60)
    }
  }
}
