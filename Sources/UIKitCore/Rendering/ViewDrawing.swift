/// What a view's `draw(_:)` left behind.
enum ViewDrawing {
  /// Not asked since the last `setNeedsDisplay` or change of size.
  case unknown
  /// The class does not draw by itself.
  case nothing
  /// Commands in the view's own coordinates.
  case recorded(ContiguousArray<DrawCommand>)
  /// Commands with texts and images of their own.
  case composed(ShownDrawing)

  var isRecorded: Bool {
    switch self {
    case .recorded, .composed: true
    case .unknown, .nothing: false
    }
  }
}
