/// The arithmetic of translucent pixels, one for every path that blends, so that
/// a pixel comes out the same whichever of them drew it.
///
/// Words are ARGB8888, alpha not premultiplied. A channel of the result is
/// `(above * alpha + below * (255 - alpha)) / 255`, rounded to the nearest.
public enum PixelBlend {
  /// A colour over an opaque pixel.
  /// - Parameters:
  ///   - above: its alpha is ignored.
  ///   - alpha: how much of `above` is seen, 0...255.
  @inlinable @inline(__always)
  public static func over(_ above: UInt32, _ alpha: UInt32, _ below: UInt32) -> UInt32 {
    let rest = 255 &- alpha
    // Red and blue share a word, 16 bits for each.
    let outer = rounded(
      (above & 0xFF_00FF) &* alpha &+ (below & 0xFF_00FF) &* rest &+ 0x80_0080)
    let inner = rounded(
      (above >> 8 & 0xFF) &* alpha &+ (below >> 8 & 0xFF) &* rest &+ 0x80)
    return 0xFF00_0000 | outer | inner << 8
  }

  /// Each half of a sum divided by 255; 128 was added to both before.
  @inlinable @inline(__always)
  static func rounded(_ sum: UInt32) -> UInt32 {
    ((sum &+ (sum >> 8 & 0xFF_00FF)) >> 8) & 0xFF_00FF
  }

  /// A product of two numbers of 0...255 as parts of 255, rounded.
  @inlinable @inline(__always)
  public static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let sum = a &* b &+ 128
    return (sum &+ sum >> 8) >> 8
  }

  /// A pixel with each channel multiplied by that of a colour.
  @inlinable @inline(__always)
  public static func modulated(_ pixel: UInt32, _ color: DrawColor) -> UInt32 {
    product(pixel >> 24, UInt32(color.alpha)) << 24
      | product(pixel >> 16 & 255, UInt32(color.red)) << 16
      | product(pixel >> 8 & 255, UInt32(color.green)) << 8
      | product(pixel & 255, UInt32(color.blue))
  }
}

/// One translucent colour over many opaque pixels: `PixelBlend.over`, four pixels at a time.
public struct EvenBlend {
  @usableFromInline let above, alpha: UInt32
  /// The colour's share of a sum and 128, channel by channel: red and blue, and green.
  @usableFromInline let outer, inner: SIMD8<UInt16>
  @usableFromInline let rest: SIMD8<UInt16>

  /// - Parameters:
  ///   - above: its alpha is ignored.
  ///   - alpha: how much of `above` is seen, 0...255.
  @inlinable
  public init(_ above: UInt32, alpha: UInt32) {
    self.above = above
    self.alpha = alpha
    outer = Self.halves(of: (above & 0xFF_00FF) &* alpha &+ 0x80_0080)
    inner = Self.halves(of: (above >> 8 & 0xFF) &* alpha &+ 0x80)
    rest = SIMD8(repeating: UInt16(truncatingIfNeeded: 255 &- alpha))
  }

  @inlinable
  static func halves(of word: UInt32) -> SIMD8<UInt16> {
    unsafeBitCast(SIMD4<UInt32>(repeating: word), to: SIMD8<UInt16>.self)
  }

  /// Paints pixels that follow each other.
  @inlinable @inline(__always)
  public func paint(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
    paint(UnsafePointer(row), into: row, count: count)
  }

  /// Paints pixels that follow each other, and stores them elsewhere.
  @inlinable @inline(__always)
  public func paint(_ source: UnsafePointer<UInt32>, into row: UnsafeMutablePointer<UInt32>, count: Int) {
    let byte = SIMD8<UInt16>(repeating: 8)
    let high = SIMD8<UInt16>(repeating: 0xFF00)
    let eight = SIMD4<UInt32>(repeating: 8)
    let even = SIMD4<UInt32>(repeating: 0xFF_00FF)
    let green = SIMD4<UInt32>(repeating: 0xFF)
    let opaque = SIMD4<UInt32>(repeating: 0xFF00_0000)
    var x = 0
    while x &+ 4 <= count {
      let below = UnsafeRawPointer(source + x).loadUnaligned(as: SIMD4<UInt32>.self)
      // A sum of both shares is less than 2^16, divided by 255 as `PixelBlend.rounded` does.
      var outers = unsafeBitCast(below & even, to: SIMD8<UInt16>.self) &* rest &+ outer
      outers = (outers &+ (outers &>> byte)) &>> byte
      var inners = unsafeBitCast((below &>> eight) & green, to: SIMD8<UInt16>.self) &* rest &+ inner
      inners = (inners &+ (inners &>> byte)) & high
      let shown = opaque | unsafeBitCast(outers | inners, to: SIMD4<UInt32>.self)
      UnsafeMutableRawPointer(row + x).storeBytes(of: shown, as: SIMD4<UInt32>.self)
      x &+= 4
    }
    while x < count {
      row[x] = PixelBlend.over(above, alpha, source[x])
      x &+= 1
    }
  }
}

/// One colour through a mask over opaque pixels: `PixelBlend.over` with the product of both alphas, four pixels at a time.
public struct MaskBlend {
  /// The colour's channels in each half of a word, red and blue, and green.
  @usableFromInline let outer, inner: SIMD8<UInt16>
  @usableFromInline let alpha: SIMD8<UInt16>

  /// - Parameter color: what the mask lets through.
  @inlinable
  public init(_ color: DrawColor) {
    outer = EvenBlend.halves(of: color.argb & 0xFF_00FF)
    inner = EvenBlend.halves(of: color.argb >> 8 & 0xFF)
    alpha = SIMD8(repeating: UInt16(color.alpha))
  }

  /// Paints four pixels.
  /// - Parameter mask: its alpha is the part of the colour that is seen, its channels are ignored.
  @inlinable @inline(__always)
  public func paint(_ row: UnsafeMutablePointer<UInt32>, through mask: SIMD4<UInt32>) {
    let byte = SIMD8<UInt16>(repeating: 8)
    let half = SIMD8<UInt16>(repeating: 128)
    let pixels = UnsafeMutableRawPointer(row)
    let below = pixels.loadUnaligned(as: SIMD4<UInt32>.self)
    let coverage = mask &>> SIMD4<UInt32>(repeating: 24)
    var share = unsafeBitCast(coverage | coverage &<< SIMD4<UInt32>(repeating: 16), to: SIMD8<UInt16>.self)
    share = share &* alpha &+ half
    share = (share &+ (share &>> byte)) &>> byte
    let rest = SIMD8<UInt16>(repeating: 255) &- share
    let even = unsafeBitCast(below & SIMD4<UInt32>(repeating: 0xFF_00FF), to: SIMD8<UInt16>.self)
    let odd = unsafeBitCast(
      (below &>> SIMD4<UInt32>(repeating: 8)) & SIMD4<UInt32>(repeating: 0xFF), to: SIMD8<UInt16>.self)
    var outers = outer &* share &+ even &* rest &+ half
    outers = (outers &+ (outers &>> byte)) &>> byte
    var inners = inner &* share &+ odd &* rest &+ half
    inners = (inners &+ (inners &>> byte)) & SIMD8<UInt16>(repeating: 0xFF00)
    let shown = SIMD4<UInt32>(repeating: 0xFF00_0000) | unsafeBitCast(outers | inners, to: SIMD4<UInt32>.self)
    pixels.storeBytes(of: shown, as: SIMD4<UInt32>.self)
  }
}
