import Foundation

/// What a table leaves each of its cells for content, in points.
struct CellRoom: Hashable {
  /// Taken from the content view's left and right side: by the safe area and the section index.
  var left = 0.0
  var right = 0.0
  /// Between the content view's edges and text.
  var margin = TableMetrics.cellMargin
  /// A device pixel: the height of separators.
  var pixel = 1.0
  /// Whether the table's separator insets are added to the place where the text starts.
  var addsSeparatorInset = false
}
