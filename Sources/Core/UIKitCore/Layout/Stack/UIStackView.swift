import Foundation

/// Arranges views in a row or a column by constraints it makes itself.
///
/// Its size comes from the arranged views unless constraints give it another. Hidden views take no room. The
/// constraints are made anew before the next layout whenever the arrangement changed.
@preconcurrency @MainActor
open class UIStackView: UIView {
  /// How the views share the stack's length; raw values as in UIKit.
  public enum Distribution: Int, Sendable {
    /// They fill it; hugging and resistance decide who grows and shrinks.
    case fill = 0
    /// They fill it in equal parts.
    case fillEqually
    /// They fill it in proportion to their intrinsic sizes.
    case fillProportionally
    /// The spaces between them are equal.
    case equalSpacing
    /// The distances between their middles are equal.
    case equalCentering
  }

  /// Where the views stand across the stack; raw values as in UIKit.
  public enum Alignment: Int, Sendable {
    case fill = 0, leading, firstBaseline, center, trailing, lastBaseline
    /// Of a row: at its top.
    public static var top: Alignment { .leading }
    /// Of a row: at its bottom.
    public static var bottom: Alignment { .trailing }
  }

  /// As a custom spacing: the stack's own.
  public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  /// As a spacing: the system's between neighbours.
  public static let spacingUseSystem: CGFloat = 1.175494e-38

  /// Whether the views stand side by side or one below the other.
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { if axis != oldValue { arrangementChanged() } } }
  /// How the views share the stack's length.
  open var distribution = Distribution.fill { didSet { if distribution != oldValue { arrangementChanged() } } }
  /// Where the views stand across the stack.
  open var alignment = Alignment.fill { didSet { if alignment != oldValue { arrangementChanged() } } }
  /// Points between neighbours; the least where the distribution makes its own spaces.
  /// - Precondition: finite.
  open var spacing: CGFloat = 0 {
    didSet {
      requireFinite(spacing, "UIStackView.spacing", of: self)
      if spacing != oldValue { arrangementChanged() }
    }
  }
  /// Whether the views stay inside of the layout margins instead of the bounds.
  open var isLayoutMarginsRelativeArrangement = false {
    didSet { if isLayoutMarginsRelativeArrangement != oldValue { arrangementChanged() } }
  }

  /// The views arranged, in order; a part of `subviews`.
  public private(set) final var arrangedSubviews: [UIView] = []
  final var customSpacings: [ObjectIdentifier: CGFloat] = [:]
  final var madeConstraints: [NSLayoutConstraint] = []
  final var gaps: [UILayoutGuide] = []

  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// A stack that arranges `views`.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  // MARK: Views

  /// Adds a view at the end; it becomes a subview, placed by constraints.
  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  /// Adds a view, or moves it, to a place among the others.
  /// - Precondition: `stackIndex` is at most the number of arranged views.
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    guard arrangedSubviews.indices.contains(stackIndex) || stackIndex == arrangedSubviews.count else {
      layoutMisuse(
        "UIStackView.insertArrangedSubview was called with index \(stackIndex) of \(arrangedSubviews.count) views")
    }
    arrangedSubviews.insert(view, at: stackIndex)
    view.ensureConstraintState().stack = self
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview !== self { addSubview(view) }
    arrangementChanged()
  }

  /// Arranges a view no longer; it stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    guard arrangedSubviews.contains(where: { $0 === view }) else { return }
    arrangedSubviews.removeAll { $0 === view }
    customSpacings[ObjectIdentifier(view)] = nil
    view.constraintState?.stack = nil
    arrangementChanged()
  }

  /// Sets the points after one view; `spacingUseDefault` takes them back.
  /// - Precondition: finite.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    requireFinite(spacing, "UIStackView.setCustomSpacing(_:after:)", of: self)
    customSpacings[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
    arrangementChanged()
  }

  /// The points set after one view; `spacingUseDefault` without.
  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
  }

  // MARK: Overridden

  open override func willRemoveSubview(_ subview: UIView) {
    removeArrangedSubview(subview)
    super.willRemoveSubview(subview)
  }

  open override func updateConstraints() {
    arrange()
    super.updateConstraints()
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    // Proportions are those of the sizes that texts had.
    if distribution == .fillProportionally { arrangementChanged() }
  }

  override var baselineOffsets: (first: CGFloat, last: CGFloat) {
    let shown = arrangedSubviews.filter { !$0.isHidden }
    return (shown.first?.baselineOffsets.first ?? 0, shown.last?.baselineOffsets.last ?? 0)
  }
}
