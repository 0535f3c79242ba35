import Foundation
import RandomSupport

/// A file of cases that the Unicode Consortium publishes for those who implement its algorithms, as Debian's package
/// `unicode-data` installs it.
///
/// Only read: a test that needs one is skipped where the package is not installed.
package struct UnicodeTestFile: Sendable {
  /// Of Unicode's data, as in "15.0".
  package let version: String
  /// The lines with their comments; none that has nothing else.
  package let lines: [Substring]

  /// Where the package puts its files.
  private static let folder = "/usr/share/unicode/"
  /// Why a test is skipped.
  package static let isMissing = "needs /usr/share/unicode: install Debian's package unicode-data"
  /// A line of ten is read from files of hundred thousands; the environment asks for all of them with
  /// `UNICODE_CASES=all`.
  private static let readsAll = ProcessInfo.processInfo.environment["UNICODE_CASES"] == "all"

  /// Whether the package is there.
  package static var isInstalled: Bool { FileManager.default.isReadableFile(atPath: folder + "BidiTest.txt") }

  /// - Parameters:
  ///   - name: below the package's folder.
  ///   - seed: which tenth of the lines is kept, next to those that begin with "@"; nil for all of them.
  /// - Throws: an error of Foundation's for a file that cannot be read.
  package init(_ name: String, seed: Int? = nil) throws {
    let text = try String(contentsOfFile: Self.folder + name, encoding: .utf8)
    let all = text.split(separator: "\n")
    // "# BidiTest-15.0.0.txt"
    let title = all.first?.split(separator: "-").last ?? ""
    version = title.split(separator: ".").prefix(2).joined(separator: ".")
    var random = SeededRandom(seed: seed ?? 0)
    let isSampled = seed != nil && !Self.readsAll
    lines = all.filter { line in
      guard let first = line.utf8.first, first != UInt8(ascii: "#") else { return false }
      return !isSampled || first == UInt8(ascii: "@") || random.next() % 10 == 0
    }
  }
}

extension UnicodeTestFile {
  /// A line of a file about breaks: `÷ 0061 × 0308 ÷ # ÷ [0.2] LATIN SMALL LETTER A (ALetter) × [4.0] … ÷ [0.3]`.
  package struct BreakCase {
    /// The text.
    package var scalars: [Unicode.Scalar] = []
    /// Whether there is a break before each scalar.
    package var breaks: [Bool] = []
    /// The number of the rule that says so.
    package var rules: [Substring] = []

    fileprivate init?(_ line: Substring) {
      let parts = line.split(separator: "#", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      var isBreak = false
      for token in parts[0].split(whereSeparator: \.isWhitespace) {
        if token == "÷" || token == "×" {
          isBreak = token == "÷"
        } else if let scalar = UInt32(token, radix: 16).flatMap(Unicode.Scalar.init) {
          scalars.append(scalar)
          breaks.append(isBreak)
        } else {
          return nil
        }
      }
      // Names have brackets, too, but no number in them.
      rules = parts[1].split(separator: "[").dropFirst().compactMap { part in
        part.split(separator: "]").first.flatMap { Double($0) == nil ? nil : $0 }
      }
      guard rules.count == scalars.count + 1 else { return nil }
    }

    /// The text as code points, for messages.
    package var description: String {
      scalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
    }
  }

  /// The cases of a file about breaks.
  package var breakCases: [BreakCase] { lines.compactMap { BreakCase($0) } }
}
