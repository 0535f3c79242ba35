import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing
import UIKitCore

@testable import CollectionView

@MainActor @Suite("Collection view: sections that scroll across") struct StripTests {
  typealias Behavior = UICollectionLayoutSectionOrthogonalScrollingBehavior

  /// Cards of 80 by 60 points, 10 apart, with 20 points before and behind them, in sections of 60 points.
  private func section(_ behavior: Behavior = .continuous, height: NSCollectionLayoutDimension = .absolute(60))
    -> NSCollectionLayoutSection
  {
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: height))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: NSCollectionLayoutSize(widthDimension: .absolute(80), heightDimension: height), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 10
    section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 20, bottom: 0, trailing: 20)
    section.orthogonalScrollingBehavior = behavior
    return section
  }

  /// Sections of strips, one after the other, in a view of 300 by 440 points.
  private func fixture(
    _ counts: [Int], _ behavior: Behavior = .continuous, prepare: (CollectionFixture) -> Void = { _ in }
  ) -> CollectionFixture {
    CollectionFixture(
      layout: UICollectionViewCompositionalLayout(section: section(behavior)), counts, prepare: prepare)
  }

  private func strip(_ fixture: CollectionFixture, _ section: Int = 0) throws -> SectionScrollView {
    try #require(fixture.view.strips.scrollView(ofSection: section))
  }

  /// Where a cell is seen in the view, from the left.
  private func seen(_ fixture: CollectionFixture, _ item: Int, _ section: Int = 0) -> CGFloat? {
    fixture.view.cellForItem(at: path(item, section)).map { $0.convert($0.bounds, to: fixture.view).minX }
  }

  @Test("A billion items of a strip lie side by side: those in sight have cells, and the content is a line high")
  func places() throws {
    let fixture = fixture([1_000_000_000, 2])
    #expect(fixture.view.contentSize == CGSize(width: 300, height: 120))
    #expect(fixture.view.indexPathsForVisibleItems == (0..<4).map { path($0) } + [path(0, 1), path(1, 1)])
    #expect((0..<4).map { seen(fixture, $0) } == [20, 110, 200, 290])
    let strip = try strip(fixture)
    #expect(strip.frame == CGRect(x: 0, y: 0, width: 300, height: 60))
    #expect(strip.contentSize.width == 90e9 + 30)
    fixture.view.checkInvariants()
  }

  @Test("A finger across scrolls its strip alone; cells that leave are shown again, and one down scrolls the view")
  func fingers() throws {
    let fixture = fixture(Array(repeating: 100, count: 20))
    let made = fixture.view.elements.queue.createdCount
    fixture.app.fingerDrag(from: CGPoint(x: 250, y: 30), to: CGPoint(x: 50, y: 30))
    fixture.app.fingerUp(at: CGPoint(x: 50, y: 30))
    fixture.app.settle()
    fixture.view.checkInvariants()
    let first = try strip(fixture)
    #expect(first.contentOffset.x >= 180 && fixture.view.contentOffset == .zero)
    #expect(try strip(fixture, 1).contentOffset.x == 0)
    let item = try #require(fixture.view.indexPathsForVisibleItems.first { $0.section == 0 && $0.item > 2 })
    #expect(seen(fixture, item.item) == 20 + 90 * CGFloat(item.item) - first.contentOffset.x)
    #expect(fixture.view.elements.queue.createdCount <= made + 2)
    fixture.app.fingerDrag(from: CGPoint(x: 150, y: 300), to: CGPoint(x: 150, y: 100))
    fixture.app.fingerUp(at: CGPoint(x: 150, y: 100))
    fixture.app.settle()
    #expect(fixture.view.contentOffset.y >= 150)
    fixture.view.checkInvariants()
  }

  @Test("A strip that left the screen is where it was when it comes back; reloaded data begin at the beginning")
  func offsetsStay() throws {
    let fixture = fixture(Array(repeating: 50, count: 30))
    try strip(fixture, 2).contentOffset.x = 400
    fixture.app.frame()
    fixture.scroll(to: CGPoint(x: 0, y: 900))
    #expect(fixture.view.strips.scrollView(ofSection: 2) == nil)
    fixture.scroll(to: .zero)
    #expect(try strip(fixture, 2).contentOffset.x == 400)
    #expect(fixture.view.cellForItem(at: path(5, 2)) != nil)
    fixture.texts.insert(["new"], at: 0)
    fixture.view.insertSections(IndexSet(integer: 0))
    fixture.app.settle()
    #expect(try strip(fixture, 3).contentOffset.x == 400)
    #expect(try strip(fixture, 2).contentOffset.x == 0)
    fixture.view.checkInvariants()
    fixture.view.reloadData()
    fixture.app.frame()
    #expect(try strip(fixture, 3).contentOffset.x == 0)
  }

  @Test("A strip that glides as it leaves the screen moves no other section that its scroll view is given to")
  func glides() throws {
    let fixture = fixture(Array(repeating: 500, count: 30))
    fixture.app.fingerDrag(from: CGPoint(x: 280, y: 30), to: CGPoint(x: 20, y: 30))
    fixture.app.fingerUp(at: CGPoint(x: 20, y: 30))
    fixture.app.frame()
    let glided = try strip(fixture).contentOffset.x
    #expect(try strip(fixture).isDecelerating && glided > 200)
    fixture.scroll(to: CGPoint(x: 0, y: 900))
    fixture.app.settle()
    for section in 15..<22 { #expect(try strip(fixture, section).contentOffset.x == 0) }
    fixture.scroll(to: .zero)
    #expect(try strip(fixture).contentOffset.x >= glided)
    fixture.view.checkInvariants()
  }

  @Test("Let go, a strip rests where its behaviour says")
  func resting() {
    func rest(_ behavior: Behavior, _ proposed: Double, _ current: Double, _ velocity: Double) -> Double {
      let host = FakeHost(
        UICollectionViewCompositionalLayout(section: section(behavior)), counts: [20], width: 300)
      let strip = host.layout.strip(ofSection: 0)
      return host.layout.restingOffset(
        of: strip.unsafelyUnwrapped, inSection: 0, proposed, from: current, velocity: velocity)
    }
    #expect(rest(.continuous, 333, 100, 1) == 333)
    #expect(rest(.continuousGroupLeadingBoundary, 333, 100, 1) == 360)
    #expect(rest(.continuousGroupLeadingBoundary, 300, 100, 1) == 270)
    #expect(rest(.groupPaging, 900, 100, 1) == 180)
    #expect(rest(.groupPaging, 900, 130, 1) == 130 + 50)
    #expect(rest(.groupPaging, -100, 260, -1) == 180)
    #expect(rest(.groupPaging, 130, 130, 0) == 90)
    // The middle of the group at 20 + 90 * 3 = 290 stands at 330, in a view whose middle is 150.
    #expect(rest(.groupPagingCentered, 500, 100, 1) == 180)
    #expect(rest(.groupPagingCentered, 180, 170, 0) == 180)
    #expect(rest(.groupPagingCentered, 9_000, 1_000_000, 0) == 1530)
  }

  @Test("Scrolling to an item scrolls the view down to its strip, and the strip across to it")
  func scrolling() throws {
    let fixture = fixture(Array(repeating: 50, count: 30))
    fixture.view.scrollToItem(at: path(20, 15), at: [.centeredVertically, .centeredHorizontally], animated: false)
    fixture.app.frame()
    #expect(fixture.view.contentOffset.y == 710)
    #expect(seen(fixture, 20, 15) == 110)
    fixture.view.checkInvariants()
    fixture.view.scrollToItem(at: path(21, 15), at: .right, animated: true)
    fixture.app.settle()
    #expect(seen(fixture, 21, 15) == 220)
  }

  @Test("A click selects the item under it, and arrows go from item to item and from strip to strip")
  func selecting() throws {
    let fixture = fixture([50, 50])
    try strip(fixture).contentOffset.x = 900
    fixture.app.frame()
    fixture.app.click(at: CGPoint(x: 30, y: 30))
    #expect(fixture.view.indexPathsForSelectedItems == [path(10)])
    #expect(fixture.view.indexPathForItem(at: CGPoint(x: 130, y: 30)) == path(11))
    fixture.view.selectionFollowsFocus = true
    for _ in 0..<4 { fixture.app.key(.keyboardRightArrow) }
    #expect(fixture.view.indexPathsForSelectedItems == [path(14)])
    fixture.app.settle()
    let edge = try #require(seen(fixture, 14))
    #expect(edge >= 0 && edge <= 220)
    fixture.app.key(.keyboardDownArrow)
    #expect(fixture.view.indexPathsForSelectedItems?.first?.section == 1)
  }

  @Test("From right to left a strip begins at the right")
  func mirrored() throws {
    let fixture = fixture([50]) { $0.view.semanticContentAttribute = .forceRightToLeft }
    #expect(seen(fixture, 0) == 200 && seen(fixture, 1) == 110)
    #expect(try strip(fixture).contentOffset.x == 50 * 90 + 30 - 300)
    fixture.view.scrollToItem(at: path(49), at: .left, animated: false)
    fixture.app.frame()
    fixture.view.checkInvariants()
    #expect(seen(fixture, 49) == 0 || seen(fixture, 49) == 20)
  }

  @Test("Cells of estimated heights make the section as high as the highest of them")
  func ownSizes() {
    let layout = UICollectionViewCompositionalLayout(section: section(height: .estimated(40)))
    let fixture = CollectionFixture(layout: layout, [10]) {
      $0.wishes = ["0.0": CGSize(width: 80, height: 50), "0.1": CGSize(width: 80, height: 90)]
    }
    #expect(fixture.view.contentSize.height == 90)
    fixture.view.checkInvariants()
  }

  @Test("Random batches, scrolls and clicks leave strips and cells in their places")
  func randomly() throws {
    for seed in 1...20 {
      var random = SeededRandom(seed: seed)
      let behaviors: [Behavior] = [.continuous, .groupPaging, .paging, .none]
      let sections = behaviors.map { section($0) }
      let layout = UICollectionViewCompositionalLayout { number, _ in sections[number % sections.count] }
      let fixture = CollectionFixture(layout: layout, [30, 5, 12, 8, 40, 9])
      for step in 0..<40 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          if let strip = fixture.view.strips.scrollView(ofSection: Int.random(in: 0..<6, using: &random)) {
            strip.contentOffset.x = CGFloat(Int.random(in: 0...900, using: &random))
          }
        case 1: fixture.view.contentOffset.y = CGFloat(Int.random(in: 0...200, using: &random))
        case 2 where fixture.texts.count > 2:
          fixture.view.performBatchUpdates {
            let (from, to) = (Int.random(in: 0..<fixture.texts.count, using: &random), 0)
            fixture.view.moveSection(from, toSection: to)
            fixture.texts.insert(fixture.texts.remove(at: from), at: to)
          }
        case 3:
          fixture.view.performBatchUpdates {
            let section = Int.random(in: 0..<fixture.texts.count, using: &random)
            fixture.texts[section].insert("new \(step)", at: 0)
            fixture.view.insertItems(at: [path(0, section)])
            if fixture.texts[section].count > 2 {
              fixture.texts[section].removeLast()
              fixture.view.deleteItems(at: [path(fixture.texts[section].count - 1, section)])
            }
          }
        case 4: fixture.app.click(at: CGPoint(x: Int.random(in: 0..<300, using: &random), y: 200))
        default: fixture.app.frame()
        }
        fixture.app.frame()
        if step % 5 == 4 {
          fixture.app.settle()
          fixture.view.checkInvariants()
          for cell in fixture.view.visibleCells {
            let path = try #require(fixture.view.indexPath(for: cell))
            #expect((cell as? TextCell)?.label.text == fixture.texts[path.section][path.item])
          }
        }
      }
    }
  }
}
