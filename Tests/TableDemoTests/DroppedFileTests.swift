import Foundation
import TestSupport
import Testing
import UIKitCore

@testable import TableDemo

extension ScreenTests {
  /// Within the suite of all screens, because one application exists at a time.
  @MainActor
  @Suite("A dropped file")
  struct DroppedFileTests {
    let app = TestApplication(opensWindow: false)

    /// The program as started without arguments.
    func launch() throws -> AppDelegate {
      app.becomeCurrent()
      let delegate = AppDelegate(options: Options(), file: nil)
      app.application.delegate = delegate
      _ = delegate.application(app.application, didFinishLaunchingWithOptions: nil)
      app.settle()
      return delegate
    }

    func drop(_ paths: String...) {
      app.events.post(.filesDropped(paths: paths))
      app.settle()
    }

    @Test("is shown in place of the screen that was there, and the next one in place of that")
    func opened() throws {
      let delegate = try launch()
      let (first, second) = (try ScratchFile("one\n"), try ScratchFile("two\n"))
      drop(first.path)
      #expect((delegate.screen as? FileController)?.title?.hasPrefix("anole-test-") == true)
      #expect(delegate.window?.rootViewController?.title == delegate.screen?.title)
      #expect(delegate.noticeBar == nil)
      let screen = delegate.screen
      drop(second.path)
      #expect(delegate.screen is FileController && delegate.screen !== screen)
      #expect(screen?.view.window == nil && delegate.screen?.view.window === delegate.window)
    }

    @Test("among several is the first that is shown, and a bar says so")
    func several() throws {
      let delegate = try launch()
      let files = try (0..<3).map { _ in try ScratchFile("text\n") }
      drop(files[1].path, files[0].path, files[2].path)
      let name = try #require(files[1].path.split(separator: "/").last)
      #expect(delegate.window?.rootViewController?.title == String(name))
      #expect(delegate.noticeBar?.text == "Opened \(name), the first of 3 files: one is shown at a time")
      #expect(delegate.noticeBar?.window === delegate.window)
    }

    @Test("that cannot be read leaves the screen as it is, and a bar says why until it is dismissed")
    func unreadable() throws {
      let delegate = try launch()
      drop("/nowhere/at all.txt")
      #expect(delegate.screen is CountriesController)
      #expect(delegate.noticeBar?.text == "Cannot open /nowhere/at all.txt: there is no such file")
      drop("/tmp")
      #expect(delegate.noticeBar?.text == "Cannot open /tmp: is a directory, not a text file")
      let button = try #require(delegate.noticeBar?.subviews.last)
      app.click(at: button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: nil))
      app.settle()
      #expect(delegate.noticeBar == nil)
    }
  }
}
