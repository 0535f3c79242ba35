import Foundation
@_exported import RandomSupport
import UIKitCore

/// An application on a `FakePlatform` with one window, driven by hand.
///
/// Make one at the start of each test: it becomes the current application, and its traits are those of views without a
/// window. Tests that use it are on the main actor and must not suspend. Run them one after another,
/// as `scripts/test` does: beside each other, all suites make their applications before the first test begins.
@MainActor
package final class TestApplication {
  package let platform: FakePlatform
  package let application: UIApplication
  package let window: UIWindow

  /// - Parameters:
  ///   - size: of the window, in points.
  ///   - opensWindow: false leaves that to what is tested, for example to an application delegate.
  ///   - platform: the machine; one of its own unless something of it is to be another.
  package init(
    size: CGSize = CGSize(width: 400, height: 600), opensWindow: Bool = true, platform: FakePlatform = FakePlatform()
  ) {
    self.platform = platform
    application = UIApplication(platform: platform)
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    if opensWindow { window.makeKeyAndVisible() }
  }

  /// For a suite that makes its application before the test starts: another test may have made one in between.
  package func becomeCurrent() { application.becomeCurrent() }

  package var clock: ManualClock { platform.manualClock }
  package var events: ScriptedEvents { platform.scriptedEvents }
  package var platformWindow: FakeWindow { platform.windows[0] }
  package var backend: RecordingBackend { platform.windows[0].recorder }

  /// Moves the clock one frame on and runs a turn of the loop.
  package func frame(after seconds: TimeInterval = 1.0 / 60) {
    clock.advance(by: seconds)
    application.frameLoop.turn()
  }

  /// Moves the clock on and runs a turn whose frame shows the moment in so many seconds: a frame is made an interval of
  /// the display before the moment it shows.
  package func frame(showing seconds: TimeInterval) { frame(after: seconds - 1.0 / 60) }

  /// Runs frames until nothing asks for another, at most `limit`.
  /// - Returns: the number of frames run.
  @discardableResult
  package func settle(limit: Int = 600) -> Int {
    for count in 0..<limit {
      application.frameLoop.turn()
      guard application.frameLoop.isFrameRequested else { return count }
      clock.advance(by: 1.0 / 60)
    }
    return limit
  }

  /// Presses and releases the mouse at a window point.
  package func click(
    at point: CGPoint, button: InputEvent.Pointer.Button = .primary, clickCount: Int = 1
  ) {
    let pointer = InputEvent.Pointer(
      location: point, button: button, clickCount: clickCount, timestamp: clock.now)
    events.post(.pointerDown(pointer), .pointerUp(pointer))
    application.frameLoop.turn()
  }

  /// Turns the wheel by notches; positive is up.
  package func wheel(_ lines: CGFloat, at point: CGPoint, isPrecise: Bool = false) {
    wheel(CGVector(dx: 0, dy: lines), isPrecise: isPrecise, at: point)
  }

  /// Presses and releases a key.
  /// - Parameter characters: what the layout puts on the key; nothing stands for any layout whose letters are elsewhere.
  package func key(
    _ code: UIKeyboardHIDUsage, _ characters: String = "", modifiers: UIKeyModifierFlags = [], isRepeat: Bool = false
  ) {
    let key = InputEvent.Key(
      code: code, characters: characters, modifiers: modifiers, isRepeat: isRepeat, timestamp: clock.now)
    events.post(.keyDown(key), .keyUp(key))
    application.frameLoop.turn()
  }
}
