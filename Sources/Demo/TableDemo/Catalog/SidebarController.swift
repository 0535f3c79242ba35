import DemoParts
import UIKit

/// The list of all screens, in groups, with a field to search them in the bar above.
///
/// A click chooses a screen and hands the keyboard over to it; the arrow keys choose one after another and stay here,
/// until Return or Escape.
final class SidebarController: UIViewController {
  /// How a screen was chosen.
  enum Choice { case click, keys }

  /// Called for each choice of the user's.
  var onChoice: (@MainActor (ScreenName, Choice) -> Void)?
  /// The user has done with the list: the keyboard is the screen's.
  var onLeave: (@MainActor () -> Void)?
  /// The user asks for what the program opened with at its first start.
  var onWelcome: (@MainActor () -> Void)?

  private let search = UISearchController(searchResultsController: nil)
  private let tableView = SidebarTableView(frame: .zero, style: .plain)
  private var sections: [Section]
  private var shown: ScreenName
  /// Text has another size, and the chosen row was in view.
  private var keepsChosenInView = false

  private struct Section {
    let group: ScreenGroup
    let screens: [ScreenName]
  }

  /// - Parameter shown: the screen that is marked as chosen.
  init(shown: ScreenName) {
    self.shown = shown
    sections = Self.sections(matching: "")
    super.init(nibName: nil, bundle: nil)
    title = "Screens"
    search.obscuresBackgroundDuringPresentation = false
    search.hidesNavigationBarDuringPresentation = false
    search.automaticallyShowsCancelButton = false
    Palette.setPlaceholder("Find a screen", of: search.searchBar.searchTextField)
    search.searchBar.delegate = self
    navigationItem.searchController = search
    navigationItem.hidesSearchBarWhenScrolling = false
    let welcome = UIBarButtonItem(
      image: UIImage(systemName: "house"), primaryAction: UIAction { [weak self] _ in self?.onWelcome?() })
    welcome.accessibilityLabel = "Welcome"
    navigationItem.rightBarButtonItem = welcome
  }

  required init?(coder: NSCoder) { nil }

  /// Whether the list or its field receives keys.
  var hasKeyboard: Bool { tableView.isFirstResponder || search.searchBar.isFirstResponder }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    tableView.accessibilityLabel = "Screens"
    tableView.dataSource = self
    tableView.delegate = self
    tableView.selectionFollowsFocus = true
    tableView.backgroundColor = .secondarySystemBackground
    tableView.separatorStyle = .none
    tableView.sectionHeaderTopPadding = 0
    fitRows()
    tableView.register(SidebarCell.self, forCellReuseIdentifier: "screen")
    view.addSubview(tableView)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    tableView.frame = view.bounds
    // Only now, because a table without its size would scroll every row to its top.
    markShown()
    guard keepsChosenInView, let path = tableView.indexPathForSelectedRow else { return }
    keepsChosenInView = false
    tableView.layoutIfNeeded()
    tableView.scrollToRow(at: path, at: .none, animated: false)
  }

  /// Rows and titles are one line of text in the size there is: all screens are seen in a window of the usual size.
  private func fitRows() {
    tableView.rowHeight = SidebarCell.height
    tableView.sectionHeaderHeight = CompactType.length(26)
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if let path = tableView.indexPathForSelectedRow {
      keepsChosenInView = tableView.bounds.intersects(tableView.rectForRow(at: path))
      view.setNeedsLayout()
    }
    fitRows()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key, key.modifierFlags.isDisjoint(with: [.control, .alternate, .command]) else {
      return super.pressesBegan(presses, with: event)
    }
    switch key.keyCode {
    case .keyboardReturnOrEnter, .keypadEnter, .keyboardEscape: onLeave?()
    default: super.pressesBegan(presses, with: event)
    }
  }

  /// Marks a screen as the one that is shown, and scrolls to it. Does not call `onChoice`.
  func select(_ screen: ScreenName) {
    shown = screen
    if isViewLoaded, tableView.bounds.height > 0 { markShown() }
  }

  /// Lets the user type what to find.
  func beginSearch() {
    search.searchBar.becomeFirstResponder()
    search.searchBar.searchTextField.selectAll(nil)
  }

  private func markShown() {
    let path = sections.enumerated().lazy.compactMap { [shown] number, section in
      section.screens.firstIndex(of: shown).map { IndexPath(row: $0, section: number) }
    }.first
    guard path != tableView.indexPathForSelectedRow else { return }
    tableView.selectRow(at: path, animated: false, scrollPosition: .none)
    guard let path else { return }
    tableView.scrollToRow(at: path, at: .none, animated: false)
    // Rows that come into view by it are as high as their texts, and not as was thought.
    tableView.layoutIfNeeded()
    tableView.scrollToRow(at: path, at: .none, animated: false)
  }

  // MARK: Searching

  private static func sections(matching text: String) -> [Section] {
    let words = text.lowercased().split(separator: " ")
    return ScreenGroup.allCases.compactMap { group in
      let screens = group.screens.filter { screen in
        let described = [screen.title, screen.rawValue, group.rawValue, screen.summary, screen.keywords]
          .joined(separator: " ").lowercased()
        return words.allSatisfy { described.contains($0) }
      }
      return screens.isEmpty ? nil : Section(group: group, screens: screens)
    }
  }

  private func showMatches(of text: String) {
    sections = Self.sections(matching: text)
    tableView.reloadData()
    tableView.backgroundView = sections.isEmpty ? EmptyListLabel("No screen matches") : nil
    markShown()
  }
}

