import Foundation
import Pixels
import Typesetting
import UIKitCore

/// Keeps what it is asked to draw.
@MainActor
package final class RecordingBackend: RenderBackend {
  package let name = "recording"
  package let picture = "kept as commands, not shown"
  package var counters = RenderCounters()
  package var isSynchronizedWithDisplay = false
  package var secondsUntilReady = 0.0
  /// The last list drawn, and how many were drawn and presented.
  package private(set) var list = DisplayList()
  package private(set) var drawCount = 0
  package private(set) var presentCount = 0
  /// Each slot's content as last updated.
  package private(set) var slots: [TextSlotID: TextFrame] = [:]
  /// The ground each slot's owner paints behind its text, of those that do.
  package private(set) var grounds: [TextSlotID: DrawColor] = [:]
  package private(set) var images: [ImageID: Bitmap] = [:]
  /// False makes it count only, so that it takes next to no part in what a frame costs.
  package var keepsPictures = true
  /// Makes the next `draw` report a lost device.
  package var losesDeviceOnNextDraw = false

  package init() {}

  package func draw(_ list: borrowing DisplayList) -> Bool {
    drawCount += 1
    guard keepsPictures else { return true }
    if losesDeviceOnNextDraw {
      losesDeviceOnNextDraw = false
      slots.removeAll()
      images.removeAll()
      return false
    }
    for slot in list.releasedSlots { slots[slot] = nil }
    for image in list.releasedImages { images[image] = nil }
    for update in list.textUpdates {
      slots[update.slot] = update.frame
      grounds[update.slot] = update.background
      counters.work.textRasterized += 1
    }
    self.list = copy list
    return true
  }

  /// Called by each `present`: a display that takes its time.
  package var onPresent: (() -> Void)?

  /// The numbers of the frames whose time on the display is asked for.
  package private(set) var numbers: [Int] = []
  /// What the display tells next.
  package var displayTimes: [(frame: Int, latency: Double?)] = []

  package func nextDisplayTime() -> (frame: Int, latency: Double?)? {
    displayTimes.isEmpty ? nil : displayTimes.removeFirst()
  }

  package func present(as number: Int?) {
    presentCount += 1
    if let number { numbers.append(number) }
    onPresent?()
  }

  package private(set) var invalidations = 0
  package func invalidate() { invalidations += 1 }

  package func upload(_ bitmap: Bitmap, as id: ImageID) { images[id] = bitmap }

  package func writeScreenshot(to path: String) throws {}

  /// The text each visible slot command shows, in drawing order.
  package var visibleTexts: [String] {
    list.commands.compactMap { command in
      guard case .text(let slot, _, _) = command, let frame = slots[slot] else { return nil }
      return frame.runs.map { String($0.text) }.joined()
    }
  }

  /// The rectangles filled with `color`, in drawing order.
  package func fills(of color: DrawColor) -> [CGRect] {
    list.commands.compactMap { command in
      guard case .fill(let rect, color) = command else { return nil }
      return rect
    }
  }
}
