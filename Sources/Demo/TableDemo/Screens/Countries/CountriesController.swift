import DemoParts
import UIKit

/// The countries of the world, A to Z under floating headers, and those among them that are searched for.
final class CountriesController: UITableViewController, DemoScreen {
  private let all = CountryList.embedded
  private lazy var search = CountrySearch(in: all)
  /// The countries shown: all, or those that match the search.
  private var list = CountryList.embedded
  private weak var searchBar: UISearchBar?
  /// The summary of the list, below the rows or below the title.
  private let footer = UILabel(.systemFont(ofSize: 13), Palette.secondary, alignment: .center, lines: 2)
  private weak var header: CountriesHeaderView?
  private let dragging = RowTextDragging()

  var keyHints: [KeyHint] { [KeyHint("Ctrl", "F", action: "Search")] }
  var rowCount: Int { list.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.dragDelegate = dragging
    tableView.sectionHeaderHeight = UITableView.automaticDimension
    CountryCell.prepare(tableView)
    showTitle()
  }

  /// Puts title and search into the bar, or, where the screen is alone, above the rows.
  private func showTitle() {
    guard navigationController != nil else {
      let header = CountriesHeaderView(title: "Countries", subtitle: subtitle)
      self.header = header
      searchBar = header.searchBar
      tableView.tableHeaderView = header
      return header.searchBar.delegate = self
    }
    let search = UISearchController(searchResultsController: nil)
    search.obscuresBackgroundDuringPresentation = false
    search.hidesNavigationBarDuringPresentation = false
    search.searchBar.delegate = self
    Palette.setPlaceholder("Search", of: search.searchBar.searchTextField)
    searchBar = search.searchBar
    navigationItem.searchController = search
    navigationItem.hidesSearchBarWhenScrolling = false
    footer.text = subtitle
    footer.frame.size.height = 60
    tableView.tableFooterView = footer
  }

  /// "249 countries and territories, 8.06 billion people", or of those that were found: "4 of 249 countries ...".
  private var subtitle: String {
    let found = list.count == all.count ? "\(all.count)" : "\(list.count) of \(all.count)"
    let people = list.sections.reduce(0) { $0 + $1.countries.reduce(0) { $0 + $1.population } }
    return "\(found) countries and territories, \(GroupedNumber.inWords(people)) people"
  }

  /// Says how many were found.
  private func showCount() {
    title = list.count == all.count ? "Countries" : "\(list.count) of \(all.count) countries"
    footer.text = subtitle
    header?.titleView.subtitle = subtitle
  }

  private func scrollToTop() {
    tableView.contentOffset = CGPoint(x: 0, y: -tableView.adjustedContentInset.top)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    CountryCell.fitRows(of: tableView)
  }

  /// Ctrl-F goes to the search.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard presses.first?.key?.matches("f", .control) == true else {
      return super.pressesBegan(presses, with: event)
    }
    scrollToTop()
    searchBar?.becomeFirstResponder()
    searchBar?.searchTextField.selectAll(nil)
  }

  override func numberOfSections(in tableView: UITableView) -> Int { list.sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    list.sections[section].countries.count
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    list.sections[section].letter
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "country", for: indexPath)
    (cell as? CountryCell)?.show(list.sections[indexPath.section].countries[indexPath.row])
    return cell
  }

  /// The text by which typing finds a country and as which it is copied.
  override func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    let country = list.sections[indexPath.section].countries[indexPath.row]
    return "\(country.name)\t\(country.capital)\t\(country.region)\t\(country.population)\t\(country.area)"
  }

  /// Leads to what is known of a country, where there are bars that lead back.
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let country = list.sections[indexPath.section].countries[indexPath.row]
    navigationController?.pushViewController(CountryController(country), animated: true)
  }

  /// Copies what is known about a country.
  override func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    let country = list.sections[indexPath.section].countries[indexPath.row]
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in CountryMenu.make(for: country) }
  }
}

extension CountriesController: UISearchBarDelegate {
  /// Before the first letter comes, so that it is answered like any other.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) { _ = search }

  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
    list = search.countries(for: searchText)
    showCount()
    tableView.reloadData()
    scrollToTop()
    tableView.backgroundView = list.sections.isEmpty ? EmptyListLabel("No Results", font: .compact(22, .semibold)) : nil
  }

  /// The keys are the table's again, so that the arrows choose among what was found.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }
}
