import Desktop
import Foundation
import Pixels
import SDL
import TestSupport
import Typesetting

@testable import Raster
@testable import UIKit
@testable import UIKitCore

/// A backend and its pixels, without a display.
///
/// SDL's software renderer, whose textures can be drawn into as well, stands in for an accelerated one; where
/// `ANOLE_RENDER_DRIVER` names one ("opengl"), that is used, on the desktop.
@MainActor
final class Canvas {
  let engine: SDLTextEngine
  let backend: SDLRenderBackend
  let size: CGSize
  /// The list `draw` executes; background black.
  var list = DisplayList()

  /// - Parameter presenter: gives the memory that is drawn into, and shows it; nil for SDL's.
  init(
    width: Int = 40, height: Int = 30, kind: Renderer.Kind = .software, presenter: (any FramePresenter)? = nil
  ) throws {
    let context = try SDLContext(display: Self.acceleratedDriver == nil ? .headless : .desktop)
    let window = try Window(context: context, title: "canvas", width: width, height: height)
    if kind == .accelerated { setenv("SDL_RENDER_DRIVER", Self.acceleratedDriver ?? "software", 1) }
    defer { unsetenv("SDL_RENDER_DRIVER") }
    let renderer =
      if let presenter {
        try Renderer(window: window, presenter: presenter)
      } else {
        try Renderer(window: window, kind: kind, synchronized: false)
      }
    engine = SDLTextEngine()
    backend = SDLRenderBackend(renderer: renderer, engine: engine)
    size = CGSize(width: width, height: height)
  }

  /// What draws where a canvas is accelerated; nil stands for SDL's software renderer.
  nonisolated static let acceleratedDriver = ProcessInfo.processInfo.environment["ANOLE_RENDER_DRIVER"]

  /// Draws commands as one frame.
  @discardableResult
  func draw(
    _ commands: [DrawCommand], updates: [TextSlotUpdate] = [], scale: CGFloat = 1
  ) throws -> Surface {
    list.removeAll()
    list.size = size
    list.scale = scale
    list.background = .black
    list.commands.append(contentsOf: commands)
    list.textUpdates.append(contentsOf: updates)
    _ = backend.draw(list)
    backend.present()
    return try backend.snapshot()
  }

  /// One line of text, in the system face where no other is named, at the frame's top.
  func frame(
    _ text: String, pixelSize: Double = 16, color: DrawColor = .white, face: FontFaceID? = nil
  ) -> TextFrame {
    let face = face ?? engine.face(for: FontDescriptor())
    let metrics = engine.metrics(of: face, pixelSize: pixelSize)
    var frame = TextFrame()
    let width = Typesetter(engine: engine).shape(
      text[...], font: RunFont(face: face, pixelSize: pixelSize), into: &frame.words)
    frame.runs = [
      TextRun(
        text: Substring(text), face: face, pixelSize: pixelSize, shaping: TextShaping(), x: 0,
        baseline: metrics.ascent, width: width, color: color)
    ]
    frame.runs[0].words = frame.words.indices
    frame.pixelWidth = Int(width.rounded(.up))
    frame.pixelHeight = Int((metrics.ascent + metrics.descent).rounded(.up))
    return frame
  }

  /// New content for a slot.
  func update(
    _ slot: Int32, _ text: String, color: DrawColor = .white, background: DrawColor? = nil
  ) -> TextSlotUpdate {
    TextSlotUpdate(
      slot: TextSlotID(rawValue: slot), frame: frame(text, color: color), background: background)
  }
}

extension Surface {
  /// The colour at a place, as 0xRRGGBB.
  func color(_ x: Int, _ y: Int) -> UInt32 { pixels[y * stride + x] & 0xFF_FFFF }

  /// How many pixels of an area satisfy `condition`.
  func count(
    x: Range<Int>? = nil, y: Range<Int>? = nil, where condition: (UInt32) -> Bool
  ) -> Int {
    var count = 0
    for row in y ?? 0..<height {
      for column in x ?? 0..<width where condition(color(column, row)) { count += 1 }
    }
    return count
  }

  /// The colours row by row, for comparing pictures.
  var words: [UInt32] { shownColors(pixels, stride: stride, width: width, height: height) }
}

extension DrawColor {
  static let red = DrawColor(red: UInt8(255), green: 0, blue: 0)
  static let green = DrawColor(red: UInt8(0), green: 255, blue: 0)
  static let blue = DrawColor(red: UInt8(0), green: 0, blue: 255)
  static let halfWhite = DrawColor(red: UInt8(255), green: 255, blue: 255, alpha: 128)
}

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}
