internal import CSDL2
import Foundation

/// Decodes images. Safe to call from any thread.
package enum ImageFile {
  /// Pixels as red, green, blue, alpha bytes, alpha not premultiplied, rows from
  /// the top without padding.
  package struct Pixels: Sendable {
    /// The extent in pixels, at least 1 each.
    package let width, height: Int
    /// Four for each pixel.
    package let bytes: [UInt8]
  }

  /// The longest side that is decoded, in pixels.
  package static let longestSide = 16384

  /// Decodes PNG, JPEG or SVG, whichever `data` is, at its own size.
  /// - Throws: `SDLError` for damaged or unknown data.
  package static func decode(_ data: Data) throws(SDLError) -> Pixels {
    let library = try SDLImageLibrary.shared()
    return try pixels(loaded(data, "IMG_Load_RW") { stream in library.load(stream, 0) })
  }

  /// Decodes the file at `path`.
  package static func decode(contentsOf path: String) throws(SDLError) -> Pixels {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw SDLError(function: "IMG_Load", reason: error.localizedDescription)
    }
    return try decode(data)
  }

  /// Draws an SVG document as large as fits in the given pixels, keeping its
  /// proportions.
  /// - Precondition: both extents are in 1...`longestSide`.
  package static func decode(
    svg data: Data, fittingWidth width: Int, height: Int
  ) throws(SDLError) -> Pixels {
    let allowed = 1...longestSide
    precondition(
      allowed.contains(width) && allowed.contains(height),
      "an SVG cannot be drawn at \(width)x\(height) pixels: sides must be 1 to \(longestSide)")
    let library = try SDLImageLibrary.shared()
    return try pixels(
      loaded(data, "IMG_LoadSizedSVG_RW") { stream in
        library.loadSVG(stream, Int32(width), Int32(height))
      })
  }

  private static func loaded(
    _ data: Data, _ function: String,
    _ load: (UnsafeMutablePointer<SDL_RWops>) -> UnsafeMutablePointer<SDL_Surface>?
  ) throws(SDLError) -> Surface {
    guard !data.isEmpty, data.count <= Int(Int32.max) else {
      throw SDLError(function: function, reason: "\(data.count) bytes are no image")
    }
    // NanoSVG reads up to a terminating zero, which `data` may lack.
    var bytes = [UInt8](data)
    bytes.append(0)
    var failure: SDLError?
    var surface: UnsafeMutablePointer<SDL_Surface>?
    bytes.withUnsafeBytes { buffer in
      SDL_ClearError()
      guard let stream = SDL_RWFromConstMem(buffer.baseAddress, Int32(data.count)) else {
        failure = SDLError.last("SDL_RWFromConstMem")
        return
      }
      surface = load(stream)
      if surface == nil { failure = SDLError.last(function) }
      SDL_RWclose(stream)
    }
    if let failure { throw failure }
    guard let surface else { throw SDLError(function: function, reason: "") }
    let longest = max(surface.pointee.w, surface.pointee.h)
    guard min(surface.pointee.w, surface.pointee.h) > 0, longest <= longestSide else {
      SDL_FreeSurface(surface)
      throw SDLError(
        function: function, reason: "sides must be 1 to \(longestSide) pixels, not \(longest)")
    }
    return try Surface(adopting: surface)
  }

  private static func pixels(_ surface: Surface) -> Pixels {
    let width = surface.width
    let height = surface.height
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      var next = 0
      for y in 0..<height {
        let row = surface.pixels + y * surface.stride
        for x in 0..<width {
          let pixel = row[x]
          buffer.initializeElement(at: next, to: UInt8(truncatingIfNeeded: pixel >> 16))
          buffer.initializeElement(at: next + 1, to: UInt8(truncatingIfNeeded: pixel >> 8))
          buffer.initializeElement(at: next + 2, to: UInt8(truncatingIfNeeded: pixel))
          buffer.initializeElement(at: next + 3, to: UInt8(truncatingIfNeeded: pixel >> 24))
          next += 4
        }
      }
      count = next
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }
}
