import Assets
import Foundation

/// The countries of the world in sections by initial letter.
struct CountryList {
  /// The countries whose names start with one letter.
  struct Section: Equatable {
    /// A capital letter without accent.
    let letter: String
    let countries: [Country]
  }

  /// In alphabetical order, and so are the countries of each; accents do not count.
  let sections: [Section]

  /// How many countries there are in all sections.
  var count: Int { sections.reduce(0) { $0 + $1.countries.count } }

  init(_ countries: [Country]) {
    let ordered = countries.map { (key: Self.folded($0.name), country: $0) }.sorted { $0.key < $1.key }
    var sections: [Section] = []
    var start = 0
    while start < ordered.count {
      let letter = ordered[start].key.prefix(1)
      let end = ordered[start...].firstIndex { $0.key.prefix(1) != letter } ?? ordered.count
      sections.append(
        Section(letter: letter.uppercased(), countries: ordered[start..<end].map(\.country)))
      start = end
    }
    self.sections = sections
  }

  /// - Parameter sections: none empty, in order.
  init(sections: [Section]) { self.sections = sections }

  /// The list that is part of the program, read when it is needed first.
  static let embedded: CountryList = {
    do {
      return try CountryList(parse(Assets.countries))
    } catch {
      preconditionFailure("Assets/countries.csv, \(error): correct the file and build again")
    }
  }()

  /// The countries of all sections.
  var countries: [Country] { sections.flatMap(\.countries) }

  /// Reads a table whose first line is the heading `Country.columns`.
  static func parse(_ text: String) throws(CSV.Malformed) -> [Country] {
    let records = try CSV.records(in: text)
    guard records.first == Country.columns else {
      throw CSV.Malformed(line: 1, problem: "the heading is not \(Country.columns.joined(separator: ","))")
    }
    var countries: [Country] = []
    for (row, record) in records.enumerated().dropFirst() {
      guard let country = Country(record: record) else {
        throw CSV.Malformed(line: row + 1, problem: "an empty field or a wrong number")
      }
      countries.append(country)
    }
    return countries
  }

  /// Lower-case letters without accents.
  static func folded(_ text: String) -> String {
    let letters = text.decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { $0.properties.generalCategory != .nonspacingMark }
    return String(String.UnicodeScalarView(letters)).lowercased()
  }
}
