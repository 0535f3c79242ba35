import Expectations
import Testing
import UIKitCore

@testable import TableDemo

@MainActor
@Suite("Searching the countries")
struct CountrySearchTests {
  private func names(_ query: String) throws -> [String] {
    CountrySearch(in: .embedded).countries(for: query).sections.flatMap(\.countries).map(\.name)
  }

  @Test("finds by parts of the name's words, by the beginnings of those of capital and region, and by the code")
  func finding() throws {
    try expectEqual(names("united ki"), ["United Kingdom"])
    try expectEqual(names("ouagadou"), ["Burkina Faso"])
    try expectEqual(names("zw"), ["Zimbabwe"])
    try expectEqual(names("western africa gha"), ["Ghana"])
    try expectEqual(names("rkina fas"), ["Burkina Faso"])
    try expect(names("land").contains("Iceland") && names("land").contains("Åland Islands"))
    try expectEqual(names("nowhere"), [])
  }

  @Test("does not look at accents, case and signs")
  func folding() throws {
    try expectEqual(names("ALAND"), ["Åland Islands", "New Zealand"])
    try expectEqual(names("cote d'iv"), ["Côte d'Ivoire"])
    try expectEqual(names("åland isl"), ["Åland Islands"])
  }

  @Test("nothing to search for finds everything, words that say there is no capital find nothing")
  func edges() throws {
    try expectEqual(names("").count, 249)
    try expectEqual(names("  - ").count, 249)
    try expectEqual(names("uninhabited"), [])
  }

  @Test("keeps the sections of what is found")
  func sections() throws {
    let list = CountrySearch(in: .embedded).countries(for: "an")
    expect(list.sections.allSatisfy { !$0.countries.isEmpty })
    expectEqual(list.sections.map(\.letter), list.sections.map(\.letter).sorted())
  }
}
