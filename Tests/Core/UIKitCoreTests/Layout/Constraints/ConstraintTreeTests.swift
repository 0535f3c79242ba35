import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

/// Constraints as part of the tree of views: who holds them, and what ends them.
@MainActor @Suite struct ConstraintTreeTests {
  private let size = CGSize(width: 300, height: 100)

  @Test("a constraint is held by the nearest view that contains both items")
  func holders() {
    let outer = Block()
    let inner = Block()
    let root = UIView(size: size, outer)
    outer.addSubview(inner)
    let width = inner.widthAnchor.constraint(equalToConstant: 1)
    let between = inner.topAnchor.constraint(equalTo: outer.topAnchor)
    let across = inner.topAnchor.constraint(equalTo: root.topAnchor)
    NSLayoutConstraint.activate([width, between, across])
    expectEqual(inner.constraints, [width])
    expectEqual(outer.constraints, [between])
    expectEqual(root.constraints, [across])
    between.isActive = false
    expectEqual(outer.constraints, [])
  }

  @Test("a view that is removed takes the constraints to views around it along, and keeps those inside")
  func removal() {
    let outer = Block()
    let inner = Block(10, 10)
    let other = Block(20, 20)
    let root = UIView(size: size, outer, other)
    outer.addSubview(inner)
    let inside = inner.pin(inset: 3)
    let around = outer.pin(inset: 10)
    let link = other.leadingAnchor.constraint(equalTo: inner.leadingAnchor)
    let stays = other.topAnchor.constraint(equalTo: root.topAnchor, constant: 9)
    NSLayoutConstraint.activate([link, stays])
    root.layoutIfNeeded()
    expectEqual(other.frame.origin, CGPoint(x: 13, y: 9))
    outer.removeFromSuperview()
    expectEqual(around.map(\.isActive), [false, false, false, false])
    expect(!link.isActive)
    expectEqual(inside.map(\.isActive), [true, true, true, true])
    expect(stays.isActive)
    root.layoutIfNeeded()
    expectEqual(other.frame, CGRect(x: 0, y: 9, width: 20, height: 20))
    // Elsewhere it is laid out again.
    let home = UIView(size: CGSize(width: 50, height: 50), outer)
    outer.pin()
    home.layoutIfNeeded()
    expectEqual(inner.frame, CGRect(x: 3, y: 3, width: 44, height: 44))
  }

  @Test("a view added later joins the others, with constraints of its own")
  func addedLater() {
    let first = Block(30, 10)
    let root = UIView(size: size, first)
    NSLayoutConstraint.activate([
      first.leadingAnchor.constraint(equalTo: root.leadingAnchor), first.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    let box = Block()
    let content = Block(25, 15)
    box.addSubview(content)
    content.pin(inset: 2)
    box.layoutIfNeeded()
    root.addSubview(box)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: first.trailingAnchor), box.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    expectEqual(box.frame, CGRect(x: 30, y: 0, width: 29, height: 19))
    expectEqual(content.frame, CGRect(x: 2, y: 2, width: 25, height: 15))
  }

  @Test("translating the mask may be switched off after the constraints were activated")
  func lateSwitch() {
    let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    let root = UIView(size: size, view)
    view.pin(inset: 10)
    view.translatesAutoresizingMaskIntoConstraints = false
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 10, y: 10, width: 280, height: 80))
  }

  @Test("of contradicting constraints one is left out, named once, and holds again when it can")
  func conflict() {
    let view = Block()
    let root = UIView(size: size, view)
    let narrow = view.widthAnchor.constraint(equalToConstant: 50)
    let wide = view.widthAnchor.constraint(greaterThanOrEqualToConstant: 80)
    wide.identifier = "wide enough"
    NSLayoutConstraint.activate([narrow, wide])
    view.pinToCorner()
    root.layoutIfNeeded()
    root.setNeedsLayout()
    root.layoutIfNeeded()
    expectEqual(view.frame.width, 50)
    expectEqual(
      root.constraintReports,
      [
        "the constraint 'wide enough' Block.width >= 80.0 is left out: it contradicts Block.width == 50.0"
      ])
    narrow.constant = 90
    root.layoutIfNeeded()
    expectEqual(view.frame.width, 90)
    narrow.constant = 50
    wide.isActive = false
    root.layoutIfNeeded()
    expectEqual(view.frame.width, 50)
    expectEqual(root.constraintReports.count, 1)
  }

  @Test("content too large for its root reaches beyond it and breaks nothing")
  func overflow() {
    let view = Block()
    let root = UIView(size: CGSize(width: 30, height: 30), view)
    view.pin(inset: 10)
    view.widthAnchor.constraint(equalToConstant: 100).isActive = true
    root.layoutIfNeeded()
    expectEqual(view.frame, CGRect(x: 10, y: 10, width: 100, height: 10))
    expectEqual(root.constraintReports, [])
  }

  @Test("updateConstraints runs before layout when asked for, once")
  func updating() {
    final class Late: UIView {
      var count = 0
      let content = Block(10, 10)
      override class var requiresConstraintBasedLayout: Bool { true }
      override func updateConstraints() {
        count += 1
        if content.superview == nil {
          addSubview(content)
          content.pinToCorner()
        }
        super.updateConstraints()
      }
    }
    let view = Late(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.layoutIfNeeded()
    expectEqual(view.count, 1)
    expectEqual(view.content.frame, CGRect(x: 0, y: 0, width: 10, height: 10))
    view.setNeedsLayout()
    view.layoutIfNeeded()
    expectEqual(view.count, 1)
    view.setNeedsUpdateConstraints()
    view.setNeedsUpdateConstraints()
    view.layoutIfNeeded()
    expectEqual(view.count, 2)
  }

  @Test("a system at rest is not solved again")
  func atRest() {
    let view = Block(20, 20)
    let root = UIView(size: size, view)
    view.pinToCorner()
    root.layoutIfNeeded()
    let solutions = root.constraintSolutionCount
    for _ in 0..<5 {
      root.setNeedsLayout()
      root.layoutIfNeeded()
    }
    expectEqual(solutions, 1)
    expectEqual(root.constraintSolutionCount, solutions)
  }

  @Test("a tree without constraints keeps nothing for them")
  func noConstraints() {
    let child = UIView(frame: .zero)
    let root = UIView(size: size, child)
    root.layoutIfNeeded()
    child.removeFromSuperview()
    expect(!root.hasConstraintState)
    expect(!child.hasConstraintState)
  }

  @Test("constraints between trees, of no number and of unlike attributes stop the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Block().topAnchor.constraint(equalTo: Block().topAnchor).isActive = true }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = Block().widthAnchor.constraint(equalToConstant: .nan) }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let view = Block()
        view.widthAnchor.constraint(equalToConstant: 1).constant = .infinity
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = NSLayoutConstraint(
          item: Block(), attribute: .left, relatedBy: .equal, toItem: Block(), attribute: .top)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = NSLayoutConstraint(
          item: Block(), attribute: .left, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, constant: 3)
      }
    }
  }
}

extension UIView {
  fileprivate func pinToCorner() {
    guard let superview else { return }
    leadingAnchor.constraint(equalTo: superview.leadingAnchor).isActive = true
    topAnchor.constraint(equalTo: superview.topAnchor).isActive = true
  }
}
