internal import SDL
import Foundation

extension PixelGrid {
  /// `pixels(of:)` as the SDL layer takes it.
  func rect(_ rect: CGRect) -> PixelRect { PixelRect(pixels(of: rect)) }

  /// `box(of:)` as the SDL layer takes it.
  func box(_ rect: CGRect) -> PixelRect { PixelRect(box(of: rect)) }
}

extension PixelRect {
  /// The same pixels by corner and extent.
  init(_ rect: DeviceRect) {
    self.init(
      x: rect.minX, y: rect.minY, width: rect.maxX - rect.minX, height: rect.maxY - rect.minY)
  }
}

extension DeviceRect {
  /// The same pixels by their edges.
  init(_ rect: PixelRect) {
    self.init(minX: rect.x, minY: rect.y, maxX: rect.maxX, maxY: rect.maxY)
  }
}

extension DrawColor {
  /// The colour as the SDL layer takes it.
  var pixelColor: PixelColor {
    PixelColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}
