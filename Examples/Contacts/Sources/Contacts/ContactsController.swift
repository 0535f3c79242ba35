import UIKit

/// The list: favourites, then all others by letter.
final class ContactsController: UITableViewController, UISearchResultsUpdating {
  let store = ContactStore()
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

  override var undoManager: UndoManager? { store.undoManager }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Contacts"
    navigationItem.leftBarButtonItem = editButtonItem
    let add = UIAction { [weak self] _ in self?.addContact() }
    navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add, primaryAction: add)
    navigationItem.searchController = search
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "contact")
    search.searchResultsUpdater = self
    search.obscuresBackgroundDuringPresentation = false
    source.store = store
    store.onChange = { [weak self] written in
      self?.show(animated: true)
      self?.navigationItem.prompt = nil
      if case .failure(let error) = written { self?.navigationItem.prompt = "Not saved: \(error.localizedDescription)" }
    }
    show(animated: false)
  }

  func updateSearchResults(for searchController: UISearchController) { show(animated: true) }

  private func show(animated: Bool) {
    let words = search.searchBar.text ?? ""
    var snapshot = NSDiffableDataSourceSnapshot<String, Contact.ID>()
    for contact in store.contacts where words.isEmpty || contact.matches(words) {
      if snapshot.indexOfSection(contact.section) == nil { snapshot.appendSections([contact.section]) }
      snapshot.appendItems([contact.id], toSection: contact.section)
    }
    snapshot.reconfigureItems(snapshot.itemIdentifiers)
    source.apply(snapshot, animatingDifferences: animated)
    tableView.reloadSectionIndexTitles()
  }

  private func addContact() {
    let alert = UIAlertController(title: "New Contact", message: nil, preferredStyle: .alert)
    alert.addTextField { $0.placeholder = "Name" }
    let add = UIAlertAction(title: "Add", style: .default) { [store, weak alert] _ in
      let contact = Contact(name: alert?.textFields?.first?.text ?? "")
      if !contact.name.isEmpty { store.put(contact) }
    }
    for action in [UIAlertAction(title: "Cancel", style: .cancel), add] { alert.addAction(action) }
    present(alert, animated: true)
  }

  func open(_ contact: Contact?, animated: Bool = true) {
    guard let contact else { return }
    navigationController?.pushViewController(ContactController(contact, in: store), animated: animated)
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    open(store.contact(source.itemIdentifier(for: indexPath)))
  }

  override func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard var contact = store.contact(source.itemIdentifier(for: indexPath)) else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [store] _ in
      UIMenu(children: [
        UIAction(title: contact.isFavourite ? "No Favourite" : "Favourite") { _ in
          contact.isFavourite.toggle()
          store.put(contact)
        }, UIAction(title: "Copy Phone Number") { _ in UIPasteboard.general.string = contact.phone },
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

/// Titles of sections, the letters at the edge, and what can be done with rows by a swipe and in edit mode.
final class ContactSource: UITableViewDiffableDataSource<String, Contact.ID> {
  var store: ContactStore?

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    sectionIdentifier(for: section)
  }

  override func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    snapshot().sectionIdentifiers.map { String($0.prefix(1)) }
  }

  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  override func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if let id = itemIdentifier(for: indexPath) { store?.remove(id) }
  }

  /// Favourites can be put in another order while all contacts are shown.
  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    let isFavourite = store?.contact(itemIdentifier(for: indexPath))?.isFavourite == true
    return isFavourite && snapshot().numberOfItems == store?.contacts.count
  }

  override func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
    store?.moveFavourite(from: source.row, to: target.row)
  }
}
