import Expectations
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
      expect((lines.first == "reloadData") == !isFirst && lines.count { $0 == "reloadData" } == (isFirst ? 0 : 1))
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
    letterButtons(of: screen).map { $0.convert($0.bounds, to: app.window) }.sorted { $0.minY < $1.minY }
  }

  private func letterButtons(of screen: LettersController) -> [UIButton] {
    screen.tableView.bar.subviews.flatMap(\.subviews).compactMap { $0 as? UIButton }.filter { !$0.isHidden }
  }

  @Test("letters: 6 buttons are created, then 5 more; from then on all are reused")
  func letterLoads() {
    let console = Console()
    _ = showLetters(console)
    expect(console.take(isFirst: true) == (6, 0))
    clickReload()
    expect(console.take() == (5, 6))
    clickReload()
    expect(console.take() == (0, 6))
    clickReload()
    expect(console.take() == (0, 11))
    for round in 0..<20 {
      clickReload()
      expect(console.take() == (0, round % 2 == 0 ? 6 : 11))
    }
  }

  /// A screen of a console alone.
  private final class ConsoleScreen: UIViewController {
    let console = ConsoleView(title: "Console")

    override func viewDidLoad() {
      super.viewDidLoad()
      view.addSubview(console)
    }

    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      console.frame = view.bounds
    }
  }

  @Test("a console's last line stays in view as the window is made smaller and text larger")
  func consoleEnd() async throws {
    let screen = ConsoleScreen()
    app.becomeCurrent()
    app.window.rootViewController = screen
    app.settle()
    func resize(to size: CGSize) {
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
      app.settle()
    }
    func console() throws -> UITableView {
      try #require(screen.console.subviews.compactMap { $0 as? UITableView }.first)
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
    for number in 0..<90 { screen.console.append("line \(number)") }
    try await Task.sleep(for: .milliseconds(150))
    app.settle()
    try expect(console().numberOfRows(inSection: 0) > 40)
    for size in [CGSize(width: 420, height: 560), CGSize(width: 1280, height: 800), CGSize(width: 600, height: 360)] {
      resize(to: size)
      try expect(endsWithLastLine(), "\(size)")
    }
    for _ in 0..<3 { app.shortcut("=") }
    app.settle()
    try expect(endsWithLastLine())
    // Who has scrolled up stays there.
    try console().setContentOffset(.zero, animated: false)
    resize(to: CGSize(width: 600, height: 330))
    try expectEqual(console().contentOffset, .zero)
  }

  @Test("letters: buttons are 60 wide, share the table's height and do not scroll with it")
  func letterBar() {
    let screen = showLetters()
    let expected = (0..<6).map { CGRect(x: 682, y: 44 + CGFloat($0) * 126, width: 60, height: 126) }
    expectEqual(letterFrames(of: screen), expected)
    scroll(screen.tableView, to: 1234)
    expectEqual(letterFrames(of: screen), expected)
    clickReload()
    expectEqual(letterFrames(of: screen).count, 11)
    clickReload()
    expectEqual(letterFrames(of: screen), expected)
  }

  @Test("letters: a reload shows bar, queues and calls as they are after it, all at once")
  func letterPool() throws {
    let screen = showLetters()
    func shown() -> Set<String> { Set(texts(of: screen.view)) }
    expect(shown().isSuperset(of: ["usingQueue", "waitUsedQueue", "nothing waits", "button 6: F"]))
    expect(shown().contains { $0.hasPrefix("The letters are buttons from a pool.") })
    expect(shown().contains("This frame: 0 reused, 6 created"))
    for (letters, facts) in [(11, "6 reused, 5 created"), (6, "6 reused, 0 created"), (11, "11 reused, 0 created")] {
      app.key(.keyboardR)
      // The frame that shows the letters shows the rest.
      app.frame()
      let bar = letterButtons(of: screen).compactMap { $0.title(for: .normal) }
      expectEqual(bar, "ABCDEFGHIJK".prefix(letters).map(String.init))
      expect(screen.steps.player.contents.visible.map(\.item.title) == bar && shown().contains("This frame: \(facts)"))
      let panel = screen.steps.panel
      expectEqual(panel.shownTexts.filter { panel.container(of: $0.key) == "visible" }.count, letters)
      app.settle()
    }
    expectEqual(texts(of: try #require(screen.tableView.visibleCells.first)), ["1"])
    expectEqual(screen.tableView.numberOfRows(inSection: 0), 100)
  }

  @Test("letters: step by step, all buttons wait after reset() and none is in the bar; then each is taken back")
  func letterReset() throws {
    let screen = showLetters()
    app.key(.keyboardP)
    app.key(.keyboardR)
    app.settle()
    expect(screen.steps.player.timeline.isAtEnd && screen.steps.player.contents.visible.count == 11)
    func inBar() -> [String] { screen.steps.scene.subviews.flatMap(texts).filter { $0.count == 1 } }
    expectEqual(inBar(), "ABCDEFGHIJK".map(String.init))
    while screen.steps.player.timeline.shown?.moment.call != .reset {
      app.key(.keyboardB)
      app.settle()
    }
    expect(inBar().isEmpty && (1...6).allSatisfy { screen.steps.panel.container(of: $0) == "idle" })
    expectEqual(screen.steps.trace.litCall, "reset(): 6 buttons wait")
    for (number, letter) in "ABCDEF".enumerated() {
      app.key(.keyboardS)
      app.settle()
      expectEqual(screen.steps.trace.litCall, "dequeueReusableView(): button \(number + 1): \(letter)")
      expectEqual(inBar(), "ABCDEF".prefix(number + 1).map(String.init))
      expectEqual(screen.steps.panel.container(of: number + 1), "visible")
    }
    // A step at the end loads the letters anew, played it goes on by itself.
    app.key(.keyboardL)
    app.settle()
    app.key(.keyboardS)
    app.settle()
    expect(screen.steps.trace.litCall == "event: step" && screen.steps.player.contents.visible.count == 11)
    app.key(.keyboardG)
    for _ in 0..<1500 { app.frame() }
    expect(screen.steps.player.timeline.frames.count >= 4)
    app.key(.keyboardG)
    app.settle()
    expect(!app.application.frameLoop.isFrameRequested)
  }

  @Test(
    "letters: in every size each button of the pool has a chip of its own within its queue, or is counted there",
    arguments: [(320, 240), (390, 700), (560, 300), (1920, 1080)], [0, 8])
  func letterChips(size: (Int, Int), steps: Int) throws {
    let screen = showLetters()
    app.platformWindow.resize(to: CGSize(width: size.0, height: size.1))
    app.events.post(.window(.resized))
    app.key(.keyboard0, "0", modifiers: .control)
    for _ in 0..<steps { app.shortcut("=") }
    app.settle()
    defer {
      app.key(.keyboard0, "0", modifiers: .control)
      app.settle()
    }
    for _ in 0..<3 {
      app.key(.keyboardR)
      app.settle()
      for letter in letterButtons(of: screen) {
        expect((letter.titleLabel?.font.pointSize ?? 0) <= letter.frame.height)
      }
      let cards = screen.steps.panel.subviews.filter { $0 is ReuseCard && !$0.isHidden }
      expectEqual(cards.count, 2)
      for card in cards {
        let chips = screen.steps.panel.subviews.filter { $0 is ReuseChip && card.frame.contains($0.frame) }
        let more = screen.steps.panel.subviews.compactMap { $0 as? UILabel }
          .filter { !$0.isHidden && card.frame.intersects($0.frame) }.compactMap { $0.text.flatMap { Int($0) } }
        let count = texts(of: card).compactMap { Int($0) }.first ?? 0
        expect(
          chips.count + more.reduce(0, +) == count || card.bounds.height < 40, "\(chips.count), \(more) of \(count)")
        for (index, chip) in chips.enumerated() {
          expect(chips[..<index].allSatisfy { !$0.frame.intersects(chip.frame) })
        }
      }
    }
  }

  @Test("letters: a letter scrolls to the rows as far down the table as it is down the bar")
  func letterChoice() {
    let screen = showLetters()
    click(712, 44 + 2 * 126 + 60)
    expectEqual(screen.tableView.contentOffset.y, CGFloat(33 * 40))
    click(712, 60)
    expectEqual(screen.tableView.contentOffset.y, 0)
  }
}
