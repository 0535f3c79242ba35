import Foundation
import PackagePlugin

/// `swift package anole-init FOLDER`: makes a package with a window, a table and tests, a copy of `Examples/Template` under
/// the folder's name.
@main
struct AnoleInit: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard arguments.count == 1, let argument = arguments.first, !argument.hasPrefix("-") else {
      return Diagnostics.error("name one folder that is not there yet: swift package anole-init ../Planets")
    }
    let folder = URL(filePath: argument, directoryHint: .isDirectory, relativeTo: context.package.directoryURL)
      .standardizedFileURL
    let name = folder.lastPathComponent
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil else {
      return Diagnostics.error(
        "\"\(name)\" cannot name a Swift module: take letters, digits and _, a letter first")
    }
    guard let anole = anole(in: context.package) else {
      return Diagnostics.error("the package \(context.package.displayName) does not depend on Anole")
    }
    // The compiler finds one module of a name.
    let taken = ["Swift", "Foundation", "Testing", "Template"]
    guard !(taken + anole.targets.map(\.name)).contains(name) else {
      return Diagnostics.error("\"\(name)\" is the name of another module: take another one")
    }
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    guard found.isEmpty, !FileManager.default.fileExists(atPath: folder.path) || isDirectory(folder) else {
      return Diagnostics.error("\(folder.path) holds something already: nothing was written")
    }
    do {
      try copyTemplate(of: anole, to: folder, named: name)
    } catch {
      return Diagnostics.error("\(folder.path) could not be written: \(error.localizedDescription)")
    }
    print("\(name) is in \(folder.path): `swift run` there opens its window, `swift test` runs its tests.")
  }

  /// The package Anole: the one the command runs in, or one that it depends on.
  private func anole(in package: Package) -> Package? {
    if package.displayName == "Anole" { return package }
    return package.dependencies.lazy.compactMap { anole(in: $0.package) }.first
  }

  /// How the new package names Anole: by the address it came from, or by its folder.
  private func dependency(on anole: Package) -> String {
    switch anole.origin {
    case .repository(let url, _, _): ".package(url: \"\(url)\", branch: \"main\")"
    default: ".package(name: \"Anole\", path: \"\(anole.directoryURL.path)\")"
    }
  }

  private func copyTemplate(of anole: Package, to folder: URL, named name: String) throws {
    let template = anole.directoryURL.appending(path: "Examples/Template")
    let files = FileManager.default
    for path in try files.subpathsOfDirectory(atPath: template.path)
    where !path.hasPrefix(".build") && !path.hasPrefix(".swiftpm") && path != "Package.resolved" {
      let source = template.appending(path: path)
      guard !isDirectory(source) else { continue }
      let target = folder.appending(path: path.replacing("Template", with: name))
      try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text = try String(contentsOf: source, encoding: .utf8)
        .replacing(".package(name: \"Anole\", path: \"../..\")", with: dependency(on: anole))
        .replacing("Template", with: name)
      try text.write(to: target, atomically: true, encoding: .utf8)
    }
  }

  private func isDirectory(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}
