internal import CSDL2
import Foundation
internal import SDL

/// Decodes untrusted images. Safe to call from any thread.
///
/// The format is decided by the first bytes and is PNG or JPEG; the figures in a file (extents, lengths, scans) are
/// checked against the limits here before a decoder runs or memory for pixels is requested. SVG is drawn only for
/// documents that come with the program.
package enum ImageFile {
  /// Pixels as words of alpha, red, green and blue, alpha in the highest byte and not premultiplied, rows from the top
  /// without padding.
  package struct Pixels: Sendable {
    /// The extent in pixels, at least 1 each.
    package let width, height: Int
    /// One for each pixel.
    package let words: [UInt32]
  }

  /// Why an image was not decoded.
  package struct DecodingError: Error, Equatable, CustomStringConvertible {
    /// The kind of fault.
    package enum Kind: Sendable {
      /// Neither PNG, JPEG nor SVG.
      case unknownFormat
      /// Cut short, or contradicting itself or its format.
      case damaged
      /// Well formed so far, but more than is decoded.
      case overLimit
      /// A library is missing or gave up.
      case failed
    }
    /// The kind of fault.
    package let kind: Kind
    /// One line for people.
    package let reason: String
    /// The reason.
    package var description: String { reason }

    /// The data ends before its picture does.
    static let cutShort = damaged("the picture is cut short")
    static func damaged(_ reason: String) -> DecodingError { DecodingError(kind: .damaged, reason: reason) }
    static func overLimit(_ reason: String) -> DecodingError { DecodingError(kind: .overLimit, reason: reason) }
    static func failed(_ error: SDLError) -> DecodingError {
      DecodingError(kind: .failed, reason: error.description)
    }
  }

  /// The longest side that is decoded, in pixels.
  package static let longestSide = 16384
  /// The most pixels of one image: 8192 by 8192, which take 256 MB.
  package static let mostPixels = 1 << 26
  /// The longest encoded image, in bytes.
  package static let longestData = 1 << 28

  /// Decodes PNG or JPEG, whichever `data` is, at its own size.
  package static func decode(_ data: Data) throws(DecodingError) -> Pixels {
    try withBytes(of: data) { bytes throws(DecodingError) in
      if PNGDecoder.isPNG(bytes) { return try PNGDecoder.decode(bytes) }
      guard JPEGStructure.isJPEG(bytes) else {
        throw DecodingError(
          kind: .unknownFormat,
          reason: foreignFormat(of: bytes).map { "\($0) is not decoded, only PNG and JPEG are" }
            ?? "the data is neither PNG nor JPEG")
      }
      let structure = try JPEGStructure(bytes)
      let library = try imageLibrary()
      // Bytes behind the end of the picture stay unread.
      let picture = UnsafeRawBufferPointer(rebasing: bytes[..<structure.end])
      let surface = try loaded(picture, "IMG_LoadJPG_RW", endsItself: true) { library.loadJPEG($0) }
      return try pixels(adopting: surface).upright(structure.orientation)
    }
  }

  /// The name of a format that is not decoded, by how its files begin; nil for data that begins like none of them.
  private static func foreignFormat(of bytes: UnsafeRawBufferPointer) -> String? {
    func begins(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if begins("GIF8") { return "GIF" }
    if begins("RIFF"), begins("WEBP", at: 8) { return "WebP" }
    if begins("BM") { return "BMP" }
    if begins("II*\0") || begins("MM\0*") { return "TIFF" }
    if begins("%PDF") { return "PDF" }
    if begins("ftyp", at: 4) { return begins("avif", at: 8) ? "AVIF" : "HEIF" }
    return nil
  }

  /// Decodes the PNG or JPEG file at `path`.
  package static func decode(contentsOf path: String) throws(DecodingError) -> Pixels {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw DecodingError(kind: .failed, reason: error.localizedDescription)
    }
    return try decode(data)
  }

  /// Draws an SVG document as large as fits in the given pixels, keeping its proportions.
  ///
  /// A `PlainDrawing` needs no library, all others are drawn by SDL_image. Only documents that come with a program are drawn:
  /// no limit is set to the time a document takes.
  /// - Precondition: both extents are in 1...`longestSide`.
  package static func decode(
    svg data: Data, fittingWidth width: Int, height: Int
  ) throws(DecodingError) -> Pixels {
    let allowed = 1...longestSide
    precondition(
      allowed.contains(width) && allowed.contains(height),
      "an SVG cannot be drawn at \(width)x\(height) pixels: sides must be 1 to \(longestSide)")
    return try withBytes(of: data) { bytes throws(DecodingError) in
      try checkExtent(width: width, height: height)
      if let drawing = PlainDrawing(bytes, fittingWidth: width, height: height) { return drawing.pixels }
      return try drawnByLibrary(svg: bytes, fittingWidth: width, height: height)
    }
  }

  /// Has SDL_image draw an SVG document.
  static func drawnByLibrary(
    svg bytes: UnsafeRawBufferPointer, fittingWidth width: Int, height: Int
  ) throws(DecodingError) -> Pixels {
    let library = try imageLibrary()
    let surface = try loaded(bytes, "IMG_LoadSizedSVG_RW", endsItself: false) { stream in
      library.loadSVG(stream, Int32(width), Int32(height))
    }
    return try pixels(adopting: surface)
  }

  /// Refuses an extent of no area or beyond the limits.
  static func checkExtent(width: Int, height: Int) throws(DecodingError) {
    guard width > 0, height > 0 else { throw .damaged("\(width)x\(height) pixels are no picture") }
    guard max(width, height) <= longestSide, width * height <= mostPixels else {
      throw .overLimit(
        "\(width)x\(height) pixels are more than is decoded: at most \(mostPixels) pixels, \(longestSide) a side")
    }
  }

  private static func imageLibrary() throws(DecodingError) -> SDLImageLibrary {
    do throws(SDLError) { return try SDLImageLibrary.shared() } catch { throw .failed(error) }
  }

  /// Lends the bytes of an image of acceptable length.
  private static func withBytes<Result>(
    of data: Data, _ body: (UnsafeRawBufferPointer) throws(DecodingError) -> Result
  ) throws(DecodingError) -> Result {
    guard !data.isEmpty else { throw .damaged("no bytes are no image") }
    guard data.count <= longestData else {
      throw .overLimit("\(data.count) bytes are more than is decoded: at most \(longestData)")
    }
    // Through a Result, because Data rethrows no typed errors.
    let result = data.withUnsafeBytes { bytes -> Swift.Result<Result, DecodingError> in
      do throws(DecodingError) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Runs a decoder of SDL_image over `bytes`.
  /// - Parameter endsItself: whether the decoder knows where its picture ends, so that a read past the end of `bytes`
  ///   means that something is missing; what it made is thrown away then.
  private static func loaded(
    _ bytes: UnsafeRawBufferPointer, _ function: String, endsItself: Bool,
    _ load: (UnsafeMutablePointer<SDL_RWops>) -> UnsafeMutablePointer<SDL_Surface>?
  ) throws(DecodingError) -> UnsafeMutablePointer<SDL_Surface> {
    SDL_ClearError()
    guard let stream = MemoryStream(bytes) else { throw .failed(.last("SDL_AllocRW")) }
    defer { stream.free() }
    guard let surface = load(stream.handle) else { throw .failed(.last(function)) }
    let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
    do throws(DecodingError) {
      guard !endsItself || !stream.ranPastEnd else { throw .cutShort }
      try checkExtent(width: width, height: height)
    } catch {
      SDL_FreeSurface(surface)
      throw error
    }
    return surface
  }

  /// Converts what a decoder made straight into the words of the answer, and frees it.
  private static func pixels(adopting surface: UnsafeMutablePointer<SDL_Surface>) throws(DecodingError) -> Pixels {
    defer { SDL_FreeSurface(surface) }
    let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
    var failure: SDLError?
    let words = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      buffer.initialize(repeating: 0)
      count = width * height
      guard
        let target = SDL_CreateRGBSurfaceWithFormatFrom(
          buffer.baseAddress, surface.pointee.w, surface.pointee.h, 32, Int32(width * 4),
          SDL_PIXELFORMAT_ARGB8888.rawValue)
      else {
        failure = .last("SDL_CreateRGBSurfaceWithFormatFrom")
        return
      }
      SDL_SetSurfaceBlendMode(surface, SDL_BLENDMODE_NONE)
      if SDL_UpperBlit(surface, nil, target, nil) != 0 { failure = .last("SDL_UpperBlit") }
      SDL_FreeSurface(target)
    }
    if let failure { throw .failed(failure) }
    return Pixels(width: width, height: height, words: words)
  }
}

extension ImageFile {
  /// Where the first row and column of a picture are, by their number in a camera's notes.
  package enum Orientation: Int, Sendable {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether rows of the picture are columns of the file.
    var isSideways: Bool { rawValue >= 5 }
  }
}

extension ImageFile.Pixels {
  /// The picture as it was seen.
  /// - Complexity: O(n) in the number of pixels; O(1) for `up`.
  func upright(_ orientation: ImageFile.Orientation) -> ImageFile.Pixels {
    guard orientation != .up else { return self }
    let (width, height) = (width, height)
    let columns = orientation.isSideways ? height : width
    let rows = orientation.isSideways ? width : height
    // The word at the place (0, 0), and the steps to the next column and row.
    let (right, bottom) = (width - 1, (height - 1) * width)
    let (start, column, row) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (right, -1, width)
      case .down: (bottom + right, -1, -width)
      case .downMirrored: (bottom, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (bottom, -width, 1)
      case .rightMirrored: (bottom + right, -width, -1)
      case .left: (right, width, -1)
      }
    let turned = words.withUnsafeBufferPointer { words in
      [UInt32](unsafeUninitializedCapacity: columns * rows) { buffer, count in
        for y in 0..<rows {
          for x in 0..<columns {
            buffer.initializeElement(at: y * columns + x, to: words[start + y * row + x * column])
          }
        }
        count = columns * rows
      }
    }
    return ImageFile.Pixels(width: columns, height: rows, words: turned)
  }
}
