/// A strict reader of comma-separated values: RFC 4180 with LF or CR LF line ends.
///
/// A field that starts with a quote ends with one, and may hold commas, line ends and doubled quotes. A
/// quote anywhere else is an error, and so is a record with another number of fields than the first.
enum CSV {
  /// The fault and its line; lines are counted from 1.
  struct Malformed: Error, Equatable, CustomStringConvertible {
    let line: Int
    let problem: String

    var description: String { "line \(line): \(problem)" }
  }

  /// All records, the heading included. A final line end does not start a further record.
  static func records(in text: String) throws(Malformed) -> [[String]] {
    var reader = Reader(text: text)
    var records: [[String]] = []
    while !reader.isAtEnd {
      let line = reader.line
      let record = try reader.record()
      if let first = records.first, first.count != record.count {
        throw Malformed(line: line, problem: "\(record.count) fields instead of \(first.count)")
      }
      records.append(record)
    }
    return records
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0
    private(set) var line = 1

    init(text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    mutating func record() throws(Malformed) -> [String] {
      var fields: [String] = []
      while true {
        fields.append(try peek == quote ? quotedField() : plainField())
        if peek == comma {
          position += 1
        } else {
          try endRecord()
          return fields
        }
      }
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
    private let quote = UInt8(ascii: "\"")
    private let comma = UInt8(ascii: ",")
    private let newline = UInt8(ascii: "\n")
    private let carriageReturn = UInt8(ascii: "\r")

    private mutating func plainField() throws(Malformed) -> String {
      let start = position
      while let byte = peek, byte != comma, byte != newline, byte != carriageReturn {
        if byte == quote { throw Malformed(line: line, problem: "a quote inside an unquoted field") }
        position += 1
      }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quotedField() throws(Malformed) -> String {
      let opening = line
      var content: [UInt8] = []
      position += 1
      while let byte = peek {
        position += 1
        if byte == newline { line += 1 }
        if byte == quote {
          guard peek == quote else { return String(decoding: content, as: UTF8.self) }
          position += 1
        }
        content.append(byte)
      }
      throw Malformed(line: opening, problem: "a quoted field without its closing quote")
    }

    private mutating func endRecord() throws(Malformed) {
      if peek == carriageReturn { position += 1 }
      guard peek == newline || (isAtEnd && bytes.last != carriageReturn) else {
        throw Malformed(line: line, problem: "a field goes on after its closing quote or a stray CR")
      }
      if !isAtEnd { position += 1 }
      line += 1
    }
  }
}
