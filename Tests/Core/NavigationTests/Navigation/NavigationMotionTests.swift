import Expectations
import Foundation
import Pixels
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Navigation on its way")
@MainActor
struct NavigationMotionTests {
  private let app = TestApplication(size: CGSize(width: 400, height: 600))
  private let log = CallLog()

  private func screen(_ name: String) -> LoggingController { LoggingController(name, log) }

  private func show(_ controllers: UIViewController...) -> UINavigationController {
    app.becomeCurrent()
    let navigation = UINavigationController()
    navigation.viewControllers = controllers
    app.window.rootViewController = navigation
    app.settle()
    _ = log.take()
    return navigation
  }

  private func pointer(_ x: CGFloat) -> InputEvent.Pointer {
    InputEvent.Pointer(location: CGPoint(x: x, y: 300), button: .primary, clickCount: 1, timestamp: app.clock.now)
  }

  private func beginDrag(to end: CGFloat) {
    app.events.post(.pointerDown(pointer(2)))
    app.frame()
    for step in 1...8 {
      app.events.post(.pointerMoved(pointer(2 + (end - 2) * CGFloat(step) / 8)))
      app.frame()
    }
  }

  private func resize(to width: CGFloat) {
    app.platformWindow.resize(to: CGSize(width: width, height: 600))
    app.events.post(.window(.resized))
    app.frame()
  }

  /// What was told of appearing is told of disappearing before it is told of that again.
  private func expectPairs(_ lines: [String], _ names: String...) {
    for name in names {
      for (first, second) in [("will+", "did+"), ("will-", "did-")] {
        let counts = [first, second].map { event in lines.count { $0.hasPrefix("\(name) \(event)") } }
        expectEqual(counts[0], counts[1], "\(name): \(lines)")
      }
    }
  }

  @Test(
    "a push, a pop or a resize in the middle of a drag from the edge ends the drag, and the rest of it does nothing",
    arguments: 0..<4)
  func interruptedDrag(by kind: Int) {
    let navigation = show(screen("A"), screen("B"))
    beginDrag(to: 150)
    expectEqual(navigation.viewControllers.map(\.title), ["A"])
    var expected = ["A"]
    switch kind {
    case 0:
      navigation.pushViewController(screen("C"), animated: true)
      expected = ["A", "C"]
    case 1:
      navigation.setViewControllers([screen("D")], animated: false)
      expected = ["D"]
    case 2: resize(to: 700)
    default: navigation.view.isHidden = true
    }
    app.frame()
    app.events.post(.pointerMoved(pointer(390)))
    app.frame()
    app.events.post(.pointerUp(pointer(390)))
    app.settle()
    expectEqual(navigation.viewControllers.map(\.title), expected)
    let top = navigation.topViewController
    expect(top?.view.window === app.window && top?.view.frame.origin == .zero)
    expectEqual(top?.view.superview?.frame, navigation.view.bounds)
    expectPairs(log.take(), "A", "B", "C", "D")
  }

  @Test("what the bar shows of a coming screen has its place in the bar's page before it moves")
  func comingTitle() throws {
    let navigation = show(screen("A"))
    navigation.navigationBar.prefersLargeTitles = true
    app.settle()
    navigation.pushViewController(screen("B"), animated: true)
    for _ in 0..<3 { app.frame() }
    func views(below view: UIView) -> [UIView] { view.subviews.flatMap { [$0] + views(below: $0) } }
    let page = try #require(navigation.navigationBar.page)
    expect(page.presentation != nil, "nothing moves")
    for case let label as UILabel in views(below: page) {
      expect(label.presentation == nil && label.frame.height > 0, "\(label.text ?? "")")
    }
  }

