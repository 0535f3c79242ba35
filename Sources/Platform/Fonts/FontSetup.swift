internal import CFontconfig
import Foundation
internal import SDL

/// The desktop's font configuration, read when it is needed or before that on another thread. Used by one thread at a
/// time.
///
/// Fontconfig reads some fifty files before it can answer anything, which takes as long as to draw a first frame. A
/// program with something else to do meanwhile has that begin early; but not before it has connected to an X server:
/// from the first thread on, the C library locks a file for each byte that is read of it, and Xlib reads half a million
/// of them one by one.
package final class FontSetup: @unchecked Sendable {
  private enum Phase { case unread, reading, handedOver }

  private var phase = Phase.unread
  /// Written once by the other thread, before it signals; read after waiting for that.
  private var configuration: OpaquePointer?
  private let ready = DispatchSemaphore(value: 0)

  /// A setup that has read nothing.
  package init() {}

  deinit {
    if let configuration { FcConfigDestroy(configuration) }
  }

  /// Starts reading on another thread, unless it was begun.
  /// - Parameter memory: compared with what was read.
  package func startReading(checking memory: FontMemory? = nil) {
    guard phase == .unread else { return }
    phase = .reading
    // Not by a queue, whose first thread takes longer to start.
    Thread.detachNewThread {
      self.configuration = FcInitLoadConfigAndFonts()
      if let configuration = self.configuration { memory?.check(against: configuration) }
      self.ready.signal()
    }
  }

  /// Hands the configuration over to the caller, who destroys it; nil without a configuration, and at the second call.
  /// Waits for the other thread, or reads it where none was started.
  func take() -> OpaquePointer? {
    defer { phase = .handedOver }
    switch phase {
    case .unread: return FcInitLoadConfigAndFonts()
    case .reading:
      ready.wait()
      defer { configuration = nil }
      return configuration
    case .handedOver: return nil
    }
  }
}
