import Foundation

/// Finds countries by parts of their names and beginnings of other words, whatever their accents and case.
///
/// The words of all countries are prepared once: done anew for each letter typed, that takes ten times as long as the frame
/// that shows what was found.
struct CountrySearch {
  /// A country and its words, in UTF-8.
  private struct Entry {
    let country: Country
    /// Any part of them finds it.
    let names: [[UInt8]]
    /// Their beginnings find it: of capital and region, and its code.
    let others: [[UInt8]]

    init(_ country: Country) {
      self.country = country
      let capital = country.hasCapital ? country.capital : ""
      names = CountrySearch.words(of: country.name)
      others = CountrySearch.words(of: "\(capital) \(country.region) \(country.code)")
    }

    func isFound(by word: [UInt8]) -> Bool {
      names.contains { Self.contains($0, word) } || others.contains { $0.starts(with: word) }
    }

    private static func contains(_ name: [UInt8], _ part: [UInt8]) -> Bool {
      guard part.count <= name.count else { return false }
      return (0...name.count - part.count).contains { name[$0...].starts(with: part) }
    }
  }

  private let list: CountryList
  /// The entries of each section of the list.
  private let entries: [[Entry]]

  /// - Parameter list: the countries that are searched.
  init(in list: CountryList) {
    self.list = list
    entries = list.sections.map { $0.countries.map(Entry.init) }
  }

  /// The countries that a query finds, in the order of the list.
  /// - Parameter query: words, each of which has to be found; none finds every country.
  func countries(for query: String) -> CountryList {
    let words = Self.words(of: query)
    guard !words.isEmpty else { return list }
    return CountryList(
      sections: zip(list.sections, entries).compactMap { section, entries in
        let found = entries.filter { words.allSatisfy($0.isFound) }
        return found.isEmpty ? nil : .init(letter: section.letter, countries: found.map(\.country))
      })
  }

  /// Lower-case words without accents.
  private static func words(of text: String) -> [[UInt8]] {
    CountryList.folded(text).split { !$0.isLetter && !$0.isNumber }.map { Array($0.utf8) }
  }
}
