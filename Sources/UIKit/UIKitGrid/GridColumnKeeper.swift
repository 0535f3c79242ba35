import Foundation
import TableModel
import UIKitCore

/// The arrangement that a grid shows its columns by, and what the user does to it: by titles, by their menu and by keys. A
/// grid without one asks its data source for columns, and this does nothing but resize them by keys.
///
/// No facet: it is made where it is asked, and keeps nothing. What it changes is `GridView.arranged`.
@MainActor
struct GridColumnKeeper {
  /// By how many points a key makes a column wider or narrower.
  private static let step = 8.0
  /// Hidden columns that the menu names, at most: a user can read no more.
  private static let mostNamed = 40

  let grid: GridView

  private var order: GridColumnOrder? { grid.arranged?.order }

  /// Points of a column at the present size of text for one at the usual size.
  private var growth: CGFloat {
    UIFontMetrics.default.scaledValue(for: 1000, compatibleWith: grid.traitCollection) / 1000
  }

  // MARK: The arrangement

  func show<ID>(_ arrangement: GridArrangement<ID>?) {
    let isKnown = (grid.arranged?.given as? GridArrangement<ID>)?.isOfSameColumns(as: arrangement) == true
    guard isKnown, let order = arrangement?.order else {
      grid.arranged = arrangement.map { (order: $0.order, given: $0) }
      grid.pinnedColumnCount = order?.frozenCount ?? 0
      grid.trailingPinnedColumnCount = order?.trailingCount ?? 0
      return grid.reloadData()
    }
    take(order, tells: false)
  }

  func arrangement<ID>() -> GridArrangement<ID>? {
    guard var arrangement = grid.arranged?.given as? GridArrangement<ID>, let order else { return nil }
    arrangement.order = order
    return arrangement
  }

  /// Changes the arrangement as the user wants, and tells the app.
  private func change(_ body: (inout GridColumnOrder) -> Void) {
    guard var next = order else { return }
    body(&next)
    take(next, tells: true)
  }

  private func take(_ new: GridColumnOrder, tells: Bool) {
    guard let old = order, new != old else { return }
    grid.arranged?.order = new
    if new.shown != old.shown { showLines(from: old.shown, to: new.shown) }
    grid.pinnedColumnCount = new.frozenCount
    grid.trailingPinnedColumnCount = new.trailingCount
    if new.widths != old.widths { showWidths(from: old) }
    if new.facts != old.facts {
      grid.cells.reloadHeaders()
    } else if new.sortKeys != old.sortKeys {
      grid.cells.showSortMarks()
    }
    if new.sortKeys != old.sortKeys, let observer = UIApplication.current?.accessibilityObserver {
      func mark(_ order: GridColumnOrder, _ column: Int) -> Bool? {
        order.sortPlace(of: column).map { order.sortKeys[$0].isDescending }
      }
      observer.sortOrderDidChange(
        in: grid, ofColumns: new.shown.indices.filter { mark(new, new.shown[$0]) != mark(old, new.shown[$0]) })
    }
    if tells { grid.app.didChangeArrangement() }
  }

  /// Has columns come, go or move. Where more than one moved, the grid loads.
  private func showLines(from old: [Int], to new: [Int]) {
    if old.count == new.count {
      guard let first = old.indices.first(where: { old[$0] != new[$0] }),
        let last = old.indices.last(where: { old[$0] != new[$0] })
      else { return }
      if old[first] == new[last], old[(first + 1)...last] == new[first..<last] {
        return grid.moveColumn(first, to: last)
      }
      if old[last] == new[first], old[first..<last] == new[(first + 1)...last] {
        return grid.moveColumn(last, to: first)
      }
      return grid.reloadData()
    }
    let (oldSet, newSet) = (Set(old), Set(new))
    let gone = IndexSet(old.indices.filter { !newSet.contains(old[$0]) })
    let come = IndexSet(new.indices.filter { !oldSet.contains(new[$0]) })
    guard old.filter(newSet.contains) == new.filter(oldSet.contains) else { return grid.reloadData() }
    grid.performBatchUpdates {
      grid.deleteColumns(at: gone)
      grid.insertColumns(at: come)
    }
  }

  private func showWidths(from old: GridColumnOrder) {
    guard let order, !grid.work.mustEnd else { return }
    for (number, column) in order.shown.enumerated() where order.widths[column] != old.widths[column] {
      guard case .points(let width) = grid.app.width(ofColumn: number) else { return }
      if grid.lines.length(of: number, .columns) != width { grid.lines.setLength(width, of: number, .columns) }
    }
  }

  // MARK: What the grid asks

  /// How many columns there are; nil without an arrangement.
  var count: Int? { order?.shown.count }

  func title(ofColumn number: Int) -> String? {
    guard let order, order.shown.indices.contains(number) else { return nil }
    return order.facts[order.shown[number]].title
  }

