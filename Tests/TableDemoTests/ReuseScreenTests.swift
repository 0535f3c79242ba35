import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

@MainActor
@Suite("The tape of the screen reuse")
struct ReuseTapeTests {
  private func chain(_ calls: ReuseCall...) -> ReuseTape.Chain {
    .init(moments: calls.map { ReuseMoment(call: $0, detail: "", contents: ReuseContents()) })
  }

  @Test("moments are shown one by one, each chain anew from its beginning")
  func advance() {
    var tape = ReuseTape()
    tape.append(chain(.plan, .place))
    tape.append(chain(.collect))
    #expect(tape.advance()?.call == .plan)
    #expect(tape.advance()?.call == .place && tape.shown.moments.count == 2)
    #expect(tape.advance()?.call == .collect && tape.shown.moments.count == 1)
    #expect(tape.isAtEnd && tape.advance() == nil)
    #expect(tape.moment?.call == .collect)
  }

  @Test("a chain in which no cell moves is shown only when nothing else waits")
  func quiet() {
    var tape = ReuseTape()
    tape.append(chain(.event, .plan))
    tape.append(chain(.event, .plan))
    #expect(tape.waiting.count == 1)
    tape.append(chain(.plan, .place))
    #expect(tape.waiting.count == 2)
    tape.advance()
    #expect(tape.isShownQuiet)
    tape.skip()
    #expect(!tape.isShownQuiet)
  }

  @Test("when frames come faster than they are shown, the newest of those that wait is left")
  func bounded() {
    var tape = ReuseTape()
    for _ in 0..<100 {
      tape.append(chain(.plan, .place))
      #expect(tape.waiting.count <= ReuseTape.limit)
    }
  }

  @Test("the order of the calls is that of the table: what left is collected before or after rows get their cells")
  func order() {
    let first = ReuseCall.chain(.collectFirst)
    let last = ReuseCall.chain(.askFirst)
    #expect(Set(first) == Set(ReuseCall.allCases) && Set(last) == Set(first))
    #expect(first.firstIndex(of: .collect)! < first.firstIndex(of: .supply)!)
    #expect(last.firstIndex(of: .collect)! > last.firstIndex(of: .place)!)
  }

  private let rooms = ReusePicture.Rooms(
    visible: CGRect(x: 0, y: 0, width: 200, height: 300), leaving: CGRect(x: 200, y: 0, width: 200, height: 100),
    idle: CGRect(x: 200, y: 100, width: 200, height: 200))

  @Test("each cell is drawn once, in the container it is in; nothing overlaps")
  func containers() {
    var contents = ReuseContents()
    contents.visible = (0..<6).map { .init(row: 10 + $0, cell: $0) }
    contents.leaving = [.init(row: 9, cell: 6)]
    contents.idle = [.init(identifier: "cell", cells: [7, 8, 9, 10, 11]), .init(identifier: "second", cells: [])]
    contents.inHand = 12
    let picture = ReusePicture(contents, rooms: rooms)
    #expect(picture.chips.count == 13)
    #expect(picture.chips[0]?.text == "row 10" && rooms.visible.contains(picture.chips[0]!.frame))
    #expect(rooms.leaving.contains(picture.chips[6]!.frame) && picture.chips[6]?.text == "row 9")
    #expect(rooms.idle.contains(picture.chips[7]!.frame))
    #expect(picture.chips[12]?.text == "in cellForRowAt")
    #expect(picture.headings.map(\.text) == ["cell: 5", "second: 0"])
    // The one that is taken next stands first.
    #expect(picture.chips[11]!.frame.minX == rooms.idle.minX)
    let frames = picture.chips.values.map { $0.frame.insetBy(dx: 0.5, dy: 0.5) }
    for (index, frame) in frames.enumerated() {
      for other in frames.dropFirst(index + 1) { #expect(!frame.intersects(other)) }
    }
  }

  @Test("cells that find no room are left out, and nothing leaves its container", arguments: [0.0, 30, 64, 500])
  func crowded(height: Double) {
    let room = CGRect(x: 0, y: 0, width: 90, height: height)
    var contents = ReuseContents()
    contents.visible = (0..<60).map { .init(row: $0, cell: $0) }
    contents.idle = [.init(identifier: "cell", cells: Array(100..<160))]
    let picture = ReusePicture(contents, rooms: .init(visible: room, leaving: room, idle: room))
    #expect(picture.chips.values.allSatisfy { $0.frame.maxY <= height && $0.frame.maxX <= 90 })
  }
}

@MainActor
@Suite("The screen reuse", .serialized)
struct ReuseScreenTests {
  private let app = TestApplication(size: CGSize(width: 1280, height: 800))
  private let screen = ReuseController()

  private func show() -> UITableView {
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
    return screen.scriptedTable
  }

  /// The names of the calls that have been made, from the details beside them.
  private func shown() -> Set<String> { Set(texts(of: screen.view)) }

  @Test("six cells are made for six rows that fit exactly, and no more however far it scrolls")
  func collectFirst() {
    let table = show()
    #expect(table.bounds.height == 6 * table.rowHeight)
    for _ in 0..<30 {
      app.key(.keyboardN)
      app.settle()
    }
    #expect(table.contentOffset.y == 30 * table.rowHeight)
    #expect(table.diagnostics.counts.made == 6 && table.diagnostics.counts.dequeued == 30)
  }

