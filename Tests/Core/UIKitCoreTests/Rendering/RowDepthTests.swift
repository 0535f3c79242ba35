import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite struct RowDepthTests {
  @Test(
    "lines between rows are at the pixel arithmetic says, however deep the table is",
    arguments: [1000, 10_000_000, 1_000_000_000])
  func separators(rows: Int) throws {
    let height = 60
    let fixture = TableFixture(sections: [rows]) { table, _ in table.rowHeight = CGFloat(height) }
    let line = UIColor.separator.drawColor(in: .light)
    let grid = PixelGrid(scale: 1)
    var random = SeededRandom(seed: rows)
    let deepest = rows * height - 440
    for turn in 0..<40 {
      let offset = turn == 0 ? deepest : Int.random(in: 1..<deepest, using: &random)
      fixture.scroll(to: Double(offset))
      expectEqual(Int(fixture.table.contentOffset.y), offset)
      let shown = Set(
        fixture.app.backend.fills(of: line).map { grid.pixels(of: $0).minY }.filter { (0..<440).contains($0) })
      // A row's line is the last of its pixels.
      let expected = Set((0..<440).filter { (offset + $0 + 1) % height == 0 }.map { Int32($0) })
      expectEqual(shown, expected, "offset \(offset)")
    }
  }
}
