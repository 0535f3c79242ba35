import Expectations
import Testing

@testable import TableModel

@Suite("TilePlan")
struct TilePlanTests {
  /// Two sections: header 20, ten rows of 10, footer 15 each; 135 points a section.
  private var index: RowHeightIndex {
    var index = RowHeightIndex()
    for section in 0..<2 { index.insertSection(.init(rows: 10, rowHeight: 10, header: 20, footer: 15), at: section) }
    return index
  }

  private func plan(_ viewport: TilePlan.Viewport) -> TilePlan {
    var plan = TilePlan()
    plan.update(index, viewport)
    return plan
  }

  @Test("shows exactly the rows that overlap the band, half open")
  func rows() {
    let plan = plan(.init(top: 30, bottom: 60))
    expectEqual(plan.rows.map(\.position.row), [1, 2, 3])
    expectEqual(plan.rows.map(\.y), [30, 40, 50])
    expect(plan.headers.isEmpty && plan.footers.isEmpty)
  }

  @Test("a plain header pins to the top inset line while its section is there")
  func pinnedHeader() {
    let plan = plan(.init(top: 40, bottom: 100, pinTop: 44, floats: true))
    expectEqual(plan.headers, [.init(position: .init(section: 0, part: .header), y: 44, height: 20, isPinned: true)])
  }

  @Test("the next section pushes a pinned header out")
  func pushedHeader() {
    let plan = plan(.init(top: 125, bottom: 175, floats: true))
    expectEqual(plan.headers.map(\.y), [115, 135])
    expectEqual(plan.headers.map(\.isPinned), [true, false])
  }

  @Test("a plain footer pins to the visible bottom while its section is there")
  func pinnedFooter() {
    let plan = plan(.init(top: 30, bottom: 90, pinBottom: 80, floats: true))
    expectEqual(plan.footers, [.init(position: .init(section: 0, part: .footer), y: 65, height: 15, isPinned: true)])
    let above = self.plan(.init(top: 100, bottom: 145, floats: true))
    expectEqual(above.footers.map(\.y), [120])
  }

  @Test("headers and footers of grouped styles stay in their places")
  func fixedParts() {
    let plan = plan(.init(top: 125, bottom: 175))
    expectEqual(plan.headers.map(\.y), [135])
    expectEqual(plan.footers.map(\.y), [120])
  }

  @Test("parts thinner than any pixel get no tile, however many there are")
  func thinParts() {
    var index = RowHeightIndex()
    let least = Double.leastNonzeroMagnitude
    index.insertSection(.init(rows: 1_000_000_000, rowHeight: least, header: least), at: 0)
    index.insertSection(.init(rows: 1, rowHeight: 10), at: 1)
    var plan = TilePlan()
    plan.update(index, .init(top: 0, bottom: 100))
    expectEqual(plan.rows.map(\.position), [RowPosition(section: 1, row: 0)])
    expect(plan.headers.isEmpty)
  }

  @Test("rows deep in a billion lie exactly where a product says")
  func deepRows() {
    var index = RowHeightIndex()
    index.insertSection(.init(rows: 1_000_000_000, rowHeight: 60), at: 0)
    var plan = TilePlan()
    plan.update(index, .init(top: 59_999_999_940 - 100, bottom: 60_000_000_000, contentTop: 0))
    expectEqual(plan.rows.map(\.position.row), [999_999_997, 999_999_998, 999_999_999])
    expectEqual(plan.rows.map(\.y), [59_999_999_820, 59_999_999_880, 59_999_999_940])
  }

  @Test("everything starts below the table header view")
  func contentTop() {
    let plan = plan(.init(top: 0, bottom: 150, contentTop: 100))
    expectEqual(plan.headers.map(\.y), [100])
    expectEqual(plan.rows.map(\.y), [120, 130, 140])
  }
}

extension TilePlan {
  fileprivate var headers: [PartTile] { parts.filter { $0.position.part == .header } }
  fileprivate var footers: [PartTile] { parts.filter { $0.position.part == .footer } }
}
