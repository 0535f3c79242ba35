import Foundation
import PackagePlugin

/// `swift package convert-uikit FOLDER`: rewrites what UIKit code written for iOS has of Objective-C.
@main
struct ConvertUIKitCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "convert-uikit")
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
