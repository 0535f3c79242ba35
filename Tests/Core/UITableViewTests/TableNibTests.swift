import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: nibs")
struct TableNibTests {
  final class NibCell: UITableViewCell {}
  final class NibHeader: UITableViewHeaderFooterView {}

  private static let cells = UINib { [NibCell(style: .subtitle, reuseIdentifier: nil)] }

  @Test("class and nib share one slot per identifier; the last registration counts, nil of either kind removes it")
  func slot() throws {
    let table = UITableView()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "a")
    table.register(Self.cells, forCellReuseIdentifier: "a")
    let cell = try #require(table.dequeueReusableCell(withIdentifier: "a") as? NibCell)
    expect(cell.style == .subtitle && cell.reuseIdentifier == "a")
    table.register(UITableViewCell.self, forCellReuseIdentifier: "a")
    expectEqual(table.dequeueReusableCell(withIdentifier: "a").map { $0 is NibCell }, false)
    table.register(nil as UINib?, forCellReuseIdentifier: "a")
    expect(table.dequeueReusableCell(withIdentifier: "a") == nil)
    table.register(Self.cells, forCellReuseIdentifier: "a")
    table.register(nil as AnyClass?, forCellReuseIdentifier: "a")
    expect(table.dequeueReusableCell(withIdentifier: "a") == nil)
  }

  @Test("headers come from nibs too, and share their slot with classes")
  func headers() {
    let table = UITableView()
    table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "h")
    table.register(UINib { [NibHeader(reuseIdentifier: nil)] }, forHeaderFooterViewReuseIdentifier: "h")
    let view = table.dequeueReusableHeaderFooterView(withIdentifier: "h")
    expect(view is NibHeader && view?.reuseIdentifier == "h")
    table.register(nil as UINib?, forHeaderFooterViewReuseIdentifier: "h")
    expect(table.dequeueReusableHeaderFooterView(withIdentifier: "h") == nil)
  }

  @Test("a nib makes only as many cells as are visible; the others are used again")
  func reuse() {
    var made = 0
    let fixture = TableFixture(sections: [1000]) { table, _ in
      table.register(
        UINib {
          made += 1
          return [NibCell(style: .default, reuseIdentifier: "cell")]
        }, forCellReuseIdentifier: "cell")
    }
    for step in 0..<200 { fixture.scroll(to: Double(step) * 30) }
    expect(made <= 12)
    expect(fixture.table.visibleCells.allSatisfy { $0 is NibCell })
  }

  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a nib that names an archive stops when it is to be read, with its name and the cure")
  func archive() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let table = UITableView()
      table.register(UINib(nibName: "PriceCell", bundle: nil), forCellReuseIdentifier: "price")
      _ = table.dequeueReusableCell(withIdentifier: "price")
    }
    let message = Self.text(result)
    expect(message.contains("UINib(nibName: \"PriceCell\", bundle:)"))
    expect(message.contains("register the class itself, or make the nib with UINib(instantiate:)"))
  }

  @Test("a nib with anything but one cell stops and says what it holds")
  func contents() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let table = UITableView()
      table.register(UINib { [UIView(), UIView()] }, forCellReuseIdentifier: "two")
      _ = table.dequeueReusableCell(withIdentifier: "two")
    }
    expect(Self.text(result).contains("for \"two\" holds [UIView, UIView]; it must hold exactly one object"))
  }

  @Test("a nib whose cell has another identifier stops and names both")
  func identifier() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let table = UITableView()
      table.register(
        UINib { [UITableViewCell(style: .default, reuseIdentifier: "b")] }, forCellReuseIdentifier: "a")
      _ = table.dequeueReusableCell(withIdentifier: "a")
    }
    expect(Self.text(result).contains("for \"a\" holds a view with the reuse identifier \"b\""))
  }
}
