/// Whether the program can hope for a window.
enum DisplayChoice {
  /// True when the environment names a display, or a video driver to be used whatever it says. A display
  /// that is named and cannot be reached is an error; none at all means a run without a window.
  static func isDisplayNamed(in environment: [String: String]) -> Bool {
    ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"].contains { environment[$0]?.isEmpty == false }
  }
}
