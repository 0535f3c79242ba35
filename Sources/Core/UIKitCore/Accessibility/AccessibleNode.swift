import Foundation
import TableModel

/// A thing in the tree that assistive tools see: a value, made when it is asked for.
///
/// Rows and cells are places: they are there whether or not a view shows them.
package enum AccessibleNode {
  case application
  /// The window on the desktop.
  case window
  /// An element, or a view that holds others.
  case view(UIView)
  /// Part of a view.
  case element(UIAccessibilityElement)
  /// A row of a table.
  case row(UITableView, RowPosition)
  /// A place of a grid.
  case cell(any AccessibleGrid, GridPosition)

  /// The grid that the node stands for; nil for others.
  @MainActor package var grid: (any AccessibleGrid)? {
    if case .view(let view) = self { view.accessibleGrid } else { nil }
  }
}

extension AccessibleNode: Hashable {
  package static func == (one: AccessibleNode, other: AccessibleNode) -> Bool {
    switch (one, other) {
    case (.application, .application), (.window, .window): true
    case (.view(let view), .view(let another)): view === another
    case (.element(let element), .element(let another)): element === another
    case (.row(let table, let row), .row(let another, let position)): table === another && row == position
    case (.cell(let grid, let place), .cell(let another, let position)): grid === another && place == position
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .application: hasher.combine(0)
    case .window: hasher.combine(1)
    case .view(let view): hasher.combine(ObjectIdentifier(view))
    case .element(let element): hasher.combine(ObjectIdentifier(element))
    case .row(let table, let row):
      hasher.combine(ObjectIdentifier(table))
      hasher.combine(row)
    case .cell(let grid, let place):
      hasher.combine(ObjectIdentifier(grid))
      hasher.combine(place)
    }
  }
}

/// All that tools ask of a node at once.
package struct AccessibleState: Equatable, Sendable {
  package var traits = UIAccessibilityTraits.none
  /// It can have the keyboard, and has it.
  package var isFocusable = false, isFocused = false
  /// It is on the screen.
  package var isShowing = true
  package var isSelectable = false
  /// Its text can be changed.
  package var isEditable = false
  /// Whether the nodes of a tree below it are shown; nil where it cannot be expanded.
  package var isExpanded: Bool?
}

extension UIView {
  /// Whether the view stands in the tree. Others are passed over, and the views inside of them stand in their place. A
  /// view that is an element by default is passed over where the app has set `isAccessibilityElement` to false, whatever its
  /// label is.
  final var isAccessibleNode: Bool {
    isAccessibilityElement || accessibleRole.holdsOthers || accessibilityElements != nil
      || (accessibilityLabel != nil && !isElementByDefault)
  }
}
