import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Puts the content of an update where the test wants it.
@MainActor
private final class PlacingDelegate: NSObject, UITableViewDelegate {
  var target: ((UITableView, CGPoint) -> CGPoint)?
  private(set) var calls = 0

  func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    calls += 1
    return target?(tableView, proposedContentOffset) ?? proposedContentOffset
  }

  /// Keeps the selected row as many points below the upper edge as it was.
  func keepSelection(of table: UITableView) {
    let y = table.indexPathForSelectedRow.map { table.rectForRow(at: $0).minY - table.contentOffset.y } ?? 0
    target = { table, proposed in
      guard let path = table.indexPathForSelectedRow else { return proposed }
      return CGPoint(x: proposed.x, y: table.rectForRow(at: path).minY - y)
    }
  }
}

@MainActor
@Suite("Updates: the delegate places the content", .serialized)
struct UpdateTargetOffsetTests {
  private let delegate = PlacingDelegate()

  private func fixture(rows: Int = 100) -> UpdateFixture {
    let fixture = UpdateFixture([rows])
    fixture.table.delegate = delegate
    fixture.table.rowHeight = 44
    fixture.app.settle()
    return fixture
  }

  private func select(_ row: Int, in fixture: UpdateFixture) throws -> UITableViewCell {
    fixture.table.selectRow(at: fixture.path(row), animated: false, scrollPosition: .none)
    return try #require(fixture.cell(row))
  }

  @Test("asked once in an update, with the new paths, rectangles and size, and after nothing else")
  func asked() {
    let fixture = fixture()
    delegate.target = { table, proposed in
      expect(table.numberOfRows(inSection: 0) == 101 && table.contentSize.height == CGFloat(101 * 44))
      expect(proposed == table.contentOffset && proposed.y == 0)
      expectEqual(table.rectForRow(at: IndexPath(row: 100, section: 0)).maxY, CGFloat(101 * 44))
      return proposed
    }
    fixture.insert(at: 3)
    expect(delegate.calls == 1 && fixture.table.contentOffset.y == 0)
    fixture.table.contentOffset.y = 500
    fixture.settle()
    fixture.table.reloadData()
    fixture.settle()
    expectEqual(delegate.calls, 1)
  }

  @Test(
    "a moved row kept in its place is seen there in every frame, and all others glide around it",
    arguments: [0, 7, 40, 99])
  func kept(target: Int) throws {
    let fixture = fixture()
    fixture.table.contentOffset.y = 300
    fixture.settle()
    let cell = try select(10, in: fixture)
    let other = try #require(fixture.cell(12))
    let (place, otherPlace) = (fixture.top(cell), fixture.top(other))
    delegate.keepSelection(of: fixture.table)
    let moved = fixture.source.content.sections[0].rows.remove(at: 10)
    fixture.source.content.sections[0].rows.insert(moved, at: target)
    fixture.table.moveRow(at: fixture.path(10), to: fixture.path(target))
    expectEqual(fixture.table.indexPathForSelectedRow, fixture.path(target))
    expect(fixture.cell(target) === cell && cell.isSelected)
    expectEqual(fixture.top(other), otherPlace)
    for _ in 0..<30 {
      expect(abs(fixture.top(cell) - place) < 1e-9)
      fixture.app.frame()
      fixture.table.checkInvariants()
    }
    expectEqual(fixture.shown, fixture.expected)
    expectEqual(fixture.table.contentOffset.y, CGFloat(target * 44) - CGFloat(place))
  }

  @Test("beyond the content's end the offset stays as it was returned, until the next update or the user moves it")
  func beyond() throws {
    let fixture = fixture()
    let cell = try select(5, in: fixture)
    delegate.keepSelection(of: fixture.table)
    fixture.delete([0, 1, 2])
    expect(fixture.table.contentOffset.y == -132 && fixture.top(cell) == 220)
    fixture.settle()
    for _ in 0..<30 { fixture.app.frame() }
    expectEqual(fixture.table.contentOffset.y, -132)
    fixture.table.checkInvariants()
    delegate.target = nil
    fixture.app.wheel(-1, at: CGPoint(x: 100, y: 100))
    fixture.settle()
    expect(fixture.table.contentOffset.y >= 0)
    fixture.table.checkInvariants()
  }

  @Test("a finger that holds the content, and a glide of the wheel, go on from the new place")
  func moving() throws {
    let fixture = fixture()
    fixture.table.contentOffset.y = 880
    fixture.settle()
    let cell = try select(24, in: fixture)
    fixture.app.wheel(-3, at: CGPoint(x: 100, y: 100))
    for _ in 0..<3 { fixture.app.frame() }
    let offset = fixture.table.contentOffset.y
    expect(offset > 880)
    let place = fixture.top(cell)
    delegate.keepSelection(of: fixture.table)
    fixture.delete(Array(0..<10))
    expect(fixture.top(cell) == place && fixture.table.contentOffset.y == offset - CGFloat(440))
    var last = place
    for _ in 0..<60 {
      fixture.app.frame()
      expect(fixture.top(cell) <= last)
      last = fixture.top(cell)
    }
    expect(abs(fixture.table.contentOffset.y - (880 + 180 - 440)) < 1)
    fixture.table.checkInvariants()
  }

