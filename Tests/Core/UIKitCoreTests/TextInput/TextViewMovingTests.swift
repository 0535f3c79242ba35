import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Text views: the caret and the pointer")
struct TextViewMovingTests {
  private static let text = "The first paragraph wraps here.\nshort\n\nlast one"

  @Test("up and down keep to their column through shorter lines, and reach both ends of the text")
  func vertically() {
    let scene = TextViewScene(Self.text)
    // "The first paragraph " / "wraps here." / "short" / "" / "last one"
    for _ in 0..<8 { scene.app.key(.keyboardRightArrow) }
    var places: [Int] = []
    for _ in 0..<5 {
      scene.app.key(.keyboardDownArrow)
      places.append(scene.selection.lowerBound)
    }
    expectEqual(places, [28, 37, 38, 47, 47])
    for _ in 0..<4 { scene.app.key(.keyboardUpArrow) }
    expectEqual(scene.selection, 8..<8)
    scene.app.key(.keyboardUpArrow)
    expectEqual(scene.selection, 0..<0)
    scene.app.key(.keyboardDownArrow, modifiers: .shift)
    expectEqual(scene.selection, 0..<28)
  }

  @Test("Home and End go to the ends of the line that is shown, with Control to those of the text")
  func ends() {
    let scene = TextViewScene(Self.text)
    scene.app.key(.keyboardEnd)
    // Behind the space at which the line is wrapped would be the next line's beginning.
    expectEqual(scene.selection, 19..<19)
    scene.app.key(.keyboardRightArrow)
    expectEqual(scene.selection, 20..<20)
    scene.app.key(.keyboardEnd, modifiers: .shift)
    expectEqual(scene.selection, 20..<31)
    scene.app.key(.keyboardEnd, modifiers: .control)
    expectEqual(scene.selection, 47..<47)
    scene.app.key(.keyboardHome)
    expectEqual(scene.selection, 39..<39)
    scene.app.key(.keyboardHome, modifiers: .control)
    expectEqual(scene.selection, 0..<0)
  }

  @Test("words and characters go on from paragraph to paragraph")
  func words() {
    let scene = TextViewScene("one  \n\n two")
    scene.app.key(.keyboardRightArrow, modifiers: .control)
    expectEqual(scene.selection, 3..<3)
    scene.app.key(.keyboardRightArrow, modifiers: .control)
    expectEqual(scene.selection, 11..<11)
    scene.app.key(.keyboardLeftArrow, modifiers: .control)
    expectEqual(scene.selection, 8..<8)
    scene.app.key(.keyboardLeftArrow, modifiers: .control)
    expectEqual(scene.selection, 0..<0)
    for _ in 0..<7 { scene.app.key(.keyboardRightArrow) }
    expectEqual(scene.selection, 7..<7)
    for _ in 0..<3 { scene.app.key(.keyboardLeftArrow) }
    expectEqual(scene.selection, 4..<4)
  }

  @Test("Page Down goes on by what is shown, and the text follows the caret")
  func pages() {
    let scene = TextViewScene((0..<40).map { "line \($0)" }.joined(separator: "\n"))
    scene.app.key(.keyboardPageDown)
    scene.app.settle()
    let head = scene.view.layout.caretRect(at: scene.selection.lowerBound)
    expect(head.minY > 90 && scene.view.bounds.contains(head), "\(head) in \(scene.view.bounds)")
    scene.app.key(.keyboardEnd, modifiers: .control)
    scene.app.settle()
    expectEqual(scene.view.contentOffset.y, scene.view.contentSize.height - 136)
    scene.app.key(.keyboardHome, modifiers: .control)
    scene.app.settle()
    expectEqual(scene.view.contentOffset.y, 0)
  }

  @Test("in a paragraph from right to left the left arrow goes on, in the next one the right arrow")
  func rightToLeft() {
    let scene = TextViewScene("שלום עולם\nabc")
    scene.app.key(.keyboardLeftArrow)
    expectEqual(scene.selection, 2..<2)
    scene.app.key(.keyboardLeftArrow, modifiers: .control)
    expectEqual(scene.selection, 8..<8)
    scene.app.key(.keyboardEnd)
    scene.app.key(.keyboardLeftArrow)
    expectEqual(scene.selection, 18..<18)
    scene.app.key(.keyboardRightArrow)
    expectEqual(scene.selection, 19..<19)
  }

