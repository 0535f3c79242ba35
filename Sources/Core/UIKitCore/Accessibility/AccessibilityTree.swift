import Foundation
import TableModel

/// The views of the window as assistive tools see them. Nodes are values that are made on demand; what is kept are names
/// of views that were told.
///
/// A view that is an element is a leaf; a view that only holds others is passed over unless it means something (a scroll
/// view, a bar, a presentation). A table is a list of all its rows: a row has a node and a place whether or not it has a
/// cell, and keeps its name through updates. Headers and footers on screen stand behind the list, so that it counts rows
/// alone. Controls in the cell of a row on screen are children of the row.
///
/// A question about a row that is not on screen makes its cell as measuring does, and gives it back to the queue. It is
/// asked only while the table is at rest and its data source has as many rows as when it loaded; a name whose making
/// changes the rows is empty this time.
@MainActor
package final class AccessibilityTree {
  unowned let application: UIApplication
  /// Views and elements by their numbers.
  private var named: [Int: Weak<NSObject>] = [:]
  private var next = 1
  /// Names are looked through for those that are gone when there are so many.
  private var purgeLimit = 256

  /// A tree of the application's window.
  package init(of application: UIApplication) { self.application = application }

  /// The window; nil while none is open.
  package var window: UIWindow? { application.keyWindow }

  // MARK: Names

  /// Stands for the window among the numbers of views.
  package static let windowNumber = 0

  /// The number of a view or an element, which stays with it as long as it lives, or of the window; nil for other nodes.
  package func number(of node: AccessibleNode) -> Int? {
    switch node {
    case .window: Self.windowNumber
    case .view(let view): number(of: view)
    case .element(let element): number(of: element)
    case .application, .row, .cell: nil
    }
  }

  /// The name of the view or element with a number.
  package func name(numbered number: Int) -> String { "v\(number)" }

  /// A name that stays with the node as long as it lives: letters, digits and underscores.
  package func name(of node: AccessibleNode) -> String {
    switch node {
    case .application: return "root"
    case .window: return "window"
    case .view(let view):
      (view as? UITableView)?.identities.tableIsNamed()
      return "v\(number(of: view))"
    case .element(let element): return "v\(number(of: element))"
    case .row(let table, let row):
      // One that is gone has a name that names nothing.
      guard table.index.contains(row) else { return "gone" }
      return "v\(number(of: table))_r\(table.identities.number(of: row, in: table.index))"
    case .cell(let grid, let place):
      // A header has the letter t and no sign before its other number.
      func word(_ number: Int) -> String { number < 0 ? "t\(-number)" : "\(number)" }
      return grid.lineNumbers(of: place).map { "v\(number(of: grid))_c\(word($0.row))_\(word($0.column))" } ?? "gone"
    }
  }

  /// The node with a name; nil when it is gone.
  package func node(named name: String) -> AccessibleNode? {
    if name == "root" { return .application }
    if name == "window" { return window == nil ? nil : .window }
    let parts = name.utf8.split(separator: UInt8(ascii: "_")).map { Substring($0) }
    guard let first = parts.first, first.first == "v", let number = Int(first.dropFirst()),
      let object = named[number]?.value
    else { return nil }
    if let element = object as? UIAccessibilityElement {
      return parts.count == 1 && element.containingView?.window != nil ? .element(element) : nil
    }
    guard let view = object as? UIView, let window, view.window === window else { return nil }
    if parts.count == 1 { return isShown(view) ? .view(view) : nil }
    let numbers = ([parts[1].dropFirst()] + parts.dropFirst(2)).compactMap {
      $0.first == "t" ? Int($0.dropFirst()).map { -$0 } : Int($0)
    }
    if let table = view as? UITableView, parts[1].first == "r", numbers.count == 1 {
      table.bringUpToDate()
      return table.identities.row(numbered: numbers[0]).flatMap { table.index.contains($0) ? .row(table, $0) : nil }
    }
    if let grid = view.accessibleGrid, parts[1].first == "c", numbers.count == 2 {
      grid.bringUpToDate()
      return grid.place(withRowNumber: numbers[0], columnNumber: numbers[1]).flatMap {
        $0.row < grid.numberOfRows && $0.column < grid.numberOfColumns ? .cell(grid, $0) : nil
      }
    }
    return nil
  }

  private func number(of object: NSObject) -> Int {
    let known = (object as? UIView)?.accessibility?.number ?? (object as? UIAccessibilityElement)?.number ?? 0
    // Another tree may have given the number.
    if known > 0, named[known]?.value === object { return known }
    let number = next
    next += 1
    if let view = object as? UIView { view.accessibilityRecord.number = number }
    (object as? UIAccessibilityElement)?.number = number
    named[number] = Weak(object)
    if named.count > purgeLimit {
      named = named.filter { $0.value.value != nil }
      purgeLimit = max(256, named.count * 2)
    }
    return number
  }

  /// The views and elements that tools have heard of and that are still shown, with their numbers.
  package var knownNodes: [(number: Int, node: AccessibleNode)] {
    let window = window
    var nodes: [(number: Int, node: AccessibleNode)] = []
    for (number, entry) in named {
      if let view = entry.value as? UIView {
        if view.window === window, isShown(view) { nodes.append((number, .view(view))) }
      } else if let element = entry.value as? UIAccessibilityElement {
        nodes.append((number, .element(element)))
      }
    }
    return nodes
  }

  /// Whether no view around is hidden.
  private func isShown(_ view: UIView) -> Bool {
    var current: UIView? = view
    while let next = current, !(next is UIWindow) {
      guard next.isShownToTools else { return false }
      current = next.superview
    }
    return true
  }

  /// The node of a view: of a cell its row, of a view that is passed over the first node in it, else the one around it.
  package func node(of view: UIView) -> AccessibleNode {
    if let place = Self.place(of: view) { return place }
    if view.isAccessibleNode { return .view(view) }
    return contents(of: view).first ?? parent(of: view)
  }

  /// The node that a tool begins with on a new screen where nothing has the keyboard: a menu, whose items the keys lead to,
  /// an alert or a dialog with a name, else the first text, else the first element; nil for an empty window.
  package var firstNode: AccessibleNode? {
    if let menu = window?.menu as? UIView { return .view(menu) }
    var nodes: [AccessibleNode] = []
    collectLeaves(of: .window, into: &nodes)
    if let alert = nodes.first(where: { role(of: $0) == .alert }) { return alert }
    if let dialog = nodes.first(where: { role(of: $0) == .dialog && !label(of: $0).isEmpty }) { return dialog }
    let elements = nodes.filter { role(of: $0) != .dialog }
    return elements.first { [.label, .heading].contains(role(of: $0)) && !label(of: $0).isEmpty } ?? elements.first
  }

  /// The nodes below one that hold no others, of lists those on screen, and all alerts and dialogs before them.
  private func collectLeaves(of node: AccessibleNode, into nodes: inout [AccessibleNode]) {
    for child in children(of: node) {
      let isModal = [.alert, .dialog].contains(role(of: child))
      let count = nodes.count
      if isModal { nodes.append(child) }
      collectLeaves(of: child, into: &nodes)
      if nodes.count == count { nodes.append(child) }
    }
  }

  // MARK: The tree

  /// The node that holds another one; nil for the application.
  package func parent(of node: AccessibleNode) -> AccessibleNode? {
    switch node {
    case .application: nil
    case .window: .application
    case .row(let table, _): .view(table)
    case .cell(let grid, _): .view(grid)
    case .element(let element): (element.accessibilityContainer as? UIView).map { .view($0) } ?? .window
    case .view(let view): parent(of: view)
    }
  }

  private func parent(of view: UIView) -> AccessibleNode {
    var current = view.superview
    while let next = current, !(next is UIWindow) {
      current = next.superview
      if let place = Self.place(of: next) { return place }
      // A view of a table that is in none of its cells stands beside the table.
      if next.isAccessibleNode, !(next is UITableView), !(next is UITableViewCell) { return .view(next) }
    }
    return .window
  }

  /// The row or place that a cell shows; nil for other views, and for cells that are leaving.
  private static func place(of view: UIView) -> AccessibleNode? {
    if let cell = view as? UITableViewCell, let table = cell.table, let row = cell.position {
      return table.cells.view(at: row) === cell ? .row(table, row) : nil
    }
    guard view.isGridCell else { return nil }
    return (view as? any AccessibleGridCell)?.shownPlace.map { .cell($0.grid, $0.place) }
  }

  /// Whether `children(of:)` gives all nodes that another one holds: not of tables and grids.
  package func listsChildren(of node: AccessibleNode) -> Bool {
    if case .view(let view) = node { !(view is UITableView) && view.accessibleGrid == nil } else { true }
  }

  /// How many nodes another one holds: of a table all its rows.
  package func childCount(of node: AccessibleNode) -> Int {
    if let grid = node.grid {
      grid.bringUpToDate()
      let (product, overflows) = grid.numberOfRows.multipliedReportingOverflow(by: grid.numberOfColumns)
      return overflows ? .max : product
    }
    switch node {
    case .view(let table as UITableView):
      table.bringUpToDate()
      return table.index.rowCount
    default: return children(of: node).count
    }
  }

  /// A child by its number; nil for a number that no child has.
  /// - Complexity: O(log rows) for rows.
  package func child(of node: AccessibleNode, at index: Int) -> AccessibleNode? {
    switch node {
    case .view(let table as UITableView):
      table.bringUpToDate()
      return table.identities.row(flatNumber: index, in: table.index).map { .row(table, $0) }
    default:
      if let grid = node.grid {
        grid.bringUpToDate()
        let columns = grid.numberOfColumns
        guard index >= 0, columns > 0, index / columns < grid.numberOfRows else { return nil }
        return .cell(grid, GridPosition(row: index / columns, column: index % columns))
      }
      let children = children(of: node)
      return children.indices.contains(index) ? children[index] : nil
    }
  }

  /// A node's number among those beside it; nil for the application, and for what is not told among them.
  package func index(of node: AccessibleNode) -> Int? {
    switch node {
    case .row(let table, let row):
      table.index.contains(row) ? table.identities.flatNumber(of: row, in: table.index) : nil
    case .cell(let grid, let place): place.isCell ? place.row &* grid.numberOfColumns &+ place.column : nil
    default: parent(of: node).flatMap { children(of: $0).firstIndex(of: node) }
    }
  }

  /// The nodes that another one holds; of tables and grids those on screen.
  package func children(of node: AccessibleNode) -> [AccessibleNode] {
    switch node {
    case .application: return window == nil ? [] : [.window]
    case .window: return windowChildren
    case .element: return []
    case .cell(let grid, let place):
      return grid.shownCell(at: place).map { contents(of: $0).filter(Self.isControl) } ?? []
    case .view(let table as UITableView):
      table.bringUpToDate()
      return table.cells.visible.map { .row(table, $0.position) }
    case .view(let view):
      if let grid = view.accessibleGrid { return grid.shownPlaces.map { .cell(grid, $0) } }
      if let elements = view.accessibilityElements {
        return elements.flatMap { element -> [AccessibleNode] in
          if let element = element as? UIAccessibilityElement { return [.element(element)] }
          guard let inner = element as? UIView else { return [] }
          // One that is no node itself is passed over, here as in the order of subviews.
          return inner.isAccessibleNode ? [.view(inner)] : contents(of: inner)
        }
      }
      guard view.isAccessibilityElement else { return contents(of: view) }
      return view is UITableViewHeaderFooterView ? contents(of: view).filter(Self.isControl) : []
    case .row(let table, let row):
      guard let cell = table.cells.view(at: row) else { return [] }
      let contents = contents(of: cell)
      // One element, beside the controls in it.
      return cell.isAccessibilityElement ? contents.filter(Self.isControl) : contents
    }
  }

  private static func isControl(_ node: AccessibleNode) -> Bool {
    if case .view(let view) = node { view.isOperable } else { false }
  }

  private var windowChildren: [AccessibleNode] {
    guard let window else { return [] }
    var found: [AccessibleNode] = []
    if let menu = window.menu as? UIView {
      collect(menu, into: &found)
    } else if window.focusRoot !== window {
      collect(window.focusRoot, into: &found)
    } else {
      found = contents(of: window)
    }
    return found
  }

  private func contents(of view: UIView) -> [AccessibleNode] {
    var found: [AccessibleNode] = []
    for child in view.viewsInReadingOrder { collect(child, into: &found) }
    return found
  }

  private func collect(_ view: UIView, into found: inout [AccessibleNode]) {
    guard view.isShownToTools else { return }
    guard view.isAccessibleNode else {
      for child in view.viewsInReadingOrder { collect(child, into: &found) }
      return
    }
    found.append(.view(view))
    guard let table = view as? UITableView else { return }
    for part in table.viewsInReadingOrder(where: { !($0 is UITableViewCell) }) { collect(part, into: &found) }
  }

  // MARK: Places

  /// Where a node is, in points of the window.
  package func frame(of node: AccessibleNode) -> CGRect {
    switch node {
    case .application, .window: window.map { CGRect(origin: .zero, size: $0.bounds.size) } ?? .zero
    case .view(let view): view.accessibilityFrame
    case .element(let element): element.accessibilityFrame
    case .row(let table, let row):
      table.cells.view(at: row)?.accessibilityFrame ?? table.convert(table.rectForRow(at: IndexPath(row)), to: nil)
    case .cell(let grid, let place):
      grid.shownCell(at: place)?.accessibilityFrame ?? grid.convert(grid.rect(of: place), to: nil)
    }
  }

  /// The innermost node at a point of the window.
  package func node(at point: CGPoint) -> AccessibleNode {
    guard var view = window?.hitTestBelowOverlay(point) else { return .window }
    while true {
      if let place = Self.place(of: view) { return place }
      if let elements = view.accessibilityElements {
        let hit = elements.compactMap { $0 as? UIAccessibilityElement }.first { $0.accessibilityFrame.contains(point) }
        return hit.map { .element($0) } ?? .view(view)
      }
      if let grid = view.accessibleGrid,
        let place = grid.place(at: grid.convert(point, from: nil))
      {
        return .cell(grid, place)
      }
      if view.isAccessibleNode, isShown(view) { return .view(view) }
      guard let above = view.superview, !(above is UIWindow) else { return .window }
      view = above
    }
  }

  /// The node with the keyboard; nil for none.
  package var focusedNode: AccessibleNode? {
    guard let window else { return nil }
    if let overlay = window.menu as? UIView {
      var rows: [AccessibleNode] = []
      collectMenuRows(overlay, into: &rows)
      return rows.last
    }
    guard let view = window.firstResponder as? UIView else { return nil }
    if let table = view as? UITableView {
      // Before a key or a choice has led to a row, the list: the first key leads to a row, and is to be heard.
      return table.chooser.keyRow.flatMap { table.index.contains($0) ? .row(table, $0) : nil } ?? .view(table)
    }
    if let grid = view.accessibleGrid {
      return grid.activePosition.map { .cell(grid, $0) } ?? .view(grid)
    }
    if let cell = (view as? any DerivedScrollView)?.keyboardCell { return .view(cell) }
    return view.isAccessibleNode ? .view(view) : parent(of: view)
  }

  private func collectMenuRows(_ view: UIView, into rows: inout [AccessibleNode]) {
    if let row = view as? MenuRowView, row.isHighlighted { rows.append(.view(row)) }
    for child in view.subviews { collectMenuRows(child, into: &rows) }
  }
}
