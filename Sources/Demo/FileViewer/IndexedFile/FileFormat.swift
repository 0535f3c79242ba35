import DemoParts
import Foundation

/// How the bytes of a file are read as rows and fields; found out from its beginning.
///
/// Scanners see one byte for a code unit, so that they need not know encodings: ASCII as it is, other units as `0x80`.
/// In UTF-8 a unit is a byte, and the file's own bytes are what they see.
struct FileFormat: Sendable, Equatable {
  enum Encoding: Sendable, Equatable {
    case utf8
    case utf16(isBigEndian: Bool)
    case charset(Charset)

    var name: String {
      switch self {
      case .utf8: "UTF-8"
      case .utf16(let isBigEndian): isBigEndian ? "UTF-16 BE" : "UTF-16 LE"
      case .charset(let charset): charset.name
      }
    }
  }

  /// Bytes of the byte-order mark, and of a first line that names the delimiter: they belong to no row.
  private(set) var start = 0
  private(set) var encoding = Encoding.utf8
  /// Lines end with CR, as on old Macs: the beginning has some, and no LF.
  private(set) var endsLinesWithReturn = false
  /// The unit between fields; nil where a row is one field: a line.
  private(set) var delimiter: UInt8?

  /// Bytes from which a format is found out.
  static let beginningLength = 64 << 10

  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// UTF-8 lines.
  init() {}

  /// The format of a file by its name and at most `beginningLength` first bytes.
  /// - Parameters:
  ///   - hasFields: whether rows are records of fields.
  ///   - chosen: the encoding, whatever the beginning looks like; nil for what it looks like.
  init(ofFile name: String, beginning: [UInt8], hasFields: Bool, as chosen: Encoding? = nil) {
    switch (beginning.first, beginning.dropFirst().first) {
    case (0xef, 0xbb) where beginning.count > 2 && beginning[2] == 0xbf: start = 3
    case (0xff, 0xfe): (start, encoding) = (2, .utf16(isBigEndian: false))
    case (0xfe, 0xff): (start, encoding) = (2, .utf16(isBigEndian: true))
    default: encoding = Self.guess(of: beginning)
    }
    if let chosen, chosen != encoding { (start, encoding) = (0, chosen) }
    var units = [UInt8](repeating: 0, count: (beginning.count - start) / unit)
    beginning.withUnsafeBytes { bytes in
      units.withUnsafeMutableBytes { narrow(UnsafeRawBufferPointer(rebasing: bytes[start...]), into: $0) }
    }
    // A CR at the very end may be half of a CR LF.
    let decided = beginning.count < Self.beginningLength ? units[...] : units.dropLast()
    endsLinesWithReturn = decided.contains(Self.carriageReturn) && !units.contains(Self.newline)
    guard hasFields else { return }
    if endsLinesWithReturn { units = units.map { $0 == Self.carriageReturn ? Self.newline : $0 } }
    if let named = units.withUnsafeBytes({ RecordScanner.namedDelimiter(in: $0) }) {
      delimiter = named.delimiter
      start += named.length * unit
    } else {
      delimiter = units.withUnsafeBytes { RecordScanner.delimiter(ofFile: name, beginning: $0) }
    }
    // It may be the second byte of a character.
    if case .charset(let charset) = encoding, charset.isMultibyte, delimiter == UInt8(ascii: "|") {
      delimiter = UInt8(ascii: ",")
    }
  }

  /// The format of a file as it is now.
  init(of file: OpenFile, hasFields: Bool, as chosen: Encoding? = nil) throws(UnreadableInput) {
    let beginning = try file.bytes(at: 0, count: Self.beginningLength)
    self.init(ofFile: file.contentPath, beginning: beginning, hasFields: hasFields, as: chosen)
  }

  /// The encoding of a text without a byte-order mark, by its beginning.
  ///
  /// UTF-16 has many zeros in one half of its units and few in the other, as far as most of it is ASCII. Bytes that are no
  /// UTF-8 are of a `Charset`, where no doubt is left.
  static func guess(of beginning: [UInt8]) -> Encoding {
    var zeros = [0, 0]
    for (index, byte) in beginning.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    let units = beginning.count / 2
    if max(zeros[0], zeros[1]) > units / 4, units > 1, min(zeros[0], zeros[1]) <= units / 50 {
      return .utf16(isBigEndian: zeros[0] > zeros[1])
    }
    var text = beginning[...]
    if beginning.count == Self.beginningLength {
      // The last character may go on behind the beginning.
      text = text.prefix(upTo: text.suffix(4).lastIndex { $0 & 0xc0 != 0x80 } ?? text.endIndex)
    }
    guard String(validating: text, as: UTF8.self) == nil else { return .utf8 }
    return Charset.guess(of: beginning[...]).map(Encoding.charset) ?? .utf8
  }

  /// Whether a text may hold an ASCII byte.
  static func isTextual(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7f || byte >= 0x09 && byte <= 0x0d || byte == 0x1b
  }

  var unit: Int { if case .utf16 = encoding { 2 } else { 1 } }

  /// Units of some bytes. Half a unit, which a file may end with, is one.
  func unitCount(ofBytes count: Int) -> Int { (count + unit - 1) / unit }

  /// Where a unit is in the file, in bytes.
  func byteOffset(of unit: Int) -> Int { start + unit * self.unit }

  /// Whether scanners see other bytes than those of the file.
  var isTranslated: Bool { encoding != .utf8 || endsLinesWithReturn }

