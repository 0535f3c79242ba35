import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// The knob moves the way the content does, however wrong the estimates are.
@MainActor
@Suite("Table: the indicator while heights are found out")
struct HonestIndicatorTests {
  private func makeFixture(_ seed: Int) -> SizingFixture {
    var random = SeededRandom(seed: seed)
    let estimates: [CGFloat] = [UITableView.automaticDimension, 44, 5, 900]
    let heights = (0..<Int.random(in: 60...160, using: &random)).map { row in
      // Stretches of low rows between stretches of high ones.
      CGFloat(Int.random(in: 1...(row / 30 % 2 == 0 ? 30 : 600), using: &random))
    }
    return SizingFixture(heights: heights) { $0.estimatedRowHeight = estimates[seed % 4] }
  }

  @Test(
    "scrolled forwards to the end and backwards to the top, neither edge of the knob ever goes back", arguments: 0..<8)
  func monotone(seed: Int) throws {
    let fixture = makeFixture(seed)
    let table = fixture.table
    var random = SeededRandom(seed: seed + 1000)
    for direction in [1.0, -1.0] {
      var last = try #require(fixture.knob)
      var frames = 0
      while direction > 0 ? table.contentOffset.y < table.verticalExtent.highest : table.contentOffset.y > 0 {
        frames += 1
        try #require(frames < 20_000)
        let step = Double.random(in: 1...250, using: &random).rounded() * direction
        table.contentOffset.y = table.verticalExtent.clamped(table.contentOffset.y + step)
        fixture.app.frame()
        let knob = try #require(fixture.knob)
        expect((knob.minY - last.minY) * direction > -1e-6, "seed \(seed), offset \(table.contentOffset.y)")
        expect((knob.maxY - last.maxY) * direction > -1e-6, "seed \(seed), offset \(table.contentOffset.y)")
        last = knob
      }
      let place = try #require(table.indicators.place(of: .vertical))
      let end = place.start + place.layout.track
      expect(abs(direction > 0 ? last.maxY - end : last.minY - place.start) < 1e-6)
    }
  }

  @Test("the knob pulled from end to end brings the content to its end and back", arguments: 0..<4)
  func dragged(seed: Int) throws {
    let fixture = makeFixture(seed)
    let table = fixture.table
    fixture.app.mouseMove(to: CGPoint(x: 295, y: 10))
    fixture.app.settle()
    fixture.app.mouseDown(at: CGPoint(x: 295, y: 10))
    expect(table.isDragging)
    var lastRow = 0
    for y in stride(from: 10.0, through: 460, by: 3) {
      fixture.app.mouseMove(to: CGPoint(x: 295, y: y))
      fixture.app.frame()
      let row = try #require(table.cells.visible.first?.position.row)
      // Where low rows turn up at the end, the content ends earlier.
      expect(row >= lastRow || fixture.isAtEnd, "seed \(seed), pointer \(y)")
      lastRow = row
      expect(fixture.fault() == nil)
    }
    expectEqual(table.contentOffset.y, table.verticalExtent.highest)
    expectEqual(table.cells.visible.last?.position.row, fixture.heights.count - 1)
    for y in stride(from: 460.0, through: -30, by: -5) {
      fixture.app.mouseMove(to: CGPoint(x: 295, y: y))
      fixture.app.frame()
    }
    fixture.app.mouseUp(at: CGPoint(x: 295, y: -30))
    fixture.app.settle()
    expectEqual(table.contentOffset.y, 0)
  }

  @Test("a trail agrees with the layout while nothing is found out, and again at either end")
  func trailAlone() {
    let extent = ScrollExtent(content: 5000, viewport: 500)
    let layout = ScrollIndicatorLayout(extent: extent, track: 480)
    var trail = IndicatorTrail(at: 1000, in: layout)
    for offset in [1010, 900, 2500, 0, 4500, 77] as [Double] {
      trail.follow(offset, in: layout)
      expect(trail.agrees(with: layout), "offset \(offset)")
      expect(abs(trail.knob(track: 480).start - layout.knob(at: offset).start) < 1e-6)
    }
    let longer = ScrollIndicatorLayout(extent: ScrollExtent(content: 50_000, viewport: 500), track: 480)
    trail.follow(2000, in: layout)
    let before = trail
    trail.follow(2030, in: longer)
    expect(trail.share > before.share && !trail.agrees(with: longer))
    trail.shift(by: 400)
    let shifted = trail
    trail.follow(2430, in: longer)
    expectEqual(trail, shifted)
    trail.follow(49_500, in: longer)
    expectEqual(trail.share, 1)
  }
}
