internal import CSDL2
package import Desktop
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
    for (name, value) in Self.overrides where EnvironmentVariables.ofProgram[name]?.isEmpty ?? true {
      SDL_SetHintWithPriority(name, value, SDL_HINT_OVERRIDE)
    }
    switch display {
    case .headless:
      // Whatever the environment names.
      SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE)
    case .desktop:
      SDL_ResetHint(SDL_HINT_VIDEODRIVER)
      try Self.chooseDriver(.ofProgram)
      if let onLoss, Self.hint(SDL_HINT_VIDEODRIVER)?.contains("x11") ?? false {
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
    KeyNotes.begin()
    CommittedTexts.watch()
    // The program reports errors in a line of its own; SDL 3 would add another.
    if EnvironmentVariables.ofProgram["SDL_LOGGING"]?.isEmpty ?? true {
      SDL_LogSetAllPriority(SDL_LOG_PRIORITY_CRITICAL)
    }
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
  /// SDL has no hint that disables D-Bus, so its address is hidden.
  private static func shieldedFromBus(_ start: () throws(SDLError) -> Void) throws(SDLError) {
    guard !DesktopBus.isResponsive() else { return try start() }
    let address = getenv(busVariable).map { String(cString: $0) } ?? ""
    setenv(busVariable, "disabled:", 1)
    defer { setenv(busVariable, address, 1) }
    try start()
  }

  private static let busVariable = "DBUS_SESSION_BUS_ADDRESS"

  /// Makes room in the environment for the variable that hides the bus. Called before any other thread may read the
  /// environment: a variable that is there is changed in place later on, a new one would move all. An empty value counts
  /// as unset.
  package static func reserveBusVariable() { setenv(busVariable, "", 0) }

  /// Limits SDL to display servers, unless the user names a driver: left alone
  /// it would take over a text console, or draw into an invisible window.
  private static func chooseDriver(_ environment: EnvironmentVariables) throws(SDLError) {
    func names(_ key: String) -> Bool { environment[key].map { !$0.isEmpty } ?? false }
    let named = environment["SDL_VIDEODRIVER"] ?? ""
    guard named.isEmpty || named == "wayland" else { return }
    let obstacle = named == "wayland" || names("WAYLAND_DISPLAY") ? obstacleOnWayland(environment) : nil
    if let obstacle, named == "wayland" || !names("DISPLAY") {
      throw SDLError(function: "SDL_VideoInit", reason: obstacle)
    }
    guard named.isEmpty else { return }
    // A Wayland desktop offers X11 for programs that know no better; SDL goes on with it where Wayland does not work.
    var drivers: [String] = []
    if names("WAYLAND_DISPLAY"), obstacle == nil { drivers.append("wayland") }
    if names("DISPLAY") { drivers.append("x11") }
    guard !drivers.isEmpty else {
      throw SDLError(
        function: "SDL_VideoInit", reason: "no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    }
    SDL_SetHint(SDL_HINT_VIDEODRIVER, drivers.joined(separator: ","))
  }

  /// The reason for which SDL's Wayland driver would crash, in words; nil for none.
  private static func obstacleOnWayland(_ environment: EnvironmentVariables) -> String? {
    if WaylandCompositor.lacksSeat(environment) {
      return "the Wayland compositor has no seat: no pointer, keyboard or touch screen"
    }
    // SDL 2.28 to 2.32 take it for granted that EGL could be loaded.
    let sdl = LoadedSDL.inProcess
    let library = environment["SDL_VIDEO_EGL_DRIVER"].flatMap { $0.isEmpty ? nil : $0 } ?? "libEGL.so.1"
    if sdl.version >= .init(2, 27, 0), !sdl.isCompatibilityLayer, !ClientLibrary(named: library).isLoaded {
      return "\(library) cannot be loaded, which SDL \(sdl) needs on Wayland (Debian: libegl1)"
    }
    return nil
  }

  /// Sets how long after a click another one makes it a double click; called when the desktop's setting is known.
  /// - Parameter milliseconds: 1 and up.
  package static func setDoubleClickTime(milliseconds: Int) {
    SDL_SetHint(SDL_HINT_MOUSE_DOUBLE_CLICK_TIME, "\(milliseconds)")
  }

  /// The value of a hint: the one that was set, or that of the environment; nil for neither.
  static func hint(_ name: String) -> String? { SDL_GetHint(name).map { String(cString: $0) } }

  /// Removes the value that was set for a hint; called by tests.
  static func forgetHint(_ name: String) { SDL_ResetHint(name) }

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

  /// Hints by which sdl2-compat makes SDL 3 behave as programs of old expect. It sets them itself as SDL starts, after the
  /// ones above and with the same priority. What the user's environment says goes first; SDL 2 knows none of them.
  private static let overrides: [(String, String)] = [
    // A window of as many points as pixels, on any scale of the desktop.
    ("SDL_VIDEO_WAYLAND_SCALE_TO_DISPLAY", "0"),
    // Waiting, in steps of 10 ms, for what was asked of the window manager.
    ("SDL_VIDEO_SYNC_WINDOW_OPERATIONS", "0"),
    // Whole pixels for the pointer (1) and whole notches for the wheel and touchpads (2).
    ("SDL_MOUSE_INTEGER_MODE", "1"),
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
