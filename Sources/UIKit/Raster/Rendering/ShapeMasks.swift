import Foundation
import Pixels
internal import SDL
import UIKitCore

/// White textures whose alpha is the coverage of a shape's edge: drawn with a
/// tint they give rounded corners, rings and shadows.
///
/// The last `capacity` different ones are kept.
@MainActor
final class ShapeMasks {
  /// The shape of a mask. Lengths are in quarters of a pixel unless stated.
  enum Key: Equatable {
    /// A disc; each quadrant is a rounded corner.
    case disc(radius: Int32)
    /// A ring of `width` whole pixels inside a circle.
    case ring(radius: Int32, width: Int32)
    /// A blurred rounded rectangle of a size in whole pixels.
    case shadow(radius: Int32, deviation: Int32, width: Int32, height: Int32, corners: UInt)
  }

  private let renderer: Renderer
  private var entries: [(key: Key, alpha: UInt8, texture: Texture)] = []
  /// The textures there are.
  var count: Int { entries.count }
  /// Bytes of all textures.
  private(set) var byteCount = 0
  /// Textures made so far.
  private(set) var creations = 0

  static let capacity = 64
  /// Bytes of all textures together, but for the newest: most masks are a few pixels, blurred shadows some hundred a side.
  static let byteLimit = 4 << 20
  /// Keys count lengths in these.
  static let stepsPerPixel = 4.0

  init(renderer: Renderer) { self.renderer = renderer }

  /// Forgets every texture.
  func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  /// The texture for a key, and the tint to draw it with for a colour; nil when none can be made.
  ///
  /// A graphics processor multiplies coverage and alpha without rounding between, in memory the product is one of 8
  /// bits: so a processor gets the product, in a texture for each alpha.
  func texture(for key: Key, tinted color: DrawColor) -> (texture: Texture, tint: DrawColor)? {
    guard renderer.kind == .accelerated else { return texture(for: key, alpha: 255).map { ($0, color) } }
    var tint = color
    tint.alpha = 255
    return texture(for: key, alpha: color.alpha).map { ($0, tint) }
  }

  private func texture(for key: Key, alpha: UInt8) -> Texture? {
    for entry in entries where entry.key == key && entry.alpha == alpha { return entry.texture }
    guard let texture = make(key, alpha) else { return nil }
    creations += 1
    byteCount += texture.byteCount
    // The oldest go first.
    while !entries.isEmpty, entries.count == Self.capacity || byteCount > Self.byteLimit {
      byteCount -= entries.removeFirst().texture.byteCount
    }
    entries.append((key, alpha, texture))
    return texture
  }

  /// How far a shadow reaches beyond its shape, in pixels: three deviations
  /// leave less than one step of 8 bits.
  nonisolated static func reach(deviation: Double) -> Int32 { Int32((3 * deviation).rounded(.up)) }

  private func make(_ key: Key, _ alpha: UInt8) -> Texture? {
    switch key {
    case .disc(let radius):
      let radius = Double(radius) / Self.stepsPerPixel
      let side = 2 * Int(radius.rounded(.up))
      return mask(width: side, height: side, alpha) { x, y in
        Self.discCoverage(x: x, y: y, side: side, radius: radius)
      }
    case .ring(let radius, let width):
      let radius = Double(radius) / Self.stepsPerPixel
      let width = Double(width)
      let corner = Int(max(radius, width).rounded(.up))
      return mask(width: 2 * corner, height: 2 * corner, alpha) { x, y in
        let outer = Self.cornerCoverage(x: x, y: y, side: 2 * corner, reach: radius, inset: 0)
        let inner = Self.cornerCoverage(
          x: x, y: y, side: 2 * corner, reach: max(0, radius - width), inset: width)
        return max(0, outer - inner)
      }
    case .shadow(let radius, let deviation, let width, let height, let corners):
      let blur = ShadowPicture(
        radius: Double(radius) / Self.stepsPerPixel,
        deviation: Double(deviation) / Self.stepsPerPixel, width: width, height: height,
        corners: CACornerMask(rawValue: corners))
      return mask(width: blur.width, height: blur.height, alpha) { x, y in blur.values[y * blur.width + x] }
    }
  }

  private func mask(width: Int, height: Int, _ alpha: UInt8, coverage: (Int, Int) -> Double) -> Texture? {
    guard width > 0, height > 0,
      let texture = try? Texture(renderer: renderer, width: width, height: height)
    else { return nil }
    let area = PixelRect(x: 0, y: 0, width: Int32(width), height: Int32(height))
    try? texture.write(area) { pixels, stride in
      for y in 0..<height {
        for x in 0..<width {
          let covered = PixelBlend.product(UInt32((coverage(x, y) * 255).rounded()), UInt32(alpha))
          pixels[y * stride + x] = covered << 24 | 0xFF_FFFF
        }
      }
    }
    return texture
  }

  /// Coverage by a disc that touches the sides of a square.
  private static func discCoverage(x: Int, y: Int, side: Int, radius: Double) -> Double {
    cornerCoverage(x: x, y: y, side: side, reach: radius, inset: 0)
  }

  /// Coverage by a square of `side`, inset on all sides, with corners rounded
  /// by `reach`.
  private static func cornerCoverage(
    x: Int, y: Int, side: Int, reach: Double, inset: Double
  ) -> Double {
    // By symmetry, as seen from the nearest corner.
    let fromLeft = Double(min(x, side - 1 - x)) + 0.5
    let fromTop = Double(min(y, side - 1 - y)) + 0.5
    let center = inset + reach
    let dx = center - fromLeft
    let dy = center - fromTop
    let distance: Double
    if dx > 0, dy > 0 {
      distance = (dx * dx + dy * dy).squareRoot()
    } else {
      distance = max(dx, dy)
    }
    return min(max(reach - distance + 0.5, 0), 1)
  }
}
