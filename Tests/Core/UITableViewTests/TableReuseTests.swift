import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: reuse")
struct TableReuseTests {
  final class CountingCell: UITableViewCell {
    var stored = ["kept"]
    var preparations = 0
    override func prepareForReuse() {
      super.prepareForReuse()
      preparations += 1
    }
  }

  @Test(
    "a pool hit runs prepareForReuse, a miss makes a registered cell without it, and nothing registered gives nil")
  func dequeue() throws {
    let fixture = TableFixture(sections: [100]) { table, _ in
      table.register(CountingCell.self, forCellReuseIdentifier: "cell")
    }
    let first = try #require(fixture.table.cellForRow(at: IndexPath(row: 0, section: 0)) as? CountingCell)
    expectEqual(first.preparations, 0)
    expectEqual(first.stored, ["kept"])
    expect(first.reuseIdentifier == "cell" && first.style == .default)
    fixture.scroll(to: 44 * 50)
    let used = fixture.table.visibleCells.compactMap { $0 as? CountingCell }
    expect(used.contains { $0 === first })
    expect(used.contains { $0.preparations == 1 })
    expect(fixture.table.dequeueReusableCell(withIdentifier: "other") == nil)
  }

  final class LaidOutTable: UITableView {
    var layouts = 0
    override func layoutSubviews() {
      super.layoutSubviews()
      layouts += 1
    }
  }

  @Test("a frame in which rows come and leave lays the table out once, as does a subview of the app's that comes")
  func layouts() {
    let app = TestApplication()
    let source = ScriptedTable(sections: [100])
    let table = LaidOutTable(frame: CGRect(x: 0, y: 0, width: 300, height: 440), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    app.window.addSubview(table)
    app.settle()
    let first = table.indexPathsForVisibleRows
    table.layouts = 0
    table.contentOffset.y = 44 * 3
    app.frame()
    expect(table.indexPathsForVisibleRows != first)
    expectEqual(table.layouts, 1)
    table.addSubview(UIView())
    app.frame()
    expectEqual(table.layouts, 2)
  }

  /// As apps write cells: not `required`, with properties of their own, calling up.
  final class StatefulCell: UITableViewCell {
    let badge = UILabel(frame: .zero)
    var history: [String] = ["made"]
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
      history.append("initialised")
      contentView.addSubview(badge)
    }
    required init?(coder: NSCoder) { nil }
  }

