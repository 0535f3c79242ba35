import Expectations
import Foundation
import Testing
import UIKitCore

@testable import Raster
@testable import SDL
@testable import UIKit

extension BackendTests {
  @Test("Buttons, modifiers and clicks are translated")
  func pointerEvents() throws {
    let source = SDLEventSource()
    var pointer = Event.Pointer(
      x: 3, y: 4, button: 3, clicks: 2, modifiers: [.shift, .control], time: 7)
    guard case .pointerDown(let down) = source.translate(.buttonDown(pointer)) else {
      Issue.record("a button is no pointerDown")
      return
    }
    expect(down.location == CGPoint(x: 3, y: 4) && down.button == .secondary)
    expect(down.clickCount == 2 && down.modifiers == [.shift, .control] && down.timestamp == 7)
    pointer.button = 6
    expect(source.translate(.buttonDown(pointer)) == nil)
    // Back and forward are told as the keys that do the same.
    for (button, code) in [(4, UIKeyboardHIDUsage.keyboardLeftArrow), (5, .keyboardRightArrow)] {
      pointer.button = button
      guard case .keyDown(let down) = source.translate(.buttonDown(pointer)),
        case .keyUp(let up) = source.translate(.buttonUp(pointer))
      else {
        Issue.record("button \(button) is no key")
        continue
      }
      expect(down.code == code && down.modifiers == .alternate && down.timestamp == 7 && up.code == code)
    }
  }

  @Test("Whole notches are a wheel; fractions make it precise for a while")
  func wheelEvents() throws {
    let source = SDLEventSource()
    func turn(_ notches: Double, at time: Double) -> InputEvent.Wheel? {
      let wheel = Event.Wheel(notchesX: 2, notchesY: notches, x: 1, y: 2, modifiers: [], time: time)
      guard case .wheel(let wheel) = source.translate(.wheel(wheel)) else { return nil }
      return wheel
    }
    expectEqual(turn(-1, at: 0)?.isPrecise, false)
    expectEqual(turn(-1, at: 0)?.lines, CGVector(dx: -2, dy: -1))
    expectEqual(turn(0.25, at: 1)?.isPrecise, true)
    expectEqual(turn(1, at: 1.2)?.isPrecise, true)
    expectEqual(turn(1, at: 3)?.isPrecise, false)
  }

  @Test("A key that came in before text was wanted has the text of its letter, and none with Control or Alt")
  func lateText() {
    func text(_ keycode: Int32, _ modifiers: Event.Modifiers = [], sign: String? = nil) -> String? {
      var key = Event.Key(scancode: 4, keycode: keycode, isDown: true, isRepeat: false, modifiers: modifiers, time: 1)
      key.sign = sign
      return SDLEventSource.text(of: key)
    }
    expect(text(0x61) == "a" && text(0x31) == "1" && text(0x20) == " " && text(0xE9) == "é")
    expect(text(0x61, .shift) == "A" && text(0x61, .capsLock) == "A" && text(0x61, [.shift, .capsLock]) == "a")
    expect(text(0x31, .capsLock) == "1" && text(0xDF, .shift) == nil)
    expect(text(0x31, .shift) == nil, "what Shift makes of it is the layout's")
    expect(text(0x31, .shift, sign: "!") == "!" && text(0x71, .alternate, sign: "@") == "@")
    for modifiers in [.control, .alternate, .command, [.control, .shift]] as [Event.Modifiers] {
      expect(text(0x61, modifiers) == nil)
    }
    // Return, Delete, an arrow.
    for keycode in [0x0D, 0x7F, 0x4000_0050] as [Int32] { expect(text(keycode) == nil) }
  }

  @Test("Keys carry their place and what the layout puts on them")
  func keyEvents() throws {
    let source = SDLEventSource()
    func key(_ scancode: Int, _ keycode: Int32) -> InputEvent.Key? {
      let key = Event.Key(
        scancode: scancode, keycode: keycode, isDown: true, isRepeat: true, modifiers: [.alternate],
        time: 1)
      guard case .keyDown(let key) = source.translate(.key(key)) else { return nil }
      return key
    }
    expect(key(4, 97)?.code == .keyboardA && key(4, 97)?.characters == "a")
    expectEqual(key(20, 246)?.characters, "ö")
    expect(key(40, 13)?.characters == "" && key(58, 1 << 30 | 58)?.characters == "")
    expectEqual(key(58, 1 << 30 | 58)?.code, .keyboardF1)
    expect(key(4, 97)?.isRepeat == true && key(4, 97)?.modifiers == [.alternate])
  }

