import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Looks of bars")
@MainActor
struct BarAppearanceTests {
  private let app = TestApplication(size: CGSize(width: 400, height: 600))

  private final class Rows: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
  }

  /// A navigation controller in the window.
  private func show(_ screen: UIViewController) -> UINavigationController {
    app.becomeCurrent()
    let navigation = UINavigationController(rootViewController: screen)
    app.window.rootViewController = navigation
    app.settle()
    return navigation
  }

  private func label(_ view: UIView, _ text: String) -> UILabel? {
    view.subviews.lazy.compactMap { $0 as? UILabel ?? label($0, text) }.first { $0.text == text }
  }

  @Test("a look that a bar or an item keeps can be changed in place, and the bar shows it")
  func looksInPlace() throws {
    let rows = Rows(style: .plain)
    rows.title = "Rows"
    let item = UIBarButtonItem(title: "Plain", style: .plain, target: nil, action: nil)
    rows.navigationItem.rightBarButtonItem = item
    let bar = show(rows).navigationBar
    func ground(_ bar: UIView) throws -> UIView { try #require(bar.subviews.first { $0 is BarGround }) }
    rows.tableView.contentOffset.y = 200
    app.settle()
    bar.standardAppearance.backgroundColor = .red
    try expectEqual(ground(bar).backgroundColor, .red)
    bar.standardAppearance.titleTextAttributes = [.foregroundColor: UIColor.purple]
    bar.standardAppearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.brown]
    app.settle()
    expect(label(bar, "Rows")?.textColor == .purple && label(bar, "Plain")?.textColor == .brown)
    let buttons = UIBarButtonItemAppearance()
    bar.standardAppearance.buttonAppearance = buttons
    buttons.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
    app.settle()
    expect(label(bar, "Plain")?.textColor != .brown && label(bar, "Plain")?.textColor != .green)
    bar.scrollEdgeAppearance = bar.standardAppearance
    bar.scrollEdgeAppearance?.backgroundColor = .blue
    try expectEqual(ground(bar).backgroundColor, .red)
    rows.tableView.contentOffset.y = -44
    app.settle()
    try expectEqual(ground(bar).backgroundColor, .blue)
    bar.scrollEdgeAppearance?.configureWithTransparentBackground()
    try expect(ground(bar).isHidden)
    let own = UINavigationBarAppearance()
    rows.navigationItem.scrollEdgeAppearance = own
    own.backgroundColor = .green
    rows.navigationItem.scrollEdgeAppearance?.backgroundColor = .orange
    try expect(ground(bar).backgroundColor == .orange && own.backgroundColor == .green)

    let (tabs, tools) = (UITabBar(frame: .zero), UIToolbar(frame: .zero))
    tabs.standardAppearance.backgroundColor = .red
    tools.standardAppearance.backgroundColor = .red
    try expect(ground(tabs).backgroundColor == .red && ground(tools).backgroundColor == .red)
    tabs.barTintColor = .yellow
    tools.standardAppearance = UIToolbarAppearance()
    tools.standardAppearance.shadowColor = nil
    tools.standardAppearance.backgroundColor = nil
    try expect(ground(tabs).backgroundColor == .yellow && ground(tools).isHidden)
  }

  @Test("titles of a bar and of its buttons stand away from their places as far as the look says")
  func shiftedTitles() throws {
    let rows = Rows(style: .plain)
    rows.title = "Rows"
    rows.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Plain", style: .plain, target: nil, action: nil)
    let bar = show(rows).navigationBar
    func places() -> [CGPoint] { ["Rows", "Plain"].compactMap { label(bar, $0)?.frame.origin } }
    let usual = places()
    bar.standardAppearance.titlePositionAdjustment = UIOffset(horizontal: 5, vertical: -3)
    bar.standardAppearance.buttonAppearance.normal.titlePositionAdjustment = UIOffset(horizontal: -1000)
    app.settle()
    expectEqual(places(), [usual[0] + CGPoint(x: 5, y: -3), usual[1] + CGPoint(x: -1000, y: 0)])
    bar.standardAppearance = UINavigationBarAppearance()
    app.settle()
    expectEqual(places(), usual)
  }
}
