internal import CSDL2
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
  /// - Parameter onLoss: called by Xlib should the X server go away; without it, Xlib ends the program in its own way.
  /// - Throws: `SDLError` when no display can be reached.
  package init(
    display: Display = .desktop, onLoss: DisplayGuard.LossHandler? = nil
  ) throws(SDLError) {
    for (name, value) in Self.hints { SDL_SetHint(name, value) }
    switch display {
    case .headless:
      // Whatever the environment names.
      SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE)
    case .desktop:
      SDL_ResetHint(SDL_HINT_VIDEODRIVER)
      try Self.chooseDriver(.ofProgram)
      if let onLoss, SDL_GetHint(SDL_HINT_VIDEODRIVER).map({ String(cString: $0).contains("x11") }) ?? false {
        DisplayGuard.watch(onLoss)
      }
    }
    SDL_SetMainReady()
    try Self.shieldedFromBus { () throws(SDLError) in
      try checkStatus("SDL_InitSubSystem") { SDL_InitSubSystem(SDL_INIT_VIDEO) }
    }
    guard let name = SDL_GetCurrentVideoDriver() else {
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
      throw SDLError.last("SDL_GetCurrentVideoDriver")
    }
    videoDriver = String(cString: name)
    if videoDriver == "x11" {
      DisplayGuard.tolerateErrors()
      _ = SDL_EventState(SDL_SYSWMEVENT.rawValue, SDL_ENABLE)
    }
  }

  isolated deinit {
    SDL_QuitSubSystem(SDL_INIT_VIDEO)
  }

  /// Starts SDL, without the session bus where that hangs or is yet to be started.
  ///
  /// SDL knows no other way to leave the bus alone than not to find it.
  private static func shieldedFromBus(_ start: () throws(SDLError) -> Void) throws(SDLError) {
    guard !DesktopBus.isResponsive() else { return try start() }
    let address = getenv(busVariable).map { String(cString: $0) } ?? ""
    setenv(busVariable, "disabled:", 1)
    defer { setenv(busVariable, address, 1) }
    try start()
  }

  private static let busVariable = "DBUS_SESSION_BUS_ADDRESS"

  /// Gives the variable that SDL is shielded by its place in the environment. Called before any other thread may read
  /// that: what is there is exchanged in place later on, while another variable would move all. Empty it means as little
  /// as missing.
  package static func reserveBusVariable() { setenv(busVariable, "", 0) }

  /// Limits SDL to display servers, unless the user names a driver: left alone
  /// it would take over a text console, or draw where nobody sees it.
  private static func chooseDriver(_ environment: EnvironmentVariables) throws(SDLError) {
    func names(_ key: String) -> Bool { environment[key].map { !$0.isEmpty } ?? false }
    let named = environment["SDL_VIDEODRIVER"] ?? ""
    guard named.isEmpty || named == "wayland" else { return }
    let lacksSeat = (named == "wayland" || names("WAYLAND_DISPLAY")) && WaylandCompositor.lacksSeat(environment)
    if lacksSeat, named == "wayland" || !names("DISPLAY") {
      throw SDLError(
        function: "SDL_VideoInit", reason: "the Wayland compositor has no seat: no pointer, keyboard or touch screen")
    }
    guard named.isEmpty else { return }
    // A Wayland desktop offers X11 for programs that know no better; SDL goes on with it where Wayland does not work.
    var drivers: [String] = []
    if names("WAYLAND_DISPLAY"), !lacksSeat { drivers.append("wayland") }
    if names("DISPLAY") { drivers.append("x11") }
    guard !drivers.isEmpty else {
      throw SDLError(
        function: "SDL_VideoInit", reason: "no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    }
    SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers.joined(separator: ","))
  }

  /// Sets how long after a click another one makes it a double click; called when the desktop's setting is known.
  /// - Parameter milliseconds: 1 and up.
  package static func setDoubleClickTime(milliseconds: Int) {
    SDL_SetHint(SDL_HINT_MOUSE_DOUBLE_CLICK_TIME, "\(milliseconds)")
  }

  private static let hints: [(String, String)] = [
    (SDL_HINT_NO_SIGNAL_HANDLERS, "1"),
    (SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1"),
    (SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"),
    // As far as desktops let the pointer wander between two clicks, in pixels. SDL's own 32 are more than a row of a grid.
    (SDL_HINT_MOUSE_DOUBLE_CLICK_RADIUS, "5"),
    (SDL_HINT_TOUCH_MOUSE_EVENTS, "0"),
    (SDL_HINT_MOUSE_TOUCH_EVENTS, "0"),
    (SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1"),
    (SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0"),
    (SDL_HINT_IME_SHOW_UI, "1"),
    (SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1"),
    (SDL_HINT_RENDER_BATCHING, "1"),
  ]
}

/// SDL's clock.
package enum Ticks {
  /// Seconds that only go forward, from an arbitrary zero, finer than a
  /// microsecond.
  package static var seconds: Double {
    Double(SDL_GetPerformanceCounter()) / frequency
  }

  private static let frequency = Double(SDL_GetPerformanceFrequency())

  /// The time of an event on the clock of `seconds`.
  /// - Parameter milliseconds: the event's own stamp, which counts from SDL's
  ///   start and wraps after 49 days.
  static func seconds(ofEvent milliseconds: UInt32) -> Double {
    let age = Int32(bitPattern: UInt32(truncatingIfNeeded: SDL_GetTicks64()) &- milliseconds)
    return seconds - Double(max(0, age)) / 1000
  }
}
