import Foundation
import TableModel
import UIKitCore

/// Supplies a grid with a tree whose nodes are its rows, of which those below a node are shown when that is expanded.
///
/// A node is named by its path: the number of a child of the root, of a child of that one, and so on. The empty path is the
/// root, which has no row and is always expanded.
@preconcurrency @MainActor
public protocol GridViewTreeSource: AnyObject {
  /// How many children a node has, 0 or more: asked for the root and for expanded nodes when the grid loads, else when a
  /// node is expanded. All rows of a tree together are at most 1e9.
  func gridView(_ gridView: GridView, numberOfChildrenAt path: IndexPath) -> Int

  // MARK: Optional

  /// Whether a node can be expanded, asked when its row comes on screen; by default when it has children.
  func gridView(_ gridView: GridView, isExpandableAt path: IndexPath) -> Bool
}

extension GridViewTreeSource {
  /// Whether it has children.
  public func gridView(_ gridView: GridView, isExpandableAt path: IndexPath) -> Bool {
    self.gridView(gridView, numberOfChildrenAt: path) > 0
  }
}

/// The tree whose nodes a grid shows as rows: which are expanded, by keys, the mouse and calls. Without a source the data
/// source counts rows, and this does nothing.
///
/// No facet, as `GridColumnKeeper`: it is made where it is asked, and keeps nothing. What it changes is `GridView.tree`.
@MainActor
struct GridOutline {
  let grid: GridView

  private var tree: TreeRows? { _read { yield grid.tree } }

  /// How many rows the tree has; nil without one.
  var rowCount: Int? { grid.app.hasTree ? tree?.count ?? 0 : nil }

  // MARK: Loading

  /// Asks for counts that are due: those of the root and of expanded nodes, as far as these are there.
  func load() {
    guard grid.treeIsStale else { return }
    guard grid.app.hasTree else {
      grid.tree = nil
      return
    }
    var next = TreeRows(children: grid.app.childCount(of: []))
    for path in tree?.expandedPaths ?? [] where !grid.work.mustEnd && next.row(ofPath: path) != nil {
      guard grid.app.isExpandable(path) else { continue }
      _ = next.expand(path, children: grid.app.childCount(of: path))
    }
    guard !grid.work.mustEnd else { return }
    grid.tree = next
    grid.treeIsStale = false
  }

  // MARK: Questions

  func path(ofRow row: Int) -> [Int]? {
    guard grid.app.hasTree, let tree, row >= 0, row < tree.count else { return nil }
    return tree.path(ofRow: row)
  }

  func row(ofPath path: [Int]) -> Int? { grid.app.hasTree ? tree?.row(ofPath: path) : nil }

  func isExpanded(_ path: [Int]) -> Bool { grid.app.hasTree && tree?.isExpanded(path) == true }

  /// How a cell shows the node of a row.
  func disclosure(ofRow row: Int) -> GridTreeCell.Disclosure? {
    guard let path = path(ofRow: row) else { return nil }
    let isExpanded = isExpanded(path)
    let isExpandable = isExpanded || grid.app.isExpandable(path)
    return GridTreeCell.Disclosure(level: path.count - 1, isExpanded: isExpandable ? isExpanded : nil)
  }

  // MARK: Changes

  /// Expands a node, or collapses it: its rows come or go at once, however many.
  /// - Returns: whether it was the other way before.
  func setExpanded(_ expands: Bool, _ path: [Int], isByUser: Bool) -> Bool {
    grid.loadIfNeeded()
    guard let row = row(ofPath: path), isExpanded(path) != expands, grid.updates.allowsSplice else {
      return false
    }
    let splice: LineSplice
    if expands {
      let changes = grid.updates.count
      let isExpandable = grid.app.isExpandable(path)
      let children = isExpandable ? grid.app.childCount(of: path) : 0
      // The source, asked for the counts, may have changed the lines.
      guard isExpandable, grid.updates.count == changes, grid.updates.allowsSplice, self.row(ofPath: path) == row,
        let rows = grid.tree?.expand(path, children: children)
      else { return false }
      splice = LineSplice(removed: row + 1..<row + 1, inserted: rows.count)
    } else {
      guard let rows = grid.tree?.collapse(path) else { return false }
      splice = LineSplice(removed: rows, inserted: 0)
    }
    let active = grid.activePosition
    grid.updates.splice(rows: splice)
    showDisclosure(ofRow: row)
    if let active, splice.removed.contains(active.row), self.row(ofPath: path) == row {
      // The selection goes to the node whose rows went.
      grid.chooser.change { $0.select(GridPosition(row: row, column: active.column), .cells, in: $1) }
    }
    if isByUser { grid.app.didSetExpanded(expands, IndexPath(indexes: path)) }
    return true
  }

