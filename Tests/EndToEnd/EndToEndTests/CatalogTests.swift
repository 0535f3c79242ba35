import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The list of screens in a real window.
  @Suite("The catalogue", .serialized, .timeLimit(.minutes(2)))
  struct CatalogTests {
    @Test(
      "a plain start shows the list of screens; real keys and clicks open others, and a narrow window shows it in place of the screen"
    )
    func catalog() async throws {
      let demo = try await Demo(["--appearance", "light", "--size", "1000x700"], leavesFigures: false)
      try await demo.move(x: 600, y: 300)
      let countries = try await demo.settled()
      let (list, screen) = (0..<240, 250..<980)
      try await demo.press("alt+Down")
      let next = try await changed(from: countries, x: screen, demo)
      try await demo.press("alt+Up")
      _ = try await waiting(for: "the countries") {
        try await demo.screenshot().differences(from: countries, x: screen, y: 60..<650) < 500 ? () : nil
      }
      try await demo.press("ctrl+k")
      try await demo.display.xdotool("type", "--delay", "20", "billion")
      try await demo.press("Return")
      let stress = try await changed(from: next, x: screen, demo)
      try await demo.press("Next")
      _ = try await changed(from: stress, x: screen, demo)
      try await demo.press("shift+slash")
      let sheet = try await changed(from: stress, x: list, demo)
      try await demo.press("Escape")
      _ = try await changed(from: sheet, x: list, demo)
      try await demo.display.xdotool("windowsize", demo.window, "500", "700")
      let narrow = try await waiting(for: "the narrow window") {
        let picture = try await demo.settled()
        return picture.width == 500 ? picture : nil
      }
      try await demo.click(x: 50, y: 682)
      let inPlace = try await changed(from: narrow, x: 0..<480, demo)
      try await demo.press("ctrl+k")
      try await demo.display.xdotool("type", "--delay", "20", "mail")
      try await demo.press("Return")
      let chosen = try await changed(from: inPlace, x: 0..<480, demo)
      // The bar leads to the list, too.
      try await demo.click(x: 40, y: 22)
      _ = try await changed(from: chosen, x: 0..<480, demo)
      try await expectEqual(demo.end(), 0)
    }

    private func changed(from picture: Screenshot, x columns: Range<Int>, _ demo: Demo) async throws -> Screenshot {
      try await waiting(for: "another picture") {
        let next = try await demo.settled()
        return next.differences(from: picture, x: columns, y: 60..<650) > 1000 ? next : nil
      }
    }
  }
}
