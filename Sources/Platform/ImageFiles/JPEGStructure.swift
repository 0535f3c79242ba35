/// The skeleton of a JPEG file: extent, scans, which side is up, where it ends. Read before the decoder is let at the file,
/// which would take the extent at its word, go over all of the picture once for each scan, and paint what is missing grey.
struct JPEGStructure {
  /// The extent in pixels, within the limits of `ImageFile`.
  let width, height: Int
  /// The number of bytes up to the end of the picture.
  let end: Int
  /// How the camera was held.
  let orientation: ImageFile.Orientation

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
    var orientation: ImageFile.Orientation?
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
        self.orientation = orientation ?? .up
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
        guard bytes[offset + 7] < 4 else {
          throw .overLimit("the JPEG has the four inks of print (CMYK), which are not decoded: save it as RGB")
        }
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
      case 0xE1:
        let exif = UnsafeRawBufferPointer(rebasing: bytes[offset + 2..<offset + length])
        if orientation == nil { orientation = Self.orientation(exif) }
      default: break
      }
      offset += length
    }
  }

  /// The orientation that a segment of a camera's notes states; nil for other segments, and for one that is damaged.
  ///
  /// Format: "Exif Version 2.3", 4.5.4 and 4.6.4 A: behind six bytes a TIFF header, and a list of entries of 12 bytes.
  private static func orientation(_ segment: UnsafeRawBufferPointer) -> ImageFile.Orientation? {
    guard segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
    let notes = UnsafeRawBufferPointer(rebasing: segment.dropFirst(6))
    guard notes.count >= 8, notes[0] == notes[1], notes[0] == 0x49 || notes[0] == 0x4D else { return nil }
    let isLittleEndian = notes[0] == 0x49
    func number(at place: Int, bytes count: Int) -> Int? {
      guard place >= 0, place + count <= notes.count else { return nil }
      let part = notes[place..<place + count]
      return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(at: 2, bytes: 2) == 42, let list = number(at: 4, bytes: 4), let count = number(at: list, bytes: 2)
    else { return nil }
    for index in 0..<count {
      let entry = list + 2 + index * 12
      guard let tag = number(at: entry, bytes: 2) else { return nil }
      if tag == 0x112, number(at: entry + 2, bytes: 2) == 3, let value = number(at: entry + 8, bytes: 2) {
        return ImageFile.Orientation(rawValue: value)
      }
    }
    return nil
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
