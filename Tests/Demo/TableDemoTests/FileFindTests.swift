import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing
import TextSearch
import UIKitCore

@testable import FileViewer
@testable import TableDemo

extension ScreenTests {
  /// A file on screen, counted; `append` and `IndexedFile.startIndexing` go on.
  private func open(_ text: String) throws -> (ScratchFile, IndexedFile, FileController, UITableView) {
    let scratch = try ScratchFile(text)
    let (file, screen, table) = showFile(at: scratch.path)
    return (scratch, file, screen, table)
  }

  /// A file on screen, counted, with the keyboard.
  func showFile(at path: String) -> (file: IndexedFile, screen: FileController, table: UITableView) {
    let file = IndexedFile(path: path, lanes: .inline)
    let screen = FileController(file: file)
    let table = show(screen)
    file.startIndexing()
    app.settle()
    table.becomeFirstResponder()
    return (file, screen, table)
  }

  private func find(_ text: String) {
    app.key(.keyboardF, "f", modifiers: .control)
    app.type(text)
    app.settle()
  }

  private func filter(_ text: String) {
    app.key(.keyboardF, "f", modifiers: [.control, .shift])
    app.type(text)
    app.key(.keyboardReturnOrEnter)
    app.settle()
  }

  private func numbers(_ table: UITableView) -> [Int] {
    table.visibleCells.compactMap { texts(of: $0).last }.compactMap { Int($0) }
  }

  private func selectedNumber(_ table: UITableView) -> String? {
    table.indexPathForSelectedRow.flatMap { table.cellForRow(at: $0) }.flatMap { texts(of: $0).last }
  }

  @Test("file: the first hit is shown while one types, n and N lead on and around, Escape ends it")
  func finding() throws {
    let (scratch, file, screen, table) = try open((1...3000).map { "line \($0)\n" }.joined())
    find("99")
    expectEqual(selectedNumber(table), "99")
    app.type("9")
    app.settle()
    expectEqual(selectedNumber(table), "999")
    expect(texts(of: screen.view).contains("1 of 3 lines"))
    app.key(.keyboardReturnOrEnter)
    app.key(.keyboardN, "n")
    app.settle()
    expectEqual(selectedNumber(table), "1999")
    app.key(.keyboardN, "n")
    app.key(.keyboardN, "n")
    app.settle()
    expectEqual(selectedNumber(table), "999", "from the last hit to the first")
    app.key(.keyboardN, "N", modifiers: .shift)
    app.settle()
    expectEqual(selectedNumber(table), "2999")
    try scratch.append("9999\n")
    file.startIndexing()
    app.settle()
    expect(texts(of: screen.view).contains("3 of 4 lines"), "the search goes on as the file grows")
    app.key(.keyboardEscape)
    app.settle()
    expect(!texts(of: screen.view).contains("3 of 4 lines"))
  }

