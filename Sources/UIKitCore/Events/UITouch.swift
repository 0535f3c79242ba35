import Foundation

/// A finger, or the mouse while its button is down.
@MainActor
public final class UITouch: NSObject {
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
  }
  public enum TouchType: Int, Sendable {
    /// A finger on the screen, and the mouse with a button down.
    case direct, indirect, pencil, indirectPointer
  }

  public internal(set) var phase: Phase = .began
  public internal(set) var timestamp: TimeInterval
  public internal(set) var tapCount: Int
  public let type: TouchType
  /// The view the touch began in; it receives the touch for its whole life (V5).
  public package(set) weak var view: UIView?
  public package(set) weak var window: UIWindow?
  /// The recognisers watching this touch.
  public package(set) var gestureRecognizers: [UIGestureRecognizer]?
  package let button: InputEvent.Pointer.Button
  /// A gesture took the touch over, or its view left the window: the view hears no more of it.
  var isTakenFromView = false
  /// The view heard `touchesBegan`.
  var hasBegunInView = false
  package private(set) var locationInWindow: CGPoint
  package private(set) var previousLocationInWindow: CGPoint

  package init(
    locationInWindow: CGPoint, type: TouchType, button: InputEvent.Pointer.Button = .primary,
    tapCount: Int, timestamp: TimeInterval
  ) {
    self.locationInWindow = locationInWindow
    previousLocationInWindow = locationInWindow
    self.type = type
    self.button = button
    self.tapCount = tapCount
    self.timestamp = timestamp
    super.init()
  }

  /// Where the touch is, in `view`'s coordinates; nil means the window's. Points.
  public func location(in view: UIView?) -> CGPoint {
    view?.convert(locationInWindow, from: nil) ?? locationInWindow
  }

  /// Where the touch was at the event before.
  public func previousLocation(in view: UIView?) -> CGPoint {
    view?.convert(previousLocationInWindow, from: nil) ?? previousLocationInWindow
  }

  /// Called by event delivery before the touch is handed on.
  package func update(phase: Phase, locationInWindow: CGPoint, timestamp: TimeInterval) {
    self.phase = phase
    previousLocationInWindow = self.locationInWindow
    self.locationInWindow = locationInWindow
    self.timestamp = timestamp
  }
}
