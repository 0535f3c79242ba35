import Expectations
import Foundation
import GridTestSupport
import TestSupport
import Testing

@testable import UIKitCore
@testable import UIKitGrid

@MainActor
@Suite("Grid: cells")
struct GridCellTests {
  @Test("GridView: a sheet of sixteen billion places in a hundred cells")
  func grid() {
    let fixture = GridFixture(rows: 1_000_000, columns: 16_384, size: CGSize(width: 832, height: 264))
    let grid = fixture.grid
    expectEqual(grid.visibleCells.count, 99)
    let cells = Set(grid.visibleCells.map(ObjectIdentifier.init))
    grid.contentOffset.y = 12_000_000
    grid.layoutIfNeeded()
    expectEqual(grid.visibleRange.rows, 500_000..<500_010)
    expectEqual(Set(grid.visibleCells.map(ObjectIdentifier.init)), cells)
  }

  @Test("a grid of a million rows and 16,384 columns asks for the cells on screen and no other")
  func onlyVisible() {
    let fixture = GridFixture(rows: 1_000_000, columns: 16_384)
    let grid = fixture.grid
    grid.checkInvariants()
    // 640 - 64 of 96 points, 480 - 24 of 24.
    expect(Set(fixture.asked).count == 6 * 19 && fixture.asked.count == 6 * 19)
    expectEqual(grid.contentSize, CGSize(width: 64 + 16_384 * 96, height: 24 + 1_000_000 * 24))
    fixture.scroll(to: CGPoint(x: 96 * 10_000, y: 24 * 900_000))
    grid.checkInvariants()
    expectEqual(fixture.shown(900_000, 10_000), "900000:10000")
    expect(GridView.columnName(16_383) == "XFD" && GridView.columnName(0) == "A" && GridView.columnName(26) == "AA")
  }

  @Test("a scroll in any direction makes no cell and asks only for places that came")
  func warmScroll() {
    let fixture = GridFixture()
    var offset = CGPoint(x: 500, y: 500)
    fixture.scroll(to: offset)
    for step in [CGPoint(x: 37, y: 0), CGPoint(x: 0, y: 37), CGPoint(x: 26, y: 26), CGPoint(x: -26, y: 31)] {
      for _ in 0..<20 {
        offset = offset + step
        fixture.scroll(to: offset)
      }
      let made = fixture.grid.cells.queue.createdCount
      for _ in 0..<20 {
        offset = offset + step
        let before = Set(fixture.grid.visibleCells.compactMap { fixture.grid.position(for: $0) })
        fixture.forgetCalls()
        fixture.scroll(to: offset)
        expect(before.isDisjoint(with: fixture.asked))
        fixture.grid.checkInvariants()
      }
      expectEqual(fixture.grid.cells.queue.createdCount, made, "a cell was made while scrolling by \(step)")
    }
  }

