import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import DemoParts
@testable import TableDemo

/// Every text of the labels below a view that are not hidden.
@MainActor
func texts(of view: UIView) -> [String] {
  guard !view.isHidden else { return [] }
  let own = (view as? UILabel)?.text.map { [$0] } ?? []
  return own + view.subviews.flatMap(texts)
}

/// The text that a row of a file has labels for, as it is read.
@MainActor
func lineText(of cell: UITableViewCell) -> String {
  // The last label has the number.
  let labels = cell.contentView.subviews.compactMap { $0 as? UILabel }.dropLast().filter { !$0.isHidden }
  return labels.sorted { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }.map { $0.text ?? "" }
    .joined()
}

/// The context menu that is open in a window.
@MainActor
func openMenu(in window: UIWindow) -> UIView? {
  window.subviews.first { String(describing: type(of: $0)) == "MenuOverlay" }
}

/// The screens in an application of fakes. One at a time: each replaces the current application.
@MainActor
@Suite("The screens", .serialized)
struct ScreenTests {
  let app = TestApplication(size: CGSize(width: 1280, height: 800))

  func show(_ screen: some DemoScreen) -> UITableView {
    app.becomeCurrent()
    app.window.rootViewController = ScreenNavigation.alone(screen)
    app.settle()
    return screen.scriptedTable
  }

  func scroll(_ table: UITableView, to offset: CGFloat) {
    table.contentOffset.y = offset
    app.settle()
  }

  @Test("countries: sections from A to Z, capital and region below the name, population at the right")
  func countries() throws {
    let table = show(CountriesController())
    expectEqual(table.numberOfSections, CountryListFixture.letters.count)
    expectEqual((0..<table.numberOfSections).reduce(0) { $0 + table.numberOfRows(inSection: $1) }, 249)
    let first = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
    expectEqual(
      Set(texts(of: first)),
      [
        "AF", "Afghanistan", "Kabul \u{b7} Southern Asia", "41,500,000", "652,230 km\u{b2}",
      ])
    expectEqual(table.headerView(forSection: 0).map(texts)?.contains("A"), true)
  }

  @Test("countries: the header of a section stays at the top while its rows scroll below it")
  func floatingHeader() throws {
    let table = show(CountriesController())
    let row = table.rectForRow(at: IndexPath(row: 5, section: 1))
    scroll(table, to: row.minY)
    let header = try #require(table.headerView(forSection: 1))
    expectEqual(header.convert(header.bounds, to: app.window).minY, 0)
  }

  @Test("stress: a billion rows, each with its own texts, wherever one looks")
  func stress() throws {
    let table = show(StressController(rows: 1_000_000_000))
    for row in [0, 1, 499_999_999, 999_999_990] {
      scroll(table, to: CGFloat(row) * 60)
      let path = IndexPath(row: row, section: 0)
      let cell = try #require(table.cellForRow(at: path))
      let expected = StressRow(row)
      expectEqual(Set(texts(of: cell)), [expected.title, expected.subtitle, expected.detail])
      expectEqual(table.rectForRow(at: path).minY, CGFloat(row) * 60)
    }
  }

