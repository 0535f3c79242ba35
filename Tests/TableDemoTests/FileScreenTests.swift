import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

extension ScreenTests {
  /// Waits for background work and runs the frames it asks for.
  private func until(_ condition: () -> Bool) async throws {
    let deadline = ContinuousClock().now + .seconds(60)
    while !condition() {
      guard ContinuousClock().now < deadline else {
        Issue.record("waited for a minute")
        return
      }
      try await Task.sleep(for: .milliseconds(2))
      app.settle()
    }
    app.settle()
  }

  @Test("file: a line a row with its number; rows grow with the file when F was pressed")
  func file() async throws {
    let scratch = try ScratchFile((1...500).map { "line \($0)\n" }.joined())
    let screen = FileController(file: try TextFile(path: scratch.path))
    let table = show(screen)
    try await until { screen.isComplete }
    #expect(screen.rowCount == 500)
    let first = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    #expect(Set(texts(of: first)) == ["1", "line 1"])
    app.key(.keyboardF)
    app.settle()
    #expect(table.cellForRow(at: IndexPath(row: 499, section: 0)) != nil)
    try scratch.append("one more\n")
    try await until { screen.rowCount == 501 }
    let last = try #require(table.cellForRow(at: IndexPath(row: 500, section: 0)))
    #expect(Set(texts(of: last)) == ["501", "one more"])
    app.key(.keyboardF)
  }

  @Test("file: one that is cut while open shows what is left")
  func cut() async throws {
    let scratch = try ScratchFile(String(repeating: "0123456789\n", count: 1000))
    let screen = FileController(file: try TextFile(path: scratch.path))
    let table = show(screen)
    try await until { screen.isComplete }
    try scratch.truncate(to: 33)
    scroll(table, to: 900 * FileLineCell.height)
    try await until { screen.rowCount == 3 }
    #expect(table.visibleCells.count == 3)
  }

  @Test("file: an empty one says so")
  func empty() async throws {
    let scratch = try ScratchFile("")
    let screen = FileController(file: try TextFile(path: scratch.path))
    let table = show(screen)
    try await until { screen.isComplete && table.backgroundView != nil }
    #expect(texts(of: screen.view).contains("This file is empty"))
    #expect(table.backgroundView?.bounds.width == 1280)
  }
}
