import Desktop
import Expectations
import Foundation
import Testing
import UIKitCore

@testable import ATSPI

@MainActor
@Suite("Assistive tools: keys by the names of X")
struct AssistiveKeyTests {
  private func key(
    _ usage: Int, _ characters: String = "", _ modifiers: UIKeyModifierFlags = [], hasNumLock: Bool = false,
    isDown: Bool = true
  ) -> AssistiveKey? {
    AssistiveKey(
      InputEvent.Key(
        code: UIKeyboardHIDUsage(rawValue: usage), characters: characters, modifiers: modifiers,
        hasNumLock: hasNumLock, timestamp: 2.5), isDown: isDown)
  }

  private func words(_ key: AssistiveKey?) -> String {
    key.map { "\($0.text) \(String($0.symbol, radix: 16)) \($0.code)\($0.makesText ? " text" : "")" } ?? "nothing"
  }

  @Test("letters and signs have the keysyms of their characters, other keys those of their names")
  func symbols() {
    expectEqual(words(key(4, "a")), "a 61 38 text")
    expectEqual(words(key(4, "A", .shift)), "A 41 38 text")
    expectEqual(words(key(4, "a", .control)), "a 61 38")
    expectEqual(words(key(20, "\u{439}")), "\u{439} 1000439 24 text")
    expectEqual(words(key(52, "\u{e4}")), "\u{e4} e4 48 text")
    expectEqual(words(key(44, " ")), "  20 65 text")
    let named = [
      40: "Return ff0d 36", 41: "Escape ff1b 9", 42: "BackSpace ff08 22", 43: "Tab ff09 23", 57: "Caps_Lock ffe5 66",
      58: "F1 ffbe 67", 68: "F11 ffc8 95", 69: "F12 ffc9 96", 73: "Insert ff63 118", 74: "Home ff50 110",
      75: "Page_Up ff55 112", 76: "Delete ffff 119", 79: "Right ff53 114", 80: "Left ff51 113", 81: "Down ff54 116",
      82: "Up ff52 111", 83: "Num_Lock ff7f 77", 88: "KP_Enter ff8d 104", 89: "KP_End ff9c 87", 98: "KP_Insert ff9e 90",
      101: "Menu ff67 135", 104: "F13 ffca 191", 224: "Control_L ffe3 37", 230: "Alt_R ffea 108",
    ]
    for (usage, expected) in named { expectEqual(words(key(usage)), expected) }
    expectEqual(words(key(43, "", .shift)), "ISO_Left_Tab fe20 23")
    expectEqual(words(key(98, "0", hasNumLock: true)), "KP_0 ffb0 90")
    expectEqual(words(key(97, "9", hasNumLock: true)), "KP_9 ffb9 81")
    expectEqual(words(key(97, "", .shift, hasNumLock: true)), "KP_Page_Up ff9a 81")
    expect(words(key(4)) == "nothing" && words(key(0, "x")) == "nothing" && words(key(9999, "x")) == "nothing")
  }

  @Test("modifiers are those held before the key; the time is never 0")
  func modifiers() {
    func bits(_ key: AssistiveKey?) -> Int16? { key?.modifiers }
    expectEqual(bits(key(4, "a", [.shift, .control, .alternate, .command, .alphaShift])), 0b100_1111)
    expectEqual(bits(key(4, "a", hasNumLock: true)), 1 << 4 | 1 << 14)
    expect(bits(key(225, "", .shift)) == 0 && bits(key(225, "", [], isDown: false)) == 1)
    expect(bits(key(57, "", .alphaShift)) == 0 && bits(key(57)) == 1 << 1)
    expectEqual(key(4, "a")?.time, 2500)
    let first = InputEvent.Key(code: .keyboardA, characters: "a", timestamp: 0)
    expectEqual(AssistiveKey(first, isDown: true)?.time, 1)
    let late = InputEvent.Key(code: .keyboardA, characters: "a", timestamp: 4_000_000)
    expect((AssistiveKey(late, isDown: true)?.time ?? 0) > 0)
  }

  @Test("the two forms of a key event have the types that registries take")
  func forms() {
    expectEqual(key(4, "a")?.argument(.long).signature, "(uiuuisb)")
    expectEqual(key(4, "a")?.argument(.short).signature, "(uinnisb)")
    expectEqual(
      key(4, "a", isDown: false)?.argument(.long),
      .structure([.uint32(1), .int32(0x61), .uint32(38), .uint32(0), .int32(2500), .text("a"), .flag(true)]))
  }
}
