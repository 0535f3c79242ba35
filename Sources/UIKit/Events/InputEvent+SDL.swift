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
    self.init(
      code: UIKeyboardHIDUsage(rawValue: key.scancode), characters: Self.characters(key.keycode),
      modifiers: UIKeyModifierFlags(key.modifiers), isRepeat: key.isRepeat, timestamp: key.time)
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
