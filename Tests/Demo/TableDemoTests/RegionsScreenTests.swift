import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import DemoParts
@testable import TableDemo

@MainActor
@Suite("The screen regions", .serialized)
struct RegionsScreenTests {
  private let app = TestApplication(size: CGSize(width: 800, height: 700))
  private let screen = RegionsController()

  private func show() {
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
  }

  /// The table of the screen on top.
  private var table: UITableView? { (screen.topViewController as? UITableViewController)?.tableView }

  /// Clicks the row that shows a text.
  private func choose(_ text: String) throws {
    let cell = try #require(table?.visibleCells.first { texts(of: $0).contains(text) }, "\(text)")
    app.click(at: cell.convert(CGPoint(x: 100, y: 10), to: nil))
    app.settle()
  }

  @Test("a region leads to its countries, a country to what is known of it, and Alt+Left back")
  func leads() throws {
    show()
    expectEqual(screen.rowCount, table?.numberOfRows(inSection: 0))
    try choose("Caribbean")
    expect(screen.topViewController?.title == "Caribbean" && table?.numberOfRows(inSection: 0) == 28)
    try choose("Aruba")
    expectEqual(screen.topViewController?.title, "Aruba")
    let facts = table?.visibleCells.flatMap(texts) ?? []
    expect(facts.contains("Oranjestad") && facts.contains { $0.hasPrefix("180 km\u{b2}, ") }, "\(facts)")
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.settle()
    app.key(.keyboardLeftArrow, modifiers: .alternate)
    app.settle()
    expect(screen.viewControllers.count == 1 && screen.topViewController?.title == "Regions")
  }

  @Test(
    "the sentence above the regions keeps off the edges and is whole in windows of all widths", arguments: [320, 800])
  func sentence(width: CGFloat) throws {
    app.platformWindow.resize(to: CGSize(width: width, height: 700))
    app.events.post(.window(.resized))
    show()
    func label(in view: UIView) -> UILabel? {
      (view as? UILabel).flatMap { $0.text == ScreenName.regions.sentence ? $0 : nil }
        ?? view.subviews.lazy.compactMap(label).first
    }
    let label = try #require(label(in: app.window))
    let place = label.convert(label.bounds, to: nil)
    expect(place.minX >= 16 && place.maxX <= width - 16)
    expect(label.sizeThatFits(CGSize(width: place.width, height: .infinity)).height <= place.height)
  }

  @Test("rows move to their places when the order changes")
  func order() throws {
    show()
    let names = { [self] in (table?.visibleCells ?? []).compactMap { texts(of: $0).first } }
    expectEqual(names(), names().sorted())
    // The button at the right end of the bar.
    app.click(at: CGPoint(x: 778, y: 22))
    app.settle()
    try clickLabel("Number of Countries", in: app.window)
    app.settle()
    expectEqual(names().first, "Caribbean")
  }

  @Test("a country is removed when the alert says so, and stays when it is cancelled")
  func removal() throws {
    show()
    try choose("Australia and New Zealand")
    for (answer, rows) in [("Cancel", 6), ("Remove", 5)] {
      let path = IndexPath(row: 0, section: 0)
      let controller = try #require(screen.topViewController as? RegionController)
      let table = controller.tableView!  // set by the controller
      let actions = controller.tableView(table, trailingSwipeActionsConfigurationForRowAt: path)
      nonisolated(unsafe) var wasDone: Bool?
      actions?.actions.first?.handler(try #require(actions?.actions.first), table) { wasDone = $0 }
      app.settle()
      let alert = try #require(screen.presentedViewController as? UIAlertController)
      expectEqual(alert.title, "Remove Australia?")
      try clickLabel(answer, in: alert.view)
      app.settle()
      expect(screen.presentedViewController == nil && wasDone == (answer == "Remove"))
      expectEqual(table.numberOfRows(inSection: 0), rows)
    }
  }

  private func clickLabel(_ title: String, in view: UIView) throws {
    func label(_ view: UIView) -> UILabel? {
      (view as? UILabel).flatMap { $0.text == title ? $0 : nil } ?? view.subviews.lazy.compactMap(label).first
    }
    let found = try #require(label(view))
    app.click(at: found.convert(CGPoint(x: found.bounds.midX, y: found.bounds.midY), to: nil))
  }

  @Test("a search finds countries of all regions, and one that is chosen opens")
  func search() throws {
    show()
    let search = try #require(screen.topViewController?.navigationItem.searchController)
    search.isActive = true
    search.searchBar.searchTextField.insertText("finl")
    app.settle()
    let found = try #require(search.searchResultsController as? CountryListController)
    expectEqual(found.tableView.numberOfRows(inSection: 0), 1)
    let cell = try #require(found.tableView.visibleCells.first)
    app.click(at: cell.convert(CGPoint(x: 100, y: 10), to: nil))
    app.settle()
    expectEqual(screen.topViewController?.title, "Finland")
  }
}
