import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

@MainActor
@Suite("The letters screen", .serialized)
struct LettersTests {
  let app = TestApplication(size: CGSize(width: 600, height: 644))

  /// The lines of the loads so far, counted by what they say.
  final class Log {
    var lines: [String] = []

    func take() -> (created: Int, reused: Int) {
      defer { lines.removeAll() }
      return (lines.count { $0.hasSuffix("created") }, lines.count { $0.hasSuffix("reused") })
    }
  }

  func show(_ log: Log) -> LettersController {
    let screen = LettersController()
    screen.tableView.report = { log.lines.append($0) }
    app.window.rootViewController = screen
    app.settle()
    return screen
  }

  func click(_ x: CGFloat, _ y: CGFloat) {
    app.click(at: CGPoint(x: x, y: y))
    app.settle()
  }

  @Test("6 buttons are created, then 5 more; from then on all are reused")
  func loads() {
    let log = Log()
    _ = show(log)
    #expect(log.take() == (6, 0))
    click(270, 20)
    #expect(log.take() == (5, 6))
    click(270, 20)
    #expect(log.take() == (0, 6))
    click(270, 20)
    #expect(log.take() == (0, 11))
    for round in 0..<20 {
      click(270, 20)
      #expect(log.take() == (0, round % 2 == 0 ? 6 : 11))
    }
  }

  @Test("buttons are 60 wide, share the table's height and do not scroll with it")
  func bar() throws {
    let screen = show(Log())
    func frames() -> [CGRect] { buttons(of: screen).map { $0.convert($0.bounds, to: app.window) } }
    let expected = (0..<6).map { CGRect(x: 540, y: 44 + CGFloat($0) * 100, width: 60, height: 100) }
    #expect(frames() == expected)
    screen.tableView.contentOffset.y = 1234
    app.settle()
    #expect(frames() == expected)
    click(270, 20)
    #expect(buttons(of: screen).count == 11)
    click(270, 20)
    #expect(frames() == expected)
  }

  @Test("a letter scrolls to the rows as far down the table as it is down the bar")
  func letters() {
    let screen = show(Log())
    click(570, 294)
    #expect(screen.tableView.contentOffset.y == 33 * 40)
    click(570, 80)
    #expect(screen.tableView.contentOffset.y == 0)
  }

  private func buttons(of screen: LettersController) -> [UIView] {
    let bar = screen.view.subviews.first { $0 is LetterBar }
    return (bar?.subviews ?? []).filter { $0 is UIButton && !$0.isHidden }.sorted { $0.frame.minY < $1.frame.minY }
  }
}
