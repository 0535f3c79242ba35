import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Height service: filling in while nothing happens")
struct HeightPrecachingTests {
  private func fixture(_ rows: Int = 300) -> HeightFixture {
    HeightFixture(HeightFixture.texts(rows), usesService: true) { fixture in
      fixture.service.observer = fixture.observer
      fixture.service.precachesWhenIdle = true
    }
  }

  private func known(_ fixture: HeightFixture) -> Int {
    (0..<fixture.texts.count).count { fixture.service.indexPathCache.existsHeight(at: fixture.path($0)) }
  }

  @Test("every row is measured once, from the visible ones on, and then the loop is left alone")
  func fills() {
    let fixture = fixture()
    let visible = fixture.table.cells.visible.count
    expectEqual(fixture.takeConfigurations(), visible)
    _ = fixture.asking.takeAsked()
    fixture.idle()
    expectEqual(fixture.takeConfigurations(), 300 - visible)
    expectEqual(fixture.asking.takeAsked(), Array(visible..<300))
    expectEqual(known(fixture), 300)
    expect(!fixture.app.application.frameLoop.hasIdleWork)
    expect(fixture.app.application.frameLoop.nextDeadline == nil)
    expectEqual(fixture.observer.take().count { $0.hasPrefix("precached") }, 300 - visible)
    // Scrolling on finds nothing left to do.
    fixture.table.contentOffset.y += 200
    fixture.app.settle()
    expect(!fixture.app.application.frameLoop.hasIdleWork)
    expectEqual(fixture.takeConfigurations(), 0)
    fixture.service.store.checkInvariants()
  }

  @Test("input interrupts after the row being measured, and the rest follows after it")
  func yields() {
    let fixture = fixture()
    fixture.app.settle()
    let before = known(fixture)
    var rows = 0
    fixture.onConfigure = {
      rows += 1
      fixture.app.clock.advance(by: 0.0001)
      if rows == 3 {
        fixture.app.events.post(
          .wheel(
            InputEvent.Wheel(
              lines: CGVector(dx: 0, dy: -2), isPrecise: false, location: CGPoint(x: 100, y: 100),
              timestamp: fixture.app.clock.now)))
      }
    }
    let loop: FrameLoop = fixture.app.application.frameLoop
    expect(loop.workWhileIdle())
    expectEqual(rows, 3)
    expectEqual(known(fixture), before + 3)
    // While the table glides, rows that come on screen are measured and no others.
    loop.turn()
    expect(loop.isFrameRequested)
    expect(!loop.workWhileIdle())
    fixture.app.settle()
    expect(fixture.table.contentOffset.y > 0)
    expect(known(fixture) < 100)
    fixture.onConfigure = nil
    fixture.idle()
    expectEqual(known(fixture), 300)
  }

  @Test("inserted, reloaded and invalidated rows are filled in again, and no others")
  func resumes() {
    let fixture = fixture()
    fixture.idle()
    _ = fixture.takeConfigurations()
    fixture.texts.insert(contentsOf: ["a", "b"], at: 200)
    fixture.table.insertRows(at: [fixture.path(200), fixture.path(201)], with: .none)
    fixture.table.reloadRows(at: [fixture.path(290)], with: .none)
    fixture.service.indexPathCache.invalidateHeight(at: fixture.path(250))
    fixture.idle()
    expectEqual(fixture.takeConfigurations(), 4)
    expectEqual(known(fixture), 302)
    fixture.table.reloadData()
    fixture.idle()
    expectEqual(fixture.takeConfigurations(), 302)
    fixture.service.store.checkInvariants()
  }

  @Test("another width is filled in by itself; back at the first one nothing is left to do")
  func width() {
    let fixture = fixture(100)
    fixture.idle()
    _ = fixture.takeConfigurations()
    fixture.table.frame.size.width = 250
    fixture.idle()
    expectEqual(fixture.takeConfigurations(), 100)
    fixture.table.frame.size.width = 300
    fixture.idle()
    expectEqual(fixture.takeConfigurations(), 0)
  }

  @Test("it pauses outside of a window and ends when switched off")
  func pauses() {
    let fixture = fixture(100)
    fixture.app.settle()
    let loop: FrameLoop = fixture.app.application.frameLoop
    fixture.table.removeFromSuperview()
    let before = known(fixture)
    fixture.idle()
    expectEqual(known(fixture), before)
    fixture.app.window.addSubview(fixture.table)
    fixture.app.settle()
    expect(loop.hasIdleWork)
    fixture.service.precachesWhenIdle = false
    fixture.idle()
    expectEqual(known(fixture), before)
    fixture.service.precachesWhenIdle = true
    fixture.idle()
    expectEqual(known(fixture), 100)
  }

  @Test("a closure gives heights in place of the delegate; rows it leaves to their cells are passed over")
  func closure() {
    var asked: [Int] = []
    let fixture = HeightFixture(HeightFixture.texts(50)) { fixture in
      fixture.service.precacheHeight = { _, path in
        asked.append(path.row)
        return path.row % 2 == 0 ? UITableView.automaticDimension : 70
      }
      fixture.service.precachesWhenIdle = true
    }
    fixture.idle()
    expectEqual(asked, Array(0..<50))
    expectEqual(known(fixture), 25)
    expectEqual(fixture.service.indexPathCache.height(at: fixture.path(3)), 70)
    expect(!fixture.app.application.frameLoop.hasIdleWork)
  }

  @Test("a table whose delegate gives no heights has nothing to fill in")
  func noHeights() {
    let fixture = HeightFixture(HeightFixture.texts(50)) { $0.service.precachesWhenIdle = true }
    expect(fixture.idle() <= 1)
    expectEqual(known(fixture), 0)
  }

  @Test("data that shrank and waits for its reload is not asked about rows it has no more")
  func stale() {
    let fixture = fixture(100)
    fixture.app.settle()
    fixture.texts.removeLast(80)
    fixture.idle()
    expect(fixture.asking.takeAsked().allSatisfy { $0 < 20 })
    fixture.table.reloadData()
    fixture.idle()
    expectEqual(known(fixture), 20)
  }

  @Test("a delegate that reloads while it is asked at idle ends with all heights")
  func reloading() {
    let fixture = fixture(60)
    fixture.app.settle()
    var reloads = 0
    var pending: Set = [20, 30, 40]
    fixture.asking.onAsk = { path in
      guard pending.remove(path.row) != nil else { return }
      reloads += 1
      fixture.table.reloadData()
    }
    fixture.idle()
    expectEqual(reloads, 3)
    expectEqual(known(fixture), 60)
    fixture.table.checkInvariants()
    fixture.service.store.checkInvariants()
  }
}