  @Test("a scroll takes no cell out of the tree of views, and draws those anew that came")
  func stableTree() {
    final class Counting: GridViewCell {
      nonisolated(unsafe) static var drawn = 0
      nonisolated(unsafe) static var moves = 0
      override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) { Self.drawn += 1 }
      override func didMoveToWindow() { Self.moves += 1 }
    }
    let fixture = GridFixture { $0.register(Counting.self, forCellReuseIdentifier: "cell") }
    for _ in 0..<100 { fixture.scroll(to: fixture.grid.contentOffset + CGPoint(x: 11, y: 13)) }
    fixture.forgetCalls()
    (Counting.drawn, Counting.moves) = (0, 0)
    for _ in 0..<100 {
      fixture.scroll(to: fixture.grid.contentOffset + CGPoint(x: 11, y: 13))
      expect(fixture.isDrawnAsWalked)
    }
    expectEqual(Counting.moves, 0, "cells left the tree or came into it")
    // Walked again by the comparison.
    let compared = 100 * 8 * 21
    expect(Counting.drawn < 2 * fixture.asked.count + compared, "\(Counting.drawn) of \(fixture.asked.count)")
  }

  @Test("a cell that shows more than its frame is not seen any more once it left")
  func spillingCells() {
    final class Spilling: GridViewCell {
      required init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(UIView(frame: CGRect(x: -50, y: -50, width: 200, height: 200)))
      }
      required init?(coder: NSCoder) { nil }
    }
    let fixture = GridFixture { $0.register(Spilling.self, forCellReuseIdentifier: "cell") }
    var left = 0
    for step in [CGPoint(x: 0, y: 13), CGPoint(x: 13, y: 0), CGPoint(x: -11, y: -11)] {
      for _ in 0..<12 {
        fixture.scroll(to: fixture.grid.contentOffset + step)
        for case let cell as Spilling in fixture.grid.panes.body.cells.subviews where cell.position == nil {
          left += 1
          expect(!cell.frame.insetBy(dx: -200, dy: -200).intersects(fixture.grid.bounds))
        }
      }
    }
    expect(left > 0)
  }

  @Test("the lines between cells follow their colour, the size of the grid and the lengths of lines")
  func gridLines() {
    let fixture = GridFixture()
    fixture.grid.gridLineColor = .systemRed
    fixture.app.frame()
    expect(fixture.isDrawnAsWalked)
    func lines(_ color: UIColor) -> Int {
      let color = color.drawColor(in: fixture.app.window.traitCollection)
      return fixture.app.backend.list.commands.count {
        guard case .fill(let rect, color) = $0 else { return false }
        return min(rect.width, rect.height) == 1
      }
    }
    // 19 rows, header and body; 6 columns, header and body; the two headers themselves, in two panes each.
    expectEqual(lines(.systemRed), 2 * 19 + 2 * 6 + 4)
    fixture.grid.setWidth(200, ofColumn: 0)
    fixture.grid.frame.size.height = 300
    fixture.app.frame()
    expect(fixture.isDrawnAsWalked)
    fixture.scroll(to: CGPoint(x: 5000, y: 9000))
    expect(fixture.isDrawnAsWalked)
  }

  @Test("an inserted row is asked for its height")
  func insertedHeights() {
    let fixture = GridFixture(isDelegate: true)
    fixture.rowCount += 1
    fixture.heights = [2: 70]
    fixture.grid.insertRows(at: [2])
    fixture.app.settle()
    expect(fixture.askedHeights.contains(2))
    expectEqual(fixture.grid.rectForItem(at: GridPosition(row: 2, column: 0)).height, 70)
    fixture.grid.checkInvariants()
  }

  @Test("rows that come into an empty grid have its row height, though cells would need more")
  func insertedIntoEmpty() {
    final class TallCell: GridTextCell {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 50, height: 40) }
    }
    final class Silent: NSObject, GridViewDelegate {}
    let silent = Silent()
    let fixture = GridFixture(rows: 0, columns: 1, size: CGSize(width: 400, height: 40)) { grid in
      grid.register(TallCell.self, forCellReuseIdentifier: "cell")
      grid.delegate = silent
    }
    fixture.rowCount = 3
    fixture.grid.insertRows(at: [0, 1, 2])
    fixture.app.settle()
    fixture.scroll(to: CGPoint(x: 0, y: fixture.grid.contentSize.height - 40))
    fixture.app.settle()
    expectEqual(fixture.grid.contentSize.height, 24 + 3 * 24)
    fixture.grid.checkInvariants()
  }

  @Test("cells asked for again within cellForItemAt are asked for after the round")
  func reloadItemsWithin() {
    let fixture = GridFixture()
    fixture.onCell = { position in
      guard position == GridPosition(row: 25, column: 2) else { return }
      fixture.onCell = nil
      fixture.edits[GridPosition(row: 20, column: 1)] = "new"
      fixture.grid.reloadItems(in: GridRange(rows: 0..<1000, columns: 0..<100))
    }
    fixture.scroll(to: CGPoint(x: 0, y: 300))
    fixture.app.settle()
    expectEqual(fixture.shown(20, 1), "new")
    fixture.grid.checkInvariants()
  }

  @Test("the Tab key stops at a grid, which shows a ring; Control and Tab leave it")
  func focus() {
    let fixture = GridFixture()
    fixture.grid.frame = CGRect(x: 0, y: 60, width: 640, height: 400)
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
    fixture.app.window.addSubview(field)
    field.becomeFirstResponder()
    fixture.app.key(.keyboardTab)
    fixture.app.frame()
    expect(fixture.grid.isFirstResponder)
    func ring() -> UIView? {
      fixture.grid.subviews.flatMap(\.subviews).first { $0 is FocusRingView }
    }
    expectEqual(ring()?.convert(ring()?.bounds ?? .zero, to: nil), fixture.grid.frame)
    fixture.scroll(to: CGPoint(x: 300, y: 700))
    expectEqual(ring()?.convert(ring()?.bounds ?? .zero, to: nil), fixture.grid.frame)
    expect(fixture.isDrawnAsWalked)
    fixture.app.key(.keyboardTab, modifiers: .control)
    fixture.app.frame()
    expect(field.isFirstResponder && ring() == nil)
  }

  @Test("headers and pinned rows and columns stay at their edges")
  func pinned() {
    let fixture = GridFixture { grid in
      grid.pinnedRowCount = 1
      grid.pinnedColumnCount = 2
    }
    fixture.scroll(to: CGPoint(x: 1000, y: 3000))
    let grid = fixture.grid
    grid.checkInvariants()
    func seen(_ row: Int, _ column: Int) -> CGPoint? {
      grid.cellForItem(at: GridPosition(row: row, column: column)).map { $0.convert(CGPoint.zero, to: nil) }
    }
    expectEqual(seen(0, 0), CGPoint(x: 64, y: 24))
    expectEqual(seen(0, 1), CGPoint(x: 160, y: 24))
    expectEqual(seen(-1, 1), CGPoint(x: 160, y: 0))
    expectEqual(seen(-1, -1), .zero)
    let range = grid.visibleRange
    expectEqual(seen(range.rows.lowerBound, 0)?.x, 64)
    expectEqual(seen(-1, range.columns.lowerBound)?.y, 0)
    expectEqual(grid.positionForItem(at: CGPoint(x: 1000 + 70, y: 3000 + 30)), GridPosition(row: 0, column: 0))
    expect(grid.positionForItem(at: CGPoint(x: 1000 + 10, y: 3000 + 30)) == nil)
  }

  @Test("rows and columns have lengths of their own, asked when they come on screen; what is seen stays where it is")
  func lengths() {
    let fixture = GridFixture(isDelegate: true)
    for row in 0..<1000 { fixture.heights[row] = CGFloat(10 + row % 7 * 10) }
    for column in 0..<100 { fixture.widths[column] = column % 5 == 0 ? 0 : 60 }
    fixture.grid.reloadData()
    fixture.app.frame()
    fixture.grid.checkInvariants()
    expectEqual(fixture.grid.width(ofColumn: 1), 60)
    expect(fixture.grid.cellForItem(at: GridPosition(row: 0, column: 0)) == nil)
    fixture.scroll(to: CGPoint(x: 700, y: 9000))
    // Upwards over rows that were never seen: the row in the middle moves by what was scrolled, and no more.
    for _ in 0..<40 {
      let row = fixture.grid.visibleRange.rows.lowerBound + 4
      let column = fixture.grid.visibleRange.columns.lowerBound + 2
      let place = GridPosition(row: row, column: column)
      let before = fixture.grid.cellForItem(at: place)?.convert(CGPoint.zero, to: nil)
      fixture.scroll(to: fixture.grid.contentOffset - CGPoint(x: 0, y: 15))
      let after = fixture.grid.cellForItem(at: place)?.convert(CGPoint.zero, to: nil)
      expectEqual(after?.y, before.map { $0.y + 15 })
      fixture.grid.checkInvariants()
    }
  }

  @Test("with automaticDimension a row is as high as its cells on screen need")
  func selfSizing() {
    final class TallCell: GridTextCell {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 50, height: 40) }
    }
    let fixture = GridFixture { grid in
      grid.rowHeight = GridView.automaticDimension
      grid.register(TallCell.self, forCellReuseIdentifier: "cell")
    }
    fixture.grid.checkInvariants()
    expectEqual(
      fixture.grid.rectForItem(at: GridPosition(row: 1, column: 0)), CGRect(x: 64, y: 64, width: 96, height: 40))
    fixture.scroll(to: CGPoint(x: 0, y: 9000))
    fixture.grid.checkInvariants()
    expect(
      fixture.grid.visibleRange.rows.allSatisfy { fixture.grid.rectForItem(at: .init(row: $0, column: 0)).height == 40 }
    )
  }

  @Test("a row whose delegate has gone before it was asked has the grid's row height, though cells would need more")
  func delegateGone() {
    final class TallCell: GridTextCell {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 50, height: 40) }
    }
    final class Giving: NSObject, GridViewDelegate {
      func gridView(_ gridView: GridView, heightForRow row: Int) -> CGFloat { 30 }
    }
    var giving: Giving? = Giving()
    let fixture = GridFixture { grid in
      grid.register(TallCell.self, forCellReuseIdentifier: "cell")
      grid.delegate = giving
    }
    giving = nil
    fixture.scroll(to: CGPoint(x: 0, y: 9000))
    fixture.app.settle()
    fixture.grid.checkInvariants()
    expect(
      fixture.grid.visibleRange.rows.allSatisfy { fixture.grid.rectForItem(at: .init(row: $0, column: 0)).height == 24 }
    )
  }

  @Test("cells that a reload takes off come back; the offset comes within what there is")
  func reload() {
    let fixture = GridFixture()
    fixture.scroll(to: CGPoint(x: 2000, y: 20_000))
    let made = fixture.grid.cells.queue.createdCount
    fixture.grid.reloadData()
    fixture.app.frame()
    expectEqual(fixture.grid.cells.queue.createdCount, made)
    (fixture.rowCount, fixture.columnCount) = (30, 3)
    fixture.grid.reloadData()
    fixture.app.frame()
    fixture.grid.checkInvariants()
    expectEqual(fixture.grid.contentOffset, CGPoint(x: 0, y: 24 + 30 * 24 - 480))
    fixture.rowCount = 0
    fixture.grid.reloadData()
    fixture.app.frame()
    fixture.grid.checkInvariants()
    expect(fixture.grid.visibleCells.allSatisfy { fixture.grid.position(for: $0) == nil })
  }

  @Test("a reload within cellForItemAt takes effect after the pass")
  func reloadWithin() {
    let fixture = GridFixture()
    fixture.onCell = { position in
      guard position.row == 30 else { return }
      fixture.onCell = nil
      fixture.rowCount = 20
      fixture.grid.reloadData()
    }
    fixture.scroll(to: CGPoint(x: 0, y: 400))
    fixture.app.settle()
    fixture.grid.checkInvariants()
    expectEqual(fixture.grid.numberOfRows, 20)
  }

  @Test("rows and columns are announced a screen ahead, and called off when the grid turns")
  func prefetching() {
    final class Source: GridViewDataSourcePrefetching {
      var come: [GridRange] = []
      var gone: [GridRange] = []
      func gridView(_ gridView: GridView, prefetchItemsIn ranges: [GridRange]) { come += ranges }
      func gridView(_ gridView: GridView, cancelPrefetchingForItemsIn ranges: [GridRange]) { gone += ranges }
    }
    let fixture = GridFixture()
    let source = Source()
    fixture.grid.prefetchDataSource = source
    fixture.app.frame()
    expectEqual(source.come, [GridRange(rows: 19..<38, columns: 0..<6), GridRange(rows: 0..<19, columns: 6..<12)])
    fixture.scroll(to: CGPoint(x: 0, y: 2400))
    fixture.scroll(to: CGPoint(x: 0, y: 2300))
    expect(!source.gone.isEmpty)
    expect(source.come.last?.rows.upperBound ?? .max < 110)
  }

  @Test("any scrolls, sizes, reloads, lengths and updates leave a grid whole", arguments: 0..<25)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = GridFixture(rows: 40, columns: 30, isDelegate: seed % 2 == 0)
    let grid = fixture.grid
    for _ in 0..<120 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        (fixture.rowCount, fixture.columnCount) = (
          Int.random(in: 0...60, using: &random), Int.random(in: 0...40, using: &random)
        )
        grid.reloadData()
      case 1:
        grid.frame.size = CGSize(
          width: Int.random(in: 0...800, using: &random), height: Int.random(in: 0...600, using: &random))
      case 2:
        grid.pinnedRowCount = Int.random(in: 0...3, using: &random)
        grid.pinnedColumnCount = Int.random(in: 0...3, using: &random)
      case 3 where grid.numberOfColumns > 0:
        grid.setWidth(
          CGFloat(Int.random(in: 0...200, using: &random)),
          ofColumn: Int.random(in: 0..<grid.numberOfColumns, using: &random))
      case 4 where grid.numberOfRows > 0:
        grid.setHeight(
          CGFloat(Int.random(in: 0...80, using: &random)), ofRow: Int.random(in: 0..<grid.numberOfRows, using: &random))
      case 5, 6: update(fixture, &random)
      case 7 where grid.numberOfRows > 0 && grid.numberOfColumns > 0:
        fixture.app.click(
          at: CGPoint(x: Int.random(in: 0..<640, using: &random), y: Int.random(in: 0..<480, using: &random)),
          modifiers: [[], [.shift], [.control]].randomElement(using: &random) ?? [])
      case 8:
        fixture.app.key(
          [.keyboardDownArrow, .keyboardRightArrow, .keyboardPageDown, .keyboardEnd, .keyboardHome]
            .randomElement(using: &random) ?? .keyboardEnd,
          modifiers: [[], [.shift], [.control]].randomElement(using: &random) ?? [])
      default:
        grid.contentOffset = CGPoint(
          x: Int.random(in: -30...2500, using: &random), y: Int.random(in: -30...1500, using: &random))
      }
      fixture.app.frame()
      // Of places on the way sums are not exact in any order.
      if grid.updates.isAtRest { expect(fixture.firstDifference == nil) }
      if Bool.random(using: &random) { fixture.app.frame(after: 0.4) }
      if grid.updates.isAtRest { grid.checkInvariants() }
    }
    fixture.app.settle()
    grid.checkInvariants()
  }

  /// - Parameter followers: how many updates may follow, each in the completion of the one before.
  private func update(_ fixture: GridFixture, _ random: inout SeededRandom, followers: Int = 3) {
    let grid = fixture.grid
    var later = SeededRandom(seed: Int.random(in: 0..<1_000_000, using: &random))
    func change() {
      if fixture.rowCount > 2 {
        grid.deleteRows(at: [Int.random(in: 0..<fixture.rowCount, using: &random)])
        fixture.rowCount -= 1
      }
      let row = Int.random(in: 0...fixture.rowCount, using: &random)
      grid.insertRows(at: [row])
      fixture.rowCount += 1
      if fixture.columnCount > 2, Bool.random(using: &random) {
        let source = Int.random(in: 0..<fixture.columnCount, using: &random)
        let target = Int.random(in: 0..<fixture.columnCount, using: &random)
        if source != target { grid.moveColumn(source, to: target) }
      }
    }
    grid.performBatchUpdates(change) { _ in
      if followers > 0, Bool.random(using: &later) { update(fixture, &later, followers: followers - 1) }
    }
  }
}

