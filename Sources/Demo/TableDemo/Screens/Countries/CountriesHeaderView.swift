import DemoParts
import UIKit

/// The title of the table of countries, with a search bar at its right.
final class CountriesHeaderView: UIView {
  let searchBar = UISearchBar()
  let titleView: ScreenTitleView

  init(title: String, subtitle: String) {
    titleView = ScreenTitleView(title: title, subtitle: subtitle)
    super.init(frame: titleView.frame)
    searchBar.searchBarStyle = .minimal
    Palette.setPlaceholder("Search", of: searchBar.searchTextField)
    addSubview(titleView)
    addSubview(searchBar)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    titleView.frame = bounds
    let column = titleView.column
    let width = min(320, max(140, column.width * 0.4))
    titleView.room = width
    // The field's own margin is beside the column.
    searchBar.frame = CGRect(x: column.maxX - width + 8, y: 14, width: width, height: 56)
  }
}
