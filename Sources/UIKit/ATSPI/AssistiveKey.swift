internal import Desktop
import Foundation
import UIKitCore

/// A key as the registry of assistive tools hears of it: by the numbers and names that X has for keys, on Wayland, too.
struct AssistiveKey: Equatable, Sendable {
  /// The signatures of key events. Registries that use libdbus, 2.46 among them, describe the second and take the first;
  /// those that use GDBus take the second.
  enum Form: Sendable { case short, long }

  let isDown: Bool
  /// The X keysym at the level of Shift at which the key was pressed.
  let symbol: Int32
  /// The X keycode, which tools compare with those of their own commands.
  let code: Int16
  /// The X modifiers held, and bit 14 for Num Lock.
  let modifiers: Int16
  /// Milliseconds; never 0, which stands for no time.
  let time: Int32
  /// The text of a key that makes one, else the keysym's name.
  let text: String
  let makesText: Bool

  /// The argument of a call.
  func argument(_ form: Form) -> BusArgument {
    let (code, modifiers): (BusArgument, BusArgument) =
      switch form {
      case .short: (.int16(self.code), .int16(self.modifiers))
      case .long: (.uint32(UInt32(self.code)), .uint32(UInt32(self.modifiers)))
      }
    return .structure([
      .uint32(isDown ? 0 : 1), .int32(symbol), code, modifiers, .int32(time), .text(text), .flag(makesText),
    ])
  }
}

extension AssistiveKey {
  /// - Returns: nil for a key for which X has no name.
  init?(_ key: InputEvent.Key, isDown: Bool) {
    let usage = key.code.rawValue
    guard let code = Self.code(of: usage) else { return nil }
    let commands: UIKeyModifierFlags = [.control, .alternate, .command]
    if let (symbol, name) = Self.named(key) {
      (self.symbol, text, makesText) = (symbol, name, false)
    } else if let scalar = key.characters.unicodeScalars.first ?? key.charactersIgnoringModifiers.unicodeScalars.first {
      symbol = Self.symbol(of: scalar)
      text = String(scalar)
      makesText = key.modifiers.isDisjoint(with: commands)
    } else {
      return nil
    }
    self.isDown = isDown
    self.code = code + Self.firstCode
    modifiers = Self.modifiers(of: key, isDown: isDown)
    time = max(1, Int32(truncatingIfNeeded: Int(key.timestamp * 1000) & 0x7FFF_FFFF))
  }

  // MARK: Modifiers

  /// X tells of the modifiers held before the key; the platform of those after it.
  private static func modifiers(of key: InputEvent.Key, isDown: Bool) -> Int16 {
    var bits: Int16 = 0
    let flags = key.modifiers
    if flags.contains(.shift) { bits |= 1 }
    if flags.contains(.alphaShift) { bits |= 1 << 1 }
    if flags.contains(.control) { bits |= 1 << 2 }
    if flags.contains(.alternate) { bits |= 1 << 3 }
    if flags.contains(.command) { bits |= 1 << 6 }
    if key.hasNumLock { bits |= 1 << 4 | 1 << 14 }
    switch key.code.rawValue {
    case 57 where isDown: bits ^= 1 << 1
    case 83 where isDown: bits ^= 1 << 4 | 1 << 14
    case 224...231:
      let bit: Int16 = [1 << 2, 1, 1 << 3, 1 << 6][(key.code.rawValue - 224) % 4]
      bits = isDown ? bits & ~bit : bits | bit
    default: break
    }
    return bits
  }

  // MARK: Names

