import CollectionView
import Foundation
import Typesetting
import UIKitCore
import UIKitGrid

/// What a probe scrolls.
enum ProbeKind: String {
  /// Rows of three labels.
  case table
  /// Rows of as many labels as a row of the grid has cells, and as high.
  case columns
  /// A grid of cells with a label each, with headers.
  case grid
  /// Items of a flow layout, as wide and high as the rows of `table`, with the same labels.
  case items
  /// Equal squares of a flow layout, many on a line, with a label each.
  case squares
  /// The table below a navigation bar, in its middle, up and down by as much as a large title is high.
  case bar
  /// The same at its top, below a bar whose large title collapses meanwhile.
  case title
}

/// A window full of rows, or of a grid, that scrolls, driven by hand on any platform.
@MainActor
final class ProbeScene: NSObject {
  static let size = CGSize(width: 1280, height: 800)

  private let application: UIApplication
  private let window: UIWindow
  private let content: any ProbeContent
  private let hasUpdates: Bool
  private let isLed: Bool
  private var link: CADisplayLink?
  private let tool: ProbeTool?

  /// Opens the window in the middle of the content, so that no end is reached.
  /// - Parameters:
  ///   - advance: points scrolled in a frame.
  ///   - hasNewWords: no row shares a word with another.
  ///   - hasUpdates: a row comes or goes before each frame.
  ///   - labels: how many stand beside the rows.
  ///   - isListenedTo: an assistive tool has asked for all nodes, and a frame takes its time.
  ///   - isLed: nothing scrolls by itself; the tool goes to rows before each frame.
  init(
    application: UIApplication, kind: ProbeKind, rows: Int, advance: CGPoint, hasNewWords: Bool, hasUpdates: Bool,
    labels: Int, isListenedTo: Bool, isLed: Bool
  ) {
    self.application = application
    self.hasUpdates = hasUpdates
    self.isLed = isLed
    let texts = (0..<1000).map { hasNewWords ? ProbeText(wordsOf: $0) : ProbeText($0) }
    window = UIWindow(frame: CGRect(origin: .zero, size: Self.size))
    let frame = CGRect(origin: .zero, size: Self.size)
    content =
      switch kind {
      case .grid: GridContent(frame, rows, texts)
      case .items, .squares: ItemContent(frame, rows, texts, isSquare: kind == .squares)
      case .table, .columns: TableContent(frame, rows, texts, isWide: kind == .columns)
      case .bar, .title: BarContent(rows, texts, isLarge: kind == .title)
      }
    tool = isListenedTo ? ProbeTool(listeningTo: application) : nil
    super.init()
    let content = content
    let view = content.view
    content.enter(window)
    let column = UIView(frame: CGRect(x: Self.size.width - 100, y: 0, width: 100, height: Self.size.height))
    for number in 0..<labels {
      let label = UILabel(frame: CGRect(x: 0, y: CGFloat(number) * 20, width: 100, height: 20))
      label.text = "Figure \(number)"
      column.addSubview(label)
    }
    if labels > 0 { window.addSubview(column) }
    window.makeKeyAndVisible()
    application.frameLoop.pacing = .uncapped
    application.frameLoop.turn()
    tool?.walk()
    view.contentOffset = content.start
    guard !isLed else {
      tool?.findRows(of: rows)
      return
    }
    let link = CADisplayLink { [unowned view] _ in
      view.contentOffset = content.place(after: view.contentOffset, by: advance)
    }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  /// What the tool has asked so far.
  var calls: Int { tool?.calls ?? 0 }
  /// Rows, or cells, bound so far.
  var bound: Int { content.bound }
  var visibleRows: Int { content.visibleCount }
  /// Cells made so far.
  var created: Int { application.frameLoop.profiler.totals.cellsCreated }
  /// Whether frames showed what is beyond the content.
  var isBeyondEnd: Bool {
    let view = content.view
    return view.contentOffset.y > view.contentSize.height - view.bounds.height
      || view.contentOffset.x > max(0, view.contentSize.width - view.bounds.width)
  }
  /// Labels of what is bound at once.
  var labelsPerBound: Int { content.labelsPerBound }
  /// Commands of all display lists so far.
  var drawCommands: Int { application.frameLoop.profiler.totals.drawCommands }

  /// Text bitmaps made so far; a backend may make them a frame after their row came, when they can be seen.
  var rasterized: Int { application.frameLoop.profiler.totals.rendering.textRasterized }

  /// What the text engine did so far.
  var words: TextEngineCounts { application.frameLoop.profiler.totals.words }

  /// Events, one step of the scroll, layout, display list, and whatever the backend does with it.
  func frame() {
    if hasUpdates { content.change() }
    tool?.passTime()
    if isLed { tool?.goOn() }
    application.frameLoop.turn()
  }
}

/// Something that scrolls and counts what it is asked for.
@MainActor
private protocol ProbeContent: AnyObject {
  var view: UIScrollView { get }
  var bound: Int { get }
  var visibleCount: Int { get }
  var labelsPerBound: Int { get }
  /// The offset from which it scrolls.
  var start: CGPoint { get }
  /// Shows it in the window.
  func enter(_ window: UIWindow)
  /// The next offset.
  func place(after offset: CGPoint, by advance: CGPoint) -> CGPoint
  /// A row comes, or goes again.
  func change()
}

extension ProbeContent {
  /// In the middle, so that no end is reached.
  var start: CGPoint { CGPoint(x: 0, y: (view.contentSize.height / 2).rounded()) }
  func enter(_ window: UIWindow) { window.addSubview(view) }
  func place(after offset: CGPoint, by advance: CGPoint) -> CGPoint {
    CGPoint(x: offset.x + advance.x, y: offset.y + advance.y)
  }
  func change() {}
}

private final class TableContent: NSObject, ProbeContent, UITableViewDataSource {
  private let table: UITableView
  private let rows: Int
  private var isLonger = false
  private let texts: [ProbeText]
  private let isWide: Bool
  private(set) var bound = 0

