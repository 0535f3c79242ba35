import UIKit

/// Items below other items, in a section snapshot: those of a folded one are not shown.
struct DiffableOutline {
  /// The section that shows it.
  let section: Int
  private var snapshot = NSDiffableDataSourceSectionSnapshot<Int>()

  /// - Parameter children: makes the items below a root.
  init(section: Int, roots: [Int], children: () -> [Int]) {
    self.section = section
    snapshot.append(roots)
    for root in roots { snapshot.append(children(), to: root) }
    snapshot.expand(roots)
  }

  var roots: [Int] { snapshot.rootItems }
  var visibleItems: [Int] { snapshot.visibleItems }
  /// Whether the first root is folded.
  var isFolded: Bool { roots.first.map { !snapshot.isExpanded($0) } ?? false }

  /// Folds an item or unfolds it.
  /// - Returns: whether it is folded now.
  mutating func toggle(_ item: Int) -> Bool {
    let isExpanded = snapshot.isExpanded(item)
    if isExpanded { snapshot.collapse([item]) } else { snapshot.expand([item]) }
    return isExpanded
  }

  /// Forgets the visible items that are not among these: they were deleted, or moved to another section.
  mutating func keep(_ items: [Int]) {
    let known = Set(items)
    snapshot.delete(visibleItems.filter { !known.contains($0) })
  }

  /// How an item stands in the outline; nil for one that is not in it.
  func place(of item: Int) -> OutlinePlace? {
    guard snapshot.contains(item) else { return nil }
    let level = snapshot.level(of: item)
    guard level == 0 else { return OutlinePlace(level: level) }
    let isExpanded = snapshot.isExpanded(item)
    let note = "\(snapshot.snapshot(of: item).items.count) below, \(isExpanded ? "unfolded" : "folded")"
    return OutlinePlace(level: level, isExpanded: isExpanded, note: note)
  }
}

/// Keeps what a table tells of its updates until it is asked for them.
@MainActor
final class UpdateWitness: TablePassObserver {
  private var updates: [TableUpdate?] = []

  func tableView(_ tableView: UITableView, passDidReach step: TablePassStep) {
    switch step {
    case .updated(let update): updates.append(update)
    // A load within an update is part of it.
    case .loaded: updates.append(nil)
    default: break
    }
  }

  /// The updates told since the last call; nil stands for a reload.
  func take() -> [TableUpdate?] {
    defer { updates = [] }
    return updates
  }
}
