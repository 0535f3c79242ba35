import Foundation

extension UIStackView {
  /// Called when views, their visibility or the stack's properties changed.
  func arrangementChanged() {
    guard !needsUpdateConstraints() else { return }
    setNeedsUpdateConstraints()
    layoutRoot.setNeedsLayout()
  }

  /// The attributes along the stack and across it.
  private struct Attributes {
    let start, end, length, middle, acrossStart, acrossEnd, acrossLength, acrossMiddle: NSLayoutConstraint.Attribute

    static let row = Attributes(
      start: .leading, end: .trailing, length: .width, middle: .centerX, acrossStart: .top, acrossEnd: .bottom,
      acrossLength: .height, acrossMiddle: .centerY)
    static let column = Attributes(
      start: .top, end: .bottom, length: .height, middle: .centerY, acrossStart: .leading, acrossEnd: .trailing,
      acrossLength: .width, acrossMiddle: .centerX)
  }

  /// Below what an app states for the size of the stack, and below the wish to be as small as possible.
  private static let tight = UILayoutPriority(49)
  /// Proportions give way to sizes that are required.
  private static let almostRequired = UILayoutPriority(999)
  /// Equal distances between middles give way to the least spaces.
  private static let centering = UILayoutPriority(149)

  /// Makes the stack's constraints anew.
  func arrange() {
    NSLayoutConstraint.deactivate(madeConstraints)
    madeConstraints.removeAll()
    for gap in gaps { removeLayoutGuide(gap) }
    gaps.removeAll()
    let views = arrangedSubviews.filter { !$0.isHidden }
    guard let first = views.first, let last = views.last else { return }
    let along = axis == .horizontal ? Attributes.row : .column
    let container: AnyObject = isLayoutMarginsRelativeArrangement ? layoutMarginsGuide : self

    bind(first, along.start, .equal, container, along.start)
    bind(container, along.end, .equal, last, along.end)
    switch distribution {
    case .fill: chain(views, along, .equal)
    case .fillEqually:
      chain(views, along, .equal)
      for view in views.dropFirst() { bind(view, along.length, .equal, first, along.length) }
    case .fillProportionally:
      chain(views, along, .equal)
      keepProportions(views, along)
    case .equalSpacing:
      addGaps(views, from: along.end, to: along.start, along, priority: .required)
      for (gap, view) in zip(gaps, views) {
        bind(gap, along.length, .greaterThanOrEqual, nil, .notAnAttribute, space(after: view))
      }
    case .equalCentering:
      chain(views, along, .greaterThanOrEqual)
      addGaps(views, from: along.middle, to: along.middle, along, priority: Self.centering)
    }
    align(views, container, along)
    NSLayoutConstraint.activate(madeConstraints)
  }

  private func bind(
    _ a: AnyObject, _ first: NSLayoutConstraint.Attribute, _ relation: NSLayoutConstraint.Relation, _ b: AnyObject?,
    _ second: NSLayoutConstraint.Attribute, _ constant: CGFloat = 0, multiplier: CGFloat = 1,
    priority: UILayoutPriority = .required
  ) {
    let made = NSLayoutConstraint(
      item: a, attribute: first, relatedBy: relation, toItem: b, attribute: second, multiplier: multiplier,
      constant: constant)
    made.priority = priority
    madeConstraints.append(made)
  }

  private func space(after view: UIView) -> CGFloat {
    let space = customSpacings[ObjectIdentifier(view)] ?? spacing
    return space == Self.spacingUseSystem ? systemSpacing : space
  }

  // MARK: Along the stack

  private func chain(_ views: [UIView], _ along: Attributes, _ relation: NSLayoutConstraint.Relation) {
    for (view, next) in zip(views, views.dropFirst()) {
      bind(next, along.start, relation, view, along.end, space(after: view))
    }
  }

  private func keepProportions(_ views: [UIView], _ along: Attributes) {
    let lengths = views.map { view in
      let size = view.intrinsicContentSize
      return max(1, axis == .horizontal ? size.width : size.height)
    }
    for (view, length) in zip(views, lengths).dropFirst() {
      bind(
        view, along.length, .equal, views[0], along.length, multiplier: length / lengths[0],
        priority: Self.almostRequired)
    }
  }

  /// Puts a guide between each two neighbours and makes all of one length.
  private func addGaps(
    _ views: [UIView], from: NSLayoutConstraint.Attribute, to: NSLayoutConstraint.Attribute, _ along: Attributes,
    priority: UILayoutPriority
  ) {
    for (view, next) in zip(views, views.dropFirst()) {
      let gap = UILayoutGuide()
      addLayoutGuide(gap)
      bind(gap, along.start, .equal, view, from)
      bind(gap, along.end, .equal, next, to)
      if let first = gaps.first { bind(gap, along.length, .equal, first, along.length, priority: priority) }
      gaps.append(gap)
    }
    bind(self, along.length, .equal, nil, .notAnAttribute, priority: Self.tight)
  }

  // MARK: Across the stack

  private func align(_ views: [UIView], _ container: AnyObject, _ along: Attributes) {
    let baseline: NSLayoutConstraint.Attribute? =
      switch (axis, alignment) {
      case (.horizontal, .firstBaseline): .firstBaseline
      case (.horizontal, .lastBaseline): .lastBaseline
      default: nil
      }
    for view in views {
      let fills = alignment == .fill
      let isAtStart = fills || alignment == .leading || (axis == .vertical && alignment == .firstBaseline)
      let isAtEnd = fills || alignment == .trailing || (axis == .vertical && alignment == .lastBaseline)
      bind(view, along.acrossStart, isAtStart ? .equal : .greaterThanOrEqual, container, along.acrossStart)
      bind(container, along.acrossEnd, isAtEnd ? .equal : .greaterThanOrEqual, view, along.acrossEnd)
      if alignment == .center { bind(view, along.acrossMiddle, .equal, container, along.acrossMiddle) }
      if let baseline, view !== views[0] { bind(view, baseline, .equal, views[0], baseline) }
    }
    if alignment != .fill { bind(self, along.acrossLength, .equal, nil, .notAnAttribute, priority: Self.tight) }
  }
}
