/// The sole caller of `layoutSubviews`.
///
/// Walks down from a view along the marks, each superview before its subviews.
/// A layout that marks again (a cell asking its table, say) is served in the
/// same pass, a bounded number of times; what is still marked then stays
/// marked for the next frame, so a layout that never settles costs frames, not
/// a hang.
@MainActor
package enum LayoutPass {
  /// How often one pass goes over the same tree.
  private static let maximumRounds = 8

  /// - Complexity: O(marked views and their ancestors).
  package static func run(from root: UIView) {
    for _ in 0..<maximumRounds {
      guard root.isLayoutMarked || root.isSubtreeLayoutMarked else { return }
      visit(root)
    }
  }

  private static func visit(_ view: UIView) {
    if view.isLayoutMarked {
      view.isLayoutMarked = false
      if let controller = view.controller {
        controller.viewIsReached()
        controller.viewWillLayoutSubviews()
        view.layoutSubviews()
        controller.viewDidLayoutSubviews()
      } else {
        view.layoutSubviews()
      }
    }
    guard view.isSubtreeLayoutMarked else { return }
    view.isSubtreeLayoutMarked = false
    // By index: a layout may add or remove siblings of what is being visited.
    var index = 0
    while index < view.children.count {
      let child = view.children[index]
      if child.isLayoutMarked || child.isSubtreeLayoutMarked { visit(child) }
      index += 1
    }
  }
}
