import Foundation

/// Executes display lists in one window.
///
/// The frame loop calls `draw` and then `present`, on the main thread, once a
/// frame; nothing is called back.
@MainActor
package protocol RenderBackend: AnyObject {
  /// "software", "opengl", … as reported by `--stats`.
  var name: String { get }
  /// Where the picture is kept from frame to frame, and how it gets to the display, in words for statistics and traces:
  /// "kept in memory, shown in parts".
  var picture: String { get }
  var counters: RenderCounters { get }
  /// Whether `present` waits for the display; then nothing else paces frames.
  var isSynchronizedWithDisplay: Bool { get }
  /// Seconds until the display takes another frame: 0 when it does now, infinity when that depends on its answer, which
  /// comes as an event. Asked before each frame that is not due at once.
  var secondsUntilReady: TimeInterval { get }
  /// Why this one draws, in words for traces; empty where there was no choice.
  var reason: String { get }

  /// Rasterises the list's text updates and executes its commands.
  ///
  /// Returns false when the device lost what it held (every texture has been
  /// dropped): the caller marks every text slot and image for a new upload and
  /// draws again.
  func draw(_ list: borrowing DisplayList) -> Bool
  /// Shows what was drawn.
  /// - Parameter number: by which `nextDisplayTime()` names the frame; nil where it need not be told of.
  func present(as number: Int?)
  /// Takes what the display has told of a numbered frame: the seconds from `present(as:)` to the moment it was on the
  /// screen, nil for a frame that never was. Few displays tell; those that do answer in any order.
  /// - Returns: nil when nothing more was told.
  func nextDisplayTime() -> (frame: Int, latency: TimeInterval?)?
  /// The window's picture is lost (it was covered, or came to another
  /// display): the next frame must draw and show all of it.
  func invalidate()
  /// Uploads the pixels of an image before the first command that names it.
  func upload(_ bitmap: Bitmap, as id: ImageID)
  /// Writes what was last presented as a PNG file.
  func writeScreenshot(to path: String) throws
}

extension RenderBackend {
  package var secondsUntilReady: TimeInterval { 0 }
  package var reason: String { "" }
  package func nextDisplayTime() -> (frame: Int, latency: TimeInterval?)? { nil }
}
