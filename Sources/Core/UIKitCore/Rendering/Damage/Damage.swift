import Pixels

/// The copies and redrawn areas that turn the picture of the last frame into that of the next.
package struct Damage: Equatable, Sendable {
  /// Pixels to move within the picture, before anything is drawn.
  package struct Copy: Equatable, Sendable {
    /// Where the pixels arrive; they come from `area` moved by (-dx, -dy), and
    /// only those that lie in `area` too.
    package var area: PixelRect
    /// How far they move, in pixels; y grows downwards.
    package var dx, dy: Int32

    /// The pixels of `area` that hold something after the move.
    package var target: PixelRect {
      area.intersection(area.translated(dx: dx, dy: dy))
    }
  }

  /// The parts of the block that moved, all by the same distance. Their areas do not
  /// overlap.
  package var copies: ContiguousArray<Copy> = []
  /// Draw the list clipped to all of these; they do not overlap, and are sorted
  /// by their top edge.
  package var redraw: ContiguousArray<PixelRect> = []
  /// Show these; they cover all that was moved or drawn.
  package var present: ContiguousArray<PixelRect> = []

  /// No damage.
  package init() {}

  /// Whether the picture stays as it is.
  package var isEmpty: Bool { copies.isEmpty && redraw.isEmpty }

  /// Pixels moved.
  package var copiedArea: Int { copies.reduce(0) { $0 + $1.target.area } }
  /// Pixels drawn anew.
  package var redrawnArea: Int { redraw.reduce(0) { $0 + $1.area } }
  /// Pixels shown.
  package var presentedArea: Int { present.reduce(0) { $0 + $1.area } }

  /// No damage; storage is kept.
  package mutating func removeAll() {
    copies.removeAll(keepingCapacity: true)
    redraw.removeAll(keepingCapacity: true)
    present.removeAll(keepingCapacity: true)
  }
}
