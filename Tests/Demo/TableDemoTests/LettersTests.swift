import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import DemoParts
@testable import TableDemo

extension ScreenTests {
  /// What the letters screen printed.
  private final class Console {
    private var lines: [String] = []

    func print(_ line: String) { lines.append(line) }

    /// The lines since the last call, counted by what they say. A reload has a line of its own at the start; the first
    /// load has none.
    func take(isFirst: Bool = false) -> (created: Int, reused: Int) {
      defer { lines.removeAll() }
      #expect((lines.first == "reloadData") == !isFirst && lines.count { $0 == "reloadData" } == (isFirst ? 0 : 1))
      return (lines.count { $0.hasSuffix("created") }, lines.count { $0.hasSuffix("reused") })
    }
  }

  private func showLetters(_ console: Console = Console()) -> LettersController {
    let screen = LettersController()
    screen.print = { console.print($0) }
    _ = show(screen)
    return screen
  }

  private func click(_ x: CGFloat, _ y: CGFloat) {
    app.click(at: CGPoint(x: x, y: y))
    app.settle()
  }

  private func clickReload() { click(600, 20) }

  private func letterFrames(of screen: LettersController) -> [CGRect] {
    let bar = screen.view.subviews.first { $0 is LetterBar }
    return (bar?.subviews ?? []).filter { $0 is UIButton && !$0.isHidden }
      .map { $0.convert($0.bounds, to: app.window) }.sorted { $0.minY < $1.minY }
  }

  @Test("letters: 6 buttons are created, then 5 more; from then on all are reused")
  func letterLoads() {
    let console = Console()
    _ = showLetters(console)
    #expect(console.take(isFirst: true) == (6, 0))
    clickReload()
    #expect(console.take() == (5, 6))
    clickReload()
    #expect(console.take() == (0, 6))
    clickReload()
    #expect(console.take() == (0, 11))
    for round in 0..<20 {
      clickReload()
      #expect(console.take() == (0, round % 2 == 0 ? 6 : 11))
    }
  }

  @Test("letters: the console's last line stays in view as the window is made smaller and text larger")
  func consoleEnd() async throws {
    let screen = showLetters()
    func resize(to size: CGSize) {
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
      app.settle()
    }
    func console() throws -> UITableView {
      let console = try #require(screen.view.subviews.compactMap { $0 as? ConsoleView }.first)
      return try #require(console.subviews.compactMap { $0 as? UITableView }.first)
    }
    /// Whether the last line stands at the lower edge, and none is below it.
    func endsWithLastLine() throws -> Bool {
      let table = try console()
      let last = table.numberOfRows(inSection: 0) - 1
      let rect = table.convert(table.rectForRow(at: IndexPath(row: last, section: 0)), to: screen.view)
      let lines = table.convert(table.bounds, to: screen.view)
      return rect.maxY <= lines.maxY + 0.5 && rect.maxY > lines.maxY - rect.height && rect.minY >= lines.minY
    }
    // More than one update is shown only after a while.
    for _ in 0..<4 { clickReload() }
    try await Task.sleep(for: .milliseconds(150))
    app.settle()
    #expect(try console().numberOfRows(inSection: 0) > 40)
    for size in [CGSize(width: 420, height: 560), CGSize(width: 1280, height: 800), CGSize(width: 600, height: 360)] {
      resize(to: size)
      #expect(try endsWithLastLine(), "\(size)")
    }
    for _ in 0..<3 { app.shortcut("=") }
    app.settle()
    #expect(try endsWithLastLine())
    // Who has scrolled up stays there.
    try console().setContentOffset(.zero, animated: false)
    resize(to: CGSize(width: 600, height: 330))
    #expect(try console().contentOffset == .zero)
  }

  @Test("letters: buttons are 60 wide, share the table's height and do not scroll with it")
  func letterBar() {
    let screen = showLetters()
    let expected = (0..<6).map { CGRect(x: 682, y: 44 + CGFloat($0) * 126, width: 60, height: 126) }
    #expect(letterFrames(of: screen) == expected)
    scroll(screen.tableView, to: 1234)
    #expect(letterFrames(of: screen) == expected)
    clickReload()
    #expect(letterFrames(of: screen).count == 11)
    clickReload()
    #expect(letterFrames(of: screen) == expected)
  }