  @Test(
    "of two titles that pass each other in the bar only one is seen, in a push or a pop by itself as under a finger",
    arguments: [(true, false), (false, false), (false, true)])
  func passingTitles(isPush: Bool, isDragged: Bool) throws {
    let navigation = isPush ? show(screen("A")) : show(screen("A"), screen("B"))
    let bar = navigation.navigationBar
    if isDragged {
      app.events.post(.pointerDown(pointer(2)))
      app.frame()
    } else if isPush {
      navigation.pushViewController(screen("B"), animated: true)
    } else {
      navigation.popViewController(animated: true)
    }
    var seen: [[CGFloat]] = []
    for step in 1...20 {
      if isDragged { app.events.post(.pointerMoved(pointer(2 + 19 * CGFloat(step)))) }
      app.frame()
      let pages = bar.subviews.compactMap { $0 as? BarPage }
      guard pages.count == 2 else { continue }
      for page in pages {
        let x = page.presentation?.origin.x ?? page.frame.minX
        let share = max(0, 1 - abs(x) / (400 / 6))
        expect(abs((page.presentation?.alpha ?? page.alpha) - share) < 0.001)
      }
      seen.append(pages.map { $0.presentation?.alpha ?? $0.alpha })
    }
    expect(seen.count > 10 && seen.allSatisfy { $0[0] == 0 || $0[1] == 0 }, "\(seen)")
    expect(seen.contains { $0[0] > 0.2 } && seen.contains { $0[1] > 0.2 }, "\(seen)")
  }

  @Test(
    "a bar with a large title moves with its screen in a push, a pop and a drag back, and is seen where that is seen",
    arguments: [(true, false), (false, false), (false, true)], [false, true])
  func largeTitlesMove(_ way: (isPush: Bool, isDragged: Bool), isTurned: Bool) throws {
    app.window.semanticContentAttribute = isTurned ? .forceRightToLeft : .unspecified
    let screens = [screen("A"), screen("B")]
    let navigation = way.isPush ? show(screens[0]) : show(screens[0], screens[1])
    let bar = navigation.navigationBar
    bar.prefersLargeTitles = true
    app.settle()
    func finger(_ x: CGFloat) -> InputEvent.Pointer { pointer(isTurned ? 400 - x : x) }
    if way.isDragged {
      app.events.post(.pointerDown(finger(2)))
      app.frame()
    } else if way.isPush {
      navigation.pushViewController(screens[1], animated: true)
    } else {
      navigation.popViewController(animated: true)
    }
    var edges: [CGFloat] = []
    for step in 1...20 {
      if way.isDragged { app.events.post(.pointerMoved(finger(2 + 19 * CGFloat(step)))) }
      app.frame()
      let pages = bar.subviews.compactMap { $0 as? BarPage }
      guard pages.count == 2, let upper = screens[1].view.superview else { continue }
      let edge = (upper.presentation ?? upper.modelPresentation).origin.x + (isTurned ? 400 : 0)
      edges.append(edge)
      for page in pages {
        let controller = try #require(screens.first { $0.navigationItem === page.item })
        let host = try #require(controller.view.superview)
        let (shown, screen) = (page.presentation ?? page.modelPresentation, host.presentation ?? host.modelPresentation)
        expect(abs(shown.origin.x - shown.bounds.minX - screen.origin.x) < 1 && shown.alpha == 1)
        // Nothing of the lower page is seen beyond the edge of the upper screen.
        guard controller === screens[0] else { continue }
        expect(page.clipsToBounds && abs((isTurned ? shown.origin.x : shown.origin.x + shown.bounds.width) - edge) < 1)
      }
    }
    expect(edges.count > 10 && Set(edges).count > 8, "\(edges)")
    if way.isDragged { app.events.post(.pointerUp(finger(390))) }
    app.settle()
    let page = try #require(bar.page)
    expect(page.frame == bar.bounds && page.bounds.minX == 0 && !page.clipsToBounds)
    expectEqual(bar.subviews.count { $0 is BarPage }, 1)
    app.window.semanticContentAttribute = .unspecified
  }

