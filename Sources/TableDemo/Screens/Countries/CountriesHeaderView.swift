import UIKit

/// The title of the table of countries, with a search bar at its right.
final class CountriesHeaderView: UIView {
  let searchBar = UISearchBar()
  private let titleView: ScreenTitleView

  init(title: String, subtitle: String) {
    titleView = ScreenTitleView(title: title, subtitle: subtitle)
    super.init(frame: titleView.frame)
    searchBar.searchBarStyle = .minimal
    searchBar.placeholder = "Search"
    addSubview(titleView)
    addSubview(searchBar)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = min(320, max(140, bounds.width * 0.4))
    titleView.frame = CGRect(x: 0, y: 0, width: max(0, bounds.width - width + 20), height: bounds.height)
    searchBar.frame = CGRect(x: bounds.width - width - 12, y: 14, width: width, height: 56)
  }
}
