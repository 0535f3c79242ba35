import Expectations
import Foundation
import TableModelSupport
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Updates: random batches on a real table")
struct TableUpdateRandomTests {
  /// What differs from a table loaded with the same data, in words.
  private static func difference(_ fixture: UpdateFixture, selected: Set<Int>) -> String? {
    let table = fixture.table
    var y = 0.0
    for (section, content) in fixture.source.content.sections.enumerated() {
      y += table.rectForHeader(inSection: section).maxY - table.rect(forSection: section).minY
      for (row, value) in content.rows.enumerated() {
        let rect = table.rectForRow(at: IndexPath(row: row, section: section))
        let isKnown = table.index.isMeasured(row: row, inSection: section)
        if rect.minY != y || (isKnown && rect.height != value.height) {
          return "row \(section).\(row) is at \(rect), not \(y)"
        }
        y += rect.height
      }
      y += table.rectForFooter(inSection: section).height
    }
    guard table.contentSize.height == y else { return "the content is \(table.contentSize.height) high, not \(y)" }
    guard fixture.shown == fixture.expected else { return "\(fixture.shown) is shown for \(fixture.expected)" }
    let found = Set((table.indexPathsForSelectedRows ?? []).map(fixture.source.id))
    return found == selected ? nil : "\(found) is selected, not \(selected)"
  }

  @Test(
    "2,000 random batches, interrupted, scrolled and reloaded at random, equal a table loaded anew",
    arguments: [UITableView.Style.plain, .grouped])
  func randomBatches(style: UITableView.Style) {
    var random = SeededRandom(seed: 0)
    for round in 0..<20 {
      random = SeededRandom(seed: round)
      // Heights are all asked at once in one style, and when rows come on screen in the other.
      let fixture = UpdateFixture([3, 0, 6, 2], style: style, hasDelegate: true) { table, source in
        if style == .plain { table.estimatedRowHeight = 0 }
        table.allowsMultipleSelection = true
        for section in source.content.sections where section.id % 2 == 0 { source.headers[section.id] = "header" }
      }
      var selected: Set<Int> = []
      var completions = 0
      for step in 0..<50 {
        var batch = RandomBatch(
          on: fixture.source.content, limit: Int.random(in: 1...20, using: &random), isMeasured: true, using: &random)
        batch.varyHeights(using: &random)
        fixture.perform(batch)
        fixture.table.performBatchUpdates(nil) { _ in completions += 1 }
        let positions = batch.after.positions
        selected = selected.filter { positions[$0] != nil && !batch.reloadedIDs.contains($0) }
        fixture.table.checkInvariants()
        if let difference = Self.difference(fixture, selected: selected) {
          Issue.record("round \(round), step \(step): \(difference) after \(batch.operations)")
          return
        }
        if let id = positions.keys.min(), let position = positions[id], Bool.random(using: &random) {
          selected.insert(id)
          fixture.table.selectRow(at: IndexPath(position), animated: false, scrollPosition: .none)
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: fixture.settle()
        case 1: fixture.table.contentOffset.y = Double.random(in: 0...200, using: &random)
        case 2:
          fixture.table.reloadData()
          selected = []
        case 3: fixture.app.frame(after: 0.1)
        default: break
        }
      }
      fixture.settle()
      expectEqual(completions, 50)
      expect(fixture.table.departures.all.isEmpty && !fixture.table.departures.isAnimating)
      expectEqual(fixture.delegate.pairingErrors, 0)
      expectEqual(fixture.delegate.shown.count, fixture.table.visibleCells.count)
      let cells = fixture.table.subviews.filter { $0 is UITableViewCell }
      expectEqual(cells.count, fixture.table.visibleCells.count)
      expect(cells.allSatisfy { $0.alpha == 1 && $0.presentation == nil && ($0 as? UITableViewCell)?.ground == nil })
    }
  }
}
