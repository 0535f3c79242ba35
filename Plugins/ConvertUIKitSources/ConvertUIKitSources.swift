import Foundation
import PackagePlugin

/// Rewrites the files in the folder `UIKitSources` of a target, which the target excludes, on their way to the compiler.
@main
struct ConvertUIKitSources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "UIKitSources", directoryHint: .isDirectory)
    let names = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    let inputs = names.filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
    guard !inputs.isEmpty else {
      Diagnostics.error("\(target.name) has no Swift file in \(folder.path()): put the sources for iOS there")
      return []
    }
    let work = context.pluginWorkDirectoryURL
    let outputs = inputs.map { work.appending(path: "Rewritten-" + $0.lastPathComponent) }
    guard Set(outputs).count == outputs.count else {
      Diagnostics.error("two files in \(folder.path()) have the same name: rename one")
      return []
    }
    return [
      .buildCommand(
        displayName: "Rewriting \(inputs.count) files of \(target.name)",
        executable: try context.tool(named: "convert-uikit").url,
        arguments: ["--output", work.path()] + inputs.map { $0.path() }, inputFiles: inputs, outputFiles: outputs)
    ]
  }
}
