import Expectations
import Foundation
import RandomSupport
import TableModel
import TableModelSupport
import Testing
import UIKitCore

@testable import CollectionView

@MainActor @Suite struct FlowLayoutTests {
  @Test("Equal items stand in columns that use the whole line, in the last line as well")
  func columns() {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 60, height: 40)
    let host = FakeHost(layout, counts: [6])
    let frames = host.plan().tiles.map(\.frame)
    // Four of 60 have room in 320, 80 / 3 points apart.
    expectEqual(frames[3], CGRect(x: 260, y: 0, width: 60, height: 40))
    expectEqual(frames[4], CGRect(x: 0, y: 50, width: 60, height: 40))
    expect(abs(frames[5].minX - (60 + 80.0 / 3)) < 1e-9)
    expectEqual(layout.collectionViewContentSize, CGSize(width: 320, height: 90))
  }

  @Test("A single item in a full line stands in its middle, and the last line of items of their own sizes at the edge")
  func single() {
    let layout = UICollectionViewFlowLayout()
    let delegate = ScriptedFlowDelegate()
    delegate.sizes = [[CGSize(width: 200, height: 20), CGSize(width: 180, height: 30)]]
    delegate.insets = [.zero]
    delegate.headers = [.zero]
    let host = FakeHost(layout, counts: [2])
    host.flowDelegate = delegate
    let frames = host.plan().tiles.map(\.frame)
    expectEqual(frames, [CGRect(x: 60, y: 0, width: 200, height: 20), CGRect(x: 0, y: 30, width: 180, height: 30)])
  }

  @Test("A delegate without a method is asked for it once, and the layout's property counts")
  func missing() {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 20)
    layout.sectionInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    layout.headerReferenceSize = CGSize(width: 0, height: 7)
    let host = FakeHost(layout, counts: [1_000_000_000, 0])
    host.flowDelegate = BareFlowDelegate()
    expectEqual(host.plan().tiles.first?.frame.minY, 8)
    expectEqual(host.plan().tiles.last?.frame, CGRect(x: 0, y: 0, width: 320, height: 7))
  }

  @Test("A billion items take three numbers, and their last line has its place")
  func billion() throws {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 40, height: 40)
    let host = FakeHost(layout, counts: [3, 1_000_000_000, 5], width: 390)
    let size = layout.collectionViewContentSize
    expectEqual(size.height, 40 + (125_000_000 * 50 - 10) + 40)
    host.scroll(to: CGPoint(x: 0, y: size.height / 2))
    expect((80...88).contains(host.plan().tiles.count))
    let last = layout.layoutAttributesForItem(at: IndexPath(item: 999_999_999, section: 1))
    expectEqual(last?.frame, CGRect(x: 350, y: size.height - 80, width: 40, height: 40))
    #expect(layout.stack?.items(ofSection: 1) is EqualItems)
  }

  @Test("A billion estimated items take as little until one is measured, and then a line more")
  func billionEstimates() {
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = CGSize(width: 40, height: 40)
    let host = FakeHost(layout, counts: [1_000_000_000], width: 390)
    host.scroll(to: CGPoint(x: 0, y: 3_000_000_000))
    let first = host.plan().tiles.first
    host.measureVisible { _ in CGSize(width: 55, height: 50) }
    expectEqual(host.plan().tiles.first?.position, first?.position)
    guard let items = layout.stack?.items(ofSection: 0) as? FlowItems else {
      Issue.record("items do not flow")
      return
    }
    items.checkInvariants()
    expect(items.byteCount < 40_000, "\(items.byteCount)")
  }

  @Test("Items of their own sizes take at most 16 bytes each, however odd their sizes are")
  func bytes() {
    let delegate = ScriptedFlowDelegate()
    var random = SeededRandom(seed: 7)
    let count = 100_000
    for odd in [false, true] {
      delegate.sizes = [
        (0..<count).map { _ in
          odd
            ? CGSize(width: .random(in: 200...310, using: &random), height: .random(in: 10...300, using: &random))
            : CGSize(width: Double(Int.random(in: 30...90, using: &random)), height: 40)
        }
      ]
      delegate.insets = [.zero]
      delegate.headers = [.zero]
      let layout = UICollectionViewFlowLayout()
      layout.minimumLineSpacing = 10.0 / 3
      let host = FakeHost(layout, counts: [count])
      host.flowDelegate = delegate
      layout.makeStackIfNeeded()
      let bytes = (layout.stack?.items(ofSection: 0) as? FlowItems)?.byteCount ?? .max
      expect(bytes <= 16 * count, "\(Double(bytes) / Double(count)) bytes an item")
    }
    expectEqual(delegate.sizeCalls, 2 * count)
  }

  @Test("A pinned header stays at the edge inside the insets until its section pushes it out")
  func pinned() {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 320, height: 100)
    layout.minimumLineSpacing = 0
    layout.headerReferenceSize = CGSize(width: 0, height: 30)
    layout.sectionHeadersPinToVisibleBounds = true
    let host = FakeHost(layout, counts: [10, 10])
    host.layoutInsets = UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    host.scroll(to: CGPoint(x: 0, y: 300))
    let header = ElementPosition(kind: 1, section: 0, item: 0)
    expectEqual(layout.frame(of: header, host.viewport)?.minY, 320)
    host.scroll(to: CGPoint(x: 0, y: 1000))
    expectEqual(layout.frame(of: header, host.viewport)?.minY, 1000)
    expectEqual(host.plan().tiles.count { !$0.position.isCell }, 2)
  }

  @Test("Random sections of all kinds lie where a layout of one item after the other puts them")
  func random() {
    for seed in 0..<400 {
      var random = SeededRandom(seed: seed)
      let scene = RandomFlow(seed: seed, using: &random)
      for _ in 0..<4 {
        scene.scroll(using: &random)
        scene.check()
      }
    }
  }

  @Test("Measured sizes flow on as if they had been known, and go with their items through random batches")
  func batches() throws {
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed)
      let scene = RandomEstimates(seed: seed, using: &random)
      for _ in 0..<5 {
        scene.measureSome(using: &random)
        scene.check("measured")
        try scene.batch(using: &random)
        scene.check("updated")
      }
    }
  }

  @Test("An invalidated layout keeps measured sizes; another width makes them estimates, and loaded data forgets them")
  func keeping() {
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = CGSize(width: 320, height: 40)
    let host = FakeHost(layout, counts: [5])
    host.measureVisible { _ in CGSize(width: 320, height: 60) }
    layout.invalidateLayout()
    expectEqual(host.invalidations, 1)
    expectEqual(host.plan().firstEstimated, nil)
    expectEqual(layout.contentSize.height, 340)
    expect(layout.shouldInvalidateLayout(forBoundsChange: CGRect(x: 0, y: 0, width: 330, height: 480)))
    expect(!layout.shouldInvalidateLayout(forBoundsChange: CGRect(x: 0, y: 9, width: 320, height: 500)))
    host.layoutBounds.size.width = 330
    layout.invalidateLayout()
    expectEqual(host.plan().firstEstimated, 0)
    expectEqual(layout.contentSize.height, 340)
    layout.dataWasLoaded()
    expectEqual(layout.contentSize.height, 240)
  }

  @Test("Setting a property to what it is invalidates nothing")
  func nothingChanged() {
    let layout = UICollectionViewFlowLayout()
    let host = FakeHost(layout, counts: [5])
    layout.itemSize = CGSize(width: 50, height: 50)
    layout.sectionInset = .zero
    expectEqual(host.invalidations, 0)
    layout.sectionInset.left = 3
    expectEqual(host.invalidations, 1)
  }

  @Test("A negative size ends the program with UIKit's words")
  func negative() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: -1, height: 10)
      _ = FakeHost(layout, counts: [5]).plan()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("negative sizes are not supported in the flow layout: it was given an item of -1.0 points"))
  }
}

