import Foundation
import Pixels
import Typesetting

/// Seconds that only go forward; injected so that tests move time by hand.
@MainActor
package protocol FrameClock: AnyObject {
  var now: TimeInterval { get }
}

/// Where input comes from.
@MainActor
package protocol EventSource: AnyObject {
  /// Readable when events wait: the display connection. Nil for drivers
  /// without one, which are polled at the display's rate.
  var fileDescriptor: Int32? { get }
  /// The next event, or nil when none waits. Never blocks.
  func nextEvent() -> InputEvent?
  /// Whether `nextEvent()` would have one; idle work asks between its steps. False where only `nextEvent()` itself can
  /// find out.
  var hasWaitingEvents: Bool { get }
}

extension EventSource {
  /// Looks whether the connection is readable; a system call.
  package var hasWaitingEvents: Bool {
    guard let fileDescriptor else { return false }
    var state = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    // An error is for `nextEvent()` to tell.
    return poll(&state, 1, 0) != 0
  }
}

/// A window of the desktop.
@MainActor
package protocol PlatformWindow: AnyObject {
  /// The inside of the window, in points.
  var size: CGSize { get }
  /// Device pixels of one point.
  var scale: CGFloat { get }
  /// The upper left corner of the inside on the desktop, in pixels; nil where the desktop keeps that to itself.
  var screenOrigin: CGPoint? { get }
  /// Frames a second of the display the window is on.
  var refreshRate: Double { get }
  var title: String { get set }
  var backend: RenderBackend { get }
  /// The rectangle of the caret, in points, while keys make text: an input method shows its suggestions beside it. Nil
  /// while keys are only keys.
  var textInputArea: CGRect? { get set }
  /// How the pointer looks in the window.
  var pointerShape: PointerShape { get set }
  /// Whether the window covers its display, without a frame around it. Setting it asks the desktop for that; the new
  /// size comes as a change of the window.
  var isFullScreen: Bool { get set }
  /// Whether something can be dragged from the window to windows of other programs. Asked when a row is pressed that
  /// the app lets be dragged.
  var canDragOut: Bool { get }
  func show()
  /// Asks the desktop to put the window in front of others and to give it the keyboard; desktops may refuse.
  func bringToFront()
  func resize(to size: CGSize)
  /// Says how small and how large the user can make the window, in points of its inside. Lengths are numbers, and the
  /// greatest ones restrict nothing; what is too large for the smallest counts as much as that.
  func restrictSize(from minimum: CGSize, to maximum: CGSize)
  /// Offers text to the windows of other programs that the pointer comes over. The first button is held.
  /// - Parameter changed: called with every change until the end, not before this returns.
  /// - Returns: nil where that cannot be done.
  func beginDrag(of text: String, changed: @escaping @MainActor (DragChange) -> Void) -> (any PlatformDrag)?
}

extension PlatformWindow {
  package var screenOrigin: CGPoint? { nil }
  package func bringToFront() {}
  package func restrictSize(from minimum: CGSize, to maximum: CGSize) {}
  package var canDragOut: Bool { false }
  package func beginDrag(
    of text: String, changed: @escaping @MainActor (DragChange) -> Void
  ) -> (any PlatformDrag)? { nil }
}

/// A drag to windows of other programs, under way on the desktop.
@MainActor
package protocol PlatformDrag: AnyObject {
  /// The pointer moved, within the window or outside.
  func pointerMoved()
  /// The button was let go: what is under the pointer gets the text. `ended` follows, at once or within seconds.
  func drop()
  /// The text is not to be handed over. `ended` follows at once.
  func cancel()
}

/// A change in the state of a drag on the desktop.
package enum DragChange: Equatable, Sendable {
  /// The kind of target under the pointer.
  package enum Place: Sendable {
    /// The window the drag began in.
    case ownWindow
    /// A window of another program that takes the text.
    case taker
    /// Anything else.
    case elsewhere
  }

  /// The pointer came over something else.
  case over(Place)
  /// The last change. `isTaken` tells whether another program says that it has the text.
  case ended(isTaken: Bool)
}

/// The shape of the pointer.
package enum PointerShape: Sendable {
  /// The desktop's usual arrow.
  case arrow
  /// The beam that stands between letters.
  case text
  /// The hand over something that can be taken and moved.
  case grab
  /// The items cannot be dropped here.
  case refused
  /// An arrow to the left and right: an edge can be dragged sideways.
  case resizeSideways
  /// An arrow up and down.
  case resizeUpAndDown
}

/// Text on the desktop's clipboard.
@MainActor
package protocol Clipboard: AnyObject {
  var string: String? { get set }
  /// Whether there is any text, which is not read for that.
  var hasString: Bool { get }
  /// A PNG file on the clipboard; nil without one, and where the desktop hands over text alone. Setting one takes the place of
  /// text, and of the image before.
  var image: Data? { get set }
  /// Whether there is an image, which is not read for that.
  var hasImage: Bool { get }
  /// Called when there is text that cannot be read, with a clause that says why. The text is nil then.
  var onFailure: ((String) -> Void)? { get set }
  /// The primary selection: the text selected last, which the middle button inserts. Nil without a selection, and on
  /// desktops that have no primary selection.
  var primarySelection: String? { get set }
  /// The text that the user pastes. Another program that holds it is waited for 0.1 s at most.
  /// - Parameters:
  ///   - primarySelection: the primary selection is meant.
  ///   - later: called with a text of which only a part came within that time, when all of it is there.
  /// - Returns: nil without a text, for one that comes later, and for one that cannot be read, which `onFailure` is told.
  func paste(primarySelection: Bool, later: @escaping @MainActor (String) -> Void) -> String?
}

