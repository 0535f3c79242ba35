import Foundation
internal import SDL

/// Translates SDL's events. Decides nothing, but keeps what single events do
/// not tell: where the connection is, whether the window can be seen, whether
/// the wheel is a touchpad.
@MainActor
final class SDLEventSource: EventSource {
  /// The window events are about; set once it is open.
  weak var window: SDLPlatformWindow?
  private var isConcealed = false
  /// Paths of the drop that is being told.
  private var droppedFiles: [String] = []
  private var lastFractionalWheel = -Double.infinity
  /// The text of a key that was pressed, which is delivered as an event of its own after the key; nil for none.
  private var lateText: String?

  /// How long a device that reported part of a notch counts as precise although
  /// it reports whole ones, in seconds.
  private static let precisionMemory = 0.5

  /// SDL's units in a point of the window.
  private var unitsPerPoint: CGFloat { window?.unitsPerPoint ?? 1 }

  var fileDescriptor: Int32? { window?.watchEvents() }

  func nextEvent() -> InputEvent? {
    if let text = lateText {
      lateText = nil
      return .textInput(text)
    }
    window?.acknowledgeEvents()
    if let failure = window?.connection?.failure { return .displayLost(failure) }
    while let event = EventQueue.next() {
      if let translated = translate(event) { return translated }
    }
    if let failure = window?.connection?.failure { return .displayLost(failure) }
    return window?.settle() == true ? .window(.displayChanged) : nil
  }

  /// The event as the framework knows it; nil for one that means nothing to it.
  func translate(_ event: Event) -> InputEvent? {
    switch event {
    case .motion(let pointer): return .pointerMoved(InputEvent.Pointer(pointer, .primary, unitsPerPoint))
    case .buttonDown(let pointer):
      if let key = Self.key(of: pointer) { return .keyDown(key) }
      return Self.button(pointer).map { .pointerDown(InputEvent.Pointer(pointer, $0, unitsPerPoint)) }
    case .buttonUp(let pointer):
      if let key = Self.key(of: pointer) { return .keyUp(key) }
      return Self.button(pointer).map { .pointerUp(InputEvent.Pointer(pointer, $0, unitsPerPoint)) }
    case .wheel(let wheel): return .wheel(translate(wheel))
    case .finger(let finger): return translate(finger)
    case .key(let key):
      if key.isDown, key.hasNoText, window?.textInputArea != nil { lateText = Self.text(of: key) }
      return key.isDown ? .keyDown(.init(key)) : .keyUp(.init(key))
    case .text(let text): return .textInput(text)
    case .editing(let text, let start, let length):
      return .textEditing(text, selectionStart: start, selectionLength: length)
    case .window(let change, let id):
      guard id == window?.id else { return nil }
      window?.desktopDidChange(isNew: change == .shown)
      // SDL 2.26 tells of some displays on Wayland by the window's pixels alone.
      if change == .displayChanged || change == .resized { window?.displayMayHaveChanged() }
      return translate(change).map { .window($0) }
    case .fileDropped(let path):
      droppedFiles.append(path)
      return nil
    case .dropEnded:
      defer { droppedFiles = [] }
      return droppedFiles.isEmpty ? nil : .filesDropped(paths: droppedFiles, location: window?.pointerLocation)
    case .destroyed(let xid): return xid == window?.xid ? .windowDestroyed : nil
    case .displaysChanged:
      window?.displayMayHaveChanged()
      return .window(.displayChanged)
    case .targetsReset:
      window?.texturesWereLost()
      return .renderTargetsLost
    case .deviceReset:
      window?.texturesWereLost()
      return .deviceLost
    case .quit:
      // SDL asks to quit when a Wayland compositor goes away.
      if let failure = window?.connection?.failureOrHangUp { return .displayLost(failure) }
      return .quit
    }
  }

  private func translate(_ change: Event.WindowChange) -> InputEvent.WindowChange? {
    switch change {
    case .hidden, .minimized:
      guard !isConcealed else { return nil }
      isConcealed = true
      return .occluded
    case .shown, .restored, .exposed:
      guard isConcealed else { return .exposed }
      isConcealed = false
      return .revealed
    case .resized: return .resized
    case .pointerEntered: return nil
    case .pointerLeft: return .pointerLeft
    case .focusGained: return .focusGained
    case .focusLost: return .focusLost
    case .closeRequested: return .closeRequested
    case .displayChanged: return .displayChanged
    }
  }

  /// SDL counts notches to the right; the framework towards the content's left.
  private func translate(_ wheel: Event.Wheel) -> InputEvent.Wheel {
    let isFractional =
      wheel.notchesX != wheel.notchesX.rounded() || wheel.notchesY != wheel.notchesY.rounded()
    if isFractional { lastFractionalWheel = wheel.time }
    return InputEvent.Wheel(
      lines: CGVector(dx: -wheel.notchesX, dy: wheel.notchesY),
      isPrecise: wheel.time - lastFractionalWheel < Self.precisionMemory,
      location: CGPoint(x: wheel.x / unitsPerPoint, y: wheel.y / unitsPerPoint),
      modifiers: UIKeyModifierFlags(wheel.modifiers),
      timestamp: wheel.time)
  }

  private func translate(_ finger: Event.Finger) -> InputEvent? {
    guard let size = window?.size else { return nil }
    let place = CGPoint(
      x: finger.fractionX * size.width, y: finger.fractionY * size.height)
    let touch = InputEvent.Finger(id: finger.id, location: place, timestamp: finger.time)
    switch finger.phase {
    case .down: return .fingerDown(touch)
    case .moved: return .fingerMoved(touch)
    case .up: return .fingerUp(touch)
    }
  }

  /// The buttons that lead back and forward stand for the keys that do: Alt and an arrow.
  private static func key(of pointer: Event.Pointer) -> InputEvent.Key? {
    let code: UIKeyboardHIDUsage
    switch pointer.button {
    case 4: code = .keyboardLeftArrow
    case 5: code = .keyboardRightArrow
    default: return nil
    }
    return InputEvent.Key(code: code, modifiers: .alternate, timestamp: pointer.time)
  }

  /// The text of a key that came in before text was wanted, behind another that brought a field; nil for a key without
  /// one.
  static func text(of key: Event.Key) -> String? {
    guard key.sign != nil || key.modifiers.isDisjoint(with: [.control, .alternate, .command]) else { return nil }
    let text = InputEvent.Key(key).characters
    return text.isEmpty ? nil : text
  }

  /// Other buttons mean nothing to the framework.
  private static func button(_ pointer: Event.Pointer) -> InputEvent.Pointer.Button? {
    switch pointer.button {
    case 1: .primary
    case 2: .middle
    case 3: .secondary
    case 4: .back
    default: nil
    }
  }
}
