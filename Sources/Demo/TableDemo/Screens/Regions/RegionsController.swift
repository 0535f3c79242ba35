import DemoParts
import UIKit

/// The countries by region, in screens that lead on: all regions, the countries of one, what is known of a country.
final class RegionsController: ScreenNavigationController, DemoScreen {
  private let list = RegionListController(RegionList(CountryList.embedded.countries))

  init() {
    super.init(nibName: nil, bundle: nil)
    navigationBar.prefersLargeTitles = true
    viewControllers = [list]
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { list.tableView }
  var rowCount: Int { list.rowCount }
  var keyHints: [KeyHint] {
    let back = viewControllers.count > 1 ? [KeyHint("Alt", "\u{2190}", action: "Back")] : []
    return topViewController is CountryController ? back : [KeyHint("Return", action: "Open")] + back
  }
}

/// The countries of the world by region.
struct RegionList {
  /// A sub-region of the United Nations' M49 scheme.
  struct Region: Equatable {
    let name: String
    /// From A to Z.
    let countries: [Country]
    var population: Int { countries.reduce(0) { $0 + $1.population } }
  }

  /// The order of a list of regions.
  enum Order: String, CaseIterable {
    case name = "Name"
    case countries = "Number of Countries"
    case population = "Population"
  }

  /// From A to Z.
  let regions: [Region]

  init(_ countries: [Country]) {
    regions = Dictionary(grouping: countries, by: \.region).map { Region(name: $0.key, countries: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// The regions in an order: by name from A to Z, by a number from the largest.
  func regions(by order: Order) -> [Region] {
    switch order {
    case .name: regions
    case .countries: regions.sorted { $0.countries.count > $1.countries.count }
    case .population: regions.sorted { $0.population > $1.population }
    }
  }
}

/// All regions, and the countries that are searched for. One that is chosen leads on.
final class RegionListController: UITableViewController {
  private let list: RegionList
  private var order = RegionList.Order.name
  private var regions: [RegionList.Region]
  private lazy var countries = CountrySearch(in: CountryList(list.regions.flatMap(\.countries)))
  private let found = FoundCountriesController()
  private lazy var search = UISearchController(searchResultsController: found)

  init(_ list: RegionList) {
    self.list = list
    regions = list.regions
    super.init(style: .insetGrouped)
    title = "Regions"
    search.searchResultsUpdater = self
    Palette.setPlaceholder("Countries", of: search.searchBar.searchTextField)
    found.onChoice = { [weak self] country in
      if let self { show(CountryController(country), sender: self) }
    }
    navigationItem.searchController = search
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      image: UIImage(systemName: "arrow.up.arrow.down"), menu: makeMenu())
    navigationItem.rightBarButtonItem?.accessibilityLabel = "Order"
  }

  required init?(coder: NSCoder) { nil }

  var rowCount: Int { regions.count }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "region")
    let header = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 40))
    // Off the edges, and on two lines where one is too narrow.
    let sentence = UILabel(
      .systemFont(ofSize: 13), Palette.secondary, alignment: .center, lines: 2, text: ScreenName.regions.sentence)
    sentence.frame = header.bounds.insetBy(dx: 20, dy: 0)
    sentence.autoresizingMask = .flexibleWidth
    header.addSubview(sentence)
    tableView.tableHeaderView = header
  }

  private func makeMenu() -> UIMenu {
    UIMenu(
      title: "Sort By",
      children: RegionList.Order.allCases.map { order in
        UIAction(title: order.rawValue, state: order == self.order ? .on : .off) { [weak self] _ in
          self?.sort(by: order)
        }
      })
  }

  /// Rows move to their new places.
  private func sort(by order: RegionList.Order) {
    let before = regions.map(\.name)
    self.order = order
    regions = list.regions(by: order)
    navigationItem.rightBarButtonItem?.menu = makeMenu()
    let moves = regions.enumerated().compactMap { row, region in
      before.firstIndex(of: region.name).map {
        (from: IndexPath(row: $0, section: 0), to: IndexPath(row: row, section: 0))
      }
    }
    tableView.performBatchUpdates { [tableView] in
      for move in moves where move.from != move.to { tableView?.moveRow(at: move.from, to: move.to) }
    }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { regions.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "region", for: indexPath)
    let region = regions[indexPath.row]
    var content = UIListContentConfiguration.valueCell()
    content.text = region.name
    content.secondaryText = "\(region.countries.count)"
    content.secondaryTextProperties.color = Palette.secondary
    content.image = UIImage(systemName: "globe")
    content.imageProperties.tintColor = RegionColour.colour(of: region.name).ink
    cell.contentConfiguration = content
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    show(RegionController(regions[indexPath.row]), sender: self)
  }
}

extension RegionListController: UISearchResultsUpdating {
  func updateSearchResults(for searchController: UISearchController) {
    let text = searchController.searchBar.text ?? ""
    found.show(text.isEmpty ? [] : countries.countries(for: text).countries)
  }
}

/// Countries, one a row. One that is chosen leads to what is known of it.
class CountryListController: UITableViewController {
  private(set) var countries: [Country] = []

  /// - Parameter countries: those that are shown at first.
  convenience init(_ countries: [Country]) {
    self.init(style: .plain)
    self.countries = countries
  }

  /// Shows other countries.
  func show(_ countries: [Country]) {
    self.countries = countries
    tableView.reloadData()
  }

  /// Takes a country out of the list.
  func remove(at row: Int) {
    countries.remove(at: row)
    tableView.deleteRows(at: [IndexPath(row: row, section: 0)], with: .automatic)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    CountryCell.prepare(tableView)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    CountryCell.fitRows(of: tableView)
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { countries.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "country", for: indexPath)
    (cell as? CountryCell)?.show(countries[indexPath.row])
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    choose(countries[indexPath.row])
  }

  func choose(_ country: Country) { show(CountryController(country), sender: self) }
}

/// The countries of a region, which can be taken out of the list.
final class RegionController: CountryListController {
  convenience init(_ region: RegionList.Region) {
    self.init(region.countries)
    title = region.name
  }

  /// Asks first.
  override func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let country = countries[indexPath.row]
    let remove = UIContextualAction(style: .destructive, title: "Remove") { [weak self] _, _, completion in
      self?.askToRemove(country, completion)
    }
    remove.backgroundColor = Palette.redGround
    return UISwipeActionsConfiguration(actions: [remove])
  }

  private func askToRemove(_ country: Country, _ completion: @escaping (Bool) -> Void) {
    let alert = UIAlertController(
      title: "Remove \(country.name)?", message: "It leaves this list until the screen is opened again.",
      preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in completion(false) })
    alert.addAction(
      UIAlertAction(title: "Remove", style: .destructive) { [weak self] _ in
        guard let self, let row = countries.firstIndex(of: country) else { return completion(false) }
        remove(at: row)
        completion(true)
      })
    present(alert, animated: true)
  }
}

/// The countries that a search has found.
final class FoundCountriesController: CountryListController {
  /// Called with the country that the user chooses.
  var onChoice: (Country) -> Void = { _ in }

  override func choose(_ country: Country) { onChoice(country) }
}
