internal import CSDL2

/// What only a software renderer of a window can do: it draws into the window's
/// surface in memory, which keeps what was drawn and can be shown in parts.
extension Renderer {
  /// Moves the pixels of `area` by (`dx`, `dy`), those that stay inside of it;
  /// what they uncover is left as it was, and so is `hole`. Waits for drawing
  /// queued so far.
  /// - Precondition: `kind` is `.software`; `area` lies inside the output.
  /// - Complexity: O(pixels moved).
  package func move(
    _ area: PixelRect, dx: Int32, dy: Int32, around hole: PixelRect
  ) throws(SDLError) {
    let target = area.intersection(
      PixelRect(x: area.x + dx, y: area.y + dy, width: area.width, height: area.height))
    guard !target.isEmpty else { return }
    try checkStatus("SDL_RenderFlush") { SDL_RenderFlush(handle) }
    let surface = try check("SDL_GetWindowSurface") { SDL_GetWindowSurface(window.handle) }
    let memory = try check("SDL_GetWindowSurface") { surface.pointee.pixels }
    let pitch = Int(surface.pointee.pitch)
    let bytesPerPixel = Int(surface.pointee.format.pointee.BytesPerPixel)
    let length = Int(target.width) * bytesPerPixel
    let hole = hole.intersection(target)
    let offset = Int(dy) * pitch + Int(dx) * bytesPerPixel
    // Away from the direction of travel, so that no row is overwritten before
    // it was read.
    let first = dy > 0 ? target.maxY - 1 : target.y
    let step: Int32 = dy > 0 ? -1 : 1
    if hole.isEmpty, dx == 0, target.width == surface.pointee.w, length == pitch {
      let start = memory + Int(target.y) * pitch
      start.copyMemory(from: start - offset, byteCount: Int(target.height) * pitch)
      return
    }
    for index in 0..<target.height {
      let y = first + index * step
      let row = memory + Int(y) * pitch + Int(target.x) * bytesPerPixel
      guard !hole.isEmpty, y >= hole.y, y < hole.maxY else {
        row.copyMemory(from: row - offset, byteCount: length)
        continue
      }
      let left = Int(hole.x - target.x) * bytesPerPixel
      let right = Int(hole.maxX - target.x) * bytesPerPixel
      row.copyMemory(from: row - offset, byteCount: left)
      (row + right).copyMemory(from: row + right - offset, byteCount: length - right)
    }
  }

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
