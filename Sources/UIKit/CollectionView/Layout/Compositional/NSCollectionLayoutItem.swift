import Foundation
import Primitives
import UIKitCore

/// A place for one cell in a group.
@preconcurrency @MainActor
open class NSCollectionLayoutItem: NSObject {
  /// The size with `contentInsets`.
  public final let layoutSize: NSCollectionLayoutSize
  /// Views fastened to the item, such as badges.
  public final let supplementaryItems: [NSCollectionLayoutSupplementaryItem]
  /// Points inside of the size that the cell leaves free.
  open var contentInsets = NSDirectionalEdgeInsets.zero
  /// Room around the item in its group; nil for none.
  open var edgeSpacing: NSCollectionLayoutEdgeSpacing?

  /// An item of a size.
  public convenience init(layoutSize: NSCollectionLayoutSize) {
    self.init(layoutSize: layoutSize, supplementaryItems: [])
  }

  /// An item with views fastened to it.
  public init(layoutSize: NSCollectionLayoutSize, supplementaryItems: [NSCollectionLayoutSupplementaryItem]) {
    self.layoutSize = layoutSize
    self.supplementaryItems = supplementaryItems
    super.init()
  }
}

/// Items in a row, in a column, or at places of their own. A section repeats its group until all its items have a place.
@preconcurrency @MainActor
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  /// How many places a group has.
  enum Repetition: Equatable {
    /// As many as have room, one after the other.
    case filling
    /// A number of equal items that share the room.
    case sharing(Int)
    /// A number of items of their own size.
    case times(Int)
  }

  enum Arrangement {
    case line(isHorizontal: Bool, Repetition)
    case custom(NSCollectionLayoutGroupCustomItemProvider)
  }

  let arrangement: Arrangement
  /// The items and groups in the group, in the order in which they take cells.
  public final let subitems: [NSCollectionLayoutItem]
  /// Room between subitems; nil for none.
  open var interItemSpacing: NSCollectionLayoutSpacing?

  private init(_ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem], _ arrangement: Arrangement) {
    self.subitems = subitems
    self.arrangement = arrangement
    super.init(layoutSize: size, supplementaryItems: [])
  }

  private static func line(
    _ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem], isHorizontal: Bool, _ repetition: Repetition,
    _ call: StaticString
  ) -> NSCollectionLayoutGroup {
    var count = subitems.count
    switch repetition {
    case .filling: break
    case .sharing(let number), .times(let number): count = number
    }
    guard count > 0 else {
      misuse("NSCollectionLayoutGroup.\(call): a group of \(count) subitems; give one at least")
    }
    return NSCollectionLayoutGroup(size, subitems, .line(isHorizontal: isHorizontal, repetition))
  }

  /// A row of subitems, repeated from the first on while there is room.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup {
    line(layoutSize, subitems, isHorizontal: true, .filling, "horizontal(layoutSize:subitems:)")
  }
  /// A row of `count` equal items that share its width.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    line(layoutSize, [subitem], isHorizontal: true, .sharing(count), "horizontal(layoutSize:subitem:count:)")
  }
  /// A row of `count` equal items of their own width.
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    line(layoutSize, [subitem], isHorizontal: true, .times(count), "horizontal(layoutSize:repeatingSubitem:count:)")
  }
  /// A column of subitems, repeated from the first on while there is room.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup {
    line(layoutSize, subitems, isHorizontal: false, .filling, "vertical(layoutSize:subitems:)")
  }
  /// A column of `count` equal items that share its height.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    line(layoutSize, [subitem], isHorizontal: false, .sharing(count), "vertical(layoutSize:subitem:count:)")
  }
  /// A column of `count` equal items of their own height.
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> NSCollectionLayoutGroup {
    line(layoutSize, [subitem], isHorizontal: false, .times(count), "vertical(layoutSize:repeatingSubitem:count:)")
  }
  /// Items at places that the app computes for a container.
  open class func custom(
    layoutSize: NSCollectionLayoutSize, itemProvider: @escaping NSCollectionLayoutGroupCustomItemProvider
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, [], .custom(itemProvider))
  }
}

/// Computes the places of a custom group's items.
public typealias NSCollectionLayoutGroupCustomItemProvider =
  @MainActor (_ layoutEnvironment: any NSCollectionLayoutEnvironment) -> [NSCollectionLayoutGroupCustomItem]

/// The place of one item in a custom group.
@preconcurrency @MainActor
open class NSCollectionLayoutGroupCustomItem: NSObject {
  /// In the group, in points.
  public final let frame: CGRect
  /// Kept for the app; cells of a group are drawn in their order.
  public final let zIndex: Int

  /// An item at a place.
  public init(frame: CGRect, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
    super.init()
  }
}

/// A view fastened to an item, such as a badge.
@preconcurrency @MainActor
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
  /// The kind by which the data source supplies it.
  public final let elementKind: String
  /// Which point of the item it is fastened to.
  public final let containerAnchor: NSCollectionLayoutAnchor
  /// Which point of the view is there; nil for the same.
  public final let itemAnchor: NSCollectionLayoutAnchor?
  /// Views with a higher number are drawn above others.
  open var zIndex = 1

  /// A view at a point of its item.
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor? = nil
  ) {
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    super.init(layoutSize: layoutSize, supplementaryItems: [])
  }
}

/// A header or footer of a section or of a layout.
@preconcurrency @MainActor
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
  /// The side or corner where it stands.
  public final let alignment: NSRectAlignment
  /// By how many points it is moved.
  public final let offset: CGPoint
  /// Whether the section makes room for it; otherwise it lies over the items.
  open var extendsBoundary = true
  /// Whether it stays in sight while its section does.
  open var pinToVisibleBounds = false

  /// A header or footer at a side.
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment, absoluteOffset: CGPoint = .zero
  ) {
    self.alignment = alignment
    offset = absoluteOffset
    super.init(layoutSize: layoutSize, elementKind: elementKind, containerAnchor: NSCollectionLayoutAnchor(edges: []))
  }
}

/// A view that the layout adds to a section, such as a background.
@preconcurrency @MainActor
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
  /// The kind by which its class is registered with the layout.
  public final let elementKind: String
  /// Views with a higher number are drawn above others.
  open var zIndex = -1

  private init(_ kind: String) {
    elementKind = kind
    super.init(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
      supplementaryItems: [])
  }

  /// A background of a section, as large as the section without its `contentInsets`.
  open class func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    NSCollectionLayoutDecorationItem(elementKind)
  }
}
