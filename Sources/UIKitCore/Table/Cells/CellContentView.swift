import Foundation

/// The view that holds a cell's own subviews.
final class CellContentView: UIView {
  /// What the content needs is what the cell needs.
  override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    parent?.invalidateIntrinsicContentSize()
  }
}
