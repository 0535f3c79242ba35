import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite("What the notification centre tells")
@MainActor
struct NotificationTests {
  /// Notes the names of notifications about one object.
  private final class Observer: @unchecked Sendable {
    // Unchecked: all is on the main thread.
    var names: [String] = []
    private var tokens: [any NSObjectProtocol] = []

    @MainActor
    init(_ object: AnyObject, _ names: [Notification.Name]) {
      for name in names {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [weak self] in
            self?.names.append($0.name.rawValue)
          })
      }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

  @Test("the application's life is told after the delegate hears of it")
  func life() {
    let app = TestApplication()
    let observer = Observer(
      app.application,
      [
        UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
        UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
        UIApplication.willEnterForegroundNotification, UIApplication.willTerminateNotification,
      ])
    final class Delegate: NSObject, UIApplicationDelegate {
      weak var observer: Observer?
      func applicationDidEnterBackground(_ application: UIApplication) { observer?.names.append("delegate") }
    }
    let delegate = Delegate()
    delegate.observer = observer
    app.application.delegate = delegate
    app.application.finishLaunching()
    app.application.setState(.background)
    app.application.setState(.inactive)
    app.application.setState(.active)
    app.application.terminate()
    expectEqual(
      observer.names,
      [
        "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
        "UIApplicationWillResignActiveNotification", "delegate", "UIApplicationDidEnterBackgroundNotification",
        "UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification",
        "UIApplicationWillTerminateNotification",
      ])
  }

  @Test("a field tells of editing and of what the user types, not of what the program sets")
  func field() {
    let app = TestApplication()
    let field = UITextField(frame: CGRect(x: 10, y: 10, width: 200, height: 34))
    app.window.addSubview(field)
    app.settle()
    let observer = Observer(
      field,
      [
        UITextField.textDidBeginEditingNotification, UITextField.textDidChangeNotification,
        UITextField.textDidEndEditingNotification,
      ])
    field.text = "set"
    field.becomeFirstResponder()
    app.type("ab")
    field.resignFirstResponder()
    let changes = observer.names.filter { $0 == "UITextFieldTextDidChangeNotification" }.count
    expect(changes >= 1 && observer.names.count == changes + 2)
    expectEqual(observer.names.first, "UITextFieldTextDidBeginEditingNotification")
    expectEqual(observer.names.last, "UITextFieldTextDidEndEditingNotification")
  }

  @Test("a rectangle comes back from the value it was put into")
  func rectangle() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    expectEqual(NSValue(cgRect: rect).cgRectValue, rect)
  }

  @Test("a link can be opened where the desktop has a program for its scheme")
  func links() throws {
    let app = TestApplication()
    app.platform.schemes = ["https"]
    expect(app.application.canOpenURL(try #require(URL(string: "https://swift.org"))))
    expect(!app.application.canOpenURL(try #require(URL(string: UIApplication.openSettingsURLString))))
    expect(!app.application.canOpenURL(try #require(URL(string: "nothing"))))
    expect(app.application.canOpenURL(URL(filePath: "/tmp")))
  }
}
