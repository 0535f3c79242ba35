internal import CZlib
package import SDL

extension Surface {
  /// The pixels as a PNG file in memory. The caller writes the file and so learns of a full device.
  /// - Throws: `SDLError` when there is no memory for it.
  package func pngFile() throws(SDLError) -> [UInt8] {
    var writer = PNGWriter()
    // Eight bits for each of red, green, blue and alpha, not interlaced.
    writer.add("IHDR", PNGWriter.bytes(of: UInt32(width)) + PNGWriter.bytes(of: UInt32(height)) + [8, 6, 0, 0, 0])
    writer.add("IDAT", try compressedRows())
    writer.add("IEND", [])
    return writer.file
  }

  /// The rows, each as its difference from the one above.
  private func compressedRows() throws(SDLError) -> [UInt8] {
    let rowLength = 1 + width * 4
    let rows = [UInt8](unsafeUninitializedCapacity: rowLength * height) { buffer, count in
      for y in 0..<height {
        let row = pixels + y * stride
        var place = y * rowLength
        // The filter "up".
        buffer.initializeElement(at: place, to: 2)
        for x in 0..<width {
          let (word, above) = (row[x], y > 0 ? (row - stride)[x] : 0)
          func put(_ shift: UInt32) {
            place += 1
            buffer.initializeElement(
              at: place, to: UInt8(truncatingIfNeeded: word >> shift) &- UInt8(truncatingIfNeeded: above >> shift))
          }
          // Red, green, blue, alpha.
          put(16)
          put(8)
          put(0)
          put(24)
        }
      }
      count = rowLength * height
    }
    var length = compressBound(uLong(rows.count))
    var status = Z_OK
    let compressed = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      status = compress2(buffer.baseAddress, &length, rows, uLong(rows.count), Z_DEFAULT_COMPRESSION)
      count = status == Z_OK ? Int(length) : 0
    }
    guard status == Z_OK else { throw SDLError(function: "compress2", reason: "zlib gave \(status)") }
    return compressed
  }
}

/// The chunks of a PNG file.
private struct PNGWriter {
  private(set) var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A number as PNG has it.
  static func bytes(of word: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }

  mutating func add(_ name: String, _ data: [UInt8]) {
    let start = file.count + 4
    file += Self.bytes(of: UInt32(data.count)) + Array(name.utf8) + data
    let sum = file[start...].withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
    file += Self.bytes(of: UInt32(truncatingIfNeeded: sum))
  }
}
