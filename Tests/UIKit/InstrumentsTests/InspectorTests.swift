import Expectations
import Foundation
import GridTestSupport
import Pixels
import TestSupport
import Testing

@testable import Instruments
@testable import UIKitCore
@testable import UIKitGrid

@MainActor
@Suite("Inspector")
struct InspectorTests {
  private let test = TestApplication.withInstruments(size: CGSize(width: 1000, height: 600))
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
    test.key(.keyboardF12)
    test.settle()
    expectEqual(inspector?.frame, CGRect(x: 0, y: 350, width: 390, height: 350))
    test.click(at: CGPoint(x: 390 - 12 - 30, y: 350 + 20))
    test.settle()
    expectEqual(inspector?.frame, CGRect(x: 0, y: 0, width: 390, height: 350))
  }

  @Test("the profiler's panel keeps clear of the inspector, in windows of every width", arguments: [390, 701, 1000])
  func overlay(width: CGFloat) throws {
    test.platformWindow.resize(to: CGSize(width: width, height: 701))
    test.events.post(.window(.resized))
    test.settle()
    test.key(.keyboardF12)
    test.settle()
    test.key(.keyboardF1)
    test.frame()
    let (shown, panel) = (try #require(inspector?.frame), try #require(test.window.overlay?.frame))
    expect(shown.width > 0 && panel.width > 0 && !shown.intersects(panel))
  }

  @Test(
    "every text of the panel has a contrast of 4.5 to 1, on black and lifted from it",
    arguments: [UIUserInterfaceStyle.light, .dark], [UIUserInterfaceLevel.base, .elevated])
  func contrast(style: UIUserInterfaceStyle, level: UIUserInterfaceLevel) throws {
    _ = addTable(test.window.bounds)
    test.window.overrideUserInterfaceStyle = style
    test.window.traitOverrides.userInterfaceLevel = level
    test.key(.keyboardF12)
    look()
    let panel = try #require(inspector)
    let traits = panel.traitCollection
    expectEqual(traits.userInterfaceStyle, style)
    func luminance(_ color: DrawColor, over ground: DrawColor) -> Double {
      func linear(_ above: UInt8, _ below: UInt8) -> Double {
        let share = Double(color.alpha) / 255
        let part = (Double(above) * share + Double(below) * (1 - share)) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red, ground.red) + 0.7152 * linear(color.green, ground.green) + 0.0722
        * linear(color.blue, ground.blue)
    }
    func labels(_ view: UIView) -> [UILabel] { ((view as? UILabel).map { [$0] } ?? []) + view.subviews.flatMap(labels) }
    let ground = UIColor.systemBackground.drawColor(in: traits)
    var count = 0
    for label in labels(panel) where label.text?.isEmpty == false && !(label.superview is UIButton) {
      let own = label.attributedText?.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor
      let parts = [(own ?? label.textColor).drawColor(in: traits), ground].map { luminance($0, over: ground) }
      expect(((parts.max() ?? 0) + 0.05) / ((parts.min() ?? 0) + 0.05) >= 4.5, "\(label.text ?? "")")
      count += 1
    }
    expect(count > 20)
  }

  @Test("F12 shows what a table keeps beside the views, and F12 again leaves the window as it was")
  func toggled() throws {
    let table = addTable(CGRect(x: 0, y: 0, width: 600, height: 600))
    let plain = test.backend.list.commands
    test.key(.keyboardF12)
    test.settle()
    expect(test.application.showsInspector)
    let shown = texts(below: inspector)
    expect(shown.contains("visible 10  leaving 0  idle 0") && shown.contains("made 10  dequeued 0"))
    expect(shown.contains("sections 1  rows 100") && shown.contains("UITableView"))
    expectEqual(inspector?.frame.maxX, 1000)
    table.contentOffset.y = 120
    test.settle()
    look()
    expect(texts(below: inspector).contains("made 10  dequeued 2"))
    table.contentOffset.y = 0
    test.key(.keyboardF12)
    test.settle()
    expect(!test.application.showsInspector && test.window.subviews == [table])
    expectEqual(test.backend.list.commands.count, plain.count)
  }

  @Test("the inspector is about the table under the pointer at opening, whatever the pointer is over later")
  func underPointer() {
    _ = addTable(CGRect(x: 0, y: 0, width: 300, height: 600))
    let second = addTable(CGRect(x: 300, y: 0, width: 200, height: 240))
    hover(CGPoint(x: 350, y: 100))
    test.key(.keyboardF12)
    test.settle()
    look()
    expect(texts(below: inspector).contains("visible 4 "))
    hover(CGPoint(x: 100, y: 500))
    look()
    expect(texts(below: inspector).contains("visible 4 "))
    // Another one is shown while it is away.
    second.removeFromSuperview()
    look()
    expect(texts(below: inspector).contains("visible 10 "))
    test.window.addSubview(second)
    test.settle()
    look()
    expect(texts(below: inspector).contains("visible 4 "))
  }

  @Test("when the table leaves the window another one there is shown, and the last that dies is said to be gone")
  func leaving() {
    var first: UITableView? = addTable(CGRect(x: 0, y: 0, width: 300, height: 600))
    var second: UITableView? = addTable(CGRect(x: 300, y: 0, width: 200, height: 240))
    hover(CGPoint(x: 350, y: 100))
    test.key(.keyboardF12)
    test.settle()
    hover(CGPoint(x: 990, y: 590))
    second?.removeFromSuperview()
    look()
    expect(texts(below: inspector).contains("visible 10 ") && !texts(below: inspector).contains("in no window"))
    _ = second
    second = nil
    first?.removeFromSuperview()
    look()
    expect(texts(below: inspector).contains("in no window"))
    first = nil
    test.settle()
    look()
    expect(texts(below: inspector).contains("The table is gone"))
  }

  @Test("the root view makes room for the inspector, at its side and in every size of the window, and takes it again")
  func docked() throws {
    test.becomeCurrent()
    let controller = UITableViewController(style: .plain)
    test.window.rootViewController = controller
    test.settle()
    let whole = controller.view.frame
    test.key(.keyboardF12)
    test.settle()
    expectEqual(controller.view.frame, CGRect(x: 0, y: 0, width: 660, height: 600))
    let side = CGPoint(x: (inspector?.frame.maxX ?? 0) - 40, y: 20)
    test.click(at: side)
    test.settle()
    expectEqual(controller.view.frame, CGRect(x: 340, y: 0, width: 660, height: 600))
    for size in [CGSize(width: 1600, height: 900), CGSize(width: 500, height: 700), CGSize(width: 800, height: 600)] {
      test.platformWindow.resize(to: size)
      test.events.post(.window(.resized))
      test.settle()
      look()
      let panel = try #require(inspector?.frame)
      let view = controller.view.frame
      expectEqual(panel.union(view), CGRect(origin: .zero, size: size), "\(size)")
      expectEqual(panel.width * panel.height + view.width * view.height, size.width * size.height, "\(size)")
    }
    // An app that takes room at the lower edge keeps it.
    controller.view.frame.size.height = 550
    look()
    expectEqual(controller.view.frame, CGRect(x: 340, y: 0, width: 460, height: 550))
    controller.view.frame.size.height = 600
    let other = UITableViewController(style: .plain)
    test.window.rootViewController = other
    look()
    expectEqual(other.view.frame, CGRect(x: 340, y: 0, width: 460, height: 600))
    test.key(.keyboardF12)
    test.settle()
    expect(other.view.frame == CGRect(x: 0, y: 0, width: 800, height: 600) && whole.width == 1000)
  }

  @Test("views are listed as they stand: from the top down, and beside each other from the left")
  func order() {
    test.becomeCurrent()
    let places = [(300, 200), (0, 200), (0, 0), (500, 0), (0, 0)]
    let views = places.map { UIView(frame: CGRect(x: $0.0, y: $0.1, width: 100, height: 100)) }
    for view in views { test.window.addSubview(view) }
    let inner = [
      UIView(frame: CGRect(x: 0, y: 50, width: 9, height: 9)), UIView(frame: CGRect(x: 5, y: 0, width: 9, height: 9)),
    ]
    for view in inner { views[1].addSubview(view) }
    let found = InspectorNode.tree(of: test.window, except: []).map(\.view)
    let expected = [views[2], views[4], views[3], views[1], inner[1], inner[0], views[0]]
    expect(found.count == 7 && zip(found, expected).allSatisfy { $0 === $1 })
  }

  @Test("the field lists the views with all words typed, and those around them; Return gives the keyboard back")
  func search() throws {
    let table = addTable(CGRect(x: 0, y: 0, width: 600, height: 600))
    let label = UILabel(frame: CGRect(x: 1, y: 2, width: 30, height: 20))
    label.text = "Needle"
    let cell = try #require(table.cellForRow(at: IndexPath(row: 3, section: 0)))
    cell.contentView.addSubview(label)
    test.key(.keyboardF12)
    test.settle()
    look()
    let responder = try #require(test.window.firstResponder)
    let field = try #require(inspector.flatMap(searchField))
    test.click(at: field.convert(CGPoint(x: field.bounds.midX, y: field.bounds.midY), to: nil))
    test.type("needle label")
    test.settle()
    look()
    let list = try #require(inspector?.subviews.compactMap { $0 as? UITableView }.first)
    func listed() -> [String] {
      (0..<list.numberOfRows(inSection: 0)).map { row in
        list.layoutIfNeeded()
        return texts(below: list.cellForRow(at: IndexPath(row: row, section: 0))).split(separator: "\n").first.map(
          String.init)
          ?? ""
      }
    }
    expectEqual(list.numberOfRows(inSection: 0), 4)
    expectEqual(listed().prefix(2), ["UITableView", "UITableViewCell"])
    test.key(.keyboardReturnOrEnter)
    test.settle()
    expect(test.window.firstResponder === responder)
    field.becomeFirstResponder()
    test.key(.keyboardEscape)
    test.settle()
    expect(list.numberOfRows(inSection: 0) > 20)
    test.key(.keyboardEscape)
    test.settle()
    expect(test.window.firstResponder === responder)
    field.becomeFirstResponder()
    test.key(.keyboardF12)
    test.settle()
    expect(inspector == nil && test.window.firstResponder === responder)
  }

  private func searchField(below view: UIView) -> UISearchTextField? {
    view as? UISearchTextField ?? view.subviews.lazy.compactMap { searchField(below: $0) }.first
  }

  @Test("a grid shows what it keeps, here and in the overlay, as a table does")
  func grid() {
    let fixture = GridFixture(size: CGSize(width: 1000, height: 600))
    fixture.app.application.installInstruments()
    fixture.app.key(.keyboardF12)
    fixture.app.settle()
    let panel = Inspector.open(in: fixture.app.window)
    panel?.refresh()
    // 24 rows of 24 points, ten columns of 96; headers have cells, too.
    expect(texts(below: panel).contains("GridView\nrows 1000  columns 100\nvisible 275  leaving 0  idle 0"))
    fixture.scroll(to: CGPoint(x: 0, y: 2400))
    panel?.refresh()
    expect(texts(below: panel).contains("visible 275  leaving 0  idle"))
    expect(fixture.grid.reuseFigures.counts.dequeued > 0 && fixture.grid.reuseFigures.rows == 24)
    expect(fixture.app.window.largestCellKeeper(except: panel) === fixture.grid)
  }

  @Test("the tree names every view with its frame and offset; the one whose line is under the pointer is marked")
  func tree() throws {
    let table = addTable(CGRect(x: 10, y: 20, width: 500, height: 300))
    table.contentOffset.y = 60
    test.settle()
    test.key(.keyboardF12)
    test.settle()
    look()
    let shown = texts(below: inspector)
    expect(shown.contains("10, 20  500\u{d7}300  offset 0, 60"))
    expect(shown.contains("UITableViewCell"))
    let marks = try #require(test.window.subviews.first { $0 is InspectorMarks })
    let nodes = InspectorNode.tree(of: test.window, except: [try #require(inspector), marks])
    expect(nodes.first?.view === table && nodes.first?.depth == 0)
    let list = try #require(inspector?.subviews.compactMap { $0 as? UITableView }.first)
    let line = list.convert(list.rectForRow(at: IndexPath(row: 0, section: 0)), to: nil)
    list.contentOffset.y = 0
    func isMarked() -> Bool {
      test.backend.list.commands.contains {
        if case .strokeRounded(let shape, width: 2, _) = $0 { return shape.rect == table.frame }
        return false
      }
    }
    hover(CGPoint(x: line.midX, y: line.midY))
    test.settle()
    expect(isMarked())
    hover(CGPoint(x: 600, y: 500))
    test.settle()
    expect(!isMarked())
  }

  @Test("nothing is drawn while nothing changes, and keys go where they went before")
  func still() {
    let table = addTable(CGRect(x: 0, y: 0, width: 600, height: 600))
    let responder = test.window.firstResponder
    test.key(.keyboardF12)
    test.settle()
    look()
    look()
    let drawn = test.backend.drawCount
    for _ in 0..<5 { look() }
    expectEqual(test.backend.drawCount, drawn)
    expect(test.window.firstResponder === responder && responder === table)
  }

  @Test("borders frame every visible view; what is drawn anew is covered for a moment, and only that")
  func marks() throws {
    let table = addTable(CGRect(x: 0, y: 0, width: 600, height: 600))
    test.key(.keyboardF12)
    test.settle()
    let marks = try #require(test.window.subviews.compactMap { $0 as? InspectorMarks }.first)
    func strokes() -> Int {
      test.backend.list.commands.count { if case .strokeRounded(_, width: 1, _) = $0 { true } else { false } }
    }
    let before = strokes()
    marks.showsBorders = true
    test.settle()
    expect(strokes() >= before + 30)
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
    expect(flashes().isEmpty)
    let cell = try #require(table.cellForRow(at: IndexPath(row: 2, section: 0)))
    cell.contentView.backgroundColor = .systemGreen
    test.settle()
    expect(!flashes().isEmpty && flashes().allSatisfy { $0.minY >= 119 && $0.maxY <= 181 })
    marks.fade()
    test.settle()
    expect(flashes().isEmpty)
  }

  @Test("the panel fits every window and stands on the side the user chooses", arguments: [(320, 240), (1920, 1080)])
  func sizes(width: Int, height: Int) {
    _ = addTable(CGRect(x: 0, y: 0, width: 300, height: 200))
    test.key(.keyboardF12)
    test.platformWindow.resize(to: CGSize(width: width, height: height))
    test.events.post(.window(.resized))
    test.settle()
    look()
    expectEqual(inspector?.frame.maxX, CGFloat(width))
    expectEqual(inspector?.frame.height, CGFloat(width < 640 ? height / 2 : height))
    expect((inspector?.frame.minX ?? -1) >= 0)
  }

  @Test("another root view does not hide the panel")
  func rootView() {
    _ = addTable(CGRect(x: 0, y: 0, width: 300, height: 200))
    test.key(.keyboardF12)
    test.window.rootViewController = UITableViewController(style: .plain)
    test.settle()
    look()
    expect(test.window.subviews.last is Inspector)
  }
}
