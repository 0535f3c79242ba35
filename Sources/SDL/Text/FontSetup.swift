internal import CFontconfig
import Dispatch

/// The desktop's font configuration, read on another thread.
///
/// Fontconfig reads some fifty files before it can answer anything, which takes about as
/// long as connecting to the display and making a window: made first of all, the setup is
/// mostly ready when the first face is asked for.
package final class FontSetup: @unchecked Sendable {
  /// Written once by the other thread, before it signals; read after waiting for that.
  private var configuration: OpaquePointer?
  private let ready = DispatchSemaphore(value: 0)

  /// Starts reading.
  package init() {
    DispatchQueue.global(qos: .userInteractive).async {
      self.configuration = FcInitLoadConfigAndFonts()
      self.ready.signal()
    }
  }

  deinit {
    if let configuration { FcConfigDestroy(configuration) }
  }

  /// Waits for the configuration and hands it over to the caller, who destroys it; nil
  /// when there is none. Called once.
  func take() -> OpaquePointer? {
    ready.wait()
    defer { configuration = nil }
    return configuration
  }
}
