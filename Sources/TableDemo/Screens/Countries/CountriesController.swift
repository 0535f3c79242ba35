import DemoParts
import UIKit

/// The countries of the world, A to Z under floating headers, and those among them that are searched for.
final class CountriesController: UITableViewController, DemoScreen {
  private let all: CountryList
  private lazy var search = CountrySearch(in: all)
  /// The countries shown: all, or those that match the search.
  private var list: CountryList
  private let subtitle: String
  private weak var searchBar: UISearchBar?
  private let noResults = UILabel()
  private let dragging = RowTextDragging()

  init() {
    do {
      all = try CountryList.embedded()
    } catch {
      preconditionFailure("Assets/countries.csv, \(error): correct the file and build again")
    }
    list = all
    let countries = all.sections.flatMap(\.countries)
    let people = GroupedNumber.inWords(countries.reduce(0) { $0 + $1.population })
    subtitle = "\(countries.count) countries and territories, \(people) people"
    super.init(style: .plain)
    title = "Countries"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var keyHints: [KeyHint] { [KeyHint("Ctrl", "F", action: "Search")] }
  var rowCount: Int { list.sections.reduce(0) { $0 + $1.countries.count } }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(CountryCell.self, forCellReuseIdentifier: "country")
    tableView.dragDelegate = dragging
    tableView.sectionHeaderHeight = UITableView.automaticDimension
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.separatorInsetReference = .fromAutomaticInsets
    CountryCell.fitRows(of: tableView)
    showTitle()
    noResults.text = "No Results"
    noResults.follow(CompactType.font(.systemFont(ofSize: 22, weight: .semibold)))
    noResults.textColor = .secondaryLabel
    noResults.textAlignment = .center
  }

  /// Puts title and search into the bar, or, where the screen is alone, above the rows.
  private func showTitle() {
    guard navigationController != nil else {
      let header = CountriesHeaderView(title: "Countries", subtitle: subtitle)
      searchBar = header.searchBar
      tableView.tableHeaderView = header
      return header.searchBar.delegate = self
    }
    let search = UISearchController(searchResultsController: nil)
    search.obscuresBackgroundDuringPresentation = false
    search.hidesNavigationBarDuringPresentation = false
    search.searchBar.delegate = self
    search.searchBar.placeholder = "Search"
    searchBar = search.searchBar
    navigationItem.searchController = search
    navigationItem.hidesSearchBarWhenScrolling = false
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 0, height: 60))
    label.text = subtitle
    label.font = .systemFont(ofSize: 13)
    label.textColor = .secondaryLabel
    label.textAlignment = .center
    label.numberOfLines = 2
    tableView.tableFooterView = label
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
    tableView.reloadData()
    scrollToTop()
    tableView.backgroundView = list.sections.isEmpty ? noResults : nil
  }

  /// The keys are the table's again, so that the arrows choose among what was found.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }
}
