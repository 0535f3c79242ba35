import Foundation

extension UIView {
  /// The view this one is a part of; nil at the top and outside of a tree.
  public final var superview: UIView? { parent }
  /// From back to front.
  public final var subviews: [UIView] { Array(children) }
  /// How many subviews there are; takes no memory, as `subviews` does.
  package final var subviewCount: Int { children.count }
  /// The window the view is in; nil outside of one.
  public final var window: UIWindow? { windowStorage }

  func insertOrReorder(_ view: UIView, at index: Int) {
    if view.parent === self, let old = children.firstIndex(where: { $0 === view }) {
      reorder(from: old, to: min(max(0, index), children.count - 1))
      return
    }
    insert(view, at: index)
  }

  /// - Precondition: `sibling` is a subview of this view.
  public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    view.removeFromSuperview()
    insertSubview(view, at: indexOfSibling(sibling, call: "insertSubview(_:aboveSubview:)") + 1)
  }

  /// - Precondition: `sibling` is a subview of this view.
  public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    view.removeFromSuperview()
    insertSubview(view, at: indexOfSibling(sibling, call: "insertSubview(_:belowSubview:)"))
  }

  /// Does nothing when `view` is not a subview or already in front.
  public func bringSubviewToFront(_ view: UIView) {
    guard children.last !== view, let index = children.firstIndex(where: { $0 === view }) else {
      return
    }
    reorder(from: index, to: children.count - 1)
  }

  /// Does nothing when `view` is not a subview or already at the back.
  public func sendSubviewToBack(_ view: UIView) {
    guard children.first !== view, let index = children.firstIndex(where: { $0 === view }) else {
      return
    }
    reorder(from: index, to: 0)
  }

  func leaveSuperview() {
    if let controller, windowStorage != nil { controller.viewWillLeaveWindow() }
    guard parent != nil else { return }
    // Before the views leave, while superviews can still be told.
    windowStorage?.touchRouter.subtreeWillLeave(self)
    guard let parent else { return }
    willMove(toSuperview: nil)
    // Each view that was told may have taken this one, or others, away already.
    guard self.parent === parent else { return }
    if constraintState != nil { leaveLayoutSystem() }
    parent.willRemoveSubview(self)
    guard self.parent === parent, let index = parent.lastIndex(of: self) else { return }
    parent.children.remove(at: index)
    self.parent = nil
    parent.setNeedsComposite()
    parent.needsLayout(with: self)
    moveToWindow(nil)
    didMoveToSuperview()
  }

  private func lastIndex(of child: UIView) -> Int? {
    var index = children.count
    while index > 0 {
      index -= 1
      if children[index] === child { return index }
    }
    return nil
  }

  /// Whether the view is `other` or lies inside of it.
  public func isDescendant(of other: UIView) -> Bool {
    var view: UIView? = self
    while let current = view {
      if current === other { return true }
      view = current.parent
    }
    return false
  }

  /// The view itself or the first below it, depth first, with the tag.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for child in children {
      if let found = child.viewWithTag(tag) { return found }
    }
    return nil
  }

  // MARK: Mechanics

  func insert(_ view: UIView, at index: Int) {
    // Without subviews it can hold none but itself: trees built from the root down stay linear in their depth.
    guard view.children.isEmpty ? view !== self : !isDescendant(of: view) else {
      misuse(
        """
        addSubview would put \(type(of: view)) inside itself: \(type(of: self)) is \
        \(view === self ? "that view" : "one of its subviews"); remove one from the other first
        """)
    }
    view.removeFromSuperview()
    view.willMove(toSuperview: self)
    // A view that was told may have gone elsewhere.
    guard view.parent == nil else { return }
    children.insert(view, at: min(max(0, index), children.count))
    view.parent = self
    if view.knownTraits !== knownTraits { shareTraits(with: view) }
    view.inheritTint(of: self)
    // A view that was told may have removed it again.
    guard view.parent === self else { return }
    view.moveToWindow(windowStorage)
    if view.isLayoutMarked || view.isSubtreeLayoutMarked { view.markAncestorsForLayout() }
    needsLayout(with: view)
    setNeedsComposite()
    // Inherited properties may be different here.
    view.setNeedsComposite()
    didAddSubview(view)
    view.didMoveToSuperview()
  }

  private func reorder(from old: Int, to new: Int) {
    guard old != new else { return }
    let view = children.remove(at: old)
    children.insert(view, at: new)
    setNeedsComposite()
  }

  private func indexOfSibling(_ sibling: UIView, call: String) -> Int {
    guard let index = children.firstIndex(where: { $0 === sibling }) else {
      misuse(
        """
        \(call): the sibling \(type(of: sibling)) is not a subview of \(type(of: self)); \
        add it first or use addSubview
        """)
    }
    return index
  }

  /// Tells the view and all below it that they are in another window.
  /// - Parameter level: how many of its superviews are being told by the same call.
  func moveToWindow(_ window: UIWindow?, level: Int = 0) {
    LayoutPass.require(depth: level, of: self)
    let old = windowStorage
    guard old !== window else { return }
    if let controller {
      if window == nil {
        controller.viewWillLeaveWindow()
      } else {
        controller.viewWillEnterWindow()
        // It may have taken its view away again.
        guard windowStorage === old, parent?.windowStorage === window else { return }
      }
    }
    willMove(toWindow: window)
    old?.viewWillLeave(self)
    windowStorage = window
    for index in children.indices.reversed() where index < children.count {
      children[index].moveToWindow(window, level: level + 1)
    }
    didMoveToWindow()
    if let controller {
      if let window { controller.viewDidEnter(window) } else { controller.viewDidLeaveWindow() }
    }
  }
}