  /// How rows are sorted by a column; nil where they are not.
  func sortMark(ofColumn number: Int) -> GridHeaderCell.SortMark? {
    guard let order, order.shown.indices.contains(number), let place = order.sortPlace(of: order.shown[number]) else {
      return nil
    }
    return GridHeaderCell.SortMark(
      isDescending: order.sortKeys[place].isDescending, rank: order.sortKeys.count > 1 ? place + 1 : nil)
  }

  /// Whether the user can sort rows by a column.
  func isSortable(_ number: Int) -> Bool {
    guard let order, order.shown.indices.contains(number) else { return false }
    return order.facts[order.shown[number]].isSortable
  }

  /// The width that the arrangement has for a column, in points; nil without one.
  func width(ofColumn number: Int) -> Double? {
    guard let order, order.shown.indices.contains(number) else { return nil }
    return order.widths[order.shown[number]].map { Double(($0 * growth).rounded()) }
  }

  /// The widths of columns that are others than the usual one, by numbers of columns.
  /// - Parameter usual: the width of a column that has none of its own, in points; nil where the delegate has it.
  /// - Complexity: O(*n*) for *n* columns.
  func widths(besides usual: Double?) -> [(column: Int, width: Double)] {
    guard let order else { return [] }
    let growth = growth
    return order.shown.enumerated().compactMap { number, column in
      if let width = order.widths[column] { return (number, Double((width * growth).rounded())) }
      guard let usual else { return nil }
      let limits = order.facts[column].widths
      let width = min(max(usual, Double(limits.lowerBound * growth)), Double(limits.upperBound * growth))
      return width == usual ? nil : (number, width)
    }
  }

  /// The nearest width that a column can have, in points.
  func clamped(_ width: Double, ofColumn number: Int) -> Double {
    guard let order, order.shown.indices.contains(number) else { return width }
    let limits = order.facts[order.shown[number]].widths
    return min(max(width, Double(limits.lowerBound * growth)), Double(limits.upperBound * growth))
  }

  /// A column was given a width in points.
  func note(_ width: Double, ofColumn number: Int) {
    guard let order, order.shown.indices.contains(number) else { return }
    grid.arranged?.order.setWidth(CGFloat(width) / growth, order.shown[number])
  }

  /// The nearest gap between columns that a column can be dragged to.
  func clampedGap(_ gap: Int, ofColumn number: Int) -> Int {
    guard let order, order.shown.indices.contains(number) else { return gap }
    let places = order.places(besides: number)
    return min(max(gap, places.lowerBound), places.upperBound)
  }

  // MARK: What the user does

  /// A title was clicked, with keys held or none.
  /// - Returns: false where rows are not sorted by that.
  func click(_ number: Int, _ flags: UIKeyModifierFlags) -> Bool {
    guard let order, isSortable(number), flags.isEmpty || flags == .shift else { return false }
    change { $0.toggleSort(order.shown[number], isFurther: flags == .shift) }
    return true
  }

  func move(_ number: Int, to target: Int) { change { $0.move(number, to: target) } }

  /// The user has given a column a width.
  func didResize(_ number: Int, to width: Double) {
    guard order != nil else { return }
    note(width, ofColumn: number)
    grid.app.didChangeArrangement()
  }

  /// Alt and Shift with an arrow make the column of the active cell wider, to where columns end, or narrower.
  func take(_ key: UIKey) -> Bool {
    let step: Double
    switch key.keyCode {
    case .keyboardRightArrow: step = Self.step
    case .keyboardLeftArrow: step = -Self.step
    default: return false
    }
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    guard held == [.alternate, .shift], grid.allowsColumnResizing, let active = grid.activePosition else {
      return false
    }
    grid.loadIfNeeded()
    guard !grid.work.mustEnd, active.column < grid.numberOfColumns else { return false }
    let length = grid.lines.length(of: active.column, .columns)
    grid.press.resize(.columns, active.column, to: length + (grid.lines.isTurned ? -step : step))
    return true
  }

  // MARK: The menu of a title

