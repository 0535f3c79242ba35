internal import CSDL2
internal import CSDL2TTF
import Foundation

/// SDL's video subsystem, from its start to its end.
///
/// One lives as long as the program shows windows; windows keep it alive. Font
/// rendering is started by the first font, image decoding by the first image.
@MainActor
package final class SDLContext {
  /// Where pictures go.
  package enum Display: Sendable {
    /// The user's desktop, or what `SDL_VIDEODRIVER` names.
    case desktop
    /// Memory only: SDL's dummy driver.
    case headless
  }

  /// SDL's name of the driver in use: "x11", "wayland", "dummy".
  package let videoDriver: String

  /// Starts video.
  ///
  /// Signals stay with the program (SDL's own handlers are off), touches are
  /// not doubled as mouse events, and the screen saver is left alone.
  /// - Throws: `SDLError` when no display can be reached.
  package init(display: Display = .desktop) throws(SDLError) {
    for (name, value) in Self.hints { SDL_SetHint(name, value) }
    let environment = ProcessInfo.processInfo.environment
    var driver: String?
    switch display {
    case .headless: driver = "dummy"
    case .desktop:
      let wished = environment["SDL_VIDEODRIVER"] ?? ""
      // Without a display server SDL would take over the text console.
      if wished.isEmpty, !Self.names(environment["DISPLAY"]),
        !Self.names(environment["WAYLAND_DISPLAY"])
      {
        throw SDLError(
          function: "SDL_VideoInit", reason: "no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
      }
    }
    SDL_SetMainReady()
    if let driver { SDL_SetHint(SDL_HINT_VIDEODRIVER, driver) }
    try checkStatus("SDL_InitSubSystem") { SDL_InitSubSystem(SDL_INIT_VIDEO) }
    guard let name = SDL_GetCurrentVideoDriver() else {
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
      throw SDLError.last("SDL_GetCurrentVideoDriver")
    }
    videoDriver = String(cString: name)
  }

  isolated deinit {
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
  }

  private static func names(_ value: String?) -> Bool { value.map { !$0.isEmpty } ?? false }

  private static let hints: [(String, String)] = [
    (SDL_HINT_NO_SIGNAL_HANDLERS, "1"),
    (SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1"),
    (SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"),
    (SDL_HINT_TOUCH_MOUSE_EVENTS, "0"),
    (SDL_HINT_MOUSE_TOUCH_EVENTS, "0"),
    (SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1"),
    (SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0"),
    (SDL_HINT_IME_SHOW_UI, "1"),
    (SDL_HINT_RENDER_BATCHING, "1"),
  ]
}
