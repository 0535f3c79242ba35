import Pixels
import Primitives

/// The pixels of a texture that lies in memory, and how they are drawn.
package struct TextureBitmap {
  /// The first pixel, ARGB8888; alpha means nothing when `isOpaque`.
  let base: UnsafePointer<UInt32>
  let stride: Int
  let isOpaque: Bool
  let isSmooth: Bool
  /// Multiplied with each pixel.
  let modulation: DrawColor

  /// Draws pixels of a row over those of another.
  @inline(__always)
  func draw(
    _ source: UnsafePointer<UInt32>, over row: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    if modulation == .white {
      if isOpaque {
        row.update(from: source, count: count)
        return
      }
      var x = 0
      while x < count {
        // Most pixels show all or nothing, and so does the next: two at a time.
        if x &+ 1 < count {
          let pair = Self.pair(source + x)
          if pair & 0xFF00_0000_FF00_0000 == 0 {
            x &+= 2
            continue
          }
          if pair & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000 {
            UnsafeMutableRawPointer(row + x).storeBytes(of: pair, as: UInt64.self)
            x &+= 2
            continue
          }
        }
        let pixel = source[x]
        let alpha = pixel >> 24
        if alpha != 0 { row[x] = alpha == 255 ? pixel : PixelBlend.over(pixel, alpha, row[x]) }
        x &+= 1
      }
      return
    }
    let mask: UInt32 = isOpaque ? 0xFF00_0000 : 0
    let color = modulation.argb
    let colors = UInt64(color) << 32 | UInt64(color)
    let blend = MaskBlend(modulation)
    let white = SIMD4<UInt32>(repeating: 0xFF_FFFF)
    // A translucent shape on one colour is the same sum all over.
    var (above, below, sum): (UInt32, UInt32, UInt32) = (0, 0, 0)
    var x = 0
    while x < count {
      if x &+ 4 <= count {
        let four = UnsafeRawPointer(source + x).loadUnaligned(as: SIMD4<UInt32>.self) | SIMD4(repeating: mask)
        // Most are white: masks of shapes, which have nothing but their coverage.
        if four & white == white {
          if four != white { blend.paint(row + x, through: four) }
          x &+= 4
          continue
        }
      }
      if x &+ 1 < count {
        let pair = Self.pair(source + x) | UInt64(mask) << 32 | UInt64(mask)
        if pair & 0xFF00_0000_FF00_0000 == 0 {
          x &+= 2
          continue
        }
        if pair == .max, color >> 24 == 255 {
          UnsafeMutableRawPointer(row + x).storeBytes(of: colors, as: UInt64.self)
          x &+= 2
          continue
        }
      }
      let pixel = source[x] | mask
      defer { x &+= 1 }
      if pixel >> 24 == 0 { continue }
      let shown =
        pixel == 0xFFFF_FFFF
        ? color
        : pixel & 0xFF_FFFF == 0xFF_FFFF
          ? PixelBlend.product(pixel >> 24, color >> 24) << 24 | color & 0xFF_FFFF
          : PixelBlend.modulated(pixel, modulation)
      // The last of a shadow.
      if shown >> 24 == 0 { continue }
      if shown != above || row[x] != below {
        (above, below) = (shown, row[x])
        sum = above >> 24 == 255 ? above : PixelBlend.over(above, above >> 24, below)
      }
      row[x] = sum
    }
  }

  /// Draws one pixel over each of a row.
  @inline(__always)
  func draw(_ pixel: UInt32, overEach row: UnsafeMutablePointer<UInt32>, count: Int) {
    let shown = PixelBlend.modulated(isOpaque ? pixel | 0xFF00_0000 : pixel, modulation)
    switch shown >> 24 {
    case 0: break
    case 255: row.fill(with: shown, count: count)
    case let alpha: EvenBlend(shown, alpha: alpha).paint(row, count: count)
    }
  }

  /// Two pixels that follow each other.
  @inline(__always)
  private static func pair(_ pixels: UnsafePointer<UInt32>) -> UInt64 {
    UnsafeRawPointer(pixels).loadUnaligned(as: UInt64.self)
  }

  /// The pixel at a place between others.
  @inline(__always)
  func pixel(_ x: Sample, _ y: Sample) -> UInt32 {
    guard isSmooth else { return base[y.nearest * stride + x.nearest] }
    let upper = base + y.first * stride
    let lower = base + y.second * stride
    return Self.mean(
      Self.mean(upper[x.first], upper[x.second], x.share),
      Self.mean(lower[x.first], lower[x.second], x.share), y.share)
  }

  /// The same, with an alpha of 255 in each pixel where none means anything: for rows that are made of the bitmap's pixels
  /// by `pixel(around:in:)`.
  var withAlpha: TextureBitmap {
    TextureBitmap(base: base, stride: stride, isOpaque: false, isSmooth: isSmooth, modulation: modulation)
  }

  /// The mean of the four pixels around a place of the part `source`, whose edges are repeated beyond it. A pixel counts
  /// as much as it covers.
  /// - Parameter place: from the corner of `source`, inside of it.
  @inline(__always)
  func pixel(around place: (x: Double, y: Double), in source: PixelRect) -> UInt32 {
    func sample(_ place: Double, _ start: Int32, _ length: Int32) -> (first: Int, second: Int, share: Int) {
      let last = Int(length) - 1
      let left = max(0, Int(place * 256) - 128)
      return (Int(start) + min(last, left >> 8), Int(start) + min(last, left >> 8 + 1), left & 255)
    }
    let x = sample(place.x, source.x, source.width)
    let y = sample(place.y, source.y, source.height)
    let mask: UInt32 = isOpaque ? 0xFF00_0000 : 0
    let (upper, lower) = (base + y.first * stride, base + y.second * stride)
    let (a, b) = (upper[x.first] | mask, upper[x.second] | mask)
    let (c, d) = (lower[x.first] | mask, lower[x.second] | mask)
    guard a != b || a != c || a != d else { return a }
    var (alpha, red, green, blue) = (0, 0, 0, 0)
    func add(_ pixel: UInt32, _ weight: Int) {
      let share = Int(pixel >> 24) * weight
      alpha += share
      red += Int(pixel >> 16 & 255) * share
      green += Int(pixel >> 8 & 255) * share
      blue += Int(pixel & 255) * share
    }
    add(a, (256 - x.share) * (256 - y.share))
    add(b, x.share * (256 - y.share))
    add(c, (256 - x.share) * y.share)
    add(d, x.share * y.share)
    guard alpha > 0 else { return 0 }
    let half = alpha / 2
    func channel(_ sum: Int) -> UInt32 { UInt32((sum + half) / alpha) }
    return UInt32((alpha + 32768) >> 16) << 24 | channel(red) << 16 | channel(green) << 8 | channel(blue)
  }

  /// Channel by channel, `share` of 256 parts from `a` to `b`.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    let rest = 256 &- share
    let even = (a & 0xFF_00FF) &* rest &+ (b & 0xFF_00FF) &* share
    let odd = (a >> 8 & 0xFF_00FF) &* rest &+ (b >> 8 & 0xFF_00FF) &* share
    return even >> 8 & 0xFF_00FF | odd & 0xFF00_FF00
  }
}
