import Expectations
import Foundation
import Testing

@testable import DemoParts
@testable import FileViewer
@testable import TableDemo

@MainActor
@Suite("A text file on screen")
struct TextFileTests {
  /// Runs the pass to its end.
  private func indexedFile(_ path: String) async throws -> IndexedFile {
    let file = IndexedFile(path: path)
    file.startIndexing()
    try await until { !file.isIndexing }
    return file
  }

  /// The lines of a file with this content.
  private func lines(of content: String) async throws -> [String] {
    let scratch = try ScratchFile(content)
    let file = try await indexedFile(scratch.path)
    let lines = try await lines(file)
    return withExtendedLifetime(scratch) { lines }
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

  /// Lines as they are on screen now.
  private func shownLines(_ file: IndexedFile) -> [String?] { (0..<file.index.rowCount).map { file.line($0) } }

  private func lines(_ file: IndexedFile) async throws -> [String] {
    var lines: [String] = []
    for number in 0..<file.index.rowCount { lines.append(try await line(number, of: file)) }
    return lines
  }

  /// The text of a line, once it was read.
  private func line(_ number: Int, of file: IndexedFile) async throws -> String {
    try await until { file.line(number) != nil }
    return file.line(number) ?? ""
  }

  @Test("an empty file has no lines, a file without final newline has its last one")
  func ends() async throws {
    try await expectEqual(lines(of: ""), [])
    try await expectEqual(lines(of: "\n"), [""])
    try await expectEqual(lines(of: "a\nb"), ["a", "b"])
    try await expectEqual(lines(of: "a\r\n\r\nb\r\n"), ["a", "", "b"])
    try await expectEqual(lines(of: "\u{feff}a\n\u{feff}b"), ["a", "\u{feff}b"])
  }

  @Test("CSV and TSV show as lines")
  func separated() async throws {
    try await expectEqual(
      lines(of: "a,\"b\nc\"\nd\te\n"), ["a,\"b", "c\"", "d       e"])
  }

  @Test("lines arrive in batches while the pass runs, and the progress ends at 1")
  func batches() async throws {
    let scratch = try ScratchFile(String(repeating: "0123456789\n", count: 3_000_000))
    let file = IndexedFile(path: scratch.path)
    var counts: [Int] = []
    var progress: [Double] = []
    file.onChange = {
      counts.append(file.index.rowCount)
      progress.append(file.progress)
    }
    file.startIndexing()
    try await until { !file.isIndexing }
    expect(counts.first! < 100_000)
    expectEqual(counts.last, 3_000_000)
    expectEqual(counts, counts.sorted())
    expectEqual(progress, progress.sorted())
    expectEqual(progress.last, 1)
    try await expectEqual(line(2_999_999, of: file), "0123456789")
  }

  @Test("a cancelled pass leaves what it found and can go on")
  func cancel() async throws {
    let scratch = try ScratchFile(String(repeating: "0123456789\n", count: 2_000_000))
    let file = IndexedFile(path: scratch.path)
    file.startIndexing()
    try await until { file.index.rowCount > 0 }
    file.cancelIndexing()
    let found = file.index.rowCount
    try await Task.sleep(for: .milliseconds(80))
    expectEqual(file.index.rowCount, found)
    expect(!file.isIndexing)
    file.startIndexing()
    try await until { !file.isIndexing }
    expectEqual(file.index.rowCount, 2_000_000)
  }

  @Test("a line of 200 MB is cut, the lines around it are found, memory stays bounded")
  func hugeLine() async throws {
    let scratch = try ScratchFile("first\n")
    let chunk = String(repeating: "y", count: 10 << 20)
    for _ in 0..<20 { try scratch.append(chunk) }
    try scratch.append("\nlast")
    let file = try await indexedFile(scratch.path)
    try await expectEqual(lines(file), ["first", String(repeating: "y", count: LineText.limit) + "\u{2026}", "last"])
    expect(file.index.memory < 1024)
  }

  @Test("a file that shrinks shows what is left and is counted anew")
  func shrinks() async throws {
    let text = (0..<20_000).map { "line \($0)\n" }.joined()
    let scratch = try ScratchFile(text)
    let file = try await indexedFile(scratch.path)
    try await expectEqual(line(19_999, of: file), "line 19999")
    try scratch.truncate(to: 100)
    try await expectEqual(line(0, of: file), "line 0")
    try await expectEqual(line(15_000, of: file), "")
    try await until { file.byteCount == 100 && !file.isIndexing }
    let left = text.prefix(100).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try await expectEqual(lines(file), left)
    try await expectEqual(line(19_999, of: file), "")
    try scratch.truncate(to: 0)
    try await until { file.line(3) == "" }
    try await until { file.index.rowCount == 0 && !file.isIndexing }
  }

  @Test("a file that grows has its new lines taken in, from where the pass ended")
  func grows() async throws {
    let scratch = try ScratchFile("one\ntw")
    let file = try await indexedFile(scratch.path)
    try await expectEqual(lines(file), ["one", "tw"])
    try scratch.append("o\nthree\n")
    try await until { file.index.rowCount == 3 && !file.isIndexing }
    try await expectEqual(lines(file), ["one", "two", "three"])
    try scratch.append(String(repeating: "more\n", count: 1000))
    try await until { file.index.rowCount == 1003 && !file.isIndexing }
    try await expectEqual(line(1002, of: file), "more")
    try scratch.truncate(to: 4)
    try await until { file.index.rowCount == 1 && !file.isIndexing }
    try await expectEqual(lines(file), ["one"])
    file.cancelIndexing()
    try scratch.append("unseen\n")
    try await Task.sleep(for: .milliseconds(400))
    expectEqual(file.index.rowCount, 1)
  }

  /// What another program does to a file of three thousand short lines.
  enum Change: CaseIterable {
    case cut, emptied, grown, overwrittenByLongerLines, overwrittenByShorterLines, overwrittenByOneLine
    case overwrittenInTheMiddle, rewrittenLonger, rewrittenShorter, replaced, removed, removedAndMadeAgain

    static let original = (0..<3_000).map { "line \($0)\n" }.joined()

    /// Carries it out.
    /// - Returns: what the file holds then.
    func callAsFunction(_ scratch: ScratchFile) throws -> String {
      let old = Self.original
      let longer = (0..<3_000).map { "a longer line than the one that stood here before, \($0)\n" }.joined()
      let shorter = String(repeating: "\n\n ", count: old.utf8.count / 3 + 1)
      let one = String(repeating: "y", count: 9 << 20)
      switch self {
      case .cut:
        try scratch.truncate(to: 1000)
        return String(old.prefix(1000))
      case .emptied:
        try scratch.truncate(to: 0)
        return ""
      case .grown:
        try scratch.append("one more\n")
        return old + "one more\n"
      case .overwrittenByLongerLines:
        try scratch.overwrite(longer)
        return longer
      case .overwrittenByShorterLines:
        try scratch.overwrite(shorter)
        return shorter
      case .overwrittenByOneLine:
        try scratch.overwrite(one)
        return one
      case .overwrittenInTheMiddle:
        let middle = old.utf8.count / 2
        try scratch.overwrite("\n\nhere\n", at: middle)
        return String(old.prefix(middle)) + "\n\nhere\n" + old.dropFirst(middle + 7)
      case .rewrittenLonger:
        try scratch.rewrite(longer)
        return longer
      case .rewrittenShorter:
        try scratch.rewrite("short\n")
        return "short\n"
      case .replaced:
        try scratch.replace(by: longer)
        return longer
      case .removed:
        scratch.remove()
        return old
      case .removedAndMadeAgain:
        scratch.remove()
        try Data(longer.utf8).write(to: URL(filePath: scratch.path))
        return longer
      }
    }
  }

  /// Lines as a plain split sees them, cut as they are shown.
  private func naiveLines(_ text: String) -> [String] {
    var lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.prefix(LineText.limit), as: UTF8.self) + (line.count > LineText.limit ? "\u{2026}" : "")
    }
  }

  @Test(
    "a file changed by another program can be read at any line all the time, and soon is shown as it is",
    arguments: Change.allCases)
  func changes(_ change: Change) async throws {
    let scratch = try ScratchFile(Change.original)
    let file = try await indexedFile(scratch.path)
    for number in stride(from: 0, to: 3_000, by: 7) { _ = file.line(number) }
    let expected = naiveLines(try change(scratch))
    for number in stride(from: 2_999, through: 0, by: -3) { _ = file.line(number) }
    try await until { !file.isIndexing && file.index.rowCount == expected.count && shownLines(file) == expected }
    if change == .removed {
      try await until { file.detachment == "was removed" }
    } else {
      expect(file.detachment == nil)
    }
    expect(file.failure == nil)
  }

  @Test("a file changed while it is being read is shown as it is once the change is over", arguments: Change.allCases)
  func changesDuringPass(_ change: Change) async throws {
    let scratch = try ScratchFile(Change.original)
    let file = IndexedFile(path: scratch.path)
    file.startIndexing()
    try await until { file.file != nil }
    let expected = naiveLines(try change(scratch))
    try await until { !file.isIndexing && file.index.rowCount == expected.count && shownLines(file) == expected }
  }

  @Test(
    "a file that programs change at random all the time is read without harm, and right once they leave it",
    arguments: 0..<6)
  func changesAtRandom(seed: Int) async throws {
    var random = DemoRandom(seed: UInt64(seed))
    let scratch = try ScratchFile(Change.original)
    let file = IndexedFile(path: scratch.path)
    file.startIndexing()
    for _ in 0..<20 {
      let length = Int.random(in: 0...30_000, using: &random)
      let density: UInt64 = [2, 30, 4000].randomElement(using: &random) ?? 2
      let bytes = (0..<length).map { _ in UInt8(random.next() % density == 0 ? 0x0a : 0x7a) }
      let text = String(decoding: bytes, as: UTF8.self)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try scratch.append(text)
      case 1: try scratch.truncate(to: length)
      case 2: try scratch.overwrite(text, at: Int.random(in: 0...30_000, using: &random))
      case 3: try scratch.rewrite(text)
      default: try scratch.replace(by: text)
      }
      for _ in 0..<20 { _ = file.line(Int.random(in: 0..<12_000, using: &random)) }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...30, using: &random)))
    }
    // A long line is cut by its bytes, before a NUL is shown as two characters.
    let expected = naiveLines(try String(decoding: Data(contentsOf: URL(filePath: scratch.path)), as: UTF8.self))
      .map { $0.replacing("\0", with: "^@") }
    try await until { !file.isIndexing && file.index.rowCount == expected.count && shownLines(file) == expected }
  }

  @Test("a file replaced by something that cannot be shown stays on screen, and the reason is told")
  func replacedByDirectory() async throws {
    let scratch = try ScratchFile("one\ntwo\n")
    let file = try await indexedFile(scratch.path)
    scratch.remove()
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: false)
    defer { rmdir(scratch.path) }
    try await until { file.detachment != nil }
    expectEqual(file.detachment, "was replaced: is a directory, not a text file")
    try await expectEqual(lines(file), ["one", "two"])
  }

  @Test("a line overwritten by gigabytes without a newline is not looked for beyond the bytes that were read")
  func boundedSearch() async throws {
    let scratch = try ScratchFile(
      String(repeating: "\n", count: 300) + String(repeating: "z", count: 6 << 20) + "\nend")
    let file = try await indexedFile(scratch.path)
    file.cancelIndexing()
    try scratch.overwrite(String(repeating: "y", count: 300))
    try await expectEqual(line(299, of: file), "")
    try await expectEqual(
      line(0, of: file),
      String(repeating: "y", count: 300) + String(repeating: "z", count: 724)
        + "\u{2026}")
  }

  @Test("a file that a program appends to and closes stays the same file")
  func closed() async throws {
    let scratch = try ScratchFile("one\n")
    let file = try await indexedFile(scratch.path)
    for count in 2...4 {
      let handle = try FileHandle(forWritingTo: URL(filePath: scratch.path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("more\n".utf8))
      try await until { file.index.rowCount == count }
      try await Task.sleep(for: .milliseconds(300))
      // Told of the end of the write, the file is read once more.
      try handle.close()
      try await Task.sleep(for: .milliseconds(700))
      expect(file.generation == 1 && file.index.rowCount == count)
    }
    try scratch.overwrite("two\n")
    try await until { file.generation == 2 }
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
      if file.index.rowCount > 0 { _ = file.line(Int.random(in: 0..<file.index.rowCount, using: &random)) }
    }
    var expected = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if expected.last == "" { expected.removeLast() }
    try await expectEqual(lines(file), expected, "seed \(seed)")
  }

  @Test("a file of /proc, whose size is reported as 0, is read and stays")
  func proc() async throws {
    let file = try await indexedFile("/proc/self/status")
    expect(file.index.rowCount > 10)
    try await Task.sleep(for: .milliseconds(300))
    expect(file.index.rowCount > 10)
  }

  @Test("a file of /proc that is never the same twice is read at every line, time and again")
  func unsteadyProc() async throws {
    let file = try await indexedFile("/proc/self/maps")
    var ballast: [[UInt8]] = []
    for round in 0..<60 {
      ballast.append([UInt8](repeating: 1, count: 300_000 + round * 70_000))
      for number in 0..<file.index.rowCount { _ = file.line(number) }
      if round % 20 == 19 { try await Task.sleep(for: .milliseconds(300)) }
    }
    expect(file.index.rowCount > 10)
    expectEqual(ballast.count, 60)
  }

  @Test("a missing file, a directory, a pipe and a locked file are refused in one line")
  func refused() throws {
    let missing = "/nonexistent/file"
    let error = #expect(throws: UnreadableInput.self) { try OpenFile(path: missing) }
    expectEqual(error?.description, "/nonexistent/file: there is no such file")
    let unnamed = #expect(throws: UnreadableInput.self) { try OpenFile(path: "") }
    expectEqual(unnamed?.description, "an empty path names no file")
    #expect(throws: UnreadableInput(path: "/tmp", reason: "is a directory, not a text file")) {
      try OpenFile(path: "/tmp")
    }
    let pipe = NSTemporaryDirectory() + "anole-pipe-\(UUID().uuidString)"
    expectEqual(mkfifo(pipe, 0o600), 0)
    defer { unlink(pipe) }
    #expect(throws: UnreadableInput(path: pipe, reason: "is not a regular file")) { try OpenFile(path: pipe) }
    guard getuid() != 0 else { return }  // root may read everything
    let locked = try ScratchFile("x")
    expectEqual(chmod(locked.path, 0), 0)
    #expect(throws: UnreadableInput.self) { try OpenFile(path: locked.path) }
  }
}
