import Foundation

/// The result of a view's `draw(_:)`.
enum ViewDrawing {
  /// Not asked since the last `setNeedsDisplay` or change of size.
  case unknown
  /// The class does not draw by itself.
  case nothing
  /// Commands in the view's own coordinates.
  case recorded(ContiguousArray<DrawCommand>)
  /// Commands with texts and images of their own.
  case composed(any ComposedDrawing)

  var isRecorded: Bool {
    switch self {
    case .recorded, .composed: true
    case .unknown, .nothing: false
    }
  }
}

/// A recorded drawing that owns the texts and images it shows.
@MainActor
protocol ComposedDrawing: AnyObject {
  /// Shows the drawing with its coordinate (0, 0) at a window point.
  /// - Parameter opacity: of the views around.
  func append(to builder: DisplayListBuilder, at origin: CGPoint, opacity: CGFloat, _ application: UIApplication)
}
