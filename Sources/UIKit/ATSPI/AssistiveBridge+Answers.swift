internal import Desktop
import Foundation
import UIKitCore

/// Calls of tools, answered from the tree.
extension AssistiveBridge {
  private typealias Value = DesktopBus.Value

  /// Answers a call. What the calls before it have changed is laid out for it, unless it only goes on to another place: it
  /// needs no cells of the one that it leaves.
  package func answer(_ call: AssistiveCall) -> AssistiveReply {
    let loop: FrameLoop = application.frameLoop
    loop.beginAnswer()
    if loop.isFrameForAnswers, !Self.leadingMembers.contains(call.member), let window = tree.window {
      LayoutPass.run(from: window)
    }
    let reply = reply(to: call)
    loop.endAnswer()
    return reply
  }

  /// The methods by which a tool goes to a node.
  private static let leadingMembers = ["GrabFocus", "ScrollTo", "ScrollToPoint"]

  private func reply(to call: AssistiveCall) -> AssistiveReply {
    if call.path == "/org/a11y/atspi/cache" { return answerCache(call) }
    guard let name = AssistiveObject.name(call.path) else { return .unknownObject }
    if let notice = notices.text(named: name) { return answerNotice(notice, name, call) }
    guard let node = tree.node(named: name) else { return .unknownObject }
    let interface = AssistiveObject.lastPart(of: call.interface)
    switch interface {
    case "Properties": return answerProperties(call, node)
    case "Introspectable": return .values([.text(introspection(of: node))])
    case "Peer": return call.member == "Ping" ? .values([]) : .unknownMethod
    default: break
    }
    guard interfaces(of: node).contains(interface) else { return .unknownMethod }
    let numbers = call.values.map { $0.number ?? 0 }
    func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
    switch interface {
    case "Accessible": return answerAccessible(call.member, node, number(0))
    case "Application": return call.member == "GetLocale" ? .values([.text(locale)]) : .unknownMethod
    case "Component": return answerComponent(call.member, node, number)
    case "Action": return answerAction(call.member, node, number(0))
    case "Selection": return answerSelection(call.member, node, number(0))
    case "Text": return answerText(call.member, node, number)
    case "EditableText": return answerEditing(call.member, node, call.values, number)
    case "Table": return answerTable(call.member, node, number)
    case "TableCell": return answerTableCell(call.member, node)
    case "Collection": return answerCollection(call.member, node, call.values)
    default: return .unknownMethod
    }
  }

  private var locale: String { Locale.current.identifier }

  /// The interfaces a node has, by their last names.
  func interfaces(of node: AccessibleNode) -> [String] {
    switch node {
    case .application: return ["Accessible", "Application", "Collection"]
    case .window: return ["Accessible", "Action", "Collection", "Component"]
    case .row: return ["Accessible", "Action", "Component"]
    case .cell(_, let place): return ["Accessible", "Action", "Component"] + (place.isCell ? ["TableCell"] : [])
    case .element: return ["Accessible", "Action", "Component"]
    case .view(let view):
      var names = ["Accessible", "Component"]
      if AssistiveMatch.searches(tree.role(of: node)) { names.append("Collection") }
      if view.accessibleGrid != nil { return names + ["Action", "Table"] }
      if view is UITableView { return names + ["Action", "Selection"] + (isLong(node) ? ["Table"] : []) }
      let role = tree.role(of: node)
      if role != .label && role != .image { names.append("Action") }
      if role == .label || role == .heading { names.append("Text") }
      if tree.field(of: node) != nil { names += ["Text", "EditableText"] }
      if tree.amount(of: node) != nil { names.append("Value") }
      return names
    }
  }

  private func introspection(of node: AccessibleNode) -> String {
    let names = interfaces(of: node).map { "<interface name=\"org.a11y.atspi.\($0)\"/>" }
    return "<node>\(names.joined())</node>"
  }

  /// Whether a list has so many rows that it counts as a table of one column: Orca asks a list for each of its rows before
  /// it says how many they are, and a table for their number.
  func isLong(_ node: AccessibleNode) -> Bool {
    guard case .view(let view) = node, view is UITableView else { return false }
    return tree.childCount(of: node) > AssistiveObject.longestList
  }

