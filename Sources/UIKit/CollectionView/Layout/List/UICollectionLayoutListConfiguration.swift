import Foundation
import Primitives
import UIKitCore

/// How a list in a collection view looks: one item below the other, each as high as its cell needs.
@preconcurrency @MainActor
public struct UICollectionLayoutListConfiguration {
  /// The look of a whole list.
  public enum Appearance: Int, Sendable {
    /// Rows from edge to edge.
    case plain = 0
    /// Sections with room between them.
    case grouped
    /// Sections as cards.
    case insetGrouped
    /// A list at the side of a window.
    case sidebar
    /// A list at the side of a window, without a ground of its own.
    case sidebarPlain
  }

  /// Where the headers of sections come from.
  public enum HeaderMode: Int, Sendable {
    /// Sections have none.
    case none = 0
    /// The data source supplies views of `UICollectionView.elementKindSectionHeader`.
    case supplementary
    /// The first item of each section stands for it.
    case firstItemInSection
  }

  /// Where the footers of sections come from.
  public enum FooterMode: Int, Sendable {
    /// Sections have none.
    case none = 0
    /// The data source supplies views of `UICollectionView.elementKindSectionFooter`.
    case supplementary
  }

  /// Decides about the lines of one item, from those of the list.
  public typealias ItemSeparatorHandler =
    @MainActor (
      _ indexPath: IndexPath, _ sectionSeparatorConfiguration: UIListSeparatorConfiguration
    ) -> UIListSeparatorConfiguration

  /// Supplies the actions that swiping a row bares; nil for a row that cannot be swiped.
  public typealias SwipeActionsConfigurationProvider =
    @MainActor (_ indexPath: IndexPath) ->
    UISwipeActionsConfiguration?

  /// The look of the list.
  public let appearance: Appearance
  /// Whether there are lines between rows.
  public var showsSeparators: Bool
  /// How these lines look.
  public var separatorConfiguration: UIListSeparatorConfiguration
  /// Decides about the lines of single items; nil where all are alike.
  public var itemSeparatorHandler: ItemSeparatorHandler?
  /// Supplies the actions at the side of a row where reading begins, when the row is swiped; nil for none.
  public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  /// Supplies the actions at the side of a row where reading ends, when the row is swiped; nil for none.
  public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  /// The colour behind the rows; nil for that of the appearance.
  public var backgroundColor: UIColor?
  /// Where headers come from.
  public var headerMode = HeaderMode.none
  /// Where footers come from.
  public var footerMode = FooterMode.none
  /// Points above the header of a section; nil for those of the appearance.
  public var headerTopPadding: CGFloat?

  /// A list of a look, with lines between rows except at the side of a window.
  public init(appearance: Appearance) {
    self.appearance = appearance
    showsSeparators = appearance != .sidebar && appearance != .sidebarPlain
    separatorConfiguration = UIListSeparatorConfiguration(listAppearance: appearance)
  }
}

/// How the lines between the rows of a list look.
@preconcurrency @MainActor
public struct UIListSeparatorConfiguration {
  /// Whether a line is drawn.
  public enum Visibility: Int, Sendable {
    /// Where the list has one.
    case automatic = 0
    /// Always.
    case visible
    /// Never.
    case hidden
  }

  /// As insets: those at which the text of the cell begins.
  public static var automaticInsets: NSDirectionalEdgeInsets {
    let automatic = CGFloat.greatestFiniteMagnitude
    return NSDirectionalEdgeInsets(top: automatic, leading: automatic, bottom: automatic, trailing: automatic)
  }

  /// The line above the item; a list has none by itself.
  public var topSeparatorVisibility = Visibility.automatic
  /// The line below the item.
  public var bottomSeparatorVisibility = Visibility.automatic
  /// Where the line above begins and ends.
  public var topSeparatorInsets = UIListSeparatorConfiguration.automaticInsets
  /// Where the line below begins and ends.
  public var bottomSeparatorInsets = UIListSeparatorConfiguration.automaticInsets
  /// The colour of the lines.
  public var color = UIColor.separator

  /// The lines of a list of a look.
  public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {}
}

/// Points of lists, as those of tables.
enum ListMetrics {
  /// A row that no cell has been asked for.
  static let row = 44.0
  static let plainHeader = 28.0
  static let groupedHeader = 38.0
  static let footer = 30.0
  /// Above the header of a plain section.
  static let plainPadding = 22.0
  /// Above and below a section without header or footer.
  static let gap = 18.0
  /// Beside cards and in sidebars.
  static let inset = 16.0
}

extension NSCollectionLayoutSection {
  /// A section whose items are the rows of a list.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration, layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    NSCollectionLayoutSection(list: configuration)
  }

  convenience init(list configuration: UICollectionLayoutListConfiguration) {
    func row(_ height: Double) -> NSCollectionLayoutSize {
      NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(height))
    }
    let item = NSCollectionLayoutItem(layoutSize: row(ListMetrics.row))
    self.init(group: .vertical(layoutSize: row(ListMetrics.row), subitems: [item]))
    listConfiguration = configuration
    let isPlain = configuration.appearance == .plain || configuration.appearance == .sidebarPlain
    let hasHeader = configuration.headerMode == .supplementary
    let hasFooter = configuration.footerMode == .supplementary
    switch configuration.appearance {
    case .plain, .sidebarPlain: break
    case .grouped:
      contentInsets.top = hasHeader ? 0 : ListMetrics.gap
      contentInsets.bottom = hasFooter ? 0 : ListMetrics.gap
    case .insetGrouped:
      contentInsets = NSDirectionalEdgeInsets(
        top: hasHeader ? 0 : ListMetrics.gap, leading: ListMetrics.inset, bottom: hasFooter ? 0 : ListMetrics.gap,
        trailing: ListMetrics.inset)
    case .sidebar:
      contentInsets = NSDirectionalEdgeInsets(
        top: 0, leading: ListMetrics.inset / 2, bottom: ListMetrics.gap, trailing: ListMetrics.inset / 2)
    }
    if hasHeader {
      let padding =
        configuration.headerTopPadding ?? (configuration.appearance == .plain ? ListMetrics.plainPadding : 0)
      let header = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: row(isPlain ? ListMetrics.plainHeader : ListMetrics.groupedHeader),
        elementKind: FlowKinds.header, alignment: .top, absoluteOffset: CGPoint(x: 0, y: padding))
      header.pinToVisibleBounds = isPlain
      boundarySupplementaryItems.append(header)
    } else if let padding = configuration.headerTopPadding {
      contentInsets.top = padding
    }
    if hasFooter {
      boundarySupplementaryItems.append(
        NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: row(ListMetrics.footer), elementKind: FlowKinds.footer, alignment: .bottom))
    }
  }
}

extension UICollectionViewCompositionalLayout {
  /// A layout of sections that are lists.
  public static func list(using configuration: UICollectionLayoutListConfiguration)
    -> UICollectionViewCompositionalLayout
  {
    UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(list: configuration))
  }
}
