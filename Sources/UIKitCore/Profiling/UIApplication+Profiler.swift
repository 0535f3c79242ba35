extension UIApplication {
  /// Shows or hides the profiler overlay (F1).
  func toggleProfilerOverlay() {}
}
