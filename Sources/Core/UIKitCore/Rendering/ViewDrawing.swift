import Foundation

/// The recordings of a view, kept from one frame to the next. Changes in this file only.
struct ViewDisplay {
  /// The recording of `draw(_:)`.
  fileprivate(set) var drawing = ViewDrawing.unknown
  /// The commands of the view and its subtree, for views that are moved often and changed rarely.
  fileprivate(set) var recording: SubtreeRecording?
  /// The view's looks are part of a `SubtreeRecording`, its own or that of a view above.
  fileprivate(set) var isInRecording = false

  /// Gives a view's display for change; see `UIView`.
  struct Key { fileprivate init() {} }
}

extension UIView {
  /// The view's looks are part of a `SubtreeRecording`, its own or that of a view above.
  final var isInRecording: Bool { display.isInRecording }

  /// Something of the view looks different: recordings it is part of do not hold any more, and a frame is due.
  package final func setNeedsComposite() {
    if isInRecording { leaveRecordings() }
    windowStorage?.markForDisplay()
  }

  /// Discards the picture that `draw(_:)` drew.
  final func forgetDrawing() { self[ViewDisplay.Key()].drawing = .unknown }

  /// Has `draw(_:)` draw, if what it drew last does not hold. Called for each view that is appended to a display list.
  final func bringDrawingUpToDate(traits: UITraitCollection) {
    guard case .unknown = display.drawing else { return }
    let new = drawn(with: traits)
    self[ViewDisplay.Key()].drawing = new
  }

  /// Keeps the commands of the view and its subtree from frame to frame. Called by initialisers.
  package final func keepRecording(inParts: Bool = false) {
    self[ViewDisplay.Key()].recording = SubtreeRecording(isInParts: inParts)
  }

  /// The view's looks become part of a recording.
  final func joinRecording() { self[ViewDisplay.Key()].isInRecording = true }

  private final func leaveRecordings() {
    self[ViewDisplay.Key()].isInRecording = false
    var ancestor = parent
    while let view = ancestor, view.isInRecording {
      view[ViewDisplay.Key()].isInRecording = false
      ancestor = view.parent
    }
  }
}

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
