import Foundation
import Primitives
import UIKitCore

/// How the items of a section lie: a group that is repeated, with headers, footers and a background.
@preconcurrency @MainActor
open class NSCollectionLayoutSection: NSObject {
  let group: NSCollectionLayoutGroup
  /// How the section looks as a list; nil for another one.
  final var listConfiguration: UICollectionLayoutListConfiguration?

  /// A section of a group.
  public init(group: NSCollectionLayoutGroup) {
    self.group = group
    super.init()
  }

  /// Points around the groups.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  /// From where the insets count.
  open var contentInsetsReference = UIContentInsetsReference.automatic
  /// Points between two groups.
  open var interGroupSpacing: CGFloat = 0
  /// Headers and footers.
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// Backgrounds.
  open var decorationItems: [NSCollectionLayoutDecorationItem] = []
  /// Whether the groups lie one beside the other in a strip that scrolls across, and how it comes to rest. Headers and
  /// footers stay where they are.
  open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
  /// Whether headers and footers have the section's insets.
  open var supplementariesFollowContentInsets = true
}

/// The room that a section or a group has.
@preconcurrency @MainActor
public protocol NSCollectionLayoutContainer: AnyObject {
  /// The whole room.
  var contentSize: CGSize { get }
  /// The room without the insets.
  var effectiveContentSize: CGSize { get }
  /// Points inside of the room that are left free.
  var contentInsets: NSDirectionalEdgeInsets { get }
  /// The same.
  var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

/// The room and the traits that a section is made for.
@preconcurrency @MainActor
public protocol NSCollectionLayoutEnvironment: AnyObject {
  /// The room.
  var container: any NSCollectionLayoutContainer { get }
  /// The traits of the collection view.
  var traitCollection: UITraitCollection { get }
}

/// The room that a layout tells its callbacks.
final class LayoutEnvironment: NSCollectionLayoutEnvironment, NSCollectionLayoutContainer {
  let contentSize: CGSize
  let contentInsets: NSDirectionalEdgeInsets
  let traitCollection: UITraitCollection

  init(_ size: CGSize, insets: NSDirectionalEdgeInsets = .zero, _ traits: UITraitCollection) {
    contentSize = size
    contentInsets = insets
    traitCollection = traits
  }

  var container: any NSCollectionLayoutContainer { self }
  var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
  var effectiveContentSize: CGSize {
    CGSize(
      width: max(contentSize.width - contentInsets.leading - contentInsets.trailing, 0),
      height: max(contentSize.height - contentInsets.top - contentInsets.bottom, 0))
  }
}
