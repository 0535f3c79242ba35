import Foundation
import Testing

@testable import TableDemo

@MainActor
@Suite("A text file on screen")
struct TextFileTests {
  /// Runs the pass to its end.
  private func indexedFile(_ path: String) async throws -> TextFile {
    let file = try TextFile(path: path)
    file.startIndexing()
    try await until { !file.isIndexing }
    return file
  }

  /// The lines of a file with this content.
  private func lines(of content: String) async throws -> [String] {
    let scratch = try ScratchFile(content)
    let file = try await indexedFile(scratch.path)
    return withExtendedLifetime(scratch) { lines(file) }
  }

  /// Waits for `condition`, at most ten minutes: the pass reports on the main actor, which another test may hold for one.
  private func until(_ condition: () -> Bool) async throws {
    let deadline = ContinuousClock().now + .seconds(600)
    while !condition() {
      guard ContinuousClock().now < deadline else {
        Issue.record("waited for ten minutes")
        return
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  private func lines(_ file: TextFile) -> [String] { (0..<file.index.lineCount).map { file.line($0) } }

  @Test("an empty file has no lines, a file without final newline has its last one")
  func ends() async throws {
    #expect(try await lines(of: "") == [])
    #expect(try await lines(of: "\n") == [""])
    #expect(try await lines(of: "a\nb") == ["a", "b"])
    #expect(try await lines(of: "a\r\n\r\nb\r\n") == ["a", "", "b"])
    #expect(try await lines(of: "\u{feff}a\n\u{feff}b") == ["a", "\u{feff}b"])
  }

  @Test("CSV and TSV show as lines")
  func separated() async throws {
    #expect(
      try await lines(of: "a,\"b\nc\"\nd\te\n") == ["a,\"b", "c\"", "d       e"])
  }

  @Test("lines arrive in batches while the pass runs, and the progress ends at 1")
  func batches() async throws {
    let scratch = try ScratchFile(String(repeating: "0123456789\n", count: 3_000_000))
    let file = try TextFile(path: scratch.path)
    var counts: [Int] = []
    var progress: [Double] = []
    file.onChange = {
      counts.append(file.index.lineCount)
      progress.append(file.progress)
    }
    file.startIndexing()
    try await until { !file.isIndexing }
    #expect(counts.first! < 100_000)
    #expect(counts.last == 3_000_000)
    #expect(counts == counts.sorted())
    #expect(progress == progress.sorted())
    #expect(progress.last == 1)
    #expect(file.line(2_999_999) == "0123456789")
  }

  @Test("a cancelled pass leaves what it found and can go on")
  func cancel() async throws {
    let scratch = try ScratchFile(String(repeating: "0123456789\n", count: 2_000_000))
    let file = try TextFile(path: scratch.path)
    file.startIndexing()
    try await until { file.index.lineCount > 0 }
    file.cancelIndexing()
    let found = file.index.lineCount
    try await Task.sleep(for: .milliseconds(80))
    #expect(file.index.lineCount == found)
    #expect(!file.isIndexing)
    file.startIndexing()
    try await until { !file.isIndexing }
    #expect(file.index.lineCount == 2_000_000)
  }

  @Test("a line of 200 MB is cut, the lines around it are found, memory stays bounded")
  func hugeLine() async throws {
    let scratch = try ScratchFile("first\n")
    let chunk = String(repeating: "y", count: 10 << 20)
    for _ in 0..<20 { try scratch.append(chunk) }
    try scratch.append("\nlast")
    let file = try await indexedFile(scratch.path)
    #expect(lines(file) == ["first", String(repeating: "y", count: LineText.limit) + "\u{2026}", "last"])
    #expect(file.index.memory < 1024)
  }

  @Test("a file that shrinks shows what is left and is counted anew")
  func shrinks() async throws {
    let text = (0..<20_000).map { "line \($0)\n" }.joined()
    let scratch = try ScratchFile(text)
    let file = try await indexedFile(scratch.path)
    #expect(file.line(19_999) == "line 19999")
    try scratch.truncate(to: 100)
    #expect(file.line(0) == "line 0")
    #expect(file.line(15_000) == "")
    try await until { !file.isIndexing }
    let left = text.prefix(100).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines(file) == left)
    #expect(file.line(19_999) == "")
    try scratch.truncate(to: 0)
    #expect(file.line(3) == "")
    try await until { !file.isIndexing }
    #expect(file.index.lineCount == 0)
  }

  @Test("a file that grows is followed on request, from where the pass ended")
  func grows() async throws {
    let scratch = try ScratchFile("one\ntw")
    let file = try await indexedFile(scratch.path)
    #expect(lines(file) == ["one", "tw"])
    try scratch.append("o\nthree\n")
    #expect(lines(file) == ["one", "tw"])
    file.isFollowing = true
    try await until { file.index.lineCount == 3 && !file.isIndexing }
    #expect(lines(file) == ["one", "two", "three"])
    try scratch.append(String(repeating: "more\n", count: 1000))
    try await until { file.index.lineCount == 1003 && !file.isIndexing }
    #expect(file.line(1002) == "more")
    try scratch.truncate(to: 4)
    try await until { file.index.lineCount == 1 && !file.isIndexing }
    #expect(lines(file) == ["one"])
    file.isFollowing = false
    try scratch.append("unseen\n")
    try await Task.sleep(for: .milliseconds(300))
    #expect(file.index.lineCount == 1)
  }

  @Test("appending at random ends in the same index as reading at once", arguments: 0..<8)
  func followsRandomly(seed: Int) async throws {
    var random = DemoRandom(seed: UInt64(seed))
    let scratch = try ScratchFile("")
    let file = try await indexedFile(scratch.path)
    var text = ""
    for _ in 0..<12 {
      let piece = String(
        (0..<Int.random(in: 1...2000, using: &random)).map { _ in
          Int.random(in: 0..<5, using: &random) == 0 ? "\n" : "z"
        })
      text += piece
      try scratch.append(piece)
      file.startIndexing()
      try await until { !file.isIndexing }
      if file.index.lineCount > 0 { _ = file.line(Int.random(in: 0..<file.index.lineCount, using: &random)) }
    }
    var expected = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if expected.last == "" { expected.removeLast() }
    #expect(lines(file) == expected, "seed \(seed)")
  }

  @Test("a file of /proc, whose size is reported as 0, is read and stays")
  func proc() async throws {
    let file = try await indexedFile("/proc/self/status")
    #expect(file.index.lineCount > 10)
    file.isFollowing = true
    try await Task.sleep(for: .milliseconds(50))
    #expect(file.index.lineCount > 10)
  }

  @Test("a missing file, a directory, a pipe and a locked file are refused in one line")
  func refused() throws {
    let missing = "/nonexistent/file"
    let error = #expect(throws: UnreadableInput.self) { try OpenFile(path: missing) }
    #expect(error?.description == "/nonexistent/file: there is no such file")
    let unnamed = #expect(throws: UnreadableInput.self) { try OpenFile(path: "") }
    #expect(unnamed?.description == "an empty path names no file")
    #expect(throws: UnreadableInput(path: "/tmp", reason: "is a directory, not a text file")) {
      try OpenFile(path: "/tmp")
    }
    let pipe = NSTemporaryDirectory() + "anole-pipe-\(UUID().uuidString)"
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    #expect(throws: UnreadableInput(path: pipe, reason: "is not a regular file")) { try OpenFile(path: pipe) }
    guard getuid() != 0 else { return }  // root may read everything
    let locked = try ScratchFile("x")
    #expect(chmod(locked.path, 0) == 0)
    #expect(throws: UnreadableInput.self) { try OpenFile(path: locked.path) }
  }
}