  @Test("file: a hit at the end of a line is marked where lines end with CR LF, and none where a line is cut")
  func hitsAtEnds() throws {
    let scratch = try ScratchFile("one four\r\n" + String(repeating: "r", count: 4000) + "\r\nfour")
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    file.startIndexing()
    let finder = FileFinder(file: file)
    try finder.begin(TextPattern("r$", isExpression: true), from: 0)
    let places = try (0..<3).map { line in
      finder.places(in: try #require(file.content(of: LinePart(line: line))), of: line)
    }
    expect(finder.found?.count == 3 && places == [[7..<8], [], [3..<4]])
  }

  @Test("file: in a window of 320 points the bar has room for the text and the count of hits, and buttons below")
  func narrowBar() throws {
    let (_, _, screen, _) = try open((1...3000).map { "line \($0)\n" }.joined())
    screen.view.frame.size.width = 320
    app.settle()
    find("line")
    let bar = try #require(screen.view.subviews.compactMap { $0 as? FileBar }.first)
    let field = try #require(bar.subviews.compactMap { $0 as? UITextField }.first)
    let count = try #require(bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "1 of 3,000 lines" })
    expect(field.frame.width > 120 && count.frame.width >= count.sizeThatFits(bar.bounds.size).width)
    expect(field.frame.maxX <= count.frame.minX && count.frame.maxX <= 320)
    let buttons = bar.subviews.filter { $0 is UIButton && !$0.isHidden }
    expect(buttons.allSatisfy { $0.frame.minX >= 0 && $0.frame.minY >= field.frame.maxY })
    expect(buttons.allSatisfy { $0.frame.maxY <= bar.bounds.height })
  }

  @Test("file: the signs of hits beside the scroll bar cover no line that begins at the right")
  func signsBesideLines() throws {
    let (_, _, screen, table) = try open("\u{5e9}\u{5dc}\u{5d5}\u{5dd} one\none\n")
    find("one")
    let signs = try #require(screen.view.subviews.first { $0 is HitTrackView })
    let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)) as? FileLineCell)
    let label = try #require(cell.contentView.subviews.compactMap { $0 as? UILabel }.first)
    expect(!signs.isHidden && label.text?.hasSuffix("one") == true)
    expect(label.convert(label.bounds, to: nil).maxX < signs.convert(signs.bounds, to: nil).minX)
  }

  @Test("file: an expression that cannot be understood is told beside the field")
  func findingFault() throws {
    let (_, _, screen, table) = try open("one\ntwo(\n")
    find("two(")
    expectEqual(selectedNumber(table), "2")
    func button(in view: UIView) -> UIButton? {
      if let button = view as? UIButton, button.configuration?.title == ".*" { return button }
      return view.subviews.lazy.compactMap { button(in: $0) }.first
    }
    try #require(button(in: screen.view)).sendActions(for: .touchUpInside)
    app.settle()
    expect(texts(of: screen.view).contains { $0.contains("parenthes") })
  }

  @Test("file: a filter shows the lines that match, with their own numbers; a second one filters these")
  func filtering() throws {
    let (scratch, file, screen, table) = try open(
      (1...3000).map { "line \($0) \($0 % 3 == 0 ? "fizz" : "")\n" }.joined())
    filter("FIZZ")
    expectEqual(screen.rowCount, 1000)
    expectEqual(numbers(table).prefix(3), [3, 6, 9])
    filter("5")
    expectEqual(numbers(table).prefix(3), [15, 45, 51])
    let both = screen.rowCount
    try scratch.append("5 fizz\nnone\n5 fizz")
    file.startIndexing()
    app.settle()
    expectEqual(screen.rowCount, both + 2)
    try scratch.append("es\n5 fizz\n")
    file.startIndexing()
    app.settle()
    expectEqual(screen.rowCount, both + 3)
    try scratch.replace(by: "fizz 5\nfizz\n5\n")
    file.check()
    app.settle()
    expectEqual(screen.rowCount, 1)
  }

  @Test("file: the line one is at stays in its place when filters are switched, turned, moved and removed")
  func filterPlace() throws {
    let (_, file, screen, table) = try open((1...9000).map { "line \($0) \($0 % 3 == 0 ? "fizz" : "")\n" }.joined())
    scroll(table, to: 4499 * FileLineCell.height)
    app.settle()
    filter("fizz")
    expectEqual(numbers(table).first, 4500)
    let conditions = screen.filter
    conditions.toggle(0)
    app.settle()
    expectEqual(numbers(table).prefix(2), [4500, 4501])
    conditions.toggle(0)
    try conditions.add(TextPattern("0"), isExcluding: true)
    app.settle()
    expectEqual(numbers(table).first, 4512)
    conditions.move(1, by: -1)
    expectEqual(conditions.conditions.map(\.test.words), ["0", "fizz"])
    conditions.remove(0)
    app.settle()
    conditions.removeAll()
    app.settle()
    expectEqual(screen.rowCount, 9000)
    expect(numbers(table).contains(4512))
    expectEqual(file.index.rowCount, 9000)
  }

  @Test(
    "file: three filters switched in turn, among 100,000 lines: numbers are true, and the line one is at keeps its place"
  )
  func filtersInTurn() throws {
    let count = 100_000
    let (_, _, screen, table) = try open(
      (1...count).map { "line \($0) \($0 % 3) \($0 % 7 == 0 ? "x" : "y")\n" }.joined())
    let passes: [(Int) -> Bool] = [{ $0 % 3 == 1 }, { $0 % 7 != 0 }, { String($0).contains("7") }]
    for (text, isExcluding) in [(" 1 ", false), (" x", true), ("7.* . ", false)] {
      try screen.filter.add(
        TextPattern(text, isExpression: text.contains("*"), matchesCase: true), isExcluding: isExcluding)
    }
    for index in 0..<3 { screen.filter.toggle(index) }
    app.settle()
    scroll(table, to: 50_000 * FileLineCell.height + 7)
    var random = SeededRandom(seed: 5)
    var isOn = [false, false, false]
    // The line one is at keeps its place even while filters hide it.
    let held = 50_001
    for step in 0..<16 {
      let index = Int.random(in: 0..<3, using: &random)
      screen.filter.toggle(index)
      isOn[index].toggle()
      app.settle()
      let shown = (1...count).filter { line in passes.indices.allSatisfy { !isOn[$0] || passes[$0](line) } }
      expectEqual(screen.rowCount, shown.count, "step \(step)")
      let numbers = numbers(table)
      let first = try #require(shown.firstIndex(of: numbers.first ?? 0))
      expectEqual(numbers, Array(shown[first..<first + numbers.count]), "step \(step)")
      let row = shown.firstIndex { $0 >= held } ?? 0
      expectEqual(
        table.rectForRow(at: IndexPath(row: row, section: 0)).minY - table.contentOffset.y, -7, "step \(step)")
    }
  }

  @Test("file: the selected line stays selected when filters begin, change and end, also after one has hidden it")
  func selectionOfFilter() throws {
    // More lines than a search reports at once.
    let (_, _, screen, table) = try open((1...40_000).map { "line \($0) \($0 % 3 == 0 ? "fizz" : "")\n" }.joined())
    screen.show(LinePart(line: 29_999))
    app.settle()
    expectEqual(selectedNumber(table), "30000")
    try screen.filter.add(TextPattern("fizz"), isExcluding: false)
    app.settle()
    expectEqual(selectedNumber(table), "30000")
    try screen.filter.add(TextPattern("0"), isExcluding: true)
    app.settle()
    expect(table.indexPathForSelectedRow == nil)
    screen.filter.toggle(1)
    app.settle()
    expectEqual(selectedNumber(table), "30000")
    screen.filter.invert(0)
    app.settle()
    expect(table.indexPathForSelectedRow == nil)
    screen.filter.removeAll()
    app.settle()
    expectEqual(selectedNumber(table), "30000")
    // A line that is chosen meanwhile takes its place.
    try screen.filter.add(TextPattern("fizz"), isExcluding: true)
    app.settle()
    let cell = try #require(table.visibleCells.dropFirst(2).first)
    app.click(at: cell.convert(CGPoint(x: cell.bounds.midX, y: cell.bounds.midY), to: nil))
    app.settle()
    let other = try #require(selectedNumber(table))
    expect(other != "30000")
    screen.filter.removeAll()
    app.settle()
    expectEqual(selectedNumber(table), other)
  }

  @Test("file: the end that is followed stays in view when filters begin and end")
  func followedFilter() throws {
    let (scratch, file, screen, table) = try open(
      (1...9000).map { "line \($0) \($0 % 3 == 0 ? "fizz" : "")\n" }.joined())
    func isEndInView() -> Bool { table.indexPathsForVisibleRows?.last?.row == screen.rowCount - 1 }
    app.key(.keyboardF)
    app.settle()
    try screen.filter.add(TextPattern("fizz"), isExcluding: false)
    app.settle()
    expect(screen.rowCount == 3000 && screen.isFollowing && isEndInView())
    try scratch.append("fizz\nother\nfizz\n")
    file.startIndexing()
    app.settle()
    expect(screen.rowCount == 3002 && isEndInView())
    screen.filter.removeAll()
    app.settle()
    expect(screen.rowCount == 9003 && screen.isFollowing && isEndInView())
  }

  @Test("file: Ctrl+F begins with what was found last and says its count again; jumps and filters do not end it")
  func findingAgain() throws {
    let (_, _, screen, table) = try open((1...3000).map { "line \($0)\n" }.joined())
    func go(_ text: String) {
      app.key(.keyboardG, "g", modifiers: .control)
      app.type(text)
      app.key(.keyboardReturnOrEnter)
      app.settle()
    }
    func hasHits() -> Bool { table.visibleCells.contains { ($0 as? FileLineCell)?.hasHits == true } }
    go("1234")
    app.key(.keyboardF, "f", modifiers: .control)
    app.settle()
    expect(!texts(of: screen.view).contains("1 of 1 line"), "the number of a jump is not found")
    app.type("999")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expect(selectedNumber(table) == "1999" && texts(of: screen.view).contains("2 of 3 lines"))
    app.key(.keyboardF, "f", modifiers: .control)
    app.settle()
    expect(texts(of: screen.view).contains("2 of 3 lines"))
    app.key(.keyboardReturnOrEnter)
    go("2000")
    expect(hasHits())
    let signs = try #require(screen.view.subviews.lazy.compactMap { $0 as? HitTrackView }.first)
    expectEqual(signs.signs.count, Int(signs.bounds.height / 3), "the bar has left its room to them")
    filter("9")
    expect(hasHits() && screen.rowCount < 3000)
    // A jump or a filter that is given up leaves the search.
    for key in [":", "&"] {
      app.key(.init(rawValue: 51), key)
      app.key(.keyboardEscape)
      app.settle()
      expect(hasHits())
    }
    app.key(.keyboardEscape)
    app.settle()
    expect(!hasHits())
    find("")
    expect(texts(of: screen.view).contains { $0.hasSuffix("of 3 lines") })
    // A line that a filter hides is no hit.
    try screen.filter.add(TextPattern("19"), isExcluding: true)
    app.settle()
    expect(texts(of: screen.view).contains { $0.hasSuffix("2 lines") })
    screen.filter.removeAll()
    app.settle()
    expect(texts(of: screen.view).contains { $0.hasSuffix("3 lines") })
  }

  @Test("file: Ctrl+G goes to a line or a part of the file, Alt+Left back; marks lead on and around")
  func going() throws {
    let (_, _, _, table) = try open((1...3000).map { "line \($0)\n" }.joined())
    func go(_ text: String) {
      app.key(.keyboardG, "g", modifiers: .control)
      app.type(text)
      app.key(.keyboardReturnOrEnter)
      app.settle()
    }
    go("1234")
    expectEqual(selectedNumber(table), "1234")
    app.key(.keyboardB, "b", modifiers: .control)
    go("50%")
    expectEqual(selectedNumber(table), "1501")
    app.key(.keyboardB, "b", modifiers: .control)
    go("99999999999999999999")
    expectEqual(selectedNumber(table), "3000")
    app.key(.keyboardB, "b")
    app.settle()
    expectEqual(selectedNumber(table), "1234")
    app.key(.keyboardB, "B", modifiers: .shift)
    app.settle()
    expectEqual(selectedNumber(table), "1501")
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.settle()
    expectEqual(selectedNumber(table), "1234")
  }
}

