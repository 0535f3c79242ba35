import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("UITableViewController")
struct TableControllerTests {
  final class Numbers: UITableViewController {
    var selected: [Int] = []
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "n")
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 50 }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "n", for: path)
      cell.textLabel?.text = "\(path.row)"
      return cell
    }
    override func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { selected.append(path.row) }
  }

  final class Tall: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    override func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat { 70 }
  }

  @Test("its view is a table of which it is data source and delegate, and overrides are called")
  func ownTable() {
    let app = TestApplication()
    let controller = Numbers()
    app.window.rootViewController = controller
    app.frame()
    #expect(controller.view === controller.tableView)
    #expect(controller.tableView.dataSource === controller && controller.tableView.delegate === controller)
    #expect(controller.tableView.visibleCells.first?.textLabel?.text == "0")
    #expect(controller.tableView.frame == app.window.bounds)
    app.click(at: CGPoint(x: 50, y: 50))
    app.key(.keyboardDownArrow)
    #expect(controller.selected == [1, 2])
  }

  @Test("a method a subclass leaves alone counts as missing, one it overrides is used")
  func probing() {
    let app = TestApplication()
    let numbers = Numbers()
    app.window.rootViewController = numbers
    app.frame()
    #expect(numbers.tableView.missing.contains(.rowHeight))
    let tall = Tall(style: .grouped)
    app.window.rootViewController = tall
    app.frame()
    #expect(tall.tableView.style == .grouped)
    #expect(tall.tableView.visibleCells.map(\.frame.height) == [70, 70, 70])
  }
}
