internal import CSDL2

/// Pixels in memory, ARGB8888, alpha not premultiplied.
package final class Surface {
  /// Freed once, in deinit.
  private let handle: UnsafeMutablePointer<SDL_Surface>

  /// A transparent surface.
  /// - Precondition: both extents are at least 1.
  package init(width: Int, height: Int) throws(SDLError) {
    precondition(
      width > 0 && height > 0, "Surface(width: \(width), height: \(height)) needs at least a pixel")
    handle = try check("SDL_CreateRGBSurfaceWithFormat") {
      SDL_CreateRGBSurfaceWithFormat(
        0, Int32(clamping: width), Int32(clamping: height), 32, SDL_PIXELFORMAT_ARGB8888.rawValue)
    }
  }

  /// Takes over a surface some library made, converting it where it has
  /// another format; frees it in any case.
  init(adopting surface: UnsafeMutablePointer<SDL_Surface>) throws(SDLError) {
    if surface.pointee.format.pointee.format == SDL_PIXELFORMAT_ARGB8888.rawValue {
      handle = surface
      return
    }
    defer { SDL_FreeSurface(surface) }
    handle = try check("SDL_ConvertSurfaceFormat") {
      SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_ARGB8888.rawValue, 0)
    }
  }

  deinit {
    SDL_FreeSurface(handle)
  }

  /// The extent in pixels.
  package var width: Int { Int(handle.pointee.w) }
  /// The extent downwards in pixels.
  package var height: Int { Int(handle.pointee.h) }
  /// Pixels from one row to the next.
  package var stride: Int { Int(handle.pointee.pitch) / 4 }

  /// The first pixel. Valid as long as the surface.
  package var pixels: UnsafeMutablePointer<UInt32> {
    // A surface that exists and is not empty has memory.
    handle.pointee.pixels!.assumingMemoryBound(to: UInt32.self)
  }
}
