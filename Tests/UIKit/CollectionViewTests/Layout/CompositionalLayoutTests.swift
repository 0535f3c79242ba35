import Expectations
import Foundation
import RandomSupport
import TableModel
import TableModelSupport
import Testing
import UIKitCore

@testable import CollectionView

@MainActor @Suite struct CompositionalLayoutTests {
  typealias Size = NSCollectionLayoutSize

  private static func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension) -> Size {
    Size(widthDimension: width, heightDimension: height)
  }

  private static func layout(_ group: NSCollectionLayoutGroup) -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
  }

  private func frames(_ host: FakeHost) -> [CGRect] { host.plan().tiles.map(\.frame) }

  @Test("Subitems are repeated while the group has room, and a section repeats the group")
  func filling() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(0.3), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(50)), subitems: [item])
    let host = FakeHost(Self.layout(group), counts: [4], width: 300)
    expectEqual(
      frames(host),
      [0, 90, 180].map { CGRect(x: $0, y: 0, width: 90, height: 50) } + [CGRect(x: 0, y: 50, width: 90, height: 50)])
    expectEqual(host.layout.contentSize, CGSize(width: 300, height: 100))
  }

  @Test("A number of equal subitems shares the room of the group, less the spacing")
  func sharing() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(1)))
    item.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(40)), subitem: item, count: 3)
    group.interItemSpacing = .fixed(15)
    let host = FakeHost(Self.layout(group), counts: [3], width: 330)
    expectEqual(frames(host), [2, 117, 232].map { CGRect(x: $0, y: 1, width: 94, height: 36) })
  }

  @Test("Groups in groups take their cells in order")
  func nested() {
    let large = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(2.0 / 3), .fractionalHeight(1)))
    let small = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(1)))
    let column = NSCollectionLayoutGroup.vertical(
      layoutSize: Self.size(.fractionalWidth(1.0 / 3), .fractionalHeight(1)), subitem: small, count: 2)
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(100)), subitems: [large, column])
    let host = FakeHost(Self.layout(group), counts: [5], width: 300)
    expectEqual(
      frames(host),
      [
        CGRect(x: 0, y: 0, width: 200, height: 100), CGRect(x: 200, y: 0, width: 100, height: 50),
        CGRect(x: 200, y: 50, width: 100, height: 50), CGRect(x: 0, y: 100, width: 200, height: 100),
        CGRect(x: 200, y: 100, width: 100, height: 50),
      ])
  }

  @Test("Flexible room takes what is left over, between items and around them")
  func flexible() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.absolute(50), .absolute(20)))
    item.edgeSpacing = NSCollectionLayoutEdgeSpacing(
      leading: nil, top: .flexible(0), trailing: nil, bottom: .flexible(0))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(40)), repeatingSubitem: item, count: 3)
    group.interItemSpacing = .flexible(5)
    let host = FakeHost(Self.layout(group), counts: [3], width: 300)
    expectEqual(frames(host), [0, 125, 250].map { CGRect(x: $0, y: 10, width: 50, height: 20) })
  }

  @Test("Headers, footers and backgrounds lie around the groups, and a header may stay in sight")
  func surroundings() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(100)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 6, trailing: 20)
    section.interGroupSpacing = 4
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(30)), elementKind: "header", alignment: .top)
    header.pinToVisibleBounds = true
    let footer = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: Self.size(.absolute(50), .absolute(8)), elementKind: "footer", alignment: .bottomTrailing)
    section.boundarySupplementaryItems = [header, footer]
    let ground = NSCollectionLayoutDecorationItem.background(elementKind: "ground")
    ground.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 1, bottom: 1, trailing: 1)
    section.decorationItems = [ground]
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.interSectionSpacing = 7
    let layout = UICollectionViewCompositionalLayout(section: section, configuration: configuration)
    let host = FakeHost(layout, counts: [2, 2])
    let length = 30.0 + 5 + 204 + 6 + 8
    expectEqual(layout.contentSize.height, length * 2 + 7)
    func frame(_ kind: String, _ category: ElementKinds.Category, _ section: Int) -> CGRect? {
      layout.frame(of: layout.position(IndexPath(item: 0, section: section), kind, category), host.viewport)
    }
    expectEqual(
      layout.layoutAttributesForItem(at: IndexPath(item: 1, section: 1))?.frame,
      CGRect(x: 10, y: length + 7 + 35 + 104, width: 290, height: 100))
    expectEqual(frame("header", .supplementary, 0), CGRect(x: 10, y: 0, width: 290, height: 30))
    expectEqual(frame("footer", .supplementary, 1), CGRect(x: 250, y: length * 2 + 7 - 8, width: 50, height: 8))
    expectEqual(frame("ground", .decoration, 1), CGRect(x: 1, y: length + 8, width: 318, height: length - 2))
    host.scroll(to: CGPoint(x: 0, y: 200))
    expectEqual(frame("header", .supplementary, 0)?.minY, 200)
    let plan = host.plan()
    expect(plan.tiles.contains { $0.frame == frame("ground", .decoration, 0) && $0.zIndex == -1 })
  }

  @Test("A badge is fastened to its item, and seen with it")
  func badges() {
    let badge = NSCollectionLayoutSupplementaryItem(
      layoutSize: Self.size(.absolute(20), .absolute(10)), elementKind: "badge",
      containerAnchor: NSCollectionLayoutAnchor(edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.5, y: -0.5)))
    let item = NSCollectionLayoutItem(
      layoutSize: Self.size(.absolute(100), .absolute(100)), supplementaryItems: [badge])
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(100)), subitems: [item])
    let layout = Self.layout(group)
    let host = FakeHost(layout, counts: [3])
    let badges = host.plan().tiles.filter { !$0.position.isCell }
    expectEqual(badges.map(\.position.item), [0, 1, 2])
    expectEqual(badges[1].frame, CGRect(x: 190, y: -5, width: 20, height: 10))
    expectEqual(layout.frame(of: badges[1].position, host.viewport), badges[1].frame)
    host.isRightToLeft = true
    layout.invalidateLayout()
    expectEqual(
      host.plan().tiles.filter { !$0.position.isCell }[1].frame, CGRect(x: 110, y: -5, width: 20, height: 10))
  }

  @Test("A billion items in groups of known sizes take one group's places")
  func billion() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(0.25), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(40)), subitems: [item])
    let layout = Self.layout(group)
    let host = FakeHost(layout, counts: [1_000_000_000])
    expectEqual(layout.contentSize.height, 10_000_000_000)
    host.scroll(to: CGPoint(x: 0, y: 5_000_000_000))
    expectEqual(host.plan().tiles.map(\.position.item), Array(500_000_000..<500_000_048))
    expect(layout.stack?.sizes(ofSection: 0) == nil)
  }

  @Test("A billion estimated items take little more until they are measured")
  func billionEstimates() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .estimated(44)))
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: Self.size(.fractionalWidth(1), .estimated(44)), subitems: [item])
    let layout = Self.layout(group)
    let host = FakeHost(layout, counts: [1_000_000_000])
    host.scroll(to: CGPoint(x: 0, y: 22_000_000_000))
    host.measureVisible { _ in CGSize(width: 77, height: 50) }
    let tile = host.plan().tiles[1]
    expectEqual(tile.frame, CGRect(x: 0, y: 22_000_000_050, width: 320, height: 50))
    expect(layout.stack?.sizes(ofSection: 0)?.byteCount ?? .max < 40_000)
    let priorities = layout.fittingPriorities(of: tile.position)
    expectEqual(priorities.horizontal, .required)
    expectEqual(priorities.vertical, .fittingSizeLevel)
  }

  @Test("An estimated header is measured, makes room, and keeps its length when the layout is invalidated")
  func estimatedHeader() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .absolute(10)))
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(10)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: Self.size(.fractionalWidth(1), .estimated(20)), elementKind: "header", alignment: .top)
    ]
    let layout = UICollectionViewCompositionalLayout(section: section)
    let host = FakeHost(layout, counts: [1, 1])
    host.measureVisible { _ in CGSize(width: 320, height: 33) }
    expectEqual(layout.contentSize.height, 86)
    layout.invalidateLayout()
    expectEqual(layout.contentSize.height, 86)
    expectEqual(host.plan().firstEstimated, nil)
  }

  @Test("Custom groups have places that the app computes")
  func custom() {
    let group = NSCollectionLayoutGroup.custom(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(60))
    ) { environment in
      let width = environment.container.effectiveContentSize.width
      return [0, 1, 2].map {
        NSCollectionLayoutGroupCustomItem(
          frame: CGRect(x: width / 4 * Double($0), y: 10 * Double($0), width: 20, height: 20))
      }
    }
    let host = FakeHost(Self.layout(group), counts: [4])
    expectEqual(frames(host).map(\.origin), [(0, 0), (80, 10), (160, 20), (0, 60)].map { CGPoint(x: $0.0, y: $0.1) })
  }

  @Test("The section provider is asked for each section, and a missing section ends the program with UIKit's words")
  func provider() async {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(1)))
    var asked: [Int] = []
    let layout = UICollectionViewCompositionalLayout { number, environment in
      asked.append(number)
      let height = NSCollectionLayoutDimension.absolute(
        number == 1 ? 20 : environment.container.contentSize.height / 10)
      return NSCollectionLayoutSection(
        group: .horizontal(
          layoutSize: CompositionalLayoutTests.size(.fractionalWidth(1), height), subitems: [item]))
    }
    let host = FakeHost(layout, counts: [1, 1, 1])
    expectEqual(frames(host).map(\.height), [48, 20, 48])
    expectEqual(asked, [0, 1, 2])
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let layout = UICollectionViewCompositionalLayout { _, _ in nil }
      _ = FakeHost(layout, counts: [5]).plan()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Invalid section definition. Please specify a valid section definition"))
    #expect(text.contains("returned nil for section 0 of 1;"))
  }

  @Test("Random grids of groups lie where one group after the other puts them, measured and updated as well")
  func random() throws {
    for seed in 0..<250 {
      var random = SeededRandom(seed: seed)
      let scene = RandomGroups(seed: seed, using: &random)
      for _ in 0..<4 {
        scene.measureSome(using: &random)
        scene.scroll(using: &random)
        scene.check("measured")
        try scene.batch(using: &random)
        scene.check("updated")
      }
    }
  }
}

