import Foundation
import Primitives

/// A rectangle by the axes of a layout: `main` runs the way that the content scrolls, `cross` at right angles to it.
struct AxisRect: Equatable {
  /// Where it starts along the main and the cross axis, in points.
  var main, cross: Double
  /// Points along the main axis.
  var length: Double
  /// Points along the cross axis.
  var breadth: Double

  /// Where it ends along the main axis.
  var mainEnd: Double { main + length }
  /// Its size.
  var size: AxisSize { AxisSize(length: length, breadth: breadth) }
}

/// A size by the axes of a layout.
struct AxisSize: Hashable {
  /// Points along the main axis.
  var length: Double
  /// Points along the cross axis.
  var breadth: Double
}

/// Insets by the axes of a layout, in points.
struct AxisInsets: Hashable {
  /// At the start and the end of the main axis.
  var mainStart = 0.0, mainEnd = 0.0
  /// At the start and the end of the cross axis.
  var crossStart = 0.0, crossEnd = 0.0
}

/// How main and cross axis lie in the content: the only place that knows of right and down, and of right-to-left.
struct LayoutAxes: Hashable {
  /// Whether the main axis runs sideways.
  var isHorizontal = false
  /// The width in which all places are mirrored; nil where content begins at the left.
  var mirrorWidth: Double?

  func rect(_ place: AxisRect) -> CGRect {
    guard isHorizontal else {
      return CGRect(
        x: mirrored(place.cross, place.breadth), y: place.main, width: place.breadth, height: place.length)
    }
    return CGRect(x: mirrored(place.main, place.length), y: place.cross, width: place.length, height: place.breadth)
  }

  func place(_ rect: CGRect) -> AxisRect {
    let x = mirrored(rect.minX, rect.width)
    return isHorizontal
      ? AxisRect(main: x, cross: rect.minY, length: rect.width, breadth: rect.height)
      : AxisRect(main: rect.minY, cross: x, length: rect.height, breadth: rect.width)
  }

  func size(_ size: AxisSize) -> CGSize {
    isHorizontal
      ? CGSize(width: size.length, height: size.breadth) : CGSize(width: size.breadth, height: size.length)
  }

  func size(_ size: CGSize) -> AxisSize {
    isHorizontal
      ? AxisSize(length: size.width, breadth: size.height) : AxisSize(length: size.height, breadth: size.width)
  }

  /// Insets of fixed edges. A mirrored layout mirrors them with all it places, so they are turned here beforehand.
  func insets(_ insets: UIEdgeInsets) -> AxisInsets {
    let (left, right) = mirrorWidth == nil ? (insets.left, insets.right) : (insets.right, insets.left)
    return isHorizontal
      ? AxisInsets(mainStart: left, mainEnd: right, crossStart: insets.top, crossEnd: insets.bottom)
      : AxisInsets(mainStart: insets.top, mainEnd: insets.bottom, crossStart: left, crossEnd: right)
  }

  private func mirrored(_ x: Double, _ width: Double) -> Double {
    guard let mirrorWidth else { return x }
    return mirrorWidth - x - width
  }
}
