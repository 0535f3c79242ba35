import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Table: reuse of headers and footers")
struct TablePartReuseTests {
  private final class Part: UITableViewHeaderFooterView {
    var preparations = 0
    var stale = ""
    override func prepareForReuse() {
      super.prepareForReuse()
      preparations += 1
    }
  }

  /// Gives every section a header, and writes down what becomes of them.
  private final class Delegate: NSObject, UITableViewDelegate {
    var log: [String] = []
    var mistakes: [String] = []
    private(set) var shown: [ObjectIdentifier: Int] = [:]
    private(set) var handedOut: [Part] = []

    func tableView(_ table: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      guard let part = table.dequeueReusableHeaderFooterView(withIdentifier: "h") as? Part else { return nil }
      if shown[ObjectIdentifier(part)] != nil { mistakes.append("header \(section) was handed out while shown") }
      if !handedOut.contains(where: { $0 === part }) { handedOut.append(part) }
      part.stale = "section \(section)"
      return part
    }

    func tableView(_ table: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }

    func tableView(_ table: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      log.append("will \(section)")
      let isSized = view.bounds.size == CGSize(width: 300, height: 30)
      if view.superview != nil || !isSized { mistakes.append("early \(section)") }
      shown[ObjectIdentifier(view)] = section
    }

    func tableView(_ table: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
      log.append("end \(section)")
      if view.superview != nil { mistakes.append("\(section) is still in the table") }
      if shown.removeValue(forKey: ObjectIdentifier(view)) != section { mistakes.append("\(section) was not shown") }
    }
  }

  private let delegate = Delegate()

  private func fixture(_ sections: [Int], style: UITableView.Style = .grouped) -> TableFixture {
    TableFixture(sections: sections, style: style, delegate: delegate) { table, _ in
      table.register(Part.self, forHeaderFooterViewReuseIdentifier: "h")
      table.sectionFooterHeight = 0
    }
  }

  @Test("a header is prepared when it is dequeued again, not when it leaves, and keeps its content")
  func preparation() throws {
    let fixture = fixture([40, 40])
    let part = try #require(fixture.table.headerView(forSection: 0) as? Part)
    expectEqual(part.preparations, 0)
    fixture.scroll(to: 800)
    expect(part.superview == nil && part.preparations == 0 && part.stale == "section 0")
    let again = fixture.table.dequeueReusableHeaderFooterView(withIdentifier: "h")
    expect(again === part && part.preparations == 1 && part.stale == "section 0")
  }

  @Test("headers are sized, displayed, taken off, reported and pooled in that order over a random scroll")
  func pairing() {
    let fixture = fixture(Array(repeating: 3, count: 100), style: .plain)
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      let isJump = Int.random(in: 0..<5, using: &random) == 0
      let now = fixture.table.contentOffset.y
      let step = Double.random(in: -90...90, using: &random)
      fixture.scroll(to: isJump ? Double.random(in: 0...15_000, using: &random) : now + step)
      expectEqual(delegate.shown.count, fixture.table.parts.visible.count)
    }
    expect(delegate.mistakes.isEmpty, "\(delegate.mistakes.prefix(3))")
    expect(delegate.handedOut.count <= 8)
    fixture.table.checkInvariants()
  }

  @Test("reloadData takes all headers off and reports them; their objects are used again")
  func reloading() {
    let fixture = fixture([1, 1, 1])
    delegate.log = []
    fixture.table.reloadData()
    expectEqual(delegate.log.sorted(), ["end 0", "end 1", "end 2"])
    fixture.app.frame()
    expectEqual(delegate.log.suffix(3), ["will 0", "will 1", "will 2"])
    expect(delegate.handedOut.count == 3 && delegate.mistakes.isEmpty)
  }

  @Test("no cell is asked for early: each is displayed in the pass that asks for it")
  func noEarlyCells() {
    let display = ScriptedDelegate()
    let fixture = TableFixture(sections: [500], delegate: display)
    for step in 0..<100 { fixture.scroll(to: Double(step) * 29) }
    let asked = fixture.source.takeLog().filter { $0.hasPrefix("cell") }.map { $0.dropFirst(5) }
    let displayed = display.takeLog().filter { $0.hasPrefix("willDisplay") }.map { $0.dropFirst(12) }
    expect(asked == displayed && asked.count > 60)
  }
}
