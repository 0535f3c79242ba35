import Foundation

/// Measures the stages of each frame.
@MainActor
package final class FrameProfiler {
  private let clock: FrameClock

  package init(clock: FrameClock) { self.clock = clock }

  func beginEvents() {}
  func endEvents() {}
  func beginFrame(at now: TimeInterval) {}
  func beginLayout() {}
  func endLayout() {}
  func beginDraw() {}
  func endDraw(commands: Int, backend: RenderBackend) {}
  func beginPresent() {}
  func endPresent() {}
  func endFrame(drew: Bool) {}
}

extension UIApplication {
  /// Shows or hides the profiler overlay (F1).
  func toggleProfilerOverlay() {}
}
