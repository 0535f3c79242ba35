import UIKit

/// The menu of a country: copies its name, or one of its figures, or everything.
enum CountryMenu {
  /// The facts that can be copied besides the name, with the words of the menu.
  static func facts(of country: Country) -> [(title: String, text: String)] {
    [
      ("Code", country.code),
      ("Capital", country.capital),
      ("Region", country.region),
      ("Population", "\(country.population)"),
      ("Area", "\(String(format: "%.0f", country.area)) km²"),
    ]
  }

  @MainActor
  static func make(for country: Country) -> UIMenu {
    let facts = facts(of: country)
    let all = [country.name] + facts.map { "\($0.title): \($0.text)" }
    return UIMenu(
      title: country.name,
      children: [
        copy("Copy Name", UIImage(systemName: "doc.on.doc"), country.name),
        UIMenu(title: "Copy", children: facts.map { copy($0.title, nil, $0.text) }),
        UIMenu(options: .displayInline, children: [copy("Copy All", nil, all.joined(separator: "\n"))]),
        UIMenu(options: .displayInline, children: [map(of: country)].compactMap { $0 }),
      ])
  }

  /// Opens a map in the desktop's browser.
  @MainActor
  private static func map(of country: Country) -> UIAction? {
    var parts = URLComponents(string: "https://www.openstreetmap.org/search")
    parts?.queryItems = [URLQueryItem(name: "query", value: country.name)]
    guard let url = parts?.url else { return nil }
    return UIAction(title: "Open Map in Browser") { _ in UIApplication.shared.open(url) }
  }

  @MainActor
  private static func copy(_ title: String, _ image: UIImage?, _ text: String) -> UIAction {
    UIAction(title: title, image: image) { _ in UIPasteboard.general.string = text }
  }
}
