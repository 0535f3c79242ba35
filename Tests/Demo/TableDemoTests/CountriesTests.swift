import Expectations
import Foundation
import Testing

@testable import TableDemo

@Suite("The table of countries")
struct CountriesTests {
  private func all() throws -> [Country] { CountryList.embedded.sections.flatMap(\.countries) }

  @Test("holds the 249 entries of ISO 3166-1, each code once")
  func complete() throws {
    let countries = try all()
    expectEqual(countries.count, 249)
    expectEqual(Set(countries.map(\.code)).count, 249)
    expect(countries.allSatisfy { $0.code.wholeMatch(of: /[A-Z]{2}/) != nil })
    expectEqual(Set(countries.map(\.name)).count, 249)
  }

  @Test(
    "has the names and codes of Debian's iso-codes",
    .enabled(if: FileManager.default.fileExists(atPath: isoCodes)))
  func agreesWithISOCodes() throws {
    struct Entry: Decodable {
      let alpha_2: String
      let name: String
      let common_name: String?
    }
    let tables = try JSONDecoder().decode(
      [String: [Entry]].self, from: Data(contentsOf: URL(filePath: isoCodes)))
    let entries = try #require(tables["3166-1"])
    let expected = entries.map { [$0.alpha_2, $0.common_name ?? $0.name] }
    expectEqual(Set(try all().map { [$0.code, $0.name] }), Set(expected))
  }

  @Test("comes in sections from A to Z, sorted without regard to accents")
  func sections() throws {
    let list = CountryList.embedded
    let letters = list.sections.map(\.letter)
    expectEqual(letters, letters.sorted())
    expectEqual(Set(letters).count, letters.count)
    expectEqual(letters.first, "A")
    expectEqual(letters.last, "Z")
    expectEqual(list.sections[0].countries.prefix(2).map(\.name), ["Afghanistan", "Åland Islands"])
    expect(list.sections.allSatisfy { !$0.countries.isEmpty })
    let c = try #require(list.sections.first { $0.letter == "C" }).countries.map(\.name)
    expect(c.firstIndex(of: "Côte d'Ivoire")! < c.firstIndex(of: "Croatia")!)
  }

  @Test("has plausible figures")
  func figures() throws {
    let countries = try all()
    let people = countries.reduce(0) { $0 + $1.population }
    expect((7_500_000_000...8_500_000_000).contains(people))
    let land = countries.reduce(0) { $0 + $1.area }
    expect((145_000_000...155_000_000).contains(land))
    expectEqual(countries.first { $0.code == "VA" }?.area, 0.49)
    expectEqual(countries.first { $0.code == "US" }?.capital, "Washington, D.C.")
  }

  @Test("a border on land is named by both sides")
  func borders() throws {
    let atlas = CountryAtlas.embedded
    var count = 0
    for country in try all() {
      let neighbours = atlas.neighbours(of: country)
      count += neighbours.count
      expectEqual(Set(neighbours.map(\.country.code)).count, neighbours.count, "\(country.name)")
      for neighbour in neighbours {
        let back = atlas.neighbours(of: neighbour.country).map(\.country)
        expect(back.contains(country) && neighbour.country != country, "\(country.code), \(neighbour.country.code)")
      }
    }
    expectEqual(count, 2 * 322)
  }

  @Test(
    "a neighbour lies where a map has it",
    arguments: [
      ("FR", "DE", "north-east"), ("FR", "ES", "south-west"), ("PT", "ES", "east"), ("US", "CA", "north"),
      ("US", "MX", "south"), ("CL", "AR", "east"), ("RU", "NO", "west"), ("IN", "NP", "north-east"),
      ("GB", "IE", "west"), ("CA", "GL", "north-east"), ("ZA", "LS", "east"), ("KR", "KP", "north"),
    ])
  func directions(code: String, neighbour: String, words: String) throws {
    let country = try #require(try all().first { $0.code == code })
    let found = CountryAtlas.embedded.neighbours(of: country).first { $0.country.code == neighbour }
    expectEqual(found?.direction.rawValue, words)
  }

  @Test("a country is ranked among all, and its share of all people is told to two digits")
  func ranks() throws {
    let atlas = CountryAtlas.embedded
    func country(_ code: String) throws -> Country { try #require(try all().first { $0.code == code }) }
    expectEqual(atlas.areaRank(of: try country("RU")), "1st of 249")
    expectEqual(atlas.areaRank(of: try country("VA")), "249th of 249")
    expect(atlas.populationRank(of: try country("AQ")) == nil)
    expect(atlas.share(of: try country("IN")).wholeMatch(of: /1\d %/) != nil)
    expectEqual(atlas.share(of: try country("VA")), "less than 0.001 %")
    let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(CountryAtlas.ordinal).joined(separator: " ")
    expectEqual(ordinals, "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th")
    try expectEqual(country("FI").flag, "\u{1F1EB}\u{1F1EE}")
  }

  @Test("an atlas refuses a wrong heading, the code of no country and a place that is none")
  func malformedAtlas() throws {
    let countries = try all()
    #expect(throws: CSV.Malformed.self) { try CountryAtlas(countries, neighbours: "code\nFR\n") }
    for row in ["FR,46,2,XX", "XX,46,2,FR", "FR,146,2,DE", "FR,x,2,DE", "FR,46,2"] {
      #expect(throws: CSV.Malformed.self, "\(row)") {
        try CountryAtlas(countries, neighbours: "code,latitude,longitude,neighbours\n\(row)\n")
      }
    }
  }

  @Test("refuses a wrong heading, an empty field and a wrong number")
  func malformed() {
    #expect(throws: CSV.Malformed.self) { try CountryList.parse("name,code\nA,B\n") }
    let heading = Country.columns.joined(separator: ",") + "\n"
    for row in ["A,AA,,R,1,1", "A,AA,C,R,-1,1", "A,AA,C,R,1,x", "A,AA,C,R,1,0", "A,AA,C,R,1"] {
      #expect(throws: CSV.Malformed.self, "\(row)") { try CountryList.parse(heading + row + "\n") }
    }
  }
}

private let isoCodes = "/usr/share/iso-codes/json/iso_3166-1.json"
