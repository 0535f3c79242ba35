import Foundation

/// Hears when there is something else to search for.
@preconcurrency @MainActor
public protocol UISearchResultsUpdating: NSObjectProtocol {
  /// The search has begun or ended, or its text or scope has changed.
  func updateSearchResults(for searchController: UISearchController)
}

/// Hears when a search begins and ends. All methods are optional.
@preconcurrency @MainActor
public protocol UISearchControllerDelegate: NSObjectProtocol {
  /// The search is about to begin.
  func willPresentSearchController(_ searchController: UISearchController)
  /// The search has begun, and all that comes with it has come.
  func didPresentSearchController(_ searchController: UISearchController)
  /// The search is about to end.
  func willDismissSearchController(_ searchController: UISearchController)
  /// The search has ended, and all that came with it has gone.
  func didDismissSearchController(_ searchController: UISearchController)
  /// Called when the search begins, behind `willPresentSearchController(_:)`.
  func presentSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
  /// Does nothing.
  public func willPresentSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func didPresentSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func willDismissSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func didDismissSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func presentSearchController(_ searchController: UISearchController) {}
}

/// A bar that shows the search bar of a search controller.
@MainActor
protocol SearchControllerHost: AnyObject {
  /// The search begins or ends. Changes of the bar run along with those of the search.
  func searchController(_ searchController: UISearchController, willBecomeActive isActive: Bool, animated: Bool)
  /// The search bar may have another height: its scopes came or went.
  func searchBarHeightDidChange(of searchController: UISearchController)
  /// The controller over whose view results are shown, below the bar.
  func contentController(for searchController: UISearchController) -> UIViewController?
}

/// A search: its bar, and what is shown while it goes on.
///
///     let search = UISearchController(searchResultsController: nil)
///     search.searchResultsUpdater = self
///     search.obscuresBackgroundDuringPresentation = false
///     tableView.tableHeaderView = search.searchBar
///
/// The search begins when its field gets the keyboard, or by `isActive`; it ends by the cancel button, by Escape in the
/// empty field or behind it, or by a click on the shaded content. The view of the results controller lies over the content,
/// below the bar, while there is text. A search that goes on ends with the screen, when that is popped or dismissed, and
/// not when another one covers it. The search controller is kept by the app, the bar does not keep it.
@preconcurrency @MainActor
open class UISearchController: UIViewController {
  /// How long a search takes to begin and to end, in seconds.
  static let duration: TimeInterval = 0.25

