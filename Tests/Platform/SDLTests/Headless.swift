import Foundation
import Testing

@testable import SDL

/// Everything that needs SDL's video; its parts run one after the other, since
/// SDL has one state for the process.
@MainActor
@Suite("SDL", .serialized)
struct Headless {
  let context: SDLContext

  init() throws {
    context = try SDLContext(display: .headless)
  }

  /// A software renderer in a window of the given pixels.
  func makeRenderer(width: Int = 64, height: Int = 48) throws -> Renderer {
    let window = try Window(context: context, title: "test", width: width, height: height)
    return try Renderer(window: window, kind: .software, synchronized: false)
  }
}

extension Surface {
  /// The pixel at a place, as ARGB.
  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * stride + x] }

  /// How many pixels satisfy `condition`.
  func count(where condition: (UInt32) -> Bool) -> Int {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where condition(pixel(x, y)) { count += 1 }
    }
    return count
  }
}
