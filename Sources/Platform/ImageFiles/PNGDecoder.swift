internal import CZlib
internal import SDL

/// Decodes PNG row by row into the words of the answer, with zlib for the compression alone.
///
/// Every read is checked against the end of the data, extents are checked before memory is asked for, and nothing is
/// written to standard error. (libpng through SDL_image repeats its last input for ever where a file ends too early,
/// because a short read has no way to reach it, and it decodes a picture before SDL_image looks at its extent.)
///
/// Of the chunks only those that say what the pixels are count: IHDR, PLTE, tRNS, IDAT, IEND. A tRNS that is malformed, out
/// of place or the second is passed over, as libpng does. Colours are taken as sRGB; samples of 16 bits keep their higher
/// eight.
struct PNGDecoder {
  private typealias Failure = ImageFile.DecodingError

  private enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// Bits of a sample that the format allows.
    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// A chunk's type and where its data lies.
  private struct Chunk {
    let type: UInt32
    let data: Range<Int>
    /// Where the next chunk begins.
    var end: Int { data.upperBound + 4 }

    static let header = Chunk.type("IHDR")
    static let palette = Chunk.type("PLTE")
    static let transparency = Chunk.type("tRNS")
    static let pixels = Chunk.type("IDAT")
    static let trailer = Chunk.type("IEND")

    private static func type(_ name: StaticString) -> UInt32 {
      name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
  }

  /// One pass over some of the pixels: all of them, or one of the seven of an interlaced picture.
  private struct Pass {
    let x, y, stepX, stepY: Int
    func columns(of width: Int) -> Int { width > x ? (width - x + stepX - 1) / stepX : 0 }
    func rows(of height: Int) -> Int { height > y ? (height - y + stepY - 1) / stepY : 0 }

    static let whole = [Pass(x: 0, y: 0, stepX: 1, stepY: 1)]
    static let interlaced = [
      Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
      Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
      Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
      Pass(x: 0, y: 1, stepX: 1, stepY: 2),
    ]
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The bytes that one byte of deflated data can stand for at most.
  private static let greatestExpansion = 1032

  private let bytes: UnsafeRawBufferPointer
  private let width, height, depth: Int
  private let colorType: ColorType
  private let passes: [Pass]
  /// The colour of each sample value of at most eight bits; empty for colour types that need none.
  private var colors: [UInt32] = []
  /// The samples of the one transparent colour of a picture without alpha.
  private var transparent: (UInt16, UInt16, UInt16)?
  /// Where the compressed pixels begin and how many bytes they are.
  private var firstPixels: Chunk
  private var compressedCount = 0

  static func isPNG(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: signature) }

  /// Decodes a whole file.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws(ImageFile.DecodingError) -> ImageFile.Pixels {
    try PNGDecoder(bytes).pixels()
  }

  // MARK: Chunks

  /// Reads everything but the pixels: the file is whole and its extent acceptable when this returns.
  private init(_ bytes: UnsafeRawBufferPointer) throws(ImageFile.DecodingError) {
    self.bytes = bytes
    let header = try Self.chunk(at: Self.signature.count, of: bytes)
    guard header.type == Chunk.header, header.data.count == 13 else { throw .damaged("the PNG has no header") }
    let start = header.data.lowerBound
    width = Int(Self.word(at: start, of: bytes))
    height = Int(Self.word(at: start + 4, of: bytes))
    depth = Int(bytes[start + 8])
    guard let colorType = ColorType(rawValue: bytes[start + 9]), colorType.depths.contains(depth),
      bytes[start + 10] == 0, bytes[start + 11] == 0, bytes[start + 12] <= 1
    else { throw .damaged("the PNG is of an unknown kind") }
    self.colorType = colorType
    passes = bytes[start + 12] == 1 ? Pass.interlaced : Pass.whole
    try ImageFile.checkExtent(width: width, height: height)
    firstPixels = header

    var palette: Range<Int>?
    var alphas: Range<Int>?
    var previous = header
    while previous.type != Chunk.trailer {
      let chunk = try Self.chunk(at: previous.end, of: bytes)
      let isAfterPixels = compressedCount > 0 || firstPixels.type == Chunk.pixels
      switch chunk.type {
      case Chunk.palette:
        guard palette == nil, !isAfterPixels, chunk.data.count % 3 == 0, 1...256 ~= chunk.data.count / 3 else {
          throw .damaged("the PNG's palette is damaged")
        }
        palette = chunk.data
      case Chunk.transparency:
        // The first counts; of a palette's, only one behind it.
        if !isAfterPixels, alphas == nil, hasSoundTransparency(chunk, entries: palette.map { $0.count / 3 }) {
          alphas = chunk.data
        }
      case Chunk.pixels:
        guard !isAfterPixels || previous.type == Chunk.pixels else {
          throw .damaged("the PNG's pixels are in two places")
        }
        if !isAfterPixels { firstPixels = chunk }
        compressedCount += chunk.data.count
      case Chunk.trailer: break
      default:
        // Types whose first letter is a capital have to be understood.
        guard chunk.type >> 29 & 1 == 1, chunk.type != Chunk.header else {
          throw .damaged("the PNG has a chunk that is unknown or out of place")
        }
      }
      previous = chunk
    }
    let rawCount = passes.reduce(0) { $0 + (1 + bytesOfRow($1.columns(of: width))) * $1.rows(of: height) }
    // So that a few bytes do not take memory for a picture they cannot hold.
    guard compressedCount * Self.greatestExpansion >= rawCount else { throw .cutShort }
    try readColors(palette: palette, alphas: alphas)
  }