  @Test(
    "the ground of a bar with content under it goes with that content's page, and leaves a large title beside it alone")
  func groundMoves() throws {
    let pages = ["A", "B"].map { title in
      let page = Rows(style: .plain)
      page.title = title
      return page
    }
    let navigation = show(pages[0])
    let bar = navigation.navigationBar
    bar.prefersLargeTitles = true
    app.settle()
    pages[0].tableView.setContentOffset(CGPoint(x: 0, y: 200), animated: false)
    app.settle()
    let ground = try #require(bar.subviews.first { $0 is BarGround })
    for isPush in [true, false] {
      expect(ground.isHidden != isPush)
      if isPush {
        navigation.pushViewController(pages[1], animated: true)
      } else {
        navigation.popViewController(animated: true)
      }
      var count = 0
      for _ in 0..<15 {
        app.frame()
        guard bar.subviews.count(where: { $0 is BarPage }) == 2, let upper = pages[1].view.superview else { continue }
        let (shown, edge) = (
          ground.presentation ?? ground.modelPresentation, upper.presentation ?? upper.modelPresentation
        )
        expect(!ground.isHidden && abs(shown.origin.x + shown.bounds.width - edge.origin.x) < 1)
        expectEqual(shown.bounds.height, 44)
        count += 1
      }
      expect(count > 10)
      app.settle()
      expect(ground.isHidden == isPush && ground.frame.width == bar.bounds.width)
    }
  }

  @Test("a controller that replaces its view in the middle of a push comes to rest with the new one")
  func replacedView() {
    let navigation = show(screen("A"))
    let next = screen("B")
    navigation.pushViewController(next, animated: true)
    for _ in 0..<5 { app.frame() }
    let other = UIView()
    next.view = other
    for _ in 0..<3 { app.frame() }
    expect(other.window === app.window)
    app.settle()
    expectEqual(other.convert(other.bounds, to: nil), CGRect(x: 0, y: 0, width: 400, height: 600))
    navigation.popViewController(animated: false)
    app.settle()
    expect(other.window == nil && navigation.topViewController?.view.window === app.window)
  }

  @Test("a window that gets another size in the middle of a push, a pop or a sheet shows all in the new one")
  func resized() {
    let navigation = show(screen("A"))
    navigation.pushViewController(screen("B"), animated: true)
    for _ in 0..<4 { app.frame() }
    resize(to: 700)
    app.settle()
    expectEqual(navigation.topViewController?.view.convert(CGPoint.zero, to: nil), .zero)
    expect(navigation.topViewController?.view.bounds.width == 700 && navigation.navigationBar.bounds.width == 700)
    navigation.popViewController(animated: true)
    for _ in 0..<4 { app.frame() }
    resize(to: 320)
    app.settle()
    expect(navigation.topViewController?.title == "A" && navigation.topViewController?.view.bounds.width == 320)
    expectPairs(log.take(), "A", "B")
    let sheet = screen("sheet")
    navigation.present(sheet, animated: true)
    for _ in 0..<4 { app.frame() }
    resize(to: 1000)
    app.settle()
    let place = sheet.view.convert(sheet.view.bounds, to: nil)
    expect(CGRect(x: 0, y: 0, width: 1000, height: 600).contains(place) && abs(place.midX - 500) <= 1)
    expect(app.window.bounds.width == 1000 && sheet.presentingViewController === navigation)
  }

  @Test("a bar that is hidden with animation slides out with its room, and slides in again")
  func hidingBar() {
    let navigation = show(screen("A"))
    let bar = navigation.navigationBar
    expect(bar.frame.minY == 0 && !bar.isHidden)
    navigation.setNavigationBarHidden(true, animated: true)
    for _ in 0..<4 { app.frame() }
    expect(!bar.isHidden && (bar.presentation?.origin.y ?? 0) < 0)
    expect((bar.presentation?.origin.y ?? -100) > -45)
    app.settle()
    expect(bar.isHidden && navigation.topViewController?.view.safeAreaInsets.top == 0)
    navigation.setNavigationBarHidden(false, animated: true)
    for _ in 0..<4 { app.frame() }
    expect(!bar.isHidden && (bar.presentation?.origin.y ?? 0) < 0)
    app.settle()
    expect(bar.frame.minY == 0 && navigation.topViewController?.view.safeAreaInsets.top == 44)
    // The toolbar comes from below.
    navigation.setToolbarHidden(false, animated: true)
    for _ in 0..<4 { app.frame() }
    expect((navigation.toolbar.presentation?.origin.y ?? 0) > 556)
    app.settle()
    expectEqual(navigation.toolbar.frame.minY, 556)
    navigation.setToolbarHidden(true, animated: true)
    app.frame()
    expect(!navigation.toolbar.isHidden)
    app.settle()
    expect(navigation.toolbar.isHidden)
  }

