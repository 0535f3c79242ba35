import Foundation
import UIKitCore

extension UICollectionView {
  /// Which views a layout places.
  public enum ElementCategory: UInt, Sendable {
    /// Cells of items.
    case cell
    /// Views that the data source supplies, such as headers.
    case supplementaryView
    /// Views that the layout adds by itself, such as backgrounds.
    case decorationView
  }

  /// Which way content scrolls.
  public enum ScrollDirection: Int, Sendable {
    /// Up and down.
    case vertical = 0
    /// Sideways.
    case horizontal
  }
}

/// Where one view of a collection lies, and how it is shown.
///
/// A layout of an app may return a subclass with more properties. It then overrides `copy(with:)` and `isEqual(_:)`, and
/// names its class as `layoutAttributesClass`.
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
  /// The item; of other elements, the section and a number in it.
  open var indexPath = IndexPath(item: 0, section: 0)
  /// Which sort of view is placed.
  public private(set) final var representedElementCategory = UICollectionView.ElementCategory.cell
  /// The kind of a supplementary or decoration view; nil for a cell.
  public private(set) final var representedElementKind: String?

  /// The middle in the content, in points.
  open var center = CGPoint.zero
  /// The size before `transform`, in points.
  open var size = CGSize.zero
  /// Turns and scales the view about its middle. Setting it leaves `size` and `center`.
  open var transform = CGAffineTransform.identity
  /// From 0, invisible, to 1.
  open var alpha: CGFloat = 1
  /// Views with a higher number are drawn above others.
  open var zIndex = 0
  /// Whether the view is not shown.
  open var isHidden = false

  /// Attributes of the first item, without place.
  public required override init() { super.init() }

  /// Attributes of a cell.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    stand(for: indexPath, .cell, nil)
  }

  /// Attributes of a view that the data source supplies.
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.init()
    stand(for: indexPath, .supplementaryView, elementKind)
  }

  /// Attributes of a view that the layout adds.
  public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
    self.init()
    stand(for: indexPath, .decorationView, decorationViewKind)
  }

  /// Says which element the attributes are for.
  final func stand(for path: IndexPath, _ category: UICollectionView.ElementCategory, _ kind: String?) {
    (indexPath, representedElementCategory, representedElementKind) = (path, category, kind)
  }

  /// The rectangle that the view covers in the content, with its transform.
  open var frame: CGRect {
    get { transform.isIdentity ? untransformedFrame : Self.placed(bounds.applying(aboutMiddle), center) }
    set {
      let size = transform.isIdentity ? newValue.size : newValue.applying(transform.inverted()).size
      self.size = size
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }

  /// A rectangle of `size` at the origin.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  /// The place of the view before its transform.
  final var untransformedFrame: CGRect {
    CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  private var aboutMiddle: CGAffineTransform {
    CGAffineTransform(translationX: -size.width / 2, y: -size.height / 2).concatenating(transform)
  }

  private static func placed(_ rect: CGRect, _ center: CGPoint) -> CGRect {
    CGRect(x: rect.minX + center.x, y: rect.minY + center.y, width: rect.width, height: rect.height)
  }

  /// Attributes with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.stand(for: indexPath, representedElementCategory, representedElementKind)
    copy.center = center
    copy.size = size
    copy.transform = transform
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    return copy
  }

  /// Whether all values are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UICollectionViewLayoutAttributes else { return false }
    return other === self
      || indexPath == other.indexPath && representedElementCategory == other.representedElementCategory
        && representedElementKind == other.representedElementKind && center == other.center && size == other.size
        && transform == other.transform && alpha == other.alpha && zIndex == other.zIndex
        && isHidden == other.isHidden
  }

  /// Agrees with `isEqual(_:)`.
  open override var hash: Int { indexPath.hashValue }
}