  @Test("stress: in a wide window a row's texts stay 672 points together, in the middle")
  func wideRows() throws {
    let table = show(StressController(rows: 10))
    app.platformWindow.resize(to: CGSize(width: 1920, height: 1080))
    app.events.post(.window(.resized))
    app.settle()
    let frames = labels(of: try #require(table.visibleCells.first)).map(\.frame)
    expect(frames.map(\.minX).min() == 624 && frames.map(\.maxX).max() == 1296)
  }

  @Test("stress: no rows show nothing")
  func noRows() {
    let table = show(StressController(rows: 0))
    expect(table.visibleCells.isEmpty)
  }

  /// Labels below a view that are not hidden.
  private func labels(of view: UIView) -> [UILabel] {
    guard !view.isHidden else { return [] }
    return ((view as? UILabel).map { [$0] } ?? []) + view.subviews.flatMap(labels)
  }

  /// A screen in a narrow window.
  private func showNarrow(_ screen: UIViewController) -> TestApplication {
    let app = TestApplication(size: CGSize(width: 390, height: 700))
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
    return app
  }

  private func enlargeText(_ app: TestApplication) {
    for _ in 0..<8 { app.key(.init(rawValue: 46), "+", modifiers: .control) }
    app.settle()
  }

  /// Texts that do not fit in their labels.
  private func cutTexts(of view: UIView) -> [String] {
    labels(of: view).filter { label in
      let needed = label.sizeThatFits(CGSize(width: label.bounds.width, height: .greatestFiniteMagnitude))
      return label.numberOfLines == 1
        ? needed.width > label.bounds.width + 0.5 : needed.height > label.bounds.height + 0.5
    }.compactMap(\.text)
  }

  @Test("countries: in the largest size of text what stood side by side stands one below the other, in full")
  func largestCountries() throws {
    let screen = CountriesController()
    let app = showNarrow(screen)
    let path = IndexPath(row: 0, section: 0)
    let usual = labels(of: try #require(screen.tableView.cellForRow(at: path))).map(\.font.pointSize)
    enlargeText(app)
    for cell in screen.tableView.visibleCells {
      expectEqual(cutTexts(of: cell), [])
      expect(labels(of: cell).allSatisfy { $0.font.pointSize > 40 })
    }
    app.key(.init(rawValue: 39), "0", modifiers: .control)
    app.settle()
    let first = try #require(screen.tableView.cellForRow(at: path))
    expect(first.bounds.height <= 61 && labels(of: first).map(\.font.pointSize) == usual)
  }

  @Test("stress: in the largest size of text the detail stands below the title")
  func largestStress() throws {
    let screen = StressController(rows: 1000)
    enlargeText(showNarrow(screen))
    let cell = try #require(screen.tableView.cellForRow(at: IndexPath(row: 0, section: 0)))
    let all = labels(of: cell)
    expect(all.count == 3 && all.allSatisfy { $0.font.pointSize > 40 })
    expect(zip(all, all.dropFirst()).allSatisfy { $0.frame.maxY <= $1.frame.minY })
    expect(all[2].frame.maxY <= cell.bounds.height)
  }

  @Test("reuse: numbers in the containers grow with the size of text, and no cell is left out")
  func largestReuse() {
    let screen = ReuseController()
    let app = showNarrow(screen)
    func badges() -> [UILabel] {
      labels(of: screen.view).filter { $0.superview is CellBadge }
    }
    let usual = badges().count
    expect(usual > 2)
    enlargeText(app)
    expect(badges().count == usual && badges().allSatisfy { $0.font.pointSize > 18 })
  }

  @Test("a state that is too long for a narrow window goes on below, and the bar stays as high as it had to be")
  func narrowState() {
    let bar = ScreenStatusBar()
    let size = CGSize(width: 390, height: 700)
    bar.status = "short"
    let low = bar.sizeThatFits(size).height
    bar.status = "4 drawn, 0 skipped, 6 dropped, 4 cancelled, heights: 28 calculated, 1,000 precached"
    let high = bar.sizeThatFits(size).height
    expect(high > low)
    bar.status = "short"
    expectEqual(bar.sizeThatFits(size).height, high)
    expect(bar.sizeThatFits(CGSize(width: 390, height: 300)).height < high)
    expectEqual(bar.sizeThatFits(size).height, high)
  }

  @Test("a column that begins elsewhere makes other lines of a state, and the first one the same again")
  func stateInColumn() {
    let bar = ScreenStatusBar()
    let size = CGSize(width: 390, height: 700)
    bar.status = "53 messages, 7 drafts, 0 archived"
    let low = bar.sizeThatFits(size).height
    bar.column = 300...370
    expect(bar.sizeThatFits(size).height > low)
    bar.column = 20...370
    expectEqual(bar.sizeThatFits(size).height, low)
  }

  @Test("the room of a hint stays when the hint goes, also after the window was another one for a while")
  func roomOfHint() {
    let bar = ScreenStatusBar()
    let size = CGSize(width: 390, height: 700)
    bar.status = "53 messages, 7 drafts, 0 archived"
    let low = bar.sizeThatFits(size).height
    bar.hint = "Choose a message or a draft"
    let high = bar.sizeThatFits(size).height
    expect(high > low)
    bar.hint = ""
    expectEqual(bar.sizeThatFits(size).height, high)
    for other in [CGSize(width: 390, height: 300), CGSize(width: 1200, height: 700)] {
      bar.column = 20...other.width - 20
      expect(bar.sizeThatFits(other).height < high)
      bar.column = 20...size.width - 20
      expectEqual(bar.sizeThatFits(size).height, high)
    }
  }

  @Test("a scripted run asks for exactly its frames, moves the table, and then says so")
  func scripted() {
    let screen = StressController(rows: 1000)
    let table = show(screen)
    let run = ScriptedRun(screen: screen, frames: 10, motion: .scroll(points: 37))
    let frames = app.backend.drawCount
    var isDone = false
    run.start { isDone = true }
    app.settle(limit: 100)
    expect(isDone)
    expectEqual(table.contentOffset.y, CGFloat(333))
    expect(app.backend.drawCount - frames >= 9)
    expect(app.backend.drawCount - frames <= 10)
  }

  @Test("a scripted run counts from where the content rests, below a bar")
  func scriptedBelowBar() {
    let screen = StressController(rows: 1000)
    let table = show(screen)
    table.contentInset.top = 50
    for (points, end) in [(0.0, CGFloat(-50)), (37, CGFloat(24))] {
      let run = ScriptedRun(screen: screen, frames: 3, motion: .scroll(points: points))
      run.start {}
      app.settle(limit: 100)
      expectEqual(table.contentOffset.y, end)
    }
  }

  @Test("updates: keys insert, delete, move, reload and shuffle in every animation, at ten million rows")
  func updates() throws {
    let screen = UpdatesController(rows: 10_000_000)
    let table = show(screen)
    for _ in 0..<8 {
      for key in [UIKeyboardHIDUsage.keyboardI, .keyboardD, .keyboardM, .keyboardR, .keyboardS] {
        app.key(key)
        app.frame(after: 0.1)
      }
      app.key(.keyboardA)
      app.settle()
    }
    expectEqual(screen.rowCount, 10_000_000)
    expectEqual(table.numberOfRows(inSection: 0), 10_000_000)
    let counted = "10,000,000 rows: 24 inserted, 24 deleted, "
    expect(texts(of: screen.view).contains { $0.hasPrefix(counted) && $0.hasSuffix(" moved, 24 reloaded") })
    let shown = table.visibleCells.map { texts(of: $0).first { $0.hasPrefix("no. ") } }
    expect(shown.count > 10 && Set(shown).count == shown.count)
    scroll(table, to: 400_000_000)
    app.key(.keyboardD)
    app.settle()
    expectEqual(screen.rowCount, 9_999_997)
  }

  @Test("selfsizing: keys jump to a row, the end and the top, grow a row in its place, and try other estimates")
  func selfSizing() throws {
    let table = show(SelfSizingController(rows: 1_000_000))
    expect(Set(table.visibleCells.map(\.frame.height)).count > 2)
    app.key(.keyboardE)
    app.settle()
    expectEqual(table.contentOffset.y, table.contentSize.height - table.bounds.height)
    expectEqual(table.indexPathsForVisibleRows?.last?.row, 999_999)
    for estimate in ["good, 108", "too low, 10", "too high, 600", "none"] {
      app.key(.keyboardT)
      app.settle()
      expectEqual(table.contentOffset.y, 0)
      app.key(.keyboardS)
      app.settle()
      expect(texts(of: app.window).contains { $0.hasPrefix("1,000,000 rows, estimate: \(estimate)") })
      app.key(.keyboardR)
      app.settle()
      let row = try #require(
        table.indexPathsForVisibleRows?.first { table.rectForRow(at: $0).minY >= table.contentOffset.y })
      expect(table.rectForRow(at: row).minY - table.contentOffset.y < 44 || row.row > 999_900)
    }
    app.key(.keyboardS)
    app.settle()
    let rows = try #require(table.indexPathsForVisibleRows)
    let middle = rows[rows.count / 2]
    let height = table.rectForRow(at: middle).height
    for _ in 0..<5 { app.key(.keyboardG) }
    app.settle()
    expect(table.rectForRow(at: middle).height > height || table.indexPathsForVisibleRows?.count != rows.count)
  }

  @Test("updates: Delete deletes the selected row; Ctrl+Z takes back each change and Ctrl+Shift+Z makes it again")
  func updatesUndo() throws {
    let screen = UpdatesController(rows: 1000)
    let table = show(screen)
    func shown() -> [[String]] { table.visibleCells.map(texts) }
    let first = shown()
    app.click(at: table.convert(CGPoint(x: 300, y: table.rectForRow(at: IndexPath(row: 2, section: 0)).midY), to: nil))
    app.key(.keyboardDeleteForward)
    app.settle()
    expect(screen.rowCount == 999 && shown()[2] == first[3])
    for key in [UIKeyboardHIDUsage.keyboardI, .keyboardD, .keyboardM, .keyboardS, .keyboardD] {
      app.key(key)
      app.settle()
    }
    expectEqual(screen.rowCount, 996)
    let last = shown()
    for _ in 0..<6 {
      app.key(.keyboardZ, modifiers: .control)
      app.settle()
      table.checkInvariants()
    }
    expect(screen.rowCount == 1000 && shown() == first)
    for _ in 0..<7 {
      app.key(.keyboardZ, modifiers: [.control, .shift])
      app.settle()
    }
    expect(screen.rowCount == 996 && shown() == last)
  }

  @Test("stress: the field in the bar leads to a row by its number; Ctrl+G and Escape go there and back")
  func goToRow() throws {
    let screen = StressController(rows: 1_000_000_000)
    app.becomeCurrent()
    app.window.rootViewController = ScreenNavigation.around(screen, named: .stress)
    app.settle()
    let table = screen.scriptedTable
    expectEqual(screen.title, "1,000,000,000 rows")
    app.key(.keyboardG, modifiers: .control)
    expect(!table.isFirstResponder)
    app.key(.keyboardEscape)
    expect(table.isFirstResponder)
    app.key(.keyboardG, modifiers: .control)
    app.type("123,456,789")
    app.key(.keyboardReturnOrEnter)
    app.settle()
    let path = IndexPath(row: 123_456_789, section: 0)
    expect(table.indexPathForSelectedRow == path && table.isFirstResponder)
    let cell = try #require(table.cellForRow(at: path))
    expect(texts(of: cell).contains("Row 123,456,789"))
    expectEqual(cell.frame.minY - table.contentOffset.y, table.adjustedContentInset.top)
  }

  @Test(
    "stress: the number of rows is whole beside the field, in narrow windows and in wide ones",
    arguments: [320, 400, 480, 800])
  func rowCountInBar(width: Double) throws {
    let screen = StressController(rows: 1_000_000_000)
    app.becomeCurrent()
    app.platformWindow.resize(to: CGSize(width: width, height: 600))
    app.events.post(.window(.resized))
    app.window.rootViewController = ScreenNavigation.around(screen, named: .stress)
    app.settle()
    let bar = try #require(screen.navigationController?.navigationBar)
    func labels(of view: UIView) -> [UILabel] {
      view.subviews.flatMap { ($0 as? UILabel).map { [$0] } ?? labels(of: $0) }
    }
    let title = try #require(labels(of: bar).first { $0.text == screen.title })
    expect(title.bounds.width >= title.intrinsicContentSize.width, "\(title.bounds.width)")
    let field = try #require(screen.navigationItem.rightBarButtonItem?.customView as? UITextField)
    expectEqual(field.bounds.width, width < 440 ? 100 : 200)
    let placeholder = UILabel()
    placeholder.font = field.font
    placeholder.text = field.placeholder
    let room = field.placeholderRect(forBounds: field.bounds).width
    expect(placeholder.intrinsicContentSize.width <= room, "\(placeholder.intrinsicContentSize.width) in \(room)")
  }

  @Test(
    "stress: row numbers are read as people write them; larger ones lead to the last row",
    arguments: [
      ("7", 7), ("Row 1,000", 1000), ("1_000_000", 1_000_000), ("1 000 000", 1_000_000), ("1.000", 1000),
      ("1e6", nil), ("-3", nil), ("", nil), ("row", nil), ("99999999999999999999999", 999_999_999), ("\u{0663}", nil),
    ] as [(String, Int?)])
  func rowNumber(text: String, row: Int?) {
    expectEqual(StressController.row(in: text, of: 1_000_000_000), row)
    expect(StressController.row(in: text, of: 0) == nil)
  }

  @Test("countries: what is found is counted in the title and below the rows, and a search that ends brings back all")
  func countedCountries() throws {
    // Alone the count stands below the title, in a navigation controller below the rows.
    for isAlone in [true, false] {
      let screen = CountriesController()
      app.becomeCurrent()
      app.window.rootViewController = isAlone ? screen : ScreenNavigation.around(screen, named: .countries)
      app.settle()
      let table = screen.scriptedTable
      let bar = try #require(searchBar(in: app.window))
      bar.becomeFirstResponder()
      app.type("guinea")
      app.settle()
      expect(screen.rowCount == 4 && screen.title == "4 of 249 countries")
      expect(texts(of: table).contains { $0.hasPrefix("4 of 249 countries and territories, ") }, "\(isAlone)")
      app.shortcut("a")
      app.key(.keyboardDeleteOrBackspace)
      app.settle()
      expectEqual(screen.title, "Countries")
      let count = "249 countries and territories, 8.06 billion people"
      expect(isAlone ? texts(of: table).contains(count) : (table.tableFooterView as? UILabel)?.text == count)
    }
  }

  private func searchBar(in view: UIView) -> UISearchBar? {
    view as? UISearchBar ?? view.subviews.lazy.compactMap(searchBar).first
  }

  @Test("countries: a country tells its figures among all, and its neighbours with their direction, which lead on")
  func country() throws {
    let screen = CountriesController()
    app.becomeCurrent()
    app.window.rootViewController = ScreenNavigation.around(screen, named: .countries)
    app.settle()
    let navigation = try #require(screen.navigationController)
    let spain = try #require(CountryList.embedded.sections.flatMap(\.countries).first { $0.code == "ES" })
    navigation.pushViewController(CountryController(spain), animated: false)
    app.settle()
    let detail = try #require(navigation.topViewController as? CountryController)
    let words = texts(of: detail.tableView)
    expect(words.contains("\u{1F1EA}\u{1F1F8}") && words.contains("Madrid"))
    expectEqual(detail.tableView(detail.tableView, titleForHeaderInSection: 2), "5 neighbours on land")
    expect(words.contains { $0.hasPrefix("48.4 million, ") && $0.hasSuffix(" of 249") })
    // On the map each neighbour stands on its side of the flag.
    let compass = try #require(detail.tableView.tableHeaderView as? CompassView)
    let flag = try #require(compass.subviews.first { ($0 as? UILabel)?.text == "\u{1F1EA}\u{1F1F8}" })
    func place(_ name: String) throws -> CGRect {
      let buttons = compass.subviews.compactMap { $0 as? UIButton }
      expectEqual(buttons.count, 5)
      return try #require(buttons.first { $0.currentTitle?.hasSuffix(name) == true }).frame
    }
    try expect(place("France").minX > flag.frame.maxX && place("France").maxY < flag.frame.minY)
    try expect(place("Portugal").maxX < flag.frame.minX && abs(place("Portugal").midY - flag.frame.midY) < 1)
    try expect(place("Morocco").minY > flag.frame.maxY)
    expect(compass.bounds.height >= compass.subviews.map(\.frame.maxY).max() ?? 0)
    let names = (0..<5).map { detail.tableView(detail.tableView, textForRowAt: IndexPath(row: $0, section: 2)) }
    expectEqual(names, ["France", "Andorra", "Morocco", "Gibraltar", "Portugal"])
    app.key(.keyboardEnd)
    app.key(.keyboardReturnOrEnter)
    app.settle()
    expectEqual(navigation.topViewController?.title, "Portugal")
    app.key(.keyboardEscape)
    app.settle()
    expect(navigation.topViewController === detail)
    app.key(.keyboardHome)
    app.settle()
    detail.tableView.contentOffset.y = -detail.tableView.adjustedContentInset.top
    app.settle()
    let france = try place("France")
    app.click(at: compass.convert(CGPoint(x: france.midX, y: france.midY), to: nil))
    app.settle()
    expectEqual(navigation.topViewController?.title, "France")
  }

  @Test("updates: no rows take inserts, and the last ones can be deleted")
  func updatesWithoutRows() {
    let screen = UpdatesController(rows: 0)
    let table = show(screen)
    for key in [UIKeyboardHIDUsage.keyboardD, .keyboardM, .keyboardR, .keyboardS, .keyboardI] { app.key(key) }
    app.settle()
    expectEqual(table.visibleCells.count, 3)
    app.key(.keyboardD)
    app.settle()
    expect(table.visibleCells.isEmpty)
  }

  @Test("styles: keys switch the style, headers, index, lines, filler rows, ends, emptiness and dark mode live")
  func styles() throws {
    let screen = StylesController()
    var table = show(screen)
    expect(table.style == .plain && table.visibleCells.count > 5)
    expectEqual(table.headerView(forSection: 0)?.textLabel?.text, "A")
    for style in [UITableView.Style.grouped, .insetGrouped] {
      app.key(.keyboardS)
      app.settle()
      table = screen.scriptedTable
      expect(table.style == style && table.window === app.window)
    }
    let inset = try #require(table.visibleCells.first).frame.minX
    expectEqual(inset, ((table.bounds.width - 672) / 2).rounded(.down), "cards of a readable width")
    app.key(.keyboardI)
    app.key(.keyboardH)
    app.settle()
    expect(texts(of: try #require(table.headerView(forSection: 0))).contains("A"))
    for key in [UIKeyboardHIDUsage.keyboardL, .keyboardF, .keyboardT, .keyboardD, .keyboardL, .keyboardL, .keyboardL] {
      app.key(key)
      app.settle()
      expect(!table.visibleCells.isEmpty)
    }
    expectEqual(app.window.traitCollection.userInterfaceStyle, .dark)
    expect(table.separatorStyle == .none && table.tableHeaderView == nil)
    app.key(.keyboardE)
    app.settle()
    expect(table.visibleCells.isEmpty && screen.rowCount == 0)
    expect(texts(of: screen.view).contains { $0.hasPrefix("No trees") })
  }
}

/// Facts about the embedded list that the screens are compared with.
private enum CountryListFixture {
  static let letters: [String] = CountryList.embedded.sections.map(\.letter)
}
