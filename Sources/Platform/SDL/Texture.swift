internal import CSDL2
import Pixels
import Primitives

/// Pixels that a renderer can draw.
///
/// Keeps its renderer alive, so that it is freed before it. SDL runs queued
/// commands that name a texture before it changes or frees it.
@MainActor
package final class Texture {
  /// The source of the pixels, of four bytes each in the order of ARGB8888.
  package enum Use: Sendable {
    /// The program, by `write`.
    case written
    /// The program, by `write`; alpha is ignored, which makes copying cheaper.
    case writtenOpaque
    /// The renderer, by `Renderer.setTarget`.
    case target
  }

  private let renderer: Renderer
  let handle: OpaquePointer
  /// The extent in pixels.
  package let width, height: Int
  /// Chosen at birth.
  package let use: Use
  private let isSmooth: Bool
  /// Where the pixels are when the renderer keeps them in memory for good.
  private let memory: (base: UnsafePointer<UInt32>, stride: Int)?

  /// - Parameters:
  ///   - width: at least 1, as is `height`; at most what the renderer supports.
  ///   - smooth: interpolate when the texture is stretched.
  package init(
    renderer: Renderer, width: Int, height: Int, use: Use = .written, smooth: Bool = false
  ) throws(SDLError) {
    precondition(
      width > 0 && height > 0, "Texture(width: \(width), height: \(height)) needs at least a pixel")
    self.renderer = renderer
    self.width = width
    self.height = height
    self.use = use
    let format = use == .writtenOpaque ? SDL_PIXELFORMAT_RGB888 : SDL_PIXELFORMAT_ARGB8888
    let access = use == .target ? SDL_TEXTUREACCESS_TARGET : SDL_TEXTUREACCESS_STREAMING
    handle = try check("SDL_CreateTexture") {
      SDL_CreateTexture(
        renderer.handle, format.rawValue, Int32(access.rawValue), Int32(clamping: width),
        Int32(clamping: height))
    }
    isSmooth = smooth
    memory = renderer.kind == .software ? Self.memory(of: handle) : nil
    blends = use == .written
    SDL_SetTextureBlendMode(handle, blends ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE)
    SDL_SetTextureScaleMode(handle, smooth ? SDL_ScaleModeLinear : SDL_ScaleModeNearest)
  }

  isolated deinit {
    SDL_DestroyTexture(handle)
  }

  /// The pixels as they are now, with the texture's blending and tint; nil when
  /// they are not in memory.
  package var bitmap: TextureBitmap? {
    guard let memory else { return nil }
    return TextureBitmap(
      base: memory.base, stride: memory.stride, isOpaque: !blends, isSmooth: isSmooth,
      modulation: modulation)
  }

  /// A software renderer's texture is one block of memory from its birth to its
  /// end; locking it changes nothing and tells where.
  private static func memory(
    of texture: OpaquePointer
  ) -> (base: UnsafePointer<UInt32>, stride: Int)? {
    var pixels: UnsafeMutableRawPointer?
    var pitch: Int32 = 0
    guard SDL_LockTexture(texture, nil, &pixels, &pitch) == 0 else { return nil }
    SDL_UnlockTexture(texture)
    return pixels.map { (UnsafePointer($0.assumingMemoryBound(to: UInt32.self)), Int(pitch) / 4) }
  }

  /// Whether what was written stays where the next `write` finds it.
  package var keepsPixels: Bool { memory != nil }

  /// Bytes of pixels.
  package var byteCount: Int { width * height * 4 }

  /// Whether pixels are blended by their alpha, or copied. Those `.written`
  /// start out blended.
  package var blends: Bool {
    didSet {
      guard blends != oldValue else { return }
      SDL_SetTextureBlendMode(handle, blends ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE)
    }
  }

  /// Multiplied with every pixel's colour and alpha when drawn by
  /// `Renderer.copy`.
  package var modulation = DrawColor.white {
    didSet {
      guard modulation != oldValue else { return }
      SDL_SetTextureColorMod(handle, modulation.red, modulation.green, modulation.blue)
      SDL_SetTextureAlphaMod(handle, modulation.alpha)
    }
  }

  /// Replaces the pixels in `area` by what `body` writes.
  ///
  /// `body` gets the first pixel of the area and the pixels from row to row. It
  /// must write every one: what was there may not be readable.
  /// - Precondition: `area` lies inside; the texture is no `.target`.
  package func write(
    _ area: PixelRect, _ body: (UnsafeMutablePointer<UInt32>, _ stride: Int) -> Void
  ) throws(SDLError) {
    var rect = area.cRect
    var pixels: UnsafeMutableRawPointer?
    var pitch: Int32 = 0
    // Without `checkStatus`, which takes as long as the lock: text is written many times a frame.
    guard SDL_LockTexture(handle, &rect, &pixels, &pitch) == 0 else { throw SDLError.last("SDL_LockTexture") }
    if let pixels { body(pixels.assumingMemoryBound(to: UInt32.self), Int(pitch) / 4) }
    SDL_UnlockTexture(handle)
  }
}
