import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: callbacks find it whole")
struct CallbackFaultTests {
  @Test("older messages inserted at the top within scrollViewDidScroll, rows measured on the way")
  func olderMessages() {
    let fixture = ReentranceFixture(.measured)
    let table = fixture.table
    table.contentOffset.y = 1800
    fixture.app.settle()
    var inserts = 0
    fixture.hooks.onCall = { called in
      guard called == .didScroll, table.contentOffset.y < 900, inserts < 12 else { return }
      inserts += 1
      fixture.source.sections[0].insert(contentsOf: (0..<5).map { _ in fixture.source.make() }, at: 0)
      table.insertRows(at: (0..<5).map { IndexPath(row: $0, section: 0) }, with: .none)
    }
    for step in 0..<80 {
      table.contentOffset.y = max(0, table.contentOffset.y - 97)
      fixture.app.frame()
      for entry in table.cells.visible {
        expectEqual(
          (entry.view as? NumberCell)?.number, fixture.source.number(IndexPath(entry.position)), "step \(step)")
      }
    }
    fixture.app.settle()
    expect(inserts == 12 && fixture.fault() == nil)
  }

  @Test("what a pass does to the offset is reported once, at its end, by a table that is whole")
  func reports() {
    let fixture = ReentranceFixture(.measured)
    let table = fixture.table
    table.contentOffset.y = 2000
    fixture.app.settle()
    var reports: [(offset: CGFloat, isWhole: Bool)] = []
    var frames = 0
    fixture.hooks.onCall = { called in
      guard called == .didScroll else { return }
      reports.append((table.contentOffset.y, !table.isBusy && table.cells.shows(table.plan.rows)))
    }
    for _ in 0..<40 {
      let before = table.contentOffset.y
      table.contentOffset.y -= 50
      reports.removeAll()
      fixture.app.frame()
      expect(reports.count <= 1)
      guard table.contentOffset.y != before - 50 else { continue }
      frames += 1
      expect(reports.last?.offset == table.contentOffset.y && reports.last?.isWhole == true)
    }
    expect(frames > 5)
  }

  @Test("the completion of a batch that a reload interrupts, and didEndDisplaying, find the new counts")
  func reload() {
    let fixture = ReentranceFixture(.uniform)
    let table = fixture.table
    var counts: [Bool] = []
    fixture.batch { finished in
      counts.append(!finished && table.numberOfRows(inSection: 0) == fixture.source.sections[0].count)
      fixture.batch()
      table.scrollToRow(at: IndexPath(row: fixture.source.sections[2].count - 1, section: 2), at: .top, animated: false)
    }
    fixture.app.frame(after: 0.1)
    fixture.hooks.onCall = { called in
      guard called == .reloadedDidEndDisplaying, !table.isBusy else { return }
      counts.append(table.numberOfRows(inSection: 0) == fixture.source.sections[0].count)
      fixture.batch()
    }
    fixture.source.sections[2].append(contentsOf: (0..<50).map { _ in fixture.source.make() })
    fixture.reload()
    fixture.hooks.onCall = nil
    expect(counts.count > 5 && counts.allSatisfy { $0 })
    fixture.app.settle()
    expect(fixture.fault() == nil)
  }

  @Test(
    "a batch while the wheel or an animation moves the table to its top leaves it in range", arguments: [false, true])
  func landing(animated: Bool) {
    let fixture = UpdateFixture([100])
    fixture.table.contentOffset.y = 88
    fixture.settle()
    if animated {
      fixture.table.setContentOffset(.zero, animated: true)
    } else {
      fixture.app.wheel(5, at: CGPoint(x: 100, y: 100))
    }
    fixture.app.frame()
    fixture.app.frame()
    fixture.delete([0])
    fixture.settle()
    expectEqual(fixture.table.contentOffset.y, 0)
    fixture.table.checkInvariants()
  }

  @Test("a row that is reconfigured off screen has its new height when it comes in")
  func reconfiguredOffScreen() {
    let fixture = SizingFixture(heights: Array(repeating: 40, count: 60))
    fixture.table.contentOffset.y = 600
    fixture.app.settle()
    fixture.heights[2] = 150
    fixture.table.reconfigureRows(at: [IndexPath(row: 2, section: 0)])
    fixture.app.settle()
    fixture.table.contentOffset.y = 0
    fixture.app.settle()
    expectEqual(fixture.table.cellForRow(at: IndexPath(row: 2, section: 0))?.frame.height, 150)
    expect(fixture.fault() == nil)
  }