  class GenericCell<Value>: UITableViewCell {
    var value: Value?
    var initialised = false
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      initialised = true
    }
    required init?(coder: NSCoder) { nil }
  }

  final class StatefulHeader: UITableViewHeaderFooterView {
    var history: [String] = ["made"]
    override init(reuseIdentifier: String?) {
      super.init(reuseIdentifier: reuseIdentifier)
      history.append("initialised")
    }
    required init?(coder: NSCoder) { nil }
  }

  @Test("a registered class of another module runs its own initialiser, though that is not required")
  func registeredInitialisers() throws {
    _ = TestApplication()
    let table = UITableView()
    table.register(StatefulCell.self, forCellReuseIdentifier: "s")
    table.register(GenericCell<[Int]>.self, forCellReuseIdentifier: "g")
    table.register(StatefulHeader.self, forHeaderFooterViewReuseIdentifier: "h")
    let cell = try #require(table.dequeueReusableCell(withIdentifier: "s") as? StatefulCell)
    expectEqual(cell.history, ["made", "initialised"])
    expect(cell.badge.superview === cell.contentView)
    expect(cell.style == .subtitle && cell.reuseIdentifier == "s")
    let generic = try #require(table.dequeueReusableCell(withIdentifier: "g") as? GenericCell<[Int]>)
    generic.value = [1]
    expect(generic.initialised && generic.reuseIdentifier == "g")
    let header = try #require(table.dequeueReusableHeaderFooterView(withIdentifier: "h") as? StatefulHeader)
    expect(header.history == ["made", "initialised"] && header.reuseIdentifier == "h")
  }

  @Test("dequeue for a path sizes the cell for its row")
  func sizedForRow() {
    var sizes: [CGSize] = []
    let fixture = TableFixture(sections: [3]) { table, source in
      table.rowHeight = 70
      source.makesCell = { table, path in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
        sizes.append(cell.bounds.size)
        return cell
      }
    }
    expectEqual(fixture.visible, ["0.0", "0.1", "0.2"])
    expectEqual(sizes, Array(repeating: CGSize(width: 300, height: 70), count: 3))
  }

  @Test("dequeue for a path with an unregistered identifier stops and names the identifier")
  func unregistered() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let table = UITableView()
      _ = table.dequeueReusableCell(withIdentifier: "nobody", for: IndexPath(row: 0, section: 0))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("unable to dequeue a cell with identifier \"nobody\""))
  }

  @Test("registering again replaces, nil unregisters")
  func registration() {
    let table = UITableView()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "a")
    table.register(CountingCell.self, forCellReuseIdentifier: "a")
    expect(table.dequeueReusableCell(withIdentifier: "a") is CountingCell)
    table.register(nil as AnyClass?, forCellReuseIdentifier: "a")
    expect(table.dequeueReusableCell(withIdentifier: "a") == nil)
  }

  @Test("prepareForReuse runs on dequeue, not on leaving the screen; it ends selection and keeps content")
  func preparation() throws {
    let fixture = TableFixture(sections: [100]) { table, source in
      source.makesCell = { table, path in
        path.row < 20 ? CountingCell(style: .default, reuseIdentifier: "a") : UITableViewCell()
      }
    }
    let path = IndexPath(row: 0, section: 0)
    let cell = try #require(fixture.table.cellForRow(at: path) as? CountingCell)
    cell.textLabel?.text = "stale"
    cell.accessoryType = .checkmark
    fixture.table.selectRow(at: path, animated: false, scrollPosition: .none)
    fixture.scroll(to: 44 * 60)
    expect(cell.superview == nil)
    expectEqual(cell.preparations, 0)
    expect(cell.isSelected)
    var handed: [UITableViewCell] = []
    while let next = fixture.table.dequeueReusableCell(withIdentifier: "a") { handed.append(next) }
    expect(handed.contains { $0 === cell })
    expectEqual(cell.preparations, 1)
    expect(!cell.isSelected)
    expect(cell.textLabel?.text == "stale" && cell.accessoryType == .checkmark)
  }

  @Test(
    "a row leaves the hierarchy, is reported, then pooled; displays pair over a long random scroll",
    arguments: 0..<5)
  func pairing(seed: Int) {
    let delegate = ScriptedDelegate()
    let fixture = TableFixture(sections: [50, 0, 300, 1], delegate: delegate)
    var random = SeededRandom(seed: seed)
    for _ in 0..<150 {
      let jump = Bool.random(using: &random)
      let now = fixture.table.contentOffset.y
      let y = jump ? Double.random(in: -50...16000, using: &random) : now + Double.random(in: -90...90, using: &random)
      fixture.scroll(to: y)
      expect(fixture.check(), "seed \(seed)")
      expectEqual(delegate.shown, Set(fixture.table.cells.visible.map { ObjectIdentifier($0.view) }), "seed \(seed)")
    }
    expectEqual(delegate.pairingErrors, 0, "seed \(seed)")
    expect(fixture.table.cells.createdCount <= 12, "seed \(seed)")
  }

  @Test("cells without identifier are let go")
  func unnamed() {
    weak var first: UITableViewCell?
    let fixture = TableFixture(sections: [100]) { _, source in source.makesCell = { _, _ in UITableViewCell() } }
    first = fixture.table.visibleCells.first
    expect(first != nil)
    fixture.scroll(to: 44 * 50)
    expectEqual(fixture.table.cells.idleCount, 0)
    expect(first == nil)
  }

  @Test("willDisplay comes once the cell is configured and sized, right before it is added")
  func willDisplay() {
    final class Delegate: NSObject, UITableViewDelegate {
      var seen: [(String?, CGSize, Bool)] = []
      func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
        seen.append((cell.textLabel?.text, cell.bounds.size, cell.superview == nil))
      }
    }
    let delegate = Delegate()
    let fixture = TableFixture(sections: [2], delegate: delegate)
    expectEqual(delegate.seen.map(\.0), ["row 0.0", "row 0.1"])
    expect(delegate.seen.allSatisfy { $0.1 == CGSize(width: 300, height: 44) && $0.2 })
    expect(fixture.table.visibleCells.allSatisfy { $0.superview === fixture.table })
  }

  @Test("reloadData recycles all visible cells and reports them under their old paths")
  func reloading() {
    let delegate = ScriptedDelegate()
    let fixture = TableFixture(sections: [3], delegate: delegate)
    let before = Set(fixture.table.visibleCells.map(ObjectIdentifier.init))
    _ = delegate.takeLog()
    fixture.source.sections = [2]
    fixture.table.reloadData()
    expectEqual(delegate.takeLog().sorted(), ["didEnd 0.0", "didEnd 0.1", "didEnd 0.2"])
    fixture.app.frame()
    expectEqual(fixture.visible, ["0.0", "0.1"])
    expect(Set(fixture.table.visibleCells.map(ObjectIdentifier.init)).isSubset(of: before))
    expectEqual(fixture.table.cells.createdCount, 3)
  }

  @Test(
    "cellForRow(at:) is nil off screen and while the row's own cellForRowAt runs; visibleCells is in row order")
  func questions() {
    var own: [UITableViewCell?] = []
    let fixture = TableFixture(sections: [100]) { _, source in
      source.makesCell = { table, path in
        own.append(table.cellForRow(at: path))
        return table.dequeueReusableCell(withIdentifier: "cell", for: path)
      }
    }
    fixture.scroll(to: 100)
    fixture.scroll(to: 30)
    expect(own.allSatisfy { $0 == nil })
    expect(fixture.table.cellForRow(at: IndexPath(row: 90, section: 0)) == nil)
    let paths = fixture.table.visibleCells.compactMap { fixture.table.indexPath(for: $0) }
    expectEqual(paths, fixture.table.indexPathsForVisibleRows)
    expect(paths == paths.sorted() && paths.count == 11)
  }

  @Test("header views are dequeued like cells, and an unregistered identifier gives nil")
  func headerReuse() {
    final class Header: UITableViewHeaderFooterView {
      var stored = [1, 2]
      var preparations = 0
      override func prepareForReuse() { preparations += 1 }
    }
    final class Delegate: NSObject, UITableViewDelegate {
      var made: Set<ObjectIdentifier> = []
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "h")
        if let view { made.insert(ObjectIdentifier(view)) }
        return view
      }
    }
    let delegate = Delegate()
    let fixture = TableFixture(sections: Array(repeating: 3, count: 200), delegate: delegate) { table, _ in
      table.register(Header.self, forHeaderFooterViewReuseIdentifier: "h")
    }
    for step in 0..<300 { fixture.scroll(to: Double(step) * 60) }
    expect(delegate.made.count <= 5)
    expect(fixture.table.dequeueReusableHeaderFooterView(withIdentifier: "none") == nil)
  }

  @Test("a 10,000-frame scroll creates at most visible + 3 cells and rebinds none that stays")
  func bounded() {
    let fixture = TableFixture(sections: [100_000])
    _ = fixture.source.takeLog()
    for step in 1...10_000 {
      fixture.table.contentOffset.y = Double(step) * 37
      fixture.table.layoutIfNeeded()
    }
    let visible = fixture.table.cells.visible.count
    expect(fixture.table.cells.createdCount <= visible + 3)
    let asked = fixture.source.takeLog().filter { $0.hasPrefix("cell") }
    expectEqual(asked.count, Set(asked).count)
  }
}
