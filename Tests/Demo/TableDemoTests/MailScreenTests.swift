import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("The mail screen")
  struct MailScreenTests {
    let app = TestApplication(size: CGSize(width: 700, height: 900))

    func show() -> MailController {
      app.becomeCurrent()
      let screen = MailController()
      app.window.rootViewController = ScreenNavigation.alone(screen)
      app.settle()
      return screen
    }

    func cell(_ row: Int, _ screen: MailController) throws -> MailCell {
      try #require(screen.scriptedTable.cellForRow(at: IndexPath(row: row, section: 0)) as? MailCell)
    }

    /// A place in a row, in window points.
    func place(_ row: Int, x: CGFloat, _ screen: MailController) -> CGPoint {
      let table = screen.scriptedTable
      return table.convert(CGPoint(x: x, y: table.rectForRow(at: IndexPath(row: row, section: 0)).midY), to: nil)
    }

    /// Drags a row sideways with the mouse and lets it go open.
    func swipe(_ row: Int, by distance: CGFloat, _ screen: MailController) {
      let start = place(row, x: 350, screen)
      app.mouseDown(at: start)
      for step in 1...10 { app.mouseMove(to: CGPoint(x: start.x + distance * CGFloat(step) / 10, y: start.y)) }
      app.frame(after: 0.3)
      app.mouseUp(at: CGPoint(x: start.x + distance, y: start.y))
      app.settle()
    }

    /// Clicks the visible text.
    func click(_ text: String, _ screen: MailController) throws {
      func label(in view: UIView) -> UIView? {
        if let label = view as? UILabel, label.text == text, !label.isHidden { return label }
        return view.subviews.lazy.compactMap(label).first
      }
      let found = try #require(label(in: screen.scriptedTable), "nothing says \(text)")
      app.click(at: found.convert(CGPoint(x: found.bounds.midX, y: found.bounds.midY), to: nil))
      app.settle()
    }

    @Test("a message is opened by a push, flagged there, and deleted when an alert is answered so")
    func opening() throws {
      let screen = show()
      let navigation = try #require(screen.navigationController)
      let count = screen.rowCount
      app.click(at: place(1, x: 350, screen))
      let item = screen.mailbox.items[1]
      func open() throws -> MessageController {
        app.key(.keyboardO, "o")
        app.settle()
        return try #require(navigation.topViewController as? MessageController)
      }
      let message = try open()
      expect(screen.view.window == nil && texts(of: message.view).contains(item.person))
      expectEqual(message.view.safeAreaInsets.bottom, 0, "the toolbar is the mailbox's")
      let flag = try #require(message.navigationItem.rightBarButtonItems?[2])
      flag.primaryAction?.perform(from: flag)
      expect(screen.mailbox.items[1].isFlagged != item.isFlagged)
      func visibleLabel(_ text: String, in view: UIView) -> UIView? {
        guard !view.isHidden else { return nil }
        if let label = view as? UILabel, label.text == text { return label }
        return view.subviews.lazy.compactMap { visibleLabel(text, in: $0) }.first
      }
      for answer in ["Cancel", "Delete"] {
        app.key(.keyboardDeleteForward)
        app.settle()
        expect(message.presentedViewController is UIAlertController)
        let label = try #require(visibleLabel(answer, in: app.window))
        app.click(at: label.convert(CGPoint(x: label.bounds.midX, y: label.bounds.midY), to: nil))
        app.settle()
        expectEqual(screen.rowCount, (answer == "Cancel" ? count : count - 1))
      }
      expect(navigation.topViewController === screen && screen.mailbox.row(of: item.id) == nil)
      expect(screen.noticeBar != nil)
    }

    @Test("Ctrl+C copies who wrote and what; letters are the screen's commands, not the beginning of a search")
    func copying() throws {
      let screen = show()
      let item = screen.mailbox.items[1]
      app.click(at: place(1, x: 350, screen))
      app.shortcut("c")
      expectEqual(UIPasteboard.general.string, "\(item.person)\t\(item.text)")
      expect(!screen.scriptedTable.allowsTypeSelect)
    }

    @Test("rows are dequeued by two identifiers, messages and drafts")
    func identifiers() throws {
      let screen = show()
      let identifiers = screen.scriptedTable.visibleCells.map(\.reuseIdentifier)
      expectEqual(Set(identifiers), ["message", "draft"])
      try expect(cell(0, screen) is MessageCell && cell(4, screen) is DraftCell)
    }

    @Test("a finger's pull goes through dragging, toggled and releasing, and ends with a draft being written")
    func pull() throws {
      let screen = show()
      let count = screen.rowCount
      expectEqual(screen.pullState, .normal)
      let start = place(2, x: 350, screen)
      app.fingerDrag(from: start, to: CGPoint(x: 350, y: start.y + 80))
      expectEqual(screen.pullState, .dragging)
      expect(texts(of: screen.composeControl).contains("Pull to write"))
      app.fingerMove(to: CGPoint(x: 350, y: start.y + 260))
      expectEqual(screen.pullState, .toggled)
      expect(texts(of: screen.composeControl).contains("Let go to write"))
      app.fingerUp(at: CGPoint(x: 350, y: start.y + 260), after: 0.3)
      expectEqual(screen.pullState, .releasing)
      expect(texts(of: screen.composeControl).contains("New draft"))
      app.settle()
      expect(screen.pullState == .normal && screen.rowCount == count + 1)
      expectEqual(screen.scriptedTable.contentOffset.y, 0)
      try expect(cell(0, screen) is DraftCell)
      app.type("hi")
      app.key(.keyboardReturnOrEnter)
      app.settle()
      expect(texts(of: try cell(0, screen)).contains("hi"))
      screen.scriptedTable.checkInvariants()
    }

    @Test("a pull that goes back before it is let go makes nothing")
    func pulledBack() {
      let screen = show()
      let count = screen.rowCount
      let start = place(2, x: 350, screen)
      app.fingerDrag(from: start, to: CGPoint(x: 350, y: start.y + 260))
      expectEqual(screen.pullState, .toggled)
      app.fingerMove(to: CGPoint(x: 350, y: start.y + 50))
      expectEqual(screen.pullState, .dragging)
      app.fingerUp(at: CGPoint(x: 350, y: start.y + 50), after: 0.3)
      app.settle()
      expect(screen.rowCount == count && screen.pullState == .normal)
      expect(!screen.composeControl.isRefreshing && screen.scriptedTable.contentOffset.y == 0)
    }

    @Test("three notches of the wheel at the top make a draft; W and F5 do too, each keeps the selected row selected")
    func otherWays() throws {
      let screen = show()
      let table = screen.scriptedTable
      app.click(at: place(3, x: 300, screen))
      app.settle()
      for notch in 1...3 {
        app.wheel(1, at: place(3, x: 300, screen))
        for _ in 0..<8 { app.frame() }
        expectEqual(screen.pullState, (notch < 3 ? .dragging : .toggled))
      }
      app.settle()
      expect(screen.rowCount == 61 && table.indexPathForSelectedRow?.row == 4)
      app.key(.keyboardEscape)
      app.key(.keyboardW)
      app.settle()
      app.key(.keyboardEscape)
      app.key(.keyboardF5)
      app.settle()
      app.key(.keyboardEscape)
      app.settle()
      expect(screen.rowCount == 63 && table.indexPathForSelectedRow?.row == 6)
      expect(!screen.composeControl.isRefreshing && table.contentOffset.y == 0)
      expect(texts(of: screen.view).contains { $0.contains("10 drafts") })
      try expectEqual((0..<10).map { try cell($0, screen).index }, Array(0..<10))
      table.checkInvariants()
    }

    @Test("swiped to the left a row shows Delete and Archive, to the right Edit and Flag, and each does what it says")
    func swiping() throws {
      let screen = show()
      let table = screen.scriptedTable
      let second = screen.mailbox.items[1]
      let third = screen.mailbox.items[2]
      swipe(1, by: -180, screen)
      try click("Delete", screen)
      expect(screen.mailbox.row(of: second.id) == nil && screen.rowCount == 59)
      swipe(1, by: -180, screen)
      try click("Archive", screen)
      expect(screen.mailbox.row(of: third.id) == nil && screen.mailbox.archivedCount == 1)
      let flagged = screen.mailbox.items[0].isFlagged
      swipe(0, by: 180, screen)
      try click(flagged ? "Unflag" : "Flag", screen)
      expect(screen.mailbox.items[0].isFlagged != flagged)
      swipe(0, by: 180, screen)
      try click("Edit", screen)
      let text = screen.mailbox.items[0].text
      app.key(.keyboardDeleteOrBackspace)
      app.key(.keyboardReturnOrEnter)
      app.settle()
      expectEqual(screen.mailbox.items[0].text, String(text.dropLast()))
      expect(texts(of: try cell(0, screen)).contains(String(text.dropLast())))
      table.checkInvariants()
    }

    @Test("E, F, A, D and the delete key act on the selected row; escape leaves its text alone")
    func keys() {
      let screen = show()
      app.click(at: place(2, x: 300, screen))
      app.settle()
      let item = screen.mailbox.items[2]
      app.key(.keyboardE)
      app.key(.keyboardDeleteOrBackspace)
      app.key(.keyboardEscape)
      expectEqual(screen.mailbox.items[2].text, item.text)
      app.key(.keyboardF)
      expect(screen.mailbox.items[2].isFlagged != item.isFlagged)
      app.key(.keyboardA)
      app.settle()
      expect(screen.mailbox.archivedCount == 1 && screen.rowCount == 59)
      app.click(at: place(2, x: 300, screen))
      app.key(.keyboardD)
      app.settle()
      app.click(at: place(2, x: 300, screen))
      app.key(.keyboardDeleteOrBackspace)
      app.settle()
      expectEqual(screen.rowCount, 57)
      screen.scriptedTable.checkInvariants()
    }

    @Test("the notice about what was deleted goes with the next command; a message's menu offers what swipes offer")
    func noticeAndMenu() throws {
      let screen = show()
      app.click(at: place(2, x: 300, screen))
      app.key(.keyboardD)
      app.settle()
      expect(screen.noticeBar != nil)
      app.click(at: place(4, x: 300, screen))
      app.key(.keyboardF)
      app.settle()
      expect(screen.noticeBar == nil)
      let count = screen.rowCount
      app.click(at: place(4, x: 300, screen), button: .secondary)
      app.settle()
      let menu = try #require(openMenu(in: app.window))
      let titles = texts(of: menu)
      expect(titles.count == 4 && titles.first == "Edit" && titles.dropFirst(2) == ["Archive", "Delete"])
      app.key(.keyboardUpArrow)
      app.key(.keyboardReturnOrEnter)
      app.settle()
      expect(screen.rowCount == count - 1 && screen.noticeBar?.text.hasPrefix("Deleted") == true)
    }

    @Test(
      "what was deleted or archived comes back by the bar's button and by Ctrl+Z, the latest first; a held key deletes one"
    )
    func undoing() throws {
      let screen = show()
      let before = screen.mailbox.items.map(\.id)
      app.click(at: place(2, x: 300, screen))
      app.settle()
      app.key(.keyboardD)
      for _ in 0..<5 {
        app.click(at: place(2, x: 300, screen))
        app.key(.keyboardD, isRepeat: true)
      }
      app.settle()
      expectEqual(screen.rowCount, 59)
      expectEqual(screen.noticeBar?.text.hasPrefix("Deleted \u{201c}"), true)
      app.click(at: place(5, x: 300, screen))
      app.key(.keyboardA)
      app.settle()
      expect(screen.noticeBar?.text.hasPrefix("Archived \u{201c}") == true && screen.mailbox.archivedCount == 1)
      app.key(.keyboardZ, modifiers: .control)
      app.settle()
      expect(screen.mailbox.archivedCount == 0 && screen.rowCount == 59)
      expectEqual(screen.scriptedTable.indexPathForSelectedRow?.row, 5)
      let bar = try #require(screen.noticeBar)
      let button = try #require(bar.subviews.last)
      app.click(at: button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil))
      app.settle()
      expect(screen.mailbox.items.map(\.id) == before && screen.noticeBar == nil)
      app.key(.keyboardZ, modifiers: .control)
      app.settle()
      expectEqual(screen.mailbox.items.map(\.id), before)
      screen.scriptedTable.checkInvariants()
    }

    @Test("a cell taken for another row comes without index and selection")
    func reuse() throws {
      let screen = show()
      let table = screen.scriptedTable
      app.click(at: place(0, x: 300, screen))
      app.settle()
      for offset in stride(from: CGFloat(0), through: 1500, by: 60) {
        table.contentOffset.y = offset
        app.settle()
      }
      expect(table.visibleCells.allSatisfy { !$0.isSelected })
      for case let cell as MailCell in table.visibleCells {
        expectEqual(cell.index, table.indexPath(for: cell)?.row)
      }
      table.contentOffset.y = 0
      app.settle()
      try expect(cell(0, screen).isSelected)
    }

    @Test("G colours the rows by their place in the list, and a row that goes passes its colour on")
    func gradient() throws {
      let screen = show()
      let plain = try cell(0, screen).backgroundColor
      app.key(.keyboardG)
      app.settle()
      let colors = try (0..<8).map { try #require(cell($0, screen).backgroundColor).resolvedColor(with: .current) }
      expectEqual(Set(colors).count, 8)
      screen.delete(at: 0)
      app.settle()
      let after = try #require(cell(0, screen).backgroundColor).resolvedColor(with: .current)
      expectEqual(after, colors[0])
      app.key(.keyboardG)
      app.settle()
      try expectEqual(cell(0, screen).backgroundColor, plain)
    }

    @Test("text being edited is kept when the list is scrolled away, or another row is selected")
    func editingLeft() throws {
      let screen = show()
      for leave in [
        { app.wheel(-1, at: place(5, x: 300, screen)) }, { app.click(at: place(5, x: 300, screen)) },
      ] {
        screen.edit(at: 1)
        app.type("!")
        let expected = screen.mailbox.items[1].text + "!"
        leave()
        app.settle()
        expectEqual(screen.mailbox.items[1].text, expected)
        expect(screen.scriptedTable.isFirstResponder)
      }
    }
  }
}

