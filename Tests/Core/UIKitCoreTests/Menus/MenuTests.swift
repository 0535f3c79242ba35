import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Menus")
struct MenuTests {
  private final class Log { var chosen: [String] = [] }

  private static func action(_ title: String, _ log: Log, _ attributes: UIMenuElement.Attributes = []) -> UIAction {
    UIAction(title: title, attributes: attributes) { log.chosen.append($0.title) }
  }

  private static func menu(_ log: Log) -> UIMenu {
    UIMenu(children: [
      action("Copy", log), action("Move", log, .disabled), action("Secret", log, .hidden),
      UIMenu(title: "Share", children: [action("Mail", log), action("Print", log)]),
      UIMenu(options: .displayInline, children: [action("Delete", log, .destructive)]),
    ])
  }

  // MARK: Content

  @Test("hidden elements and empty menus are not shown; inline menus are groups between lines")
  func content() {
    let log = Log()
    let empty = UIMenu(title: "Nothing", children: [Self.action("No", log, .hidden)])
    let menu = UIMenu(
      title: "Row",
      children: [
        empty, Self.action("A", log), UIMenu(options: .displayInline, children: []),
        UIMenu(title: "Group", options: .displayInline, children: [Self.action("B", log), Self.action("C", log)]),
        Self.action("D", log),
      ])
    let items = MenuContent(menu).items
    expectEqual(items.map(\.title), ["Row", "A", "Group", "B", "C", "D"])
    expectEqual(items.map(\.startsGroup), [false, false, true, false, false, true])
    expectEqual(items.map(\.isEnabled), [false, true, false, true, true, true])
    expect(MenuContent(UIMenu(title: "Only a title")).items.isEmpty)
    expect(MenuContent(empty).items.isEmpty)
  }

  @Test("titles, items that destroy and items that cannot be chosen have the window's colours for them")
  func colours() throws {
    let log = Log()
    let fixture = MenuFixture(UIMenu(title: "Row", children: Self.menu(log).children))
    fixture.ask()
    func colours() -> [UIColor?] {
      ["Row", "Move", "Delete", "Copy"].map { title in
        fixture.cards[0].rows.first { $0.item.title == title }?.subviews.compactMap { $0 as? UILabel }.first?.textColor
      }
    }
    expectEqual(colours(), [.secondaryLabel, .tertiaryLabel, .systemRed, .label])
    fixture.app.key(.keyboardEscape)
    fixture.app.settle()
    fixture.app.window.menuColors.secondary = .systemGreen
    fixture.app.window.menuColors.disabled = .systemBlue
    fixture.app.window.menuColors.destructive = .systemPurple
    fixture.ask()
    expectEqual(colours(), [.systemGreen, .systemBlue, .systemPurple, .label])
  }

  @Test("a menu with other children keeps its title, name and options")
  func replacing() {
    let log = Log()
    let menu = UIMenu(title: "T", identifier: .init("x"), options: .singleSelection, children: [Self.action("A", log)])
    let other = menu.replacingChildren([Self.action("B", log)])
    expect(other.title == "T" && other.identifier == menu.identifier && other.options == .singleSelection)
    expectEqual(other.children.map(\.title), ["B"])
  }

  @Test("cards stay within the window, whatever they are asked to stand beside")
  func placement() {
    for seed in 0..<200 { expectPlacement(seed) }
  }

