internal import CSDL2
internal import Desktop

/// SDL's queue of events. Needs a running `SDLContext`.
@MainActor
package enum EventQueue {
  /// Takes the next event that `Event` has a case for; nil when none waits.
  /// Never blocks.
  package static func next() -> Event? {
    var raw = SDL_Event()
    while SDL_PollEvent(&raw) == 1 {
      if let event = translate(raw) { return event }
    }
    return nil
  }

  /// Makes the windowing system's composition window and key translation
  /// produce `.text` and `.editing`, or stop doing so.
  package static func setTextInput(_ isWanted: Bool) {
    if isWanted { SDL_StartTextInput() } else { KeyNotes.stopTextInput() }
  }

  /// Tells the windowing system where text is entered, in points of the window that has the keyboard: an input method
  /// shows its suggestions beside it.
  package static func setTextInputArea(x: Double, y: Double, width: Double, height: Double) {
    func whole(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), -32_768), 32_767)) }
    var area = SDL_Rect(x: whole(x), y: whole(y), w: whole(width), h: whole(height))
    SDL_SetTextInputRect(&area)
  }

  /// Lets users drop files on windows that are opened from now on. What is not wanted is refused while it is dragged.
  package static func setFileDrops(_ areWanted: Bool) {
    SDL_EventState(SDL_DROPFILE.rawValue, areWanted ? SDL_ENABLE : SDL_DISABLE)
    SDL_EventState(SDL_DROPTEXT.rawValue, SDL_DISABLE)
  }

  static func translate(_ raw: SDL_Event) -> Event? {
    switch SDL_EventType(raw.type) {
    case SDL_QUIT: return .quit
    case SDL_MOUSEMOTION: return .motion(pointer(raw.motion))
    case SDL_MOUSEBUTTONDOWN: return .buttonDown(pointer(raw.button))
    case SDL_MOUSEBUTTONUP: return .buttonUp(pointer(raw.button))
    case SDL_MOUSEWHEEL: return .wheel(wheel(raw.wheel))
    case SDL_KEYDOWN, SDL_KEYUP: return .key(key(raw.key))
    case SDL_TEXTINPUT:
      return .text(String(decoding: CommittedTexts.inProcess.whole(of: bytes(raw.text.text)), as: UTF8.self))
    case SDL_TEXTEDITING:
      return .editing(text(raw.edit.text), start: Int(raw.edit.start), length: Int(raw.edit.length))
    case SDL_TEXTEDITING_EXT:
      // Text too long for the event itself; SDL hands it over to be freed.
      guard let long = raw.editExt.text else { return nil }
      defer { SDL_free(long) }
      return .editing(String(cString: long), start: Int(raw.editExt.start), length: Int(raw.editExt.length))
    case SDL_FINGERDOWN: return .finger(finger(raw.tfinger, .down))
    case SDL_FINGERMOTION: return .finger(finger(raw.tfinger, .moved))
    case SDL_FINGERUP: return .finger(finger(raw.tfinger, .up))
    case SDL_WINDOWEVENT:
      return change(UInt32(raw.window.event)).map { .window($0, id: raw.window.windowID) }
    case SDL_DROPFILE, SDL_DROPTEXT:
      // SDL hands the text over to be freed.
      guard let text = raw.drop.file else { return nil }
      defer { SDL_free(text) }
      return raw.type == SDL_DROPFILE.rawValue ? .fileDropped(path: String(cString: text)) : nil
    case SDL_DROPCOMPLETE: return .dropEnded
    case SDL_SYSWMEVENT: return destruction(raw.syswm)
    case SDL_DISPLAYEVENT: return .displaysChanged
    case SDL_RENDER_TARGETS_RESET: return .targetsReset
    case SDL_RENDER_DEVICE_RESET: return .deviceReset
    default: return nil
    }
  }

  private static var modifiers: Event.Modifiers {
    Event.Modifiers(rawValue: UInt16(truncatingIfNeeded: SDL_GetModState().rawValue))
  }

  private static func pointer(_ motion: SDL_MouseMotionEvent) -> Event.Pointer {
    Event.Pointer(
      x: Double(motion.x), y: Double(motion.y), button: 0, clicks: 0, modifiers: modifiers,
      time: Ticks.seconds(ofEvent: motion.timestamp))
  }

  private static func pointer(_ button: SDL_MouseButtonEvent) -> Event.Pointer {
    Event.Pointer(
      x: Double(button.x), y: Double(button.y), button: Int(button.button),
      clicks: Int(button.clicks), modifiers: modifiers,
      time: Ticks.seconds(ofEvent: button.timestamp))
  }

  private static func wheel(_ wheel: SDL_MouseWheelEvent) -> Event.Wheel {
    // A flipped device already has its direction reversed by the user's wish.
    Event.Wheel(
      notchesX: Double(wheel.preciseX), notchesY: Double(wheel.preciseY), x: Double(wheel.mouseX),
      y: Double(wheel.mouseY), modifiers: modifiers, time: Ticks.seconds(ofEvent: wheel.timestamp))
  }

  private static func key(_ key: SDL_KeyboardEvent) -> Event.Key {
    let notes = KeyNotes.take(key)
    return Event.Key(
      scancode: Int(key.keysym.scancode.rawValue), keycode: key.keysym.sym,
      isDown: key.type == SDL_KEYDOWN.rawValue, isRepeat: key.repeat != 0,
      modifiers: Event.Modifiers(rawValue: key.keysym.mod),
      time: Ticks.seconds(ofEvent: key.timestamp), hasNoText: notes.hasNoText, sign: notes.sign)
  }

  private static func finger(
    _ finger: SDL_TouchFingerEvent, _ phase: Event.Finger.Phase
  ) -> Event.Finger {
    Event.Finger(
      id: finger.fingerId, phase: phase, fractionX: Double(finger.x), fractionY: Double(finger.y),
      time: Ticks.seconds(ofEvent: finger.timestamp))
  }

  /// Reads one of SDL's fixed arrays of UTF-8 that ends with a zero.
  private static func text<Characters>(_ characters: Characters) -> String {
    String(decoding: bytes(characters), as: UTF8.self)
  }

  /// Up to the first zero.
  private static func bytes<Characters>(_ characters: Characters) -> [UInt8] {
    withUnsafeBytes(of: characters) { Array($0.prefix { $0 != 0 }) }
  }

  /// X events as they come, switched on by `SDLContext` for the one that SDL itself has no word for.
  private static func destruction(_ event: SDL_SysWMEvent) -> Event? {
    guard let message = event.msg?.pointee, message.subsystem == SDL_SYSWM_X11,
      message.msg.x11.event.type == DestroyNotify
    else { return nil }
    return .destroyed(xid: message.msg.x11.event.xdestroywindow.window)
  }

  private static func change(_ event: UInt32) -> Event.WindowChange? {
    switch SDL_WindowEventID(event) {
    case SDL_WINDOWEVENT_SHOWN: .shown
    case SDL_WINDOWEVENT_HIDDEN: .hidden
    case SDL_WINDOWEVENT_EXPOSED: .exposed
    case SDL_WINDOWEVENT_SIZE_CHANGED: .resized
    case SDL_WINDOWEVENT_MINIMIZED: .minimized
    case SDL_WINDOWEVENT_MAXIMIZED, SDL_WINDOWEVENT_RESTORED: .restored
    case SDL_WINDOWEVENT_ENTER: .pointerEntered
    case SDL_WINDOWEVENT_LEAVE: .pointerLeft
    case SDL_WINDOWEVENT_FOCUS_GAINED: .focusGained
    case SDL_WINDOWEVENT_FOCUS_LOST: .focusLost
    case SDL_WINDOWEVENT_CLOSE: .closeRequested
    case SDL_WINDOWEVENT_DISPLAY_CHANGED: .displayChanged
    default: nil
    }
  }
}

// Events that SDL does not see.
extension Window: DragWindow {
  package var isFirstButtonDown: Bool { SDL_GetMouseState(nil, nil) & 1 != 0 }

  package var hasWaitingPress: Bool { SDL_HasEvent(SDL_MOUSEBUTTONDOWN.rawValue) == SDL_TRUE }

  package func addFirstButton(isDown: Bool) {
    var event = SDL_Event()
    event.button.type = (isDown ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP).rawValue
    event.button.windowID = id
    event.button.button = UInt8(SDL_BUTTON_LEFT)
    event.button.state = UInt8(isDown ? SDL_PRESSED : SDL_RELEASED)
    event.button.clicks = 1
    // Where SDL saw the pointer last.
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetMouseState(&x, &y)
    event.button.x = x
    event.button.y = y
    SDL_PushEvent(&event)
  }

  package func addMotion(x: Double, y: Double) {
    var event = SDL_Event()
    event.motion.type = SDL_MOUSEMOTION.rawValue
    event.motion.windowID = id
    event.motion.state = 1
    event.motion.x = Int32(min(max(x.rounded(.down), -32_768), 32_767))
    event.motion.y = Int32(min(max(y.rounded(.down), -32_768), 32_767))
    SDL_PushEvent(&event)
  }
}
