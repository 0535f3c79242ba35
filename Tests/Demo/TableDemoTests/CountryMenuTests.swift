import Expectations
import Testing

@testable import TableDemo

@Suite("The menu of a country")
struct CountryMenuTests {
  @Test("copies every fact the table of countries has")
  func facts() throws {
    let record = ["Norway", "NO", "Oslo", "Northern Europe", "5400000", "385207"]
    let country = try #require(Country(record: record))
    let facts = CountryMenu.facts(of: country)
    expectEqual(facts.map(\.title), ["Code", "Capital", "Region", "Population", "Area"])
    expectEqual(facts.map(\.text), ["NO", "Oslo", "Northern Europe", "5400000", "385207 km²"])
  }
}
