import Foundation

extension UISplitViewController {
  /// How controllers are set.
  public enum Style: Int, Sendable {
    /// By `viewControllers`, as they are.
    case unspecified = 0
    /// By `setViewController(_:for:)`, for two columns.
    case doubleColumn
    @available(*, unavailable, message: "There are two columns. Use .doubleColumn.")
    case tripleColumn
  }

  /// A place for a controller.
  public enum Column: Int, Sendable {
    /// At the leading edge.
    case primary = 0
    /// Not here: there are two columns.
    case supplementary
    /// Beside the primary one.
    case secondary
    /// In place of the stack, where the view is narrow.
    case compact
  }

  /// Which columns are shown.
  public enum DisplayMode: Int, Sendable {
    /// Decided by the width.
    case automatic = 0
    /// The secondary one alone.
    case secondaryOnly
    /// Both, side by side.
    case oneBesideSecondary
    /// Both, the primary one over the secondary one.
    case oneOverSecondary
    @available(*, unavailable, message: "There are two columns. Use .oneBesideSecondary.")
    case twoBesideSecondary
    @available(*, unavailable, message: "There are two columns. Use .oneOverSecondary.")
    case twoOverSecondary
    @available(*, unavailable, message: "There are two columns. Use .oneBesideSecondary.")
    case twoDisplaceSecondary

    /// The former name of `secondaryOnly`.
    public static var primaryHidden: DisplayMode { .secondaryOnly }
    /// The former name of `oneBesideSecondary`.
    public static var allVisible: DisplayMode { .oneBesideSecondary }
    /// The former name of `oneOverSecondary`.
    public static var primaryOverlay: DisplayMode { .oneOverSecondary }
  }

  /// How columns share the view.
  public enum SplitBehavior: Int, Sendable {
    /// Decided by the width.
    case automatic = 0
    /// Side by side.
    case tile
    /// The primary one lies over the other.
    case overlay
    /// As `tile`: two columns have room in every view that they share.
    case displace
  }

  /// Whether bars have a button that shows and hides the primary column.
  public enum DisplayModeButtonVisibility: Int, Sendable {
    /// In the bar of the column at the edge.
    case automatic = 0
    /// Not at all.
    case never
    /// As `automatic`.
    case always
  }

  /// The edge at which the primary column is.
  public enum PrimaryEdge: Int, Sendable {
    /// Where lines begin.
    case leading = 0
    /// Where lines end.
    case trailing
  }
}

/// Asked and told when a split view changes. All methods are optional.
@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: AnyObject {
  /// Other columns are about to be shown.
  func splitViewController(_ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
  /// A column is about to be shown.
  func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column)
  /// A column is about to be hidden.
  func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column)

  /// The columns become one stack: which of them is on top. Asked with the style `doubleColumn`.
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column
  /// The stack becomes two columns: which of them are shown.
  func splitViewController(
    _ svc: UISplitViewController,
    displayModeForExpandingToProposedDisplayMode proposedDisplayMode: UISplitViewController.DisplayMode
  ) -> UISplitViewController.DisplayMode
  /// The columns are one stack.
  func splitViewControllerDidCollapse(_ svc: UISplitViewController)
  /// The stack is two columns.
  func splitViewControllerDidExpand(_ svc: UISplitViewController)

  /// Asked with the style `unspecified`: the controller to be alone in a narrow view; nil for the primary one.
  func primaryViewController(forCollapsing splitViewController: UISplitViewController) -> UIViewController?
  /// Asked with the style `unspecified`: the primary controller of a wide view; nil for the present one.
  func primaryViewController(forExpanding splitViewController: UISplitViewController) -> UIViewController?
  /// Asked with the style `unspecified`: whether the delegate has taken the secondary controller's content over, so that
  /// the primary one is shown. Else a navigation controller pushes the secondary one.
  func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool
  /// Asked with the style `unspecified`: the secondary controller of a wide view; nil for the present one.
  func splitViewController(
    _ splitViewController: UISplitViewController, separateSecondaryFrom primaryViewController: UIViewController
  ) -> UIViewController?

  /// `show(_:sender:)` was called: whether the delegate has shown the controller.
  func splitViewController(_ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?)
    -> Bool
  /// `showDetailViewController(_:sender:)` was called: whether the delegate has shown the controller.
  func splitViewController(_ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?)
    -> Bool
}

extension UISplitViewControllerDelegate {
  /// Nothing.
  public func splitViewController(
    _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
  ) {}
  /// Nothing.
  public func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column) {}
  /// Nothing.
  public func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column) {}
  /// The proposed one.
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column { proposedTopColumn }
  /// The proposed one.
  public func splitViewController(
    _ svc: UISplitViewController,
    displayModeForExpandingToProposedDisplayMode proposedDisplayMode: UISplitViewController.DisplayMode
  ) -> UISplitViewController.DisplayMode { proposedDisplayMode }
  /// Nothing.
  public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {}
  /// Nothing.
  public func splitViewControllerDidExpand(_ svc: UISplitViewController) {}
  /// Nil.
  public func primaryViewController(forCollapsing splitViewController: UISplitViewController) -> UIViewController? {
    nil
  }
  /// Nil.
  public func primaryViewController(forExpanding splitViewController: UISplitViewController) -> UIViewController? {
    nil
  }
  /// False.
  public func splitViewController(
    _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool { false }
  /// Nil.
  public func splitViewController(
    _ splitViewController: UISplitViewController, separateSecondaryFrom primaryViewController: UIViewController
  ) -> UIViewController? { nil }
  /// False.
  public func splitViewController(
    _ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?
  ) -> Bool { false }
  /// False.
  public func splitViewController(
    _ splitViewController: UISplitViewController, showDetail vc: UIViewController, sender: Any?
  ) -> Bool { false }
}

extension UIViewController {
  /// The nearest split view that contains this controller, or has it as a column; nil without one.
  public final var splitViewController: UISplitViewController? {
    var current: UIViewController? = self
    while let controller = current {
      if let split = controller.parent as? UISplitViewController ?? controller.navigationPartInUse?.split {
        return split
      }
      current = controller.parent
    }
    return nil
  }
}
