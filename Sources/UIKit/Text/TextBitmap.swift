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
  /// Columns outside of these show the ground alone, in the rows from `settledRows` on.
  private var painted = 0..<0
  /// Rows above this one may show lines drawn before.
  private var settledRows = 0
  /// Rows from this one on show the ground alone.
  private var paintedRows = 0

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
    for y in 0..<height { (pixels + y * stride).fill(with: color, count: width) }
  }

  /// Paints a rectangle; parts outside are left out.
  mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    notePaint(
      max(0, x)..<max(0, x, min(self.width, x + width)), rows: max(0, y)..<max(0, y, min(self.height, y + height)))
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
  ///   - table: what `ink` gives over the bitmap's ground, where there is one; a painted picture is in these colours.
  mutating func draw(
    _ picture: WordMask, _ source: UnsafeRawPointer, x: Int, y: Int, ink: DrawColor,
    table: InkTable?
  ) {
    let left = max(0, -x)
    let right = min(picture.width, width - x)
    let top = max(0, -y)
    let bottom = min(picture.height, height - y)
    guard left < right, top < bottom else { return }
    let count = right - left
    let (columns, rows) = (x + left..<x + right, y + top..<y + bottom)
    beginLine(at: rows.lowerBound)
    // Most words: nothing else stands where they go.
    if let pixels = picture.painted, rows.lowerBound >= settledRows, columns.lowerBound >= painted.upperBound {
      Self.copy(
        pixels + (top * picture.width + left), stride: picture.width,
        to: self.pixels + (rows.lowerBound * stride + columns.lowerBound), stride: stride, columns: count,
        rows: rows.count)
      return notePaint(columns, rows: rows)
    }
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
      // Letters that reach down from the line above, and words that stand one beside the other: few pixels have something
      // else on them.
      let settled = min(rows.count, max(0, settledRows - rows.lowerBound))
      let shared = sharedColumns(of: columns)
      mix(block.rows(to: settled), ink, table.pixels, over: ground)
      let fresh = block.rows(from: settled)
      if shared > 0 { mix(fresh.columns(to: shared), ink, table.pixels, over: ground) }
      let free = fresh.from(column: shared)
      if let painted = picture.painted, free.columns > 0 {
        Self.copy(
          painted + ((top + settled) * picture.width + left + shared), stride: picture.width, to: free.target,
          stride: stride, columns: free.columns, rows: free.rows)
      } else {
        free.put(table.pixels)
      }
    } else {
      block.forEachRow { blend($0.assumingMemoryBound(to: UInt8.self), count: count, ink, to: $1) }
    }
    notePaint(columns, rows: rows)
  }

  /// Copies rows of pixels.
  /// - Parameters:
  ///   - stride: of each, pixels from row to row.
  ///   - columns: at least 1.
  private static func copy(
    _ source: UnsafePointer<UInt32>, stride sourceStride: Int, to target: UnsafeMutablePointer<UInt32>,
    stride targetStride: Int, columns: Int, rows: Int
  ) {
    typealias Four = SIMD4<UInt32>
    typealias Eight = SIMD8<UInt32>
    var from = UnsafeRawPointer(source)
    var to = UnsafeMutableRawPointer(target)
    let bytes = columns &* 4
    for _ in 0..<max(0, rows) {
      if bytes >= 16 {
        var offset = 0
        while offset < bytes &- 32 {
          to.storeBytes(
            of: from.loadUnaligned(fromByteOffset: offset, as: Eight.self), toByteOffset: offset, as: Eight.self)
          offset &+= 32
        }
        // The last four overlap what stands before.
        let last = bytes &- 16
        if offset < last {
          to.storeBytes(
            of: from.loadUnaligned(fromByteOffset: offset, as: Four.self), toByteOffset: offset, as: Four.self)
        }
        to.storeBytes(of: from.loadUnaligned(fromByteOffset: last, as: Four.self), toByteOffset: last, as: Four.self)
      } else {
        for column in 0..<columns {
          to.storeBytes(
            of: from.load(fromByteOffset: column &* 4, as: UInt32.self), toByteOffset: column &* 4, as: UInt32.self)
        }
      }
      from += sourceStride &* 4
      to += targetStride &* 4
    }
  }

  /// What is drawn from `row` on may lie below all that was drawn so far: a new line.
  private mutating func beginLine(at row: Int) {
    guard row >= paintedRows else { return }
    settledRows = paintedRows
    painted = 0..<0
  }

  /// How many of `columns`, from the left, may show more than the ground.
  private func sharedColumns(of columns: Range<Int>) -> Int {
    if painted.isEmpty { return 0 }
    if columns.lowerBound < painted.lowerBound { return columns.count }
    return min(columns.count, max(0, painted.upperBound - columns.lowerBound))
  }

  private mutating func notePaint(_ columns: Range<Int>, rows: Range<Int>) {
    if columns.isEmpty || rows.isEmpty { return }
    paintedRows = max(paintedRows, rows.upperBound)
    painted =
      painted.isEmpty
      ? columns
      : min(painted.lowerBound, columns.lowerBound)..<max(painted.upperBound, columns.upperBound)
  }

  /// Rows over an opaque ground: where nothing else was drawn, the table has the answer.
  private func mix(_ block: Block, _ ink: DrawColor, _ table: UnsafePointer<UInt32>, over ground: UInt32) {
    block.forEachRow { source, target in
      let coverage = source.assumingMemoryBound(to: UInt8.self)
      for column in 0..<block.columns {
        let share = coverage[column]
        if share == 0 { continue }
        if target[column] == ground {
          target[column] = table[Int(share)]
        } else {
          blend(ink.argb, alpha: Self.scaled(UInt32(share), by: UInt32(ink.alpha)), at: target + column)
        }
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
