import Foundation

/// Directions of a popover's arrow, as a set: upwards for a popover below its source. Raw values as in UIKit.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt
  /// A set with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The popover stands below.
  public static let up = UIPopoverArrowDirection(rawValue: 1 << 0)
  /// The popover stands above.
  public static let down = UIPopoverArrowDirection(rawValue: 1 << 1)
  /// The popover stands at the right.
  public static let left = UIPopoverArrowDirection(rawValue: 1 << 2)
  /// The popover stands at the left.
  public static let right = UIPopoverArrowDirection(rawValue: 1 << 3)
  /// Any of the four.
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
  /// Not known: the popover is not shown, or has no arrow.
  public static let unknown = UIPopoverArrowDirection(rawValue: UInt(Int.max))
}

/// Something that a popover can point at.
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {
  /// The item's place in the coordinates of a view, in points; null while it is not on the screen.
  func frame(in referenceView: UIView) -> CGRect?
}

extension UIView: UIPopoverPresentationControllerSourceItem {
  /// The view's place in the coordinates of another; nil when it is in no window.
  public func frame(in referenceView: UIView) -> CGRect? {
    window == nil ? nil : convert(bounds, to: referenceView)
  }
}

/// Manages a controller that is shown on a card with an arrow. Needs a `sourceView`, or another `sourceItem`, unless the
/// window is so narrow that it becomes a sheet.
///
/// The card has the controller's `preferredContentSize`, or 320 x 480 points, and stands where it has most room of the
/// permitted directions. In a window less than 600 points wide it is a sheet, unless the delegate's
/// `adaptivePresentationStyle(for:)` answers `none`.
@preconcurrency @MainActor
open class UIPopoverPresentationController: UIPresentationController {
  /// The view that the arrow points at.
  open var sourceView: UIView? { didSet { placeMayHaveChanged(animated: false) } }
  /// The part of `sourceView` that the arrow points at, in its coordinates; null for all of it.
  open var sourceRect = CGRect.null { didSet { placeMayHaveChanged(animated: false) } }
  /// The item that the arrow points at, in place of a view.
  open weak var sourceItem: (any UIPopoverPresentationControllerSourceItem)? {
    didSet { placeMayHaveChanged(animated: false) }
  }
  /// The sides on which the popover may stand.
  open var permittedArrowDirections = UIPopoverArrowDirection.any { didSet { placeMayHaveChanged(animated: false) } }
  /// Where the arrow points; `unknown` while the popover is not shown.
  public internal(set) final var arrowDirection = UIPopoverArrowDirection.unknown
  /// Accepted for source compatibility: a popover lies over its source where it has no room beside it.
  open var canOverlapSourceViewRect = false
  /// Views that take clicks while the popover is open. Others end it.
  open var passthroughViews: [UIView]?
  /// The colour of the arrow; nil is that of the controller's view.
  open var backgroundColor: UIColor?
  /// Kept free at the window's edges, in points.
  open var popoverLayoutMargins = UIEdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
  /// The settings of the sheet that the popover becomes in a narrow window.
  public private(set) final lazy var adaptiveSheetPresentationController = UISheetPresentationController(
    presentedViewController: presentedViewController, presenting: nil)

  /// The place the arrow points at, in the coordinates of a view; nil without a source on the screen.
  final func sourceRect(in view: UIView) -> CGRect? {
    if let sourceView, sourceView.window != nil {
      return sourceView.convert(sourceRect.isNull ? sourceView.bounds : sourceRect, to: view)
    }
    return sourceItem?.frame(in: view)
  }

  override func canBegin(in window: UIWindow, from presenter: UIViewController) -> Bool {
    (delegate as? any UIPopoverPresentationControllerDelegate)?.prepareForPopoverPresentation(self)
    if sourceView != nil || sourceItem != nil || style(in: window.bounds.size) != .popover { return true }
    if let sheet = presentedViewController as? UIAlertController {
      PresentationObstacle(sourceMissingFor: sheet, from: presenter).report()
    } else {
      PresentationObstacle(
        "UIPopoverPresentationController (\(PresentationObstacle.name(self))) should have a non-nil sourceView or "
          + "barButtonItem set before the presentation occurs."
      ).report()
    }
    return false
  }

  override func makeChrome(_ style: UIModalPresentationStyle) -> PresentationChrome {
    if let list = presentedViewController as? any ActionListing {
      let hasSource = containerView.flatMap { sourceRect(in: $0) } != nil
      return hasSource && style == .popover ? PopoverChrome(self) : ActionSheetChrome(self, list)
    }
    switch style {
    case .popover: return PopoverChrome(self)
    case .pageSheet, .formSheet: return SheetChrome(self, style, settings: adaptiveSheetPresentationController)
    default: return super.makeChrome(style)
    }
  }

  override func userAsksToEnd() -> Bool {
    if let list = presentedViewController as? any ActionListing { return list.cancel() }
    return super.userAsksToEnd()
  }
}

/// Decides about a popover. All methods are optional.
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// The popover is about to be shown: the last moment to set its source.
  func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
}

extension UIPopoverPresentationControllerDelegate {
  /// Does nothing.
  public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {}
}
