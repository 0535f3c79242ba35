import ArgumentParser
import UIKit

/// The program: reads the command line, then hands over to the application.
@main
struct TableDemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "TableDemo",
    abstract: "UIKit's table view on the Linux desktop: tables of real data in a native window.",
    usage: "TableDemo [<file>] [<options>]",
    discussion: "Without arguments it shows the countries of the world. F1 shows what each frame cost.",
    version: "Anole 0.1.0")

  @OptionGroup var arguments: Arguments

  func validate() throws {
    if !arguments.listScreens { _ = try arguments.options() }
  }

  func run() throws {
    if arguments.listScreens {
      print(ScreenName.list, terminator: "")
      return
    }
    let options = try arguments.options()
    if let path = options.file {
      do throws(UnreadableInput) {
        _ = try OpenFile(path: path)
      } catch {
        throw InputFailure.report(error)
      }
    }
  }
}
