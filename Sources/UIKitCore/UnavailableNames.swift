// The messages are the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// Names of UIKit that are not here, so that the compiler says what to use instead. Each is a line of its own: one that
// comes to be here is taken out. The types they stand for keep further errors few, and nothing of this is in a program.

// MARK: Soon here: navigation, presentation and search
@available(*, unavailable, message: "Not here yet.")
public typealias UITabBarController = UIViewController
@available(*, unavailable, message: "Not here yet.")
public typealias UITabBar = UIView
@available(*, unavailable, message: "Not here yet.")
public typealias UITabBarItem = NSObject
@available(*, unavailable, message: "Not here yet.")
public typealias UITabBarControllerDelegate = Any

// MARK: Collections
@available(
  *, unavailable,
  message: "There is no collection view. Use UITableView for lists and GridView for rows and columns."
)
public typealias UICollectionView = UIScrollView
@available(
  *, unavailable,
  message: "There is no collection view. Use UITableViewController, or a GridView in a view controller."
)
public typealias UICollectionViewController = UIViewController
@available(*, unavailable, message: "There is no collection view. Use UITableViewCell, or GridViewCell in a GridView.")
public typealias UICollectionViewCell = UIView
@available(*, unavailable, message: "There is no collection view. Use UITableViewCell, or GridViewCell in a GridView.")
public typealias UICollectionReusableView = UIView
@available(*, unavailable, message: "There is no collection view. Use the protocols of UITableView or GridView.")
public typealias UICollectionViewDataSource = Any
@available(*, unavailable, message: "There is no collection view. Use the protocols of UITableView or GridView.")
public typealias UICollectionViewDelegate = Any
@available(*, unavailable, message: "There is no collection view. Use the protocols of UITableView or GridView.")
public typealias UICollectionViewDelegateFlowLayout = Any
@available(*, unavailable, message: "There is no collection view. Use the protocols of UITableView or GridView.")
public typealias UICollectionViewDataSourcePrefetching = Any
@available(
  *, unavailable,
  message: "There is no collection view. A UITableView lays out lists, a GridView rows and columns."
)
public typealias UICollectionViewLayout = NSObject
@available(
  *, unavailable,
  message: "There is no collection view. A UITableView lays out lists, a GridView rows and columns."
)
public typealias UICollectionViewFlowLayout = NSObject
@available(
  *, unavailable,
  message: "There is no collection view. A UITableView lays out lists, a GridView rows and columns."
)
public typealias UICollectionViewCompositionalLayout = NSObject
@available(
  *, unavailable,
  message: "There is no collection view. A UITableView lays out lists, a GridView rows and columns."
)
public typealias UICollectionLayoutListConfiguration = NSObject
@available(*, unavailable, message: "There is no collection view. Use UITableViewDiffableDataSource.")
public typealias UICollectionViewDiffableDataSource = NSObject

// MARK: Controls and text
@available(
  *, unavailable,
  message: "There is no text view. Use a UILabel with numberOfLines = 0 to show text, a UITextField to edit a line."
)
public typealias UITextView = UIView
@available(*, unavailable, message: "There is no text view. Use UITextField and UITextFieldDelegate.")
public typealias UITextViewDelegate = Any
@available(
  *, unavailable,
  message: "There is no segmented control. Use buttons in a UIStackView, or rows with a check mark."
)
public typealias UISegmentedControl = UIView
@available(
  *, unavailable,
  message: "There is no slider. Use a UIControl with a UIPanGestureRecognizer, or two buttons."
)
public typealias UISlider = UIView
@available(*, unavailable, message: "There is no stepper. Use two buttons in a UIStackView.")
public typealias UIStepper = UIView
@available(
  *, unavailable,
  message: "There is no date picker. Use a UITextField and a DateFormatter, or a table of dates."
)
public typealias UIDatePicker = UIView
@available(*, unavailable, message: "There is no picker. Use a table with a check mark, or a UIMenu.")
public typealias UIPickerView = UIView
@available(*, unavailable, message: "There is no picker. Use a table with a check mark, or a UIMenu.")
public typealias UIPickerViewDataSource = Any
@available(*, unavailable, message: "There is no picker. Use a table with a check mark, or a UIMenu.")
public typealias UIPickerViewDelegate = Any
@available(*, unavailable, message: "There is no page control. Show the page's number in a UILabel.")
public typealias UIPageControl = UIView
@available(*, unavailable, message: "There is no page controller. Use a UIScrollView with isPagingEnabled.")
public typealias UIPageViewController = UIViewController
@available(*, unavailable, message: "Text shows no pictures. Put a UIImageView beside the label.")
public typealias NSTextAttachment = NSObject
@available(*, unavailable, message: "Use UIFont.systemFont(ofSize:weight:) or UIFont.preferredFont(forTextStyle:).")
public typealias UIFontDescriptor = NSObject
@available(*, unavailable, message: "Sort with localizedStandardCompare and give sectionIndexTitles(for:) the letters.")
public typealias UILocalizedIndexedCollation = NSObject

