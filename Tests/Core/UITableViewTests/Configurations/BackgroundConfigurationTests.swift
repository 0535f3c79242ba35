import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Configurations: backgrounds")
struct BackgroundConfigurationTests {
  private func shown(_ cell: UITableViewCell) -> UIColor? {
    (cell.subviews.first as? BackgroundConfigurationView)?.subviews.first?.backgroundColor
  }

  @Test("the colours of rows follow selection and highlight until one is set")
  func states() {
    let scene = ConfiguredTable { cell, row in
      var background = cell.defaultBackgroundConfiguration()
      if row == 1 { background.backgroundColor = .purple }
      cell.backgroundConfiguration = background
    }
    for row in 0..<3 { scene.cell(row).isHighlighted = row != 2 }
    scene.app.frame()
    let colors: [UIColor?] = (0..<3).map { shown(scene.cell($0)) }
    expectEqual(colors, [.systemGray4, .purple, .systemBackground])
    // No grey view of the cell's own beside it, but the lines give way all the same.
    expect(scene.cell(0).subviews.filter { $0.backgroundColor == .systemGray4 }.isEmpty)
    expect(scene.cell(0).lines.lower.isHidden && !scene.cell(2).lines.lower.isHidden)
    scene.cell(0).isHighlighted = false
    scene.app.frame()
    expectEqual(shown(scene.cell(0)), .systemBackground)
  }

  @Test("a row that is not to show its selection keeps its background")
  func selectionStyleNone() {
    let scene = ConfiguredTable { cell, _ in
      cell.selectionStyle = .none
      cell.backgroundConfiguration = .listPlainCell()
    }
    scene.cell(0).isSelected = true
    scene.app.frame()
    expect(shown(scene.cell(0)) == .systemBackground && scene.cell(0).configurationState.isSelected)
  }

  @Test("a clear background shows the table through in grouped styles too; without it the card is back")
  func clear() {
    let scene = ConfiguredTable(style: .insetGrouped) { cell, _ in cell.backgroundConfiguration = .clear() }
    expect(scene.cell(0).backgroundColor == nil)
    scene.cell(0).backgroundConfiguration = nil
    expectEqual(scene.cell(0).backgroundColor, .secondarySystemGroupedBackground)
  }

  @Test("backgrounds are left alone where automatic updates are turned off")
  func manual() {
    let scene = ConfiguredTable { cell, _ in
      cell.automaticallyUpdatesBackgroundConfiguration = false
      cell.backgroundConfiguration = .listPlainCell()
    }
    scene.cell(0).isSelected = true
    scene.app.frame()
    expectEqual(shown(scene.cell(0)), .systemBackground)
  }

  @Test(
    "a cell's background configuration reads as the default of its table's style, in its state",
    arguments: [UITableView.Style.plain, .grouped, .insetGrouped])
  func standard(style: UITableView.Style) {
    let scene = ConfiguredTable(style: style) { _, _ in }
    let cell = scene.cell(0)
    let usual: UIBackgroundConfiguration = style == .plain ? .listPlainCell() : .listGroupedCell()
    expectEqual(cell.backgroundConfiguration, usual)
    let views = cell.subviews.count
    cell.isSelected = true
    expectEqual(cell.backgroundConfiguration?.backgroundColor, .systemGray4)
    cell.isSelected = false
    expectEqual(cell.backgroundConfiguration, usual)
    expect(cell.subviews.count == views && cell.configurations == nil, "reading makes nothing")
  }

