internal import Fonts
import Pixels

/// The pixels of one text slot while it is rasterised.
struct TextBitmap {
  /// ARGB8888, `stride` pixels from row to row.
  let pixels: UnsafeMutablePointer<UInt32>
  let stride: Int
  let width, height: Int
  /// The colour of the bitmap's opaque ground; nil for a translucent bitmap.
  let ground: DrawColor?
  /// Columns outside of these show the ground alone, in the rows from `settledRows` on; none while they are equal.
  private var firstPainted = 0
  private var endOfPainted = 0
  /// Rows above this one may show lines drawn before.
  private var settledRows = 0
  /// Rows above the first and from the second on show the ground alone.
  private var firstPaintedRow = Int.max
  private var endOfPaintedRows = 0

  init(
    pixels: UnsafeMutablePointer<UInt32>, stride: Int, width: Int, height: Int, ground: DrawColor?
  ) {
    self.pixels = pixels
    self.stride = stride
    self.width = width
    self.height = height
    self.ground = ground
  }

  /// The rows that something was painted in; others show the ground alone.
  var paintedRows: Range<Int> { min(firstPaintedRow, endOfPaintedRows)..<endOfPaintedRows }

  /// Gives pixels the ground's colour, or none, also those of the texture that are no part of the bitmap.
  /// - Parameters:
  ///   - columns: not negative.
  ///   - rows: not negative.
  func clear(columns: Range<Int>, rows: Range<Int>) {
    let first = pixels + (rows.lowerBound * stride + columns.lowerBound)
    PixelRows(target: first, stride: stride, columns: columns.count, rows: rows.count).fill(with: ground?.argb ?? 0)
  }

  /// Forgets what was painted, as after `clear` of all of it.
  mutating func beginAnew() {
    (firstPainted, endOfPainted, settledRows) = (0, 0, 0)
    (firstPaintedRow, endOfPaintedRows) = (.max, 0)
  }

  /// Notes that the bitmap shows the beginning of a line, up to a column: what is drawn next belongs to that line.
  mutating func keepLine(endingAt column: Int, rows: Range<Int>) {
    firstPainted = 0
    endOfPainted = column
    if rows.isEmpty { return }
    firstPaintedRow = rows.lowerBound
    endOfPaintedRows = rows.upperBound
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
  /// - Returns: where the word is.
  mutating func draw(
    _ picture: WordMask, _ source: UnsafeRawPointer, x: Int, y: Int, ink: DrawColor,
    table: InkTable?
  ) -> InkColumns {
    let left = max(0, -x)
    let right = min(picture.width, width - x)
    let top = max(0, -y)
    let bottom = min(picture.height, height - y)
    guard left < right, top < bottom else { return .none }
    let count = right - left
    let (columns, rows) = (x + left..<x + right, y + top..<y + bottom)
    beginLine(at: rows.lowerBound)
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
      // Letters that reach down from the line above, and words that stand one beside the other: few pixels have
      // something else on them.
      let settled = min(rows.count, max(0, settledRows - rows.lowerBound))
      let shared = sharedColumns(of: columns)
      mix(block.rows(to: settled), ink, table.pixels, over: ground)
      let fresh = block.rows(from: settled)
      if shared > 0 { mix(fresh.columns(to: shared), ink, table.pixels, over: ground) }
      let free = fresh.from(column: shared)
      if let painted = picture.painted, free.columns > 0 {
        PixelRows(target: free.target, stride: stride, columns: free.columns, rows: free.rows)
          .copy(painted + ((top + settled) * picture.width + left + shared), stride: picture.width)
      } else {
        free.put(table.pixels)
      }
    } else {
      block.forEachRow { blend($0.assumingMemoryBound(to: UInt8.self), count: count, ink, to: $1) }
    }
    notePaint(columns, rows: rows)
    return InkColumns(
      start: Int32(truncatingIfNeeded: columns.lowerBound), end: Int32(truncatingIfNeeded: columns.upperBound))
  }

  /// Copies the picture of a word to its place if nothing else stands there: so it is with most words.
  /// - Returns: false, and nothing is done, where parts lie outside, or other words may be below.
  mutating func copy(_ word: PaintedWord, x: Int, y: Int) -> Bool {
    let (columns, rows) = (Int(word.width), Int(word.height))
    guard x >= 0, y >= 0, x &+ columns <= width, y &+ rows <= height else { return false }
    beginLine(at: y)
    guard y >= settledRows, x >= endOfPainted else { return false }
    PixelRows(target: pixels + (y &* stride &+ x), stride: stride, columns: columns, rows: rows)
      .copy(word.pixels, stride: columns)
    if firstPainted == endOfPainted { firstPainted = x }
    endOfPainted = x &+ columns
    if y < firstPaintedRow { firstPaintedRow = y }
    if y &+ rows > endOfPaintedRows { endOfPaintedRows = y &+ rows }
    return true
  }

