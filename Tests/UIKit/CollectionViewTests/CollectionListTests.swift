import Expectations
import Foundation
import RandomSupport
import TableModelSupport
import TestSupport
import Testing

@testable import CollectionView
@testable import UIKitCore

@MainActor
@Suite("Collection view: lists and cells that size themselves")
struct CollectionListTests {
  private func list(_ appearance: UICollectionLayoutListConfiguration.Appearance) -> UICollectionViewLayout {
    UICollectionViewCompositionalLayout.list(using: UICollectionLayoutListConfiguration(appearance: appearance))
  }

  @Test("cells of a list are as wide as it and as high as their content needs")
  func contentHeights() throws {
    let source = TextSource(count: 200)
    let fixture = CollectionFixture(layout: list(.plain), []) { $0.view.dataSource = source }
    let cells = fixture.view.visibleCells
    expect(cells.allSatisfy { $0.frame.width == 300 })
    let short = try #require(fixture.view.cellForItem(at: path(0)))
    let long = try #require(fixture.view.cellForItem(at: path(3)))
    expect(long.frame.height > short.frame.height + 10, "\(long.frame), \(short.frame)")
    for (above, below) in zip(cells, cells.dropFirst()) { expectEqual(above.frame.maxY, below.frame.minY) }
    fixture.view.checkInvariants()
    fixture.view.scrollToItem(at: path(150), at: .top, animated: false)
    fixture.app.settle()
    expectEqual(fixture.view.cellForItem(at: path(150))?.frame.minY, fixture.view.contentOffset.y)
    fixture.view.checkInvariants()
  }

  @Test("a view at rest asks for no frame, and a scroll that brings nothing asks the data source nothing")
  func rest() {
    let source = TextSource(count: 200)
    let fixture = CollectionFixture(layout: list(.insetGrouped), []) { $0.view.dataSource = source }
    fixture.app.settle()
    expect(!fixture.app.application.frameLoop.isFrameRequested)
    for step in 0..<30 { fixture.scroll(to: CGPoint(x: 0, y: 31 * Double(step))) }
    source.asked = 0
    let made = fixture.view.elements.queue.createdCount
    let visible = fixture.view.indexPathsForVisibleItems
    fixture.scroll(to: fixture.view.contentOffset + CGPoint(x: 0, y: 0.5))
    if fixture.view.indexPathsForVisibleItems == visible { expectEqual(source.asked, 0) }
    expectEqual(fixture.view.elements.queue.createdCount, made)
    fixture.app.settle()
    expect(!fixture.app.application.frameLoop.isFrameRequested)
  }

  @Test("random batches of cells that size themselves lead to what a new view shows", arguments: 0..<8)
  func randomBatches(_ seed: Int) {
    var random = SeededRandom(seed: 1000 + seed)
    var table = NaiveTable()
    for _ in 0..<3 { table.addSection(Int.random(in: 0...14, using: &random), height: 1) }
    func texts(_ table: NaiveTable) -> [[String]] { table.sections.map { $0.rows.map { "\($0.id)" } } }
    func wishes(_ table: NaiveTable) -> [String: CGSize] {
      Dictionary(
        uniqueKeysWithValues: texts(table).joined().map {
          ($0, CGSize(width: 300, height: 30 + Double((Int($0) ?? 0) % 9) * 7))
        })
    }
    func make() -> UICollectionViewLayout {
      if seed % 2 == 0 { return list(.plain) }
      let flow = UICollectionViewFlowLayout()
      flow.estimatedItemSize = CGSize(width: 300, height: 44)
      flow.minimumLineSpacing = 0
      return flow
    }
    let fixture = CollectionFixture(layout: make(), [])
    fixture.texts = texts(table)
    fixture.wishes = wishes(table)
    fixture.view.reloadData()
    fixture.app.settle()
    for round in 0..<30 {
      let batch = RandomBatch(on: table, limit: 8, isMeasured: true, using: &random)
      table = batch.after
      fixture.wishes = wishes(table)
      fixture.view.perform(batch.changes) {
        fixture.texts = texts(table)
      } completion: { _ in
      }
      if Bool.random(using: &random) { fixture.app.settle() } else { fixture.app.frame() }
      fixture.view.contentOffset.y = Double(Int.random(in: 0...400, using: &random))
      fixture.app.frame()
      guard round % 3 == 0 else { continue }
      fixture.view.contentOffset.y = 0
      fixture.app.settle()
      fixture.view.checkInvariants()
      let other = CollectionFixture(layout: make(), []) {
        $0.texts = fixture.texts
        $0.wishes = fixture.wishes
      }
      other.app.settle()
      expectEqual(fixture.shown, other.shown, "seed \(seed), round \(round)")
      fixture.app.becomeCurrent()
    }
  }

