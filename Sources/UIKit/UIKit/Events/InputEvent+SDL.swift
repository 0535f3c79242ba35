import Foundation
internal import SDL

extension InputEvent.Pointer {
  /// A pointer event of SDL's with the button the framework takes it for.
  /// - Parameter unitsPerPoint: SDL's units in a point.
  init(_ pointer: Event.Pointer, _ button: Button, _ unitsPerPoint: CGFloat) {
    self.init(
      location: CGPoint(x: pointer.x / unitsPerPoint, y: pointer.y / unitsPerPoint), button: button,
      clickCount: max(1, pointer.clicks), modifiers: UIKeyModifierFlags(pointer.modifiers),
      timestamp: pointer.time)
  }
}

extension InputEvent.Key {
  /// A key of SDL's; its scancode is the USB HID usage.
  init(_ key: Event.Key) {
    let plain = Self.characters(key.keycode)
    var modifiers = UIKeyModifierFlags(key.modifiers)
    // The key that made a sign is AltGr, of which SDL tells as of Alt.
    if key.sign != nil { modifiers.remove(.alternate) }
    self.init(
      code: UIKeyboardHIDUsage(rawValue: key.scancode), characters: key.sign ?? Self.made(of: plain, key.modifiers),
      charactersIgnoringModifiers: plain, modifiers: modifiers, hasNumLock: key.modifiers.contains(.numLock),
      isRepeat: key.isRepeat, timestamp: key.time)
  }

  /// The text of a key whose sign with Shift is not known: letters have a capital; of others nothing is known with Shift.
  /// With Control, Alt or the key with the logo it is what the key bears.
  private static func made(of plain: String, _ modifiers: Event.Modifiers) -> String {
    guard modifiers.isDisjoint(with: [.control, .alternate, .command]) else { return plain }
    let isShift = modifiers.contains(.shift)
    let capital = plain.uppercased()
    if capital != plain, capital.count == 1 { return isShift != modifiers.contains(.capsLock) ? capital : plain }
    return isShift ? "" : plain
  }

  /// The character of a keycode: keycodes without the scancode bit are Unicode
  /// scalars. Control characters are not text.
  private static func characters(_ keycode: Int32) -> String {
    guard keycode >= 0x20, keycode != 0x7F, keycode & 1 << 30 == 0,
      let scalar = Unicode.Scalar(UInt32(keycode))
    else { return "" }
    return String(scalar)
  }
}

extension UIKeyModifierFlags {
  /// SDL's bits in UIKit's places.
  init(_ modifiers: Event.Modifiers) {
    self = []
    if !modifiers.isDisjoint(with: .shift) { insert(.shift) }
    if !modifiers.isDisjoint(with: .control) { insert(.control) }
    if !modifiers.isDisjoint(with: .alternate) { insert(.alternate) }
    if !modifiers.isDisjoint(with: .command) { insert(.command) }
    if modifiers.contains(.capsLock) { insert(.alphaShift) }
  }
}
