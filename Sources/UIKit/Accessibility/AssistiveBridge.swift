internal import Desktop
import Foundation

/// Speaks for the program to assistive tools by AT-SPI, while one listens.
///
/// Answers calls from the `AccessibilityTree` (`AssistiveBridge+Answers.swift`), and tells what happened: where the
/// keyboard is, what was typed, what was selected, what the app announces, and what of the views that tools have heard of
/// is called otherwise now. What happened is looked for once in a turn of the main queue, and changed names four times a
/// second at most, after frames; so a scroll costs one comparison a frame.
@MainActor
final class AssistiveBridge: AccessibilityObserver, AssistiveService {
  /// Seconds between two looks at what has changed.
  private static let pause = 0.25
  /// Views that are looked at.
  private static let mostLookedAt = 256

  let application: UIApplication
  let tree: AccessibilityTree
  /// The program's name on the bus; empty before it has one.
  private(set) var busName = ""
  private(set) var desktop = (name: "", path: AssistiveObject.null)
  /// The number the registry gave the program.
  var applicationID: Int32 = -1
  private var connection: AssistiveConnection?
  private var followed: (() -> Void)?

  /// The last announcements.
  private(set) var notices = AssistiveNotices()

  private var isLookDue = false
  private var isComparisonDue = false
  private var focused: AccessibleNode?
  private var focusedName = ""
  /// The name of the node that tools were led to although the keyboard is elsewhere; empty for none. The node counts as
  /// focused until the keyboard moves.
  private var pointedName = ""
  /// Another screen is shown.
  private var isScreenNew = false
  /// The title of the section that the keyboard is in, and whether it came there by its last step.
  private var section: (title: String?, isNew: Bool) = (nil, false)
  private var isActive = false
  private var typed: (name: String, text: String, caret: Int, selection: Range<Int>)?
  private var changedTables: [(view: UIView, isSelection: Bool)] = []
  /// The labels that were told, and the children, by names.
  private var labels: [String: String] = [:]
  private var children: [String: [String]] = [:]

  init(of application: UIApplication) {
    self.application = application
    tree = AccessibilityTree(of: application)
  }

  func start(environment: EnvironmentVariables = .ofProgram) {
    connection = AssistiveConnection(for: self, environment: environment)
    connection?.start()
  }

  func stop() {
    connection?.stop()
    connection = nil
    disconnected()
  }

  // MARK: The connection

  func connected(as name: String) { busName = name }

  func embedded(in parent: (name: String, path: String)) {
    desktop = parent
    application.accessibilityObserver = self
    if followed == nil {
      let before = application.frameLoop.deadlineDidChange
      followed = before
      application.frameLoop.deadlineDidChange = { [weak self] in
        before?()
        self?.compareSoon()
      }
    }
    (focused, isActive) = (nil, false)
    lookSoon()
  }

  func disconnected() {
    if application.accessibilityObserver === self { application.accessibilityObserver = nil }
    if let followed { application.frameLoop.deadlineDidChange = followed }
    followed = nil
    labels = [:]
    children = [:]
    (typed, pointedName) = (nil, "")
  }

  // MARK: What happens

  func focusMayHaveMoved() { lookSoon() }

  func contentMayHaveChanged(of view: UIView) { lookSoon() }

  func selectionDidChange(in view: UIView) { note(view, isSelection: true) }

  func rowsDidChange(in view: UIView) { note(view, isSelection: false) }

  private func note(_ view: UIView, isSelection: Bool) {
    guard !changedTables.contains(where: { $0.view === view && $0.isSelection == isSelection }) else { return }
    changedTables.append((view, isSelection))
    lookSoon()
  }

  func post(_ notification: UIAccessibility.Notification, argument: Any?) {
    if let text = argument as? String {
      announce(text)
    } else if let element = argument as? UIAccessibilityElement {
      lead(to: .element(element))
    } else if let view = argument as? UIView {
      let node = tree.node(of: view)
      if !tree.focus(node) { lead(to: node) }
    } else if notification == .screenChanged {
      isScreenNew = true
      lookSoon()
    }
    if notification == .screenChanged || notification == .layoutChanged { compareSoon() }
  }

