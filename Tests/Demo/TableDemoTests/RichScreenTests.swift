import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

@MainActor
@Suite("Rich rows", .serialized)
struct RichScreenTests {
  let app = TestApplication(size: CGSize(width: 1280, height: 800))

  private func show(_ screen: RichController) -> UITableView {
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
    return screen.tableView
  }

  private func toggle(in cell: UITableViewCell?) -> UISwitch? {
    for view in cell?.contentView.subviews ?? [] {
      if let toggle = view as? UISwitch { return toggle }
    }
    return nil
  }

  @Test("show what the programs in C make of the same number")
  func contents() {
    // Printed by a program that includes Benchmarks/Peers/Programs/rich.h.
    let last = RichRow(99_999)
    expect(last.picture == 14 && last.progress == 0.77 && last.isOn)
    expectEqual([last.name, last.time, last.caption], ["Clara Ivanov", "12:45", "77 % of 4089 photos, no. 99999"])
    expect(last.message.hasPrefix("The museum is free on the first Sunday of the month, shall we go early "))
    expect(last.message.hasSuffix(" She laughed so hard at the second act that the whole row turned round."))
    let seventh = RichRow(7)
    expect(seventh.picture == 19 && seventh.name == "Jonas Berg" && seventh.isOn)
    expectEqual(seventh.message.split(separator: ". ").count, 7)
    expectEqual(
      RichRow(0).message,
      """
      We need four more chairs and someone who can carve. Tell Paul that his boots are in the hall. Our street has no \
      light tonight, so everyone is outside talking. The museum is free on the first Sunday of the month, shall we go \
      early and have lunch there?
      """)
  }

  @Test("are as high as their messages need, at any width, and keep a switch that was turned over")
  func heights() throws {
    let table = show(RichController(rows: 100_000))
    for width in [1280, 390] {
      app.window.frame.size.width = CGFloat(width)
      app.settle()
      for cell in table.visibleCells {
        let labels = cell.contentView.subviews.compactMap { $0 as? UILabel }
        expectEqual(labels.count, 4)
        for label in labels {
          let spare = label.frame.height - label.sizeThatFits(label.frame.size).height
          expect(label.numberOfLines == 0 ? (0...1).contains(spare) : spare == 0)
        }
        let lowest: CGFloat = try #require(labels.map { $0.frame.maxY }.max())
        let rightmost: CGFloat = try #require(labels.map { $0.frame.maxX }.max())
        expectEqual(lowest + 10, cell.contentView.bounds.height)
        // Whatever the message, it ends where the switch begins, which is as wide as switches are.
        expectEqual(rightmost, cell.contentView.bounds.width - cell.contentView.layoutMargins.right - 67)
        expectEqual(toggle(in: cell)?.frame.size, CGSize(width: 51, height: 31))
      }
    }
    let path = IndexPath(row: 0, section: 0)
    let toggle = try #require(self.toggle(in: table.cellForRow(at: path)))
    toggle.setOn(!toggle.isOn, animated: false)
    toggle.sendActions(for: .valueChanged)
    let turned = toggle.isOn
    table.contentOffset.y = 500_000
    app.settle()
    table.contentOffset.y = 0
    app.settle()
    expect(self.toggle(in: table.cellForRow(at: path))?.isOn == turned && turned != RichRow(0).isOn)
  }

  @Test("come and go while one scrolls, and what is seen stays in its place meanwhile")
  func changes() {
    let screen = RichController(rows: 1000, changeRate: 600)
    let table = show(screen)
    var seen: Set<String> = []
    for _ in 0..<120 {
      table.contentOffset.y += 37
      app.frame()
      for cell in table.visibleCells {
        let caption = texts(of: cell).first { $0.contains(" photos, no. ") } ?? ""
        let id = Int(caption.split(separator: " ").last ?? "") ?? -1
        expectEqual(RichRow(id).caption, caption)
        seen.insert(caption)
      }
    }
    expectEqual(screen.rowCount, table.numberOfRows(inSection: 0))
    expect(abs(screen.rowCount - 1000) <= 60)
    expect(seen.count > 30)
  }

  @Test("changes of a frame are places that a batch of updates may name, whatever the list", arguments: 0..<30)
  func batches(seed: Int) {
    var random = DemoRandom(seed: UInt64(seed))
    var changes = RichChanges()
    var count = Int.random(in: 0...20, using: &random)
    for _ in 0..<300 {
      let rate = Int.random(in: 0...2000, using: &random)
      let batch = changes.next(rate: rate, rows: count, firstVisible: Int.random(in: 0...max(0, count), using: &random))
      expect(Set(batch.deleted).count == batch.deleted.count && Set(batch.inserted).count == batch.inserted.count)
      expect(batch.deleted == batch.deleted.sorted() && batch.deleted.allSatisfy { (0..<count).contains($0) })
      let after = count - batch.deleted.count + batch.inserted.count
      expect(batch.inserted == batch.inserted.sorted() && batch.inserted.allSatisfy { (0..<after).contains($0) })
      count = after
    }
  }
}