@MainActor
@Suite("Grid: selection")
struct GridSelectionViewTests {
  /// The middle of a cell in the window, without scrolling.
  private func point(_ row: Int, _ column: Int) -> CGPoint { CGPoint(x: 64 + column * 96 + 48, y: 24 + row * 24 + 12) }

  private func drag(
    _ fixture: GridFixture, _ from: CGPoint, _ to: CGPoint, modifiers: UIKeyModifierFlags = [], hold: () -> Void = {}
  ) {
    func pointer(_ point: CGPoint) -> InputEvent.Pointer {
      InputEvent.Pointer(location: point, modifiers: modifiers, timestamp: fixture.app.clock.now)
    }
    fixture.app.events.post(.pointerDown(pointer(from)))
    fixture.app.frame()
    fixture.app.events.post(.pointerMoved(pointer(to)))
    fixture.app.frame()
    hold()
    fixture.app.events.post(.pointerUp(pointer(to)))
    fixture.app.frame()
  }

  @Test("a click selects a cell, a drag a rectangle, Shift extends, Control adds")
  func mouse() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    fixture.app.click(at: point(2, 1))
    expectEqual(grid.selectedRanges, [GridRange(rows: 2..<3, columns: 1..<2)])
    fixture.app.click(at: point(5, 3), modifiers: [.shift])
    expectEqual(grid.selectedRanges, [GridRange(rows: 2..<6, columns: 1..<4)])
    expectEqual(grid.activePosition, GridPosition(row: 2, column: 1))
    fixture.app.click(at: point(8, 0), modifiers: [.control])
    expectEqual(grid.selectedRanges.count, 2)
    drag(fixture, point(6, 4), point(3, 2))
    expectEqual(grid.selectedRanges, [GridRange(rows: 3..<7, columns: 2..<5)])
    expect(fixture.selectionChanges > 3)
    grid.checkInvariants()
  }

  @Test("a click on a header selects the row or column, on the corner everything")
  func headers() {
    let fixture = GridFixture()
    let grid = fixture.grid
    fixture.app.click(at: CGPoint(x: 64 + 96 * 2 + 40, y: 10))
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<1000, columns: 2..<3)])
    expectEqual(grid.cellForItem(at: GridPosition(row: -1, column: 2))?.isSelected, true)
    fixture.app.click(at: CGPoint(x: 20, y: 24 + 24 * 3 + 10))
    expectEqual(grid.selectedRanges, [GridRange(rows: 3..<4, columns: 0..<100)])
    fixture.app.click(at: CGPoint(x: 20, y: 10))
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<1000, columns: 0..<100)])
  }

  @Test("arrows move the active cell and scroll, with Control to the end; Shift extends")
  func keys() {
    let fixture = GridFixture()
    let grid = fixture.grid
    fixture.app.click(at: point(0, 0))
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardRightArrow)
    expectEqual(grid.activePosition, GridPosition(row: 1, column: 1))
    fixture.app.key(.keyboardDownArrow, modifiers: [.shift])
    fixture.app.key(.keyboardRightArrow, modifiers: [.shift])
    expectEqual(grid.selectedRanges, [GridRange(rows: 1..<3, columns: 1..<3)])
    fixture.app.key(.keyboardEnd, modifiers: [.control])
    expectEqual(grid.activePosition, GridPosition(row: 999, column: 99))
    fixture.app.frame()
    expectEqual(grid.contentOffset, CGPoint(x: 64 + 9600 - 640, y: 24 + 24_000 - 480))
    grid.checkInvariants()
    fixture.app.key(.keyboardPageUp)
    expectEqual(grid.activePosition?.row, 981)
    fixture.app.key(.keyboardHome)
    expectEqual(grid.activePosition, GridPosition(row: 981, column: 0))
    fixture.app.key(.keyboardUpArrow, modifiers: [.control])
    expectEqual(grid.activePosition, GridPosition(row: 0, column: 0))
    fixture.app.key(.keyboardHome, modifiers: [.control])
    fixture.app.shortcut("a")
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<1000, columns: 0..<100)])
    fixture.app.key(.keyboardEscape)
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<1, columns: 0..<1)])
  }

  @Test("with nothing selected an arrow selects the first cell on screen, Control and End the last of all")
  func keysWithoutSelection() {
    for (key, flags, place) in [
      (UIKeyboardHIDUsage.keyboardDownArrow, UIKeyModifierFlags(), GridPosition(row: 3, column: 2)),
      (.keyboardEnd, .control, GridPosition(row: 999, column: 99)),
    ] {
      let fixture = GridFixture()
      fixture.scroll(to: CGPoint(x: 2 * 96, y: 3 * 24))
      _ = fixture.grid.becomeFirstResponder()
      fixture.app.key(key, modifiers: flags)
      fixture.app.settle()
      expectEqual(fixture.grid.activePosition, place)
      expect(fixture.grid.cellForItem(at: place) != nil)
    }
  }

  @Test("arrows pass over columns of no width")
  func hiddenColumns() {
    let fixture = GridFixture(columns: 6, isDelegate: true)
    fixture.widths = [1: 0, 2: 0]
    fixture.grid.reloadData()
    fixture.app.frame()
    fixture.app.click(at: CGPoint(x: 70, y: 30))
    fixture.app.key(.keyboardRightArrow)
    expectEqual(fixture.grid.activePosition, GridPosition(row: 0, column: 3))
  }

  @Test("what is selected is copied as lines of fields with tabs between, those with tabs or line ends in quotes")
  func copying() {
    let fixture = GridFixture(isDelegate: true)
    fixture.edits[GridPosition(row: 1, column: 1)] = "a\tb \"c\""
    drag(fixture, point(0, 0), point(1, 1))
    fixture.app.shortcut("c")
    expectEqual(UIPasteboard.general.string, "0:0\t0:1\n1:0\t\"a\tb \"\"c\"\"\"\n")
    fixture.app.click(at: point(5, 3), modifiers: [.control])
    fixture.app.shortcut("c")
    expectEqual(fixture.complaints.count, 1)
  }

  @Test("rows chosen one by one are copied together, with commas, too, where fields with commas stand in quotes")
  func copyingRows() {
    let fixture = GridFixture(columns: 3, isDelegate: true)
    fixture.edits = [
      GridPosition(row: 0, column: 0): "a,b", GridPosition(row: 2, column: 1): " c",
      GridPosition(row: 2, column: 2): "",
    ]
    fixture.app.click(at: CGPoint(x: 20, y: 24 + 10))
    fixture.app.click(at: CGPoint(x: 20, y: 24 + 24 * 2 + 10), modifiers: [.control])
    fixture.app.shortcut("c")
    expectEqual(UIPasteboard.general.string, "a,b\t0:1\t0:2\n2:0\t c\t\n")
    fixture.grid.copySelection(as: .commaSeparated)
    expectEqual(UIPasteboard.general.string, "\"a,b\",0:1,0:2\r\n2:0,\" c\",\r\n")
    expectEqual(fixture.copied, [6, 6])
  }

  @Test("many cells are copied in pieces while nothing else happens; the delegate is asked about very many")
  func copyingMany() {
    let fixture = GridFixture(rows: 5000, columns: 100, isDelegate: true)
    let loop: FrameLoop = fixture.app.application.frameLoop
    let clock = fixture.app.clock
    fixture.text = { place in
      clock.advance(by: 0.00001)
      return "\(place.row):\(place.column)"
    }
    UIPasteboard.general.string = "before"
    fixture.grid.select(GridRange(rows: 0..<900, columns: 0..<100))
    fixture.app.frame()
    fixture.grid.copySelection()
    expect(fixture.grid.isCopying && UIPasteboard.general.string == "before" && fixture.asksToCopy.isEmpty)
    fixture.app.settle()
    var slices = 0
    while fixture.grid.isCopying, slices < 100_000 {
      expect(!loop.workWhileIdle(), "nothing interrupts it")
      slices += 1
    }
    expect(slices > 300 && slices < 100_000, "\(slices) slices")
    let text = UIPasteboard.general.string ?? ""
    expectEqual(text.utf8.count { $0 == 10 }, 900)
    expect(text.hasPrefix("0:0\t0:1\t") && text.hasSuffix("\t899:99\n"))
    fixture.app.shortcut("a")
    fixture.app.shortcut("c")
    expectEqual(fixture.asksToCopy, [500_000])
    expect(fixture.grid.isCopying && !loop.hasIdleWork)
    fixture.proceed?()
    expect(loop.hasIdleWork)
    fixture.app.key(.keyboardEscape)
    expect(!fixture.grid.isCopying)
    expectEqual(fixture.grid.selectedRanges.count, 1)
    fixture.proceed?()
    expect(!fixture.grid.isCopying)
    expectEqual(UIPasteboard.general.string, text)
  }

  @Test("a copy ends when lines change, also within the question for a text")
  func copyingWhatChanges() {
    for isWithin in [false, true] {
      let fixture = GridFixture(rows: 5000, columns: 100, isDelegate: true)
      UIPasteboard.general.string = "before"
      fixture.grid.select(GridRange(rows: 0..<900, columns: 0..<100))
      fixture.app.settle()
      fixture.grid.copySelection()
      func insert() {
        fixture.rowCount += 1
        fixture.grid.insertRows(at: [3])
      }
      if isWithin {
        let text = fixture.text
        fixture.text = { place in
          if place == GridPosition(row: 5, column: 5), fixture.rowCount == 5000 { insert() }
          return text(place)
        }
      } else {
        insert()
      }
      for _ in 0..<100 {
        fixture.app.settle()
        _ = fixture.app.application.frameLoop.workWhileIdle()
      }
      expect(!fixture.grid.isCopying)
      expectEqual(fixture.complaints.count, 1)
      expectEqual(UIPasteboard.general.string, "before")
      fixture.grid.checkInvariants()
    }
  }

  @Test("Control with the space bar selects columns, with Shift rows, and Control with a click takes cells away")
  func wholeLines() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    drag(fixture, point(2, 1), point(3, 2))
    fixture.app.key(.keyboardSpacebar, modifiers: [.control])
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<1000, columns: 1..<3)])
    expectEqual(grid.activePosition, GridPosition(row: 2, column: 1))
    fixture.app.key(.keyboardRightArrow, modifiers: [.shift])
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<1000, columns: 1..<4)])
    fixture.app.click(at: point(2, 1))
    fixture.app.key(.keyboardSpacebar, modifiers: [.shift])
    expectEqual(grid.selectedRanges, [GridRange(rows: 2..<3, columns: 0..<100)])
    expect(grid.editedPosition == nil)
    drag(fixture, point(2, 3), point(6, 4), modifiers: [.control])
    expectEqual(
      grid.selectedRanges, [GridRange(rows: 2..<3, columns: 4..<100), GridRange(rows: 2..<3, columns: 0..<3)])
    expectEqual(grid.cellForItem(at: GridPosition(row: 2, column: 3))?.isSelected, false)
    expectEqual(grid.activePosition, GridPosition(row: 2, column: 1))
    grid.checkInvariants()
  }

  @Test("a drag that selects goes on when the cell it began in has left the screen")
  func selectingBeyondTheScreen() {
    let fixture = GridFixture(isDelegate: true)
    let bottom = CGPoint(x: point(0, 1).x, y: 478)
    drag(fixture, point(0, 0), bottom) {
      for _ in 0..<600 where fixture.grid.contentOffset.y < 2000 { fixture.app.frame() }
    }
    expect(fixture.grid.cellForItem(at: GridPosition(row: 0, column: 0)) == nil)
    let last = Int((fixture.grid.contentOffset.y + bottom.y) / 24)
    expectEqual(fixture.grid.selectedRanges, [GridRange(rows: 0..<last, columns: 0..<2)])
    fixture.grid.checkInvariants()
  }

  @Test("a control in a cell has its own presses")
  func controlsInCells() {
    let fixture = GridFixture(isDelegate: true)
    var presses = 0
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 96, height: 24))
    button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
    fixture.grid.cellForItem(at: GridPosition(row: 2, column: 2))?.addSubview(button)
    fixture.app.click(at: point(1, 1))
    fixture.app.click(at: point(2, 2))
    expect(presses == 1 && fixture.grid.activePosition == GridPosition(row: 1, column: 1))
  }

  @Test("dragging the edge of a header resizes the column, a double click fits it")
  func resizing() {
    let fixture = GridFixture(isDelegate: true)
    let edge = CGPoint(x: 64 + 96 * 2, y: 10)
    drag(fixture, edge, CGPoint(x: edge.x + 34, y: 10))
    expectEqual(fixture.grid.width(ofColumn: 1), 130)
    expectEqual(fixture.resized, [1: 130])
    fixture.grid.checkInvariants()
    drag(fixture, CGPoint(x: edge.x + 34, y: 10), CGPoint(x: 0, y: 10))
    expectEqual(fixture.grid.width(ofColumn: 1), 8)
    fixture.app.click(at: CGPoint(x: 64 + 96 + 8, y: 10), clickCount: 2)
    expect(fixture.grid.width(ofColumn: 1) > 20)
  }

  @Test("dragging the header of a selected column moves it")
  func reordering() {
    let fixture = GridFixture(isDelegate: true)
    fixture.allowsMoves = true
    fixture.app.click(at: CGPoint(x: 64 + 40, y: 10))
    drag(fixture, CGPoint(x: 64 + 40, y: 10), CGPoint(x: 64 + 96 * 3 + 80, y: 10))
    expectEqual(fixture.moves, [[0, 3]])
    expectEqual(fixture.grid.selectedRanges, [GridRange(rows: 0..<1000, columns: 3..<4)])
    fixture.app.settle()
    fixture.grid.checkInvariants()
  }

  @Test("a data source that reloads when a column is moved shows it once moved", arguments: [true, false])
  func reloadWhileMoved(reloads: Bool) {
    let fixture = GridFixture(columns: 6, isDelegate: true)
    fixture.allowsMoves = true
    var names = Array(0..<6)
    fixture.text = { "\(names[$0.column])" }
    fixture.onMove = { column, target in
      names.insert(names.remove(at: column), at: target)
      if reloads { fixture.grid.reloadData() } else { fixture.grid.moveColumn(column, to: target) }
    }
    drag(fixture, CGPoint(x: 64 + 40, y: 10), CGPoint(x: 64 + 96 * 3 + 80, y: 10))
    fixture.app.settle()
    expect(fixture.moves == [[0, 3]] && (0..<6).map { fixture.shown(0, $0) } == names.map { "\($0)" })
    fixture.grid.checkInvariants()
  }

  @Test(
    "a column that goes while its edge is dragged ends that; one that others before it leave is dragged on",
    arguments: ["reload", "delete", "deleteOthers"])
  func columnsGoWhileResized(reason: String) {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    fixture.app.mouseDown(at: CGPoint(x: 64 + 96 * 4, y: 10))
    switch reason {
    case "reload":
      fixture.columnCount = 2
      grid.reloadData()
    case "delete":
      fixture.columnCount = 2
      grid.deleteColumns(at: IndexSet(2..<100))
    default:
      fixture.columnCount = 98
      grid.deleteColumns(at: [0, 1])
    }
    fixture.app.mouseMove(to: CGPoint(x: 64 + 96 * 4 + 30, y: 10))
    fixture.app.mouseUp(at: CGPoint(x: 64 + 96 * 4 + 30, y: 10))
    fixture.app.settle()
    grid.checkInvariants()
    let resized: [Int: CGFloat] = reason == "deleteOthers" ? [1: 126] : [:]
    expectEqual(fixture.resized, resized)
  }

  @Test("a header that goes while it is dragged is not moved, one whose place changed is moved from there")
  func columnsGoWhileMoved() {
    let fixture = GridFixture(columns: 6, isDelegate: true)
    fixture.allowsMoves = true
    fixture.app.mouseDown(at: CGPoint(x: 64 + 96 * 2 + 40, y: 10))
    fixture.app.mouseMove(to: CGPoint(x: 64 + 96 * 4 + 80, y: 10))
    fixture.columnCount = 4
    fixture.grid.deleteColumns(at: [0, 5])
    fixture.app.mouseUp(at: CGPoint(x: 64 + 96 * 4 + 80, y: 10))
    fixture.app.settle()
    expectEqual(fixture.moves, [[1, 3]])
    fixture.app.mouseDown(at: CGPoint(x: 64 + 96 * 2 + 40, y: 10))
    fixture.app.mouseMove(to: CGPoint(x: 64 + 96 * 3 + 80, y: 10))
    fixture.columnCount = 2
    fixture.grid.deleteColumns(at: [2, 3])
    fixture.app.mouseUp(at: CGPoint(x: 64 + 96 * 3 + 80, y: 10))
    fixture.app.settle()
    expectEqual(fixture.moves.count, 1)
    fixture.grid.checkInvariants()
  }

  @Test("a press is cancelled when the grid leaves its window while editing ends for it")
  func gridLeavesAsPressBegins() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    fixture.app.click(at: CGPoint(x: 64 + 40, y: 30), clickCount: 2)
    expect(grid.editedPosition != nil)
    fixture.onEdit = {
      fixture.onEdit = nil
      grid.removeFromSuperview()
      fixture.app.window.addSubview(grid)
    }
    fixture.app.mouseDown(at: CGPoint(x: 64 + 96 * 2 + 40, y: 130))
    fixture.app.mouseMove(to: CGPoint(x: 64 + 96 * 3 + 40, y: 170))
    fixture.app.mouseUp(at: CGPoint(x: 64 + 96 * 3 + 40, y: 170))
    expect(fixture.onEdit == nil)
    fixture.app.frame()
    // The next one is a press like any other.
    fixture.app.click(at: CGPoint(x: 64 + 96 * 4 + 40, y: 24 + 24 * 5 + 10))
    expectEqual(grid.activePosition, GridPosition(row: 5, column: 4))
  }

  @Test("a press is about the columns there are when all callbacks before it have changed them")
  func reloadsAsPressBegins() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    fixture.allowsMoves = true
    fixture.app.click(at: CGPoint(x: 64 + 40, y: 24 + 24 * 8 + 12), clickCount: 2)
    expectEqual(grid.editedPosition, GridPosition(row: 8, column: 0))
    // The text is written, rows go, and with them what is selected, and then columns.
    fixture.onEdit = {
      fixture.rowCount = 5
      grid.reloadData()
    }
    fixture.onSelection = {
      fixture.columnCount = 2
      grid.reloadData()
    }
    fixture.app.click(at: CGPoint(x: 64 + 96 * 3 + 40, y: 10))
    expect(fixture.askedMoves.allSatisfy { $0 < 2 }, "\(fixture.askedMoves)")
    fixture.onSelection = nil
    fixture.app.click(at: CGPoint(x: 64 + 96 + 40, y: 10))
    expect(fixture.askedMoves == [1] && grid.numberOfColumns == 2)
  }

  @Test("a key that leads sideways while the grid comes back from a pull leaves it in range")
  func keyWhileBouncing() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    _ = grid.becomeFirstResponder()
    let middle = CGPoint(x: 300, y: 200)
    fixture.app.fingerDrag(from: middle, to: middle + CGPoint(x: 0, y: 100))
    fixture.app.fingerUp(at: middle + CGPoint(x: 0, y: 100))
    fixture.app.frame()
    expect(grid.contentOffset.y < 0)
    grid.select(GridRange(rows: 0..<1, columns: 5..<6))
    fixture.app.key(.keyboardRightArrow)
    fixture.app.settle()
    expect(grid.contentOffset.x > 0 && grid.contentOffset.y == 0)
  }
}

