import Expectations
import Foundation
import RandomSupport
import Testing

@testable import ImageFiles

/// Pictures of every kind the format has, made here from samples that say what each pixel must be.
@Suite("PNGDecoder: every kind")
struct PNGKindsTests {
  /// A picture by its samples.
  private struct Picture {
    let width, height, colorType, depth: Int
    /// Of each pixel, rows from the top: its samples as they are in the file.
    let samples: [[UInt16]]
    /// Of a picture with a palette: its colours.
    let palette: [(UInt8, UInt8, UInt8)]

    static let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    static let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]

    init(width: Int, height: Int, colorType: Int, depth: Int, _ random: inout SeededRandom) {
      (self.width, self.height, self.colorType, self.depth) = (width, height, colorType, depth)
      let greatest = colorType == 3 ? min(1 << depth, 200) - 1 : 1 << depth - 1
      palette =
        colorType == 3
        ? (0...greatest).map { _ in
          (
            .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
            .random(in: 0...255, using: &random)
          )
        } : []
      // Few values, so that some are the transparent one; neighbours differ by little, as filters like it.
      let values = (0..<4).map { _ in UInt16(Int.random(in: 0...greatest, using: &random)) }
      samples = (0..<width * height).map { _ in
        (0..<(Self.channels[colorType] ?? 1)).map { _ in values.randomElement(using: &random) ?? 0 }
      }
    }

    /// Eight bits of a sample.
    private func eight(_ sample: UInt16) -> UInt32 {
      depth == 16 ? UInt32(sample >> 8) : UInt32(sample) * 255 / UInt32(1 << depth - 1)
    }

    /// What must come of it.
    /// - Parameter transparency: of a palette the alphas, else the samples of the transparent colour; empty for none.
    func words(_ transparency: [UInt16] = []) -> [UInt32] {
      samples.map { pixel in
        let hidden: UInt32 = pixel == transparency ? 0 : 255
        switch colorType {
        case 0: return hidden << 24 | eight(pixel[0]) * 0x01_0101
        case 2: return hidden << 24 | eight(pixel[0]) << 16 | eight(pixel[1]) << 8 | eight(pixel[2])
        case 3:
          let color = palette[Int(pixel[0])]
          let alpha = Int(pixel[0]) < transparency.count ? UInt32(transparency[Int(pixel[0])]) : 255
          return alpha << 24 | UInt32(color.0) << 16 | UInt32(color.1) << 8 | UInt32(color.2)
        case 4: return eight(pixel[1]) << 24 | eight(pixel[0]) * 0x01_0101
        default: return eight(pixel[3]) << 24 | eight(pixel[0]) << 16 | eight(pixel[1]) << 8 | eight(pixel[2])
        }
      }
    }

