import Expectations
import Foundation
import TestSupport
import Testing

@testable import DemoParts
@testable import FileViewer
@testable import ProcessViewer
@testable import TableDemo
@testable import UIKitCore

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("The catalogue")
  struct CatalogTests {
    let app = TestApplication(size: CGSize(width: 1280, height: 800))

    /// A catalogue whose processes do not exist.
    func open(_ first: ScreenName = .countries) -> CatalogController {
      app.becomeCurrent()
      let catalog = CatalogController(first: first) { name in
        name == .processes
          ? ProcessesController(sampler: ProcessSampler(path: "/nowhere", sendSignal: { _, _ in 0 }))
          : ScreenCatalog.makeScreen(name, rows: 2000)
      }
      app.window.rootViewController = catalog
      app.settle()
      return catalog
    }

    func resize(to size: CGSize) {
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
      app.settle()
    }

    /// The first view of a type, depth first.
    func find<View: UIView>(_ type: View.Type, in view: UIView) -> View? {
      view as? View ?? view.subviews.lazy.compactMap { find(type, in: $0) }.first
    }

    func click(_ view: UIView) {
      app.click(at: view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil))
      app.settle()
    }

    func sidebarTable(of catalog: CatalogController) throws -> UITableView {
      try #require(find(UITableView.self, in: sidebar(of: catalog).view))
    }

    func sidebar(of catalog: CatalogController) throws -> SidebarController {
      let split = try #require(catalog.children.first as? UISplitViewController)
      return try #require(split.viewController(for: .primary) as? SidebarController)
    }

    @Test("a key right behind that which shows a screen is the screen's: D makes the window dark, and light again")
    func keyBehindScreen() {
      let catalog = open()
      for style in [UIUserInterfaceStyle.dark, .light] {
        // No frame between the two.
        let keys = [
          InputEvent.Key(code: .init(rawValue: 37), modifiers: .control, timestamp: app.clock.now),
          InputEvent.Key(code: .keyboardD, characters: "d", timestamp: app.clock.now),
        ]
        for key in keys { app.events.post(.keyDown(key), .keyUp(key)) }
        app.application.frameLoop.turn()
        app.settle()
        expect(catalog.shownName == .styles && app.window.overrideUserInterfaceStyle == style)
        app.key(.init(rawValue: 35), modifiers: .control)
        app.settle()
      }
    }

    @Test("the field of countries is where it is at a start however often it was laid out")
    func searchField() throws {
      for width in [1280.0, 700, 420, 413, 320] {
        let header = CountriesHeaderView(title: "Countries", subtitle: "249")
        header.frame = CGRect(x: 0, y: 0, width: width, height: 92)
        header.layoutIfNeeded()
        let field = header.searchBar.frame
        header.setNeedsLayout()
        header.layoutIfNeeded()
        expectEqual(header.searchBar.frame, field, "\(width)")
        header.frame.size.width = 900
        header.layoutIfNeeded()
        header.frame.size.width = width
        header.layoutIfNeeded()
        expectEqual(header.searchBar.frame, field, "\(width)")
      }
    }

    @Test("Alt and the arrows go back to screens shown before, and forward again; another choice ends the way forward")
    func history() {
      let catalog = open()
      catalog.show(.mail)
      catalog.show(.feed)
      func go(_ key: UIKeyboardHIDUsage) -> ScreenName {
        app.key(key, modifiers: .alternate)
        app.settle()
        return catalog.shownName
      }
      expect(go(.keyboardLeftArrow) == .mail && go(.keyboardLeftArrow) == .countries)
      expectEqual(go(.keyboardLeftArrow), .countries)
      expectEqual(go(.keyboardRightArrow), .mail)
      catalog.show(.settings)
      expect(go(.keyboardRightArrow) == .settings && go(.keyboardLeftArrow) == .mail)
      expect(app.window.firstResponder === catalog.screen.scriptedView)
    }

    @Test(
      "a screen's commands take a line of at most five with symbols and words; the rest is in a menu, in any window")
    func shortBar() throws {
      let catalog = open(.feed)
      let bar = try #require(find(UIToolbar.self, in: catalog.view))
      resize(to: CGSize(width: 320, height: 400))
      expect(bar.frame.height < 80)
      func buttons() -> [UIButton] { bar.subviews.compactMap { $0 as? UIButton }.filter { !$0.isHidden } }
      expect(buttons().allSatisfy { bar.bounds.contains($0.frame) } && Set(buttons().map(\.frame.minY)).count == 1)
      let more = try #require(buttons().last { $0.menu != nil })
      expectEqual(buttons().count - 1 + (more.menu?.children.count ?? 0), 9)
      for button in buttons() where button !== more {
        expect(button.currentImage != nil && button.currentTitle?.isEmpty == false)
        expectEqual(button.toolTip?.hasSuffix(")"), true, "the key is told where the pointer rests")
      }
      resize(to: CGSize(width: 320, height: 240))
      expect(bar.isHidden)
      expectEqual(catalog.screen.navigationItem.rightBarButtonItem?.menu?.children.count, 9)
      resize(to: CGSize(width: 1800, height: 800))
      expect(catalog.screen.navigationItem.rightBarButtonItem == nil)
      expect(buttons().count == 6 && more.menu?.children.map(\.title).count == 4)
      expect(buttons().allSatisfy { bar.bounds.contains($0.frame) })
    }

    @Test(
      "a plain start lists every screen beside the countries, --screen beside the one it names",
      arguments: [([String](), ScreenName.countries), (["--screen", "mail"], .mail)])
    func start(arguments: [String], name: ScreenName) throws {
      let app = TestApplication(opensWindow: false)
      let delegate = AppDelegate(options: try Self.options(arguments))
      app.application.delegate = delegate
      _ = delegate.application(app.application, didFinishLaunchingWithOptions: nil)
      app.settle()
      let catalog = try #require(delegate.window?.rootViewController as? CatalogController)
      expectEqual(catalog.shownName, name)
      expectEqual(catalog.title, delegate.screen?.title)
      let table = try sidebarTable(of: catalog)
      expectEqual(table.numberOfSections, ScreenGroup.allCases.count)
      expectEqual(
        (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }.reduce(0, +),
        ScreenName.allCases.count)
      let path = try #require(table.indexPathForSelectedRow)
      expectEqual(ScreenGroup.allCases[path.section].screens[path.row], name)
      if name == .countries { expectEqual(table.contentOffset.y, -table.adjustedContentInset.top) }
    }

    static func options(_ arguments: [String]) throws -> Options {
      try TableDemoCommand.parse(arguments).arguments.options()
    }

    @Test(
      "a run that leaves results shows the screen alone",
      arguments: [["--frames", "3"], ["--screenshot", "a.png"], ["--stats", "-"], ["--trace", "t"], ["--headless"]])
    func alone(arguments: [String]) throws {
      try expect(!Self.options(arguments).showsCatalog)
      try expect(Self.options(["--screen", "mail", "--fps"]).showsCatalog)
    }

    @Test("every screen opens by Alt and an arrow, tells its title to the window, and the ends are the ends")
    func walk() throws {
      let catalog = open(ScreenName.inOrder[0])
      for name in ScreenName.inOrder.dropFirst() {
        app.key(.keyboardDownArrow, modifiers: .alternate)
        app.settle(limit: 30)
        expectEqual(catalog.shownName, name)
        expect(catalog.screen.view.window === app.window)
        expectEqual(catalog.title, catalog.screen.title)
        expect(catalog.screen.scriptedView.isFirstResponder, "\(name)")
      }
      app.key(.keyboardDownArrow, modifiers: .alternate)
      expectEqual(catalog.shownName, ScreenName.inOrder.last)
      for _ in ScreenName.inOrder { app.key(.keyboardUpArrow, modifiers: .alternate) }
      expectEqual(catalog.shownName, ScreenName.inOrder.first)
    }

    @Test("Ctrl and a digit open the screen the list gives that number")
    func digits() throws {
      let catalog = open()
      for digit in [3, 9, 1] {
        app.key(UIKeyboardHIDUsage(rawValue: 29 + digit), modifiers: .control)
        app.settle(limit: 30)
        expectEqual(catalog.shownName, ScreenName.inOrder[digit - 1])
        expectEqual(catalog.shownName.number, digit)
      }
    }

    @Test("a screen keeps its state while another is shown, and hears of leaving and coming back")
    func state() throws {
      let catalog = open(.stress)
      let stress = try #require(catalog.screen as? StressController)
      stress.scriptedTable.contentOffset.y = 6000
      app.settle()
      catalog.show(.styles)
      app.settle()
      expect(stress.view.window == nil && stress.navigationController?.parent == nil)
      catalog.show(.stress)
      app.settle()
      expect(catalog.screen === stress && stress.splitViewController?.parent === catalog)
      expectEqual(stress.scriptedTable.contentOffset.y, 6000)
      expectEqual(stress.scriptedTable.indexPathsForVisibleRows?.first?.row, 100)
    }

    @Test("a screen that is not shown costs no frame, whatever it was doing")
    func hidden() throws {
      let catalog = open(.settings)
      let table = try #require(catalog.screen.scriptedView as? UITableView)
      let row = try #require(
        (0..<table.numberOfSections).lazy.flatMap { section in
          (0..<table.numberOfRows(inSection: section)).lazy.map { IndexPath(row: $0, section: section) }
        }.first { path in
          table.scrollToRow(at: path, at: .middle, animated: false)
          app.settle()
          return table.cellForRow(at: path).map(texts)?.contains { $0.hasPrefix("Sync now") } == true
        })
      let cell = try #require(table.cellForRow(at: row))
      app.click(at: cell.convert(CGPoint(x: 40, y: 10), to: nil))
      app.frame()
      expect(app.application.frameLoop.isFrameRequested, "nothing runs")
      catalog.show(.feed)
      app.frame()
      app.key(.keyboardF)
      app.frame()
      catalog.show(.stress)
      app.settle()
      let frames = app.backend.drawCount
      for _ in 0..<60 { app.frame() }
      expectEqual(app.backend.drawCount, frames)
    }

    /// Counts the layout passes of a table.
    private final class PassCount: TablePassObserver {
      private(set) var passes = 0

      func tableView(_ tableView: UITableView, passDidReach step: TablePassStep) {
        if case .passBegan = step { passes += 1 }
      }
    }

    @Test("scrolling the screen lays out nothing of the list")
    func quiet() throws {
      let catalog = open(.stress)
      let list = try sidebarTable(of: catalog)
      let table = try #require(catalog.screen.scriptedView as? UITableView)
      let (listPasses, passes) = (PassCount(), PassCount())
      list.passObserver = listPasses
      table.passObserver = passes
      for step in 1...40 {
        table.contentOffset.y = CGFloat(step) * 37
        app.settle()
      }
      expectEqual(table.indexPathsForVisibleRows?.first?.row, 24)
      expect(passes.passes >= 40 && listPasses.passes == 0)
    }

    @Test("a click in the list opens the screen and hands over the keyboard; arrow keys keep it until Return")
    func choosing() throws {
      let catalog = open()
      let table = try sidebarTable(of: catalog)
      click(try #require(table.cellForRow(at: IndexPath(row: 1, section: 0))))
      expectEqual(catalog.shownName, ScreenGroup.learn.screens[1])
      expect(catalog.screen.scriptedView.isFirstResponder)
      table.becomeFirstResponder()
      app.key(.keyboardDownArrow)
      app.settle()
      expectEqual(catalog.shownName, ScreenGroup.learn.screens[2])
      expect(table.isFirstResponder)
      app.key(.keyboardReturnOrEnter)
      expect(catalog.screen.scriptedView.isFirstResponder)
    }

    @Test("Ctrl-K and words find a screen by title, group and what it shows; Return opens the first")
    func search() throws {
      let catalog = open()
      let table = try sidebarTable(of: catalog)
      app.key(.keyboardK, modifiers: .control)
      app.type("cells leaving")
      app.settle()
      expect(table.numberOfSections == 1 && table.numberOfRows(inSection: 0) == 1)
      app.key(.keyboardReturnOrEnter)
      app.settle()
      expectEqual(catalog.shownName, .reuse)
      expectEqual(table.numberOfSections, ScreenGroup.allCases.count)
      app.key(.keyboardK, modifiers: .control)
      app.type("nowhere")
      app.settle()
      expect(table.numberOfSections == 0 && table.backgroundView != nil)
      for _ in 0..<2 { app.key(.keyboardEscape) }
      app.settle()
      expectEqual(table.numberOfSections, ScreenGroup.allCases.count)
      expect(catalog.screen.scriptedView.isFirstResponder)
    }

    @Test(
      "the systems that ideas come from, and words of the field, find the screens that show them",
      arguments: [
        ("chameleon", ScreenName.reuse), ("viewreusepool", .letters), ("dztableview", .editing),
        ("fdtemplatelayoutcell", .feed), ("template heights", .feed), ("vvebo", .feed), ("pool", .letters),
        ("excel", .grid), ("height", .selfsizing), ("prepareforreuse", .reuse), ("snapshot", .diffable),
      ])
    func finds(words: String, screen: ScreenName) throws {
      let catalog = open()
      let table = try sidebarTable(of: catalog)
      app.key(.keyboardK, modifiers: .control)
      app.type(words)
      app.settle()
      let found = (0..<table.numberOfSections).flatMap { section in
        (0..<table.numberOfRows(inSection: section)).compactMap { row in
          let cell = table.cellForRow(at: IndexPath(row: row, section: section))
          return (cell?.contentConfiguration as? UIListContentConfiguration)?.text
        }
      }
      expect(found.contains(screen.title) && found.count <= 4, "\(found)")
    }

    @Test("a narrow window shows the screen alone, with a way to the list until one is chosen")
    func narrow() throws {
      let catalog = open()
      let sidebar = try sidebar(of: catalog)
      func place(of view: UIView) -> CGRect { view.convert(view.bounds, to: nil) }
      expectEqual(place(of: catalog.screen.view).minX, 240)
      resize(to: CGSize(width: 390, height: 700))
      expect(sidebar.view.window == nil)
      expectEqual(place(of: catalog.screen.view), CGRect(x: 0, y: 0, width: 390, height: 664))
      expect(catalog.screen.scriptedView.isFirstResponder)
      let bar = try #require(find(KeyBar.self, in: catalog.view))
      let button = try #require(find(UIButton.self, in: bar))
      click(button)
      expectEqual(place(of: sidebar.view), CGRect(x: 0, y: 0, width: 390, height: 664))
      expect(catalog.screen.view.window == nil)
      let table = try sidebarTable(of: catalog)
      click(try #require(table.cellForRow(at: IndexPath(row: 0, section: 0))))
      expect(catalog.shownName == ScreenName.inOrder.first && sidebar.view.window == nil)
      // The bar leads to the list, too, and so does the key where there is no other way back.
      app.click(at: CGPoint(x: 30, y: 22))
      app.settle()
      expect(sidebar.view.window === app.window)
      click(button)
      expect(sidebar.view.window == nil && catalog.screen.scriptedView.isFirstResponder)
      resize(to: CGSize(width: 1280, height: 800))
      expect(sidebar.view.window === app.window && place(of: catalog.screen.view).minX == 240)
      click(button)
      expect(sidebar.view.window == nil && place(of: catalog.screen.view).minX == 0)
    }

    @Test("in a window that reads from right to left the bar of keys stands as in the mirror")
    func turnedKeys() throws {
      let catalog = open()
      let bar = try #require(find(KeyBar.self, in: catalog.view))
      func places() -> [CGRect] { bar.subviews.filter { !$0.isHidden }.map(\.frame) }
      let before = places()
      app.window.semanticContentAttribute = .forceRightToLeft
      app.settle()
      expect(before.count > 6)
      expectEqual(
        places(), before.map { CGRect(origin: CGPoint(x: bar.bounds.width - $0.maxX, y: $0.minY), size: $0.size) })
    }

    @Test("in a window of middle width the list comes over the screen until one is chosen, Escape or a click beside it")
    func middleWidth() throws {
      let catalog = open()
      let sidebar = try sidebar(of: catalog)
      resize(to: CGSize(width: 640, height: 600))
      expect(sidebar.view.window == nil)
      let bar = try #require(find(KeyBar.self, in: catalog.view))
      let button = try #require(find(UIButton.self, in: bar))
      for close in [{ app.key(.keyboardEscape) }, { app.click(at: CGPoint(x: 600, y: 300)) }] {
        click(button)
        expect(sidebar.view.window === app.window && catalog.screen.view.bounds.width == 640)
        close()
        app.settle()
        expect(sidebar.view.window == nil && catalog.screen.scriptedView.isFirstResponder)
      }
      app.key(.keyboardK, modifiers: .control)
      app.type("billion")
      app.key(.keyboardReturnOrEnter)
      app.settle()
      expect(catalog.shownName == .stress && sidebar.view.window == nil)
      expect(catalog.screen.scriptedView.isFirstResponder)
    }

    @Test(
      "the chosen screen stays in view in the list when text gets another size, folded or not",
      arguments: [false, true])
    func chosenInView(isFolded: Bool) throws {
      let catalog = open(ScreenName.inOrder.last ?? .countries)
      let table = try sidebarTable(of: catalog)
      let bar = try #require(find(KeyBar.self, in: catalog.view))
      let button = try #require(find(UIButton.self, in: bar))
      for screen in [ScreenName.inOrder[ScreenName.inOrder.count / 2], ScreenName.inOrder[2]]
        + ScreenName.inOrder.suffix(1)
      {
        catalog.show(screen)
        app.settle()
        for press in ["+", "+", "+", "0"] {
          if isFolded { click(button) }
          app.key(UIKeyboardHIDUsage(rawValue: 46), press, modifiers: .control)
          app.settle()
          if isFolded { click(button) }
          let path = try #require(table.indexPathForSelectedRow)
          let row = table.rectForRow(at: path)
          expect(table.bounds.contains(row), "\(screen) after \(press)")
        }
      }
    }

    @Test("the bar names the keys of the file that is shown, whichever tab that is")
    func hintsOfTabs() throws {
      let files = try [("a line\n", ".txt"), ("a,b\n1,2\n", ".csv")].map {
        try ScratchFile(Array($0.utf8), suffix: $1)
      }
      app.becomeCurrent()
      let catalog = CatalogController(first: .file) { _ in
        FilesController(files: files.map { FoundFile(path: $0.path) })
      }
      app.window.rootViewController = catalog
      app.settle()
      let bar = try #require(find(KeyBar.self, in: catalog.view))
      expect(texts(of: bar).contains("Wrap long lines") && !texts(of: bar).contains("Select all"))
      app.key(.keyboardTab, modifiers: .control)
      app.settle()
      expect(!texts(of: bar).contains("Wrap long lines") && texts(of: bar).contains("Select all"))
      app.key(UIKeyboardHIDUsage(rawValue: 26), "w", modifiers: .control)
      app.settle()
      expect(texts(of: bar).contains("Wrap long lines"))
    }

    @Test("a window of 600 points names the keys that find and filter in a file, and has the instruments in a menu")
    func narrowHints() throws {
      for (text, suffix) in [("a line\n", ".txt"), ("a,b\n1,2\n", ".csv")] {
        let file = try ScratchFile(Array(text.utf8), suffix: suffix)
        app.becomeCurrent()
        let catalog = CatalogController(first: .file) { _ in FilesController(files: [FoundFile(path: file.path)]) }
        app.window.rootViewController = catalog
        resize(to: CGSize(width: 600, height: 500))
        let bar = try #require(find(KeyBar.self, in: catalog.view))
        expect(texts(of: bar).contains("Find") && texts(of: bar).contains("Filter"), "\(texts(of: bar))")
        let button = try #require(
          bar.subviews.compactMap { $0 as? UIButton }.first { $0.accessibilityLabel == "Instruments" })
        expectEqual(button.menu?.children.map(\.title), ["FPS (F1)", "Inspector (F12)"])
        let shown = UIApplication.shared.showsInspector
        click(button)
        app.key(.keyboardDownArrow)
        app.key(.keyboardDownArrow)
        app.key(.keyboardReturnOrEnter)
        app.settle()
        expect(UIApplication.shared.showsInspector != shown)
        UIApplication.shared.showsInspector = shown
      }
    }

    @Test("the bar names the keys of the message that a mailbox has led to, and again those of the mailbox")
    func hintsOfDetails() throws {
      let catalog = open(.mail)
      let bar = try #require(find(KeyBar.self, in: catalog.view))
      expect(texts(of: bar).contains("Write"))
      app.key(.keyboardDownArrow)
      app.key(.keyboardO, "o")
      app.settle()
      expect(!texts(of: bar).contains("Write") && texts(of: bar).contains("Back"))
      app.key(.keyboardEscape)
      app.settle()
      expect(texts(of: bar).contains("Write") && !texts(of: bar).contains("Back"))
    }

    @Test("? shows all keys over the window, the screen's own among them; Escape takes them away")
    func keySheet() throws {
      let catalog = open(.updates)
      expect(texts(of: try #require(find(KeyBar.self, in: catalog.view))).contains("Insert"))
      app.key(UIKeyboardHIDUsage(rawValue: 56), modifiers: .shift)
      for _ in 0..<3 { app.frame() }
      let sheet = try #require(catalog.presentedViewController as? KeySheetController)
      expect(sheet.view.superview?.presentation != nil, "it moves into its place")
      app.settle(limit: 60)
      let shown = texts(of: sheet.view)
      for text in ["F1", "EVERYWHERE", "UPDATES", "Shuffle", "S"] { expect(shown.contains(text), "\(text)") }
      app.key(.keyboardI)
      app.settle()
      expectEqual((catalog.screen as? UpdatesController)?.rowCount, 2000, "the screen below took a key")
      app.key(.keyboardEscape)
      app.settle(limit: 60)
      expect(sheet.view.window == nil && catalog.presentedViewController == nil)
      app.key(UIKeyboardHIDUsage(rawValue: 56), "?", modifiers: .shift)
      app.settle(limit: 60)
      app.key(.keyboardUpArrow, modifiers: .alternate)
      app.settle(limit: 60)
      expect(catalog.presentedViewController == nil && catalog.shownName == .countries, "another screen is chosen")
      app.key(.keyboardDownArrow, modifiers: .alternate)
      app.settle()
      app.key(.keyboardI)
      expectEqual((catalog.screen as? UpdatesController)?.rowCount, 2003)
    }

    @Test("nothing a user does harms it", arguments: 0..<3)
    func random(seed: Int) throws {
      var random = DemoRandom(seed: UInt64(seed) &* 7919 &+ 11)
      func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      let catalog = open()
      var size = CGSize(width: 1280, height: 800)
      let keys: [UIKeyboardHIDUsage] = [
        .keyboardDownArrow, .keyboardUpArrow, .keyboardReturnOrEnter, .keyboardEscape, .keyboardK, .keyboardTab,
        UIKeyboardHIDUsage(rawValue: 56), UIKeyboardHIDUsage(rawValue: 30), UIKeyboardHIDUsage(rawValue: 36),
      ]
      for _ in 0..<200 {
        let point = CGPoint(x: below(Int(size.width)), y: below(Int(size.height)))
        switch below(5) {
        case 0: app.click(at: point)
        case 1: app.wheel(CGFloat(below(9) - 4), at: point)
        case 2:
          app.key(
            keys[below(keys.count)], modifiers: [[], .shift, .control, .alternate][below(4)])
        case 3: app.type(["a", "te", "?"][below(3)])
        default:
          size =
            [CGSize(width: 1280, height: 800), CGSize(width: 390, height: 700), CGSize(width: 20, height: 9)][
              below(3)]
          app.platformWindow.resize(to: size)
          app.events.post(.window(.resized))
        }
        app.frame()
      }
      // In a narrow window the list may be alone.
      resize(to: CGSize(width: 1280, height: 800))
      app.settle(limit: 60)
      expect(catalog.screen.view.window === app.window)
    }
  }
}
