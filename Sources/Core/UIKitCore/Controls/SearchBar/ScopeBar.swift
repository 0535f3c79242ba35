import Foundation

/// The row of titles below a search bar's field, of which one is chosen.
final class ScopeBar: UISegmentedControl {
  static let height: CGFloat = 32

  /// Setting other titles ends the choice.
  var titles: [String] = [] {
    didSet {
      guard titles != oldValue else { return }
      removeAllSegments()
      for title in titles { insertSegment(withTitle: title, at: numberOfSegments, animated: false) }
    }
  }

  /// The number of the chosen title, clamped to the titles.
  var selectedIndex: Int {
    get { selectedSegmentIndex }
    set { selectedSegmentIndex = max(0, newValue) }
  }

  override var defaultAccessibleLabel: String? { "Scope" }
}
