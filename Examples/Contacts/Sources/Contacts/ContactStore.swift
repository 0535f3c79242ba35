import UIKit

/// A person, and what is known of them.
struct Contact: Codable, Hashable, Identifiable {
  var id = UUID()
  var name = "", phone = "", email = ""
  var isFavourite = false

  /// The letter under which the name is found.
  var letter: String {
    let first = name.folding(options: .diacriticInsensitive, locale: nil).prefix(1)
    return first.allSatisfy(\.isLetter) ? first.uppercased() : "#"
  }

  func matches(_ text: String) -> Bool { "\(name) \(phone) \(email)".localizedCaseInsensitiveContains(text) }
}

/// The contacts, kept as JSON in the user's data folder. Each change can be undone.
@MainActor
final class ContactStore {
  private(set) var contacts: [Contact] = []  // Favourites in the order of the user, then the others by name.
  let undoManager = UndoManager()
  var onChange: (((any Error)?) -> Void)?  // Called with the reason where a change could not be written.
  private let file = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    .appending(path: "Contacts/contacts.json")

  init() {
    contacts = (try? JSONDecoder().decode([Contact].self, from: Data(contentsOf: file))) ?? []
  }

  func contact(_ id: Contact.ID) -> Contact? { contacts.first { $0.id == id } }

  /// Adds a contact, or puts it in the place of the one with its identifier.
  func put(_ contact: Contact) {
    let place = contacts.firstIndex { $0.id == contact.id }
    change(place == nil ? "New Contact" : "Change of \(contact.name)") { contacts in
      if let place { contacts[place] = contact } else { contacts.append(contact) }
    }
  }

  func remove(_ id: Contact.ID) {
    change("Deletion of \(contact(id)?.name ?? "Contact")") { $0.removeAll { $0.id == id } }
  }

  func moveFavourite(from source: Int, to target: Int) {
    change("Move") { $0.insert($0.remove(at: source), at: target) }
  }

  private func change(_ name: String, _ body: (inout [Contact]) -> Void) {
    var new = contacts
    body(&new)
    let others = new.filter { !$0.isFavourite }
      .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    set(new.filter(\.isFavourite) + others, name)
  }

  private func set(_ new: [Contact], _ name: String) {
    guard new != contacts else { return }
    undoManager.registerUndo(withTarget: self) { [contacts] in $0.set(contacts, name) }
    undoManager.setActionName(name)
    contacts = new
    var failure: (any Error)?
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(contacts).write(to: file, options: .atomic)
    } catch {
      failure = error
    }
    onChange?(failure)
  }
}
