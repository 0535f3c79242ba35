import Assets
import Foundation

/// The file that the welcome opens for users who have none at hand: the countries of the world as comma-separated values,
/// in `TableDemo/countries.csv` below `$XDG_CACHE_HOME`.
enum ExampleFile {
  /// Writes the file, on a thread that may wait for its file system.
  /// - Parameter environment: the program's.
  /// - Returns: its path; nil where it cannot be written.
  static func write(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    let home = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let cache = home ?? environment["HOME"].map({ $0 + "/.cache" }) else { return nil }
    let folder = cache + "/TableDemo"
    let path = folder + "/countries.csv"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(Assets.countries.utf8).write(to: URL(filePath: path), options: .atomic)
      return path
    } catch { return nil }
  }
}
