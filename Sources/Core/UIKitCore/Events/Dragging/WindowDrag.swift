import Foundation

/// A drag that began in the window and may end in another program's: has the pointer to itself until the button is let
/// go, and lasts until the other program has what was dragged.
///
/// The application keeps one at a time, and shows it every event first.
@MainActor
final class WindowDrag {
  private enum Phase {
    /// The button is held.
    case carried
    /// The button was let go; the other program fetches the text.
    case letGo
    case ended
  }

  /// From the pointer to the upper left corner of the picture, in points.
  private static let previewOffset = CGPoint(x: 14, y: 12)

  private let session: DragSession
  private weak var window: UIWindow?
  /// Follows the pointer inside the window.
  private let preview: UIView?
  private let ended: @MainActor () -> Void
  /// Nil before the desktop has agreed.
  private var source: (any PlatformDrag)?
  private var phase = Phase.carried

  /// - Parameters:
  ///   - preview: shown beside the pointer while that is inside the window; in its final size.
  ///   - ended: called once, when the drag is over.
  init(_ session: DragSession, in window: UIWindow, preview: UIView?, ended: @escaping @MainActor () -> Void) {
    self.session = session
    self.window = window
    self.preview = preview
    self.ended = ended
  }

  /// Asks the desktop. Called once, before anything else.
  /// - Returns: false where the desktop does not let the window drag; nothing has happened then.
  func begin() -> Bool {
    guard let window, let text = session.text else { return false }
    source = window.platformWindow?.beginDrag(of: text) { [weak self] change in self?.follow(change) }
    guard source != nil else { return false }
    window.platformWindow?.pointerShape = .grab
    if let preview {
      preview.isUserInteractionEnabled = false
      window.addSubview(preview)
      placePreview()
    }
    return true
  }

  /// Whether the button is still held.
  var isCarried: Bool { phase == .carried }

  /// Takes the events that are the drag's: the pointer's, until the button is let go, and Escape.
  /// - Returns: whether the drag consumed the event.
  func take(_ event: InputEvent) -> Bool {
    guard phase == .carried else { return false }
    switch event {
    case .pointerMoved(let pointer):
      session.locationInWindow = pointer.location
      source?.pointerMoved()
      placePreview()
      return true
    case .pointerUp(let pointer):
      guard pointer.button == .primary else { return true }
      session.locationInWindow = pointer.location
      letGo()
      source?.drop()
      return true
    case .pointerDown: return true
    case .keyDown(let key):
      guard key.code == .keyboardEscape else { return false }
      cancel()
      return true
    default: return false
    }
  }

  /// Ends the drag without handing anything over. Called for Escape, and at the end of the program.
  func cancel() {
    guard phase != .ended else { return }
    source?.cancel()
  }

  /// The pointer belongs to the views again.
  private func letGo() {
    guard phase == .carried else { return }
    phase = .letGo
    preview?.removeFromSuperview()
    window?.platformWindow?.pointerShape = .arrow
    window?.touchRouter.cancelAll()
    window?.touchRouter.pointerWasReleased(at: session.locationInWindow)
  }

  private func follow(_ change: DragChange) {
    switch change {
    case .over(let place):
      if phase == .carried { window?.platformWindow?.pointerShape = place == .elsewhere ? .refused : .grab }
    case .ended:
      letGo()
      guard phase != .ended else { return }
      phase = .ended
      window?.application.dragDidEnd()
      ended()
    }
  }

  private func placePreview() {
    guard let window, let preview else { return }
    let place = session.location(in: window)
    let bounds = window.bounds
    preview.isHidden = !bounds.contains(place)
    let origin = place + Self.previewOffset
    preview.frame.origin = CGPoint(
      x: max(0, min(origin.x, bounds.maxX - preview.frame.width)),
      y: max(0, min(origin.y, bounds.maxY - preview.frame.height)))
  }
}
