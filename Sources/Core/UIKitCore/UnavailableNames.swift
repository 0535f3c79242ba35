import Foundation

// Names of UIKit that are not here, so that the compiler says what to use instead. Each is a line of its own: one that
// comes to be here is taken out. The types that stand for them (`UnavailableType`) keep further errors few, and nothing of
// this is in a program.

// MARK: Collections
/// The object that takes what is dropped on a collection view; not available.
@available(
  *, unavailable,
  message: "Nothing is dropped on collection views. Files dropped on the window come to application(_:open:options:)."
)
public typealias UICollectionViewDropDelegate = Any

// MARK: Controls and text
/// Content that stands for a list without rows; not available.
@available(*, unavailable, message: "Set backgroundView of the table or collection view to a view with a label.")
public typealias UIContentUnavailableConfiguration = UnavailableObject
/// A controller by which the user chooses a colour; not available.
@available(*, unavailable, message: "There is no colour picker. Use a table of colours with a check mark.")
public typealias UIColorPickerViewController = UnavailableController
/// A button that opens the choice of a colour; not available.
@available(*, unavailable, message: "There is no colour picker. Use a table of colours with a check mark.")
public typealias UIColorWell = UnavailableView
/// A container whose controllers are pages; not available.
@available(*, unavailable, message: "There is no page controller. Use a UIScrollView with isPagingEnabled.")
public typealias UIPageViewController = UnavailableController
/// A picture or file within a text; not available.
@available(*, unavailable, message: "Text shows no pictures. Put a UIImageView beside the label.")
public typealias NSTextAttachment = UnavailableObject

// MARK: Drawing, effects and animation
/// A map of space; not available.
@available(*, unavailable, message: "Layers turn in their plane. Use setAffineTransform(_:) of the layer.")
public typealias CATransform3D = CGAffineTransform
/// A layer of text; not available.
@available(
  *, unavailable, message: "Add a UILabel to the view, or draw the text into an image for the layer's contents."
)
public typealias CATextLayer = CALayer
/// A layer of copies of its sublayers; not available.
@available(*, unavailable, message: "Add as many layers as there are copies.")
public typealias CAReplicatorLayer = CALayer
/// A layer of particles; not available.
@available(*, unavailable, message: "There are no particles. Leave them out.")
public typealias CAEmitterLayer = CALayer

/// A change of a layer's content that fades or slides; not available.
@available(*, unavailable, message: "Use UIView.transition(with:duration:options:animations:completion:).")
public typealias CATransition = UnavailableAnimation

// MARK: Transitions
/// Gives a controller a transition of the app's own; not available.
@available(*, unavailable, message: "Controllers come by their modalPresentationStyle and modalTransitionStyle.")
public typealias UIViewControllerTransitioningDelegate = Any
/// A transition of the app's own; not available.
@available(*, unavailable, message: "Controllers come by their modalPresentationStyle and modalTransitionStyle.")
public typealias UIViewControllerAnimatedTransitioning = Any
/// The context of a transition of the app's own; not available.
@available(*, unavailable, message: "Controllers come by their modalPresentationStyle and modalTransitionStyle.")
public typealias UIViewControllerContextTransitioning = UnavailableObject
extension UIViewController {
  /// Gives the controller a transition of the app's own; not available.
  @available(*, unavailable, message: "Controllers come by their modalPresentationStyle and modalTransitionStyle.")
  public var transitioningDelegate: Any? {
    get { nil }
    set {}
  }
  /// Whether the first scroll view keeps clear of bars; not available.
  @available(*, unavailable, message: "Set contentInsetAdjustmentBehavior of the scroll view.")
  public var automaticallyAdjustsScrollViewInsets: Bool {
    get { true }
    set {}
  }
}

// MARK: Gestures and feedback
/// The recogniser of two fingers that move apart; not available.
@available(*, unavailable, message: "Gestures have one finger. Offer keys or buttons.")
public typealias UIPinchGestureRecognizer = UIGestureRecognizer
/// The recogniser of two fingers that turn; not available.
@available(*, unavailable, message: "Gestures have one finger. Offer keys or buttons.")
public typealias UIRotationGestureRecognizer = UIGestureRecognizer
/// The menu of commands on a selected text; not available.
@available(
  *, unavailable,
  message: "Use UIContextMenuInteraction, or tableView(_:contextMenuConfigurationForRowAt:point:)."
)
public typealias UIMenuController = UnavailableObject
/// An interaction that takes what is dropped on a view; not available.
@available(*, unavailable, message: "Files dropped on the window come to application(_:open:options:).")
public typealias UIDropInteraction = UnavailableObject
/// The delegate of a table that takes what is dropped on rows; not available.
@available(
  *, unavailable,
  message: "Nothing is dropped on rows. Reorder rows in edit mode; dropped files come to application(_:open:options:)."
)
public typealias UITableViewDropDelegate = Any
/// Takes what is dropped on the rows of a table to its place; not available.
@available(
  *, unavailable,
  message: "Nothing is dropped on rows. Reorder rows in edit mode; dropped files come to application(_:open:options:)."
)
public typealias UITableViewDropCoordinator = Any

// MARK: Peek and pop
/// Shows what a press on a view leads to; not available.
@available(*, unavailable, message: "There is no peek and pop. Use UIContextMenuInteraction with a previewProvider.")
public typealias UIViewControllerPreviewingDelegate = Any
/// A view that is pressed for a preview; not available.
@available(*, unavailable, message: "There is no peek and pop. Use UIContextMenuInteraction with a previewProvider.")
public typealias UIViewControllerPreviewing = Any
extension UIViewController {
  /// Has a view show a preview while it is pressed; not available.
  @available(
    *, unavailable,
    message: "There is no peek and pop. Use UIContextMenuInteraction, or a table's contextMenuConfigurationForRowAt."
  )
  public func registerForPreviewing(with delegate: Any, sourceView: UIView) -> Any { delegate }
}

// MARK: The application around
/// Builds the menus of a program's bar; not available.
@available(
  *, unavailable,
  message: "A window has no menu bar. Give keyCommands or addKeyCommand(_:), or a UIMenu of a button."
)
public typealias UIMenuBuilder = Any
/// A controller by which the user chooses pictures; not available.
@available(*, unavailable, message: "Use UIDocumentPickerViewController(forOpeningContentTypes: [.image]).")
public typealias UIImagePickerController = UnavailableController
/// Hears of the pictures that the user chose; not available.
@available(*, unavailable, message: "Use UIDocumentPickerDelegate.")
public typealias UIImagePickerControllerDelegate = Any
/// A command in the menu of the program's icon; not available.
@available(*, unavailable, message: "A desktop has no shortcuts on icons. Leave it out.")
public typealias UIApplicationShortcutItem = UnavailableObject
extension UIApplication {
  /// Exchanges the program's icon; not available.
  @available(
    *, unavailable, message: "The desktop file names the icon, and the launch configuration that of the window."
  )
  public func setAlternateIconName(_ name: String?, completionHandler: ((Error?) -> Void)? = nil) {}
}