  init(_ frame: CGRect, _ rows: Int, _ texts: [ProbeText], isWide: Bool) {
    self.rows = rows
    self.texts = texts
    self.isWide = isWide
    table = UITableView(frame: frame, style: .plain)
    super.init()
    table.register(isWide ? ProbeColumnsRow.self : ProbeRow.self, forCellReuseIdentifier: "row")
    table.rowHeight = isWide ? ProbeColumnsRow.height : ProbeRow.height
    table.dataSource = self
  }

  var view: UIScrollView { table }
  var visibleCount: Int { table.visibleCells.count }
  var labelsPerBound: Int { isWide ? ProbeColumnsRow.labels : ProbeRow.labels }

  func change() {
    isLonger.toggle()
    table.beginUpdates()
    let first = [IndexPath(row: 0, section: 0)]
    if isLonger { table.insertRows(at: first, with: .none) } else { table.deleteRows(at: first, with: .none) }
    table.endUpdates()
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows + (isLonger ? 1 : 0) }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    bound += 1
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    (cell as? ProbeRow)?.show(texts[indexPath.row % texts.count])
    (cell as? ProbeColumnsRow)?.show(texts, from: indexPath.row)
    return cell
  }
}

private final class GridContent: NSObject, ProbeContent, GridViewDataSource {
  private let grid: GridView
  private let rows: Int
  private let texts: [ProbeText]
  private(set) var bound = 0

  init(_ frame: CGRect, _ rows: Int, _ texts: [ProbeText]) {
    self.rows = rows
    self.texts = texts
    grid = GridView(frame: frame)
    super.init()
    grid.register(GridTextCell.self, forCellReuseIdentifier: "cell")
    grid.columnWidth = ProbeColumnsRow.columnWidth
    grid.rowHeight = ProbeColumnsRow.height
    grid.dataSource = self
  }

  var view: UIScrollView { grid }
  /// Cut at both ends of a row and a column, whichever way it goes: as many cells are on screen.
  var start: CGPoint {
    CGPoint(x: (view.contentSize.width / 2).rounded() + 5, y: (view.contentSize.height / 2).rounded() + 5)
  }
  var visibleCount: Int { grid.visibleCells.count }
  var labelsPerBound: Int { 1 }

  func numberOfRows(in gridView: GridView) -> Int { rows }
  func numberOfColumns(in gridView: GridView) -> Int { 16_384 }

