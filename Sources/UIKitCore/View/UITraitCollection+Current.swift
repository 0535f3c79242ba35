extension UITraitCollection {
  /// The traits of the application, for what is in no window.
  @MainActor public static var current: UITraitCollection {
    UIApplication.current?.traits ?? .light
  }
}