/// Rows of a few equal columns, whose heights are known or estimated, beside a model.
@MainActor
private final class RandomGroups {
  private let seed: Int
  private let layout: UICollectionViewCompositionalLayout
  private let host: FakeHost
  private var data: NaiveTable
  private let columns: Int
  private let isEstimated: Bool
  private let insets: NSDirectionalEdgeInsets
  private let spacing, itemSpacing, header, gap: Double
  private let isMirrored: Bool

  init(seed: Int, using random: inout SeededRandom) {
    func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 2 }
    self.seed = seed
    let columns = Int.random(in: 1...4, using: &random)
    let isEstimated = Bool.random(using: &random)
    let insets = NSDirectionalEdgeInsets(
      top: number(0...30), leading: number(0...30), bottom: number(0...30), trailing: number(0...30))
    let (spacing, itemSpacing, header, gap) = (number(0...20), number(0...20), number(0...60), number(0...20))
    let height = NSCollectionLayoutDimension.self
    let length = isEstimated ? height.estimated(RandomBatch.newHeight) : height.absolute(RandomBatch.newHeight)
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: length))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: length), subitem: item,
      count: columns)
    group.interItemSpacing = .fixed(itemSpacing)
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = insets
    section.interGroupSpacing = spacing
    section.supplementariesFollowContentInsets = false
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(header)),
        elementKind: "header", alignment: .top)
    ]
    layout = UICollectionViewCompositionalLayout(section: section)
    layout.configuration.interSectionSpacing = gap
    var data = NaiveTable()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let rows = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        data.makeRow(height: RandomBatch.newHeight, isMeasured: false)
      }
      data.sections.append(data.makeSection(rows: rows))
    }
    self.data = data
    host = FakeHost(layout, counts: Array(data.rowCounts), width: 301, height: 200)
    isMirrored = .random(using: &random)
    host.isRightToLeft = isMirrored
    (self.columns, self.isEstimated, self.insets) = (columns, isEstimated, insets)
    (self.spacing, self.itemSpacing, self.header, self.gap) = (spacing, itemSpacing, header, gap)
  }

  func measureSome(using random: inout SeededRandom) {
    guard isEstimated else { return }
    for _ in 0..<8 {
      guard let section = data.sections.indices.randomElement(using: &random),
        let row = data.sections[section].rows.indices.randomElement(using: &random)
      else { continue }
      let height = Double(Int.random(in: 10...200, using: &random))
      data.sections[section].rows[row].height = height
      data.sections[section].rows[row].isMeasured = true
      layout.makeStackIfNeeded()
      layout.measured(ElementPosition(section: section, item: row), CGSize(width: 1, height: height))
    }
  }

  func scroll(using random: inout SeededRandom) {
    host.scroll(to: CGPoint(x: 0, y: Double(Int.random(in: -50...1000, using: &random))))
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
    let words = "seed \(seed), \(words)"
    var model: [ElementPosition: CGRect] = [:]
    var top = 0.0
    let kind = layout.kinds.number(of: "header", .supplementary)
    let room = 301 - insets.leading - insets.trailing
    let width = (room - itemSpacing * Double(columns - 1)) / Double(columns)
    func add(_ position: ElementPosition, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      model[position] = CGRect(x: isMirrored ? 301 - x - width : x, y: y, width: width, height: height)
    }
    for (number, section) in data.sections.enumerated() {
      if number > 0 { top += gap }
      if header > 0 { add(ElementPosition(kind: kind, section: number, item: 0), 0, top, 301, header) }
      top += header + insets.top
      var row = 0
      while row < section.rows.count {
        if row > 0 { top += spacing }
        let rows = section.rows[row...].prefix(columns)
        for (column, content) in rows.enumerated() {
          let x = insets.leading + (width + itemSpacing) * Double(column)
          add(ElementPosition(section: number, item: row + column), x, top, width, content.height)
        }
        top += rows.map(\.height).max() ?? 0
        row += columns
      }
      top += insets.bottom
    }
    expect(abs(layout.contentSize.height - top) < 0.01, "\(words): \(layout.contentSize), \(top)")
    let plan = host.plan()
    for tile in plan.tiles {
      expect(Comparison.isNear(model[tile.position] ?? .null, tile.frame), "\(words): \(tile)")
    }
    let shown = Set(plan.tiles.map(\.position))
    for (position, frame) in model {
      let found = layout.frame(of: position, host.viewport) ?? .null
      expect(Comparison.isNear(frame, found), "\(words): \(position) at \(found), not \(frame)")
      if frame.intersects(host.layoutBounds.insetBy(dx: 0, dy: 0.01)) {
        expect(shown.contains(position), "\(words): \(position) is not shown")
      } else if !frame.intersects(host.layoutBounds.insetBy(dx: 0, dy: -0.01)) {
        expect(!shown.contains(position), "\(words): \(position) is shown")
      }
    }
  }
}
