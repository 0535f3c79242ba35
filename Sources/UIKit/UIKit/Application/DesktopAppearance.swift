internal import Desktop
import Foundation

/// Whether the desktop prefers dark windows, as far as its files and
/// environment say.
enum DesktopAppearance {
  /// Looked up in `GTK_THEME`, then in the settings of GTK 4, GTK 3 and KDE.
  static var preferredStyle: UIUserInterfaceStyle {
    let environment = EnvironmentVariables.ofProgram
    if let theme = environment["GTK_THEME"], !theme.isEmpty { return style(ofTheme: theme) }
    let folder = environment.folder("XDG_CONFIG_HOME", orInHome: ".config") ?? NSHomeDirectory() + "/.config"
    for name in ["gtk-4.0/settings.ini", "gtk-3.0/settings.ini", "kdeglobals"] {
      guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
        continue
      }
      let style = style(ofSettings: text)
      if style != .unspecified { return style }
    }
    return .unspecified
  }

  /// The style that the lines `key=value` of a settings file name.
  static func style(ofSettings text: String) -> UIUserInterfaceStyle {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "gtk-application-prefer-dark-theme":
        return ["1", "true"].contains(parts[1].lowercased()) ? .dark : .light
      case "ColorScheme": return style(ofTheme: parts[1])
      default: break
      }
    }
    return .unspecified
  }

  private static func style(ofTheme name: String) -> UIUserInterfaceStyle {
    name.lowercased().contains("dark") ? .dark : .light
  }
}
