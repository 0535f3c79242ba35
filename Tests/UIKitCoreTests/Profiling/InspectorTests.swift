import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Inspector")
struct InspectorTests {
  private let test = TestApplication(size: CGSize(width: 1000, height: 600))
  private let rows = ScriptedTable(sections: [100])

  private func addTable(_ frame: CGRect, identifier: String = "cell") -> UITableView {
    test.becomeCurrent()
    let table = UITableView(frame: frame, style: .plain)
    table.rowHeight = 60
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = rows
    test.window.addSubview(table)
    test.settle()
    return table
  }

  private func texts(below view: UIView?) -> String {
    guard let view, !view.isHidden else { return "" }
    let own = (view as? UILabel)?.text ?? ""
    return ([own] + view.subviews.map(texts)).joined(separator: "\n")
  }

  private var inspector: Inspector? { Inspector.open(in: test.window) }

  private func look() {
    inspector?.refresh()
    test.settle()
  }

  private func hover(_ point: CGPoint) {
    test.events.post(
      .pointerMoved(
        InputEvent.Pointer(location: point, button: .primary, clickCount: 0, timestamp: test.clock.now)))
    test.application.frameLoop.turn()
  }

  @Test("in a narrow window the panel takes the lower half, and the button brings it to the upper one")
  func narrow() throws {
    test.platformWindow.resize(to: CGSize(width: 390, height: 700))
    test.events.post(.window(.resized))
    test.settle()
    _ = addTable(CGRect(x: 0, y: 0, width: 390, height: 700))
    test.key(.keyboardF2)
    test.settle()
    #expect(inspector?.frame == CGRect(x: 0, y: 350, width: 390, height: 350))
    test.click(at: CGPoint(x: 390 - 12 - 30, y: 350 + 20))
    test.settle()
    #expect(inspector?.frame == CGRect(x: 0, y: 0, width: 390, height: 350))
  }

  @Test("F2 shows what a table keeps beside the views, and F2 again leaves the window as it was")
  func toggled() throws {
    let table = addTable(CGRect(x: 0, y: 0, width: 600, height: 600))
    let plain = test.backend.list.commands
    test.key(.keyboardF2)
    test.settle()
    #expect(test.application.showsInspector)
    let shown = texts(below: inspector)
    #expect(shown.contains("visible 10  leaving 0  idle 0") && shown.contains("made 10  dequeued 0"))
    #expect(shown.contains("sections 1  rows 100") && shown.contains("UITableView"))
    #expect(inspector?.frame.maxX == 1000)
    table.contentOffset.y = 120
    test.settle()
    look()
    #expect(texts(below: inspector).contains("made 10  dequeued 2"))
    table.contentOffset.y = 0
    test.key(.keyboardF2)
    test.settle()
    #expect(!test.application.showsInspector && test.window.subviews == [table])
    #expect(test.backend.list.commands.count == plain.count)
  }

  @Test(
    "the table is the one under the pointer; when it leaves the window another one there, and the last that dies is said to be gone"
  )
  func underPointer() {
    var first: UITableView? = addTable(CGRect(x: 0, y: 0, width: 300, height: 600))
    var second: UITableView? = addTable(CGRect(x: 300, y: 0, width: 200, height: 240))
    test.key(.keyboardF2)
    test.settle()
    look()
    #expect(texts(below: inspector).contains("visible 10 "))
    hover(CGPoint(x: 350, y: 100))
    look()
    #expect(texts(below: inspector).contains("visible 4 "))
    hover(CGPoint(x: 990, y: 590))
    second?.removeFromSuperview()
    look()
    #expect(texts(below: inspector).contains("visible 10 ") && !texts(below: inspector).contains("in no window"))
    _ = second
    second = nil
    first?.removeFromSuperview()
    look()
    #expect(texts(below: inspector).contains("in no window"))
    first = nil
    test.settle()
    look()
    #expect(texts(below: inspector).contains("The table is gone"))
  }

  @Test("a grid shows what it keeps, here and in the overlay, as a table does")
  func grid() {
    let fixture = GridFixture(size: CGSize(width: 1000, height: 600))
    fixture.app.key(.keyboardF2)
    fixture.app.settle()
    let panel = Inspector.open(in: fixture.app.window)
    panel?.refresh()
    // 24 rows of 24 points, ten columns of 96; headers have cells, too.
    #expect(texts(below: panel).contains("GridView\nrows 1000  columns 100\nvisible 275  leaving 0  idle 0"))
    fixture.scroll(to: CGPoint(x: 0, y: 2400))
    panel?.refresh()
    #expect(texts(below: panel).contains("visible 275  leaving 0  idle"))
    #expect(fixture.grid.reuseFigures.counts.dequeued > 0 && fixture.grid.reuseFigures.rows == 24)
    #expect(fixture.app.window.largestCellKeeper(except: panel) === fixture.grid)
  }

