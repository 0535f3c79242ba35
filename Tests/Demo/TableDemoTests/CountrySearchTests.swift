import Testing
import UIKitCore

@testable import TableDemo

@MainActor
@Suite("Searching the countries")
struct CountrySearchTests {
  private func names(_ query: String) throws -> [String] {
    try CountrySearch(in: .embedded()).countries(for: query).sections.flatMap(\.countries).map(\.name)
  }

  @Test("finds by parts of the name's words, by the beginnings of those of capital and region, and by the code")
  func finding() throws {
    #expect(try names("united ki") == ["United Kingdom"])
    #expect(try names("ouagadou") == ["Burkina Faso"])
    #expect(try names("zw") == ["Zimbabwe"])
    #expect(try names("western africa gha") == ["Ghana"])
    #expect(try names("rkina fas") == ["Burkina Faso"])
    #expect(try names("land").contains("Iceland") && names("land").contains("Åland Islands"))
    #expect(try names("nowhere") == [])
  }

  @Test("does not look at accents, case and signs")
  func folding() throws {
    #expect(try names("ALAND") == ["Åland Islands", "New Zealand"])
    #expect(try names("cote d'iv") == ["Côte d'Ivoire"])
    #expect(try names("åland isl") == ["Åland Islands"])
  }

  @Test("nothing to search for finds everything, words that say there is no capital find nothing")
  func edges() throws {
    #expect(try names("").count == 249)
    #expect(try names("  - ").count == 249)
    #expect(try names("uninhabited") == [])
  }

  @Test("keeps the sections of what is found")
  func sections() throws {
    let list = try CountrySearch(in: .embedded()).countries(for: "an")
    #expect(list.sections.allSatisfy { !$0.countries.isEmpty })
    #expect(list.sections.map(\.letter) == list.sections.map(\.letter).sorted())
  }
}
