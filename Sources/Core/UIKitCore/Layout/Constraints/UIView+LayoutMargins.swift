import Foundation

extension UIView {
  /// The layout margins by reading direction, in points. Margins that are set here change sides when the direction becomes
  /// another.
  /// - Precondition: finite values.
  public var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let margins = layoutMargins
      let (leading, trailing) = isRightToLeft ? (margins.right, margins.left) : (margins.left, margins.right)
      return NSDirectionalEdgeInsets(top: margins.top, leading: leading, bottom: margins.bottom, trailing: trailing)
    }
    set {
      requireFinite(newValue, "UIView.directionalLayoutMargins", of: self)
      if newValue.leading != newValue.trailing { ensureConstraintState().directionalMargins = newValue }
      layoutMargins = newValue.sides(isTurned: isRightToLeft)
    }
  }

  /// Whether the margins are at least as far inside as those of the superview where the two overlap.
  public var preservesSuperviewLayoutMargins: Bool {
    get { constraintState?.preservesSuperviewMargins ?? false }
    set {
      guard newValue != preservesSuperviewLayoutMargins else { return }
      ensureConstraintState().preservesSuperviewMargins = newValue
      marginsMayHaveChanged()
    }
  }

  /// How the view reads regardless of the language.
  public var semanticContentAttribute: UISemanticContentAttribute {
    get { constraintState?.semantics ?? .unspecified }
    set {
      guard newValue != semanticContentAttribute else { return }
      let state = ensureConstraintState()
      let wasTurned = isRightToLeft
      state.semantics = newValue
      if let margins = state.directionalMargins, layoutMargins == margins.sides(isTurned: wasTurned) {
        layoutMargins = margins.sides(isTurned: isRightToLeft)
      }
      dropLayoutEngines()
      layoutDirectionDidChange()
      directionDidChangeAround()
    }
  }

  /// Tells all views inside for which no direction was chosen: what the framework places in them reads as what is around
  /// them.
  private func directionDidChangeAround() {
    for child in children where child.semanticContentAttribute == .unspecified {
      child.layoutDirectionDidChange()
      child.directionDidChangeAround()
    }
  }

  /// The direction in which `leading` and `trailing` of constraints that this view holds are taken.
  public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    isRightToLeft ? .rightToLeft : .leftToRight
  }

  var isRightToLeft: Bool { constraintState?.semantics == .forceRightToLeft }

  /// Whether a view whose parts the framework places reads from right to left: as the app chose for it, else as what is
  /// around it.
  func isRightToLeft(within isOuterRightToLeft: Bool) -> Bool {
    switch semanticContentAttribute {
    case .forceRightToLeft: true
    case .unspecified: isOuterRightToLeft
    default: false
    }
  }

  /// Whether the nearest of the view and those around it for which the app chose a direction reads from right to left.
  package var isInRightToLeft: Bool {
    var view: UIView? = self
    while let current = view {
      if current.semanticContentAttribute != .unspecified { return current.isRightToLeft }
      view = current.parent
    }
    return false
  }

  /// Has a view that the framework made read as the one around it.
  package func turn(_ isTurned: Bool) {
    guard isTurned != isRightToLeft else { return }
    semanticContentAttribute = isTurned ? .forceRightToLeft : .unspecified
  }

  /// The margins with what the safe area and the superview's margins add to them.
  var effectiveLayoutMargins: UIEdgeInsets {
    var margins = layoutMargins
    if controller != nil {
      // A controller's view has no margins of its own above and below, and those of the system at the sides.
      let side = systemMargin(forWidth: storedBounds.width)
      margins.left = max(margins.left, side)
      margins.right = max(margins.right, side)
      margins.top = 0
      margins.bottom = 0
    }
    let safe = safeAreaInsets
    margins.top += safe.top
    margins.left += safe.left
    margins.bottom += safe.bottom
    margins.right += safe.right
    guard constraintState?.preservesSuperviewMargins == true, let parent else { return margins }
    let outer = parent.effectiveLayoutMargins
    margins.top = max(margins.top, outer.top - origin.y)
    margins.left = max(margins.left, outer.left - origin.x)
    margins.bottom = max(margins.bottom, outer.bottom - (parent.bounds.height - origin.y - bounds.height))
    margins.right = max(margins.right, outer.right - (parent.bounds.width - origin.x - bounds.width))
    return margins
  }

  func marginsMayHaveChanged() {
    setNeedsLayout()
    guard constraintState != nil else { return }
    let root = layoutRoot
    root.constraintState?.engine?.insetsChanged()
    root.setNeedsLayout()
  }
}

/// The direction in which the parts that the framework made of a view read. Parts of a view that always reads from left
/// to right are left alone: the app may have chosen another direction for one of them.
struct PartsDirection {
  /// The parts read from right to left.
  private(set) var isTurned = false

  /// Called before the parts are placed.
  /// - Parameter isTurned: whether the view reads from right to left now.
  /// - Returns: whether the parts have to be turned; those that read so already, and new ones, included.
  mutating func follow(_ isTurned: Bool) -> Bool {
    defer { self.isTurned = isTurned }
    return isTurned || self.isTurned
  }
}

extension CGRect {
  /// The same size at the mirrored place.
  /// - Parameter width: of what it is in, from 0, in the rectangle's unit.
  func mirrored(in width: CGFloat) -> CGRect {
    CGRect(x: width - origin.x - size.width, y: origin.y, width: size.width, height: size.height)
  }
}
