/// What to do where no display can be reached.
enum DisplayChoice {
  /// Whether the program must have the display it was told of: the environment names SDL's video driver.
  /// Otherwise no display, or one that is named and cannot be reached, means a run without a window.
  static func isDemanded(in environment: [String: String]) -> Bool {
    environment["SDL_VIDEODRIVER"]?.isEmpty == false
  }
}
