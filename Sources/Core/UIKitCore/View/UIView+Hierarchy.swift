import Foundation

/// A view's place in the tree of views. Changes in this file only.
struct ViewTree {
  /// Not weak, because it is read in every walk: `removeFromSuperview` and the superview's deinit clear it.
  fileprivate(set) unowned(unsafe) var parent: UIView?
  fileprivate(set) var children: ContiguousArray<UIView> = []
  /// The window the view is in; cleared like `parent`.
  fileprivate(set) unowned(unsafe) var window: UIWindow?
  /// The controller whose `view` this is; cleared by it.
  fileprivate(set) unowned(unsafe) var controller: UIViewController?
  /// Whether the view, and then its superview too, has been told that the view is about to leave.
  fileprivate(set) var told = Told.none

  enum Told: UInt8 { case none, view, superview }

  /// Gives a view's place for change; see `UIView`.
  struct Key { fileprivate init() {} }
}

/// The superview, the subviews, the window and the controller as the framework reads them: without a copy.
extension UIView {
  nonisolated final var parent: UIView? { tree.parent }
  nonisolated final var children: ContiguousArray<UIView> { _read { yield tree.children } }
  nonisolated final var windowStorage: UIWindow? { tree.window }
  nonisolated final var controller: UIViewController? { tree.controller }
}

/// Looks that an app has set for all objects of a class.
@MainActor
protocol AppearanceSource: AnyObject {
  /// Gives a view that is about to enter a window, and all below it, the looks set for their classes.
  func apply(to view: UIView)
  /// Gives an object the looks set for its class.
  /// - Parameter responder: what the object is in.
  func apply(to object: NSObject, in responder: UIResponder?)
}

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

  /// A call for a view that is about to leave, made by an app that was just told of it, takes the view out at once. The
  /// view and its superview are told once of a departure, so that calls from there do not follow each other without end.
  func leaveSuperview() {
    guard let parent else { return }
    if let controller, windowStorage != nil { controller.viewWillLeaveWindow() }
    // Before the views leave, while superviews can still be told.
    windowStorage?.touchRouter.subtreeWillLeave(self)
    guard self.parent === parent else { return }
    if tree.told == .none {
      self[ViewTree.Key()].told = .view
      willMove(toSuperview: nil)
      // Each view that was told may have taken this one, or others, away already.
      guard self.parent === parent else { return }
    }
    if constraintState != nil { leaveLayoutSystem() }
    if tree.told != .superview {
      self[ViewTree.Key()].told = .superview
      parent.willRemoveSubview(self)
      guard self.parent === parent else { return }
    }
    guard let index = parent.lastIndex(of: self) else { return }
    parent[ViewTree.Key()].children.remove(at: index)
    self[ViewTree.Key()].parent = nil
    self[ViewTree.Key()].told = .none
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
    let place = min(max(0, index), children.count)
    self[ViewTree.Key()].children.insert(view, at: place)
    view[ViewTree.Key()].parent = self
    if view.knownTraits !== knownTraits { shareTraits(with: view) }
    view.inheritTint(of: self)
    // A view that was told may have removed it again.
    guard view.parent === self else { return }
    view.moveToWindow(windowStorage)
    if view.layoutMarks.isAny { view.markAncestorsForLayout() }
    needsLayout(with: view)
    setNeedsComposite()
    // Inherited properties may be different here.
    view.setNeedsComposite()
    didAddSubview(view)
    view.didMoveToSuperview()
  }

  private func reorder(from old: Int, to new: Int) {
    guard old != new else { return }
    let view = self[ViewTree.Key()].children.remove(at: old)
    self[ViewTree.Key()].children.insert(view, at: new)
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
    let isPart = tree.parent != nil
    if level == 0, let appearances = window?.appearances { appearances.apply(to: self) }
    // An app that is told may take the view away again, or put it back.
    if let controller {
      if window == nil { controller.viewWillLeaveWindow() } else { controller.viewWillEnterWindow() }
      guard isMoving(from: old, to: window, isPart) else { return stay(in: old, insteadOf: window) }
    }
    willMove(toWindow: window)
    if level == 0, !isMoving(from: old, to: window, isPart) { return stay(in: old, insteadOf: window) }
    old?.viewWillLeave(self)
    self[ViewTree.Key()].window = window
    for index in children.indices.reversed() where index < children.count {
      children[index].moveToWindow(window, level: level + 1)
    }
    didMoveToWindow()
    if let controller {
      if let window { controller.viewDidEnter(window) } else { controller.viewDidLeaveWindow() }
    }
  }

  /// Whether the view is still on its way from one window to another.
  /// - Parameter isPart: whether it had a superview when it set out.
  private func isMoving(from old: UIWindow?, to new: UIWindow?, _ isPart: Bool) -> Bool {
    guard windowStorage === old else { return false }
    if let parent { return parent.windowStorage === new }
    return !isPart
  }

  /// The view is where it was after all: it, and its controller, were told of a move before.
  private func stay(in old: UIWindow?, insteadOf new: UIWindow?) {
    guard windowStorage === old else { return }
    if new == nil {
      willMove(toWindow: old)
      didMoveToWindow()
    }
    controller?.viewDidStay(in: old)
  }

  /// Makes the view the one of a controller.
  func become(viewOf new: UIViewController) { self[ViewTree.Key()].controller = new }

  /// Ends that, unless the view has another controller by now.
  nonisolated func forget(_ old: ObjectIdentifier) {
    if tree.controller.map(ObjectIdentifier.init) == old { self[ViewTree.Key()].controller = nil }
  }
}