  @Test("the tree names every view with its frame and offset; the one whose line is under the pointer is marked")
  func tree() throws {
    let table = addTable(CGRect(x: 10, y: 20, width: 500, height: 300))
    table.contentOffset.y = 60
    test.settle()
    test.key(.keyboardF2)
    test.settle()
    look()
    let shown = texts(below: inspector)
    #expect(shown.contains("10, 20  500\u{d7}300  offset 0, 60"))
    #expect(shown.contains("UITableViewCell"))
    let nodes = InspectorNode.tree(of: test.window, except: [try #require(inspector)])
    #expect(nodes.first?.view === table && nodes.first?.depth == 0)
    let list = try #require(inspector?.subviews.compactMap { $0 as? UITableView }.first)
    let line = list.convert(list.rectForRow(at: IndexPath(row: 0, section: 0)), to: nil)
    list.contentOffset.y = 0
    hover(CGPoint(x: line.midX, y: line.midY))
    test.settle()
    #expect(
      test.backend.list.commands.contains {
        if case .strokeRounded(let shape, width: 2, _) = $0 { return shape.rect == table.frame }
        return false
      })
  }

  @Test("nothing is drawn while nothing changes, and keys go where they went before")
  func still() {
    let table = addTable(CGRect(x: 0, y: 0, width: 600, height: 600))
    let responder = test.window.firstResponder
    test.key(.keyboardF2)
    test.settle()
    look()
    look()
    let drawn = test.backend.drawCount
    for _ in 0..<5 { look() }
    #expect(test.backend.drawCount == drawn)
    #expect(test.window.firstResponder === responder && responder === table)
  }

  @Test("borders frame every visible view; what is drawn anew is covered for a moment, and only that")
  func marks() throws {
    let table = addTable(CGRect(x: 0, y: 0, width: 600, height: 600))
    test.key(.keyboardF2)
    test.settle()
    let marks = try #require(test.window.subviews.compactMap { $0 as? InspectorMarks }.first)
    func strokes() -> Int {
      test.backend.list.commands.count { if case .strokeRounded(_, width: 1, _) = $0 { true } else { false } }
    }
    let before = strokes()
    marks.showsBorders = true
    test.settle()
    #expect(strokes() >= before + 30)
    marks.showsBorders = false
    marks.flashes = true
    test.settle()
    marks.fade()
    test.settle()
    func flashes() -> [CGRect] {
      test.backend.list.commands.compactMap {
        if case .fill(let rect, let color) = $0, color.alpha > 80, color.alpha < 100 { rect } else { nil }
      }
    }
    #expect(flashes().isEmpty)
    let cell = try #require(table.cellForRow(at: IndexPath(row: 2, section: 0)))
    cell.contentView.backgroundColor = .systemGreen
    test.settle()
    #expect(!flashes().isEmpty && flashes().allSatisfy { $0.minY >= 119 && $0.maxY <= 181 })
    marks.fade()
    test.settle()
    #expect(flashes().isEmpty)
  }

  @Test("the panel fits every window and stands on the side the user chooses", arguments: [(320, 240), (1920, 1080)])
  func sizes(width: Int, height: Int) {
    _ = addTable(CGRect(x: 0, y: 0, width: 300, height: 200))
    test.key(.keyboardF2)
    test.platformWindow.resize(to: CGSize(width: width, height: height))
    test.events.post(.window(.resized))
    test.settle()
    look()
    #expect(inspector?.frame.maxX == CGFloat(width))
    #expect(inspector?.frame.height == CGFloat(width < 640 ? height / 2 : height))
    #expect((inspector?.frame.minX ?? -1) >= 0)
  }

  @Test("another root view does not hide the panel")
  func rootView() {
    _ = addTable(CGRect(x: 0, y: 0, width: 300, height: 200))
    test.key(.keyboardF2)
    test.window.rootViewController = UITableViewController(style: .plain)
    test.settle()
    look()
    #expect(test.window.subviews.last is Inspector)
  }
}