    /// A row of the pixels with these numbers, packed.
    private func packed(_ pixels: [Int]) -> [UInt8] {
      var bits: [UInt8] = []
      for sample in pixels.flatMap({ samples[$0] }) {
        for bit in stride(from: depth - 1, through: 0, by: -1) { bits.append(UInt8(sample >> UInt16(bit) & 1)) }
      }
      return stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
      }
    }

    /// Rows with their filters, of all passes.
    /// - Parameter filter: of every row; 5 for each in turn.
    func rows(isInterlaced: Bool, filter: Int) -> [UInt8] {
      let passes =
        isInterlaced
        ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        : [(0, 0, 1, 1)]
      let distance = max(1, depth * (Self.channels[colorType] ?? 1) / 8)
      var rows: [UInt8] = []
      var count = 0
      for (x, y, stepX, stepY) in passes where x < width {
        var above: [UInt8] = []
        for row in stride(from: y, to: height, by: stepY) {
          let bytes = packed(stride(from: x, to: width, by: stepX).map { row * width + $0 })
          if above.isEmpty { above = [UInt8](repeating: 0, count: bytes.count) }
          let kind = filter == 5 ? count % 5 : filter
          rows.append(UInt8(kind))
          for index in bytes.indices {
            let left = index >= distance ? Int(bytes[index - distance]) : 0
            let corner = index >= distance ? Int(above[index - distance]) : 0
            let upper = Int(above[index])
            let guess = left + upper - corner
            let nearest = [left, upper, corner].min { abs(guess - $0) < abs(guess - $1) } ?? 0
            let predicted = [0, left, upper, (left + upper) / 2, nearest][kind]
            rows.append(bytes[index] &- UInt8(predicted))
          }
          above = bytes
          count += 1
        }
      }
      return rows
    }

    var paletteChunks: [(String, [UInt8])] {
      palette.isEmpty ? [] : [("PLTE", palette.flatMap { [$0.0, $0.1, $0.2] })]
    }

    /// A file of it.
    func writer(isInterlaced: Bool = false, filter: Int = 0, chunks: [(String, [UInt8])]? = nil) -> PNGWriter {
      PNGWriter(
        width: width, height: height, depth: depth, colorType: colorType, isInterlaced: isInterlaced,
        chunks: chunks ?? paletteChunks, raw: rows(isInterlaced: isInterlaced, filter: filter))
    }
  }

  private static let kinds = Picture.depths.flatMap { type, depths in depths.map { (type, $0) } }.sorted { $0 < $1 }

  private func words(_ data: Data) -> [UInt32]? { try? ImageFile.decode(data).words }

  /// The bytes as zlib compresses them.
  private static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    typealias Compress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
      ) -> Int32
    guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "compress2") else { return nil }
    var result = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 64)
    var count = UInt(result.count)
    guard unsafeBitCast(symbol, to: Compress.self)(&result, &count, bytes, UInt(bytes.count), level) == 0 else {
      return nil
    }
    return Array(result.prefix(Int(count)))
  }

  @Test(
    "a picture is what its samples say, by colour type, depth, interlacing, filter, transparency and size",
    arguments: kinds)
  func every(colorType: Int, depth: Int) throws {
    var random = SeededRandom(seed: colorType * 100 + depth)
    for (width, height) in [(1, 1), (1, 9), (9, 1), (5, 3), (8, 8), (33, 17)] {
      let picture = Picture(width: width, height: height, colorType: colorType, depth: depth, &random)
      let alphas = (0..<max(1, picture.palette.count / 2)).map { _ in UInt16.random(in: 0...255, using: &random) }
      let transparency = colorType == 3 ? alphas : colorType == 0 || colorType == 2 ? picture.samples[0] : []
      let bytes = transparency.flatMap { colorType == 3 ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
      let transparent = picture.paletteChunks + [("tRNS", bytes)]
      for isInterlaced in [false, true] {
        for filter in 0...5 {
          let place = "\(width)x\(height), interlaced \(isInterlaced), filter \(filter)"
          var writer = picture.writer(isInterlaced: isInterlaced, filter: filter)
          expectEqual(words(writer.data), picture.words(), "\(place)")
          writer.chunks = transparent
          expectEqual(words(writer.data), picture.words(transparency), "\(place), transparent")
        }
      }
      for level in [Int32(1), 6, 9] {
        var writer = picture.writer(isInterlaced: true, filter: 5)
        writer.compressed = Self.compressed(writer.raw, level: level)
        expect(writer.compressed != nil)
        for pieces in [1, 7, Int.max] {
          writer.pieces = pieces
          expectEqual(
            words(writer.data), picture.words(), "\(width)x\(height), level \(level), \(pieces) bytes a piece")
        }
      }
    }
  }

  @Test("what chunks say of gamma, background, time and the like, sound or not, is nothing about the pixels")
  func ancillary() {
    var random = SeededRandom(seed: 7)
    let chunks: [(String, [UInt8])] = [
      ("gAMA", [0, 0, 0xB1, 0x8F]), ("gAMA", []), ("cHRM", [UInt8](repeating: 1, count: 32)), ("sRGB", [0]),
      ("iCCP", Array("name\0\0rubbish".utf8)), ("sBIT", [5, 5, 5, 5]), ("pHYs", [0, 0, 0, 1, 0, 0, 0, 4, 0]),
      ("tIME", [7, 0xD0, 1, 1, 12, 34, 56]), ("tEXt", Array("Title\0text".utf8)), ("zTXt", Array("Title\0\0x".utf8)),
      ("sPLT", [1, 2, 3]), ("eXIf", [1]), ("oFFs", [0]), ("zzZz", []),
    ]
    for (colorType, depth) in Self.kinds {
      let picture = Picture(width: 7, height: 5, colorType: colorType, depth: depth, &random)
      for chunk in chunks {
        for around in [[chunk] + picture.paletteChunks, picture.paletteChunks + [chunk, chunk]] {
          let found = words(picture.writer(filter: 5, chunks: around).data)
          expectEqual(found, picture.words(), "\(colorType), \(depth) bits, \(chunk.0)")
        }
      }
      for chunk in [("bKGD", [0, 0, 0, 0, 0, 0]), ("hIST", [0, 1])] as [(String, [UInt8])] {
        let found = words(picture.writer(chunks: picture.paletteChunks + [chunk]).data)
        expectEqual(found, picture.words(), "\(colorType), \(depth) bits, \(chunk.0)")
      }
      if colorType == 2 || colorType == 6 {
        let found = words(picture.writer(chunks: [("PLTE", [1, 2, 3])]).data)
        expectEqual(found, picture.words(), "a suggested palette")
      }
    }
  }

  @Test("a tRNS that is malformed, out of place or the second is passed over, as libpng does")
  func malformedTransparency() {
    func gray(_ depth: Int, _ chunks: [(String, [UInt8])]) -> [UInt32]? {
      words(
        PNGWriter(width: 1, height: 1, depth: depth, colorType: 0, chunks: chunks, raw: [0, depth == 8 ? 7 : 0x40]).data
      )
    }
    func rgb(_ chunks: [(String, [UInt8])]) -> [UInt32]? {
      words(PNGWriter(width: 1, height: 1, colorType: 2, chunks: chunks, raw: [0, 1, 2, 3]).data)
    }
    func palette(_ chunks: [(String, [UInt8])]) -> [UInt32]? {
      words(PNGWriter(width: 1, height: 1, colorType: 3, chunks: chunks, raw: [0, 0]).data)
    }
    let colors = ("PLTE", [1, 2, 3, 4, 5, 6]) as (String, [UInt8])
    // Sound ones.
    expect(gray(8, [("tRNS", [0, 7])]) == [0x0007_0707] && rgb([("tRNS", [0, 1, 0, 2, 0, 3])]) == [0x0001_0203])
    expect(
      palette([colors, ("tRNS", [9])]) == [0x0901_0203] && palette([colors, ("tRNS", [9, 9])]) == [0x0901_0203])
    // Of another length than the kind of picture wants.
    for bytes in [[], [7], [0, 7, 0], [0, 7, 0, 7, 0, 7]] as [[UInt8]] {
      expectEqual(gray(8, [("tRNS", bytes)]), [0xFF07_0707], "\(bytes)")
    }
    for bytes in [[], [0, 1], [0, 1, 0, 2, 0], [0, 1, 0, 2, 0, 3, 0]] as [[UInt8]] {
      expectEqual(rgb([("tRNS", bytes)]), [0xFF01_0203], "\(bytes)")
    }
    for bytes in [[], [9, 9, 9], [UInt8](repeating: 9, count: 257)] as [[UInt8]] {
      expectEqual(palette([colors, ("tRNS", bytes)]), [0xFF01_0203], "\(bytes.count)")
    }
    // Before the palette it belongs to, and beside another one.
    expectEqual(palette([("tRNS", [9]), colors]), [0xFF01_0203])
    expectEqual(palette([colors, ("tRNS", [9]), ("tRNS", [5])]), [0x0901_0203])
    expectEqual(gray(8, [("tRNS", [0, 7]), ("tRNS", [0, 8])]), [0x0007_0707])
    expectEqual(gray(8, [("tRNS", [1]), ("tRNS", [0, 7])]), [0x0007_0707])
    // Of its 16 bits those count that samples have.
    expect(gray(8, [("tRNS", [1, 7])]) == [0x0007_0707] && gray(2, [("tRNS", [0, 5])]) == [0x0055_5555])
    expectEqual(rgb([("tRNS", [9, 1, 9, 2, 9, 3])]), [0x0001_0203])
    // A picture that has alpha already.
    let alpha = PNGWriter(
      width: 1, height: 1, colorType: 6, chunks: [("tRNS", [0, 1, 0, 2, 0, 3])], raw: [0, 1, 2, 3, 4])
    expectEqual(words(alpha.data), [0x0401_0203])
    // With a wrong check sum.
    var damaged = PNGWriter(width: 1, height: 1, colorType: 0, chunks: [("tRNS", [0, 7])], raw: [0, 7]).data
    damaged[8 + 25 + 12 + 1] ^= 1
    expectEqual(words(damaged), [0xFF07_0707])
  }

  @Test("corrupt files of each kind are refused")
  func corrupt() {
    let sound = PNGWriter(width: 4, height: 4, colorType: 0, raw: [UInt8](repeating: 0, count: 20)).data
    expect(words(sound) != nil)
    // Each byte of the signature, and line ends that a transfer as text changed.
    for index in 0..<8 {
      var data = sound
      data[index] ^= 0x20
      expect(words(data) == nil, "byte \(index)")
    }
    let unix = Data(sound.prefix(8).filter { $0 != 0x0D }) + sound.dropFirst(8)
    let others = [unix, Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A]) + sound.dropFirst(8)]
    for data in others { expect(words(data) == nil) }
    // Unknown colour types and depths, and depths that a colour type does not have.
    for colorType in 0...255 {
      for depth in [0, 1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 32, 99, 255] {
        guard Picture.depths[colorType]?.contains(depth) != true else { continue }
        let writer = PNGWriter(
          width: 1, height: 1, depth: depth, colorType: colorType, chunks: [("PLTE", [1, 2, 3])],
          raw: [UInt8](repeating: 0, count: 9))
        expect(words(writer.data) == nil, "\(colorType), \(depth) bits")
      }
    }
    // Check sums of header, pixels and end; a kind of compression, filtering or interlacing there is not.
    for offset in [8 + 8 + 13, sound.count - 12 - 4, sound.count - 4] {
      var data = sound
      data[offset] ^= 1
      expect(words(data) == nil, "the sum at \(offset)")
    }
    for field in 10...12 {
      var header = [0, 0, 0, 4, 0, 0, 0, 4, 8, 0, 0, 0, 0] as [UInt8]
      header[field] = 2
      let data = sound.prefix(8) + Data(PNGWriter.chunk("IHDR", header)) + sound.dropFirst(8 + 25)
      expect(words(data) == nil, "field \(field)")
    }
    // Without pixels, and with them in two places.
    expect(words(sound.prefix(8 + 25) + Data(PNGWriter.chunk("IEND", []))) == nil)
    let pixels = sound.dropFirst(8 + 25).dropLast(12)
    expect(words(sound.dropLast(12) + Data(PNGWriter.chunk("tEXt", [])) + pixels + sound.suffix(12)) == nil)
    // A palette that is missing, of half a colour, too long, the second or behind the pixels.
    let palettes: [[(String, [UInt8])]] = [
      [], [("PLTE", [1, 2])], [("PLTE", [])], [("PLTE", [UInt8](repeating: 1, count: 257 * 3))],
      [("PLTE", [1, 2, 3]), ("PLTE", [1, 2, 3])],
    ]
    for chunks in palettes {
      expect(
        words(PNGWriter(width: 1, height: 1, colorType: 3, chunks: chunks, raw: [0, 0]).data) == nil, "\(chunks)")
    }
    // Unknown filters, and data that is not compressed.
    for filter in 5...255 {
      let raw = [UInt8(filter)] + [UInt8](repeating: 0, count: 4)
      expect(words(PNGWriter(width: 4, height: 1, colorType: 0, raw: raw).data) == nil, "filter \(filter)")
    }
    var nonsense = PNGWriter(width: 4, height: 4, colorType: 0, raw: [])
    nonsense.compressed = [UInt8](repeating: 0x55, count: 40)
    expect(words(nonsense.data) == nil)
  }
}