  /// Hands what scanners see of units to `body`: the bytes themselves, or a translation.
  func withUnits<R>(of raw: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    guard isTranslated else { return body(raw) }
    return withUnsafeTemporaryAllocation(byteCount: unitCount(ofBytes: raw.count), alignment: 16) { target in
      narrow(raw, into: target)
      if endsLinesWithReturn { Self.endLines(in: target) }
      return body(UnsafeRawBufferPointer(target))
    }
  }

  /// Lines that end with CR end with LF then.
  private static func endLines(in bytes: UnsafeMutableRawBufferPointer) {
    for index in bytes.indices where bytes[index] == carriageReturn { bytes[index] = newline }
  }

  private func narrow(_ raw: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    guard case .utf16(let isBigEndian) = encoding else { return target.copyBytes(from: raw[..<target.count]) }
    let (low, high) = isBigEndian ? (1, 0) : (0, 1)
    let whole = min(target.count, raw.count / 2)
    for index in whole..<target.count { target[index] = 0x80 }
    for index in 0..<whole {
      let byte = raw[index &* 2 &+ low]
      target[index] = raw[index &* 2 &+ high] == 0 && byte < 0x80 ? byte : 0x80
    }
  }

  /// Units, without the first half of a character, or of a unit, whose other half is not among them.
  /// - Parameter isEnd: whether no further bytes come.
  func wholeCharacters(_ raw: UnsafeRawBufferPointer, isEnd: Bool) -> UnsafeRawBufferPointer {
    var count = isEnd ? raw.count : raw.count - raw.count % unit
    if !isEnd, case .utf16(let isBigEndian) = encoding, count > 2 {
      let high = raw[count - (isBigEndian ? 2 : 1)]
      if high & 0xfc == 0xd8 { count -= 2 }
    }
    if !isEnd, case .charset(let charset) = encoding { count -= charset.unfinished(raw[...]) }
    return UnsafeRawBufferPointer(rebasing: raw[..<count])
  }

  /// The first unit at or behind one that begins a character: one of the next four.
  /// - Parameter raw: whole units.
  func characterStart(from unit: Int, in raw: UnsafeRawBufferPointer) -> Int {
    func continues(_ place: Int) -> Bool {
      switch encoding {
      case .utf8: raw[place] & 0xc0 == 0x80
      case .utf16(let isBigEndian): raw[place * 2 + (isBigEndian ? 0 : 1)] & 0xfc == 0xdc
      case .charset(let charset): charset.unfinished(raw[..<place]) > 0
      }
    }
    let end = min(unit + 3, raw.count / self.unit)
    return (unit..<max(unit, end)).first { !continues($0) } ?? end
  }

  /// How many units a text stands for that `append` has made.
  func unitCount(of text: ArraySlice<UInt8>) -> Int {
    if case .charset(let charset) = encoding, charset.isMultibyte { return charset.measure(text).units }
    return encoding == .utf8 ? text.count : text.reduce(0) { $0 + units(ofByte: $1) }
  }

  /// How many bytes of such a text stand for a number of units; all of them where it has fewer.
  func byteCount(ofUnits count: Int, in text: ArraySlice<UInt8>) -> Int {
    guard encoding != .utf8 else { return min(count, text.count) }
    if case .charset(let charset) = encoding, charset.isMultibyte { return charset.measure(text, most: count).bytes }
    var left = count
    for (place, byte) in text.enumerated() where byte & 0xc0 != 0x80 {
      guard left > 0 else { return place }
      left -= units(ofByte: byte)
    }
    return text.count
  }

  /// Units of the character that begins with a byte of UTF-8; 0 for a further byte.
  private func units(ofByte byte: UInt8) -> Int {
    if byte & 0xc0 == 0x80 { return 0 }
    return unit == 2 && byte >= 0xf0 ? 2 : 1
  }

  /// The last unit of some bytes, as scanners see it; nil for less than a unit.
  func lastUnit(of raw: UnsafeRawBufferPointer) -> UInt8? {
    raw.count >= unit ? withUnits(of: UnsafeRawBufferPointer(rebasing: raw.suffix(unit))) { $0.first } : nil
  }

  /// Appends the text of units as UTF-8, with LF for the end of a line where that is CR. Invalid and half units become U+FFFD;
  /// invalid UTF-8 is appended as it is and replaced where it is shown.
  func append(_ raw: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    let start = bytes.count
    switch encoding {
    case .utf8: bytes.append(contentsOf: raw)
    case .charset(let charset):
      var rest = charset.decode(raw, to: &bytes)
      while rest > 0 {
        // A character that does not end here is a faulty byte and what follows it.
        bytes.append(contentsOf: "\u{fffd}".utf8)
        rest = charset.decode(UnsafeRawBufferPointer(rebasing: raw.suffix(rest - 1)), to: &bytes)
      }
    case .utf16(let isBigEndian):
      let units = (0..<raw.count / 2).map { index in
        let value = raw.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
        return isBigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
      }
      bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
      if raw.count % 2 != 0 { bytes.append(contentsOf: "\u{fffd}".utf8) }
    }
    guard endsLinesWithReturn else { return }
    bytes.withUnsafeMutableBytes { Self.endLines(in: UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
  }

  /// The content of a field as UTF-8, appended.
  /// - Parameter hasQuotes: whether quotes around it are not part of it, and doubled ones are one.
  func appendContent(of raw: UnsafeRawBufferPointer, hasQuotes: Bool, to bytes: inout [UInt8]) {
    guard hasQuotes else { return append(raw, to: &bytes) }
    guard encoding != .utf8 else { return RecordScanner.appendContent(of: raw, to: &bytes) }
    var text: [UInt8] = []
    append(raw, to: &text)
    text.withUnsafeBytes { RecordScanner.appendContent(of: $0, to: &bytes) }
  }
}
