import Foundation

/// The pointer in a field: a mouse button places the caret and selects; a finger does so when it is lifted, since before
/// that it may scroll. Over the text the pointer is a text cursor.
///
/// Places are points of the canvas.
final class TextFieldPressing: Facet<UITextField> {
  /// Characters, words, or everything: one, two, three clicks.
  private enum Grain { case cluster, word, all }

  /// A button held down.
  private struct Press {
    let grain: Grain
    /// The range the click itself selected; it stays selected while the pointer is dragged.
    let start: Range<Int>
  }

  /// The press under way; nil while no button is down.
  private var press: Press?
  private var isPointerInside = false

  private var editor: TextEditor { owner.editing.editor }

  // MARK: Pressing

  /// - Parameter isExtending: Shift is held: the selection grows from where it is.
  /// - Returns: whether the field tracks the touch.
  func begin(_ touch: UITouch, isExtending: Bool) -> Bool {
    let field = owner
    guard touch.type != .direct else { return true }
    let wasEditing = field.isEditing
    guard field.becomeFirstResponder() else { return false }
    field.editing.settleComposing()
    // Keys that came just before may have scrolled the text.
    field.layoutIfNeeded()
    let place = touch.location(in: field.canvas)
    if isExtending, wasEditing, touch.tapCount == 1 {
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
    let place = touch.location(in: owner.canvas)
    extend(to: place)
    owner.canvas.drag(at: place)
  }

  /// - Parameter touch: nil for a touch that was cancelled.
  func end(_ touch: UITouch?) {
    let field = owner
    if let touch, touch.type == .direct, field.bounds.contains(touch.location(in: field)), field.becomeFirstResponder()
    {
      start(at: touch.location(in: field.canvas), count: touch.tapCount)
    }
    if press != nil { field.publishSelection() }
    drop()
  }

  /// Forgets the press; the selection stays.
  func drop() {
    press = nil
    owner.canvas.stopDragging()
  }

  private func start(at place: CGPoint, count: Int) {
    let grain: Grain = count == 1 ? .cluster : count == 2 && !owner.isSecureTextEntry ? .word : .all
    let start = range(at: place, grain)
    press = Press(grain: grain, start: start)
    owner.editing.move { $0.select(TextSelection(anchor: start.lowerBound, head: start.upperBound)) }
  }

  /// Selects from the clicked range to the one under `place`.
  func extend(to place: CGPoint) {
    guard let press else { return }
    let end = range(at: place, press.grain)
    let selection =
      end.lowerBound < press.start.lowerBound
      ? TextSelection(anchor: press.start.upperBound, head: end.lowerBound)
      : TextSelection(anchor: press.start.lowerBound, head: max(end.upperBound, press.start.upperBound))
    if selection != editor.selection { owner.editing.move { $0.select(selection) } }
  }

  private func range(at place: CGPoint, _ grain: Grain) -> Range<Int> {
    let canvas = owner.canvas
    switch grain {
    case .cluster:
      let offset = canvas.offset(closestTo: place.x)
      return offset..<offset
    case .word: return editor.wordRange(at: canvas.offset(ofClusterAt: place.x))
    case .all: return 0..<editor.count
    }
  }

  /// Inserts the desktop's primary selection at the place of the middle button.
  func insertPrimarySelection(at touch: UITouch) {
    let field = owner
    guard field.isEnabled, field.window != nil else { return }
    field.editing.paste(primarySelection: true) {
      guard field.becomeFirstResponder() else { return false }
      let offset = field.canvas.offset(closestTo: touch.location(in: field.canvas).x)
      field.editing.move { $0.moveCaret(to: offset) }
      return true
    }
  }

  /// Puts the caret to the place of a menu, unless that is within the selection.
  func placeCaretForMenu(at x: CGFloat) {
    let canvas = owner.canvas
    let isInSelection = canvas.rects(of: editor.selection.range).contains { ($0.minX...$0.maxX).contains(x) }
    guard !isInSelection else { return }
    let offset = canvas.offset(closestTo: x)
    owner.editing.move { $0.moveCaret(to: offset) }
  }

  // MARK: The shape of the pointer

  /// - Parameter point: in points of the window.
  func showPointer(at point: CGPoint) {
    let field = owner
    isPointerInside = true
    let isOnText = field.canvas.bounds.contains(field.canvas.convert(point, from: nil))
    field.window?.platformWindow?.pointerShape = field.isEnabled && isOnText ? .text : .arrow
  }

  func showArrowPointer() {
    isPointerInside = false
    owner.window?.platformWindow?.pointerShape = .arrow
  }

  /// Called before the field leaves its window: the router does not tell it that the pointer has left it.
  func fieldWillLeaveWindow() { if isPointerInside { showArrowPointer() } }
}