  /// The chunk that begins at an offset, whole and with the right check sum where it counts.
  private static func chunk(at offset: Int, of bytes: UnsafeRawBufferPointer) throws(ImageFile.DecodingError) -> Chunk {
    guard offset + 12 <= bytes.count else { throw .cutShort }
    let length = Int(word(at: offset, of: bytes))
    guard length <= bytes.count - offset - 12 else { throw .cutShort }
    let chunk = Chunk(type: word(at: offset + 4, of: bytes), data: offset + 8..<offset + 8 + length)
    let isAncillary = chunk.type >> 29 & 1 == 1
    guard isAncillary || hasRightSum(chunk, of: bytes) else { throw .damaged("a check sum of the PNG is wrong") }
    return chunk
  }

  private static func hasRightSum(_ chunk: Chunk, of bytes: UnsafeRawBufferPointer) -> Bool {
    let checked = UnsafeRawBufferPointer(rebasing: bytes[chunk.data.lowerBound - 4..<chunk.data.upperBound])
    let sum = crc32(0, checked.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(checked.count))
    return UInt32(truncatingIfNeeded: sum) == word(at: chunk.data.upperBound, of: bytes)
  }

  /// Whether a tRNS says something about a picture of this kind.
  /// - Parameter entries: colours of the palette read so far; nil before one.
  private func hasSoundTransparency(_ chunk: Chunk, entries: Int?) -> Bool {
    let isWhole =
      switch colorType {
      case .gray: chunk.data.count == 2
      case .rgb: chunk.data.count == 6
      case .palette: entries.map { 1...$0 ~= chunk.data.count } ?? false
      case .grayAlpha, .rgba: false
      }
    return isWhole && Self.hasRightSum(chunk, of: bytes)
  }