  /// A row of a long list is one of a table: Orca says twice that a list item in a table is not selected.
  func role(of node: AccessibleNode) -> (number: UInt32, name: String) {
    let role = tree.role(of: node)
    if role == .row, let list = tree.parent(of: node), isLong(list) { return AssistiveObject.role(.holderRow) }
    return AssistiveObject.role(isLong(node) ? .grid : role)
  }

  // MARK: Names and places

  /// The name in words. The value of what has no other way to tell it stands behind the name.
  func label(of node: AccessibleNode) -> String {
    guard tree.field(of: node) == nil, tree.amount(of: node) == nil else {
      return AssistiveObject.limited(tree.label(of: node))
    }
    let (label, value) = tree.words(of: node)
    guard let value, !value.isEmpty else { return AssistiveObject.limited(label) }
    return AssistiveObject.limited(label.isEmpty ? value : "\(label), \(value)")
  }

  /// The states as two words of bits.
  func states(of node: AccessibleNode) -> [UInt32] {
    let state = tree.state(of: node)
    var words: [UInt32] = [0, 0]
    func set(_ bit: AssistiveObject.State, _ isSet: Bool = true) {
      if isSet { words[bit.rawValue / 32] |= 1 << UInt32(bit.rawValue % 32) }
    }
    let isEnabled = !state.traits.contains(.notEnabled)
    set(.enabled, isEnabled)
    set(.sensitive, isEnabled)
    set(.visible)
    set(.showing, state.isShowing)
    let isPointed = isPointed(node)
    set(.focusable, state.isFocusable || isPointed)
    set(.focused, state.isFocused || isPointed)
    set(.selectable, state.isSelectable)
    set(.selected, state.traits.contains(.selected))
    set(.editable, state.isEditable)
    set(.expandable, state.isExpanded != nil)
    set(.expanded, state.isExpanded == true)
    if let field = tree.field(of: node) {
      set(field.hasLines ? .multiLine : .singleLine)
      set(.selectableText)
    }
    switch tree.role(of: node) {
    case .window: set(.active, application.applicationState == .active)
    case .toggle:
      set(.checkable)
      set(.checked, tree.amount(of: node) == 1)
    case .list, .grid:
      set(.managesDescendants)
      set(.vertical)
      if case .view(let table as UITableView) = node { set(.multiselectable, table.allowsMultipleSelection) }
      if let grid = node.grid { set(.multiselectable, grid.allowsSelection) }
    case .dialog, .alert: set(.modal)
    case .spinner: set(.indeterminate)
    default: break
    }
    // Not kept: libraries of tools ask for it anew each time.
    switch node {
    case .row, .cell: set(.transient)
    default: break
    }
    return words
  }

  /// The attributes, by their names.
  func attributes(of node: AccessibleNode) -> [(name: String, value: String)] {
    var pairs = [("toolkit", "Anole")]
    let identifier = tree.identifier(of: node)
    if !identifier.isEmpty { pairs.append(("id", identifier)) }
    switch node {
    case .row:
      if let place = tree.position(of: node) {
        pairs += [
          ("posinset", "\(place.number)"), ("setsize", "\(place.count)"), ("rowindex", "\(place.number)"),
          ("rowcount", "\(place.count)"),
        ]
      }
    case .cell(let grid, let place) where !place.isCell:
      pairs.append(place.row < 0 ? ("colindex", "\(place.column + 1)") : ("rowindex", "\(place.row + 1)"))
      if place.row == grid.titleRow, let order = grid.sortOrder(ofColumn: place.column) {
        pairs.append(("sort", order.rawValue))
      }
    case .cell(let grid, let place):
      pairs += [
        ("rowindex", "\(place.row + 1)"), ("rowcount", "\(grid.numberOfRows)"), ("colindex", "\(place.column + 1)"),
        ("colcount", "\(grid.numberOfColumns)"),
      ]
      if let outline = grid.shownCell(at: place)?.outline { pairs.append(("level", "\(outline.level + 1)")) }
    case .view(let table as UITableView): pairs.append(("rowcount", "\(tree.childCount(of: .view(table)))"))
    case .view:
      if let grid = node.grid {
        pairs += [("rowcount", "\(grid.numberOfRows)"), ("colcount", "\(grid.numberOfColumns)")]
      }
      if tree.role(of: node) == .heading { pairs.append(("level", "2")) }
      if tree.role(of: node) == .slider, let value = tree.value(of: node) { pairs.append(("valuetext", value)) }
    default: break
    }
    return pairs.map { (name: $0.0, value: $0.1) }
  }

