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
  public private(set) var children: [UIViewController] = []
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

  public var viewIfLoaded: UIView? { storedView }
  public var isViewLoaded: Bool { storedView != nil }

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
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  /// Around each `layoutSubviews` of the view.
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}

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

  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  open func willMove(toParent parent: UIViewController?) {}
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
