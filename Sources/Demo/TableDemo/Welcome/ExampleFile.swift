import Assets
import Foundation

/// The files that the welcome opens for users who have none at hand, in `TableDemo` below `$XDG_CACHE_HOME`: the log of a
/// server, to find and filter in, and the countries of the world as comma-separated values, to sort.
enum ExampleFile {
  /// Writes the files, on a thread that may wait for its file system.
  /// - Parameter environment: the program's.
  /// - Returns: their paths; none where they cannot be written.
  static func write(environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
    let home = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let cache = home ?? environment["HOME"].map({ $0 + "/.cache" }) else { return [] }
    let folder = cache + "/TableDemo"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      return try [("server.log", log), ("countries.csv", Assets.countries)].map { name, text in
        let path = "\(folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        return path
      }
    } catch { return [] }
  }

  /// Ten thousand requests to a server, the same each time.
  private static var log: String {
    let pages = ["/index.html", "/style.css", "/login", "/feed", "/feed/12", "/about", "/search?q=anole"]
    var (text, second, number) = ("", 0, UInt64(12345))
    func next(_ count: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % count
    }
    for _ in 0..<10_000 {
      second = (second + next(9)) % 86_400
      let time = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      let answer = [200, 200, 200, 200, 200, 200, 304, 304, 404, 500][next(10)]
      let page = pages[next(pages.count)]
      text += "\(time.joined(separator: ":")) \(page == "/login" ? "POST" : "GET") \(page) \(answer) \(next(400)) ms\n"
    }
    return text
  }
}
