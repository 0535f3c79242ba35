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

  /// The pixels as a PNG file, in memory: the caller, who writes it, learns of a full device, which SDL does not
  /// report.
  package func pngFile() throws(SDLError) -> [UInt8] {
    let library = try SDLImageLibrary.shared()
    // The pixels uncompressed, with what the format adds to blocks that cannot be compressed, and its headers.
    let raw = (width * 4 + 1) * height
    var file = [UInt8](repeating: 0, count: raw + raw / 500 + 65_536)
    let stream = try check("SDL_RWFromMem") { SDL_RWFromMem(&file, Int32(clamping: file.count)) }
    defer { SDL_RWclose(stream) }
    try checkStatus("IMG_SavePNG_RW") { library.savePNG(handle, stream, 0) }
    file.removeLast(file.count - Int(SDL_RWtell(stream)))
    return file
  }
}