  /// Rows that changes of the tree exchange one by one at most; where more do, the grid loads, unless they are
  /// neighbours.
  private static let mostSingleRows = 20_000

  /// The rows that a change of the tree takes away, by old numbers, and brings, by new ones; and one that it moves.
  struct RowChange {
    var removed = IndexSet()
    var inserted = IndexSet()
    var moved: (from: Range<Int>, to: Int)?
  }

  /// Carries out a change of the tree that its source has made.
  /// - Parameters:
  ///   - call: for messages.
  ///   - paths: of the nodes whose children are others.
  ///   - body: changes the tree and returns the rows of the change; nil where the call names children that are not
  ///     there.
  func change(_ call: StaticString, of paths: [[Int]], _ body: (inout TreeRows) -> RowChange?) {
    // A tree that is not loaded yet, or is loaded again, has the change already.
    guard grid.app.hasTree, !grid.treeIsStale, grid.tree != nil else { return }
    grid.loadIfNeeded()
    guard var next = tree else { return }
    guard let rows = body(&next) else {
      misuse("GridView.\(call) names children of \(paths) that the grid does not have; tell it of each change in order")
    }
    for path in paths {
      guard let known = next.children(of: path) else { continue }
      let told = grid.app.childCount(of: path)
      guard told == known else {
        misuse(
          """
          GridView.\(call): the tree source says that \(path) has \(told) children, and after the change it has \
          \(known); change the data first, and then tell of that change
          """)
      }
      // A node without children any more cannot be expanded.
      if known == 0, !path.isEmpty, !grid.app.isExpandable(path) { _ = next.collapse(path) }
    }
    exchange(next, rows)
    for path in paths {
      if let row = row(ofPath: path) { showDisclosure(ofRow: row) }
    }
  }

  /// Shows another tree.
  private func exchange(_ next: TreeRows, _ rows: RowChange) {
    grid.tree = next
    let (removed, inserted) = (rows.removed.rangeView, rows.inserted.rangeView)
    let moved = rows.moved.map { $0.from.lowerBound == $0.to ? 0 : $0.from.count } ?? 0
    guard moved > 0 || !removed.isEmpty || !inserted.isEmpty else { return }
    guard grid.updates.allowsSplice else { return grid.setNeedsLoad() }
    if moved == 0, removed.count + inserted.count == 1 {
      return grid.updates.splice(
        rows: LineSplice(
          removed: removed.first ?? inserted[inserted.startIndex].lowerBound..<inserted[inserted.startIndex].lowerBound,
          inserted: rows.inserted.count))
    }
    guard moved + rows.removed.count + rows.inserted.count <= Self.mostSingleRows else { return grid.setNeedsLoad() }
    func position(_ row: Int) -> RowPosition { RowPosition(section: 0, row: row) }
    var changes = TableChanges()
    for row in rows.removed { changes.deleteRow(position(row), .automatic) }
    for row in rows.inserted { changes.insertRow(position(row), .automatic) }
    if let (from, to) = rows.moved {
      for (place, row) in from.enumerated() { changes.moveRow(position(row), to: position(to + place)) }
    }
    grid.updates.change(rows: changes, rowCount: next.count)
  }

  /// Shows another tree of items.
  /// - Parameter changes: how its rows come of those of before; nil has the grid load.
  func show(_ next: TreeRows, _ changes: TableChanges?) {
    grid.loadIfNeeded()
    grid.tree = next
    guard let changes, grid.updates.allowsSplice, !grid.treeIsStale else { return grid.setNeedsLoad() }
    if !changes.isEmpty { grid.updates.change(rows: changes, rowCount: next.count) }
    for cell in grid.visibleCells {
      guard let row = cell.position?.row, row >= 0, let cell = cell as? GridTreeCell else { continue }
      cell.disclosure = disclosure(ofRow: row)
    }
  }

