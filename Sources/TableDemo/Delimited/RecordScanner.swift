/// Finds records and fields in a stream of delimited bytes: RFC 4180, with any delimiter and LF or CR LF line ends.
///
/// A field that begins with a quote ends with the next one that is not doubled; delimiters and line ends in between are
/// its content. A quote elsewhere is a character like any other. A value that can stop after any buffer and go on with
/// the next.
struct RecordScanner: Sendable, Equatable {
  /// Where in a field the next byte is.
  private enum State: UInt8, Sendable {
    /// At its beginning.
    case start
    case plain
    case quoted
    /// Behind a quote within a quoted field: the first of two, or the closing one.
    case closing
  }

  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")

  /// What stands between fields.
  let delimiter: UInt8
  /// Whether quotes mean nothing, because one is never closed.
  private(set) var ignoresQuotes = false
  /// Bytes seen so far.
  private(set) var bytes = 0
  /// Records that have ended.
  private(set) var records = 0
  /// Where the running record began.
  private(set) var recordStart = 0
  /// Fields of the running record that have ended.
  private var fields = 0
  private var state = State.start

  init(delimiter: UInt8, from start: Int = 0, records: Int = 0, ignoresQuotes: Bool = false) {
    self.delimiter = delimiter
    self.ignoresQuotes = ignoresQuotes
    self.records = records
    bytes = start
    recordStart = start
  }

  /// Whether a quote is open.
  var isInQuotes: Bool { state == .quoted }
  /// Whether the running record has begun.
  var hasRest: Bool { bytes > recordStart }

  /// Takes the next bytes.
  /// - Parameter record: called for each record that ends, with its number, where it is in the stream, line end
  ///   included, and
  ///   its fields.
  mutating func scan(
    _ buffer: UnsafeRawBufferPointer, record: (_ number: Int, _ range: Range<Int>, _ fields: Int) -> Void
  ) {
    let (delimiter, newline) = (delimiter, Self.newline)
    let quote: UInt8? = ignoresQuotes ? nil : Self.quote
    var state = state
    var fields = fields
    for index in 0..<buffer.count {
      let byte = buffer[index]
      switch state {
      case .quoted:
        if byte == Self.quote { state = .closing }
      case .start, .plain, .closing:
        if byte == delimiter {
          fields &+= 1
          state = .start
        } else if byte == newline {
          let end = bytes &+ index &+ 1
          record(records, recordStart..<end, fields &+ 1)
          records &+= 1
          recordStart = end
          fields = 0
          state = .start
        } else if byte == quote {
          state = state == .plain ? .plain : .quoted
        } else if state == .start {
          state = .plain
        } else if state == .closing {
          // Behind a closing quote nothing should stand; it is taken as it is.
          state = .plain
        }
      }
    }
    bytes += buffer.count
    self.state = state
    self.fields = fields
  }

  /// The bytes end: what is left is a record too.
  mutating func finish(record: (_ number: Int, _ range: Range<Int>, _ fields: Int) -> Void) {
    guard hasRest else { return }
    record(records, recordStart..<bytes, fields + 1)
    records += 1
    recordStart = bytes
    fields = 0
    state = .start
  }

  // MARK: One record

  /// The bytes of each field of a record, quotes and line end included.
  /// - Parameter most: fields wanted.
  static func fields(
    of record: UnsafeRawBufferPointer, delimiter: UInt8, ignoresQuotes: Bool, most: Int = .max
  ) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var state = State.start
    var start = 0
    var index = 0
    while index < record.count, fields.count < most {
      let byte = record[index]
      if state == .quoted {
        if byte == quote { state = .closing }
      } else if byte == delimiter {
        fields.append(start..<index)
        start = index + 1
        state = .start
      } else if byte == newline {
        break
      } else if byte == quote, !ignoresQuotes {
        state = state == .plain ? .plain : .quoted
      } else {
        state = .plain
      }
      index += 1
    }
    if fields.count < most {
      let hasReturn = index > start && state != .quoted && record[index - 1] == UInt8(ascii: "\r")
      fields.append(start..<(hasReturn ? index - 1 : index))
    }
    return fields
  }

  /// The content of a field: without its quotes, doubled ones once.
  static func content(of field: UnsafeRawBufferPointer, ignoresQuotes: Bool) -> String {
    guard !ignoresQuotes, field.first == quote else { return String(decoding: field, as: UTF8.self) }
    var content: [UInt8] = []
    content.reserveCapacity(field.count)
    var index = 1
    var isOpen = true
    while index < field.count {
      let byte = field[index]
      index += 1
      if isOpen, byte == quote {
        if index < field.count, field[index] == quote {
          index += 1
        } else {
          isOpen = false
          continue
        }
      }
      content.append(byte)
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// What stands between the fields of a file, by its name and its first line.
  static func delimiter(ofFile name: String, beginning: UnsafeRawBufferPointer) -> UInt8 {
    if name.lowercased().hasSuffix(".tsv") || name.lowercased().hasSuffix(".tab") { return UInt8(ascii: "\t") }
    var counts: [UInt8: Int] = [UInt8(ascii: ","): 0, UInt8(ascii: ";"): 0, UInt8(ascii: "\t"): 0]
    var isQuoted = false
    for byte in beginning {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == newline { break }
      counts[byte]? += 1
    }
    let most = counts.max { $0.value < $1.value || $0.value == $1.value && $0.key > $1.key }
    return most.flatMap { $0.value > 0 ? $0.key : nil } ?? UInt8(ascii: ",")
  }
}
