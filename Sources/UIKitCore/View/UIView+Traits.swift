/// A view's traits: light or dark, the display scale, the size of text, the accent colour.
///
/// A view keeps the traits it was told of last. Only `adoptTraits(_:)` tells it of others, together with all views
/// below it. In a window that happens at once. Outside of a window it happens when the view is added to another view,
/// which is how it comes into a window, and when it is measured, laid out or dequeued: sizes, colours and texts it has
/// kept of the former traits would be wrong from then on.
///
/// Contract: a view knows the same traits, by identity, as its superview, in a window and outside of one. One
/// comparison at the top therefore settles a whole tree: the cost for a cell that is used again.
extension UIView {
  /// Traits of the window. In no window those the view was told of last, as long as they are not out of date, else
  /// those of the application.
  public final var traitCollection: UITraitCollection {
    if let windowStorage { return windowStorage.knownTraits }
    guard let application = UIApplication.current, application.isInForce(knownTraits) else { return .current }
    return knownTraits
  }

  /// The watchers of single traits of the view.
  public final var traitObservers: TraitObservers {
    if let traitObserversInUse { return traitObserversInUse }
    let made = TraitObservers()
    traitObserversInUse = made
    return made
  }

  /// Tells the view that it has other traits.
  final func traitsDidChange(from previous: UITraitCollection) {
    let new = knownTraits
    traitCollectionDidChange(previous)
    traitObserversInUse?.traitsDidChange(from: previous, to: new)
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
    let traits = traitCollection
    if knownTraits === traits { view.adoptTraits(traits) } else { treeRoot.adoptTraits(traits) }
  }

  /// Called before a view is measured or laid out that may be in no window.
  final func bringTraitsUpToDate() {
    guard windowStorage == nil else { return }
    let traits = traitCollection
    if knownTraits !== traits { treeRoot.adoptTraits(traits) }
  }

  private var treeRoot: UIView {
    var view = self
    while let parent = view.parent { view = parent }
    return view
  }
}
