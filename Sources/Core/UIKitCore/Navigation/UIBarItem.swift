import Foundation

/// Told when an item of a bar has changed.
@MainActor
protocol BarItemObserver: AnyObject {
  /// The item looks different, or leads elsewhere.
  func barItemDidChange()
}

/// An item of a bar: a title and an image.
@preconcurrency @MainActor
open class UIBarItem: NSObject {
  /// The item's text; nil for none.
  open var title: String? { didSet { if title != oldValue { changed() } } }
  /// The item's picture, drawn in the tint colour unless its rendering mode says otherwise.
  open var image: UIImage? { didSet { if image !== oldValue { changed() } } }
  /// The picture for flat bars of telephones; never shown.
  open var landscapeImagePhone: UIImage?
  /// Space around the picture, in points.
  open var imageInsets = UIEdgeInsets.zero { didSet { if imageInsets != oldValue { changed() } } }
  /// Whether the item takes clicks.
  open var isEnabled = true { didSet { if isEnabled != oldValue { changed() } } }
  /// A number to find the item by.
  open var tag = 0
  /// The name of the item in words, for assistive tools; at first that of a system item with a symbol.
  open var accessibilityLabel: String?
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  private var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]
  /// The bar that shows the item.
  final weak var observer: (any BarItemObserver)?

  public override init() { super.init() }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// Sets font and colour of the title in a state; nil for the bar's.
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    self.attributes[state] = attributes
    changed()
  }

  /// The attributes set for exactly this state.
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? { attributes[state] }

  /// Has the bar show the item anew.
  final func changed() { observer?.barItemDidChange() }
}
