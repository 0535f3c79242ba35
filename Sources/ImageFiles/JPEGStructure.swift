/// The skeleton of a JPEG file: extent, scans, where it ends. Read before the decoder is let at the file, which would
/// take the extent at its word, go over all of the picture once for each scan, and paint what is missing grey.
struct JPEGStructure {
  /// The extent in pixels, within the limits of `ImageFile`.
  let width, height: Int
  /// The number of bytes up to the end of the picture.
  let end: Int

  /// The most scans of a picture: programs write about ten.
  private static let mostScans = 100
  /// The most pixels gone over in all scans together.
  private static let mostScannedPixels = 16 * ImageFile.mostPixels

  static func isJPEG(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: [0xFF, 0xD8, 0xFF]) }

  /// - Throws: when the file is cut short, of a kind that is not decoded, or beyond a limit.
  /// - Complexity: O(n) in the number of bytes.
  init(_ bytes: UnsafeRawBufferPointer) throws(ImageFile.DecodingError) {
    var extent: (width: Int, height: Int)?
    var scans = 0
    var offset = 2
    while true {
      // Segments begin with 0xFF, any number of them, and a marker.
      guard offset < bytes.count, bytes[offset] == 0xFF else {
        throw offset < bytes.count ? .damaged("a JPEG segment does not begin with a marker") : .cutShort
      }
      while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
      guard offset < bytes.count else { throw .cutShort }
      let marker = bytes[offset]
      offset += 1
      if marker == 0xD9 {
        guard let extent, scans > 0 else { throw .damaged("the JPEG ends before its picture") }
        (width, height, end) = (extent.width, extent.height, offset)
        return
      }
      if marker == 0x01 || 0xD0...0xD7 ~= marker { continue }
      guard offset + 2 <= bytes.count else { throw .cutShort }
      let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
      guard length >= 2, marker != 0, marker != 0xD8 else { throw .damaged("a JPEG segment has no length") }
      guard offset + length <= bytes.count else { throw .cutShort }
      switch marker {
      case 0xC0, 0xC1, 0xC2:
        guard extent == nil, length >= 8 else { throw .damaged("the JPEG states its extent twice or not at all") }
        let (lines, columns) = (offset + 3, offset + 5)
        let stated = (
          width: Int(bytes[columns]) << 8 | Int(bytes[columns + 1]),
          height: Int(bytes[lines]) << 8 | Int(bytes[lines + 1])
        )
        try ImageFile.checkExtent(width: stated.width, height: stated.height)
        extent = stated
      case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        throw ImageFile.DecodingError(kind: .unknownFormat, reason: "this kind of JPEG is not decoded")
      case 0xDA:
        guard let extent else { throw .damaged("the JPEG has a scan before its extent") }
        scans += 1
        guard scans <= Self.mostScans, scans * extent.width * extent.height <= Self.mostScannedPixels else {
          throw .overLimit("the JPEG has too many scans (\(scans)) for \(extent.width)x\(extent.height) pixels")
        }
        offset = Self.endOfScan(in: bytes, from: offset + length)
        continue
      default: break
      }
      offset += length
    }
  }

  /// Where the next marker that ends a scan's data is; the number of bytes when none does.
  private static func endOfScan(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var offset = start
    while offset + 1 < bytes.count {
      if bytes[offset] == 0xFF {
        let next = bytes[offset + 1]
        // A stuffed zero, a filling byte or a restart marker belongs to the data.
        if next != 0, next != 0xFF, !(0xD0...0xD7 ~= next) { return offset }
        if next != 0xFF { offset += 1 }
      }
      offset += 1
    }
    return bytes.count
  }
}