  @Test(
    "when a search in the bar ends, titles and buttons come as the field leaves their place", arguments: [false, true])
  func searchEnds(isLarge: Bool) throws {
    app.becomeCurrent()
    let rows = Rows(style: .plain)
    rows.title = "Rows"
    let search = UISearchController(searchResultsController: nil)
    rows.navigationItem.searchController = search
    let navigation = UINavigationController(rootViewController: rows)
    navigation.navigationBar.prefersLargeTitles = isLarge
    app.window.rootViewController = navigation
    app.settle()
    func label(in view: UIView) -> UILabel? {
      (view as? UILabel).flatMap { $0.text == "Rows" ? $0 : nil } ?? view.subviews.lazy.compactMap(label).first
    }
    let title = try #require(label(in: navigation.navigationBar))
    let row = try #require(title.superview)
    search.isActive = true
    app.settle()
    search.isActive = false
    var shares: [CGFloat] = []
    for _ in 0..<20 {
      app.frame()
      shares.append(row.presentation?.alpha ?? row.alpha)
      // Where a large title comes below, none is seen here meanwhile.
      expectEqual((title.presentation?.alpha ?? title.alpha), (isLarge ? 0 : 1))
    }
    expect(shares[1] < 0.2 && shares[19] == 1 && shares == shares.sorted() && !row.isHidden)
  }

