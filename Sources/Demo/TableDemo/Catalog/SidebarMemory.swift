import FileViewer
import UIKit

/// How wide the user made the list of screens, from run to run: `TableDemo/sidebar` below `$XDG_STATE_HOME`.
///
/// A file that is damaged, longer than it can be, or holds a width that no list has, is as good as none.
@MainActor
final class SidebarMemory {
  /// Widths of the list, in points.
  static let widths: ClosedRange<CGFloat> = 180...480

  private struct Content: Codable {
    var width: Double
  }

  /// In points; nil before the user has chosen one.
  private(set) var width: CGFloat?
  private let path: String?

  /// Of the user.
  static func standard() -> SidebarMemory { SidebarMemory(path: MemoryFile.path("sidebar")) }

  /// - Parameter path: nil for one that ends with the program.
  init(path: String?) {
    self.path = path
    guard let path, let content: Content = MemoryFile.read(path), Self.widths.contains(content.width) else { return }
    width = content.width
  }

  /// Keeps a width that the user has chosen.
  func note(_ width: CGFloat) {
    guard Self.widths.contains(width), width != self.width else { return }
    self.width = width
    if let path { MemoryFile.write(Content(width: width), path) }
  }
}
