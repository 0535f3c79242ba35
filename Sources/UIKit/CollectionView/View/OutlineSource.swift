import Foundation

/// A data source some of whose sections are outlines: their items expand and collapse.
///
/// A cell with the accessory that does so asks the data source of its collection view.
@MainActor
package protocol OutlineSource: AnyObject {
  /// How many items an item is below; nil for one of a section without an outline.
  func outlineLevel(at path: IndexPath) -> Int?

  /// Whether the items below an item are shown.
  func isExpanded(at path: IndexPath) -> Bool

  /// Shows the items below an item, or hides them.
  func toggleExpansion(at path: IndexPath)
}