/// An object that a layer above the application keeps for the whole program, such as the library of images.
package protocol ApplicationService: Sendable {
  /// The application becomes the current one: what views ask without naming an application is this from now on.
  func install()
}

/// A step of the program's start, for traces.
package struct LaunchStep: Sendable {
  /// The step's name.
  package let name: StaticString
  /// When it began and ended, in seconds of the frame clock.
  package let start, end: TimeInterval
  /// Every field in order.
  package init(name: StaticString, start: TimeInterval, end: TimeInterval) {
    self.name = name
    self.start = start
    self.end = end
  }
}

/// All that the framework needs of the machine. The `UIKit` target provides
/// one over SDL, the tests one over fakes.
@MainActor
package protocol Platform: AnyObject {
  /// The video driver in use ("x11", "wayland", "dummy").
  var videoDriver: String { get }
  /// The version of the library that shows windows, and what is behind it; empty without such a library.
  var libraryVersion: String { get }
  /// The program that shows the windows: a Wayland compositor or an X server; nil where that is not known.
  var compositor: String? { get }
  var clock: FrameClock { get }
  var events: EventSource { get }
  var textEngine: TextEngine { get }
  var imageDecoder: ImageDecoder { get }
  /// Draws bitmaps, on any thread.
  var bitmapPainters: any BitmapPainterSource { get }
  var clipboard: Clipboard { get }
  /// The style the desktop prefers; `.unspecified` where it has no preference.
  var preferredStyle: UIUserInterfaceStyle { get }
  /// The colour the desktop prefers for interactive elements; nil where it says nothing.
  var accentColor: DrawColor? { get }
  /// Whether the user wants nothing to move that need not.
  var prefersReducedMotion: Bool { get }
  /// How large the user wants text on this desktop; nil where it says nothing.
  var preferredContentSizeCategory: UIContentSizeCategory? { get }
  /// Whether the user wants strong contrasts.
  var prefersHighContrast: Bool { get }
  /// The ending of window titles, by which the user tells the program's windows from others; empty for no ending.
  var programName: String { get }
  /// Begins to follow what the desktop prefers. Called once, after the first frame was shown.
  /// - Parameter changed: to be called on the main queue when the preferences have changed.
  func followPreferences(_ changed: @escaping @MainActor () -> Void)
  /// Shows a dialog of the desktop's for choosing files.
  /// - Parameter completion: called once, on the main queue and not before this returns.
  func chooseFiles(
    _ dialog: FileDialog, completion: @escaping @MainActor (UIApplication.FileDialogResult) -> Void)
  /// Has the desktop open something with the program it has for it.
  /// - Parameter completion: called once, on the main queue and not before this returns: whether a program was found.
  func open(_ url: URL, completion: @escaping @MainActor (Bool) -> Void)
  /// Whether the desktop has a program for links of a scheme.
  func canOpen(scheme: String) -> Bool
  /// Where the profiler's panel stands, which the user chooses by dragging it; the top right until then. Kept for later
  /// runs where the program remembers its window. Asked in every frame that shows the panel.
  var overlayCorner: WindowCorner { get set }
  /// Gives the heap allocations of the calling thread so far; nil where they are not counted.
  var allocationCount: (@Sendable () -> Int)? { get }
  /// The steps taken so far to reach the display and to open windows, in the order they ended.
  var launchSteps: [LaunchStep] { get }
  /// Whether what is on screen is kept for the next run.
  var remembersInterface: Bool { get }
  /// The interface that the last run kept; nil where it kept none.
  var keptInterface: Data? { get }
  /// Keeps what is on screen. Called once, when the program ends.
  func keepInterface(_ data: Data)
  /// Opens a hidden window with an inside of `size` points.
  func makeWindow(title: String, size: CGSize) throws -> PlatformWindow
}

extension Platform {
  package var libraryVersion: String { "" }
  package var compositor: String? { nil }
  package var launchSteps: [LaunchStep] { [] }
  package var accentColor: DrawColor? { nil }
  package var prefersReducedMotion: Bool { false }
  package var preferredContentSizeCategory: UIContentSizeCategory? { nil }
  package var prefersHighContrast: Bool { false }
  package var programName: String { "" }
  package var remembersInterface: Bool { false }
  package var keptInterface: Data? { nil }
  package func keepInterface(_ data: Data) {}
  package func followPreferences(_ changed: @escaping @MainActor () -> Void) {}
  package func chooseFiles(
    _ dialog: FileDialog, completion: @escaping @MainActor (UIApplication.FileDialogResult) -> Void
  ) {
    DispatchQueue.main.async { completion(.unavailable("there is no desktop")) }
  }
  package func open(_ url: URL, completion: @escaping @MainActor (Bool) -> Void) {
    DispatchQueue.main.async { completion(false) }
  }
  package func canOpen(scheme: String) -> Bool { false }
}