@MainActor
@Suite("Grid: updates and editing")
struct GridUpdateTests {
  @Test("a grid's pass ends when other counts are asked for, and goes on for other lengths and places")
  func endOfGridPass() {
    let fixture = GridFixture()
    let (pass, work) = (fixture.grid.pass, fixture.grid.work)
    expect(work.isDone && work.isResting)
    var isEnding: [Bool] = []
    fixture.onCell = { _ in
      guard isEnding.isEmpty else { return }
      work.note(.placing)
      isEnding.append(work.mustEnd)
      work.note(.load)
      isEnding.append(work.mustEnd)
      // The running pass ends, and takes nothing up.
      pass.run()
      isEnding.append(work.mustEnd)
    }
    fixture.scroll(to: CGPoint(x: 0, y: 1_000))
    fixture.app.settle()
    expectEqual(isEnding, [false, true, true])
    expect(work.isDone && !work.mustEnd)
  }

  private func click(_ fixture: GridFixture, _ row: Int, _ column: Int, count: Int = 1) {
    fixture.app.click(at: CGPoint(x: 64 + column * 96 + 48, y: 24 + row * 24 + 12), clickCount: count)
  }

  @Test("F2 edits the active cell with its text, and nothing where the data source does not allow it")
  func editingKey() {
    let fixture = GridFixture()
    fixture.grid.select(GridRange(rows: 2..<3, columns: 1..<2))
    fixture.app.key(.keyboardF2)
    fixture.app.settle()
    expectEqual(fixture.grid.editedPosition, GridPosition(row: 2, column: 1))
    fixture.app.key(.keyboardReturnOrEnter)
    fixture.app.settle()
    expectEqual(fixture.edits, [GridPosition(row: 2, column: 1): "2:1"])
    fixture.isEditable = false
    fixture.app.key(.keyboardF2)
    expect(fixture.grid.editedPosition == nil)
  }

