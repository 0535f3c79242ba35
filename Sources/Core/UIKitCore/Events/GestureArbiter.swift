import Foundation

/// Hands the touches of one window to recognisers first and to views second, and starts recognisers
/// anew when their touches are over.
@MainActor
final class GestureArbiter {
  /// Recognisers that have watched a touch since they last started anew.
  private var engaged: ContiguousArray<UIGestureRecognizer> = []
  private var link: CADisplayLink?

  isolated deinit { link?.invalidate() }

  /// Delivers one touch in its present phase.
  func deliver(_ touch: UITouch, with event: UIEvent) {
    if touch.phase == .began { engage(touch, with: event) }
    let set: Set<UITouch> = [touch]
    for recognizer in touch.gestureRecognizers ?? [] {
      switch touch.phase {
      case .began: recognizer.touchesBegan(set, with: event)
      case .moved: recognizer.touchesMoved(set, with: event)
      case .ended: recognizer.touchesEnded(set, with: event)
      case .cancelled: recognizer.touchesCancelled(set, with: event)
      default: break
      }
    }
    if let view = touch.view, !touch.isTakenFromView {
      switch touch.phase {
      case .began:
        touch.hasBegunInView = true
        view.touchesBegan(set, with: event)
      case .moved: view.touchesMoved(set, with: event)
      case .ended: view.touchesEnded(set, with: event)
      case .cancelled: view.touchesCancelled(set, with: event)
      default: break
      }
    }
    settle()
  }

  /// A gesture was recognised from `touch`: its view hears that it was cancelled, and no more.
  func takeFromView(_ touch: UITouch) {
    guard !touch.isTakenFromView else { return }
    touch.isTakenFromView = true
    // A gesture recognised from the very first event: the view has not heard of the touch.
    guard touch.hasBegunInView else { return }
    let event = UIEvent(type: .touches, timestamp: touch.timestamp)
    event.touches = [touch]
    touch.view?.touchesCancelled([touch], with: event)
  }

  /// The view of a touch leaves the window, with its recognisers.
  func viewWillLeave(_ touch: UITouch) {
    takeFromView(touch)
    for recognizer in touch.gestureRecognizers ?? [] where recognizer.view === touch.view {
      recognizer.giveUp()
      recognizer.ignore(touch)
    }
    settle()
  }

  /// Finds the recognisers for a new touch, from its view up to the window.
  private func engage(_ touch: UITouch, with event: UIEvent) {
    var found: [UIGestureRecognizer] = []
    var view = touch.view
    while let current = view {
      for recognizer in current.gestureRecognizers ?? []
      where accepts(touch, in: recognizer) { found.append(recognizer) }
      if current.keepsTouches { break }
      view = current.superview
    }
    touch.gestureRecognizers = found
    for recognizer in found {
      recognizer.touches.append(touch)
      if !engaged.contains(where: { $0 === recognizer }) { engaged.append(recognizer) }
    }
  }

  private func accepts(_ touch: UITouch, in recognizer: UIGestureRecognizer) -> Bool {
    guard recognizer.isEnabled, recognizer.current.rawValue < UIGestureRecognizer.State.ended.rawValue
    else { return false }
    let buttons: UIEvent.ButtonMask =
      switch touch.button {
      case .primary: .primary
      case .secondary: .secondary
      case .middle: .button(3)
      case .back: []
      }
    return !recognizer.requiredButtons.isDisjoint(with: buttons)
      && recognizer.allowedTouchTypes.contains { $0.intValue == touch.type.rawValue }
      && recognizer.wants(touch)
      && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
  }

  /// Starts finished recognisers anew, and keeps time for those that wait.
  private func settle() {
    for recognizer in engaged where recognizer.liveTouches.isEmpty {
      switch recognizer.current {
      case .ended, .failed, .cancelled: recognizer.startAnew()
      case .possible:
        if recognizer.pending == nil, !recognizer.awaitsMoreTouches { recognizer.startAnew() }
      case .began, .changed: break
      }
    }
    engaged.removeAll { $0.touches.isEmpty }
    watchDeadlines()
  }

  /// Frames are asked for only while a recogniser waits for a moment to come.
  private func watchDeadlines() {
    let waits = engaged.contains { $0.deadline != nil }
    if waits, link == nil {
      let link = CADisplayLink { [weak self] link in self?.deadlinesMayHavePassed(link.timestamp) }
      link.add(to: .main, forMode: .common)
      self.link = link
    } else if !waits, let link {
      link.invalidate()
      self.link = nil
    }
  }

  private func deadlinesMayHavePassed(_ now: TimeInterval) {
    for recognizer in engaged {
      guard let deadline = recognizer.deadline, deadline <= now else { continue }
      recognizer.deadline = nil
      recognizer.deadlinePassed()
    }
    settle()
  }
}
