import Foundation
import UIKitCore

/// Finds a place for the profiler's panel at which it covers no control.
@MainActor
enum OverlayPlace {
  /// Points between two places that are tried.
  private static let step: CGFloat = 4
  /// The same where the panel stands at no edge.
  private static let coarseStep: CGFloat = 16
  /// Points between panel and controls.
  private static let gap: CGFloat = 2

  /// The place next to a corner: if possible at the edge beside it, else at that above or below, else inside the window.
  /// Where no place is free, the corner.
  /// - Parameters:
  ///   - panel: the panel's size.
  ///   - size: the window's.
  ///   - controls: their frames in the window.
  static func origin(
    of panel: CGSize, from corner: WindowCorner, in size: CGSize, avoiding controls: [CGRect]
  ) -> CGPoint {
    let start = corner.origin(of: panel, in: size)
    // Controls that lie behind all others, such as the ground of a sheet, leave no place.
    let taken = controls.filter { $0.width * $0.height < size.width * size.height * 3 / 4 }
      .map { $0.insetBy(dx: -gap, dy: -gap) }
    func isFree(_ origin: CGPoint) -> Bool {
      let frame = CGRect(origin: origin, size: panel)
      return !taken.contains { $0.intersects(frame) }
    }
    let room = CGSize(width: max(0, size.width - panel.width), height: max(0, size.height - panel.height))
    func away(_ distance: CGFloat, from start: CGFloat) -> CGFloat { start > 0 ? start - distance : distance }
    for distance in stride(from: 0, through: room.height, by: step) {
      let origin = CGPoint(x: start.x, y: away(distance, from: start.y))
      if isFree(origin) { return origin }
    }
    for distance in stride(from: 0, through: room.width, by: step) {
      let origin = CGPoint(x: away(distance, from: start.x), y: start.y)
      if isFree(origin) { return origin }
    }
    var best: (origin: CGPoint, distance: CGFloat)?
    for dx in stride(from: 0, through: room.width, by: coarseStep) {
      for dy in stride(from: 0, through: room.height, by: coarseStep) where dx + dy < best?.distance ?? .infinity {
        let origin = CGPoint(x: away(dx, from: start.x), y: away(dy, from: start.y))
        if isFree(origin) { best = (origin, dx + dy) }
      }
    }
    return best?.origin ?? start
  }

  /// The frames of what can be operated in a window, as far as it is seen, in the window's points.
  /// - Parameter inRows: whether controls in rows and cells, which scroll, are among them.
  static func controls(in window: UIWindow, inRows: Bool) -> [CGRect] {
    var found: [CGRect] = []
    func visit(_ view: UIView, _ content: CGPoint, _ clip: CGRect) {
      for child in view.subviews where !child.isHidden && child.alpha > 0 {
        let frame = child.computedFrame.translated(by: content)
        let seen = frame.intersection(clip)
        if child is UIControl || child is any OperatedView {
          if !seen.isNull, !seen.isEmpty { found.append(seen) }
          continue
        }
        let isRow = child is UITableViewCell || child.isGridCell
        let inner = child.clipsToBounds ? seen : clip
        guard inRows || !isRow, !inner.isNull, !inner.isEmpty else { continue }
        visit(child, frame.origin - child.bounds.origin, inner)
      }
    }
    visit(window, .zero, window.bounds)
    return found
  }
}

extension WindowCorner {
  /// The corner that is nearest to a point of a window.
  init(nearest point: CGPoint, in size: CGSize) {
    self =
      point.y < size.height / 2
      ? (point.x < size.width / 2 ? .topLeft : .topRight) : (point.x < size.width / 2 ? .bottomLeft : .bottomRight)
  }

  /// The top left corner of a panel that stands in this corner of a window: that of the window where it has no room.
  func origin(of panel: CGSize, in size: CGSize) -> CGPoint {
    let right = max(0, size.width - panel.width)
    let bottom = max(0, size.height - panel.height)
    return switch self {
    case .topLeft: .zero
    case .topRight: CGPoint(x: right, y: 0)
    case .bottomLeft: CGPoint(x: 0, y: bottom)
    case .bottomRight: CGPoint(x: right, y: bottom)
    }
  }
}
