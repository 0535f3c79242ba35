internal import SDL
import UIKitCore

/// Frames of a software renderer: the picture of the last frame is moved where
/// it only scrolled, drawn anew where it changed, and shown in parts.
extension SDLRenderBackend {
  func drawDamage(of list: borrowing DisplayList, _ whole: PixelRect) {
    region.removeAll()
    guard renderer.kind == .software else {
      tracker.note(list)
      damage.removeAll()
      damage.redraw.append(whole)
      damage.present.append(whole)
      region.append(whole)
      drawRegion(of: list, whole)
      count(damage, isWhole: true)
      return
    }
    let pixels = renderer.windowPixels()
    if pixels?.base != lastPixels {
      // Other memory holds no picture yet.
      lastPixels = pixels?.base
      tracker.invalidate()
    }
    tracker.update(with: list, damage: &damage)
    if !damage.copies.isEmpty, pixels == nil {
      // What cannot be moved is drawn.
      tracker.invalidate()
      tracker.update(with: list, damage: &damage)
    }
    if let pixels {
      for copy in damage.copies {
        pixels.move(copy.area.intersection(whole), dx: copy.dx, dy: copy.dy)
      }
    }
    for rect in damage.redraw { region.append(rect.intersection(whole)) }
    drawRegion(of: list, whole)
    count(damage, isWhole: damage.redraw.first.map { $0 == whole } ?? false)
  }

  /// Shows the parts that changed; all of the window when the display refuses
  /// parts.
  func presentDamage() {
    do throws(SDLError) {
      try damage.present.withUnsafeBufferPointer { rects throws(SDLError) in
        try renderer.present(rects)
      }
    } catch {
      tracker.invalidate()
      renderer.present()
    }
  }
}