  /// The commands on a column; nil without an arrangement, and for a column that is not shown.
  func menu(ofColumn number: Int) -> UIMenu? {
    guard let order, order.shown.indices.contains(number) else { return nil }
    let column = order.shown[number]
    var groups = [[UIMenuElement]]()
    if order.facts[column].isSortable { groups.append(sortItems(of: column, order)) }
    let places = order.places(besides: number)
    let step = grid.lines.isTurned ? -1 : 1
    func moved(_ title: String, by step: Int) -> UIAction {
      action(title, isEnabled: places.contains(number + step)) { $0.move($1, to: number + step) }
    }
    let fit = UIAction(title: "Fit Width", attributes: grid.allowsColumnResizing ? [] : .disabled) { [weak grid] _ in
      grid?.press.fit(.columns, number)
    }
    groups.append([fit])
    if grid.allowsColumnReordering { groups.append([moved("Move Left", by: -step), moved("Move Right", by: step)]) }
    func freezing(_ title: String, _ edge: GridEdge) -> UIAction {
      action(title, isOn: order.edges[column] == edge) { order, _ in
        order.freeze(column, at: order.edges[column] == edge ? nil : edge)
      }
    }
    groups.append([
      freezing("Freeze Left", step > 0 ? .leading : .trailing),
      freezing("Freeze Right", step > 0 ? .trailing : .leading),
      action("Hide", isEnabled: order.shown.count > 1) { order, _ in order.setHidden(true, column) },
    ])
    let hidden = order.hidden
    if !hidden.isEmpty {
      let all = action("All") { order, _ in for column in hidden { order.setHidden(false, column) } }
      let each = hidden.prefix(Self.mostNamed).map { column in
        action(order.facts[column].title) { order, _ in order.setHidden(false, column) }
      }
      groups[groups.count - 1].append(UIMenu(title: "Show Hidden", children: [all] + each))
    }
    return UIMenu(children: groups.map { UIMenu(options: .displayInline, children: $0) })

    /// An item that changes the arrangement, unless the column has another number by then.
    func action(
      _ title: String, isOn: Bool = false, isEnabled: Bool = true,
      _ body: @escaping (inout GridColumnOrder, Int) -> Void
    ) -> UIAction {
      UIAction(title: title, attributes: isEnabled ? [] : .disabled, state: isOn ? .on : .off) { [weak grid] _ in
        guard let keeper = grid?.columnKeeper, keeper.order?.shown.dropFirst(number).first == column else { return }
        keeper.change { body(&$0, number) }
      }
    }
  }

  private func sortItems(of column: Int, _ order: GridColumnOrder) -> [UIMenuElement] {
    func item(
      _ title: String, isOn: Bool = false, isEnabled: Bool = true, _ body: @escaping (inout GridColumnOrder) -> Void
    ) -> UIAction {
      UIAction(title: title, attributes: isEnabled ? [] : .disabled, state: isOn ? .on : .off) { [weak grid] _ in
        guard let keeper = grid?.columnKeeper, keeper.order?.facts.count == order.facts.count else { return }
        keeper.change(body)
      }
    }
    let place = order.sortPlace(of: column)
    func sort(_ title: String, isDescending: Bool) -> UIAction {
      let isOn = place.map { order.sortKeys[$0].isDescending == isDescending } ?? false
      return item(title, isOn: isOn) { $0.sort(by: [.init(column: column, isDescending: isDescending)]) }
    }
    var items: [UIMenuElement] = [
      sort("Sort Ascending", isDescending: false), sort("Sort Descending", isDescending: true),
    ]
    if let first = order.sortKeys.first(where: { $0.column != column }) {
      items.append(
        item("Then by This after \u{201c}\(order.facts[first.column].title)\u{201d}", isOn: place != nil) {
          $0.toggleSort(column, isFurther: true)
        })
    }
    items.append(item("Unsorted", isEnabled: !order.sortKeys.isEmpty) { $0.sort(by: []) })
    return items
  }
}

// MARK: - What apps call

extension GridView {
  /// Shows columns by an arrangement, whose columns the data source is not asked to count; nil asks it again.
  ///
  /// From then on the number of a column in a `GridPosition` is its place among `GridArrangement.shown`. The user sorts by
  /// clicks on titles, with Shift by several, drags titles elsewhere, and has a menu on them, which Control and the Menu
  /// key open as well; each change is shown and then told by `GridViewDelegate.gridViewDidChangeArrangement(_:)`. The grid
  /// sorts nothing itself. Of the columns shown before, an arrangement of the same columns moves, adds and takes away
  /// those that differ; an arrangement of others loads the grid.
  ///
  /// `pinnedColumnCount` and `trailingPinnedColumnCount` are the counts of frozen columns from then on. A width of the
  /// arrangement comes before the delegate's.
  public func show<ID>(_ arrangement: GridArrangement<ID>?) { columnKeeper.show(arrangement) }

  /// The arrangement as the user has it now; nil without one, and where its columns have identities of another type.
  public func arrangement<ID>(by type: ID.Type) -> GridArrangement<ID>? { columnKeeper.arrangement() }

  /// The menu of a title as the grid has it where the delegate gives none: sorting, moving, fitting, freezing and hiding
  /// the column. Nil without an arrangement, and for a column that is not shown.
  public func menu(ofColumn column: Int) -> UIMenu? { columnKeeper.menu(ofColumn: column) }

  /// Gives a column the width that its title and its cells on screen need, and tells the delegate, as a double click on
  /// its edge does.
  /// - Precondition: the column exists.
  public func fitColumn(_ column: Int) {
    loadIfNeeded()
    _ = width(ofColumn: column)
    press.fit(.columns, column)
  }
}
