import Expectations
import Foundation
import RandomSupport
import TableModel
import TableModelSupport
import TestSupport
import Testing

@testable import CollectionView
@testable import UIKitCore

@MainActor
@Suite("Collection view: updates")
struct CollectionUpdateTests {
  @Test("cells that stay slide, new ones fade in, deleted ones fade out and are reported at the end")
  func animation() {
    let fixture = CollectionFixture([6]) { $0.logs = ["didEnd", "willDisplay"] }
    _ = fixture.takeLog()
    let moved = fixture.view.cellForItem(at: path(2))
    let gone = fixture.view.cellForItem(at: path(1))
    var finished: [Bool] = []
    fixture.view.performBatchUpdates {
      fixture.texts = [["0.0", "0.2", "0.3", "0.4", "0.5", "new"]]
      fixture.view.deleteItems(at: [path(1)])
      fixture.view.insertItems(at: [path(5)])
    } completion: {
      finished.append($0)
    }
    expect(fixture.view.cellForItem(at: path(1)) === moved)
    expectEqual(fixture.view.visibleCells.compactMap { ($0 as? TextCell)?.label.text }, fixture.texts[0])
    fixture.app.frame()
    expectEqual(fixture.takeLog(), ["willDisplay 0.5"])
    expect(gone?.superview === fixture.view)
    expectEqual(finished, [])
    fixture.app.settle()
    expectEqual(fixture.takeLog(), ["didEnd 0.1"])
    expectEqual(finished, [true])
    expectEqual(gone?.isHidden, true)
    expectEqual(gone?.alpha, 1)
    fixture.view.checkInvariants()
  }

  @Test("in the middle of an update a cell that stays is between its places")
  func sliding() throws {
    let fixture = CollectionFixture([6])
    let cell = try #require(fixture.view.cellForItem(at: path(1)))
    fixture.texts[0].remove(at: 0)
    fixture.view.deleteItems(at: [path(0)])
    expectEqual(cell.frame, CGRect(x: 0, y: 0, width: 100, height: 100))
    for _ in 0..<9 { fixture.app.frame() }
    expect(fixture.app.application.frameLoop.isFrameRequested)
    let x = cell.presentation?.origin.x ?? 0
    expect(x > 10 && x < 90, "\(x)")
    fixture.app.settle()
    fixture.view.checkInvariants()
  }

  /// Gives items sizes of their own.
  private final class Sizes: NSObject, UICollectionViewDelegateFlowLayout {
    func collectionView(
      _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath
    ) -> CGSize { CGSize(width: 60 + indexPath.item % 2 * 30, height: 40 + indexPath.item % 3 * 5) }
  }

  @Test("an item that is configured anew keeps the size that the delegate gave it, whatever its cell prefers")
  func reconfiguredSize() {
    let sizes = Sizes()
    let fixture = CollectionFixture([6]) { fixture in
      fixture.view.delegate = sizes
      fixture.wishes["0.1"] = CGSize(width: 33, height: 22)
    }
    func frames() -> [CGRect?] { (0..<6).map { fixture.view.layoutAttributesForItem(at: path($0))?.frame } }
    let before = frames()
    expectEqual(before[1]?.size, CGSize(width: 90, height: 45))
    fixture.view.reconfigureItems(at: [path(1)])
    fixture.app.settle()
    expectEqual(frames(), before)
    withExtendedLifetime(sizes) {}
  }

  @Test("an item that is configured anew off screen keeps its size until it is seen, then has its cell's")
  func reconfiguredOffScreen() {
    func height(_ fixture: CollectionFixture) -> CGFloat? {
      fixture.view.layoutAttributesForItem(at: path(0))?.frame.height
    }
    func wish(_ fixture: CollectionFixture, _ height: CGFloat) {
      fixture.wishes["0.0"] = CGSize(width: 300, height: height)
    }
    let groups = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
    let flow = UICollectionViewFlowLayout()
    flow.estimatedItemSize = CGSize(width: 300, height: 50)
    for layout in [groups, flow] {
      let fixture = CollectionFixture(layout: layout, [100]) { wish($0, 70) }
      expectEqual(height(fixture), 70)
      fixture.scroll(to: CGPoint(x: 0, y: 3000))
      expectEqual(fixture.view.cellForItem(at: path(0)), nil)
      wish(fixture, 90)
      fixture.view.reconfigureItems(at: [path(0)])
      fixture.app.settle()
      expectEqual(height(fixture), 70)
      fixture.scroll(to: .zero)
      fixture.app.settle()
      expectEqual(height(fixture), 90)
      fixture.view.checkInvariants()
    }
  }

