import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct StackViewTests {
  private func frames(
    _ stack: UIStackView, in size: CGSize, _ views: [UIView]
  ) -> [CGRect] {
    for view in views { stack.addArrangedSubview(view) }
    stack.frame = CGRect(origin: .zero, size: size)
    stack.layoutIfNeeded()
    return views.map(\.frame)
  }

  @Test("fill gives the room left to the view that hugs least")
  func fill() {
    let stack = UIStackView()
    stack.spacing = 10
    let views = [Block(30, 20), Block(40, 20), Block(50, 20)]
    views[1].setContentHuggingPriority(UILayoutPriority(100), for: .horizontal)
    expectEqual(
      frames(stack, in: CGSize(width: 200, height: 30), views),
      [
        CGRect(x: 0, y: 0, width: 30, height: 30), CGRect(x: 40, y: 0, width: 100, height: 30),
        CGRect(x: 150, y: 0, width: 50, height: 30),
      ])
  }

  @Test("fillEqually gives all the same length")
  func fillEqually() {
    let stack = UIStackView()
    stack.axis = .vertical
    stack.spacing = 5
    stack.distribution = .fillEqually
    let made = frames(stack, in: CGSize(width: 50, height: 70), [Block(30, 20), Block(40, 20), Block(50, 20)])
    expectEqual(made.map(\.minY), [0, 25, 50])
    expectEqual(made.map(\.size), Array(repeating: CGSize(width: 50, height: 20), count: 3))
  }

  @Test("fillProportionally keeps the proportions of the intrinsic sizes")
  func fillProportionally() {
    let stack = UIStackView()
    stack.distribution = .fillProportionally
    let made = frames(stack, in: CGSize(width: 180, height: 20), [Block(10, 20), Block(20, 20), Block(30, 20)])
    expectEqual(made.map(\.width), [30, 60, 90])
  }

  @Test("equalSpacing and equalCentering leave the sizes alone")
  func spaces() {
    let spaced = UIStackView()
    spaced.distribution = .equalSpacing
    let made = frames(spaced, in: CGSize(width: 200, height: 20), [Block(30, 20), Block(50, 20), Block(20, 20)])
    expectEqual(made.map(\.minX), [0, 80, 180])
    let centered = UIStackView()
    centered.distribution = .equalCentering
    let others = frames(centered, in: CGSize(width: 200, height: 20), [Block(20, 20), Block(50, 20), Block(20, 20)])
    expectEqual(others.map(\.midX), [10, 100, 190])
  }

  @Test("alignment places the views across the stack")
  func alignments() {
    for (alignment, y) in [(UIStackView.Alignment.top, 0.0), (.center, 10), (.bottom, 20)] {
      let stack = UIStackView()
      stack.alignment = alignment
      let made = frames(stack, in: CGSize(width: 60, height: 30), [Block(30, 10), Block(30, 30)])
      expectEqual(made, [CGRect(x: 0, y: y, width: 30, height: 10), CGRect(x: 30, y: 0, width: 30, height: 30)])
    }
  }

  @Test("baselines of labels of unlike sizes are brought in line")
  func baselines() {
    let app = TestApplication()
    let stack = UIStackView()
    stack.alignment = .firstBaseline
    let labels = [makeLabel("a", size: 20), makeLabel("b", size: 10)]
    app.window.addSubview(stack)
    let made = frames(stack, in: CGSize(width: 60, height: 30), labels)
    // Text stands on whole pixels.
    expectEqual(made[0].minY + labels[0].font.ascender.rounded(), made[1].minY + labels[1].font.ascender.rounded())
  }

  @Test("hidden views take no room, custom spacing and margins do")
  func hiddenAndMargins() {
    let stack = UIStackView()
    stack.spacing = 4
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let views = [Block(10, 10), Block(20, 10), Block(30, 10)]
    for view in views { stack.addArrangedSubview(view) }
    stack.setCustomSpacing(9, after: views[0])
    expectEqual(stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize), CGSize(width: 79, height: 14))
    views[1].isHidden = true
    expectEqual(stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize), CGSize(width: 55, height: 14))
    views[1].isHidden = false
    stack.removeArrangedSubview(views[0])
    expectEqual(stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize), CGSize(width: 60, height: 14))
    expect(views[0].superview === stack)
    views[2].removeFromSuperview()
    expectEqual(stack.arrangedSubviews, [views[1]])
  }

  @Test("a stack inside of a stack gets its size from its views")
  func nested() {
    let inner = UIStackView(arrangedSubviews: [Block(30, 10), Block(50, 20)])
    inner.axis = .vertical
    inner.alignment = .leading
    let outer = UIStackView(arrangedSubviews: [Block(40, 40), inner])
    outer.alignment = .center
    outer.spacing = 8
    let root = UIView(size: CGSize(width: 300, height: 100), outer)
    outer.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      outer.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 16),
      outer.centerYAnchor.constraint(equalTo: root.centerYAnchor),
    ])
    root.layoutIfNeeded()
    expectEqual(outer.frame, CGRect(x: 16, y: 30, width: 98, height: 40))
    expectEqual(inner.frame, CGRect(x: 48, y: 5, width: 50, height: 30))
    expectEqual(inner.arrangedSubviews.map(\.frame.minY), [0, 10])
  }
}
