import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Keys taken before the program")
struct KeyInterceptorTests {
  private final class Interceptor: KeyInterceptor {
    private(set) var asked: [UIKeyboardHIDUsage] = []

    func take(_ key: UIKeyboardHIDUsage, of application: UIApplication) -> Bool {
      asked.append(key)
      return key == .keyboardF5
    }
  }

  private final class Listener: UIView {
    private(set) var heard: [UIKeyboardHIDUsage] = []

    override var canBecomeFirstResponder: Bool { true }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      heard += presses.compactMap { $0.key?.keyCode }
    }
  }

  @Test("a key that is taken is not heard of; each press is asked about once, without a modifier")
  func taken() {
    let test = TestApplication()
    let interceptor = Interceptor()
    let listener = Listener(frame: test.window.bounds)
    test.application.keyInterceptor = interceptor
    test.window.addSubview(listener)
    listener.becomeFirstResponder()
    test.key(.keyboardF5)
    test.key(.keyboardF9)
    test.key(.keyboardF9, isRepeat: true)
    test.key(.keyboardF5, modifiers: .control)
    expectEqual(interceptor.asked, [.keyboardF5, .keyboardF9])
    expectEqual(listener.heard, [.keyboardF9, .keyboardF9, .keyboardF5])
  }
}
