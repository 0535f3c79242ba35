import UIKitCore

// Stands in for the views until both halves are merged; then this file goes.

/// See `View`.
open class UICollectionView: UIScrollView {}
/// See `View`.
@preconcurrency @MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {}
