/// A part of an object that owns one concern of it: its state, which is private, and the rules by which that state
/// changes. Scroll views, tables, cells and text fields consist of facets.
///
/// The owner declares each facet as a `final let` and attaches all of them in its initializer; a facet asks and tells
/// others through its owner.
@MainActor
class Facet<Owner: AnyObject> {
  /// Ends on the main actor, wherever the last reference to the owner is dropped, and with it what the facet keeps: cells,
  /// display links. The owner is gone by then. A subclass's `deinit` may use what the facet keeps, and never the owner.
  isolated deinit {}

  // Unchecked: the owner makes its facets, attaches them in its initializer and is the only one that keeps them, so that
  // none is called after the owner's end. A checked reference costs an atomic increment and decrement each time a frame
  // reads it.
  private unowned(unsafe) var storedOwner: Owner?

  /// Called once by the owner's initializer.
  final func attach(to owner: Owner) { storedOwner = owner }

  /// The object this is a part of. Each use counts a reference, at some 150 instructions: methods that every frame
  /// calls get the owner from their caller.
  final var owner: Owner { storedOwner.unsafelyUnwrapped }

  /// Stops at the first broken invariant; called in tests, while the owner is at rest.
  func checkInvariants() {}
}
