import Foundation

/// A socket of this machine, by its path.
struct LocalSocket {
  private var address = sockaddr_un()

  /// - Returns: nil for a path that is longer than addresses are.
  init?(path: String) {
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  }

  /// Connects a descriptor of the family `AF_UNIX`.
  /// - Returns: false with the reason in `errno`.
  func connect(_ descriptor: Int32) -> Bool {
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
