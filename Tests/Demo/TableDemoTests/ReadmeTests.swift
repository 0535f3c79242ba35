import Expectations
import Foundation
import Testing

@testable import TableDemo

@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test("shows the example as it is built and run, complete")
  func example() throws {
    let example = try text("Examples/HelloTable/Sources/HelloTable/HelloTable.swift")
    try expect(text("README.md").contains("```swift\n\(example)```\n"))
    expect((35...45).contains(example.split(separator: "\n", omittingEmptySubsequences: false).count))
  }

  @Test(
    "leads to files and folders that are there, as do the pages it leads to",
    arguments: [
      ("README.md", 15), ("Documentation/HowReuseWorks.md", 15), ("Documentation/Architecture.md", 1),
    ])
  func links(page: String, least: Int) throws {
    let folder = Self.root.appending(path: page).deletingLastPathComponent()
    let targets = try text(page).matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
    expect(targets.count >= least)
    for target in targets where !target.hasPrefix("https:") {
      expect(FileManager.default.fileExists(atPath: folder.appending(path: target).path), "\(page): \(target)")
    }
  }

  @Test("leads to every page of the documentation")
  func pages() throws {
    let readme = try text("README.md")
    let folder = Self.root.appending(path: "Documentation").path
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
    expect(pages.count > 10)
    for page in pages { expect(readme.contains("](Documentation/\(page))"), "\(page)") }
  }

  @Test("says of each file of the heart how long it is, to a tenth or to ten lines")
  func lengths() throws {
    let rows = try text("README.md").matches(of: /\| \[\w+\]\((Sources[^)]+)\) \| (\d+) \|/)
    expect((8...10).contains(rows.count))
    for row in rows {
      let said = try #require(Double(row.2))
      let lines = try Double(text(String(row.1)).split(separator: "\n", omittingEmptySubsequences: false).count - 1)
      expect(abs(said - lines) <= max(10, lines / 10), "\(row.1): \(said) lines are said, there are \(lines)")
    }
  }

  @Test("has a page on TableDemo that names every screen and every option of the command line")
  func options() throws {
    let page = try text("Documentation/TableDemo.md")
    for screen in ScreenName.allCases { expect(page.contains("`\(screen.rawValue)`")) }
    let help = TableDemoCommand.helpMessage(columns: 200)
    let options = help.matches(of: /--[a-z-]+/).map { String($0.output) }
    for option in Set(options).subtracting(["--help", "--version"]) {
      expect(page.contains(option), "\(option)")
    }
  }
}