  /// Begins a line: text drawn from `row` on may lie below all text drawn so far.
  private mutating func beginLine(at row: Int) {
    guard row >= endOfPaintedRows else { return }
    settledRows = endOfPaintedRows
    firstPainted = 0
    endOfPainted = 0
  }

  /// How many of `columns`, from the left, may show more than the ground.
  private func sharedColumns(of columns: Range<Int>) -> Int {
    if firstPainted == endOfPainted { return 0 }
    if columns.lowerBound < firstPainted { return columns.count }
    return min(columns.count, max(0, endOfPainted - columns.lowerBound))
  }

  private mutating func notePaint(_ columns: Range<Int>, rows: Range<Int>) {
    if columns.isEmpty || rows.isEmpty { return }
    firstPaintedRow = min(firstPaintedRow, rows.lowerBound)
    endOfPaintedRows = max(endOfPaintedRows, rows.upperBound)
    let isFirst = firstPainted == endOfPainted
    firstPainted = isFirst ? columns.lowerBound : min(firstPainted, columns.lowerBound)
    endOfPainted = isFirst ? columns.upperBound : max(endOfPainted, columns.upperBound)
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

/// Rows of pixels, in strips of one width for all of them: words are so narrow that to find out in every row how it is
/// best written would take longer than to write it.
private struct PixelRows {
  let target: UnsafeMutablePointer<UInt32>
  /// Pixels from row to row.
  let stride: Int
  /// Not negative.
  let columns, rows: Int

  /// Gives every pixel one colour.
  func fill(with color: UInt32) {
    let four = SIMD4<UInt32>(repeating: color)
    forEachStrip { column, fours, end in
      forEachRow(from: column) { to in
        for index in 0..<fours &- 1 { to.storeBytes(of: four, toByteOffset: index &* 16, as: SIMD4<UInt32>.self) }
        to.storeBytes(of: four, toByteOffset: (end &- column &- 4) &* 4, as: SIMD4<UInt32>.self)
      }
    } narrow: { column in
      forEachRow(from: column) { to in to.storeBytes(of: color, as: UInt32.self) }
    }
  }

  /// Copies pixels of other memory.
  /// - Parameter sourceStride: its pixels from row to row.
  func copy(_ source: UnsafePointer<UInt32>, stride sourceStride: Int) {
    forEachStrip { column, fours, end in
      var from = UnsafeRawPointer(source + column)
      let last = (end &- column &- 4) &* 4
      forEachRow(from: column) { to in
        for index in 0..<fours &- 1 { Self.copyFour(from, to, offset: index &* 16) }
        Self.copyFour(from, to, offset: last)
        from += sourceStride &* 4
      }
    } narrow: { column in
      var from = source + column
      forEachRow(from: column) { to in
        to.storeBytes(of: from.pointee, as: UInt32.self)
        from += sourceStride
      }
    }
  }

  @inline(__always)
  private static func copyFour(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, offset: Int) {
    typealias Four = SIMD4<UInt32>
    to.storeBytes(of: from.loadUnaligned(fromByteOffset: offset, as: Four.self), toByteOffset: offset, as: Four.self)
  }

  /// Calls `strip` with each strip of columns of at least four, and `narrow` with each column of fewer.
  ///
  /// A strip is written by fours of pixels, of which the last end where the strip does and may overlap those before.
  /// How many they are is known at each call: all of this is inlined, and no row counts.
  @inline(__always)
  private func forEachStrip(
    _ strip: (_ column: Int, _ fours: Int, _ end: Int) -> Void, narrow: (_ column: Int) -> Void
  ) {
    var column = 0
    while columns &- column > 32 {
      strip(column, 8, column &+ 32)
      column &+= 32
    }
    switch columns &- column {
    case 29...: strip(column, 8, columns)
    case 25...: strip(column, 7, columns)
    case 21...: strip(column, 6, columns)
    case 17...: strip(column, 5, columns)
    case 13...: strip(column, 4, columns)
    case 9...: strip(column, 3, columns)
    case 5...: strip(column, 2, columns)
    case 4: strip(column, 1, columns)
    default: for column in column..<max(column, columns) { narrow(column) }
    }
  }

  /// Calls `body` with the place of each row's pixel in a column.
  @inline(__always)
  private func forEachRow(from column: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    var to = UnsafeMutableRawPointer(target + column)
    var rows = rows
    while rows > 0 {
      body(to)
      to += stride &* 4
      rows &-= 1
    }
  }
}
