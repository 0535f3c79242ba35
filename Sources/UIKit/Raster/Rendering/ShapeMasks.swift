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
      return mask(side: side, alpha) { x, y in Self.cornerCoverage(x: x, y: y, reach: radius, inset: 0) }
    case .ring(let radius, let width):
      let radius = Double(radius) / Self.stepsPerPixel
      let width = Double(width)
      let corner = Int(max(radius, width).rounded(.up))
      return mask(side: 2 * corner, alpha) { x, y in
        let outer = Self.cornerCoverage(x: x, y: y, reach: radius, inset: 0)
        let inner = Self.cornerCoverage(x: x, y: y, reach: max(0, radius - width), inset: width)
        return max(0, outer - inner)
      }
    case .shadow(let radius, let deviation, let width, let height, let corners):
      let blur = ShadowPicture(
        radius: Double(radius) / Self.stepsPerPixel,
        deviation: Double(deviation) / Self.stepsPerPixel, width: width, height: height,
        corners: CACornerMask(rawValue: corners))
      return mask(width: blur.width, height: blur.height) { pixels, stride in
        for y in 0..<blur.height {
          let row = pixels + y * stride
          for x in 0..<blur.width { row[x] = Self.pixel(blur.values[y * blur.width + x], alpha) }
        }
      }
    }
  }

  /// A square mask whose quarters mirror each other.
  /// - Parameter coverage: of a pixel of the quarter at the top left.
  private func mask(side: Int, _ alpha: UInt8, coverage: (_ x: Int, _ y: Int) -> Double) -> Texture? {
    mask(width: side, height: side) { pixels, stride in
      for y in 0..<(side + 1) / 2 {
        let row = pixels + y * stride
        for x in 0..<(side + 1) / 2 {
          let pixel = Self.pixel(coverage(x, y), alpha)
          row[x] = pixel
          row[side - 1 - x] = pixel
        }
        let mirrored = side - 1 - y
        if mirrored > y { (pixels + mirrored * stride).update(from: row, count: side) }
      }
    }
  }

  private func mask(
    width: Int, height: Int, _ write: (_ pixels: UnsafeMutablePointer<UInt32>, _ stride: Int) -> Void
  ) -> Texture? {
    guard width > 0, height > 0,
      let texture = try? Texture(renderer: renderer, width: width, height: height)
    else { return nil }
    try? texture.write(PixelRect(x: 0, y: 0, width: Int32(width), height: Int32(height)), write)
    return texture
  }

  private static func pixel(_ coverage: Double, _ alpha: UInt8) -> UInt32 {
    PixelBlend.product(UInt32((coverage * 255).rounded()), UInt32(alpha)) << 24 | 0xFF_FFFF
  }

  /// Coverage of a pixel by a square that is inset, with corners rounded by `reach`, as seen from the corner at the top
  /// left.
  private static func cornerCoverage(x: Int, y: Int, reach: Double, inset: Double) -> Double {
    let fromLeft = Double(x) + 0.5
    let fromTop = Double(y) + 0.5
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
