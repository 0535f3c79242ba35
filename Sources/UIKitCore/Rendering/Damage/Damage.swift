/// What must be done to turn the picture of the last frame into that of the next.
package struct Damage: Equatable, Sendable {
  /// Pixels to move within the picture, before anything is drawn.
  package struct Copy: Equatable, Sendable {
    /// Where the pixels arrive; they come from `area` moved by (-dx, -dy), and
    /// only those that lie in `area` too.
    package var area: DeviceRect
    /// How far they move, in pixels; y grows downwards.
    package var dx, dy: Int32
    /// Pixels that stay although they lie in `area`; empty for none. Only with
    /// `dx` 0.
    package var hole = DeviceRect.empty

    /// The pixels of `area` that hold something after the move.
    package var target: DeviceRect {
      area.intersection(area.translated(dx: dx, dy: dy))
    }
  }

  /// The block that moved; nil when nothing did.
  package var copy: Copy?
  /// Draw the list clipped to each of these; they do not overlap.
  package var redraw: ContiguousArray<DeviceRect> = []
  /// Show these; they cover all that was moved or drawn.
  package var present: ContiguousArray<DeviceRect> = []

  /// No damage.
  package init() {}

  /// Whether the picture stays as it is.
  package var isEmpty: Bool { copy == nil && redraw.isEmpty }

  /// Pixels drawn anew.
  package var redrawnArea: Int { redraw.reduce(0) { $0 + $1.area } }
}
