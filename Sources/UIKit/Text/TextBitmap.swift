import Pixels
internal import SDL

/// The pixels of one text slot while it is rasterised.
struct TextBitmap {
  /// ARGB8888, `stride` pixels from row to row.
  let pixels: UnsafeMutablePointer<UInt32>
  let stride: Int
  let width, height: Int
  /// What the bitmap is opaque on; nil for a translucent one.
  let ground: DrawColor?
  /// Columns outside of these show the ground alone.
  private var painted = 0..<0

  init(
    pixels: UnsafeMutablePointer<UInt32>, stride: Int, width: Int, height: Int, ground: DrawColor?
  ) {
    self.pixels = pixels
    self.stride = stride
    self.width = width
    self.height = height
    self.ground = ground
  }

  /// Gives every pixel the ground's colour, or none.
  func clear() {
    let color = ground?.argb ?? 0
    for y in 0..<height { (pixels + y * stride).update(repeating: color, count: width) }
  }

  /// Paints a rectangle; parts outside are left out.
  mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    notePaint(max(0, x)..<max(0, x, min(self.width, x + width)))
    for row in max(0, y)..<max(0, y, min(self.height, y + height)) {
      for column in max(0, x)..<max(0, x, min(self.width, x + width)) {
        blend(color.argb, alpha: UInt32(color.alpha), at: pixels + row * stride + column)
      }
    }
  }

  /// Paints the picture of a word with its left top corner at a place; parts outside are
  /// left out.
  /// - Parameters:
  ///   - source: the picture's pixels.
  ///   - ink: the colour of a picture without one of its own; its alpha is for all.
  ///   - table: what `ink` gives over the bitmap's ground, where there is one.
  mutating func draw(
    _ picture: WordMask, _ source: UnsafeRawPointer, x: Int, y: Int, ink: DrawColor,
    table: UnsafePointer<UInt32>?
  ) {
    let left = max(0, -x)
    let right = min(picture.width, width - x)
    let top = max(0, -y)
    let bottom = min(picture.height, height - y)
    guard left < right, top < bottom else { return }
    let count = right - left
    let stride = stride
    let from = source + (top * picture.rowBytes + left * (picture.isColor ? 4 : 1))
    let to = pixels + ((y + top) * stride + x + left)
    let block = Block(
      source: from, sourceStride: picture.rowBytes, target: to, targetStride: stride,
      columns: count, rows: bottom - top)
    if picture.isColor {
      block.forEachRow {
        blend($0.assumingMemoryBound(to: UInt32.self), count: count, alpha: UInt32(ink.alpha), to: $1)
      }
    } else if let table, let ground = ground?.argb {
      // Words stand one beside the other: at most a column or two have something else on them.
      let shared = sharedColumns(of: x + left..<x + right)
      if shared > 0 {
        block.forEachRow {
          mix($0.assumingMemoryBound(to: UInt8.self), count: shared, ink, table, over: ground, to: $1)
        }
      }
      block.from(column: shared).put(table)
    } else {
      block.forEachRow { blend($0.assumingMemoryBound(to: UInt8.self), count: count, ink, to: $1) }
    }
    notePaint(x + left..<x + right)
  }

  /// How many of `columns`, from the left, may show more than the ground.
  private func sharedColumns(of columns: Range<Int>) -> Int {
    if painted.isEmpty { return 0 }
    if columns.lowerBound < painted.lowerBound { return columns.count }
    return min(columns.count, max(0, painted.upperBound - columns.lowerBound))
  }

  private mutating func notePaint(_ columns: Range<Int>) {
    if columns.isEmpty { return }
    painted =
      painted.isEmpty
      ? columns
      : min(painted.lowerBound, columns.lowerBound)..<max(painted.upperBound, columns.upperBound)
  }

  /// One row over an opaque ground: where nothing else was drawn, the table has the answer.
  @inline(__always)
  private func mix(
    _ coverage: UnsafePointer<UInt8>, count: Int, _ ink: DrawColor,
    _ table: UnsafePointer<UInt32>, over ground: UInt32, to target: UnsafeMutablePointer<UInt32>
  ) {
    for column in 0..<count {
      let share = coverage[column]
      if share == 0 { continue }
      if target[column] == ground {
        target[column] = table[Int(share)]
      } else {
        blend(
          ink.argb, alpha: Self.scaled(UInt32(share), by: UInt32(ink.alpha)), at: target + column)
      }
    }
  }

  /// One row over anything.
  private func blend(
    _ coverage: UnsafePointer<UInt8>, count: Int, _ ink: DrawColor,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    let color = ink.argb
    let opacity = UInt32(ink.alpha)
    for column in 0..<count {
      let share = UInt32(coverage[column])
      if share == 0 { continue }
      blend(color, alpha: Self.scaled(share, by: opacity), at: target + column)
    }
  }

  /// One row in colours of its own.
  private func blend(
    _ colors: UnsafePointer<UInt32>, count: Int, alpha: UInt32,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    for column in 0..<count {
      let color = colors[column]
      if color >> 24 == 0 { continue }
      blend(color, alpha: Self.scaled(color >> 24, by: alpha), at: target + column)
    }
  }

  /// Puts a colour of some coverage over a pixel.
  @inline(__always)
  private func blend(_ color: UInt32, alpha: UInt32, at pixel: UnsafeMutablePointer<UInt32>) {
    let below = pixel.pointee
    let belowAlpha = below >> 24
    if alpha == 255 || belowAlpha == 0 {
      pixel.pointee = alpha << 24 | color & 0xFF_FFFF
      return
    }
    if belowAlpha == 255 {
      func mix(_ shift: UInt32) -> UInt32 {
        let sum = (color >> shift & 255) &* alpha &+ (below >> shift & 255) &* (255 &- alpha)
        return ((sum &+ 127) / 255) << shift
      }
      pixel.pointee = 0xFF00_0000 | mix(16) | mix(8) | mix(0)
      return
    }
    // The share of the pixel that `below` keeps, and the alpha of both.
    let rest = Self.scaled(belowAlpha, by: 255 &- alpha)
    let total = alpha &+ rest
    guard total > 0 else { return }
    func mix(_ shift: UInt32) -> UInt32 {
      let sum = (color >> shift & 255) &* alpha &+ (below >> shift & 255) &* rest
      return ((sum &+ total / 2) / total) << shift
    }
    pixel.pointee = total << 24 | mix(16) | mix(8) | mix(0)
  }

  /// `value * factor / 255`, rounded.
  @inline(__always)
  private static func scaled(_ value: UInt32, by factor: UInt32) -> UInt32 {
    (value &* factor &+ 127) / 255
  }
}
