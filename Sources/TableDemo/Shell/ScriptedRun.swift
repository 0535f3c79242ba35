import UIKit

/// Drives a screen's table by a script, one step a frame, and reports the end.
@MainActor
final class ScriptedRun {
  private let screen: any DemoScreen
  private let frames: Int
  private var script: FrameScript
  private var link: CADisplayLink?
  /// Frames asked for so far, the first one, which stays at the top, included.
  private var frame = 0

  /// - Parameter frames: how many to draw, 1 or more.
  init(screen: any DemoScreen, frames: Int, motion: Options.Motion) {
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
    let table = screen.scriptedTable
    let offset = script.next(
      rows: screen.rowCount, scrollable: table.contentSize.height - table.bounds.height,
      rowTop: { table.rectForRow(at: Self.indexPath(of: $0, in: table)).minY })
    guard offset != table.contentOffset.y else {
      // Nothing moves, and yet the script promises a frame.
      table.setNeedsDisplay()
      return
    }
    table.contentOffset.y = offset
  }

  /// The path of a row counted through all sections.
  private static func indexPath(of row: Int, in table: UITableView) -> IndexPath {
    var left = row
    var section = 0
    while section < table.numberOfSections - 1 {
      let rows = table.numberOfRows(inSection: section)
      if left < rows { break }
      left -= rows
      section += 1
    }
    return IndexPath(row: left, section: section)
  }
}
