import Testing
import UIKit

@testable import Template

/// The screen without a window: a view that is laid out shows its rows.
@MainActor
struct ItemsControllerTests {
  private let controller: ItemsController

  init() {
    UIApplication.prepareForTesting()
    controller = ItemsController(style: .insetGrouped)
    controller.loadViewIfNeeded()
    controller.view.frame = CGRect(x: 0, y: 0, width: 480, height: 640)
    controller.view.layoutIfNeeded()
  }

  private func text(at row: Int) -> String? {
    let cell = controller.tableView.cellForRow(at: IndexPath(row: row, section: 0))
    return (cell?.contentConfiguration as? UIListContentConfiguration)?.text
  }

  @Test func showsItems() {
    #expect(text(at: 0) == "First")
    #expect(text(at: 3) == nil)
  }

  @Test func addsItem() {
    controller.addItem()
    controller.view.layoutIfNeeded()
    #expect(text(at: 3) == "Item 4")
  }

  @Test func deletesItem() {
    controller.tableView(controller.tableView, commit: .delete, forRowAt: IndexPath(row: 0, section: 0))
    controller.view.layoutIfNeeded()
    #expect(text(at: 0) == "Second")
  }
}
