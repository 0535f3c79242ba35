extension UITraitCollection {
  /// The traits of the application, for what is in no window.
  @MainActor public static var current: UITraitCollection {
    guard let application = UIApplication.current else { return .light }
    return UITraitCollection(
      userInterfaceStyle: application.interfaceStyle, displayScale: application.screen.scale)
  }
}
