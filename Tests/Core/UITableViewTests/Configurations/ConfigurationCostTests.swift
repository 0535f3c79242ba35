import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Configurations: what they cost")
struct ConfigurationCostTests {
  private func configured(_ row: Int, _ cell: UITableViewCell) -> UIListContentConfiguration {
    var content = cell.defaultContentConfiguration()
    content.text = "Row \(row)"
    content.secondaryText = "second line of \(row)"
    content.image = UIImage(systemName: "trash")
    return content
  }

  @Test("recycled cells keep their labels: scrolling a thousand rows makes no view after the first screen")
  func recycling() {
    let scene = ConfiguredTable(rows: 1000, cellStyle: .subtitle, prepare: { $0.rowHeight = 60 }) { cell, row in
      cell.contentConfiguration = configured(row, cell)
    }
    scene.fixture.scroll(to: 90)
    func parts() -> Set<ObjectIdentifier> {
      Set(scene.table.visibleCells.flatMap { [$0.contentView] + $0.contentView.subviews }.map(ObjectIdentifier.init))
    }
    var seen = parts()
    for y in stride(from: 120.0, through: 3000, by: 60) {
      scene.fixture.scroll(to: y)
      seen.formUnion(parts())
    }
    let cells = scene.table.cells.createdCount
    expect(cells <= 12 && seen.count <= cells * 4)
    let last = scene.table.visibleCells.map(\.shownTexts)
    let rows = scene.table.indexPathsForVisibleRows ?? []
    expectEqual(last, rows.map { path in ["Row \(path.row)", "second line of \(path.row)"] })
  }

  @Test("a configuration equal to the present one marks nothing and draws nothing")
  func equal() {
    let scene = ConfiguredTable(cellStyle: .subtitle) { cell, row in
      cell.contentConfiguration = configured(row, cell)
      cell.backgroundConfiguration = .listPlainCell()
    }
    scene.app.settle()
    let draws = scene.app.backend.drawCount
    for row in 0..<3 {
      let cell = scene.cell(row)
      cell.contentConfiguration = configured(row, cell)
      cell.backgroundConfiguration = .listPlainCell()
      expect(!cell.layoutMarks.isAny && !cell.contentView.layoutMarks.isDue)
    }
    expect(!scene.app.application.frameLoop.isFrameRequested)
    expect(scene.app.settle() == 0 && scene.app.backend.drawCount == draws)
  }

  @Test("another text lays out one label and writes one text slot")
  func oneText() {
    let scene = ConfiguredTable(cellStyle: .subtitle) { cell, row in
      cell.contentConfiguration = configured(row, cell)
    }
    scene.app.settle()
    let before = scene.app.backend.counters.work.textRasterized
    var content = configured(0, scene.cell(0))
    content.text = "Other"
    scene.cell(0).contentConfiguration = content
    scene.app.settle()
    expectEqual(scene.app.backend.counters.work.textRasterized - before, 1)
  }

  @Test("cells, headers and footers that use no configurations hold nothing for them")
  func nothing() {
    let fixture = TableFixture(sections: [5]) { _, source in source.headers = ["A"] }
    expect(fixture.table.visibleCells.allSatisfy { $0.configurations == nil })
    expect(fixture.table.headerView(forSection: 0)?.configurations == nil)
    // Reading makes nothing either.
    let cell = fixture.table.visibleCells[0]
    expect(cell.contentConfiguration == nil && cell.backgroundConfiguration == .listPlainCell())
    expect(cell.automaticallyUpdatesContentConfiguration && cell.automaticallyUpdatesBackgroundConfiguration)
    cell.contentConfiguration = nil
    cell.backgroundConfiguration = nil
    expect(cell.configurations == nil)
  }
}
