import Expectations
import Foundation
import Testing

/// The table of caches in `Documentation/Architecture.md`.
@Suite("The table of caches")
struct CacheTableTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The section, line by line.
  private static func section() throws -> [Substring] {
    let page = try String(contentsOf: root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    let begin = try #require(page.range(of: "\n## Caches\n"))
    let end = try #require(page.range(of: "\n## ", range: begin.upperBound..<page.endIndex))
    return page[begin.upperBound..<end.lowerBound].split(separator: "\n")
  }

  private static func names(in text: Substring) -> [String] {
    text.matches(of: /`([A-Za-z]+)`/).map { String($0.1) }
  }

  /// The names of types declared in the sources.
  private static let declaredTypes = Result<Set<String>, any Error> {
    let files = try #require(
      FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      for match in source.matches(of: /(?:class|struct|enum|actor) ([A-Z][A-Za-z]*)/) { names.insert(String(match.1)) }
    }
    return names
  }

  @Test("Each cache of the table exists and has an owner, a content, a bound and an end")
  func rows() throws {
    let declared = try Self.declaredTypes.get()
    let rows = try Self.section().filter { $0.hasPrefix("|") }.dropFirst(2)
    expect(rows.count > 25)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      expect(cells.count == 5 && cells.allSatisfy { !$0.isEmpty }, "\(row)")
      let names = Self.names(in: cells[0][...])
      let isKnown = declared.isSuperset(of: names)
      expect(!names.isEmpty && isKnown, "\(row)")
    }
  }

  @Test("Each type whose name is that of a cache stands in the table, or is named as none")
  func types() throws {
    let named = Set(try Self.section().flatMap(Self.names))
    let endings = [
      "Cache", "Memory", "Pool", "Textures", "Tables", "Masks", "History", "Recording", "Ring", "Samples", "Store",
      "Words", "Widths", "Names",
    ]
    for type in try Self.declaredTypes.get().sorted() where endings.contains(where: type.hasSuffix) {
      expect(named.contains(type), "\(type) keeps something: its bound is missing in Architecture.md, Caches")
    }
  }
}
