import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore
import UIKitGrid

@testable import DemoParts
@testable import FileViewer
@testable import ProcessViewer
@testable import TableDemo

/// What assistive tools find in the window, against a walk over its views.
@MainActor
final class AccessibilityCheck {
  let app: TestApplication
  private let tree: AccessibilityTree
  private(set) var faults: [String] = []
  private(set) var nodes: [AccessibleNode] = []

  /// Walks the tree of the window.
  init(_ app: TestApplication) {
    self.app = app
    tree = AccessibilityTree(of: app.application)
    var seen: Set<AccessibleNode> = []
    walk(.window, &seen)
  }

  /// Names of the nodes of some roles.
  func names(_ roles: AccessibleRole...) -> [String] {
    nodes.filter { roles.contains(tree.role(of: $0)) }.map { tree.label(of: $0) }
  }

  /// The first node with a name.
  func node(_ name: String) -> AccessibleNode? { nodes.first { tree.label(of: $0) == name } }

  /// The first control whose name begins with a word: that of a command may go on with its key.
  func control(_ name: String) -> AccessibleNode? {
    nodes.first { node in
      if case .view(let view) = node {
        view is UIControl && (view.accessibilityLabel ?? "").hasPrefix(name)
      } else {
        false
      }
    }
  }

  /// Carries out an action of a node by its name.
  func perform(_ action: String, on node: AccessibleNode?) -> Bool {
    guard let node, let found = tree.actions(of: node).first(where: { $0.name == action }) else { return false }
    return tree.perform(found, on: node)
  }

  private func tell(unless holds: Bool, _ words: @autoclosure () -> String) {
    if !holds { faults.append(words()) }
  }

  /// The name of a node, and the class of the view that it is.
  private func words(_ node: AccessibleNode) -> String {
    guard case .view(let view) = node else { return tree.name(of: node) }
    return "\(tree.name(of: node)), a \(type(of: view))"
  }

  private func walk(_ node: AccessibleNode, _ seen: inout Set<AccessibleNode>) {
    let name = tree.name(of: node)
    tell(unless: seen.insert(node).inserted, "\(name) is told twice")
    nodes.append(node)
    tell(unless: tree.node(named: name) == node, "\(name) is another node")
    let role = tree.role(of: node)
    if [.button, .toggle, .field, .secureField, .slider, .link, .menuItem].contains(role) {
      tell(unless: !tree.label(of: node).isEmpty, "a \(role) at \(tree.frame(of: node)) has no name")
    }
    if role == .row { tell(unless: !tree.label(of: node).isEmpty, "row \(name) has no name") }
    let children = tree.children(of: node)
    for child in children {
      let parent = tree.parent(of: child)
      tell(
        unless: parent == node,
        "the parent of \(words(child)) is not \(words(node)) but \(parent.map(words) ?? "none")")
      let index = tree.index(of: child)
      tell(
        unless:
          index.flatMap { tree.child(of: node, at: $0) } == child,
        "child \(index ?? -1) of \(name) is not \(tree.name(of: child))")
      walk(child, &seen)
    }
  }

  /// Texts of labels on screen that no node tells. A label in a control is left out: the control's name may be another.
  func untoldTexts() -> [String] {
    let told = nodes.flatMap { [tree.label(of: $0), tree.value(of: $0) ?? ""] }.joined(separator: "\n")
    var untold: [String] = []
    func walk(_ view: UIView, _ clip: CGRect) {
      guard !view.isHidden, view.alpha >= 0.01, !view.accessibilityElementsHidden, !(view is UIControl) else { return }
      let frame = view.convert(view.bounds, to: nil)
      // Titles of columns and rows are told with the cells.
      guard !(view is GridHeaderCell) else { return }
      let visible = view.clipsToBounds || view is UIScrollView ? clip.intersection(frame) : clip
      guard !visible.isNull, !visible.isEmpty else { return }
      if let label = view as? UILabel, let text = label.text, !text.isEmpty, visible.intersects(frame),
        label.isAccessibilityElement, !told.contains(text)
      {
        untold.append(text)
      }
      for child in view.subviews { walk(child, visible) }
    }
    // A controller that is presented hides what is behind it.
    walk(app.window.rootViewController?.presentedViewController?.view ?? app.window, app.window.bounds)
    return untold
  }
}

