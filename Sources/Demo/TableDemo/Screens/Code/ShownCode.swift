/// Functions of a source file that a screen shows: those below a comment `// Shown`, as they are compiled.
///
/// A branch `if isRight { ... } else { ... }` is shown as one of two ways, without the lines of the `if` itself. A function
/// below `// Shown: wrong` or `// Shown: right` belongs to that way alone.
struct ShownCode: Equatable {
  struct Line: Equatable {
    var text: String
    /// Whether the other way does not have it.
    var isMarked = false
  }

  private(set) var lines: [Line] = []

  init(calls: [String]) { lines = calls.map { Line(text: $0) } }

  /// - Parameters:
  ///   - source: the text of the file.
  ///   - type: the name of the type at the left edge of the file whose functions are shown.
  ///   - isRight: which of the two ways is shown.
  init(_ source: String, of type: String, isRight: Bool = true) {
    let all = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = all.firstIndex(where: { $0.contains("class \(type)") && !$0.hasPrefix(" ") }) else { return }
    var rest = all[first...].prefix { $0 != "}" }
    while let mark = rest.firstIndex(where: { $0.contains("// Shown") }) {
      rest = rest[(mark + 1)...]
      let indent = all[mark].prefix { $0 == " " }.count
      let end = rest.firstIndex { $0.hasSuffix("}") && $0.prefix { $0 == " " }.count == indent } ?? rest.endIndex - 1
      let way = all[mark].components(after: "// Shown: ")
      if way == nil || way == (isRight ? "right" : "wrong") {
        if !lines.isEmpty { lines.append(Line(text: "")) }
        append(rest[...end].map { String($0.dropFirst(indent)) }, isMarked: way != nil, isRight: isRight)
      }
      rest = rest[(end + 1)...]
    }
  }

  /// Adds the lines of a function, of a branch those of the chosen way.
  private mutating func append(_ function: [String], isMarked: Bool, isRight: Bool) {
    /// The branch there is, by its indentation, and whether it is the right one.
    var branch: (indent: String, isRight: Bool)?
    for line in function {
      let indent = String(line.prefix { $0 == " " })
      switch (line.dropFirst(indent.count), branch?.indent == indent) {
      case ("if isRight {", false): branch = (indent, true)
      case ("} else {", true): branch?.isRight = false
      case ("}", true): branch = nil
      default:
        guard let branch else {
          lines.append(Line(text: line, isMarked: isMarked))
          continue
        }
        if branch.isRight == isRight { lines.append(Line(text: String(line.dropFirst(2)), isMarked: true)) }
      }
    }
  }

  /// The lines in which one of some names of the code stands.
  func lines(naming names: [String]) -> Set<Int> {
    Set(lines.indices.filter { index in names.contains { lines[index].text.contains($0) } })
  }
}

extension String {
  /// The rest of the line behind a word; nil without it.
  fileprivate func components(after word: String) -> String? {
    firstRange(of: word).map { String(self[$0.upperBound...]) }
  }
}