// MARK: Drawing, effects and animation
@available(
  *, unavailable,
  message: "The renderer has no blur. Use a UIView with a colour such as .secondarySystemBackground."
)
public typealias UIVisualEffectView = UIView
@available(*, unavailable, message: "The renderer has no blur. Use a colour such as .secondarySystemBackground.")
public typealias UIVisualEffect = NSObject
@available(*, unavailable, message: "The renderer has no blur. Use a colour such as .secondarySystemBackground.")
public typealias UIBlurEffect = NSObject
@available(*, unavailable, message: "The renderer has no blur. Use a colour such as .secondarySystemBackground.")
public typealias UIVibrancyEffect = NSObject
@available(
  *, unavailable,
  message:
    "There are no paths. Use cornerRadius of a layer, a UIImage(svg:), or fill rectangles and ellipses of the CGContext."
)
public typealias UIBezierPath = NSObject
@available(*, unavailable, message: "A view has one layer. Use a UIImage of UIGraphicsImageRenderer, or UIImage(svg:).")
public typealias CAShapeLayer = NSObject
@available(*, unavailable, message: "A view has one layer. Use a UIImage of UIGraphicsImageRenderer, or UIImage(svg:).")
public typealias CAGradientLayer = NSObject
@available(*, unavailable, message: "Layers are not animated. Use UIView.animate(withDuration:animations:).")
public typealias CABasicAnimation = NSObject
@available(*, unavailable, message: "Layers are not animated. Use UIView.animate(withDuration:animations:).")
public typealias CAKeyframeAnimation = NSObject
@available(*, unavailable, message: "Layers are not animated. Use UIView.animate(withDuration:animations:).")
public typealias CATransaction = NSObject
@available(*, unavailable, message: "Use UIView.animate(withDuration:animations:).")
public typealias UIViewPropertyAnimator = NSObject

// MARK: Gestures and feedback
@available(*, unavailable, message: "Use UIPanGestureRecognizer and its velocity.")
public typealias UISwipeGestureRecognizer = UIPanGestureRecognizer
@available(*, unavailable, message: "Use UIPanGestureRecognizer and its velocity.")
public typealias UIScreenEdgePanGestureRecognizer = UIPanGestureRecognizer
@available(*, unavailable, message: "Gestures have one finger. Offer keys or buttons.")
public typealias UIPinchGestureRecognizer = UIGestureRecognizer
@available(*, unavailable, message: "Gestures have one finger. Offer keys or buttons.")
public typealias UIRotationGestureRecognizer = UIGestureRecognizer
@available(*, unavailable, message: "A desktop does not vibrate. Leave the line out.")
public typealias UIImpactFeedbackGenerator = NSObject
@available(*, unavailable, message: "A desktop does not vibrate. Leave the line out.")
public typealias UISelectionFeedbackGenerator = NSObject
@available(*, unavailable, message: "A desktop does not vibrate. Leave the line out.")
public typealias UINotificationFeedbackGenerator = NSObject
@available(*, unavailable, message: "Override pressesBegan(_:with:) and compare UIKey.matches(_:_:).")
public typealias UIKeyCommand = NSObject
@available(
  *, unavailable,
  message: "Use UIContextMenuInteraction, or tableView(_:contextMenuConfigurationForRowAt:point:)."
)
public typealias UIMenuController = NSObject
@available(*, unavailable, message: "Files dropped on the window come to application(_:open:options:).")
public typealias UIDropInteraction = NSObject
@available(
  *, unavailable,
  message: "Nothing is dropped on rows. Reorder rows in edit mode; dropped files come to application(_:open:options:)."
)
public typealias UITableViewDropDelegate = Any
@available(
  *, unavailable,
  message: "Nothing is dropped on rows. Reorder rows in edit mode; dropped files come to application(_:open:options:)."
)
public typealias UITableViewDropCoordinator = Any

// MARK: The application around
@available(
  *, unavailable,
  message: "A program has one window. Make it in application(_:didFinishLaunchingWithOptions:)."
)
public typealias UIScene = NSObject
@available(
  *, unavailable,
  message: "A program has one window. Make it in application(_:didFinishLaunchingWithOptions:)."
)
public typealias UIWindowScene = NSObject
@available(
  *, unavailable,
  message: "A program has one window. Make it in application(_:didFinishLaunchingWithOptions:)."
)
public typealias UISceneSession = NSObject
@available(
  *, unavailable,
  message: "A program has one window. Make it in application(_:didFinishLaunchingWithOptions:)."
)
public typealias UISceneConfiguration = NSObject
@available(*, unavailable, message: "A program has one window. Use UIApplicationDelegate.")
public typealias UISceneDelegate = Any
@available(*, unavailable, message: "A program has one window. Use UIApplicationDelegate.")
public typealias UIWindowSceneDelegate = Any
@available(*, unavailable, message: "Interface files are not read. Make views and controllers in code.")
public typealias UIStoryboard = NSObject
@available(*, unavailable, message: "Use UIApplication.chooseFiles(title:allowsMultipleSelection:completion:).")
public typealias UIImagePickerController = UIViewController
@available(*, unavailable, message: "Use UIApplication.chooseFiles(title:allowsMultipleSelection:completion:).")
public typealias UIDocumentPickerViewController = UIViewController
@available(*, unavailable, message: "A desktop has no shortcuts on icons. Leave it out.")
public typealias UIApplicationShortcutItem = NSObject

// MARK: Members soon here

extension UIViewController {
  @available(*, unavailable, message: "Not here yet.")
  public var tabBarController: UIViewController? { fatalError() }
}