/// A flow layout of random sections beside its naive model.
@MainActor
private final class RandomFlow {
  let seed: Int
  let layout: UICollectionViewFlowLayout
  let host: FakeHost
  var naive: NaiveFlow

  init(seed: Int, using random: inout SeededRandom) {
    self.seed = seed
    let layout = UICollectionViewFlowLayout()
    self.layout = layout
    func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 4 }
    func inset() -> UIEdgeInsets {
      UIEdgeInsets(top: number(0...80), left: number(0...80), bottom: number(0...80), right: number(0...80))
    }
    let isHorizontal = Bool.random(using: &random)
    let isMirrored = Bool.random(using: &random)
    let size = CGSize(width: number(400...2000), height: number(400...2000))
    layout.scrollDirection = isHorizontal ? .horizontal : .vertical
    layout.minimumInteritemSpacing = number(0...60)
    layout.minimumLineSpacing = number(-20...60)
    layout.sectionHeadersPinToVisibleBounds = .random(using: &random)
    layout.sectionFootersPinToVisibleBounds = .random(using: &random)
    layout.footerReferenceSize = CGSize(width: number(0...100), height: number(0...100))
    let isOwn = Bool.random(using: &random)
    let delegate = ScriptedFlowDelegate()
    let counts = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...60, using: &random) }
    let equal = CGSize(width: number(20...600), height: number(40...400))
    delegate.sizes = counts.map { count in
      (0..<count).map { _ in
        isOwn && Int.random(in: 0..<3, using: &random) > 0
          ? CGSize(width: number(20...900), height: number(100...400)) : equal
      }
    }
    delegate.insets = counts.map { _ in inset() }
    delegate.headers = counts.map { _ in CGSize(width: number(0...100), height: number(0...100)) }
    host = FakeHost(layout, counts: counts, width: size.width, height: size.height)
    host.flowDelegate = delegate
    host.isRightToLeft = isMirrored
    if Bool.random(using: &random) { host.layoutInsets = UIEdgeInsets(top: 10, left: 20, bottom: 30, right: 5) }
    let area = host.layoutBounds.inset(by: host.layoutInsets)
    let axes = LayoutAxes(isHorizontal: isHorizontal, mirrorWidth: isMirrored ? 0 : nil)
    naive = NaiveFlow(
      sections: counts.indices.map { section in
        let sizes = delegate.sizes[section].map(axes.size)
        return NaiveFlow.Section(
          sizes: sizes, isUniform: sizes.allSatisfy { $0 == sizes[0] },
          header: axes.size(delegate.headers[section]).length, footer: axes.size(layout.footerReferenceSize).length,
          insets: axes.insets(delegate.insets[section]), lineSpacing: layout.minimumLineSpacing,
          itemSpacing: layout.minimumInteritemSpacing)
      }, breadth: isHorizontal ? area.height : area.width, isHorizontal: isHorizontal, isMirrored: isMirrored,
      least: isHorizontal ? area.width : area.height, pinsHeaders: layout.sectionHeadersPinToVisibleBounds,
      pinsFooters: layout.sectionFootersPinToVisibleBounds)
  }

  func scroll(using random: inout SeededRandom) {
    let size = layout.contentSize
    host.scroll(
      to: CGPoint(
        x: naive.isHorizontal ? Double.random(in: -50...max(size.width, 1), using: &random).rounded() : 0,
        y: naive.isHorizontal ? 0 : Double.random(in: -50...max(size.height, 1), using: &random).rounded()))
  }

  func check() { Comparison(host, naive).check("seed \(seed)") }
}

