import TestSupport
import UIKit

/// Damaged and hostile PNG and JPEG files, decoded, measured and drawn.
///
/// A PNG is put together from chunks whose lengths and checksums may be right where nothing else is: what a decoder
/// checks first must not save it from what comes next.
enum ImageAttack: Attack {
  static let name = "image"
  static let stage = Stage.headless

  static func program(using random: inout SeededRandom) -> [Step] {
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    var steps: [Step] = []
    switch number(3) {
    case 0, 1:
      steps.append(Step("png", 1 + number(40), 1 + number(40), number(5), number(5), number(2)))
      for _ in 0..<number(3) {
        switch number(4) {
        case 0:
          steps.append(Step("side", number(2), [0, 1, 2000, 16_384, 16_385, 60_000, 1 << 31 - 1, 1 << 31][number(8)]))
        case 1: steps.append(Step("chunk", number(12), number(200), number(1000)))
        case 2: steps.append(Step("data", number(300)))
        default: steps.append(Step("header", 8 + number(5), number(20)))
        }
      }
    default:
      if number(60) == 0 {
        let sides = [1, 7, 4096, 8192, 8193, 16_384, 16_385, 60_000]
        steps.append(Step("vast", sides[number(8)], sides[number(8)], number(2)))
      } else {
        steps.append(Step("jpeg", number(3)))
      }
    }
    for _ in 0..<[0, 1, 1, 2, 5, 20][number(6)] { steps.append(DamagedBytes.step(&random)) }
    if number(2) == 0 { steps.append(Step("show", number(500), number(500))) }
    return steps
  }

  static func run(_ program: [Step], _ journal: Journal) throws(Mismatch) {
    var file = ImageFileText()
    for step in program { file.apply(step) }
    let bytes = file.bytes
    journal.say("let image = UIImage(data: \(bytes.count) bytes: \(Data(bytes.prefix(3000)).base64EncodedString()))")
    guard let image = UIImage(data: Data(bytes)) else { return journal.say("// nil") }
    journal.say("// \(image.size)")
    guard image.size.width.isFinite, image.size.height.isFinite, image.size.width > 0, image.size.height > 0 else {
      throw Mismatch("size", "the image is \(image.size)")
    }
    guard let step = program.last(where: { $0.verb == "show" }) else { return }
    let side = CGSize(width: step.choice(0, of: 1000), height: step.choice(1, of: 1000))
    journal.say("UIGraphicsImageRenderer(size: \(side)).image { _ in image.draw(in: …) }; imageView.image = image")
    try HeadlessWindow.shared.show { window in
      let view = UIImageView(image: image)
      view.frame = CGRect(origin: .zero, size: side)
      window.addSubview(view)
      return view
    }
  }
}

/// A picture's file, first as what it is made of, then as bytes.
private struct ImageFileText {
  private enum Kind { case none, png(PNGFile), vast(VastPNGFile), jpeg(Int) }

  private var kind = Kind.none
  private var damages: [Step] = []

  mutating func apply(_ step: Step) {
    switch step.verb {
    case "png": kind = .png(PNGFile(step))
    case "jpeg": kind = .jpeg(step.choice(0, of: JPEGFile.all.count))
    case "vast": kind = .vast(VastPNGFile(width: step[0], height: step[1], isGrey: !step.flag(2)))
    case "show": break
    case "side", "chunk", "data", "header":
      guard case .png(var file) = kind else { return }
      file.apply(step)
      kind = .png(file)
    default: damages.append(step)
    }
  }

  var bytes: [UInt8] {
    var file: DamagedBytes
    switch kind {
    case .none: file = DamagedBytes([])
    case .png(let png): file = DamagedBytes(png.bytes)
    case .vast(let png): file = DamagedBytes(png.bytes)
    case .jpeg(let index): file = DamagedBytes([UInt8](Data(base64Encoded: JPEGFile.all[index]) ?? Data()))
    }
    for step in damages { _ = file.apply(step) }
    return file.bytes
  }
}

/// A PNG whose checksums are right, whatever its chunks say.
private struct PNGFile {
  private var header: [UInt8]
  private var width, height: Int
  private var extra: [(name: String, bytes: [UInt8])] = []
  /// Bytes of pixel data to leave out at the end, before they are packed.
  private var missing = 0

  private static let colourTypes: [UInt8] = [0, 2, 3, 4, 6]
  private static let depths: [UInt8] = [8, 16, 4, 2, 1]
  private static let names = [
    "tRNS", "gAMA", "cHRM", "iCCP", "tEXt", "zTXt", "iTXt", "bKGD", "pHYs", "sBIT", "hIST", "PLTE",
  ]

