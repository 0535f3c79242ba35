internal import CSDL2
package import Desktop
import Foundation
import Pixels
import Primitives

/// Draws into one window. Everything is in device pixels, y down.
///
/// Commands are queued by SDL and run at `present`, or when pixels are read.
@MainActor
package final class Renderer {
  /// Which of SDL's renderers to make.
  package enum Kind: Sendable {
    /// Draws in memory and hands the window surface to the display; where
    /// `presentsMemory`, past any OpenGL that SDL would put in between.
    case software
    /// Draws on the graphics processor, or what poses as one.
    case accelerated
  }

  /// The window must outlive its renderer.
  package let window: Window
  /// SDL's name of the renderer: "software", "opengl", "opengles2".
  package let name: String
  /// Whether "accelerated" means Mesa drawing on the processor, which is slower
  /// than SDL doing so itself.
  package let isEmulated: Bool
  /// The kind that was requested.
  package let kind: Kind
  /// Whether `present` waits for the display.
  package let isSynchronizedWithDisplay: Bool
  /// The buffer that can be shown in parts; nil where the window is always shown as a whole.
  let backBuffer: BackBuffer?
  /// Gives the memory that is drawn into, and shows it; nil where SDL does.
  package let presenter: (any FramePresenter)?
  let handle: OpaquePointer
  /// The surface SDL draws into instead of a window, where there is a presenter.
  private let stand: UnsafeMutablePointer<SDL_Surface>?
  /// The last clip; nil for none.
  private var clip: PixelRect?
  /// Where triangles are drawn, where there is a presenter.
  private var canvas: (texture: OpaquePointer, width: Int32, height: Int32)?
  private var drawColor: DrawColor?
  private var isBlending: Bool?

  /// - Parameters:
  ///   - synchronized: wait for the display in `present`, where the renderer can.
  ///   - name: SDL's name of the one renderer that will do; nil for the best. A window that was made for another one is
  ///     made anew for it, with the desktop knowing nothing of the old one.
  /// - Throws: `SDLError` when the driver has no such renderer, or when the window has a renderer of SDL's already.
  package init(
    window: Window, kind: Kind, synchronized: Bool, named wantedName: String? = nil
  ) throws(SDLError) {
    self.window = window
    self.kind = kind
    var flags: UInt32
    switch kind {
    case .software:
      if Self.presentsMemory(on: window) { SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0") }
      flags = SDL_RENDERER_SOFTWARE.rawValue
    case .accelerated:
      flags = SDL_RENDERER_ACCELERATED.rawValue | SDL_RENDERER_TARGETTEXTURE.rawValue
      if synchronized { flags |= SDL_RENDERER_PRESENTVSYNC.rawValue }
    }
    // By its name, because otherwise SDL takes the driver that SDL_RENDER_DRIVER names, for memory, too.
    let driver = wantedName ?? (kind == .software ? "software" : nil)
    let index = try driver.map { name throws(SDLError) in try Self.index(ofDriver: name) } ?? -1
    let handle = try check("SDL_CreateRenderer") {
      SDL_CreateRenderer(window.handle, index, flags)
    }
    var info = SDL_RendererInfo()
    guard SDL_GetRendererInfo(handle, &info) == 0 else {
      let error = SDLError.last("SDL_GetRendererInfo")
      SDL_DestroyRenderer(handle)
      throw error
    }
    name = String(cString: info.name)
    // SDL 3 takes its own drawing in memory for accelerated; only a user who wants just that gets it.
    guard kind == .software || name != "software" || SDLContext.hint(SDL_HINT_RENDER_DRIVER) == name else {
      SDL_DestroyRenderer(handle)
      throw SDLError(function: "SDL_CreateRenderer", reason: "Couldn't find matching render driver")
    }
    self.handle = handle
    presenter = nil
    stand = nil
    let isEmulated = Self.isEmulated(rendererName: name)
    backBuffer =
      kind == .accelerated
      ? BackBuffer(isEmulated: isEmulated, videoDriver: window.videoDriver, rendererName: name) : nil
    isSynchronizedWithDisplay =
      kind == .accelerated && backBuffer == nil && info.flags & SDL_RENDERER_PRESENTVSYNC.rawValue != 0
    self.isEmulated = isEmulated
    measureWindow()
  }

  /// A software renderer that draws into the memory of a presenter.
  /// - Throws: `SDLError` when there is no memory.
  package init(window: Window, presenter: any FramePresenter) throws(SDLError) {
    self.window = window
    self.presenter = presenter
    kind = .software
    backBuffer = nil
    isSynchronizedWithDisplay = false
    isEmulated = false
    // A software renderer wants a surface; what it is asked to draw is drawn elsewhere.
    let stand = try check("SDL_CreateRGBSurfaceWithFormat") {
      SDL_CreateRGBSurfaceWithFormat(0, 1, 1, 32, SDL_PIXELFORMAT_RGB888.rawValue)
    }
    do throws(SDLError) {
      handle = try check("SDL_CreateSoftwareRenderer") { SDL_CreateSoftwareRenderer(stand) }
    } catch {
      SDL_FreeSurface(stand)
      throw error
    }
    self.stand = stand
    name = "software"
    measureWindow()
  }

  /// Has the window tell its size in the pixels of this renderer. Called when it is made, and when another one that was
  /// made for the window is given up.
  package func measureWindow() {
    window.isDrawnInMemory = kind == .software && presenter == nil
    window.presenter = presenter
  }

  isolated deinit {
    if let canvas { SDL_DestroyTexture(canvas.texture) }
    SDL_DestroyRenderer(handle)
    if let stand { SDL_FreeSurface(stand) }
  }

  /// SDL's number of a driver of renderers.
  private static func index(ofDriver name: String) throws(SDLError) -> Int32 {
    var info = SDL_RendererInfo()
    for index in 0..<max(0, SDL_GetNumRenderDrivers())
    where SDL_GetRenderDriverInfo(index, &info) == 0 && String(cString: info.name) == name { return index }
    throw SDLError(function: "SDL_GetRenderDriverInfo", reason: "there is no renderer \(name)")
  }

  /// Whether SDL can show a picture in memory without OpenGL. Its Wayland driver
  /// cannot.
  package static func presentsMemory(on window: Window) -> Bool {
    window.videoDriver != "wayland"
  }

  /// The extent of what is drawn into.
  package var outputSize: (width: Int, height: Int) {
    if presenter != nil { return window.pixelSize }
    var width: Int32 = 0
    var height: Int32 = 0
    SDL_GetRendererOutputSize(handle, &width, &height)
    return (Int(width), Int(height))
  }

  /// Makes `texture` the target of drawing; nil is the window.
  /// - Precondition: the texture was made as `.target`.
  package func setTarget(_ texture: Texture?) throws(SDLError) {
    try checkStatus("SDL_SetRenderTarget") { SDL_SetRenderTarget(handle, texture?.handle) }
  }

  /// Shows what was drawn.
  package func present() { SDL_RenderPresent(handle) }

  // MARK: Drawing

  /// Keeps drawing inside `rect`; nil lifts the limit. An empty rectangle lets
  /// nothing through.
  package func setClip(_ rect: PixelRect?) {
    clip = rect
    guard let rect else {
      SDL_RenderSetClipRect(handle, nil)
      return
    }
    var clip = rect.cRect
    // SDL takes an empty clip as none.
    if rect.isEmpty { clip = SDL_Rect(x: -2, y: -2, w: 1, h: 1) }
    SDL_RenderSetClipRect(handle, &clip)
  }

  /// Paints everything, clip or not.
  package func clear(_ color: DrawColor) {
    setDrawColor(color)
    SDL_RenderClear(handle)
  }

  /// Paints rectangles of one colour, blended when it is translucent.
  package func fill(_ rects: UnsafeBufferPointer<PixelRect>, _ color: DrawColor) {
    guard let base = rects.baseAddress, !rects.isEmpty else { return }
    setDrawColor(color)
    setBlending(color.alpha < 255)
    base.withMemoryRebound(to: SDL_Rect.self, capacity: rects.count) {
      _ = SDL_RenderFillRects(handle, $0, Int32(rects.count))
    }
  }

  /// Paints one rectangle.
  package func fill(_ rect: PixelRect, _ color: DrawColor) {
    withUnsafePointer(to: rect) { fill(UnsafeBufferPointer(start: $0, count: 1), color) }
  }

  /// Stretches the part `source` of a texture over `destination`, with the
  /// texture's blending, tint and opacity.
  package func copy(_ texture: Texture, from source: PixelRect, to destination: PixelRect) {
    var from = source.cRect
    var to = destination.cRect
    SDL_RenderCopy(handle, texture.handle, &from, &to)
  }

  /// Draws triangles, each by three places of `indices` in `vertices`, blended
  /// by the texture's mode, or translucently without a texture.
  package func drawTriangles(
    _ texture: Texture?, _ vertices: UnsafeBufferPointer<Vertex>, indices: UnsafeBufferPointer<Int32>
  ) {
    guard let base = vertices.baseAddress, !indices.isEmpty else { return }
    if texture == nil { setBlending(true) }
    let (handle, picture) = (handle, texture?.handle)
    base.withMemoryRebound(to: SDL_Vertex.self, capacity: vertices.count) { corners in
      func draw() {
        _ = SDL_RenderGeometry(
          handle, picture, corners, Int32(vertices.count), indices.baseAddress, Int32(indices.count))
      }
      if let memory = presenter?.frame { drawOnCanvas(memory, Self.bounds(of: vertices), draw) } else { draw() }
    }
  }

  /// The pixels that triangles may touch.
  private static func bounds(of vertices: UnsafeBufferPointer<Vertex>) -> PixelRect {
    var (left, top, right, bottom) = (Float.infinity, Float.infinity, -Float.infinity, -Float.infinity)
    for vertex in vertices {
      (left, top) = (min(left, vertex.x), min(top, vertex.y))
      (right, bottom) = (max(right, vertex.x), max(bottom, vertex.y))
    }
    func pixel(_ value: Float) -> Int32 { Int32(min(max(value, -65536), 65536)) }
    return PixelRect(
      minX: pixel(left.rounded(.down)) - 1, minY: pixel(top.rounded(.down)) - 1, maxX: pixel(right.rounded(.up)) + 1,
      maxY: pixel(bottom.rounded(.up)) + 1)
  }

  /// Has SDL draw on pixels of memory that changes from frame to frame: it can draw into memory of its own only, a
  /// texture, where they are brought and taken back from.
  private func drawOnCanvas(_ memory: FrameMemory, _ bounds: PixelRect, _ draw: () -> Void) {
    let whole = PixelRect(x: 0, y: 0, width: memory.width, height: memory.height)
    let visible = clip.map { whole.intersection($0) } ?? whole
    let area = bounds.intersection(visible)
    guard !area.isEmpty, let canvas = canvas(width: memory.width, height: memory.height) else { return }
    var rect = area.cRect
    let pixels = memory.base + Int(area.y) * memory.stride + Int(area.x)
    let pitch = Int32(memory.stride * 4)
    SDL_UpdateTexture(canvas, &rect, pixels, pitch)
    SDL_SetRenderTarget(handle, canvas)
    var limit = visible.cRect
    SDL_RenderSetClipRect(handle, &limit)
    draw()
    SDL_RenderReadPixels(handle, &rect, SDL_PIXELFORMAT_RGB888.rawValue, pixels, pitch)
    SDL_SetRenderTarget(handle, nil)
  }

  private func canvas(width: Int32, height: Int32) -> OpaquePointer? {
    if let canvas, canvas.width == width, canvas.height == height { return canvas.texture }
    if let canvas { SDL_DestroyTexture(canvas.texture) }
    canvas = SDL_CreateTexture(
      handle, SDL_PIXELFORMAT_RGB888.rawValue, Int32(SDL_TEXTUREACCESS_TARGET.rawValue), width, height
    ).map { ($0, width, height) }
    return canvas?.texture
  }

  private func setDrawColor(_ color: DrawColor) {
    guard color != drawColor else { return }
    drawColor = color
    SDL_SetRenderDrawColor(handle, color.red, color.green, color.blue, color.alpha)
  }

  private func setBlending(_ blends: Bool) {
    guard blends != isBlending else { return }
    isBlending = blends
    SDL_SetRenderDrawBlendMode(handle, blends ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE)
  }
}

extension PixelRect {
  /// The rectangle as SDL's functions take it.
  var cRect: SDL_Rect { SDL_Rect(x: x, y: y, w: width, h: height) }
}
