import Expectations
import Foundation
import Testing

@testable import ImageFiles

/// Writes PNG files of every kind, and broken ones.
struct PNGWriter {
  var width, height: Int
  var depth = 8
  var colorType = 6
  var isInterlaced = false
  var chunks: [(String, [UInt8])] = []
  /// Rows with their filter bytes, of all passes.
  var raw: [UInt8]
  /// The rows as zlib data; nil has them stored.
  var compressed: [UInt8]?
  /// Lengths the compressed pixels are cut into.
  var pieces = Int.max

  var data: Data {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += Self.chunk(
      "IHDR", word(width) + word(height) + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
    for (type, data) in chunks { bytes += Self.chunk(type, data) }
    var rest = (compressed ?? Self.stored(raw))[...]
    while !rest.isEmpty {
      bytes += Self.chunk("IDAT", Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
    }
    return Data(bytes + Self.chunk("IEND", []))
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    return word(data.count) + checked + word(Int(crc(checked)))
  }

  /// The bytes as zlib data without compression.
  static func stored(_ raw: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var rest = raw[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(65535)
      let count = UInt16(block.count)
      bytes += [rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      bytes += block
    } while !rest.isEmpty
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in raw {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return bytes + word(Int(b << 16 | a))
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

@Suite("PNGDecoder")
struct PNGDecoderTests {
  private typealias Failure = ImageFile.DecodingError

  private func words(_ writer: PNGWriter) throws -> [UInt32] { try ImageFile.decode(writer.data).words }

  @Test("Greys of every depth spread over black to white", arguments: [1, 2, 4, 8, 16])
  func greys(depth: Int) throws {
    let row: [UInt8] = depth == 16 ? [0, 0, 0, 0xFF, 0x12] : depth == 8 ? [0, 0, 0xFF] : [0, 0x0F]
    let writer = PNGWriter(
      width: depth >= 8 ? 2 : 8 / depth, height: 1, depth: depth, colorType: 0, raw: row)
    let pixels = try words(writer)
    expect(pixels.first == 0xFF00_0000 && pixels.last == 0xFFFF_FFFF)
  }

  @Test("A palette with alphas gives its colours; a sample beyond it is black")
  func palette() throws {
    let writer = PNGWriter(
      width: 4, height: 1, depth: 2, colorType: 3,
      chunks: [("PLTE", [1, 2, 3, 40, 50, 60]), ("tRNS", [128])], raw: [0, 0b00_01_10_00])
    try expectEqual(words(writer), [0x8001_0203, 0xFF28_323C, 0xFF00_0000, 0x8001_0203])
  }

  @Test("A colour declared transparent is, in 8 and 16 bits")
  func transparentColor() throws {
    let rgb = PNGWriter(
      width: 2, height: 1, colorType: 2, chunks: [("tRNS", [0, 1, 0, 2, 0, 3])], raw: [0, 1, 2, 3, 1, 2, 4])
    try expectEqual(words(rgb), [0x0001_0203, 0xFF01_0204])
    let wide = PNGWriter(
      width: 2, height: 1, depth: 16, colorType: 0, chunks: [("tRNS", [9, 9])], raw: [0, 9, 9, 9, 8])
    try expectEqual(words(wide), [0x0009_0909, 0xFF09_0909])
    let gray = PNGWriter(width: 2, height: 1, depth: 8, colorType: 0, chunks: [("tRNS", [0, 7])], raw: [0, 7, 8])
    try expectEqual(words(gray), [0x0007_0707, 0xFF08_0808])
  }

  @Test("Grey with alpha and 16-bit colours keep their higher bytes")
  func wideSamples() throws {
    try expectEqual(words(PNGWriter(width: 1, height: 1, colorType: 4, raw: [0, 7, 9])), [0x0907_0707])
    try expectEqual(
      words(PNGWriter(width: 1, height: 1, depth: 16, colorType: 4, raw: [0, 7, 1, 9, 1])), [0x0907_0707])
    try expectEqual(
      words(PNGWriter(width: 1, height: 1, depth: 16, colorType: 6, raw: [0, 1, 0, 2, 0, 3, 0, 4, 0])),
      [0x0401_0203])
    try expectEqual(
      words(PNGWriter(width: 1, height: 1, depth: 16, colorType: 2, raw: [0, 1, 0, 2, 0, 3, 0])),
      [0xFF01_0203])
  }

  @Test("Each filter is undone")
  func filters() throws {
    // Grey ramps: 10 20 30, in five rows filtered in the five ways.
    let writer = PNGWriter(
      width: 3, height: 5, colorType: 0,
      raw: [
        0, 10, 20, 30,
        1, 10, 10, 10,
        2, 0, 0, 0,
        3, 5, 5, 5,
        4, 0, 10, 10,
      ])
    let rows = try words(writer).map { $0 & 255 }
    expectEqual(Array(rows[0..<3]), [10, 20, 30])
    expectEqual(Array(rows[3..<6]), [10, 20, 30])
    expectEqual(Array(rows[6..<9]), [10, 20, 30])
    expectEqual(Array(rows[9..<12]), [10, 20, 30])
    expect(rows[12] == 10 && rows[13] == 30 && rows[14] == 40)
  }

  @Test("An interlaced picture is the same as one that is not", arguments: [1, 2, 3, 5, 8, 9, 17])
  func interlaced(side: Int) throws {
    func value(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: x * 7 + y * 31) }
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var raw: [UInt8] = []
    for (x, y, stepX, stepY) in passes where x < side {
      for row in stride(from: y, to: side, by: stepY) {
        raw.append(0)
        for column in stride(from: x, to: side, by: stepX) { raw.append(value(column, row)) }
      }
    }
    let writer = PNGWriter(width: side, height: side, colorType: 0, isInterlaced: true, raw: raw, pieces: 11)
    let expected = (0..<side).flatMap { y in (0..<side).map { UInt32(value($0, y)) } }
    try expectEqual(words(writer).map { $0 & 255 }, expected)
  }

  @Test("Pixels in pieces, even empty ones, are put together", arguments: [1, 2, 3, 1000])
  func pieces(length: Int) throws {
    var writer = PNGWriter(width: 2, height: 2, raw: [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 11, 12, 13, 14, 15, 16])
    writer.pieces = length
    try expectEqual(words(writer), [0x0401_0203, 0x0805_0607, 0x0C09_0A0B, 0x100D_0E0F])
  }

  // MARK: Hostile files

  private func failure(_ data: Data) -> Failure.Kind? {
    do {
      _ = try ImageFile.decode(data)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test(
    "An extent over the limits is refused by the header, however few bytes follow",
    arguments: [(60_000, 60_000), (16_384, 16_384), (16_385, 1), (0x7FFF_FFFF, 0x7FFF_FFFF), (0xFFFF_FFFF, 1)])
  func hugeExtent(width: Int, height: Int) {
    let writer = PNGWriter(width: width, height: height, raw: [0, 1, 2, 3, 4])
    expectEqual(failure(writer.data), .overLimit)
  }

  @Test("An extent within the limits takes no memory when the file is too short to hold it")
  func impossibleExtent() {
    let writer = PNGWriter(width: 8192, height: 8192, raw: [0, 1, 2, 3, 4])
    expectEqual(failure(writer.data), .damaged)
  }

  @Test("A picture without area, or with an unknown header, is refused")
  func badHeaders() {
    expectEqual(failure(PNGWriter(width: 0, height: 5, raw: [0]).data), .damaged)
    expectEqual(failure(PNGWriter(width: 1, height: 1, depth: 3, raw: [0, 1, 1, 1, 1]).data), .damaged)
    expectEqual(failure(PNGWriter(width: 1, height: 1, depth: 4, colorType: 2, raw: [0, 1, 1, 1]).data), .damaged)
    expectEqual(failure(PNGWriter(width: 1, height: 1, colorType: 5, raw: [0, 1, 1, 1]).data), .damaged)
    expectEqual(failure(PNGWriter(width: 1, height: 1, colorType: 3, raw: [0, 1]).data), .damaged)
    expectEqual(failure(PNGWriter(width: 1, height: 1, chunks: [("ABCD", [])], raw: [0, 1, 1, 1, 1]).data), .damaged)
    expectEqual(failure(PNGWriter(width: 1, height: 1, raw: [9, 1, 1, 1, 1]).data), .damaged)
    expectEqual(failure(PNGWriter(width: 1, height: 2, raw: [0, 1, 1, 1, 1]).data), .damaged)
  }

  @Test("Chunks that say nothing about the pixels are passed over")
  func ancillaryChunks() throws {
    let writer = PNGWriter(
      width: 1, height: 1, chunks: [("gAMA", [1]), ("tEXt", [1, 2]), ("iCCP", [0])], raw: [0, 1, 2, 3, 4])
    try expectEqual(words(writer), [0x0401_0203])
  }

  @Test("A file cut anywhere is refused, without a word on standard error")
  func truncated() {
    var raw: [UInt8] = []
    for y in 0..<16 { raw += [UInt8(y % 5)] + (0..<64).map { UInt8(truncatingIfNeeded: $0 * y) } }
    let writer = PNGWriter(
      width: 16, height: 16, chunks: [("tEXt", [UInt8](repeating: 65, count: 40))], raw: raw, pieces: 100)
    let whole = writer.data
    expect(failure(whole) == nil)
    for length in 1..<whole.count { expect(failure(whole.prefix(length)) != nil, "\(length) bytes") }
  }

  @Test("Files changed at random, with check sums mended, are decoded or refused", arguments: 0..<4)
  func mutated(seed: Int) {
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<150 {
      let types = [0, 2, 3, 4, 6]
      var writer = PNGWriter(
        width: 1 + random(20), height: 1 + random(20), depth: [1, 2, 4, 8, 16][random(5)],
        colorType: types[random(5)], isInterlaced: random(2) == 0,
        chunks: [("PLTE", (0..<3 * (1 + random(20))).map { _ in UInt8(random(256)) })],
        raw: (0..<random(4000)).map { _ in UInt8(random(6)) })
      if random(3) == 0 { writer.chunks.append(("tRNS", (0..<random(300)).map { _ in UInt8(random(256)) })) }
      writer.pieces = 1 + random(500)
      _ = failure(writer.data)
      var data = writer.data
      for _ in 0..<random(4) { data[random(data.count)] = UInt8(random(256)) }
      _ = failure(data)
    }
  }
}
