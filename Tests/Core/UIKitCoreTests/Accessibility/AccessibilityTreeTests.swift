import Expectations
import Foundation
import Pixels
import TestSupport
import Testing

@testable import TableModel
@testable import UIKitCore

/// What an observer heard, in order.
@MainActor
final class HeardEvents: AccessibilityObserver {
  var heard: [String] = []
  func focusMayHaveMoved() { heard.append("focus") }
  func contentMayHaveChanged(of view: UIView) { heard.append("content") }
  func selectionDidChange(in view: UIView) { heard.append("selection") }
  func rowsDidChange(in view: UIView) { heard.append("rows") }
  func offer(_ key: InputEvent.Key, isDown: Bool, answered: @escaping @MainActor (Bool) -> Void) -> Bool { false }
  func post(_ notification: UIAccessibility.Notification, argument: Any?) {
    heard.append("\(notification.rawValue) \(argument ?? "nil")")
  }
}

/// A table of many rows with two texts each, whose cells are counted.
@MainActor
final class SpokenRows: NSObject, UITableViewDataSource, UITableViewDelegate {
  var counts: [Int]
  var chosen: [IndexPath] = []
  var named = 0
  var hasSwitch = false
  var swipe: UISwipeActionsConfiguration?
  var header: String?
  var onCell: (() -> Void)?

  init(_ counts: [Int]) { self.counts = counts }

  func numberOfSections(in tableView: UITableView) -> Int { counts.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { counts[section] }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    named += 1
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    cell.textLabel?.text = "Row \(indexPath.section).\(indexPath.row)"
    if hasSwitch {
      let toggle = UISwitch()
      toggle.accessibilityLabel = "Wanted"
      cell.accessoryView = toggle
    }
    onCell?()
    return cell
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { header }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { chosen.append(indexPath) }
  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { swipe }
}

@MainActor
@Suite("Accessibility: the tree of what is shown")
struct AccessibilityTreeTests {
  let app = TestApplication()

  private var tree: AccessibilityTree { AccessibilityTree(of: app.application) }

  private func showTable(_ rows: SpokenRows) -> UITableView {
    let table = UITableView(frame: app.window.bounds)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.rowHeight = 44
    table.dataSource = rows
    table.delegate = rows
    app.window.addSubview(table)
    app.settle()
    return table
  }

  @Test("labels, buttons, switches, fields and progress are elements with names, values and traits of their own")
  func defaults() {
    let label = UILabel(frame: .zero)
    label.text = "Hello"
    let button = UIButton(type: .system)
    button.setTitle("Go", for: .normal)
    let toggle = UISwitch()
    toggle.isOn = true
    let field = UITextField(frame: .zero)
    field.placeholder = "Name"
    field.text = "Ann"
    let progress = UIProgressView(progressViewStyle: .default)
    progress.progress = 0.25
    expect([label, button, toggle, field, progress].allSatisfy { $0.isAccessibilityElement })
    expect(!UIView(frame: .zero).isAccessibilityElement)
    expect(label.accessibilityLabel == "Hello" && label.accessibilityTraits == .staticText)
    expect(button.accessibilityLabel == "Go" && button.accessibilityTraits == .button)
    button.isEnabled = false
    expectEqual(button.accessibilityTraits, [.button, .notEnabled])
    expect(toggle.accessibilityValue == "1" && toggle.accessibilityTraits.contains(.toggleButton))
    expect(field.accessibilityLabel == "Name" && field.accessibilityValue == "Ann")
    field.isSecureTextEntry = true
    expectEqual(field.accessibilityValue, "\u{2022}\u{2022}\u{2022}")
    expectEqual(progress.accessibilityValue, "25%")
    let image = UIImageView(image: UIImage(systemName: "trash"))
    expect(!image.isAccessibilityElement)
    image.accessibilityLabel = "Bin"
    expect(image.isAccessibilityElement && image.accessibilityTraits == .image)
    label.accessibilityLabel = "Other"
    label.isAccessibilityElement = false
    expect(label.accessibilityLabel == "Other" && !label.isAccessibilityElement)
  }