  private static func word(at offset: Int, of bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A sample of the transparent colour: of its 16 bits as many as samples have, the lowest ones.
  private func transparentSample(at offset: Int) -> UInt16 {
    let bits = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    return bits & UInt16(truncatingIfNeeded: 1 << depth - 1)
  }

  private mutating func readColors(palette: Range<Int>?, alphas: Range<Int>?) throws(ImageFile.DecodingError) {
    switch colorType {
    case .palette:
      guard let palette else { throw .damaged("the PNG has no palette") }
      // A sample beyond the palette is black.
      colors = [UInt32](repeating: 0xFF00_0000, count: 256)
      for index in 0..<palette.count / 3 {
        let at = palette.lowerBound + index * 3
        colors[index] =
          0xFF00_0000 | UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
      }
      for (index, at) in (alphas ?? 0..<0).enumerated() {
        colors[index] = colors[index] & 0xFF_FFFF | UInt32(bytes[at]) << 24
      }
    case .gray:
      if let alphas {
        let sample = transparentSample(at: alphas.lowerBound)
        transparent = (sample, sample, sample)
      }
      guard depth <= 8 else { return }
      let greatest = 1 << depth - 1
      colors = (0...greatest).map { 0xFF00_0000 | UInt32($0 * 255 / greatest) * 0x01_0101 }
      if let sample = transparent?.0 { colors[Int(sample)] &= 0xFF_FFFF }
    case .rgb:
      guard let first = alphas?.lowerBound else { return }
      transparent = (transparentSample(at: first), transparentSample(at: first + 2), transparentSample(at: first + 4))
    case .grayAlpha, .rgba: break
    }
  }

  // MARK: Pixels

  private func bytesOfRow(_ columns: Int) -> Int {
    columns == 0 ? 0 : (columns * depth * colorType.channels + 7) / 8
  }

  private func pixels() throws(ImageFile.DecodingError) -> ImageFile.Pixels {
    var failure: ImageFile.DecodingError?
    let words = [UInt32](unsafeUninitializedCapacity: width * height) { target, count in
      do throws(ImageFile.DecodingError) {
        try decodePasses(into: target)
        count = width * height
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return ImageFile.Pixels(width: width, height: height, words: words)
  }

  /// Initialises every word, or throws.
  private func decodePasses(into target: UnsafeMutableBufferPointer<UInt32>) throws(ImageFile.DecodingError) {
    var inflater = try Inflater()
    defer { inflater.end() }
    var chunk = firstPixels
    inflater.setInput(bytes, chunk.data)
    let distance = max(1, depth * colorType.channels / 8)
    // Each with the row's filter first.
    var row = [UInt8](repeating: 0, count: 1 + bytesOfRow(width))
    var above = row
    for pass in passes {
      let columns = pass.columns(of: width)
      let length = bytesOfRow(columns)
      guard columns > 0 else { continue }
      for index in above.indices { above[index] = 0 }
      for y in 0..<pass.rows(of: height) {
        var filled = 0
        while filled < 1 + length {
          filled += try inflater.inflate(into: &row, filled..<1 + length)
          guard filled < 1 + length else { break }
          // The input is used up; without another chunk of pixels the picture is not complete.
          chunk = try Self.chunk(at: chunk.end, of: bytes)
          guard chunk.type == Chunk.pixels, !inflater.isAtEnd else { throw .cutShort }
          inflater.setInput(bytes, chunk.data)
        }
        try Self.unfilter(&row, above, length: length, distance: distance)
        write(row, columns: columns, into: target, from: (pass.y + y * pass.stepY) * width + pass.x, step: pass.stepX)
        swap(&row, &above)
      }
    }
  }

  /// Adds what the filter in front of a row took away.
  /// - Parameter distance: bytes from a sample to the same of the pixel before.
  private static func unfilter(
    _ row: inout [UInt8], _ above: [UInt8], length: Int, distance: Int
  ) throws(ImageFile.DecodingError) {
    let filter = row[0]
    guard filter <= 4 else { throw .damaged("a row of the PNG has an unknown filter") }
    row.withUnsafeMutableBufferPointer { row in
      above.withUnsafeBufferPointer { above in
        switch filter {
        case 1:
          for index in stride(from: 1 + distance, to: 1 + length, by: 1) { row[index] &+= row[index - distance] }
        case 2:
          for index in 1..<1 + length { row[index] &+= above[index] }
        case 3:
          for index in 1..<1 + length {
            let left = index > distance ? UInt16(row[index - distance]) : 0
            row[index] &+= UInt8((left + UInt16(above[index])) / 2)
          }
        case 4:
          for index in 1..<1 + length {
            let left = index > distance ? Int(row[index - distance]) : 0
            let upperLeft = index > distance ? Int(above[index - distance]) : 0
            let upper = Int(above[index])
            let (a, b, c) = (abs(upper - upperLeft), abs(left - upperLeft), abs(left + upper - 2 * upperLeft))
            row[index] &+= UInt8(a <= b && a <= c ? left : b <= c ? upper : upperLeft)
          }
        default: break
        }
      }
    }
  }

  /// Writes a row's pixels as words.
  /// - Parameters:
  ///   - row: its samples, from index 1.
  ///   - first: where in `target` its first pixel goes; the others follow `step` words apart.
  private func write(
    _ row: [UInt8], columns: Int, into target: UnsafeMutableBufferPointer<UInt32>, from first: Int, step: Int
  ) {
    // `target` is not larger than the picture, nor is the row: both were made for its extent.
    guard let target = target.baseAddress else { return }
    row.withUnsafeBufferPointer { row in
      let wide = depth == 16
      switch colorType {
      case .gray where wide:
        for column in 0..<columns {
          let at = 1 + column * 2
          let gray = UInt32(row[at])
          let isHidden = transparent.map { $0.0 == UInt16(row[at]) << 8 | UInt16(row[at + 1]) } ?? false
          (target + first + column * step).initialize(to: (isHidden ? 0 : 0xFF00_0000) | gray * 0x01_0101)
        }
      case .gray, .palette:
        let mask = 1 << depth - 1
        for column in 0..<columns {
          let bit = column * depth
          let sample = Int(row[1 + bit / 8]) >> (8 - depth - bit % 8) & mask
          (target + first + column * step).initialize(to: colors[sample])
        }
      case .grayAlpha:
        let size = wide ? 4 : 2
        for column in 0..<columns {
          let at = 1 + column * size
          (target + first + column * step)
            .initialize(to: UInt32(row[at + size / 2]) << 24 | UInt32(row[at]) * 0x01_0101)
        }
      case .rgb:
        let sample = wide ? 2 : 1
        for column in 0..<columns {
          let at = 1 + column * 3 * sample
          let color = UInt32(row[at]) << 16 | UInt32(row[at + sample]) << 8 | UInt32(row[at + 2 * sample])
          let isHidden = transparent.map { isTransparent($0, row, at: at, wide: wide) } ?? false
          (target + first + column * step).initialize(to: (isHidden ? 0 : 0xFF00_0000) | color)
        }
      case .rgba:
        let sample = wide ? 2 : 1
        for column in 0..<columns {
          let at = 1 + column * 4 * sample
          (target + first + column * step).initialize(
            to: UInt32(row[at + 3 * sample]) << 24 | UInt32(row[at]) << 16 | UInt32(row[at + sample]) << 8
              | UInt32(row[at + 2 * sample]))
        }
      }
    }
  }

  private func isTransparent(
    _ color: (UInt16, UInt16, UInt16), _ row: UnsafeBufferPointer<UInt8>, at: Int, wide: Bool
  ) -> Bool {
    func sample(_ index: Int) -> UInt16 {
      wide ? UInt16(row[at + 2 * index]) << 8 | UInt16(row[at + 2 * index + 1]) : UInt16(row[at + index])
    }
    return sample(0) == color.0 && sample(1) == color.1 && sample(2) == color.2
  }
}

/// zlib's decompression over pieces of input that lie in memory.
private struct Inflater {
  private var stream: UnsafeMutablePointer<z_stream>
  /// Whether the compressed data says that it is complete.
  private(set) var isAtEnd = false

  init() throws(ImageFile.DecodingError) {
    // On the heap: zlib keeps the address.
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      throw ImageFile.DecodingError(kind: .failed, reason: "zlib cannot be used: it has another version, or no memory")
    }
  }

  /// Frees what zlib holds; called once.
  mutating func end() {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Takes the next piece of input, which has to stay where it is until it is used up.
  mutating func setInput(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    // zlib's interface lacks a const; it does not write to its input.
    let start = bytes.baseAddress?.advanced(by: range.lowerBound).assumingMemoryBound(to: UInt8.self)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
    stream.pointee.avail_in = UInt32(range.count)
  }

  /// Fills part of `target`, or as much of it as the input holds.
  /// - Returns: the number of bytes written.
  mutating func inflate(into target: inout [UInt8], _ range: Range<Int>) throws(ImageFile.DecodingError) -> Int {
    var written = 0
    var status = Z_OK
    target.withUnsafeMutableBufferPointer { buffer in
      let part = UnsafeMutableBufferPointer(rebasing: buffer[range])
      stream.pointee.next_out = part.baseAddress
      stream.pointee.avail_out = UInt32(part.count)
      if !isAtEnd { status = CZlib.inflate(stream, Z_NO_FLUSH) }
      written = part.count - Int(stream.pointee.avail_out)
    }
    if status == Z_STREAM_END { isAtEnd = true }
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw .damaged("the PNG's pixels cannot be decompressed")
    }
    return written
  }
}