  @Test("the right button asks for the menu of a cell or header, which it selects unless it is selected already")
  func menus() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    func ask(x: CGFloat, y: CGFloat) {
      fixture.app.click(at: CGPoint(x: x, y: y), button: .secondary)
      expect(fixture.app.window.menu != nil)
      fixture.app.key(.keyboardEscape)
      fixture.app.settle()
    }
    ask(x: 64 + 96 + 10, y: 24 + 2 * 24 + 10)
    expectEqual(fixture.askedMenus, [GridPosition(row: 2, column: 1)])
    expectEqual(grid.selectedRanges, [GridRange(rows: 2..<3, columns: 1..<2)])
    grid.select(GridRange(rows: 1..<6, columns: 0..<3))
    ask(x: 64 + 96 + 10, y: 24 + 4 * 24 + 10)
    expectEqual(grid.selectedRanges, [GridRange(rows: 1..<6, columns: 0..<3)], "the menu is about all of them")
    ask(x: 64 + 2 * 96 + 40, y: 10)
    expectEqual(fixture.askedMenus.last, GridPosition(row: -1, column: 2))
    expectEqual(grid.selectedRanges, [GridRange(rows: 0..<1000, columns: 2..<3)])
    ask(x: 20, y: 24 + 3 * 24 + 10)
    expectEqual(fixture.askedMenus.last, GridPosition(row: 3, column: -1))
    expectEqual(grid.selectedRanges, [GridRange(rows: 3..<4, columns: 0..<100)])
    fixture.app.click(at: CGPoint(x: 20, y: 10), button: .secondary)
    expect(fixture.app.window.menu == nil && fixture.askedMenus.count == 4, "the corner has no menu")
    grid.checkInvariants()
  }

  @Test("the Menu key and Shift with F10 open the menu of the active cell, which is brought into view")
  func menuKeys() {
    let fixture = GridFixture(isDelegate: true)
    fixture.app.key(.keyboardApplication)
    expect(fixture.app.window.menu == nil, "nothing is selected")
    fixture.grid.select(GridRange(rows: 500..<501, columns: 50..<51))
    fixture.app.key(.keyboardApplication)
    expect(fixture.askedMenus == [GridPosition(row: 500, column: 50)] && fixture.app.window.menu != nil)
    expectEqual(fixture.shown(500, 50), "500:50")
    fixture.app.key(.keyboardEscape)
    fixture.app.settle()
    fixture.app.key(.keyboardF10, modifiers: .shift)
    expect(fixture.askedMenus.count == 2 && fixture.app.window.menu != nil)
  }

  @Test("a menu asked for while a cell is edited commits what is typed; lines that go meanwhile open none")
  func menuWhileEditing() {
    let fixture = GridFixture(isDelegate: true)
    click(fixture, 1, 1, count: 2)
    fixture.app.settle()
    fixture.app.shortcut("a")
    fixture.app.type("x")
    fixture.onEdit = {
      fixture.rowCount = 0
      fixture.grid.reloadData()
    }
    fixture.app.click(at: CGPoint(x: 200, y: 24 + 3 * 24 + 10), button: .secondary)
    fixture.app.settle()
    expectEqual(fixture.edits, [GridPosition(row: 1, column: 1): "x"])
    expect(fixture.askedMenus.isEmpty && fixture.app.window.menu == nil && fixture.grid.editedPosition == nil)
    fixture.grid.checkInvariants()
  }

  @Test("rows and columns that come and go take selection, lengths and cells along")
  func updates() {
    let fixture = GridFixture()
    let grid = fixture.grid
    grid.setHeight(50, ofRow: 4)
    grid.select(GridRange(rows: 4..<6, columns: 2..<3))
    fixture.app.frame()
    let cell = grid.cellForItem(at: GridPosition(row: 4, column: 2))
    grid.performBatchUpdates {
      fixture.rowCount += 1
      fixture.columnCount -= 1
      grid.insertRows(at: [1, 2])
      grid.deleteRows(at: [10])
      grid.deleteColumns(at: [0])
    }
    fixture.app.settle()
    grid.checkInvariants()
    expect(grid.numberOfRows == 1001 && grid.numberOfColumns == 99)
    expectEqual(grid.selectedRanges, [GridRange(rows: 6..<8, columns: 1..<2)])
    expectEqual(grid.rectForItem(at: GridPosition(row: 6, column: 1)).height, 50)
    expect(cell != nil && grid.cellForItem(at: GridPosition(row: 6, column: 1)) === cell)
  }

  @Test("an inserted row opens a gap in time: cells below slide from where they were")
  func animation() {
    let fixture = GridFixture()
    let cell = fixture.grid.cellForItem(at: GridPosition(row: 3, column: 0))
    fixture.rowCount += 1
    fixture.grid.insertRows(at: [0])
    expectEqual(cell?.frame.minY, CGFloat(24 + 4 * 24))
    expect(cell?.presentation != nil)
    fixture.app.settle()
    expect(cell?.presentation == nil)
    fixture.grid.checkInvariants()
  }

  @Test("an update within cellForItemAt becomes a reload")
  func updateWithin() {
    let fixture = GridFixture()
    fixture.onCell = { position in
      guard position.row == 40 else { return }
      fixture.onCell = nil
      fixture.rowCount += 1
      fixture.grid.insertRows(at: [0])
    }
    fixture.scroll(to: CGPoint(x: 0, y: 600))
    fixture.app.settle()
    fixture.grid.checkInvariants()
    expectEqual(fixture.grid.numberOfRows, 1001)
  }

  @Test("what callbacks of an update change or copy does no harm; changes become a reload")
  func changesWithinUpdate() {
    let fixture = GridFixture(rows: 40, isDelegate: true)
    let grid = fixture.grid
    grid.select(GridRange(rows: 30..<40, columns: 0..<2))
    fixture.onEnd = {
      fixture.onEnd = nil
      grid.copySelection()
      fixture.rowCount += 1
      grid.insertRows(at: [0])
    }
    fixture.text = { position in
      expect(position.row < fixture.rowCount)
      return "\(position.row)"
    }
    fixture.rowCount -= 2
    grid.deleteRows(at: [3, 4])
    fixture.app.settle()
    expectEqual(grid.numberOfRows, 39)
    grid.checkInvariants()
  }

  @Test("a height set when the pass moves the offset is laid out by the same pass")
  func heightWhileOffsetMoves() throws {
    let fixture = GridFixture(rows: 60, isDelegate: true)
    let grid = fixture.grid
    fixture.scroll(to: CGPoint(x: 0, y: 900))
    fixture.onScroll = {
      fixture.onScroll = nil
      grid.setHeight(0, ofRow: 30)
    }
    fixture.rowCount = 40
    grid.reloadData()
    fixture.app.frame()
    expect(fixture.onScroll == nil)
    let place = GridPosition(row: 33, column: 1)
    let cell = try #require(grid.cellForItem(at: place))
    expectEqual(grid.convert(cell.bounds, from: cell).minY, grid.rectForItem(at: place).minY)
    grid.checkInvariants()
  }

  @Test("a height set when columns that go move the offset is laid out by the same pass")
  func heightWhileColumnsGo() {
    let fixture = GridFixture(rows: 45, columns: 39, isDelegate: true)
    let grid = fixture.grid
    fixture.scroll(to: CGPoint(x: 96, y: 0))
    fixture.onScroll = {
      fixture.onScroll = nil
      grid.setHeight(1, ofRow: 0)
    }
    fixture.columnCount = 0
    grid.reloadData()
    fixture.app.frame()
    expect(fixture.onScroll == nil)
    grid.checkInvariants()
  }

  @Test("a row cut by the edge that turns out lower than what was hidden of it leaves the grid in range")
  func cutRowIsLower() {
    let fixture = GridFixture(isDelegate: true)
    fixture.heights[0] = 0
    fixture.scroll(to: CGPoint(x: 0, y: 1))
    fixture.grid.reloadData()
    fixture.app.settle()
    expectEqual(fixture.grid.contentOffset.y, 0)
    fixture.grid.checkInvariants()
  }

  @Test("a grid at its end stays there as a column cut by the edge turns out narrower", arguments: [false, true])
  func cutColumnAtEnd(isTurned: Bool) {
    let fixture = GridFixture(isDelegate: true) { grid in
      if isTurned { grid.semanticContentAttribute = .forceRightToLeft }
    }
    let grid = fixture.grid
    // Column 93 comes to be cut as the last one is found to be narrower.
    (fixture.widths[93], fixture.widths[99]) = (90, 50)
    fixture.scroll(to: CGPoint(x: isTurned ? 0 : grid.contentSize.width - 640, y: 0))
    expectEqual(grid.contentSize.width, 64 + 98 * 96 + 90 + 50)
    expectEqual(grid.contentOffset.x, isTurned ? 0 : grid.contentSize.width - 640)
    grid.checkInvariants()
  }

  @Test("an offset set in the last frame of a notch stays in range as columns there turn out narrower")
  func offsetSetOnArrival() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    for column in 80..<100 { fixture.widths[column] = 90 }
    var end: CGFloat { grid.contentSize.width - grid.bounds.width }
    let presumed = end
    fixture.onScroll = {
      guard grid.contentOffset.y == 60 else { return }
      fixture.onScroll = nil
      grid.contentOffset.x = presumed
      grid.layoutIfNeeded()
    }
    fixture.app.wheel(-1, at: CGPoint(x: 300, y: 300))
    fixture.app.settle()
    expect(fixture.onScroll == nil && end < presumed)
    expectEqual(grid.contentOffset, CGPoint(x: end, y: 60))
    grid.checkInvariants()
  }

  @Test("rows that go as the length of one moves the offset are not asked for heights")
  func rowsGoAsLengthsAreAsked() {
    let fixture = GridFixture(rows: 60, isDelegate: true)
    for row in 10..<60 { fixture.heights[row] = 40 }
    fixture.grid.contentOffset.y = 500
    fixture.onScroll = {
      fixture.onScroll = nil
      fixture.rowCount = 1
      fixture.grid.reloadData()
    }
    fixture.onHeight = { expect((fixture.askedHeights.last ?? 0) < fixture.rowCount) }
    fixture.app.settle()
    expect(fixture.onScroll == nil && fixture.grid.numberOfRows == 1)
    fixture.grid.checkInvariants()
  }

  @Test("rows that go as a reload takes cells off are not asked for heights")
  func rowsGoWithinReload() {
    let fixture = GridFixture(rows: 40, isDelegate: true)
    fixture.onEnd = {
      fixture.onEnd = nil
      fixture.rowCount = 0
      fixture.grid.reloadData()
    }
    fixture.onHeight = { expect(fixture.rowCount > 0) }
    fixture.grid.reloadData()
    fixture.app.settle()
    expect(fixture.onEnd == nil && fixture.grid.numberOfRows == 0)
    fixture.grid.checkInvariants()
  }

  @Test("Return goes down from where the edited cell is, though rows come above it when its text is written")
  func rowsComeAsTextIsWritten() {
    let fixture = GridFixture(isDelegate: true)
    click(fixture, 2, 1, count: 2)
    fixture.onEdit = {
      fixture.rowCount += 2
      fixture.grid.insertRows(at: [0, 1])
    }
    fixture.app.key(.keyboardReturnOrEnter)
    fixture.app.settle()
    expectEqual(fixture.grid.activePosition, GridPosition(row: 5, column: 1))
    fixture.grid.checkInvariants()
  }

  @Test("a cell scrolled to that goes as the shorter content moves the offset is not scrolled to")
  func cellGoesAsItIsScrolledTo() {
    let fixture = GridFixture(rows: 60, isDelegate: true)
    let grid = fixture.grid
    fixture.scroll(to: CGPoint(x: 0, y: grid.verticalExtent.highest))
    grid.setHeight(0, ofRow: 59)
    fixture.onScroll = {
      fixture.onScroll = nil
      fixture.rowCount = 5
      grid.deleteRows(at: IndexSet(5..<60))
    }
    grid.scrollToItem(at: GridPosition(row: 40, column: 0), animated: false)
    fixture.app.settle()
    expect(fixture.onScroll == nil && grid.numberOfRows == 5 && grid.contentOffset.y == 0)
    grid.checkInvariants()
  }

  @Test("a height set while the grid asks for it, which leaves it to the cells, is laid out by the same pass")
  func heightSetWhileAsked() {
    let fixture = GridFixture(rows: 0, columns: 0, isDelegate: true) { $0.rowHeight = GridView.automaticDimension }
    let grid = fixture.grid
    fixture.onHeight = {
      fixture.onHeight = nil
      grid.setHeight(1, ofRow: 0)
    }
    (fixture.rowCount, fixture.columnCount) = (1, 1)
    grid.performBatchUpdates {
      grid.insertRows(at: [0])
      grid.insertColumns(at: [0])
    }
    fixture.app.settle()
    grid.checkInvariants()
    expectEqual(grid.rectForItem(at: GridPosition(row: 0, column: 0)).height, 1)
  }

  @Test("a key leads to what is left of the selection when that is told of")
  func rowsGoAsSelectionChanges() {
    let fixture = GridFixture(rows: 40, isDelegate: true)
    let grid = fixture.grid
    grid.select(GridRange(rows: 39..<40, columns: 0..<1))
    fixture.onSelection = {
      fixture.onSelection = nil
      fixture.rowCount = 5
      grid.deleteRows(at: IndexSet(5..<40))
    }
    _ = grid.becomeFirstResponder()
    fixture.app.key(.keyboardUpArrow)
    fixture.app.settle()
    expectEqual(grid.numberOfRows, 5)
    grid.checkInvariants()
  }

  @Test("typed text belongs to its cell, though lines change while pinned ones wait for a load")
  func typesWhileLoadIsDue() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    click(fixture, 2, 1, count: 2)
    grid.performBatchUpdates {
      grid.pinnedRowCount = 1
      fixture.rowCount += 2
      grid.insertRows(at: [0, 1])
    }
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(Array(fixture.edits.keys), [GridPosition(row: 4, column: 1)])
    fixture.app.settle()
    grid.checkInvariants()
  }

  @Test(
    "typed text belongs to its cell, though the delegate changes lines again when it hears of changes that wait for a load",
    arguments: [false, true])
  func typesWhileLoadIsDueTwice(laysOut: Bool) {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    click(fixture, 2, 1, count: 2)
    fixture.onSelection = {
      fixture.onSelection = nil
      fixture.rowCount += 1
      grid.insertRows(at: [0])
      if laysOut { grid.layoutIfNeeded() }
    }
    grid.pinnedRowCount = 1
    fixture.rowCount += 2
    grid.insertRows(at: [0, 1])
    fixture.app.key(.keyboardReturnOrEnter)
    expect(fixture.onSelection == nil && Array(fixture.edits.keys) == [GridPosition(row: 5, column: 1)])
    fixture.app.settle()
    expectEqual(grid.numberOfRows, 1003)
    grid.checkInvariants()
  }

  @Test(
    "what is typed when the data source is exchanged is written to the old one, whatever comes after",
    arguments: [true, false])
  func typesIntoOldSource(returns: Bool) {
    let fixture = GridFixture(isDelegate: true)
    let other = GridFixture(isDelegate: true)
    let grid = fixture.grid
    fixture.app.becomeCurrent()
    click(fixture, 2, 1, count: 2)
    fixture.app.type("x")
    grid.dataSource = returns ? nil : other
    expect(grid.editedPosition == nil && Array(fixture.edits.keys) == [GridPosition(row: 2, column: 1)])
    if returns { grid.dataSource = fixture }
    fixture.rowCount += 1
    other.rowCount += 1
    grid.insertRows(at: [0])
    fixture.app.settle()
    expect(grid.numberOfRows == 1001 && fixture.edits.count == 1 && other.edits.isEmpty)
    grid.checkInvariants()
  }

  @Test("typed text belongs to its cell, though the grid leaves its window in the midst of two updates")
  func leavesWithinUpdates() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    click(fixture, 2, 1, count: 2)
    fixture.onSelection = {
      fixture.onSelection = nil
      fixture.rowCount += 1
      grid.performBatchUpdates({ grid.insertRows(at: [0]) }, completion: { _ in grid.removeFromSuperview() })
    }
    fixture.rowCount += 2
    grid.insertRows(at: [0, 1])
    expect(fixture.onSelection == nil && grid.window == nil)
    expectEqual(Array(fixture.edits.keys), [GridPosition(row: 5, column: 1)])
  }

  @Test("editing does not begin within a callback of an update")
  func editsWithinUpdate() {
    let fixture = GridFixture(rows: 40, isDelegate: true)
    let grid = fixture.grid
    fixture.onEnd = {
      fixture.onEnd = nil
      grid.beginEditingItem(at: GridPosition(row: 30, column: 0))
    }
    fixture.rowCount -= 2
    grid.performBatchUpdates {
      grid.deleteRows(at: [3, 4])
      grid.moveRow(30, to: 2)
    }
    fixture.app.settle()
    expect(grid.editedPosition == nil)
    grid.checkInvariants()
  }

  @Test("the completion of an update that another one interrupts may update the grid once more")
  func updateInCompletion() {
    let fixture = GridFixture(rows: 40, columns: 1)
    let grid = fixture.grid
    fixture.scroll(to: CGPoint(x: 0, y: grid.verticalExtent.highest))
    func insertColumn(completion: ((Bool) -> Void)? = nil) {
      grid.performBatchUpdates(
        {
          fixture.columnCount += 1
          grid.insertColumns(at: [0])
        }, completion: completion)
    }
    var finishes: [Bool] = []
    insertColumn { finished in
      finishes.append(finished)
      insertColumn()
    }
    fixture.app.frame(after: 0.1)
    // Nothing but the offset changes.
    fixture.rowCount -= 5
    grid.deleteRows(at: IndexSet(35..<40))
    fixture.app.settle()
    expectEqual(finishes, [false])
    expect(grid.numberOfRows == 35 && grid.numberOfColumns == 3)
    grid.checkInvariants()
  }

  @Test("a height set while cells leave is laid out, though another callback lays out within the pass")
  func layoutWithinPass() {
    let fixture = GridFixture(rows: 60, isDelegate: true)
    let grid = fixture.grid
    fixture.onEnd = {
      fixture.onEnd = nil
      grid.setHeight(0, ofRow: 0)
    }
    fixture.onCell = { _ in
      fixture.onCell = nil
      grid.layoutIfNeeded()
    }
    fixture.scroll(to: CGPoint(x: 0, y: 24))
    grid.checkInvariants()
    expectEqual(grid.rectForItem(at: GridPosition(row: 1, column: 0)).minY, 24)
  }

  @Test("an offset set while cells leave is laid out, though a callback lays out within the pass")
  func offsetWhileCellsLeaveAndLayOut() {
    let fixture = GridFixture(rows: 30, columns: 4, isDelegate: true)
    let grid = fixture.grid
    var isDone = false
    fixture.onEnd = {
      guard !isDone else { return }
      isDone = true
      grid.contentOffset.x = 100
      grid.layoutIfNeeded()
    }
    grid.frame.size = CGSize(width: 165, height: 30)
    fixture.app.settle()
    expect(isDone && grid.contentOffset.x == 100)
    expectEqual(grid.visibleRange.columns, 1..<3)
    grid.checkInvariants()
  }

  @Test("a double click edits a cell in place; Return commits and goes down, Escape gives up")
  func editing() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    click(fixture, 2, 1, count: 2)
    fixture.app.frame()
    expectEqual(grid.editedPosition, GridPosition(row: 2, column: 1))
    fixture.app.shortcut("a")
    fixture.app.type("new")
    fixture.app.key(.keyboardReturnOrEnter)
    fixture.app.frame()
    expectEqual(fixture.edits, [GridPosition(row: 2, column: 1): "new"])
    expectEqual(fixture.shown(2, 1), "new")
    expectEqual(grid.activePosition, GridPosition(row: 3, column: 1))
    expect(grid.isFirstResponder && grid.editedPosition == nil)
    click(fixture, 4, 1, count: 2)
    fixture.app.type("x")
    fixture.app.key(.keyboardEscape)
    expectEqual(fixture.edits.count, 1)
    expectEqual(fixture.endings, [.committed, .cancelled])
    grid.checkInvariants()
  }

  @Test("a cell that is not in the data any more when editing ends is not written: the delegate hears that it is gone")
  func shrinkingWhileEditing() {
    let fixture = GridFixture(isDelegate: true)
    click(fixture, 10, 1, count: 2)
    fixture.rowCount = 5
    fixture.app.key(.keyboardReturnOrEnter)
    fixture.app.frame()
    expect(fixture.edits.isEmpty && fixture.endings == [.cellIsGone])
    expectEqual(fixture.grid.numberOfRows, 5)
    fixture.grid.checkInvariants()
    click(fixture, 3, 1, count: 2)
    fixture.rowCount = 2
    fixture.grid.reloadData()
    fixture.app.frame()
    expect(fixture.endings == [.cellIsGone, .cellIsGone] && fixture.grid.editedPosition == nil)
    fixture.grid.checkInvariants()
  }

  @Test("the field goes with its cell through updates and scrolling")
  func editedCellMoves() {
    let fixture = GridFixture(isDelegate: true)
    click(fixture, 3, 1, count: 2)
    fixture.rowCount += 1
    fixture.grid.insertRows(at: [0])
    fixture.app.settle()
    expectEqual(fixture.grid.editedPosition, GridPosition(row: 4, column: 1))
    fixture.scroll(to: CGPoint(x: 0, y: 5000))
    fixture.grid.checkInvariants()
    expectEqual(fixture.grid.editedPosition, GridPosition(row: 4, column: 1))
  }
}

