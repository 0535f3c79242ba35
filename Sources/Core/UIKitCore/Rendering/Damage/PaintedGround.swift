import Pixels

/// The paint of the commands so far, from the top down: tells on which solid
/// colour the next command paints.
///
/// With that, a fill in the colour that is there already is known to change
/// nothing, a translucent one on a solid colour is as good as opaque, and text
/// on a solid colour need not be blended.
struct PaintedGround {
  private struct Paint {
    /// The pixels that may have been changed.
    var rect: PixelRect
    var color: DrawColor
    /// Every pixel of `rect` has `color`.
    var isSolid: Bool
    /// Where the paints up to this one begin and end, the first one aside: rows come in one
    /// order or the other, and most are not where another is.
    var top = Int32.max
    var bottom = Int32.min
  }

  private var paints: ContiguousArray<Paint> = []
  private var window = PixelRect.empty
  /// Where the paints of each open group begin.
  private var groups: ContiguousArray<Int> = []

  /// Starts with a window of one colour.
  mutating func reset(_ window: PixelRect, _ color: DrawColor) {
    groups.removeAll(keepingCapacity: true)
    paints.removeAll(keepingCapacity: true)
    self.window = window
    var color = color
    color.alpha = 255
    paints.append(Paint(rect: window, color: color, isSolid: true))
  }

  /// The colour of every pixel in `rect`; nil when they differ or are not known.
  /// - Complexity: O(*n*) in what was painted; less when `rect` was painted late, or lies
  ///   below or above what was.
  func color(under rect: PixelRect) -> DrawColor? {
    paints.withUnsafeBufferPointer { paints in
      var index = paints.count
      while index > 0 {
        index -= 1
        if paints[index].bottom <= rect.minY || paints[index].top >= rect.maxY { index = 0 }
        guard paints[index].rect.overlaps(rect) else { continue }
        return paints[index].isSolid && paints[index].rect.contains(rect)
          ? paints[index].color : nil
      }
      return nil
    }
  }

  /// Something was painted inside `rect`.
  mutating func paint(_ rect: PixelRect) {
    append(Paint(rect: rect, color: .clear, isSolid: false))
  }

  /// Every pixel of `rect` was given an opaque colour.
  mutating func fill(_ rect: PixelRect, _ color: DrawColor) {
    if groups.isEmpty, rect.contains(window) { paints.removeAll(keepingCapacity: true) }
    append(Paint(rect: rect, color: color, isSolid: true))
  }

  private mutating func append(_ paint: Paint) {
    var paint = paint
    if let last = paints.last {
      paint.top = min(last.top, paint.rect.minY)
      paint.bottom = max(last.bottom, paint.rect.maxY)
    }
    paints.append(paint)
  }

  /// Begins a group: the commands up to its end are composed as one picture.
  mutating func beginGroup() { groups.append(paints.count) }

  /// The group changed pixels inside `rect`.
  mutating func endGroup(_ rect: PixelRect) {
    guard let first = groups.popLast() else { return }
    paints.removeSubrange(first...)
    paint(rect)
  }
}

/// A text slot's place in a display list, told to a backend that wants to know which pixels text
/// will cover anyway.
package struct PlainText {
  /// The text drawn there, without a transform, opacity or group.
  package var slot: TextSlotID
  /// The window's pixels it is drawn to.
  package var visible: PixelRect
  /// The colour of all pixels behind it, if they have one.
  package var ground: DrawColor?
}