  /// Asks for the children of a node anew. Its rows keep their numbers as far as there are as many.
  func reloadChildren(of path: [Int]) {
    guard !path.isEmpty else { return grid.reloadData() }
    guard grid.app.hasTree, !grid.treeIsStale else { return }
    grid.loadIfNeeded()
    guard let row = row(ofPath: path) else { return }
    guard isExpanded(path), var next = tree else { return showDisclosure(ofRow: row) }
    let below = next.expandedPaths.filter { $0.count > path.count && $0.starts(with: path) }
    guard let old = next.collapse(path) else { return }
    let start = row + 1
    for path in [path] + below where next.row(ofPath: path) != nil && grid.app.isExpandable(path) {
      _ = next.expand(path, children: grid.app.childCount(of: path))
    }
    let end = start + next.count - (grid.tree?.count ?? 0) + old.count
    var rows = RowChange()
    rows.removed = IndexSet(integersIn: min(end, old.upperBound)..<old.upperBound)
    rows.inserted = IndexSet(integersIn: min(old.upperBound, end)..<end)
    exchange(next, rows)
    showDisclosure(ofRow: row)
    grid.reloadItems(
      in: GridRange(rows: start..<max(start, min(end, old.upperBound)), columns: 0..<grid.numberOfColumns))
  }

  private func showDisclosure(ofRow row: Int) {
    let cells = grid.cells.queue.visible.filter { $0.position.row == row }.compactMap { $0.cell as? GridTreeCell }
    guard !cells.isEmpty else { return }
    let disclosure = disclosure(ofRow: row)
    for cell in cells where cell.position?.row == row { cell.disclosure = disclosure }
  }

  /// Expands a collapsed node, or collapses an expanded one, as the user asked by a cell of its row.
  func toggle(_ row: Int) -> Bool {
    guard let path = path(ofRow: row) else { return false }
    return setExpanded(!isExpanded(path), path, isByUser: true)
  }

  // MARK: Keys

  /// In the column of the tree an arrow that points to where columns end expands a collapsed node; the other one collapses
  /// an expanded node, and leads from others to the node around.
  func take(_ key: UIKey) -> Bool {
    guard grid.app.hasTree, key.modifierFlags.isDisjoint(with: [.shift, .control, .alternate, .command]),
      let active = grid.activePosition, let cell = grid.cellForItem(at: active) as? GridTreeCell,
      let disclosure = cell.disclosure, let path = path(ofRow: active.row)
    else { return false }
    let isTurned = grid.lines.isTurned
    switch key.keyCode {
    case isTurned ? .keyboardLeftArrow : .keyboardRightArrow:
      return disclosure.isExpanded == false && setExpanded(true, path, isByUser: true)
    case isTurned ? .keyboardRightArrow : .keyboardLeftArrow:
      if disclosure.isExpanded == true { return setExpanded(false, path, isByUser: true) }
      guard let row = row(ofPath: path.dropLast()) else { return false }
      grid.chooser.move(to: GridPosition(row: row, column: active.column), isExtending: false, along: [.rows])
      return true
    default: return false
    }
  }

  /// Stops at the first broken invariant; called by tests.
  func checkInvariants() {
    guard grid.app.hasTree, let tree else { return }
    tree.checkInvariants()
    precondition(grid.work.mustEnd || tree.count == grid.numberOfRows, "the tree has \(tree.count) rows")
  }
}

/// A cell of the column that shows a tree: its text is indented by level, behind a triangle where its node can be expanded.
///
/// Dequeue one in `gridView(_:cellForItemAt:)` for the column of the tree, and set its text; the grid sets the rest.
@preconcurrency @MainActor
open class GridTreeCell: GridTextCell {
  /// How a node is shown.
  public struct Disclosure: Equatable, Sendable {
    /// How many nodes are around it: 0 for a child of the root.
    public var level: Int
    /// Whether the nodes below it are shown; nil for a node that cannot be expanded.
    public var isExpanded: Bool?

    /// - Parameters:
    ///   - level: 0 for a child of the root.
    ///   - isExpanded: whether the nodes below it are shown; nil for a node that cannot be expanded.
    public init(level: Int, isExpanded: Bool?) { (self.level, self.isExpanded) = (level, isExpanded) }
  }

