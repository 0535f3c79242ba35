import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import FileViewer
@testable import TableDemo

extension ScreenTests {
  /// Does at once what happens in the background, because a test of this suite must not suspend.
  private func finishIndexing(_ file: IndexedFile) {
    file.startIndexing()
    app.settle()
  }

  @Test("file: a line a row with its number; rows grow with the file when F was pressed")
  func file() throws {
    let scratch = try ScratchFile((1...500).map { "line \($0)\n" }.joined())
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    expect(!screen.isComplete)
    let table = show(screen)
    finishIndexing(file)
    expect(screen.isComplete)
    expectEqual(screen.rowCount, 500)
    let first = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    expectEqual(Set(texts(of: first)), ["1", "line 1"])
    app.key(.keyboardF)
    app.settle()
    expect(screen.isFollowing)
    expect(table.cellForRow(at: IndexPath(row: 499, section: 0)) != nil)
    try scratch.append("one more\n")
    finishIndexing(file)
    let last = try #require(table.cellForRow(at: IndexPath(row: 500, section: 0)))
    expectEqual(Set(texts(of: last)), ["501", "one more"])
    app.key(.keyboardF)
    expect(!screen.isFollowing)
  }

  @Test(
    "file: following goes on after text and window have got another size, shown or hidden",
    arguments: [false, true], [false, true])
  func followedThroughSizes(isHidden: Bool, wraps: Bool) throws {
    let scratch = try ScratchFile((1...500).map { "line \($0)\n" }.joined())
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    let table = show(screen)
    finishIndexing(file)
    if wraps { app.key(.keyboardW) }
    app.key(.keyboardF)
    app.settle()
    func isAtEnd() -> Bool {
      abs(table.contentOffset.y + table.bounds.height - max(table.contentSize.height, table.bounds.height)) < 1
    }
    expect(isAtEnd())
    var lines = 500
    func grow() throws {
      try scratch.append("more\n")
      finishIndexing(file)
      lines += 1
      expect(screen.rowCount == lines && screen.isFollowing)
    }
    let plus = UIKeyboardHIDUsage(rawValue: 46)
    for step in 0..<6 {
      if isHidden { app.window.rootViewController = UIViewController() }
      switch step {
      case 0, 1: for _ in 0..<3 { app.key(plus, "+", modifiers: .control) }
      case 2: app.platformWindow.resize(to: CGSize(width: 400, height: 300))
      case 3: app.key(plus, "0", modifiers: .control)
      case 4: app.platformWindow.resize(to: CGSize(width: 400, height: 600))
      default: app.key(plus, "-", modifiers: .control)
      }
      app.events.post(.window(.resized))
      app.settle()
      if isHidden { try grow() }
      if isHidden { app.window.rootViewController = screen }
      app.settle()
      expect(isAtEnd(), "step \(step)")
      try grow()
      expect(isAtEnd(), "a line after step \(step)")
      expect(table.cellForRow(at: IndexPath(row: lines - 1, section: 0)) != nil)
    }
    app.platformWindow.resize(to: CGSize(width: 400, height: 600))
    app.events.post(.window(.resized))
    app.key(plus, "0", modifiers: .control)
  }

  @Test("file: one that is cut while open shows what is left")
  func cut() throws {
    let scratch = try ScratchFile(String(repeating: "0123456789\n", count: 1000))
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    let table = show(screen)
    finishIndexing(file)
    try scratch.truncate(to: 33)
    scroll(table, to: 900 * FileLineCell.height)
    finishIndexing(file)
    expectEqual(screen.rowCount, 3)
    expectEqual(table.visibleCells.count, 3)
  }

  @Test("file: one overwritten by longer lines can be scrolled, and keeps its place when it is read again")
  func overwritten() throws {
    let scratch = try ScratchFile((0..<10_000).map { "line \($0)\n" }.joined())
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    let table = show(screen)
    finishIndexing(file)
    scroll(table, to: 4000 * FileLineCell.height)
    let longer = (0..<10_000).map { "a longer line than the one that stood here before, \($0)\n" }.joined()
    try scratch.overwrite(longer)
    app.key(.keyboardPageDown)
    app.settle()
    scroll(table, to: 9000 * FileLineCell.height)
    scroll(table, to: 4000 * FileLineCell.height)
    finishIndexing(file)
    expectEqual(screen.rowCount, 10_000)
    expectEqual(table.contentOffset.y, 4000 * FileLineCell.height)
    let first = try #require(table.cellForRow(at: IndexPath(row: 4000, section: 0)))
    expect(texts(of: first).contains("a longer line than the one that stood here before, 4000"))
  }

