import Foundation

extension UIView {
  /// Whether the frame is set from outside, by the app, by autoresizing or by a container. True unless set; set it to
  /// false on views that constraints place.
  public var translatesAutoresizingMaskIntoConstraints: Bool {
    get { constraintState?.hasOwnFrame ?? true }
    set {
      guard newValue != translatesAutoresizingMaskIntoConstraints else { return }
      // Both the systems before and after the change are made anew.
      if constraintState?.isConstrainedFromAbove == true { dropLayoutEngines() }
      ensureConstraintState().hasOwnFrame = newValue
      if constraintState?.isConstrainedFromAbove == true { dropLayoutEngines() }
    }
  }

  /// The active constraints this view holds: those of which it is the nearest view that contains both items.
  public var constraints: [NSLayoutConstraint] { constraintState?.held ?? [] }

  /// Activates a constraint.
  public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
  /// Activates constraints, in order.
  public func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }
  /// Deactivates a constraint.
  public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
  /// Deactivates constraints.
  public func removeConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.deactivate(constraints) }

  // MARK: Intrinsic size

  /// How strongly the view refuses to be larger than its intrinsic size; 250 unless set.
  public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    let hugging = constraintState?.hugging ?? (.defaultLow, .defaultLow)
    return axis == .horizontal ? hugging.0 : hugging.1
  }

  /// Sets how strongly the view refuses to be larger than its intrinsic size.
  public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    let state = ensureConstraintState()
    if axis == .horizontal { state.hugging.0 = priority } else { state.hugging.1 = priority }
    contentSizeMayHaveChanged()
  }

  /// How strongly the view refuses to be smaller than its intrinsic size; 750 unless set.
  public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    let resistance = constraintState?.resistance ?? (.defaultHigh, .defaultHigh)
    return axis == .horizontal ? resistance.0 : resistance.1
  }

  /// Sets how strongly the view refuses to be smaller than its intrinsic size.
  public func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    let state = ensureConstraintState()
    if axis == .horizontal { state.resistance.0 = priority } else { state.resistance.1 = priority }
    contentSizeMayHaveChanged()
  }

  /// The system reads `intrinsicContentSize` again with the next layout.
  func contentSizeMayHaveChanged() {
    if let item = constraintState?.item { item.engine?.contentChanged(of: item) }
  }

  /// The system takes a frame that is not of its making as given.
  func outerFrameMayHaveChanged() {
    guard let item = constraintState?.item, let engine = item.engine, engine.hasOuterFrame(self) else { return }
    engine.insetsChanged()
    engine.root.setNeedsLayout()
  }

  // MARK: Updating constraints

  /// Asks for `updateConstraints()` before the next layout; many calls are one.
  public func setNeedsUpdateConstraints() {
    ensureConstraintState().needsUpdateConstraints = true
    setNeedsLayout()
  }

  /// Whether `updateConstraints()` is due.
  public func needsUpdateConstraints() -> Bool { constraintState?.needsUpdateConstraints ?? false }

  /// Calls `updateConstraints()` now for this view and those inside of it that asked for it, subviews first.
  public func updateConstraintsIfNeeded() {
    for index in children.indices where index < children.count { children[index].updateConstraintsIfNeeded() }
    guard let state = constraintState, state.needsUpdateConstraints else { return }
    state.needsUpdateConstraints = false
    if let controller { controller.updateViewConstraints() } else { updateConstraints() }
  }

  // MARK: Layout

  /// Places the views of the system whose root this view is. Called by `layoutSubviews()`.
  func layOutByConstraints(_ state: ViewConstraintState) {
    if state.needsUpdateConstraints { updateConstraintsIfNeeded() }
    guard state.isRoot, !state.joinsSuperview || parent == nil else { return }
    layoutEngine(state).layOut()
  }

  private func layoutEngine(_ state: ViewConstraintState) -> LayoutEngine {
    if let engine = state.engine { return engine }
    updateConstraintsIfNeeded()
    let engine = LayoutEngine(root: self)
    state.engine = engine
    return engine
  }

  /// The size the constraints inside of the view ask for; nil when there are none.
  func sizeByConstraints(
    _ target: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize? {
    bringTraitsUpToDate()
    updateConstraintsIfNeeded()
    guard let state = constraintState else { return nil }
    if state.isRoot, layoutRoot === self {
      let engine = layoutEngine(state)
      guard engine.hasConstraints else { return nil }
      return engine.fittingSize(target, horizontal: horizontal, vertical: vertical)
    }
    // Part of a larger system: the subtree is solved apart, without the constraints of the views around it.
    let apart = LayoutEngine(root: self, isTemporary: true)
    guard apart.hasConstraints else { return nil }
    return apart.fittingSize(target, horizontal: horizontal, vertical: vertical)
  }
}

/// For tests and tools.
extension UIView {
  /// The reports of contradicting constraints in the system whose root this view is, oldest first.
  package var constraintReports: [String] { constraintState?.engine?.reports ?? [] }
  /// How often that system was brought up to date and solved.
  package var constraintSolutionCount: Int { constraintState?.engine?.solutionCount ?? 0 }
  /// Whether the view keeps anything for constraints.
  package var hasConstraintState: Bool { constraintState != nil }
}