  @Test(
    "a scroll to an item holds for the pass that follows, and for none after the app scrolls elsewhere",
    arguments: [true, false])
  func scrollsElsewhere(laysOutInCallback: Bool) {
    let flow = UICollectionViewFlowLayout()
    flow.estimatedItemSize = CGSize(width: 300, height: 50)
    let fixture = CollectionFixture(layout: flow, [100]) { fixture in
      for item in 0..<100 { fixture.wishes["0.\(item)"] = CGSize(width: 300, height: 60) }
    }
    fixture.onScroll = {
      fixture.onScroll = nil
      if laysOutInCallback { fixture.app.frame() }
    }
    fixture.view.scrollToItem(at: path(50), at: .top, animated: false)
    let item = fixture.view.layoutAttributesForItem(at: path(50))
    if laysOutInCallback { expectEqual(item?.frame.minY, fixture.view.contentOffset.y) }
    fixture.scroll(to: CGPoint(x: 0, y: 100))
    fixture.app.settle()
    expectEqual(fixture.view.contentOffset.y, 100)
  }

  /// Says how large items are, and of which it was asked that the data does not have.
  private final class CheckedSizes: NSObject, UICollectionViewDelegateFlowLayout {
    weak var fixture: CollectionFixture?
    var onWillDisplay: (() -> Void)?
    var onEnd: (() -> Void)?
    private(set) var wrong: [IndexPath] = []