  @Test("letters: the window shows the two sets, what moves between them, and the console's first lines")
  func letterPool() throws {
    let screen = showLetters()
    func shown() -> Set<String> { Set(texts(of: screen.view)) }
    #expect(
      shown().isSuperset(
        of: ["usingQueue: 6 in use", "waitUsedQueue: 0 waiting", "1: A", "6: F", "button A: created"]))
    #expect(
      !shown().contains("reloadData") && shown().contains { $0.hasPrefix("The letters are buttons from a pool.") })
    clickReload()
    #expect(
      shown().isSuperset(
        of: ["usingQueue: 11 in use", "waitUsedQueue: 0 waiting", "1: A", "11: K"]))
    clickReload()
    #expect(shown().isSuperset(of: ["usingQueue: 6 in use", "waitUsedQueue: 5 waiting", "1: A", "11: K"]))
    #expect(texts(of: try #require(screen.tableView.visibleCells.first)) == ["1"])
    #expect(screen.tableView.numberOfRows(inSection: 0) == 100)
  }

  @Test("letters: a reload shows the moment after reset(), in which all buttons wait, before any is taken back")
  func letterReset() {
    let screen = showLetters()
    app.key(.keyboardR)
    for _ in 0..<5 { app.frame() }
    #expect(
      Set(texts(of: screen.view)).isSuperset(
        of: ["usingQueue: 0 in use", "waitUsedQueue: 6 waiting, after reset()", "1: A"]))
    app.settle()
    #expect(Set(texts(of: screen.view)).isSuperset(of: ["usingQueue: 11 in use", "waitUsedQueue: 0 waiting"]))
  }

  @Test(
    "letters: in every size each button of the pool has a chip of its own, clear of the others and within its set",
    arguments: [(320, 240), (390, 700), (560, 300), (1920, 1080)])
  func letterChips(width: CGFloat, height: CGFloat) throws {
    let screen = showLetters()
    app.platformWindow.resize(to: CGSize(width: width, height: height))
    app.events.post(.window(.resized))
    app.settle()
    let pool = try #require(screen.view.subviews.first { $0 is PoolView })
    for _ in 0..<3 {
      app.key(.keyboardR)
      app.settle()
      let chips = pool.subviews.compactMap { $0 as? UILabel }.filter { $0.tag > 0 }
      let boxes = pool.subviews.filter { !($0 is UILabel) }
      #expect(chips.count == 11 && boxes.count == 2)
      let bar = try #require(screen.view.subviews.first { $0 is LetterBar })
      for case let letter as UIButton in bar.subviews where !letter.isHidden {
        #expect((letter.titleLabel?.font.pointSize ?? 0) <= letter.frame.height)
      }
      for (index, chip) in chips.enumerated() {
        #expect(chip.font.pointSize >= 8 && boxes.contains { $0.frame.contains(chip.frame) })
        #expect(chips[..<index].allSatisfy { !$0.frame.intersects(chip.frame) })
      }
    }
  }

  @Test("letters: a letter scrolls to the rows as far down the table as it is down the bar")
  func letterChoice() {
    let screen = showLetters()
    click(712, 44 + 2 * 126 + 60)
    #expect(screen.tableView.contentOffset.y == CGFloat(33 * 40))
    click(712, 60)
    #expect(screen.tableView.contentOffset.y == 0)
  }

  @Test(
    "letters: with any size of text, and in a window that changes meanwhile, each chip comes to rest in its own set",
    arguments: 0...8)
  func letterChipsAtRest(steps: Int) throws {
    let screen = showLetters()
    app.key(.keyboard0, "0", modifiers: .control)
    for _ in 0..<steps { app.shortcut("=") }
    app.settle()
    defer {
      app.key(.keyboard0, "0", modifiers: .control)
      app.settle()
    }
    let pool = try #require(screen.view.subviews.first { $0 is PoolView })
    let boxes = pool.subviews.filter { !($0 is UILabel) }
    for round in 0..<4 {
      app.key(.keyboardR)
      if round > 1 {
        for _ in 0..<4 { app.frame() }
        app.platformWindow.resize(to: CGSize(width: 900 + 40 * round, height: 700))
        app.events.post(.window(.resized))
      } else {
        // The way to the waiting ones takes half a second, and is seen.
        for _ in 0..<10 { app.frame() }
        #expect(texts(of: screen.view).contains("usingQueue: 0 in use"))
      }
      app.settle()
      for case let chip as UILabel in pool.subviews where chip.tag > 0 {
        let isWaiting = round % 2 == 1 && chip.tag > 6
        #expect(boxes[isWaiting ? 1 : 0].frame.contains(chip.frame), "\(chip.text ?? "") in round \(round)")
      }
    }
  }
}
