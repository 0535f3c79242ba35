/// One entry of ISO 3166-1.
struct Country: Equatable {
  let name: String
  /// ISO 3166-1 alpha-2: two capital letters.
  let code: String
  /// The capital, or words that say that the country has no capital.
  let capital: String
  /// Whether `capital` is the name of one.
  var hasCapital: Bool { !capital.hasPrefix("No capital") }
  /// Sub-region of the United Nations' M49 scheme.
  let region: String
  let population: Int
  /// Square kilometres.
  let area: Double

  /// The country of a CSV record in the order of `columns`; nil when a field is empty or not a number.
  init?(record: [String]) {
    guard record.count == Self.columns.count, !record.contains(""),
      let population = Int(record[4]), population >= 0,
      let area = Double(record[5]), area.isFinite, area > 0
    else { return nil }
    name = record[0]
    code = record[1]
    capital = record[2]
    region = record[3]
    self.population = population
    self.area = area
  }

  static let columns = ["name", "code", "capital", "region", "population", "area_km2"]
}
