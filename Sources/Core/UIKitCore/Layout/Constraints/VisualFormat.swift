import Foundation

/// Reads the visual format language: `H:|-[name(>=80)]-8-[value]-|`.
///
/// The grammar is that of Apple's Auto Layout Guide. Errors carry the words UIKit uses, the text and a mark below the
/// place, and are shown by `NSLayoutConstraint.constraints(withVisualFormat:options:metrics:views:)`.
struct VisualFormat {
  /// A number, or the name of another view whose length is taken, with its priority.
  struct Predicate: Equatable {
    enum Value: Equatable {
      case constant(Double)
      /// The length of another view, times and plus numbers.
      case view(name: String, multiplier: Double, constant: Double)
    }
    var relation = NSLayoutConstraint.Relation.equal
    var value: Value
    var priority = 1000.0
  }

  /// The space between two neighbours.
  enum Gap: Equatable {
    /// No mark between them: they touch.
    case none
    /// `-`
    case standard
    /// `-8-`, `-(>=8,<=20)-`
    case predicates([Predicate])
  }

  /// A view with the predicates on its length.
  struct Item: Equatable {
    let name: String
    let predicates: [Predicate]
  }

  /// The words of the complaint and the place.
  struct ParseError: Error, Equatable {
    let reason: String
    let offset: Int
  }

  private(set) var axis = NSLayoutConstraint.Axis.horizontal
  private(set) var items: [Item] = []
  /// The gap before each item but the first.
  private(set) var gaps: [Gap] = []
  /// The gap to the superview's first edge, where the format begins with it.
  private(set) var leadingGap: Gap?
  /// The gap to the superview's last edge, where the format ends with it.
  private(set) var trailingGap: Gap?

  private let text: [Character]
  private var place = 0
  private let metrics: [String: Double]
  private let isView: (String) -> Bool

  /// - Parameters:
  ///   - metrics: numbers by the names they have in the format.
  ///   - isView: whether a name is that of a view.
  init(_ format: String, metrics: [String: Double], isView: @escaping (String) -> Bool) throws(ParseError) {
    text = Array(format)
    self.metrics = metrics
    self.isView = isView
    try read()
  }

  // MARK: The format

  private mutating func read() throws(ParseError) {
    if skip("H:") { axis = .horizontal } else if skip("V:") { axis = .vertical }
    if skip("|") {
      leadingGap = try gap()
      // The superview alone.
      if place == text.count { throw error("Expected a view") }
    }
    guard peek == "[" else { throw error("Expected a '[' here") }
    items.append(try item())
    while place < text.count {
      let gap = try gap()
      if skip("|") {
        trailingGap = gap
        guard place == text.count else { throw error("Unexpected characters after the end of the format: '|' ends it") }
        return
      }
      guard peek == "[" else { throw error("Expected a view") }
      gaps.append(gap)
      items.append(try item())
    }
  }

  private mutating func gap() throws(ParseError) -> Gap {
    guard skip("-") else { return .none }
    if peek == "[" || peek == "|" { return .standard }
    if place == text.count { throw error("Trailing '-' or connection is not allowed; expected a view or '|'") }
    let predicates: [Predicate]
    if peek == "(" {
      predicates = try list(ofView: nil)
    } else {
      predicates = [Predicate(value: .constant(try simpleValue()))]
    }
    guard skip("-") else { throw error("Expected '-' after the connection's size") }
    return .predicates(predicates)
  }

  private mutating func item() throws(ParseError) -> Item {
    place += 1
    let start = place
    let name = identifier()
    guard !name.isEmpty else { throw error("Expected a view name") }
    guard isView(name) else { throw ParseError(reason: "\(name) is not a key in the views dictionary.", offset: start) }
    let predicates = peek == "(" ? try list(ofView: name) : []
    guard skip("]") else { throw error("Expected a ']' here. That's how you give the end of a view") }
    return Item(name: name, predicates: predicates)
  }