  @Test("a default that is read and changed in cellForRowAt has the table's style, in cells made by the table")
  func changedDefault() {
    final class Source: NSObject, UITableViewDataSource {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        cell.backgroundConfiguration?.cornerRadius = 8
        return cell
      }
    }
    let app = TestApplication()
    let source = Source()
    let table = UITableView(frame: app.window.bounds, style: .insetGrouped)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    table.dataSource = source
    app.window.addSubview(table)
    app.settle()
    var expected = UIBackgroundConfiguration.listGroupedCell()
    expected.cornerRadius = 8
    expectEqual(table.visibleCells.map(\.backgroundConfiguration), [expected, expected])
    expectEqual(shown(table.visibleCells[0]), .secondarySystemGroupedBackground)
  }

  @Test("while a colour or a background view of the app's fills the cell there is no background configuration")
  func replacedDefault() {
    let scene = ConfiguredTable(style: .grouped) { _, _ in }
    let cell = scene.cell(0)
    cell.backgroundColor = .red
    expect(cell.backgroundConfiguration == nil)
    cell.backgroundColor = nil
    expect(cell.backgroundConfiguration != nil)
    cell.backgroundView = UIView()
    expect(cell.backgroundConfiguration == nil)
    cell.backgroundView = nil
    cell.selectedBackgroundView = UIView()
    expect(cell.backgroundConfiguration == nil)
    cell.selectedBackgroundView = nil
    cell.multipleSelectionBackgroundView = UIView()
    expect(cell.backgroundConfiguration == nil)
    cell.backgroundConfiguration = .listGroupedCell()
    expect(cell.multipleSelectionBackgroundView == nil && cell.backgroundConfiguration != nil)
  }

  @Test("a background configuration set to nil reads as nil, and the cell shows what its table fills cells with")
  func declined() {
    let scene = ConfiguredTable(style: .grouped) { _, _ in }
    let cell = scene.cell(0)
    cell.backgroundConfiguration = nil
    expect(cell.backgroundConfiguration == nil)
    cell.backgroundConfiguration = .clear()
    expectEqual(cell.backgroundConfiguration, .clear())
    cell.backgroundConfiguration = nil
    expect(cell.backgroundConfiguration == nil && cell.backgroundColor == .secondarySystemGroupedBackground)
  }

  @Test("insets, layout margins, corners, line and image surround and fill the background")
  func parts() throws {
    let image = try #require(UIImage(data: Data("ok".utf8) + [60, 30]))
    let custom = UIView()
    let scene = ConfiguredTable { cell, _ in
      var background = UIBackgroundConfiguration.listPlainCell()
      background.backgroundInsets = NSDirectionalEdgeInsets(top: 2, leading: 3, bottom: 4, trailing: 5)
      background.edgesAddingLayoutMarginsToBackgroundInsets = [.leading]
      background.cornerRadius = 8
      background.strokeWidth = 2
      background.strokeColor = .red
      background.strokeOutset = 1
      background.image = image
      background.imageContentMode = .scaleAspectFit
      if cell.configurations == nil { background.customView = custom }
      cell.backgroundConfiguration = background
    }
    let view = try #require(scene.cell(2).subviews.first as? BackgroundConfigurationView)
    let fill = try #require(view.subviews.first)
    expectEqual(view.frame, scene.cell(2).bounds)
    expectEqual(fill.frame, CGRect(x: 19, y: 2, width: 276, height: 38))
    expect(fill.layer.cornerRadius == 8 && fill.clipsToBounds)
    let edge = try #require(view.subviews.last)
    expect(edge.frame == fill.frame.insetBy(dx: -1, dy: -1) && edge.layer.borderWidth == 2)
    expect(edge.layer.borderColor == UIColor.red && edge.layer.cornerRadius == 9)
    let picture = try #require(fill.subviews.first as? UIImageView)
    expect(picture.image === image && picture.contentMode == .scaleAspectFit && picture.frame == fill.bounds)
    expect(fill.subviews.last === custom && custom.frame == fill.bounds)
    scene.cell(2).backgroundConfiguration = .clear()
    scene.app.frame()
    expect(custom.superview == nil && edge.layer.borderWidth == 0 && picture.image == nil)
  }

  @Test("colours come from the tint where none is set, and through transformers")
  func resolving() {
    var background = UIBackgroundConfiguration.clear()
    background.backgroundColor = nil
    expectEqual(background.resolvedBackgroundColor(for: .purple), .purple)
    expectEqual(background.resolvedStrokeColor(for: .purple), .purple)
    background.backgroundColorTransformer = UIConfigurationColorTransformer { _ in .red }
    background.strokeColorTransformer = UIConfigurationColorTransformer { $0 == .purple ? .blue : .red }
    expectEqual(background.resolvedBackgroundColor(for: .purple), .red)
    expectEqual(background.resolvedStrokeColor(for: .purple), .blue)
  }
}
