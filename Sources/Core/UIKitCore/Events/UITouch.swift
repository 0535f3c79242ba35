import Foundation

/// A finger, or the mouse while its button is down.
@preconcurrency @MainActor
public final class UITouch: NSObject {
  /// Where in its life a touch is; the region phases never occur here.
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
  }
  /// The kinds of pointing device.
  public enum TouchType: Int, Sendable {
    /// `direct` is a finger on the screen, `indirectPointer` the mouse with a button down.
    case direct, indirect, pencil, indirectPointer
  }

  /// Where in its life the touch is.
  public internal(set) var phase: Phase = .began
  /// When it last changed: seconds of the frame clock.
  public internal(set) var timestamp: TimeInterval
  /// 1, or more when touches follow each other fast in one place.
  public internal(set) var tapCount: Int
  /// The kind of pointing device.
  public let type: TouchType
  /// The view the touch began in; it receives the touch for its whole life.
  public package(set) weak var view: UIView?
  /// The window the touch began in.
  public package(set) weak var window: UIWindow?
  /// The recognisers watching this touch.
  public package(set) var gestureRecognizers: [UIGestureRecognizer]?
  /// The mouse button held; `.primary` for fingers.
  package let button: InputEvent.Pointer.Button
  /// A gesture took the touch over, or its view left the window: the view hears no more of it.
  var isTakenFromView = false
  /// The view heard `touchesBegan`.
  var hasBegunInView = false
  /// Whether the view will receive the rest of the touch. A view that calls a delegate during a touch checks this
  /// afterwards, before it begins something that only the touch can end: the delegate may have taken the view out of
  /// its window.
  package var reachesView: Bool { phase != .cancelled && !isTakenFromView }
  /// In points of the window.
  package private(set) var locationInWindow: CGPoint
  /// Where it was at the event before.
  package private(set) var previousLocationInWindow: CGPoint

  /// Made by event delivery when a finger or button goes down.
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
