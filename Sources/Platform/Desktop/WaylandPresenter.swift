import Foundation
import Pixels

/// Shows a window's frames on a Wayland compositor from memory that both share, without OpenGL.
///
/// Frames lie on a surface of their own (a subsurface) that covers the window's surface. SDL owns that one, marks all
/// of it as changed with every frame, and has its scale and its viewport. On the subsurface only the changed areas are
/// damaged, and fractional scales are sharp. Pointer and touches go through it to the window's surface, whose memory is
/// never written: only its size counts.
///
/// The compositor says when the next frame is due (`wl_surface.frame`). A compositor that does not, because the window
/// is hidden or because it never does, gets a frame a second. A buffer that it keeps is not drawn into; once it has
/// asked for the next frame, buffers it still keeps of earlier ones are left to it and made anew.
///
/// Where the system has no memory for another buffer, those there are go on, the only one too, which is then drawn into while
/// the compositor may read it. Without memory for one, or for a new size of the window, nothing can be shown (`failure`).
@MainActor
package final class WaylandPresenter: FramePresenter {
  typealias Proxy = WaylandClient.Proxy

  /// Why frames cannot be shown this way.
  package struct Unavailable: Error, CustomStringConvertible {
    package let description: String
    /// The system lacks memory, and not the compositor an ability.
    package let isForMemory: Bool

    fileprivate init(_ description: String) {
      self.description = description
      isForMemory = false
    }

    fileprivate init(_ lack: SharedMemory.Failure) {
      description = "the system gives none for a window: \(lack)"
      isForMemory = true
    }
  }

  /// Seconds the compositor has for the list of what it offers.
  private static let patience = 5.0
  /// Seconds after which a frame is shown although the compositor has not asked for it.
  private static let slowestPace = 1.0
  /// Seconds that a frame which is not paced waits for the compositor to give a buffer back.
  private static let bufferPatience = 0.1
  /// Enough for a display that gives one back when it gets the next.
  private static let usualBuffers = 2
  /// Sides of more pixels are cut off, and so are more pixels in all: 512 MB.
  private static let longestSide = 16384.0
  private static let mostPixels = 1 << 27
  /// wl_shm's number of the format.
  private static let xrgb8888: UInt32 = 1

  private let client: WaylandClient
  /// The window's own surface, which is SDL's.
  private let windowSurface: Proxy
  /// Of the compositor, and so of the surface.
  private let surfaceVersion: UInt32
  private let compositor, sharedMemory: Proxy
  private let surface, subsurface: Proxy
  private let viewport: Proxy?
  private let fractionalScale: Proxy?
  /// Nil where the compositor does not tell when frames are shown.
  private let feedback: WaylandFeedback?
  /// Whether frames wait for the compositor to ask for them.
  private let isPaced: Bool

  private var ring = BufferRing()
  private var buffers: [Int: FrameBuffer] = [:]
  private var lastID = 0
  private var scratch = RectDifference()
  /// The buffer of the frame that was begun last.
  private var current: FrameBuffer?
  /// The extent of the frames, in pixels.
  private var extent: (width: Int32, height: Int32) = (0, 0)

  /// The extent that the window's surface shows, with its buffer.
  private var shownWindow: WindowExtent?
  private var windowBuffer: Proxy?
  /// The window's state is to be confirmed by a commit of its surface.
  private var isWindowStale = false
  /// The scale of the surface, where it has no viewport.
  private var shownScale: Int32 = 1
  /// The compositor's wish in 120ths; nil where it says nothing.
  private var wishedScale: UInt32?
  /// That has changed since the last `settle`.
  private var hasNewScale = false

  /// The compositor is to tell when the frame after the last one is due.
  private var frameCallback: Proxy?
  private var lastCommit = -Double.infinity
  /// The last frame was shown with the wish to be told of the next one.
  package private(set) var isPacedByDisplay = false
  /// The compositor does not give buffers back.
  private var keepsBuffers = false
  package private(set) var failure: String?

  /// Makes the surface, hidden until the first frame, and the memory of a first buffer.
  /// - Parameters:
  ///   - display: SDL's connection (`wl_display`), as long as this lives.
  ///   - surface: SDL's surface of the window, as long as this lives.
  ///   - isPaced: false for frames that follow each other as fast as they are drawn.
  /// - Throws: `Unavailable` where the compositor lacks something or does not answer, or where memory cannot be shared.
  package init(
    display: OpaquePointer, surface windowSurface: OpaquePointer, isPaced: Bool, window: WindowExtent
  ) throws(Unavailable) {
    guard let client = WaylandClient(display: display, queue: .own), let registry = client.makeRegistry() else {
      throw Unavailable("libwayland-client lacks a function")
    }
    let list = GlobalList()
    client.listen(to: registry, GlobalList.registryListener, for: list)
    guard let sync = client.makeSync() else {
      client.destroy(registry)
      throw Unavailable("the compositor cannot be asked")
    }
    client.listen(to: sync, GlobalList.syncListener, for: list)
    let isListed = client.wait(upTo: Self.patience) { list.isComplete }
    client.destroy(sync)
    // Globals that come and go later are not needed.
    defer { client.destroy(registry) }
    func bind(_ name: String, _ interface: WaylandClient.Interface, upTo version: UInt32 = 1) -> (Proxy, UInt32)? {
      guard let global = list.globals[name] else { return nil }
      let version = min(version, global.version)
      return client.bind(global.name, as: interface, version: version, by: registry).map { ($0, version) }
    }
    func bind(_ name: String, _ description: UnsafeRawPointer) -> Proxy? {
      list.globals[name].flatMap { client.bind($0.name, as: description, version: 1, by: registry) }
    }
    let missing = ["wl_compositor", "wl_subcompositor", "wl_shm"].filter { list.globals[$0] == nil }
    guard isListed, missing.isEmpty, let (compositor, version) = bind("wl_compositor", .compositor, upTo: 4),
      let (subcompositor, _) = bind("wl_subcompositor", .subcompositor),
      let (sharedMemory, _) = bind("wl_shm", .sharedMemory),
      let surface = client.make(.surface, version: version, by: 0, of: compositor, .new),
      let subsurface = client.make(
        .subsurface, version: 1, by: 1, of: subcompositor, .new, .object(surface), .object(windowSurface))
    else {
      throw Unavailable(
        isListed
          ? "the compositor lacks \(missing.joined(separator: ", "))" : "the compositor does not say what it offers")
    }
    client.destroy(subcompositor, by: 0)
    // Pointer and touches are for the surface below.
    if let region = client.make(.region, version: 1, by: 1, of: compositor, .new) {
      client.send(5, of: surface, .object(region))
      client.destroy(region, by: 0)
    }
    var viewport: Proxy?
    var fractionalScale: Proxy?
    if let viewporter = bind("wp_viewporter", WaylandExtensions.viewporter) {
      viewport = client.make(
        WaylandExtensions.viewport, version: 1, by: 1, of: viewporter, .new, .object(surface))
      client.destroy(viewporter, by: 0)
      if let manager = bind("wp_fractional_scale_manager_v1", WaylandExtensions.fractionalScaleManager) {
        fractionalScale = client.make(
          WaylandExtensions.fractionalScale, version: 1, by: 1, of: manager, .new, .object(surface))
        client.destroy(manager, by: 0)
      }
    }
    self.client = client
    self.windowSurface = windowSurface
    (self.compositor, self.sharedMemory, surfaceVersion) = (compositor, sharedMemory, version)
    (self.surface, self.subsurface, self.viewport, self.fractionalScale) = (
      surface, subsurface, viewport, fractionalScale
    )
    feedback = bind("wp_presentation", WaylandExtensions.presentation).map {
      WaylandFeedback(client: client, presentation: $0)
    }
    self.isPaced = isPaced
    if let fractionalScale { client.listen(to: fractionalScale, Self.scaleListener, for: self) }
    let size = pixelSize(of: window)
    let first: FrameBuffer?
    do throws(SharedMemory.Failure) {
      first = try makeBuffer(width: size.width, height: size.height)
    } catch {
      throw Unavailable(error)
    }
    guard first != nil else { throw Unavailable("the compositor cannot be asked") }
    client.flush()
  }

  isolated deinit {
    if let frameCallback { client.destroy(frameCallback) }
    removeBuffers()
    if let windowBuffer { client.destroy(windowBuffer, by: 0) }
    if let fractionalScale { client.destroy(fractionalScale, by: 0) }
    if let viewport { client.destroy(viewport, by: 0) }
    client.destroy(subsurface, by: 0)
    client.destroy(surface, by: 0)
    for proxy in [sharedMemory, compositor] { client.destroy(proxy) }
    client.flush()
  }

  // MARK: The window

  package func scale(of window: WindowExtent) -> Double {
    if let wishedScale, viewport != nil { return min(max(Double(wishedScale) / 120, 0.5), 8) }
    guard window.width > 0, window.pixelWidth > 0 else { return 1 }
    let scale = Double(window.pixelWidth) / Double(window.width)
    // A surface without a viewport has whole numbers of pixels to a unit.
    return min(max(viewport == nil ? scale.rounded() : scale, 1), 8)
  }

  package func pixelSize(of window: WindowExtent) -> (width: Int32, height: Int32) {
    let scale = scale(of: window)
    func pixels(_ units: Int32) -> Int32 {
      let units = Double(max(1, units))
      let shown = viewport == nil ? min(units, (Self.longestSide / scale).rounded(.down)) : units
      return Int32(max(1, min((shown * scale + 0.5).rounded(.down), Self.longestSide)))
    }
    let size = (width: pixels(window.width), height: pixels(window.height))
    let excess = Int(size.width) * Int(size.height) / Self.mostPixels
    return excess == 0 ? size : (size.width, size.height / Int32(2 * (excess + 1)) * 2)
  }

  /// The desktop has changed something about the window, and is to be told that the program knows.
  /// - Parameter isNew: the window comes on the desktop, with nothing to show yet.
  package func windowDidChange(isNew: Bool = false) {
    isWindowStale = true
    if isNew { shownWindow = nil }
  }

  /// Called when all events of the moment were delivered: hears what the compositor tells of frames, and confirms
  /// changes of the window that need no new frame.
  /// - Returns: whether the scale has changed since the last call.
  package func settle(_ window: WindowExtent) -> Bool {
    client.dispatch()
    if isWindowStale, shownWindow == window {
      isWindowStale = false
      client.send(Request.commit, of: windowSurface)
      client.flush()
    }
    defer { hasNewScale = false }
    return hasNewScale
  }

  // MARK: A frame

  package var frame: FrameMemory? { current?.frame }

  package func keepsFrame(width: Int32, height: Int32) -> Bool {
    ring.front != nil && extent == (width, height)
  }

  package func beginFrame(
    width: Int32, height: Int32, moves: UnsafeBufferPointer<FrameMove>, redraw: UnsafeBufferPointer<PixelRect>
  ) -> FrameMemory? {
    if extent != (width, height) {
      removeBuffers()
      extent = (width, height)
    }
    client.dispatch()
    guard let buffer = freeBuffer() else { return nil }
    if let front = ring.front.flatMap({ buffers[$0] }) {
      if front === buffer {
        for move in moves { buffer.frame.move(move.area, dx: move.dx, dy: move.dy) }
      } else {
        buffer.frame.carry(
          over: front.frame, moves: moves, stale: ring.stale(buffer.id), redraw: redraw, scratch: &scratch)
      }
    }
    current = buffer
    return buffer.frame
  }

  package func present(_ changes: UnsafeBufferPointer<PixelRect>, of window: WindowExtent, as number: Int?) {
    guard let buffer = current, !changes.isEmpty else { return }
    let isNewWindow = shownWindow != window
    if isNewWindow {
      do throws(SharedMemory.Failure) {
        guard try prepareWindow(window) else { return }
      } catch {
        return fail(error)
      }
    }
    client.send(Request.attach, of: surface, .object(buffer.proxy), .number(0 as Int32), .number(0 as Int32))
    damage(changes, of: window, isWhole: isNewWindow)
    isPacedByDisplay = isPaced
    if isPaced, frameCallback == nil {
      frameCallback = client.make(.callback, version: 1, by: Request.frame, of: surface, .new)
      if let frameCallback { client.listen(to: frameCallback, Self.frameListener, for: self) }
    }
    if let number { feedback?.ask(about: number, on: surface) }
    client.send(Request.commit, of: surface)
    if isNewWindow {
      // Both surfaces change at once.
      client.send(Request.commit, of: windowSurface)
      client.send(Request.setDesync, of: subsurface)
      isWindowStale = false
    }
    ring.show(buffer.id, changes: changes)
    lastCommit = MonotonicClock.seconds
    client.flush()
  }

  package func nextDisplayTime() -> (frame: Int, latency: Double?)? { feedback?.nextAnswer() }

  package var secondsUntilReady: Double {
    // Everything else waits for an answer of the compositor.
    if ring.place == .none, isPaced, frameCallback != nil { return .infinity }
    guard frameCallback != nil else { return 0 }
    return max(0, lastCommit + Self.slowestPace - MonotonicClock.seconds)
  }

  /// Numbers of the requests to a `wl_surface` and a `wl_subsurface`.
  private enum Request {
    static let attach: UInt32 = 1
    static let damage: UInt32 = 2
    static let frame: UInt32 = 3
    static let setOpaqueRegion: UInt32 = 4
    static let commit: UInt32 = 6
    static let setBufferScale: UInt32 = 8
    static let damageBuffer: UInt32 = 9
    static let setSync: UInt32 = 4
    static let setDesync: UInt32 = 5
  }

  private func fail(_ lack: SharedMemory.Failure) { failure = "there is no memory to share: \(lack)" }

  /// Tells the compositor of both surfaces' extents.
  /// - Returns: false when it cannot be told.
  private func prepareWindow(_ window: WindowExtent) throws(SharedMemory.Failure) -> Bool {
    // Its owner has said how many pixels there are to a unit.
    let limit = Int32(Self.longestSide)
    let scale = max(1, window.width > 0 ? window.pixelWidth / window.width : 1)
    let width = min(max(1, window.pixelWidth), limit / scale * scale)
    let height = min(max(1, window.pixelHeight), limit / scale * scale)
    let memory = try SharedMemory(count: Int(width) * Int(height) * 4, isMapped: false)
    guard let buffer = makeProxy(memory, width: width, height: height) else { return false }
    client.send(Request.setSync, of: subsurface)
    client.send(Request.attach, of: windowSurface, .object(buffer), .number(0 as Int32), .number(0 as Int32))
    client.send(
      Request.damage, of: windowSurface, .number(0 as Int32), .number(0 as Int32), .number(window.width),
      .number(window.height))
    if let old = windowBuffer { client.destroy(old, by: 0) }
    windowBuffer = buffer
    if let viewport {
      client.send(2, of: viewport, .number(max(1, window.width)), .number(max(1, window.height)))
    } else {
      let scale = Int32(self.scale(of: window))
      if scale != shownScale, surfaceVersion >= 3 { client.send(Request.setBufferScale, of: surface, .number(scale)) }
      shownScale = scale
    }
    if let region = client.make(.region, version: 1, by: 1, of: compositor, .new) {
      client.send(
        1, of: region, .number(0 as Int32), .number(0 as Int32), .number(window.width), .number(window.height))
      client.send(Request.setOpaqueRegion, of: surface, .object(region))
      client.destroy(region, by: 0)
    }
    shownWindow = window
    return true
  }

  /// More rectangles than these are told as the one around them.
  private static let mostRects = 16

  private func damage(_ changes: UnsafeBufferPointer<PixelRect>, of window: WindowExtent, isWhole: Bool) {
    let inPixels = surfaceVersion >= 4
    func tell(_ rect: PixelRect) {
      if inPixels {
        client.send(
          Request.damageBuffer, of: surface, .number(rect.x), .number(rect.y), .number(rect.width),
          .number(rect.height))
        return
      }
      // In the desktop's units, whole ones.
      let scale = scale(of: window)
      func units(_ pixels: Int32, _ rule: FloatingPointRoundingRule) -> Int32 {
        Int32((Double(pixels) / scale).rounded(rule))
      }
      let (x, y) = (units(rect.x, .down), units(rect.y, .down))
      client.send(
        Request.damage, of: surface, .number(x), .number(y), .number(units(rect.maxX, .up) - x),
        .number(units(rect.maxY, .up) - y))
    }
    if isWhole { return tell(PixelRect(x: 0, y: 0, width: extent.width, height: extent.height)) }
    guard changes.count > Self.mostRects else { return changes.forEach(tell) }
    tell(changes.dropFirst().reduce(changes[0]) { $0.union($1) })
  }

  private func frameIsDue() {
    if let frameCallback { client.destroy(frameCallback) }
    frameCallback = nil
  }

  private func scaleIsWished(_ scale: UInt32) {
    guard scale > 0, scale != wishedScale else { return }
    wishedScale = scale
    hasNewScale = true
    shownWindow = nil
  }

  // MARK: Buffers

  private func freeBuffer() -> FrameBuffer? {
    if !isPaced, !keepsBuffers, !ring.hasFree, ring.ids.count >= min(Self.usualBuffers, ring.room) {
      // Waiting buffers would only make each frame touch more memory.
      keepsBuffers = !client.wait(upTo: Self.bufferPatience) { ring.hasFree }
    }
    if ring.place == .none, frameCallback == nil, let oldest = ring.removeOldest() { removeBuffer(oldest) }
    switch ring.place {
    case .free(let id): return buffers[id]
    case .new:
      do throws(SharedMemory.Failure) {
        return try makeBuffer(width: extent.width, height: extent.height)
      } catch {
        return bufferOfSmallerRing(error)
      }
    case .none: return frameCallback == nil ? frontBuffer : nil
    }
  }

  private var frontBuffer: FrameBuffer? { ring.front.flatMap { buffers[$0] } }

  /// A buffer of those there are, where there is no memory for another.
  private func bufferOfSmallerRing(_ lack: SharedMemory.Failure) -> FrameBuffer? {
    ring.stopGrowing()
    guard let frontBuffer else {
      fail(lack)
      return nil
    }
    _ = client.wait(upTo: Self.bufferPatience) { ring.hasFree }
    if case .free(let id) = ring.place { return buffers[id] }
    return frontBuffer
  }

  /// - Returns: nil when the compositor cannot be told of it.
  private func makeBuffer(width: Int32, height: Int32) throws(SharedMemory.Failure) -> FrameBuffer? {
    let memory = try SharedMemory(count: Int(width) * Int(height) * 4, isMapped: true)
    guard let base = memory.base, let proxy = makeProxy(memory, width: width, height: height) else { return nil }
    lastID += 1
    let frame = FrameMemory(
      base: base.assumingMemoryBound(to: UInt32.self), stride: Int(width), width: width, height: height)
    let buffer = FrameBuffer(id: lastID, proxy: proxy, memory: memory, frame: frame, presenter: self)
    client.listen(to: proxy, FrameBuffer.listener, for: buffer)
    buffers[lastID] = buffer
    ring.add(lastID, whole: PixelRect(x: 0, y: 0, width: width, height: height))
    extent = (width, height)
    return buffer
  }

  private func makeProxy(_ memory: borrowing SharedMemory, width: Int32, height: Int32) -> Proxy? {
    guard
      let pool = client.make(
        .pool, version: 1, by: 0, of: sharedMemory, .new, .number(memory.descriptor),
        .number(Int32(clamping: memory.count)))
    else { return nil }
    defer { client.destroy(pool, by: 1) }
    return client.make(
      .buffer, version: 1, by: 0, of: pool, .new, .number(0 as Int32), .number(width), .number(height),
      .number(width * 4),
      .number(Self.xrgb8888))
  }

  private func removeBuffer(_ id: Int) {
    guard let buffer = buffers.removeValue(forKey: id) else { return }
    client.destroy(buffer.proxy, by: 0)
    if current === buffer { current = nil }
  }

  /// The compositor goes on to show what it has: it has memory of its own of it.
  private func removeBuffers() {
    for id in ring.ids { removeBuffer(id) }
    ring.removeAll()
  }

  fileprivate func release(_ buffer: FrameBuffer) { ring.release(buffer.id) }

  // MARK: Listeners

  private typealias Data = UnsafeMutableRawPointer

  private static let frameListener: WaylandListener = {
    let done: @convention(c) (Data?, Proxy?, UInt32) -> Void = { data, _, _ in
      WaylandListener.tell(data, WaylandPresenter.self) { $0.frameIsDue() }
    }
    return WaylandListener(done)
  }()

  private static let scaleListener: WaylandListener = {
    let preferred: @convention(c) (Data?, Proxy?, UInt32) -> Void = { data, _, scale in
      WaylandListener.tell(data, WaylandPresenter.self) { $0.scaleIsWished(scale) }
    }
    return WaylandListener(preferred)
  }()
}

