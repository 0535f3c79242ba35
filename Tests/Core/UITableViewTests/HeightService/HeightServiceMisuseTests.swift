import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("Height service: mistakes end with a message that names identifier and value")
struct HeightServiceMisuseTests {
  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  /// Asks for the height of a cell that wants `height`.
  @MainActor
  private static func ask(_ height: CGFloat, enforcesFrameLayout: Bool = false) {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    table.register(TallCell.self, forCellReuseIdentifier: "tall")
    _ = TestApplication()
    _ = table.heightService.heightForCell(withIdentifier: "tall") { cell in
      (cell as? TallCell)?.wanted = height
      cell.enforcesFrameLayout = enforcesFrameLayout
    }
  }

  @Test("a template that reports NaN")
  func notANumber() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Self.ask(.nan)
    }
    let message = Self.text(result)
    expect(message.contains("returned height nan for the template cell with the identifier \"tall\""))
    expect(message.contains("a height must be from 0"))
  }

  @Test("a template that reports an infinite height, by frame layout too")
  func infinite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Self.ask(.infinity)
    }
    expect(Self.text(result).contains("returned height inf for the template cell with the identifier \"tall\""))
    let framed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Self.ask(.infinity, enforcesFrameLayout: true)
    }
    expect(Self.text(framed).contains("returned height inf for the template cell with the identifier \"tall\""))
  }

  @Test("a template that reports a negative height")
  func negative() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Self.ask(-3)
    }
    expect(Self.text(result).contains("returned height -3.0 for the template cell with the identifier \"tall\""))
  }

  @Test("an identifier nothing is registered for")
  func unregistered() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      let table = UITableView()
      withExtendedLifetime(table) { _ = table.heightService.templateCell(forReuseIdentifier: "post") }
    }
    let message = Self.text(result)
    expect(message.contains("cannot make a template cell for \"post\": register a class or a nib"))
  }

  @Test("heights and paths that are invalid, given to the caches")
  func caches() async {
    let byPath = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      UITableView().heightService.indexPathCache.cache(.nan, at: IndexPath(row: 3, section: 1))
    }
    expect(Self.text(byPath).contains("was given height nan for row 3 of section 1"))
    let byKey = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      UITableView().heightService.keyedCache.cache(-1, forKey: "post 9")
    }
    expect(Self.text(byKey).contains("was given height -1.0 for key post 9"))
    let path = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      _ = UITableView().heightService.indexPathCache.height(at: IndexPath(index: 4))
    }
    expect(Self.text(path).contains("IndexPathHeightCache.height(at:): [4] is no row"))
  }

  @Test("the template returned as a row's cell")
  func templateAsCell() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = TableFixture(sections: [3]) { _, source in
        source.makesCell = { table, _ in table.heightService.templateCell(forReuseIdentifier: "cell") }
      }
    }
    expect(Self.text(result).contains("the height service's template cell, which is only for measuring"))
  }
}
