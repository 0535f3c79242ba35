import Foundation
import SDL
import TestSupport
import UIKit

/// Scrolls a table, a grid or a collection view for the tests that count instructions and allocations: `FrameProbe [--rows 1000]
/// [--frames 300] [--kind table|columns|grid|items|squares|bar|title] [--advance 37] [--sideways 0] [--sdl] [--new-words] [--updates] [--labels 0]
/// [--listening [--led]]`. Prints what it did as words and numbers. With `--updates` a row of the table is inserted, or
/// deleted again, before each frame. With `--labels` so many stand beside the rows. With `--listening` an assistive tool
/// has asked for all nodes of the window before, and 1/60 s passes from frame to frame; with `--led` nothing scrolls by
/// itself, and the tool goes to two rows before each frame.
///
/// A table has 1000 rows unless told otherwise, the others a million; who scrolls beyond the end is told so.
///
/// Without `--sdl` text and pixels are fakes, so that what is counted is the framework's own work. With `--new-words`
/// no row shares a word with another.
///
/// `FrameProbe --screens push|sheet|bar|title [--frames 300] [--server PID]` opens a window on the display, has screens
/// come and go, or scrolls one, at 60 frames a second, and prints the processor time of the frames: see `ScreenProbe`.
@main
@MainActor
enum FrameProbe {
  private static var rows: Int?
  private static var frames = 300
  private static var advance = 37
  private static var sideways = 0
  private static var kind = ProbeKind.table
  private static var hasNewWords = false
  private static var hasUpdates = false
  private static var labels = 0
  private static var isListenedTo = false
  private static var isLed = false
  private static var movement: ScreenProbe.Movement?
  private static var server: Int?

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    var usesSDL = false
    while let argument = arguments.popFirst() {
      switch argument {
      case "--rows": rows = number(after: argument, &arguments)
      case "--frames": frames = number(after: argument, &arguments)
      case "--advance": advance = number(after: argument, &arguments, least: 0)
      case "--sideways": sideways = number(after: argument, &arguments, least: 0)
      case "--kind":
        guard let word = arguments.popFirst(), let value = ProbeKind(rawValue: word) else {
          usage("--kind needs table, columns, grid, items, squares, bar or title")
        }
        kind = value
      case "--screens":
        guard let word = arguments.popFirst(), let value = ScreenProbe.Movement(rawValue: word) else {
          usage("--screens needs push, sheet, bar or title")
        }
        movement = value
      case "--server": server = number(after: argument, &arguments)
      case "--sdl": usesSDL = true
      case "--new-words": hasNewWords = true
      case "--updates": hasUpdates = true
      case "--labels": labels = number(after: argument, &arguments)
      case "--listening": isListenedTo = true
      case "--led": isLed = true
      default: usage("unknown argument \(argument)")
      }
    }
    guard usesSDL || movement != nil else {
      let platform = FakePlatform()
      platform.keepsPictures = false
      run(in: UIApplication(platform: platform))
      return
    }
    exit(
      UIApplicationMain(
        delegate: ProbeDelegate(),
        configuration: UIApplicationLaunchConfiguration(
          renderer: .software, isHeadless: movement == nil, isUncapped: true)))
  }

  /// Warms up, runs the counted frames, and prints.
  static func run(in application: UIApplication) {
    if let movement {
      return ScreenProbe(application, movement, server: server).run(frames)
    }
    let rows = rows ?? ([.columns, .grid, .items, .squares].contains(kind) ? 1_000_000 : 1000)
    let scene = ProbeScene(
      application: application, kind: kind, rows: rows, advance: CGPoint(x: sideways, y: advance),
      hasNewWords: hasNewWords, hasUpdates: hasUpdates, labels: labels,
      isListenedTo: isListenedTo, isLed: isLed)
    for _ in 0..<200 { scene.frame() }
    let bound = scene.bound
    let commands = scene.drawCommands
    let created = scene.created
    let words = scene.words
    var allocations = AllocationTally()
    if let count = AllocationCounter.preloaded {
      allocations.run(scene, frames, count)
    } else {
      countedFrames(scene, frames)
    }
    guard !scene.isBeyondEnd else { usage("the end was reached: name more rows") }
    print(
      "rows \(rows) frames \(frames) visible \(scene.visibleRows) commands \(scene.drawCommands - commands)",
      terminator: "")
    print(
      " bound \(scene.bound - bound) created \(scene.created - created) \(allocations.words)", terminator: "")
    let now = scene.words
    print(
      " shapedWords \(now.shapedWords - words.shapedWords) wordHits \(now.wordHits - words.wordHits)",
      "ttfCalls \(now.libraryCalls - words.libraryCalls) toolCalls \(scene.calls)")
  }

  private static func number(after name: String, _ arguments: inout ArraySlice<String>, least: Int = 1) -> Int {
    guard let word = arguments.popFirst(), let value = Int(word), value >= least else {
      usage("\(name) needs a number from \(least)")
    }
    return value
  }

  private static func usage(_ complaint: String) -> Never {
    FileHandle.standardError.write(Data("FrameProbe: \(complaint)\n".utf8))
    exit(64)
  }
}

/// Runs the probe inside a launched application.
@MainActor
private final class ProbeDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    FrameProbe.run(in: application)
    application.terminate()
    return true
  }
}
