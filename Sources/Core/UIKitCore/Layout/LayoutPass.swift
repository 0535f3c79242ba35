/// Whether a view, and views below it, are to be laid out. Changes in this file only.
struct LayoutMarks {
  /// `layoutSubviews` is due.
  fileprivate(set) var isDue = true
  /// It is due in some view below.
  fileprivate(set) var isDueBelow = false

  var isAny: Bool { isDue || isDueBelow }

  /// Gives a view's marks for change; see `UIView`.
  struct Key { fileprivate init() {} }
}

extension UIView {
  final func markNeedsLayout() {
    guard !layoutMarks.isDue else { return }
    self[LayoutMarks.Key()].isDue = true
    markAncestorsForLayout()
  }

  /// Lets the layout pass find its way to this view, and asks for a frame.
  final func markAncestorsForLayout() {
    var ancestor = parent
    while let view = ancestor, !view.layoutMarks.isDueBelow {
      view[LayoutMarks.Key()].isDueBelow = true
      ancestor = view.parent
    }
    windowStorage?.requestFrame()
  }
}

/// The sole caller of `layoutSubviews`.
///
/// Walks down from a view along the marks, each superview before its subviews.
/// A layout that marks again (a cell asking its table, say) is served in the
/// same pass, a bounded number of times; what is still marked then stays
/// marked for the next frame, so a layout that never settles costs frames, not
/// a hang.
@MainActor
package enum LayoutPass {
  /// How deep views may be nested. Layout, drawing and hit testing go down the tree level by level, and each takes some of
  /// the main thread's stack; `UIApplication.prepareProcess()` raises its limit so that this many have room.
  static let maximumDepth = 20_000

  /// Ends the program where views are nested too deep, before the stack overflows without a word.
  static func require(depth: Int, of view: UIView) {
    guard depth >= maximumDepth else { return }
    // The message must be seen in release builds too.
    fatalError(
      """
      \(type(of: view)) is nested \(depth) views deep, at most \(maximumDepth) can be shown; add it to a view further up, or \
      remove views between that hold nothing else
      """)
  }

  /// - Complexity: O(marked views and their ancestors).
  package static func run(from root: UIView) {
    untilSettled {
      guard root.layoutMarks.isAny else { return false }
      visit(root, depth: 0)
      return true
    }
  }

  private static func visit(_ view: UIView, depth: Int) {
    require(depth: depth, of: view)
    if view.layoutMarks.isDue {
      view[LayoutMarks.Key()].isDue = false
      if let controller = view.controller {
        controller.viewIsReached()
        controller.viewWillLayoutSubviews()
        view.layoutSubviews()
        controller.viewDidLayoutSubviews()
      } else {
        view.layoutSubviews()
      }
    }
    guard view.layoutMarks.isDueBelow else { return }
    view[LayoutMarks.Key()].isDueBelow = false
    // By index: a layout may add or remove siblings of what is being visited.
    var index = 0
    while index < view.children.count {
      let child = view.children[index]
      if child.layoutMarks.isAny { visit(child, depth: depth + 1) }
      index += 1
    }
  }
}

/// Repeats a step that can make itself necessary again: a layout that changes what it was made for, a callback that
/// asks for another. After eight times it is left at that, so that a step that always does costs a frame, not a hang.
/// - Parameter step: false when nothing was left to do.
@MainActor
@inline(__always)
package func untilSettled(_ step: () -> Bool) {
  for _ in 0..<8 where !step() { return }
}
