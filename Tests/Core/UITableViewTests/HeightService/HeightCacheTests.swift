import Expectations
import Foundation
import TableModelSupport
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Height service: what is kept, and how long")
struct HeightCacheTests {
  @Test("a table that asks the service shows the heights of one that asks its cells")
  func table() {
    let texts = HeightFixture.texts(200)
    let measured = HeightFixture(texts)
    let asking = HeightFixture(texts, usesService: true)
    for y in [0.0, 900, 400, 3000, 5000, 100] {
      for fixture in [measured, asking] {
        fixture.table.contentOffset.y = y
        fixture.app.settle()
        fixture.table.checkInvariants()
      }
      for entry in asking.table.cells.visible {
        let path = IndexPath(entry.position)
        expectEqual(measured.height(path), entry.view.frame.height)
      }
    }
    asking.service.store.checkInvariants()
  }

  @Test("without estimates every row is measured once, and a reload that keeps heights measures none")
  func reloads() {
    let fixture = HeightFixture(HeightFixture.texts(100), usesService: true) { $0.table.estimatedRowHeight = 0 }
    expectEqual(fixture.takeConfigurations(), 100)
    fixture.table.reloadDataWithoutInvalidatingHeights()
    fixture.app.settle()
    expectEqual(fixture.takeConfigurations(), 0)
    fixture.texts += ["one more", "and another"]
    fixture.table.reloadDataWithoutInvalidatingHeights()
    fixture.app.settle()
    expectEqual(fixture.takeConfigurations(), 2)
    fixture.service.store.checkInvariants()
    fixture.texts.removeLast(50)
    fixture.table.reloadDataWithoutInvalidatingHeights()
    expectEqual(fixture.takeConfigurations(), 0)
    expect(!fixture.service.indexPathCache.existsHeight(at: fixture.path(60)))
    fixture.service.keyedCache.cache(50, forKey: 1)
    fixture.table.reloadData()
    fixture.app.settle()
    expectEqual(fixture.takeConfigurations(), 52)
    expectEqual(fixture.service.keyedCache.height(forKey: 1), 50)
    fixture.service.store.checkInvariants()
  }

  @Test("a width has heights of its own, and one of the last four that comes back still has them")
  func widths() {
    let fixture = HeightFixture(HeightFixture.texts(20))
    let service = fixture.service
    func use(_ width: CGFloat) -> Int {
      fixture.table.frame.size.width = width
      fixture.app.settle()
      for row in 0..<20 { _ = fixture.height(fixture.path(row)) }
      _ = service.heightForCell(withIdentifier: "text", cachedByKey: "key") {
        fixture.configure($0, fixture.path(0), "a")
      }
      service.store.checkInvariants()
      return fixture.takeConfigurations()
    }
    expectEqual([300, 250, 280, 320].map(use), [20, 20, 20, 20])
    expectEqual([300, 250, 280, 320, 300].map(use), [0, 0, 0, 0, 0])
    expect(service.keyedCache.existsHeight(forKey: "key"))
    // The oldest, 250, makes room.
    expectEqual(use(400), 20)
    expectEqual([300, 280, 320, 400].map(use), [0, 0, 0, 0])
    expectEqual(use(250), 20)
    expectEqual(service.store.slotCount, HeightStore.capacity)
    service.indexPathCache.invalidateHeight(at: fixture.path(3))
    expectEqual([400, 320, 250].map(use), [1, 1, 1])
    service.indexPathCache.invalidateAll()
    service.keyedCache.invalidateHeight(forKey: "key")
    expectEqual([400, 320].map(use), [20, 20])
    service.keyedCache.invalidateAll()
    expect(!service.keyedCache.existsHeight(forKey: "key"))
  }

  @Test("the separator counts, and heights without it are others")
  func separator() {
    let fixture = HeightFixture(["one"])
    let path = fixture.path(0)
    expectEqual(fixture.height(path), 44)
    fixture.table.separatorStyle = .none
    expect(!fixture.service.indexPathCache.existsHeight(at: path))
    expectEqual(fixture.height(path), 44)
    fixture.configure = { cell, _, _ in
      cell.textLabel?.numberOfLines = 0
      cell.textLabel?.text = "a\nb\nc\nd"
    }
    fixture.service.indexPathCache.invalidateAll()
    let without = fixture.height(path)
    fixture.table.separatorStyle = .singleLine
    expect(fixture.height(path) >= without)
  }

