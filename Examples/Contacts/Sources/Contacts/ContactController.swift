import UIKit

/// A form of one contact; each field is saved as it is left.
final class ContactController: UITableViewController, UITextFieldDelegate {
  private static let fields: [(title: String, path: WritableKeyPath<Contact, String>)] = [
    ("Name", \.name), ("Phone", \.phone), ("Email", \.email),
  ]
  private let id: Contact.ID
  private let store: ContactStore

  init(_ id: Contact.ID, in store: ContactStore) {
    (self.id, self.store) = (id, store)
    super.init(style: .insetGrouped)
    title = store.contact(id)?.name
    userActivity = NSUserActivity(activityType: "org.anole_project.contacts.contact")
    userActivity?.userInfo = ["id": id.uuidString]
    tableView.allowsSelection = false
  }

  required init?(coder: NSCoder) { nil }
  override var undoManager: UndoManager? { store.undoManager }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.fields.count + 1 }

  /// Each row has a control of its own, so none is used again for another.
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    guard let contact = store.contact(id), indexPath.row < Self.fields.count else {
      cell.textLabel?.text = "Favourite"
      let toggle = UISwitch()
      toggle.isOn = store.contact(id)?.isFavourite ?? false
      let action = UIAction { [weak self, unowned toggle] _ in self?.change { $0.isFavourite = toggle.isOn } }
      toggle.addAction(action, for: .valueChanged)
      cell.accessoryView = toggle
      return cell
    }
    let (title, path) = Self.fields[indexPath.row]
    cell.textLabel?.text = title
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 240, height: 34))
    (field.text, field.tag, field.delegate) = (contact[keyPath: path], indexPath.row, self)
    (field.accessibilityLabel, field.clearButtonMode) = (title, .whileEditing)
    cell.accessoryView = field
    return cell
  }

  func textFieldDidEndEditing(_ textField: UITextField) {
    change { $0[keyPath: Self.fields[textField.tag].path] = textField.text ?? "" }
    title = store.contact(id)?.name
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool { textField.resignFirstResponder() }

  private func change(_ body: (inout Contact) -> Void) {
    guard var contact = store.contact(id) else { return }
    body(&contact)
    store.put(contact)
  }
}
