internal import CSDL2
internal import Desktop
import Foundation
import Pixels
import Primitives

/// The picture of the last frame, kept on the graphics processor: parts of it are moved there, parts are drawn anew,
/// and the window is given what changed, or all of it.
///
/// After each of its calls the renderer draws into the window, unless it says otherwise.
@MainActor
package final class FrameTexture {
  /// How the window gets the picture.
  package enum Presentation: Sendable {
    /// In parts: what was presented before stays in the window.
    case parts
    /// As a whole, with each frame.
    case whole
  }

  private let renderer: Renderer
  private let picture: Texture
  /// The texture through which moving pixels are copied, made by the first move.
  private var scratch: Texture?
  private let memory: MemoryCopies?
  /// Whether the window's back buffer has the picture's extent. Mesa gives a window that was resized another one only
  /// when all of it has been shown, and SDL 3 tells a window manager that waits for it only then that the new size is
  /// drawn.
  private var windowHasExtent = false

  /// Makes a picture whose pixels are not defined yet.
  /// - Precondition: `renderer` is accelerated.
  /// - Throws: `SDLError` where the driver cannot draw into textures of that extent.
  package init(renderer: Renderer, width: Int, height: Int) throws(SDLError) {
    self.renderer = renderer
    guard SDL_RenderTargetSupported(renderer.handle) == SDL_TRUE else {
      throw SDLError(function: "SDL_RenderTargetSupported", reason: "this renderer draws into the window only")
    }
    picture = try Texture(renderer: renderer, width: width, height: height, use: .target)
    memory = MemoryCopies(renderer: renderer)
    memory?.prepare(picture)
    try renderer.setTarget(picture)
    try renderer.setTarget(nil)
  }

  /// The extent in pixels.
  package var width: Int { picture.width }
  /// The extent in pixels.
  package var height: Int { picture.height }

  private var area: PixelRect { PixelRect(x: 0, y: 0, width: Int32(width), height: Int32(height)) }

  /// Textures made so far.
  package var textureCreations: Int { scratch == nil ? 1 : 2 }

  /// Has the renderer draw into the picture, until it is given another target.
  package func becomeTarget() throws(SDLError) { try renderer.setTarget(picture) }

  /// Moves pixels by (`dx`, `dy`); what they uncover is left as it was. The renderer draws into the picture afterwards.
  /// - Parameter targets: where they arrive. They, and the places they come from, lie inside of the picture.
  package func move(to targets: UnsafeBufferPointer<PixelRect>, dx: Int32, dy: Int32) throws(SDLError) {
    guard !targets.isEmpty else { return try becomeTarget() }
    let scratch = try sideTexture()
    // A picture cannot be read where it is written: all goes aside, and comes back to its new place.
    func source(_ target: PixelRect) -> PixelRect { target.translated(dx: -dx, dy: -dy) }
    if let memory {
      renderer.flush()
      for target in targets { memory.copy(source(target), of: picture, to: source(target), of: scratch) }
      for target in targets { memory.copy(source(target), of: scratch, to: target, of: picture) }
      return try becomeTarget()
    }
    try renderer.setTarget(scratch)
    renderer.setClip(nil)
    for target in targets { renderer.copy(picture, from: source(target), to: source(target)) }
    try renderer.setTarget(picture)
    renderer.setClip(nil)
    for target in targets { renderer.copy(scratch, from: source(target), to: target) }
  }

  private func sideTexture() throws(SDLError) -> Texture {
    if let scratch { return scratch }
    let made = try Texture(renderer: renderer, width: width, height: height, use: .target)
    memory?.prepare(made)
    scratch = made
    return made
  }

  /// Shows the picture.
  /// - Parameter changes: all that differs from what was shown before, where the renderer presents parts.
  package func present(_ changes: UnsafeBufferPointer<PixelRect>) throws(SDLError) {
    try renderer.setTarget(nil)
    renderer.setClip(nil)
    guard let window = renderer.backBuffer else {
      withUnsafePointer(to: area) { copyToWindow(UnsafeBufferPointer(start: $0, count: 1)) }
      return renderer.present()
    }
    guard !changes.isEmpty else { return }
    guard windowHasExtent else {
      windowHasExtent = true
      return withUnsafePointer(to: area) { area in
        let all = UnsafeBufferPointer(start: area, count: 1)
        copyToWindow(all)
        renderer.present()
        show(all, in: window)
      }
    }
    guard changes.count > Self.mostParts else { return show(changes, in: window) }
    let bounds = changes.dropFirst().reduce(changes[0]) { $0.union($1) }
    withUnsafePointer(to: bounds) { show(UnsafeBufferPointer(start: $0, count: 1), in: window) }
  }

  /// Each part waits for the display server, which takes longer than the pixels between some parts.
  private static let mostParts = 4

  private func show(_ rects: UnsafeBufferPointer<PixelRect>, in window: BackBuffer) {
    copyToWindow(rects)
    renderer.flush()
    for rect in rects { window.show(rect, height: Int32(height)) }
  }

  private func copyToWindow(_ rects: UnsafeBufferPointer<PixelRect>) {
    if let memory {
      renderer.flush()
      memory.copyToWindow(rects, of: picture)
    } else {
      for rect in rects { renderer.copy(picture, from: rect, to: rect) }
    }
  }
}

