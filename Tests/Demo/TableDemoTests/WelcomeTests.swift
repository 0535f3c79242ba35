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
  @Suite("The welcome")
  struct WelcomeTests {
    /// The files that the program remembers in, empty at first.
    final class State {
      let files: ScratchFile
      let place: ScratchFile
      let settings: ScratchFile

      init() throws {
        (files, place, settings) = (try ScratchFile(""), try ScratchFile(""), try ScratchFile(""))
        for file in [files, place, settings] { file.remove() }
      }

      @MainActor
      func memory(lanes: FileLane.Kind = .inline) -> AppDelegate.Memory {
        AppDelegate.Memory(
          files: FileMemory(path: files.path, lanes: lanes), place: PlaceMemory(path: place.path, lanes: .inline),
          sidebar: SidebarMemory(path: nil), settings: SettingsMemory(path: settings.path, lanes: .inline))
      }

      func contents() -> [Data?] { [files, place, settings].map { try? Data(contentsOf: URL(filePath: $0.path)) } }
    }

    private func launch(
      _ memory: AppDelegate.Memory?, size: CGSize = CGSize(width: 1280, height: 800), withoutDisplay: Bool = false
    ) throws -> (TestApplication, AppDelegate) {
      let app = TestApplication(opensWindow: false)
      app.becomeCurrent()
      var options = Options()
      options.size = WindowSize(width: Int(size.width), height: Int(size.height))
      let delegate = AppDelegate(options: options, lanes: .inline, memory: memory)
      if withoutDisplay { _ = delegate.goOnWithoutDisplay() }
      app.application.delegate = delegate
      _ = delegate.application(app.application, didFinishLaunchingWithOptions: nil)
      app.settle(limit: 60)
      return (app, delegate)
    }

    private func welcome(_ delegate: AppDelegate) -> WelcomeController? {
      delegate.window?.rootViewController as? WelcomeController
    }

    private func all<View: UIView>(_ type: View.Type, below view: UIView?) -> [View] {
      guard let view, !view.isHidden else { return [] }
      return ((view as? View).map { [$0] } ?? []) + view.subviews.flatMap { all(type, below: $0) }
    }

    private func click(_ view: UIView, _ app: TestApplication) {
      app.click(at: view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil))
      app.settle()
    }

    @Test("a first start opens on a welcome, until one went on; later starts open on the screen that was left")
    func later() throws {
      let state = try State()
      for _ in 0..<2 {
        let (app, delegate) = try launch(state.memory())
        expect(welcome(delegate) != nil && delegate.screen == nil)
        expect(app.platformWindow.title.hasPrefix("Welcome"))
      }
      let (app, delegate) = try launch(state.memory())
      let cards = all(WelcomeCard.self, below: delegate.window)
      expectEqual(cards.count, 3)
      click(try #require(cards.first), app)
      expect(delegate.screen is ReuseController)
      expect(delegate.window?.rootViewController is CatalogController)
      try expect(launch(state.memory()).1.screen is ReuseController)
      let (again, second) = try launch(state.memory())
      again.key(.keyboardDownArrow, modifiers: .alternate)
      again.settle()
      expect(second.screen is PitfallsController)
      try expect(launch(state.memory()).1.screen is PitfallsController)
    }

    @Test("the welcome has pictures and buttons that lead on, by click, and by Tab and Return")
    func actions() throws {
      var log: [String] = []
      let app = TestApplication(size: CGSize(width: 1280, height: 800))
      app.becomeCurrent()
      let welcome = WelcomeController(
        actions: WelcomeController.Actions(
          show: { log.append($0.rawValue) }, openExample: { log.append("example") },
          chooseFiles: { log.append("choose") }, open: { log.append($0) }),
        recentFiles: { ["/one/a.log", "/two/b.csv"] })
      app.window.rootViewController = welcome
      app.settle()
      for control in all(UIControl.self, below: app.window) { click(control, app) }
      expectEqual(log, ["reuse", "grid", "example", "choose", "countries", "/one/a.log", "/two/b.csv"])
      log = []
      app.key(.keyboardTab)
      app.key(.keyboardReturnOrEnter)
      app.settle()
      expectEqual(log, ["reuse"])
    }

    @Test(
      "a memory that is damaged, huge, of another kind, or that names no screen is dropped",
      arguments: ["damaged", "{\"screen\":\"nowhere\"}", "[]", "huge", "folder", "pipe", "loop"])
    func damaged(content: String) throws {
      let state = try State()
      let path = state.place.path
      defer { try? FileManager.default.removeItem(atPath: path) }
      switch content {
      case "huge":
        try Data((#"{"screen":"reuse"}"# + String(repeating: " ", count: 70_000)).utf8).write(to: URL(filePath: path))
      case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      case "pipe": expectEqual(mkfifo(path, 0o600), 0)
      case "loop": expectEqual(symlink(path, path), 0)
      default: try Data(content.utf8).write(to: URL(filePath: path))
      }
      expect(welcome(try launch(state.memory()).1) != nil)
    }

    @Test("without a display nothing is remembered, and nothing of before is looked at")
    func withoutDisplay() throws {
      let state = try State()
      let file = try ScratchFile("text\n")
      try Data(#"{"screen":"mail"}"#.utf8).write(to: URL(filePath: state.place.path))
      try Data(#"{"recent":["/a"],"open":[]}"#.utf8).write(to: URL(filePath: state.files.path))
      let before = state.contents()
      let (app, delegate) = try launch(state.memory(), withoutDisplay: true)
      expect(delegate.screen is CountriesController && delegate.recentFiles.isEmpty)
      app.events.post(.filesDropped(paths: [file.path]))
      app.settle(limit: 60)
      expectEqual(state.contents(), before)
    }

    @Test("a file that is dropped on the welcome is shown, and listed at the next start")
    func dropped() throws {
      let state = try State()
      let file = try ScratchFile("text\n")
      let (app, delegate) = try launch(state.memory())
      app.events.post(.filesDropped(paths: ["/nowhere/b"]))
      app.settle()
      expect(welcome(delegate) != nil && delegate.noticeBar?.text.contains("/nowhere/b") == true)
      app.events.post(.filesDropped(paths: [file.path]))
      app.settle()
      expect(delegate.screen is FilesController && delegate.noticeBar == nil)
      expectEqual(delegate.window?.rootViewController?.view.frame, delegate.window?.bounds)
      state.place.remove()
      let (_, next) = try launch(state.memory())
      expectEqual(all(WelcomeFileRow.self, below: next.window).map(\.path), [file.path])
    }

    @Test(
      "the files that were opened last are listed when they have been read, however late", arguments: [true, false])
    func late(isWelcome: Bool) async throws {
      let state = try State()
      try Data(#"{"recent":["/one/a.log"],"open":[]}"#.utf8).write(to: URL(filePath: state.files.path))
      if !isWelcome { try Data(#"{"screen":"file"}"#.utf8).write(to: URL(filePath: state.place.path)) }
      let (app, delegate) = try launch(state.memory(lanes: .thread))
      func listed() -> Bool {
        isWelcome
          ? all(WelcomeFileRow.self, below: delegate.window).map(\.path) == ["/one/a.log"]
          : (delegate.screen as? NoFileController)?.tableView.numberOfRows(inSection: 0) == 1
      }
      expect(!listed())
      let deadline = ContinuousClock.now + .seconds(5)
      while delegate.recentFiles.isEmpty, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
      app.settle()
      expect(listed())
    }

    @Test("the screen that invites to open a file lists what was opened last as it is when it appears")
    func appearing() throws {
      let state = try State()
      try Data(#"{"screen":"file"}"#.utf8).write(to: URL(filePath: state.place.path))
      let (app, delegate) = try launch(state.memory())
      let file = try ScratchFile("text\n")
      expectEqual((delegate.screen as? NoFileController)?.rowCount, 0)
      app.key(.init(rawValue: 30), modifiers: .control)
      app.settle()
      delegate.filesDidChange([FoundFile(path: file.path)])
      delegate.filesDidChange([])
      app.key(.keyboardLeftArrow, modifiers: .alternate)
      app.settle()
      expectEqual((delegate.screen as? NoFileController)?.rowCount, 1)
    }

    @Test(
      "everything is in the window or can be scrolled to, and nothing lies on anything else",
      arguments: [
        CGSize(width: 320, height: 400), CGSize(width: 800, height: 600), CGSize(width: 1280, height: 800),
        CGSize(width: 1920, height: 1080), CGSize(width: 3840, height: 2160),
      ])
    func sizes(size: CGSize) throws {
      let app = TestApplication(size: size)
      app.becomeCurrent()
      let nothing = WelcomeController.Actions(
        show: { _ in }, openExample: {}, chooseFiles: {}, open: { _ in })
      let welcome = WelcomeController(actions: nothing, recentFiles: { (0..<20).map { "/folder/\($0).log" } })
      app.window.rootViewController = welcome
      app.settle()
      let scroll = try #require(all(UIScrollView.self, below: app.window).first)
      let parts = scroll.subviews.filter {
        $0 is WelcomeCard || $0 is UILabel || $0 is UIButton || $0 is WelcomeDropView
      }
      expectEqual(parts.count, 8)
      let content = CGRect(origin: .zero, size: scroll.contentSize)
      for (index, part) in parts.enumerated() {
        expect(content.contains(part.frame) && part.frame.width > 0, "\(type(of: part))")
        for other in parts[..<index] { expect(!part.frame.intersects(other.frame), "\(type(of: part))") }
      }
      expect(content.width == size.width && all(WelcomeFileRow.self, below: scroll).count == 8)
      if size.height >= 600 {
        // What can be clicked but for the list is seen without scrolling.
        for part in parts where part is WelcomeCard || part is WelcomeDropView {
          expect(part.frame.maxY <= size.height)
        }
      }
    }

    @Test("its examples are a log to find in and a file of columns to sort, in the folder of what can be made again")
    func example() throws {
      let folder = NSTemporaryDirectory() + "anole-cache-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let paths = ExampleFile.write(environment: ["XDG_CACHE_HOME": folder])
      expectEqual(paths, ["server.log", "countries.csv"].map { folder + "/TableDemo/" + $0 })
      expectEqual(paths.map(IndexedFile.isDelimited), [false, true])
      let lines = try paths.map { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
      expect(lines.map(\.count) == [10_000, 250] && lines[0].contains { $0.contains(" 500 ") })
      expect(ExampleFile.write(environment: ["XDG_CACHE_HOME": "/proc/nowhere"]).isEmpty)
    }

    @Test("its card of a file opens a file that answers to what the card promises: Ctrl+F finds in it")
    func promise() throws {
      let (app, delegate) = try launch(try State().memory())
      click(all(WelcomeCard.self, below: delegate.window)[2], app)
      let files = try #require(delegate.screen as? FilesController)
      expectEqual(files.fileCount, 2)
      app.key(UIKeyboardHIDUsage(rawValue: 9), "f", modifiers: .control)
      app.settle()
      expectEqual(all(FileBar.self, below: files.view).count, 1)
    }

    @Test("? shows the keys on it; the house above the list of screens leads back to it, and Escape to the screen left")
    func back() throws {
      let (app, delegate) = try launch(try State().memory())
      app.key(UIKeyboardHIDUsage(rawValue: 56), "?", modifiers: .shift)
      app.settle()
      expect(welcome(delegate)?.presentedViewController is KeySheetController)
      app.key(UIKeyboardHIDUsage(rawValue: 56), "?", modifiers: .shift)
      app.settle()
      expect(welcome(delegate)?.presentedViewController == nil)
      click(all(WelcomeCard.self, below: delegate.window)[1], app)
      let catalog = try #require(delegate.window?.rootViewController as? CatalogController)
      let house = try #require(
        all(UIButton.self, below: delegate.window).first { $0.accessibilityLabel == "Welcome" && $0.toolTip != nil })
      for way in 0..<3 {
        click(house, app)
        expect(welcome(delegate) != nil && catalog.view.window == nil)
        switch way {
        case 0: app.key(.keyboardEscape)
        case 1: app.key(.keyboardLeftArrow, modifiers: .alternate)
        default: click(all(WelcomeCard.self, below: delegate.window)[0], app)
        }
        app.settle()
        expect(delegate.window?.rootViewController === catalog)
        expect(catalog.shownName == (way < 2 ? .grid : .reuse) && catalog.screen.scriptedView.isFirstResponder)
      }
    }

    @Test("switches of screens, contrast and the size of text are as they were left at the next start, until the reset")
    func preferences() throws {
      let state = try State()
      func start(_ screen: ScreenName, _ state: State) throws -> (TestApplication, AppDelegate) {
        try Data("{\"screen\":\"\(screen.rawValue)\"}".utf8).write(to: URL(filePath: state.place.path))
        return try launch(state.memory())
      }
      /// What a screen says of its switches.
      func status(_ screen: ScreenName, _ state: State) throws -> String {
        defer { withExtendedLifetime(state) {} }
        let (_, delegate) = try start(screen, state)
        let shown = try #require(delegate.screen as? CommandScreen)
        guard let controls = shown.view.subviews.compactMap({ $0 as? ReuseControls }).first else {
          return "\(shown.bar.status), \(shown.bar.hint)"
        }
        return controls.named.map { "\($0) \($1.selection)" }.joined(separator: ", ")
      }
      let screens: [(ScreenName, [UIKeyboardHIDUsage])] = [
        (.styles, [.keyboardS, .keyboardS, .keyboardH, .keyboardL]), (.feed, [.keyboardD, .keyboardS, .keyboardK]),
        (.reuse, [.keyboardO, .keyboardI, .keyboardH]),
      ]
      for (screen, keys) in screens {
        let usual = try status(screen, State())
        let (app, _) = try start(screen, state)
        for key in keys {
          app.key(key)
          app.settle(limit: 60)
        }
        let left = try status(screen, state)
        expect(left != usual, "\(screen): \(left)")
        expectEqual(try status(screen, state), left)
      }
      let (app, delegate) = try start(.settings, state)
      let settings = try #require(delegate.screen as? SettingsController)
      settings.tableView(settings.scriptedTable, didSelectRowAt: IndexPath(row: 3, section: 1))
      app.shortcut("=")
      app.settle(limit: 60)
      let (second, _) = try start(.settings, state)
      expectEqual(second.application.traits.accessibilityContrast, .high)
      expectEqual(second.application.preferredContentSizeCategory, .extraLarge)
      let before = state.contents()
      let (third, _) = try launch(nil)
      third.shortcut("=")
      expect(third.application.traits.accessibilityContrast == .normal && state.contents() == before)
      SettingsMemory(path: state.settings.path, lanes: .inline).reset()
      let (fourth, _) = try start(.styles, state)
      expectEqual(fourth.application.traits.accessibilityContrast, .normal)
      expectEqual(fourth.application.preferredContentSizeCategory, .large)
      for (screen, _) in screens { expectEqual(try status(screen, state), try status(screen, State())) }
    }

    @Test(
      "what was chosen on the settings is there at the next start, until the reset; without a memory nothing is kept")
    func settings() throws {
      let state = try State()
      try Data(#"{"screen":"settings"}"#.utf8).write(to: URL(filePath: state.place.path))
      func look(
        _ memory: AppDelegate.Memory?, _ change: (SettingsController, UITableView) -> Void = { _, _ in }
      ) throws -> (isDark: Bool, texts: [String]) {
        let app = TestApplication(opensWindow: false)
        app.becomeCurrent()
        let delegate = AppDelegate(options: Options(), lanes: .inline, memory: memory)
        app.application.delegate = delegate
        _ = delegate.application(app.application, didFinishLaunchingWithOptions: nil)
        let isDark = delegate.window?.traitCollection.userInterfaceStyle == .dark
        app.settle(limit: 60)
        if let screen = delegate.screen as? SettingsController {
          change(screen, screen.scriptedTable)
          app.settle(limit: 60)
          let rows = (0..<screen.scriptedTable.numberOfRows(inSection: 2)).map { IndexPath(row: $0, section: 2) }
          let chosen = rows.filter {
            screen.tableView(screen.scriptedTable, cellForRowAt: $0).accessoryType == .checkmark
          }
          return (isDark, chosen.map { "\($0.row)" })
        }
        return (isDark, [])
      }
      func choose(_ row: Int, _ section: Int) -> (SettingsController, UITableView) -> Void {
        { screen, table in screen.tableView(table, didSelectRowAt: IndexPath(row: row, section: section)) }
      }
      let first = try look(state.memory()) { screen, table in
        choose(0, 1)(screen, table)
        choose(3, 2)(screen, table)
      }
      expect(!first.isDark)
      let second = try look(state.memory())
      expect(second.isDark && second.texts == ["3"], "\(second)")
      // Before the first frame, too; and a run that was told anything is as ever.
      try expect(!look(nil).isDark)
      try Data("{".utf8).write(to: URL(filePath: state.settings.path))
      let damaged = try look(state.memory())
      expect(!damaged.isDark && damaged.texts == ["1"])
    }
  }
}