/// Compares a layout with its model.
@MainActor
struct Comparison {
  private let host: FakeHost
  private let naive: NaiveFlow

  init(_ host: FakeHost, _ naive: NaiveFlow) { (self.host, self.naive) = (host, naive) }

  func check(_ words: String) {
    let width = naive.isHorizontal ? host.layout.contentSize.width : naive.breadth
    let axes = LayoutAxes(isHorizontal: naive.isHorizontal, mirrorWidth: naive.isMirrored ? width : nil)
    let seen = axes.place(host.viewport.visible)
    let pinned = axes.place(host.viewport.pinned)
    let (elements, length) = naive.elements(pinned: (pinned.main, pinned.mainEnd))
    let size = host.layout.contentSize
    expect(abs((naive.isHorizontal ? size.width : size.height) - max(length, 0)) < 0.01, "\(words): \(size), \(length)")
    let plan = host.plan()
    // The model's sums are rounded elsewhere: what only touches the edge may be seen or not.
    func touches(_ frame: CGRect, by margin: Double) -> Bool {
      let place = axes.place(frame)
      return place.main < seen.mainEnd + margin && place.mainEnd > seen.main - margin
    }
    let shown = Set(plan.tiles.map(\.position))
    let known = Dictionary(uniqueKeysWithValues: elements.map { ($0.position, $0.frame) })
    expectEqual(shown.count, plan.tiles.count, "\(words)")
    for tile in plan.tiles {
      guard let frame = known[tile.position] else {
        Issue.record("\(words): \(tile.position) is not there")
        continue
      }
      expect(Self.isNear(frame, tile.frame), "\(words): \(tile.position) at \(tile.frame), not \(frame)")
      expect(touches(frame, by: 0.01), "\(words): \(tile.position) at \(frame) is not seen")
    }
    for (index, tile) in plan.tiles.enumerated().dropFirst() {
      expect(plan.tiles[index - 1].position < tile.position, "\(words): \(tile.position)")
    }
    for element in elements {
      let frame = host.layout.frame(of: element.position, host.viewport)
      expect(Self.isNear(element.frame, frame ?? .zero), "\(words): \(element) at \(String(describing: frame))")
      if touches(element.frame, by: -0.01) { expect(shown.contains(element.position), "\(words): \(element)") }
    }
  }

