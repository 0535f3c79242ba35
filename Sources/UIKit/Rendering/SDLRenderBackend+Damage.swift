internal import SDL

/// Frames of a software renderer: the picture of the last frame is moved where
/// it only scrolled, drawn anew where it changed, and shown in parts.
extension SDLRenderBackend {
  func drawDamage(of list: borrowing DisplayList, _ whole: PixelRect) {
    tracker.update(with: list, damage: &damage)
    if let copy = damage.copy {
      do throws(SDLError) {
        try renderer.move(
          PixelRect(copy.area).intersection(whole), dx: copy.dx, dy: copy.dy,
          around: PixelRect(copy.hole).intersection(whole))
        countPixels(copied: copy.target.area)
      } catch {
        // What cannot be moved is drawn.
        tracker.invalidate()
        tracker.update(with: list, damage: &damage)
      }
    }
    for rect in damage.redraw {
      let area = PixelRect(rect).intersection(whole)
      guard !area.isEmpty else { continue }
      draw(list, in: area)
      countPixels(drawn: Int(area.width) * Int(area.height))
    }
  }

  /// Shows the parts that changed; all of the window when the display refuses
  /// parts.
  func presentDamage() {
    shownRects.removeAll(keepingCapacity: true)
    for rect in damage.present { shownRects.append(PixelRect(rect)) }
    do throws(SDLError) {
      try shownRects.withUnsafeBufferPointer { rects throws(SDLError) in
        try renderer.present(rects)
      }
    } catch {
      tracker.invalidate()
      renderer.present()
    }
  }
}
