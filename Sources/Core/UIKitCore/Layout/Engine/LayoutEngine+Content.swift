import ConstraintSolver
import Foundation

extension LayoutEngine {
  /// Reads a view's intrinsic size and the priorities that go with it.
  func readContent(of item: LayoutItem) {
    item.isContentDirty = false
    guard let view = item.view, !hasOuterFrame(view) else { return }
    view.limitContentWidth(to: .infinity)
    item.naturalSize = view.intrinsicContentSize
    item.wrapped = nil
    item.isWrapped = false
    let size = item.naturalSize
    let hugging = view.constraintState?.hugging ?? (.defaultLow, .defaultLow)
    let resistance = view.constraintState?.resistance ?? (.defaultHigh, .defaultHigh)
    update(&item.hugging.0, item.width, .lessOrEqual, size.width, hugging.0)
    update(&item.hugging.1, item.height, .lessOrEqual, size.height, hugging.1)
    update(&item.resistance.0, item.width, .greaterOrEqual, size.width, resistance.0)
    update(&item.resistance.1, item.height, .greaterOrEqual, size.height, resistance.1)
  }

  private func update(
    _ constraint: inout SolverConstraint?, _ length: SolverVariable, _ relation: SolverRelation, _ size: CGFloat,
    _ priority: UILayoutPriority
  ) {
    let priority = Double(priority.rawValue)
    // The size of a view without content in that direction is left to others.
    let isWanted = size != UIView.noIntrinsicMetric && size.isFinite
    if let old = constraint, isWanted, old.priority == priority {
      solver.setConstant(-size, of: old)
      return
    }
    if let old = constraint { solver.remove(old) }
    constraint = nil
    guard isWanted else { return }
    let made = SolverConstraint([SolverTerm(length)], constant: -size, relation, priority: priority)
    solver.add(made)
    constraint = made
  }

  // MARK: Text that wraps

  /// Gives each text the size it would have in one line. Every solution begins with that, so that it depends on the
  /// present alone.
  func unwrap() {
    for item in items where item.isWrapped { use(natural: item) }
  }

  /// Measures text of several lines at the widths it was given, until these stay: the second pass of a layout.
  func settleWrapping() {
    for _ in 0..<Self.wrappingRounds {
      guard fitTexts() else { return }
      solver.solve()
    }
  }

  /// How often texts are measured again: a text that became narrower may leave room for another.
  private static let wrappingRounds = 3

  /// Measures the texts whose width is not what they were measured for.
  /// - Returns: whether there were any.
  private func fitTexts() -> Bool {
    var isChanged = false
    for item in items {
      guard let view = item.view, view.wrapsContent else { continue }
      let width = solver.value(of: item.width)
      if fit(item, view, to: width) { isChanged = true }
    }
    return isChanged
  }

  private func fit(_ item: LayoutItem, _ view: UIView, to width: CGFloat) -> Bool {
    // A width of nothing is no width to wrap at: the text keeps to its line until there is room.
    let isRoomy = width >= item.naturalSize.width - Self.slop || width < 1
    if item.isWrapped, let wrapped = item.wrapped {
      let fits = width >= wrapped.size.width - Self.slop && width <= wrapped.limit + 1
      if fits { return false }
    } else if isRoomy {
      return false
    }
    guard !isRoomy else {
      use(natural: item)
      return true
    }
    // The frame's edges are rounded: the text must fit the narrower of the widths that may come of it.
    let scale = max(root.traitCollection.displayScale, 1)
    let limit: CGFloat = ((width + Self.slop) * scale).rounded(.down) / scale
    if item.wrapped?.limit != limit {
      view.limitContentWidth(to: limit)
      item.wrapped = (limit, view.intrinsicContentSize)
    } else if item.isWrapped {
      return false
    }
    guard let size = item.wrapped?.size else { return false }
    item.isWrapped = true
    set(size, of: item)
    return true
  }

  /// Points by which a width may miss and count as the same.
  private static let slop = 0.001

  private func use(natural item: LayoutItem) {
    item.isWrapped = false
    set(item.naturalSize, of: item)
  }

  private func set(_ size: CGSize, of item: LayoutItem) {
    for constraint in [item.hugging.0, item.resistance.0] {
      if let constraint { solver.setConstant(-size.width, of: constraint) }
    }
    for constraint in [item.hugging.1, item.resistance.1] {
      if let constraint { solver.setConstant(-size.height, of: constraint) }
    }
  }
}
