/// A part of the work of one frame that is timed on its own.
///
/// The order is that of the frame; a time spent in a stage nested in another
/// one (the overlay inside draw) is charged to the inner stage only.
package enum FrameStage: Int, CaseIterable, Sendable {
  /// Draining input and delivering it: hit tests, recognisers, delegate calls.
  case events
  /// The layout pass: every `layoutSubviews` of the frame.
  case layout
  /// Building the display list and handing it to the backend.
  case draw
  /// Bringing the finished picture to the screen, waiting for vsync included.
  case present
  /// The profiler's own panel; never part of a frame's cost.
  case overlay

  /// The name in traces, statistics and the overlay.
  package var name: StaticString {
    switch self {
    case .events: "events"
    case .layout: "layout"
    case .draw: "draw"
    case .present: "present"
    case .overlay: "overlay"
    }
  }
}
