import UIKit

/// The list: favourites, then all others by letter.
final class ContactsController: UITableViewController, UISearchResultsUpdating {
  private let store: ContactStore
  private let search = UISearchController(searchResultsController: nil)
  private lazy var source = ContactSource(tableView: tableView) { [store] table, indexPath, id in
    let cell = table.dequeueReusableCell(withIdentifier: "contact", for: indexPath)
    let contact = store.contact(id)
    var content = cell.defaultContentConfiguration()
    content.text = contact?.name
    content.secondaryText = contact?.phone
    content.image = UIImage(systemName: contact?.isFavourite == true ? "star.fill" : "person")
    cell.contentConfiguration = content
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  init(_ store: ContactStore) {
    self.store = store
    super.init(style: .plain)
    title = "Contacts"
    navigationItem.leftBarButtonItem = editButtonItem
    let add = UIAction { [weak self] _ in self?.addContact() }
    navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add, primaryAction: add)
    navigationItem.searchController = search
  }

  required init?(coder: NSCoder) { nil }
  override var undoManager: UndoManager? { store.undoManager }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "contact")
    search.searchResultsUpdater = self
    search.obscuresBackgroundDuringPresentation = false
    source.store = store
    store.onChange = { [weak self] error in
      self?.show(animated: true)
      guard let error else { return }
      let alert = UIAlertController(
        title: "The contacts could not be saved", message: error.localizedDescription, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      self?.present(alert, animated: true)
    }
    show(animated: false)
  }

  func updateSearchResults(for searchController: UISearchController) { show(animated: true) }

  private func show(animated: Bool) {
    let words = search.searchBar.text ?? ""
    let found = store.contacts.filter { words.isEmpty || $0.matches(words) }
    var snapshot = NSDiffableDataSourceSnapshot<String, Contact.ID>()
    for contact in found {
      let section = contact.isFavourite ? ContactSource.favourites : contact.letter
      if snapshot.indexOfSection(section) == nil { snapshot.appendSections([section]) }
      snapshot.appendItems([contact.id], toSection: section)
    }
    let known = Set(source.snapshot().itemIdentifiers)
    snapshot.reconfigureItems(found.map(\.id).filter(known.contains))
    source.canMove = words.isEmpty
    source.apply(snapshot, animatingDifferences: animated)
    tableView.reloadSectionIndexTitles()
  }

  private func addContact() {
    let alert = UIAlertController(title: "New Contact", message: nil, preferredStyle: .alert)
    for placeholder in ["Name", "Phone", "Email"] { alert.addTextField { $0.placeholder = placeholder } }
    let add = UIAlertAction(title: "Add", style: .default) { [store, weak alert] _ in
      let texts = alert?.textFields?.map { $0.text ?? "" } ?? []
      if texts.count == 3, !texts[0].isEmpty { store.put(Contact(name: texts[0], phone: texts[1], email: texts[2])) }
    }
    for action in [UIAlertAction(title: "Cancel", style: .cancel), add] { alert.addAction(action) }
    present(alert, animated: true)
  }

  func open(_ id: Contact.ID, animated: Bool = true) {
    navigationController?.pushViewController(ContactController(id, in: store), animated: animated)
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    if let id = source.itemIdentifier(for: indexPath) { open(id) }
  }

  override func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let delete = UIContextualAction(style: .destructive, title: "Delete") { [source, store] _, _, done in
      if let id = source.itemIdentifier(for: indexPath) { store.remove(id) }
      done(true)
    }
    return UISwipeActionsConfiguration(actions: [delete])
  }

  override func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let id = source.itemIdentifier(for: indexPath), var contact = store.contact(id) else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [store] _ in
      UIMenu(children: [
        UIAction(title: contact.isFavourite ? "No Favourite" : "Favourite") { _ in
          contact.isFavourite.toggle()
          store.put(contact)
        }, UIAction(title: "Copy Phone Number") { _ in UIPasteboard.general.string = contact.phone },
        UIAction(title: "Delete", attributes: .destructive) { _ in store.remove(id) },
      ])
    }
  }

  /// Favourites stay among themselves.
  override func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath target: IndexPath
  ) -> IndexPath {
    let last = IndexPath(row: tableView.numberOfRows(inSection: source.section) - 1, section: source.section)
    return target.section == source.section ? target : last
  }
}

/// Titles of sections, the letters at the edge, and what can be done with rows in edit mode.
final class ContactSource: UITableViewDiffableDataSource<String, Contact.ID> {
  static let favourites = "Favourites"
  var (store, canMove): (ContactStore?, Bool) = (nil, true)

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sectionIdentifier(for: section)
  }

  override func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    snapshot().sectionIdentifiers.map { $0 == Self.favourites ? "\u{2605}" : $0 }
  }

  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    canMove && sectionIdentifier(for: indexPath.section) == Self.favourites
  }

  override func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
    store?.moveFavourite(from: source.row, to: target.row)
  }
}