  @Test("A key has what the layout makes of it with Shift and AltGr, where that is known, and what it bears without")
  func keySigns() {
    func key(
      _ keycode: Int32, _ modifiers: Event.Modifiers, sign: String? = nil
    ) -> InputEvent.Key {
      var key = Event.Key(scancode: 30, keycode: keycode, isDown: true, isRepeat: false, modifiers: modifiers, time: 1)
      key.sign = sign
      return InputEvent.Key(key)
    }
    let sign = key(0x31, .shift, sign: "!")
    expect(sign.characters == "!" && sign.charactersIgnoringModifiers == "1" && sign.modifiers == .shift)
    let third = key(0x71, .alternate, sign: "@")
    expect(third.characters == "@" && third.modifiers == [], "AltGr is not Alt")
    expect(key(0x61, .shift).characters == "A" && key(0x61, [.shift, .capsLock]).characters == "a")
    let unknown = key(0x31, .shift)
    expect(unknown.characters == "" && unknown.charactersIgnoringModifiers == "1")
    expectEqual(key(0x3D, [.control, .shift]).characters, "=", "commands are known by what the key bears")
  }

  @Test("A headless platform opens windows and reports their changes")
  func platform() throws {
    let platform = try SDLPlatform(UIApplicationLaunchConfiguration(isHeadless: true))
    expect(platform.videoDriver == "dummy" && platform.events.fileDescriptor == nil)
    let window = try platform.makeWindow(title: "t", size: CGSize(width: 300, height: 200))
    expect(window.size == CGSize(width: 300, height: 200) && window.scale == 1)
    expect(window.backend.name == "software" && !window.backend.isSynchronizedWithDisplay)
    func changes() -> [InputEvent.WindowChange] {
      var changes: [InputEvent.WindowChange] = []
      while let event = platform.events.nextEvent() {
        if case .window(let change) = event { changes.append(change) }
      }
      return changes
    }
    window.show()
    expect(!changes().contains(.occluded))
    window.resize(to: CGSize(width: 400, height: 250))
    expect(changes().contains(.resized) && window.size.width == 400)
    platform.clipboard.string = "copied"
    expectEqual(platform.clipboard.string, "copied")
    let first = platform.clock.now
    expect(platform.clock.now >= first)
  }

  @Test("A window is not smaller and not larger than its limits, in whichever order they change and whatever they are")
  func sizeLimits() throws {
    let platform = try SDLPlatform(UIApplicationLaunchConfiguration(isHeadless: true))
    let window = try platform.makeWindow(title: "t", size: CGSize(width: 300, height: 200))
    let everything = CGSize(width: CGFloat.greatestFiniteMagnitude, height: .infinity)
    func sizes(from minimum: CGSize, to maximum: CGSize) -> [CGSize] {
      window.restrictSize(from: minimum, to: maximum)
      return [CGSize(width: 10, height: 10), CGSize(width: 3000, height: 2000)].map {
        window.resize(to: $0)
        return window.size
      }
    }
    let (small, middle, large) = (
      CGSize(width: 320, height: 240), CGSize(width: 500, height: 400), CGSize(width: 900, height: 700)
    )
    let most = CGSize(width: 3000, height: 2000)
    expectEqual(sizes(from: small, to: everything), [small, most])
    expectEqual(sizes(from: small, to: middle), [small, middle])
    expectEqual(sizes(from: large, to: everything), [large, most])
    expectEqual(sizes(from: large, to: middle), [large, large])
    expectEqual(sizes(from: CGSize(width: -3, height: 0), to: everything), [CGSize(width: 160, height: 120), most])
  }

  @Test("Minimising hides, once; restoring reveals")
  func occlusion() throws {
    let platform = try SDLPlatform(UIApplicationLaunchConfiguration(isHeadless: true))
    let window = try platform.makeWindow(title: "t", size: CGSize(width: 300, height: 200))
    let id = try #require(window as? SDLPlatformWindow).id
    let source = try #require(platform.events as? SDLEventSource)
    func change(_ change: Event.WindowChange) -> InputEvent.WindowChange? {
      guard case .window(let change) = source.translate(.window(change, id: id)) else { return nil }
      return change
    }
    expectEqual(change(.minimized), .occluded)
    expect(change(.hidden) == nil)
    expectEqual(change(.restored), .revealed)
    expectEqual(change(.exposed), .exposed)
    expect(source.translate(.window(.exposed, id: id + 1)) == nil)
  }

  @Test("A lost device reaches the application and the backend")
  func lostDevice() throws {
    let platform = try SDLPlatform(UIApplicationLaunchConfiguration(isHeadless: true))
    let window = try platform.makeWindow(title: "t", size: CGSize(width: 300, height: 200))
    let source = try #require(platform.events as? SDLEventSource)
    guard case .deviceLost = source.translate(.deviceReset) else {
      Issue.record("a device reset is not reported")
      return
    }
    expect(!window.backend.draw(DisplayList()))
    expect(window.backend.draw(DisplayList()))
  }

  @Test("Settings files tell dark from light")
  func appearance() {
    func style(_ settings: String) -> UIUserInterfaceStyle {
      DesktopAppearance.style(ofSettings: settings)
    }
    expectEqual(style("[Settings]\ngtk-application-prefer-dark-theme=1"), .dark)
    expectEqual(style("gtk-application-prefer-dark-theme = false"), .light)
    expectEqual(style("[General]\nColorScheme=BreezeDark"), .dark)
    expectEqual(style("nothing"), .unspecified)
  }
}
