internal import CSDL2
import Foundation

/// Draws single words with SDL_ttf, into memory that is used again for each, and whose properties are exempt from the run
/// time's check for overlapping access.
///
/// SDL_ttf places letters at whole pixels. In a font four times as wide as it is high these are quarters of a pixel; the
/// mean of four columns is the coverage of a pixel, and where the first four begin says at which quarter the word stands.
final class WordRasterizer {
  /// Steps of a pixel at which a word is drawn: text that is placed to a quarter looks evenly spaced, and finer steps
  /// cannot be told apart.
  static let steps = 4
  /// Pictures of larger text have a column a pixel: there a quarter cannot be seen.
  private static let largestFine = 128.0
  /// The widest word that is drawn, in pixels.
  static let maximumWidth = 32_768

  /// The mask made last.
  private var memory: UnsafeMutableRawPointer
  private var capacity = 64 << 10
  /// A part of a row of a picture, between columns without ink.
  @exclusivity(unchecked) private var row: ContiguousArray<UInt8> = []
  @exclusivity(unchecked) private var inkedColumns: ContiguousArray<UInt64> = []

  init() { memory = .allocate(byteCount: capacity, alignment: 16) }

  deinit { memory.deallocate() }

  /// A word's picture; blank where the face cannot draw it. Valid until the next call.
  /// - Parameter step: quarters of a pixel to the right; colour pictures ignore it.
  func draw(
    _ text: UnsafeBufferPointer<UInt8>, in font: Font, _ shaping: WordShaping, step: Int
  ) -> WordMask {
    if font.face.isColor { return drawColors(text, in: font, shaping) }
    let columns = font.pixelSize <= Self.largestFine ? Self.steps : 1
    let setting = FontSetting.drawing(
      quarters: Int32(font.pixelSize * Font.sizesPerPixel), columns: Int32(columns))
    guard let sized = font.face.font(for: setting), let picture = picture(of: text, of: font.face, sized, shaping)
    else { return .blank }
    defer { SDL_FreeSurface(picture.surface) }
    return mask(of: picture, font, columns: columns, step: columns == 1 ? 0 : step)
  }

  /// What SDL_ttf drew, and where the word's origin is in it.
  private struct Picture {
    var surface: UnsafeMutablePointer<SDL_Surface>
    var originColumn: Int
    var baselineRow: Int

    var width: Int { Int(surface.pointee.w) }
    var height: Int { Int(surface.pointee.h) }
    func row(_ number: Int) -> UnsafePointer<UInt8>? {
      surface.pointee.pixels.map {
        UnsafePointer(($0 + number * Int(surface.pointee.pitch)).assumingMemoryBound(to: UInt8.self))
      }
    }

    /// Whether the first column, or the first row, has ink: then there may be more beyond, and the picture is shifted.
    var touchesLeft: Bool { (0..<height).contains { row($0)?.pointee != 0 } }
    var touchesTop: Bool { row(0).map { row in (0..<width).contains { row[$0] != 0 } } ?? false }
  }

  private func picture(
    of text: UnsafeBufferPointer<UInt8>, of face: FontFace, _ font: SizedFont, _ shaping: WordShaping
  ) -> Picture? {
    // On the left as seen, a space keeps the word's start away from the picture's edge.
    var spaces = face.hasSpace ? 1 : 0
    while true {
      let drawn = face.withPadded(
        text, before: shaping.isRightToLeft ? 0 : spaces, after: shaping.isRightToLeft ? spaces : 0
      ) { text -> (surface: UnsafeMutablePointer<SDL_Surface>, descent: Int)? in
        guard let surface = font.coverage(of: text, shaping) else { return nil }
        let isPushed = Picture(surface: surface, originColumn: 0, baselineRow: 0).touchesTop && spaces > 0
        return (surface, isPushed ? font.descentOfPicture(of: text, shaping) : 0)
      }
      guard let drawn else { return nil }
      guard drawn.surface.pointee.pixels != nil, drawn.surface.pointee.format.pointee.BytesPerPixel == 1 else {
        SDL_FreeSurface(drawn.surface)
        return nil
      }
      // Letters are placed at the column below, by half a one on average.
      let origin = spaces > 0 ? Int((font.spaceWidth * Double(spaces) - 0.5).rounded()) : 0
      let picture = Picture(
        surface: drawn.surface, originColumn: origin, baselineRow: font.lineMeasures.ascent + drawn.descent)
      guard spaces > 0, spaces < 16, picture.touchesLeft else { return picture }
      SDL_FreeSurface(drawn.surface)
      spaces *= 4
    }
  }