  private func answerAccessible(_ member: String, _ node: AccessibleNode, _ number: Int) -> AssistiveReply {
    switch member {
    case "GetChildAtIndex":
      guard tree.listsChildren(of: node) else { return .values([reference(tree.child(of: node, at: number))]) }
      let children = tree.children(of: node)
      note(children, asChildrenOf: node)
      return .values([reference(children.indices.contains(number) ? children[number] : nil)])
    case "GetChildren":
      let children = tree.children(of: node)
      note(children, asChildrenOf: node)
      return .values([.list("(so)", children.map { reference($0) })])
    case "GetIndexInParent":
      return .values([.int32(Int32(clamping: tree.index(of: node) ?? (node == .application ? 0 : -1)))])
    case "GetRelationSet": return .values([.list("(ua(so))", [])])
    case "GetRole": return .values([.uint32(role(of: node).number)])
    case "GetRoleName", "GetLocalizedRoleName": return .values([.text(role(of: node).name)])
    case "GetState": return .values([.list("u", states(of: node).map { .uint32($0) })])
    case "GetAttributes":
      return .values([.list("{ss}", attributes(of: node).map { .entry(.text($0.name), .text($0.value)) })])
    case "GetApplication": return .values([reference(.application)])
    case "GetInterfaces":
      return .values([.list("s", interfaces(of: node).map { .text("org.a11y.atspi.\($0)") })])
    default: return .unknownMethod
    }
  }

  // MARK: Properties

  private func answerProperties(_ call: AssistiveCall, _ node: AccessibleNode) -> AssistiveReply {
    guard let interface = call.values.first?.text.map(AssistiveObject.lastPart) else { return .invalid }
    switch call.member {
    case "Get":
      guard call.values.count == 2, let name = call.values[1].text,
        let value = properties(interface, node, only: name).first?.value
      else { return .invalid }
      return .values([.variant(value)])
    case "GetAll":
      let all = properties(interface, node, only: nil)
      return .values([.list("{sv}", all.map { .entry(.text($0.name), .variant($0.value)) })])
    case "Set":
      guard call.values.count == 3, let name = call.values[1].text else { return .invalid }
      return set(interface, name, call.values[2], node) ? .values([]) : .invalid
    default: return .unknownMethod
    }
  }

  private func properties(
    _ interface: String, _ node: AccessibleNode, only wanted: String?
  ) -> [(name: String, value: BusArgument)] {
    guard interfaces(of: node).contains(interface) else { return [] }
    let all: [(String, () -> BusArgument)]
    switch interface {
    case "Accessible":
      all = [
        (
          "Name",
          { [self] in
            let label = label(of: node)
            noteLabel(label, of: node)
            return .text(label)
          }
        ),
        ("Description", { [self] in .text(AssistiveObject.limited(description(of: node))) }),
        (
          "Parent",
          { [self] in
            node == .application
              ? .structure([.text(desktop.name), .path(desktop.path)]) : reference(tree.parent(of: node))
          }
        ),
        ("ChildCount", { [self] in .int32(Int32(clamping: tree.childCount(of: node))) }),
        ("Locale", { [self] in .text(tree.language(of: node) ?? locale) }),
        ("AccessibleId", { [self] in .text(tree.identifier(of: node)) }),
      ]
    case "Application":
      all = [
        ("ToolkitName", { .text("Anole") }), ("Version", { .text("1.0") }), ("ToolkitVersion", { .text("1.0") }),
        ("AtspiVersion", { .text("2.1") }), ("Id", { [self] in .int32(applicationID) }),
      ]
    case "Action": all = [("NActions", { [self] in .int32(Int32(clamping: tree.actions(of: node).count)) })]
    case "Selection":
      all = [("NSelectedChildren", { [self] in .int32(Int32(clamping: tree.selectedCount(of: node))) })]
    case "Text":
      all = [
        ("CharacterCount", { [self] in .int32(Int32(clamping: text(of: node).count)) }),
        ("CaretOffset", { [self] in .int32(Int32(clamping: tree.field(of: node)?.caret ?? 0)) }),
      ]
    case "Value":
      all = [
        ("MinimumValue", { .real(0) }), ("MaximumValue", { .real(1) }), ("MinimumIncrement", { .real(0) }),
        ("CurrentValue", { [self] in .real(tree.amount(of: node) ?? 0) }),
        ("Text", { [self] in .text(tree.value(of: node) ?? "") }),
      ]
    case "Table": all = tableProperties(node)
    case "TableCell": all = cellProperties(node)
    default: all = []
    }
    return all.filter { wanted == nil || $0.0 == wanted }.map { ($0.0, $0.1()) }
  }

