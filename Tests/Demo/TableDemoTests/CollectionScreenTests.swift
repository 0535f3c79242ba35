import CollectionView
import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import DemoParts
@testable import TableDemo

/// The screen of collection views, and the collection view of the screen `diffable`.
extension ScreenTests {
  private func openCollections() -> CollectionController {
    app.becomeCurrent()
    let screen = CollectionController()
    app.window.rootViewController = ScreenNavigation.alone(screen, named: .collection)
    app.settle()
    return screen
  }

  @Test("collection: a billion squares scroll in the cells made at first, and the line at the top counts them")
  func squares() throws {
    let screen = openCollections()
    let view = try #require(screen.scriptedView as? UICollectionView)
    expectEqual(screen.rowCount, 1_000_000_000)
    let status = texts(of: screen.view).first { $0.hasPrefix("1,000,000,000 items: ") }
    expect(try #require(status).contains("\(view.visibleCells.count) of them on screen"))
    for offset in [30_000.0, 4_000_000, 2_000_000_000] {
      view.contentOffset.y = offset
      app.settle()
    }
    view.checkInvariants()
    let later = try #require(texts(of: screen.view).first { $0.hasPrefix("1,000,000,000 items: ") })
    let words = later.split(separator: " ")
    // A line more than fits is cut at both ends of the view.
    let made = try #require(Int(words[2]))
    expect(made <= view.visibleCells.count + 40, "\(later)")
    expect(!later.hasSuffix("again 0 times"))
  }

  @Test("collection: L leads through squares, photos, cards and an outline, each with its code, and back")
  func layouts() throws {
    let screen = openCollections()
    for (count, code) in [
      (1440, "sectionHeadersPinToVisibleBounds"), (3000, "NSCollectionLayoutGroup"), (16, "outline.append"),
    ] {
      app.key(.keyboardL)
      app.settle()
      let view = try #require(screen.scriptedView as? UICollectionView)
      expectEqual(screen.rowCount, count)
      expect(!view.visibleCells.isEmpty && texts(of: screen.view).contains { $0.contains(code) })
      view.checkInvariants()
    }
    app.key(.keyboardL)
    app.settle()
    expectEqual(screen.rowCount, 1_000_000_000)
  }

  @Test("collection: items of the outline show those below them, and hide them again, by a click on the mark")
  func outlineItems() throws {
    let screen = openCollections()
    for _ in 0..<3 { app.key(.keyboardL) }
    app.settle()
    let view = try #require(screen.scriptedView as? UICollectionView)
    let count = view.numberOfItems(inSection: 0)
    expect(texts(of: view).contains("Green anole"))
    let source = try #require(view.dataSource as? any OutlineSource)
    source.toggleExpansion(at: IndexPath(item: 0, section: 0))
    app.settle()
    expectEqual(view.numberOfItems(inSection: 0), 5)
    expect(!texts(of: view).contains("Green anole"))
    source.toggleExpansion(at: IndexPath(item: 0, section: 0))
    app.settle()
    expectEqual(view.numberOfItems(inSection: 0), count)
    view.checkInvariants()
  }

  @Test("diffable: K shows the snapshot in a collection view, which follows every change as the table does")
  func bothViews() throws {
    app.becomeCurrent()
    let screen = DiffableController()
    app.window.rootViewController = ScreenNavigation.alone(screen)
    app.settle()
    app.key(.keyboardK)
    app.settle()
    let view = try #require(subviews(UICollectionView.self, of: screen.view).first)
    func compare() {
      expectEqual(view.numberOfSections, screen.latest.numberOfSections)
      for (section, id) in screen.latest.sectionIdentifiers.enumerated() {
        expectEqual(view.numberOfItems(inSection: section), screen.latest.numberOfItems(inSection: id))
      }
      for path in view.indexPathsForVisibleItems {
        let id = screen.latest.sectionIdentifiers[path.section]
        let item = screen.latest.itemIdentifiers(inSection: id)[path.item]
        expect(view.cellForItem(at: path).map { texts(of: $0).contains(GroupedNumber.string(item)) } == true)
      }
      view.checkInvariants()
      screen.scriptedTable.checkInvariants()
    }
    expect(screen.scriptedTable.isHidden && !view.isHidden)
    for key in [
      UIKeyboardHIDUsage.keyboardI, .keyboardD, .keyboardM, .keyboardS, .keyboardA, .keyboardT, .keyboardL, .keyboardC,
      .keyboardF, .keyboardF, .keyboardR, .keyboardN,
    ] {
      app.key(key)
      app.settle()
      compare()
    }
    app.key(.keyboardK)
    app.settle()
    expect(view.isHidden && !screen.scriptedTable.isHidden)
  }

  private func subviews<View: UIView>(_ type: View.Type, of view: UIView) -> [View] {
    view.subviews.flatMap { child in (child as? View).map { [$0] } ?? subviews(type, of: child) }
  }
}
