import Foundation
import Pixels
import Typesetting
import TypesettingSupport
import UIKitCore

/// A machine without a display: everything recorded, time moved by hand.
@MainActor
package final class FakePlatform: Platform {
  package let videoDriver = "fake"
  package let manualClock = ManualClock()
  package let scriptedEvents = ScriptedEvents()
  package let fakeTextEngine = FakeTextEngine()
  package let fakeImageDecoder = FakeImageDecoder()
  package let fakePainters = FakeBitmapPainters()
  package let fakeClipboard = FakeClipboard()
  package var clipboard: Clipboard { fakeClipboard }
  package var overlayCorner = WindowCorner.topRight
  package var preferredStyle = UIUserInterfaceStyle.unspecified
  package var accentColor: DrawColor?
  package var prefersReducedMotion = false
  package var preferredContentSizeCategory: UIContentSizeCategory?
  package var prefersHighContrast = false
  package var allocationCount: (@Sendable () -> Int)?
  /// False has the windows' backends count only.
  package var keepsPictures = true
  /// Pixels of a point of windows to come.
  package var windowScale: CGFloat = 1
  private let realTextEngine: (any TextEngine)?
  package private(set) var windows: [FakeWindow] = []

  package var clock: FrameClock { manualClock }
  package var events: EventSource { scriptedEvents }
  package var textEngine: TextEngine { realTextEngine ?? fakeTextEngine }
  package var imageDecoder: ImageDecoder { fakeImageDecoder }
  package var bitmapPainters: any BitmapPainterSource { fakePainters }

  package var remembersInterface = false
  /// What the run before has kept, then what this one keeps.
  package var keptInterface: Data?
  package func keepInterface(_ data: Data) { keptInterface = data }

  /// What dialogs for files answer, at once.
  package var fileChoice = UIApplication.FileDialogResult.unavailable("the desktop has no portal")
  /// What the desktop was asked to open.
  package private(set) var openedURLs: [URL] = []
  /// The schemes of links that there is a program for.
  package var schemes: Set<String> = []

  /// - Parameter textEngine: one with fonts, for frames that are to be drawn; nil for the fake one.
  package init(textEngine: (any TextEngine)? = nil) { realTextEngine = textEngine }

  /// The dialogs for files that were asked for.
  package private(set) var fileDialogs: [FileDialog] = []

  package func chooseFiles(
    _ dialog: FileDialog, completion: @escaping @MainActor (UIApplication.FileDialogResult) -> Void
  ) {
    fileDialogs.append(dialog)
    completion(fileChoice)
  }

  package func open(_ url: URL, completion: @escaping @MainActor (Bool) -> Void) {
    openedURLs.append(url)
    completion(true)
  }

  package func canOpen(scheme: String) -> Bool { schemes.contains(scheme) }

  package func makeWindow(title: String, size: CGSize) throws -> PlatformWindow {
    let window = FakeWindow(title: title, size: size)
    window.recorder.keepsPictures = keepsPictures
    window.scale = windowScale
    windows.append(window)
    return window
  }
}

/// A window that is only remembered.
@MainActor
package final class FakeWindow: PlatformWindow {
  package private(set) var size: CGSize
  package var scale: CGFloat = 1
  package var refreshRate = 60.0
  package var title: String
  package var textInputArea: CGRect?
  package var pointerShape = PointerShape.arrow
  package var isFullScreen = false
  package let recorder = RecordingBackend()
  package private(set) var isShown = false
  package var backend: RenderBackend { recorder }

  package init(title: String, size: CGSize) {
    self.title = title
    self.size = size
  }

  /// What was dragged out of the window, in order.
  package private(set) var drags: [FakeDrag] = []
  /// False lets nothing be dragged.
  package var canDragOut = true

  package func beginDrag(
    of text: String, changed: @escaping @MainActor (DragChange) -> Void
  ) -> (any PlatformDrag)? {
    guard canDragOut else { return nil }
    let drag = FakeDrag(text: text, changed: changed)
    drags.append(drag)
    return drag
  }

  /// How small and how large the user can make the window.
  package private(set) var sizeLimits: (minimum: CGSize, maximum: CGSize)?
  package func restrictSize(from minimum: CGSize, to maximum: CGSize) { sizeLimits = (minimum, maximum) }

  package func show() { isShown = true }
  package func resize(to size: CGSize) { self.size = size }
}

/// A drag to other programs that a test plays.
@MainActor
package final class FakeDrag: PlatformDrag {
  /// What the user's gesture came to.
  package enum Step: Sendable { case moved, dropped, cancelled }

  package let text: String
  package private(set) var steps: [Step] = []
  private let changed: @MainActor (DragChange) -> Void

  init(text: String, changed: @escaping @MainActor (DragChange) -> Void) {
    self.text = text
    self.changed = changed
  }

  package func pointerMoved() { steps.append(.moved) }
  package func drop() { steps.append(.dropped) }

  package func cancel() {
    steps.append(.cancelled)
    changed(.ended(isTaken: false))
  }

  /// What other programs do.
  package func tell(_ change: DragChange) { changed(change) }
}

/// Text kept in memory.
@MainActor
package final class FakeClipboard: Clipboard {
  package var string: String? { didSet { if string != nil { image = nil } } }
  package var image: Data? { didSet { if image != nil { string = nil } } }
  package var hasImage: Bool { image != nil }
  package var onFailure: ((String) -> Void)?
  package var hasString: Bool { string?.isEmpty == false }
  package var primarySelection: String?
  /// Text that is pasted comes when `deliver()` is called.
  package var isLate = false
  private var pastes: [() -> Void] = []
  package init() {}

  package func paste(primarySelection isPrimary: Bool, later: @escaping @MainActor (String) -> Void) -> String? {
    let text = isPrimary ? primarySelection : string
    guard isLate, let text else { return text }
    pastes.append { later(text) }
    return nil
  }

  /// Has the texts come that were pasted.
  package func deliver() {
    for paste in pastes { paste() }
    pastes = []
  }
}
