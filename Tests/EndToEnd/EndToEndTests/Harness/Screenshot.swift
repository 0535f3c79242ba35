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

  static func == (a: Screenshot, b: Screenshot) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    var isEqual = true
    a.withBytes { own in b.withBytes { isEqual = memcmp(own, $0, a.pixels.count) == 0 } }
    return isEqual
  }

  /// How often each colour occurs in the part given.
  func colours(x: Range<Int>? = nil, y: Range<Int>? = nil) -> [Colour: Int] {
    var counts: [Colour: Int] = [:]
    forEachRun(x: x, y: y) { colour, columns, _ in
      counts[colour, default: 0] += columns.count
      return true
    }
    return counts
  }

  /// Whether more colours than a number occur.
  func hasColours(moreThan count: Int) -> Bool {
    var found: Set<Colour> = []
    forEachRun { colour, _, _ in
      found.insert(colour)
      return found.count <= count
    }
    return found.count > count
  }

  /// The most frequent colour of the part given.
  func background(x: Range<Int>? = nil, y: Range<Int>? = nil) -> Colour {
    colours(x: x, y: y).max { $0.value < $1.value }?.key ?? self[0, 0]
  }

  /// Pixels of the part given that differ by more than `tolerance` in a channel.
  /// Pictures of different size differ everywhere, unless a part of both is given.
  func differences(
    from other: Screenshot, x: Range<Int>? = nil, y: Range<Int>? = nil, tolerance: Int = 0
  ) -> Int {
    guard x != nil && y != nil || width == other.width && height == other.height else { return width * height }
    let columns = x ?? 0..<width
    var count = 0
    withBytes { own in
      other.withBytes { others in
        for row in y ?? 0..<height {
          var column = columns.lowerBound
          while column < columns.upperBound {
            column += Self.equalPixels(
              own + (row * width + column) * 3, others + (row * other.width + column) * 3,
              most: columns.upperBound - column)
            guard column < columns.upperBound else { break }
            if self[column, row].distance(to: other[column, row]) > tolerance { count += 1 }
            column += 1
          }
        }
      }
    }
    return count
  }

  // MARK: Many pixels at once

  // A loop over each pixel of a picture takes seconds in a debug build.

  /// Calls `body` for the stretches of one colour in the lines of a part, until it answers false.
  func forEachRun(
    x: Range<Int>? = nil, y: Range<Int>? = nil, _ body: (Colour, _ columns: Range<Int>, _ row: Int) -> Bool
  ) {
    let columns = x ?? 0..<width
    withBytes { bytes in
      for row in y ?? 0..<height {
        var column = columns.lowerBound
        while column < columns.upperBound {
          let start = bytes + (row * width + column) * 3
          // Pixels are one colour as far as each equals the next.
          let end = column + 1 + Self.equalPixels(start, start + 3, most: columns.upperBound - column - 1)
          guard body(self[column, row], column..<end, row) else { return }
          column = end
        }
      }
    }
  }

  private func withBytes(_ body: (UnsafeRawPointer) -> Void) {
    pixels.withUnsafeBytes { if let base = $0.baseAddress { body(base) } }
  }

  /// The number of pixels from two places on that are equal, up to the first that are not.
  private static func equalPixels(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, most: Int) -> Int {
    var count = 0
    var step = 1
    while step > 0, count < most {
      let length = min(step, most - count)
      if memcmp(a + count * 3, b + count * 3, length * 3) == 0 {
        count += length
        step *= 2
      } else {
        step /= 2
      }
    }
    return count
  }
}
