import UIKit
import UserNotifications

/// A person, and what is known of them.
struct Contact: Codable, Hashable, Identifiable {
  var id = UUID().uuidString
  var name = "", phone = "", email = ""
  var isFavourite = false
  var birthday: DateComponents?  // Year, month and day.

  /// The title of the section: for others than favourites the letter under which the name is found.
  var section: String {
    guard !isFavourite else { return "\u{2605} Favourites" }
    let first = name.folding(options: .diacriticInsensitive, locale: nil).prefix(1)
    return first.allSatisfy(\.isLetter) ? first.uppercased() : "#"
  }

  func matches(_ text: String) -> Bool { "\(name) \(phone) \(email)".localizedCaseInsensitiveContains(text) }
}

/// The contacts, kept as JSON in the user's data folder. Each change can be undone.
@MainActor
final class ContactStore {
  private static let file = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    .appending(path: "Contacts/contacts.json")
  /// Favourites in the order of the user, then the others by name.
  private(set) var contacts = (try? JSONDecoder().decode([Contact].self, from: Data(contentsOf: file))) ?? []
  let undoManager = UndoManager()
  var onChange: ((_ written: Result<Void, any Error>) -> Void)?

  func contact(_ id: Contact.ID?) -> Contact? { contacts.first { $0.id == id } }

  /// Adds a contact, or puts it in the place of the one with its identifier.
  func put(_ contact: Contact) {
    guard self.contact(contact.id) != nil else { return change("New Contact", to: contacts + [contact]) }
    change("Change of \(contact.name)", to: contacts.map { $0.id == contact.id ? contact : $0 })
  }

  func remove(_ id: Contact.ID) {
    change("Deletion of \(contact(id)?.name ?? "Contact")", to: contacts.filter { $0.id != id })
  }

  func moveFavourite(from source: Int, to target: Int) {
    var new = contacts
    new.insert(new.remove(at: source), at: target)
    change("Move", to: new)
  }

  private func change(_ name: String, to new: [Contact]) {
    let others = new.filter { !$0.isFavourite }
      .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    let new = new.filter(\.isFavourite) + others
    guard new != contacts else { return }
    undoManager.registerUndo(withTarget: self) { [contacts] in $0.change(name, to: contacts) }
    undoManager.setActionName(name)
    contacts = new
    let folder = Self.file.deletingLastPathComponent()
    let written = Result {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try JSONEncoder().encode(contacts).write(to: Self.file, options: .atomic)
    }
    onChange?(written)
    announceBirthdays()
  }

  /// Has each birthday shown by the desktop as its day begins, those of today at once if the app starts.
  func announceBirthdays(isStart: Bool = false) {
    let center = UNUserNotificationCenter.current()
    center.removeAllPendingNotificationRequests()
    guard contacts.contains(where: { $0.birthday != nil }) else { return }
    center.requestAuthorization(options: .alert) { [contacts] _, _ in
      let today = Calendar.current.dateComponents([.month, .day], from: .now)
      for person in contacts where person.birthday != nil {
        let content = UNMutableNotificationContent()
        content.title = "\(person.name)’s birthday"
        let day = DateComponents(month: person.birthday?.month, day: person.birthday?.day)
        let trigger = UNCalendarNotificationTrigger(dateMatching: day, repeats: true)
        let due = isStart && day == today ? nil : trigger
        center.add(UNNotificationRequest(identifier: person.id, content: content, trigger: due))
      }
    }
  }
}
