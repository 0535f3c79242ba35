internal import CSDL2
package import SDL

extension Surface {
  /// The pixels as a PNG file in memory. The caller writes the file and so learns of a full device, which SDL does not
  /// report.
  /// - Throws: `SDLError` when SDL_image is not installed or has no memory.
  package func pngFile() throws(SDLError) -> [UInt8] {
    let library = try SDLImageLibrary.shared()
    // The pixels uncompressed, with what the format adds to blocks that cannot be compressed, and its headers.
    let raw = (width * 4 + 1) * height
    var file = [UInt8](repeating: 0, count: raw + raw / 500 + 65_536)
    let stream = try check("SDL_RWFromMem") { SDL_RWFromMem(&file, Int32(clamping: file.count)) }
    defer { SDL_RWclose(stream) }
    // A second handle on the same pixels: this surface keeps its own to itself.
    let picture = try check("SDL_CreateRGBSurfaceWithFormatFrom") {
      SDL_CreateRGBSurfaceWithFormatFrom(
        pixels, Int32(clamping: width), Int32(clamping: height), 32, Int32(clamping: stride * 4),
        SDL_PIXELFORMAT_ARGB8888.rawValue)
    }
    defer { SDL_FreeSurface(picture) }
    try checkStatus("IMG_SavePNG_RW") { library.savePNG(picture, stream, 0) }
    file.removeLast(file.count - Int(SDL_RWtell(stream)))
    return file
  }
}
