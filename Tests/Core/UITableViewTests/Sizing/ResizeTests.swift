import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// A cell whose height follows its width, as text does.
private final class WrappingCell: UITableViewCell {
  var area = 20_000.0
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: (area / max(Double(size.width), 1)).rounded(.up))
  }
}

@MainActor
private final class WrappingSource: NSObject, UITableViewDataSource {
  var count = 120
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "wrapping") as? WrappingCell
      ?? WrappingCell(style: .default, reuseIdentifier: "wrapping")
    cell.area = 12_000 + Double(path.row * 7919 % 31) * 900
    return cell
  }
}

/// The first row wholly on screen keeps its place, by whatever call the table is resized and in however many steps.
@MainActor
@Suite("Table: resized")
struct ResizeTests {
  enum Way: String, CaseIterable, Sendable { case frames, autoresizing, constraints }

  @MainActor
  private struct Fixture {
    let app = TestApplication(size: CGSize(width: 600, height: 600))
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
    let source = WrappingSource()
    let way: Way

    init(_ way: Way, isUniform: Bool = false) {
      self.way = way
      table.separatorStyle = .none
      if isUniform { table.rowHeight = 44 }
      table.dataSource = source
      container.addSubview(table)
      app.window.addSubview(container)
      switch way {
      case .frames: break
      case .autoresizing: table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      case .constraints:
        table.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
          table.leadingAnchor.constraint(equalTo: container.leadingAnchor),
          table.trailingAnchor.constraint(equalTo: container.trailingAnchor),
          table.topAnchor.constraint(equalTo: container.topAnchor),
          table.bottomAnchor.constraint(equalTo: container.bottomAnchor),
        ])
      }
      app.frame()
    }

    func resize(to size: CGSize) {
      container.frame.size = size
      if way == .frames { table.frame.size = size }
      app.frame()
    }

    /// The first row that begins on screen, and how far below the upper edge.
    var first: (row: Int, y: CGFloat)? {
      table.cells.visible.lazy
        .map { ($0.position.row, $0.view.frame.minY - table.contentOffset.y) }
        .first { $0.1 >= 0 }
    }
  }

  @Test("by frames, autoresizing or constraints, wider, narrower and back", arguments: Way.allCases)
  func keepsRow(way: Way) throws {
    let fixture = Fixture(way)
    fixture.table.contentOffset.y = 1500
    fixture.app.settle()
    let before = try #require(fixture.first)
    for size in [(300, 400), (500, 380), (250, 200), (399, 401), (560, 590), (400, 400)] {
      fixture.resize(to: CGSize(width: size.0, height: size.1))
      let cell = fixture.table.cellForRow(at: IndexPath(row: before.row, section: 0))
      expectEqual(cell.map { $0.frame.minY - fixture.table.contentOffset.y }, before.y, "\(size)")
      fixture.table.checkInvariants()
    }
    try expect(#require(fixture.first) == before)
  }

  @Test("dragged by a window's edge, step by step and back, the table comes back to its place", arguments: Way.allCases)
  func live(way: Way) throws {
    let fixture = Fixture(way)
    fixture.table.contentOffset.y = 2345
    fixture.app.settle()
    let row = try #require(fixture.first)
    for step in 0..<80 {
      let part = CGFloat(step < 40 ? step : 79 - step)
      fixture.resize(to: CGSize(width: 400 - part * 4, height: 400 + part * 4))
    }
    fixture.app.settle()
    try expect(#require(fixture.first) == row)
  }

  @Test("of another width alone, and back, wherever the upper edge cuts a row", arguments: Way.allCases)
  func widthAlone(way: Way) throws {
    let fixture = Fixture(way)
    for offset in stride(from: 1500.0, to: 1700, by: 7) {
      fixture.table.contentOffset.y = offset
      fixture.app.settle()
      let before = try #require(fixture.first)
      for width in [560.0, 400, 300, 350, 400] {
        fixture.resize(to: CGSize(width: width, height: 400))
        fixture.table.checkInvariants()
      }
      fixture.app.settle()
      try expect(#require(fixture.first) == before, "\(offset)")
    }
  }

  @Test("near the end a size on the way, or a larger table for a while, does not move it", arguments: [false, true])
  func nearEnd(isUniform: Bool) throws {
    let fixture = Fixture(.frames, isUniform: isUniform)
    let table = fixture.table
    for _ in 0..<20 {
      table.contentOffset.y = table.verticalExtent.highest
      fixture.app.settle()
    }
    table.contentOffset.y = table.verticalExtent.highest - 30
    fixture.app.settle()
    let before = try #require(fixture.first)
    // No layout in between.
    table.frame.size.height = 560
    table.frame.size.height = 400
    fixture.app.settle()
    try expect(#require(fixture.first) == before)
    // With one the rows above come in, and go again.
    fixture.resize(to: CGSize(width: 400, height: 560))
    fixture.app.settle()
    expectEqual(table.verticalExtent.overshoot(of: table.contentOffset.y), 0)
    fixture.resize(to: CGSize(width: 400, height: 400))
    fixture.app.settle()
    try expect(#require(fixture.first) == before)
  }

  @Test("a table at its top stays there, and one whose rows are taken away meanwhile comes into range")
  func ends() {
    let fixture = Fixture(.frames)
    fixture.resize(to: CGSize(width: 222, height: 333))
    expectEqual(fixture.table.contentOffset.y, 0)
    for left in [60, 3, 0] {
      fixture.source.count = 120
      fixture.table.reloadData()
      fixture.app.settle()
      fixture.table.contentOffset.y = fixture.table.verticalExtent.highest
      fixture.app.settle()
      fixture.table.frame.size = CGSize(width: 350, height: 500)
      fixture.source.count = left
      fixture.table.reloadData()
      fixture.app.settle()
      expectEqual(fixture.table.verticalExtent.overshoot(of: fixture.table.contentOffset.y), 0, "\(left)")
      fixture.table.checkInvariants()
      fixture.table.frame.size = CGSize(width: 400, height: 400)
      fixture.app.settle()
    }
  }

  @Test("a table at its end that gets another size and another data source comes into range")
  func otherSource() {
    let fixture = Fixture(.frames)
    let table = fixture.table
    for changesBetween in [false, true] {
      fixture.source.count = 8
      table.reloadData()
      table.contentOffset.y = table.verticalExtent.highest
      fixture.app.settle()
      table.frame.size.height = 5000
      table.dataSource = nil
      if changesBetween { table.performBatchUpdates { table.reloadSections([0], with: .none) } }
      table.dataSource = fixture.source
      fixture.app.settle()
      expectEqual(table.verticalExtent.overshoot(of: table.contentOffset.y), 0, "\(table.contentOffset.y)")
      table.checkInvariants()
      table.frame.size.height = 400
      fixture.app.settle()
    }
  }

  @Test("a table scrolled to a row outside of its window, where another source follows, comes into range")
  func scrolledOutside() {
    let fixture = Fixture(.frames, isUniform: true)
    let table = fixture.table
    fixture.source.count = 0
    fixture.app.settle()
    table.removeFromSuperview()
    fixture.source.count = 1
    table.reloadData()
    table.frame.size = .zero
    table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .middle, animated: false)
    table.frame.size = CGSize(width: 1, height: 23)
    table.dataSource = nil
    fixture.container.addSubview(table)
    table.dataSource = fixture.source
    fixture.app.settle()
    expectEqual(table.contentOffset.y, 21)
    table.checkInvariants()
  }

  @Test("a table scrolled to a row outside of its window, with other insets and without the row, comes into range")
  func scrolledToDeleted() {
    let fixture = Fixture(.frames)
    let table = fixture.table
    fixture.source.count = 2
    table.reloadData()
    fixture.app.settle()
    table.removeFromSuperview()
    table.reloadData()
    table.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: false)
    table.contentInset.top = 1
    table.performBatchUpdates {
      fixture.source.count = 1
      table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .none)
    }
    fixture.container.addSubview(table)
    fixture.app.settle()
    expectEqual(table.contentOffset.y, -1)
    table.checkInvariants()
  }

  @Test("what the app scrolls after resizing stays where the app put it")
  func scrolled() {
    let fixture = Fixture(.frames)
    fixture.table.contentOffset.y = 1500
    fixture.app.settle()
    fixture.table.frame.size.width = 300
    fixture.table.scrollToRow(at: IndexPath(row: 70, section: 0), at: .top, animated: false)
    fixture.app.settle()
    let cell = fixture.table.cellForRow(at: IndexPath(row: 70, section: 0))
    expectEqual(cell?.frame.minY, fixture.table.contentOffset.y)
  }
}