  /// Shows results in a view of its own; nil where the content itself shows them.
  public final let searchResultsController: UIViewController?
  /// The bar, for a table's header or another place above what is searched. Its placeholder is "Search" until the app sets
  /// another.
  public final let searchBar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: UISearchBar.height))
  /// Hears when there is something else to search for; not kept alive.
  open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  /// Hears when the search begins and ends; not kept alive.
  open weak var delegate: (any UISearchControllerDelegate)?
  /// Whether the content is shaded while the search goes on; results are shown over it in any case.
  open var obscuresBackgroundDuringPresentation = true { didSet { overlayChanged() } }
  /// The former name of `obscuresBackgroundDuringPresentation`.
  @available(*, deprecated, renamed: "obscuresBackgroundDuringPresentation")
  public final var dimsBackgroundDuringPresentation: Bool {
    get { obscuresBackgroundDuringPresentation }
    set { obscuresBackgroundDuringPresentation = newValue }
  }
  /// Whether a navigation bar that shows the search bar hides its titles meanwhile.
  open var hidesNavigationBarDuringPresentation = true
  /// Whether the cancel button comes and goes with the search.
  open var automaticallyShowsCancelButton = true
  /// Whether the scope bar comes and goes with the search, where the search bar has scopes.
  open var automaticallyShowsScopeBar = true
  /// Whether results are shown as soon as there is text; otherwise as `showsSearchResultsController` says.
  open var automaticallyShowsSearchResultsController = true { didSet { overlayChanged() } }

  /// Whether the results controller's view is shown. Setting it ends the automatic.
  open var showsSearchResultsController: Bool {
    get { automaticallyShowsSearchResultsController ? searchBar.searchTextField.hasText : storedShowsResults }
    set {
      storedShowsResults = newValue
      automaticallyShowsSearchResultsController = false
    }
  }
  private final var storedShowsResults = false

  /// Whether the search goes on. Setting it begins or ends the search, animated where the bar is in a window.
  open var isActive: Bool {
    get { storedIsActive }
    set { setActive(newValue) }
  }
  private final var storedIsActive = false

  /// The height of the bar, with its scopes where it shows them, in points.
  final var barHeight: CGFloat { searchBar.intrinsicContentSize.height }

  /// A bar that shows the search bar, if it is not in the content itself.
  final weak var host: (any SearchControllerHost)?
  /// Over whose view the search is shown.
  private(set) final weak var base: UIViewController?
  private final weak var lockedScroller: UIScrollView?

  /// - Parameter searchResultsController: becomes a child of this controller; nil where the content shows results.
  public init(searchResultsController: UIViewController?) {
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
    searchBar.placeholder = "Search"
    searchBar.observer = self
  }

  /// A search whose results the content itself shows. Interface files are not read: both arguments are ignored.
  public override convenience init(nibName: String?, bundle: Bundle?) { self.init(searchResultsController: nil) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  open override func loadView() {
    view = SearchOverlay { [weak self] in self?.isActive = false }
  }

  /// Escape ends the search from its results.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.keyCode == .keyboardEscape, storedIsActive else {
      return super.pressesBegan(presses, with: event)
    }
    isActive = false
  }

  open override var presentingViewController: UIViewController? { base ?? super.presentingViewController }

  // MARK: Beginning and ending

  private func setActive(_ isActive: Bool) {
    guard isActive != storedIsActive else { return }
    if isActive { begin() } else { end() }
  }

  private func begin() {
    delegate?.willPresentSearchController(self)
    delegate?.presentSearchController(self)
    guard !storedIsActive else { return }
    storedIsActive = true
    searchResultsUpdater?.updateSearchResults(for: self)
    guard storedIsActive else { return }
    change(toActive: true) { [weak self] in
      guard let self, self.storedIsActive else { return }
      self.delegate?.didPresentSearchController(self)
    }
  }

  private func end() {
    delegate?.willDismissSearchController(self)
    guard storedIsActive else { return }
    storedIsActive = false
    searchBar.resignFirstResponder()
    // Clearing tells the updater.
    let hadText = searchBar.searchTextField.hasText
    searchBar.text = ""
    if !hadText { searchResultsUpdater?.updateSearchResults(for: self) }
    change(toActive: false) { [weak self] in
      guard let self, !self.storedIsActive else { return }
      self.takeOverlayAway()
      self.leaveBase()
      self.delegate?.didDismissSearchController(self)
    }
  }

  private func change(toActive isActive: Bool, completion: @escaping () -> Void) {
    let isAnimated = searchBar.window != nil && UIView.areAnimationsEnabled
    if isActive { findBase() }
    if automaticallyShowsCancelButton { searchBar.setShowsCancelButton(isActive, animated: isAnimated) }
    if automaticallyShowsScopeBar, searchBar.scopeButtonTitles?.isEmpty == false || !isActive {
      searchBar.setShowsScopeBar(isActive, animated: isAnimated)
    }
    // The bar is as high as it will be.
    host?.searchController(self, willBecomeActive: isActive, animated: isAnimated)
    if isActive { placeOverlay() }
    guard isAnimated, let overlay = viewIfLoaded, overlay.window != nil else { return completion() }
    UIView.performWithoutAnimation { overlay.alpha = isActive ? 0 : 1 }
    UIView.animate(
      withDuration: Self.duration, animations: { overlay.alpha = isActive ? 1 : 0 }, completion: { _ in completion() })
  }

  // MARK: Over the content

  /// Finds the controller of the content, which ends the search when it is popped or dismissed.
  private func findBase() {
    let found = host?.contentController(for: self) ?? Self.controller(around: searchBar)
    guard found !== base else { return }
    leaveBase()
    base = found
    found?.ownLinks.search = self
  }

  private func leaveBase() {
    if let links = base?.links, links.search === self { links.search = nil }
    base = nil
  }

  private var needsOverlay: Bool {
    storedIsActive && (obscuresBackgroundDuringPresentation || searchResultsController != nil)
  }

  /// Puts the view over the content, below the bar.
  private func placeOverlay() {
    findBase()
    guard needsOverlay, let content = base?.viewIfLoaded, let superview = content.superview else { return }
    showBar(in: content)
    if view.superview !== superview { superview.insertSubview(view, aboveSubview: content) }
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    layOutOverlay()
    updateResults()
  }

  /// Scrolls the bar to the top, where it stays meanwhile.
  private func showBar(in content: UIView) {
    var view = searchBar.superview
    while let current = view, current !== content.superview {
      if let scroller = current as? UIScrollView, scroller.isScrollEnabled {
        let top = searchBar.convert(searchBar.bounds, to: scroller).minY - scroller.adjustedContentInset.top
        scroller.setContentOffset(CGPoint(x: scroller.contentOffset.x, y: top), animated: false)
        scroller.isScrollEnabled = false
        lockedScroller = scroller
        return
      }
      view = current.superview
    }
  }

  private func layOutOverlay() {
    guard let view = viewIfLoaded, let superview = view.superview, let content = base?.viewIfLoaded else { return }
    superview.layoutIfNeeded()
    let place = content.frame
    // The bar is in the content, or in a navigation bar that lies over it.
    let bottom = min(place.maxY, max(place.minY, searchBar.convert(searchBar.bounds, to: superview).maxY))
    view.frame = CGRect(x: place.minX, y: bottom, width: place.width, height: place.maxY - bottom)
  }

  private func takeOverlayAway() {
    lockedScroller?.isScrollEnabled = true
    lockedScroller = nil
    viewIfLoaded?.removeFromSuperview()
    searchResultsController?.viewIfLoaded?.removeFromSuperview()
  }

  private func overlayChanged() {
    guard storedIsActive else { return }
    if needsOverlay {
      if viewIfLoaded?.superview == nil { placeOverlay() } else { updateResults() }
    } else {
      takeOverlayAway()
    }
  }

  /// Shows the results or takes them away.
  private func updateResults() {
    guard let overlay = viewIfLoaded as? SearchOverlay, overlay.superview != nil else { return }
    overlay.isShaded = obscuresBackgroundDuringPresentation
    guard let results = searchResultsController else { return }
    if results.parent !== self {
      addChild(results)
      results.didMove(toParent: self)
    }
    if showsSearchResultsController {
      results.view.frame = overlay.bounds
      results.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      if results.view.superview !== overlay { overlay.addSubview(results.view) }
    } else {
      results.viewIfLoaded?.removeFromSuperview()
    }
  }

  /// The nearest controller around a view.
  private static func controller(around view: UIView) -> UIViewController? {
    var responder = view.next
    while let current = responder {
      if let controller = current as? UIViewController { return controller }
      responder = current.next
    }
    return nil
  }
}

