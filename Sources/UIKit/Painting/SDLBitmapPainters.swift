/// Painters with the desktop's fonts.
struct SDLBitmapPainters: BitmapPainterSource {
  func makePainter() -> any BitmapPainter { SDLBitmapPainter() }
}