extension Renderer {
  /// How a `FrameTexture` gets to the window.
  package var presentation: FrameTexture.Presentation { backBuffer == nil ? .whole : .parts }
}

/// Copies pixels in emulated OpenGL past the pipeline that draws: Mesa moves memory then, instead of running a program
/// for each pixel, which takes fifty times as long.
@MainActor
final class MemoryCopies {
  private typealias CopyImageSubData =
    @convention(c) (
      _ source: UInt32, _ target: UInt32, _ level: Int32, _ x: Int32, _ y: Int32, _ z: Int32,
      _ destination: UInt32, _ target: UInt32, _ level: Int32, _ x: Int32, _ y: Int32, _ z: Int32,
      _ width: Int32, _ height: Int32, _ depth: Int32
    ) -> Void
  private typealias TexImage2D =
    @convention(c) (
      _ target: UInt32, _ level: Int32, _ internalFormat: Int32, _ width: Int32, _ height: Int32, _ border: Int32,
      _ format: UInt32, _ type: UInt32, UnsafeRawPointer?
    ) -> Void
  private typealias TexParameteri = @convention(c) (_ target: UInt32, _ name: UInt32, _ value: Int32) -> Void
  private typealias FramebufferTexture2D =
    @convention(c) (_ target: UInt32, _ attachment: UInt32, _ kind: UInt32, _ texture: UInt32, _ level: Int32) -> Void
  private typealias BlitFramebuffer =
    @convention(c) (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, _ mask: UInt32, _ filter: UInt32) -> Void
  private typealias Names = @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void
  private typealias BindFramebuffer = @convention(c) (_ target: UInt32, _ name: UInt32) -> Void
  private typealias GetIntegerv = @convention(c) (UInt32, UnsafeMutablePointer<Int32>) -> Void
  private typealias Switch = @convention(c) (UInt32) -> Void
  private typealias IsEnabled = @convention(c) (UInt32) -> UInt8

  /// OpenGL's numbers.
  private enum Constant {
    static let texture2D: UInt32 = 0x0DE1
    static let textureBinding2D: UInt32 = 0x8069
    static let rgba: UInt32 = 0x1908
    static let bgra: UInt32 = 0x80E1
    static let unsignedInt8888Reversed: UInt32 = 0x8367
    static let framebuffer: UInt32 = 0x8D40
    static let readFramebuffer: UInt32 = 0x8CA8
    static let drawFramebufferBinding: UInt32 = 0x8CA6
    static let colorAttachment0: UInt32 = 0x8CE0
    static let colorBuffers: UInt32 = 0x4000
    static let nearest: UInt32 = 0x2600
    static let magnification: UInt32 = 0x2800
    static let minification: UInt32 = 0x2801
    static let scissorTest: UInt32 = 0x0C11
  }

  private let renderer: Renderer
  private let copyImage: CopyImageSubData
  private let texImage: TexImage2D
  private let texParameter: TexParameteri
  private let framebufferTexture: FramebufferTexture2D
  private let blit: BlitFramebuffer
  private let bindFramebuffer: BindFramebuffer
  private let integer: GetIntegerv
  private let enable, disable: Switch
  private let isEnabled: IsEnabled
  private let deleteFramebuffers: Names
  /// The framebuffer through which a texture is read.
  private var framebuffer: UInt32 = 0

  /// Nil where OpenGL is not emulated, or lacks one of the calls.
  init?(renderer: Renderer) {
    guard renderer.name == "opengl", renderer.isEmulated,
      SDL_GL_ExtensionSupported("GL_ARB_copy_image") == SDL_TRUE,
      SDL_GL_ExtensionSupported("GL_ARB_framebuffer_object") == SDL_TRUE
    else { return nil }
    self.renderer = renderer
    let find = SymbolTable { SDL_GL_GetProcAddress($0) }
    do {
      copyImage = try find("glCopyImageSubData")
      texImage = try find("glTexImage2D")
      texParameter = try find("glTexParameteri")
      framebufferTexture = try find("glFramebufferTexture2D")
      blit = try find("glBlitFramebuffer")
      bindFramebuffer = try find("glBindFramebuffer")
      integer = try find("glGetIntegerv")
      enable = try find("glEnable")
      disable = try find("glDisable")
      isEnabled = try find("glIsEnabled")
      deleteFramebuffers = try find("glDeleteFramebuffers")
      let makeFramebuffers: Names = try find("glGenFramebuffers")
      makeFramebuffers(1, &framebuffer)
    } catch { return nil }
  }

  isolated deinit { deleteFramebuffers(1, &framebuffer) }

