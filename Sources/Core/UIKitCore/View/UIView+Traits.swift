/// A view's traits: light or dark, the display scale, the size of text, the accent colour. Changes in this file only.
///
/// A view keeps the traits it was told of last. Only `adoptTraits(_:)` tells it of others, together with all views
/// below it. In a window that happens at once. Outside of a window it happens when the view is added to another view,
/// which is how it comes into a window, and when it is measured, laid out or dequeued: sizes, colours and texts it has
/// kept of the former traits would be wrong from then on.
///
/// Contract: a view knows the same traits, by identity, as its superview, in a window and outside of one. One
/// comparison at the top therefore settles a whole tree: the cost for a cell that is used again. Two kinds of view know
/// others, `traits(within:)` of the superview's: the layer of what is presented, right below the window, and a view with an
/// `overrideUserInterfaceStyle`.
struct ViewTraits {
  /// The traits the view was made with or told of last.
  fileprivate(set) var known: UITraitCollection
  /// The watchers of single traits; nil until `registerForTraitChanges` is called.
  fileprivate(set) var observers: TraitObservers?
  /// Light or dark regardless of the superview; nil until that is asked for.
  fileprivate(set) var override: TraitOverride?

  /// Gives a view's traits for change; see `UIView`.
  struct Key { fileprivate init() {} }
}

/// Light or dark for a view and all below it, regardless of what is around it.
@MainActor
final class TraitOverride {
  /// As set for the view, and for its controller; that of the view counts first.
  fileprivate var (ofView, ofController) = (UIUserInterfaceStyle.unspecified, UIUserInterfaceStyle.unspecified)
  /// The traits made last, and those that they were made from: one object for all views below.
  private var made: (base: UITraitCollection, traits: UITraitCollection)?

  fileprivate var style: UIUserInterfaceStyle { ofView == .unspecified ? ofController : ofView }

  /// The traits of the view where those around it are `outer`.
  func traits(within outer: UITraitCollection) -> UITraitCollection {
    guard style != .unspecified, style != outer.userInterfaceStyle else { return outer }
    if let made, made.base === outer, made.traits.userInterfaceStyle == style { return made.traits }
    let traits = outer.with(style)
    made = (outer, traits)
    return traits
  }
}

extension UIView {
  /// The traits the view was made with or told of last.
  final var knownTraits: UITraitCollection { traits.known }

  /// Traits of the window, at the elevated level within a sheet, a popover or an alert, and light or dark as the view or one
  /// around it overrides it. In no window those the view was told of last, as long as they are not out of date, else those
  /// of the application.
  public final var traitCollection: UITraitCollection {
    if let windowStorage { return windowStorage.traits(of: self) }
    if UIApplication.current?.isInForce(knownTraits) == true { return knownTraits }
    return traits(below: rootTraits)
  }

  /// The traits of the top of a tree in no window.
  private var rootTraits: UITraitCollection {
    let known = treeRoot.knownTraits
    return UIApplication.current?.isInForce(known) == true ? known : .current
  }

  /// The traits of the view where those around the tree it is in are `root`.
  /// - Complexity: O(n) in the number of superviews.
  final func traits(below root: UITraitCollection) -> UITraitCollection {
    traits(within: parent?.traits(below: root) ?? root)
  }

  /// Whether views below this one may be lighter or darker than those around it.
  final var overridesTraits: Bool { traits.override != nil }

  /// Light or dark for the view and all below it; `unspecified`, the default, for that of the superview.
  public final var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { traits.override?.ofView ?? .unspecified }
    set { changeOverride { $0.ofView = newValue } }
  }

  /// Takes over what the controller of the view, or of the presentation that the view belongs to, overrides.
  final func takeStyle(ofController style: UIUserInterfaceStyle) {
    if style != .unspecified || overridesTraits { changeOverride { $0.ofController = style } }
  }

  private func changeOverride(_ change: (TraitOverride) -> Void) {
    let override = traits.override ?? TraitOverride()
    let former = override.style
    change(override)
    guard override.style != former else { return }
    self[ViewTraits.Key()].override = override
    overriddenTraitsDidChange()
  }

  /// The watchers of single traits of the view.
  public final var traitObservers: TraitObservers {
    if let observers = traits.observers { return observers }
    let made = TraitObservers()
    self[ViewTraits.Key()].observers = made
    return made
  }

  /// Tells the view and all below it of the traits around it, superviews first, unless they know them.
  package final func adoptTraits(_ outer: UITraitCollection) {
    if knownTraits !== outer { takeTraits(traits(within: outer)) }
  }

  /// Tells the view and all below it of traits of its own.
  final func takeTraits(_ new: UITraitCollection) {
    let previous = knownTraits
    guard previous !== new else { return }
    self[ViewTraits.Key()].known = new
    if previous != new {
      traitsDidChange(from: previous)
      // A view that was told has changed them again, and all views below know.
      guard knownTraits === new else { return }
    }
    // A copy: a view that is told may add views, which adopts the traits for them, and may remove some.
    for child in children.reversed() where child.parent === self {
      child.adoptTraits(new)
      guard knownTraits === new else { return }
    }
  }

  /// Tells the view that it has other traits.
  private final func traitsDidChange(from previous: UITraitCollection) {
    let new = knownTraits
    traitCollectionDidChange(previous)
    traits.observers?.traitsDidChange(from: previous, to: new)
    controller?.traitCollectionDidChange(previous)
    controller?.traitObserversInUse?.traitsDidChange(from: previous, to: new)
    // Colours and texts in drawings and recordings are those of the former traits.
    forgetDrawing()
    setNeedsComposite()
    guard
      previous.preferredContentSizeCategory != new.preferredContentSizeCategory
        || previous.displayScale != new.displayScale
    else { return }
    // Texts have other sizes, and edges are rounded to other pixels.
    if let constraintState {
      // Among equally good solutions the solver would find the one nearest to the former one.
      constraintState.dropEngine()
      contentSizeMayHaveChanged()
    }
    setNeedsLayout()
  }

  /// Called by a superview that has taken in a view which knows other traits. In a window that view is told; outside of
  /// one the superview may be what is out of date, and all around it with it.
  final func shareTraits(with view: UIView) {
    if knownTraits === traitCollection { view.adoptTraits(knownTraits) } else { treeRoot.adoptTraits(rootTraits) }
  }

  /// Called before a view is measured or laid out that may be in no window.
  final func bringTraitsUpToDate() {
    guard windowStorage == nil else { return }
    if knownTraits !== traitCollection { treeRoot.adoptTraits(rootTraits) }
  }

  private var treeRoot: UIView {
    var view = self
    while let parent = view.parent { view = parent }
    return view
  }
}
