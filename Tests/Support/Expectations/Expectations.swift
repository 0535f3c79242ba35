// Without tests, as in a release build of everything, there is no such library.
#if canImport(Testing)
  import Foundation
  import Testing

  /// Records an issue where a condition does not hold.
  ///
  /// A plain function in the place of `#expect(condition)`: the compiler spends some thirty milliseconds on each macro, which for
  /// ten thousand conditions was a third of the time of a whole build. `#expect` stays for what only a macro can do: errors that
  /// are thrown and processes that end.
  /// - Parameters:
  ///   - condition: what must hold.
  ///   - comment: says more where it does not; made only then.
  ///   - sourceLocation: where the issue is shown, for functions that check on behalf of a test; else the call.
  package func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    guard !condition else { return }
    let place = sourceLocation ?? SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    record(callText(in: filePath, line: line, column: column), comment(), at: place)
  }

  /// Records an issue with both values where they are not equal.
  /// - Parameters:
  ///   - left: the value that the test found, mostly.
  ///   - right: the value that it must have.
  ///   - comment: says more where they differ; made only then.
  ///   - sourceLocation: where the issue is shown, for functions that check on behalf of a test; else the call.
  package func expectEqual<Value: Equatable>(
    _ left: Value, _ right: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    guard left != right else { return }
    let place = sourceLocation ?? SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = callText(in: filePath, line: line, column: column)
    record("\(call): \(String(reflecting: left)) is not \(String(reflecting: right))", comment(), at: place)
  }

  private func record(_ words: String, _ comment: Comment?, at place: SourceLocation) {
    Issue.record(
      Comment(rawValue: [words, comment?.rawValue].compactMap(\.self).joined(separator: "; ")), sourceLocation: place)
  }

  /// The source of a call, which a function cannot see as a macro does: from a place to the end of the parentheses that open
  /// there, in eight lines at most. Empty where the source is gone.
  private func callText(in file: String, line: Int, column: Int) -> String {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return "" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line - 1).prefix(8)
    var depth = 0
    var call = ""
    for character in lines.joined(separator: "\n").dropFirst(column - 1) {
      call.append(character)
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, character == ")" { break }
    }
    return call.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
#endif
