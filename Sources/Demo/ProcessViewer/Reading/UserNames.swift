import Foundation

/// The names of users, each asked for once.
struct UserNames {
  private var names: [UInt32: String] = [:]

  /// The user's name, or number where it has none.
  mutating func name(of user: UInt32) -> String {
    if let known = names[user] { return known }
    let name = Self.lookUp(user) ?? "\(user)"
    names[user] = name
    return name
  }

  private static func lookUp(_ user: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    let room = 16384
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: room)
    defer { text.deallocate() }
    guard getpwuid_r(user, &entry, text, room, &found) == 0, found != nil, let name = entry.pw_name else { return nil }
    return ForeignText.make(UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }
}