  private func set(_ interface: String, _ name: String, _ value: Value, _ node: AccessibleNode) -> Bool {
    switch (interface, name) {
    case ("Application", "Id"):
      guard case .signed(let number) = value else { return false }
      applicationID = number
      return true
    case ("Value", "CurrentValue"):
      guard case .real(let number) = value, tree.role(of: node) == .toggle, let amount = tree.amount(of: node) else {
        return false
      }
      return (number >= 0.5) == (amount == 1) || tree.perform(.activate, on: node)
    default: return false
    }
  }

  // MARK: Places

  /// A frame in pixels of the desktop (kind 0), the window (1) or the parent (2).
  func extents(_ frame: CGRect, _ node: AccessibleNode, kind: Int) -> [BusArgument] {
    let (scale, origin) = pixels(node, kind: kind)
    func pixel(_ value: Double) -> BusArgument { .int32(Int32(clamping: Int(max(-1e9, min(1e9, value.rounded()))))) }
    return [
      pixel(frame.minX * scale + origin.x), pixel(frame.minY * scale + origin.y), pixel(frame.width * scale),
      pixel(frame.height * scale),
    ]
  }

  /// Pixels of a point, and where the window's corner is in the coordinates of a kind.
  private func pixels(_ node: AccessibleNode, kind: Int) -> (scale: Double, origin: CGPoint) {
    let window = tree.window?.platformWindow
    let scale = Double(window?.scale ?? 1)
    switch kind {
    case 0: return (scale, window?.screenOrigin ?? .zero)
    case 2:
      let parent = tree.parent(of: node).map { tree.frame(of: $0) } ?? .zero
      return (scale, CGPoint(x: -parent.minX * scale, y: -parent.minY * scale))
    default: return (scale, .zero)
    }
  }

  private func point(_ x: Int, _ y: Int, _ node: AccessibleNode, kind: Int) -> CGPoint {
    let (scale, origin) = pixels(node, kind: kind)
    return CGPoint(x: (Double(x) - origin.x) / scale, y: (Double(y) - origin.y) / scale)
  }

  private func answerComponent(_ member: String, _ node: AccessibleNode, _ number: (Int) -> Int) -> AssistiveReply {
    let frame = tree.frame(of: node)
    switch member {
    case "GetExtents": return .values([.structure(extents(frame, node, kind: number(0)))])
    case "GetPosition": return .values(Array(extents(frame, node, kind: number(0)).prefix(2)))
    case "GetSize": return .values(Array(extents(frame, node, kind: 1).suffix(2)))
    case "Contains": return .values([.flag(frame.contains(point(number(0), number(1), node, kind: number(2))))])
    case "GetAccessibleAtPoint":
      let place = point(number(0), number(1), node, kind: number(2))
      return .values([reference(frame.contains(place) ? tree.node(at: place) : nil)])
    case "GetLayer": return .values([.uint32(node == .window ? 7 : 3)])
    case "GetMDIZOrder": return .values([.int32(0)])
    case "GetAlpha": return .values([.real(1)])
    case "GrabFocus": return .values([.flag(tree.focus(node))])
    case "ScrollTo": return .values([.flag(tree.show(node, at: AssistiveObject.edge(number(0))))])
    case "ScrollToPoint": return .values([.flag(tree.show(node))])
    case "SetExtents", "SetPosition", "SetSize": return .values([.flag(false)])
    default: return .unknownMethod
    }
  }

