import TableModel

/// The heights of one table, by row and by key, for the widths it had last.
@MainActor
final class HeightStore {
  /// The heights known under one set of conditions.
  private struct Slot {
    var conditions: HeightConditions
    var rows: RowHeightCache
    var keys: [AnyHashable: Double] = [:]
  }

  /// Widths that are remembered: those of a window, of its maximised size, and two between. A window being resized by
  /// hand passes through many.
  static let capacity = 4

  weak var table: UITableView?
  /// Used last comes first.
  private var slots: ContiguousArray<Slot> = []
  /// Changes whenever heights are forgotten or change their places: what was found out before may not be kept after.
  private(set) var generation = 0

  init(_ table: UITableView) { self.table = table }

  // MARK: By row

  func height(at row: RowPosition) -> Double? { bringUpSlot() ? slots[0].rows.height(at: row) : nil }

  func cache(_ height: Double, at row: RowPosition) {
    guard let table else { return }
    makeSlot()
    // While the table loads, some of its rows are not known yet.
    if !slots[0].rows.isInStep, !table.needsLoad, !table.work.phase.isExchanging, table.index.contains(row) {
      slots[0].rows.match(table.index)
    }
    slots[0].rows.cache(height, at: row)
  }

  func invalidate(_ row: RowPosition) {
    generation += 1
    for number in slots.indices { slots[number].rows.invalidate(at: row) }
  }

  func invalidateRows() {
    generation += 1
    for number in slots.indices { slots[number].rows = RowHeightCache() }
  }

  // MARK: By key

  func height(for key: AnyHashable) -> Double? { bringUpSlot() ? slots[0].keys[key] : nil }

  func cache(_ height: Double, for key: AnyHashable) {
    guard table != nil else { return }
    makeSlot()
    slots[0].keys[key] = height
  }

  func invalidate(_ key: AnyHashable) {
    generation += 1
    for number in slots.indices { slots[number].keys[key] = nil }
  }

  func invalidateKeys() {
    generation += 1
    for number in slots.indices { slots[number].keys.removeAll() }
  }

  // MARK: The table's rows

  /// A batch is about to be carried out.
  func follow(_ plan: UpdatePlan, from index: RowHeightIndex) {
    generation += 1
    for number in slots.indices { slots[number].rows.apply(plan, from: index) }
  }

  /// The table is about to ask for its counts anew.
  /// - Parameter keepsRows: whether rows that are still there keep their heights.
  func tableWillLoad(keepsRows: Bool) {
    generation += 1
    for number in slots.indices {
      if keepsRows { slots[number].rows.fallOutOfStep() } else { slots[number].rows = RowHeightCache() }
    }
  }

  /// The table knows its rows again.
  func tableDidLoad(_ index: RowHeightIndex) {
    for number in slots.indices { slots[number].rows.match(index) }
  }

  // MARK: Gaps

  /// The next row of the table without a height under the present conditions.
  /// - Precondition: the table is loaded.
  func gap(from start: RowPosition) -> RowPosition? {
    guard let table else { return nil }
    makeSlot()
    if !slots[0].rows.isInStep { slots[0].rows.match(table.index) }
    return slots[0].rows.gap(from: start)
  }

  func passOver(_ row: RowPosition) {
    makeSlot()
    slots[0].rows.passOver(row)
  }

  // MARK: Widths

  /// Makes the slot of the present conditions the first; false without such a slot.
  private func bringUpSlot() -> Bool {
    guard let conditions = table?.heightConditions else { return false }
    return bringUpSlot(conditions)
  }

  private func bringUpSlot(_ conditions: HeightConditions) -> Bool {
    guard slots.first?.conditions != conditions else { return true }
    guard let number = slots.firstIndex(where: { $0.conditions == conditions }) else { return false }
    slots.insert(slots.remove(at: number), at: 0)
    return true
  }

  private func makeSlot() {
    guard let conditions = table?.heightConditions, !bringUpSlot(conditions) else { return }
    if slots.count == Self.capacity { slots.removeLast() }
    slots.insert(Slot(conditions: conditions, rows: RowHeightCache()), at: 0)
  }

  /// Widths remembered at present.
  var slotCount: Int { slots.count }

  /// Walks everything and stops at the first broken invariant; called by tests.
  func checkInvariants() {
    precondition(slots.count <= Self.capacity, "\(slots.count) widths are remembered")
    precondition(Set(slots.map(\.conditions)).count == slots.count, "a width is remembered twice")
    for slot in slots {
      slot.rows.checkInvariants()
      guard slot.rows.isInStep, let table, !table.needsLoad, !table.isCollecting else { continue }
      let counts = (0..<table.index.sectionCount).map(table.index.rowCount(inSection:))
      precondition(slot.rows.rowCounts == counts, "cached rows \(slot.rows.rowCounts), the table has \(counts)")
    }
  }
}

/// All besides the content that a row's height depends on: heights found under one of these hold under no other.
struct HeightConditions: Hashable {
  /// Of a row, in points.
  var width: Double
  /// The line below a row, in points.
  var separator: Double
  /// The room for content; holds the device pixel that heights are rounded to.
  var room: CellRoom
  /// Controls take width from the content.
  var isEditing: Bool
  /// The size of text.
  var category: UIContentSizeCategory
}

extension UITableView {
  /// Those that hold now; they are what the next pass will go by.
  var heightConditions: HeightConditions {
    HeightConditions(
      width: rowWidth, separator: separatorThickness, room: room.wanted, isEditing: editor.isOn,
      category: traitCollection.preferredContentSizeCategory)
  }
}
