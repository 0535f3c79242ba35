import Foundation
import TextSearch

/// A test that a search makes on the rows of a file: a text in a line, in any field of a record, or a condition on one
/// field.
struct RowTest: Hashable, Sendable {
  /// The condition that a line or field passes.
  enum Content: Hashable, Sendable {
    /// It has a match.
    case pattern(TextPattern)
    case equal(FieldValue)
    /// It lies between two values, nil for no limit; fields of another kind do not. `isOpen` leaves the limits out.
    case between(FieldValue?, FieldValue?, isOpen: Bool)
    case empty
  }

  /// The kinds of conditions that a user can choose, by what stands between a column and a value.
  enum Kind: String, CaseIterable {
    case contains, equal = "=", below = "<", above = ">", range = "from \u{2026} to", empty = "is empty"
  }

  let content: Content
  /// The field, counted from 0; nil for all of a row.
  let field: Int?
  /// The condition as a chip has it.
  let words: String

  /// A pattern anywhere in a row.
  init(_ pattern: TextPattern) { (content, field, words) = (.pattern(pattern), nil, pattern.text) }

  /// A condition on a field that a user has written; throws the fault of words that are none.
  /// - Parameters:
  ///   - pattern: the words, and how texts are compared.
  ///   - column: the field and its title; nil for any field.
  init(_ kind: Kind, _ pattern: TextPattern, of column: (field: Int, title: String)?) throws(PatternFault) {
    field = column?.field
    let text = pattern.text
    if kind != .empty, text.isEmpty { throw PatternFault(description: "there is nothing to compare with") }
    let value = FieldValue(text)
    var value2 = text
    switch kind {
    case .contains:
      _ = try LineMatcher(pattern)
      content = .pattern(pattern)
    case .equal: content = .equal(value)
    case .below: content = .between(nil, value, isOpen: true)
    case .above: content = .between(value, nil, isOpen: true)
    case .range:
      let ends = text.replacing("\u{2026}", with: "..").split(separator: "..", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let values = ends.map(FieldValue.init)
      guard values.count == 2, values[0].isNumber == values[1].isNumber else {
        throw PatternFault(description: "a range is written as 1..5")
      }
      content = .between(values[0], values[1], isOpen: false)
      value2 = ends.joined(separator: " \u{2026} ")
    case .empty: content = .empty
    }
    let name = column?.title ?? (kind == .contains ? "" : "any column")
    let sign =
      switch kind {
      case .contains: column == nil ? "" : pattern.isExpression ? "matches" : "contains"
      case .range: "from"
      default: kind.rawValue
      }
    words = [name, sign, kind == .empty ? "" : value2].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The text that is looked for; nil for other conditions.
  var pattern: TextPattern? { if case .pattern(let pattern) = content { pattern } else { nil } }
}

/// The content of a field as it is compared: numbers by value, texts as `RecordSorter` compares them.
enum FieldValue: Hashable, Sendable {
  case number(Double)
  /// With small letters of ASCII.
  case text([UInt8])

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { FieldValue(UnsafeRawBufferPointer($0)) }
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    self = FieldNumber.value(of: bytes).map { .number($0) } ?? .text(bytes.map(RecordSorter.folded))
  }

  var isNumber: Bool { if case .number = self { true } else { false } }
}

/// Finds out whether fields pass a condition. Used by one thread at a time.
struct FieldMatcher {
  private let content: RowTest.Content
  private let matcher: LineMatcher?

  init(_ content: RowTest.Content) throws(PatternFault) {
    self.content = content
    if case .pattern(let pattern) = content { matcher = try LineMatcher(pattern) } else { matcher = nil }
  }

  var costlyFields: Int { matcher?.costlyLines ?? 0 }

  /// The matcher, if it finds its text by bytes alone, also in many fields at once that are parted by a unit and quotes.
  func literal(beside delimiter: UInt8) -> LineMatcher? {
    guard case .pattern(let pattern) = content, let matcher, matcher.isLiteral else { return nil }
    return pattern.text.utf8.contains { [delimiter, 0x22, 0x0a, 0x0d].contains($0) } ? nil : matcher
  }

  /// - Parameter field: its content in UTF-8.
  /// - Returns: whether it passes; false when it was stopped.
  func passes(_ field: UnsafeRawBufferPointer, isStopped: () -> Bool) -> Bool {
    switch content {
    case .pattern: return matcher?.matches(field, isStopped: isStopped) ?? false
    case .empty: return field.isEmpty
    case .equal(.number(let value)): return FieldNumber.value(of: field) == value
    case .equal(.text(let text)):
      return field.count == text.count && zip(field, text).allSatisfy { RecordSorter.folded($0) == $1 }
    case .between(let lower, let upper, let isOpen):
      let number = FieldNumber.value(of: field)
      guard !field.isEmpty, (lower ?? upper)?.isNumber == (number != nil) else { return false }
      func order(_ limit: FieldValue) -> Int {
        switch limit {
        case .number(let limit): return number.map { $0 < limit ? -1 : $0 > limit ? 1 : 0 } ?? 0
        case .text(let limit):
          return field.map(RecordSorter.folded).withUnsafeBytes { own in
            limit.withUnsafeBytes { RecordSorter.compare(own, $0) }
          }
        }
      }
      let least = isOpen ? 1 : 0
      return (lower.map { order($0) >= least } ?? true) && (upper.map { -order($0) >= least } ?? true)
    }
  }
}

/// Finds the places of matches in what is on screen, until that takes too long.
struct MatchMarker {
  private var matcher: LineMatcher?

  init(_ pattern: TextPattern) { matcher = try? LineMatcher(pattern) }

  /// - Parameter find: the look for matches.
  mutating func places(_ find: (LineMatcher) -> [Range<Int>]) -> [Range<Int>] {
    guard let matcher else { return [] }
    let begin = ThreadClock.now
    let ranges = find(matcher)
    // Marks that cost a frame are left out from then on.
    if ThreadClock.now - begin > .milliseconds(8) { self.matcher = nil }
    return ranges
  }

  /// The places of matches in a text, in UTF-16 units: 100 at most.
  mutating func places(in text: String) -> [NSRange] {
    var copy = text
    let ranges = copy.withUTF8 { bytes -> [Range<Int>] in
      let bytes = UnsafeRawBufferPointer(bytes)
      // A look for bytes tells sooner that there are none.
      if let matcher, matcher.isLiteral, matcher.literalHit(in: bytes, from: 0) == nil { return [] }
      return places { $0.ranges(in: bytes, most: 100, time: .milliseconds(2)) }
    }
    return ranges.map { range in
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return NSRange(start..<text.utf8.index(start, offsetBy: range.count), in: text)
    }
  }
}