extension UIViewController {
  /// Ends the searches of this controller and of those in it. Called when it has been popped or dismissed.
  final func endSearches() {
    (links?.search as? UISearchController)?.isActive = false
    for child in children { child.endSearches() }
  }
}

extension UISearchController: SearchBarObserver {
  func searchBarDidBeginEditing() { isActive = true }

  func searchBarTextDidChange() {
    // Text set before the search begins is found when it does.
    searchResultsUpdater?.updateSearchResults(for: self)
    updateResults()
  }

  func searchBarScopeDidChange() { searchResultsUpdater?.updateSearchResults(for: self) }

  func searchBarWasCancelled() { isActive = false }

  func searchBarUserGoesDown(_ presses: Set<UIPress>, with event: UIPressesEvent?) -> Bool {
    let isOver = searchResultsController?.viewIfLoaded?.windowStorage != nil
    let isCovered = viewIfLoaded?.windowStorage != nil && obscuresBackgroundDuringPresentation
    guard isOver || !isCovered else { return false }
    let content = host?.contentController(for: self) ?? Self.controller(around: searchBar)
    guard let list = (isOver ? searchResultsController : content)?.contentScrollView, list.becomeFirstResponder() else {
      return false
    }
    list.pressesBegan(presses, with: event)
    return true
  }

  func searchBarHeightDidChange() {
    host?.searchBarHeightDidChange(of: self)
    layOutOverlay()
  }
}

/// The view over the content of a search: shaded where nothing is found yet, and clicked to end the search.
final class SearchOverlay: UIView {
  private let cancel: () -> Void
  private var isPressed = false
  var isShaded = true { didSet { backgroundColor = isShaded ? .presentationDimming : nil } }

  init(cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(frame: .zero)
    isOpaque = false
    backgroundColor = .presentationDimming
  }

  required init?(coder: NSCoder) { nil }

  /// Takes clicks only while it is shaded: the content below can be used otherwise.
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self && !isShaded ? nil : hit
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressed = touches.first?.view === self && touches.first?.button == .primary
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if isPressed { cancel() }
    isPressed = false
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { isPressed = false }
}
