import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Configurations: heights of rows and the lines below them")
struct ConfiguredRowSizingTests {
  /// 60 characters of 8.5 points.
  private static let long = String(repeating: "abcde ", count: 10)
  private var line: CGFloat { UIFont.systemFont(ofSize: 17).lineHeight.rounded(.up) }
  private var small: CGFloat { UIFont.systemFont(ofSize: 12).lineHeight.rounded(.up) }

  @Test("one line has the usual height, two texts and wrapping ones what they need with margins and line")
  func heights() {
    let scene = ConfiguredTable(rows: 4, cellStyle: .subtitle) { cell, row in
      var content = cell.defaultContentConfiguration()
      content.text = row == 2 ? Self.long : "text"
      content.secondaryText = row == 1 ? "second" : nil
      if row == 3 { content.directionalLayoutMargins.top = 40 }
      cell.contentConfiguration = content
    }
    expectEqual(scene.height(0), 44)
    expectEqual(scene.height(1), 22 + line + 3 + small + 1)
    expectEqual(scene.height(2), 22 + 2 * line + 1)
    expectEqual(scene.height(3), 40 + 11 + line + 1)
    scene.table.checkInvariants()
  }

  @Test("accessories take their width from the text before it is measured")
  func accessories() {
    // 268 points hold 31 characters; a disclosure indicator leaves 250, less the margin of 8.
    let fits = String(repeating: "m", count: 31)
    let scene = ConfiguredTable(rows: 3) { cell, row in
      var content = cell.defaultContentConfiguration()
      content.text = fits
      cell.contentConfiguration = content
      if row == 1 { cell.accessoryType = .disclosureIndicator }
      if row == 2 { cell.accessoryView = UISwitch() }
    }
    expect(scene.height(0) == 44 && scene.height(1) > 44 && scene.height(2) > 44)
    for row in 1..<3 {
      let view = scene.cell(row).contentView as? UIListContentView
      expectEqual(view?.textLabel.map { $0.frame.maxX <= view!.bounds.width - 8 }, true)
    }
    expectEqual(scene.cell(1).contentView.frame.width, 266)
  }

  @Test("a content view of the app's own gives the height, by sizeThatFits or constraints", arguments: [true, false])
  func ownViews(usesConstraints: Bool) {
    let counts = BadgeConfiguration.Counts()
    let scene = ConfiguredTable(rows: 30) { cell, row in
      cell.contentConfiguration = BadgeConfiguration(
        counts: counts, height: 50 + CGFloat(row), usesConstraints: usesConstraints)
    }
    let heights: [CGFloat] = (0..<5).map { scene.height($0) }
    expectEqual(heights, [51, 52, 53, 54, 55])
    // Recycled cells have the height of their new row.
    scene.fixture.scroll(to: 600)
    scene.fixture.scroll(to: 1200)
    for path in scene.table.indexPathsForVisibleRows ?? [] {
      expectEqual(scene.height(path.row), 51 + CGFloat(path.row))
    }
    expect(counts.made < 20)
    scene.table.checkInvariants()
  }

  @Test("a configuration of another size has its row measured again; one of another colour has not")
  func remeasuring() {
    let scene = ConfiguredTable { cell, _ in
      var content = cell.defaultContentConfiguration()
      content.text = "short"
      cell.contentConfiguration = content
    }
    let cell = scene.cell(1)
    var content = cell.contentConfiguration as! UIListContentConfiguration
    content.textProperties.color = .red
    cell.contentConfiguration = content
    expect(!scene.table.work.isDue(.tiling))
    content.text = Self.long
    cell.contentConfiguration = content
    scene.app.frame()
    expect(scene.height(1) == 22 + 2 * line + 1 && scene.cell(1) === cell)
    expectEqual(scene.table.rectForRow(at: IndexPath(row: 2, section: 0)).minY, 44 + scene.height(1))
    let counts = BadgeConfiguration.Counts()
    cell.contentConfiguration = BadgeConfiguration(counts: counts, height: 90)
    scene.app.frame()
    expectEqual(scene.height(1), 91)
    cell.contentConfiguration = BadgeConfiguration(counts: counts, height: 120)
    scene.app.frame()
    expectEqual(scene.height(1), 121)
    scene.table.checkInvariants()
  }

  @Test("a content that the update handler sets counts when the row is measured")
  func handler() {
    let scene = ConfiguredTable { cell, row in
      cell.configurationUpdateHandler = { cell, _ in
        var content = cell.defaultContentConfiguration()
        content.text = row == 1 ? Self.long : "short"
        cell.contentConfiguration = content
      }
    }
    expect(scene.height(0) == 44 && scene.height(2) == 44)
    expectEqual(scene.height(1), 22 + 2 * line + 1)
    expectEqual(scene.cell(1).frame.height, scene.height(1))
  }

  @Test("another width measures configured rows anew")
  func width() {
    let scene = ConfiguredTable { cell, _ in
      var content = cell.defaultContentConfiguration()
      content.text = Self.long
      cell.contentConfiguration = content
    }
    expectEqual(scene.height(0), 22 + 2 * line + 1)
    scene.table.frame.size.width = 600
    scene.app.frame()
    expectEqual(scene.height(0), 44)
  }

  @Test("lines below rows begin where the text does: behind the margin, the indentation, the image")
  func separators() {
    let scene = ConfiguredTable(rows: 5) { cell, row in
      var content = cell.defaultContentConfiguration()
      content.text = "text"
      if row == 1 { content.image = UIImage(systemName: "trash") }
      if row == 2 {
        content.image = UIImage(systemName: "trash")
        content.imageProperties.reservedLayoutSize = CGSize(width: 60, height: 0)
      }
      if row == 3 { cell.indentationLevel = 2 }
      if row == 4 { content.directionalLayoutMargins.leading = 50 }
      cell.contentConfiguration = content
    }
    let lefts: [CGFloat] = (0..<5).map { scene.cell($0).separatorInset.left }
    let expected: [CGFloat] = [16, 60, 92, 36, 50]
    expectEqual(lefts, expected)
    for row in 0..<5 {
      let cell = scene.cell(row)
      expectEqual(cell.lines.lower.frame.minX, lefts[row])
      let view = cell.contentView as? UIListContentView
      expectEqual(view?.textLabel.map { $0.frame.minX }, lefts[row])
    }
    // A configuration with another image moves the line.
    var content = scene.cell(0).contentConfiguration as! UIListContentConfiguration
    content.image = UIImage(systemName: "trash")
    scene.cell(0).contentConfiguration = content
    scene.app.frame()
    expectEqual(scene.cell(0).lines.lower.frame.minX, 60)
  }

  @Test("wide tables have the margin of other rows, and edit controls move the content")
  func margins() {
    let scene = ConfiguredTable { cell, _ in
      var content = cell.defaultContentConfiguration()
      content.text = "text"
      cell.contentConfiguration = content
    }
    scene.table.frame.size.width = 600
    scene.app.frame()
    let view = scene.cell(0).contentView as? UIListContentView
    expect(view?.textLabel?.frame.minX == 20 && view?.textLabel?.frame.maxX == 580)
    let cell = UITableViewCell()
    expectEqual(cell.contentView.layoutMargins.left, 16)
  }
}
