import Foundation
import TableModel
import UIKitCore

/// A view that a collection view shows for one element after another: a cell, a header, a footer or another
/// supplementary view.
///
/// It is made once for a registered class, and `prepareForReuse()` removes the state of its former place. The collection
/// view sets its frame. A view that left the screen stays a hidden subview of it until another place needs one.
@preconcurrency @MainActor
open class UICollectionReusableView: UIView {
  /// The identifier it was dequeued with; nil for a view that the app made.
  public private(set) final var reuseIdentifier: String?
  /// Which element it shows; nil while it shows none.
  private(set) final var position: ElementPosition?
  /// The collection view that shows it, or has it waiting.
  private(set) final weak var collectionView: UICollectionView?
  /// Whether it waits in the pool of `collectionView`.
  private(set) final var isIdle = false
  /// It was on screen before.
  private final var wasShown = false
  /// The order among subviews that it was put in; nil while the collection view does not hold it in its tree.
  private(set) final var level: Int?
  /// The movement in which it is on its way out; nil for a view that is not.
  private(set) final weak var movement: ItemMovement?
  /// The last attributes that a layout of the app gave the element.
  private final var applied: UICollectionViewLayoutAttributes?

  /// Called by a collection view for a registered class; overrides call super.
  /// - Parameter frame: place and size in the collection view, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    keepRecording()
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// Called before the view is dequeued a second time. Overrides call super.
  open func prepareForReuse() {}

  /// Called with what the layout says of the element, when the view comes to its place and when the layout says something
  /// else: an override takes over attributes of the layout's own. Frame, alpha, transform and the like are set by the
  /// collection view.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// The attributes that the view would like, of which the collection view takes the size. Called for an element whose
  /// size the layout only estimates. Cells answer the size that their content needs; other views the one that
  /// `systemLayoutSizeFitting` answers, unless overridden.
  /// - Parameter layoutAttributes: those of the layout, with the estimated size.
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    let size = fittingSize(for: layoutAttributes.size)
    guard size != layoutAttributes.size else { return layoutAttributes }
    guard let preferred = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else { return layoutAttributes }
    preferred.size = size
    return preferred
  }

  /// The size that the view needs where the layout estimates `size`.
  private func fittingSize(for size: CGSize) -> CGSize {
    let priorities: (horizontal: UILayoutPriority, vertical: UILayoutPriority) =
      if let collectionView, let position {
        collectionView.places.layout.fittingPriorities(of: collectionView.places.shown(position))
      } else {
        (.fittingSizeLevel, .fittingSizeLevel)
      }
    return systemLayoutSizeFitting(
      CGSize(width: size.width, height: priorities.vertical == .required ? size.height : 0),
      withHorizontalFittingPriority: priorities.horizontal, verticalFittingPriority: priorities.vertical)
  }

  /// The content has another size: the element is measured again if the layout estimates its size. Overrides call super.
  open override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    collectionView?.elements.contentSizeChanged(of: self)
  }

  // MARK: Between pool and screen

  /// The view was made by a collection view, for an identifier.
  final func takeIdentifier(_ identifier: String) { reuseIdentifier = identifier }

  /// A collection view shows the view, or keeps it.
  final func belong(to view: UICollectionView) { collectionView = view }

  /// The view comes on screen for an element.
  /// - Returns: whether it does for the first time; later on it counts as used again.
  final func show(_ position: ElementPosition, of view: UICollectionView) -> Bool {
    belong(to: view)
    self.position = position
    defer { wasShown = true }
    return !wasShown
  }

  /// Where the view goes in its last animation, in points to the right; nil where it only fades.
  var swipeExit: Double? { nil }

  /// The view is on its way out in a movement.
  final func depart(in movement: ItemMovement) { self.movement = movement }

  /// The view is in no movement any more: its last animation has ended, is not shown, or was taken back.
  func movementDidEnd() { movement = nil }

  /// Its element has another place among the others.
  final func move(to position: ElementPosition) { self.position = position }

  /// The view shows no element any more.
  final func leavePlace() {
    position = nil
    applied = nil
  }

  /// A layout of the app's own says something of the element.
  /// - Returns: whether it is something else than before.
  final func takesOver(_ attributes: UICollectionViewLayoutAttributes) -> Bool {
    guard applied !== attributes, applied?.isEqual(attributes) != true else { return false }
    applied = attributes
    return true
  }

  /// Gives the view its frame, in points of its superview; one that the app has transformed keeps its transform.
  final func put(_ frame: CGRect) {
    if transform.isIdentity {
      if computedFrame != frame { self.frame = frame }
      return
    }
    let center = CGPoint(x: frame.midX, y: frame.midY)
    if bounds.size != frame.size { bounds = CGRect(origin: bounds.origin, size: frame.size) }
    if self.center != center { self.center = center }
  }

  /// Gives the view all that its attributes say.
  final func adopt(_ attributes: UICollectionViewLayoutAttributes) {
    if attributes.transform.isIdentity {
      if !transform.isIdentity { transform = .identity }
      if frame != attributes.frame { frame = attributes.frame }
    } else {
      bounds = CGRect(origin: .zero, size: attributes.size)
      center = attributes.center
      transform = attributes.transform
    }
    if alpha != attributes.alpha { alpha = attributes.alpha }
    if isHidden != attributes.isHidden { isHidden = attributes.isHidden }
  }

  /// The view waits in the pool.
  final func enterPool() { isIdle = true }

  /// The view was dequeued, or is returned by an app that has kept it.
  final func leavePool() { isIdle = false }

  /// The view was put into the tree of views in an order, or taken out.
  final func take(level: Int?) { self.level = level }
}