@Suite("Grid: mistakes end with a message that names call, value and cure")
struct GridMisuseTests {
  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a column width that is not a number")
  func widthIsNoNumber() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = GridFixture(isDelegate: true) { ($0.delegate as? GridFixture)?.widths = [3: .nan] }
    }
    expect(
      Self.text(result).contains(
        "gridView(_:widthForColumn:) returned nan for column 3; use a finite length from 0 to"))
  }

  @Test("a width that is set and not a number, and one that is negative")
  func setWidths() async {
    let nan = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      GridFixture().grid.setWidth(.nan, ofColumn: 2)
    }
    expect(Self.text(nan).contains("GridView.setWidth(_:ofColumn:) was given nan for column 2"))
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      GridView().columnWidth = -1
    }
    expect(Self.text(negative).contains("GridView.columnWidth was set to -1.0"))
  }

  @Test("a cell beyond the last")
  func beyond() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      GridFixture(rows: 5).grid.scrollToItem(at: GridPosition(row: 5, column: 0), animated: false)
    }
    expect(
      Self.text(result).contains(
        "GridView.scrollToItem(at:animated:): row 5, column 0 is beyond the bounds of 5 rows and 100 columns"))
  }

  @Test("an update that does not fit the new count")
  func update() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      GridFixture(rows: 5).grid.insertRows(at: [0])
    }
    expect(Self.text(result).contains("invalid update of the rows of a GridView"))
  }

  @Test("a cell that already shows another place")
  func sameCell() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      final class Same: NSObject, GridViewDataSource {
        let cell = GridTextCell(frame: .zero)
        func numberOfRows(in gridView: GridView) -> Int { 2 }
        func numberOfColumns(in gridView: GridView) -> Int { 1 }
        func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell { cell }
      }
      let same = Same()
      _ = GridFixture { $0.dataSource = same }
    }
    expect(Self.text(result).contains("the cell that already shows the cell at row 0, column 0"))
  }
}

