import Expectations
import Foundation
import GridTestSupport
import Pixels
import TestSupport
import Testing

@testable import TableModel
@testable import UIKitCore
@testable import UIKitGrid

/// What a grid answers to scroll views, assistive tools and instruments, which know it by protocols only.
@MainActor
@Suite("GridView: what it answers below")
struct GridAnswersTests {
  @Test("a delegate set on a grid known as a scroll view is the grid's, and one of another type hears of movement")
  func delegates() {
    final class Watcher: NSObject, UIScrollViewDelegate {
      var count = 0
      func scrollViewDidScroll(_ scrollView: UIScrollView) { count += 1 }
    }
    let fixture = GridFixture()
    let scrollView: UIScrollView = fixture.grid
    scrollView.delegate = fixture
    expect(fixture.grid.delegate === fixture && scrollView.delegate === fixture)
    fixture.heights = [0: 100]
    fixture.app.frame()
    expectEqual(fixture.grid.rectForItem(at: GridPosition(row: 0, column: 0)).height, 100)

    let watcher = Watcher()
    scrollView.delegate = watcher
    expect(fixture.grid.delegate == nil && scrollView.delegate === watcher)
    fixture.scroll(to: CGPoint(x: 0, y: 50))
    expectEqual(watcher.count, 1)
    fixture.grid.delegate = fixture
    expect(scrollView.delegate === fixture)
    fixture.scroll(to: CGPoint(x: 0, y: 100))
    expectEqual(watcher.count, 1)
  }

  @Test("the pointer shows that an edge of a header can be dragged, and an arrow elsewhere and once it leaves")
  func pointer() {
    let fixture = GridFixture(size: CGSize(width: 640, height: 480)) {
      $0.frame = CGRect(x: 0, y: 0, width: 640, height: 400)
    }
    fixture.app.becomeCurrent()
    func shape(at point: CGPoint) -> PointerShape {
      fixture.app.mouseMove(to: point)
      fixture.app.frame()
      return fixture.app.platformWindow.pointerShape
    }
    let (side, top) = (fixture.grid.rowHeaderWidth, fixture.grid.columnHeaderHeight)
    let columnEdge = CGPoint(x: side + fixture.grid.columnWidth, y: top / 2)
    let rowEdge = CGPoint(x: side / 2, y: top + fixture.grid.rowHeight)
    expectEqual(shape(at: columnEdge), .resizeSideways)
    expectEqual(shape(at: rowEdge), .resizeUpAndDown)
    expectEqual(shape(at: CGPoint(x: 300, y: 200)), .arrow)
    expectEqual(shape(at: columnEdge), .resizeSideways)
    // Below the grid.
    expectEqual(shape(at: CGPoint(x: 300, y: 450)), .arrow)
  }

  @Test("tools see a grid, its cells with the texts in them, and headers as places beside the rows")
  func roles() throws {
    let fixture = GridFixture()
    fixture.app.becomeCurrent()
    let grid = fixture.grid
    let cell = try #require(grid.cellForItem(at: GridPosition(row: 2, column: 3)))
    expect(grid.accessibleRole == .grid && UIScrollView().accessibleRole == .scrollArea)
    expect(cell.accessibleRole == .cell && cell.isAccessibilityElement && cell.accessibilityLabel == "2:3")
    expect(cell.shownPlace?.grid === grid && cell.shownPlace?.place == GridPosition(row: 2, column: 3))
    let header = try #require(grid.cellForItem(at: GridPosition(row: -1, column: 3)))
    expect(header.accessibleRole == .cell && grid.title(ofColumn: 3) == "D")
    expectEqual(header.shownPlace?.place, GridPosition(row: -1, column: 3))
    let plain = UIView()
    plain.addSubview(UILabel())
    expect(plain.accessibleRole == .plain && !plain.isAccessibilityElement && plain.accessibilityLabel == nil)
    expectEqual(Set(grid.shownPlaces), Set(grid.visibleCells.compactMap { grid.position(for: $0) }))
    cell.accessibilityLabel = "the cell"
    cell.isAccessibilityElement = false
    expect(cell.accessibilityLabel == "the cell" && !cell.isAccessibilityElement)
  }

