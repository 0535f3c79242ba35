package import Desktop
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
  /// The renderer, and all that is made with it.
  private var pipeline: RenderPipeline
  private let engine: SDLTextEngine
  /// Finds what changed from frame to frame; tests set one with other costs.
  var tracker: DamageTracker
  /// The areas that the last frame moved, drew and showed.
  private(set) var damage = Damage()
  /// Where the picture of the last frame is.
  private var lastPixels: UnsafeMutablePointer<UInt32>?
  /// Where the pixels that move arrive.
  private var arrivals: ContiguousArray<PixelRect> = []
  /// The blocks that move, as a presenter takes them.
  private var moves: ContiguousArray<FrameMove> = []
  /// Textures were lost since the last frame.
  private var lostTextures = false
  /// The work on damage, and that of renderers before this one.
  private var counted = RenderCounters()
  /// Times the frames of an accelerated renderer.
  private var trial: FrameTrial?
  /// The presenter whose last frame the window shows until an accelerated renderer has shown its first one.
  private var coveringPresenter: (any FramePresenter)?

  /// Pixels that cost an accelerated renderer as much as a rectangle.
  private static let acceleratedRectangleCost = 3000

  /// - Parameter reason: why this renderer was taken.
  package init(renderer: Renderer, engine: SDLTextEngine, reason: String = "") {
    self.reason = reason
    self.engine = engine
    tracker = Self.tracker(for: renderer)
    pipeline = RenderPipeline(renderer: renderer, engine: engine)
  }

  private static func tracker(for renderer: Renderer, after other: DamageTracker? = nil) -> DamageTracker {
    renderer.kind == .software
      ? DamageTracker(textsOf: other) : DamageTracker(rectangleCost: acceleratedRectangleCost, textsOf: other)
  }

  /// Called in a frame that the presenter cannot show, nor any other from then on, with the reason.
  package var presenterDidFail: (@MainActor (String) -> Void)?
  /// Why this renderer draws. Replaced when more is known than when the renderer was taken.
  package var reason: String
  var renderer: Renderer { pipeline.renderer }
  var slots: SlotTextures { pipeline.slots }
  var images: ImageTextures { pipeline.images }
  package var name: String { renderer.name }
  /// Gives the memory that is drawn into, and shows it; nil where SDL does.
  package var presenter: (any FramePresenter)? { renderer.presenter }
  package var picture: String {
    let renderer = renderer
    if renderer.presenter != nil { return "kept in shared memory, shown in parts" }
    guard renderer.kind == .accelerated else { return "kept in memory, shown in parts" }
    guard pipeline.picture != nil else { return "not kept, drawn whole" }
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
    pipeline.addWork(to: &counters)
    counters.textTextures = slots.textureCount
    counters.textTextureBytes = slots.byteCount
    return counters
  }

  /// Adds a frame to the counters.
  private func count(_ damage: borrowing Damage, isWhole: Bool) {
    counted.work.pixelsDrawn += damage.redrawnArea
    counted.work.pixelsCopied += damage.copiedArea
    counted.work.pixelsPresented += damage.presentedArea
    counted.work.rectsPresented += damage.present.count
    if isWhole { counted.work.fullRedraws += 1 }
  }

  // MARK: A frame

  package func draw(_ list: borrowing DisplayList) -> Bool {
    if lostTextures {
      lostTextures = false
      return false
    }
    let pipeline = pipeline
    let (renderer, slots) = (pipeline.renderer, pipeline.slots)
    for slot in list.releasedSlots { slots.release(slot) }
    for image in list.releasedImages { pipeline.images.release(image) }
    slots.beginFrame()
    for index in list.textUpdates.indices { slots.update(list.textUpdates[index]) }

    let size = renderer.kind == .software ? renderer.outputSize : renderer.window.pixelSize
    let whole = PixelRect(
      x: 0, y: 0, width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    guard !whole.isEmpty else { return true }
    let windowPixels = size.width * size.height
    slots.dropSurplus(in: list, windowPixels: windowPixels)
    pipeline.images.beginFrame(list, windowPixels: windowPixels)
    pipeline.target.removeRegion()
    if let presenter = renderer.presenter {
      drawFrame(list, whole, for: presenter)
    } else if renderer.kind == .software {
      drawInMemory(list, whole)
    } else {
      trial?.frameBegins(newPictures: pipeline.newPictures)
      if !drawOnPicture(list, whole) { drawWhole(list, whole) }
      trial?.frameEnds(newPictures: pipeline.newPictures, isEmpty: damage.redraw.isEmpty) { renderer.finish() }
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
    prepareBackdrop(whole, canTake: pixels != nil)
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
    prepareBackdrop(whole, canTake: true)
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
    guard let picture = pipeline.picture(of: whole, whenMade: { tracker.invalidate() }) else { return false }
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
      pipeline.refusePicture(of: whole)
      return false
    }
    paintDamage(of: list, whole)
    pipeline.target.end()
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
    pipeline.target.end()
  }

  /// Keeps or takes the picture of what lies below a shade, in frames that are drawn into memory.
  private func prepareBackdrop(_ whole: PixelRect, canTake: Bool) {
    guard canTake else { return pipeline.backdrop.forget() }
    guard pipeline.backdrop.prepare(for: tracker.shade, whole) else { return }
    damage.redraw.removeAll(keepingCapacity: true)
    damage.redraw.append(whole)
  }

  /// The picture of what lies below a shade over the window.
  var backdrop: Backdrop { pipeline.backdrop }

  private func paintDamage(of list: borrowing DisplayList, _ whole: PixelRect) {
    let pipeline = pipeline
    for rect in damage.redraw { pipeline.target.addToRegion(rect.intersection(whole)) }
    pipeline.painter.draw(
      list, whole, grounds: tracker.grounds, texts: tracker.texts, hiding: tracker.hiding)
    count(damage, isWhole: damage.redraw.first.map { $0 == whole } ?? false)
  }

  /// Shows the parts that changed; all of the window when the display refuses
  /// parts.
  package func present(as number: Int? = nil) {
    let pipeline = pipeline
    do throws(SDLError) {
      try damage.present.withUnsafeBufferPointer { rects throws(SDLError) in
        if pipeline.renderer.kind == .software {
          try pipeline.renderer.present(rects, as: number)
        } else {
          try presentAccelerated(rects, pipeline)
        }
      }
    } catch {
      tracker.invalidate()
      pipeline.renderer.present()
    }
    if let failure = pipeline.renderer.presenter?.failure { presenterDidFail?(failure) }
  }

  private func presentAccelerated(
    _ rects: UnsafeBufferPointer<PixelRect>, _ pipeline: RenderPipeline
  ) throws(SDLError) {
    if let picture = pipeline.picture {
      try picture.present(rects)
    } else {
      pipeline.renderer.present()
    }
    coveringPresenter = nil
    guard let cost = trial?.median, let completion = trial?.completion else { return }
    trial = nil
    completion(cost)
  }

  package func nextDisplayTime() -> (frame: Int, latency: TimeInterval?)? { renderer.presenter?.nextDisplayTime() }

  package func invalidate() { tracker.invalidate() }

  package func upload(_ bitmap: Bitmap, as id: ImageID) { pipeline.images.upload(bitmap, as: id) }

  /// The picture that was last drawn.
  package func snapshot() throws(SDLError) -> Surface {
    try pipeline.picture?.becomeTarget()
    defer { if pipeline.picture != nil { try? renderer.setTarget(nil) } }
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
    pipeline.dropTextures()
    lostTextures = true
    tracker.invalidate()
  }

  // MARK: Another renderer

  /// Has another renderer draw from the next frame on, which draws all of the window.
  ///
  /// Called between two frames. The texts and images that were given are kept, and their textures made anew; the
  /// counters go on. What the window shows stays there until the next frame, as far as the display keeps it.
  /// - Parameters:
  ///   - reason: why the renderer is exchanged.
  ///   - isSDLs: whether SDL shows what the new one draws. SDL gives a window one renderer at a time: the present one is
  ///     gone before another of SDL's is made.
  ///   - make: makes the new one, for the same window.
  ///   - again: makes one like the present one, where that is gone and `make` has failed.
  /// - Throws: what `make` threw, with the present renderer, or one from `again`, drawing on; what `again` threw: nothing
  ///   can be drawn then, and `canDraw` is false.
  package func exchangeRenderer(
    reason: String, isSDLs: Bool, make: () throws(SDLError) -> Renderer, again: () throws(SDLError) -> Renderer
  ) throws(SDLError) {
    let covering = presenter
    if isSDLs, covering == nil {
      take(try Renderer(window: renderer.window, presenter: NoPresenter()))
      do throws(SDLError) {
        take(try make())
      } catch {
        take(try again())
        throw error
      }
    } else {
      do throws(SDLError) {
        take(try make())
      } catch {
        renderer.measureWindow()
        throw error
      }
      if renderer.kind == .accelerated { coveringPresenter = covering }
    }
    self.reason = reason
  }

  /// False when a renderer was given away and none could be made.
  package var canDraw: Bool { !(presenter is NoPresenter) }

  private func take(_ renderer: Renderer) {
    pipeline.addWork(to: &counted)
    // The old renderer is freed here, with all of its textures.
    pipeline = RenderPipeline(renderer: renderer, engine: engine, contentsOf: pipeline)
    trial = nil
    lastPixels = nil
    damage.removeAll()
    tracker = Self.tracker(for: renderer, after: tracker)
    guard renderer.kind == .accelerated else { return }
    let size = renderer.window.pixelSize
    // So that `picture` is true from now on.
    _ = pipeline.picture(
      of: PixelRect(x: 0, y: 0, width: Int32(clamping: size.width), height: Int32(clamping: size.height)))
  }

  /// Times the coming frames of an accelerated renderer, from the first command until all is drawn, without waiting for
  /// the display. Ends with the renderer, or with another call.
  ///
  /// A frame that makes new textures or draws new texts is not counted: that costs any renderer the same, or is done once.
  /// - Parameters:
  ///   - frames: how many, at least 1.
  ///   - completion: called between two frames with the median of their times, in seconds; never where there are fewer.
  package func timeFrames(_ frames: Int, completion: @escaping @MainActor (_ median: TimeInterval) -> Void) {
    trial = renderer.kind == .accelerated ? FrameTrial(frames: frames, completion: completion) : nil
  }
}