@MainActor
@Suite("Grid: keys and numbers of the program around it")
struct GridSurroundingsTests {
  /// Is asked for what the grid has no use for.
  private final class Surroundings: UIView {
    var keys: [UIKeyboardHIDUsage] = []
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      keys += presses.compactMap { $0.key?.keyCode }
    }
  }

  private func surround(_ fixture: GridFixture) -> Surroundings {
    let around = Surroundings(frame: fixture.app.window.bounds)
    fixture.app.window.addSubview(around)
    around.addSubview(fixture.grid)
    fixture.grid.becomeFirstResponder()
    fixture.app.frame()
    return around
  }

  @Test("Control with Tab and with page keys is offered to the views around a grid")
  func tabKeys() {
    let fixture = GridFixture()
    let around = surround(fixture)
    fixture.grid.select(GridRange(rows: 40..<41, columns: 0..<1))
    fixture.app.key(.keyboardTab, modifiers: .control)
    fixture.app.key(.keyboardPageDown, modifiers: .control)
    fixture.app.key(.keyboardPageUp, modifiers: .control)
    expectEqual(around.keys, [.keyboardTab, .keyboardPageDown, .keyboardPageUp])
    expectEqual(fixture.grid.activePosition, GridPosition(row: 40, column: 0))
  }

  @Test("while a cell is edited, keys of the program reach it, and what they bear is not typed")
  func programKeysWhileEditing() {
    let fixture = GridFixture()
    let around = surround(fixture)
    fixture.grid.select(GridRange(rows: 2..<3, columns: 1..<2))
    fixture.grid.beginEditingItem(at: GridPosition(row: 2, column: 1))
    fixture.app.shortcut("a")
    fixture.app.type("x")
    let plus = InputEvent.Key(
      code: UIKeyboardHIDUsage(rawValue: 46), characters: "=", modifiers: [.control, .shift],
      timestamp: fixture.app.clock.now)
    fixture.app.events.post(.keyDown(plus), .textInput("+"), .keyUp(plus))
    fixture.app.shortcut("k")
    fixture.app.key(.keyboardF11)
    fixture.app.frame()
    expectEqual(around.keys, [UIKeyboardHIDUsage(rawValue: 46), UIKeyboardHIDUsage(rawValue: 4), .keyboardF11])
    expectEqual(fixture.grid.editedPosition, GridPosition(row: 2, column: 1))
    // Page keys and Control with arrows would move the selection below the field.
    fixture.app.key(.keyboardPageDown)
    fixture.app.key(.keyboardDownArrow, modifiers: .control)
    expectEqual(fixture.grid.activePosition, GridPosition(row: 2, column: 1))
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(fixture.edits, [GridPosition(row: 2, column: 1): "x"])
  }

  @Test("what the layout makes of a key begins a cell, with Shift, too, and its text is not typed a second time")
  func signsBeginEditing() {
    let fixture = GridFixture()
    _ = surround(fixture)
    func press(_ sign: String, _ modifiers: UIKeyModifierFlags = [], text: String? = nil) {
      let key = InputEvent.Key(
        code: UIKeyboardHIDUsage(rawValue: 30), characters: sign, modifiers: modifiers, timestamp: fixture.app.clock.now
      )
      fixture.app.events.post(.keyDown(key))
      if let text { fixture.app.events.post(.textInput(text)) }
      fixture.app.events.post(.keyUp(key))
      fixture.app.frame()
    }
    for (row, sign) in ["!", "\u{201C}", "A", "\u{3A9}"].enumerated() {
      let cell = GridPosition(row: row, column: 1)
      fixture.grid.select(GridRange(from: cell, to: cell))
      // The platform tells the text as well where it was wanted when the key came in: of two cells typed in one go.
      press(sign, .shift, text: row.isMultiple(of: 2) ? sign : nil)
      expectEqual(fixture.grid.editedPosition, cell)
      press("b", text: "b")
      fixture.app.key(.keyboardReturnOrEnter)
      expectEqual(fixture.edits[cell], sign + "b")
    }
  }

  @Test("Tab commits what is typed and goes right, with Shift left, as Return goes down and with Shift up")
  func tabWhileEditing() {
    let fixture = GridFixture()
    _ = surround(fixture)
    func edit(_ text: String, _ key: UIKeyboardHIDUsage, _ modifiers: UIKeyModifierFlags = []) -> GridPosition? {
      fixture.grid.beginEditingItem(at: GridPosition(row: 2, column: 1))
      fixture.app.shortcut("a")
      fixture.app.type(text)
      fixture.app.key(key, modifiers: modifiers)
      expect(fixture.edits[GridPosition(row: 2, column: 1)] == text && fixture.grid.isFirstResponder)
      return fixture.grid.activePosition
    }
    expectEqual(edit("a", .keyboardTab), GridPosition(row: 2, column: 2))
    expectEqual(edit("b", .keyboardTab, .shift), GridPosition(row: 2, column: 0))
    expectEqual(edit("c", .keyboardReturnOrEnter), GridPosition(row: 3, column: 1))
    expectEqual(edit("d", .keyboardReturnOrEnter, .shift), GridPosition(row: 1, column: 1))
  }

  @Test(
    "what is typed goes to the cell it was typed for when an update is made within cellForItemAt", arguments: [1, 3])
  func updateWhileEditing(updates: Int) {
    let fixture = GridFixture()
    let grid = fixture.grid
    grid.beginEditingItem(at: GridPosition(row: 2, column: 1))
    fixture.app.shortcut("a")
    fixture.app.type("x")
    fixture.onCell = { position in
      guard position.row == 26 else { return }
      fixture.onCell = nil
      for _ in 0..<updates {
        fixture.rowCount += 1
        grid.insertRows(at: [0])
      }
      fixture.columnCount -= 1
      grid.deleteColumns(at: [0])
      expectEqual(grid.editedPosition, GridPosition(row: 2 + updates, column: 0))
    }
    fixture.scroll(to: CGPoint(x: 0, y: 200))
    fixture.app.settle()
    let place = GridPosition(row: 2 + updates, column: 0)
    expect(grid.editedPosition == place && grid.activePosition == place)
    grid.checkInvariants()
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(fixture.edits, [place: "x"])
  }

  @Test("what is typed goes to the cell it was typed for when another update is made as the cells of one leave")
  func updateWithinUpdateWhileEditing() {
    let fixture = GridFixture(isDelegate: true)
    let grid = fixture.grid
    grid.beginEditingItem(at: GridPosition(row: 5, column: 1))
    fixture.app.shortcut("a")
    fixture.app.type("x")
    fixture.onEnd = {
      fixture.onEnd = nil
      fixture.rowCount += 2
      grid.insertRows(at: [0, 1])
    }
    fixture.rowCount -= 1
    grid.deleteRows(at: [3])
    fixture.app.settle()
    expectEqual(grid.editedPosition, GridPosition(row: 6, column: 1))
    fixture.app.key(.keyboardReturnOrEnter)
    expectEqual(fixture.edits, [GridPosition(row: 6, column: 1): "x"])
    grid.checkInvariants()
  }

  @Test("what a callback of an update selects is selected by the numbers after it", arguments: [false, true])
  func selectingWithinUpdate(isEditing: Bool) {
    let fixture = GridFixture(rows: 9, columns: 13, isDelegate: true)
    let grid = fixture.grid
    if isEditing { grid.beginEditingItem(at: GridPosition(row: 1, column: 1)) }
    let chosen = GridRange(rows: 0..<3, columns: 0..<14)
    fixture.onEnd = {
      fixture.onEnd = nil
      grid.select(chosen)
    }
    fixture.rowCount -= 1
    fixture.columnCount += 4
    grid.performBatchUpdates {
      grid.deleteRows(at: [1])
      grid.insertColumns(at: [2, 5, 6, 9])
    }
    fixture.app.settle()
    expect(fixture.onEnd == nil && grid.selectedRanges == [chosen])
    for cell in grid.visibleCells {
      guard let place = grid.position(for: cell), place.isCell else { continue }
      expectEqual(cell.isSelected, chosen.contains(place), "\(place)")
    }
    grid.checkInvariants()
  }

  @Test("a scroll that a callback animates, while the pass keeps another place in sight, ends at its own place")
  func animatedScrollWithinPass() {
    let fixture = GridFixture(rows: 13, columns: 2, size: CGSize(width: 400, height: 300), isDelegate: true)
    let grid = fixture.grid
    let target = GridPosition(row: 0, column: 1)
    fixture.onHeight = {
      fixture.onHeight = nil
      grid.scrollToItem(at: target, animated: true)
    }
    grid.scrollToItem(at: GridPosition(row: 12, column: 1), animated: false)
    grid.setWidth(700, ofColumn: 0)
    fixture.app.settle()
    let rect = grid.rectForItem(at: target)
    expect(fixture.onHeight == nil && grid.bounds.contains(rect), "\(rect) in \(grid.bounds)")
    expectEqual(grid.contentOffset.x, grid.contentSize.width - grid.bounds.width)
    grid.checkInvariants()
  }

  @Test("rows that are to stay do so again when the count rises, also from 0")
  func pins() {
    let fixture = GridFixture(rows: 0) { $0.pinnedRowCount = 1 }
    fixture.rowCount = 60
    fixture.grid.insertRows(at: IndexSet(0..<60))
    fixture.app.settle()
    fixture.scroll(to: CGPoint(x: 0, y: 480))
    expectEqual(fixture.shown(0, 0), "0:0")
    fixture.grid.checkInvariants()
  }

  @Test("a key that leads to a pinned row or column shows what follows it from the first; one along it does not scroll")
  func keysToPinned() {
    let fixture = GridFixture {
      $0.pinnedRowCount = 1
      $0.pinnedColumnCount = 1
    }
    let grid = fixture.grid
    grid.becomeFirstResponder()
    grid.select(GridRange(rows: 3..<4, columns: 3..<4))
    fixture.app.key(.keyboardEnd, modifiers: .control)
    fixture.app.frame()
    expect(grid.contentOffset.x > 8000 && grid.contentOffset.y > 20_000)
    fixture.app.key(.keyboardHome, modifiers: .control)
    fixture.app.frame()
    expect(grid.contentOffset == .zero && grid.activePosition == GridPosition(row: 0, column: 0))
    fixture.scroll(to: CGPoint(x: 960, y: 2400))
    fixture.app.key(.keyboardRightArrow)
    expectEqual(grid.contentOffset, CGPoint(x: 0, y: 2400), "the column is shown, and no row moves")
    fixture.app.key(.keyboardUpArrow, modifiers: .control)
    expectEqual(grid.contentOffset, .zero)
    fixture.scroll(to: CGPoint(x: 0, y: 2400))
    fixture.app.key(.keyboardHome, modifiers: .control)
    expectEqual(grid.contentOffset, .zero)
  }

  @Test("a grid at its end that is made larger and smaller again shows what it did")
  func resizedAtEnd() {
    let fixture = GridFixture()
    let grid = fixture.grid
    fixture.scroll(to: CGPoint(x: grid.contentSize.width - 640, y: grid.contentSize.height - 483))
    let before = grid.contentOffset
    func resize(_ width: CGFloat, _ height: CGFloat) {
      grid.frame.size = CGSize(width: width, height: height)
      fixture.app.frame()
    }
    resize(641, 490)
    expectEqual(grid.contentOffset, CGPoint(x: before.x - 1, y: before.y - 7))
    resize(645, 485)
    resize(640, 480)
    expectEqual(grid.contentOffset, before)
    resize(700, 480)
    grid.contentOffset.x -= 100
    let moved = grid.contentOffset
    resize(640, 480)
    expectEqual(grid.contentOffset, moved, "where the user went since")
  }

  @Test("the letters of columns go up to the last number there is")
  func letters() {
    expectEqual([0, 25, 26, 701, 702, 16_383].map { GridView.columnName($0) }, ["A", "Z", "AA", "ZZ", "AAA", "XFD"])
    expectEqual(GridView.columnName(-3), "A")
    expectEqual(GridView.columnName(.max), "CRPXNLSKVLJFHH")
  }
}
