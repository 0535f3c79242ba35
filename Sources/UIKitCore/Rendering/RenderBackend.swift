import Foundation

/// What a backend did, summed since it was made; read by the profiler.
package struct RenderCounters: Equatable, Sendable {
  /// Slots rasterised, and commands that drew a slot whose bitmap was kept.
  package var textRasterized = 0
  /// Commands that drew a slot whose bitmap was kept.
  package var textReused = 0
  /// Textures created by any path, those alive for text now, and their bytes.
  package var textureCreations = 0
  /// Textures alive for text now.
  package var textTextures = 0
  /// Bytes of the textures alive for text now.
  package var textTextureBytes = 0
  /// Scalars for which no installed font has a glyph.
  package var missingGlyphs = 0
  /// Pixels drawn anew.
  package var pixelsDrawn = 0
  /// Pixels moved within the picture instead.
  package var pixelsCopied = 0
  /// Pixels handed to the display.
  package var pixelsPresented = 0
  /// Rectangles they were handed over in.
  package var rectsPresented = 0
  /// Frames of which every pixel was drawn.
  package var fullRedraws = 0

  /// Nothing done yet.
  package init() {}
}

/// Executes display lists in one window.
///
/// The frame loop calls `draw` and then `present`, on the main thread, once a
/// frame; nothing is called back.
@MainActor
package protocol RenderBackend: AnyObject {
  /// "software", "opengl", … as reported by `--stats`.
  var name: String { get }
  var counters: RenderCounters { get }
  /// Whether `present` waits for the display; then nothing else paces frames.
  var isSynchronizedWithDisplay: Bool { get }

  /// Rasterises the list's text updates and executes its commands.
  ///
  /// Returns false when the device lost what it held (every texture has been
  /// dropped): the caller marks every text slot and image for a new upload and
  /// draws again.
  func draw(_ list: borrowing DisplayList) -> Bool
  /// Shows what was drawn.
  func present()
  /// What the window shows is lost (it was covered, or came to another
  /// display): the next frame must draw and show all of it.
  func invalidate()
  /// Uploads the pixels of an image before the first command that names it.
  func upload(_ bitmap: Bitmap, as id: ImageID)
  /// Writes what was last presented as a PNG file.
  func writeScreenshot(to path: String) throws
}