  @Test("a collection view that is let go ends with its layout and its cells")
  func ending() {
    weak var view: UICollectionView?
    weak var layout: UICollectionViewLayout?
    weak var cell: UICollectionViewCell?
    func run() {
      let fixture = CollectionFixture([60])
      view = fixture.view
      layout = fixture.view.collectionViewLayout
      cell = fixture.view.visibleCells.first
      fixture.app.click(at: CGPoint(x: 50, y: 50))
      fixture.texts[0].remove(at: 3)
      fixture.view.deleteItems(at: [path(3)])
      fixture.app.frame()
      fixture.view.removeFromSuperview()
      fixture.app.settle()
    }
    run()
    expectEqual(view, nil)
    expectEqual(layout, nil)
    expectEqual(cell, nil)
  }

  /// Items whose texts have one to four lines.
  private final class TextSource: NSObject, UICollectionViewDataSource {
    let count: Int
    var asked = 0
    private let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, text in
      var content = UIListContentConfiguration.cell()
      content.text = text
      cell.contentConfiguration = content
    }

    init(count: Int) { self.count = count }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }

    func collectionView(_ collectionView: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
      asked += 1
      let text = Array(repeating: "item \(path.item)", count: 1 + path.item % 4).joined(separator: "\n")
      return collectionView.dequeueConfiguredReusableCell(using: cells, for: path, item: text)
    }
  }
}

@MainActor
@Suite("Collection view: reading from right to left")
struct CollectionDirectionTests {
  @Test("lines begin at the right, and arrows go where they point")
  func vertical() {
    let fixture = CollectionFixture([7]) { $0.view.semanticContentAttribute = .forceRightToLeft }
    expectEqual(fixture.view.visibleCells.prefix(4).map(\.frame.minX), [200, 100, 0, 200])
    _ = fixture.view.becomeFirstResponder()
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardLeftArrow)
    expectEqual(fixture.view.chooser.cursorRow.map { IndexPath($0) }, path(1))
    fixture.app.key(.keyboardDownArrow)
    fixture.app.key(.keyboardLeftArrow)
    expectEqual(fixture.view.chooser.cursorRow.map { IndexPath($0) }, path(5))
    // Beyond the end of a line the next one begins.
    fixture.app.key(.keyboardLeftArrow)
    expectEqual(fixture.view.chooser.cursorRow.map { IndexPath($0) }, path(6))
    fixture.view.checkInvariants()
  }

  @Test("content that scrolls sideways begins at its right end")
  func horizontal() {
    let fixture = CollectionFixture([40]) {
      $0.flow?.scrollDirection = .horizontal
      $0.view.semanticContentAttribute = .forceRightToLeft
    }
    fixture.app.settle()
    expectEqual(fixture.view.contentOffset.x, fixture.view.contentSize.width - 300)
    expectEqual(fixture.view.cellForItem(at: path(0))?.frame.maxX, fixture.view.contentSize.width)
    fixture.view.checkInvariants()
    fixture.view.semanticContentAttribute = .forceLeftToRight
    fixture.app.settle()
    expectEqual(fixture.view.contentOffset.x, 0)
    expectEqual(fixture.view.cellForItem(at: path(0))?.frame.minX, 0)
    fixture.view.checkInvariants()
  }
}
