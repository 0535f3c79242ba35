import Expectations
import Foundation
import Instruments
import TestSupport
import Testing
import UIKitCore
import UIKitGrid

@testable import DemoParts
@testable import FileViewer
@testable import ProcessViewer
@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("Screens under input at random, and of any size")
  struct RandomInputTests {
    let app = TestApplication(size: CGSize(width: 900, height: 700))

    init() { app.application.installInstruments() }

    private static let keys: [UIKeyboardHIDUsage] =
      (4...40).map(UIKeyboardHIDUsage.init(rawValue:)) + [
        .keyboardDownArrow, .keyboardUpArrow, .keyboardPageDown, .keyboardPageUp, .keyboardHome, .keyboardEnd,
        .keyboardDeleteOrBackspace, .keyboardDeleteForward, .keyboardEscape, .keyboardF1, .keyboardApplication,
        .keyboardTab, .keyboardLeftArrow, .keyboardRightArrow,
      ]

    private static let sizes = [
      CGSize(width: 1, height: 1), CGSize(width: 320, height: 240), CGSize(width: 16_384, height: 16),
      CGSize(width: 16, height: 4000), CGSize(width: 900, height: 700), CGSize(width: 1280, height: 800),
      CGSize(width: 333, height: 777),
    ]

    private func resize(to size: CGSize) {
      app.platformWindow.resize(to: size)
      app.events.post(.window(.resized))
    }

    /// The screen of a name. That of processes shows some that do not exist, and sends no signals.
    private func makeScreen(_ name: ScreenName, file: ScratchFile) throws -> any ScrollScreen {
      switch name {
      case .processes:
        let screen = ProcessesController(sampler: ProcessSampler(path: "/nowhere", sendSignal: { _, _ in 0 }))
        _ = screen.view  // loads it
        var list = screen.list
        list.take((1...80).map { .sample($0, load: Int($0) * 7 % 90) })
        screen.receive(list)
        return screen
      default:
        return ScreenCatalog.makeScreen(name, rows: 2000, files: name == .file ? [FoundFile(path: file.path)] : [])
      }
    }

    @Test("nothing a user does harms a screen", arguments: ScreenName.allCases, 0..<2)
    func random(name: ScreenName, seed: Int) throws {
      var random = DemoRandom(seed: UInt64(seed) &* 977 &+ UInt64(name.rawValue.utf8.count))
      let file = try ScratchFile((0..<3000).map { "line \($0)\n" }.joined())
      app.becomeCurrent()
      let screen = try makeScreen(name, file: file)
      app.window.rootViewController = screen
      app.settle(limit: 60)
      var size = CGSize(width: 900, height: 700)
      for step in 0..<160 {
        let point = CGPoint(
          x: CGFloat.random(in: -5...size.width + 5, using: &random),
          y: CGFloat.random(in: -5...size.height + 5, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          size = Self.sizes.randomElement(using: &random) ?? size
          resize(to: size)
        case 1...4:
          let modifiers: [UIKeyModifierFlags] = [[], [], [], .shift, .control]
          app.key(
            Self.keys.randomElement(using: &random) ?? .keyboardEscape,
            modifiers: modifiers.randomElement(using: &random) ?? [], isRepeat: Bool.random(using: &random))
        case 5, 6: app.click(at: point, clickCount: Int.random(in: 1...2, using: &random))
        case 7: app.click(at: point, button: .secondary)
        case 8:
          app.mouseDown(at: point)
          for _ in 0..<4 {
            app.mouseMove(
              to: CGPoint(
                x: point.x + CGFloat.random(in: -200...200, using: &random),
                y: point.y + CGFloat.random(in: -200...200, using: &random)))
          }
          app.mouseUp(at: point)
        default: app.wheel(CGFloat.random(in: -6...6, using: &random), at: point)
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) { app.frame() }
        if step % 20 == 0 { check(screen) }
      }
      resize(to: CGSize(width: 900, height: 700))
      app.settle(limit: 200)
      check(screen)
      app.window.rootViewController = nil
    }

    private func check(_ screen: any ScrollScreen) {
      // While something moves, views come and go between two questions.
      if !app.application.frameLoop.isFrameRequested { expectEqual(AccessibilityCheck(app).faults, []) }
      if let table = screen.scriptedView as? UITableView { return table.checkInvariants() }
      // Cells are elsewhere while lines come and go; a settled grid is looked at at the end.
      if let grid = screen.scriptedView as? GridView, !app.application.frameLoop.isFrameRequested {
        grid.checkInvariants()
      }
    }

    @Test("the first whole row of the feed stays in its place while the window is resized, at once and step by step")
    func feedKeepsPlace() throws {
      app.becomeCurrent()
      let screen = FeedController(posts: 400)
      app.window.rootViewController = screen
      app.settle()
      let table = screen.scriptedTable
      table.contentOffset.y = 6000
      app.settle()
      let single = [CGSize(width: 700, height: 700), CGSize(width: 1100, height: 500), CGSize(width: 900, height: 700)]
      let live = stride(from: CGFloat(900), through: 500, by: -20).map { CGSize(width: $0, height: 700) }
      for size in single + live + live.reversed() {
        let paths = try #require(table.indexPathsForVisibleRows)
        let first = try #require(paths.first { table.rectForRow(at: $0).minY >= table.contentOffset.y })
        let before = table.rectForRow(at: first).minY - table.contentOffset.y
        resize(to: size)
        app.settle()
        let after = table.rectForRow(at: first).minY - table.contentOffset.y
        expect(abs(after - before) <= 1, "row \(first.row) at \(size)")
      }
    }
  }
}