/// The globals a compositor offers when it is asked for the first time.
@MainActor
private final class GlobalList {
  private(set) var globals: [String: (name: UInt32, version: UInt32)] = [:]
  private(set) var isComplete = false

  private typealias Data = UnsafeMutableRawPointer
  private typealias Proxy = WaylandClient.Proxy

  static let registryListener: WaylandListener = {
    let global: @convention(c) (Data?, Proxy?, UInt32, UnsafePointer<CChar>, UInt32) -> Void = {
      data, _, name, interface, version in
      let interface = String(cString: interface)
      WaylandListener.tell(data, GlobalList.self) {
        if $0.globals[interface] == nil { $0.globals[interface] = (name, version) }
      }
    }
    let remove: @convention(c) (Data?, Proxy?, UInt32) -> Void = { _, _, _ in }
    return WaylandListener(global, remove)
  }()

  static let syncListener: WaylandListener = {
    let done: @convention(c) (Data?, Proxy?, UInt32) -> Void = { data, _, _ in
      WaylandListener.tell(data, GlobalList.self) { $0.isComplete = true }
    }
    return WaylandListener(done)
  }()
}

/// Memory for one frame, which the compositor reads.
@MainActor
private final class FrameBuffer {
  let id: Int
  let proxy: WaylandClient.Proxy
  let frame: FrameMemory
  private let memory: SharedMemory
  private unowned let presenter: WaylandPresenter

  init(
    id: Int, proxy: WaylandClient.Proxy, memory: consuming SharedMemory, frame: FrameMemory, presenter: WaylandPresenter
  ) {
    self.id = id
    self.proxy = proxy
    self.memory = memory
    self.frame = frame
    self.presenter = presenter
  }

  static let listener: WaylandListener = {
    let release: @convention(c) (UnsafeMutableRawPointer?, WaylandClient.Proxy?) -> Void = { data, _ in
      WaylandListener.tell(data, FrameBuffer.self) { $0.presenter.release($0) }
    }
    return WaylandListener(release)
  }()
}
