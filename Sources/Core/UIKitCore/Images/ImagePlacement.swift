import Foundation

extension UIView.ContentMode {
  /// Where content of a size goes.
  ///
  /// - Parameters:
  ///   - size: of the content; the result is `bounds` when it has no area.
  ///   - bounds: the view, in the space of the result; points.
  /// - Returns: for the modes that do not scale, and for `.scaleAspectFill`, a
  ///   rectangle that may be larger than `bounds`.
  func placement(of size: CGSize, in bounds: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0 else { return bounds }
    let across = bounds.width / size.width
    let down = bounds.height / size.height
    switch self {
    case .scaleToFill, .redraw: return bounds
    case .scaleAspectFit: return Self.place(size, times: min(across, down), in: bounds, 0.5, 0.5)
    case .scaleAspectFill: return Self.place(size, times: max(across, down), in: bounds, 0.5, 0.5)
    case .center: return Self.place(size, in: bounds, 0.5, 0.5)
    case .top: return Self.place(size, in: bounds, 0.5, 0)
    case .bottom: return Self.place(size, in: bounds, 0.5, 1)
    case .left: return Self.place(size, in: bounds, 0, 0.5)
    case .right: return Self.place(size, in: bounds, 1, 0.5)
    case .topLeft: return Self.place(size, in: bounds, 0, 0)
    case .topRight: return Self.place(size, in: bounds, 1, 0)
    case .bottomLeft: return Self.place(size, in: bounds, 0, 1)
    case .bottomRight: return Self.place(size, in: bounds, 1, 1)
    }
  }

  /// - Parameters:
  ///   - x: share of the free width that goes to the left.
  ///   - y: share of the free height that goes above.
  private static func place(
    _ size: CGSize, times factor: CGFloat = 1, in bounds: CGRect, _ x: CGFloat, _ y: CGFloat
  ) -> CGRect {
    let width = size.width * factor
    let height = size.height * factor
    return CGRect(
      x: bounds.minX + (bounds.width - width) * x, y: bounds.minY + (bounds.height - height) * y,
      width: width, height: height)
  }
}
