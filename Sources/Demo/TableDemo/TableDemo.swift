import ArgumentParser
import Assets
import FileViewer
import UIKit

/// The program: reads the command line, then hands over to the application.
@main
struct TableDemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "TableDemo",
    abstract: "UIKit's table view on the Linux desktop: tables of real data in a native window.",
    usage: "TableDemo [<file> ...] [<options>]",
    discussion: "Without arguments it goes on where it was left, beside a list of all screens. F1 shows what each"
      + " frame cost, ? all keys.",
    version: "Anole 0.2.0")

  @OptionGroup var arguments: Arguments

  /// Runs the program. Help, version and lists are output like any other: when it cannot be written the program says so
  /// and ends with 70.
  static func main() {
    UIApplication.prepareProcess()
    // A reader that goes away shows as an error of write.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as StandardOutput.Failure {
      end(failure)
    } catch {
      guard exitCode(for: error).isSuccess else { exit(withError: error) }
      var message = fullMessage(for: error)
      if message == configuration.version { message += "\n" + UIApplication.systemDescription }
      do throws(StandardOutput.Failure) { try StandardOutput.write(message + "\n") } catch {
        end(error)
      }
    }
  }

  private static func end(_ failure: StandardOutput.Failure) -> Never {
    StandardError.write(failure.description)
    Foundation.exit(70)
  }

  func validate() throws {
    if !arguments.listScreens { _ = try arguments.options() }
  }

  func run() throws {
    if arguments.listScreens {
      return try StandardOutput.write(ScreenName.list)
    }
    let code = try MainActor.assumeIsolated { try Self.show(arguments.options()) }
    if code != 0 { throw ExitCode(code) }
  }

  /// Runs the application until it ends; gives the exit code.
  @MainActor
  private static func show(_ options: Options) -> Int32 {
    let finding = options.files.isEmpty ? nil : FileFinding.of(options.files, withinMilliseconds: 2000)
    if let failure = finding?.failures.first {
      StandardError.write(failure.description)
      return 66
    }
    // Files whose file system does not answer are waited for in the window.
    let files = finding?.files ?? options.files.map { FoundFile(path: $0) }
    for (option, path) in options.outputs {
      let identity = FileStamp(path: path)?.identity
      guard identity == nil || !files.contains(where: { $0.identity == identity }) else {
        StandardError.write("\(path) is the file to be shown: name another one for \(option)")
        return 64
      }
    }
    // A run that was told anything does just that, and leaves what is remembered to others.
    let delegate = AppDelegate(
      options: options, files: files, leftOut: finding?.notice(of: options.files.count),
      memory: CommandLine.arguments.count == 1 ? .standard() : nil)
    let code = UIApplicationMain(delegate: delegate, configuration: options.launchConfiguration) { _ in
      guard !DisplayChoice.isDemanded(by: options, in: ProcessInfo.processInfo.environment) else { return nil }
      return delegate.goOnWithoutDisplay().launchConfiguration
    }
    return code != 0 ? code : delegate.outcome
  }
}

extension Options {
  fileprivate var launchConfiguration: UIApplicationLaunchConfiguration {
    UIApplicationLaunchConfiguration(
      renderer: renderer.launchRenderer, isHeadless: isHeadless,
      isUncapped: frames != nil && !isPaced, acceptsDroppedFiles: frames == nil,
      remembersWindowSize: frames == nil && remembersSize, icon: Assets.icon)
  }
}

extension Options.Renderer {
  fileprivate var launchRenderer: UIApplicationLaunchConfiguration.Renderer {
    switch self {
    case .auto: .auto
    case .software: .software
    case .accelerated: .accelerated
    }
  }
}
