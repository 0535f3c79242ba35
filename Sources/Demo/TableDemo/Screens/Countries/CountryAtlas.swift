import Assets
import Foundation

/// All countries together: which of them have a border on land, in which direction a neighbour lies, and how large a country
/// is among all.
struct CountryAtlas {
  /// A direction of the compass in words, from north clockwise.
  enum Direction: String, CaseIterable {
    case north, east, south, west
    case northEast = "north-east"
    case southEast = "south-east"
    case southWest = "south-west"
    case northWest = "north-west"

    /// From north clockwise, each an eighth of the circle.
    static let allCases: [Direction] = [.north, .northEast, .east, .southEast, .south, .southWest, .west, .northWest]

    /// The name of the symbol of an arrow that points there, with north above.
    var symbolName: String {
      let words = ["north": "up", "south": "down", "east": "right", "west": "left"]
      return "arrow." + rawValue.split(separator: "-").compactMap { words[String($0)] }.joined(separator: ".")
    }
  }

  /// A neighbour and where it lies.
  struct Neighbour: Equatable {
    let country: Country
    let direction: Direction
  }

  /// Where a country lies, in degrees, and the codes of its neighbours.
  private struct Place {
    let latitude, longitude: Double
    let neighbours: [String]
  }

  private let countries: [String: Country]
  private let places: [String: Place]
  private let people: Int
  /// From the largest; those without residents are left out.
  private let byPopulation: [String]
  private let byArea: [String]

  /// - Parameter neighbours: a table whose first line is the heading `columns`; all codes are those of countries.
  init(_ countries: [Country], neighbours: String) throws(CSV.Malformed) {
    let known = Dictionary(countries.map { ($0.code, $0) }) { first, _ in first }
    self.countries = known
    people = countries.reduce(0) { $0 + $1.population }
    byPopulation = countries.filter { $0.population > 0 }.sorted { $0.population > $1.population }.map(\.code)
    byArea = countries.sorted { $0.area > $1.area }.map(\.code)
    var places: [String: Place] = [:]
    let records = try CSV.records(in: neighbours)
    guard records.first == Self.columns else {
      throw CSV.Malformed(line: 1, problem: "the heading is not \(Self.columns.joined(separator: ","))")
    }
    for (row, record) in records.enumerated().dropFirst() {
      let codes = record[3].split(separator: " ").map(String.init)
      guard let latitude = Double(record[1]), let longitude = Double(record[2]), (-90...90).contains(latitude),
        (-180...180).contains(longitude), ([record[0]] + codes).allSatisfy({ known[$0] != nil })
      else { throw CSV.Malformed(line: row + 1, problem: "a wrong number or the code of no country") }
      places[record[0]] = Place(latitude: latitude, longitude: longitude, neighbours: codes)
    }
    self.places = places
  }

  static let columns = ["code", "latitude", "longitude", "neighbours"]

  /// The atlas of the list that is part of the program, made when it is needed first.
  static let embedded: CountryAtlas = {
    do {
      return try CountryAtlas(CountryList.embedded.countries, neighbours: Assets.neighbours)
    } catch {
      preconditionFailure("Assets/neighbours.csv, \(error): correct the file and build again")
    }
  }()

  var count: Int { countries.count }

  /// The countries that a country has a border with, from the north clockwise.
  func neighbours(of country: Country) -> [Neighbour] {
    guard let place = places[country.code] else { return [] }
    return place.neighbours.compactMap { code -> (angle: Double, neighbour: Neighbour)? in
      guard let neighbour = countries[code], let other = places[code] else { return nil }
      let angle = Self.angle(from: place, to: other)
      // Eighths of the circle, each around its direction.
      let number = Int((angle / 45).rounded()) % Direction.allCases.count
      return (angle, Neighbour(country: neighbour, direction: Direction.allCases[number]))
    }.sorted { $0.angle < $1.angle }.map(\.neighbour)
  }

  /// In degrees from north clockwise, 0..<360.
  private static func angle(from a: Place, to b: Place) -> Double {
    var east = b.longitude - a.longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    let width = cos((a.latitude + b.latitude) / 2 * .pi / 180)
    let angle = atan2(east * width, b.latitude - a.latitude) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  /// "37th of 249" among all countries by population; nil for one without residents.
  func populationRank(of country: Country) -> String? { rank(country, in: byPopulation) }

  /// "41st of 249" among all countries by area.
  func areaRank(of country: Country) -> String? { rank(country, in: byArea) }

  private func rank(_ country: Country, in codes: [String]) -> String? {
    codes.firstIndex(of: country.code).map { "\(Self.ordinal($0 + 1)) of \(count)" }
  }

  /// "1st", "22nd", "113th".
  static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }

  /// The part of all people who live in a country, to two digits: "17 %", "0.51 %", "less than 0.001 %".
  func share(of country: Country) -> String {
    let percent = Double(country.population) / Double(max(people, 1)) * 100
    guard percent >= 0.001 else { return "less than 0.001 %" }
    let decimals = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3
    return String(format: "%.\(decimals)f %%", percent)
  }
}

extension Country {
  /// The flag: two regional indicators, of which fonts with flags make one picture.
  var flag: String {
    String(String.UnicodeScalarView(code.unicodeScalars.compactMap { Unicode.Scalar(0x1F1E6 - 65 + $0.value) }))
  }
}
