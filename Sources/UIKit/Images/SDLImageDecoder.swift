internal import SDL
import Foundation

/// Decodes with SDL_image, on whatever thread calls.
struct SDLImageDecoder: ImageDecoder {
  func decode(_ data: Data) throws(ImageDecodingError) -> Bitmap {
    do throws(SDLError) {
      return Bitmap(try ImageFile.decode(data))
    } catch {
      throw ImageDecodingError(reason: error.reason)
    }
  }

  func rasterize(
    svg: String, pixelWidth: Int, pixelHeight: Int
  ) throws(ImageDecodingError) -> Bitmap {
    let allowed = 1...ImageFile.longestSide
    guard allowed.contains(pixelWidth), allowed.contains(pixelHeight) else {
      throw ImageDecodingError(reason: "\(pixelWidth)x\(pixelHeight) is no size for a picture")
    }
    do throws(SDLError) {
      return Bitmap(
        try ImageFile.decode(
          svg: Data(svg.utf8), fittingWidth: pixelWidth, height: pixelHeight))
    } catch {
      throw ImageDecodingError(reason: error.reason)
    }
  }
}

extension Bitmap {
  fileprivate init(_ pixels: ImageFile.Pixels) {
    self.init(width: pixels.width, height: pixels.height, pixels: pixels.bytes)
  }
}
