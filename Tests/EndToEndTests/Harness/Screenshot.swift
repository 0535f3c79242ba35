import Foundation

/// The pixels of a window, as the X server holds them.
struct Screenshot: Equatable {
  struct Colour: Hashable {
    let red, green, blue: UInt8

    /// Largest difference of a channel.
    func distance(to other: Colour) -> Int {
      max(
        abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
        abs(Int(blue) - Int(other.blue)))
    }
  }

  let width, height: Int
  private let pixels: [UInt8]

  /// Reads a binary PPM, which ImageMagick writes without compression.
  init(ppm: Data) throws {
    var fields: [Int] = []
    var position = ppm.startIndex + 2
    while fields.count < 3, position < ppm.endIndex {
      let digits = ppm[position...].drop { !(48...57).contains($0) }.prefix { (48...57).contains($0) }
      fields.append(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
      position = digits.endIndex
    }
    guard ppm.starts(with: Data("P6".utf8)), fields.count == 3, fields[2] == 255,
      ppm.endIndex - position - 1 == fields[0] * fields[1] * 3
    else { throw HarnessError("not an 8 bit PPM: \(ppm.count) bytes, fields \(fields)") }
    width = fields[0]
    height = fields[1]
    pixels = [UInt8](ppm[(position + 1)...])
  }

  subscript(x: Int, y: Int) -> Colour {
    let offset = (y * width + x) * 3
    return Colour(red: pixels[offset], green: pixels[offset + 1], blue: pixels[offset + 2])
  }

  /// How often each colour occurs in the part given.
  func colours(x: Range<Int>? = nil, y: Range<Int>? = nil) -> [Colour: Int] {
    var counts: [Colour: Int] = [:]
    for row in y ?? 0..<height {
      for column in x ?? 0..<width { counts[self[column, row], default: 0] += 1 }
    }
    return counts
  }

  /// The most frequent colour of the part given.
  func background(x: Range<Int>? = nil, y: Range<Int>? = nil) -> Colour {
    colours(x: x, y: y).max { $0.value < $1.value }?.key ?? self[0, 0]
  }

  /// Pixels of the part given that differ by more than `tolerance` in a channel.
  /// Pictures of different size differ everywhere.
  func differences(
    from other: Screenshot, x: Range<Int>? = nil, y: Range<Int>? = nil, tolerance: Int = 0
  ) -> Int {
    guard width == other.width, height == other.height else { return width * height }
    var count = 0
    for row in y ?? 0..<height {
      for column in x ?? 0..<width
      where self[column, row].distance(to: other[column, row]) > tolerance { count += 1 }
    }
    return count
  }
}
