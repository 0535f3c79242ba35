import Foundation

/// Describes what fills a cell, header or footer behind its content: colour, image, edge, or a view of the app's own.
///
/// The colours of the list styles follow the state (selected, pressed) until `backgroundColor` is set.
public struct UIBackgroundConfiguration: Hashable {
  enum Role: Hashable { case clear, plainCell, groupedCell, plainHeader, groupedHeader }

  /// Fills the background above colour and image; its frame is set.
  public var customView: UIView?
  /// Radius of the corners, in points; of a section card's cells the card rounds the corners.
  public var cornerRadius: CGFloat = 0 {
    didSet { requireFinite(cornerRadius, "UIBackgroundConfiguration.cornerRadius") }
  }
  /// Space between the background and the edges of its view, in points.
  public var backgroundInsets = NSDirectionalEdgeInsets.zero {
    didSet { requireFinite(backgroundInsets, "UIBackgroundConfiguration.backgroundInsets") }
  }
  /// Edges at which the layout margins of the cell are added to `backgroundInsets`.
  public var edgesAddingLayoutMarginsToBackgroundInsets: NSDirectionalRectEdge = []
  /// The colour; nil is the tint colour. Once set it does not follow the state any more.
  public var backgroundColor: UIColor? {
    get { storedColor }
    set {
      storedColor = newValue
      followsState = false
    }
  }
  /// Makes the colour shown of `backgroundColor`; nil leaves it.
  public var backgroundColorTransformer: UIConfigurationColorTransformer?
  /// Fills the background above its colour; nil for none.
  public var image: UIImage?
  /// How the image is fitted.
  public var imageContentMode = UIView.ContentMode.scaleToFill
  /// The colour of the line along the edge; nil is the tint colour.
  public var strokeColor: UIColor?
  /// Makes the colour shown of `strokeColor`; nil leaves it.
  public var strokeColorTransformer: UIConfigurationColorTransformer?
  /// Width of that line in points; 0 for none.
  public var strokeWidth: CGFloat = 0 {
    didSet { requireFinite(strokeWidth, "UIBackgroundConfiguration.strokeWidth") }
  }
  /// How far the line lies outside of the background's edge, in points; negative inside.
  public var strokeOutset: CGFloat = 0 {
    didSet { requireFinite(strokeOutset, "UIBackgroundConfiguration.strokeOutset") }
  }

  private let role: Role
  private var storedColor: UIColor?
  private var followsState = true

  private init(_ role: Role) {
    self.role = role
    storedColor = Self.color(role, isChosen: false)
  }

  /// Nothing.
  public static func clear() -> Self { Self(.clear) }
  /// A row, as a list's style has it; the plain one.
  public static func listCell() -> Self { Self(.plainCell) }
  /// A row of a plain list.
  public static func listPlainCell() -> Self { Self(.plainCell) }
  /// A row of a grouped list.
  public static func listGroupedCell() -> Self { Self(.groupedCell) }
  /// A header, as a list's style has it; the plain one.
  public static func listHeader() -> Self { Self(.plainHeader) }
  /// A footer, as a list's style has it.
  public static func listFooter() -> Self { Self(.groupedHeader) }
  /// A header or footer of a plain list.
  public static func listPlainHeaderFooter() -> Self { Self(.plainHeader) }
  /// A header or footer of a grouped list.
  public static func listGroupedHeaderFooter() -> Self { Self(.groupedHeader) }
  /// A header of a side bar.
  public static func listSidebarHeader() -> Self { Self(.plainHeader) }
  /// A row of a side bar.
  public static func listSidebarCell() -> Self { Self(.plainCell) }
  /// A row between a side bar's rows.
  public static func listAccompaniedSidebarCell() -> Self { Self(.plainCell) }

  /// The configuration with the colour that follows the state brought up to date; what was set stays.
  public func updated(for state: any UIConfigurationState) -> Self {
    guard followsState else { return self }
    let isChosen =
      if let cell = state as? UICellConfigurationState {
        cell.isHighlighted || cell.isSelected || cell.isSwiped || cell.cellDropState == .targeted
      } else {
        (state as? UIViewConfigurationState).map { $0.isHighlighted || $0.isSelected } ?? false
      }
    var updated = self
    updated.storedColor = Self.color(role, isChosen: isChosen)
    return updated
  }

  /// The colour shown where the view's tint is `tintColor`.
  public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor {
    let color = storedColor ?? tintColor
    return backgroundColorTransformer?(color) ?? color
  }

  /// The edge's colour where the view's tint is `tintColor`.
  public func resolvedStrokeColor(for tintColor: UIColor) -> UIColor {
    let color = strokeColor ?? tintColor
    return strokeColorTransformer?(color) ?? color
  }

  private static func color(_ role: Role, isChosen: Bool) -> UIColor {
    switch role {
    case .clear, .groupedHeader: .clear
    case .plainHeader: .secondarySystemBackground
    case .plainCell: isChosen ? .systemGray4 : .systemBackground
    case .groupedCell: isChosen ? .systemGray4 : .secondarySystemGroupedBackground
    }
  }
}
