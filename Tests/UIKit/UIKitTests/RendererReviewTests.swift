import Desktop
import Expectations
import RandomSupport
import Testing
import UIKitCore

@testable import Raster

/// Whether a renderer is exchanged, with stand-ins for displays and for what frames cost.
@MainActor @Suite struct RendererReviewTests {
  /// What happens to a window that fills its display.
  enum Step: Sendable {
    /// It comes to a display of so many million pixels.
    case display(Double)
    /// Its frames take so many times memory's.
    case frames(Double)
  }

  /// The way of a window after steps, from a processor on a display of two million pixels.
  private func ways(_ steps: [Step], driver: String = "x11") throws -> [RendererRule.Way] {
    var review = try #require(Self.review(driver: driver))
    var display = 2.0
    return steps.map { step in
      switch step {
      case .display(let pixels):
        display = pixels
        _ = review.windowCame(toDisplayOf: Int(pixels * 1e6), isMadeForOpenGL: true)
      case .frames(let cost):
        let pixels = Int(display * 1e6)
        _ = review.frames(took: cost * RendererReview.memoryCost(pixels: pixels), pixels: pixels, onDisplayOf: pixels)
      }
      return review.way
    }
  }

  private static func review(
    wish: UIApplicationLaunchConfiguration.Renderer = .auto, driver: String = "x11", isHeadless: Bool = false,
    device: Bool = true, way: RendererRule.Way = .accelerated, isEmulated: Bool = false
  ) -> RendererReview? {
    let rule = RendererRule(wish: wish, videoDriver: driver, isHeadless: isHeadless, hasGraphicsProcessor: device)
    return RendererReview(rule, way: way, isEmulated: isEmulated)
  }

  private static let table: [([Step], [RendererRule.Way])] = [
    // Cheap frames keep the processor, on every display.
    ([.frames(1), .display(8), .frames(2), .display(2), .frames(2.9)], .init(repeating: .accelerated, count: 5)),
    // Dear ones at the start give it up; a display not twice as large is no reason to try it again, one that is, is.
    (
      [.frames(3.1), .display(1), .display(3.9), .display(2), .display(4)],
      [.memory, .memory, .memory, .memory, .accelerated]
    ),
    // One that passes there stays on the small display, unless its frames are twice as dear as at first.
    (
      [.frames(4), .display(8), .frames(2), .display(2), .frames(5.9)],
      [.memory, .accelerated, .accelerated, .accelerated, .accelerated]
    ),
    // After which only a display twice as large as all before counts.
    (
      [.frames(4), .display(8), .frames(2), .display(2), .frames(6.1), .display(8), .display(15), .display(16)],
      [.memory, .accelerated, .accelerated, .accelerated, .memory, .memory, .memory, .accelerated]
    ),
    // Frames are timed once on a display.
    ([.frames(1), .frames(100), .display(2), .frames(100)], .init(repeating: .accelerated, count: 4)),
    // The display counts on which frames were timed, not that on which the window was before.
    (
      [.display(1), .display(8), .frames(4), .display(15), .display(16)],
      [.accelerated, .accelerated, .memory, .memory, .accelerated]
    ),
    // A trial that fails ends as the first one did.
    (
      [.frames(4), .display(4), .frames(4), .display(7), .display(8)],
      [.memory, .accelerated, .memory, .memory, .accelerated]
    ),
  ]

  @Test("a window is given to memory where the processor is dear, and back on a display twice as large, not to and fro")
  func decisions() throws {
    for (steps, expected) in Self.table {
      try expectEqual(ways(steps), expected, "\(steps)")
      let onWayland = expected.map { $0 == .memory ? .sharedMemory : $0 }
      try expectEqual(ways(steps, driver: "wayland"), onWayland, "\(steps)")
    }
  }

