import Foundation
import Testing

@testable import TableDemo

@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test("shows the example as it is built and run, complete")
  func example() throws {
    let example = try text("Examples/HelloTable/Sources/HelloTable/HelloTable.swift")
    #expect(try text("README.md").contains("```swift\n\(example)```\n"))
    #expect((35...45).contains(example.split(separator: "\n", omittingEmptySubsequences: false).count))
  }

  @Test("names every screen and every option of the command line")
  func options() throws {
    let readme = try text("README.md")
    for screen in ScreenName.allCases { #expect(readme.contains("`\(screen.rawValue)`")) }
    let help = TableDemoCommand.helpMessage(columns: 200)
    let options = help.matches(of: /--[a-z-]+/).map { String($0.output) }
    for option in Set(options).subtracting(["--help", "--version"]) {
      #expect(readme.contains(option), "\(option)")
    }
  }
}
