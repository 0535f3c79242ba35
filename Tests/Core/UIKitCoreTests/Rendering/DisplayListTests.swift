import Expectations
import Foundation
import Pixels
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct DisplayListTests {
  private let red = DrawColor(red: 255, green: 0, blue: 0)
  private let blue = DrawColor(red: 0, green: 0, blue: 255)

  private func view(_ frame: CGRect, _ color: UIColor?) -> UIView {
    let view = UIView(frame: frame)
    view.backgroundColor = color
    return view
  }

  @Test("views are drawn back to front at their place in the window")
  func order() {
    let app = TestApplication()
    let parent = view(CGRect(x: 10, y: 20, width: 100, height: 100), .red)
    parent.addSubview(view(CGRect(x: 5, y: 5, width: 10, height: 10), .blue))
    app.window.addSubview(parent)
    app.frame()
    expectEqual(
      Array(app.backend.list.commands),
      [
        .fill(CGRect(x: 10, y: 20, width: 100, height: 100), red),
        .fill(CGRect(x: 15, y: 25, width: 10, height: 10), blue),
      ])
  }

  @Test("scrolled bounds move the subviews, exactly even 60 billion points down")
  func scrolledExactly() {
    let app = TestApplication()
    let scroller = view(CGRect(x: 0, y: 0, width: 400, height: 600), nil)
    scroller.bounds.origin.y = 59_999_999_400.25
    scroller.addSubview(view(CGRect(x: 0, y: 59_999_999_940, width: 400, height: 60), .red))
    app.window.addSubview(scroller)
    app.frame()
    expectEqual(
      app.backend.fills(of: red), [CGRect(x: 0, y: 539.75, width: 400, height: 60)])
  }

  @Test("what lies outside of the window or a clipping view is left out")
  func culling() {
    let app = TestApplication()
    app.window.addSubview(view(CGRect(x: 0, y: 700, width: 10, height: 10), .red))
    let clipping = view(CGRect(x: 0, y: 0, width: 100, height: 100), nil)
    clipping.clipsToBounds = true
    clipping.addSubview(view(CGRect(x: 150, y: 0, width: 10, height: 10), .red))
    clipping.addSubview(view(CGRect(x: 90, y: 0, width: 50, height: 10), .blue))
    app.window.addSubview(clipping)
    app.frame()
    expectEqual(
      Array(app.backend.list.commands),
      [
        .pushClip(CGRect(x: 0, y: 0, width: 100, height: 100)),
        .fill(CGRect(x: 90, y: 0, width: 50, height: 10), blue),
        .popClip,
      ])
  }

  @Test("opacity of a leaf fades its colour; of a subtree, composes a group")
  func opacity() {
    let app = TestApplication()
    let leaf = view(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
    leaf.alpha = 0.5
    let parent = view(CGRect(x: 20, y: 0, width: 10, height: 10), .blue)
    parent.alpha = 0.25
    parent.addSubview(view(CGRect(x: 5, y: 0, width: 20, height: 10), .red))
    app.window.addSubview(leaf)
    app.window.addSubview(parent)
    app.frame()
    expectEqual(
      Array(app.backend.list.commands),
      [
        .fill(CGRect(x: 0, y: 0, width: 10, height: 10), DrawColor(red: 255, green: 0, blue: 0, alpha: UInt8(128))),
        .beginGroup(
          RoundedRect(CGRect(x: 20, y: 0, width: 25, height: 10), radius: 0), opacity: 0.25),
        .fill(CGRect(x: 20, y: 0, width: 10, height: 10), blue),
        .fill(CGRect(x: 25, y: 0, width: 20, height: 10), red),
        .endGroup,
      ])
  }

  @Test("a rounded layer fills round, strokes over its subviews and casts a shadow below")
  func layer() {
    let app = TestApplication()
    let card = view(CGRect(x: 0, y: 0, width: 100, height: 40), .red)
    card.layer.cornerRadius = 8
    card.layer.borderWidth = 2
    card.layer.borderColor = .blue
    card.layer.shadowOpacity = 0.5
    card.layer.shadowRadius = 6
    card.layer.shadowOffset = CGSize(width: 0, height: 4)
    card.addSubview(view(CGRect(x: 0, y: 0, width: 5, height: 5), .blue))
    app.window.addSubview(card)
    app.frame()
    let shape = RoundedRect(CGRect(x: 0, y: 0, width: 100, height: 40), radius: 8)
    expectEqual(
      Array(app.backend.list.commands),
      [
        .shadow(
          RoundedRect(CGRect(x: 0, y: 4, width: 100, height: 40), radius: 8), blur: 3,
          DrawColor(red: 0, green: 0, blue: 0, alpha: UInt8(128))),
        .fillRounded(shape, red),
        .fill(CGRect(x: 0, y: 0, width: 5, height: 5), blue),
        .strokeRounded(shape, width: 2, blue),
      ])
    card.layer.masksToBounds = true
    app.frame()
    expect(app.backend.list.commands.contains(.beginGroup(shape, opacity: 1)))
  }

  @Test("a transform surrounds the view's commands and ends with the identity")
  func transform() {
    let app = TestApplication()
    let turned = view(CGRect(x: 100, y: 100, width: 20, height: 20), .red)
    turned.transform = CGAffineTransform(rotationAngle: .pi)
    app.window.addSubview(turned)
    app.window.addSubview(view(CGRect(x: 0, y: 0, width: 1, height: 1), .blue))
    app.frame()
    let commands = Array(app.backend.list.commands)
    guard case .setTransform(let map) = commands[0] else {
      Issue.record("\(commands)")
      return
    }
    expect(CGPoint(x: 100, y: 100).applying(map).distance(to: CGPoint(x: 120, y: 120)) < 1e-9)
    expectEqual(commands[1], .fill(CGRect(x: 100, y: 100, width: 20, height: 20), red))
    expectEqual(commands[2], .setTransform(.identity))
  }

  @Test("draw(_:) is called once and replayed until setNeedsDisplay")
  func customDrawing() {
    final class Drawn: UIView {
      var calls = 0
      override func draw(_ rect: CGRect) {
        calls += 1
        let context = UIGraphicsGetCurrentContext()
        context?.setFillColor(.red)
        context?.fill(CGRect(x: 1, y: 2, width: 3, height: 4))
      }
    }
    let app = TestApplication()
    let drawn = Drawn(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    app.window.addSubview(drawn)
    app.frame()
    drawn.frame.origin.x = 30
    app.frame()
    expectEqual(drawn.calls, 1)
    expectEqual(app.backend.fills(of: red), [CGRect(x: 31, y: 12, width: 3, height: 4)])
    drawn.setNeedsDisplay()
    app.frame()
    expectEqual(drawn.calls, 2)
    expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test("dynamic colours follow light and dark in the next frame, without layout")
  func darkMode() {
    let app = TestApplication()
    final class Counter: UIView {
      var layouts = 0
      var changes = 0
      override func layoutSubviews() { layouts += 1 }
      override func traitCollectionDidChange(_ previous: UITraitCollection?) { changes += 1 }
    }
    let view = Counter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.backgroundColor = .systemBackground
    app.window.addSubview(view)
    app.frame()
    expectEqual(app.backend.fills(of: .white).count, 1)
    app.window.overrideUserInterfaceStyle = .dark
    app.frame()
    expectEqual(app.backend.fills(of: .black).count, 1)
    expectEqual(view.layouts, 1)
    expectEqual(view.changes, 1)
  }
}
