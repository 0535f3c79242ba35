import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import DemoParts
@testable import FileViewer
@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("A dropped file")
  struct DroppedFileTests {
    let app = TestApplication(opensWindow: false)

    /// The program as started without arguments.
    func launch() throws -> AppDelegate {
      app.becomeCurrent()
      let delegate = AppDelegate(options: Options(), lanes: .inline)
      app.application.delegate = delegate
      _ = delegate.application(app.application, didFinishLaunchingWithOptions: nil)
      app.settle()
      return delegate
    }

    func drop(_ paths: String...) {
      app.events.post(.filesDropped(paths: paths))
      app.settle()
    }

    @Test(
      "is shown in place of the screen that was there, and the next one in a tab beside it, from another screen, too")
    func opened() throws {
      let delegate = try launch()
      let files = try (0..<3).map { try ScratchFile("\($0)\n") }
      drop(files[0].path)
      let screen = try #require(delegate.screen as? FilesController)
      expect(screen.fileCount == 1 && screen.title?.hasPrefix("anole-test-") == true)
      expectEqual(screen.shown.view.frame, screen.view.bounds, "one file has no tab bar")
      expect(delegate.window?.rootViewController?.title == screen.title && delegate.noticeBar == nil)
      drop(files[1].path)
      expect(delegate.screen === screen && screen.fileCount == 2 && screen.shownIndex == 1)
      expect(delegate.window?.firstResponder === screen.shown.scriptedView)
      app.key(.init(rawValue: 30), modifiers: .control)
      app.settle()
      expect(delegate.screen !== screen)
      app.events.post(.filesDropped(paths: [files[2].path], location: CGPoint(x: 300, y: 20)))
      app.settle()
      expect(delegate.screen === screen && screen.fileCount == 3 && screen.shownIndex == 2)
      expect(screen.shown.view.window === delegate.window)
    }

    @Test("whose reading was stopped is read on when it is opened again")
    func stoppedReading() async throws {
      let delegate = try launch()
      let file = try ScratchFile("one\n")
      drop(file.path)
      let shown = try #require((delegate.screen as? FilesController)?.shown as? FileController)
      let deadline = ContinuousClock.now + .seconds(10)
      while !shown.file.isComplete, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
      shown.file.startIndexing()
      shown.file.stopReading()
      expect(shown.file.failure != nil)
      try file.append("two\n")
      drop(file.path)
      while shown.file.index.rowCount < 2, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(5))
      }
      expect(shown.file.index.rowCount == 2 && shown.file.failure == nil)
    }

    @Test("has a tab whose menu closes it or the others, and copies its path")
    func menuOfTab() throws {
      let delegate = try launch()
      let files = try (0..<5).map { try ScratchFile("\($0)\n") }
      app.events.post(.filesDropped(paths: files.map(\.path)))
      app.settle()
      let screen = try #require(delegate.screen as? FilesController)
      let bar = try #require(screen.view.subviews.compactMap { $0 as? FileTabBar }.first)
      func tab(_ index: Int) throws -> UIButton {
        let tabs = bar.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }
        return try #require(tabs.first { $0.configuration?.title == FoundFile(path: files[index].path).name })
      }
      func choose(_ title: String, of index: Int) throws {
        let action = try #require(try tab(index).menu?.children.first { $0.title == title } as? UIAction)
        action.perform(from: nil)
        app.settle()
      }
      // Its cross is part of it.
      for x in [20, try tab(3).bounds.maxX - 14] {
        app.click(at: try tab(3).convert(CGPoint(x: x, y: 20), to: nil), button: .secondary)
        app.settle()
        expect(screen.shownIndex == 0 && delegate.window.flatMap { openMenu(in: $0) } != nil)
        app.key(.keyboardEscape)
        app.settle()
      }
      try choose("Copy path", of: 3)
      expectEqual(UIPasteboard.general.string, files[3].path)
      try choose("Close", of: 3)
      expect(screen.fileCount == 4 && screen.shownIndex == 0)
      try choose("Close others", of: 2)
      expect(screen.fileCount == 1 && screen.title == FoundFile(path: files[2].path).name)
      expect(screen.shown.view.window === delegate.window)
    }

    @Test("among several is the first that is shown; tabs and keys lead to the others, which keep their place")
    func several() throws {
      let delegate = try launch()
      let files = try (0..<3).map { number in try ScratchFile((0..<900).map { "\(number): \($0)\n" }.joined()) }
      let names = files.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
      drop(files[1].path, files[0].path, files[2].path)
      let screen = try #require(delegate.screen as? FilesController)
      expect(screen.shownIndex == 0 && delegate.window?.rootViewController?.title == names[1])
      expect(delegate.noticeBar == nil)
      app.key(.keyboardTab, modifiers: .control)
      app.settle()
      expect(screen.shownIndex == 1 && delegate.window?.rootViewController?.title == names[0])
      expect(app.platformWindow.title.hasPrefix(names[0]))
      expect(delegate.window?.firstResponder === screen.shown.scriptedView)
      let second = screen.shown
      app.key(.keyboardPageDown, modifiers: .control)
      app.key(.keyboardPageDown, modifiers: .control)
      expectEqual(screen.shownIndex, 0)
      app.key(.keyboardTab, modifiers: [.control, .shift])
      app.key(.keyboardPageUp, modifiers: .control)
      expect(screen.shownIndex == 1 && screen.shown === second)
      app.settle()
      let tabs = screen.view.subviews.flatMap(\.subviews).flatMap(\.subviews).compactMap { $0 as? UIButton }
      let tab = try #require(tabs.first { $0.configuration?.title == names[2] })
      app.click(at: tab.convert(CGPoint(x: tab.bounds.midX, y: tab.bounds.midY), to: nil))
      app.settle()
      expectEqual(screen.shownIndex, 2)
    }

    @Test("is closed by control W, one after the other; the last leaves the screen that invites to open one")
    func closed() throws {
      let delegate = try launch()
      let files = try (0..<3).map { try ScratchFile("\($0)\n") }
      let names = files.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
      drop(files[0].path, files[1].path, files[2].path)
      let screen = try #require(delegate.screen as? FilesController)
      app.key(.keyboardTab, modifiers: .control)
      app.settle()
      func close() {
        app.key(.keyboardW, "w", modifiers: .control)
        app.settle()
      }
      close()
      expect(screen.fileCount == 2 && screen.title == names[2])
      expect(delegate.window?.firstResponder === screen.shown.scriptedView)
      // A click finds its tab though one before it is gone.
      let tabs = screen.view.subviews.flatMap(\.subviews).flatMap(\.subviews).compactMap { $0 as? UIButton }
      let tab = try #require(tabs.first { $0.configuration?.title == names[0] })
      app.click(at: tab.convert(CGPoint(x: tab.bounds.midX, y: tab.bounds.midY), to: nil))
      app.settle()
      expectEqual(screen.title, names[0])
      close()
      expect(screen.fileCount == 1 && screen.title == names[2] && app.platformWindow.title.hasPrefix(names[2]))
      expectEqual(screen.shown.view.frame, screen.view.bounds, "one file has no tab bar")
      expect(app.application.exitCode == nil)
      close()
      expect(delegate.screen is NoFileController && app.application.exitCode == nil)
      close()
      expectEqual(app.application.exitCode, 0)
    }

    @Test("as a grid has its tab, too, which keys lead from; the wheel leads to tabs that have no room")
    func gridsAndManyTabs() throws {
      let delegate = try launch()
      let files = try (0..<10).map { try ScratchFile("a,b\n\($0),2\n", suffix: ".csv") }
      drop(
        files[0].path, files[1].path, files[2].path, files[3].path, files[4].path, files[5].path, files[6].path,
        files[7].path, files[8].path, files[9].path)
      let screen = try #require(delegate.screen as? FilesController)
      app.key(.keyboardTab, modifiers: .control)
      app.settle()
      expect(screen.shownIndex == 1 && screen.shown is DelimitedController)
      app.key(.keyboardPageDown, modifiers: .control)
      app.settle()
      expectEqual(screen.shownIndex, 2)
      app.key(.keyboardPageUp, modifiers: .control)
      app.settle()
      expectEqual(screen.shownIndex, 1)
      let buttons = screen.view.subviews.flatMap(\.subviews).flatMap(\.subviews).compactMap { $0 as? UIButton }
      let last = try #require(buttons.max { $0.frame.minX < $1.frame.minX })
      let bar = try #require(last.superview as? UIScrollView)
      expect(last.frame.maxX > bar.bounds.maxX, "it has no room")
      let place = bar.convert(CGPoint(x: bar.bounds.midX, y: bar.bounds.midY), to: nil)
      for _ in 0..<30 {
        app.events.post(
          .wheel(InputEvent.Wheel(lines: CGVector(dx: 0, dy: -1), location: place, timestamp: app.clock.now)))
        app.settle()
      }
      expectEqual(bar.contentOffset.x, bar.contentSize.width - bar.bounds.width)
      app.click(at: last.convert(CGPoint(x: last.bounds.midX, y: last.bounds.midY), to: nil))
      app.settle()
      expectEqual(screen.shownIndex, 9)
    }

    @Test("on tabs comes beside them; a button and the middle button close tabs, a menu leads to those without room")
    func tabs() throws {
      let delegate = try launch()
      let files = try (0..<12).map { try ScratchFile("\($0)\n") }
      drop(files[0].path, files[1].path)
      let screen = try #require(delegate.screen as? FilesController)
      for file in files[2...] { drop(file.path) }
      expect(delegate.screen === screen && screen.fileCount == 12 && screen.shownIndex == 11)
      drop(files[1].path)
      expect(screen.fileCount == 12 && screen.shownIndex == 1, "it has a tab")
      let bar = try #require(screen.view.subviews.compactMap { $0 as? FileTabBar }.first)
      let more = try #require(bar.subviews.compactMap { $0 as? UIButton }.first)
      expect(!more.isHidden && more.configuration?.title == "12 \u{25be}")
      let names = files.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
      func tab(_ name: String) throws -> UIButton {
        let tabs = bar.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }
        return try #require(tabs.first { $0.configuration?.title == name })
      }
      screen.show(0)
      app.settle()
      screen.show(1)
      app.settle()
      let first = try tab(names[0])
      app.click(at: first.convert(CGPoint(x: first.bounds.midX, y: first.bounds.midY), to: nil), button: .middle)
      app.settle()
      expect(screen.fileCount == 11 && screen.shownIndex == 0 && screen.title == names[1])
      let shown = try tab(names[1])
      app.click(at: shown.convert(CGPoint(x: shown.bounds.maxX - 14, y: shown.bounds.midY), to: nil))
      app.settle()
      expect(screen.fileCount == 10 && screen.title == names[2])
      for _ in 0..<9 { app.key(.keyboardW, "w", modifiers: .control) }
      app.settle()
      expect(screen.fileCount == 1 && more.isHidden)
    }

    @Test("beside the one that is shown is closed without scrolling the row of tabs")
    func closedBeside() throws {
      let delegate = try launch()
      let files = try (0..<14).map { try ScratchFile("\($0)\n") }
      app.events.post(.filesDropped(paths: files.map(\.path)))
      app.settle()
      let screen = try #require(delegate.screen as? FilesController)
      let bar = try #require(screen.view.subviews.compactMap { $0 as? FileTabBar }.first)
      let row = try #require(bar.subviews.compactMap { $0 as? UIScrollView }.first)
      func closeLast(onCross: Bool) throws {
        let tabs = row.subviews.compactMap { $0 as? UIButton }
        let last = try #require(tabs.max { $0.frame.minX < $1.frame.minX })
        let x = onCross ? last.bounds.maxX - 14 : 20
        app.click(at: last.convert(CGPoint(x: x, y: last.bounds.midY), to: nil), button: .middle)
        app.settle()
      }
      row.contentOffset.x = row.contentSize.width - row.bounds.width
      app.settle()
      for count in [13, 12, 11] {
        try closeLast(onCross: count == 12)
        expect(screen.fileCount == count && screen.shownIndex == 0)
        expect(row.contentOffset.x == row.contentSize.width - row.bounds.width && row.contentOffset.x > 0)
      }
      screen.close(0)
      app.settle()
      expectEqual(row.contentOffset.x, 0, "the tab that is shown then is in view")
    }

    @Test("on the row of tabs is opened at the place where it is dropped, also where the row was scrolled")
    func placeOfDrop() throws {
      let delegate = try launch()
      let files = try (0..<9).map { try ScratchFile("\($0)\n") }
      let names = files.map { $0.path.split(separator: "/").last.map(String.init) ?? "" }
      drop(files[0].path, files[1].path, files[2].path)
      let screen = try #require(delegate.screen as? FilesController)
      let bar = try #require(screen.view.subviews.compactMap { $0 as? FileTabBar }.first)
      func tabs() -> [UIButton] {
        bar.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }.filter { $0.configuration?.title != nil }
          .sorted { $0.frame.minX < $1.frame.minX }
      }
      func order() -> [String] { tabs().compactMap { $0.configuration?.title } }
      func place(_ paths: [String], _ location: CGPoint) {
        app.events.post(.filesDropped(paths: paths, location: location))
        app.settle()
      }
      func point(_ tab: Int, _ part: CGFloat) -> CGPoint {
        let tab = tabs()[tab]
        return tab.convert(CGPoint(x: tab.bounds.width * part, y: tab.bounds.midY), to: nil)
      }
      screen.show(1)
      app.settle()
      place([files[3].path, files[0].path, files[4].path], point(1, 0.3))
      expectEqual(order(), [0, 3, 4, 1, 2].map { names[$0] })
      expect(screen.shownIndex == 1 && screen.title == names[3])
      let shown = screen.shown
      place([files[5].path], point(1, 0.7))
      expect(order() == [0, 3, 5, 4, 1, 2].map { names[$0] } && screen.title == names[5])
      place([files[6].path], CGPoint(x: 400, y: 300))
      expectEqual(order().last, names[6], "beside the tabs it comes at the end")
      screen.show(0)
      app.settle()
      place([files[7].path, files[1].path], point(0, 0.1))
      expect(order().first == names[7] && screen.shownIndex == 0 && screen.fileCount == 8)
      // The row is scrolled so that its last tab is in view.
      screen.show(7)
      app.settle()
      expectEqual((tabs()[7].superview as? UIScrollView).map { $0.contentOffset.x > 0 }, true)
      place([files[8].path], point(7, 0.2))
      expect(order().suffix(2) == [names[8], names[6]] && screen.shownIndex == 7)
      // Tabs lead to their files still.
      app.click(at: point(6, 0.4))
      app.settle()
      expectEqual(screen.title, order()[6])
      screen.show(2)
      app.settle()
      expect(screen.shown === shown && screen.title == names[3])
    }

    @Test(
      "is remembered; what was open comes back on the file screen, and a run that was told anything remembers nothing")
    func remembered() throws {
      let (state, place) = (try ScratchFile(""), try ScratchFile(#"{"screen":"countries"}"#))
      state.remove()
      let files = try (0..<3).map { try ScratchFile("\($0)\n") }
      func run(remembers: Bool, _ body: (TestApplication, AppDelegate) throws -> Void) rethrows {
        let app = TestApplication(opensWindow: false)
        app.becomeCurrent()
        let memory = AppDelegate.Memory(
          files: FileMemory(path: state.path, lanes: .inline), place: PlaceMemory(path: place.path, lanes: .inline),
          sidebar: SidebarMemory(path: nil), settings: SettingsMemory(path: nil))
        let delegate = AppDelegate(options: Options(), lanes: .inline, memory: remembers ? memory : nil)
        app.application.delegate = delegate
        _ = delegate.application(app.application, didFinishLaunchingWithOptions: nil)
        app.settle()
        try body(app, delegate)
      }
      run(remembers: true) { app, _ in
        app.events.post(.filesDropped(paths: [files[0].path, files[1].path]))
        app.settle()
        app.key(.keyboardW, "w", modifiers: .control)
        app.settle()
        app.key(.init(rawValue: 30), modifiers: .control)
        app.settle()
      }
      var status = stat()
      expect(stat(state.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      run(remembers: false) { app, delegate in
        expect(delegate.recentFiles.isEmpty && delegate.screen is CountriesController)
        app.events.post(.filesDropped(paths: [files[2].path]))
        app.settle()
      }
      run(remembers: true) { app, delegate in
        expectEqual(delegate.recentFiles, [files[1].path, files[0].path])
        expectEqual(delegate.screen?.title, ScreenName.inOrder[0].title, "the screen that was shown last")
        app.key(.keyboardK, "k", modifiers: .control)
        app.type("text file")
        app.key(.keyboardReturnOrEnter)
        app.settle()
        expectEqual(delegate.screen?.title, files[1].path.split(separator: "/").last.map(String.init))
      }
      try Data("damaged".utf8).write(to: URL(filePath: state.path))
      run(remembers: true) { _, delegate in expect(delegate.recentFiles.isEmpty) }
    }

    @Test("that cannot be read does not keep the others from being shown")
    func someUnreadable() throws {
      let delegate = try launch()
      let file = try ScratchFile("text\n")
      drop("/nowhere/a", file.path, "/nowhere/b")
      expect(delegate.screen is FilesController)
      expectEqual(
        delegate.noticeBar?.text, "Cannot open 2 of 3 files, the first: /nowhere/a: there is no such file")
    }

    @Test("that cannot be read is told in a bar below the screen, whose own bars stay whole")
    func noticeCoversNothing() throws {
      let delegate = try launch()
      let file = try ScratchFile("text\n")
      drop(file.path)
      app.settle()
      let screen = try #require((delegate.screen as? FilesController)?.shown)
      let status = try #require(screen.view.subviews.compactMap { $0 as? StatusBar }.first)
      let height = status.frame.height
      drop("/nowhere/a")
      app.settle()
      let notice = try #require(delegate.noticeBar)
      expect(status.frame.height == height && height > 0)
      expect(status.convert(status.bounds, to: nil).maxY <= notice.convert(notice.bounds, to: nil).minY)
    }

    @Test("among thousands is shown in as many tabs as there is room for, and none is open that is not shown")
    func thousands() throws {
      let delegate = try launch()
      let folder = NSTemporaryDirectory() + "anole-many-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let paths = try (0..<3000).map { number in
        let path = "\(folder)/\(number).txt"
        try Data("\(number)\n".utf8).write(to: URL(filePath: path))
        return path
      }
      let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      app.events.post(.filesDropped(paths: paths))
      app.settle()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count - before
      expect(open < 10)
      expect(delegate.screen is FilesController)
      let notice = try #require(delegate.noticeBar?.text)
      expect(notice.hasPrefix("Opened ") && notice.contains(" of 3000 files: ") && notice.contains("left out"))
    }

    @Test("named twice, by other names, too, is shown once, and a bar says so")
    func doubles() throws {
      let delegate = try launch()
      let file = try ScratchFile("text\n")
      let link = file.path + "-link"
      expectEqual(symlink(file.path, link), 0)
      defer { unlink(link) }
      drop(file.path, link, file.path)
      expectEqual((delegate.screen as? FilesController)?.fileCount, 1)
      expectEqual(delegate.noticeBar?.text, "Opened 1 of 3 files: 2 were named more than once")
    }

    @Test("control O has the user choose in the desktop's dialog, and a bar says why no dialog opens")
    func dialog() throws {
      let delegate = try launch()
      app.key(.keyboardO, "o", modifiers: .control)
      app.settle()
      expectEqual(
        delegate.noticeBar?.text, "Cannot ask for files: the desktop has no portal. Drop them on the window instead.")
      let file = try ScratchFile("chosen\n")
      app.platform.fileChoice = .chosen([URL(filePath: file.path)])
      app.key(.keyboardO, "o", modifiers: .control)
      app.settle()
      expect(delegate.screen is FilesController && delegate.noticeBar == nil)
      let screen = delegate.screen
      app.platform.fileChoice = .cancelled
      app.key(.keyboardO, "o", modifiers: .control)
      app.settle()
      expect(delegate.screen === screen && delegate.noticeBar == nil)
    }

    @Test("a notice goes after the next click beside it or the next Return, not for keys that move and not for a hover")
    func noticeGoes() throws {
      let delegate = try launch()
      let root = try #require(delegate.window?.rootViewController?.view)
      for act in [
        { self.app.click(at: CGPoint(x: 200, y: 200)) }, { self.app.key(.keyboardReturnOrEnter) },
        { self.app.key(.keyboardEscape) }, { self.app.key(.keyboardF, "f", modifiers: .control) },
      ] {
        drop("/nowhere/at all.txt")
        expect(delegate.noticeBar != nil && root.frame.maxY == delegate.noticeBar?.frame.minY)
        app.key(.keyboardDownArrow)
        app.key(.keyboardTab)
        app.key(.keyboardA, "a")
        app.wheel(-1, at: CGPoint(x: 200, y: 200))
        app.settle()
        expect(delegate.noticeBar != nil)
        act()
        app.settle()
        expect(delegate.noticeBar == nil && root.frame == delegate.window?.bounds)
      }
    }

    @Test("that cannot be read leaves the screen as it is, and a bar says why until it is dismissed")
    func unreadable() throws {
      let delegate = try launch()
      drop("/nowhere/at all.txt")
      expect(delegate.screen is CountriesController)
      expectEqual(delegate.noticeBar?.text, "Cannot open /nowhere/at all.txt: there is no such file")
      drop("/tmp")
      expectEqual(delegate.noticeBar?.text, "Cannot open /tmp: is a directory, not a text file")
      // What stands at the lower edge makes way, and takes its place again.
      let root = try #require(delegate.window?.rootViewController?.view)
      expectEqual(root.frame.maxY, delegate.noticeBar?.frame.minY)
      let button = try #require(delegate.noticeBar?.subviews.last)
      app.click(at: button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil))
      app.settle()
      expect(delegate.noticeBar == nil && root.frame == delegate.window?.bounds)
    }
  }
}