  /// Points by which each level is indented.
  public static let indentation: CGFloat = 16
  /// Points of the triangle with the room around it.
  private static let triangle: CGFloat = 18
  /// Levels beyond it are indented as it is: the text would be out of sight.
  private static let deepestIndented = 40

  private let triangleView = UIImageView()
  /// The symbol that the triangle shows, and its size in points.
  private var symbol = (name: "", size: CGFloat.zero)

  /// Set by the grid; nil where it shows no tree.
  public final var disclosure: Disclosure? {
    didSet { if disclosure != oldValue { showDisclosure() } }
  }

  /// A cell with an empty label. Called by the grid when no idle cell is left; `frame` is in points, in its pane.
  public required init(frame: CGRect) {
    super.init(frame: frame)
    triangleView.tintColor = .secondaryLabel
    triangleView.contentMode = .center
    triangleView.isHidden = true
    addSubview(triangleView)
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  private var isTurned: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  private func showDisclosure() {
    triangleView.isHidden = disclosure?.isExpanded == nil
    showTriangle()
    setNeedsLayout()
  }

  private func showTriangle() {
    let name = disclosure?.isExpanded == true ? "chevron.down" : isTurned ? "chevron.left" : "chevron.right"
    let size = UIFontMetrics.default.scaledValue(for: 9, compatibleWith: traitCollection)
    guard (name, size) != symbol else { return }
    symbol = (name, size)
    triangleView.image = UIImage(
      systemName: name, withConfiguration: UIImage.SymbolConfiguration(pointSize: size, weight: .semibold))
  }

  /// Points before the text beside the margin.
  private var indent: CGFloat {
    disclosure.map { CGFloat(min($0.level, Self.deepestIndented)) * Self.indentation + Self.triangle } ?? 0
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    guard disclosure != nil else { return }
    let (isTurned, indent) = (isTurned, indent)
    showTriangle()
    var text = textLabel.frame
    text.size.width = max(0, text.width - indent)
    if !isTurned { text.origin.x += indent }
    textLabel.frame = text
    let x = Self.margin / 2 + indent - Self.triangle
    triangleView.frame = CGRect(
      x: isTurned ? bounds.width - x - Self.triangle : x, y: 0, width: Self.triangle, height: bounds.height)
  }

  /// The size that the text needs, and the triangle and the indentation beside it, in points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let needed = super.sizeThatFits(CGSize(width: max(0, size.width - indent), height: size.height))
    return CGSize(width: needed.width + indent, height: needed.height)
  }

  /// Whether a press at a point of the cell is for the triangle.
  final func isTriangle(at point: CGPoint) -> Bool {
    disclosure?.isExpanded != nil && triangleView.frame.contains(point)
  }
}

// MARK: - What apps call

extension GridView {
  /// Supplies the tree whose nodes are the rows, of which the data source is then not asked to count them; nil asks it again.
  /// Kept weakly. Setting another one loads the grid, with the children of the root.
  ///
  /// The row in a `GridPosition` is still a number among those that are shown: `path(ofRow:)` has its node. A node is
  /// expanded and collapsed by the triangle of a `GridTreeCell` and by the arrow keys in its column. The rows that come are
  /// counted and no more until they are on screen: a node of a million children takes as long as one of ten.
  /// `reloadData()` asks for all counts again, and keeps nodes expanded whose paths are still there. Of single changes
  /// the grid is told by `insertChildren(at:of:)` and the calls beside it; rows of a tree are neither inserted nor
  /// deleted nor moved by their numbers.
  public final var treeSource: (any GridViewTreeSource)? {
    get { app.treeSource }
    set {
      guard newValue !== app.treeSource else { return }
      app.treeSourceWasSet(newValue)
      tree = nil
      reloadData()
    }
  }

  /// The path of the node that a row shows; nil without a tree, and for a row that is not there.
  /// - Complexity: O(depth · log n).
  public func path(ofRow row: Int) -> IndexPath? { outline.path(ofRow: row).map { IndexPath(indexes: $0) } }

  /// The row that shows a node; nil for one that is not shown.
  /// - Complexity: O(depth · log n).
  public func row(at path: IndexPath) -> Int? { outline.row(ofPath: Array(path)) }

