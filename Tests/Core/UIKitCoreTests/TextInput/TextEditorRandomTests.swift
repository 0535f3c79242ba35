import Expectations
import TestSupport
import Testing
import TypesettingSupport
import UIKitCore

@Suite("Editing text at random")
struct TextEditorRandomTests {
  @Test("agrees with a naive editor, whatever the text", arguments: 0..<60)
  func agrees(seed: Int) {
    var random = SeededRandom(seed: seed)
    var editor = TextEditor()
    var naive = NaiveEditor()
    for step in 0..<120 {
      let operation = Int.random(in: 0..<9, using: &random)
      switch operation {
      case 0, 1:
        let piece = HostileText.make(3, using: &random)
        editor.insert(piece)
        if !(piece.isEmpty && naive.low == naive.high) { naive.replace(naive.low..<naive.high, with: piece) }
      case 2:
        editor.delete(.backward)
        naive.delete(forward: false)
      case 3:
        editor.delete(.forward)
        naive.delete(forward: true)
      case 4, 5:
        let (forward, extending) = (Bool.random(using: &random), Bool.random(using: &random))
        editor.move(forward ? .forward : .backward, by: .cluster, extending: extending)
        naive.move(forward: forward, extending: extending)
      case 6:
        let place = Int.random(in: 0...naive.scalars.count, using: &random)
        let extending = Bool.random(using: &random)
        editor.moveCaret(to: naive.bytes(place), extending: extending)
        naive.head = naive.roundedUp(place)
        if !extending { naive.anchor = naive.head }
      case 7:
        editor.selectAll()
        (naive.anchor, naive.head) = (0, naive.scalars.count)
      default:
        let piece = HostileText.make(2, using: &random)
        let places = [0, 0].map { _ in naive.boundaries.randomElement(using: &random) ?? 0 }.sorted()
        editor.replace(naive.bytes(places[0])..<naive.bytes(places[1]), with: piece, as: .other)
        if !(piece.isEmpty && places[0] == places[1]) { naive.replace(places[0]..<places[1], with: piece) }
      }
      editor.checkInvariants()
      let note = "seed \(seed), step \(step), operation \(operation)"
      expectEqual(Array(editor.text.unicodeScalars), naive.scalars, "\(note)")
      expectEqual(editor.selection.anchor, naive.bytes(naive.anchor), "\(note): anchor")
      expectEqual(editor.selection.head, naive.bytes(naive.head), "\(note): head")
    }
  }

  @Test("undo goes back through every state to the first, redo to the last", arguments: 0..<60)
  func undo(seed: Int) {
    var random = SeededRandom(seed: seed)
    var editor = TextEditor(HostileText.make(4, using: &random))
    let first = Array(editor.text.utf8)
    var states: Set<[UInt8]> = [first]
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2: editor.insert(HostileText.make(2, using: &random))
      case 3: editor.delete(.backward, by: Bool.random(using: &random) ? .word : .cluster)
      case 4: editor.delete(.forward)
      case 5: editor.move(.backward, by: .word, extending: true)
      case 6: editor.compose(HostileText.make(2, using: &random))
      default: editor.settle()
      }
      editor.checkInvariants()
      states.insert(Array(editor.text.utf8))
    }
    editor.settle()
    let last = Array(editor.text.utf8)
    states.insert(last)
    while editor.undo() {
      editor.checkInvariants()
      expect(states.contains(Array(editor.text.utf8)), "seed \(seed): \(editor.text) was never there")
    }
    expectEqual(Array(editor.text.utf8), first, "seed \(seed)")
    while editor.redo() { editor.checkInvariants() }
    expectEqual(Array(editor.text.utf8), last, "seed \(seed)")
  }

  @Test("what is put in comes out as one line without control characters", arguments: 0..<60)
  func cleaning(seed: Int) {
    var random = SeededRandom(seed: seed)
    let source = HostileText.make(20, controls: true, using: &random)
    let cleaned = SingleLineText.cleaned(source)
    expectEqual(SingleLineText.cleaned(cleaned), cleaned, "seed \(seed)")
    func kept(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { scalar in
        scalar != " " && scalar.properties.generalCategory != .control && !["\u{2028}", "\u{2029}"].contains(scalar)
      }
    }
    expectEqual(kept(cleaned), kept(source), "seed \(seed)")
    expect(!cleaned.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
    var editor = TextEditor()
    editor.insert(source)
    editor.compose(source, selected: -3..<Int.random(in: 0...200, using: &random))
    editor.checkInvariants()
    editor.insert(source)
    editor.checkInvariants()
    expect(editor.text == cleaned + cleaned || !cleaned.isEmpty, "seed \(seed)")
  }

  @Test("words cover the text from end to end, forwards and backwards alike", arguments: 0..<40)
  func words(seed: Int) {
    var random = SeededRandom(seed: seed)
    let editor = TextEditor(HostileText.make(30, using: &random))
    var offset = 0
    while offset < editor.count {
      let next = editor.offset(from: offset, .forward, by: .word)
      guard next > offset else {
        Issue.record("seed \(seed): no way forward from \(offset)")
        return
      }
      offset = next
    }
    while offset > 0 {
      let next = editor.offset(from: offset, .backward, by: .word)
      guard next < offset else {
        Issue.record("seed \(seed): no way back from \(offset)")
        return
      }
      offset = next
    }
    var place = 0
    while place < editor.count {
      let word = editor.wordRange(at: place)
      expect(word.lowerBound == place && word.upperBound > place, "seed \(seed)")
      place = max(place + 1, word.upperBound)
    }
  }
}
