import FileViewer

/// A strict reader of comma-separated values: RFC 4180 with LF or CR LF line ends.
///
/// Records and fields are found as in files that are shown. Here a quote inside a field without quotes, a field that goes on
/// behind its closing quote, and a record with another number of fields than the first are errors.
enum CSV {
  /// The fault and its line; lines are counted from 1.
  struct Malformed: Error, Equatable, CustomStringConvertible {
    let line: Int
    let problem: String

    var description: String { "line \(line): \(problem)" }
  }

  /// All records, the heading included. A final line end does not start a further record.
  static func records(in text: String) throws(Malformed) -> [[String]] {
    var records: [[String]] = []
    var fields: [String] = []
    var (line, firstLine) = (1, 1)
    var fault: Malformed?
    var text = text
    text.withUTF8 { bytes in
      let all = UnsafeRawBufferPointer(bytes)
      var scanner = RecordScanner(delimiter: UInt8(ascii: ","))
      let take = { (_: Int, _: Int, range: Range<Int>, endsRow: Bool) in
        var field = all[range]
        if endsRow, range.upperBound < all.count, field.last == carriageReturn { field = field.dropLast() }
        var content: [UInt8] = []
        RecordScanner.appendContent(of: UnsafeRawBufferPointer(rebasing: field), to: &content)
        if fault == nil { fault = problem(of: field, content).map { Malformed(line: line, problem: $0) } }
        line += field.count { $0 == UInt8(ascii: "\n") }
        fields.append(String(decoding: content, as: UTF8.self))
        guard endsRow else { return }
        if fault == nil, let first = records.first, first.count != fields.count {
          fault = Malformed(line: firstLine, problem: "\(fields.count) fields instead of \(first.count)")
        }
        records.append(fields)
        line += 1
        (fields, firstLine) = ([], line)
      }
      scanner.scan(all, field: take)
      scanner.finish(field: take)
    }
    if let fault { throw fault }
    return records
  }

  private static let quote = UInt8(ascii: "\"")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// The fault of a field; nil for none.
  private static func problem(of field: Slice<UnsafeRawBufferPointer>, _ content: [UInt8]) -> String? {
    guard field.first == quote else {
      return field.contains(quote)
        ? "a quote inside an unquoted field" : field.contains(carriageReturn) ? "a stray CR" : nil
    }
    let isWhole = field.last == quote && field.count == content.count + content.count { $0 == quote } + 2
    return isWhole ? nil : "a quoted field that does not end with its closing quote"
  }
}
