/// A part of a `UIScrollView` that owns one concern of it: its state, which is private, and the rules by which that state
/// changes.
///
/// The scroll view declares each facet as a `final let` and attaches all of them in its initializer. What every frame
/// asks a facet for is exempt from the run time's check for overlapping access: it is set whole, and observers see the
/// new value.
@MainActor
class ScrollFacet {
  // Unchecked: the scroll view makes its facets, attaches them in its initializer and outlives them, and nobody else keeps
  // one. A checked reference costs an atomic increment and decrement each time a frame reads it.
  @exclusivity(unchecked) private unowned(unsafe) var owner: UIScrollView?

  /// Called once by the scroll view's initializer.
  final func attach(to scrollView: UIScrollView) { owner = scrollView }

  /// The scroll view this is a part of.
  final var scrollView: UIScrollView { owner.unsafelyUnwrapped }
}
