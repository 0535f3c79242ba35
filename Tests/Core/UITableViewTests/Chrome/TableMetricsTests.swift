import Expectations
import Foundation
import Pixels
import TestSupport
import Testing

@testable import UIKitCore

/// The measures and colours of UIKit's tables before iOS 26, item by item, as the table shows them.
@MainActor
@Suite("Table: metrics and colours")
struct TableMetricsTests {
  /// Items by their names with what is wanted and what is there.
  private func check(_ items: [(name: String, wanted: Double, measured: CGFloat?)]) {
    for item in items { expectEqual(item.measured.map(Double.init), item.wanted, "\(item.name)") }
  }

  private func cell(
    _ style: UITableViewCell.CellStyle, width: CGFloat = 300, _ prepare: @escaping (UITableViewCell) -> Void = { _ in }
  ) throws -> (fixture: TableFixture, cell: UITableViewCell) {
    let fixture = TableFixture(sections: [2], size: CGSize(width: width, height: 440)) { _, source in
      source.makesCell = { _, _ in
        let cell = UITableViewCell(style: style, reuseIdentifier: nil)
        cell.textLabel?.text = "Text"
        cell.detailTextLabel?.text = "Detail"
        prepare(cell)
        return cell
      }
    }
    return (fixture, try #require(fixture.table.visibleCells.first))
  }

  @Test("rows: height, text, separator, in narrow tables and from 414 points on")
  func rows() throws {
    let (narrowFixture, narrow) = try cell(.default)
    let (wideFixture, wide) = try cell(.default, width: 414)
    check([
      ("default row height", 44, narrow.frame.height),
      ("height of a fixed row", 44, narrowFixture.table.rectForRow(at: IndexPath(row: 1, section: 0)).height),
      ("text size", 17, narrow.textLabel?.font.pointSize),
      ("text x", 16, narrow.textLabel?.frame.minX),
      ("text x, 414 wide", 20, wide.textLabel?.frame.minX),
      ("separator height", 1, narrow.lines.lower.frame.height),
      ("separator left", 16, narrow.lines.lower.frame.minX),
      ("separator left, 414 wide", 20, wide.lines.lower.frame.minX),
      ("separator right", 300, narrow.lines.lower.frame.maxX),
      ("content margin", 16, narrow.contentView.layoutMargins.left),
      ("content margin, 414 wide", 20, wide.contentView.layoutMargins.right),
    ])
    expect(narrow.textLabel?.textColor === UIColor.label)
    expectEqual(narrow.textLabel?.font, .preferredFont(forTextStyle: .body))
    withExtendedLifetime(wideFixture) {}
  }

  @Test("a separator is one device pixel at any scale", arguments: [1.0, 1.25, 2.0])
  func hairline(scale: CGFloat) throws {
    let fixture = TableFixture(sections: [2])
    fixture.app.platformWindow.scale = scale
    fixture.app.window.platformWindowDidResize()
    fixture.table.reloadData()
    fixture.app.frame()
    expectEqual(fixture.table.visibleCells[0].lines.lower.frame.height, 1 / scale)
  }

  @Test("a row of several lines has the room around them that a usual row has, at any scale of the screen")
  func roomAroundLines() throws {
    for scale in [1.0, 2.0, 1.25, 1.0] {
      let (fixture, cell) = try cell(.default) { $0.textLabel?.numberOfLines = 0 }
      fixture.app.platformWindow.scale = scale
      fixture.app.window.platformWindowDidResize()
      fixture.app.frame()
      let label = try #require(cell.textLabel)
      label.text = "one\ntwo\nthree\nfour"
      let room = 44 - (label.font.lineHeight * scale).rounded(.up) / scale
      let height = cell.sizeThatFits(CGSize(width: 300, height: 0)).height
      let lines = label.sizeThatFits(CGSize(width: label.frame.width, height: .greatestFiniteMagnitude)).height
      // The separator is not the cell's to ask for.
      expect(abs(height + 1 / scale - lines - room) < 0.01, "\(height) of \(lines) and \(room) at \(scale)")
    }
  }

  @Test(
    "a row of one line is 44 points high as on iOS, one with a second line of small text 58.5 at a scale of 2",
    arguments: [(1.0, 59.0), (2.0, 58.5), (3.0, 175 / 3.0)])
  func cellHeights(scale: CGFloat, subtitle: CGFloat) throws {
    for (style, expected) in [(UITableViewCell.CellStyle.default, 44), (.value1, 44), (.subtitle, subtitle)] {
      let (fixture, cell) = try cell(style) { _ in }
      fixture.app.platformWindow.scale = scale
      fixture.app.window.platformWindowDidResize()
      fixture.app.frame()
      cell.textLabel?.text = "Text"
      cell.detailTextLabel?.text = "Detail"
      let height = cell.sizeThatFits(CGSize(width: 300, height: 0)).height + 1 / scale
      expect(abs(height - expected) < 1e-6, "\(style) \(height)")
      guard style == .default else { continue }
      var content = UIListContentConfiguration.cell()
      content.text = "Text"
      cell.contentConfiguration = content
      expect(abs(cell.sizeThatFits(CGSize(width: 300, height: 0)).height + 1 / scale - 44) < 1e-6)
    }
  }

  @Test("cell styles: sizes, colours, columns")
  func styles() throws {
    let (_, subtitle) = try cell(.subtitle)
    let (_, value1) = try cell(.value1)
    let (_, value2) = try cell(.value2)
    let (pictured, withImage) = try cell(.default) { $0.imageView?.image = UIImage(systemName: "star.fill") }
    let image = try #require(withImage.imageView)
    check([
      ("subtitle detail size", 12, subtitle.detailTextLabel?.font.pointSize),
      ("value1 detail size", 17, value1.detailTextLabel?.font.pointSize),
      ("value1 detail right edge", 284, value1.detailTextLabel?.frame.maxX),
      ("value2 title size", 12, value2.textLabel?.font.pointSize),
      ("value2 title column", 91, value2.textLabel?.frame.width),
      ("image x", 16, image.frame.minX),
      ("image to text", 16, (withImage.textLabel?.frame.minX ?? 0) - image.frame.maxX),
    ])
    expect(subtitle.detailTextLabel?.textColor === UIColor.label)
    expect(value1.detailTextLabel?.textColor === UIColor.secondaryLabel)
    expectEqual(value1.detailTextLabel?.textAlignment, .right)
    expect(value2.textLabel?.textColor === UIColor.tintColor)
    expectEqual(value2.textLabel?.textAlignment, .right)
    withExtendedLifetime(pictured) {}
  }

  @Test(
    "accessories take their widths from the content, 4 points more in wide tables",
    arguments: [
      (UITableViewCell.AccessoryType.disclosureIndicator, 34.0), (.checkmark, 39), (.detailButton, 47),
      (.detailDisclosureButton, 67),
    ])
  func accessories(type: UITableViewCell.AccessoryType, width: CGFloat) throws {
    let (_, narrow) = try cell(.default) { $0.accessoryType = type }
    expectEqual(narrow.contentView.frame.width, 300 - width)
    let (_, wide) = try cell(.default, width: 500) { $0.accessoryType = type }
    expectEqual(wide.contentView.frame.width, 500 - width - 4)
    let signs = try #require(wide.edges.sign).subviews.filter { !$0.isHidden && $0.frame.width > 0 }
    let drawn = signs.map { sign in
      let margin = sign is CellDetailButton ? CellDetailButton.margin : 0
      return wide.convert(sign.bounds.insetBy(dx: margin, dy: margin), from: sign)
    }
    expectEqual(drawn.map(\.maxX).max(), 480)
  }

  @Test("plain headers and footers")
  func plain() throws {
    let fixture = TableFixture(sections: [2]) { _, source in
      source.headers = ["Header"]
      source.footers = ["Footer"]
    }
    let header = try #require(fixture.table.headerView(forSection: 0))
    check([
      ("header height", 28, header.frame.height),
      ("space above the header", 22, fixture.table.rectForHeader(inSection: 0).minY),
      ("header text x", 16, header.textLabel?.frame.minX),
      ("header text size", 17, header.textLabel?.font.pointSize),
      ("footer height", 28, fixture.table.footerView(forSection: 0)?.frame.height),
    ])
    expectEqual(header.textLabel?.font, .preferredFont(forTextStyle: .headline))
    expectEqual(header.textLabel?.text, "Header")
  }

  @Test("grouped headers and footers", arguments: [UITableView.Style.grouped, .insetGrouped])
  func grouped(style: UITableView.Style) throws {
    let fixture = TableFixture(sections: [1, 1, 1], style: style) { _, source in
      source.headers = ["First", "Second", nil]
      source.footers = ["Footer", nil, nil]
    }
    let header = try #require(fixture.table.headerView(forSection: 0))
    let footer = try #require(fixture.table.footerView(forSection: 0))
    let untitled = TableFixture(sections: [1, 1], style: style)
    let inset: Double = style == .insetGrouped ? 16 : 0
    check([
      ("first header", 55.5, header.frame.height),
      ("other headers", 38, fixture.table.rectForHeader(inSection: 1).height),
      ("first without title", 35, untitled.table.rectForHeader(inSection: 0).height),
      ("others without title", 18, untitled.table.rectForHeader(inSection: 1).height),
      ("title size", 13, header.textLabel?.font.pointSize),
      ("title x", inset + 16, header.textLabel.map { header.convert($0.frame, to: fixture.table).minX }),
      ("title to the rows", 6, header.textLabel.map { header.bounds.maxY - $0.frame.maxY }),
      ("footer height", 30, footer.frame.height),
      ("footer size", 13, footer.textLabel?.font.pointSize),
      ("rows to the footer's text", 8, footer.textLabel?.frame.minY),
      ("footer without title", 18, fixture.table.rectForFooter(inSection: 1).height),
      ("row x", inset, fixture.table.visibleCells.first?.frame.minX),
    ])
    expect(header.textLabel?.text == "FIRST" && footer.textLabel?.text == "Footer")
    expect(header.textLabel?.textColor === UIColor.secondaryLabel)
    expect(footer.textLabel?.textColor === UIColor.secondaryLabel)
    expectEqual(footer.textLabel?.numberOfLines, 0)
  }

  @Test("cards: inset and radius, wider from 414 points on")
  func cards() {
    let narrow = TableFixture(sections: [1], style: .insetGrouped).table.visibleCells[0]
    check([("inset", 16, narrow.frame.minX), ("radius", 10, narrow.layer.cornerRadius)])
    let fixture = TableFixture(sections: [1], style: .insetGrouped, size: CGSize(width: 414, height: 440))
    check([("wide inset", 20, fixture.table.visibleCells[0].frame.minX)])
  }

  @Test("selection, section index, scroll indicator")
  func rest() throws {
    let (fixture, cell) = try cell(.default)
    fixture.table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
    let fill = try #require(cell.selection.view?.backgroundColor)
    expectEqual(fill.drawColor(in: .light), DrawColor(red: 209, green: 209, blue: 214))
    expectEqual(
      fill.drawColor(in: UITraitCollection(userInterfaceStyle: .dark)), DrawColor(red: 58, green: 58, blue: 60))
    check([
      ("selection fade", 0.3, TableMetrics.selectionFade),
      ("index width", 15, TableMetrics.indexWidth),
      ("index text size", 11, SectionIndexLettering.font.pointSize),
      ("indicator width", 3, ScrollIndicatorState.thin),
      ("indicator to the edge", 3, ScrollIndicatorState.margin),
      ("indicator fade", 0.4, ScrollIndicatorState.fade),
    ])
    expectEqual(SectionIndexLettering.font, UIFont.systemFont(ofSize: 11, weight: .bold))
  }

  @MainActor
  private struct Shade {
    let name: String
    let color: UIColor
    let light, dark: [Double]
  }

  private static let shades = [
    Shade(name: "label", color: .label, light: [0, 0, 0, 1], dark: [255, 255, 255, 1]),
    Shade(name: "secondaryLabel", color: .secondaryLabel, light: [60, 60, 67, 0.6], dark: [235, 235, 245, 0.6]),
    Shade(name: "tertiaryLabel", color: .tertiaryLabel, light: [60, 60, 67, 0.3], dark: [235, 235, 245, 0.3]),
    Shade(name: "quaternaryLabel", color: .quaternaryLabel, light: [60, 60, 67, 0.18], dark: [235, 235, 245, 0.16]),
    Shade(name: "placeholderText", color: .placeholderText, light: [60, 60, 67, 0.3], dark: [235, 235, 245, 0.3]),
    Shade(name: "separator", color: .separator, light: [60, 60, 67, 0.29], dark: [84, 84, 88, 0.6]),
    Shade(name: "opaqueSeparator", color: .opaqueSeparator, light: [198, 198, 200, 1], dark: [56, 56, 58, 1]),
    Shade(name: "link", color: .link, light: [0, 122, 255, 1], dark: [10, 132, 255, 1]),
    Shade(name: "systemBackground", color: .systemBackground, light: [255, 255, 255, 1], dark: [0, 0, 0, 1]),
    Shade(
      name: "secondarySystemBackground", color: .secondarySystemBackground, light: [242, 242, 247, 1],
      dark: [28, 28, 30, 1]),
    Shade(
      name: "tertiarySystemBackground", color: .tertiarySystemBackground, light: [255, 255, 255, 1],
      dark: [44, 44, 46, 1]),
    Shade(
      name: "systemGroupedBackground", color: .systemGroupedBackground, light: [242, 242, 247, 1], dark: [0, 0, 0, 1]),
    Shade(
      name: "secondarySystemGroupedBackground", color: .secondarySystemGroupedBackground, light: [255, 255, 255, 1],
      dark: [28, 28, 30, 1]),
    Shade(
      name: "tertiarySystemGroupedBackground", color: .tertiarySystemGroupedBackground, light: [242, 242, 247, 1],
      dark: [44, 44, 46, 1]),
    Shade(name: "systemFill", color: .systemFill, light: [120, 120, 128, 0.2], dark: [120, 120, 128, 0.36]),
    Shade(
      name: "secondarySystemFill", color: .secondarySystemFill, light: [120, 120, 128, 0.16],
      dark: [120, 120, 128, 0.32]),
    Shade(
      name: "tertiarySystemFill", color: .tertiarySystemFill, light: [118, 118, 128, 0.12],
      dark: [118, 118, 128, 0.24]),
    Shade(
      name: "quaternarySystemFill", color: .quaternarySystemFill, light: [116, 116, 128, 0.08],
      dark: [118, 118, 128, 0.18]),
    Shade(name: "systemRed", color: .systemRed, light: [255, 59, 48, 1], dark: [255, 69, 58, 1]),
    Shade(name: "systemOrange", color: .systemOrange, light: [255, 149, 0, 1], dark: [255, 159, 10, 1]),
    Shade(name: "systemYellow", color: .systemYellow, light: [255, 204, 0, 1], dark: [255, 214, 10, 1]),
    Shade(name: "systemGreen", color: .systemGreen, light: [52, 199, 89, 1], dark: [48, 209, 88, 1]),
    Shade(name: "systemMint", color: .systemMint, light: [0, 199, 190, 1], dark: [99, 230, 226, 1]),
    Shade(name: "systemTeal", color: .systemTeal, light: [48, 176, 199, 1], dark: [64, 200, 224, 1]),
    Shade(name: "systemCyan", color: .systemCyan, light: [50, 173, 230, 1], dark: [100, 210, 255, 1]),
    Shade(name: "systemBlue", color: .systemBlue, light: [0, 122, 255, 1], dark: [10, 132, 255, 1]),
    Shade(name: "systemIndigo", color: .systemIndigo, light: [88, 86, 214, 1], dark: [94, 92, 230, 1]),
    Shade(name: "systemPurple", color: .systemPurple, light: [175, 82, 222, 1], dark: [191, 90, 242, 1]),
    Shade(name: "systemPink", color: .systemPink, light: [255, 45, 85, 1], dark: [255, 55, 95, 1]),
    Shade(name: "systemBrown", color: .systemBrown, light: [162, 132, 94, 1], dark: [172, 142, 104, 1]),
    Shade(name: "systemGray", color: .systemGray, light: [142, 142, 147, 1], dark: [142, 142, 147, 1]),
    Shade(name: "systemGray2", color: .systemGray2, light: [174, 174, 178, 1], dark: [99, 99, 102, 1]),
    Shade(name: "systemGray3", color: .systemGray3, light: [199, 199, 204, 1], dark: [72, 72, 74, 1]),
    Shade(name: "systemGray4", color: .systemGray4, light: [209, 209, 214, 1], dark: [58, 58, 60, 1]),
    Shade(name: "systemGray5", color: .systemGray5, light: [229, 229, 234, 1], dark: [44, 44, 46, 1]),
    Shade(name: "systemGray6", color: .systemGray6, light: [242, 242, 247, 1], dark: [28, 28, 30, 1]),
    Shade(name: "orange", color: .orange, light: [255, 128, 0, 1], dark: [255, 128, 0, 1]),
    Shade(name: "brown", color: .brown, light: [153, 102, 51, 1], dark: [153, 102, 51, 1]),
    Shade(name: "gray", color: .gray, light: [128, 128, 128, 1], dark: [128, 128, 128, 1]),
    Shade(name: "lightGray", color: .lightGray, light: [170, 170, 170, 1], dark: [170, 170, 170, 1]),
    Shade(name: "darkGray", color: .darkGray, light: [85, 85, 85, 1], dark: [85, 85, 85, 1]),
    Shade(name: "purple", color: .purple, light: [128, 0, 128, 1], dark: [128, 0, 128, 1]),
  ]

  @Test("system colours have UIKit's values, light and dark")
  func colors() {
    func drawn(_ values: [Double]) -> DrawColor {
      DrawColor(red: values[0] / 255, green: values[1] / 255, blue: values[2] / 255, alpha: values[3])
    }
    for shade in Self.shades {
      expectEqual(shade.color.drawColor(in: .light), drawn(shade.light), "\(shade.name), light")
      expectEqual(
        shade.color.drawColor(in: UITraitCollection(userInterfaceStyle: .dark)), drawn(shade.dark),
        "\(shade.name), dark")
    }
  }
}
