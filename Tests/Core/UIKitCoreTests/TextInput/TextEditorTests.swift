import Expectations
import TestSupport
import Testing
import UIKitCore

@Suite("Editing text")
struct TextEditorTests {
  private func typed(_ characters: String) -> TextEditor {
    var editor = TextEditor()
    for character in characters { editor.insert(String(character)) }
    return editor
  }

  @Test("pasted lines become one line, other control characters go")
  func lines() {
    expectEqual(SingleLineText.cleaned("one\r\ntwo\nthree"), "one two three")
    expectEqual(SingleLineText.cleaned("\n\nline\r\n\n"), "line")
    expectEqual(SingleLineText.cleaned("a\tb\0c\u{7}d\u{2028}e"), "a bcd e")
    expectEqual(SingleLineText.cleaned("plain"), "plain")
  }

  @Test("backspace takes a whole cluster: a family, a flag, a letter with its accents")
  func clusters() {
    for cluster in ["👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}\u{323}", "👍🏽", "क्षि"] {
      var editor = TextEditor("x" + cluster)
      editor.delete(.backward)
      expectEqual(editor.text, "x", "\(cluster)")
    }
  }

  @Test("a mark typed after a letter joins it, and the caret stands behind both")
  func joining() {
    var editor = typed("e")
    editor.insert("\u{301}")
    expectEqual(editor.text.count, 1)
    expectEqual(editor.selection, TextSelection(caret: 3))
    editor.moveCaret(to: 0)
    editor.insert("🇩")
    editor.setText("🇪")
    editor.moveCaret(to: 0)
    editor.insert("🇩")
    expect(editor.text.count == 1 && editor.selection.head == 8)
  }

  @Test("typing is taken back word by word, deleting as one, other changes one by one")
  func grouping() {
    var editor = typed("hello big world")
    editor.undo()
    expectEqual(editor.text, "hello big ")
    editor.undo()
    expectEqual(editor.text, "hello ")
    editor.redo()
    expectEqual(editor.text, "hello big ")
    for _ in 0..<4 { editor.delete(.backward) }
    expectEqual(editor.text, "hello ")
    expect(!editor.canRedo)
    editor.undo()
    expectEqual(editor.text, "hello big ")
    editor.replace(0..<5, with: "HELLO", as: .other)
    editor.replace(0..<5, with: "Hello", as: .other)
    editor.undo()
    expectEqual(editor.text, "HELLO big ")
  }

  @Test("moving the caret begins a new group")
  func closing() {
    var editor = typed("ab")
    editor.move(.backward, by: .cluster)
    editor.move(.forward, by: .cluster)
    editor.insert("c")
    editor.undo()
    expectEqual(editor.text, "ab")
  }

  @Test("undo brings the selection back that was replaced")
  func selectionComesBack() {
    var editor = TextEditor("one two")
    editor.select(0..<3)
    editor.insert("x")
    expectEqual(editor.text, "x two")
    editor.undo()
    expect(editor.text == "one two" && editor.selection.range == 0..<3)
    editor.redo()
    expect(editor.text == "x two" && editor.selection == TextSelection(caret: 1))
  }

  @Test("a history longer than its limit loses its beginning, and no more")
  func limit() {
    var editor = TextEditor()
    for number in 0..<250 { editor.replace(0..<editor.count, with: "\(number)", as: .other) }
    var count = 0
    while editor.undo() { count += 1 }
    expectEqual(count, 200)
    expectEqual(editor.text, "49")
  }

  @Test("words end before spaces and signs; an apostrophe and a decimal point are inside of them")
  func words() {
    let editor = TextEditor("don't pay 3.50, ok")
    var stops: [Int] = []
    var offset = 0
    while offset < editor.count {
      offset = editor.offset(from: offset, .forward, by: .word)
      stops.append(offset)
    }
    expectEqual(stops, [5, 9, 14, 15, 18])
    expectEqual(editor.wordRange(at: 2), 0..<5)
    expectEqual(editor.wordRange(at: 5), 5..<6)
    expectEqual(editor.wordRange(at: 18), 16..<18)
    expectEqual(TextEditor("漢字かなカナ").wordRange(at: 0), 0..<6)
    expectEqual(TextEditor("").wordRange(at: 0), 0..<0)
  }

  @Test("a step without extending makes a selection a caret at its end on that side")
  func collapsing() {
    var editor = TextEditor("abcdef")
    editor.select(2..<4)
    editor.move(.backward, by: .cluster)
    expectEqual(editor.selection, TextSelection(caret: 2))
    editor.select(2..<4)
    editor.move(.forward, by: .cluster)
    expectEqual(editor.selection, TextSelection(caret: 4))
    editor.move(.forward, by: .all, extending: true)
    expectEqual(editor.selection, TextSelection(anchor: 4, head: 6))
  }

  @Test("a text at its capacity takes no more, and cuts what it takes between clusters")
  func capacity() {
    var editor = TextEditor(String(repeating: "a", count: TextEditor.capacity - 5))
    editor.insert("👩‍👩‍👧‍👦b")
    expectEqual(editor.count, TextEditor.capacity - 5)
    editor.insert("éfgh")
    expectEqual(editor.count, TextEditor.capacity)
    editor.insert("x")
    editor.compose("かな")
    expect(editor.count == TextEditor.capacity && editor.marked == nil)
    editor.checkInvariants()
  }

  // MARK: Composing

  @Test("composed text takes the place of the selection, changes, and is settled as one change")
  func composing() {
    var editor = TextEditor("one two")
    editor.select(4..<7)
    editor.compose("に")
    editor.compose("にほん", selected: 0..<9)
    expectEqual(editor.text, "one にほん")
    expect(editor.marked == 4..<13 && editor.markedSelection == 4..<13)
    editor.insert("日本")
    expect(editor.text == "one 日本" && editor.marked == nil)
    expectEqual(editor.selection, TextSelection(caret: 10))
    editor.undo()
    expect(editor.text == "one two" && editor.selection.range == 4..<7)
    editor.redo()
    expectEqual(editor.text, "one 日本")
  }

  @Test("composing that comes to nothing brings the selection back and leaves nothing to undo")
  func cancelling() {
    var editor = TextEditor("one two")
    editor.select(4..<7)
    editor.compose("に")
    editor.compose("")
    expect(editor.text == "one two" && editor.selection.range == 4..<7)
    expect(editor.marked == nil && !editor.canUndo)
  }

  @Test("moving or changing anything else settles what is composed")
  func settling() {
    var editor = TextEditor("a")
    editor.compose("か")
    editor.move(.backward, by: .cluster)
    expect(editor.marked == nil && editor.text == "aか" && editor.selection.head == 1)
    editor.undo()
    expectEqual(editor.text, "a")
  }

  @Test("a selection inside of composed text that lies out of it is clamped")
  func hostileSelection() {
    for range in [-5 ..< -2, -5..<100, 50..<60, 1..<2, 0..<0] {
      var editor = TextEditor("x")
      editor.compose("かな", selected: range)
      editor.checkInvariants()
      expectEqual(editor.text, "xかな", "\(range)")
      expect(editor.markedSelection.lowerBound >= 1 && editor.markedSelection.upperBound <= 7, "\(range)")
    }
  }
}