/// Shows nothing, in the place of a renderer that is gone.
@MainActor
private final class NoPresenter: FramePresenter {
  func scale(of window: WindowExtent) -> Double {
    window.width > 0 ? Double(window.pixelWidth) / Double(window.width) : 1
  }
  func pixelSize(of window: WindowExtent) -> (width: Int32, height: Int32) { (0, 0) }
  func keepsFrame(width: Int32, height: Int32) -> Bool { false }
  func beginFrame(
    width: Int32, height: Int32, moves: UnsafeBufferPointer<FrameMove>, redraw: UnsafeBufferPointer<PixelRect>
  ) -> FrameMemory? { nil }
  var frame: FrameMemory? { nil }
  func present(_ changes: UnsafeBufferPointer<PixelRect>, of window: WindowExtent, as number: Int?) {}
  var failure: String? { nil }
  func nextDisplayTime() -> (frame: Int, latency: Double?)? { nil }
  var secondsUntilReady: Double { 0 }
  var isPacedByDisplay: Bool { false }
}

/// The times of some frames.
private struct FrameTrial {
  let completion: @MainActor (TimeInterval) -> Void
  private let frames: Int
  private var times: ContiguousArray<TimeInterval> = []
  private var start = 0.0
  private var picturesBefore = 0

  init(frames: Int, completion: @escaping @MainActor (TimeInterval) -> Void) {
    self.completion = completion
    self.frames = max(1, frames)
  }

  /// - Parameter newPictures: made so far.
  mutating func frameBegins(newPictures: Int) {
    picturesBefore = newPictures
    start = Ticks.seconds
  }

  /// - Parameter finish: waits until all is drawn.
  mutating func frameEnds(newPictures: Int, isEmpty: Bool, finish: () -> Void) {
    finish()
    guard newPictures == picturesBefore, !isEmpty, times.count < frames else { return }
    times.append(Ticks.seconds - start)
  }

  /// Nil before the last frame.
  var median: TimeInterval? { times.count < frames ? nil : times.sorted()[times.count / 2] }
}
