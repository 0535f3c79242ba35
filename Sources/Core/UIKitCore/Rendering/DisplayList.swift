import Foundation
import Pixels
import Typesetting

/// New content for a text slot.
package struct TextSlotUpdate {
  /// The slot whose bitmap changes.
  package var slot: TextSlotID
  /// The text to rasterise; runs carry face, size in pixels, colour and position.
  package var frame: TextFrame
  /// The solid colour behind the text where it is known, so that the bitmap
  /// may be made opaque and copied without blending.
  package var background: DrawColor?

  /// An update; without `background` the bitmap is transparent.
  package init(slot: TextSlotID, frame: TextFrame, background: DrawColor? = nil) {
    self.slot = slot
    self.frame = frame
    self.background = background
  }
}

/// Everything the renderer needs for one frame, as a value.
///
/// Built by `DisplayListBuilder`, executed by a `RenderBackend`. The storage is
/// reused: `removeAll()` keeps capacity, so a warm frame allocates nothing.
package struct DisplayList {
  /// The window size in points and the pixels of one point.
  package var size: CGSize = .zero
  /// Pixels of one point.
  package var scale: CGFloat = 1
  /// The colour the window is cleared to.
  package var background: DrawColor = .black
  /// The commands, back to front.
  package var commands: ContiguousArray<DrawCommand> = []
  /// Slots whose bitmap must be rasterised before the commands run.
  package var textUpdates: ContiguousArray<TextSlotUpdate> = []
  /// Slots and images whose owners are gone; their textures are freed after
  /// the frame is presented.
  package var releasedSlots: ContiguousArray<TextSlotID> = []
  /// Like `releasedSlots`.
  package var releasedImages: ContiguousArray<ImageID> = []

  /// An empty list.
  package init() {}

  /// Empties the list and keeps its storage; size, scale and background stay.
  package mutating func removeAll() {
    commands.removeAll(keepingCapacity: true)
    textUpdates.removeAll(keepingCapacity: true)
    releasedSlots.removeAll(keepingCapacity: true)
    releasedImages.removeAll(keepingCapacity: true)
  }
}
