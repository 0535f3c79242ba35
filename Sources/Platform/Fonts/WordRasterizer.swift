internal import CSDL2
import Foundation
import Primitives

/// Draws single words with SDL_ttf, into memory that is used again for each, and finds out which letters stand in them
/// as they do alone.
///
/// SDL_ttf places letters at whole pixels. In a font four times as wide as it is high these are quarters of a pixel;
/// the mean of four columns is the coverage of a pixel, and where the first four begin says at which quarter the word
/// stands.
final class WordRasterizer {
  /// Steps of a pixel at which a word is drawn: text that is placed to a quarter looks evenly spaced, and finer steps
  /// cannot be told apart.
  static let steps = 4
  /// Pictures of larger text have a column a pixel: there a quarter cannot be seen.
  private static let largestFine = 128.0
  /// Words of so many pixels are made at all steps when they are drawn at one.
  private static let smallPicture = 4096
  /// The widest word that is drawn, in pixels.
  static let maximumWidth = 32_768

  /// The mask made last.
  private var memory: UnsafeMutableRawPointer
  private var capacity = 64 << 10
  /// A part of a row of a picture, between columns without ink.
  private var row: ContiguousArray<UInt8> = []
  private var inkedColumns: ContiguousArray<UInt64> = []

  init() { memory = .allocate(byteCount: capacity, alignment: 16) }

  deinit { memory.deallocate() }

  /// A word's picture; blank where the face cannot draw it. Valid until the next call.
  /// - Parameters:
  ///   - step: quarters of a pixel to the right.
  ///   - keep: called with each picture that is made, also at steps that were not asked for where that takes little;
  ///     its
  ///     step is nil for a picture that is the same at all.
  func draw(
    _ text: UnsafeBufferPointer<UInt8>, in font: Font, _ shaping: TextShaping, step: Int,
    keep: (_ mask: WordMask, _ step: Int?) -> Void
  ) -> WordMask {
    func kept(_ mask: WordMask, _ step: Int?) -> WordMask {
      keep(mask, step)
      return mask
    }
    if font.face.isColor { return kept(drawColors(text, in: font, shaping), nil) }
    let columns = font.pixelSize <= Self.largestFine ? Self.steps : 1
    if text.count == 1, shaping == TextShaping(), let shape = font.loosePairs?.knownShape(of: text[0]) {
      return shape.bytes.withUnsafeBufferPointer { bytes in
        let picture = Picture(of: shape, bytes: bytes)
        for other in 0..<Self.steps where other != step {
          keep(mask(of: picture, font, columns: columns, step: other), other)
        }
        return kept(mask(of: picture, font, columns: columns, step: step), step)
      }
    }
    _ = font.face.spaceEms
    guard let sized = font.face.font(for: setting(of: font, columns: columns)),
      let picture = picture(of: text, of: font.face, sized, shaping)
    else { return kept(.blank, step) }
    defer { SDL_FreeSurface(picture.surface) }
    if columns == 1 { return kept(mask(of: picture, font, columns: 1, step: 0), nil) }
    // A few more means take less than to have it shaped and drawn again.
    if picture.width * picture.height <= columns * Self.smallPicture {
      for other in 0..<Self.steps where other != step {
        keep(mask(of: picture, font, columns: columns, step: other), other)
      }
    }
    return kept(mask(of: picture, font, columns: columns, step: step), step)
  }

  private func setting(of font: Font, columns: Int) -> FontSetting {
    .drawing(quarters: Int32(font.pixelSize * Font.sizesPerPixel), columns: Int32(columns))
  }

  /// A picture by SDL_ttf, and the place of the word's origin in it.
  private struct Picture {
    var surface: UnsafeMutablePointer<SDL_Surface>?
    let pixels: UnsafePointer<UInt8>?
    /// Bytes from row to row.
    let stride: Int
    let width, height: Int
    var originColumn: Int
    var baselineRow: Int

    init(surface: UnsafeMutablePointer<SDL_Surface>, originColumn: Int, baselineRow: Int) {
      self.surface = surface
      pixels = surface.pointee.pixels.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
      stride = Int(surface.pointee.pitch)
      width = Int(surface.pointee.w)
      height = Int(surface.pointee.h)
      self.originColumn = originColumn
      self.baselineRow = baselineRow
    }

    /// The picture of a letter, whose bytes stay where they are as long as it is used.
    init(of shape: LoosePairs.LetterShape, bytes: UnsafeBufferPointer<UInt8>) {
      pixels = bytes.baseAddress
      stride = shape.columns
      width = shape.columns
      height = shape.rows
      originColumn = -shape.left
      baselineRow = shape.top
    }

    func row(_ number: Int) -> UnsafePointer<UInt8>? { pixels.map { $0 + number * stride } }

    /// Whether all ink of a letter is at a place; there may be more.
    func contains(_ shape: LoosePairs.LetterShape, column: Int, row: Int) -> Bool {
      guard column >= 0, column + shape.columns <= width else { return false }
      return shape.bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<shape.rows {
          guard let source = self.row(row + y) else { return false }
          let from = y * shape.columns
          for x in 0..<shape.columns where ~source[column &+ x] & bytes[from &+ x] != 0 { return false }
        }
        return true
      }
    }

