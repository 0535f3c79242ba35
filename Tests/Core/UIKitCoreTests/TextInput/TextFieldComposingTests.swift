import Expectations
import Foundation
import TestSupport
import Testing
import TypesettingSupport

@testable import UIKitCore

@MainActor
@Suite("Fields: composition")
struct TextFieldComposingTests {
  /// Lines drawn in the text's colour: thickness and extent.
  private func underlines(_ scene: FieldScene) -> [CGRect] {
    scene.app.backend.fills(of: UIColor.label.drawColor(in: scene.app.window.traitCollection))
  }

  @Test("composed text stands in the text, underlined, until it is settled")
  func composing() {
    let scene = FieldScene("ab")
    scene.app.key(.keyboardLeftArrow)
    scene.app.compose("ni")
    scene.app.compose("nihao", start: 5)
    scene.app.settle()
    expectEqual(scene.field.text, "anihaob")
    expect(scene.field.markedTextRange != nil)
    expectEqual(underlines(scene).count, 1)
    expectEqual(underlines(scene).first.map { $0.minX < 61 && $0.maxX > 109 && $0.height == 1 }, true)
    scene.events { $0.post(.textEditing("", selectionStart: 0, selectionLength: 0), .textInput("你好")) }
    expect(scene.field.text == "a你好b" && scene.field.markedTextRange == nil)
    expectEqual(scene.selection, 7..<7)
    expect(underlines(scene).isEmpty)
  }

  @Test("what the input method points out has a thicker line")
  func pointingOut() {
    let scene = FieldScene()
    scene.app.compose("kanji", start: 1, length: 2)
    scene.app.settle()
    expectEqual(underlines(scene).map(\.height).sorted(), [1, 2])
    expectEqual(scene.field.editing.editor.markedSelection, 1..<3)
  }

  @Test("each step of composing is a change; a delegate is asked once, when it is settled")
  func events() {
    let scene = FieldScene("x")
    var asked: [String] = []
    scene.recorder.allows = { range, text in
      asked.append("\(range.location)+\(range.length) \(text)")
      return true
    }
    scene.app.compose("n")
    scene.app.compose("ni")
    scene.app.events.post(.textInput("你"))
    scene.app.frame()
    expectEqual(asked, ["1+0 你"])
    expectEqual(scene.recorder.log, ["changed", "changed", "changed"])
    expectEqual(scene.field.text, "x你")
  }

  @Test("what the delegate refuses leaves the text as it was before composing")
  func refused() {
    let scene = FieldScene("one")
    scene.app.shortcut("a")
    scene.recorder.allows = { _, _ in false }
    scene.app.compose("ni")
    expectEqual(scene.field.text, "ni")
    scene.app.events.post(.textInput("你"))
    scene.app.frame()
    expect(scene.field.text == "one" && scene.selection == 0..<3)
  }

  @Test("when the window loses the keyboard, what is composed stays, once, and composing is over")
  func focusLost() {
    let scene = FieldScene("a")
    scene.app.compose("かな")
    scene.app.events.post(.window(.focusLost), .textInput("かな"))
    scene.app.settle()
    expect(scene.field.text == "aかな" && scene.field.markedTextRange == nil)
    expect(scene.app.platformWindow.textInputArea == nil)
    scene.app.events.post(.window(.focusGained))
    scene.app.settle()
    expect(scene.app.platformWindow.textInputArea != nil)
    scene.app.type("b")
    expectEqual(scene.field.text, "aかなb")
  }

  @Test("a click settles what is composed, and the input method's own settling of it is not heard twice")
  func click() {
    let scene = FieldScene("a")
    scene.app.compose("xy")
    scene.app.click(at: scene.point(0))
    scene.app.events.post(.textInput("xy"))
    scene.app.frame()
    expect(scene.field.text == "axy" && scene.selection == 0..<0)
    scene.app.events.post(.textInput("xy"))
    scene.app.frame()
    expectEqual(scene.field.text, "xyaxy")
  }

  @Test("a key that the input method passes on settles what is composed, before the key's own text and once")
  func passedOn() {
    let scene = FieldScene("a")
    scene.app.compose("ti\u{1ebf}ng")
    scene.app.type(" ")
    // SDL hands the input method's own settling over after the key's text.
    scene.app.events.post(.textEditing("", selectionStart: 0, selectionLength: 0), .textInput("ti\u{1ebf}ng"))
    scene.app.frame()
    expect(scene.field.text == "ati\u{1ebf}ng " && scene.field.markedTextRange == nil)
    scene.app.compose("vi")
    scene.app.events.post(.textInput("vi\u{1ec7}t"))
    scene.app.frame()
    expectEqual(scene.field.text, "ati\u{1ebf}ng vi\u{1ec7}t")
  }

  @Test("giving the role up settles what is composed")
  func resigning() {
    let scene = FieldScene()
    scene.app.compose("かな")
    scene.field.resignFirstResponder()
    expect(scene.field.text == "かな" && scene.field.markedTextRange == nil)
  }

  @Test("text set by the program ends composing")
  func setting() {
    let scene = FieldScene("a")
    scene.app.compose("かな")
    scene.field.text = "b"
    expect(scene.field.text == "b" && scene.field.markedTextRange == nil)
    scene.app.compose("")
    expectEqual(scene.field.text, "b")
  }

  @Test("a platform may report any selection within composed text")
  func hostileSelection() {
    for (start, length) in [(-1, 5), (Int.max, Int.max), (2, Int.max), (Int.min, Int.min), (9, 0), (1, -4)] {
      let scene = FieldScene("a")
      scene.app.compose("か👍な", start: start, length: length)
      scene.app.settle()
      scene.field.editing.editor.checkInvariants()
      expectEqual(scene.field.text, "aか👍な", "\(start), \(length)")
    }
  }

  @Test("hostile events at random leave the field whole", arguments: 0..<30)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let scene = FieldScene(HostileText.make(10, controls: true, using: &random))
    for _ in 0..<80 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        scene.app.compose(
          HostileText.make(3, controls: true, using: &random), start: Int.random(in: -3...12, using: &random),
          length: Int.random(in: -3...12, using: &random))
      case 1: scene.app.events.post(.textInput(HostileText.make(2, controls: true, using: &random)))
      case 2: scene.app.key(.keyboardDeleteOrBackspace, modifiers: Bool.random(using: &random) ? .control : [])
      case 3: scene.app.key(.keyboardLeftArrow, modifiers: Bool.random(using: &random) ? .shift : [])
      case 4: scene.app.key(.keyboardRightArrow, modifiers: [.shift, .control])
      case 5:
        let place = scene.point(Double.random(in: -3...25, using: &random))
        scene.app.click(at: place, clickCount: Int.random(in: 1...3, using: &random))
      case 6: scene.app.shortcut(["z", "y", "a", "x", "v"][Int.random(in: 0..<5, using: &random)])
      default: scene.field.isSecureTextEntry.toggle()
      }
      scene.app.frame()
      scene.field.editing.editor.checkInvariants()
    }
  }
}

extension FieldScene {
  fileprivate func events(_ post: (ScriptedEvents) -> Void) {
    post(app.events)
    app.settle()
  }
}