  private static func symbol(of scalar: Unicode.Scalar) -> Int32 {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFF: Int32(scalar.value)
    default: Int32(scalar.value | 0x0100_0000)
    }
  }

  /// The keysym of a key that makes no text, and its name; nil for others.
  private static func named(_ key: InputEvent.Key) -> (symbol: Int32, name: String)? {
    let usage = key.code.rawValue
    switch usage {
    case 43 where key.modifiers.contains(.shift): return (0xFE20, "ISO_Left_Tab")
    case 58...69: return (Int32(0xFFBE + usage - 58), "F\(usage - 57)")
    case 104...115: return (Int32(0xFFCA + usage - 104), "F\(usage - 91)")
    case 89...99 where key.hasNumLock != key.modifiers.contains(.shift):
      let digit = (usage - 88) % 10
      return usage == 99 ? (0xFFAE, "KP_Decimal") : (Int32(0xFFB0 + digit), "KP_\(digit)")
    default: return names[usage]
    }
  }

  private static let names: [Int: (symbol: Int32, name: String)] = [
    40: (0xFF0D, "Return"), 41: (0xFF1B, "Escape"), 42: (0xFF08, "BackSpace"), 43: (0xFF09, "Tab"),
    57: (0xFFE5, "Caps_Lock"), 70: (0xFF61, "Print"), 71: (0xFF14, "Scroll_Lock"), 72: (0xFF13, "Pause"),
    73: (0xFF63, "Insert"), 74: (0xFF50, "Home"), 75: (0xFF55, "Page_Up"), 76: (0xFFFF, "Delete"), 77: (0xFF57, "End"),
    78: (0xFF56, "Page_Down"), 79: (0xFF53, "Right"), 80: (0xFF51, "Left"), 81: (0xFF54, "Down"), 82: (0xFF52, "Up"),
    83: (0xFF7F, "Num_Lock"), 84: (0xFFAF, "KP_Divide"), 85: (0xFFAA, "KP_Multiply"), 86: (0xFFAD, "KP_Subtract"),
    87: (0xFFAB, "KP_Add"), 88: (0xFF8D, "KP_Enter"), 89: (0xFF9C, "KP_End"), 90: (0xFF99, "KP_Down"),
    91: (0xFF9B, "KP_Page_Down"), 92: (0xFF96, "KP_Left"), 93: (0xFF9D, "KP_Begin"), 94: (0xFF98, "KP_Right"),
    95: (0xFF95, "KP_Home"), 96: (0xFF97, "KP_Up"), 97: (0xFF9A, "KP_Page_Up"), 98: (0xFF9E, "KP_Insert"),
    99: (0xFF9F, "KP_Delete"), 101: (0xFF67, "Menu"), 103: (0xFFBD, "KP_Equal"), 224: (0xFFE3, "Control_L"),
    225: (0xFFE1, "Shift_L"), 226: (0xFFE9, "Alt_L"), 227: (0xFFEB, "Super_L"), 228: (0xFFE4, "Control_R"),
    229: (0xFFE2, "Shift_R"), 230: (0xFFEA, "Alt_R"), 231: (0xFFEC, "Super_R"),
  ]

  // MARK: Codes

  /// X counts keys from here; Linux from 0.
  private static let firstCode: Int16 = 8

  /// Linux's code of the key with a USB usage; nil for a key that it has not.
  private static func code(of usage: Int) -> Int16? {
    switch usage {
    case 4...103: codes[usage - 4]
    case 104...115: Int16(183 + usage - 104)
    case 224...231: [29, 42, 56, 125, 97, 54, 100, 126][usage - 224]
    default: nil
    }
  }

  /// From A, whose usage is 4, to the equals sign of the keypad.
  private static let codes: [Int16?] = [
    // Letters and digits.
    30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38, 50, 49, 24, 25, 16, 19, 31, 20, 22, 47, 17, 45, 21, 44,
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    // Return to the slash, Caps Lock, F1 to F12.
    28, 1, 14, 15, 57, 12, 13, 26, 27, 43, 43, 39, 40, 41, 51, 52, 53, 58,
    59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 87, 88,
    // Print to the arrows, the keypad.
    99, 70, 119, 110, 102, 104, 111, 107, 109, 106, 105, 108, 103,
    69, 98, 55, 74, 78, 96, 79, 80, 81, 75, 76, 77, 71, 72, 73, 82, 83, 86, 127, nil, 117,
  ]
}
