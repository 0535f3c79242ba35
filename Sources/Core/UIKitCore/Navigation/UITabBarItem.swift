import Foundation

/// A tab: its title, its image, and a badge.
@preconcurrency @MainActor
open class UITabBarItem: UIBarItem {
  /// Tabs with a title and an image of their own.
  public enum SystemItem: Int, Sendable {
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads, mostRecent
    case mostViewed

    var title: String {
      switch self {
      case .more: "More"
      case .favorites: "Favorites"
      case .featured: "Featured"
      case .topRated: "Top Rated"
      case .recents: "Recents"
      case .contacts: "Contacts"
      case .history: "History"
      case .bookmarks: "Bookmarks"
      case .search: "Search"
      case .downloads: "Downloads"
      case .mostRecent: "Most Recent"
      case .mostViewed: "Most Viewed"
      }
    }

    var symbolName: String {
      switch self {
      case .more: "ellipsis"
      case .favorites, .featured, .topRated: "star"
      case .recents, .history, .mostRecent: "clock"
      case .contacts: "person.circle"
      case .bookmarks: "book"
      case .search: "magnifyingglass"
      case .downloads: "arrow.down.circle"
      case .mostViewed: "list.bullet"
      }
    }
  }

  /// The picture while the tab is chosen; nil for `image`.
  open var selectedImage: UIImage? { didSet { if selectedImage !== oldValue { changed() } } }
  /// A short text at the image's corner; nil for none.
  open var badgeValue: String? { didSet { if badgeValue != oldValue { changed() } } }
  /// The ground of the badge; nil for red.
  open var badgeColor: UIColor? { didSet { if badgeColor != oldValue { changed() } } }

  /// A tab without title and image.
  public override init() { super.init() }

  /// A tab with a title and an image.
  /// - Parameter tag: a number to find the tab by.
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    self.title = title
    self.image = image
    self.tag = tag
  }

  /// A tab with a title and images.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }

  /// A tab with the title and image of a kind.
  public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
    self.init(title: systemItem.title, image: UIImage(systemName: systemItem.symbolName), tag: tag)
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }
}

/// The look of a tab bar.
@preconcurrency @MainActor
open class UITabBarAppearance: UIBarAppearance {
  /// The usual look.
  public override init() { super.init() }

  /// A copy of another look.
  public override init(barAppearance: UIBarAppearance) { super.init(barAppearance: barAppearance) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  nonisolated open override func copy() -> Any {
    MainActor.assumeIsolated { UITabBarAppearance(barAppearance: self) }
  }
}
