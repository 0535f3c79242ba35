import Foundation
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
  package let clipboard: Clipboard = FakeClipboard()
  package var overlayCorner = WindowCorner.topRight
  package var preferredStyle = UIUserInterfaceStyle.unspecified
  package var allocationCount: (@Sendable () -> Int)?
  /// False has the windows' backends count only.
  package var keepsPictures = true
  package private(set) var windows: [FakeWindow] = []

  package var clock: FrameClock { manualClock }
  package var events: EventSource { scriptedEvents }
  package var textEngine: TextEngine { fakeTextEngine }
  package var imageDecoder: ImageDecoder { fakeImageDecoder }
  package var bitmapPainters: any BitmapPainterSource { fakePainters }

  /// What dialogs for files answer, at once.
  package var fileChoice = UIApplication.FileDialogResult.unavailable("nobody is here")
  /// What the desktop was asked to open.
  package private(set) var openedURLs: [URL] = []

  package init() {}

  package func chooseFiles(
    title: String, allowsSeveral: Bool, completion: @escaping @MainActor (UIApplication.FileDialogResult) -> Void
  ) {
    completion(fileChoice)
  }

  package func open(_ url: URL, completion: @escaping @MainActor (Bool) -> Void) {
    openedURLs.append(url)
    completion(true)
  }

  package func makeWindow(title: String, size: CGSize) throws -> PlatformWindow {
    let window = FakeWindow(title: title, size: size)
    window.recorder.keepsPictures = keepsPictures
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

  package func show() { isShown = true }
  package func resize(to size: CGSize) { self.size = size }
}

/// Text kept in memory.
@MainActor
package final class FakeClipboard: Clipboard {
  package var string: String?
  package var primarySelection: String?
  package init() {}
}