  func gridView(_ gridView: GridView, cellForItemAt position: GridPosition) -> GridViewCell {
    bound += 1
    let cell = gridView.dequeueReusableCell(withIdentifier: "cell")
    (cell as? GridTextCell)?.textLabel.text = texts[(position.row + position.column) % texts.count].detail
    return cell
  }
}

private final class ItemContent: NSObject, ProbeContent, UICollectionViewDataSource {
  private let items: UICollectionView
  private let count: Int
  private let texts: [ProbeText]
  private let isSquare: Bool
  private(set) var bound = 0

  init(_ frame: CGRect, _ count: Int, _ texts: [ProbeText], isSquare: Bool) {
    (self.count, self.texts, self.isSquare) = (count, texts, isSquare)
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = isSquare ? ProbeItem.square : CGSize(width: frame.width, height: ProbeRow.height)
    layout.minimumLineSpacing = isSquare ? 4 : 0
    layout.minimumInteritemSpacing = isSquare ? 4 : 0
    items = UICollectionView(frame: frame, collectionViewLayout: layout)
    super.init()
    items.backgroundColor = .systemBackground
    items.register(ProbeItem.self, forCellWithReuseIdentifier: "item")
    items.dataSource = self
  }

  var view: UIScrollView { items }
  var visibleCount: Int { items.visibleCells.count }
  var labelsPerBound: Int { isSquare ? 1 : ProbeRow.labels }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    bound += 1
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
    (cell as? ProbeItem)?.show(texts[indexPath.item % texts.count], isSquare: isSquare)
    return cell
  }
}

/// A table below a navigation bar.
private final class BarContent: ProbeContent {
  private let screen: ProbeScreen
  private let navigation: UINavigationController
  private let isLarge: Bool
  private var way = BarWay()

  init(_ rows: Int, _ texts: [ProbeText], isLarge: Bool) {
    self.isLarge = isLarge
    screen = ProbeScreen("Rows", rows, texts)
    navigation = UINavigationController(rootViewController: screen)
    navigation.navigationBar.prefersLargeTitles = isLarge
  }

  var view: UIScrollView { screen.tableView }
  var bound: Int { screen.bound }
  var visibleCount: Int { screen.tableView.visibleCells.count }
  var labelsPerBound: Int { ProbeRow.labels }
  var start: CGPoint { BarWay.start(in: view, isLarge: isLarge) }

  func enter(_ window: UIWindow) { window.rootViewController = navigation }

  func place(after offset: CGPoint, by advance: CGPoint) -> CGPoint { way.place(after: offset, by: advance.y) }
}

/// A way down and up again by as much as a large title is high.
struct BarWay {
  /// In points, as UIKit's.
  private static let height: CGFloat = 52
  private var top: CGFloat?
  private var isAscending = false

  /// The offset from which it goes: at the top, where a large title collapses and comes back, or further down, where a bar
  /// without one stays as it is. Asked while the content rests at its top.
  @MainActor
  static func start(in view: UIScrollView, isLarge: Bool) -> CGPoint {
    CGPoint(x: 0, y: view.contentOffset.y + (isLarge ? 0 : 600))
  }

  /// The next offset; the first one given is where it begins.
  mutating func place(after offset: CGPoint, by advance: CGFloat) -> CGPoint {
    let top = self.top ?? offset.y
    self.top = top
    if offset.y >= top + Self.height { isAscending = true }
    if offset.y <= top { isAscending = false }
    return CGPoint(x: 0, y: min(max(offset.y + (isAscending ? -advance : advance), top), top + Self.height))
  }
}

/// A screen with a table of rows of three labels.
final class ProbeScreen: UITableViewController {
  private let rows: Int
  private let texts: [ProbeText]
  private(set) var bound = 0

  init(_ title: String, _ rows: Int, _ texts: [ProbeText]) {
    self.rows = rows
    self.texts = texts
    super.init(style: .plain)
    self.title = title
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(ProbeRow.self, forCellReuseIdentifier: "row")
    tableView.rowHeight = ProbeRow.height
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    bound += 1
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    (cell as? ProbeRow)?.show(texts[indexPath.row % texts.count])
    return cell
  }
}

/// The frames that are counted, and nothing else: callgrind collects while this runs, found by its name.
@MainActor
@inline(never)
func countedFrames(_ scene: ProbeScene, _ frames: Int) {
  for _ in 0..<frames { scene.frame() }
}
