import Foundation
import Typesetting

/// A bitmap to paint. Geometry is in points, y down, from the bitmap's top-left corner.
package struct BitmapPicture {
  /// The extent in pixels, at least 1 each.
  package var width, height: Int
  /// Pixels of one point.
  package var scale: Double
  /// Whether it starts black instead of clear.
  package var isOpaque: Bool
  /// Back to front. Text slots and image ids are places in `frames` and `bitmaps`.
  package var commands: ContiguousArray<DrawCommand>
  /// Laid out by the painter's own engine.
  package var frames: [TextFrame]
  /// Of the images.
  package var bitmaps: [Bitmap]
}

/// Turns drawings into pixels without a window.
///
/// Used by one thread at a time, whichever it is.
package protocol BitmapPainter: AnyObject {
  /// The painter's own fonts: frames it paints were laid out with them.
  var textEngine: any TextEngine { get }
  /// The pixels of a picture, one word each: alpha, red, green, blue, alpha not premultiplied.
  func paint(_ picture: borrowing BitmapPicture) -> [UInt32]
}

/// Makes painters; provided by the platform. Safe to use from any thread.
package protocol BitmapPainterSource: Sendable {
  /// A painter that shares nothing with others that a thread could change.
  func makePainter() -> any BitmapPainter
}
