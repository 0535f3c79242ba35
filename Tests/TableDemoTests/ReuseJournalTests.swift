import Foundation
import Testing
import UIKitCore

@testable import TableDemo

@Suite("The journal of reuse")
struct ReuseJournalTests {
  @Test("a cell that leaves waits, and is known to come back")
  func comeback() {
    var journal = ReuseJournal(identifiers: ["plain"])
    journal.create(0, row: 0)
    journal.leave(0, row: 0, identifier: "plain", at: 5)
    #expect(journal.idleCells("plain") == [0])
    journal.dequeue(0, row: 14)
    #expect(journal.idleCells("plain") == [])
    #expect(
      journal.events == [
        .init(cell: 0, kind: .reused(former: 0), row: 14), .init(cell: 0, kind: .left, row: 0),
        .init(cell: 0, kind: .made, row: 0),
      ])
    #expect(journal.created == 1)
    #expect(journal.dequeued == 1)
  }

  @Test("keeps a bounded number of events and forgets cells the table let go of")
  func bounded() {
    var journal = ReuseJournal(identifiers: ["even", "odd"])
    for cell in 0..<300 { journal.leave(cell, row: cell, identifier: cell % 2 == 0 ? "even" : "odd", at: 0) }
    #expect(journal.events.count == ReuseJournal.limit)
    #expect(journal.events[0].cell == 299)
    journal.keep(only: [3, 4])
    #expect(journal.idleCells("even") == [4] && journal.idleCells("odd") == [3])
    #expect(journal.events[0].kind == .released)
  }

  @Test("a cell used again at once is shown leaving, then waiting, then on screen; the picture changes when it says")
  func stages() throws {
    var journal = ReuseJournal(identifiers: ["plain"])
    journal.leave(0, row: 0, identifier: "plain", at: 10)
    journal.dequeue(0, row: 14)
    let pace = ReuseJournal.usualPace
    let trip = try #require(journal.trips.first)
    #expect(trip.stage(at: 10) == .leaving)
    #expect(trip.stage(at: 10 + 1.5 * pace) == .waiting)
    #expect(trip.stage(at: 10 + 2 * pace) == .over)
    #expect(journal.nextChange(after: 10) == 10 + pace)
    #expect(journal.nextChange(after: 10 + pace) == 10 + 2 * pace)
    #expect(journal.nextChange(after: 10 + 2 * pace) == nil)
    // One that nobody takes waits without an end.
    journal.leave(1, row: 1, identifier: "plain", at: 11)
    #expect(journal.trips.map(\.cell) == [1])
    #expect(journal.nextChange(after: 12) == nil)
    #expect(journal.trips[0].stage(at: 1000) == .waiting)
  }

  @Test("the more cells leave, the shorter each is shown on its way")
  func hurry() {
    var journal = ReuseJournal(identifiers: ["plain"])
    for cell in 0..<60 { journal.leave(cell, row: cell, identifier: "plain", at: 10 + Double(cell) / 60) }
    let paces = journal.trips.map(\.pace)
    #expect(paces.first == ReuseJournal.usualPace)
    #expect(paces.last == ReuseJournal.usualPace / 10)
    #expect(paces == paces.sorted(by: >))
  }

  private func picture(of journal: ReuseJournal, at now: TimeInterval) -> ReusePicture {
    ReusePicture(
      visible: [.init(row: 9, cell: 7)], journal: journal,
      rooms: .init(
        visible: CGRect(x: 0, y: 0, width: 200, height: 400), leaving: CGRect(x: 200, y: 0, width: 200, height: 400),
        waiting: CGRect(x: 400, y: 0, width: 200, height: 400)), isNarrow: false, now: now)
  }

  @Test("cells stand in the container they are in, of those that wait the one taken next first")
  func containers() {
    var journal = ReuseJournal(identifiers: ["plain", "seventh"])
    for cell in 0..<4 { journal.leave(cell, row: cell, identifier: "plain", at: Double(cell)) }
    let early = picture(of: journal, at: 3.1)
    #expect(early.leavingCount == 1 && early.waitingCount == 3)
    #expect(early.chips[3]?.text == "left row 3" && early.chips[3]?.frame.minX == 200)
    #expect(early.chips[2]?.text == "taken next" && early.chips[2]?.frame.minX == 400)
    #expect(early.chips[7]?.text == "row 9" && early.chips[7]?.frame.minX == 0)
    #expect(early.headings.map(\.text) == ["\u{201c}plain\u{201d}: 3 idle", "\u{201c}seventh\u{201d}: 0 idle"])
    let late = picture(of: journal, at: 4)
    #expect(late.leavingCount == 0)
    #expect(late.chips[3]?.text == "taken next")
    #expect(late.headings.first?.text == "\u{201c}plain\u{201d}: 4 idle")
    let frames = late.chips.values.map { $0.frame.insetBy(dx: 0.5, dy: 0.5) }
    for (index, frame) in frames.enumerated() {
      for other in frames.dropFirst(index + 1) { #expect(!frame.intersects(other)) }
    }
    // Taken, but still on its way: its place on screen stays free until it arrives.
    journal.leave(7, row: 2, identifier: "plain", at: 5)
    journal.dequeue(7, row: 9)
    #expect(picture(of: journal, at: 5.1).chips[7]?.text == "left row 2")
    #expect(picture(of: journal, at: 5.5).chips[7]?.text == "taken for row 9")
    #expect(picture(of: journal, at: 6).chips[7]?.text == "row 9")
  }

  @Test("cells that find no room are left out, and nothing leaves its container", arguments: [0.0, 40, 90, 300])
  func crowded(height: Double) {
    var journal = ReuseJournal(identifiers: ["plain"])
    for cell in 0..<60 { journal.leave(cell, row: cell, identifier: "plain", at: 0) }
    let room = CGRect(x: 0, y: 0, width: 120, height: height)
    let picture = ReusePicture(
      visible: (0..<40).map { .init(row: $0, cell: 100 + $0) }, journal: journal,
      rooms: .init(visible: room, leaving: room, waiting: room), isNarrow: true, now: 10)
    #expect(picture.chips.values.allSatisfy { $0.frame.maxY <= max(height, 0) + 1 })
    #expect(picture.headings.map(\.text) == ["plain: 60"])
  }
}
