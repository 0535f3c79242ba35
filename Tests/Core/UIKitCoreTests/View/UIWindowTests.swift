import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Windows")
struct UIWindowTests {
  @Test("an application shows one window: a second one ends the program with what to do instead")
  func secondWindow() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let app = TestApplication()
      let second = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      withExtendedLifetime(app.window) { second.makeKeyAndVisible() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(text.contains("an application shows one window"), "\(text)")
  }

  @Test("a window that was let go makes room for another one, which gets the events and is drawn")
  func nextWindow() {
    let platform = FakePlatform()
    let application = UIApplication(platform: platform)
    var first: UIWindow? = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    first?.makeKeyAndVisible()
    application.frameLoop.turn()
    expect(application.windows.count == 1 && first?.isKeyWindow == true)
    first = nil
    expect(application.keyWindow == nil && application.windows.isEmpty)

    let second = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    second.makeKeyAndVisible()
    expect(application.windows == [second] && second.isKeyWindow)
    platform.manualClock.advance(by: 1)
    application.frameLoop.turn()
    expect(platform.windows.count == 2 && platform.windows.last?.recorder.drawCount == 1)
    platform.scriptedEvents.post(.window(.occluded))
    application.frameLoop.turn()
    expect(second.isOccluded)
  }

  @Test("showing the open window again changes nothing")
  func again() {
    let app = TestApplication()
    app.window.makeKeyAndVisible()
    expect(app.application.windows == [app.window] && app.platform.windows.count == 1)
  }
}
