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
    let add = UIAction { [weak self] _ in self?.open(Contact()) }
    navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add, primaryAction: add)
    navigationItem.searchController = search
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "contact")
    search.searchResultsUpdater = self
    search.obscuresBackgroundDuringPresentation = false
    source.store = store
    store.onChange = { [weak self] error in
      self?.show(animated: true)
      self?.navigationItem.prompt = error.map { "Not saved: \($0.localizedDescription)" }
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
        UIAction(title: "Forget Birthday") { _ in
          contact.birthday = nil
          store.put(contact)
        },
      ])
    }
  }
}

/// Titles of sections, the letters at the edge, and deletion, by a swipe or in edit mode.
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
}