@MainActor
@Suite("The memory of files")
struct FileMemoryTests {
  @Test(
    "two windows keep each other's recent files, however many each opens; the one that changed last says what is open")
  func twoWindows() throws {
    let state = try ScratchFile("")
    func paths(_ name: String, _ numbers: Range<Int>) -> [String] { numbers.map { "/\(name)/\($0)" } }
    func open(_ paths: [String], in memory: FileMemory) { memory.note(open: paths.map { FoundFile(path: $0) }) }
    let (one, other) = (FileMemory(path: state.path, lanes: .inline), FileMemory(path: state.path, lanes: .inline))
    for memory in [one, other] { memory.load { expect($0.isEmpty) } }
    open(paths("a", 0..<2), in: one)
    open(paths("b", 0..<1), in: other)
    expectEqual(other.recent, paths("b", 0..<1) + paths("a", 0..<2))
    // One after the other, as many as are remembered.
    for number in 2..<40 { open(paths("a", number..<number + 1), in: one) }
    open(paths("b", 1..<3), in: other)
    open([], in: one)
    expectEqual(one.recent, paths("b", 1..<3) + paths("a", 12..<40).reversed())
    open(paths("b", 2..<3), in: other)
    let next = FileMemory(path: state.path, lanes: .inline)
    var restored: [String] = []
    next.load { restored = $0 }
    expect(restored == paths("b", 2..<3) && next.recent.prefix(2) == ["/b/2", "/b/1"] && next.recent.count == 30)
  }
}
