import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("The pitfalls")
  struct PitfallsScreenTests {
    let app = TestApplication(size: CGSize(width: 900, height: 700))

    /// The screen at a pitfall, in one of its ways, after its command.
    func open(_ pitfall: Pitfall.Type, isRight: Bool, acts: Bool = true) throws -> UITableView {
      app.becomeCurrent()
      let screen = PitfallsController()
      app.window.rootViewController = ScreenNavigation.alone(screen)
      app.settle()
      while screen.shown != pitfall { app.key(.keyboardN) }
      if isRight { app.key(.keyboardW) }
      if acts { app.key(.keyboardS) }
      app.settle()
      let words = isRight ? pitfall.right : pitfall.wrong
      expect(texts(of: screen.view).contains(words))
      expect(!screen.scriptedTable.visibleCells.isEmpty)
      return screen.scriptedTable
    }

    @Test("the code of both ways is what is compiled, line by line, and the lines that differ are marked")
    func code() throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources/Demo/TableDemo/Screens/Pitfalls")
      for pitfall in Pitfall.all {
        let name = pitfall.source == .pitfall ? "Pitfall" : "LastingPitfalls"
        let text = try String(contentsOf: folder.appending(path: name + ".swift"), encoding: .utf8)
        expectEqual(pitfall.source.text, text)
        let compiled = Set(text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } })
        let ways = [false, true].map { ShownCode(text, of: "\(pitfall)", isRight: $0).lines }
        expect(ways.allSatisfy { !$0.isEmpty }, "\(pitfall)")
        for line in ways.joined() where !line.text.isEmpty {
          expect(compiled.contains(line.text.trimmingPrefix { $0 == " " }), "\(pitfall): \(line.text)")
          expect(!line.text.contains("isRight {"), "\(pitfall): \(line.text)")
        }
        let marked = ways.map { $0.filter(\.isMarked) }
        expectEqual(marked[0] == marked[1], pitfall == CellStructure.self, "\(pitfall)")
        expectEqual(ways[0].filter { !$0.isMarked }, ways[1].filter { !$0.isMarked })
      }
      let stale = ShownCode(Pitfall.source.text, of: "StalePicture", isRight: false).lines
      expectEqual(
        stale.filter(\.isMarked).map(\.text), ["  if hasStar { cell.imageView?.image = Self.star }"])
    }

    @Test(
      "the code stands below the rows, beside each other where there is room, and is copied by Ctrl+A and Ctrl+C",
      arguments: [320, 1100])
    func codeViews(width: Int) throws {
      app.window.frame.size = CGSize(width: width, height: 800)
      let table = try open(StalePicture.self, isRight: false, acts: false)
      let screen = try #require(table.next as? UIView).next as? PitfallsController
      let codes = try #require(screen).codes
      let (wrong, right) = (codes.wrong.frame, codes.right.frame)
      expect(wrong.minY >= table.frame.maxY && table.frame.height > 250, "\(wrong) \(table.frame)")
      expect(width == 1100 ? right.minX == wrong.maxX && right.minY == wrong.minY : right.minY == wrong.maxY)
      expect(max(wrong.maxX, right.maxX) <= CGFloat(width) && right.maxY <= 800)
      app.click(at: codes.right.convert(CGPoint(x: 60, y: 40), to: nil))
      app.shortcut("a")
      app.shortcut("c")
      app.settle()
      let lines = codes.right.shown.code.lines.map(\.text)
      expectEqual(app.platform.fakeClipboard.string, lines.joined(separator: "\n"))
      expect(lines.contains("  cell.imageView?.image = hasStar ? Self.star : nil"))
    }

    private func label(_ text: String, in view: UIView) -> UILabel? {
      if let label = view as? UILabel, label.text == text { return label }
      return view.subviews.lazy.compactMap { self.label(text, in: $0) }.first
    }

    @Test(
      "rows are seen, and the words whole, in windows of all sizes",
      arguments: [CGSize(width: 320, height: 240), CGSize(width: 390, height: 700), CGSize(width: 900, height: 260)])
    func sizes(_ size: CGSize) throws {
      app.window.frame.size = size
      let table = try open(StalePicture.self, isRight: false, acts: false)
      let label = try #require(self.label(StalePicture.wrong, in: app.window))
      let wanted = label.sizeThatFits(CGSize(width: label.bounds.width, height: .greatestFiniteMagnitude))
      expect(label.bounds.height >= wanted.height.rounded(.down))
      table.scrollToRow(at: IndexPath(row: 3, section: 0), at: .middle, animated: false)
      app.frame()
      expect(table.bounds.height >= size.height / 3 && table.visibleCells.count >= 1)
      // In a larger window it stands above the rows again.
      app.window.frame.size = CGSize(width: 900, height: 700)
      app.settle()
      expect(table.tableHeaderView == nil)
      expect(label.convert(label.bounds, to: nil).maxY <= table.convert(table.bounds, to: nil).minY)
    }

    @Test(
      "stale pictures: rows without a star have one after scrolling, unless nil is set, too", arguments: [false, true])
    func stale(isRight: Bool) throws {
      let table = try open(StalePicture.self, isRight: isRight)
      let wrong = table.visibleCells.filter { cell in
        (cell.imageView?.image != nil) != texts(of: cell).contains { $0.hasSuffix(", a star") }
      }
      expectEqual(wrong.isEmpty, isRight)
    }

    @Test(
      "gathered subviews: a cell has a label for each of its rows, unless it is looked for", arguments: [false, true])
    func gathered(isRight: Bool) throws {
      let table = try open(GatheredSubviews.self, isRight: isRight)
      let most = try #require(table.visibleCells.map { texts(of: $0.contentView).count }.max())
      expect(isRight ? most == 1 : most > 1)
    }

    @Test("a reconfigured row keeps what only prepareForReuse takes away", arguments: [false, true])
    func reset(isRight: Bool) throws {
      let table = try open(ResetForReuse.self, isRight: isRight)
      let kept = table.visibleCells.filter { cell in
        cell.imageView?.image != nil && texts(of: cell).contains { $0.hasSuffix(", no star") }
      }
      expectEqual(kept.isEmpty, isRight)
    }

    @Test(
      "late pictures: a number that was asked for another row comes last and stays, unless the request is cancelled",
      arguments: [false, true])
    func late(isRight: Bool) async throws {
      let table = try open(LatePicture.self, isRight: isRight)
      func numbers() -> [(row: String?, number: String?)] {
        table.visibleCells.map { cell in
          let texts = texts(of: cell)
          let row = texts.first { $0.hasPrefix("Row ") }.map { String($0.dropFirst(4)) }
          return (row, texts.first { Int($0) != nil })
        }
      }
      // The last number comes 1.2 s after it was asked for.
      try await Task.sleep(for: .milliseconds(1300))
      for _ in 0..<100 where numbers().contains(where: { $0.number == nil }) {
        try await Task.sleep(for: .milliseconds(100))
      }
      expect(numbers().allSatisfy { $0.row != nil && $0.number != nil })
      expectEqual(numbers().allSatisfy { $0.row == $0.number }, isRight)
    }

    @Test(
      "in edit mode a subview of the cell lies below the control, one of contentView beside", arguments: [false, true])
    func subview(isRight: Bool) throws {
      let table = try open(SubviewOfCell.self, isRight: isRight)
      expect(table.isEditing)
      let cell = try #require(table.visibleCells.first)
      let label = try #require((isRight ? cell.contentView : cell).subviews.compactMap { $0 as? UILabel }.first)
      expect(cell.contentView.frame.minX > 20)
      // The control takes the margin and a little more.
      let text = cell.contentView.frame.minX + cell.contentView.layoutMargins.left
      expectEqual((label.convert(label.bounds, to: cell).minX >= text), isRight)
    }

    @Test(
      "the content's height runs away while rows come that were guessed too low, and stays where the guess is right",
      arguments: [false, true])
    func estimate(isRight: Bool) throws {
      let table = try open(JumpingEstimate.self, isRight: isRight, acts: false)
      let before = table.contentSize.height
      for _ in 0..<4 {
        app.key(.keyboardS)
        app.settle()
      }
      let change = abs(table.contentSize.height - before) / before
      expect(isRight ? change < 0.1 : change > 0.5, "\(before) became \(table.contentSize.height)")
    }

    @Test(
      "after a row came above, a closure with the old index path marks the neighbour of the row that was pressed",
      arguments: [false, true])
    func keptPath(isRight: Bool) throws {
      let table = try open(KeptPath.self, isRight: isRight)
      let pressed = try #require(table.visibleCells.firstIndex { texts(of: $0).contains("Pressed") })
      let marked = try #require(table.visibleCells.firstIndex { $0.accessoryType == .checkmark })
      expect(pressed == 3 && marked == (isRight ? 3 : 2))
    }

    @Test("the background of contentView ends where the controls begin; the cell's does not", arguments: [false, true])
    func background(isRight: Bool) throws {
      let table = try open(ContentBackground.self, isRight: isRight)
      let cell = try #require(table.visibleCells.first)
      expect(cell.contentView.frame.width < cell.bounds.width - 60)
      expectEqual((cell.contentView.backgroundColor == nil), isRight)
      let usual = UIBackgroundConfiguration.listPlainCell().backgroundColor
      expectEqual((cell.backgroundConfiguration?.backgroundColor != usual), isRight)
    }

    @Test("a cell is taken apart into the views it has, where they are")
    func structure() throws {
      let table = try open(CellStructure.self, isRight: true, acts: false)
      let cell = try #require(table.visibleCells.first)
      let parts = CellStructureView.parts(of: cell)
      expectEqual(
        parts.map(\.name),
        [
          "UITableViewCell with its background", "contentView", "imageView", "textLabel", "detailTextLabel",
          "accessory", "edit control",
        ])
      expect(parts[0].frame == cell.bounds && parts[1].frame == cell.contentView.frame)
      expect(parts[6].frame.midX < parts[1].frame.minX && parts[5].frame.midX > parts[1].frame.maxX)
      expectEqual(texts(of: try #require(table.tableFooterView)).count, parts.count)
    }

    @Test("the parts of a cell are seen wherever the wheel has led, and no page is blank", arguments: [false, true])
    func structureScrolled(isExploded: Bool) throws {
      app.window.frame.size.height = 500
      let table = try open(CellStructure.self, isRight: isExploded, acts: false)
      for _ in 0..<12 { app.wheel(-2, at: CGPoint(x: 400, y: 350)) }
      app.settle()
      expectEqual((table.contentOffset.y > 60), isExploded)
      // As a scroll bar that comes, or a window that becomes wider, has it.
      table.tableFooterView?.setNeedsLayout()
      app.settle()
      let footer = try #require(table.tableFooterView)
      let seen = footer.subviews.filter { table.bounds.intersects($0.convert($0.bounds, to: table)) }
      expect(seen.count >= 4, "\(seen.count) of \(footer.subviews.count)")
    }
  }
}
