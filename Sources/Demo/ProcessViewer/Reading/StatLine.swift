import Foundation

/// The contents of `/proc/<pid>/stat`: one line of fields with spaces between them. The second field, the name in
/// parentheses, may contain spaces and parentheses itself.
struct StatLine: Equatable, Sendable {
  let pid: Int32
  /// Up to 15 bytes the process chose for itself, in no particular encoding.
  let name: [UInt8]
  let state: ProcessState
  /// Processor time used so far, the kernel's on its behalf included, in clock ticks.
  let ticks: UInt64
  let threads: Int
  /// In clock ticks since the machine started.
  let start: UInt64
  /// Memory it has in the machine's, in pages.
  let residentPages: UInt64

  /// - Returns: nil for a line that is cut short or no such line at all. Numbers too large for their fields become the
  ///   largest ones, negative ones 0.
  init?(_ line: UnsafeRawBufferPointer) {
    guard let open = line.firstIndex(of: UInt8(ascii: "(")), let close = line.lastIndex(of: UInt8(ascii: ")")),
      open < close
    else { return nil }
    var number = FieldReader(line[..<open])
    guard let pid = number.next().flatMap(Int32.init(exactly:)), pid > 0 else { return nil }
    self.pid = pid
    name = Array(line[(open + 1)..<close])

    var fields = FieldReader(line[(close + 1)...])
    guard let letter = fields.nextLetter() else { return nil }
    state = ProcessState(letter: letter)
    guard fields.skip(10), let user = fields.next(), let system = fields.next(), fields.skip(4),
      let threads = fields.next(), fields.skip(1), let start = fields.next(), fields.skip(1), let pages = fields.next()
    else { return nil }
    let (sum, overflows) = user.addingReportingOverflow(system)
    ticks = overflows ? .max : sum
    self.threads = Int(clamping: threads)
    self.start = start
    residentPages = pages
  }

  /// The same, of bytes in an array.
  init?(_ bytes: [UInt8]) {
    guard let line = bytes.withUnsafeBytes({ StatLine($0) }) else { return nil }
    self = line
  }
}

/// Walks over fields with spaces between them.
private struct FieldReader {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: Slice<UnsafeRawBufferPointer>) { rest = bytes }

  private mutating func nextField() -> Slice<UnsafeRawBufferPointer>? {
    guard let start = rest.firstIndex(where: { !Self.separates($0) }) else { return nil }
    let end = rest[start...].firstIndex(where: Self.separates) ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[start..<end]
  }

  private static func separates(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }

  /// Passes over fields; false when there are fewer.
  mutating func skip(_ count: Int) -> Bool {
    for _ in 0..<count where nextField() == nil { return false }
    return true
  }

  /// A field of one letter.
  mutating func nextLetter() -> UInt8? {
    guard let field = nextField(), field.count == 1 else { return nil }
    return field.first
  }

  /// A field of digits; nil for one of anything else.
  mutating func next() -> UInt64? {
    guard var field = nextField() else { return nil }
    let isNegative = field.first == UInt8(ascii: "-")
    if isNegative { field = field.dropFirst() }
    guard !field.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in field {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      value = overflows || carries || value == .max ? .max : sum
    }
    return isNegative ? 0 : value
  }
}
