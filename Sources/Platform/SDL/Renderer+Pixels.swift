internal import CSDL2
import Foundation
import Pixels
import Primitives

extension Renderer {
  /// Copies pixels of what is drawn into as ARGB8888, waiting for all drawing
  /// queued so far.
  /// - Parameters:
  ///   - rect: must lie inside the output.
  ///   - pixels: room for `rect`, `stride` pixels from row to row.
  package func readPixels(
    _ rect: PixelRect, into pixels: UnsafeMutablePointer<UInt32>, stride: Int
  ) throws(SDLError) {
    if presenter != nil {
      guard let memory = windowPixels() else {
        throw SDLError(function: "readPixels", reason: "no frame was drawn")
      }
      memory.read(rect, into: pixels, stride: stride)
      for y in 0..<Int(rect.height) {
        for x in 0..<Int(rect.width) { pixels[y * stride + x] |= 0xFF00_0000 }
      }
      return
    }
    var area = rect.cRect
    try checkStatus("SDL_RenderReadPixels") {
      SDL_RenderReadPixels(
        handle, &area, SDL_PIXELFORMAT_ARGB8888.rawValue, pixels, Int32(stride * 4))
    }
  }

  /// Waits until all drawing so far is done, by the graphics processor, too.
  package func finish() {
    var pixel: UInt32 = 0
    try? readPixels(PixelRect(x: 0, y: 0, width: 1, height: 1), into: &pixel, stride: 1)
  }

  /// Copies all of what is drawn into.
  package func snapshot() throws(SDLError) -> Surface {
    let size = outputSize
    let surface = try Surface(width: size.width, height: size.height)
    try readPixels(
      PixelRect(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height)),
      into: surface.pixels, stride: surface.stride)
    return surface
  }
}

extension Renderer {
  /// OpenGL's name of the device that draws; nil for renderers without OpenGL. The renderer's
  /// context must be current, which it is after it was made.
  private static func openGLRenderer(rendererName: String) -> String? {
    guard rendererName.hasPrefix("opengl"), let address = SDL_GL_GetProcAddress("glGetString") else {
      return nil
    }
    typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
    // SDL hands out OpenGL's functions as untyped addresses.
    let getString = unsafeBitCast(address, to: GetString.self)
    let renderer: UInt32 = 0x1F01  // GL_RENDERER
    return getString(renderer).map { String(cString: $0) }
  }

  /// Whether OpenGL says that Mesa draws on the processor.
  static func isEmulated(rendererName: String) -> Bool {
    guard let renderer = openGLRenderer(rendererName: rendererName)?.lowercased() else { return false }
    return ["llvmpipe", "softpipe", "swrast", "software rasterizer"]
      .contains { renderer.contains($0) }
  }

  /// Whether the machine has a graphics processor that OpenGL might use. Where
  /// it has none, asking OpenGL would load a compiler to learn the same.
  package nonisolated static var hasGraphicsProcessor: Bool {
    let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/dri")) ?? []
    return devices.contains { $0.hasPrefix("renderD") }
      || FileManager.default.fileExists(atPath: "/dev/nvidia0")
      || FileManager.default.fileExists(atPath: "/dev/dxg")
  }
}
