import Foundation
import Primitives
import UIKitCore

/// The width or height of an item, a group or a header.
@preconcurrency @MainActor
open class NSCollectionLayoutDimension: NSObject {
  enum Measure: Equatable { case width, height, points, estimate }

  let measure: Measure
  /// The fraction, or the points.
  public final let dimension: CGFloat

  private init(_ measure: Measure, _ dimension: CGFloat) {
    guard dimension >= 0, dimension <= ItemSizes.longest else {
      misuse(
        """
        NSCollectionLayoutDimension: \(measure) of \(dimension); give a dimension from 0 to \(ItemSizes.longest)
        """)
    }
    self.measure = measure
    self.dimension = dimension
    super.init()
  }

  /// A fraction of the width of what contains it.
  open class func fractionalWidth(_ fractionalWidth: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.width, fractionalWidth)
  }
  /// A fraction of the height of what contains it.
  open class func fractionalHeight(_ fractionalHeight: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.height, fractionalHeight)
  }
  /// Points.
  open class func absolute(_ absoluteDimension: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.points, absoluteDimension)
  }
  /// Points until the view comes on screen, and is asked what it needs.
  open class func estimated(_ estimatedDimension: CGFloat) -> NSCollectionLayoutDimension {
    NSCollectionLayoutDimension(.estimate, estimatedDimension)
  }

  /// Whether it is a fraction of a width.
  public final var isFractionalWidth: Bool { measure == .width }
  /// Whether it is a fraction of a height.
  public final var isFractionalHeight: Bool { measure == .height }
  /// Whether it is in points.
  public final var isAbsolute: Bool { measure == .points }
  /// Whether it is an estimate.
  public final var isEstimated: Bool { measure == .estimate }
}

/// The size of an item, a group or a header.
@preconcurrency @MainActor
open class NSCollectionLayoutSize: NSObject {
  /// Its width.
  public final let widthDimension: NSCollectionLayoutDimension
  /// Its height.
  public final let heightDimension: NSCollectionLayoutDimension

  /// A size of two dimensions.
  public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension) {
    widthDimension = width
    heightDimension = height
    super.init()
  }
}

/// Room between items, or around one.
@preconcurrency @MainActor
open class NSCollectionLayoutSpacing: NSObject {
  /// Points; of flexible room, at least.
  public final let spacing: CGFloat
  /// Whether it takes what is left over.
  public final let isFlexible: Bool
  /// Whether it is just as many points.
  public final var isFixed: Bool { !isFlexible }

  private init(_ spacing: CGFloat, isFlexible: Bool) {
    self.spacing = spacing
    self.isFlexible = isFlexible
    super.init()
  }

  /// Room that takes what is left over, and as many points at least.
  open class func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(flexibleSpacing, isFlexible: true)
  }
  /// Room of just as many points.
  open class func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing {
    NSCollectionLayoutSpacing(fixedSpacing, isFlexible: false)
  }
}

/// Room around an item, which pushes its neighbours away.
@preconcurrency @MainActor
open class NSCollectionLayoutEdgeSpacing: NSObject {
  /// Room at an edge; nil for none.
  public final let leading, top, trailing, bottom: NSCollectionLayoutSpacing?

  /// Room at the edges.
  public init(
    leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?, trailing: NSCollectionLayoutSpacing?,
    bottom: NSCollectionLayoutSpacing?
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
    super.init()
  }
}

/// Where a supplementary item is fastened to its item.
@preconcurrency @MainActor
open class NSCollectionLayoutAnchor: NSObject {
  /// The edges or the corner; without edges the middle.
  public final let edges: NSDirectionalRectEdge
  /// By how much it is moved.
  public final let offset: CGPoint
  /// Whether `offset` is in points.
  public final let isAbsoluteOffset: Bool
  /// Whether `offset` is a fraction of the supplementary item's size.
  public final var isFractionalOffset: Bool { !isAbsoluteOffset }

  private init(_ edges: NSDirectionalRectEdge, _ offset: CGPoint, isAbsolute: Bool) {
    self.edges = edges
    self.offset = offset
    isAbsoluteOffset = isAbsolute
    super.init()
  }

  /// At edges.
  public convenience init(edges: NSDirectionalRectEdge) { self.init(edges, .zero, isAbsolute: true) }
  /// Near edges, by points.
  public convenience init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
    self.init(edges, absoluteOffset, isAbsolute: true)
  }
  /// Near edges, by a fraction of the supplementary item's size.
  public convenience init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
    self.init(edges, fractionalOffset, isAbsolute: false)
  }
}

/// A side or a corner of a rectangle.
public enum NSRectAlignment: Int, Sendable {
  /// Nowhere.
  case none = 0
  /// Sides and corners.
  case top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing
}

/// From where content has its insets.
public enum UIContentInsetsReference: Int, Sendable {
  /// The layout's choice: the safe area.
  case automatic = 0
  /// The edges of the view.
  case none
  /// The edges of the safe area.
  case safeArea
  /// The layout margins.
  case layoutMargins
  /// The width in which text is read well: the layout margins.
  case readableContent
}