@Suite("A mailbox")
struct MailboxTests {
  @Test("identities stay with their rows; neighbours differ")
  func identities() {
    var mailbox = Mailbox(count: 60)
    expect(zip(mailbox.items, mailbox.items.dropFirst()).allSatisfy { $0.text != $1.text && $0.person != $1.person })
    let id = mailbox.items[5].id
    let new = mailbox.compose()
    expect(mailbox.row(of: id) == 6 && mailbox.row(of: new) == 0)
    mailbox.delete(at: 0)
    mailbox.archive(at: 5)
    expect(mailbox.row(of: id) == nil && mailbox.row(of: new) == nil && mailbox.archivedCount == 1)
    expectEqual(Set(mailbox.items.map(\.id)).count, 59)
    expect(mailbox.compose() > new)
  }

  @Test("a pull is toggled at the threshold, goes back below it, and makes a draft only when let go there")
  func pullStates() {
    var state = PullState.normal
    state.follow(pull: 10, threshold: 60, isHeld: true)
    expectEqual(state, .dragging)
    let isDraftWanted = state.letGo()
    expect(!isDraftWanted)
    state.follow(pull: 60, threshold: 60, isHeld: true)
    expectEqual(state, .toggled)
    state.follow(pull: 59, threshold: 60, isHeld: true)
    expectEqual(state, .dragging)
    state.follow(pull: 70, threshold: 60, isHeld: true)
    let isDraftMade = state.letGo()
    expect(isDraftMade && state == .releasing)
    state.follow(pull: 0, threshold: 60, isHeld: false)
    expectEqual(state, .releasing)

  }
}