  @Test("a row on screen or not has a place, a name and no cell of its own afterwards")
  func rows() throws {
    app.becomeCurrent()
    let rows = SpokenRows([1_000_000_000])
    let table = showTable(rows)
    let tree = tree
    let node = AccessibleNode.view(table)
    expectEqual(tree.childCount(of: node), 1_000_000_000)
    let visible = table.visibleCells.count
    expectEqual(tree.children(of: node).count, visible)
    let far = try #require(tree.child(of: node, at: 999_999_998))
    expectEqual(far, .row(table, RowPosition(section: 0, row: 999_999_998)))
    expectEqual(tree.index(of: far), 999_999_998)
    expectEqual(tree.parent(of: far), node)
    let asked = rows.named
    expectEqual(tree.state(of: far).isShowing, false)
    expectEqual(rows.named, asked)
    expectEqual(tree.label(of: far), "Row 0.999999998")
    expectEqual(rows.named, asked + 1)
    let words = tree.words(of: far)
    expect(words.label == "Row 0.999999998" && words.value == nil && rows.named == asked + 2)
    expectEqual(table.visibleCells.count, visible)
    let made = table.diagnostics.counts.made + table.diagnostics.idleCount
    for row in 500_000..<500_200 {
      expectEqual(tree.label(of: .row(table, RowPosition(section: 0, row: row))), "Row 0.\(row)")
    }
    expect(table.diagnostics.counts.made + table.diagnostics.idleCount <= made + 1)
    expect(tree.child(of: node, at: 1_000_000_000) == nil)
    expect(tree.child(of: node, at: -1) == nil)
    expect(tree.position(of: far)! == (999_999_999, 1_000_000_000))
    table.checkInvariants()
  }

  @Test("a name stays with its row through an update, and names nothing when the row is gone")
  func identity() throws {
    app.becomeCurrent()
    let rows = SpokenRows([5, 5])
    let table = showTable(rows)
    let tree = tree
    let third = tree.name(of: .row(table, RowPosition(section: 1, row: 2)))
    let first = tree.name(of: .row(table, RowPosition(section: 1, row: 0)))
    rows.counts = [5, 6]
    table.performBatchUpdates {
      table.deleteRows(at: [IndexPath(row: 0, section: 1)], with: .none)
      table.insertRows(at: [IndexPath(row: 0, section: 1), IndexPath(row: 1, section: 1)], with: .none)
    }
    expectEqual(tree.node(named: third), .row(table, RowPosition(section: 1, row: 3)))
    expect(tree.node(named: first) == nil)
    expectEqual(tree.index(of: .row(table, RowPosition(section: 1, row: 3))), 8)
    expectEqual(tree.child(of: .view(table), at: 8), .row(table, RowPosition(section: 1, row: 3)))
    table.reloadData()
    app.settle()
    expect(tree.node(named: third) == nil)
    let gone = AccessibleNode.row(table, RowPosition(section: 7, row: 1))
    expect(tree.node(named: tree.name(of: gone)) == nil)
    expect(tree.index(of: gone) == nil && tree.position(of: gone) == nil && tree.label(of: gone) == "")
    for name in ["", "v", "v0", "v999999", "v1_r", "v1_rx", "\(third)_1", "v1_c1_2", "_", "root_1"] {
      expect(tree.node(named: name) == nil, "\(name)")
    }
  }

  @Test("rows that come and go are told of a table that tools have heard of, while one listens, and of no other")
  func toldRows() {
    app.becomeCurrent()
    let rows = SpokenRows([3])
    let table = showTable(rows)
    let tree = tree
    let events = HeardEvents()
    func told() -> Int {
      events.heard = []
      rows.counts[0] += 1
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
      return events.heard.count { $0 == "rows" }
    }
    expectEqual(told(), 0)
    app.application.accessibilityObserver = events
    defer { app.application.accessibilityObserver = nil }
    expectEqual(told(), 0)
    // By the name of the table, although none of its rows has one yet.
    let name = tree.name(of: .view(table))
    expectEqual(told(), 1)
    app.application.accessibilityObserver = nil
    expectEqual(told(), 0)
    app.application.accessibilityObserver = events
    expectEqual(told(), 0)
    expect(tree.name(of: .view(table)) == name && told() == 1)
    // By the name of a row, and through a reload that takes the name away.
    let first = tree.name(of: .row(table, RowPosition(section: 0, row: 0)))
    events.heard = []
    table.reloadData()
    app.settle()
    expect(events.heard.contains("rows") && tree.node(named: first) == nil)
    expectEqual(told(), 1)
    table.removeFromSuperview()
    expectEqual(told(), 0)
  }

