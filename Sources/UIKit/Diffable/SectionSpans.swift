import TableModel
import UIKitCore

/// Where the items of every section stand in the list of all items, section after section.
///
/// Invariant: `starts` begins with 0, never descends, and has one more entry than there are sections: the number of
/// all items.
struct SectionSpans: Equatable, Sendable {
  private var starts: ContiguousArray<Int> = [0]

  /// Sections.
  var count: Int { starts.count - 1 }
  /// Items of all sections.
  var itemCount: Int { starts[count] }

  /// The positions of a section's items.
  subscript(section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The section of the item at a position.
  /// - Complexity: O(log sections).
  func section(ofItemAt position: Int) -> Int {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Section and row of the item at a position.
  /// - Complexity: O(log sections).
  func row(at position: Int) -> RowPosition {
    let section = section(ofItemAt: position)
    return RowPosition(section: section, row: position - starts[section])
  }

  // MARK: Changing

  /// Items came to a section, or went if `change` is negative.
  mutating func add(_ change: Int, toSection section: Int) {
    for index in (section + 1)..<starts.count { starts[index] += change }
  }

  /// Sections without items come.
  mutating func insertSections(_ count: Int, at section: Int) {
    starts.insert(contentsOf: repeatElement(starts[section], count: count), at: section)
  }

  /// Items go.
  /// - Parameter positions: ascending.
  mutating func removeItems(at positions: [Int]) {
    var gone = 0
    for index in starts.indices {
      while gone < positions.count, positions[gone] < starts[index] { gone += 1 }
      starts[index] -= gone
    }
  }

  /// Deletes sections with their items.
  /// - Parameter sections: ascending.
  mutating func removeSections(_ sections: [Int]) {
    var counts = (0..<count).map { self[$0].count }
    for section in sections.reversed() { counts.remove(at: section) }
    rebuild(counts)
  }

  /// Moves a section with its items.
  /// - Parameter target: the section before which it comes to stand, counted with the section still in its place.
  mutating func moveSection(_ section: Int, to target: Int) {
    var counts = (0..<count).map { self[$0].count }
    let items = counts.remove(at: section)
    counts.insert(items, at: target > section ? target - 1 : target)
    rebuild(counts)
  }

  private mutating func rebuild(_ counts: [Int]) {
    starts = [0]
    for count in counts { starts.append(itemCount + count) }
  }

  /// Stops at the first broken promise.
  func checkInvariants() {
    precondition(starts.first == 0 && zip(starts, starts.dropFirst()).allSatisfy(<=), "sections overlap: \(starts)")
  }
}
