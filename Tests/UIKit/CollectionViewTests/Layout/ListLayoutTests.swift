import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import CollectionView

@MainActor @Suite struct ListLayoutTests {
  @Test("A list's rows are as high as their cells need, and what is below follows")
  func heights() {
    let scene = ListScene(.plain, [3]) { cell, path in
      var content = cell.defaultContentConfiguration()
      content.text = path.item == 1 ? "two\nlines\nand three" : "one"
      cell.contentConfiguration = content
    }
    let frames = scene.cells.map(\.frame)
    expectEqual(frames.map(\.width), [300, 300, 300])
    expect(frames[1].height > frames[0].height)
    expectEqual(frames[2].minY, frames[1].maxY)
    expectEqual(frames[0].height, frames[2].height)
    expectEqual(scene.view.contentSize.height, frames[2].maxY)
  }

  @Test("Cards of an inset list have room at their sides and around sections, and round the corners of their ends")
  func cards() {
    let scene = ListScene(.insetGrouped, [2, 1])
    let cells = scene.cells
    expectEqual(cells.map(\.frame.minX), [16, 16, 16])
    expectEqual(cells[0].frame.minY, 18)
    expectEqual(cells[2].frame.minY, cells[1].frame.maxY + 36)
    expectEqual(cells.map(\.layer.cornerRadius), [10, 10, 10])
    expectEqual(cells[0].layer.maskedCorners, [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    expectEqual(cells[1].layer.maskedCorners, [.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
    expectEqual(cells[2].layer.maskedCorners, .all)
  }

  @Test("Rows of a plain list have a line below that begins at the text, and no line where the list has none")
  func separators() {
    let plain = ListScene(.plain, [2])
    expectEqual(plain.lines(of: 0).map(\.frame.minX), [16])
    expectEqual(plain.lines(of: 1).count, 1)
    expectEqual(ListScene(.grouped, [2]).lines(of: 1).count, 0)
    expectEqual(ListScene(.sidebar, [2]).lines(of: 0).count, 0)
    let own = ListScene(
      .plain, [2],
      look: {
        $0.itemSeparatorHandler = { path, look in
          var look = look
          look.bottomSeparatorVisibility = path.item == 0 ? .hidden : .visible
          look.bottomSeparatorInsets = NSDirectionalEdgeInsets(top: 0, leading: 40, bottom: 0, trailing: 10)
          return look
        }
      })
    expectEqual(own.lines(of: 0).count, 0)
    expectEqual(own.lines(of: 1).map(\.frame.minX), [40])
    expectEqual(own.lines(of: 1).map(\.frame.width), [250])
  }

  @Test("Accessories take room from the content at their side, in edit mode those of edit mode")
  func accessories() {
    let scene = ListScene(.plain, [1]) { cell, _ in
      cell.accessories = [.label(text: "12"), .disclosureIndicator(displayed: .whenNotEditing), .delete(), .reorder()]
    }
    let cell = scene.cells[0]
    let wide = cell.contentView.frame
    expectEqual(wide.minX, 0)
    expect(wide.maxX < 300 - 22 - 16)
    expectEqual(scene.accessories.map(\.kind), [.label("12"), .disclosureIndicator])
    scene.view.isEditing = true
    scene.app.frame()
    expect(cell.contentView.frame.minX > 22)
    expectEqual(scene.accessories.map(\.kind), [.delete, .label("12"), .reorder])
  }

  @Test("A press on a button among accessories calls its action, and one on a sign presses the cell")
  func buttons() {
    var pressed = 0
    let scene = ListScene(.plain, [1]) { cell, _ in
      cell.accessories = [.disclosureIndicator(), .delete(displayed: .always) { pressed += 1 }]
    }
    let views = scene.accessories
    func middle(_ view: UIView) -> CGPoint { CGPoint(x: view.bounds.midX, y: view.bounds.midY) }
    expect(views[0].hitTest(middle(views[0]), with: nil) === views[0])
    expect(views[1].hitTest(middle(views[1]), with: nil) == nil)
    views[0].sendActions(for: .touchUpInside)
    expectEqual(pressed, 1)
  }

  @Test("An outline's sign turns with its item and toggles it, and its cells are moved by their level")
  func outline() {
    let scene = ListScene(.sidebar, [3]) { cell, path in
      if path.item == 0 { cell.accessories = [.outlineDisclosure()] }
    }
    expectEqual(scene.cells.map(\.contentView.frame.minX), [0, 10, 20])
    scene.accessories[0].sendActions(for: .touchUpInside)
    expectEqual(scene.toggled, [IndexPath(item: 0, section: 0)])
    expect(scene.cells[0].configurationState.isExpanded)
  }

  @Test("All signs of accessories exist")
  func signs() {
    for name in [
      "chevron.right", "chevron.backward", "chevron.down", "checkmark", "minus.circle.fill", "plus.circle.fill",
      "line.3.horizontal", "checkmark.circle.fill", "circle",
    ] { expect(UIImage(systemName: name) != nil, "\(name)") }
  }

  @Test("A list has headers of its mode: views that stay in sight in a plain list, or the first items")
  func headers() {
    var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
    configuration.headerMode = .supplementary
    configuration.footerMode = .supplementary
    let layout = UICollectionViewCompositionalLayout.list(using: configuration)
    let host = FakeHost(layout, counts: [30, 2])
    host.measureVisible { CGSize(width: 320, height: $0.isCell ? 40 : 20) }
    let header = layout.position(IndexPath(item: 0, section: 0), FlowKinds.header, .supplementary)
    expectEqual(layout.frame(of: header, host.viewport), CGRect(x: 0, y: 22, width: 320, height: 20))
    host.scroll(to: CGPoint(x: 0, y: 300))
    expectEqual(layout.frame(of: header, host.viewport)?.minY, 300)
    configuration.headerMode = .firstItemInSection
    configuration.footerMode = .none
    let first = ListScene(configuration, [2])
    expectEqual(first.cells[0].defaultContentConfiguration(), .plainHeader())
    expectEqual(first.cells[1].defaultContentConfiguration(), .cell())
  }

  @Test("A cell that stands for a header looks as headers of its list do, from the moment it is made")
  func headerCells() {
    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    configuration.headerMode = .supplementary
    let scene = ListScene(configuration, [2])
    let header = scene.view.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader).first
    expectEqual((header as? UICollectionViewListCell)?.backgroundConfiguration, .listGroupedHeaderFooter())
    expectEqual(scene.defaults, [.cell(), .cell(), .groupedHeader()])
    expectEqual(scene.view.backgroundColor, .systemGroupedBackground)
    scene.view.backgroundColor = .systemRed
    scene.view.collectionViewLayout.invalidateLayout()
    scene.app.frame()
    expectEqual(scene.view.backgroundColor, .systemRed)
    configuration = UICollectionLayoutListConfiguration(appearance: .grouped)
    configuration.headerMode = .firstItemInSection
    expectEqual(ListScene(configuration, [2]).defaults, [.groupedHeader(), .cell()])
  }

  @Test("A million rows of a list cost what those on screen cost")
  func million() {
    let scene = ListScene(.plain, [1_000_000])
    expect(scene.made < 40, "\(scene.made)")
    scene.view.contentOffset.y = 20_000_000
    scene.app.frame()
    expect(scene.made < 40, "\(scene.made)")
    expectEqual(scene.cells.count, scene.view.indexPathsForVisibleItems.count)
  }
}

/// A list in a window.
@MainActor
private final class ListScene: NSObject, UICollectionViewDataSource, OutlineSource {
  let app: TestApplication
  let view: UICollectionView
  private let counts: [Int]
  private let configure: (UICollectionViewListCell, IndexPath) -> Void
  private(set) var toggled: [IndexPath] = []
  /// What cells had as their content when they were made.
  private(set) var defaults: [UIListContentConfiguration] = []

  init(
    _ configuration: UICollectionLayoutListConfiguration, _ counts: [Int],
    configure: @escaping (UICollectionViewListCell, IndexPath) -> Void = { _, _ in }
  ) {
    app = TestApplication(size: CGSize(width: 300, height: 440))
    view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 440),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
    self.counts = counts
    self.configure = configure
    super.init()
    view.register(CountedCell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      UICollectionViewListCell.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "part")
    CountedCell.made = 0
    view.dataSource = self
    app.window.addSubview(view)
    app.frame()
  }

  convenience init(
    _ appearance: UICollectionLayoutListConfiguration.Appearance, _ counts: [Int],
    configure: @escaping (UICollectionViewListCell, IndexPath) -> Void = { _, _ in }
  ) {
    self.init(UICollectionLayoutListConfiguration(appearance: appearance), counts, configure: configure)
  }

  convenience init(
    _ appearance: UICollectionLayoutListConfiguration.Appearance, _ counts: [Int],
    look: (inout UICollectionLayoutListConfiguration) -> Void
  ) {
    var configuration = UICollectionLayoutListConfiguration(appearance: appearance)
    look(&configuration)
    self.init(configuration, counts)
  }

  var made: Int { CountedCell.made }

  var cells: [UICollectionViewListCell] {
    view.indexPathsForVisibleItems.sorted().compactMap { view.cellForItem(at: $0) as? UICollectionViewListCell }
  }

  /// The lines that a cell shows.
  func lines(of item: Int) -> [UIView] {
    cells[item].subviews.filter { !$0.isHidden && $0.frame.height == 1 }
  }

  /// The accessories of the first cell, from the left.
  var accessories: [AccessoryView] {
    cells[0].subviews.compactMap { $0 as? AccessoryView }.sorted { $0.frame.minX < $1.frame.minX }
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    counts[section]
  }
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    guard let cell = cell as? UICollectionViewListCell else { return cell }
    var content = cell.defaultContentConfiguration()
    defaults.append(content)
    content.text = "row"
    cell.contentConfiguration = content
    configure(cell, indexPath)
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    let view = collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "part", for: indexPath)
    if let cell = view as? UICollectionViewListCell {
      defaults.append(cell.defaultContentConfiguration())
      cell.contentConfiguration = cell.defaultContentConfiguration()
    }
    return view
  }

  func outlineLevel(at path: IndexPath) -> Int? {
    let layout = view.collectionViewLayout as? UICollectionViewCompositionalLayout
    return layout?.section(0)?.listConfiguration?.isSidebar == true ? path.item : nil
  }
  func isExpanded(at path: IndexPath) -> Bool { toggled.contains(path) }
  func toggleExpansion(at path: IndexPath) { toggled.append(path) }
}

private final class CountedCell: UICollectionViewListCell {
  static var made = 0

  override init(frame: CGRect) {
    Self.made += 1
    super.init(frame: frame)
  }

  required init?(coder: NSCoder) { nil }
}
