/// What to do where no display can be reached.
enum DisplayChoice {
  /// Whether the program must have a display: the environment names SDL's video driver, or the options
  /// ask for the graphics processor. Otherwise no display, or one that is named and cannot be reached,
  /// means a run without a window.
  static func isDemanded(by options: Options, in environment: [String: String]) -> Bool {
    options.renderer == .accelerated || environment["SDL_VIDEODRIVER"]?.isEmpty == false
  }
}