  /// Gives a target texture, which loses its pixels, the order of colours that windows have: only then is copying to
  /// one moving memory.
  ///
  /// It is also given filters that need no smaller pictures of it. Some SDLs (3.2.0 to 3.2.22) do that when the texture
  /// is first drawn, which this one never is; until then OpenGL takes it for incomplete and copies nothing.
  func prepare(_ texture: Texture) {
    SDL_GL_BindTexture(texture.handle, nil, nil)
    texParameter(Constant.texture2D, Constant.minification, Int32(Constant.nearest))
    texParameter(Constant.texture2D, Constant.magnification, Int32(Constant.nearest))
    texImage(
      Constant.texture2D, 0, Int32(Constant.rgba), Int32(texture.width), Int32(texture.height), 0, Constant.bgra,
      Constant.unsignedInt8888Reversed, nil)
    SDL_GL_UnbindTexture(texture.handle)
  }

  /// Copies `source` to `destination`, which has the same extent, in a texture that was prepared, too.
  /// - Precondition: the renderer has nothing queued.
  func copy(_ source: PixelRect, of texture: Texture, to destination: PixelRect, of other: Texture) {
    copyImage(
      name(of: texture), Constant.texture2D, 0, source.x, source.y, 0,
      name(of: other), Constant.texture2D, 0, destination.x, destination.y, 0, source.width, source.height, 1)
  }

  /// Copies parts of a texture to the same places of the window.
  /// - Precondition: the renderer has nothing queued, and draws into the window, which is as large as the texture.
  func copyToWindow(_ rects: UnsafeBufferPointer<PixelRect>, of texture: Texture) {
    var window: Int32 = 0
    integer(Constant.drawFramebufferBinding, &window)
    let isClipped = isEnabled(Constant.scissorTest) != 0
    if isClipped { disable(Constant.scissorTest) }
    bindFramebuffer(Constant.readFramebuffer, framebuffer)
    framebufferTexture(
      Constant.readFramebuffer, Constant.colorAttachment0, Constant.texture2D, name(of: texture), 0)
    // A texture counts from the top here, a window from the bottom.
    let height = Int32(texture.height)
    for rect in rects {
      blit(
        rect.x, rect.y, rect.maxX, rect.maxY, rect.x, height - rect.y, rect.maxX, height - rect.maxY,
        Constant.colorBuffers, Constant.nearest)
    }
    bindFramebuffer(Constant.framebuffer, UInt32(bitPattern: window))
    if isClipped { enable(Constant.scissorTest) }
  }

  private func name(of texture: Texture) -> UInt32 {
    var name: Int32 = 0
    SDL_GL_BindTexture(texture.handle, nil, nil)
    integer(Constant.textureBinding2D, &name)
    SDL_GL_UnbindTexture(texture.handle)
    return UInt32(bitPattern: name)
  }
}

/// The buffer that OpenGL draws a window into, where parts of it can be shown while it stays as it is.
///
/// Only emulated OpenGL is asked: a graphics processor would show the parts while the display is being refreshed, and
/// has its own copy of the picture anyway.
@MainActor
struct BackBuffer {
  private typealias CurrentDisplay = @convention(c) () -> OpaquePointer?
  private typealias CurrentDrawable = @convention(c) () -> UInt
  private typealias ExtensionsOf = @convention(c) (OpaquePointer, Int32) -> UnsafePointer<CChar>?
  private typealias CopySubBuffer = @convention(c) (OpaquePointer, UInt, Int32, Int32, Int32, Int32) -> Void

  private let display: OpaquePointer
  private let drawable: UInt
  private let copy: CopySubBuffer

  /// Nil where there is no such buffer. The renderer's context must be current, which it is after it was made.
  init?(isEmulated: Bool, videoDriver: String, rendererName: String) {
    guard isEmulated, videoDriver == "x11", rendererName == "opengl" else { return nil }
    // SDL has it loaded, unless it uses EGL.
    let find = SymbolTable(of: ClientLibrary(loaded: "libGL.so.1"))
    do {
      let currentDisplay: CurrentDisplay = try find("glXGetCurrentDisplay")
      let currentDrawable: CurrentDrawable = try find("glXGetCurrentDrawable")
      let extensionsOf: ExtensionsOf = try find("glXQueryExtensionsString")
      guard let display = currentDisplay(), let extensions = extensionsOf(display, 0),
        String(cString: extensions).contains("GLX_MESA_copy_sub_buffer")
      else { return nil }
      (self.display, drawable) = (display, currentDrawable())
      copy = try SymbolTable { SDL_GL_GetProcAddress($0) }("glXCopySubBufferMESA")
    } catch { return nil }
    guard drawable != 0 else { return nil }
  }

  /// Puts a part of what was drawn on the screen.
  /// - Parameter height: of the window in pixels; OpenGL counts from the bottom.
  func show(_ rect: PixelRect, height: Int32) {
    copy(display, drawable, rect.x, height - rect.maxY, rect.width, rect.height)
  }
}
