import UIKit

/// A form of one contact; each field is saved as it is left.
final class ContactController: UITableViewController, UITextFieldDelegate {
  private static let fields: [(title: String, path: WritableKeyPath<Contact, String>)] = [
    ("Name", \.name), ("Phone", \.phone), ("Email", \.email),
  ]
  private var contact: Contact
  private let store: ContactStore

  init(_ contact: Contact, in store: ContactStore) {
    (self.contact, self.store) = (contact, store)
    super.init(style: .insetGrouped)
    title = contact.name
    userActivity = NSUserActivity(activityType: "org.anole_project.contacts.contact")
    userActivity?.userInfo = ["id": contact.id]
    tableView.allowsSelection = false
  }

  required init?(coder: NSCoder) { nil }
  override var undoManager: UndoManager? { store.undoManager }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { Self.fields.count + 1 }

  /// Each row has a control of its own, so none is used again for another.
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    guard indexPath.row < Self.fields.count else {
      cell.textLabel?.text = "Birthday"
      cell.accessoryView = birthdayControl()
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

  /// A picker of the birthday; as long as there is none, a button that sets it to today.
  private func birthdayControl() -> UIView {
    guard let birthday = contact.birthday.flatMap(Calendar.current.date) else {
      let add = UIAction(title: "Add") { [weak self] _ in
        self?.setBirthday(.now)
        self?.tableView.reloadData()
      }
      let button = UIButton(primaryAction: add)
      button.sizeToFit()
      return button
    }
    let picker = UIDatePicker()
    (picker.datePickerMode, picker.maximumDate, picker.date) = (.date, .now, birthday)
    picker.addAction(UIAction { [weak self, unowned picker] _ in self?.setBirthday(picker.date) }, for: .valueChanged)
    picker.sizeToFit()
    return picker
  }

  private func setBirthday(_ date: Date) {
    change { $0.birthday = Calendar.current.dateComponents([.year, .month, .day], from: date) }
  }

  func textFieldDidEndEditing(_ textField: UITextField) {
    change { $0[keyPath: Self.fields[textField.tag].path] = textField.text ?? "" }
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool { textField.resignFirstResponder() }

  private func change(_ body: (inout Contact) -> Void) {
    contact = store.contact(contact.id) ?? contact
    body(&contact)
    title = contact.name
    store.put(contact)
  }
}
