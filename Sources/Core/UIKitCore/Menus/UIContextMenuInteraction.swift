import Foundation

/// Shows a menu where the user presses the right mouse button on a view or rests a finger on it.
@preconcurrency @MainActor
open class UIContextMenuInteraction: NSObject, UIInteraction {
  /// The view the interaction is attached to.
  public private(set) final weak var view: UIView?
  /// Supplies the menus.
  public private(set) final weak var delegate: (any UIContextMenuInteractionDelegate)?
  private let recognizer = ContextMenuGestureRecognizer()
  private weak var overlay: MenuOverlay?
  private var configuration: UIContextMenuConfiguration?
  /// Where the menu was asked for, in window points.
  private var place = CGPoint.zero

  /// - Parameter delegate: not kept alive.
  public init(delegate: any UIContextMenuInteractionDelegate) {
    self.delegate = delegate
    super.init()
    recognizer.begin = { [weak self] recognizer in
      guard let self else { return false }
      let style: MenuMetrics = recognizer.isByFinger ? .finger : .pointer
      return self.showMenu(.point(recognizer.location(in: nil)), style)
    }
    recognizer.addHandler { [weak self] _ in self?.gestureChanged() }
  }

  /// Called by the view.
  open func willMove(to view: UIView?) {
    dismissMenu()
    self.view?.removeGestureRecognizer(recognizer)
  }

  /// Called by the view.
  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(recognizer)
  }

  /// Where the menu was asked for, in the coordinates of `view` (nil: the window's), in points.
  public final func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }

  /// Closes the menu; nothing happens when none is open.
  public final func dismissMenu() { overlay?.dismiss() }

  /// Asks the delegate for a menu and opens it.
  /// - Returns: false when the delegate has no menu.
  func showMenu(_ anchor: MenuAnchor, _ metrics: MenuMetrics) -> Bool {
    place = anchor.point
    view?.window?.menu?.dismiss()
    guard let view, view.window != nil, let delegate,
      let configuration = delegate.contextMenuInteraction(
        self, configurationForMenuAtLocation: location(in: view)),
      let menu = configuration.actionProvider?([]), let window = view.window
    else { return false }
    let content = MenuContent(menu)
    guard !content.items.isEmpty else { return false }
    let animator = MenuAnimator()
    delegate.contextMenuInteraction(self, willDisplayMenuFor: configuration, animator: animator)
    guard view.window === window else { return false }
    self.configuration = configuration
    let overlay = MenuOverlay(content, at: anchor, metrics, from: view)
    self.overlay = overlay
    overlay.willEnd = { [weak self] animator in self?.menuWillEnd(animator) }
    overlay.show(in: window, animator)
    return true
  }

  /// Opens the menu of a point of the window there, as a key does.
  /// - Returns: false when the delegate has no menu.
  package final func showMenu(at point: CGPoint) -> Bool { showMenu(.point(point), .pointer) }

  private func menuWillEnd(_ animator: MenuAnimator) {
    overlay = nil
    guard let configuration else { return }
    self.configuration = nil
    delegate?.contextMenuInteraction(self, willEndFor: configuration, animator: animator)
  }

  /// The touch that opened the menu goes on.
  private func gestureChanged() {
    switch recognizer.state {
    case .changed: if recognizer.hasMoved { overlay?.highlight(at: recognizer.location(in: nil)) }
    case .ended: if recognizer.hasMoved { overlay?.choose(at: recognizer.location(in: nil)) }
    case .possible, .began, .cancelled, .failed: break
    }
  }
}
