import Foundation

/// Tells a process from every other, also from a later one that was given the same number.
struct ProcessIdentity: Hashable, Sendable {
  let pid: Int32
  /// When it started, in clock ticks since the machine did.
  let start: UInt64
}
