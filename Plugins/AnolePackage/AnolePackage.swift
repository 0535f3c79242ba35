import Foundation
import PackagePlugin

/// `swift package anole-package [--product NAME] [FOLDER]`: builds an app, and makes a Debian package, a tarball, where
/// appimagetool is installed an AppImage, and a Flatpak manifest of it, by `scripts/package-app`.
///
/// What the packages say stands in `Info.plist` in the folder of the package, by the keys that iOS has for it.
@main
struct AnolePackage: CommandPlugin {
  /// Why no package was made, in a line for the user.
  struct Failure: Error { let line: String }

  func performCommand(context: PluginContext, arguments: [String]) throws {
    do {
      try makePackages(context, arguments)
    } catch let failure as Failure {
      Diagnostics.error(failure.line)
    }
  }

  private func makePackages(_ context: PluginContext, _ arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let chosen = extractor.extractOption(named: "product").first
    let folders = extractor.remainingArguments
    guard folders.count <= 1, !(folders.first ?? "").hasPrefix("-") else {
      throw Failure(line: "name one folder at most: swift package anole-package [--product NAME] [FOLDER]")
    }
    let root = context.package.directoryURL
    let folder = URL(filePath: folders.first ?? ".build/packages", directoryHint: .isDirectory, relativeTo: root)
    let product = try product(of: context.package, named: chosen)
    let info = try AppInfo(product: product, in: root)
    guard let anole = anole(in: context.package) else {
      throw Failure(line: "the package \(context.package.displayName) does not depend on Anole")
    }
    print("Building \(product) for release")
    var parameters = PackageManager.BuildParameters(configuration: .release)
    parameters.otherSwiftcFlags = ["-static-stdlib", "-gnone"]
    let build = try packageManager.build(.product(product), parameters: parameters)
    guard build.succeeded, let program = build.builtArtifacts.first(where: { $0.kind == .executable }) else {
      throw Failure(line: "\(product) does not build:\n\(build.logText)")
    }
    let script = Process()
    script.executableURL = anole.directoryURL.appending(path: "scripts/package-app")
    script.arguments = [program.url.path, folder.path]
    script.environment = ProcessInfo.processInfo.environment.merging(info.environment) { $1 }
    try script.run()
    script.waitUntilExit()
    guard script.terminationStatus == 0 else { throw Failure(line: "no package of \(product) was made") }
  }

  private func product(of package: Package, named chosen: String?) throws -> String {
    let names = package.products(ofType: ExecutableProduct.self).map(\.name)
    if let chosen {
      guard names.contains(chosen) else {
        throw Failure(line: "the package has no program \"\(chosen)\", but \(names.joined(separator: ", "))")
      }
      return chosen
    }
    guard names.count == 1 else {
      throw Failure(
        line: names.isEmpty
          ? "the package has no program"
          : "name one of the package's programs by --product: \(names.joined(separator: ", "))")
    }
    return names[0]
  }

  /// The package Anole: the one the command runs in, or one that it depends on.
  private func anole(in package: Package) -> Package? {
    if package.displayName == "Anole" { return package }
    return package.dependencies.lazy.compactMap { anole(in: $0.package) }.first
  }
}

/// What packages say of an app: the entries of its `Info.plist`.
private struct AppInfo {
  /// For `scripts/package-app`.
  private(set) var environment: [String: String]

  init(product: String, in root: URL) throws {
    let file = root.appending(path: "Info.plist")
    guard let data = try? Data(contentsOf: file) else {
      throw AnolePackage.Failure(line: "there is no \(file.path), which names version, icon and summary of the app")
    }
    guard let entries = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] else {
      throw AnolePackage.Failure(line: "\(file.path) is no property list")
    }
    func entry(_ key: String, _ fallback: String? = nil, _ form: Regex<Substring>) throws -> String {
      guard let text = entries[key] as? String ?? fallback else {
        throw AnolePackage.Failure(line: "\(file.path) has no \(key)")
      }
      guard text.wholeMatch(of: form) != nil else {
        throw AnolePackage.Failure(line: "\(file.path): \"\(text)\" cannot be \(key)")
      }
      return text
    }
    let line = /[^\n]+/
    let summary = try entry("AppSummary", product, line)
    environment = [
      "APP_NAME": try entry("CFBundleDisplayName", product, line),
      "APP_ID": try entry("CFBundleIdentifier", nil, /[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z_][A-Za-z0-9_-]*)+/),
      "APP_VERSION": try entry("CFBundleShortVersionString", nil, /[0-9][0-9A-Za-z.+~]*/),
      "APP_SUMMARY": summary,
      "APP_DESCRIPTION": entries["AppDescription"] as? String
        ?? "\(product) is made with Anole, UIKit's table view for the Linux desktop.",
      "APP_CATEGORIES": try entry("AppCategories", "Utility;", /(?:[A-Za-z-]+;)+/),
      "APP_MAINTAINER": try entry("AppMaintainer", nil, /[^<>\n]+ <[^<>\s]+@[^<>\s]+>/),
      "APP_LICENSE": try entry("NSHumanReadableCopyright", "not stated", line),
      "APP_ICON": "",
    ]
    if let icon = entries["CFBundleIconFile"] as? String {
      let path = root.appending(path: icon).path
      guard icon.hasSuffix(".svg"), FileManager.default.isReadableFile(atPath: path) else {
        throw AnolePackage.Failure(line: "\(path) is no SVG file that can be read; CFBundleIconFile names it")
      }
      environment["APP_ICON"] = path
    }
  }
}