  @Test("rows that size themselves: what is kept stays although those above it turn out to be of other heights")
  func measured() throws {
    let fixture = UpdateFixture([200], hasDelegate: false)
    let sizing = SizingPlacer(fixture.source)
    fixture.table.delegate = sizing
    fixture.table.estimatedRowHeight = 30
    fixture.table.reloadData()
    fixture.settle()
    fixture.table.scrollToRow(at: fixture.path(100), at: .top, animated: false)
    fixture.settle()
    let row = try #require(fixture.table.indexPathsForVisibleRows?.dropFirst(4).first).row
    let cell = try select(row, in: fixture)
    let place = fixture.top(cell)
    sizing.keep(fixture.table)
    let moved = fixture.source.content.sections[0].rows.remove(at: row)
    fixture.source.content.sections[0].rows.insert(moved, at: 20)
    fixture.table.moveRow(at: fixture.path(row), to: fixture.path(20))
    expect(abs(fixture.top(cell) - place) < 1e-9 && fixture.cell(20) === cell)
    for _ in 0..<30 {
      fixture.app.frame()
      expect(abs(fixture.top(cell) - place) < 1e-9)
      fixture.table.checkInvariants()
    }
  }

  @Test("an offset that is no number ends the program with a message that names it")
  func notANumber() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let fixture = UpdateFixture([20])
      let delegate = PlacingDelegate()
      fixture.table.delegate = delegate
      delegate.target = { _, _ in CGPoint(x: 0, y: CGFloat.nan) }
      fixture.insert(at: 0)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("targetContentOffsetForProposedContentOffset:) returned 0.0, nan;"), "\(message)")
  }

  @Test(
    "random moves, insertions and deletions, one in another's animation: the selected row is not seen to move",
    arguments: 0..<6)
  func random(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let fixture = fixture(rows: 60)
    fixture.table.contentOffset.y = 440
    fixture.settle()
    let cell = try select(Int.random(in: 11..<19, using: &random), in: fixture)
    let place = fixture.top(cell)
    for step in 0..<40 {
      let path = try #require(fixture.table.indexPathForSelectedRow)
      let id = fixture.source.id(path)
      delegate.keepSelection(of: fixture.table)
      let rows = fixture.source.content.sections[0].rows
      let gone = rows.indices.filter {
        rows[$0].id != id && rows.count > 20 && Int.random(in: 0..<12, using: &random) == 0
      }
      fixture.table.beginUpdates()
      fixture.remove(gone)
      fixture.table.deleteRows(at: gone.map { fixture.path($0) }, with: .automatic)
      let kept = rows.indices.filter {
        !gone.contains($0) && (rows[$0].id == id || Int.random(in: 0..<6, using: &random) == 0)
      }
      // Rows that move are taken out and put in at random places, from the front.
      var others = fixture.source.content.sections[0].rows
      others.removeAll { row in kept.contains { rows[$0].id == row.id } }
      let targets = Array(0..<(others.count + kept.count)).shuffled(using: &random).prefix(kept.count).sorted()
      for (target, source) in zip(targets, kept.shuffled(using: &random)) {
        others.insert(rows[source], at: target)
        fixture.table.moveRow(at: fixture.path(source), to: fixture.path(target))
      }
      fixture.source.content.sections[0].rows = others
      fixture.table.endUpdates()
      expectEqual(fixture.source.id(try #require(fixture.table.indexPathForSelectedRow)), id)
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        expect(abs(fixture.top(cell) - place) < 1e-9, "seed \(seed), step \(step)")
        fixture.app.frame()
      }
      fixture.table.checkInvariants()
      expectEqual(fixture.shown, fixture.expected)
    }
  }
}

/// Gives rows heights of their own and keeps the selected one in its place.
@MainActor
private final class SizingPlacer: NSObject, UITableViewDelegate {
  private let source: NumberedSource
  private var y: CGFloat?

  init(_ source: NumberedSource) { self.source = source }

  func keep(_ table: UITableView) {
    y = table.indexPathForSelectedRow.map { table.rectForRow(at: $0).minY - table.contentOffset.y }
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    CGFloat(30 + source.id(indexPath) % 7 * 9)
  }

  func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    guard let y, let path = tableView.indexPathForSelectedRow else { return proposedContentOffset }
    return CGPoint(x: proposedContentOffset.x, y: tableView.rectForRow(at: path).minY - y)
  }
}
