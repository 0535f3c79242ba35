import Foundation
import UIKitCore

extension TestApplication {
  /// Puts a finger down.
  package func fingerDown(at point: CGPoint, id: Int64 = 1) {
    send(.fingerDown(InputEvent.Finger(id: id, location: point, timestamp: clock.now)))
  }

  /// Moves a finger, after `seconds`, in one event.
  package func fingerMove(to point: CGPoint, after seconds: TimeInterval = 0.01, id: Int64 = 1) {
    clock.advance(by: seconds)
    send(.fingerMoved(InputEvent.Finger(id: id, location: point, timestamp: clock.now)))
  }

  /// Lifts a finger.
  package func fingerUp(at point: CGPoint, after seconds: TimeInterval = 0, id: Int64 = 1) {
    clock.advance(by: seconds)
    send(.fingerUp(InputEvent.Finger(id: id, location: point, timestamp: clock.now)))
  }

  /// Puts a finger down at `start` and moves it to `end` evenly, an event each hundredth of a
  /// second; it stays down.
  package func fingerDrag(from start: CGPoint, to end: CGPoint, steps: Int = 10) {
    fingerDown(at: start)
    for step in 1...steps {
      let share = CGFloat(step) / CGFloat(steps)
      fingerMove(
        to: CGPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
    }
  }

  /// Moves what is at `start` sideways by `distance` points in ten steps, and holds it there. A touchpad's way is exact; of
  /// the others a recogniser keeps ten points back, which are gone in addition.
  package func dragAcross(from start: CGPoint, by distance: CGFloat, with input: SwipeInput) {
    let way = input == .touchpad ? distance : distance + (distance < 0 ? -10 : 10)
    if input == .finger { fingerDown(at: start) }
    if input == .mouse { mouseDown(at: start) }
    for step in 1...10 {
      let place = CGPoint(x: start.x + way * CGFloat(step) / 10, y: start.y)
      switch input {
      case .finger: fingerMove(to: place)
      case .mouse: mouseMove(to: place)
      case .touchpad:
        clock.advance(by: 0.01)
        wheel(CGVector(dx: way / 600, dy: 0), isPrecise: true, at: start)
      }
    }
  }

  /// Ends what `dragAcross` holds, with a pointer or finger at `end`.
  package func letGoAcross(at end: CGPoint, with input: SwipeInput) {
    switch input {
    case .finger: fingerUp(at: end)
    case .mouse: mouseUp(at: end)
    case .touchpad: frame(after: 0.2)
    }
  }

  /// Turns the wheel both ways, in notches.
  package func wheel(
    _ lines: CGVector, isPrecise: Bool, at point: CGPoint, modifiers: UIKeyModifierFlags = []
  ) {
    send(
      .wheel(
        InputEvent.Wheel(
          lines: lines, isPrecise: isPrecise, location: point, modifiers: modifiers, timestamp: clock.now)))
  }

  /// Presses a mouse button.
  package func mouseDown(
    at point: CGPoint, button: InputEvent.Pointer.Button = .primary, clickCount: Int = 1
  ) {
    send(.pointerDown(pointer(point, button, clickCount)))
  }

  /// Moves the mouse, whatever is pressed.
  package func mouseMove(to point: CGPoint, after seconds: TimeInterval = 0.01) {
    clock.advance(by: seconds)
    send(.pointerMoved(pointer(point, .primary, 1)))
  }

  /// Releases a mouse button.
  package func mouseUp(at point: CGPoint, button: InputEvent.Pointer.Button = .primary) {
    send(.pointerUp(pointer(point, button, 1)))
  }

  private func pointer(
    _ point: CGPoint, _ button: InputEvent.Pointer.Button, _ clickCount: Int
  ) -> InputEvent.Pointer {
    InputEvent.Pointer(
      location: point, button: button, clickCount: clickCount, timestamp: clock.now)
  }

  private func send(_ event: InputEvent) {
    events.post(event)
    application.frameLoop.turn()
  }
}

/// The devices that move rows sideways.
package enum SwipeInput: CaseIterable { case finger, mouse, touchpad }
