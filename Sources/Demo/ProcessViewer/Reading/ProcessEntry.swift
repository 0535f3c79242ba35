import Foundation

/// A process at one moment, as a row shows it.
struct ProcessEntry: Sendable {
  let identity: ProcessIdentity
  let name: String
  /// The beginning of its command line; empty for the kernel's own and for zombies.
  let command: String
  let user: String
  let state: ProcessState
  let threads: Int
  /// Tenths of a percent of one processor; several processors at work make more than 1000.
  let load: Int
  /// Bytes in the machine's memory.
  let memory: Int
  let loadText: String
  let memoryText: String
  /// The text that searching looks through, in lower case.
  let searchText: String

  /// Whether a row that shows the one shows the other.
  func looksLike(_ other: ProcessEntry) -> Bool {
    load == other.load && state == other.state && threads == other.threads && memoryText == other.memoryText
      && name == other.name && command == other.command && user == other.user
  }
}

/// Tells a process from every other, also from a later one that was given the same number.
struct ProcessIdentity: Hashable, Sendable {
  let pid: Int32
  /// When it started, in clock ticks since the machine did.
  let start: UInt64
}