  // MARK: Coverage

  private func mask(of picture: Picture, _ font: Font, columns: Int, step: Int) -> WordMask {
    guard let ink = inkedBox(of: picture) else { return .blank }
    let smear = Int((font.boldWidening * Double(columns)).rounded())
    // How far the highest and the lowest row lean.
    func lean(_ row: Int) -> Int {
      guard font.isSlanted else { return 0 }
      return Int(((Double(picture.baselineRow - row) - 0.5) * Font.slant * Double(columns)).rounded())
    }
    let start = ink.columns.lowerBound - picture.originColumn + step + lean(ink.rows.upperBound - 1)
    let end = ink.columns.upperBound - picture.originColumn + step + smear + lean(ink.rows.lowerBound)
    // Shifts round down, also left of zero.
    let shift = columns == 1 ? 0 : 2
    let left = start >> shift
    let width = ((end - 1) >> shift) + 1 - left
    let bytes = width * ink.rows.count
    let target = room(for: bytes).assumingMemoryBound(to: UInt8.self)
    // The column of the picture where the mask's first pixel begins.
    let first = left << shift + picture.originColumn - step
    for number in ink.rows {
      guard let source = picture.row(number) else { return .blank }
      let out = target + (number - ink.rows.lowerBound) * width
      let begin = first - lean(number)
      // Mostly all but the last pixel lie inside of the picture.
      let inside = smear == 0 && begin >= 0 ? max(0, min(width, (picture.width - begin) >> shift)) : 0
      if inside > 0 { average(source + begin, columns: columns, into: out, count: inside) }
      guard inside < width else { continue }
      fillRow(source, picture.width, from: begin + inside << shift, count: (width - inside) << shift, smear: smear)
      row.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        average(base, columns: columns, into: out + inside, count: width - inside)
      }
    }
    return WordMask(
      pixels: UnsafeRawPointer(target), width: width, height: ink.rows.count, left: left,
      top: picture.baselineRow - ink.rows.lowerBound, isColor: false)
  }

  /// Puts a stretch of a row of a picture into `row`, made bolder; without ink beyond the picture.
  private func fillRow(_ source: UnsafePointer<UInt8>, _ width: Int, from begin: Int, count: Int, smear: Int) {
    row.removeAll(keepingCapacity: true)
    for column in begin..<begin + count {
      var value: UInt8 = 0
      for column in column - smear...column where column >= 0 && column < width { value = max(value, source[column]) }
      row.append(value)
    }
  }

  /// Rows and columns that have ink; nil for none.
  private func inkedBox(of picture: Picture) -> (columns: Range<Int>, rows: Range<Int>)? {
    let words = (picture.width + 7) / 8
    inkedColumns.removeAll(keepingCapacity: true)
    for _ in 0..<words { inkedColumns.append(0) }
    var top = picture.height
    var bottom = 0
    let whole = picture.width / 8
    inkedColumns.withUnsafeMutableBufferPointer { columns in
      for number in 0..<picture.height {
        guard let row = picture.row(number) else { return }
        let source = UnsafeRawPointer(row)
        var all: UInt64 = 0
        for word in 0..<whole {
          let eight = source.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
          columns[word] |= eight
          all |= eight
        }
        for column in whole * 8..<picture.width {
          let byte = UInt64(row[column]) << UInt64(8 * (column - whole * 8))
          columns[whole] |= byte
          all |= byte
        }
        guard all != 0 else { continue }
        if top == picture.height { top = number }
        bottom = number + 1
      }
    }
    guard top < bottom, let first = inkedColumns.firstIndex(where: { $0 != 0 }),
      let last = inkedColumns.lastIndex(where: { $0 != 0 })
    else { return nil }
    // On a little-endian machine the first byte is the lowest.
    let left = first * 8 + inkedColumns[first].littleEndian.trailingZeroBitCount / 8
    let right = last * 8 + 8 - inkedColumns[last].littleEndian.leadingZeroBitCount / 8
    return (left..<right, top..<bottom)
  }

  /// The means of columns, four at a time.
  private func average(_ source: UnsafePointer<UInt8>, columns: Int, into target: UnsafeMutablePointer<UInt8>, count: Int) {
    guard columns > 1 else { return target.update(from: source, count: count) }
    let raw = UnsafeRawPointer(source)
    for index in 0..<count {
      let four = raw.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
      // Two sums of two, side by side, then both.
      let pairs = (four & 0x00FF_00FF) &+ (four >> 8 & 0x00FF_00FF)
      let sum = (pairs & 0xFFFF) &+ (pairs >> 16)
      target[index] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
    }
  }

  private func room(for bytes: Int) -> UnsafeMutableRawPointer {
    if bytes > capacity {
      memory.deallocate()
      capacity = bytes
      memory = .allocate(byteCount: capacity, alignment: 16)
    }
    return memory
  }

  // MARK: Colours

  private func drawColors(_ text: UnsafeBufferPointer<UInt8>, in font: Font, _ shaping: WordShaping) -> WordMask {
    let strike = font.face.strike(forPixelSize: font.pixelSize)
    let setting =
      strike.map { FontSetting.strike($0.number) }
      ?? .drawing(quarters: Int32(font.pixelSize * Font.sizesPerPixel), columns: 1)
    guard let sized = font.face.font(for: setting),
      let surface = font.face.withPadded(text, { sized.colors(of: $0, shaping) })
    else { return .blank }
    defer { SDL_FreeSurface(surface) }
    let scale = strike.map { font.pixelSize / $0.pixelSize } ?? 1
    let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
    guard let pixels = surface.pointee.pixels, surface.pointee.format.pointee.BytesPerPixel == 4, width > 0, height > 0,
      Double(max(width, height)) * scale <= Double(Self.maximumWidth)
    else { return .blank }
    let source = ColorPicture(
      pixels: UnsafeRawPointer(pixels).assumingMemoryBound(to: UInt32.self), stride: Int(surface.pointee.pitch) / 4,
      width: width, height: height)
    let newWidth = max(1, Int((Double(width) * scale).rounded()))
    let newHeight = max(1, Int((Double(height) * scale).rounded()))
    let target = room(for: newWidth * newHeight * 4).assumingMemoryBound(to: UInt32.self)
    source.scale(to: target, width: newWidth, height: newHeight)
    return WordMask(
      pixels: UnsafeRawPointer(target), width: newWidth, height: newHeight, left: 0,
      top: Int((Double(sized.lineMeasures.ascent) * scale).rounded()), isColor: true)
  }
}

