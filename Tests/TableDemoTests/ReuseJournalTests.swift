import Testing

@testable import TableDemo

@Suite("The journal of reuse")
struct ReuseJournalTests {
  @Test("a cell that leaves waits, and is known to come back")
  func comeback() {
    var journal = ReuseJournal(identifiers: ["plain"])
    journal.create()
    journal.leave(0, row: 0, identifier: "plain")
    #expect(journal.waiting["plain"] == [0])
    #expect(journal.departures == [.init(cell: 0, row: 0, pass: 0, comeback: nil)])
    journal.dequeue(0, row: 14, identifier: "plain")
    journal.endPass()
    #expect(journal.waiting["plain"] == [])
    #expect(journal.departures == [.init(cell: 0, row: 0, pass: 0, comeback: 14)])
    #expect(journal.created == 1)
    #expect(journal.dequeued == 1)
  }

  @Test("departures of the last pass are recent, older ones are not")
  func recent() {
    var journal = ReuseJournal(identifiers: ["plain"])
    journal.leave(1, row: 1, identifier: "plain")
    journal.endPass()
    #expect(journal.isRecent(journal.departures[0]))
    journal.leave(2, row: 2, identifier: "plain")
    journal.endPass()
    #expect(journal.departures.map(journal.isRecent) == [true, false])
  }

  @Test("keeps a bounded number of departures and forgets cells the table let go of")
  func bounded() {
    var journal = ReuseJournal(identifiers: ["even", "odd"])
    for cell in 0..<100 { journal.leave(cell, row: cell, identifier: cell % 2 == 0 ? "even" : "odd") }
    #expect(journal.departures.count == ReuseJournal.limit)
    #expect(journal.departures[0].cell == 99)
    journal.keep(only: [3, 4])
    #expect(journal.waiting == ["even": [4], "odd": [3]])
  }
}
