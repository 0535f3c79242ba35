import Foundation

/// Owns a view and follows its life: loaded when first asked for, appearing
/// with its window, laid out, disappearing.
@MainActor
open class UIViewController: UIResponder {
  private var storedView: UIView?
  private enum Appearance { case disappeared, appeared }
  private var appearance = Appearance.disappeared

  /// Shown as the window's title while the controller is the window's root.
  open var title: String? {
    didSet { viewIfLoaded?.window?.updateTitle() }
  }
  /// The controller that contains this one.
  public private(set) weak var parent: UIViewController?
  /// Controllers added with `addChild(_:)`, oldest first.
  public private(set) var children: [UIViewController] = []
  /// Whether the user edits what is shown; setting it calls `setEditing(_:animated:)`.
  open var isEditing: Bool {
    get { storedIsEditing }
    set { setEditing(newValue, animated: false) }
  }
  private var storedIsEditing = false

  public override init() { super.init() }

  /// Interface files are not read: both arguments are ignored.
  public init(nibName: String?, bundle: Bundle?) { super.init() }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// The controller's view; made by `loadView()` when first asked for.
  open var view: UIView! {
    get {
      if let storedView { return storedView }
      loadView()
      guard let view = storedView else {
        preconditionFailure(
          "\(type(of: self)).loadView() returned without setting view: assign one, or call super")
      }
      viewDidLoad()
      return view
    }
    set {
      storedView?.controller = nil
      storedView = newValue
      newValue?.controller = self
    }
  }

  /// The view if it was made already; never makes it.
  public var viewIfLoaded: UIView? { storedView }
  /// Whether the view was made.
  public var isViewLoaded: Bool { storedView != nil }

  /// The traits of the view, or of the application before there is one.
  public var traitCollection: UITraitCollection {
    storedView?.traitCollection ?? UITraitCollection.current
  }

  /// Makes the view. Override to make another; do not call super then.
  open func loadView() {
    let frame = parent?.viewIfLoaded?.bounds ?? UIScreen.main.bounds
    view = UIView(frame: frame)
    view.backgroundColor = .systemBackground
  }

  /// The view has just been made.
  open func viewDidLoad() {}
  /// The view is about to enter a window; called before the first layout there. `animated` is always false.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is in a window.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view is about to leave its window.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view has left its window.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Around each `layoutSubviews` of the view.
  open func viewWillLayoutSubviews() {}
  /// The view has placed its subviews; the place to put frames right that depend on its size.
  open func viewDidLayoutSubviews() {}

  /// Starts or ends editing. Override to follow; call super.
  open func setEditing(_ editing: Bool, animated: Bool) { storedIsEditing = editing }

  open override var next: UIResponder? { storedView?.superview ?? parent }

  // MARK: Containment

  /// Makes `child` part of this controller; the caller adds its view.
  open func addChild(_ child: UIViewController) {
    child.removeFromParent()
    child.willMove(toParent: self)
    children.append(child)
    child.parent = self
  }

  /// Ends the containment; the caller removes the view. No effect without a parent.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// The controller is about to be added to `parent`, or, with nil, to leave its parent.
  open func willMove(toParent parent: UIViewController?) {}
  /// The containment has changed. Call super: a controller whose view came first appears now.
  open func didMove(toParent parent: UIViewController?) {
    guard parent?.appearance == .appeared, storedView?.window != nil else { return }
    enterWindow()
  }

  // MARK: Appearance, driven by the window

  /// The view is in a window that is shown.
  func enterWindow() {
    guard appearance == .disappeared else { return }
    _ = view
    viewWillAppear(false)
    appearance = .appeared
    viewDidAppear(false)
    for child in children where child.storedView?.window != nil { child.enterWindow() }
  }

  /// The view is taken out of its window, or the window closes.
  func leaveWindow() {
    guard appearance == .appeared else { return }
    for child in children { child.leaveWindow() }
    viewWillDisappear(false)
    storedView?.removeFromSuperview()
    appearance = .disappeared
    viewDidDisappear(false)
  }
}
