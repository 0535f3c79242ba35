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

  /// What stands at a cell's right edge.
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

  /// Whether lines separate rows.
  public enum SeparatorStyle: Int, Sendable {
    case none = 0
    case singleLine, singleLineEtched
  }
}
