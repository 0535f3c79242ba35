import Expectations
import Foundation
import Synchronization
import TestSupport
import Testing
import UIKitCore

@testable import ProcessViewer
@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("The processes screen")
  struct ProcessesScreenTests {
    let app = TestApplication(size: CGSize(width: 1000, height: 700))

    /// The screen with some processes, which nothing but the test refreshes.
    func show(
      _ figures: [ProcessEntry] = (1...60).map { .sample($0, load: Int(60 - $0) / 4 * 10) }
    ) -> ProcessesController {
      app.becomeCurrent()
      let screen = ProcessesController(sampler: ProcessSampler(path: "/nowhere"))
      app.window.rootViewController = ScreenNavigation.alone(screen)
      app.settle()
      screen.stopRefreshing()
      refresh(screen, figures)
      app.settle()
      return screen
    }

    func refresh(_ screen: ProcessesController, _ figures: [ProcessEntry]) {
      var list = screen.list
      list.take(figures)
      screen.receive(list)
    }

    /// The screen's processes with other loads.
    func refresh(_ screen: ProcessesController, load: (Int32) -> Int) {
      refresh(screen, screen.list.all.map { .sample($0.identity.pid, load: load($0.identity.pid)) })
    }

    func press(_ key: UIKeyboardHIDUsage) {
      app.key(key)
      app.settle()
    }

    func pids(_ screen: ProcessesController) -> [Int32] {
      let paths = screen.scriptedTable.indexPathsForVisibleRows ?? []
      return paths.compactMap(screen.dataSource.itemIdentifier(for:)).map(\.pid)
    }

    func selected(_ screen: ProcessesController) -> Int32? {
      screen.scriptedTable.indexPathForSelectedRow.flatMap(screen.dataSource.itemIdentifier(for:))?.pid
    }

    /// Clicks a row of those on screen; gives the place clicked.
    @discardableResult
    func click(_ number: Int, in screen: ProcessesController) -> CGPoint {
      let table = screen.scriptedTable
      let place = table.convert(table.visibleCells[number].frame, to: nil)
      let point = CGPoint(x: 300, y: place.midY)
      app.click(at: point)
      app.settle()
      return point
    }

    /// The process whose row is under a point of the window.
    func pid(at point: CGPoint, in screen: ProcessesController) -> Int32? {
      let table = screen.scriptedTable
      let path = table.indexPathForRow(at: table.convert(point, from: nil))
      return path.flatMap(screen.dataSource.itemIdentifier(for:))?.pid
    }

    @Test("the busiest come first; each row shows name, command, number, user, threads, load and memory")
    func rows() throws {
      let screen = show([.sample(7, "idle"), .sample(9, "busy", load: 425, memory: 12_300_000, threads: 3)])
      expect(screen.rowCount == 2 && screen.isComplete && pids(screen) == [9, 7])
      let cell = try #require(screen.scriptedTable.visibleCells.first)
      expectEqual(Set(texts(of: cell)), ["busy", "/bin/busy --now", "9", "ada", "3", "42.5", "12.3 MB"])
      let capacity = 100 * ProcessLoad.thisMachine.processors
      expect(texts(of: screen.view).contains("2 processes, 4 threads, CPU 42.5 of \(capacity) %"))
      for title in ["Process", "PID", "User", "Threads", "\u{2193} CPU %", "Memory"] {
        expect(texts(of: screen.view).contains(title))
      }
    }

    @Test("a clicked process stays selected under the pointer while its rank changes, up to both ends of the list")
    func underThePointer() throws {
      let screen = show()
      let point = click(5, in: screen)
      let chosen = try #require(selected(screen))
      expectEqual(pid(at: point, in: screen), chosen)
      for load in [0, 5000, 70, 20, 4000, 0, 110] {
        refresh(screen) { $0 == chosen ? load : Int(60 - $0) / 4 * 10 }
        for _ in 0..<30 {
          expect(pid(at: point, in: screen) == chosen && selected(screen) == chosen)
          app.frame()
        }
        screen.scriptedTable.checkInvariants()
      }
    }

    @Test("hundreds of refreshes at random: in order, the right texts, the selection in its place", arguments: 0..<4)
    func random(seed: UInt64) throws {
      var random = DemoRandom(seed: seed)
      let screen = show()
      let table = screen.scriptedTable
      let point = click(7, in: screen)
      let chosen = try #require(selected(screen))
      for step in 0..<150 {
        var figures: [ProcessEntry] = screen.list.all.compactMap { process in
          let pid = process.identity.pid
          guard pid == chosen || Int.random(in: 0..<40, using: &random) > 0 else { return nil }
          let isSame = Int.random(in: 0..<3, using: &random) > 0
          return isSame ? process : .sample(pid, load: Int.random(in: 0..<20, using: &random) * 10)
        }
        if Bool.random(using: &random) { figures.append(.sample(Int32(1000 + step))) }
        refresh(screen, figures.shuffled(using: &random))
        table.checkInvariants()
        expect(selected(screen) == chosen && pid(at: point, in: screen) == chosen, "seed \(seed), step \(step)")
        expectEqual(pids(screen), pids(screen).sorted { rank($0, screen) < rank($1, screen) })
        for (cell, pid) in zip(table.visibleCells, pids(screen)) {
          let process = try #require(screen.list.all.first { $0.identity.pid == pid })
          expect(texts(of: cell).contains(process.loadText) && texts(of: cell).contains("\(pid)"))
        }
        for _ in 0..<Int.random(in: 0...25, using: &random) { app.frame() }
      }
    }

    private func rank(_ pid: Int32, _ screen: ProcessesController) -> Int {
      screen.list.visible.firstIndex { $0.identity.pid == pid } ?? -1
    }

    @Test("without a selection the list stays at its top and shows the busiest")
    func top() {
      let screen = show()
      refresh(screen) { $0 == 60 ? 900 : 0 }
      app.settle()
      expect(screen.scriptedTable.contentOffset.y == 0 && pids(screen).first == 60)
    }

    @Test("resized near its end, the list keeps its first whole row in its place")
    func resizedNearEnd() {
      let screen = show()
      let table = screen.scriptedTable
      table.contentOffset.y = table.contentSize.height + table.adjustedContentInset.bottom - table.bounds.height - 60
      app.settle()
      func firstWhole() -> (pid: Int32?, y: CGFloat) {
        let top = table.bounds.minY + table.adjustedContentInset.top
        for path in table.indexPathsForVisibleRows ?? [] {
          let row = table.rectForRow(at: path)
          if row.minY >= top { return (screen.dataSource.itemIdentifier(for: path)?.pid, row.minY - top) }
        }
        return (nil, 0)
      }
      let before = firstWhole()
      expect(before.pid != nil)
      for (width, height) in [(1000, 707), (990, 731), (940, 752), (1000, 745), (1010, 640), (1000, 700)] {
        app.platformWindow.resize(to: CGSize(width: width, height: height))
        app.events.post(.window(.resized))
        app.settle()
        let after = firstWhole()
        expect(after.pid == before.pid && after.y == before.y, "\(width)x\(height)")
      }
    }

    @Test("Escape gives up the selection, and the list comes back within its ends")
    func escape() throws {
      let screen = show()
      click(6, in: screen)
      let chosen = try #require(selected(screen))
      refresh(screen) { $0 == chosen ? 999 : 0 }
      app.settle()
      expectEqual(screen.scriptedTable.contentOffset.y, -6 * ProcessCell.height)
      press(.keyboardEscape)
      expect(selected(screen) == nil && screen.scriptedTable.contentOffset.y == 0)
      expectEqual(pids(screen).first, chosen)
    }

    @Test("the selected process ends: the list comes back within its ends")
    func ends() throws {
      let screen = show()
      click(6, in: screen)
      let chosen = try #require(selected(screen))
      refresh(screen) { $0 == chosen ? 999 : 0 }
      app.settle()
      refresh(screen, screen.list.all.filter { $0.identity.pid != chosen })
      app.settle()
      expect(selected(screen) == nil && screen.scriptedTable.contentOffset.y == 0)
      screen.scriptedTable.checkInvariants()
    }

    @Test("keys and titles put the processes in order by another column, and back to front")
    func sorting() {
      let screen = show([.sample(3, "b", load: 5, memory: 9_000_000), .sample(4, "a", load: 7, memory: 1_000_000)])
      expectEqual(pids(screen), [4, 3])
      press(.keyboardM)
      expectEqual(pids(screen), [3, 4])
      press(.keyboardM)
      expectEqual(pids(screen), [4, 3])
      press(.keyboardI)
      expectEqual(pids(screen), [3, 4])
      press(.keyboardN)
      expectEqual(pids(screen), [4, 3])
      press(.keyboardC)
      expectEqual(pids(screen), [4, 3])
      let columns = ProcessColumns(width: 1000)
      let y = screen.scriptedTable.convert(CGPoint.zero, to: nil).y - ProcessColumnTitles.height / 2
      app.click(at: CGPoint(x: columns.frame(.memory, y: 0, height: 1).midX, y: y))
      app.settle()
      expect(pids(screen) == [3, 4] && texts(of: screen.view).contains("\u{2193} Memory"))
    }

    @Test("a filter shows what it finds from the top, also of later refreshes, and says when that is nothing")
    func filter() {
      let screen = show()
      screen.scriptedTable.contentOffset.y = 600
      screen.search(for: "process 4")
      app.settle()
      // The number of a process is in its name.
      let expected = (1...60).filter { "\($0)".contains("4") }
      expectEqual(screen.list.visible.map { Int($0.identity.pid) }.sorted(), expected)
      expect(screen.scriptedTable.contentOffset.y == 0 && screen.rowCount == expected.count)
      expect(texts(of: screen.view).contains { $0.hasPrefix("\(expected.count) of 60 processes") })
      refresh(screen) { $0 == 44 ? 800 : 0 }
      app.settle()
      expect(pids(screen).first == 44 && screen.rowCount == expected.count)
      screen.search(for: "nothing (")
      app.settle()
      expect(screen.rowCount == 0 && texts(of: screen.view).contains("No process matches \u{201c}nothing (\u{201d}"))
      screen.search(for: "")
      app.settle()
      expect(screen.rowCount == 60 && pids(screen).first == 44)
      screen.scriptedTable.checkInvariants()
    }

    @Test("Ctrl-F goes to the search, what is typed filters, Escape empties it and then gives the keys back")
    func search() throws {
      let screen = show()
      app.key(.keyboardF, modifiers: .control)
      app.events.post(.textInput("process 3"), .textInput("3"))
      app.settle()
      expect(pids(screen) == [33] && screen.list.filter == "process 33")
      // Letters that are keys of the screen are text now.
      app.events.post(.keyDown(InputEvent.Key(code: .keyboardM, characters: "m", timestamp: app.clock.now)))
      app.settle()
      expectEqual(screen.list.sorting.key, .load)
      press(.keyboardEscape)
      expect(screen.rowCount == 60 && screen.list.filter.isEmpty)
      press(.keyboardEscape)
      press(.keyboardM)
      expectEqual(screen.list.sorting.key, .memory)
    }

    @Test("paused, while a row is pressed and while the wheel turns, rows stay as they are")
    func polite() {
      let screen = show()
      let before = pids(screen)
      press(.keyboardSpacebar)
      expect(texts(of: screen.view).contains { $0.hasSuffix("paused") })
      refresh(screen) { Int($0) }
      expectEqual(pids(screen), before)
      press(.keyboardP)
      let point = CGPoint(x: 300, y: 400)
      app.wheel(-2, at: point)
      let place = screen.scriptedTable.contentOffset.y
      refresh(screen) { Int($0) }
      expect(screen.scriptedTable.contentOffset.y == place && screen.list.all.first?.identity.pid == before.first)
      app.settle()
      let pointer = InputEvent.Pointer(location: point, button: .primary, clickCount: 1, timestamp: app.clock.now)
      app.events.post(.pointerDown(pointer))
      app.frame()
      refresh(screen) { Int($0) }
      expectEqual(screen.list.all.first?.identity.pid, before.first)
      app.events.post(.pointerUp(pointer))
      app.settle()
      refresh(screen) { Int($0) }
      expectEqual(screen.list.all.first?.identity.pid, 60)
    }

    @Test("a refresh places the rows in one layout pass, however the selected one's rank changes")
    func onePass() throws {
      let screen = show()
      click(5, in: screen)
      let chosen = try #require(selected(screen))
      let profiler = app.application.frameLoop.profiler
      for load in [0, 800, 55, 5] {
        let placed = profiler.totals.rowsLaidOut + profiler.counters.rowsLaidOut
        refresh(screen) { $0 == chosen ? load : Int($0) * 10 % 370 }
        app.settle()
        let cells = screen.scriptedTable.visibleCells.count
        expectEqual(profiler.totals.rowsLaidOut + profiler.counters.rowsLaidOut - placed, cells)
      }
    }

    @Test("nothing new draws no frame")
    func idle() {
      let screen = show()
      let frames = app.backend.drawCount
      for _ in 0..<5 {
        refresh(screen, screen.list.all)
        app.settle()
      }
      expectEqual(app.backend.drawCount, frames)
    }

    /// Signals that were recorded instead of sent.
    final class SentSignals: Sendable {
      private let sent = Mutex<[String]>([])
      var all: [String] { sent.withLock { $0 } }
      func send(_ pid: Int32, _ signal: Int32) -> Int32 {
        sent.withLock { $0.append("\(signal) to \(pid)") }
        return 0
      }
    }

    /// The screen with the processes of a made-up directory, and signals that go nowhere.
    func showFake(_ proc: FakeProc, _ signals: SentSignals) throws -> ProcessesController {
      for pid: Int32 in 1...9 { try proc.set(pid) }
      app.becomeCurrent()
      let screen = ProcessesController(sampler: ProcessSampler(path: proc.path, sendSignal: signals.send))
      app.window.rootViewController = ScreenNavigation.alone(screen)
      app.settle()
      screen.stopRefreshing()
      refresh(screen, (1...9).map { .sample($0, start: 100) })
      app.settle()
      return screen
    }

    /// Waits until a signal was sent, at most a minute.
    func signal(_ signals: SentSignals) async throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while signals.all.isEmpty, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// Where the button with a title is, in window points.
    func button(_ title: String, in screen: ProcessesController) throws -> CGPoint {
      func label(in view: UIView) -> UIView? {
        if let label = view as? UILabel, label.text == title, !label.isHidden { return label }
        return view.subviews.lazy.compactMap(label).first
      }
      let found = try #require(label(in: app.window), "nothing says \(title)")
      return found.convert(CGPoint(x: found.bounds.midX, y: found.bounds.midY), to: nil)
    }

    @Test("terminating is asked for by an alert far from the button; Escape, or the end of the process, takes it back")
    func terminating() throws {
      let screen = show()
      press(.keyboardT)
      expect(texts(of: screen.view).contains("Select a process to terminate it"))
      click(2, in: screen)
      press(.keyboardT)
      expectEqual(screen.candidate?.pid, selected(screen))
      expect(texts(of: app.window).contains { $0.hasPrefix("Send SIGTERM to process") })
      app.settle()
      let alert = try #require(screen.presentedViewController?.view)
      let place = try button("Terminate\u{2026}", in: screen)
      expect(!alert.convert(alert.bounds, to: nil).insetBy(dx: 0, dy: -100).contains(place))
      try expect(alert.convert(alert.bounds, to: nil).contains(button("Terminate", in: screen)))
      press(.keyboardEscape)
      expect(screen.candidate == nil && screen.presentedViewController == nil)
      click(2, in: screen)
      press(.keyboardT)
      let asked = screen.candidate
      // The alert has the window to itself.
      click(3, in: screen)
      expect(screen.candidate == asked && screen.candidate?.pid == selected(screen))
      screen.show(ProcessList(), .whereItIs)
      app.settle()
      expect(screen.candidate == nil && screen.presentedViewController == nil)
    }

    @Test("neither holding T nor clicking Terminate twice or ten times sends a signal")
    func heldKey() async throws {
      let proc = try FakeProc()
      let signals = SentSignals()
      let screen = try showFake(proc, signals)
      click(2, in: screen)
      app.key(.keyboardT)
      for _ in 0..<30 { app.key(.keyboardT, isRepeat: true) }
      expect(screen.candidate != nil)
      press(.keyboardEscape)
      click(2, in: screen)
      let place = try button("Terminate\u{2026}", in: screen)
      for _ in 0..<10 { app.click(at: place) }
      app.settle()
      for _ in 0..<30 { app.key(.keyboardReturnOrEnter, isRepeat: true) }
      expect(screen.candidate != nil)
      try await Task.sleep(for: .milliseconds(50))
      expectEqual(signals.all, [])
    }

    @Test("Return keeps the process that is asked about")
    func returnKeeps() async throws {
      let proc = try FakeProc()
      let signals = SentSignals()
      let screen = try showFake(proc, signals)
      click(2, in: screen)
      press(.keyboardT)
      app.settle()
      press(.keyboardReturnOrEnter)
      app.settle()
      expect(screen.candidate == nil && screen.presentedViewController == nil)
      try await Task.sleep(for: .milliseconds(50))
      expectEqual(signals.all, [])
    }

    @Test("a line below the rows says what marks and bars mean; a low screen leaves its room to the rows")
    func legend() throws {
      let screen = show()
      let words = texts(of: screen.view)
      expect(words.contains("running") && words.contains("waiting for a device"))
      let table = screen.scriptedTable
      expect(table.frame.maxY < screen.view.bounds.maxY - screen.view.safeAreaInsets.bottom)
      app.platformWindow.resize(to: CGSize(width: 700, height: 300))
      app.events.post(.window(.resized))
      app.settle()
      expect(!texts(of: screen.view).contains("running"))
      expectEqual(table.frame.maxY, screen.view.bounds.maxY - screen.view.safeAreaInsets.bottom)
    }

    @Test(
      "the confirming button and the keys that lead to it each send SIGTERM to the process asked about, once",
      arguments: [true, false])
    func confirmed(byKey: Bool) async throws {
      let proc = try FakeProc()
      let signals = SentSignals()
      let screen = try showFake(proc, signals)
      click(2, in: screen)
      let pid = try #require(selected(screen))
      press(.keyboardT)
      app.settle()
      if byKey {
        press(.keyboardRightArrow)
        press(.keyboardRightArrow)
        press(.keyboardSpacebar)
        press(.keyboardSpacebar)
      } else {
        let place = try button("Terminate", in: screen)
        app.click(at: place)
        app.click(at: place)
      }
      app.settle()
      expect(screen.candidate == nil && screen.presentedViewController == nil)
      try await signal(signals)
      expectEqual(signals.all, ["15 to \(pid)"])
    }

    @Test("figures keep to their columns at every width, from the right edge on, and names keep their room")
    func columns() {
      for width in stride(from: CGFloat(200), through: 2000, by: 50) {
        let columns = ProcessColumns(width: width)
        let frames = ProcessSorting.Key.allCases.map { columns.frame($0, y: 0, height: 20) }
          .filter { $0.width > 0 }.sorted { $0.minX < $1.minX }
        for (first, second) in zip(frames, frames.dropFirst()) {
          expect(first.maxX <= second.minX, "\(width)")
        }
        let inset = max(0, ((width - 1000) / 2).rounded(.down) - 20)
        expect(columns.frame(.memory, y: 0, height: 1).maxX == width - inset - 24 && columns.inset == inset)
        if width >= 500 { expect(columns.frame(.name, y: 0, height: 1).width >= 220, "\(width)") }
      }
    }

    @Test("the marks of the states differ in shape, not in colour alone")
    func marks() {
      let states: [ProcessState] = [.running, .sleeping, .waiting, .stopped, .zombie]
      let images = states.map { state in
        let mark = ProcessMark()
        mark.show(state)
        return mark.image
      }
      expect(images.allSatisfy { $0 != nil })
      expectEqual(Set(images.compactMap { $0.map(ObjectIdentifier.init) }).count, states.count)
    }
  }
}