extension ScreenTests {
  /// Lines are counted beside the main actor, as in the program.
  @MainActor
  @Suite("A file that is being read")
  struct FileReadingTests {
    @Test("goes to a line or a part that is not counted yet when it is", arguments: ["12,000,000", "100%"])
    func awaitedGoal(text: String) async throws {
      let app = TestApplication(size: CGSize(width: 900, height: 600))
      app.becomeCurrent()
      let scratch = try ScratchFile([UInt8](repeating: 10, count: 12_000_000))
      let file = IndexedFile(path: scratch.path)
      let screen = FileController(file: file)
      app.window.rootViewController = screen
      app.settle()
      let deadline = ContinuousClock.now + .seconds(30)
      while file.index.rowCount == 0, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(1)) }
      screen.go(to: text)
      while !file.isComplete, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
      app.settle()
      expect(screen.scriptedTable.indexPathForSelectedRow?.row == 11_999_999 && screen.rowCount == 12_000_000)
    }

    /// A window with a filtered file, and what waits until all of a file is shown.
    private func open(
      _ text: String, _ filters: [String]
    ) throws -> (ScratchFile, FileController, (_ generation: Int) async throws -> Void) {
      let app = TestApplication(size: CGSize(width: 900, height: 600))
      app.becomeCurrent()
      let scratch = try ScratchFile(text)
      let file = IndexedFile(path: scratch.path)
      let screen = FileController(file: file)
      app.window.rootViewController = screen
      app.settle()
      for word in filters { try screen.filter.add(TextPattern(word), isExcluding: false) }
      return (
        scratch, screen,
        { generation in
          let deadline = ContinuousClock.now + .seconds(30)
          while file.generation < generation || !file.isComplete || screen.filter.isSearching,
            ContinuousClock.now < deadline
          {
            try await Task.sleep(for: .milliseconds(5))
          }
          let isDone = file.generation >= generation && file.isComplete && !screen.filter.isSearching
          expect(isDone, "reading \(file.generation) of \(generation)")
          app.settle()
        }
      )
    }

    @Test("the first lines that a filter lets pass are shown while it searches, before a quarter of a second is over")
    func firstHits() async throws {
      let text = "first\n" + String(repeating: "alpha beta gamma delta epsilon zeta eta theta\n", count: 400_000)
      let (scratch, screen, settle) = try open(text, [])
      // The file is opened beside the main actor, and removed with `scratch`.
      defer { withExtendedLifetime(scratch) {} }
      try await settle(1)
      // Slow: tried at each place of each line.
      let pattern = TextPattern("^first|([a-z]+ )+([a-z]+ )+x$", isExpression: true)
      var times: [Duration] = []
      // Once is enough: a busy machine may be late.
      while times.count < 5, times.last.map({ $0 > .milliseconds(240) }) ?? true {
        try screen.filter.add(pattern, isExcluding: false)
        let begin = ContinuousClock.now
        while screen.rowCount != 1, screen.filter.isSearching { try await Task.sleep(for: .milliseconds(2)) }
        times.append(.now - begin)
        expect(screen.rowCount == 1 && screen.filter.isSearching, "the search is still under way")
        screen.filter.removeAll()
      }
      expect(times.last.map { $0 < .milliseconds(240) } == true, "\(times)")
    }

    @Test("shows what all filters let pass of a file that took its place, whichever search is done first")
    func replacedBelowFilters() async throws {
      func text(_ hits: (Int) -> String) -> String { (0..<20_000).map { "line \($0) \(hits($0))\n" }.joined() }
      let (scratch, screen, settle) = try open(text { _ in "one two" }, ["one", "two", "line"])
      try await settle(1)
      expectEqual(screen.rowCount, 20_000)
      // One condition finds its lines sooner than another.
      try scratch.replace(by: text { ($0 % 2 == 0 ? "one" : "") + ($0 % 3 == 0 ? " two" : "") })
      try await settle(2)
      expect(screen.filter.lines?.count == 3334 && screen.rowCount == 3334)
    }

    @Test("takes no line of a file that took its place for one that came, also while they are filtered")
    func nothingNewBelow() async throws {
      let text = String(repeating: "line\n", count: 400_000)
      let (scratch, screen, settle) = try open(text, ["line"])
      try await settle(1)
      try scratch.replace(by: text)
      try await settle(2)
      expect(screen.rowCount == 400_000 && !texts(of: screen.view).contains { $0.contains("new below") })
    }
  }
}

