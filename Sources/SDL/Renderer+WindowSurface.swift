internal import CSDL2
import Pixels
import Primitives

/// What only a software renderer of a window can do: it draws into the window's
/// surface in memory, which keeps what was drawn and can be shown in parts.
extension Renderer {
  /// The window's pixels, once all drawing queued so far is done; nil where they
  /// are not 32 bits of red, green and blue in that order, and for renderers
  /// that do not draw in memory.
  package func windowPixels() -> WindowPixels? {
    guard kind == .software, SDL_RenderFlush(handle) == 0,
      let surface = SDL_GetWindowSurface(window.handle)?.pointee, let memory = surface.pixels,
      let format = surface.format?.pointee, format.BytesPerPixel == 4,
      format.Rmask == 0xFF_0000, format.Gmask == 0xFF00, format.Bmask == 0xFF
    else { return nil }
    return WindowPixels(
      base: memory.assumingMemoryBound(to: UInt32.self), stride: Int(surface.pitch) / 4,
      width: surface.w, height: surface.h)
  }

  /// Does all drawing queued so far.
  package func flush() { SDL_RenderFlush(handle) }

  /// Shows these parts of what was drawn; other parts of the window stay.
  /// - Precondition: `kind` is `.software`.
  package func present(_ rects: UnsafeBufferPointer<PixelRect>) throws(SDLError) {
    try checkStatus("SDL_RenderFlush") { SDL_RenderFlush(handle) }
    guard let base = rects.baseAddress, !rects.isEmpty else { return }
    _ = try base.withMemoryRebound(to: SDL_Rect.self, capacity: rects.count) {
      pointer throws(SDLError) in
      try checkStatus("SDL_UpdateWindowSurfaceRects") {
        SDL_UpdateWindowSurfaceRects(window.handle, pointer, Int32(rects.count))
      }
    }
  }
}

extension WindowPixels {
  /// Moves the pixels of `area` by (`dx`, `dy`), those that stay inside of it;
  /// what they uncover is left as it was.
  /// - Complexity: O(pixels moved).
  package func move(_ area: PixelRect, dx: Int32, dy: Int32) {
    let target = area.intersection(
      PixelRect(x: area.x &+ dx, y: area.y &+ dy, width: area.width, height: area.height))
    guard !target.isEmpty else { return }
    // Away from the direction of travel, so that no row is overwritten before
    // it was read.
    let first = dy > 0 ? target.maxY - 1 : target.y
    let step = dy > 0 ? -stride : stride
    let offset = Int(dy) * stride + Int(dx)
    let length = Int(target.width)
    var row = base + Int(first) * stride + Int(target.x)
    for _ in 0..<target.height {
      row.update(from: row - offset, count: length)
      row += step
    }
  }
}