  @Test(
    "a window that goes to and fro between displays is exchanged no more often than displays double", arguments: 0..<20)
  func bounded(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let displays = (0..<4).map { _ in Int.random(in: 500_000...16_000_000, using: &random) }
    var review = try #require(Self.review())
    var display = displays[0]
    var changes = 0
    var way = review.way
    for _ in 0..<1000 {
      if Bool.random(using: &random) {
        display = displays.randomElement(using: &random) ?? 1
        let decision = review.windowCame(toDisplayOf: display, isMadeForOpenGL: true)
        expect(decision.map { $0.way == review.way && !$0.reason.isEmpty } ?? true)
      } else {
        _ = review.frames(took: Double.random(in: 0...0.05, using: &random), pixels: 1_000_000, onDisplayOf: display)
      }
      expect(review.way == .accelerated || review.way == .memory)
      if review.way != way { changes += 1 }
      way = review.way
    }
    // From half a million to 16 million pixels there are five doublings, with a return from each, and a first one.
    expect(changes <= 11, "\(displays)")
  }

  @Test("a renderer that was asked for, emulated, in memory, headless or without a device is never exchanged")
  func closed() {
    expect(Self.review() != nil)
    expect(Self.review(wish: .software, way: .memory) == nil)
    expect(Self.review(wish: .accelerated) == nil)
    expect(Self.review(isHeadless: true) == nil)
    expect(Self.review(device: false) == nil)
    expect(Self.review(driver: "wayland", device: false, way: .sharedMemory) == nil)
    // Mesa's emulation, where SDL shows memory no other way.
    expect(Self.review(driver: "wayland", isEmulated: true) == nil)
  }

  @Test("a way that cannot be gone is the last decision")
  func failed() throws {
    var review = try #require(Self.review(driver: "wayland"))
    expectEqual(review.frames(took: 1, pixels: 1000, onDisplayOf: 2_000_000)?.way, .sharedMemory)
    expectEqual(review.failed("no memory"), .init(way: .accelerated, reason: "no memory"))
    expect(review.isClosed && review.way == .accelerated && !review.wantsTimes)
    expect(review.windowCame(toDisplayOf: 100_000_000, isMadeForOpenGL: true) == nil)
    expect(review.frames(took: 1, pixels: 1000, onDisplayOf: 2_000_000) == nil)
  }

  @Test("a window that would have to be made anew for OpenGL stays in memory")
  func madeWithoutOpenGL() throws {
    var review = try #require(Self.review())
    _ = review.frames(took: 1, pixels: 1000, onDisplayOf: 2_000_000)
    expectEqual(review.windowCame(toDisplayOf: 8_000_000, isMadeForOpenGL: false)?.way, .memory)
    expect(review.windowCame(toDisplayOf: 80_000_000, isMadeForOpenGL: true) == nil)
  }

  @Test("a decision says what was measured and seen")
  func reasons() throws {
    var review = try #require(Self.review())
    expectEqual(
      review.frames(took: 0.0012, pixels: 1_000_000, onDisplayOf: 2_000_000)?.reason,
      "there is a graphics processor: 1.2 ms a frame, 3.0 ms allowed")
    expectEqual(
      review.windowCame(toDisplayOf: 8_294_400, isMadeForOpenGL: true)?.reason,
      "there is a graphics processor, timed anew on a display of 8.3 million pixels")
    expectEqual(
      review.frames(took: 0.1, pixels: 1_000_000, onDisplayOf: 8_294_400)?.reason,
      "the graphics processor is slow: 100.0 ms a frame, 6.0 ms allowed")
    expectEqual(
      review.windowCame(toDisplayOf: 2_000_000, isMadeForOpenGL: true)?.reason,
      "the graphics processor was too slow on 8.3 million pixels, and this is a display of 2.0 million pixels")
    expect(review.windowCame(toDisplayOf: 2_000_000, isMadeForOpenGL: true) == nil)
    expect(review.windowCame(toDisplayOf: 0, isMadeForOpenGL: true) == nil)
    expectEqual(
      review.windowCame(toDisplayOf: 17_000_000, isMadeForOpenGL: true)?.reason,
      "the graphics processor is tried again on a display of 17.0 million pixels")
  }
}
