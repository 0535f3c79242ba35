/// A part of a `GridView` that owns one concern of it: its state, which is private, and the rules by which that state
/// changes. A part asks and tells others through the grid. Its invariants are checked by `GridView.checkInvariants()`,
/// outside of layout passes.
///
/// The counterpart of `UIKitCore`'s `Facet`, a class that cannot be derived from in another module.
@MainActor
class GridFacet {
  /// Ends on the main actor, wherever the last reference to the grid is dropped, and with it what the facet keeps. The
  /// grid is gone by then.
  isolated deinit {}

  // Unchecked: the grid makes its facets, attaches them in its initializer and is the only one that keeps them, so that
  // none is called after the grid's end. A checked reference costs an atomic increment and decrement each time a frame
  // reads it.
  private unowned(unsafe) var storedGrid: GridView?

  /// Called once by the grid's initializer.
  final func attach(to grid: GridView) { storedGrid = grid }

  /// The grid this is a part of. Each use counts a reference: methods that every frame calls get the grid from their
  /// caller.
  final var grid: GridView { storedGrid.unsafelyUnwrapped }

  /// Stops at the first broken invariant; called in tests, while the grid is at rest.
  func checkInvariants() {}
}
