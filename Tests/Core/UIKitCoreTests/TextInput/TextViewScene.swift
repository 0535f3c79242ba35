import Foundation
import TestSupport
import TypesettingSupport

@testable import UIKitCore

/// A window with a text view in it, whose delegate answers as it is told and writes down what it hears.
@MainActor
final class TextViewScene {
  /// Answers and writes.
  final class Recorder: NSObject, UITextViewDelegate {
    var log: [String] = []
    var begins = true
    var ends = true
    var opens = true
    /// Asked about each change; nil allows it.
    var allows: ((NSRange, String) -> Bool)?
    var changed: (() -> Void)?

    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { begins }
    func textViewDidBeginEditing(_ textView: UITextView) { log.append("begin") }
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool { ends }
    func textViewDidEndEditing(_ textView: UITextView) { log.append("end") }
    func textViewDidChange(_ textView: UITextView) {
      log.append("change")
      changed?()
    }
    func textViewDidChangeSelection(_ textView: UITextView) { log.append("selection") }
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
      allows?(range, text) ?? true
    }
    func textView(
      _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
      interaction: UITextItemInteraction
    ) -> Bool {
      log.append("\(URL.absoluteString) \(characterRange.location)+\(characterRange.length)")
      return opens
    }
  }

  let app = TestApplication()
  let view = UITextView(frame: CGRect(x: 50, y: 100, width: 210, height: 136))
  let recorder = Recorder()

  /// Characters of the fake font are 10 points wide: 20 fit a line, five lines of 24 points the view.
  init(_ text: String = "", focused: Bool = true, editable: Bool = true) {
    view.font = .systemFont(ofSize: 20)
    view.text = text
    view.isEditable = editable
    view.delegate = recorder
    app.window.addSubview(view)
    app.settle()
    if focused {
      _ = view.becomeFirstResponder()
      view.selectedRange = NSRange(location: 0, length: 0)
      view.contentOffset = .zero
    }
    app.settle()
    recorder.log = []
  }

  var selection: Range<Int> { view.editing.editor.selection.range }
  var engine: FakeTextEngine? { app.application.typesetter.engine as? FakeTextEngine }

  /// The window point at so many characters from the left end of a line of the text.
  func point(_ characters: Double, line: Double = 0.5) -> CGPoint {
    view.convert(CGPoint(x: 5 + characters * 10, y: 8 + line * 24), to: nil)
  }

  /// The lit caret in window points; nil when none is drawn.
  var caret: CGRect? {
    app.backend.fills(of: UIColor.systemBlue.drawColor(in: app.window.traitCollection))
      .first { $0.width == TextMarks.caretWidth }
  }

  /// The rectangles drawn for the selection, in points from the text's upper left corner.
  var highlights: [CGRect] {
    app.backend.list.commands.compactMap { command in
      guard case .fill(let rect, let color) = command, color.alpha > 40, color.alpha < 120 else { return nil }
      return rect.offsetBy(dx: -55, dy: -108)
    }
  }
}
