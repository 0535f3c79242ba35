import Expectations
import Foundation
import Testing

/// The tables of `Documentation/OneFrame.md`.
@Suite("The way of a frame")
struct OneFrameTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("Each step of the way names functions that stand in the file it links, in order and without a gap")
  func steps() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Documentation/OneFrame.md"), encoding: .utf8)
    let rows = page.matches(of: /(?m)^\| (\d+) \| (.*?) \| \[(\w+)\]\(\.\.\/(.*?)\) \| .+ \|$/)
    expect(rows.count > 20)
    var files: Set<Substring> = []
    for (index, row) in rows.enumerated() {
      expectEqual(Int(row.1), index + 1, "the steps are numbered from 1 on")
      files.insert(row.4)
      expect(row.4.hasSuffix("/\(row.3).swift"), "\(row.3) is linked to \(row.4)")
      let source = try String(contentsOf: Self.root.appending(path: String(row.4)), encoding: .utf8)
      let functions = row.2.matches(of: /`(\w+)`/).map { $0.1 }
      expect(!functions.isEmpty, "step \(row.1) names no function")
      for name in functions {
        expect(source.contains("func \(name)("), "\(row.3) has no function \(name)")
      }
    }
    let words = ["Seventeen", "Eighteen", "Nineteen", "Twenty", "Twenty-one", "Twenty-two"]
    let count = try #require(words.firstIndex { page.contains("\($0) files stand here") }) + 17
    expectEqual(files.count, count, "files that are named")
  }
}
