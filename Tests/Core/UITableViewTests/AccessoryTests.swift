import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: accessories")
struct AccessoryTests {
  @MainActor
  final class Source: NSObject, UITableViewDataSource, UITableViewDelegate {
    var type = UITableViewCell.AccessoryType.none
    var makeView: (() -> UIView)?
    var events: [String] = []

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }

    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.accessoryType = type
      cell.accessoryView = makeView?()
      return cell
    }

    func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith path: IndexPath) {
      events.append("button \(path.row)")
    }

    func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) {
      events.append("highlight \(path.row)")
    }

    func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { events.append("select \(path.row)") }
  }

  @MainActor
  struct Fixture {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    let source = Source()

    init(_ type: UITableViewCell.AccessoryType, view: (() -> UIView)? = nil) {
      source.type = type
      source.makeView = view
      table.dataSource = source
      table.delegate = source
      app.window.addSubview(table)
      app.frame()
    }

    func accessory(_ row: Int) -> UIView? {
      table.cellForRow(at: IndexPath(row: row, section: 0))?.subviews.compactMap { $0 as? CellAccessoryView }.first
    }

    func button(_ row: Int) -> CellDetailButton? {
      accessory(row)?.subviews.compactMap { $0 as? CellDetailButton }.first
    }
  }

  @Test(
    "the detail button sends accessoryButtonTapped instead of selecting",
    arguments: [UITableViewCell.AccessoryType.detailButton, .detailDisclosureButton])
  func detailButton(type: UITableViewCell.AccessoryType) throws {
    let fixture = Fixture(type)
    let button = try #require(fixture.button(1))
    let place = button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil)
    fixture.app.mouseDown(at: place)
    expect(button.isHighlighted && button.subviews[0].alpha < 1)
    fixture.app.mouseMove(to: CGPoint(x: 50, y: 300))
    expect(!button.isHighlighted && button.subviews[0].alpha == 1)
    fixture.app.mouseMove(to: place)
    fixture.app.mouseUp(at: place)
    expectEqual(fixture.source.events, ["button 1"])
    // At the edge of the stretch that counts, beside the sign.
    let edge = button.convert(CGPoint(x: 2, y: 2), to: nil)
    fixture.app.click(at: edge)
    expectEqual(fixture.source.events, ["button 1", "button 1"])
    fixture.app.click(at: place, button: .secondary)
    fixture.app.mouseDown(at: place)
    fixture.app.mouseUp(at: CGPoint(x: 50, y: 66))
    expectEqual(fixture.source.events, ["button 1", "button 1"])
    expect(fixture.table.indexPathForSelectedRow == nil)
  }

  @Test(
    "a press on a chevron or check mark presses the row",
    arguments: [
      UITableViewCell.AccessoryType.disclosureIndicator, .checkmark,
    ])
  func signs(type: UITableViewCell.AccessoryType) {
    let fixture = Fixture(type)
    fixture.app.click(at: CGPoint(x: 278, y: 66))
    expectEqual(fixture.source.events, ["highlight 1", "select 1"])
  }

  @Test("an accessory view that is a control takes the touch, and the row does not highlight")
  func control() {
    var clicks = 0
    let fixture = Fixture(.detailButton) {
      UIButton(frame: CGRect(x: 0, y: 0, width: 60, height: 30), primaryAction: UIAction { _ in clicks += 1 })
    }
    fixture.app.click(at: CGPoint(x: 260, y: 66))
    expect(clicks == 1 && fixture.source.events.isEmpty && fixture.table.press.row == nil)
  }

  @Test("accessory views that are not controls do not block selection")
  func plainView() {
    let fixture = Fixture(.detailButton) { UIView(frame: CGRect(x: 0, y: 0, width: 60, height: 30)) }
    fixture.app.click(at: CGPoint(x: 260, y: 66))
    expectEqual(fixture.source.events, ["highlight 1", "select 1"])
    expect(fixture.accessory(1) == nil, "the view stands in place of the sign")
  }
}
