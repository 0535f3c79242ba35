internal import CSDL2
import Foundation

/// A resizable window of the desktop. Sizes are in points, which SDL calls
/// screen coordinates; `pixelSize` is in device pixels.
@MainActor
package final class Window {
  /// Video must outlive the window.
  private let context: SDLContext
  let handle: OpaquePointer

  /// Opens a hidden window; `show()` maps it.
  /// - Parameters:
  ///   - width: the inside's extent in points, clamped to 1...16384, as is `height`.
  package init(
    context: SDLContext, title: String, width: Int, height: Int
  ) throws(SDLError) {
    self.context = context
    let flags =
      SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
      | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
    handle = try check("SDL_CreateWindow") {
      SDL_CreateWindow(
        title, Self.anywhere, Self.anywhere, Self.length(width), Self.length(height), flags)
    }
  }

  isolated deinit {
    SDL_DestroyWindow(handle)
  }

  /// `SDL_WINDOWPOS_UNDEFINED`, a macro Swift does not see.
  private static let anywhere: Int32 = 0x1FFF_0000

  private static func length(_ value: Int) -> Int32 { Int32(min(max(value, 1), 16384)) }

  /// SDL's name of the driver that shows the window.
  package var videoDriver: String { context.videoDriver }

  /// SDL's number of the window, which events carry.
  package var id: UInt32 { SDL_GetWindowID(handle) }

  /// What the desktop shows above the window.
  package var title: String {
    get { String(cString: SDL_GetWindowTitle(handle)) }
    set { SDL_SetWindowTitle(handle, newValue) }
  }

  /// The inside, in points.
  package var size: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    SDL_GetWindowSize(handle, &width, &height)
    return (Int(width), Int(height))
  }

  /// The inside, in device pixels.
  package var pixelSize: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    SDL_GetWindowSizeInPixels(handle, &width, &height)
    return (Int(width), Int(height))
  }

  /// Gives the inside another size in points, clamped as by `init`.
  package func resize(width: Int, height: Int) {
    SDL_SetWindowSize(handle, Self.length(width), Self.length(height))
  }

  /// The smallest inside, in points, that the user can drag the window to.
  package func setMinimumSize(width: Int, height: Int) {
    SDL_SetWindowMinimumSize(handle, Self.length(width), Self.length(height))
  }

  /// Puts the window on the desktop.
  package func show() { SDL_ShowWindow(handle) }

  /// Takes the window off the desktop.
  package func hide() { SDL_HideWindow(handle) }

  /// Whether nothing of the window can be seen, as far as SDL knows.
  package var isConcealed: Bool {
    SDL_GetWindowFlags(handle)
      & (SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue) != 0
  }

  /// Frames a second of the display the window is on; 60 where the driver does
  /// not say.
  package var refreshRate: Double {
    var mode = SDL_DisplayMode()
    let display = SDL_GetWindowDisplayIndex(handle)
    guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0
    else { return 60 }
    return Double(mode.refresh_rate)
  }
}