  @Test("a click puts the caret to the nearest place; two select a word, three a paragraph with its line end")
  func clicks() {
    let scene = TextViewScene(Self.text, focused: false)
    scene.app.click(at: scene.point(2.4, line: 1.5))
    expect(scene.view.isFirstResponder && scene.selection == 22..<22)
    scene.app.click(at: scene.point(18, line: 2.5))
    expectEqual(scene.selection, 37..<37)
    scene.app.click(at: scene.point(18, line: 0.5))
    expectEqual(scene.selection, 18..<18)
    scene.app.click(at: scene.point(3, line: 4.5))
    expectEqual(scene.selection, 42..<42)
    scene.app.click(at: scene.point(2, line: 1.5), clickCount: 2)
    expectEqual(scene.selection, 20..<25)
    scene.app.click(at: scene.point(2, line: 1.5), clickCount: 3)
    expectEqual(scene.selection, 0..<32)
    expectEqual(scene.app.platform.clipboard.primarySelection, "The first paragraph wraps here.\n")
    scene.app.click(at: scene.point(4, line: 2.5), modifiers: .shift)
    expectEqual(scene.selection, 0..<36)
  }

  @Test("a drag below the edge scrolls on and selects, and stops with the button")
  func dragging() {
    let scene = TextViewScene((0..<200).map { "line \($0)" }.joined(separator: "\n"))
    scene.app.mouseDown(at: scene.point(2))
    scene.app.mouseMove(to: CGPoint(x: 80, y: 280))
    for _ in 0..<60 { scene.app.frame() }
    expect(scene.view.contentOffset.y > 50)
    expect(scene.selection.lowerBound == 2 && scene.selection.upperBound > 60, "\(scene.selection)")
    scene.app.mouseUp(at: CGPoint(x: 80, y: 280))
    scene.app.settle()
    let offset = scene.view.contentOffset.y
    for _ in 0..<10 { scene.app.frame() }
    expect(scene.view.contentOffset.y == offset && !scene.app.application.frameLoop.isFrameRequested)
  }

  @Test("what is selected is marked line by line, up to the side where the selection goes on")
  func highlights() {
    let scene = TextViewScene(Self.text)
    scene.view.selectedRange = NSRange(location: 4, length: 36)
    scene.app.settle()
    expectEqual(
      scene.highlights,
      [
        CGRect(x: 40, y: 0, width: 150, height: 24), CGRect(x: 190, y: 0, width: 10, height: 24),
        CGRect(x: 0, y: 24, width: 110, height: 24), CGRect(x: 110, y: 24, width: 90, height: 24),
        CGRect(x: 0, y: 48, width: 50, height: 24), CGRect(x: 50, y: 48, width: 150, height: 24),
        CGRect(x: 0, y: 72, width: 200, height: 24), CGRect(x: 0, y: 96, width: 10, height: 24),
      ])
  }

  @Test("the middle button inserts the primary selection where it is pressed")
  func middleButton() {
    let scene = TextViewScene("one\ntwo")
    scene.app.platform.clipboard.primarySelection = "X"
    scene.app.click(at: scene.point(1, line: 1.5), button: .middle)
    expectEqual(scene.view.text, "one\ntXwo")
  }

  @Test("a tap of a finger puts the caret, a drag of it scrolls")
  func fingers() {
    let scene = TextViewScene((0..<40).map { "line \($0)" }.joined(separator: "\n"), focused: false)
    scene.app.fingerDrag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 120))
    scene.app.settle()
    expect(scene.view.contentOffset.y > 40 && !scene.view.isFirstResponder)
    scene.view.contentOffset = .zero
    scene.app.settle()
    scene.app.fingerDown(at: scene.point(3, line: 2.5))
    scene.app.fingerUp(at: scene.point(3, line: 2.5))
    scene.app.settle()
    expect(scene.view.isFirstResponder)
    expectEqual(scene.selection, 17..<17)
  }
}
