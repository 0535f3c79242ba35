import Expectations
import TestSupport
import Testing
import TypesettingSupport

@testable import UIKitCore

@Suite("The rows of a text")
struct TextStoreTests {
  private func rows(_ store: TextStore) -> [String] { (0..<store.rowCount).map { store.row($0).content.string } }

  @Test("a text is cut behind its line ends, of any kind, and has a last row without one")
  func cutting() {
    let store = TextStore(TextFragment("a\nb\r\nc\rd\u{2028}e\u{2029}\u{85}f\n"), limit: 100)
    expectEqual(rows(store), ["a\n", "b\r\n", "c\r", "d\u{2028}", "e\u{2029}", "\u{85}", "f\n", ""])
    expectEqual(store.row(at: 0).number, 0)
    expectEqual(store.row(at: 2).number, 1)
    expectEqual(store.row(at: store.count).number, 7)
    store.checkInvariants()
  }

  @Test("a paragraph that is too long is cut between clusters, and put together again where little is left")
  func longParagraphs() {
    var store = TextStore(TextFragment(String(repeating: "é", count: 100)), limit: 64)
    expectEqual(rows(store).map(\.count), [25, 25, 25, 25])
    _ = store.replace(20..<180, with: TextFragment(""))
    expectEqual(rows(store).map(\.count), [20])
    store.checkInvariants()
  }

  @Test("a line end of two characters that comes about by a change is one")
  func joining() {
    var store = TextStore(TextFragment("a\rb"), limit: 100)
    expectEqual(store.replace(2..<2, with: TextFragment("\n")).rows, TextStore.Rows(first: 0, old: 2, new: 2))
    expectEqual(rows(store), ["a\r\n", "b"])
    store = TextStore(TextFragment("a\rx\nb"), limit: 100)
    _ = store.replace(2..<3, with: TextFragment(""))
    expectEqual(rows(store), ["a\r\n", "b"])
  }

  @Test("several changes are told as one, which makes the new text of the old one", arguments: 0..<60)
  func joinedChanges(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var editor = TextEditor(HostileText.make(30, controls: true, using: &random), kind: .paragraphs(longestRow: 64))
    for step in 0..<20 {
      let note = "seed \(seed), step \(step)"
      let (old, oldRows) = (Array(editor.text.utf8), rows(editor.store))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let ends = [0, 0].map { _ in editor.boundary(atOrAfter: Int.random(in: 0...editor.count, using: &random)) }
        let end = min(ends.max() ?? 0, editor.boundary(atOrAfter: (ends.min() ?? 0) + 9))
        editor.substitute(
          (ends.min() ?? 0)..<max(ends.min() ?? 0, end), with: HostileText.make(3, controls: true, using: &random))
      }
      let told = editor.takeChange()
      let change = try #require(told)
      var joined = old
      let removed = change.start..<change.start + change.removed.count
      expectEqual(Array(old[removed]), Array(change.removed.string.utf8), "\(note)")
      joined.replaceSubrange(removed, with: editor.string(in: change.range).utf8)
      expectEqual(joined, Array(editor.text.utf8), "\(note)")
      var joinedRows = oldRows
      let new = rows(editor.store)
      joinedRows.replaceSubrange(
        change.rows.first..<change.rows.first + change.rows.old,
        with: new[change.rows.first..<change.rows.first + change.rows.new])
      expectEqual(joinedRows, new, "\(note)")
      expect(editor.takeChange() == nil, "\(note)")
    }
  }

  @Test("changes at random agree with a plain string, looks and units included", arguments: 0..<60)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    var plain: [(scalar: Unicode.Scalar, look: Int32)] = []
    var store = TextStore(TextFragment(""), limit: 64)
    var rows: [String] = [""]
    func bytes(_ count: Int) -> Int { plain[..<count].reduce(0) { $0 + UTF8.width($1.scalar) } }
    for step in 0..<80 {
      let note = "seed \(seed), step \(step)"
      let ends = [0, 0].map { _ in Int.random(in: 0...plain.count, using: &random) }.sorted()
      let (start, end) = (ends[0], min(ends[1], ends[0] + 12))
      let look = Int32.random(in: 0..<3, using: &random)
      let piece = HostileText.make(6, controls: true, using: &random)
      let (removed, change) = store.replace(
        bytes(start)..<bytes(end), with: TextFragment(piece, look: look))
      var old = ""
      old.unicodeScalars += plain[start..<end].map(\.scalar)
      expectEqual(Array(removed.string.unicodeScalars), Array(old.unicodeScalars), "\(note)")
      plain.replaceSubrange(start..<end, with: piece.unicodeScalars.map { ($0, look) })
      var text = ""
      text.unicodeScalars += plain.map(\.scalar)
      expectEqual(Array(store.string.unicodeScalars), plain.map(\.scalar), "\(note)")
      store.checkInvariants()
      // The rows that are said to have changed are those that did.
      let new = (change.first..<change.first + change.new).map { store.row($0).content.string }
      rows.replaceSubrange(change.first..<change.first + change.old, with: new)
      expectEqual(rows, self.rows(store), "\(note)")
      let place = Int.random(in: 0...plain.count, using: &random)
      let units = plain[..<place].reduce(0) { $0 + UTF16.width($1.scalar) }
      expectEqual(store.units(before: bytes(place)), units, "\(note)")
      expectEqual(store.offset(ofUnit: units), bytes(place), "\(note)")
      if place < plain.count {
        let (row, first) = store.row(at: bytes(place))
        expectEqual(store.row(row).content.look(at: bytes(place) - first), plain[place].look, "\(note)")
      }
    }
  }
}