  private func announce(_ text: String) {
    let text = AssistiveObject.limited(text)
    emit(.window, "Object", "Announcement", first: 1, value: .text(text))
    // Tools that are older than the event, Orca 43 among them, read notifications that come into view.
    let path = AssistiveObject.path(notices.add(text))
    var event = AssistiveEvent(path: path, interface: "org.a11y.atspi.Event.Object", member: "StateChanged")
    (event.detail, event.first, event.standsForAnnouncement) = ("showing", 1, true)
    connection?.post(event)
  }

  private func lookSoon() {
    guard !isLookDue else { return }
    isLookDue = true
    DispatchQueue.main.async { [weak self] in self?.look() }
  }

  private func compareSoon() {
    guard !isComparisonDue else { return }
    isComparisonDue = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.compare() }
  }

  // MARK: Looking

  private func look() {
    isLookDue = false
    guard application.accessibilityObserver === self else { return }
    let active = application.applicationState == .active && tree.window != nil
    if active != isActive {
      isActive = active
      emit(.window, "Window", active ? "Activate" : "Deactivate", value: .text(tree.label(of: .window)))
      emit(.window, "Object", "StateChanged", "active", first: active ? 1 : 0)
    }
    lookAtFocus()
    lookAtField()
    for (view, isSelection) in changedTables {
      emit(.view(view), "Object", isSelection ? "SelectionChanged" : "VisibleDataChanged")
    }
    changedTables = []
    compareSoon()
  }

  private func lookAtFocus() {
    let node = isActive ? tree.focusedNode : nil
    let name = node.map { tree.name(of: $0) } ?? ""
    let isNew = isScreenNew && isActive
    if isActive { isScreenNew = false }
    guard name != focusedName else {
      focused = node
      if isNew, node == nil, let first = tree.firstNode { lead(to: first) }
      return
    }
    // By its name: a row may stand elsewhere by now.
    let former = tree.node(named: focusedName)
    if case .row = former { labels[focusedName] = nil }
    if let before = former { emit(before, "Object", "StateChanged", "focused", first: 0) }
    (focused, focusedName) = (node, name)
    let title = node.flatMap { tree.sectionTitle(of: $0) }
    section = (title, title != section.title)
    if let node {
      leavePointed()
      tellFocus(node)
    } else if isNew, let first = tree.firstNode {
      lead(to: first)
    }
  }

  /// Leads tools to a node that does not take the keyboard.
  private func lead(to node: AccessibleNode) {
    if !isPointed(node) { leavePointed() }
    pointedName = tree.name(of: node)
    tellFocus(node)
  }

  private func leavePointed() {
    let before = tree.node(named: pointedName)
    pointedName = ""
    if let before { emit(before, "Object", "StateChanged", "focused", first: 0) }
  }

  /// Whether tools were led to a node that has not the keyboard.
  func isPointed(_ node: AccessibleNode) -> Bool { !pointedName.isEmpty && tree.name(of: node) == pointedName }

  private func tellFocus(_ node: AccessibleNode) {
    switch node {
    case .row, .cell:
      if let parent = tree.parent(of: node) {
        let index = Int32(clamping: tree.index(of: node) ?? -1)
        emit(parent, "Object", "ActiveDescendantChanged", first: index, value: reference(node))
      }
    default: break
    }
    emit(node, "Object", "StateChanged", "focused", first: 1)
    emit(node, "Focus", "Focus")
  }

  private func lookAtField() {
    guard let focused, let field = tree.field(of: focused) else { return typed = nil }
    let now = (name: focusedName, text: field.text, caret: field.caret, selection: field.selection)
    defer { typed = now }
    guard let before = typed, before.name == now.name else {
      return emit(focused, "Object", "TextCaretMoved", first: Int32(clamping: now.caret))
    }
    if before.text != now.text {
      let (old, new) = (Array(before.text.unicodeScalars), Array(now.text.unicodeScalars))
      let start = zip(old, new).prefix { $0 == $1 }.count
      let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
      func tell(_ detail: String, _ scalars: ArraySlice<Unicode.Scalar>) {
        guard !scalars.isEmpty else { return }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        emit(
          focused, "Object", "TextChanged", detail, first: Int32(clamping: start),
          second: Int32(clamping: scalars.count),
          value: .text(AssistiveObject.limited(String(text))))
      }
      tell("delete", old[start..<old.count - end])
      tell("insert", new[start..<new.count - end])
    }
    if before.caret != now.caret { emit(focused, "Object", "TextCaretMoved", first: Int32(clamping: now.caret)) }
    if before.selection != now.selection { emit(focused, "Object", "TextSelectionChanged") }
  }

  /// Tells what is called otherwise than it was told, and which views came and went.
  private func compare() {
    isComparisonDue = false
    guard application.accessibilityObserver === self else { return }
    let known = tree.knownNodes
    for node in known.prefix(Self.mostLookedAt) { compare(node) }
    // A row that waited for its data, for example.
    if let focused, case .row = focused, tree.name(of: focused) == focusedName { compare(focused) }
    if labels.count + children.count > 8 * Self.mostLookedAt {
      let names = Set(known.map { tree.name(of: $0) } + ["window"])
      labels = labels.filter { names.contains($0.key) }
      children = children.filter { names.contains($0.key) }
    }
    if children["window"] != nil { compareChildren(of: .window, "window") }
  }

  private func compare(_ node: AccessibleNode) {
    let name = tree.name(of: node)
    if let told = labels[name] {
      let label = label(of: node)
      if told != label {
        labels[name] = label
        emit(node, "Object", "PropertyChange", "accessible-name", value: .text(label))
      }
    }
    if children[name] != nil { compareChildren(of: node, name) }
  }

  private func compareChildren(of node: AccessibleNode, _ name: String) {
    if case .view(let view) = node, view is UITableView || view is GridView { return }
    let nodes = tree.children(of: node)
    let names = nodes.map { tree.name(of: $0) }
    let old = children[name] ?? []
    guard old != names else { return }
    children[name] = names
    for (index, gone) in old.enumerated() where !names.contains(gone) {
      let value = BusArgument.structure([.text(busName), .path(AssistiveObject.path(gone))])
      emit(node, "Object", "ChildrenChanged", "remove", first: Int32(clamping: index), value: value)
      labels[gone] = nil
      children[gone] = nil
    }
    for (index, came) in nodes.enumerated() where !old.contains(names[index]) {
      emit(node, "Object", "ChildrenChanged", "add", first: Int32(clamping: index), value: reference(came))
    }
  }

  /// A tool has been told a label; of a view, and of the row with the keyboard, it hears when that changes.
  func noteLabel(_ label: String, of node: AccessibleNode) {
    switch node {
    case .view: labels[tree.name(of: node)] = label
    case .row where node == focused: labels[focusedName] = label
    default: break
    }
  }

  /// A tool has been told what a node holds.
  func noteChildren(of node: AccessibleNode) {
    switch node {
    case .view(let view) where view is UITableView || view is GridView: break
    case .view, .window: children[tree.name(of: node)] = tree.children(of: node).map { tree.name(of: $0) }
    default: break
    }
  }

  // MARK: Telling

  /// What a node says beside its name: its hint, and of the row that the keyboard came to in another section, the title
  /// of that. Tools read it with the row, once.
  func description(of node: AccessibleNode) -> String {
    let hint = tree.hint(of: node)
    guard section.isNew, node == focused, let title = section.title else { return hint }
    return hint.isEmpty ? title : "\(title), \(hint)"
  }

  /// A node as the bus names it.
  func reference(_ node: AccessibleNode?) -> BusArgument {
    guard let node else { return .structure([.text(""), .path(AssistiveObject.null)]) }
    return .structure([.text(busName), .path(AssistiveObject.path(tree.name(of: node)))])
  }

  private func emit(
    _ node: AccessibleNode, _ kind: String, _ member: String, _ detail: String = "", first: Int32 = 0,
    second: Int32 = 0,
    value: BusArgument = .int32(0)
  ) {
    connection?.post(
      AssistiveEvent(
        path: AssistiveObject.path(tree.name(of: node)), interface: "org.a11y.atspi.Event.\(kind)", member: member,
        detail: detail, first: first, second: second, value: value))
  }
}