  /// From `png WIDTH HEIGHT COLOUR DEPTH INTERLACED`.
  init(_ step: Step) {
    width = max(1, step.choice(0, of: 200))
    height = max(1, step.choice(1, of: 200))
    header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height))
    let colour = Self.colourTypes[step.choice(2, of: 5)]
    // Depths below 8 are legal for grey and palettes only; the others give an illegal header, which is wanted too.
    header += [Self.depths[step.choice(3, of: 5)], colour, 0, 0, step.flag(4) ? 1 : 0]
    if colour == 3 { extra.append(("PLTE", (0..<768).map { UInt8(truncatingIfNeeded: $0) })) }
  }

  mutating func apply(_ step: Step) {
    switch step.verb {
    case "side":
      header.replaceSubrange(
        (step.flag(0) ? 4 : 0)..<(step.flag(0) ? 8 : 4), with: Self.bytes(UInt32(truncatingIfNeeded: step[1])))
    case "chunk":
      var random = SeededRandom(seed: step[2])
      let bytes = (0..<step.choice(1, of: 5000)).map { _ in UInt8.random(in: 0...255, using: &random) }
      extra.append((Self.names[step.choice(0, of: Self.names.count)], bytes))
    case "data": missing = step.choice(0, of: 100_000)
    default: header[8 + step.choice(0, of: 5)] = UInt8(truncatingIfNeeded: step[1])
    }
  }

  var bytes: [UInt8] {
    // As much as the widest pixels take; what is too much is not read.
    var random = SeededRandom(seed: width * 1000 + height)
    var pixels: [UInt8] = []
    for _ in 0..<height {
      pixels.append(UInt8.random(in: 0...4, using: &random))
      for _ in 0..<(width * Int(header[8] == 16 ? 8 : 4)) { pixels.append(UInt8.random(in: 0...255, using: &random)) }
    }
    pixels.removeLast(min(missing, pixels.count))
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", header)
    for (name, bytes) in extra { file += Self.chunk(name, bytes) }
    return file + Self.chunk("IDAT", Self.stored(pixels)) + Self.chunk("IEND", [])
  }

  fileprivate static func bytes(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  fileprivate static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bytes(UInt32(content.count)) + body + bytes(checksum(body))
  }

  /// CRC-32 as PNG wants it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  /// A zlib stream of blocks that are not compressed.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      stream += [
        rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8),
      ]
      stream += block
    } while !rest.isEmpty
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + self.bytes(high << 16 | low)
  }
}

/// A small file of a large picture, which is all zeros.
private struct VastPNGFile {
  let width, height: Int
  /// A bit a pixel; else four bytes.
  let isGrey: Bool

  var bytes: [UInt8] {
    let (width, height) = (min(max(width, 1), 70_000), min(max(height, 1), 70_000))
    let row = 1 + (isGrey ? (width + 7) / 8 : 4 * width)
    let header =
      PNGFile.bytes(UInt32(width)) + PNGFile.bytes(UInt32(height)) + (isGrey ? [1, 0] : [8, 6]) + [0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGFile.chunk("IHDR", header)
      + PNGFile.chunk("IDAT", Self.zeros(min(row * height, 1 << 30))) + PNGFile.chunk("IEND", [])
  }

  /// A zlib stream of so many zeros: one, and matches of 258 at the distance of 1, in deflate's fixed code.
  private static func zeros(_ count: Int) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var word: UInt64 = 0
    var filled: UInt64 = 0
    func add(_ bits: UInt64, _ length: UInt64) {
      word |= bits << filled
      filled += length
      while filled >= 8 {
        stream.append(UInt8(word & 255))
        word >>= 8
        filled -= 8
      }
    }
    // The last block, of the fixed code.
    add(0b011, 3)
    // A literal 0 is 00110000; codes are written from their first bit.
    func literal() { add(0b0000_1100, 8) }
    let matches = max(0, count - 1) / 258
    for _ in 0..<(count - 258 * matches) { literal() }
    // Length 258 is 11000101, distance 1 is 00000.
    for _ in 0..<matches { add(0b00000_10100011, 13) }
    // The end of the block is 0000000.
    add(0, 7)
    if filled > 0 { add(0, 8 - filled) }
    return stream + PNGFile.bytes(UInt32(count % 65_521) << 16 | 1)
  }
}

/// Gradients of 19 x 13 pixels as ImageMagick writes them.
private enum JPEGFile {
  static let baseline = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBk\
    eFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAANABMD\
    ASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQG/8QAFxABAQEBAAAAAAAAAAAAAAAAABMBYf/EABUBAQEAAAAAAAAAAAAAAAAAAAAF/8QA\
    FhEAAwAAAAAAAAAAAAAAAAAAAAIV/9oADAMBAAIRAxEAPwDPW6W6hppTVuMpTrMXW6IaaEZRWY//2Q==
    """
  static let progressive = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBk\
    eFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wgARCAANABMD\
    AREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAMF/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/2gAMAwEAAhADEAAAAc5BbTdAf//EABUQAQEA\
    AAAAAAAAAAAAAAAAAAAR/9oACAEBAAEFAqqqqv/EABYRAAMAAAAAAAAAAAAAAAAAAAABFP/aAAgBAwEBPwGtlbP/xAAWEQADAAAAAAAAAAAAAAAA\
    AAAAART/2gAIAQIBAT8BjRGj/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQAGPwJf/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPyFc\
    f//aAAwDAQACAAMAAAAQ/wD/AP/EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8QA//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8Q\
    K//EABYQAQEBAAAAAAAAAAAAAAAAAAARcf/aAAgBAQABPxDTTSlKf//Z
    """
  static let grey = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBk\
    eFxlZ2P/wAALCAANABMBAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQG/8QAFxABAAMAAAAAAAAAAAAAAAAAAAESE//aAAgBAQAAPwDK6mpqkvJe\
    S8v/2Q==
    """
  static let all = [baseline, progressive, grey]
}
