import UIKit

/// The countries of the world, A to Z under floating headers.
final class CountriesController: UITableViewController, DemoScreen {
  private let list: CountryList

  init() {
    do {
      list = try CountryList.embedded()
    } catch {
      preconditionFailure("Assets/countries.csv, \(error): correct the file and build again")
    }
    super.init(style: .plain)
    title = "Countries"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { list.sections.reduce(0) { $0 + $1.countries.count } }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(CountryCell.self, forCellReuseIdentifier: "country")
    tableView.rowHeight = CountryCell.height
    tableView.sectionHeaderHeight = 30
    tableView.separatorInset = UIEdgeInsets(top: 0, left: CountryCell.textInset, bottom: 0, right: 0)
    let people = list.sections.reduce(0) { $0 + $1.countries.reduce(0) { $0 + $1.population } }
    tableView.tableHeaderView = ScreenTitleView(
      title: "Countries",
      subtitle: "\(rowCount) countries and territories, \(GroupedNumber.string(people)) people")
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

  /// Copies what is known about a country.
  override func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    let country = list.sections[indexPath.section].countries[indexPath.row]
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in CountryMenu.make(for: country) }
  }
}
