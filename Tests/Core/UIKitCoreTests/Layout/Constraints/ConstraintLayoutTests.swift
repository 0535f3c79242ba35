import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct ConstraintLayoutTests {
  private let size = CGSize(width: 320, height: 100)

  @Test("a view pinned to the edges of its superview follows its size")
  func pinned() {
    let view = Block()
    let root = UIView(size: size, view)
    view.pin(inset: 10)
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 10, y: 10, width: 300, height: 80))
    root.frame.size = CGSize(width: 200, height: 50)
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 10, y: 10, width: 180, height: 30))
  }

  @Test("a multiplier scales lengths, and positions as seen from the common superview")
  func multipliers() {
    let half = Block()
    let inner = Block()
    let root = UIView(size: size, half)
    half.addSubview(inner)
    NSLayoutConstraint.activate([
      half.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 20),
      half.topAnchor.constraint(equalTo: root.topAnchor, constant: 4),
      half.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 0.5),
      half.heightAnchor.constraint(equalTo: half.widthAnchor, multiplier: 0.25, constant: 2),
      inner.widthAnchor.constraint(equalToConstant: 10),
      inner.heightAnchor.constraint(equalToConstant: 10),
      NSLayoutConstraint(
        item: inner, attribute: .centerX, relatedBy: .equal, toItem: half, attribute: .centerX, multiplier: 0.5,
        constant: 0),
      inner.topAnchor.constraint(equalTo: half.topAnchor),
    ])
    root.layoutIfNeeded()
    expectEqual(half.frame, CGRect(x: 20, y: 4, width: 160, height: 42))
    expectEqual(inner.frame, CGRect(x: 35, y: 0, width: 10, height: 10))
  }

  @Test("hugging decides who grows and resistance who shrinks")
  func intrinsicSizes() {
    let left = Block(100, 20)
    let right = Block(60, 20)
    let root = UIView(size: size, left, right)
    left.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
    right.setContentCompressionResistancePriority(UILayoutPriority(749), for: .horizontal)
    NSLayoutConstraint.activate([
      left.leadingAnchor.constraint(equalTo: root.leadingAnchor), left.topAnchor.constraint(equalTo: root.topAnchor),
      right.leadingAnchor.constraint(equalToSystemSpacingAfter: left.trailingAnchor, multiplier: 1),
      right.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      right.topAnchor.constraint(equalToSystemSpacingBelow: left.topAnchor, multiplier: 2),
    ])
    root.layoutIfNeeded()
    expectEqual(left.frame, CGRect(x: 0, y: 0, width: 100, height: 20))
    expectEqual(right.frame, CGRect(x: 108, y: 16, width: 212, height: 20))
    root.frame.size.width = 130
    root.layoutIfNeeded()
    expectEqual(left.frame.width, 100)
    expectEqual(right.frame, CGRect(x: 108, y: 16, width: 22, height: 20))
    left.size.width = 50
    root.layoutIfNeeded()
    expectEqual(right.frame.minX, 58)
  }

  @Test("a changed constant, priority or activity shows with the next layout")
  func changes() {
    let view = Block(50, 20)
    let root = UIView(size: size, view)
    let left = view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 5)
    let right = view.trailingAnchor.constraint(equalTo: root.trailingAnchor)
    right.priority = UILayoutPriority(100)
    NSLayoutConstraint.activate([left, right, view.topAnchor.constraint(equalTo: root.topAnchor)])
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 5, y: 0, width: 50, height: 20))
    left.constant = 30
    root.layoutIfNeeded()
    expectEqual(view.frame.minX, 30)
    right.priority = .required
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 30, y: 0, width: 290, height: 20))
    left.isActive = false
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 270, y: 0, width: 50, height: 20))
  }

  @Test("views below a view with constraints of its own are placed in its coordinates")
  func nested() {
    let outer = Block()
    let inner = Block()
    let root = UIView(size: size, outer)
    outer.addSubview(inner)
    inner.pin(inset: 4)
    outer.pin(inset: 10)
    root.layoutIfNeeded()
    expectEqual(outer.frame, CGRect(x: 10, y: 10, width: 300, height: 80))
    expectEqual(inner.frame, CGRect(x: 4, y: 4, width: 292, height: 72))
  }

  @Test("a container takes its size from the views inside of it")
  func insideOut() {
    let container = Block()
    let content = Block(70, 30)
    let root = UIView(size: size, container)
    container.addSubview(content)
    content.pin(inset: 5)
    NSLayoutConstraint.activate([
      container.centerXAnchor.constraint(equalTo: root.centerXAnchor),
      container.centerYAnchor.constraint(equalTo: root.centerYAnchor),
    ])
    root.layoutIfNeeded()
    expectEqual(container.frame, CGRect(x: 120, y: 30, width: 80, height: 40))
    content.size.width = 90
    root.layoutIfNeeded()
    expectEqual(container.frame, CGRect(x: 110, y: 30, width: 100, height: 40))
  }

  @Test("a view with a frame of its own is a given, and constraints reach through it")
  func ownFrame() {
    let given = UIView(frame: CGRect(x: 40, y: 10, width: 60, height: 20))
    let inside = Block(10, 10)
    let beside = Block(10, 10)
    let root = UIView(size: size, given, beside)
    given.addSubview(inside)
    NSLayoutConstraint.activate([
      beside.leadingAnchor.constraint(equalTo: given.trailingAnchor, constant: 8),
      beside.topAnchor.constraint(equalTo: given.topAnchor),
      inside.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
      inside.topAnchor.constraint(equalTo: beside.topAnchor, constant: 2),
    ])
    root.layoutIfNeeded()
    expectEqual(beside.frame, CGRect(x: 108, y: 10, width: 10, height: 10))
    expectEqual(inside.frame, CGRect(x: 250, y: 2, width: 10, height: 10))
    given.frame.origin = CGPoint(x: 50, y: 30)
    root.layoutIfNeeded()
    expectEqual(given.frame, CGRect(x: 50, y: 30, width: 60, height: 20))
    expectEqual(beside.frame, CGRect(x: 118, y: 30, width: 10, height: 10))
    expectEqual(inside.frame, CGRect(x: 240, y: 2, width: 10, height: 10))
  }

  @Test("edges are rounded to whole pixels, so that views that touch do so on screen")
  func rounding() {
    let views = (0..<3).map { _ in Block() }
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
    for view in views { root.addSubview(view) }
    for (view, next) in zip(views, views.dropFirst()) {
      next.leadingAnchor.constraint(equalTo: view.trailingAnchor).isActive = true
      next.widthAnchor.constraint(equalTo: view.widthAnchor).isActive = true
    }
    views[0].leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
    views[2].trailingAnchor.constraint(equalTo: root.trailingAnchor).isActive = true
    root.layoutIfNeeded()
    expectEqual(views.map(\.frame.minX), [0, 33, 67])
    expectEqual(views.map(\.frame.maxX), [33, 67, 100])
  }

  @Test("margins, safe area and guides of an app's own are anchors like views")
  func guides() {
    let view = Block()
    let root = UIView(size: size, view)
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    root.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let margins = root.layoutMarginsGuide
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: root.safeAreaLayoutGuide.leadingAnchor),
      guide.widthAnchor.constraint(equalTo: margins.widthAnchor, multiplier: 0.5),
      guide.topAnchor.constraint(equalTo: root.topAnchor), guide.heightAnchor.constraint(equalToConstant: 7),
      view.leadingAnchor.constraint(equalTo: guide.trailingAnchor),
      view.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      view.topAnchor.constraint(equalTo: margins.topAnchor),
      NSLayoutConstraint(
        item: view, attribute: .bottom, relatedBy: .equal, toItem: root, attribute: .bottomMargin),
    ])
    root.layoutIfNeeded()
    expectEqual(guide.layoutFrame, CGRect(x: 0, y: 0, width: 157, height: 7))
    expectEqual(view.frame, CGRect(x: 157, y: 1, width: 159, height: 96))
    root.layoutMargins.right = 20
    root.layoutIfNeeded()
    expectEqual(view.frame.maxX, 300)
    expectEqual(margins.layoutFrame, CGRect(x: 2, y: 1, width: 298, height: 96))
    root.removeLayoutGuide(guide)
    expectEqual(root.constraints.count, 3)
  }

  @Test("from right to left, leading is the right edge and constants count leftwards")
  func rightToLeft() {
    let view = Block(50, 20)
    let root = UIView(size: size, view)
    root.semanticContentAttribute = .forceRightToLeft
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 16),
      view.trailingAnchor.constraint(lessThanOrEqualTo: root.trailingAnchor, constant: -16),
      view.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 254, y: 0, width: 50, height: 20))
    root.semanticContentAttribute = .unspecified
    root.layoutIfNeeded()
    expectEqual(view.frame.minX, 16)
  }

  @Test("layoutIfNeeded inside of an animation block animates a changed constant")
  func animation() {
    let app = TestApplication()
    let view = Block(50, 20)
    view.backgroundColor = .red
    app.window.addSubview(view)
    let left = view.leadingAnchor.constraint(equalTo: app.window.leadingAnchor)
    NSLayoutConstraint.activate([left, view.topAnchor.constraint(equalTo: app.window.topAnchor)])
    app.settle()
    left.constant = 100
    var isFinished = false
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      app.window.layoutIfNeeded()
    } completion: {
      isFinished = $0
    }
    expectEqual(view.frame.minX, 100)
    app.frame(showing: 0.5)
    let shown = app.backend.list.commands.compactMap { command -> CGFloat? in
      if case .fill(let rect, _) = command, rect.width == 50 { return rect.minX }
      return nil
    }
    expect(shown.count == 1 && abs(shown[0] - 50) < 1e-6)
    app.settle()
    expect(isFinished)
  }
}
