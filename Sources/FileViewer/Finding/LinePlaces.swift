import TextSearch

/// Lines that were marked, and parts of lines that jumps came from.
struct LinePlaces {
  /// Ascending, counted from 0.
  private(set) var marks: [Int] = []
  private var origins: [LinePart] = []

  private static let mostOrigins = 100
  private static let mostMarks = 10_000

  var canGoBack: Bool { !origins.isEmpty }

  func isMarked(_ line: Int) -> Bool { marks.dropFirst(marks.end { $0 < line }).first == line }

  /// Marks a line, or takes its mark.
  mutating func toggleMark(_ line: Int) {
    let place = marks.end { $0 < line }
    if isMarked(line) {
      marks.remove(at: place)
    } else if marks.count < Self.mostMarks {
      marks.insert(line, at: place)
    }
  }

  /// The next mark behind a line, or before it, among lines that are shown; from the last one on to the first.
  func mark(from line: Int, isForward: Bool, among shown: LineSet?) -> Int? {
    let marks = shown.map { shown in self.marks.filter { shown.contains($0) } } ?? self.marks
    return isForward
      ? marks.first { $0 > line } ?? marks.first
      : marks.last { $0 < line } ?? marks.last
  }

  /// Forgets marks of lines that the file does not have any more.
  mutating func keep(below count: Int) {
    while let last = marks.last, last >= count { marks.removeLast() }
  }

  mutating func noteJump(from part: LinePart) {
    guard origins.last != part else { return }
    origins.append(part)
    if origins.count > Self.mostOrigins { origins.removeFirst() }
  }

  /// What the last jump came from, which is taken back.
  mutating func goBack() -> LinePart? { origins.popLast() }

  /// The line, counted from 0, that a user means: a number, or a part of all lines in percent. Nil for what is neither.
  /// Numbers beyond the last line mean the last.
  static func line(for text: String, of count: Int) -> Int? {
    let digits = text.filter { !$0.isWhitespace && $0 != "," && $0 != "_" && $0 != "'" }
    if digits.hasSuffix("%") {
      guard let percent = Double(digits.dropLast()), percent.isFinite, percent >= 0 else { return nil }
      return max(0, min(count - 1, Int((Double(count) * min(percent, 100) / 100).rounded(.down))))
    }
    guard !digits.isEmpty, digits.allSatisfy(\.isWholeNumber), digits.allSatisfy(\.isASCII) else { return nil }
    return max(0, min(count, Int(digits) ?? .max) - 1)
  }
}
