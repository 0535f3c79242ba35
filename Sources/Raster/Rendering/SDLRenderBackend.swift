internal import Desktop
import Foundation
internal import ImageFiles
import Pixels
package import SDL
import UIKitCore

/// Draws display lists with SDL's renderer: finds what changed since the last frame, has that drawn, and shows it.
///
/// The picture of the last frame is kept, in the window's memory by a software renderer, in a texture by an accelerated
/// one: what only scrolled is moved there, what changed is drawn anew. Both are shown in parts where the display can,
/// else all of the picture is shown. An accelerated renderer that cannot draw into textures draws every frame whole.
@MainActor
package final class SDLRenderBackend: RenderBackend {
  let renderer: Renderer
  let slots: SlotTextures
  private let images: ImageTextures
  private let masks: ShapeMasks
  private let target: FrameTarget
  private let painter: CommandPainter
  /// Finds what changed from frame to frame; tests set one with other costs.
  var tracker: DamageTracker
  /// The areas that the last frame moved, drew and showed.
  private(set) var damage = Damage()
  /// Where the picture of the last frame is.
  private var lastPixels: UnsafeMutablePointer<UInt32>?
  /// Where an accelerated renderer keeps the picture; nil until the first frame, and where it cannot.
  private var keptPicture: FrameTexture?
  /// Textures of pictures before this one.
  private var pictureTextures = 0
  /// The driver refused to make a picture of this extent.
  private var refusedExtent: PixelRect?
  /// Where the pixels that move arrive.
  private var arrivals: ContiguousArray<PixelRect> = []
  /// The blocks that move, as a presenter takes them.
  private var moves: ContiguousArray<FrameMove> = []
  /// Textures were lost since the last frame.
  private var lostTextures = false
  private var counted = RenderCounters()

  /// Pixels that cost an accelerated renderer as much as a rectangle.
  private static let acceleratedRectangleCost = 3000

  /// - Parameter reason: why this renderer was taken.
  package init(renderer: Renderer, engine: SDLTextEngine, reason: String = "") {
    self.renderer = renderer
    self.reason = reason
    tracker =
      renderer.kind == .software ? DamageTracker() : DamageTracker(rectangleCost: Self.acceleratedRectangleCost)
    slots = SlotTextures(renderer: renderer, engine: engine)
    images = ImageTextures(renderer: renderer)
    masks = ShapeMasks(renderer: renderer)
    target = FrameTarget(renderer: renderer)
    painter = CommandPainter(renderer: renderer, target: target, slots: slots, images: images, masks: masks)
  }

  package let reason: String
  package var name: String { renderer.name }
  package var picture: String {
    if renderer.presenter != nil { return "kept in shared memory, shown in parts" }
    guard renderer.kind == .accelerated else { return "kept in memory, shown in parts" }
    guard keptPicture != nil else { return "not kept, drawn whole" }
    return switch renderer.presentation {
    case .parts: "kept in a texture, shown in parts"
    case .whole: "kept in a texture, shown whole"
    }
  }
  package var isSynchronizedWithDisplay: Bool {
    renderer.presenter?.isPacedByDisplay ?? renderer.isSynchronizedWithDisplay
  }
  package var secondsUntilReady: TimeInterval { renderer.presenter?.secondsUntilReady ?? 0 }

  package var counters: RenderCounters {
    var counters = counted
    counters.textRasterized = slots.rasterizations
    counters.textReused = slots.reuses
    counters.textureCreations =
      slots.creations + images.creations + masks.creations + pictureTextures + (keptPicture?.textureCreations ?? 0)
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

  package func draw(_ list: borrowing DisplayList) -> Bool {
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
    guard !whole.isEmpty else { return true }
    target.removeRegion()
    if let presenter = renderer.presenter {
      drawFrame(list, whole, for: presenter)
    } else if renderer.kind == .software {
      drawInMemory(list, whole)
    } else if !drawOnPicture(list, whole) {
      drawWhole(list, whole)
    }
    return true
  }

  /// Draws what changed into the window's memory.
  private func drawInMemory(_ list: borrowing DisplayList, _ whole: PixelRect) {
    let pixels = renderer.windowPixels()
    if pixels?.base != lastPixels {
      // Other memory holds no picture yet.
      lastPixels = pixels?.base
      tracker.invalidate()
    }
    tracker.update(with: list, damage: &damage)
    if !damage.copies.isEmpty, pixels == nil {
      // Without a kept picture everything is drawn.
      tracker.invalidate()
      tracker.update(with: list, damage: &damage)
    }
    if let pixels {
      for copy in damage.copies {
        pixels.move(copy.area.intersection(whole), dx: copy.dx, dy: copy.dy)
      }
    }
    paintDamage(of: list, whole)
  }

  /// Draws what changed into the memory that a presenter gives.
  private func drawFrame(_ list: borrowing DisplayList, _ whole: PixelRect, for presenter: any FramePresenter) {
    if !presenter.keepsFrame(width: whole.width, height: whole.height) { tracker.invalidate() }
    tracker.update(with: list, damage: &damage)
    guard !damage.redraw.isEmpty || !damage.copies.isEmpty else { return }
    moves.removeAll(keepingCapacity: true)
    for copy in damage.copies {
      moves.append(FrameMove(area: copy.area.intersection(whole), dx: copy.dx, dy: copy.dy))
    }
    let memory = moves.withUnsafeBufferPointer { moves in
      damage.redraw.withUnsafeBufferPointer {
        presenter.beginFrame(width: whole.width, height: whole.height, moves: moves, redraw: $0)
      }
    }
    guard memory != nil else {
      // The next frame shows what this one does not.
      tracker.invalidate()
      return damage.removeAll()
    }
    paintDamage(of: list, whole)
  }

  /// Draws what changed into the picture of an accelerated renderer.
  /// - Returns: false without such a picture: nothing was drawn.
  private func drawOnPicture(_ list: borrowing DisplayList, _ whole: PixelRect) -> Bool {
    guard let picture = makePicture(whole) else { return false }
    tracker.update(with: list, damage: &damage)
    do throws(SDLError) {
      arrivals.removeAll(keepingCapacity: true)
      for copy in damage.copies {
        let area = copy.area.intersection(whole)
        let arrival = area.intersection(area.translated(dx: copy.dx, dy: copy.dy))
        if !arrival.isEmpty { arrivals.append(arrival) }
      }
      let way = damage.copies.first
      try arrivals.withUnsafeBufferPointer { arrivals throws(SDLError) in
        try picture.move(to: arrivals, dx: way?.dx ?? 0, dy: way?.dy ?? 0)
      }
    } catch {
      pictureTextures += picture.textureCreations
      keptPicture = nil
      refusedExtent = whole
      return false
    }
    paintDamage(of: list, whole)
    target.end()
    return true
  }

  /// Draws all of the list into the window, which keeps nothing.
  private func drawWhole(_ list: borrowing DisplayList, _ whole: PixelRect) {
    try? renderer.setTarget(nil)
    tracker.note(list)
    damage.removeAll()
    damage.redraw.append(whole)
    damage.present.append(whole)
    paintDamage(of: list, whole)
    target.end()
  }

  private func paintDamage(of list: borrowing DisplayList, _ whole: PixelRect) {
    for rect in damage.redraw { target.addToRegion(rect.intersection(whole)) }
    painter.draw(list, whole, grounds: tracker.grounds, texts: tracker.texts)
    count(damage, isWhole: damage.redraw.first.map { $0 == whole } ?? false)
  }

  /// Shows the parts that changed; all of the window when the display refuses
  /// parts.
  package func present(as number: Int? = nil) {
    do throws(SDLError) {
      try damage.present.withUnsafeBufferPointer { rects throws(SDLError) in
        if let keptPicture {
          try keptPicture.present(rects)
        } else if renderer.kind == .software {
          try renderer.present(rects, as: number)
        } else {
          renderer.present()
        }
      }
    } catch {
      tracker.invalidate()
      renderer.present()
    }
  }

  package func nextDisplayTime() -> (frame: Int, latency: TimeInterval?)? { renderer.presenter?.nextDisplayTime() }

  package func invalidate() { tracker.invalidate() }

  package func upload(_ bitmap: Bitmap, as id: ImageID) { images.upload(bitmap, as: id) }

  /// The picture that was last drawn.
  func snapshot() throws(SDLError) -> Surface {
    try keptPicture?.becomeTarget()
    defer { if keptPicture != nil { try? renderer.setTarget(nil) } }
    return try renderer.snapshot()
  }

  package func writeScreenshot(to path: String) throws {
    let png = try snapshot().pngFile()
    let file = try OutputFile(path: path)
    try png.withUnsafeBytes { try file.append($0) }
    try file.finish()
  }

  /// Called when the device lost its textures, or what was drawn into them: the
  /// next frame makes them anew.
  package func dropTextures() {
    slots.dropTextures()
    images.dropTextures()
    masks.removeAll()
    painter.dropTextures()
    dropPicture()
    lostTextures = true
    tracker.invalidate()
  }

  /// The picture of an accelerated renderer; nil where the driver cannot make one of that extent.
  private func makePicture(_ whole: PixelRect) -> FrameTexture? {
    let (width, height) = (Int(whole.width), Int(whole.height))
    if let keptPicture, keptPicture.width == width, keptPicture.height == height { return keptPicture }
    guard whole != refusedExtent else { return nil }
    dropPicture()
    // A new picture holds nothing yet.
    tracker.invalidate()
    do throws(SDLError) {
      keptPicture = try FrameTexture(renderer: renderer, width: width, height: height)
    } catch {
      refusedExtent = whole
    }
    return keptPicture
  }

  private func dropPicture() {
    pictureTextures += keptPicture?.textureCreations ?? 0
    keptPicture = nil
    refusedExtent = nil
  }
}
