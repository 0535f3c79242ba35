internal import Desktop
import Foundation

/// Which kinds of links the desktop has a program for, by the lists that xdg-open goes by: `mimeapps.list`, the user's choices,
/// and `mimeinfo.cache`, what programs offer.
enum SchemeHandlers {
  /// Whether there is a program for a scheme.
  /// - Parameter scheme: `https`, `mailto`; upper and lower case are the same.
  static func exists(for scheme: String, environment: EnvironmentVariables = .ofProgram) -> Bool {
    let key = "x-scheme-handler/\(scheme.lowercased())="
    return folders(environment).contains { folder in
      ["mimeapps.list", "mimeinfo.cache"].contains { names(key, inFile: folder + "/" + $0) }
    }
  }

  private static func folders(_ environment: EnvironmentVariables) -> [String] {
    let own = [
      environment.folder("XDG_CONFIG_HOME", orInHome: ".config"),
      environment.folder("XDG_DATA_HOME", orInHome: ".local/share").map { $0 + "/applications" },
    ]
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    return own.compactMap(\.self) + shared.split(separator: ":").map { $0 + "/applications" }
  }

  /// Whether a list names a program behind a key, elsewhere than among what the user took out.
  private static func names(_ key: String, inFile path: String) -> Bool {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    var isTakenOut = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isTakenOut = line.hasPrefix("[Removed") }
      if !isTakenOut, line.hasPrefix(key), line.count > key.count { return true }
    }
    return false
  }
}
