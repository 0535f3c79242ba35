extension UIApplication {
  /// Numbers the program counts about itself, shown in the profiler's overlay and written with the statistics.
  public var profilerCounters: ProfilerCounters { frameLoop.profiler.appCounters }

  /// Counts of the application's drawing so far. Not part of UIKit; counted whether or not the overlay is shown.
  public var frameDiagnostics: FrameDiagnostics { FrameDiagnostics(frameLoop.profiler) }

  /// Whether the key window shows what each frame costs, in a corner to which the user drags it, at first the top right
  /// one or as near to it as no control is covered; the user toggles it with F1. Has no effect without a key window.
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

  /// Whether the key window shows what its tables keep, and its views, in a panel at the side; the user toggles it with
  /// F12. Has no effect without a key window.
  public var showsInspector: Bool {
    get { keyWindow.flatMap(Inspector.open(in:)) != nil }
    set {
      guard newValue != showsInspector, let window = keyWindow else { return }
      if newValue { Inspector().show(in: window) } else { Inspector.open(in: window)?.close() }
    }
  }

  /// Shows or hides what belongs to a key.
  /// - Returns: false for keys of the program.
  func toggleInstrument(_ key: UIKeyboardHIDUsage) -> Bool {
    switch key {
    case .keyboardF1: showsProfilerOverlay.toggle()
    case .keyboardF12: showsInspector.toggle()
    default: return false
    }
    return true
  }
}
