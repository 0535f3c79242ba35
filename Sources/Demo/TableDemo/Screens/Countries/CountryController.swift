import DemoParts
import UIKit

/// The page about a country: its flag among its neighbours as on a map, its figures among those of all, and its neighbours
/// in a list, each with the direction in which it lies. A neighbour leads on.
final class CountryController: DetailController {
  private let country: Country
  private let atlas: CountryAtlas
  /// Titles and values, by section.
  private let facts: [[(title: String, value: String)]]
  /// From the north clockwise.
  private let neighbours: [CountryAtlas.Neighbour]

  /// - Parameter atlas: of the country.
  init(_ country: Country, in atlas: CountryAtlas = .embedded) {
    self.country = country
    self.atlas = atlas
    facts = Self.facts(of: country, in: atlas)
    neighbours = atlas.neighbours(of: country)
    super.init()
    title = country.name
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .action, primaryAction: UIAction { [weak self] _ in self?.share() }, menu: nil)
  }

  required init?(coder: NSCoder) { nil }

  override var keyHints: [KeyHint] {
    neighbours.isEmpty ? super.keyHints : [KeyHint("Return", action: "Open the neighbour")] + super.keyHints
  }

  /// Offers what is known as text.
  private func share() {
    var lines = facts.joined().map { "\($0.title)\t\($0.value)" }
    if !neighbours.isEmpty { lines.append("Neighbours\t" + neighbours.map(\.country.name).joined(separator: ", ")) }
    let text = lines.joined(separator: "\n")
    let share = UIActivityViewController(activityItems: ["\(country.name)\n\(text)"], applicationActivities: nil)
    share.popoverPresentationController?.sourceItem = navigationItem.rightBarButtonItem
    present(share, animated: true)
  }

  private static func facts(of country: Country, in atlas: CountryAtlas) -> [[(title: String, value: String)]] {
    func ranked(_ value: String, _ rank: String?) -> String { rank.map { "\(value), \($0)" } ?? value }
    var figures = [("Area", ranked("\(GroupedNumber.string(country.area)) km\u{b2}", atlas.areaRank(of: country)))]
    if country.population == 0 {
      figures.insert(("Population", "no residents"), at: 0)
    } else {
      let people = GroupedNumber.inWords(country.population)
      figures.insert(("Population", ranked(people, atlas.populationRank(of: country))), at: 0)
      figures.append(("Share of all people", atlas.share(of: country)))
      figures.append(("People per km\u{b2}", density(of: country)))
    }
    return [[("Capital", country.capital), ("Region", country.region), ("Code", country.code)], figures]
  }

  /// To two digits or so, as populations are known no better.
  private static func density(of country: Country) -> String {
    let density = Double(country.population) / country.area
    if density < 10 { return GroupedNumber.string((density * 10).rounded() / 10) }
    let step: Double = density < 100 ? 1 : density < 1000 ? 10 : 100
    return GroupedNumber.string((density / step).rounded() * step)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    // Of all rows those of the neighbours can be chosen.
    tableView.allowsSelection = true
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "fact")
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "neighbour")
    tableView.tableHeaderView = CompassView(country, neighbours) { [weak self] in self?.open($0) }
  }

  private func isNeighbour(_ path: IndexPath) -> Bool { path.section == facts.count && !neighbours.isEmpty }

  override func numberOfSections(in tableView: UITableView) -> Int { facts.count + 1 }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    section < facts.count ? facts[section].count : max(neighbours.count, 1)
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    guard section == facts.count else { return nil }
    switch neighbours.count {
    case 0: return "Neighbours on land"
    case 1: return "1 neighbour on land"
    case let count: return "\(count) neighbours on land"
    }
  }

  override func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard isNeighbour(indexPath) else { return factCell(at: indexPath) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "neighbour", for: indexPath)
    let neighbour = neighbours[indexPath.row]
    var content = UIListContentConfiguration.valueCell()
    content.text = "\(neighbour.country.flag) \(neighbour.country.name)"
    content.secondaryText = neighbour.direction.words
    content.secondaryTextProperties.color = Palette.secondary
    content.image = UIImage(systemName: neighbour.direction.symbolName)
    cell.contentConfiguration = content
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  private func factCell(at path: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "fact", for: path)
    var content = UIListContentConfiguration.valueCell()
    if path.section < facts.count {
      let fact = facts[path.section][path.row]
      content.text = fact.title
      content.secondaryText = fact.value
      content.secondaryTextProperties.color = Palette.secondary
    } else {
      content.text = "No border with another country"
    }
    cell.contentConfiguration = content
    return cell
  }

  override func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    guard isNeighbour(indexPath) else { return nil }
    return neighbours[indexPath.row].country.name
  }

  override func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    isNeighbour(indexPath)
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    open(neighbours[indexPath.row].country)
  }

  private func open(_ country: Country) { show(CountryController(country, in: atlas), sender: self) }
}