  @Test("a cell that a pass took and never showed is not told to have ended")
  func neverShown() {
    let fixture = ReentranceFixture(.measured)
    let table = fixture.table
    var isDone = false
    table.contentOffset.y = 600
    // The rows of this pass are bound to be measured; the third ends it, and the update takes all of them away.
    var asked = 0
    fixture.hooks.onCall = { called in
      guard called == .cellSizing, !isDone else { return }
      asked += 1
      guard asked == 3 else { return }
      isDone = true
      table.performBatchUpdates {
        let count = fixture.source.sections[0].count
        fixture.source.sections[0].removeAll()
        table.deleteRows(at: (0..<count).map { IndexPath(row: $0, section: 0) }, with: .fade)
      }
    }
    fixture.app.frame()
    fixture.app.settle()
    expect(isDone && fixture.delegate.pairingErrors.isEmpty)
    expect(fixture.fault() == nil)
  }

  @Test("a cell is laid out when its image comes or goes")
  func image() throws {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
    cell.textLabel?.text = "text"
    cell.layoutIfNeeded()
    let plain = try #require(cell.textLabel?.frame.minX)
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in }
    cell.imageView?.image = image
    cell.layoutIfNeeded()
    expectEqual(cell.textLabel?.frame.minX, plain + CGFloat(20 + TableMetrics.imageGap))
    expectEqual(cell.imageView?.frame.width, 20)
    cell.imageView?.image = nil
    cell.layoutIfNeeded()
    expectEqual(cell.textLabel?.frame.minX, plain)
  }

  @Test("an empty block shows the titles of headers anew")
  func titles() {
    let fixture = UpdateFixture([3, 3]) { _, source in
      for section in source.content.sections { source.headers[section.id] = "old" }
    }
    for section in fixture.source.content.sections { fixture.source.headers[section.id] = "new" }
    fixture.table.beginUpdates()
    fixture.table.endUpdates()
    fixture.settle()
    expectEqual(fixture.table.headerView(forSection: 0)?.textLabel?.text, "new")
    expectEqual(fixture.table.headerView(forSection: 1)?.textLabel?.text, "new")
    fixture.table.checkInvariants()
  }

  private final class CountingTable: UITableView {
    var reloads = 0
    override func reloadData() {
      reloads += 1
      super.reloadData()
    }
  }

  @Test("the first layout, and the one after another data source was set, call an overridden reloadData()")
  func overridden() {
    let app = TestApplication(size: CGSize(width: 300, height: 400))
    let table = CountingTable(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    let hooks = ReentranceHooks()
    let source = ReentranceSource([50], hooks: hooks, first: 0)
    table.dataSource = source
    table.selectRow(at: IndexPath(row: 3, section: 0), animated: false, scrollPosition: .none)
    expectEqual(table.reloads, 0)
    app.window.addSubview(table)
    app.frame()
    expect(table.reloads == 1 && table.indexPathForSelectedRow?.row == 3)
    let other = ReentranceSource([7], hooks: hooks, first: 500)
    table.dataSource = other
    app.frame()
    expect(table.reloads == 2 && table.indexPathForSelectedRow == nil)
    let numbers = table.visibleCells.compactMap { ($0 as? NumberCell)?.number }
    expect(numbers.count > 3 && numbers == Array(other.sections[0].prefix(numbers.count)))
    table.dataSource = other
    app.frame()
    expectEqual(table.reloads, 2)
  }

  @Test("a finger whose row is scrolled away in code before it is highlighted presses no other row")
  func pressedRowLeaves() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    app.fingerDown(at: CGPoint(x: 100, y: 100))
    table.selectRow(at: IndexPath(row: 20, section: 0), animated: false, scrollPosition: .top)
    app.fingerUp(at: CGPoint(x: 100, y: 100))
    app.settle()
    expectEqual(table.cellForRow(at: IndexPath(row: 20, section: 0))?.isSelected, true)
    expect(!table.visibleCells.contains { $0.isHighlighted })
    expect(fixture.fault() == nil)
    // The next one does as ever.
    app.fingerDown(at: CGPoint(x: 100, y: 100))
    app.fingerUp(at: CGPoint(x: 100, y: 100))
    expect(table.indexPathsForSelectedRows?.count == 1 && table.indexPathForSelectedRow?.row != 20)
  }

  @Test("a click or key after an update that still waits means a row of the new ones")
  func pressWhileUpdateWaits() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    var selected: [Int] = []
    var isArmed = true
    fixture.hooks.onCall = { called in
      if called == .didSelect { selected.append(table.indexPathForSelectedRow.map(fixture.source.number) ?? -1) }
      guard called == .willDisplay, isArmed else { return }
      isArmed = false
      // Waits for the end of the update whose new row comes on screen.
      fixture.source.sections[0].removeLast(25)
      table.deleteRows(
        at: (fixture.source.sections[0].count..<(fixture.source.sections[0].count + 25)).map {
          IndexPath(row: $0, section: 0)
        }, with: .none)
    }
    UIView.performWithoutAnimation {
      fixture.source.sections[0].insert(fixture.source.make(), at: 0)
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    }
    expect(!isArmed && table.hasUncommittedUpdates)
    app.click(at: CGPoint(x: 100, y: 100))
    expect(selected.count == 1 && selected[0] >= 0, "\(selected)")
    app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("a click whose press takes its row away, by an update that waits for another, selects nothing")
  func rowsGoBetweenPressAndRelease() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    var selections = 0
    func removeRows(_ count: Int) {
      fixture.source.sections[0].removeLast(count)
      let left = fixture.source.sections[0].count
      table.deleteRows(at: (left..<(left + count)).map { IndexPath(row: $0, section: 0) }, with: .none)
    }
    fixture.hooks.onCall = { called in
      switch called {
      case .didHighlight:
        // The rows that go are reported within the update, and the next one waits for its end.
        UIView.performWithoutAnimation { removeRows(fixture.source.sections[0].count - 3) }
      case .didEndDisplaying where fixture.source.sections[0].count == 3: removeRows(1)
      case .didSelect: selections += 1
      default: break
      }
    }
    app.click(at: table.rectForRow(at: IndexPath(row: 2, section: 0)).origin + CGPoint(x: 20, y: 5))
    expect(selections == 0 && fixture.source.sections[0].count == 2)
    app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("a click whose willSelect leads to updates out of each other's callbacks tells of the row where it is then")
  func updatesOutOfUpdates() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    let chosen = fixture.source.sections[0][3]
    var step = 0
    var selected: [Int] = []
    func insertRow() {
      step += 1
      fixture.source.sections[0].insert(fixture.source.make(), at: 0)
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    }
    fixture.hooks.onCall = { called in
      switch called {
      // A new row is displayed within the update, and the next one waits for its end, twice.
      case .willSelect where step == 0, .willDisplay where step == 1 || step == 2: insertRow()
      case .didSelect:
        guard let path = table.indexPathForSelectedRow else { return }
        selected.append(table.hasUncommittedUpdates ? -1 : fixture.source.number(path))
      default: break
      }
    }
    app.click(at: table.rectForRow(at: IndexPath(row: 3, section: 0)).origin + CGPoint(x: 20, y: 5))
    expect(step == 3 && selected == [chosen])
    app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("a row scrolled to goes along with an update made when the movement it ends is told of")
  func scrollToRowEndsDeceleration() {
    for removesRow in [false, true] {
      let fixture = ReentranceFixture(.measured)
      let (app, table) = (fixture.app, fixture.table)
      fixture.hooks.onNext(.endDecelerating) {
        // Takes away the section above, or the one with the row.
        let section = removesRow ? 2 : 0
        fixture.source.sections.remove(at: section)
        table.deleteSections([section], with: .none)
      }
      app.wheel(-3, at: CGPoint(x: 100, y: 100))
      app.frame()
      expect(table.isDecelerating)
      table.scrollToRow(at: IndexPath(row: 2, section: 2), at: .top, animated: false)
      app.settle()
      expect(fixture.fault() == nil)
    }
  }

  @Test(
    "a turn of the wheel ends in range, whether rows go or the table becomes larger when its beginning is told of",
    arguments: [true, false], [true, false])
  func changesAsTheWheelBegins(rowsGo: Bool, isPrecise: Bool) {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    table.contentOffset.y = table.verticalExtent.highest - (rowsGo ? 5 : 1)
    app.settle()
    fixture.hooks.onNext(.willBeginDragging) {
      guard rowsGo else {
        table.frame.size.height += 130
        return
      }
      UIView.performWithoutAnimation {
        fixture.source.sections[0].removeLast(25)
        let count = fixture.source.sections[0].count
        table.deleteRows(at: (count..<(count + 25)).map { IndexPath(row: $0, section: 0) }, with: .none)
      }
    }
    app.wheel(-1, at: CGPoint(x: 100, y: 100), isPrecise: isPrecise)
    app.settle()
    expectEqual(table.verticalExtent.overshoot(of: table.contentOffset.y), 0, "rests at \(table.contentOffset.y)")
    expect(fixture.fault() == nil)
  }

  @Test("a row that is scrolled to at once is in range of the insets that are set, with a reload, when that is told")
  func insetsChangeAsRowComes() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    table.contentInset.top = 20
    table.contentOffset.y = 300
    app.settle()
    fixture.hooks.onNext(.didScroll) {
      table.contentInset.top = 0
      table.reloadData()
    }
    table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .bottom, animated: false)
    app.settle()
    expectEqual(table.contentOffset.y, 0)
    expect(fixture.fault() == nil)
  }

  @Test("a row is scrolled to at once in what is left when the second of two movements that end for it is told of")
  func rowsGoAsSecondMovementEnds() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    table.contentOffset.y = 300
    app.settle()
    fixture.hooks.onCall = { called in
      switch called {
      case .endDecelerating: table.setContentOffset(.zero, animated: true)
      case .endScrollingAnimation:
        fixture.hooks.onCall = { _ in }
        fixture.source.sections = [Array(fixture.source.sections[0].prefix(3))]
        table.reloadData()
      default: break
      }
    }
    app.wheel(-1, at: CGPoint(x: 100, y: 100))
    app.frame()
    table.scrollToRow(at: IndexPath(row: 2, section: 0), at: .top, animated: false)
    app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("an update in didUnhighlight, called because another takes the pressed row, is not asked about early")
  func updateAsPressedRowGoes() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    app.fingerDown(at: CGPoint(x: 100, y: 100))
    app.frame(after: 0.2)
    let pressed = table.press.row.map { IndexPath($0) }
    expect(pressed != nil)
    fixture.hooks.onNext(.didUnhighlight) {
      fixture.source.sections.removeLast()
      table.deleteSections([fixture.source.sections.count], with: .none)
    }
    guard let pressed else { return }
    fixture.source.sections[pressed.section].remove(at: pressed.row)
    fixture.source.sections.append([fixture.source.make()])
    table.performBatchUpdates {
      table.deleteRows(at: [pressed], with: .none)
      table.insertSections([fixture.source.sections.count - 1], with: .none)
    }
    app.fingerUp(at: CGPoint(x: 100, y: 100))
    app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("of two rows scrolled to, one while the other ends a movement, one is where it was to be, in range")
  func scrollToRowTwice() {
    for callback in [Callback.didEndDragging, .endDecelerating] {
      let fixture = ReentranceFixture(.asked)
      let (app, table) = (fixture.app, fixture.table)
      fixture.hooks.onNext(callback) {
        // Takes most rows away, those aimed at among them, and goes elsewhere.
        for section in fixture.source.sections.indices.dropFirst() { fixture.source.sections[section] = [] }
        fixture.source.sections[0].removeLast(fixture.source.sections[0].count - 12)
        table.reloadData()
        table.scrollToRow(at: IndexPath(row: 3, section: 0), at: .top, animated: false)
      }
      app.wheel(-1, at: CGPoint(x: 100, y: 100), isPrecise: callback == .didEndDragging)
      app.frame()
      table.scrollToRow(at: IndexPath(row: 10, section: 2), at: .top, animated: false)
      app.settle()
      expectEqual(table.verticalExtent.overshoot(of: table.contentOffset.y), 0, "\(callback): \(table.contentOffset.y)")
      expect(fixture.fault() == nil)
    }
  }

  @Test("content that bounces is in range when the row it is scrolled to instead goes away")
  func rowGoesWhileContentBounces() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    fixture.hooks.onNext(.endDecelerating) {
      fixture.source.sections.removeFirst()
      table.deleteSections([0], with: .none)
    }
    app.fingerDrag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 180))
    app.fingerUp(at: CGPoint(x: 100, y: 180))
    expect(table.isDecelerating && table.contentOffset.y < 0)
    table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: false)
    app.settle()
    expect(fixture.hooks.onCall == nil && fixture.fault() == nil)
  }

  @Test("cells that leave are told of once, when the table leaves its window and comes back as the first is told of")
  func tableLeavesAsCellsLeave() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    source.sections = [[source.make(), source.make()]]
    table.reloadData()
    app.settle()
    // Its animation still runs when the next update begins.
    source.sections[0][0] = source.make()
    table.performBatchUpdates {
      table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .right)
    }
    fixture.hooks.onNext(.didEndDisplaying) {
      fixture.hooks.onNext(.didEndDisplaying) { app.window.addSubview(table) }
      table.removeFromSuperview()
    }
    source.sections = [[source.make(), source.make()], [source.sections[0][0]]]
    table.performBatchUpdates {
      table.reloadRows(at: [IndexPath(row: 0, section: 0)], with: .none)
      table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .middle)
      table.insertSections([0], with: .fade)
    }
    app.settle()
    expect(table.window === app.window)
    expect(fixture.fault() == nil)
  }

  @Test("an update that waits is carried out though a later callback of the same piece of work lays the table out")
  func layoutWithinWorkThatUpdateWaitsFor() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    source.sections = [[source.make()]]
    table.reloadData()
    app.settle()
    var isReloaded = false
    var wasTold = false
    fixture.hooks.onCall = { called in
      switch called {
      case .willDisplay where !isReloaded:
        isReloaded = true
        table.reloadData()
      case .didEndDisplaying where !wasTold:
        wasTold = true
        table.performBatchUpdates {}
      case .didEndDisplaying: table.layoutIfNeeded()
      default: break
      }
    }
    source.sections[0][0] = source.make()
    table.performBatchUpdates {
      table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .right)
    }
    app.settle()
    expect(isReloaded && wasTold && !table.hasUncommittedUpdates)
    expect(fixture.fault() == nil)
  }

  @Test(
    "a row is told to be selected by the number it has after an update that waits when the former one is deselected")
  func updateWaitsAsRowIsDeselected() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    source.sections = [[source.make(), source.make()]]
    table.reloadData()
    app.settle()
    app.click(at: CGPoint(x: 100, y: table.rectForRow(at: IndexPath(row: 0, section: 0)).midY))
    expectEqual(table.indexPathForSelectedRow, IndexPath(row: 0, section: 0))
    let chosen = source.sections[0][1]
    var told: [Int] = []
    fixture.hooks.onCall = { called in
      switch called {
      case .didDeselect where source.sections[0].count == 2 && told.isEmpty:
        source.sections[0][0] = source.make()
        table.performBatchUpdates {
          table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
          table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .right)
        }
      case .willDisplay where source.sections[0].count == 2:
        source.sections[0].removeFirst()
        table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      case .didSelect: told.append(table.indexPathForSelectedRow.map { source.number($0) } ?? -1)
      default: break
      }
    }
    app.click(at: CGPoint(x: 100, y: table.rectForRow(at: IndexPath(row: 1, section: 0)).midY))
    expect(told == [chosen] && source.sections == [[chosen]])
    app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("a page key leads to a place in what is left when the second of two movements that end for it is told of")
  func rowsGoAsSecondMovementEndsForPageKey() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    _ = table.becomeFirstResponder()
    fixture.source.sections = [fixture.source.sections[0]]
    table.reloadData()
    app.settle()
    table.contentOffset.y = table.verticalExtent.highest - 100
    app.settle()
    fixture.hooks.onCall = { called in
      switch called {
      case .endDecelerating: table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: true)
      case .endScrollingAnimation:
        fixture.hooks.onCall = { _ in }
        fixture.source.sections[0].removeLast()
        table.deleteRows(at: [IndexPath(row: fixture.source.sections[0].count, section: 0)], with: .left)
      default: break
      }
    }
    app.wheel(-1, at: CGPoint(x: 100, y: 100))
    app.frame()
    app.key(.keyboardPageDown)
    app.settle()
    expectEqual(table.contentOffset.y, table.verticalExtent.highest)
    expect(fixture.fault() == nil)
  }

  @Test("End leads to the end of what is left when the movement it ends is told of")
  func rowsGoAsEndIsPressed() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    _ = table.becomeFirstResponder()
    fixture.hooks.onNext(.endDecelerating) {
      fixture.source.sections.removeFirst()
      table.deleteSections([0], with: .none)
    }
    app.wheel(-1, at: CGPoint(x: 100, y: 100))
    app.frame()
    app.key(.keyboardEnd)
    app.settle()
    expectEqual(table.contentOffset.y, table.verticalExtent.highest)
    expect(fixture.fault() == nil)
  }

  @Test(
    "rows that go while a finger begins to drag, and an animation that takes the content from it, leave it in range")
  func rowsGoAsADragBegins() {
    let fixture = ReentranceFixture(.uniform)
    let (app, table) = (fixture.app, fixture.table)
    table.contentOffset.y = 10
    app.settle()
    fixture.hooks.onCall = { called in
      switch called {
      case .willBeginDragging:
        fixture.source.sections = [fixture.source.sections[0] + fixture.source.sections[1]]
        UIView.performWithoutAnimation {
          // The section at the upper edge becomes the last one of a short table.
          fixture.source.sections = [[], Array(fixture.source.sections[0].prefix(9))]
          table.performBatchUpdates {
            table.deleteSections(IndexSet(0..<table.numberOfSections), with: .none)
            table.insertSections([0, 1], with: .none)
          }
        }
      case .didEndDisplaying:
        fixture.hooks.onCall = { _ in }
        table.setContentOffset(.zero, animated: true)
      default: break
      }
    }
    app.fingerDrag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 150))
    app.fingerUp(at: CGPoint(x: 100, y: 150))
    app.settle()
    expect(fixture.fault() == nil)
  }

  @Test("an update beside one that waits is in the counts at once")
  func secondUpdateWhileOneWaits() {
    let fixture = ReentranceFixture(.uniform)
    let table = fixture.table
    fixture.hooks.onNext(.willDisplay) {
      table.performBatchUpdates({})
    }
    UIView.performWithoutAnimation {
      fixture.source.sections[0].insert(fixture.source.make(), at: 0)
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    }
    expect(fixture.hooks.onCall == nil && table.hasUncommittedUpdates)
    var isComplete = false
    table.performBatchUpdates(
      {
        fixture.source.sections[0].removeLast(25)
        let count = fixture.source.sections[0].count
        table.deleteRows(at: (count..<(count + 25)).map { IndexPath(row: $0, section: 0) }, with: .none)
      }, completion: { _ in isComplete = true })
    expectEqual(table.numberOfRows(inSection: 0), fixture.source.sections[0].count)
    expect(isComplete && !table.hasUncommittedUpdates)
    fixture.app.settle()
    expect(fixture.fault() == nil)
  }

  @Test(
    "without estimates every row gets its height, whichever callback of the update that brings it closes another one",
    arguments: [Callback.heightForRow, .didUnhighlight])
  func heightsOfInterruptedUpdate(callback: Callback) throws {
    let fixture = ReentranceFixture(.asked)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    table.estimatedRowHeight = 0
    app.settle()
    let pressed = try #require(table.indexPathForRow(at: CGPoint(x: 100, y: 200)))
    app.fingerDown(at: CGPoint(x: 100, y: 200))
    for _ in 0..<20 { app.frame() }
    fixture.hooks.onNext(callback) {
      table.performBatchUpdates {
        source.sections[1].append(source.make())
        table.insertRows(at: [IndexPath(row: 0, section: 1)], with: .none)
      }
    }
    table.performBatchUpdates {
      source.sections[0][pressed.row] = source.make()
      source.sections[0].insert(contentsOf: [source.make(), source.make()], at: 25)
      table.reloadRows(at: [pressed], with: .none)
      table.insertRows(at: [IndexPath(row: 25, section: 0), IndexPath(row: 26, section: 0)], with: .none)
    }
    expect(fixture.hooks.onCall == nil)
    app.settle()
    expect(fixture.fault() == nil)
    for (section, numbers) in source.sections.enumerated() {
      for (row, number) in numbers.enumerated() {
        let height = table.rectForRow(at: IndexPath(row: row, section: section)).height
        expectEqual(height, ReentranceSource.height(number), "row \(row) of section \(section)")
      }
    }
  }

  @Test("a page key whose scrolling has the app take rows away leads to a row that is there", arguments: [true, false])
  func rowsGoAsPageKeyScrolls(isDown: Bool) {
    let fixture = ReentranceFixture(.uniform)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    table.contentOffset.y = isDown ? table.verticalExtent.highest - 60 : 60
    app.settle()
    app.key(.keyboardDownArrow)
    app.settle()
    fixture.hooks.onNext(.didScroll) {
      UIView.performWithoutAnimation {
        table.performBatchUpdates {
          for section in [0, 3] {
            let paths = source.sections[section].indices.map { IndexPath(row: $0, section: section) }
            source.sections[section].removeAll()
            table.deleteRows(at: paths, with: .none)
          }
        }
      }
    }
    app.key(isDown ? .keyboardPageDown : .keyboardPageUp)
    app.settle()
    expect(fixture.hooks.onCall == nil && fixture.fault() == nil)
    expect(table.chooser.cursorRow.map(table.index.contains) ?? false)
  }

  @Test(
    "a row to scroll to that goes as the content gets shorter is not looked for; one that moves is followed",
    arguments: [true, false])
  func rowGoesAsContentGetsShorter(isGone: Bool) {
    let fixture = ReentranceFixture(.uniform)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    table.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    app.settle()
    table.contentOffset.y = table.verticalExtent.highest
    app.settle()
    fixture.hooks.onNext(.didScroll) {
      UIView.performWithoutAnimation {
        let path = IndexPath(row: isGone ? 24 : 0, section: 3)
        source.sections[3].remove(at: path.row)
        table.deleteRows(at: [path], with: .none)
      }
    }
    let number = source.sections[3][24]
    table.tableFooterView = nil
    table.selectRow(at: IndexPath(row: 24, section: 3), animated: false, scrollPosition: .bottom)
    app.settle()
    expect(fixture.hooks.onCall == nil && fixture.fault() == nil)
    expectEqual(table.indexPathForSelectedRow.map(source.number), (isGone ? nil : number))
  }

  @Test("rows that an update waits to take away are not asked for heights by the pass of another one")
  func waitsAsWidthChanges() {
    let fixture = ReentranceFixture(.asked)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    table.estimatedRowHeight = 0
    app.settle()
    var (isFirst, isSecond) = (true, true)
    fixture.hooks.onCall = { called in
      if called == .willBeginDragging, isFirst {
        isFirst = false
        UIView.performWithoutAnimation {
          source.sections[0].removeFirst()
          table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
        }
      } else if called == .didEndDisplaying, !isFirst, isSecond {
        isSecond = false
        let paths = source.sections[0].indices.map { IndexPath(row: $0, section: 0) }
        source.sections[0].removeAll()
        table.deleteRows(at: paths, with: .fade)
      }
    }
    table.frame.size = CGSize(width: 151, height: 1)
    app.wheel(-1, at: CGPoint(x: 10, y: 0.5))
    app.settle()
    expect(!isFirst && !isSecond && fixture.fault() == nil)
  }

  @Test(
    "rows that come on screen because the others are lower than presumed have their own heights", arguments: 0..<150)
  func endOfEstimates(seed: Int) {
    var random = SeededRandom(seed: seed)
    let fixture = ReentranceFixture(seed % 2 == 0 ? .asked : .measured)
    let (app, table, source) = (fixture.app, fixture.table, fixture.source)
    for _ in 0..<4 {
      source.sections = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          Int.random(in: 0..<10, using: &random) * 90 + Int.random(in: 0..<4, using: &random)
        }
      }
      table.reloadData()
      table.contentOffset.y = table.verticalExtent.highest
      app.settle()
      expect(fixture.fault() == nil)
    }
  }
}