extension SidebarController: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].screens.count
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].group.rawValue
  }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    guard let label = (view as? UITableViewHeaderFooterView)?.textLabel else { return }
    label.font = .compact(12, .semibold)
    label.textColor = Palette.secondary
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "screen", for: indexPath)
    (cell as? SidebarCell)?.show(sections[indexPath.section].screens[indexPath.row])
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    shown = sections[indexPath.section].screens[indexPath.row]
    onChoice?(shown, self.tableView.isTakingKey ? .keys : .click)
  }
}

extension SidebarController: UISearchBarDelegate {
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { showMatches(of: searchText) }

  /// Return opens the first screen that was found.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {
    guard let first = sections.first?.screens.first else { return }
    search.isActive = false
    showMatches(of: "")
    select(first)
    onChoice?(first, .click)
  }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { onLeave?() }
}

/// A table that knows whether a key is what it acts upon.
private final class SidebarTableView: UITableView {
  private(set) var isTakingKey = false

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    isTakingKey = true
    defer { isTakingKey = false }
    super.pressesBegan(presses, with: event)
  }
}

/// A screen's title in one line, with the keys that show it. A pointer that rests on it is told what the screen shows.
private final class SidebarCell: AssembledCell {
  static var height: CGFloat { CompactType.length(28) }

  override func assemble() {
    configurationUpdateHandler = { cell, state in (cell as? SidebarCell)?.dress(isChosen: state.isSelected) }
  }

  private var screen: ScreenName?

  func show(_ screen: ScreenName) {
    self.screen = screen
    toolTip = screen.sentence
    dress(isChosen: isSelected)
  }

  private func dress(isChosen: Bool) {
    guard let screen else { return }
    var content = UIListContentConfiguration.valueCell()
    content.text = screen.title
    content.textProperties.font = .compact(14)
    content.textProperties.numberOfLines = 1
    content.textProperties.color = isChosen ? .white : .label
    content.secondaryText = screen.number.map { "Ctrl+\($0)" }
    content.secondaryTextProperties.font = .compact(11)
    content.secondaryTextProperties.color = isChosen ? .white : Palette.secondary
    contentConfiguration = content
    var background = UIBackgroundConfiguration.clear()
    background.backgroundColor = isChosen ? Palette.blueGround : .clear
    background.cornerRadius = 6
    background.backgroundInsets = NSDirectionalEdgeInsets(top: 1, leading: 8, bottom: 1, trailing: 8)
    backgroundConfiguration = background
  }
}
