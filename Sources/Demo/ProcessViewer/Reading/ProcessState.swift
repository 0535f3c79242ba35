import Foundation

/// The state of a process, by the kernel's letter for it.
enum ProcessState: Hashable, Sendable {
  case running
  case sleeping
  /// Waits for a device and cannot be interrupted.
  case waiting
  case stopped
  /// Has ended, and its parent did not ask how yet.
  case zombie
  case other

  init(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "R"): self = .running
    case UInt8(ascii: "S"), UInt8(ascii: "I"): self = .sleeping
    case UInt8(ascii: "D"): self = .waiting
    case UInt8(ascii: "T"), UInt8(ascii: "t"): self = .stopped
    case UInt8(ascii: "Z"), UInt8(ascii: "X"), UInt8(ascii: "x"): self = .zombie
    default: self = .other
    }
  }
}
