import DemoParts
import TextSearch
import UIKit

/// The texts that the user wants to stand out in all lines, each on a colour of its own, from run to run.
@MainActor
final class Highlighters {
  /// A text, and the number of its colour.
  struct Entry: Codable, Equatable, Sendable {
    let pattern: TextPattern
    var color: Int
  }

  private let memory: Lasting<[Entry]>
  private var markers: [MatchMarker] = []

  /// Of the user: `TableDemo/highlights` below `$XDG_STATE_HOME`.
  static let standard = Highlighters(path: MemoryFile.path("highlights"))

  /// Below text in the colour of labels.
  static let colors: [(name: String, ground: UIColor)] = [
    ("Yellow", UIColor.systemYellow), ("Green", .systemGreen), ("Blue", .systemBlue), ("Pink", .systemPink),
    ("Teal", .systemTeal), ("Orange", .systemOrange), ("Purple", .systemPurple), ("Red", .systemRed),
  ].map { ($0, $1.withAlphaComponent(0.35)) }

  /// - Parameter path: nil for texts that stand out until the program ends.
  init(path: String?, lanes: FileLane.Kind = .thread) { memory = Lasting([], path: path, lanes: lanes) }

  var entries: [Entry] { memory.content }
  var isFull: Bool { entries.count >= Self.colors.count }

  /// Reads the file, once.
  /// - Parameter then: called when texts stand out that did not.
  func load(then: @escaping @MainActor () -> Void) {
    memory.load { [weak self] stored in
      guard let self, entries.isEmpty, let stored, !stored.isEmpty else { return }
      memory.content = Array(stored.filter { Self.colors.indices.contains($0.color) }.prefix(Self.colors.count))
      markers = entries.map { MatchMarker($0.pattern) }
      then()
    }
  }

  /// Has a text stand out in a colour that no other has; without effect when all have one.
  func add(_ pattern: TextPattern) {
    guard !isFull, !entries.contains(where: { $0.pattern == pattern }) else { return }
    let free = Self.colors.indices.first { color in !entries.contains { $0.color == color } } ?? 0
    change(entries + [Entry(pattern: pattern, color: free)])
  }

  /// Gives a text another colour; nil for none.
  func set(_ color: Int?, of entry: Entry) {
    change(entries.compactMap { $0 == entry ? color.map { Entry(pattern: entry.pattern, color: $0) } : $0 })
  }

  private func change(_ new: [Entry]) {
    memory.change { $0 = new }
    markers = new.map { MatchMarker($0.pattern) }
  }

  /// The items that have texts stand out, and give those that do another colour, or none.
  /// - Parameters:
  ///   - texts: that are offered, and their names.
  ///   - onChange: called after each change.
  func menuItems(
    for texts: [(pattern: TextPattern, name: String)], onChange: @escaping @MainActor () -> Void
  ) -> [UIMenuElement] {
    func item(_ title: String, isOn: Bool = false, _ change: @escaping (Highlighters) -> Void) -> UIAction {
      UIAction(title: title, state: isOn ? .on : .off) { [self] _ in
        change(self)
        onChange()
      }
    }
    let new = isFull ? [] : texts.map { text in item("Highlight \(text.name)") { $0.add(text.pattern) } }
    let known = entries.map { entry in
      let colors = Self.colors.enumerated().map { color, value in
        item(value.name, isOn: color == entry.color) { $0.set(color, of: entry) }
      }
      return UIMenu(
        title: FileBar.short(entry.pattern.text), children: colors + [item("Remove") { $0.set(nil, of: entry) }])
    }
    return new + (known.isEmpty ? [] : [UIMenu(title: "Highlighted", children: known)])
  }

  /// The parts of a text that stand out, in UTF-16 units, and the colours below them.
  func places(in text: String) -> [(range: NSRange, ground: UIColor)] {
    markers.indices.flatMap { index in
      markers[index].places(in: text).map { ($0, Self.colors[entries[index].color].ground) }
    }
  }
}