  @Test("activating a row selects it as a click does; its controls are its children, its swipes are actions")
  func actions() throws {
    app.becomeCurrent()
    let rows = SpokenRows([20])
    rows.hasSwitch = true
    var deleted = 0
    rows.swipe = UISwipeActionsConfiguration(actions: [
      UIContextualAction(style: .destructive, title: "Archive") { _, _, done in
        deleted += 1
        done(true)
      }
    ])
    let table = showTable(rows)
    let tree = tree
    let row = AccessibleNode.row(table, RowPosition(section: 0, row: 2))
    expect(tree.perform(.activate, on: row))
    expectEqual(rows.chosen, [IndexPath(row: 2, section: 0)])
    expect(tree.state(of: row).traits.contains(.selected))
    expectEqual(tree.selectedCount(of: .view(table)), 1)
    expectEqual(tree.selectedChild(of: .view(table), at: 0), row)
    let archive = try #require(tree.actions(of: row).first { $0.name == "Archive" })
    expect(tree.perform(archive, on: row))
    expectEqual(deleted, 1)
    let controls = tree.children(of: row)
    expectEqual(controls.map { tree.label(of: $0) }, ["Wanted"])
    expectEqual(tree.parent(of: controls[0]), row)
    expectEqual(tree.amount(of: controls[0]), 0)
    expect(tree.perform(.activate, on: controls[0]))
    expectEqual(tree.amount(of: controls[0]), 1)
  }

  @Test("an app that changes its rows while one is named gets an empty name, and the table stays whole")
  func changingWhileNamed() {
    app.becomeCurrent()
    let rows = SpokenRows([100])
    let table = showTable(rows)
    let tree = tree
    rows.onCell = { [unowned rows] in
      rows.onCell = nil
      rows.counts = [3]
      table.reloadData()
    }
    expectEqual(tree.label(of: .row(table, RowPosition(section: 0, row: 90))), "")
    app.settle()
    expectEqual(tree.childCount(of: .view(table)), 3)
    // Data that changed without a word to the table is not asked for rows that are gone.
    rows.counts = [0]
    let asked = rows.named
    expectEqual(tree.label(of: .row(table, RowPosition(section: 0, row: 90))), "")
    expectEqual(rows.named, asked)
    rows.counts = [3]
    table.checkInvariants()
  }

  @Test("keys move the focus from row to row, and who listens hears of it")
  func focus() {
    app.becomeCurrent()
    let rows = SpokenRows([1_000])
    let table = showTable(rows)
    let tree = tree
    let events = HeardEvents()
    expect(!UIAccessibility.isVoiceOverRunning)
    app.application.accessibilityObserver = events
    expect(UIAccessibility.isVoiceOverRunning)
    table.becomeFirstResponder()
    app.key(.keyboardDownArrow)
    app.key(.keyboardDownArrow)
    expectEqual(tree.focusedNode, .row(table, RowPosition(section: 0, row: 1)))
    expect(tree.state(of: .row(table, RowPosition(section: 0, row: 1))).isFocused)
    expect(events.heard.contains("focus"))
    app.key(.keyboardSpacebar)
    expect(events.heard.contains("selection"))
    expect(tree.focus(.row(table, RowPosition(section: 0, row: 900))))
    expectEqual(tree.focusedNode, .row(table, RowPosition(section: 0, row: 900)))
    app.settle()
    expect(table.cellForRow(at: IndexPath(row: 900, section: 0)) != nil)
    UIAccessibility.post(notification: .announcement, argument: "Done")
    expectEqual(events.heard.last, "1008 Done")
    app.application.accessibilityObserver = nil
    expect(!UIAccessibility.isVoiceOverRunning)
  }

  @Test("a plain view among the elements of a container is passed over for what is in it")
  func plainElement() {
    let holder = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let plain = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    label.text = "within"
    plain.addSubview(label)
    holder.addSubview(plain)
    holder.accessibilityElements = [plain]
    app.window.addSubview(holder)
    expectEqual(tree.children(of: .view(holder)), [.view(label)])
    expectEqual(tree.parent(of: .view(label)), .view(holder))
    expectEqual(tree.index(of: .view(label)), 0)
  }

