import Pixels

/// The inside of a window as the desktop has it.
package struct WindowExtent: Equatable, Sendable {
  /// In the desktop's units.
  package var width, height: Int32
  /// The size in the pixels that the window's owner would draw.
  package var pixelWidth, pixelHeight: Int32

  /// Every field in order.
  package init(width: Int32, height: Int32, pixelWidth: Int32, pixelHeight: Int32) {
    self.width = width
    self.height = height
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }
}

/// Pixels in memory: xRGB8888, the highest byte without a meaning.
package struct FrameMemory {
  /// The first pixel.
  package let base: UnsafeMutablePointer<UInt32>
  /// Pixels from one row to the next.
  package let stride: Int
  /// The extent in pixels.
  package let width, height: Int32

  /// Every field in order.
  package init(base: UnsafeMutablePointer<UInt32>, stride: Int, width: Int32, height: Int32) {
    self.base = base
    self.stride = stride
    self.width = width
    self.height = height
  }
}

/// A block of the last frame that is found again in the coming one.
package struct FrameMove: Equatable, Sendable {
  /// In pixels; what leaves it is lost.
  package var area: PixelRect
  /// The way the pixels inside go.
  package var dx, dy: Int32

  /// Every field in order.
  package init(area: PixelRect, dx: Int32, dy: Int32) {
    self.area = area
    self.dx = dx
    self.dy = dy
  }

  /// Where the pixels that stay inside arrive.
  package var arrival: PixelRect { area.intersection(area.translated(dx: dx, dy: dy)) }
}

/// Shows frames that are drawn into memory, each in the place of the one before, of which it keeps what stays.
///
/// A frame is `beginFrame`, drawing, `present`. All on the main thread.
@MainActor
package protocol FramePresenter: AnyObject {
  /// Device pixels to one of the desktop's units.
  func scale(of window: WindowExtent) -> Double
  /// The pixels a frame of the window has.
  func pixelSize(of window: WindowExtent) -> (width: Int32, height: Int32)
  /// Whether the last frame had this extent, in pixels, and is still known.
  func keepsFrame(width: Int32, height: Int32) -> Bool
  /// Gives the memory for a frame: the last one's pixels, with `moves` carried out.
  /// - Parameters:
  ///   - width: in pixels, as is `height`.
  ///   - redraw: rectangles that are drawn anew, whose pixels need not be kept. All of the frame where no frame of that
  ///     extent is kept.
  /// - Returns: nil without memory to draw into, of which `failure` says the reason; nothing is changed then.
  func beginFrame(
    width: Int32, height: Int32, moves: UnsafeBufferPointer<FrameMove>, redraw: UnsafeBufferPointer<PixelRect>
  ) -> FrameMemory?
  /// The memory of the frame that was begun last; nil before the first.
  var frame: FrameMemory? { get }
  /// Shows the frame that was begun.
  /// - Parameters:
  ///   - changes: all that differs from the frame before; nothing is shown where that is nothing.
  ///   - number: by which `nextDisplayTime()` names the frame; nil where it need not be told of.
  func present(_ changes: UnsafeBufferPointer<PixelRect>, of window: WindowExtent, as number: Int?)
  /// Why frames cannot be shown any more; nil while they can.
  var failure: String? { get }
  /// Takes what the display has told of a numbered frame: the seconds from `present` to the moment it was on the screen,
  /// nil for a frame that never was.
  /// - Returns: nil when nothing more was told.
  func nextDisplayTime() -> (frame: Int, latency: Double?)?
  /// Seconds until the display takes another frame: 0 when it does now, infinity when that depends on its answer.
  var secondsUntilReady: Double { get }
  /// Whether the display says when the frame after the last one is due.
  var isPacedByDisplay: Bool { get }
}
