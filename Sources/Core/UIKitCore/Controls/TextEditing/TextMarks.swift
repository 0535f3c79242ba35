import Foundation
import Pixels

/// Shows what belongs to the hands of the user in a text: selection, caret, and lines below what is composed.
final class TextMarks: TextFacet {
  static let caretWidth: CGFloat = 2
  /// Seconds the caret is seen, and then not.
  private static let blinkInterval = 0.5
  /// The alpha of the tint colour over the selection.
  private static let selectionAlpha = 0.28

  /// The caret is in the part of its blinking in which it is seen.
  private var isCaretLit = false
  private lazy var blinking = FrameAlarm { [weak self] in self?.blink() }

  isolated deinit { blinking.cancel() }

  // MARK: The caret blinks: between two changes nothing is drawn

  /// Whether there is a caret, lit or not.
  private var hasCaret: Bool {
    let host = host
    guard let window = host.window else { return false }
    return host.editing.isOn && host.isTextEditable && host.editing.editor.selection.isEmpty
      && window.application.textInput.isFocused
  }

  /// The caret was moved: it is seen, so that the eye can follow.
  func restartBlinking() {
    isCaretLit = false
    blinking.cancel()
    updateBlinking()
  }

  /// Starts or ends blinking, as there is a caret or not.
  func updateBlinking() {
    guard hasCaret, let loop = host.window?.application.frameLoop else {
      blinking.cancel()
      if isCaretLit {
        isCaretLit = false
        host.textSpace.setNeedsComposite()
      }
      return
    }
    guard blinking.time == nil else { return }
    isCaretLit = true
    host.textSpace.setNeedsComposite()
    blinking.set(after: Self.blinkInterval, on: loop)
  }

  private func blink() {
    guard hasCaret, let loop = host.window?.application.frameLoop else { return updateBlinking() }
    isCaretLit.toggle()
    host.textSpace.setNeedsComposite()
    blinking.set(after: Self.blinkInterval, on: loop)
  }

  // MARK: Drawing

  /// Appends what lies below the text.
  /// - Parameter origin: where the point (0, 0) of the host's `textSpace` lies in the window.
  func appendSelection(to builder: DisplayListBuilder, at origin: CGPoint) {
    let host = host
    guard host.editing.isOn else { return }
    let selection = host.editing.editor.selection
    guard !selection.isEmpty else { return }
    let color = host.tintColor.drawColor(in: builder.traits).multiplyingAlpha(by: Self.selectionAlpha)
    for stretch in host.geometry.rects(of: selection.range) { builder.fill(stretch.translated(by: origin), color) }
  }

  /// Appends what lies above the text: the caret, and lines below what is composed.
  /// - Parameters:
  ///   - origin: as above.
  ///   - color: that of the text.
  func appendCaret(to builder: DisplayListBuilder, at origin: CGPoint, color: DrawColor) {
    guard host.editing.isOn else { return }
    let editor = host.editing.editor
    if let marked = editor.marked {
      underline(editor.wholeClusters(marked), 1, in: builder, at: origin, color)
      if !editor.markedSelection.isEmpty { underline(editor.markedSelection, 2, in: builder, at: origin, color) }
    }
    guard isCaretLit else { return }
    let caret = host.geometry.caretRect(at: editor.selection.head).translated(by: origin)
    builder.fill(builder.aligned(caret), host.tintColor.drawColor(in: builder.traits))
  }

  /// A line below what is composed, a thicker one below what the input method points out.
  private func underline(
    _ range: Range<Int>, _ thickness: CGFloat, in builder: DisplayListBuilder, at origin: CGPoint, _ color: DrawColor
  ) {
    for stretch in host.geometry.rects(of: range) {
      var line = stretch.translated(by: origin)
      line.origin.y = line.maxY - 2
      line.size.height = thickness
      line.origin.y = builder.aligned(line).minY
      builder.fill(line.insetBy(dx: min(0.5, line.width / 4), dy: 0), color)
    }
  }
}