  private func expectPlacement(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random).rounded() }
    let area = CGRect(x: 8, y: 8, width: number(50...800), height: number(50...800))
    let size = CGSize(width: number(10...400), height: number(10...1200))
    let rect = CGRect(
      x: number(-50...850), y: number(-50...850), width: number(0...300), height: number(0...60))
    for anchor in [MenuAnchor.point(rect.origin), .below(rect), .beside(rect)] {
      let frame = anchor.frame(of: size, in: area)
      expect(area.contains(frame), "\(anchor)")
      expectEqual(frame.size, CGSize(width: min(size.width, area.width), height: min(size.height, area.height)))
    }
  }

  @Test("a menu stands right of and below the pointer, and on the other side where that has no room")
  func sides() {
    let area = CGRect(x: 8, y: 8, width: 384, height: 584)
    let size = CGSize(width: 150, height: 100)
    expectEqual(MenuAnchor.point(CGPoint(x: 50, y: 60)).frame(of: size, in: area).origin, CGPoint(x: 50, y: 60))
    expectEqual(MenuAnchor.point(CGPoint(x: 350, y: 560)).frame(of: size, in: area).origin, CGPoint(x: 200, y: 460))
    let button = CGRect(x: 300, y: 500, width: 60, height: 44)
    expectEqual(MenuAnchor.below(button).frame(of: size, in: area).maxY, 498)
    expectEqual(MenuAnchor.beside(button).frame(of: size, in: area).maxX, 302)
  }

  // MARK: Opening and closing

  @Test("a right click opens the menu at the pointer and tells the delegate, also when it has come and gone")
  func opening() {
    let log = Log()
    let fixture = MenuFixture(Self.menu(log))
    fixture.ask()
    expectEqual(fixture.source.locations, [CGPoint(x: 50, y: 60)])
    expectEqual(fixture.titles(), ["Copy", "Move", "Share", "Delete"])
    expectEqual(fixture.cards[0].frame.origin, CGPoint(x: 50, y: 60))
    expectEqual(fixture.source.events, ["display", "displayed"])
    expectEqual(fixture.app.settle(), 0, "an open menu draws nothing by itself")
    fixture.app.click(at: fixture.middle(0))
    expect(log.chosen == ["Copy"] && fixture.overlay == nil)
    fixture.app.settle()
    expectEqual(fixture.source.events, ["display", "displayed", "end", "ended"])
    expect(!fixture.app.window.subviews.contains { $0 is MenuOverlay })
  }

  @Test("no configuration, an empty menu and the left button open nothing")
  func nothingToOpen() {
    let fixture = MenuFixture()
    fixture.ask()
    expect(fixture.overlay == nil && fixture.source.locations.count == 1)
    fixture.source.menu = UIMenu()
    fixture.ask()
    expect(fixture.overlay == nil && fixture.source.events.isEmpty)
    fixture.source.menu = Self.menu(Log())
    fixture.app.click(at: CGPoint(x: 50, y: 60))
    expect(fixture.overlay == nil && fixture.source.locations.count == 2)
  }

  @Test("a click beside the menu closes it and reaches nothing below, nor does the wheel")
  func clickOutside() {
    let fixture = MenuFixture(Self.menu(Log()))
    var clicks = 0
    let place = CGRect(x: 300, y: 500, width: 80, height: 40)
    let button = UIButton(frame: place, primaryAction: UIAction { _ in clicks += 1 })
    fixture.view.addSubview(button)
    fixture.ask()
    fixture.app.click(at: CGPoint(x: 340, y: 520))
    expect(fixture.overlay == nil && clicks == 0)
    fixture.app.settle()
    fixture.app.click(at: CGPoint(x: 340, y: 520))
    expectEqual(clicks, 1)
  }

  @Test("disabled items and titles stay where they are when clicked")
  func disabled() {
    let log = Log()
    let fixture = MenuFixture(Self.menu(log))
    fixture.ask()
    fixture.app.click(at: fixture.middle(1))
    expect(log.chosen.isEmpty && fixture.overlay != nil)
    fixture.app.mouseMove(to: fixture.middle(1))
    expect(fixture.highlighted == nil)
    fixture.app.mouseMove(to: fixture.middle(3))
    expectEqual(fixture.highlighted, "Delete")
    expect(fixture.cards[0].rows[3].item.isDestructive)
  }

  @Test("the button held down: moved onto an item and let go it chooses, let go in place it leaves the menu open")
  func pressDragRelease() {
    let log = Log()
    let fixture = MenuFixture(Self.menu(log))
    fixture.app.mouseDown(at: CGPoint(x: 50, y: 60), button: .secondary)
    expect(fixture.overlay != nil)
    fixture.app.mouseMove(to: fixture.middle(0))
    expectEqual(fixture.highlighted, "Copy")
    fixture.app.mouseUp(at: fixture.middle(0), button: .secondary)
    expectEqual(log.chosen, ["Copy"])
  }

  @Test("a finger that rests half a second opens the menu; one that moves before does not")
  func longPress() {
    let log = Log()
    let fixture = MenuFixture(Self.menu(log))
    let place = CGPoint(x: 100, y: 100)
    fixture.app.fingerDown(at: place)
    fixture.app.fingerMove(to: CGPoint(x: 100, y: 130))
    for _ in 0..<40 { fixture.app.frame() }
    expect(fixture.overlay == nil)
    fixture.app.fingerUp(at: CGPoint(x: 100, y: 130))
    fixture.app.fingerDown(at: place)
    for _ in 0..<40 { fixture.app.frame() }
    expectEqual(fixture.overlay?.metrics.rowHeight, MenuMetrics.finger.rowHeight)
    fixture.app.fingerUp(at: place)
    expect(fixture.overlay != nil && log.chosen.isEmpty)
    fixture.app.fingerDown(at: fixture.middle(0))
    fixture.app.fingerUp(at: fixture.middle(0))
    expectEqual(log.chosen, ["Copy"])
  }

  @Test("a lost focus, another window size, a view that leaves and a second menu close it; keys go where they went")
  func closing() {
    let fixture = MenuFixture(Self.menu(Log()))
    let table = UITableView(frame: CGRect(x: 0, y: 300, width: 400, height: 100))
    fixture.app.window.addSubview(table)
    _ = table.becomeFirstResponder()
    for reason in ["focus", "size", "leave", "second", "call"] {
      fixture.ask()
      let overlay = fixture.overlay
      expectEqual(overlay?.isFirstResponder, true, "\(reason)")
      switch reason {
      case "focus": fixture.app.events.post(.window(.focusLost))
      case "size":
        fixture.app.platformWindow.resize(to: CGSize(width: 420, height: 600))
        fixture.app.events.post(.window(.resized))
      case "leave": overlay?.removeFromSuperview()
      case "second": expect(fixture.interaction.showMenu(.point(CGPoint(x: 9, y: 9)), .pointer))
      default: fixture.interaction.dismissMenu()
      }
      fixture.app.settle()
      expect(overlay?.window == nil && fixture.overlay !== overlay, "\(reason)")
      if reason == "second" { fixture.overlay?.dismiss() }
      fixture.app.settle()
      expect(fixture.app.window.firstResponder === table, "\(reason)")
    }
    let ends = fixture.source.events.filter { $0 == "end" }
    expectEqual(ends.count, fixture.source.events.filter { $0 == "display" }.count)
  }

  // MARK: Keys

  @Test("arrows go round over what can be chosen, Return chooses, Escape closes")
  func keys() {
    let log = Log()
    let fixture = MenuFixture(Self.menu(log))
    fixture.ask()
    var seen: [String?] = []
    for _ in 0..<4 {
      fixture.app.key(.keyboardDownArrow)
      seen.append(fixture.highlighted)
    }
    expectEqual(seen, ["Copy", "Share", "Delete", "Copy"])
    fixture.app.key(.keyboardUpArrow)
    expectEqual(fixture.highlighted, "Delete")
    fixture.app.key(.keyboardHome)
    expectEqual(fixture.highlighted, "Copy")
    fixture.app.key(.keyboardEnd)
    fixture.app.key(.keyboardReturnOrEnter)
    expect(log.chosen == ["Delete"] && fixture.overlay == nil)
    fixture.ask()
    fixture.app.key(.keyboardEscape)
    expect(log.chosen == ["Delete"] && fixture.overlay == nil)
  }

  @Test("the menu of an item opens by click, arrow and resting pointer, and closes again")
  func submenus() {
    let log = Log()
    let fixture = MenuFixture(Self.menu(log))
    fixture.ask()
    fixture.app.click(at: fixture.middle(2))
    expect(fixture.cards.count == 2 && fixture.titles(card: 1) == ["Mail", "Print"])
    expect(fixture.cards[1].frame.minX > fixture.cards[0].frame.midX)
    fixture.app.key(.keyboardLeftArrow)
    expectEqual(fixture.cards.count, 1)
    fixture.app.key(.keyboardRightArrow)
    expect(fixture.cards.count == 2 && fixture.highlighted == "Mail")
    fixture.app.key(.keyboardEscape)
    expectEqual(fixture.cards.count, 1)

    fixture.app.mouseMove(to: fixture.middle(2))
    expectEqual(fixture.cards.count, 1)
    fixture.app.frame(after: 0.3)
    expectEqual(fixture.cards.count, 2)
    // Across another item on the way to the menu: it stays.
    fixture.app.mouseMove(to: fixture.middle(3))
    fixture.app.frame(after: 0.1)
    fixture.app.mouseMove(to: fixture.middle(1, card: 1))
    fixture.app.frame(after: 0.3)
    expect(fixture.cards.count == 2 && fixture.highlighted == "Print")
    expectEqual(fixture.cards[0].highlighted, 2, "the way to the menu stays marked")
    fixture.app.mouseMove(to: fixture.middle(0))
    fixture.app.frame(after: 0.3)
    expectEqual(fixture.cards.count, 1)
    fixture.app.click(at: fixture.middle(2))
    fixture.app.click(at: fixture.middle(1, card: 1))
    expect(log.chosen == ["Print"] && fixture.overlay == nil)
  }

  // MARK: Long menus, marks

  @Test("a menu higher than the window scrolls by wheel, keys and finger")
  func longMenu() {
    let log = Log()
    let items = (0..<60).map { Self.action("\($0)", log) }
    let fixture = MenuFixture(size: CGSize(width: 400, height: 300), UIMenu(children: items))
    fixture.ask()
    expectEqual(fixture.cards[0].frame.height, 284)
    fixture.app.key(.keyboardEnd)
    expectEqual(fixture.highlighted, "59")
    expectEqual(fixture.cards[0].row(at: fixture.middle(59)), 59)
    fixture.app.key(.keyboardHome)
    let before = fixture.middle(0).y
    fixture.app.wheel(-3, at: fixture.middle(2))
    fixture.app.settle()
    expect(fixture.middle(0).y < before)
    let place = CGPoint(x: fixture.middle(0).x, y: 150)
    let row = fixture.cards[0].row(at: place)
    fixture.app.fingerDrag(from: place, to: CGPoint(x: place.x, y: 60))
    fixture.app.fingerUp(at: CGPoint(x: place.x, y: 60), after: 0.2)
    fixture.app.settle()
    expect(log.chosen.isEmpty && fixture.overlay != nil && row != fixture.cards[0].row(at: place))
  }

  @Test("singleSelection marks what was chosen and nothing else; keepsMenuPresented leaves the menu open")
  func marks() {
    let log = Log()
    let menu = UIMenu(options: .singleSelection, children: ["A", "B", "C"].map { Self.action($0, log) })
    let fixture = MenuFixture(menu)
    for row in [1, 2] {
      fixture.ask()
      fixture.app.click(at: fixture.middle(row))
      fixture.app.settle()
      expectEqual(menu.selectedElements.map(\.title), [["A", "B", "C"][row]])
    }
    fixture.source.menu = UIMenu(children: [Self.action("Stay", log, .keepsMenuPresented)])
    fixture.ask()
    fixture.app.click(at: fixture.middle(0))
    expect(log.chosen.last == "Stay" && fixture.overlay != nil)
  }

  @Test("a button's menu: below it by a press when that is its primary action, else by the right button")
  func buttons() {
    let log = Log()
    let fixture = MenuFixture()
    let button = UIButton(frame: CGRect(x: 40, y: 40, width: 100, height: 40))
    button.menu = Self.menu(log)
    fixture.view.addSubview(button)
    fixture.app.click(at: button.center)
    expect(fixture.overlay == nil)
    fixture.ask(at: button.center)
    expectEqual(fixture.titles(), ["Copy", "Move", "Share", "Delete"])
    fixture.app.key(.keyboardEscape)
    fixture.app.settle()
    var opened = 0
    button.addAction(UIAction { _ in opened += 1 }, for: .menuActionTriggered)
    button.showsMenuAsPrimaryAction = true
    fixture.app.click(at: button.center)
    fixture.app.settle()
    expect(opened == 1 && fixture.cards[0].frame.minY == 82 && fixture.cards[0].frame.minX == 40)
    expect(!button.isHighlighted)
    fixture.app.click(at: fixture.middle(0))
    expectEqual(log.chosen, ["Copy"])
  }

  @Test("an interaction taken off its view closes its menu and opens no more")
  func removal() {
    let fixture = MenuFixture(Self.menu(Log()))
    fixture.ask()
    expectEqual(fixture.view.interactions.count, 1)
    fixture.view.removeInteraction(fixture.interaction)
    expect(fixture.overlay == nil && fixture.view.interactions.isEmpty && fixture.interaction.view == nil)
    fixture.app.settle()
    fixture.ask()
    expect(fixture.overlay == nil)
  }

  // MARK: Right to left

  /// The places of a menu's cards and of all in them, in the window, with the names of their classes.
  private func places(_ fixture: MenuFixture) -> [(name: String, frame: CGRect)] {
    func collect(_ view: UIView) -> [(name: String, frame: CGRect)] {
      [("\(type(of: view))", view.convert(view.bounds, to: nil))] + view.subviews.flatMap(collect)
    }
    return fixture.cards.flatMap(collect)
  }

  @Test("a menu of what reads from right to left is as in the mirror, with the menus of its items and the arrow keys")
  func rightToLeft() throws {
    let log = Log()
    let image = UIImage(systemName: "star.fill")
    let menu = UIMenu(
      title: "Row",
      children: [
        UIAction(title: "Marked", state: .on) { _ in }, UIAction(title: "Drawn", image: image) { _ in },
        UIMenu(title: "Share", children: [Self.action("Mail", log), Self.action("Print", log)]),
      ])
    let plain = MenuFixture(menu)
    plain.ask()
    plain.app.click(at: plain.middle(3))
    plain.app.settle()
    let turned = MenuFixture(menu)
    turned.app.window.semanticContentAttribute = .forceRightToLeft
    turned.ask(at: CGPoint(x: 350, y: 60))
    expectEqual(turned.cards.first?.frame.maxX, 350)
    turned.app.key(.keyboardUpArrow)
    turned.app.key(.keyboardRightArrow)
    expectEqual(turned.cards.count, 1)
    turned.app.key(.keyboardLeftArrow)
    expect(turned.cards.count == 2 && turned.highlighted == "Mail")
    turned.app.settle()
    let (before, after) = (places(plain), places(turned))
    expect(before.map(\.name) == after.map(\.name) && before.count > 12)
    for (old, new) in zip(before, after) {
      expectEqual(new.frame, old.frame.mirrored(in: 400), "\(new.name)")
    }
    let rows = turned.cards[0].rows
    let labels = rows.flatMap(\.subviews).compactMap { $0 as? UILabel }
    expect(labels.count == 4 && labels.allSatisfy(\.isRightToLeft))
    func drawing(_ image: UIImage?) -> String? { if case .symbol(let svg) = image?.content.source { svg } else { nil } }
    let chevron = rows[3].subviews.compactMap { ($0 as? UIImageView)?.image }.first
    expectEqual(drawing(chevron), drawing(UIImage(systemName: "chevron.left")))
    turned.app.key(.keyboardRightArrow)
    expectEqual(turned.cards.count, 1)
    turned.app.key(.keyboardEscape)
    turned.app.settle()
    // Where there is no room at the left.
    turned.ask(at: CGPoint(x: 30, y: 60))
    expectEqual(turned.cards.first?.frame.minX, 30)
    turned.app.key(.keyboardEscape)
    turned.app.settle()
    // Below a button, from its right edge on; the button's own direction counts.
    let button = UIButton(frame: CGRect(x: 240, y: 40, width: 120, height: 40))
    button.menu = Self.menu(log)
    button.showsMenuAsPrimaryAction = true
    turned.view.addSubview(button)
    turned.app.click(at: button.center)
    turned.app.settle()
    expect(turned.cards.first?.frame.maxX == 360 && turned.cards.first?.frame.minY == 82)
    turned.app.key(.keyboardEscape)
    turned.app.settle()
    button.semanticContentAttribute = .forceLeftToRight
    turned.app.click(at: button.center)
    turned.app.settle()
    expectEqual(turned.cards.first?.frame.minX, 240)
  }
}
