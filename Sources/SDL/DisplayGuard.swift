import Foundation

/// Ends the program cleanly when the X server goes away.
///
/// Xlib calls its I/O error handler from inside whatever call found the socket
/// dead, and does not let the program go on: by itself it prints two lines and
/// exits with 1, and SDL cannot intervene. On Wayland SDL goes on, and
/// `DisplayConnection.failure` tells.
package enum DisplayGuard {
  private typealias ErrorHandler = @convention(c) (UnsafeMutableRawPointer?) -> Int32
  private typealias ExitHandler =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias SetErrorHandler =
    @convention(c) (ErrorHandler?) -> UnsafeMutableRawPointer?
  private typealias SetExitHandler =
    @convention(c) (UnsafeMutableRawPointer?, ExitHandler?, UnsafeMutableRawPointer?) -> Void

  /// The exit code of a program whose display went away (`EX_UNAVAILABLE`).
  package static let exitCode: Int32 = 69

  /// Makes the loss of `connection` end the program with one line on standard
  /// error and `exitCode`. Called once a window is open.
  @MainActor
  package static func install(for connection: DisplayConnection) {
    guard connection.kind == .x11 else { return }
    let library = ClientLibrary(.x11)
    let onError: ErrorHandler = { _ in DisplayGuard.end("the X server closed the connection") }
    _ = library.function("XSetIOErrorHandler", as: SetErrorHandler.self)?(onError)
    // Newer Xlib calls this instead of exit(1) should the handler return.
    let onExit: ExitHandler = { _, _ in DisplayGuard.end("the X server closed the connection") }
    connection.withDisplay { display in
      library.function("XSetIOErrorExitHandler", as: SetExitHandler.self)?(display, onExit, nil)
    }
  }

  /// Prints one line and ends the program without running exit handlers, which
  /// might speak to the dead display.
  package static func end(_ reason: String) -> Never {
    let name = ProcessInfo.processInfo.processName
    FileHandle.standardError.write(Data("\(name): the display went away: \(reason)\n".utf8))
    _exit(exitCode)
  }
}
