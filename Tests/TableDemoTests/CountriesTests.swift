import Foundation
import Testing

@testable import TableDemo

@Suite("The table of countries")
struct CountriesTests {
  private func all() throws -> [Country] { try CountryList.embedded().sections.flatMap(\.countries) }

  @Test("holds the 249 entries of ISO 3166-1, each code once")
  func complete() throws {
    let countries = try all()
    #expect(countries.count == 249)
    #expect(Set(countries.map(\.code)).count == 249)
    #expect(countries.allSatisfy { $0.code.wholeMatch(of: /[A-Z]{2}/) != nil })
    #expect(Set(countries.map(\.name)).count == 249)
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
    #expect(Set(try all().map { [$0.code, $0.name] }) == Set(expected))
  }

  @Test("comes in sections from A to Z, sorted without regard to accents")
  func sections() throws {
    let list = try CountryList.embedded()
    let letters = list.sections.map(\.letter)
    #expect(letters == letters.sorted())
    #expect(Set(letters).count == letters.count)
    #expect(letters.first == "A")
    #expect(letters.last == "Z")
    #expect(list.sections[0].countries.prefix(2).map(\.name) == ["Afghanistan", "Åland Islands"])
    #expect(list.sections.allSatisfy { !$0.countries.isEmpty })
    let c = try #require(list.sections.first { $0.letter == "C" }).countries.map(\.name)
    #expect(c.firstIndex(of: "Côte d'Ivoire")! < c.firstIndex(of: "Croatia")!)
  }

  @Test("has plausible figures")
  func figures() throws {
    let countries = try all()
    let people = countries.reduce(0) { $0 + $1.population }
    #expect((7_500_000_000...8_500_000_000).contains(people))
    let land = countries.reduce(0) { $0 + $1.area }
    #expect((145_000_000...155_000_000).contains(land))
    #expect(countries.first { $0.code == "VA" }?.area == 0.49)
    #expect(countries.first { $0.code == "US" }?.capital == "Washington, D.C.")
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