  private final class Rows: UITableViewController {
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    }
  }

  /// A page of rows with text.
  private final class TextRows: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
      cell.textLabel?.text = "Row \(indexPath.row) of \(title ?? "")"
      cell.detailTextLabel?.text = "\(indexPath.row)"
      return cell
    }
  }

  /// The pixels that frames show, as a part of the window.
  private func shownParts(_ frames: Int, _ tracker: inout DamageTracker) -> [Double] {
    var damage = Damage()
    return (0..<frames).map { _ in
      app.frame()
      tracker.update(with: app.backend.list, damage: &damage)
      return Double(damage.presentedArea) / Double(app.window.bounds.width * app.window.bounds.height)
    }
  }

  @Test("the frames of a push show what moves on the grounds of both screens, and not the grounds")
  func pushedPixels() {
    let pages = ["A", "B"].map { title in
      let page = TextRows(style: .plain)
      page.title = title
      return page
    }
    let navigation = show(pages[0])
    var tracker = DamageTracker()
    navigation.pushViewController(pages[1], animated: true)
    _ = shownParts(2, &tracker)
    let parts = shownParts(15, &tracker)
    expect(parts.allSatisfy { $0 > 0.01 && $0 < 0.75 }, "\(parts)")
    let sum = parts.reduce(0, +)
    expect(sum < 7.5, "\(parts)")
    app.settle()
    expect(pages[1].view.superview?.clipsToBounds == false && navigation.view.subviews[0].subviews.count == 1)
  }

  @Test("the frames of a sheet show the shade around the card, and of the card what is on it and its edges")
  func sheetPixels() {
    app.platformWindow.resize(to: CGSize(width: 1280, height: 800))
    app.events.post(.window(.resized))
    let page = TextRows(style: .plain)
    let navigation = show(page)
    var tracker = DamageTracker()
    navigation.present(TextRows(style: .plain), animated: true)
    _ = shownParts(6, &tracker)
    let parts = shownParts(8, &tracker)
    expect(parts.allSatisfy { $0 > 0.05 && $0 < 0.9 }, "\(parts)")
    expect(parts.contains { $0 > 0.5 } && parts.contains { $0 < 0.3 }, "\(parts)")
  }

  @Test("a sheet that comes and goes shows less than half of a large window a frame, and draws a third")
  func sheetCost() {
    app.platformWindow.resize(to: CGSize(width: 1280, height: 800))
    app.events.post(.window(.resized))
    let navigation = show(TextRows(style: .plain))
    var tracker = DamageTracker()
    var damage = Damage()
    tracker.update(with: app.backend.list, damage: &damage)
    var (frames, drawn, shown, changes) = (0, 0, 0, 0)
    func run(_ begin: () -> Void) {
      begin()
      // The first frame makes the screen.
      app.frame()
      tracker.update(with: app.backend.list, damage: &damage)
      for _ in 0..<30 {
        app.frame()
        tracker.update(with: app.backend.list, damage: &damage)
        guard !damage.isEmpty else { continue }
        frames += 1
        drawn += damage.redrawnArea
        shown += damage.presentedArea
        if tracker.shade?.change == .recolored { changes += 1 }
      }
    }
    run { navigation.present(TextRows(style: .plain), animated: true) }
    run { navigation.dismiss(animated: true) }
    let window = 1280 * 800 * frames
    expect(frames > 30 && changes >= 8)
    expect(Double(shown) / Double(window) < 0.5, "\(Double(shown) / Double(window)) of \(frames) frames")
    expect(Double(drawn) / Double(window) < 0.34, "\(Double(drawn) / Double(window)) of \(frames) frames")
  }

  @Test("the shade below a sheet comes and goes in eight steps: in the other frames only the card moves")
  func shadeSteps() throws {
    let navigation = show(screen("A"))
    func shade() -> UInt8? {
      app.backend.list.commands.lazy.compactMap { command -> UInt8? in
        guard case .fill(let rect, let color) = command, rect == app.window.bounds, !color.isOpaque else { return nil }
        return color.alpha
      }.first
    }
    func shades(_ change: () -> Void) -> [UInt8] {
      change()
      return (0..<30).map { _ in
        app.frame()
        return shade() ?? 0
      }
    }
    let coming = shades { navigation.present(screen("B"), animated: true) }
    expect(coming == coming.sorted() && coming.last == 51 && (6...9).contains(Set(coming).count), "\(coming)")
    let going = shades { navigation.dismiss(animated: true) }
    expect(going == going.sorted().reversed() && going.last == 0 && (6...9).contains(Set(going).count), "\(going)")
  }

  @Test("a screen that changes in the middle of a push is shown as it is, below and above")
  func changesMeanwhile() throws {
    let navigation = show(screen("A"))
    let next = screen("B")
    let labels = [UILabel(frame: CGRect(x: 20, y: 200, width: 100, height: 20)), UILabel(frame: .zero)]
    labels[1].frame = labels[0].frame
    navigation.viewControllers[0].view.addSubview(labels[0])
    next.view.addSubview(labels[1])
    navigation.pushViewController(next, animated: true)
    for _ in 0..<4 { app.frame() }
    for (number, label) in labels.enumerated() { label.text = "changed \(number)" }
    app.frame()
    let texts = app.backend.slots.values.flatMap(\.runs).map { String($0.text) }
    for number in 0..<2 { expect(texts.contains { $0.contains("changed \(number)") }, "\(texts)") }
    app.application.preferredInterfaceStyle = .dark
    app.frame()
    let grounds = app.backend.list.commands.compactMap { command -> DrawColor? in
      guard case .fill(let rect, let color) = command, rect.width >= 400, rect.height >= 500 else { return nil }
      return color
    }
    expect(!grounds.isEmpty && grounds.allSatisfy { $0.red < 60 }, "\(grounds)")
  }

  @Test(
    "a large title or a search field that is half away when scrolling ends comes back or goes",
    arguments: [false, true])
  func halfTitle(isSearched: Bool) {
    let rows = Rows(style: .plain)
    rows.title = "Rows"
    if isSearched { rows.navigationItem.searchController = UISearchController(searchResultsController: nil) }
    let navigation = show(rows)
    navigation.navigationBar.prefersLargeTitles = true
    app.settle()
    let bar = navigation.navigationBar
    let full = bar.bounds.height
    expectEqual(full, (isSearched ? 152 : 96))
    let field: CGFloat = isSearched ? 56 : 0
    // The field goes first, then the title.
    for (notches, left) in [(-0.2, full), (-0.5 - field / 80, isSearched ? 96 : 44)] {
      rows.tableView.setContentOffset(CGPoint(x: 0, y: -full), animated: false)
      app.settle()
      app.wheel(notches, at: CGPoint(x: 200, y: 300), isPrecise: true)
      app.settle()
      expectEqual(bar.bounds.height, left, "turned by \(notches)")
      expectEqual(rows.tableView.contentOffset.y, -left)
    }
    app.wheel(-5, at: CGPoint(x: 200, y: 300), isPrecise: true)
    app.settle()
    expect(bar.bounds.height == 44 && rows.tableView.contentOffset.y > 100)
  }

  /// Sections with a letter each.
  private final class LetteredRows: UITableViewController {
    var sections = 26
    var rows = 6
    override func numberOfSections(in tableView: UITableView) -> Int { sections }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "\(section)" }
    override func sectionIndexTitles(for tableView: UITableView) -> [String]? { (0..<sections).map(String.init) }
  }

  @Test(
    "the section index puts the header of a section below the bar, with the large title away", arguments: [0, 1, 9])
  func titleAndIndex(section: Int) throws {
    let list = LetteredRows(style: .plain)
    let navigation = show(list)
    navigation.navigationBar.prefersLargeTitles = true
    app.settle()
    for offset in [2_000, 6_000, -96.0] {
      list.tableView.setContentOffset(CGPoint(x: 0, y: offset), animated: false)
      app.settle()
      list.tableView.sectionIndex.jump(toTitle: section, "\(section)")
      app.settle()
      let header = try #require(list.tableView.headerView(forSection: section))
      expectEqual(navigation.navigationBar.bounds.height, 44, "from \(offset)")
      expectEqual(header.convert(header.bounds, to: nil).minY, 44, "from \(offset)")
    }
  }

  @Test("where the section index cannot scroll that far, the large title is seen whole or not at all")
  func titleAndShortIndex() {
    let list = LetteredRows(style: .plain)
    (list.sections, list.rows) = (4, 1)
    let navigation = show(list)
    navigation.navigationBar.prefersLargeTitles = true
    app.settle()
    // The content is a little longer than there is room for.
    list.tableView.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 1))
    app.settle()
    let room = 600 - 96 - list.tableView.contentSize.height
    list.tableView.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: room + 25))
    app.settle()
    expectEqual(list.tableView.verticalExtent.highest, -72)
    list.tableView.sectionIndex.jump(toTitle: 3, "3")
    app.settle()
    expect([44, 96].contains(navigation.navigationBar.bounds.height), "\(navigation.navigationBar.bounds.height)")
  }

  @Test("the arrow down leads from a search field to what it has found")
  func downFromField() throws {
    let rows = Rows(style: .plain)
    let found = Rows(style: .plain)
    let search = UISearchController(searchResultsController: found)
    rows.navigationItem.searchController = search
    _ = show(rows)
    search.searchBar.becomeFirstResponder()
    app.settle()
    // Nothing is found yet: the content is shaded.
    app.key(.keyboardDownArrow)
    expect(search.searchBar.isFirstResponder)
    app.type("x")
    app.settle()
    app.key(.keyboardDownArrow)
    app.settle()
    expect(found.tableView.isFirstResponder && search.isActive)
    expectEqual(found.tableView.chooser.cursorRow?.row, 0)
    search.isActive = false
    app.settle()
    search.obscuresBackgroundDuringPresentation = false
    search.searchBar.becomeFirstResponder()
    app.key(.keyboardDownArrow)
    expect(rows.tableView.isFirstResponder)
  }
}