@Suite("Places in a file")
struct LinePlacesTests {
  @Test("a number or a part of the file leads to a line, other words to no line")
  func lines() {
    expectEqual(LinePlaces.line(for: "1", of: 100), 0)
    expectEqual(LinePlaces.line(for: " 1,000 ", of: 5000), 999)
    expectEqual(LinePlaces.line(for: "0", of: 100), 0)
    expectEqual(LinePlaces.line(for: "101", of: 100), 99)
    expect(LinePlaces.line(for: "12.5%", of: 1000) == 125 && LinePlaces.line(for: "12,5 %", of: 1000) == 125)
    expectEqual(LinePlaces.line(for: "100%", of: 1000), 999)
    for text in ["", "x", "-1", "1e9", "%", "nan%", "-5%", "\u{664}"] {
      expect(LinePlaces.line(for: text, of: 10) == nil, "\(text)")
    }
  }
}

@Suite("The history of searches")
@MainActor
struct SearchHistoryTests {
  @Test("it is kept in a file that its user alone can read, the newest first, and no more than fifty")
  func kept() throws {
    let scratch = try ScratchFile("")
    scratch.remove()
    let history = SearchHistory(path: scratch.path, lanes: .inline)
    history.load()
    for number in 0..<60 { history.note(TextPattern("\(number % 55)")) }
    var status = stat()
    expect(stat(scratch.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let next = SearchHistory(path: scratch.path, lanes: .inline)
    next.load()
    expectEqual(next.patterns, history.patterns)
    expect(next.patterns.count == 50 && next.patterns.first == TextPattern("4"))
  }

  @Test("two windows keep each other's searches, the newest first")
  func twoWindows() throws {
    let scratch = try ScratchFile("")
    let histories = (0..<2).map { _ in SearchHistory(path: scratch.path, lanes: .inline) }
    for history in histories { history.load() }
    for number in 0..<4 { histories[number % 2].note(TextPattern("\(number)")) }
    expectEqual(histories[1].patterns.map(\.text), ["3", "2", "1", "0"])
  }

  @Test("long texts are kept as far as the file has room, the newest first")
  func long() throws {
    let scratch = try ScratchFile("")
    let history = SearchHistory(path: scratch.path, lanes: .inline)
    history.load()
    for number in 0..<50 { history.note(TextPattern("\(number)" + String(repeating: "\\", count: 900))) }
    let next = SearchHistory(path: scratch.path, lanes: .inline)
    next.load()
    expect(next.patterns == history.patterns && next.patterns.count > 20)
    expectEqual(next.patterns.first?.text.hasPrefix("49"), true)
  }

  @Test("a damaged file, a folder or a pipe in its place is as good as none")
  func broken() throws {
    let scratch = try ScratchFile("[{\"text\": 7")
    let history = SearchHistory(path: scratch.path, lanes: .inline)
    history.load()
    expect(history.patterns.isEmpty)
    history.note(TextPattern("new"))
    let next = SearchHistory(path: scratch.path, lanes: .inline)
    next.load()
    expectEqual(next.patterns, [TextPattern("new")])
    scratch.remove()
    mkfifo(scratch.path, 0o600)
    let piped = SearchHistory(path: scratch.path, lanes: .inline)
    piped.load()
    expect(piped.patterns.isEmpty)
  }
}

@Suite("Standard input")
struct StandardInputTests {
  private func waitForEnd(_ input: StandardInput) -> Bool {
    let end = DispatchSemaphore(value: 0)
    input.whenEnded { end.signal() }
    return end.wait(timeout: .now() + 10) == .success
  }

  @Test("what is piped in can be read at any place once it has come")
  func piped() throws {
    let pipe = Pipe()
    let source = dup(pipe.fileHandleForReading.fileDescriptor)
    let input = try StandardInput(descriptor: source, limit: 1 << 30)
    expectEqual(input.note, "more may come")
    let text = (0..<40_000).map { "line \($0)\n" }.joined()
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try pipe.fileHandleForWriting.close()
    expect(waitForEnd(input) && input.note == nil)
    let file = try OpenFile(path: input.path)
    try expectEqual(file.bytes(at: 0, count: text.utf8.count + 1), Array(text.utf8))
    close(source)
  }

  @Test("a pipe that never ends is read up to a limit, which is told, and its writer learns of it")
  func endless() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/yes")
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let source = dup(pipe.fileHandleForReading.fileDescriptor)
    try pipe.fileHandleForReading.close()
    let input = try StandardInput(descriptor: source, limit: 1_000_000)
    expect(waitForEnd(input))
    expectEqual(input.note, "standard input is longer than 1 MB: the rest is not read")
    try expectEqual(OpenFile(path: input.path).size, 1_000_000)
    process.waitUntilExit()
    expect(process.terminationStatus != 0)
    close(source)
  }
}