extension UIWindow {
  /// Puts the window into itself, as the root of its tree. Called by its initialiser.
  final func becomeRoot() { self[ViewTree.Key()].window = self }
}

/// The subviews of a view that ends on another thread: lets go of them on the main actor.
@MainActor
final class OrphanedViews {
  private nonisolated let superview: ObjectIdentifier
  private nonisolated(unsafe) var views: ContiguousArray<UIView>
  /// The views that were in the window that ended, each before its subviews.
  private nonisolated(unsafe) var lost: ContiguousArray<UIView> = []

  /// Takes the subviews out of a view.
  /// - Parameter superview: the view that ends, which is not kept.
  nonisolated init(of superview: UIView) {
    views = superview.tree.children
    self.superview = ObjectIdentifier(superview)
    superview[ViewTree.Key()].children = []
  }

  /// Tells the views that superview and window are gone, and lets go of them.
  func leave() {
    for view in views {
      view[ViewTree.Key()].parent = nil
      view.moveToWindow(nil)
    }
    views = []
  }

  /// Has the views, and those below them in a window that ends, name it no longer. Called where the main thread is held
  /// up, most likely by the calling thread, so that no other thread is at these views.
  nonisolated func forget() {
    for view in views { forget(view) }
  }

  private nonisolated func forget(_ view: UIView) {
    if isSuperview(view.parent) { view[ViewTree.Key()].parent = nil }
    guard isSuperview(view.windowStorage) else { return }
    view[ViewTree.Key()].window = nil
    lost.append(view)
    for child in view.children { forget(child) }
  }

  private nonisolated func isSuperview(_ view: UIView?) -> Bool { view.map(ObjectIdentifier.init) == superview }

  /// In place of `leave()` after `forget()`: tells the views that their window is gone, if they have no other by now.
  func leaveLate() {
    let lost = lost.filter { $0.windowStorage == nil }
    for view in lost {
      view.controller?.viewWillLeaveWindow()
      view.willMove(toWindow: nil)
    }
    for view in lost.reversed() {
      view.didMoveToWindow()
      view.controller?.viewDidLeaveWindow()
    }
    views = []
    self.lost = []
  }
}