  @Test("nodes of places are equal by grid and place")
  func nodes() {
    let (one, other) = (GridView(), GridView())
    let place = GridPosition(row: 1, column: 2)
    let nodes: [AccessibleNode] = [
      .application, .window, .view(one), .view(other), .cell(one, place), .cell(other, place),
      .cell(one, GridPosition(row: 2, column: 1)), .row(UITableView(), RowPosition(section: 0, row: 0)),
    ]
    expect(Set(nodes).count == nodes.count && Set(nodes + nodes).count == nodes.count)
    expectEqual(AccessibleNode.cell(one, place), .cell(one, place))
    expect(AccessibleNode.cell(one, place) != .cell(other, place))
  }
}

/// What a painter writes down lies between background, subviews and what comes after.
@MainActor
@Suite("PaintedView")
struct PaintedViewTests {
  private final class Painter: ViewPainter {
    private(set) var rects: [CGRect] = []
    func appendContent(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {
      rects.append(rect)
      builder.fill(rect, UIColor.red.drawColor(in: builder.traits))
    }
    func appendOverlay(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {
      builder.fill(rect, UIColor.blue.drawColor(in: builder.traits))
    }
  }

  @Test("content lies over the background and below subviews, the overlay over them")
  func order() {
    let app = TestApplication(size: CGSize(width: 100, height: 100))
    let painter = Painter()
    let view = PaintedView(painter)
    view.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    view.backgroundColor = .black
    let child = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
    child.backgroundColor = .green
    view.addSubview(child)
    app.window.addSubview(view)
    app.frame()
    let fills = app.backend.list.commands.compactMap { command -> DrawColor? in
      if case .fill(let rect, let color) = command, rect.minX == 10 { color } else { nil }
    }
    let traits = app.window.windowTraits
    expectEqual(fills, [UIColor.black, .red, .green, .blue].map { $0.drawColor(in: traits) })
    expectEqual(painter.rects, [view.frame])
  }

  @Test("a text that the data source refuses stays in the field with the reason at it, until it is another or given up")
  func refusal() throws {
    let fixture = GridFixture(isDelegate: true)
    let (grid, place) = (fixture.grid, GridPosition(row: 2, column: 1))
    fixture.refusal = { Int($0) == nil ? "A whole number, please." : nil }
    func reasons() -> [UILabel] {
      grid.subviews.compactMap { $0 as? UILabel }.filter { $0.text == "A whole number, please." }
    }
    grid.beginEditingItem(at: place)
    fixture.app.type("x")
    // Return, Tab, a click on another cell, and the grid itself, which asks for the keys.
    fixture.app.key(.keyboardReturnOrEnter)
    fixture.app.key(.keyboardTab)
    fixture.app.click(at: CGPoint(x: 64 + 96 * 3 + 40, y: 200))
    grid.becomeFirstResponder()
    fixture.app.settle()
    expect(grid.editedPosition == place && fixture.edits.isEmpty && reasons().count == 1)
    let reason = try #require(reasons().first)
    expect(grid.bounds.contains(reason.frame) && reason.frame.minY >= 24 * 4 - 1)
    fixture.app.shortcut("a")
    fixture.app.type("7")
    expect(reasons().isEmpty)
    fixture.app.key(.keyboardReturnOrEnter)
    expect(fixture.edits == [place: "7"] && grid.editedPosition == nil && fixture.endings == [.committed])
    // Without the keyboard, and by Escape, the text is given up.
    grid.beginEditingItem(at: place)
    fixture.app.type("y")
    fixture.app.key(.keyboardReturnOrEnter)
    fixture.app.key(.keyboardEscape)
    grid.beginEditingItem(at: place)
    fixture.app.type("z")
    grid.removeFromSuperview()
    expect(fixture.edits == [place: "7"] && fixture.endings == [.committed, .cancelled, .cancelled])
    expect(reasons().isEmpty && grid.editedPosition == nil)
    grid.checkInvariants()
  }
}