/// ARGB pixels, alpha not premultiplied.
private struct ColorPicture {
  let pixels: UnsafePointer<UInt32>
  /// Pixels from row to row.
  let stride: Int
  let width, height: Int

  /// Writes a picture of another size, each pixel the mean of those it covers, by the area of each that it covers.
  func scale(to target: UnsafeMutablePointer<UInt32>, width newWidth: Int, height newHeight: Int) {
    let (stepX, stepY) = (Double(width) / Double(newWidth), Double(height) / Double(newHeight))
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        target[y * newWidth + x] = mean(
          columns: Double(x) * stepX..<Double(x + 1) * stepX, rows: Double(y) * stepY..<Double(y + 1) * stepY)
      }
    }
  }

  /// The mean of an area; transparent pixels have no say in its colour.
  private func mean(columns: Range<Double>, rows: Range<Double>) -> UInt32 {
    // Red, green and blue times alpha; alpha.
    var sum = SIMD4<Double>()
    var area = 0.0
    for row in Int(rows.lowerBound)..<min(height, Int(rows.upperBound.rounded(.up))) {
      let tall = min(rows.upperBound, Double(row + 1)) - max(rows.lowerBound, Double(row))
      for column in Int(columns.lowerBound)..<min(width, Int(columns.upperBound.rounded(.up))) {
        let wide = min(columns.upperBound, Double(column + 1)) - max(columns.lowerBound, Double(column))
        let pixel = pixels[row * stride + column]
        let share = tall * wide
        area += share
        guard pixel >> 24 > 0 else { continue }
        let weight = share * Double(pixel >> 24)
        sum += SIMD4(
          weight * Double(pixel >> 16 & 255), weight * Double(pixel >> 8 & 255), weight * Double(pixel & 255), weight)
      }
    }
    guard area > 0, sum[3] > 0 else { return 0 }
    func channel(_ value: Double) -> UInt32 { UInt32(min(255, max(0, value.rounded()))) }
    return channel(sum[3] / area) << 24 | channel(sum[0] / sum[3]) << 16 | channel(sum[1] / sum[3]) << 8
      | channel(sum[2] / sum[3])
  }
}
