import DemoParts
import UIKit

/// Drives a screen by a script, one step a frame, and reports the end.
@MainActor
final class ScriptedRun {
  private let screen: any ScrollScreen
  private let frames: Int
  private var script: FrameScript
  private var link: CADisplayLink?
  /// Frames asked for so far, the first one, which stays at the top, included.
  private var frame = 0
  /// Where the script has put the content, in points.
  private var scrolled = 0.0

  /// - Parameter frames: how many to draw, 1 or more.
  init(screen: any ScrollScreen, frames: Int, motion: Options.Motion) {
    self.screen = screen
    self.frames = frames
    script = FrameScript(motion)
  }

  /// Starts with the next frame after all rows of the screen are known; calls `completion` when the last
  /// one is on the screen.
  func start(completion: @escaping @MainActor () -> Void) {
    let link = CADisplayLink { [unowned self] link in
      guard frame < frames else {
        link.invalidate()
        completion()
        return
      }
      if frame > 0 { step() }
      frame += 1
    }
    self.link = link
    guard !screen.isComplete else { return link.add(to: .main, forMode: .common) }
    Task { [unowned self] in
      while !screen.isComplete { try? await Task.sleep(for: .milliseconds(2)) }
      link.add(to: .main, forMode: .common)
    }
  }

  private func step() {
    let view = screen.scriptedView
    // The script counts from where the content rests, which is below a bar that lies over it.
    let insets = view.adjustedContentInset
    let scrollable = view.contentSize.height + insets.top + insets.bottom - view.bounds.height
    let offset =
      script.next(
        rows: screen.rowCount, scrollable: scrollable, moved: frame > 1 ? view.contentOffset.y - scrolled : 0,
        rowTop: { screen.scriptedTop(ofRow: $0) }) - insets.top
    scrolled = offset
    guard offset != view.contentOffset.y else {
      // Nothing moves, and yet the script promises a frame.
      view.setNeedsDisplay()
      return
    }
    view.contentOffset.y = offset
  }
}