  /// `(>=80@750,<=120)`; relations to other views are for lengths of views only.
  private mutating func list(ofView owner: String?) throws(ParseError) -> [Predicate] {
    place += 1
    var found: [Predicate] = []
    repeat { found.append(try predicate(ofView: owner)) } while skip(",")
    guard skip(")") else { throw error("Expected a ')' here. That's how you end a list of sizes") }
    return found
  }

  private mutating func predicate(ofView owner: String?) throws(ParseError) -> Predicate {
    var relation = NSLayoutConstraint.Relation.equal
    if skip("==") {
    } else if skip(">=") {
      relation = .greaterThanOrEqual
    } else if skip("<=") {
      relation = .lessThanOrEqual
    } else if peek == "=" || peek == "<" || peek == ">" {
      throw error("Unknown relation. Must be ==, >=, or <=")
    }
    var predicate = Predicate(relation: relation, value: .constant(0))
    if let number = number() {
      predicate.value = .constant(number)
    } else {
      let start = place
      let name = identifier()
      guard !name.isEmpty else { throw error("Expected a number, a metric or a view name") }
      if let metric = metrics[name] {
        predicate.value = .constant(metric)
      } else if owner != nil, isView(name) {
        predicate.value = try viewValue(name)
      } else {
        throw unknown(name, at: start, viewsToo: owner != nil)
      }
    }
    if skip("@") {
      let start = place
      predicate.priority = try simpleValue()
      guard predicate.priority > 0, predicate.priority <= 1000 else {
        throw ParseError(reason: "Priorities are above 0 and up to 1000", offset: start)
      }
    }
    return predicate
  }

  /// `name`, `name*2`, `name/2+8`
  private mutating func viewValue(_ name: String) throws(ParseError) -> Predicate.Value {
    var (multiplier, constant) = (1.0, 0.0)
    if skip("*") {
      multiplier = try simpleValue()
    } else if skip("/") {
      let start = place
      let divisor = try simpleValue()
      guard divisor != 0 else { throw ParseError(reason: "Division by zero", offset: start) }
      multiplier = 1 / divisor
    }
    if skip("+") { constant = try simpleValue() } else if skip("-") { constant = -(try simpleValue()) }
    return .view(name: name, multiplier: multiplier, constant: constant)
  }

  /// A number or a metric.
  private mutating func simpleValue() throws(ParseError) -> Double {
    if let number = number() { return number }
    let start = place
    let name = identifier()
    guard !name.isEmpty else { throw error("Expected a number or the name of a metric") }
    guard let metric = metrics[name] else { throw unknown(name, at: start, viewsToo: false) }
    return metric
  }

  private func unknown(_ name: String, at offset: Int, viewsToo: Bool) -> ParseError {
    ParseError(
      reason: viewsToo
        ? "\(name) is not a key in the metrics or views dictionaries."
        : "\(name) is not a key in the metrics dictionary.",
      offset: offset)
  }

  // MARK: Characters

  private var peek: Character? { place < text.count ? text[place] : nil }

  private func error(_ reason: String) -> ParseError { ParseError(reason: reason, offset: place) }

  private mutating func skip(_ word: String) -> Bool {
    guard text[place...].starts(with: word) else { return false }
    place += word.count
    return true
  }

  private mutating func identifier() -> String {
    guard let first = peek, first.isLetter || first == "_" else { return "" }
    let start = place
    while let next = peek, next.isLetter || next.isNumber || next == "_" { place += 1 }
    return String(text[start..<place])
  }

  /// A decimal number with a sign; without one nothing is read.
  private mutating func number() -> Double? {
    let start = place
    if peek == "-" || peek == "+" { place += 1 }
    while let next = peek, next.isASCII && next.isNumber || next == "." { place += 1 }
    guard let number = Double(String(text[start..<place])), number.isFinite else {
      place = start
      return nil
    }
    return number
  }
}
