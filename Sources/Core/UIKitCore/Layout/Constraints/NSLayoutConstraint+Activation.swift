import Foundation

extension NSLayoutConstraint {
  /// Activates constraints, in order.
  public class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.activate() }
  }

  /// Deactivates constraints.
  public class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.deactivate() }
  }

  final func activate() {
    guard holder == nil else { return }
    guard let first = view(of: firstItem), secondItem != nil || secondAttribute == .notAnAttribute else {
      layoutMisuse("NSLayoutConstraint.activate: an item of \(self) is gone, or is a guide that belongs to no view")
    }
    guard let second = secondItem == nil ? first : view(of: secondItem) else {
      layoutMisuse("NSLayoutConstraint.activate: the second item of \(self) is a guide that belongs to no view")
    }
    guard let common = first.commonAncestor(with: second) else {
      layoutMisuse(
        """
        NSLayoutConstraint.activate: the items of \(self) have no common ancestor; add both views to one tree before \
        activating a constraint between them
        """)
    }
    holder = common
    common.ensureConstraintState().held.append(self)
    let joinsSystems = [common.markConstrained(first), common.markConstrained(second)].contains(true)
    if joinsSystems { common.dropLayoutEngines() }
    common.layoutRoot.add(self)
  }

  final func deactivate() {
    guard let holder else { return }
    holder.constraintState?.held.removeAll { $0 === self }
    self.holder = nil
    holder.layoutRoot.remove(self)
  }

  final var sentence: String {
    let sign = relation == .equal ? "==" : relation == .lessThanOrEqual ? "<=" : ">="
    var text = "\(name(of: firstItem)).\(firstAttribute) \(sign) "
    if secondAttribute == .notAnAttribute {
      text += "\(constant)"
    } else {
      text += "\(name(of: secondItem)).\(secondAttribute)"
      if multiplier != 1 { text += " * \(multiplier)" }
      if constant != 0 { text += constant < 0 ? " - \(-constant)" : " + \(constant)" }
    }
    if priority != .required { text += " @\(priority.rawValue)" }
    return identifier.map { "'\($0)' \(text)" } ?? text
  }

  private func name(of item: AnyObject?) -> String {
    guard let item else { return "(gone)" }
    let identifier = (item as? UIView)?.accessibilityIdentifier ?? (item as? UILayoutGuide)?.identifier
    return identifier.flatMap { $0.isEmpty ? nil : "'\($0)'" } ?? "\(type(of: item))"
  }
}

extension UIView {
  /// The nearest view that is or contains both.
  func commonAncestor(with other: UIView) -> UIView? {
    var view: UIView? = self
    while let candidate = view {
      if other.isDescendant(of: candidate) { return candidate }
      view = candidate.parent
    }
    return nil
  }
}
