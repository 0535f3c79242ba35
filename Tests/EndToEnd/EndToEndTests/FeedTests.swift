import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The screen `feed` flung in a real window.
  @Suite("The feed", .serialized, .timeLimit(.minutes(3)))
  struct FeedTests {
    @Test(
      "flung at 20,000 points a second, rows are skipped on the way and drawn where it lands; a touch draws at once")
    func flings() async throws {
      let demo = try await Demo("--screen", "feed", "--appearance", "light", "--size", "900x700")
      let top = try await demo.settled()
      // The second fling and those after it find textures and cells of the first.
      for _ in 0..<3 {
        try await demo.press("f")
        try await Task.sleep(for: .seconds(1))
        let flying = try await demo.screenshot()
        // Placeholders are grey: no avatar has its colour.
        expect(Self.avatars(in: flying) < Self.avatars(in: top))
        let landed = try await demo.settled()
        expect(Self.avatars(in: landed) > 0)
      }
      try await demo.press("f")
      try await Task.sleep(for: .milliseconds(600))
      try await demo.click(x: 450, y: 400)
      let touched = try await demo.settled()
      expect(Self.avatars(in: touched) > 0)
      try await expectEqual(demo.end(), 0)
      let statistics = try demo.statistics()
      expect(statistics.app["skipped", default: 0] > 40)
      expect((4...120).contains(statistics.app["drawn", default: 0]), "\(statistics.app)")
      // What the main thread does for a frame leaves most of the 16.7 ms to others.
      expect(statistics.mainCpuMs.p99 <= 4, "\(statistics.mainCpuMs)")
      // Cells for a screen of the lowest rows, and as few textures more than bitmaps kept at once.
      expect(statistics.cells.created < 20)
      expect(statistics.textureCreations < 60, "\(statistics.textureCreations)")
    }

    /// Where avatars are: a post is 704 points wide, and stands in the middle.
    private static let avatarX = (900 - 704) / 2 + 24

    /// How many lines of pixels between the bars cross an avatar.
    private static func avatars(in picture: Screenshot) -> Int {
      (180..<(picture.height - 46)).count { y in
        let colour = picture[avatarX, y]
        let channels = [colour.red, colour.green, colour.blue].map(Int.init)
        return (channels.max() ?? 0) - (channels.min() ?? 0) > 60
      }
    }
  }
}
