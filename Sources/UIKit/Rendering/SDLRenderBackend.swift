import Foundation
internal import SDL

/// Draws display lists with SDL's renderer: finds what changed since the last frame, has that drawn, and shows it.
///
/// A software renderer keeps its picture in the window's memory: what only scrolled is moved there, what changed is drawn
/// anew, and both are shown in parts. An accelerated one draws every frame whole into a texture that keeps what was
/// presented.
///
/// What a frame changes is exempt from the run time's check for overlapping access: nothing that is called meanwhile
/// comes back to the backend.
@MainActor
final class SDLRenderBackend: RenderBackend {
  let renderer: Renderer
  let slots: SlotTextures
  private let images: ImageTextures
  private let masks: ShapeMasks
  private let target: FrameTarget
  private let painter: CommandPainter
  /// Finds what changed from frame to frame; tests set one with other costs.
  @exclusivity(unchecked) var tracker = DamageTracker()
  /// What the last frame moved, drew and showed.
  @exclusivity(unchecked) private(set) var damage = Damage()
  /// Where the picture of the last frame is.
  @exclusivity(unchecked) private var lastPixels: UnsafeMutablePointer<UInt32>?
  /// Accelerated frames are drawn into this, which keeps what was presented.
  private var canvas: Texture?
  private var canvasCreations = 0
  /// Textures were lost since the last frame.
  private var lostTextures = false
  @exclusivity(unchecked) private var counted = RenderCounters()

  init(renderer: Renderer, engine: SDLTextEngine) {
    self.renderer = renderer
    slots = SlotTextures(renderer: renderer, engine: engine)
    images = ImageTextures(renderer: renderer)
    masks = ShapeMasks(renderer: renderer)
    target = FrameTarget(renderer: renderer)
    painter = CommandPainter(renderer: renderer, target: target, slots: slots, images: images, masks: masks)
  }

  var name: String { renderer.name }
  var isSynchronizedWithDisplay: Bool { renderer.isSynchronizedWithDisplay }

  var counters: RenderCounters {
    var counters = counted
    counters.textRasterized = slots.rasterizations
    counters.textReused = slots.reuses
    counters.textureCreations =
      slots.creations + images.creations + masks.creations + canvasCreations
      + painter.textureCreations
    counters.textTextures = slots.textureCount
    counters.textTextureBytes = slots.byteCount
    counters.missingGlyphs = slots.missingGlyphs
    return counters
  }

  /// Adds a frame to the counters.
  private func count(_ damage: borrowing Damage, isWhole: Bool) {
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

  private func drawDamage(of list: borrowing DisplayList, _ whole: PixelRect) {
    target.removeRegion()
    guard renderer.kind == .software else {
      tracker.note(list)
      damage.removeAll()
      damage.redraw.append(whole)
      damage.present.append(whole)
      target.addToRegion(whole)
      paint(list, whole)
      count(damage, isWhole: true)
      return
    }
    let pixels = renderer.windowPixels()
    if pixels?.base != lastPixels {
      // Other memory holds no picture yet.
      lastPixels = pixels?.base
      tracker.invalidate()
    }
    tracker.update(with: list, damage: &damage)
    if !damage.copies.isEmpty, pixels == nil {
      // What cannot be moved is drawn.
      tracker.invalidate()
      tracker.update(with: list, damage: &damage)
    }
    if let pixels {
      for copy in damage.copies {
        pixels.move(copy.area.intersection(whole), dx: copy.dx, dy: copy.dy)
      }
    }
    for rect in damage.redraw { target.addToRegion(rect.intersection(whole)) }
    paint(list, whole)
    count(damage, isWhole: damage.redraw.first.map { $0 == whole } ?? false)
  }

  private func paint(_ list: borrowing DisplayList, _ whole: PixelRect) {
    painter.draw(list, whole, grounds: tracker.grounds, texts: tracker.texts)
  }

  func present() {
    guard let canvas else {
      presentDamage()
      return
    }
    let whole = PixelRect(
      x: 0, y: 0, width: Int32(canvas.width), height: Int32(canvas.height))
    target.end()
    try? renderer.setTarget(nil)
    renderer.copy(canvas, from: whole, to: whole)
    renderer.present()
  }

  /// Shows the parts that changed; all of the window when the display refuses
  /// parts.
  private func presentDamage() {
    do throws(SDLError) {
      try damage.present.withUnsafeBufferPointer { rects throws(SDLError) in
        try renderer.present(rects)
      }
    } catch {
      tracker.invalidate()
      renderer.present()
    }
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
    painter.dropTextures()
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
}