/// Keeps what the app announces.
@MainActor
private final class Announcements: AccessibilityObserver {
  var texts: [String] = []
  func focusMayHaveMoved() {}
  func contentMayHaveChanged(of view: UIView) {}
  func selectionDidChange(in view: UIView) {}
  func rowsDidChange(in view: UIView) {}
  func offer(_ key: InputEvent.Key, isDown: Bool, answered: @escaping @MainActor (Bool) -> Void) -> Bool { false }
  func post(_ notification: UIAccessibility.Notification, argument: Any?) {
    if let text = argument as? String { texts.append(text) }
  }
}

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("Screens by ear")
  struct AccessibilityScreenTests {
    let app = TestApplication(size: CGSize(width: 900, height: 700))

    private func show(_ screen: any ScrollScreen) {
      app.becomeCurrent()
      app.window.rootViewController = ScreenNavigation.alone(screen)
      app.settle(limit: 100)
    }

    private func listen() -> Announcements {
      let heard = Announcements()
      app.application.accessibilityObserver = heard
      return heard
    }

    private func processes() -> ProcessesController {
      let screen = ProcessesController(sampler: ProcessSampler(path: "/nowhere", sendSignal: { _, _ in 0 }))
      _ = screen.view  // loads it
      var list = screen.list
      list.take((1...80).map { .sample($0, load: Int($0) * 7 % 90) })
      screen.receive(list)
      return screen
    }

    @Test(
      "each node is found again by its parent and number, whatever can be used has a name, and each text is told",
      arguments: ScreenName.allCases)
    func all(name: ScreenName) throws {
      let file = try ScratchFile((0..<300).map { "line \($0)\n" }.joined())
      switch name {
      case .processes: show(processes())
      case .file: show(FileController(file: IndexedFile(path: file.path, lanes: .inline)))
      default: show(ScreenCatalog.makeScreen(name, rows: 2000))
      }
      let check = AccessibilityCheck(app)
      expectEqual(check.faults, [])
      expectEqual(check.untoldTexts(), [])
      expect(check.nodes.count > 10)
      app.window.rootViewController = nil
    }

    @Test("the records of a delimited file are a grid, whose columns have titles")
    func records() throws {
      let file = try ScratchFile("name,size\n" + (0..<200).map { "file \($0),\($0 * 3)\n" }.joined(), suffix: ".csv")
      show(DelimitedController(file: IndexedFile(path: file.path, hasFields: true, lanes: .inline)))
      let check = AccessibilityCheck(app)
      expectEqual(check.faults, [])
      let cells = check.names(.cell)
      expect(cells.contains("file 3"))
      app.window.rootViewController = nil
    }

    @Test("the catalogue tells its list of screens and the screen, and what is typed into its search narrows both")
    func catalogue() throws {
      app.becomeCurrent()
      app.window.rootViewController = CatalogController(first: .settings) { name in
        ScreenCatalog.makeScreen(name, rows: 2000)
      }
      app.settle(limit: 100)
      let check = AccessibilityCheck(app)
      expectEqual(check.faults, [])
      expectEqual(check.untoldTexts(), [])
      let (lists, rows) = (check.names(.list), check.names(.row))
      expect(lists.contains("Screens") && rows.joined().contains("Settings"))
      app.window.rootViewController = nil
    }

    @Test("swipe actions of a packing list are actions of its rows, and what they do is announced")
    func swipes() throws {
      let screen = EditingController()
      show(screen)
      let heard = listen()
      defer { app.application.accessibilityObserver = nil }
      let count = screen.rowCount
      var check = AccessibilityCheck(app)
      let name = try #require(check.names(.row).dropFirst().first)
      expect(check.perform("Flag", on: check.node(name)))
      app.settle()
      check = AccessibilityCheck(app)
      let flagged = try #require(check.names(.row).first { $0.contains("Flagged") })
      expect(flagged.contains(name))
      expect(check.perform("Delete", on: check.node(flagged)))
      app.settle()
      expectEqual(screen.rowCount, count - 1)
      expectEqual(heard.texts, ["\(name) deleted"])
      check = AccessibilityCheck(app)
      expect(check.perform("activate", on: check.node("Add an item")))
      app.settle()
      expect(screen.rowCount == count && heard.texts.last?.contains("added to") == true)
      app.window.rootViewController = nil
    }

    @Test("what happens off the focus is announced: processes in another order, a snapshot that is applied")
    func announcements() throws {
      show(processes())
      var heard = listen()
      var check = AccessibilityCheck(app)
      expect(check.perform("activate", on: check.control("Memory")))
      expectEqual(heard.texts, ["Sorted by Memory, descending"])
      app.settle(limit: 60)
      check = AccessibilityCheck(app)
      expect(check.perform("activate", on: check.control("Memory")))
      expectEqual(heard.texts.last, "Sorted by Memory, ascending")
      app.application.accessibilityObserver = nil
      show(DiffableController())
      heard = listen()
      check = AccessibilityCheck(app)
      expect(check.perform("activate", on: check.control("Insert")))
      app.settle()
      expectEqual(heard.texts.last?.contains("inserted"), true)
      app.application.accessibilityObserver = nil
      app.window.rootViewController = nil
    }

    @Test("taking a step back or doing it again says what it changes, or that there is nothing")
    func undo() throws {
      let screen = UpdatesController(rows: 100)
      show(screen)
      let heard = listen()
      defer { app.application.accessibilityObserver = nil }
      screen.tableView.becomeFirstResponder()
      app.shortcut("z")
      app.key(.keyboardI, "i")
      app.settle()
      app.shortcut("z")
      app.shortcut("y")
      app.settle()
      expectEqual(
        heard.texts,
        [
          "Nothing to undo", "3 rows inserted", "Undone: 3 rows deleted", "Redone: 3 rows inserted",
        ])
      app.window.rootViewController = nil
    }

    @Test("the list of generated rows has a name")
    func namedList() {
      show(StressController(rows: 1000))
      expect(AccessibilityCheck(app).names(.list).contains("Rows"))
      app.window.rootViewController = nil
    }

    @Test("a question hides the screen behind it, says what it asks, and is answered by a tool")
    func questions() throws {
      show(processes())
      var check = AccessibilityCheck(app)
      let isMenuOpen = check.nodes.contains { check.perform("show menu", on: $0) }
      expect(isMenuOpen)
      app.settle(limit: 60)
      check = AccessibilityCheck(app)
      expect(check.faults == [] && check.names(.row) == [])
      expect(check.perform("activate", on: check.node("Terminate")))
      app.settle(limit: 60)
      check = AccessibilityCheck(app)
      expectEqual(check.faults, [])
      expect(check.names(.menuItem).contains { $0.hasPrefix("Send SIGTERM to") })
      app.key(.keyboardEscape)
      app.key(.keyboardEscape)
      app.settle(limit: 60)
      check = AccessibilityCheck(app)
      let row = try #require(check.nodes.first { if case .row = $0 { true } else { false } })
      expect(check.perform("activate", on: row))
      expect(check.perform("activate", on: check.control("Terminate")))
      app.settle(limit: 120)
      check = AccessibilityCheck(app)
      expect(check.faults == [] && check.names(.row) == [])
      expect(check.names(.alert).count == 1 && check.untoldTexts() == [])
      expect(check.perform("activate", on: check.node("Keep")))
      app.settle(limit: 120)
      check = AccessibilityCheck(app)
      expect(check.names(.alert) == [] && !check.names(.row).isEmpty)
      app.window.rootViewController = nil
    }
  }
}
