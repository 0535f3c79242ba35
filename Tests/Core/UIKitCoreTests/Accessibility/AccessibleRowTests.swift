import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableModel
@testable import UIKitCore

/// Rows of a form, made by a closure.
@MainActor
private final class FormRows: NSObject, UITableViewDataSource, UITableViewDelegate {
  var rows: [@MainActor (UITableViewCell) -> Void] = []
  var menus: Set<Int> = []
  var chosen: [Int] = []

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell()
    rows[indexPath.row](cell)
    return cell
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { chosen.append(indexPath.row) }
  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard menus.contains(indexPath.row) else { return nil }
    return UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [UIAction(title: "Open") { _ in }]) })
  }
}

@MainActor
@Suite("Accessibility: rows with controls, and what stands in the tree once")
struct AccessibleRowTests {
  private let app = TestApplication()
  private let form = FormRows()
  private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: 600))
  private var tree: AccessibilityTree { AccessibilityTree(of: app.application) }

  private func show() {
    app.becomeCurrent()
    table.dataSource = form
    table.delegate = form
    app.window.addSubview(table)
    app.settle()
  }

  private func row(_ number: Int) -> AccessibleNode { .row(table, RowPosition(section: 0, row: number)) }

  @Test("a switch, slider or field in a row is called as the row where it has no name of its own")
  func names() throws {
    let (toggle, slider, field, own) = (UISwitch(), UISlider(), UITextField(), UISwitch())
    own.accessibilityLabel = "Own"
    form.rows = [
      {
        $0.textLabel?.text = "Sound"
        $0.accessoryView = toggle
      },
      {
        $0.textLabel?.text = "Volume"
        $0.contentView.addSubview(slider)
      },
      {
        $0.textLabel?.text = "Name"
        $0.contentView.addSubview(field)
      },
      {
        $0.textLabel?.text = "Other"
        $0.accessoryView = own
      },
    ]
    show()
    expectEqual([toggle, slider, field, own].map { tree.label(of: .view($0)) }, ["Sound", "Volume", "Name", "Own"])
    expectEqual((0..<4).map { tree.role(of: row($0)) }, [.toggle, .row, .row, .toggle])
    let loose = UISwitch()
    app.window.addSubview(loose)
    expectEqual(tree.label(of: .view(loose)), "")
  }

  @Test(
    "a row that holds only controls, and is not chosen itself, is no item that could be selected, and has their name")
  func holders() {
    let field = UITextField()
    field.placeholder = "Street"
    form.rows = [
      {
        $0.selectionStyle = .none
        $0.contentView.addSubview(field)
        field.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
      },
      {
        $0.selectionStyle = .none
        $0.textLabel?.text = "Text"
      }, { $0.textLabel?.text = "Chosen" },
    ]
    show()
    expectEqual((0..<3).map { tree.role(of: row($0)) }, [.holderRow, .row, .row])
    expectEqual((0..<3).map { tree.label(of: row($0)) }, ["Street", "Text", "Chosen"])
    expectEqual((0..<3).map { tree.state(of: row($0)).isSelectable }, [false, false, true])
  }

  @Test("a tool turns the switch of a row that is not chosen itself, and chooses one that is")
  func activation() {
    let (silent, chosen) = (UISwitch(), UISwitch())
    form.rows = [
      {
        $0.selectionStyle = .none
        $0.textLabel?.text = "Silent"
        $0.accessoryView = silent
      },
      {
        $0.textLabel?.text = "Chosen"
        $0.accessoryView = chosen
      },
    ]
    show()
    expect(tree.perform(.activate, on: row(0)) && silent.isOn && form.chosen == [])
    expect(tree.amount(of: row(0)) == 1 && tree.amount(of: row(1)) == 0)
    expect(tree.perform(.activate, on: row(1)) && !chosen.isOn && form.chosen == [1])
  }

  @Test("a row offers to show a menu where the delegate has one for it")
  func menus() {
    form.rows = [{ $0.textLabel?.text = "With" }, { $0.textLabel?.text = "Without" }]
    form.menus = [0]
    show()
    expectEqual((0..<2).map { tree.actions(of: row($0)).map(\.name).contains("show menu") }, [true, false])
  }

  @Test("a view with a label leaves the tree when the app sets isAccessibilityElement to false")
  func noElements() {
    app.becomeCurrent()
    let (said, silent) = (UILabel(frame: .zero), UILabel(frame: .zero))
    (said.text, silent.text) = ("F1: FPS", "FPS")
    silent.isAccessibilityElement = false
    let group = UIView(frame: .zero)
    group.accessibilityLabel = "Group"
    for view in [said, silent, group] { app.window.addSubview(view) }
    expectEqual(tree.children(of: .window), [.view(said), .view(group)])
  }

  @Test("an alert and a list of actions stand in the tree once, as an alert with its title")
  func alerts() {
    app.becomeCurrent()
    let root = UIViewController()
    app.window.rootViewController = root
    for style in [UIAlertController.Style.alert, .actionSheet] {
      let alert = UIAlertController(title: "Sure?", message: "Really", preferredStyle: style)
      alert.addAction(UIAlertAction(title: "No", style: .cancel))
      root.present(alert, animated: false)
      app.settle()
      let nodes = tree.children(of: .window)
      expect(nodes.map { tree.role(of: $0) } == [.alert] && nodes.map { tree.label(of: $0) } == ["Sure?"])
      expect(tree.parent(of: nodes[0]) == .window && tree.firstNode == nodes[0])
      expect(tree.perform(.escape, on: nodes[0]))
      app.settle()
      expect(root.presentedViewController == nil)
    }
  }
}