  @Test("asked first, cell 6 is made for row 6 while cell 0 waits, and the pool holds a cell at rest")
  func askFirst() {
    let table = show()
    app.key(.keyboardO)
    for _ in 0..<30 {
      app.key(.keyboardN)
      app.settle(limit: 6000)
    }
    let counts = table.diagnostics.counts
    #expect(counts.made == 7 && counts.dequeued == 29 && table.diagnostics.idleCount == 1)
    #expect(shown().contains("cell: 1"))
  }

  @Test("without reuse each row that came on screen has a cell of its own")
  func withoutReuse() {
    let table = show()
    while !shown().contains("Reuse off") { app.key(.keyboardI) }
    app.settle()
    // The ways before this one have left cells in their pools.
    let (before, idle) = (table.diagnostics.counts, table.diagnostics.idleCount)
    for _ in 0..<30 {
      app.key(.keyboardN)
      app.settle(limit: 6000)
    }
    let counts = table.diagnostics.counts
    #expect(
      counts.made - before.made == 30 && counts.dequeued == before.dequeued && table.diagnostics.idleCount == idle)
  }

  @Test("a step shows one call after the other: event, offset, mark, run loop, layout, plan, then each cell's way")
  func steps() throws {
    let table = show()
    var seen: [String] = []
    for _ in 0..<11 {
      app.key(.keyboardS)
      app.settle()
      seen.append(try #require(texts(of: screen.view).first { $0.hasPrefix("This frame: ") }))
    }
    #expect(table.contentOffset.y == table.rowHeight)
    #expect(seen.first == "This frame: 0 left, 0 collected, 0 dequeued, 0 created, 0 placed")
    #expect(seen[8] == "This frame: 1 left, 1 collected, 1 dequeued, 0 created, 0 placed")
    #expect(seen.contains { $0.hasPrefix("This frame: 1 left, 1 collected, 0 dequeued, 0 created, 0 placed") })
    #expect(seen.contains { $0.hasPrefix("This frame: 1 left, 1 collected, 1 dequeued, 0 created, 1 placed") })
  }

  @Test("paused, nothing is shown until one asks; going on shows it")
  func pause() {
    let table = show()
    app.key(.keyboardP)
    table.contentOffset.y = table.rowHeight
    for _ in 0..<200 { app.frame() }
    #expect(!shown().contains("cell 0 at row 6"))
    app.key(.keyboardP)
    app.settle(limit: 6000)
    #expect(shown().contains("cell 0 at row 6"))
  }

  @Test("played, row after row comes by itself until it is stopped")
  func play() {
    let table = show()
    app.key(.keyboardG)
    for _ in 0..<2000 { app.frame() }
    #expect(table.contentOffset.y >= 3 * table.rowHeight)
    app.key(.keyboardG)
    app.settle(limit: 6000)
    let offset = table.contentOffset.y
    app.settle()
    #expect(table.contentOffset.y == offset)
  }

  @Test("three identifiers have a pool each; cells without one are let go; with reuse off each row keeps a cell")
  func supplies() {
    let table = show()
    app.key(.keyboardI)
    app.settle(limit: 6000)
    table.contentOffset.y = 40 * table.rowHeight + 7
    app.settle(limit: 6000)
    #expect(Set(table.diagnostics.idle.map(\.identifier)).isSubset(of: ["cell", "second", "third"]))
    #expect(Set(table.visibleCells.map(\.reuseIdentifier)) == ["cell", "second", "third"])
    app.key(.keyboardI)
    app.settle(limit: 6000)
    let released = table.diagnostics.counts.released
    for _ in 0..<6 {
      app.key(.keyboardN)
      app.settle(limit: 6000)
    }
    #expect(table.diagnostics.counts.released > released)
    app.key(.keyboardI)
    app.settle(limit: 6000)
    let made = table.diagnostics.counts.made
    for _ in 0..<20 {
      app.key(.keyboardN)
      app.settle(limit: 6000)
    }
    #expect(table.diagnostics.counts.made >= made + 20)
    #expect(texts(of: screen.view).contains { $0 == "26 cells kept, one a row" })
  }

  @Test("faint rows go on above and below the table, in line with its own")
  func band() {
    let table = show()
    table.contentOffset.y = 20 * table.rowHeight
    app.settle(limit: 6000)
    let ghosts = Set(table.superview.map(texts(of:)) ?? [])
    #expect(ghosts.isSuperset(of: ["Row 19", "Row 20", "Row 25", "Row 26"]))
  }

  @Test("at rest no frame is asked for; a screen that is gone asks for none either")
  func rest() {
    let table = show()
    table.contentOffset.y = 5 * table.rowHeight
    app.settle(limit: 6000)
    #expect(!app.application.frameLoop.isFrameRequested)
    table.contentOffset.y = 9 * table.rowHeight
    app.frame()
    app.window.rootViewController = UIViewController()
    app.settle()
    #expect(!app.application.frameLoop.isFrameRequested)
  }

  @Test("every size lays everything out inside of the window", arguments: [(320, 240), (390, 700), (1920, 1080)])
  func sizes(width: Int, height: Int) {
    _ = show()
    app.platformWindow.resize(to: CGSize(width: width, height: height))
    app.events.post(.window(.resized))
    app.settle(limit: 6000)
    for view in screen.view.subviews where !view.isHidden {
      #expect(view.frame.minX >= 0 && view.frame.maxX <= CGFloat(width) && view.frame.width >= 0)
      #expect(view.frame.height >= 0)
    }
  }
}