  @Test("file: W wraps long lines in higher rows and cuts them again; the line at the top stays there")
  func wrapping() throws {
    let long = String(repeating: "0123456789", count: 40)
    let scratch = try ScratchFile((0..<300).map { $0 % 3 == 0 ? "\(long)\n" : "short \($0)\n" }.joined())
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    let table = show(screen)
    finishIndexing(file)
    scroll(table, to: 100 * FileLineCell.height)
    app.key(.keyboardW)
    app.settle()
    expect(screen.wraps && table.indexPathsForVisibleRows?.first?.row == 100)
    expect(table.rectForRow(at: IndexPath(row: 102, section: 0)).height > 2 * FileLineCell.height)
    expectEqual(table.rectForRow(at: IndexPath(row: 100, section: 0)).height, FileLineCell.height)
    app.key(.keyboardW)
    app.settle()
    expect(!screen.wraps && table.contentOffset.y == 100 * FileLineCell.height)
    app.key(.keyboardEnd)
    app.settle()
    app.key(.keyboardW)
    app.settle()
    expectEqual(table.indexPathsForVisibleRows?.last?.row, 299, "the end stays in view")
  }

  @Test("file: Ctrl+C copies whole lines, whatever is shown of them")
  func copying() throws {
    let long = String(repeating: "0123456789", count: 300)
    let scratch = try ScratchFile("short\n\(long)end\tof line\r\nthird\n")
    let screen = FileController(file: IndexedFile(path: scratch.path, lanes: .inline))
    let table = show(screen)
    table.becomeFirstResponder()
    table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
    app.key(.keyboardC, "c", modifiers: .control)
    app.settle()
    expectEqual(UIPasteboard.general.string, "\(long)end\tof line")
  }

  @Test("file: a wrapped line goes on to its end")
  func wrappingLong() throws {
    let scratch = try ScratchFile(String(repeating: "0123456789", count: 800) + "end\nnext\n")
    let screen = FileController(file: IndexedFile(path: scratch.path, lanes: .inline))
    let table = show(screen)
    app.key(.keyboardW)
    app.settle()
    let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    expect(lineText(of: cell).hasPrefix("0123456789"))
    table.contentOffset.y = cell.frame.maxY - table.bounds.height
    app.settle()
    expect(lineText(of: cell).hasSuffix("789end"))
  }

  @Test("file: one that cannot be opened says why in its place")
  func unreadable() throws {
    let screen = FileController(file: IndexedFile(path: "/nowhere/at all.txt", lanes: .inline))
    _ = show(screen)
    expect(texts(of: screen.view).contains("This file cannot be shown: there is no such file"))
    expect(screen.isComplete)
  }

  @Test("file: one that was removed stays on screen, and the bar says so")
  func removed() throws {
    let scratch = try ScratchFile("one\ntwo\n")
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    _ = show(screen)
    finishIndexing(file)
    scratch.remove()
    file.check()
    file.cancelIndexing()
    app.settle()
    expect(texts(of: screen.view).contains("2 lines, 8 bytes, the file was removed"))
  }

  @Test("file: an empty one says so")
  func empty() throws {
    let scratch = try ScratchFile("")
    let file = IndexedFile(path: scratch.path, lanes: .inline)
    let screen = FileController(file: file)
    let table = show(screen)
    finishIndexing(file)
    expect(texts(of: screen.view).contains("This file is empty"))
    expectEqual(table.backgroundView?.bounds.width, 1280)
  }
}

@MainActor
@Suite("What goes on in the background of a file")
struct FileStatusTests {
  @Test("the time that is left follows from what was done, and is not told before it means something")
  func rest() {
    expectEqual(FileStatus.rest(.seconds(2), 0.5), ", 2 s left")
    expectEqual(FileStatus.rest(.seconds(30), 0.1), ", 4 min 30 s left")
    expect(FileStatus.rest(.milliseconds(100), 0.5) == "" && FileStatus.rest(.seconds(5), 0.01) == "")
    expectEqual(FileStatus.rest(.seconds(5), 1), "")
  }

  @Test("work of more than 0.3 s is told with a button that stops it, and shorter work is not")
  func stopping() throws {
    let app = TestApplication()
    defer { withExtendedLifetime(app) {} }
    let status = FileStatus()
    var stops = 0
    func show(_ name: String?) {
      status.show(
        left: "9 lines", right: "",
        activity: name.map { FileActivity(name: $0, progress: 0.25) { stops += 1 } })
    }
    let buttons = status.bar.subviews.compactMap { $0 as? UIButton }
    let button = try #require(buttons.first { $0.configuration?.title == "Stop" })
    show("copying")
    expect(button.isHidden && texts(of: status.bar).contains("9 lines"))
    Thread.sleep(forTimeInterval: 0.31)
    show("copying")
    expect(!button.isHidden && texts(of: status.bar).contains("9 lines, copying: 25 %"))
    button.sendActions(for: .touchUpInside)
    expectEqual(stops, 1)
    show("finding")
    expect(button.isHidden, "other work begins anew")
    show(nil)
    expect(button.isHidden)
  }
}