  // MARK: Actions and selection

  private func answerAction(_ member: String, _ node: AccessibleNode, _ number: Int) -> AssistiveReply {
    let actions = tree.actions(of: node)
    if member == "GetActions" {
      let list = actions.map { BusArgument.structure([.text($0.name), .text($0.name), .text("")]) }
      return .values([.list("(sss)", list)])
    }
    guard actions.indices.contains(number) else { return member == "DoAction" ? .values([.flag(false)]) : .invalid }
    switch member {
    case "GetName", "GetLocalizedName", "GetDescription": return .values([.text(actions[number].name)])
    case "GetKeyBinding": return .values([.text("")])
    case "DoAction": return .values([.flag(tree.perform(actions[number], on: node))])
    default: return .unknownMethod
    }
  }

  private func answerSelection(_ member: String, _ node: AccessibleNode, _ number: Int) -> AssistiveReply {
    let child = tree.child(of: node, at: number)
    switch member {
    case "GetSelectedChild": return .values([reference(tree.selectedChild(of: node, at: number))])
    case "SelectChild": return .values([.flag(child.map { tree.select($0, true) } ?? false)])
    case "DeselectChild": return .values([.flag(child.map { tree.select($0, false) } ?? false)])
    case "DeselectSelectedChild":
      return .values([.flag(tree.selectedChild(of: node, at: number).map { tree.select($0, false) } ?? false)])
    case "IsChildSelected":
      return .values([.flag(child.map { tree.state(of: $0).traits.contains(.selected) } ?? false)])
    case "SelectAll": return .values([.flag(tree.selectAll(of: node, true))])
    case "ClearSelection": return .values([.flag(tree.selectAll(of: node, false))])
    default: return .unknownMethod
    }
  }

  // MARK: Announcements

  /// A notification: a text that came into view, below the window and not among its children.
  private func answerNotice(_ text: String, _ name: String, _ call: AssistiveCall) -> AssistiveReply {
    let properties: [(String, BusArgument)] = [
      ("Name", .text(text)), ("Description", .text("")), ("Parent", reference(.window)), ("ChildCount", .int32(0)),
      ("Locale", .text(locale)), ("AccessibleId", .text("")),
    ]
    switch call.member {
    case "Get":
      let wanted = call.values.count == 2 ? call.values[1].text : nil
      return properties.first { $0.0 == wanted }.map { .values([.variant($0.1)]) } ?? .invalid
    case "GetAll": return .values([.list("{sv}", properties.map { .entry(.text($0.0), .variant($0.1)) })])
    case "GetChildAtIndex": return .values([reference(nil)])
    case "GetChildren": return .values([.list("(so)", [])])
    case "GetIndexInParent": return .values([.int32(-1)])
    case "GetRelationSet": return .values([.list("(ua(so))", [])])
    case "GetRole": return .values([.uint32(AssistiveNotices.role.number)])
    case "GetRoleName", "GetLocalizedRoleName": return .values([.text(AssistiveNotices.role.name)])
    case "GetState":
      return .values([.list("u", [.uint32(1 << 8 | 1 << 24 | 1 << 25 | 1 << 28 | 1 << 30), .uint32(0)])])
    case "GetAttributes": return .values([.list("{ss}", [.entry(.text("toolkit"), .text("Anole"))])])
    case "GetApplication": return .values([reference(.application)])
    case "GetInterfaces": return .values([.list("s", [.text("org.a11y.atspi.Accessible")])])
    default: return .unknownMethod
    }
  }

  // MARK: The cache of tools

  /// A tool's library is to keep nothing from the start: it asks for each object when it comes to it, and an object it never
  /// asked for costs neither side anything.
  private func answerCache(_ call: AssistiveCall) -> AssistiveReply {
    call.member == "GetItems" ? .values([.list("((so)(so)(so)iiassusau)", [])]) : .unknownMethod
  }
}
