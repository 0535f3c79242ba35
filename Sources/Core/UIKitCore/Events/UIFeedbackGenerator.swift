import Foundation

/// The base of the objects that let a telephone vibrate. A desktop does not, and neither does an iPad: nothing is felt, and
/// all else goes on.
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
  /// Would wake the motor. Nothing happens.
  open func prepare() {}
}

/// Would let a telephone feel as if something hit something.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The weight or stuff of the things that collide.
  public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }

  /// - Parameter style: of no effect.
  public init(style: FeedbackStyle) { super.init() }

  /// A generator of medium strength.
  public override convenience init() { self.init(style: .medium) }

  /// Nothing happens.
  open func impactOccurred() {}
  /// Nothing happens.
  open func impactOccurred(intensity: CGFloat) {}
}

/// Would let a telephone feel that a selection changes.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Nothing happens.
  open func selectionChanged() {}
}

/// Would let a telephone feel that a task ended.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// How the task ended.
  public enum FeedbackType: Int, Sendable { case success, warning, error }

  /// Nothing happens.
  open func notificationOccurred(_ notificationType: FeedbackType) {}
}
