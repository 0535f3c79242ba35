import UIKitCore

extension UIApplication {
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
        profiler.addViewer()
      } else {
        window.overlay = nil
        profiler.removeViewer()
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

  /// Has F1 and F12 show and hide the instruments. Called once, before the application runs.
  package func installInstruments() { keyInterceptor = InstrumentKeys() }
}

/// The keys of the instruments.
private struct InstrumentKeys: KeyInterceptor {
  func take(_ key: UIKeyboardHIDUsage, of application: UIApplication) -> Bool {
    switch key {
    case .keyboardF1: application.showsProfilerOverlay.toggle()
    case .keyboardF12: application.showsInspector.toggle()
    default: return false
    }
    return true
  }
}
