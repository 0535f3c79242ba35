import Foundation

extension UITableViewCell {
  /// Which labels a cell has and where.
  public enum CellStyle: Int, Sendable {
    /// One label.
    case `default` = 0
    /// A label and, at the right, a detail label.
    case value1
    /// A narrow right-aligned label in the tint colour and a detail label beside it.
    case value2
    /// A label and below it a smaller detail label.
    case subtitle
  }

  /// How a selected cell looks. All but `none` look the same today.
  public enum SelectionStyle: Int, Sendable {
    case none = 0
    case blue, gray, `default`
  }

  /// The stages of a drag of a cell out of the window. Dragging begins at once: `lifting` does not occur.
  public enum DragState: Int, Sendable { case none = 0, lifting, dragging }

  /// The standard accessories at a cell's right edge.
  public enum AccessoryType: Int, Sendable {
    case none = 0
    /// A chevron: the row leads somewhere.
    case disclosureIndicator
    /// A detail button and a chevron.
    case detailDisclosureButton
    /// A check mark: the row is chosen.
    case checkmark
    /// A button that reports to `accessoryButtonTappedForRowWith`.
    case detailButton
  }

  /// The action of the control at a row's left edge while the table is edited.
  public enum EditingStyle: Int, Sendable {
    /// There is no control.
    case none = 0
    /// A minus sign: the row can be deleted.
    case delete
    /// A plus sign: a row can be inserted here.
    case insert
  }

  /// The controls a cell shows besides its content; combined as a set.
  public struct StateMask: OptionSet, Hashable, Sendable {
    /// The set's bits, as in UIKit.
    public let rawValue: UInt
    /// The set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The cell is edited.
    public static let showingEditControl = StateMask(rawValue: 1)
    /// The button that confirms a deletion is out.
    public static let showingDeleteConfirmation = StateMask(rawValue: 2)
  }

  /// Whether lines separate rows.
  public enum SeparatorStyle: Int, Sendable {
    case none = 0
    case singleLine, singleLineEtched
  }
}