  @Test("hidden views are passed over; a modal one hides those beside it; elements of a view stand for its subviews")
  func hiding() {
    app.becomeCurrent()
    let tree = tree
    let holder = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let (one, two) = (UILabel(frame: CGRect(x: 0, y: 50, width: 50, height: 20)), UILabel(frame: .zero))
    one.text = "one"
    two.text = "two"
    holder.addSubview(one)
    holder.addSubview(two)
    app.window.addSubview(holder)
    func names() -> [String] { tree.children(of: .window).map { tree.label(of: $0) } }
    expectEqual(names(), ["two", "one"])
    two.isHidden = true
    expectEqual(names(), ["one"])
    two.isHidden = false
    holder.accessibilityElementsHidden = true
    expectEqual(names(), [])
    holder.accessibilityElementsHidden = false
    one.accessibilityViewIsModal = true
    expectEqual(names(), ["one"])
    let part = UIAccessibilityElement(accessibilityContainer: holder)
    part.accessibilityLabel = "part"
    part.accessibilityFrameInContainerSpace = CGRect(x: 1, y: 2, width: 3, height: 4)
    holder.accessibilityElements = [part, two]
    let container = tree.children(of: .window)[0]
    expectEqual(container, .view(holder))
    expectEqual(tree.children(of: container), [.element(part), .view(two)])
    expectEqual(tree.frame(of: .element(part)), CGRect(x: 1, y: 2, width: 3, height: 4))
    expectEqual(tree.node(named: tree.name(of: .element(part))), .element(part))
    let name = tree.name(of: .view(two))
    holder.removeFromSuperview()
    expect(tree.node(named: name) == nil)
  }

  @Test("an app overrides properties of its views instead of setting them")
  func overrides() {
    app.becomeCurrent()
    final class Chart: UIView {
      var parts: [UIAccessibilityElement] = []
      override var accessibilityElements: [Any]? {
        get { parts }
        set {}
      }
    }
    final class Titled: UIView {
      override var accessibilityLabel: String? {
        get { "Group" }
        set {}
      }
    }
    final class Hidden: UIView {
      override var accessibilityElementsHidden: Bool {
        get { true }
        set {}
      }
    }
    final class Modal: UIView {
      var isModal = false
      override var accessibilityViewIsModal: Bool {
        get { isModal }
        set {}
      }
    }
    let (chart, group, hidden, modal) = (Chart(), Titled(), Hidden(), Modal())
    let part = UIAccessibilityElement(accessibilityContainer: chart)
    part.accessibilityLabel = "bar"
    chart.parts = [part]
    for (number, view) in [chart, group, hidden, modal].enumerated() {
      view.frame = CGRect(x: 0, y: 50 * number, width: 100, height: 50)
      let label = UILabel(frame: view.bounds)
      label.text = "label \(number)"
      view.addSubview(label)
      app.window.addSubview(view)
    }
    let tree = tree
    func names(_ node: AccessibleNode) -> [String] { tree.children(of: node).map { tree.label(of: $0) } }
    expectEqual(names(.window), ["", "Group", "label 3"])
    expect(names(.view(chart)) == ["bar"] && names(.view(group)) == ["label 1"])
    modal.isModal = true
    expectEqual(names(.window), ["label 3"])
    // Where a view leads that is no node itself.
    expectEqual(tree.label(of: tree.node(of: modal)), "label 3")
    expectEqual(tree.node(of: chart), .view(chart))
  }

