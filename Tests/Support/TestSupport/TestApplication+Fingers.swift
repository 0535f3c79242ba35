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
