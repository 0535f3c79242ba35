extension UIApplication {
  /// Numbers the program counts about itself, shown in the profiler's overlay and written with the statistics.
  public var profilerCounters: ProfilerCounters { frameLoop.profiler.appCounters }

  /// What the application has drawn so far. Not UIKit's; counted whether or not anybody looks.
  public var frameDiagnostics: FrameDiagnostics { FrameDiagnostics(frameLoop.profiler) }

  /// Whether the key window shows what each frame costs, in its top right
  /// corner; the user toggles it with F1. Has no effect without a key window.
  ///
  /// While it is shown the profiler is on, which costs under 1 % of a frame; the
  /// panel's own time is shown apart and not counted.
  public var showsProfilerOverlay: Bool {
    get { keyWindow?.overlay != nil }
    set {
      guard newValue != showsProfilerOverlay, let window = keyWindow else { return }
      let profiler = frameLoop.profiler
      if newValue {
        window.overlay = ProfilerOverlay(application: self)
        profiler.viewers += 1
      } else {
        window.overlay = nil
        profiler.viewers -= 1
      }
    }
  }

  /// Shows or hides the profiler overlay.
  func toggleProfilerOverlay() { showsProfilerOverlay.toggle() }
}
