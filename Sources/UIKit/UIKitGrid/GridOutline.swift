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
    for path in tree?.expandedPaths ?? [] where !grid.pass.mustEnd && next.row(ofPath: path) != nil {
      guard grid.app.isExpandable(path) else { continue }
      _ = next.expand(path, children: grid.app.childCount(of: path))
    }
    guard !grid.pass.mustEnd else { return }
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
    precondition(grid.pass.mustEnd || tree.count == grid.numberOfRows, "the tree has \(tree.count) rows")
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
  /// `reloadData()` asks for all counts again, and keeps nodes expanded whose paths are still there. Rows of a tree are
  /// neither inserted nor deleted nor moved by calls.
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
}