    func collectionView(
      _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      if let fixture, indexPath.item >= fixture.texts[indexPath.section].count { wrong.append(indexPath) }
      return CGSize(width: 50, height: 40)
    }

    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      let body = onWillDisplay
      onWillDisplay = nil
      body?()
    }

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      let body = onEnd
      onEnd = nil
      body?()
    }
  }

  @Test("while a batch of a callback waits the delegate is asked for no size, although an update is to be shown")
  func asksNoSizeOfGoneItems() {
    let sizes = CheckedSizes()
    let fixture = CollectionFixture([20]) { $0.view.delegate = sizes }
    let view = fixture.view
    sizes.fixture = fixture
    sizes.onWillDisplay = {
      view.frame.size = CGSize(width: 120, height: 300)
      fixture.texts[0].removeLast(10)
      view.deleteItems(at: (11..<21).map { path($0) })
    }
    fixture.texts[0].insert("new", at: 0)
    view.insertItems(at: [path(0)])
    fixture.app.settle()
    expect(sizes.wrong == [] && sizes.onWillDisplay == nil)
    expectEqual(view.numberOfItems(inSection: 0), 11)
    view.checkInvariants()
  }

  @Test("a scroll of a callback that a load tells of the views that leave asks for no size of items that are gone")
  func scrollsWhileLoading() {
    let sizes = CheckedSizes()
    let fixture = CollectionFixture([20]) { $0.view.delegate = sizes }
    let view = fixture.view
    sizes.fixture = fixture
    sizes.onEnd = {
      view.scrollToItem(at: path(19), at: .top, animated: false)
      _ = view.collectionViewLayout.collectionViewContentSize
    }
    fixture.texts[0].removeLast(10)
    view.reloadData()
    view.frame.size = CGSize(width: 120, height: 100)
    fixture.app.settle()
    expect(sizes.wrong == [] && sizes.onEnd == nil)
    expectEqual(view.numberOfItems(inSection: 0), 10)
    view.checkInvariants()
  }

  @Test("a cell whose content got another size is measured although an update gives its item another number meanwhile")
  func measuredUnderAnotherNumber() throws {
    let flow = UICollectionViewFlowLayout()
    flow.estimatedItemSize = CGSize(width: 300, height: 50)
    let fixture = CollectionFixture(layout: flow, [30])
    fixture.wishes["new"] = CGSize(width: 300, height: 70)
    let cell = try #require(fixture.view.cellForItem(at: path(2)) as? TextCell)
    cell.wished = CGSize(width: 300, height: 90)
    cell.contentView.invalidateIntrinsicContentSize()
    fixture.texts[0].insert(contentsOf: ["new", "new"], at: 0)
    fixture.view.insertItems(at: [path(0), path(1)])
    fixture.app.settle()
    let heights = (0..<5).map { fixture.view.layoutAttributesForItem(at: path($0))?.frame.height }
    expectEqual(heights, [70, 70, 50, 50, 90])
    fixture.view.checkInvariants()
  }

  @Test("a layout that a callback of the load sets is newer than the one whose setting loads")
  func layoutOfCallback() {
    let fixture = CollectionFixture([6])
    let (first, second) = (UICollectionViewFlowLayout(), UICollectionViewFlowLayout())
    fixture.texts[0].insert("new", at: 0)
    fixture.view.performBatchUpdates {
      fixture.view.insertItems(at: [path(0)])
    } completion: { _ in
      fixture.view.collectionViewLayout = second
    }
    fixture.view.reloadData()
    fixture.view.setCollectionViewLayout(first, animated: false)
    fixture.app.settle()
    expect(fixture.view.collectionViewLayout === second)
    fixture.view.checkInvariants()
  }

  @Test("a reload of an item exchanges its cell, a reconfiguration keeps it")
  func reloading() {
    let fixture = CollectionFixture([6])
    let (first, second) = (fixture.view.cellForItem(at: path(0)), fixture.view.cellForItem(at: path(1)))
    fixture.view.selectItem(at: path(1), animated: false, scrollPosition: [])
    fixture.texts[0][0] = "reloaded"
    fixture.texts[0][1] = "configured"
    fixture.view.performBatchUpdates {
      fixture.view.reloadItems(at: [path(0)])
      fixture.view.reconfigureItems(at: [path(1)])
    }
    fixture.app.settle()
    expectEqual(fixture.text(0), "reloaded")
    expectEqual(fixture.text(1), "configured")
    expect(fixture.view.cellForItem(at: path(0)) !== first)
    expect(fixture.view.cellForItem(at: path(1)) === second)
    expectEqual(fixture.view.indexPathsForSelectedItems, [path(1)])
    fixture.view.checkInvariants()
  }

  @Test("an update that a callback closes while a pass runs is carried out after it; two become a load")
  func waitingUpdates() {
    let fixture = CollectionFixture([100])
    var finished = 0
    var isDone = false
    fixture.onWillDisplay = { _ in
      guard !isDone else { return }
      isDone = true
      fixture.texts[0].insert("new", at: 0)
      fixture.view.performBatchUpdates {
        fixture.view.insertItems(at: [path(0)])
      } completion: { _ in
        finished += 1
      }
    }
    fixture.scroll(to: CGPoint(x: 0, y: 130))
    fixture.app.settle()
    expectEqual(finished, 1)
    expectEqual(fixture.view.numberOfItems(inSection: 0), 101)
    fixture.view.checkInvariants()
    isDone = false
    fixture.onWillDisplay = { _ in
      guard !isDone else { return }
      isDone = true
      for _ in 0..<2 {
        fixture.texts[0].removeFirst()
        fixture.view.performBatchUpdates {
          fixture.view.deleteItems(at: [path(0)])
        } completion: { _ in
          finished += 1
        }
      }
    }
    fixture.scroll(to: CGPoint(x: 0, y: 1130))
    fixture.app.settle()
    expectEqual(finished, 3)
    expectEqual(fixture.view.numberOfItems(inSection: 0), 99)
    fixture.view.checkInvariants()
  }

  @Test("a batch without changes has the layout ask again, and cells move to their new sizes")
  func emptyBatch() {
    let fixture = CollectionFixture([6])
    fixture.flow?.itemSize = CGSize(width: 150, height: 60)
    fixture.view.performBatchUpdates(nil)
    fixture.app.settle()
    expectEqual(
      fixture.view.visibleCells.prefix(3).map(\.frame.origin), [.zero, CGPoint(x: 150, y: 0), CGPoint(x: 0, y: 60)])
    fixture.view.checkInvariants()
  }

  @Test("another layout takes the cells over, animated or not, and what is seen stays on screen")
  func exchange() {
    let fixture = CollectionFixture([300])
    fixture.scroll(to: CGPoint(x: 0, y: 5000))
    let cells = Set(fixture.view.visibleCells.map(ObjectIdentifier.init))
    let other = UICollectionViewFlowLayout()
    other.itemSize = CGSize(width: 140, height: 60)
    var isFinished: Bool?
    fixture.view.setCollectionViewLayout(other, animated: true) { isFinished = $0 }
    fixture.app.settle()
    expectEqual(isFinished, true)
    expect(fixture.view.indexPathsForVisibleItems.contains(path(150)))
    expect(!cells.isDisjoint(with: fixture.view.visibleCells.map(ObjectIdentifier.init)))
    expectEqual(other.collectionView, fixture.view)
    expectEqual(fixture.flow?.collectionView, nil)
    fixture.view.checkInvariants()
    if let flow = fixture.flow { fixture.view.collectionViewLayout = flow }
    fixture.app.settle()
    fixture.view.checkInvariants()
  }

  @Test("a batch that does not fit the data is told in the words of items")
  func words() {
    expectEqual(
      ItemUpdates.itemWords("invalid number of rows in section 0 of the table view: row 3, borrowed"),
      "invalid number of items in section 0 of the collection view: item 3, borrowed")
  }

  /// What a view made anew for the same data shows.
  private func fresh(_ fixture: CollectionFixture, _ layout: UICollectionViewFlowLayout) -> [String] {
    let other = CollectionFixture(layout: layout, []) {
      $0.texts = fixture.texts
      $0.wishes = fixture.wishes
    }
    other.view.contentOffset = fixture.view.contentOffset
    other.app.frame()
    defer { fixture.app.becomeCurrent() }
    return other.shown
  }

  private func selectedTexts(_ fixture: CollectionFixture) -> [String] {
    let paths: [IndexPath] = fixture.view.indexPathsForSelectedItems ?? []
    return paths.map { fixture.texts[$0.section][$0.item] }
  }

  private func makeFlow(_ random: inout SeededRandom) -> UICollectionViewFlowLayout {
    let flow = UICollectionViewFlowLayout()
    flow.itemSize = CGSize(width: Double(Int.random(in: 40...120, using: &random)), height: 50)
    flow.minimumLineSpacing = Double(Int.random(in: 0...9, using: &random))
    flow.minimumInteritemSpacing = Double(Int.random(in: 0...9, using: &random))
    if Bool.random(using: &random) { flow.headerReferenceSize = CGSize(width: 0, height: 20) }
    flow.sectionHeadersPinToVisibleBounds = Bool.random(using: &random)
    return flow
  }

  @Test("random batches lead to what a new view shows, animated or not", arguments: 0..<12)
  func randomBatches(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    var table = NaiveTable()
    for _ in 0..<3 { table.addSection(Int.random(in: 0...14, using: &random), height: 1) }
    let state = random
    let fixture = CollectionFixture(layout: makeFlow(&random), [])
    func texts(_ table: NaiveTable) -> [[String]] { table.sections.map { $0.rows.map { "\($0.id)" } } }
    fixture.texts = texts(table)
    fixture.view.reloadData()
    fixture.view.allowsMultipleSelection = true
    fixture.app.settle()
    for round in 0..<40 {
      fixture.view.contentOffset.y = Double(
        Int.random(in: 0...max(0, Int(fixture.view.contentSize.height) - 440 + 1), using: &random))
      fixture.app.frame()
      if let chosen = fixture.view.indexPathsForVisibleItems.randomElement(using: &random) {
        fixture.view.selectItem(at: chosen, animated: false, scrollPosition: [])
      }
      let selected = Set(selectedTexts(fixture))
      var batch = RandomBatch(on: table, limit: 8, isMeasured: true, using: &random)
      batch.varyHeights(using: &random)
      table = batch.after
      let animates = Bool.random(using: &random)
      UIView.setAnimationsEnabled(animates)
      var isFinished = false
      fixture.view.perform(batch.changes) {
        fixture.texts = texts(table)
      } completion: { _ in
        isFinished = true
      }
      UIView.setAnimationsEnabled(true)
      if Bool.random(using: &random) {
        for _ in 0..<Int.random(in: 0...5, using: &random) { fixture.app.frame() }
      } else {
        fixture.app.settle()
        fixture.view.checkInvariants()
        expect(isFinished, "seed \(seed), round \(round)")
        var copy = state
        expectEqual(fixture.shown, fresh(fixture, makeFlow(&copy)), "seed \(seed), round \(round)")
      }
      let reloaded = Set(batch.reloadedIDs.map { "\($0)" })
      let all = Set(fixture.texts.joined())
      expectEqual(
        Set(selectedTexts(fixture)), selected.intersection(all).subtracting(reloaded), "seed \(seed), round \(round)")
    }
    fixture.app.settle()
    fixture.view.checkInvariants()
  }
}
