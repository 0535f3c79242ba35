import Foundation

/// A button held down in a field: what it takes at a time, and what it took first.
struct TextFieldPress {
  /// Characters, words, or everything: one, two, three clicks.
  enum Grain { case cluster, word, all }
  var grain: Grain
  /// Selected by the click itself; stays selected however far the pointer is dragged.
  var start: Range<Int>
}

/// The mouse places the caret and selects; a finger does so when it is lifted, since before that it may scroll.
extension UITextField {
  func beginPress(_ touch: UITouch, isExtending: Bool) -> Bool {
    guard touch.type != .direct else { return true }
    let wasEditing = isEditing
    guard becomeFirstResponder() else { return false }
    settleComposing()
    // Keys that came just before may have scrolled the text.
    layoutIfNeeded()
    let place = touch.location(in: canvas)
    if isExtending, wasEditing, touch.tapCount == 1 {
      let anchor = editor.selection.anchor
      press = TextFieldPress(grain: .cluster, start: anchor..<anchor)
      extendPress(to: place)
    } else {
      startPress(at: place, count: touch.tapCount)
    }
    return true
  }

  func continuePress(_ touch: UITouch) {
    guard press != nil else { return }
    let place = touch.location(in: canvas)
    extendPress(to: place)
    canvas.drag(at: place)
  }

  func endPress(_ touch: UITouch?) {
    if let touch, touch.type == .direct, bounds.contains(touch.location(in: self)), becomeFirstResponder() {
      startPress(at: touch.location(in: canvas), count: touch.tapCount)
    }
    if press != nil { publishSelection() }
    press = nil
    canvas.stopDragging()
  }

  private func startPress(at place: CGPoint, count: Int) {
    let grain: TextFieldPress.Grain = count == 1 ? .cluster : count == 2 && !isSecureTextEntry ? .word : .all
    let start = range(at: place, grain)
    press = TextFieldPress(grain: grain, start: start)
    userMoves { $0.select(TextSelection(anchor: start.lowerBound, head: start.upperBound)) }
  }

  /// Selects from what was clicked to what is under `place`, in the canvas's points.
  func extendPress(to place: CGPoint) {
    guard let press else { return }
    let end = range(at: place, press.grain)
    let selection =
      end.lowerBound < press.start.lowerBound
      ? TextSelection(anchor: press.start.upperBound, head: end.lowerBound)
      : TextSelection(anchor: press.start.lowerBound, head: max(end.upperBound, press.start.upperBound))
    if selection != editor.selection { userMoves { $0.select(selection) } }
  }

  private func range(at place: CGPoint, _ grain: TextFieldPress.Grain) -> Range<Int> {
    switch grain {
    case .cluster:
      let offset = canvas.offset(closestTo: place.x)
      return offset..<offset
    case .word: return editor.wordRange(at: canvas.offset(ofClusterAt: place.x))
    case .all: return 0..<editor.count
    }
  }

  /// Where a menu is asked for, the caret goes; a selection there stays.
  func placeCaretForMenu(at x: CGFloat) {
    let isInSelection = canvas.rects(of: editor.selection.range).contains { ($0.minX...$0.maxX).contains(x) }
    guard !isInSelection else { return }
    let offset = canvas.offset(closestTo: x)
    userMoves { $0.moveCaret(to: offset) }
  }

  // MARK: The pointer

  /// - Parameter point: in points of the window.
  func showPointer(at point: CGPoint) -> UIView? {
    isPointerInside = true
    let isOnText = canvas.bounds.contains(canvas.convert(point, from: nil))
    window?.platformWindow?.pointerShape = isEnabled && isOnText ? .text : .arrow
    return self
  }

  func showArrowPointer() {
    isPointerInside = false
    window?.platformWindow?.pointerShape = .arrow
  }

  /// The router does not tell a view that leaves that the pointer has left it.
  func pointerWillLeaveWindow() { if isPointerInside { showArrowPointer() } }
}
