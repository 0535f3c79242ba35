import Foundation

/// Scrolling by itself while a row is held near an edge.
extension UITableView {
  /// Most seconds that count as one step: after a pause the rows do not jump.
  private static let longestStep = 0.1

  /// - Parameter speed: points a second, negative towards the top; 0 stops.
  func scrollWhileReordering(at speed: Double) {
    guard let reorder else { return }
    reorder.speed = speed
    guard speed != 0 else {
      reorder.link?.isPaused = true
      return
    }
    if let link = reorder.link {
      guard link.isPaused else { return }
      beginScrolling(reorder)
      link.isPaused = false
    } else {
      beginScrolling(reorder)
      let link = CADisplayLink { [weak self] link in self?.scrollReorder(until: link.timestamp) }
      link.add(to: .main, forMode: .common)
      reorder.link = link
    }
  }

  private func beginScrolling(_ reorder: RowReorder) {
    reorder.time = frameTime ?? 0
    reorder.offset = contentOffset.y
  }

  private func scrollReorder(until now: TimeInterval) {
    guard let reorder else { return }
    // Something else moved the table meanwhile.
    if abs(reorder.offset - contentOffset.y) >= 1 { reorder.offset = contentOffset.y }
    let step = min(Self.longestStep, max(0, now - reorder.time))
    reorder.time = now
    let extent = verticalExtent
    let wanted = reorder.offset + reorder.speed * step
    // Content pulled beyond its end comes back by itself; it is not scrolled further.
    let y =
      reorder.speed < 0
      ? max(wanted, min(extent.lowest, contentOffset.y)) : min(wanted, max(extent.highest, contentOffset.y))
    reorder.offset = y
    place(CGPoint(x: contentOffset.x, y: y))
    showIndicators(at: now)
    startTicking()
    if y == (reorder.speed < 0 ? extent.lowest : extent.highest) { reorder.link?.isPaused = true }
  }
}
