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
    super.init(country.name)
    let title =
      switch neighbours.count {
      case 0: "Neighbours on land"
      case 1: "1 neighbour on land"
      case let count: "\(count) neighbours on land"
      }
    let rows = neighbours.isEmpty ? [Row("No border with another country")] : neighbours.map(row(of:))
    sections =
      facts.map { Section(rows: $0.map { Row($0.title, value: $0.value) }) } + [Section(title: title, rows: rows)]
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .action, primaryAction: UIAction { [weak self] _ in self?.share() }, menu: nil)
  }

  required init?(coder: NSCoder) { nil }

  private func row(of neighbour: CountryAtlas.Neighbour) -> Row {
    let country = neighbour.country
    var content = Row("\(country.flag) \(country.name)", value: neighbour.direction.rawValue).content
    content.image = UIImage(systemName: neighbour.direction.symbolName)
    var row = Row(content)
    row.text = country.name
    row.open = { [weak self] in self?.open(country) }
    return row
  }

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
    tableView.tableHeaderView = CompassView(country, neighbours) { [weak self] in self?.open($0) }
  }

  private func open(_ country: Country) { show(CountryController(country, in: atlas), sender: self) }
}
