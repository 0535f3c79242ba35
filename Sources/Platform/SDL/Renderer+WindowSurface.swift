internal import CSDL2
internal import Desktop
import Pixels
import Primitives

/// The abilities of a software renderer of a window: it draws into the window's
/// surface in memory, or into that of a presenter, which keeps its pixels and
/// can be shown in parts.
extension Renderer {
  /// The window's pixels, once all drawing queued so far is done; nil where they
  /// are not 32 bits of red, green and blue in that order, and for renderers
  /// that do not draw in memory.
  package func windowPixels() -> WindowPixels? {
    if let presenter { return presenter.frame.map(WindowPixels.init) }
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
  /// - Parameter number: the frame's, for the presenter's `nextDisplayTime()`; nil where it need not be told of.
  /// - Precondition: `kind` is `.software`.
  package func present(_ rects: UnsafeBufferPointer<PixelRect>, as number: Int? = nil) throws(SDLError) {
    if let presenter { return presenter.present(rects, of: window.extent, as: number) }
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
  init(_ memory: FrameMemory) {
    self.init(base: memory.base, stride: memory.stride, width: memory.width, height: memory.height)
  }

  /// Moves the pixels of `area` by (`dx`, `dy`), those that stay inside of it; what they uncover is left as it was.
  /// - Complexity: O(pixels moved).
  package func move(_ area: PixelRect, dx: Int32, dy: Int32) {
    FrameMemory(base: base, stride: stride, width: width, height: height).move(area, dx: dx, dy: dy)
  }
}
