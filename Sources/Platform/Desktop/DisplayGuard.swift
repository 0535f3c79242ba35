import Foundation

/// Keeps Xlib from ending the program by itself.
///
/// Xlib calls its error handlers from inside whatever call found the fault; by themselves they print lines of Xlib's
/// own and exit with 1, and SDL leaves it at that. On Wayland SDL goes on, and `DisplayConnection.failure` tells.
package enum DisplayGuard {
  /// Called by Xlib with its handle of the display, inside the call that found the connection gone. Should it return,
  /// Xlib ends the program with exit code 1, unless `letCallsFail(on:)` was called.
  package typealias LossHandler = @convention(c) (UnsafeMutableRawPointer?) -> Int32

  private typealias ErrorHandler =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  private typealias ExitHandler =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias SetLossHandler = @convention(c) (LossHandler?) -> UnsafeMutableRawPointer?
  private typealias SetErrorHandler = @convention(c) (ErrorHandler?) -> UnsafeMutableRawPointer?
  private typealias SetExitHandler =
    @convention(c) (UnsafeMutableRawPointer?, ExitHandler?, UnsafeMutableRawPointer?) -> Void

  /// Has the loss of the connection reported to `handler`. Called before SDL connects, so it loads the library that SDL
  /// is about to load.
  package static func watch(_ handler: LossHandler) {
    let library = ClientLibrary(.x11, loads: true)
    _ = library.function("XSetIOErrorHandler", as: SetLossHandler.self)?(handler)
  }

  /// Has a request that the server refuses be without effect. Called once SDL has connected, since SDL installs a
  /// handler of its own. Requests are refused, for example, for a window that another program has just destroyed, of
  /// which an event tells.
  package static func tolerateErrors() {
    let ignore: ErrorHandler = { _, _ in 0 }
    _ = ClientLibrary(.x11).function("XSetErrorHandler", as: SetErrorHandler.self)?(ignore)
  }

  /// Has calls that need the lost display fail from now on, so that the program can finish its work without it. Called
  /// by a loss handler.
  package static func letCallsFail(on display: UnsafeMutableRawPointer?) {
    let goOn: ExitHandler = { _, _ in }
    ClientLibrary(.x11).function("XSetIOErrorExitHandler", as: SetExitHandler.self)?(display, goOn, nil)
  }
}
