import Foundation

/// Finds countries by parts of their names and beginnings of other words, whatever their accents and case.
struct CountrySearch {
  private let words: [String]

  /// - Parameter query: words, each of which has to be found; none finds every country.
  init(_ query: String) { words = Self.words(of: query) }

  /// Whether every word of the query is part of a word of the country's name, begins one of its capital or region, or is
  /// its code.
  func finds(_ country: Country) -> Bool {
    guard !words.isEmpty else { return true }
    let capital = country.hasCapital ? country.capital : ""
    let names = Self.words(of: country.name)
    let others = Self.words(of: "\(capital) \(country.region) \(country.code)")
    return words.allSatisfy { word in
      names.contains { $0.contains(word) } || others.contains { $0.hasPrefix(word) }
    }
  }

  /// Lower-case words without accents.
  private static func words(of text: String) -> [String] {
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { $0.properties.generalCategory != .nonspacingMark }
    return String(String.UnicodeScalarView(scalars)).lowercased()
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
