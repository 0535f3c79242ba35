import Foundation

/// Names a value of the app's own in a configuration state.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
  /// The name; make it unique by a prefix.
  public let rawValue: String
  /// A key of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A key of this name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The state of a view at a moment, as far as its looks depend on it.
///
/// Configurations receive it and return the configuration for that state.
public protocol UIConfigurationState {
  /// The state of a view that is nothing in particular.
  init(traitCollection: UITraitCollection)
  /// The environment of the view.
  var traitCollection: UITraitCollection { get set }
  /// Values of the app's own; nil removes one.
  subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? { get set }
}

/// The state of a header, footer or other view that is no cell.
public struct UIViewConfigurationState: UIConfigurationState, Hashable {
  /// The environment of the view.
  public var traitCollection: UITraitCollection
  /// The view takes no events.
  public var isDisabled = false
  /// The view is pressed.
  public var isHighlighted = false
  /// The view is chosen.
  public var isSelected = false
  /// The keyboard acts on the view.
  public var isFocused = false
  /// The view is a header or footer that stands still while rows scroll below it.
  public var isPinned = false
  private var customValues: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  /// The state of a view that is nothing in particular.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  /// Values of the app's own; nil removes one.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { customValues[key] }
    set { customValues[key] = newValue }
  }
}

/// The state of a cell.
public struct UICellConfigurationState: UIConfigurationState, Hashable {
  /// The stages of a drag of the cell.
  public enum DragState: Int, Sendable { case none = 0, lifting, dragging }
  /// Where a drag is with regard to the cell.
  public enum DropState: Int, Sendable { case none, notTargeted, targeted }

  /// The environment of the view.
  public var traitCollection: UITraitCollection
  /// The cell takes no events.
  public var isDisabled = false
  /// The row is pressed.
  public var isHighlighted = false
  /// The row is selected.
  public var isSelected = false
  /// The keyboard acts on the row.
  public var isFocused = false
  /// The cell stands still while others scroll below it; never of a table's cells.
  public var isPinned = false
  /// The cell shows its edit controls.
  public var isEditing = false
  /// The row shows what belongs to it; set by apps that fold rows.
  public var isExpanded = false
  /// The row is pulled aside and shows its actions.
  public var isSwiped = false
  /// The row is being dragged to another place.
  public var isReordering = false
  /// The stage of a drag of the cell.
  public var cellDragState = DragState.none
  /// Where a drag is with regard to the cell.
  public var cellDropState = DropState.none
  private var customValues: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  /// The state of a view that is nothing in particular.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  /// Values of the app's own; nil removes one.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { customValues[key] }
    set { customValues[key] = newValue }
  }
}
