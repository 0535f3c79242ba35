/// Seconds spent in each stage, of one frame or summed over many.
package struct StageTimes: Equatable, Sendable {
  /// Seconds in ``FrameStage/events``.
  package var events = 0.0
  /// Seconds in ``FrameStage/layout``.
  package var layout = 0.0
  /// Seconds in ``FrameStage/draw``.
  package var draw = 0.0
  /// Seconds in ``FrameStage/present``.
  package var present = 0.0
  /// Seconds in ``FrameStage/overlay``.
  package var overlay = 0.0

  /// No time in any stage.
  package init() {}

  /// The cost of the frame: all stages but the profiler's own panel, in seconds.
  package var cost: Double { events + layout + draw + present }

  /// The seconds of one stage.
  package subscript(stage: FrameStage) -> Double {
    get {
      switch stage {
      case .events: events
      case .layout: layout
      case .draw: draw
      case .present: present
      case .overlay: overlay
      }
    }
    set {
      switch stage {
      case .events: events = newValue
      case .layout: layout = newValue
      case .draw: draw = newValue
      case .present: present = newValue
      case .overlay: overlay = newValue
      }
    }
  }

  /// Adds each stage's seconds to the same stage of `sum`.
  package static func += (sum: inout StageTimes, part: StageTimes) {
    sum.events += part.events
    sum.layout += part.layout
    sum.draw += part.draw
    sum.present += part.present
    sum.overlay += part.overlay
  }
}
