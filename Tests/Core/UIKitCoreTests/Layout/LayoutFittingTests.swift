import Expectations
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct LayoutFittingTests {
  /// Answers a size that tells what it was asked for.
  private final class Echo: UIView {
    override func sizeThatFits(_ size: CGSize) -> CGSize {
      CGSize(width: size.width + 1, height: size.height + 2)
    }
  }

  @Test("a required side is the target's, another is what sizeThatFits answers")
  func requiredSides() {
    let view = Echo(frame: .zero)
    let target = CGSize(width: 100, height: 10)
    expectEqual(view.systemLayoutSizeFitting(target), CGSize(width: 101, height: 12))
    expectEqual(
      view.systemLayoutSizeFitting(
        target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel),
      CGSize(width: 100, height: 12))
    expectEqual(
      view.systemLayoutSizeFitting(
        target, withHorizontalFittingPriority: .defaultHigh, verticalFittingPriority: .required),
      CGSize(width: 101, height: 10))
  }

  @Test("the sizes to fit are nothing and ten thousand points")
  func fittingSizes() {
    let view = Echo(frame: .zero)
    expectEqual(view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize), CGSize(width: 1, height: 2))
    expectEqual(view.systemLayoutSizeFitting(UIView.layoutFittingExpandedSize), CGSize(width: 10_001, height: 10_002))
  }

  @Test("priorities are ordered by weight and may be made of any number")
  func priorities() {
    let ordered: [UILayoutPriority] = [
      .fittingSizeLevel, .defaultLow, .dragThatCannotResizeScene, .sceneSizeStayPut, .dragThatCanResizeScene,
      .defaultHigh, .required,
    ]
    expectEqual(ordered.map(\.rawValue), [50, 250, 490, 500, 510, 750, 1000])
    expectEqual(UILayoutPriority(rawValue: 999), UILayoutPriority(999))
  }
}
