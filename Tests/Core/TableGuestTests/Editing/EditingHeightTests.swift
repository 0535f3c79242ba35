import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

/// Heights of rows whose controls take width from their cells.
@MainActor
@Suite("Table: heights while rows are edited")
struct EditingHeightTests {
  /// Where heights come from.
  enum Source: CaseIterable, Sendable { case cells, delegate, mixed }

  /// Rows of a text that needs more lines beside controls.
  @MainActor
  private class Texts: NSObject, UITableViewDataSource {
    var count = 40
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
      cell.textLabel?.numberOfLines = 0
      cell.textLabel?.text = Array(repeating: "words", count: 24).joined(separator: " ")
      return cell
    }
    func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { true }
    func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath) {}
  }

  /// Leaves heights to the cells, but for those of every third row where `gives`.
  private final class Asked: Texts, UITableViewDelegate {
    let gives: Bool
    var asked: [Int: Int] = [:]
    init(gives: Bool) { self.gives = gives }
    func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
      asked[path.row, default: 0] += 1
      return gives && path.row % 3 == 0 ? 50 : UITableView.automaticDimension
    }
  }

  private func table(_ texts: Texts, prepare: (UITableView) -> Void = { _ in })
    -> (app: TestApplication, table: UITableView)
  {
    let app = TestApplication(size: CGSize(width: 300, height: 440))
    let table = UITableView(frame: app.window.bounds)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = texts
    table.delegate = texts as? any UITableViewDelegate
    prepare(table)
    app.window.addSubview(table)
    app.settle()
    return (app, table)
  }

  private func heights(_ table: UITableView) -> [Int: CGFloat] {
    var heights: [Int: CGFloat] = [:]
    for path in table.indexPathsForVisibleRows ?? [] { heights[path.row] = table.rectForRow(at: path).height }
    return heights
  }

  @Test(
    "rows that their cells measure follow edit mode, also beside heights of the delegate", arguments: Source.allCases,
    [true, false])
  func measured(source: Source, animated: Bool) throws {
    let texts = source == .cells ? Texts() : Asked(gives: source == .mixed)
    let (app, table) = table(texts)
    let plain = try #require(heights(table)[1])
    table.setEditing(true, animated: animated)
    app.settle()
    let edited = try #require(heights(table)[1])
    expect(edited > plain)
    func look(_ expected: CGFloat) {
      for (row, height) in heights(table) {
        expectEqual(height, (source == .mixed && row % 3 == 0 ? 50 : expected), "row \(row)")
      }
      table.checkInvariants()
    }
    look(edited)
    for offset in [600.0, 1500, 300] {
      table.contentOffset.y = offset
      app.settle()
      look(edited)
    }
    table.setEditing(false, animated: animated)
    app.settle()
    look(plain)
    table.contentOffset.y = 900
    app.settle()
    look(plain)
  }

  @Test("rows that are measured for a place that they do not get are measured with their controls")
  func passedOver() throws {
    for offset in stride(from: 500.0, through: 3000, by: 70) {
      let texts = Asked(gives: false)
      texts.count = 12
      // Rows count with far more than they have until they are seen: those that come first leave the screen again.
      let (app, table) = table(texts) { $0.estimatedRowHeight = 300 }
      table.setEditing(true, animated: false)
      table.contentOffset.y = offset
      app.settle()
      let end = table.contentSize.height - table.bounds.height
      for y in Array(stride(from: 0, through: end, by: 150)) + [end] {
        table.contentOffset.y = y
        app.settle()
      }
      let all = (0..<12).map { table.rectForRow(at: IndexPath(row: $0, section: 0)).height }
      expectEqual(Set(all).count, 1, "from \(offset): \(all)")
      table.checkInvariants()
    }
  }

  @Test("a row of an edited table is asked how it is edited, then measured once")
  func once() {
    final class Counting: Texts, UITableViewDelegate {
      var calls: [Int: [String]] = [:]
      override func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool {
        calls[path.row, default: []].append("canEdit")
        return true
      }
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        calls[path.row, default: []].append("height")
        return UITableView.automaticDimension
      }
    }
    let texts = Counting()
    let (app, table) = table(texts)
    table.setEditing(true, animated: false)
    app.settle()
    texts.calls = [:]
    table.contentOffset.y = 1500
    app.settle()
    expect(!texts.calls.isEmpty && texts.calls.values.allSatisfy { $0 == ["canEdit", "height"] })
  }

  @Test("rows follow edit mode that begins or ends while the table is laid out", arguments: [true, false])
  func within(animated: Bool) throws {
    final class Hasty: Texts, UITableViewDelegate {
      var next: (() -> Void)?
      func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
        let call = next
        next = nil
        call?()
      }
    }
    let texts = Hasty()
    let (app, table) = table(texts)
    let plain = try #require(heights(table)[1])
    texts.next = { table.setEditing(true, animated: animated) }
    table.contentOffset.y = 1000
    app.settle()
    expect(texts.next == nil && heights(table).values.allSatisfy { $0 > plain })
    texts.next = { table.setEditing(false, animated: animated) }
    table.contentOffset.y = 0
    app.settle()
    expect(texts.next == nil && heights(table).values.allSatisfy { $0 == plain })
    table.checkInvariants()
  }

  @Test("heights that a delegate gives are not asked again for edit mode")
  func given() {
    final class Given: Texts, UITableViewDelegate {
      var calls = 0
      func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        calls += 1
        return 50
      }
    }
    let texts = Given()
    let (app, table) = table(texts)
    let before = texts.calls
    table.setEditing(true, animated: false)
    app.settle()
    expectEqual(texts.calls, before)
    table.setEditing(false, animated: false)
    app.settle()
    expect(texts.calls == before && heights(table).values.allSatisfy { $0 == 50 })
  }
}
