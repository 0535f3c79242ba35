import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: seeded scripts of scrolling, reloading, resizing and selecting")
struct TableScriptTests {
  /// Heights and headers made from the paths, so that any count has them.
  final class Delegate: NSObject, UITableViewDelegate {
    var seed = 0
    var shown: Set<ObjectIdentifier> = []
    var errors = 0

    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
      CGFloat((path.row * 7 + path.section * 3 + seed) % 9) * 8
    }

    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
      CGFloat((section + seed) % 3) * 15
    }

    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
      if !shown.insert(ObjectIdentifier(cell)).inserted { errors += 1 }
    }

    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
      if shown.remove(ObjectIdentifier(cell)) == nil { errors += 1 }
    }
  }

  /// Rows of `table` that meet its bounds, found by asking for every row.
  private func expectedRows(_ table: UITableView) -> [IndexPath] {
    guard table.bounds.height > 0 else { return [] }
    return (0..<table.numberOfSections).flatMap { section in
      (0..<table.numberOfRows(inSection: section)).map { IndexPath(row: $0, section: section) }
    }.filter {
      let rect = table.rectForRow(at: $0)
      return rect.height > 0 && rect.minY < table.bounds.maxY && rect.maxY > table.bounds.minY
    }
  }

  @Test("what is on screen is what the geometry says, and displays pair", arguments: 0..<24)
  func script(seed: Int) {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let delegate = Delegate()
    delegate.seed = seed
    let style = UITableView.Style(rawValue: seed % 3) ?? .plain
    let counts = (0..<number(0...6)).map { _ in number(0...12) }
    let fixture = TableFixture(sections: counts, style: style, delegate: delegate) { table, _ in
      if seed % 4 == 0 { table.estimatedRowHeight = 0 }
    }
    let table = fixture.table
    for step in 0..<60 {
      switch number(0...9) {
      case 0:
        fixture.source.sections = (0..<number(0...6)).map { _ in number(0...12) }
        table.reloadData()
      case 1: table.frame.size = CGSize(width: number(1...4) * 100, height: number(0...5) * 110)
      case 2:
        if let path = expectedRows(table).randomElement(using: &random) {
          table.selectRow(at: path, animated: false, scrollPosition: number(0...1) == 0 ? .middle : .none)
        }
      case 3: table.tableHeaderView = number(0...1) == 0 ? nil : UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 40))
      case 4: table.contentInset = UIEdgeInsets(top: CGFloat(number(0...30)), left: 0, bottom: 12, right: 0)
      default: table.contentOffset.y += CGFloat(number(-160...200))
      }
      fixture.app.frame()
      expect(fixture.check(), "seed \(seed), step \(step)")
      expectEqual((table.indexPathsForVisibleRows ?? []), expectedRows(table), "seed \(seed), step \(step)")
      expectEqual(
        delegate.shown, Set(table.cells.visible.map { ObjectIdentifier($0.view) }), "seed \(seed), step \(step)")
      let selected = table.visibleCells.filter(\.isSelected).compactMap { table.indexPath(for: $0) }
      let visibleSelection = (table.indexPathsForSelectedRows ?? []).filter { expectedRows(table).contains($0) }
      expectEqual(selected, visibleSelection, "seed \(seed), step \(step)")
      let parts = Set(table.parts.visible.map { ObjectIdentifier($0.view) })
      let others = table.subviews.filter { !($0 is UITableViewCell) && $0 !== table.tableHeaderView }
      expectEqual(parts, Set(others.map(ObjectIdentifier.init)), "seed \(seed), step \(step)")
    }
    expectEqual(delegate.errors, 0, "seed \(seed)")
  }
}
