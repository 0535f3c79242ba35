import Foundation

/// Takes keys before the program that is shown: those of tools which look at any program.
@MainActor
package protocol KeyInterceptor {
  /// A key went down without Shift, Control, Alt and the key with the logo. Not called for its repetitions.
  /// - Returns: whether the key is taken; the program does not hear of it then.
  func take(_ key: UIKeyboardHIDUsage, of application: UIApplication) -> Bool
}

/// Follows a modifier key that the user holds, alone.
@MainActor
protocol KeyHold: AnyObject {
  /// A key went down in a window.
  func keyWentDown(_ key: InputEvent.Key, in window: UIWindow)
  /// A key went up, or the keyboard went to another program.
  func keyWentUp()
  /// Something else was done while the key is held.
  func cancel()
}

extension UIApplication {
  /// Translates what the platform reports into touches, presses and window
  /// changes. Handlers only mark; layout and drawing follow in the same turn. A press and its end find a tree that is laid
  /// out: what is changed between two frames, by timers and other threads' work, or by what the press itself brought
  /// about, is in its place before views are asked for the one that is meant.
  func drainEvents() {
    while exitCode == nil, let event = platform.events.nextEvent() {
      if let accessibilityObserver { offeredKeys.receive(event, from: accessibilityObserver) } else { handle(event) }
    }
  }

  /// Delivers one event: called by `drainEvents()`, by the keys that assistive tools were asked about, and by tests with
  /// events of their own.
  package func handle(_ event: InputEvent) {
    if frameLoop.profiler.isMeasuring, let time = event.inputTime { frameLoop.profiler.inputArrived(at: time) }
    frameLoop.inputCame()
    if let drag, drag.take(event) { return }
    if event.isPress, let keyWindow { LayoutPass.run(from: keyWindow) }
    switch event {
    case .pointerDown(let pointer) where pointer.button == .back: keyWindow?.goBack()
    case .pointerUp(let pointer) where pointer.button == .back: break
    case .pointerDown, .pointerUp, .pointerMoved, .fingerDown, .fingerMoved, .fingerUp,
      .fingerCancelled:
      guard let window = keyWindow else { return }
      if event.isPress { keyHold.cancel() }
      window.touchRouter.handle(event, in: window)
    case .wheel(let wheel):
      guard let window = keyWindow else { return }
      keyHold.cancel()
      window.touchRouter.handle(wheel, in: window)
    case .keyDown(let key): deliver(key, phase: .began)
    case .keyUp(let key): deliver(key, phase: .ended)
    case .textInput(let text): textInput.insert(text)
    case .textEditing(let text, let start, let length): textInput.compose(text, start: start, length: length)
    case .window(let change): handle(change)
    case .filesDropped(let paths, let location): open(paths.map { URL(filePath: $0) }, location)
    case .quit: terminate()
    case .renderTargetsLost, .deviceLost: deviceWasLost()
    case .displayLost(let reason): displayWasLost("the display went away: \(reason)")
    case .showingFailed(let reason): displayWasLost("the window cannot be shown: \(reason)")
    case .windowDestroyed: displayWasLost("another program destroyed the window")
    }
  }

  private func open(_ urls: [URL], _ location: CGPoint?) {
    if let scene = windowScene.delegate {
      return scene.scene(windowScene, openURLContexts: Set(urls.map { UIOpenURLContext($0) }))
    }
    var options: [OpenURLOptionsKey: Any] = [.droppedURLs: urls]
    options[.dropLocation] = location
    for url in urls { _ = delegate?.application(self, open: url, options: options) }
  }

  private func deliver(_ key: InputEvent.Key, phase: UIPress.Phase) {
    guard let window = keyWindow else { return }
    if phase == .began, !key.isRepeat, key.modifiers.isDisjoint(with: [.shift, .control, .alternate, .command]),
      keyInterceptor?.take(key.code, of: self) ?? false
    {
      return
    }
    if phase == .began {
      keyHold.keyWentDown(key, in: window)
      textInput.keyWentDown(makesText: !key.charactersIgnoringModifiers.isEmpty, isCommand: key.isCommand)
    } else {
      keyHold.keyWentUp()
      textInput.keyWentUp()
    }
    let press = UIPress(phase: phase, key: key)
    window.sendEvent(UIPressesEvent(presses: [press]))
  }

  private func handle(_ change: InputEvent.WindowChange) {
    guard let window = keyWindow else { return }
    switch change {
    case .resized, .displayChanged: window.platformWindowDidResize()
    case .exposed: window.redrawAll()
    case .occluded:
      window.setOccluded(true)
      setState(.background)
    case .revealed:
      window.setOccluded(false)
      setState(.inactive)
    case .focusGained:
      textInput.setFocused(true)
      setState(.active)
    case .focusLost:
      window.touchRouter.cancelAll()
      keyHold.keyWentUp()
      window.menu?.dismiss()
      textInput.setFocused(false)
      if applicationState == .active { setState(.inactive) }
    case .pointerLeft: window.touchRouter.pointerDidLeave(window)
    case .closeRequested: terminate()
    }
  }
}

extension InputEvent {
  /// When the user did what the event tells, in seconds of the frame clock; nil for others. Text follows a key.
  fileprivate var inputTime: TimeInterval? {
    switch self {
    case .pointerMoved(let pointer), .pointerDown(let pointer), .pointerUp(let pointer): pointer.timestamp
    case .wheel(let wheel): wheel.timestamp
    case .fingerDown(let finger), .fingerMoved(let finger), .fingerUp(let finger): finger.timestamp
    case .keyDown(let key), .keyUp(let key): key.timestamp
    default: nil
    }
  }

  /// A button, finger or key goes down or up.
  fileprivate var isPress: Bool {
    switch self {
    case .pointerDown, .pointerUp, .fingerDown, .fingerUp, .keyDown, .keyUp: true
    default: false
    }
  }
}

extension InputEvent.Key {
  /// A key that is no modifier, with Control or the key with the logo.
  fileprivate var isCommand: Bool {
    // From the left Control to the right key with the logo.
    !modifiers.isDisjoint(with: [.control, .command]) && !(224...231).contains(code.rawValue)
  }
}

extension UIApplication {
  /// Calls a method of `target`, or, without one, of the first object from the first responder of the key window up the
  /// responder chain that is of the method's class.
  /// - Returns: whether there was an object to call.
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
    var object = target.map { $0 as AnyObject }
    if object == nil {
      var responder: UIResponder? = keyWindow?.keyTarget ?? self
      while let current = responder, !action.isRecognized(by: current) { responder = current.next }
      object = responder
    }
    guard let object else { return false }
    action.perform(on: object, sender, event)
    return true
  }
}
