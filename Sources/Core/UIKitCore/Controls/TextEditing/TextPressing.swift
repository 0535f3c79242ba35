import Foundation

/// The pointer in a text: a mouse button places the caret and selects; a finger does so when it is lifted, since before
/// that it may scroll. Over the text the pointer is a text cursor.
///
/// Places are points of the host's `textSpace`.
final class TextPressing: TextFacet {
  /// Characters, words, or paragraphs, one of which is a field: one, two, three clicks.
  private enum Grain { case cluster, word, paragraph }

  /// A button held down.
  private struct Press {
    let grain: Grain
    /// The range the click itself selected; it stays selected while the pointer is dragged.
    let start: Range<Int>
  }

  /// The press under way; nil while no button is down.
  private var press: Press?
  private var isPointerInside = false

  /// Whether a button is down that selects.
  var isPressed: Bool { press != nil }

  private var editor: TextEditor { host.editing.editor }

  // MARK: Pressing

  /// - Parameter isExtending: Shift is held: the selection grows from where it is.
  /// - Returns: whether the field tracks the touch.
  func begin(_ touch: UITouch, isExtending: Bool) -> Bool {
    let host = host
    guard touch.type != .direct else { return true }
    let hadKeyboard = host.isFirstResponder
    guard host.becomeFirstResponder() else { return false }
    host.editing.settleComposing()
    // Keys that came just before may have scrolled the text.
    host.layoutIfNeeded()
    let place = touch.location(in: host.textSpace)
    if isExtending, hadKeyboard, touch.tapCount == 1 {
      let anchor = editor.selection.anchor
      press = Press(grain: .cluster, start: anchor..<anchor)
      extend(to: place)
    } else {
      start(at: place, count: touch.tapCount)
    }
    return true
  }

  func move(_ touch: UITouch) {
    guard press != nil else { return }
    let place = touch.location(in: host.textSpace)
    extend(to: place)
    host.dragged(to: place)
  }

  /// - Parameter touch: nil for a touch that was cancelled.
  func end(_ touch: UITouch?) {
    let host = host
    if let touch, touch.type == .direct, host.bounds.contains(touch.location(in: host)), host.becomeFirstResponder() {
      start(at: touch.location(in: host.textSpace), count: touch.tapCount)
    }
    if press != nil { host.editing.publishSelection() }
    drop()
  }

  /// Forgets the press; the selection stays.
  func drop() {
    press = nil
    host.dragEnded()
  }

  private func start(at place: CGPoint, count: Int) {
    let grain: Grain = count == 1 ? .cluster : count == 2 && !host.isSecureTextEntry ? .word : .paragraph
    let start = range(at: place, grain)
    press = Press(grain: grain, start: start)
    host.editing.move { $0.select(TextSelection(anchor: start.lowerBound, head: start.upperBound)) }
  }

  /// Selects from the clicked range to the one under `place`.
  func extend(to place: CGPoint) {
    guard let press else { return }
    let end = range(at: place, press.grain)
    let selection =
      end.lowerBound < press.start.lowerBound
      ? TextSelection(anchor: press.start.upperBound, head: end.lowerBound)
      : TextSelection(anchor: press.start.lowerBound, head: max(end.upperBound, press.start.upperBound))
    if selection != editor.selection { host.editing.move { $0.select(selection) } }
  }

  private func range(at place: CGPoint, _ grain: Grain) -> Range<Int> {
    let geometry = host.geometry
    switch grain {
    case .cluster:
      let offset = geometry.offset(closestTo: place)
      return offset..<offset
    case .word: return editor.wordRange(at: geometry.offset(ofClusterAt: place))
    case .paragraph: return editor.paragraphRange(at: geometry.offset(ofClusterAt: place))
    }
  }

  /// Inserts the desktop's primary selection at the place of the middle button.
  func insertPrimarySelection(at touch: UITouch) {
    let host = host
    guard host.isTextEditable, host.window != nil else { return }
    host.editing.paste(primarySelection: true) {
      guard host.becomeFirstResponder() else { return false }
      let offset = host.geometry.offset(closestTo: touch.location(in: host.textSpace))
      host.editing.move { $0.moveCaret(to: offset) }
      return true
    }
  }

  /// Puts the caret to the place of a menu, unless that is within the selection.
  func placeCaretForMenu(at place: CGPoint) {
    let geometry = host.geometry
    let isInSelection = geometry.rects(of: editor.selection.range).contains {
      ($0.minX...$0.maxX).contains(place.x) && ($0.minY...$0.maxY).contains(place.y)
    }
    guard !isInSelection else { return }
    let offset = geometry.offset(closestTo: place)
    host.editing.move { $0.moveCaret(to: offset) }
  }

  // MARK: The shape of the pointer

  /// - Parameter isOnText: whether a press would place the caret.
  func showPointer(isOnText: Bool) {
    isPointerInside = true
    host.window?.platformWindow?.pointerShape = isOnText ? .text : .arrow
  }

  func showArrowPointer() {
    isPointerInside = false
    host.window?.platformWindow?.pointerShape = .arrow
  }

  /// Called before the host leaves its window: the router does not tell it that the pointer has left it.
  func hostWillLeaveWindow() { if isPointerInside { showArrowPointer() } }
}
