import Pixels
internal import SDL
import UIKitCore

/// A renderer, and all that is made with it: the textures of texts, images and shapes, the picture that is kept from frame
/// to frame, and the painter that draws with them.
///
/// SDL's textures live and die with their renderer, so a window that is given another renderer is given another pipeline.
@MainActor
final class RenderPipeline {
  let renderer: Renderer
  let slots: SlotTextures
  let images: ImageTextures
  let target: FrameTarget
  let painter: CommandPainter
  /// The picture of what lies below a shade over the window.
  let backdrop = Backdrop()
  private let masks: ShapeMasks
  /// Where an accelerated renderer keeps the picture; nil until the first frame, and where it cannot.
  private(set) var picture: FrameTexture?
  /// Textures of pictures before this one.
  private var pictureTextures = 0
  /// The driver refused to make a picture of this extent.
  private var refusedExtent: PixelRect?

  /// - Parameter other: whose texts and images are to be drawn, with textures made anew; nil for none.
  init(renderer: Renderer, engine: SDLTextEngine, contentsOf other: RenderPipeline? = nil) {
    self.renderer = renderer
    slots = SlotTextures(renderer: renderer, engine: engine, textsOf: other?.slots)
    images = ImageTextures(renderer: renderer, bitmapsOf: other?.images)
    masks = ShapeMasks(renderer: renderer)
    target = FrameTarget(renderer: renderer)
    painter = CommandPainter(
      renderer: renderer, target: target, slots: slots, images: images, masks: masks, backdrop: backdrop)
  }

  /// Adds all that was done so far.
  func addWork(to counters: inout RenderCounters) {
    counters.work.textRasterized += slots.rasterizations
    counters.work.textReused += slots.reuses
    counters.work.textureCreations += textureCreations
    counters.missingGlyphs += slots.missingGlyphs
  }

  private var textureCreations: Int {
    slots.creations + images.creations + masks.creations + pictureTextures + (picture?.textureCreations ?? 0)
      + painter.textureCreations
  }

  /// Texts drawn and textures made so far.
  var newPictures: Int { slots.rasterizations + textureCreations }

  /// Called when the device lost its textures, or what was drawn into them.
  func dropTextures() {
    slots.dropTextures()
    images.dropTextures()
    masks.removeAll()
    painter.dropTextures()
    dropPicture()
  }

  /// The picture of an accelerated renderer; nil where the driver cannot make one of that extent.
  /// - Parameter whenMade: called when there was no such picture yet: a new one holds nothing.
  func picture(of whole: PixelRect, whenMade: () -> Void = {}) -> FrameTexture? {
    let (width, height) = (Int(whole.width), Int(whole.height))
    if let picture, picture.width == width, picture.height == height { return picture }
    guard whole != refusedExtent else { return nil }
    dropPicture()
    whenMade()
    do throws(SDLError) {
      picture = try FrameTexture(renderer: renderer, width: width, height: height)
    } catch {
      refusedExtent = whole
    }
    return picture
  }

  /// Called when the driver could not draw into a picture that it had made.
  func refusePicture(of whole: PixelRect) {
    dropPicture()
    refusedExtent = whole
  }

  private func dropPicture() {
    pictureTextures += picture?.textureCreations ?? 0
    picture = nil
    refusedExtent = nil
  }
}