  static func isNear(_ one: CGRect, _ other: CGRect) -> Bool {
    abs(one.minX - other.minX) < 0.01 && abs(one.minY - other.minY) < 0.01 && abs(one.width - other.width) < 0.01
      && abs(one.height - other.height) < 0.01
  }
}

/// A flow layout of estimated items whose cells turn out to need other sizes.
@MainActor
private final class RandomEstimates {
  let seed: Int
  let layout = UICollectionViewFlowLayout()
  let host: FakeHost
  private var data: NaiveTable

  init(seed: Int, using random: inout SeededRandom) {
    self.seed = seed
    var data = NaiveTable()
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let rows = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        data.makeRow(height: RandomBatch.newHeight, isMeasured: false)
      }
      data.sections.append(data.makeSection(rows: rows))
    }
    self.data = data
    layout.estimatedItemSize = CGSize(width: 60, height: RandomBatch.newHeight)
    host = FakeHost(layout, counts: Array(data.rowCounts), width: 300, height: 200)
  }

  private func size(_ row: NaiveTable.Row) -> CGSize {
    CGSize(width: row.isMeasured ? 20 + row.height : 60, height: row.height)
  }

  func measureSome(using random: inout SeededRandom) {
    for _ in 0..<8 {
      guard let section = data.sections.indices.randomElement(using: &random),
        let row = data.sections[section].rows.indices.randomElement(using: &random)
      else { continue }
      data.sections[section].rows[row].height = Double(Int.random(in: 10...200, using: &random))
      data.sections[section].rows[row].isMeasured = true
      layout.makeStackIfNeeded()
      layout.measured(ElementPosition(section: section, item: row), size(data.sections[section].rows[row]))
    }
  }

  func batch(using random: inout SeededRandom) throws {
    layout.makeStackIfNeeded()
    let batch = RandomBatch(on: data, limit: 12, isMeasured: false, using: &random)
    var index = RowHeightIndex()
    for (section, count) in data.rowCounts.enumerated() {
      index.insertSection(.init(rows: count, rowHeight: 1), at: section)
    }
    let plan = try UpdatePlan(batch.changes, from: index, rowCounts: batch.after.rowCounts)
    data = batch.after
    host.counts = Array(data.rowCounts)
    expect(layout.apply(plan))
  }

  func check(_ words: String) {
    let naive = NaiveFlow(
      sections: data.sections.map { section in
        NaiveFlow.Section(
          sizes: section.rows.map { row in AxisSize(length: row.height, breadth: size(row).width) })
      }, breadth: 300)
    Comparison(host, naive).check("seed \(seed), \(words)")
    for section in data.sections.indices {
      (layout.stack?.items(ofSection: section) as? FlowItems)?.checkInvariants()
    }
  }
}
