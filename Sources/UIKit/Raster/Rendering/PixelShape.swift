import Foundation
import Pixels
import UIKitCore

/// A rounded rectangle in device pixels.
struct PixelShape: Equatable {
  var rect: PixelRect
  /// In pixels; at most half of the shorter side.
  var radius: Double
  var corners: CACornerMask

  /// The shape's pixels on a grid.
  init(_ shape: RoundedRect, on grid: PixelGrid) {
    self.init(grid.pixels(of: shape.rect), radius: grid.length(shape.radius), corners: shape.corners)
  }

  /// The greatest radius that is drawn, in pixels: its mask takes 64 MB.
  static let greatestRadius = 2048.0

  /// Clamps `radius`; one too small to be seen becomes none, as does one that
  /// no corner uses, or that is no number.
  init(_ rect: PixelRect, radius: Double, corners: CACornerMask) {
    self.rect = rect
    let most = min(Double(max(0, min(rect.width, rect.height))) / 2, Self.greatestRadius)
    self.radius = radius >= 0.25 && !corners.isEmpty ? min(radius, most) : 0
    self.corners = corners
  }

  /// The side of the squares that hold the corners.
  var cornerSide: Int32 { Int32(radius.rounded(.up)) }

  /// The square of one corner, rounded or not.
  func square(of corner: CACornerMask, side: Int32) -> PixelRect {
    let isRight = corner == .layerMaxXMinYCorner || corner == .layerMaxXMaxYCorner
    let isBottom = corner == .layerMinXMaxYCorner || corner == .layerMaxXMaxYCorner
    return PixelRect(
      x: isRight ? rect.maxX - side : rect.x, y: isBottom ? rect.maxY - side : rect.y,
      width: side, height: side)
  }

  /// How much of a pixel inside `rect` the shape covers, 0...1.
  func coverage(x: Int32, y: Int32) -> Double {
    guard radius > 0 else { return 1 }
    let centerX = Double(x) + 0.5
    let centerY = Double(y) + 0.5
    let fromLeft = Double(rect.x) + radius - centerX
    let fromRight = centerX - (Double(rect.maxX) - radius)
    let fromTop = Double(rect.y) + radius - centerY
    let fromBottom = centerY - (Double(rect.maxY) - radius)
    let dx = max(fromLeft, fromRight)
    let dy = max(fromTop, fromBottom)
    guard dx > 0, dy > 0, corners.contains(Self.corner(isRight: fromRight > fromLeft, isBottom: fromBottom > fromTop))
    else { return 1 }
    return min(max(radius - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
  }

  /// The four corners, as single members.
  static let allCorners: [CACornerMask] = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]

  private static func corner(isRight: Bool, isBottom: Bool) -> CACornerMask {
    switch (isRight, isBottom) {
    case (false, false): .layerMinXMinYCorner
    case (true, false): .layerMaxXMinYCorner
    case (false, true): .layerMinXMaxYCorner
    case (true, true): .layerMaxXMaxYCorner
    }
  }
}