  @Test("on a new screen one begins with an alert, else with the first text")
  func firstNode() {
    app.becomeCurrent()
    let tree = tree
    expect(tree.firstNode == nil)
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 0, y: 0, width: 50, height: 20)
    button.setTitle("Back", for: .normal)
    let label = UILabel(frame: CGRect(x: 0, y: 100, width: 50, height: 20))
    label.text = "Text"
    let root = UIViewController()
    app.window.rootViewController = root
    root.view.addSubview(button)
    expectEqual(tree.firstNode, .view(button))
    root.view.addSubview(label)
    expectEqual(tree.firstNode, .view(label))
    let events = HeardEvents()
    app.application.accessibilityObserver = events
    defer { app.application.accessibilityObserver = nil }
    let alert = UIAlertController(title: "Sure?", message: "Really", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .cancel))
    root.present(alert, animated: false)
    app.settle()
    expect(events.heard.contains("1000 nil"))
    expectEqual(tree.firstNode.map { tree.label(of: $0) }, "Sure?")
    events.heard = []
    root.dismiss(animated: false)
    app.settle()
    expect(events.heard.contains("1000 nil"))
    expectEqual(tree.firstNode, .view(label))
  }

  @Test("sheets and popovers hide what is behind them and are left by a tool; an alert is cancelled")
  func presentations() throws {
    app.becomeCurrent()
    let tree = tree
    let root = UIViewController()
    app.window.rootViewController = root
    let behind = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
    behind.text = "Behind"
    root.view.addSubview(behind)
    func names(below node: AccessibleNode = .window) -> [String] {
      tree.children(of: node).flatMap { [tree.label(of: $0)] + names(below: $0) }
    }
    for style in [UIModalPresentationStyle.pageSheet, .popover, .fullScreen] {
      let screen = UIViewController()
      screen.title = "Screen"
      screen.modalPresentationStyle = style
      screen.popoverPresentationController?.sourceView = behind
      let label = UILabel(frame: CGRect(x: 20, y: 20, width: 80, height: 20))
      label.text = "Inside"
      screen.view.addSubview(label)
      root.present(screen, animated: false)
      app.settle()
      expectEqual(names(), ["Screen", "Inside"], "\(style)")
      let dialog = tree.children(of: .window)[0]
      expect(tree.role(of: dialog) == .dialog && tree.firstNode == dialog)
      guard style != .fullScreen else { break }
      expectEqual(tree.actions(of: dialog).map(\.name), ["escape"])
      expect(tree.perform(.escape, on: style == .popover ? .view(label) : .window))
      app.settle()
      expect(root.presentedViewController == nil && names() == ["Behind"], "\(style)")
    }
    root.dismiss(animated: false)
    app.settle()
    var isCancelled = false
    let alert = UIAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "No", style: .cancel) { _ in isCancelled = true })
    root.present(alert, animated: false)
    app.settle()
    expect(tree.perform(.escape, on: .window))
    app.settle()
    expect(isCancelled)
    expectEqual(names(), ["Behind"])
  }

  @Test("scroll views are scrolled by pages as far as they go; a row is brought to the edge that is asked for")
  func scrolling() throws {
    app.becomeCurrent()
    let rows = SpokenRows([1_000])
    let table = showTable(rows)
    let tree = tree
    let node = AccessibleNode.view(table)
    func names() -> [String] { tree.actions(of: node).map(\.name) }
    expectEqual(names(), ["scroll down"])
    expect(tree.perform(try #require(tree.actions(of: node).first), on: node))
    expect(table.contentOffset.y == table.bounds.height && names() == ["scroll down", "scroll up"])
    expect(tree.show(.row(table, RowPosition(section: 0, row: 500)), at: .top))
    expect(abs(table.contentOffset.y - 500 * 44) < 0.001, "\(table.contentOffset.y - 500 * 44)")
    expect(tree.show(.row(table, RowPosition(section: 0, row: 400)), at: .bottom))
    expect(abs(table.contentOffset.y - (401 * 44 - table.bounds.height)) < 0.001)
    expect(tree.show(.row(table, RowPosition(section: 0, row: 999))))
    expectEqual(names(), ["scroll up"])
    table.isScrollEnabled = false
    expectEqual(names(), [])
  }

  @Test("the menu of a row is opened by a tool, walked by keys that are heard, and its action carried out")
  func menus() throws {
    app.becomeCurrent()
    final class MenuRows: NSObject, UITableViewDelegate {
      var chosen: [String] = []
      func tableView(
        _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
      ) -> UIContextMenuConfiguration? {
        UIContextMenuConfiguration(actionProvider: { [weak self] _ in
          UIMenu(
            children: ["Open", "Copy"].map { name in
              UIAction(title: name) { _ in self?.chosen.append("\(name) \(indexPath.row)") }
            })
        })
      }
    }
    let rows = SpokenRows([100])
    let table = showTable(rows)
    let menus = MenuRows()
    table.delegate = menus
    app.settle()
    let tree = tree
    let events = HeardEvents()
    app.application.accessibilityObserver = events
    defer { app.application.accessibilityObserver = nil }
    let row = AccessibleNode.row(table, RowPosition(section: 0, row: 3))
    let action = try #require(tree.actions(of: row).first { $0.name == "show menu" })
    expect(tree.perform(action, on: row))
    app.settle()
    expect(events.heard.contains("1000 nil"))
    // The menu hides what is behind it.
    func items(below node: AccessibleNode = .window) -> [AccessibleNode] {
      tree.role(of: node) == .menuItem ? [node] : tree.children(of: node).flatMap { items(below: $0) }
    }
    expectEqual(tree.children(of: .window).count, 1)
    try #require(items().map { tree.label(of: $0) } == ["Open", "Copy"])
    expect(tree.firstNode.map { tree.role(of: $0) } == .menu && tree.focusedNode == nil)
    events.heard = []
    app.key(.keyboardDownArrow)
    expect(events.heard.contains("focus") && tree.focusedNode == items()[0])
    app.key(.keyboardDownArrow)
    expectEqual(tree.focusedNode, items()[1])
    expect(tree.perform(.activate, on: items()[1]))
    app.settle()
    expectEqual(menus.chosen, ["Copy 3"])
    expectEqual(tree.children(of: .window).first, .view(table))
    table.checkInvariants()
  }

  @Test("a row with a check mark is selected; one that is neither marked nor chosen is not")
  func checkMarks() throws {
    app.becomeCurrent()
    let rows = SpokenRows([10])
    let table = showTable(rows)
    let tree = tree
    func isSelected(_ row: Int) -> Bool {
      tree.state(of: .row(table, RowPosition(section: 0, row: row))).traits.contains(.selected)
    }
    table.cellForRow(at: IndexPath(row: 2, section: 0))?.accessoryType = .checkmark
    expect(isSelected(2) && !isSelected(1))
    table.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
    expect(isSelected(1))
    table.deselectRow(at: IndexPath(row: 1, section: 0), animated: true)
    expect(!isSelected(1) && isSelected(2))
  }

  @Test("headers on screen stand behind the list, which counts rows alone")
  func headers() {
    app.becomeCurrent()
    let rows = SpokenRows([2, 3])
    rows.header = "Fruit"
    let table = showTable(rows)
    let tree = tree
    let nodes = tree.children(of: .window)
    expectEqual(nodes.first, .view(table))
    expectEqual(tree.childCount(of: .view(table)), 5)
    expectEqual(nodes.dropFirst().map { tree.role(of: $0) }, [.heading, .heading])
    for node in nodes {
      expectEqual(tree.parent(of: node), .window)
      expectEqual(tree.index(of: node).flatMap { tree.child(of: .window, at: $0) }, node)
    }
  }

  @Test("where the user wants no motion, animations and scrolling end at once, and the app is told")
  func reducedMotion() {
    app.becomeCurrent()
    let rows = SpokenRows([1_000])
    let table = showTable(rows)
    var told = 0
    let token = NotificationCenter.default.addObserver(
      forName: UIAccessibility.reduceMotionStatusDidChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { told += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    app.platform.prefersReducedMotion = true
    app.application.updateTraits()
    expect(UIAccessibility.isReduceMotionEnabled && told == 1)
    table.setContentOffset(CGPoint(x: 0, y: 440), animated: true)
    expectEqual(table.contentOffset.y, 440)
    var isDone = false
    UIView.animate(withDuration: 1, animations: { table.alpha = 0.5 }, completion: { isDone = $0 })
    expect(isDone)
    app.platform.prefersReducedMotion = false
    app.application.updateTraits()
    expect(!UIAccessibility.isReduceMotionEnabled && told == 2)
  }

  @Test("where the user wants strong contrasts, colours have others, and views and the app are told")
  func highContrast() {
    app.becomeCurrent()
    final class Told: UIView {
      var contrasts: [UIAccessibilityContrast?] = []
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        contrasts.append(previousTraitCollection?.accessibilityContrast)
      }
    }
    let view = Told(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    view.backgroundColor = .systemBlue
    app.window.addSubview(view)
    app.settle()
    expectEqual(view.traitCollection.accessibilityContrast, .normal)
    var posts = 0
    let token = NotificationCenter.default.addObserver(
      forName: UIAccessibility.darkerSystemColorsStatusDidChangeNotification, object: nil, queue: nil
    ) { _ in MainActor.assumeIsolated { posts += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    app.platform.prefersHighContrast = true
    app.application.updateTraits()
    app.settle()
    expect(UIAccessibility.isDarkerSystemColorsEnabled && posts == 1)
    expect(view.traitCollection.accessibilityContrast == .high && view.contrasts == [.normal])
    expectEqual(UITraitCollection.current.accessibilityContrast, .high)
    let fills = app.backend.list.commands.compactMap { if case .fill(_, let color) = $0 { color } else { nil } }
    expect(fills.contains(DrawColor(red: 0, green: 64, blue: 221)))
    app.platform.prefersHighContrast = false
    app.application.updateTraits()
    expect(!UIAccessibility.isDarkerSystemColorsEnabled && posts == 2)
    expectEqual(view.traitCollection.accessibilityContrast, .normal)
  }

  @Test("on a light ground, texts and tints of high contrast stand out more than the usual ones")
  func contrastOfColors() {
    let usual = UITraitCollection(accessibilityContrast: .normal)
    let strong = UITraitCollection(accessibilityContrast: .high)
    /// The ratio of WCAG to white.
    func ratio(_ color: UIColor, _ traits: UITraitCollection) -> Double {
      let drawn = color.drawColor(in: traits)
      func light(_ byte: UInt8) -> Double {
        let share = 1 - (1 - Double(byte) / 255) * Double(drawn.alpha) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 1.05 / (0.2126 * light(drawn.red) + 0.7152 * light(drawn.green) + 0.0722 * light(drawn.blue) + 0.05)
    }
    let colors: [UIColor] = [
      .secondaryLabel, .tertiaryLabel, .quaternaryLabel, .placeholderText, .separator, .systemRed, .systemOrange,
      .systemYellow, .systemGreen, .systemMint, .systemTeal, .systemCyan, .systemBlue, .systemIndigo, .systemPurple,
      .systemPink, .systemBrown, .systemGray, .systemGray2, .systemGray3, .tintColor,
    ]
    for color in colors {
      expect(ratio(color, strong) > ratio(color, usual) + 0.05)
      let faint = color.withAlphaComponent(0.5)
      expect(faint.drawColor(in: strong).alpha == 128 && ratio(faint, strong) != ratio(color, strong))
    }
    for color in colors.dropFirst(5).prefix(12) { expect(ratio(color, strong) >= 4) }
    expect(UIColor.systemRed != UIColor.systemRed.resolvedColor(with: strong))
  }

  @Test("random views: each node is found again by its parent and number, and none is hidden or told twice")
  func fuzz() {
    app.becomeCurrent()
    for seed in 0..<60 {
      var random = SeededRandom(seed: seed)
      for view in app.window.subviews { view.removeFromSuperview() }
      var views: [UIView] = [app.window]
      for _ in 0..<40 {
        let view: UIView
        switch Int.random(in: 0..<6, using: &random) {
        case 0: view = UILabel(frame: .zero)
        case 1: view = UIButton(type: .system)
        case 2: view = UIScrollView(frame: .zero)
        case 3: view = UISwitch()
        default: view = UIView(frame: .zero)
        }
        view.frame.origin = CGPoint(
          x: Int.random(in: 0..<300, using: &random), y: Int.random(in: 0..<300, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: view.isHidden = true
        case 1: view.accessibilityElementsHidden = true
        case 2: view.isAccessibilityElement.toggle()
        case 3: view.accessibilityLabel = "named"
        case 4: view.alpha = 0
        default: break
        }
        views.randomElement(using: &random)!.addSubview(view)
        views.append(view)
      }
      let tree = tree
      var seen: Set<AccessibleNode> = []
      func walk(_ node: AccessibleNode) {
        expect(seen.insert(node).inserted, "seed \(seed): told twice")
        let children = tree.children(of: node)
        expectEqual(tree.childCount(of: node), children.count, "seed \(seed)")
        for (index, child) in children.enumerated() {
          expectEqual(tree.parent(of: child), node, "seed \(seed): the parent of \(tree.name(of: child))")
          expectEqual(tree.index(of: child), index, "seed \(seed)")
          expectEqual(tree.child(of: node, at: index), child, "seed \(seed)")
          expectEqual(tree.node(named: tree.name(of: child)), child, "seed \(seed)")
          walk(child)
        }
      }
      walk(.window)
      // A model of its own: an element counts when no view around is hidden or an element.
      for view in views.dropFirst() {
        var around: [UIView] = []
        var current = view.superview
        while let next = current, next !== app.window {
          around.append(next)
          current = next.superview
        }
        let isHidden = ([view] + around).contains { $0.isHidden || $0.alpha < 0.01 || $0.accessibilityElementsHidden }
        let isInside = around.contains { $0.isAccessibilityElement }
        guard view.isAccessibilityElement else { continue }
        expectEqual(seen.contains(.view(view)), (!isHidden && !isInside), "seed \(seed)")
      }
    }
  }
}