  @Test("1,000 random batches on a table: rows keep their heights wherever they go")
  func batches() {
    var random = SeededRandom(seed: 0)
    for round in 0..<20 {
      random = SeededRandom(seed: round)
      let fixture = UpdateFixture([3, 0, 6, 2])
      let service = fixture.table.heightService
      var heights: [Int: CGFloat] = [:]
      for step in 0..<50 {
        for (id, row) in fixture.source.content.positions.sorted(by: { $0.key < $1.key })
        where Int.random(in: 0..<3, using: &random) == 0 {
          let path = IndexPath(row)
          let height = CGFloat(20 + id % 97)
          if let kept = service.indexPathCache.height(at: path) {
            expectEqual(kept, heights[id])
          } else {
            heights[id] = height
            service.indexPathCache.cache(height, at: path)
          }
        }
        let batch = RandomBatch(
          on: fixture.source.content, limit: Int.random(in: 1...20, using: &random), isMeasured: true, using: &random)
        fixture.perform(batch)
        for operation in batch.operations {
          guard case .reconfigureRow(let row) = operation else { continue }
          heights[batch.before.sections[row.section].rows[row.row].id] = nil
        }
        for id in batch.reloadedIDs { heights[id] = nil }
        for (id, row) in fixture.source.content.positions {
          let kept = service.indexPathCache.height(at: IndexPath(row))
          guard kept == heights[id] else {
            Issue.record("round \(round), step \(step): row \(row) has \(String(describing: kept))")
            return
          }
        }
        service.store.checkInvariants()
        fixture.table.checkInvariants()
        if step % 3 == 0 { fixture.settle() }
        if step % 17 == 16 {
          fixture.table.reloadData()
          heights = [:]
        }
      }
    }
  }

  @Test("a configuration that reloads, scrolls, resizes or asks for other heights gets an answer and spoils nothing")
  func hostile() {
    let fixture = HeightFixture(HeightFixture.texts(60), usesService: true)
    let table = fixture.table
    let path = fixture.path(4)
    let expected = fixture.height(path)
    let deeds: [() -> Void] = [
      { table.reloadData() },
      { table.reloadDataWithoutInvalidatingHeights() },
      { table.contentOffset.y += 100 },
      { table.layoutIfNeeded() },
      { fixture.service.indexPathCache.invalidateAll() },
      {
        fixture.texts.insert("x", at: 0)
        table.insertRows(at: [fixture.path(0)], with: .fade)
        fixture.texts.remove(at: 0)
        table.deleteRows(at: [fixture.path(0)], with: .fade)
      },
    ]
    for deed in deeds {
      fixture.service.indexPathCache.invalidateAll()
      var isFirst = true
      fixture.onConfigure = {
        guard isFirst else { return }
        isFirst = false
        deed()
      }
      expectEqual(fixture.height(path), expected)
      fixture.onConfigure = nil
      fixture.app.settle()
      fixture.service.store.checkInvariants()
      table.checkInvariants()
      expectEqual(fixture.height(path), expected)
    }
    // Another row's height in the middle of one's own configuration.
    fixture.service.indexPathCache.invalidateAll()
    var inner: CGFloat = 0
    let outer = fixture.service.heightForCell(withIdentifier: "text", cachedBy: path) { cell in
      fixture.configure(cell, path, fixture.texts[path.row])
      inner = fixture.height(fixture.path(7))
    }
    expectEqual(outer, expected)
    expectEqual(inner, fixture.height(fixture.path(7)))
    // Narrower in the middle: the height is not kept for the old width.
    fixture.service.indexPathCache.invalidateAll()
    _ = fixture.service.heightForCell(withIdentifier: "text", cachedBy: path) { cell in
      fixture.configure(cell, path, fixture.texts[path.row])
      table.frame.size.width = 200
    }
    table.frame.size.width = 300
    expect(!fixture.service.indexPathCache.existsHeight(at: path))
    expectEqual(fixture.height(path), expected)
  }

  @Test("every row can reload the table while it is measured; the table still settles")
  func alwaysReloading() {
    let fixture = HeightFixture(HeightFixture.texts(20), usesService: true)
    var left = 30
    fixture.onConfigure = {
      guard left > 0 else { return }
      left -= 1
      fixture.table.reloadData()
    }
    fixture.table.reloadData()
    expect(fixture.app.settle(limit: 200) < 200)
    expectEqual(left, 0)
    fixture.table.checkInvariants()
    fixture.service.store.checkInvariants()
  }

  @Test("a service outlives its table without harm")
  func tableGone() {
    var table: UITableView? = UITableView()
    let cache = table?.heightService.keyedCache
    cache?.cache(40, forKey: "a")
    table = nil
    expect(cache?.height(forKey: "a") == nil)
    cache?.cache(40, forKey: "a")
    cache?.invalidateAll()
  }
}