  /// Whether the nodes below a node are shown.
  public func isExpanded(at path: IndexPath) -> Bool { outline.isExpanded(Array(path)) }

  /// Shows the nodes below a node. The delegate is not told.
  /// - Returns: false for a node that is not shown, is expanded already or cannot be; and within a callback by which the
  ///   grid asks for cells or tells of an update, where nothing is changed.
  @discardableResult
  public func expand(at path: IndexPath) -> Bool { outline.setExpanded(true, Array(path), isByUser: false) }

  /// Shows the nodes below a node no more; those that are expanded among them are forgotten. The delegate is not told.
  /// - Returns: as of `expand(at:)`.
  @discardableResult
  public func collapse(at path: IndexPath) -> Bool { outline.setExpanded(false, Array(path), isByUser: false) }

  // MARK: Changes of the tree
  //
  // The source has changed already, by this one change since the last call. Selection, expanded nodes and editing
  // follow. Within a callback by which the grid asks for cells or tells of an update, a load takes the change in.

  /// A node has got children.
  /// - Parameters:
  ///   - children: the numbers that they have now.
  ///   - path: the node; nothing is shown of one that is not expanded.
  /// - Precondition: the tree source counts them.
  /// - Complexity: O(log n) where the children are neighbours, however many; else O(k log n) for *k* rows.
  public func insertChildren(at children: IndexSet, of path: IndexPath) {
    outline.change("insertChildren(at:of:)", of: [Array(path)]) { tree in
      guard tree.isExpanded(Array(path)) else { return GridOutline.RowChange() }
      var rows = GridOutline.RowChange()
      for range in children.rangeView {
        guard let came = tree.insert(range, into: Array(path)) else { return nil }
        rows.inserted.insert(integersIn: came)
      }
      return rows
    }
  }

  /// A node has lost children, with all below them.
  /// - Parameters:
  ///   - children: the numbers that they had.
  ///   - path: the node; one that has no children any more, and cannot be expanded, is collapsed.
  /// - Precondition: there were such children, and the tree source does not count them.
  /// - Complexity: as of `insertChildren(at:of:)`.
  public func deleteChildren(at children: IndexSet, of path: IndexPath) {
    outline.change("deleteChildren(at:of:)", of: [Array(path)]) { tree in
      guard tree.isExpanded(Array(path)) else { return GridOutline.RowChange() }
      var rows = GridOutline.RowChange()
      for range in children.rangeView.reversed() {
        guard let went = tree.remove(range, from: Array(path)) else { return nil }
        rows.removed.insert(integersIn: went)
      }
      return rows
    }
  }

  /// A node has moved, with all below it, which stays expanded as it is.
  /// - Parameters:
  ///   - path: the path that it had.
  ///   - target: the path that it has now.
  /// - Precondition: the tree source has it there.
  /// - Complexity: O(k log n) for the *k* rows of the node and those below it; of more than 20,000 the grid loads.
  public func moveNode(at path: IndexPath, to target: IndexPath) {
    let (from, to) = (Array(path), Array(target))
    let (parent, newParent) = (Array(from.dropLast()), Array(to.dropLast()))
    outline.change("moveNode(at:to:)", of: [newParent]) { tree in
      guard let child = from.last, let place = to.last, place >= 0 else { return nil }
      var rows = GridOutline.RowChange()
      // Children of a node that is not expanded are not shown.
      guard tree.isExpanded(parent) else {
        guard tree.isExpanded(newParent) else { return rows }
        guard let came = tree.insert(place..<place + 1, into: newParent) else { return nil }
        rows.inserted = IndexSet(integersIn: came)
        return rows
      }
      rows.moved = tree.move(from, to: to)
      if rows.moved == nil {
        guard let went = tree.remove(child..<child + 1, from: parent) else { return nil }
        rows.removed = IndexSet(integersIn: went)
      }
      return rows
    }
  }

  /// The children of a node are others: asks for their counts and cells anew, and for those of nodes below it that are
  /// expanded. Rows keep their numbers, and nodes are expanded whose paths are still there, as after `reloadData()`,
  /// which this is for the root.
  /// - Complexity: O(log n) beside what is asked for.
  public func reloadChildren(of path: IndexPath) { outline.reloadChildren(of: Array(path)) }
}
