import Expectations
import Foundation
import Testing
import UIKitCore

@testable import CollectionView

@MainActor @Suite struct AppLayoutTests {
  @Test("An app's layout is prepared once after each invalidation, and asked for the visible rectangle")
  func circle() {
    let layout = Circle()
    let host = FakeHost(layout, counts: [12])
    let plan = host.plan()
    _ = host.plan()
    expectEqual(layout.preparations, 1)
    expectEqual(layout.asked, [host.layoutBounds, host.layoutBounds])
    expectEqual(plan.tiles.map(\.position.item), Array(0..<12))
    layout.invalidateLayout()
    expectEqual(host.invalidations, 1)
    _ = host.plan()
    expectEqual(layout.preparations, 2)
  }

  @Test("Transform, alpha and order of an app's attributes can be read for what is visible")
  func attributes() {
    let layout = Circle()
    let host = FakeHost(layout, counts: [12])
    let tiles = host.plan().tiles
    expectEqual(tiles[3].zIndex, 3)
    expect(layout.hasAttributes)
    let attributes = layout.attributes(of: tiles[3].position)
    expectEqual(attributes?.alpha, 0.5)
    expectEqual(attributes?.transform, CGAffineTransform(rotationAngle: 3))
    // A tile is the place before the transform.
    expectEqual(tiles[3].frame.size, CGSize(width: 40, height: 40))
    expect(layout.attributes(of: ElementPosition(section: 0, item: 12)) == nil)
  }

  @Test("Supplementary and decoration views of an app's layout have kinds of their own")
  func kinds() {
    let layout = Circle()
    layout.hasExtras = true
    let host = FakeHost(layout, counts: [1])
    let tiles = host.plan().tiles
    expectEqual(tiles.count, 3)
    expectEqual(layout.kinds.kind(tiles[1].position.kind).name, "title")
    #expect(layout.kinds.kind(tiles[2].position.kind).category == .decoration)
  }

  @Test("A class derived from the flow layout may change the attributes that it gets from it")
  func derived() {
    let layout = Shrinking()
    let host = FakeHost(layout, counts: [9])
    let tiles = host.plan().tiles
    expectEqual(tiles.count, 9)
    expectEqual(tiles[5].frame, CGRect(x: 0, y: 60, width: 50, height: 50))
    expectEqual(layout.attributes(of: tiles[4].position)?.transform, CGAffineTransform(scaleX: 0.5, y: 0.5))
    expectEqual(layout.attributes(of: tiles[4].position)?.frame.width, 25)
  }

  @Test("A class derived from the flow layout sizes itself, and hears of preferred attributes")
  func derivedEstimates() {
    let layout = Shrinking()
    layout.estimatedItemSize = CGSize(width: 150, height: 30)
    let host = FakeHost(layout, counts: [4])
    host.measureVisible { CGSize(width: 320, height: 40 + Double($0.item)) }
    expectEqual(layout.contentSize.height, 40 + 41 + 42 + 43 + 30)
    expectEqual(layout.preferences, 4)
    expectEqual(host.plan().firstEstimated, nil)
  }

  @Test("An app's own layout hears once of the size that each cell prefers")
  func preferred() {
    let layout = Circle()
    let host = FakeHost(layout, counts: [2])
    host.measureVisible { _ in CGSize(width: 10, height: 10) }
    expectEqual(layout.preferences, [CGSize(width: 10, height: 10), CGSize(width: 10, height: 10)])
    _ = host.plan()
    expectEqual(layout.preferences.count, 2)
  }

  @Test("Attributes are copied with their class, compared by value, and keep their size under a transform")
  func copies() {
    let attributes = Tinted(forCellWith: IndexPath(item: 3, section: 1))
    attributes.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    attributes.tint = 5
    let copy = attributes.copy() as? Tinted
    expectEqual(copy?.tint, 5)
    expect(attributes.isEqual(copy))
    copy?.tint = 6
    expect(!attributes.isEqual(copy))
    attributes.transform = CGAffineTransform(scaleX: 2, y: 2)
    expectEqual(attributes.frame, CGRect(x: -5, y: 0, width: 60, height: 80))
    expectEqual(attributes.bounds, CGRect(x: 0, y: 0, width: 30, height: 40))
    attributes.frame = CGRect(x: 0, y: 0, width: 60, height: 80)
    expectEqual(attributes.size, CGSize(width: 30, height: 40))
    expectEqual(attributes.center, CGPoint(x: 30, y: 40))
  }

  @Test("Attributes for an item that does not exist end the program with UIKit's words")
  func mistake() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let layout = Circle()
      let host = FakeHost(layout, counts: [12])
      layout.prepareIfNeeded()
      host.counts = [3]
      _ = host.plan()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("UICollectionView received layout attributes for a cell with an index path that does not exist"))
  }
}

/// Items on a circle.
private final class Circle: UICollectionViewLayout {
  var preparations = 0
  var asked: [CGRect] = []
  var preferences: [CGSize] = []
  var hasExtras = false
  private var all: [UICollectionViewLayoutAttributes] = []

  override func prepare() {
    preparations += 1
    guard let host else { return }
    all = (0..<host.itemCount(inSection: 0)).reversed().map { item in
      let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: item, section: 0))
      let angle = Double(item) * .pi / 6
      attributes.size = CGSize(width: 40, height: 40)
      attributes.center = CGPoint(x: 160 + 100 * cos(angle), y: 160 + 100 * sin(angle))
      attributes.transform = CGAffineTransform(rotationAngle: Double(item))
      attributes.alpha = 0.5
      attributes.zIndex = item
      return attributes
    }
    guard hasExtras else { return }
    let path = IndexPath(item: 0, section: 0)
    let title = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: "title", with: path)
    let ground = UICollectionViewLayoutAttributes(forDecorationViewOfKind: "ground", with: path)
    for attributes in [title, ground] { attributes.frame = CGRect(x: 0, y: 0, width: 320, height: 320) }
    all += [title, ground]
  }

  override var collectionViewContentSize: CGSize { CGSize(width: 320, height: 320) }
  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    asked.append(rect)
    return all.filter { $0.frame.intersects(rect) }
  }
  override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    all.first { $0.indexPath == indexPath }
  }
  override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    preferences.append(preferredAttributes.size)
    return false
  }
}

/// A flow layout whose cells are half as large.
private final class Shrinking: UICollectionViewFlowLayout {
  var preferences = 0

  override func prepare() {
    super.prepare()
    minimumLineSpacing = 10
  }
  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    super.layoutAttributesForElements(in: rect)?.map { attributes in
      attributes.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
      return attributes
    }
  }
  override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    preferences += 1
    return super.shouldInvalidateLayout(
      forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
  }
}

private final class Tinted: UICollectionViewLayoutAttributes {
  var tint = 0

  override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? Tinted)?.tint = tint
    return copy
  }
  override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? Tinted)?.tint == tint
  }
}
