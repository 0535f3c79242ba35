internal import SDL
import Foundation

/// Executes display lists with SDL's renderer.
///
/// The facets: damage, ground, commands, emission of pixels, shapes, groups, lines. A frame
/// allocates only for text, images and masks that are new.
///
/// The state of a frame is exempt from the run time's check for overlapping access: nothing that is
/// called while one of these properties is being changed comes back to the backend.
@MainActor
final class SDLRenderBackend: RenderBackend {
  let renderer: Renderer
  let slots: SlotTextures
  let images: ImageTextures
  let masks: ShapeMasks
  /// Accelerated frames are drawn into this, which keeps what was presented.
  private var canvas: Texture?
  private var canvasCreations = 0
  /// Textures were lost since the last frame.
  private var lostTextures = false
  @exclusivity(unchecked) private var counted = RenderCounters()

  // What changed from frame to frame, for a renderer that keeps its picture.
  @exclusivity(unchecked) var tracker = DamageTracker()
  @exclusivity(unchecked) var damage = Damage()
  /// Where the picture of the last frame is.
  @exclusivity(unchecked) var lastPixels: UnsafeMutablePointer<UInt32>?

  // The state of the frame being drawn, used by the facets.
  @exclusivity(unchecked) var grid = PixelGrid(scale: 1)
  @exclusivity(unchecked) var scale = 1.0
  /// What can be drawn to, in pixels.
  @exclusivity(unchecked) var clip = PixelRect(x: 0, y: 0, width: 0, height: 0)
  @exclusivity(unchecked) var outerClips: ContiguousArray<PixelRect> = []
  /// The clip SDL was told of.
  @exclusivity(unchecked) var appliedClip: PixelRect?
  /// What is drawn of the frame.
  @exclusivity(unchecked) var region = DrawRegion()
  /// The window's memory, while a frame is drawn into it past SDL's renderer.
  @exclusivity(unchecked) var pixels: WindowPixels?
  /// The colour of all pixels under the command being executed, where it is known.
  @exclusivity(unchecked) var ground: DrawColor?
  /// Groups begun and not ended are the first `groupDepth`.
  @exclusivity(unchecked) var groups: ContiguousArray<GroupLayer> = []
  @exclusivity(unchecked) var groupDepth = 0
  /// Rectangles of a shape, filled at once.
  @exclusivity(unchecked) var rects: ContiguousArray<PixelRect> = []
  /// Where opaque text will be drawn in the frame.
  @exclusivity(unchecked) var covers: ContiguousArray<PixelRect> = []
  var vertices: ContiguousArray<Vertex> = []
  var indices: ContiguousArray<Int32> = []
  /// The polygon that was cut last, for its storage.
  var polygon = ClippedPolygon()

  init(renderer: Renderer, engine: SDLTextEngine) {
    self.renderer = renderer
    slots = SlotTextures(renderer: renderer, engine: engine)
    images = ImageTextures(renderer: renderer)
    masks = ShapeMasks(renderer: renderer)
  }

  var name: String { renderer.name }
  var isSynchronizedWithDisplay: Bool { renderer.isSynchronizedWithDisplay }

  var counters: RenderCounters {
    var counters = counted
    counters.textRasterized = slots.rasterizations
    counters.textReused = slots.reuses
    counters.textureCreations =
      slots.creations + images.creations + masks.creations + canvasCreations
      + groups.reduce(0) { $0 + $1.creations }
    counters.textTextures = slots.textureCount
    counters.textTextureBytes = slots.byteCount
    counters.missingGlyphs = slots.missingGlyphs
    return counters
  }

  /// Adds a frame to the counters.
  func count(_ damage: borrowing Damage, isWhole: Bool) {
    counted.pixelsDrawn += damage.redrawnArea
    counted.pixelsCopied += damage.copiedArea
    counted.pixelsPresented += damage.presentedArea
    counted.rectsPresented += damage.present.count
    if isWhole { counted.fullRedraws += 1 }
  }

  // MARK: A frame

  func draw(_ list: borrowing DisplayList) -> Bool {
    if lostTextures {
      lostTextures = false
      return false
    }
    for slot in list.releasedSlots { slots.release(slot) }
    for image in list.releasedImages { images.release(image) }
    slots.beginFrame()
    for index in list.textUpdates.indices { slots.update(list.textUpdates[index]) }

    let size = renderer.kind == .software ? renderer.outputSize : renderer.window.pixelSize
    let whole = PixelRect(
      x: 0, y: 0, width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    guard !whole.isEmpty, aimAtCanvas(whole) else { return true }
    drawDamage(of: list, whole)
    return true
  }

  /// Draws what the list shows in `region`, over whatever was there.
  func drawRegion(of list: borrowing DisplayList, _ whole: PixelRect) {
    guard !region.isEmpty else { return }
    begin(whole, scale: list.scale)
    let grounds = tracker.grounds
    list.commands.withUnsafeBufferPointer { commands in
      grounds.withUnsafeBufferPointer { grounds in
        let first = clear(list.background, before: commands)
        for index in first..<commands.count {
          ground = grounds[index]
          execute(commands[index])
        }
      }
    }
  }

  func present() {
    guard let canvas else {
      presentDamage()
      return
    }
    let whole = PixelRect(
      x: 0, y: 0, width: Int32(canvas.width), height: Int32(canvas.height))
    applyClip(nil)
    try? renderer.setTarget(nil)
    renderer.copy(canvas, from: whole, to: whole)
    renderer.present()
  }

  func invalidate() { tracker.invalidate() }

  func upload(_ bitmap: Bitmap, as id: ImageID) { images.upload(bitmap, as: id) }

  func writeScreenshot(to path: String) throws {
    if let canvas { try renderer.setTarget(canvas) }
    defer { if canvas != nil { try? renderer.setTarget(nil) } }
    let png = try renderer.snapshot().pngFile()
    let file = try OutputFile(path: path)
    try png.withUnsafeBytes { try file.append($0) }
    try file.finish()
  }

  /// Called when the device lost its textures, or what was drawn into them: the
  /// next frame makes them anew.
  func dropTextures() {
    slots.dropTextures()
    images.dropTextures()
    masks.removeAll()
    for group in groups { group.dropTexture() }
    canvas = nil
    lostTextures = true
    tracker.invalidate()
  }

  /// Makes the canvas of an accelerated renderer what is drawn into. A window
  /// surface needs none: it stays as it was presented.
  private func aimAtCanvas(_ whole: PixelRect) -> Bool {
    guard renderer.kind == .accelerated else { return true }
    let (width, height) = (Int(whole.width), Int(whole.height))
    if canvas == nil || canvas?.width != width || canvas?.height != height {
      canvas = try? Texture(renderer: renderer, width: width, height: height, use: .target)
      canvasCreations += 1
    }
    guard let canvas else { return false }
    do throws(SDLError) {
      try renderer.setTarget(canvas)
    } catch {
      return false
    }
    return true
  }

  private func begin(_ area: PixelRect, scale: CGFloat) {
    self.scale = Double(scale)
    grid = PixelGrid(scale: self.scale)
    clip = area
    pixels = renderer.windowPixels()
    outerClips.removeAll(keepingCapacity: true)
    groupDepth = 0
    // A new target has no clip of its own.
    appliedClip = area
    applyClip(nil)
  }
}