    /// Whether the first column has ink: then there may be more beyond, and the picture is shifted.
    var touchesLeft: Bool { (0..<height).contains { row($0)?.pointee != 0 } }
  }

  private func picture(
    of text: UnsafeBufferPointer<UInt8>, of face: FontFace, _ font: SizedFont, _ shaping: TextShaping
  ) -> Picture? {
    // On the left as seen, a space keeps the word's start away from the picture's edge.
    var spaces = face.hasSpace ? 1 : 0
    while true {
      let drawn = face.withPadded(
        text, before: shaping.isRightToLeft ? 0 : spaces, after: shaping.isRightToLeft ? spaces : 0
      ) { text -> (surface: UnsafeMutablePointer<SDL_Surface>, descent: Int)? in
        guard let surface = font.coverage(of: text, shaping) else { return nil }
        // Ink above the line makes the picture higher than a line, as ink below it does. The first row says nothing: the box
        // of a letter may be higher than its ink.
        let mayBePushed = spaces > 0 && Int(surface.pointee.h) > font.boxHeight
        return (surface, mayBePushed ? font.descentOfPicture(of: text, shaping) : 0)
      }
      guard let drawn else { return nil }
      guard drawn.surface.pointee.pixels != nil, drawn.surface.pointee.format.pointee.BytesPerPixel == 1 else {
        SDL_FreeSurface(drawn.surface)
        return nil
      }
      // Letters are placed at the column below, by half a one on average.
      let origin = spaces > 0 ? Int((face.spaceColumns(of: font) * Double(spaces) - 0.5).rounded()) : 0
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
  private func average(
    _ source: UnsafePointer<UInt8>, columns: Int, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
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

  /// Memory for a mask, which the next one takes over.
  func room(for bytes: Int) -> UnsafeMutableRawPointer {
    if bytes > capacity {
      memory.deallocate()
      capacity = bytes
      memory = .allocate(byteCount: capacity, alignment: 16)
    }
    return memory
  }

  // MARK: Letters

  /// The pairs whose picture is that of their letters, each to a column where their distance puts it.
  /// - Parameters:
  ///   - pairs: with the distance of their origins in ems.
  ///   - known: the font's; keeps the shapes of letters.
  func loose(
    among pairs: [(pair: LetterSpacing.Pair, distance: Float)], in font: Font, _ known: LoosePairs
  ) -> [LetterSpacing.Pair] {
    _ = font.face.spaceEms
    guard !pairs.isEmpty, let sized = font.face.font(for: setting(of: font, columns: Self.steps)) else { return [] }
    // All in one picture, which takes little more than one pair does; only where it is not as it should be, one by one.
    if isMadeOfLetters(pairs, in: font, sized, known) { return pairs.map(\.pair) }
    guard pairs.count > 1 else { return [] }
    return pairs.filter { isMadeOfLetters([$0], in: font, sized, known) }.map(\.pair)
  }

  private func isMadeOfLetters(
    _ pairs: [(pair: LetterSpacing.Pair, distance: Float)], in font: Font, _ sized: SizedFont, _ known: LoosePairs
  ) -> Bool {
    let columns = font.pixelSize * Double(Self.steps)
    var text: [UInt8] = []
    var letters: [(shape: LoosePairs.LetterShape, column: Int)] = []
    var pen = 0.0
    for (pair, distance) in pairs {
      guard let first = shape(of: pair.first, in: font, sized, known),
        let second = shape(of: pair.second, in: font, sized, known)
      else { return false }
      if !text.isEmpty { text.append(0x20) }
      text += [pair.first, pair.second]
      let end = pen + Double(distance)
      letters += [(first, Int(pen * columns)), (second, Int(end * columns))]
      pen = end + Double(known.advance(pair.second)) + font.face.spaceEms
    }
    let picture = text.withUnsafeBufferPointer { self.picture(of: $0, of: font.face, sized, TextShaping()) }
    guard let picture else { return false }
    defer { SDL_FreeSurface(picture.surface) }
    return isMade(of: letters, picture)
  }

  /// Whether a picture has the ink of some letters and no other, each to a column at its place.
  private func isMade(of letters: [(shape: LoosePairs.LetterShape, column: Int)], _ picture: Picture) -> Bool {
    var made = ContiguousArray<UInt8>(repeating: 0, count: picture.width * picture.height)
    for (shape, offset) in letters {
      let column = picture.originColumn + offset + shape.left
      let row = picture.baselineRow - shape.top
      guard row >= 0, row + shape.rows <= picture.height,
        let place = [column, column + 1, column - 1].first(where: { picture.contains(shape, column: $0, row: row) })
      else { return false }
      // As SDL_ttf does where letters share a column.
      made.withUnsafeMutableBufferPointer { made in
        shape.bytes.withUnsafeBufferPointer { bytes in
          for y in 0..<shape.rows {
            let (to, from) = ((row + y) * picture.width + place, y * shape.columns)
            for x in 0..<shape.columns { made[to &+ x] |= bytes[from &+ x] }
          }
        }
      }
    }
    return made.withUnsafeBufferPointer { made in
      guard let base = made.baseAddress else { return false }
      return (0..<picture.height).allSatisfy { row in
        picture.row(row).map { memcmp($0, base + row * picture.width, picture.width) == 0 } ?? false
      }
    }
  }

  /// A letter as it is drawn alone; nil for one without ink.
  private func shape(
    of letter: UInt8, in font: Font, _ sized: SizedFont, _ pairs: LoosePairs
  ) -> LoosePairs.LetterShape? {
    pairs.shape(of: letter) {
      let picture = [letter].withUnsafeBufferPointer { self.picture(of: $0, of: font.face, sized, TextShaping()) }
      guard let picture else { return nil }
      defer { SDL_FreeSurface(picture.surface) }
      guard let ink = inkedBox(of: picture) else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(ink.columns.count * ink.rows.count)
      for number in ink.rows {
        guard let row = picture.row(number) else { return nil }
        bytes += UnsafeBufferPointer(start: row + ink.columns.lowerBound, count: ink.columns.count)
      }
      return LoosePairs.LetterShape(
        bytes: bytes, columns: ink.columns.count, rows: ink.rows.count,
        left: ink.columns.lowerBound - picture.originColumn, top: picture.baselineRow - ink.rows.lowerBound)
    }
  }

  // MARK: Colours

  private func drawColors(_ text: UnsafeBufferPointer<UInt8>, in font: Font, _ shaping: TextShaping) -> WordMask {
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

  /// Writes a picture of another size, each pixel the mean of those it covers, by the area of each that it covers;
  /// transparent pixels have no say in its colour.
  ///
  /// Lengths are in parts of a pixel of which both sizes are whole numbers, so that sums are exact.
  func scale(to target: UnsafeMutablePointer<UInt32>, width newWidth: Int, height newHeight: Int) {
    // Of each pixel of a row: alpha; red, green and blue times alpha.
    let sums = UnsafeMutablePointer<UInt64>.allocate(capacity: newWidth * 4)
    defer { sums.deallocate() }
    for y in 0..<newHeight {
      sums.update(repeating: 0, count: newWidth * 4)
      let (top, bottom) = (y * height, (y + 1) * height)
      var row = top / newHeight
      while row * newHeight < bottom {
        let (start, end) = (row * newHeight, (row + 1) * newHeight)
        let tall = (end < bottom ? end : bottom) - (start > top ? start : top)
        addRow(pixels + row * stride, UInt64(tall), to: sums, newWidth)
        row += 1
      }
      let area = UInt64(width * height)
      for x in 0..<newWidth {
        let alpha = sums[4 * x]
        func channel(_ index: Int) -> UInt32 { UInt32((sums[4 * x + index] + alpha / 2) / alpha) }
        target[y * newWidth + x] =
          alpha == 0
          ? 0 : UInt32((alpha + area / 2) / area) << 24 | channel(1) << 16 | channel(2) << 8 | channel(3)
      }
    }
  }

  /// Adds what a row of pixels has to each of the wider or narrower ones below it.
  private func addRow(
    _ source: UnsafePointer<UInt32>, _ tall: UInt64, to sums: UnsafeMutablePointer<UInt64>, _ newWidth: Int
  ) {
    var left = 0
    for x in 0..<newWidth {
      let right = left + width
      var (alpha, red, green, blue) = (0 as UInt64, 0 as UInt64, 0 as UInt64, 0 as UInt64)
      var column = left / newWidth
      while column * newWidth < right {
        let pixel = UInt64(source[column])
        let (start, end) = (column * newWidth, (column + 1) * newWidth)
        let wide = (end < right ? end : right) - (start > left ? start : left)
        let weight = UInt64(wide) &* (pixel >> 24)
        alpha &+= weight
        red &+= weight &* (pixel >> 16 & 255)
        green &+= weight &* (pixel >> 8 & 255)
        blue &+= weight &* (pixel & 255)
        column += 1
      }
      let sum = sums + 4 * x
      sum[0] &+= tall &* alpha
      sum[1] &+= tall &* red
      sum[2] &+= tall &* green
      sum[3] &+= tall &* blue
      left = right
    }
  }
}

/// The picture of a word, in memory of the cache that keeps it: valid until the cache is asked for the next one.
package struct WordMask {
  /// The first pixel; nil for a word without ink. A byte a pixel says how much of it the word covers, 0...255; in
  /// colour it is four bytes, ARGB8888, alpha not premultiplied. Rows follow each other without a gap.
  package var pixels: UnsafeRawPointer?
  /// The extent in pixels.
  package var width = 0, height = 0
  /// From the word's origin to the picture's left edge, rightwards, and to its top edge, upwards.
  package var left = 0, top = 0
  /// Whether it has colours of its own.
  package var isColor = false
  /// The same in the ink and on the ground it was asked for in, ARGB8888, rows without gaps; nil where that has to be
  /// mixed.
  package var painted: UnsafePointer<UInt32>?

  /// A picture without ink.
  static var blank: WordMask { WordMask() }

  /// Bytes of one row's pixels.
  package var rowBytes: Int { isColor ? width * 4 : width }
}
