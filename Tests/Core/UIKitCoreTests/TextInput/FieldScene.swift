import Foundation
import TestSupport

@testable import UIKitCore

/// A window with a field in it, whose delegate answers as it is told and writes down what it hears.
@MainActor
final class FieldScene {
  /// Answers and writes.
  final class Recorder: NSObject, UITextFieldDelegate {
    var log: [String] = []
    var begins = true
    var ends = true
    var clears = true
    var returns = true
    /// Asked about each change; nil allows it.
    var allows: ((NSRange, String) -> Bool)?

    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { begins }
    func textFieldDidBeginEditing(_ textField: UITextField) { log.append("begin") }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { ends }
    func textFieldDidEndEditing(_ textField: UITextField) { log.append("end") }
    func textFieldShouldClear(_ textField: UITextField) -> Bool { clears }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
      log.append("return")
      return returns
    }
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { allows?(range, string) ?? true }
  }

  let app = TestApplication()
  let field = UITextField(frame: CGRect(x: 50, y: 100, width: 200, height: 30))
  let recorder = Recorder()

  /// Characters of the fake font are 10 points wide.
  init(_ text: String = "", focused: Bool = true) {
    field.font = .systemFont(ofSize: 20)
    field.text = text
    field.delegate = recorder
    for (event, name) in [
      (UIControl.Event.editingDidBegin, "didBegin"), (.editingChanged, "changed"), (.editingDidEnd, "didEnd"),
    ] {
      let recorder = recorder
      field.addAction(UIAction { _ in recorder.log.append(name) }, for: event)
    }
    app.window.addSubview(field)
    app.settle()
    if focused { _ = field.becomeFirstResponder() }
    app.settle()
    recorder.log = []
  }

  var editor: TextEditor { field.editing.editor }
  var selection: Range<Int> { field.editing.editor.selection.range }

  /// The window point at so many characters from the text's left end.
  func point(_ characters: Double) -> CGPoint { CGPoint(x: 50 + characters * 10, y: 115) }

  /// The lit caret in window points; nil when none is drawn.
  var caret: CGRect? {
    let color = UIColor.systemBlue.drawColor(in: app.window.traitCollection)
    return app.backend.fills(of: color).first { $0.width == TextFieldCanvas.caretWidth }
  }

  /// The rectangles drawn for the selection, in window points.
  var highlights: [CGRect] {
    app.backend.list.commands.compactMap { command in
      guard case .fill(let rect, let color) = command, color.alpha > 40, color.alpha < 120 else { return nil }
      return rect
    }
  }
}
