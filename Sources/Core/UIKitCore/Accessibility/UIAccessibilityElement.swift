import Foundation

/// Something that assistive tools treat as one thing although it is no view: a part of what a view draws.
///
/// A container names its elements in `accessibilityElements`, which keeps them alive.
@preconcurrency @MainActor
open class UIAccessibilityElement: UIResponder {
  /// The view, or the element, whose part this is.
  public private(set) final weak var accessibilityContainer: AnyObject?
  /// See the properties of `UIView` of the same names.
  open var isAccessibilityElement = true
  /// The element's name in words.
  open var accessibilityLabel: String?
  /// The value of the element in words.
  open var accessibilityValue: String?
  /// The effect of activating it.
  open var accessibilityHint: String?
  /// How it behaves.
  open var accessibilityTraits = UIAccessibilityTraits.none
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?
  /// The language of its texts; nil for the user's.
  open var accessibilityLanguage: String?
  /// Actions beside activating it.
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
  /// Where the element is in its container, in points of that view; `null` for an element that has an
  /// `accessibilityFrame` instead.
  open var accessibilityFrameInContainerSpace = CGRect.null
  private var windowFrame = CGRect.zero
  /// The name by which tools know the element; 0 before they have heard of it.
  final var number = 0

  /// - Parameter container: the view that names this in its `accessibilityElements`, or an element of it; not kept alive.
  public init(accessibilityContainer container: Any) {
    accessibilityContainer = container as AnyObject
    super.init()
  }

  open override var next: UIResponder? { accessibilityContainer as? UIResponder }

  /// Where the element is, in points of the window.
  open var accessibilityFrame: CGRect {
    get {
      guard !accessibilityFrameInContainerSpace.isNull, let view = containingView else { return windowFrame }
      return view.convert(accessibilityFrameInContainerSpace, to: nil)
    }
    set { windowFrame = newValue }
  }

  /// The view in which the element is.
  final var containingView: UIView? {
    (accessibilityContainer as? UIView) ?? (accessibilityContainer as? UIAccessibilityElement)?.containingView
  }

  /// An assistive tool activates the element.
  /// - Returns: whether it did something; otherwise its place in the window is clicked.
  open func accessibilityActivate() -> Bool { false }
  /// An assistive tool raises its value.
  open func accessibilityIncrement() {}
  /// An assistive tool lowers its value.
  open func accessibilityDecrement() {}
}
