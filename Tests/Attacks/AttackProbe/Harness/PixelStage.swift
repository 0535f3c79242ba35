import Pixels
import Raster
import SDL
import TestSupport
import UIKit

/// Turns frames of applications of fakes into pixels: text with the fonts of the machine, drawn by the renderer in memory
/// that draws windows without a graphics processor. Each picture is drawn whole.
@MainActor
final class PixelStage {
  static let shared = PixelStage()

  /// The pixels of a frame, row by row.
  struct Picture {
    let width, height: Int
    let pixels: [UInt32]

    /// Where another picture has other pixels; nil where it has none.
    func difference(to other: Picture) -> String? {
      guard width == other.width, height == other.height else {
        return "\(width) x \(height) pixels, not \(other.width) x \(other.height)"
      }
      guard pixels != other.pixels else { return nil }
      var (count, left, right, top, bottom) = (0, Int.max, 0, Int.max, 0)
      for index in pixels.indices where pixels[index] != other.pixels[index] {
        let (x, y) = (index % width, index / width)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
        count += 1
      }
      return "\(count) pixels within \(left)...\(right), \(top)...\(bottom) of \(width) x \(height)"
    }
  }

  private let engine = SDLTextEngine()
  private let context: SDLContext
  private var backend: (width: Int, height: Int, backend: SDLRenderBackend)?

  private init() {
    do { context = try SDLContext(display: .headless) } catch { fatalError("SDL does not start: \(error)") }
  }

  /// An application of fakes whose frames can be drawn.
  /// - Parameters:
  ///   - size: of its window, in points.
  ///   - scale: pixels of a point.
  func application(size: CGSize, scale: CGFloat) -> TestApplication {
    let platform = FakePlatform(textEngine: engine)
    platform.windowScale = scale
    return TestApplication(size: size, platform: platform)
  }

  /// The pixels of an application's last frame.
  func picture(of app: TestApplication) throws(Mismatch) -> Picture {
    var list = app.backend.list
    let (width, height) = (
      Int((list.size.width * list.scale).rounded()), Int((list.size.height * list.scale).rounded())
    )
    list.textUpdates = []
    for (slot, frame) in app.backend.slots {
      list.textUpdates.append(TextSlotUpdate(slot: slot, frame: frame, background: nil))
    }
    list.releasedSlots = []
    list.releasedImages = []
    do {
      let backend = try backend(width: width, height: height)
      for (image, bitmap) in app.backend.images { backend.upload(bitmap, as: image) }
      backend.invalidate()
      guard backend.draw(list) else { throw Mismatch("stage", "the frame was not drawn") }
      let surface = try backend.snapshot()
      var pixels: [UInt32] = []
      pixels.reserveCapacity(width * height)
      for row in 0..<surface.height {
        pixels.append(
          contentsOf: UnsafeBufferPointer(start: surface.pixels + row * surface.stride, count: surface.width))
      }
      let picture = Picture(width: surface.width, height: surface.height, pixels: pixels)
      // The next application names its texts alike.
      var empty = DisplayList()
      (empty.size, empty.scale) = (list.size, list.scale)
      empty.releasedSlots = ContiguousArray(app.backend.slots.keys)
      empty.releasedImages = ContiguousArray(app.backend.images.keys)
      _ = backend.draw(empty)
      return picture
    } catch let mismatch as Mismatch {
      throw mismatch
    } catch {
      throw Mismatch("stage", "\(error)")
    }
  }

  private func backend(width: Int, height: Int) throws -> SDLRenderBackend {
    if let backend, backend.width == width, backend.height == height { return backend.backend }
    backend = nil
    let window = try Window(context: context, title: "pixels", width: width, height: height)
    let made = SDLRenderBackend(
      renderer: try Renderer(window: window, kind: .software, synchronized: false), engine: engine)
    backend = (width, height, made)
    return made
  }
}
