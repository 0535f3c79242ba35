import Expectations
import Foundation
import TestSupport
import Testing
import TypesettingSupport

@testable import UIKitCore

@MainActor
@Suite("Text views: at random")
struct TextViewRandomTests {
  /// The text and the selection, in scalars, as a plain editor has them.
  private struct Program {
    var random: SeededRandom
    var naive = NaiveEditor()
    var seen: Set<String> = [""]
    var log: [String] = []

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func piece(_ count: Int) -> String { HostileText.make(count, controls: true, using: &random) }
  }

  /// One step of a program on the view and on the plain editor.
  private func step(_ program: inout Program, _ view: UITextView) {
    let operation = program.number(0..<10)
    defer { program.log.append("\(operation) \(view.text.debugDescription) \(view.editing.editor.selection)") }
    switch operation {
    case 0, 1, 2:
      let piece = program.piece(3)
      view.insertText(piece)
      if !(piece.isEmpty && program.naive.low == program.naive.high) {
        program.naive.replace(program.naive.low..<program.naive.high, with: piece)
      }
    case 3:
      view.deleteBackward()
      program.naive.delete(forward: false)
    case 4:
      view.editing.delete(.forward, by: .cluster)
      program.naive.delete(forward: true)
    case 5, 6:
      let places = [0, 0].map { _ in program.naive.boundaries.randomElement(using: &program.random) ?? 0 }.sorted()
      func units(_ place: Int) -> Int { program.naive.scalars[..<place].reduce(0) { $0 + UTF16.width($1) } }
      view.selectedRange = NSRange(location: units(places[0]), length: units(places[1]) - units(places[0]))
      (program.naive.anchor, program.naive.head) = (places[0], places[1])
    case 7:
      let before = view.text ?? ""
      view.editing.take(.undo)
      let undone = view.text ?? ""
      expect(program.seen.contains(undone), "\(undone.debugDescription) was never there: \(program.log)")
      if Bool.random(using: &program.random) {
        view.editing.take(.redo)
        if undone != before { expectEqual(view.text, before) }
      }
      adopt(view, &program)
    case 8:
      view.frame.size.width = CGFloat(program.number(40..<300))
      view.layoutIfNeeded()
    default:
      guard program.number(0..<6) == 0 else { return view.layoutIfNeeded() }
      view.text = program.piece(40)
      adopt(view, &program)
    }
  }

  /// Takes text and selection over from the view.
  private func adopt(_ view: UITextView, _ program: inout Program) {
    program.naive.scalars = Array((view.text ?? "").unicodeScalars)
    let selection = view.editing.editor.selection
    program.naive.anchor = program.naive.place(selection.anchor)
    program.naive.head = program.naive.place(selection.head)
  }

  /// Looks whether places and points lead to each other, and whether all lies as in a view that was given the text.
  private func compare(_ view: UITextView, _ program: inout Program, _ note: String) {
    let (layout, editor) = (view.layout, view.editing.editor)
    let fresh = UITextView(frame: view.frame)
    fresh.font = view.font
    fresh.text = view.text
    // This measures every row.
    expectEqual(view.sizeThatFits(view.bounds.size), fresh.sizeThatFits(view.bounds.size), "\(note): size")
    for _ in 0..<4 {
      let place = program.naive.boundaries.randomElement(using: &program.random) ?? 0
      let offset = program.naive.bytes(place)
      let rect = layout.caretRect(at: offset)
      expectEqual(rect, fresh.layout.caretRect(at: offset), "\(note): caret at \(offset)")
      let found = layout.offset(closestTo: CGPoint(x: rect.midX, y: rect.midY))
      let other = layout.caretRect(at: found)
      // A caret behind a character that is wider than the view stands at its edge.
      let isAtEdge = rect.minX <= 0 || rect.maxX >= view.bounds.width
      expect(
        isAtEdge || abs(other.minX - rect.minX) <= 1 && other.minY == rect.minY, "\(note): \(offset) became \(found)")
      expectEqual(editor.boundary(atOrAfter: found), found, "\(note): \(found) cuts a character")
      let line = layout.lineRange(at: offset)
      expect(line.lowerBound <= offset && offset <= line.upperBound, "\(note): \(offset) outside of \(line)")
    }
    layout.checkInvariants()
  }

  @Test(
    "programs of typing, deleting, selecting, undoing, setting and resizing agree with a plain editor",
    arguments: 0..<20)
  func programs(group: Int) {
    let app = TestApplication()
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 150, height: 100))
    view.font = .systemFont(ofSize: 20)
    app.window.addSubview(view)
    view.becomeFirstResponder()
    for index in 0..<100 {
      let seed = group * 100 + index
      var program = Program(random: SeededRandom(seed: seed))
      view.attributedText = NSAttributedString(string: "")
      for count in 0..<12 {
        step(&program, view)
        program.seen.insert(view.text)
        let note = "seed \(seed), step \(count)"
        view.editing.checkInvariants()
        expectEqual(Array((view.text ?? "").unicodeScalars), program.naive.scalars, "\(note)")
        expectEqual(view.editing.editor.selection.anchor, program.naive.bytes(program.naive.anchor), "\(note): anchor")
        expectEqual(view.editing.editor.selection.head, program.naive.bytes(program.naive.head), "\(note): head")
      }
      compare(view, &program, "seed \(seed)")
    }
  }
}
