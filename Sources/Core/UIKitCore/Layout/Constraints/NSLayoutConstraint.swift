import ConstraintSolver
import Foundation

/// A linear relation between two attributes: `first = second × multiplier + constant`, or with ≤ or ≥.
///
/// It takes effect while it is active, and then the views it names must be in one tree. A required constraint that
/// contradicts others is left out, with one line on standard error, until the others allow it.
///
/// Contract: an active constraint is held by the nearest view that contains both items (`UIView.constraints`), which
/// keeps it alive; it does not keep its items alive. Taking one of its views out of that view deactivates it.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
  /// A view or a layout guide.
  public weak private(set) var firstItem: AnyObject?
  /// A view, a layout guide, or nil.
  public weak private(set) var secondItem: AnyObject?
  /// The attribute of `firstItem`.
  public let firstAttribute: Attribute
  /// The attribute of `secondItem`; `notAnAttribute` without a second item.
  public let secondAttribute: Attribute
  /// How the sides compare.
  public let relation: Relation
  /// The factor on the second attribute.
  public let multiplier: CGFloat
  /// A name for messages and tools.
  open var identifier: String?

  /// Added to the second side, in points. Changing it is cheap, and shows with the next layout; inside of
  /// `UIView.animate` call `layoutIfNeeded()` to animate it.
  /// - Precondition: finite.
  open var constant: CGFloat {
    didSet {
      guard constant != oldValue else { return }
      Self.check(constant, "constant")
      holder?.layoutRoot.constantChanged(of: self)
    }
  }

  /// Required unless set. Constraints of lower priority hold as far as those of higher priority allow.
  open var priority = UILayoutPriority.required {
    didSet {
      guard priority != oldValue else { return }
      if !(priority.rawValue > 0 && priority.rawValue <= 1000) {
        layoutMisuse(
          "NSLayoutConstraint.priority was set to \(priority.rawValue): priorities are above 0 and up to 1000")
      }
      holder?.layoutRoot.replace(self)
    }
  }

  /// Whether the constraint takes effect.
  open var isActive: Bool {
    get { holder != nil }
    set { if newValue { activate() } else { deactivate() } }
  }

  /// Whether margins, a guide of the system or a baseline move one of its sides.
  final var followsInsets: Bool {
    if firstItem is UILayoutGuide || secondItem is UILayoutGuide { return true }
    for attribute in [firstAttribute, secondAttribute] {
      if attribute.withinMargins != nil || attribute == .firstBaseline || attribute == .lastBaseline { return true }
    }
    return false
  }

  /// The view that holds the constraint; nil while it is not active.
  final weak var holder: UIView?
  /// The constraint in the solver of the tree it is in.
  final var solved: SolverConstraint?

  /// - Parameters:
  ///   - view1: a view or a layout guide.
  ///   - view2: the same, or nil for a constraint of one item.
  /// - Precondition: the attributes measure the same, the numbers are finite.
  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat = 1, constant c: CGFloat = 0
  ) {
    firstItem = view1 as AnyObject
    secondItem = view2.map { $0 as AnyObject }
    firstAttribute = attr1
    secondAttribute = view2 == nil ? .notAnAttribute : attr2
    self.relation = relation
    self.multiplier = multiplier
    constant = c
    super.init()
    checkMeaning()
  }

  /// The relation as a line of code would state it.
  nonisolated open override var description: String { MainActor.assumeIsolated { sentence } }

  private static func check(_ number: CGFloat, _ name: String) {
    guard !number.isFinite else { return }
    layoutMisuse("NSLayoutConstraint.\(name) is \(number): a constraint needs finite numbers; check what computed it")
  }

  private func checkMeaning() {
    Self.check(constant, "constant")
    Self.check(multiplier, "multiplier")
    for item in [firstItem, secondItem] where item != nil && !(item is UIView) && !(item is UILayoutGuide) {
      layoutMisuse("NSLayoutConstraint was made with an item of \(type(of: item)): items are views and layout guides")
    }
    if secondItem == nil {
      guard firstAttribute.measure == .length else {
        layoutMisuse(
          "NSLayoutConstraint sets \(firstAttribute) to a number: a position needs a second item to be measured from")
      }
    } else if firstAttribute.measure != secondAttribute.measure {
      layoutMisuse(
        """
        NSLayoutConstraint compares \(firstAttribute) with \(secondAttribute): pair horizontal positions, vertical \
        positions or lengths with each other
        """)
    } else if firstAttribute.isAbsoluteSide && secondAttribute.isDirectional
      || firstAttribute.isDirectional && secondAttribute.isAbsoluteSide
    {
      layoutMisuse(
        """
        NSLayoutConstraint compares \(firstAttribute) with \(secondAttribute): leading and trailing follow the reading \
        direction, left and right do not; use one or the other
        """)
    }
  }

  /// The view an item is or belongs to.
  final func view(of item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

  /// Whether an item is `view` or lies inside of it.
  final func refers(into view: UIView) -> Bool {
    [firstItem, secondItem].contains { self.view(of: $0)?.isDescendant(of: view) ?? false }
  }
}

extension NSLayoutConstraint.Attribute {
  fileprivate var isAbsoluteSide: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }
}
