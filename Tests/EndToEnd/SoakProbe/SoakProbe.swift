import UIKit

/// Draws frames of mixed scrolling, jumping, resizing and reloading without a window, and tells how much
/// memory that took: `SoakProbe [<frames> [<warm-up frames> [<seed>]]]`.
///
/// Prints one line of `name value` pairs; the growth is that of the resident set from the end of the
/// warm-up to the end of the run.
@main
@MainActor
enum SoakProbe {
  static func main() {
    var numbers = CommandLine.arguments.dropFirst().map(Int.init)[...]
    let frames = numbers.popFirst() ?? 1_000_000
    let warmUp = numbers.popFirst() ?? 10_000
    let seed = numbers.popFirst() ?? 1
    guard let frames, let warmUp, let seed, numbers.isEmpty, 0 < warmUp, warmUp < frames else {
      FileHandle.standardError.write(Data("usage: SoakProbe [<frames> [<warm-up frames, fewer> [<seed>]]]\n".utf8))
      exit(64)
    }
    let delegate = SoakDelegate(frames: frames, warmUp: warmUp, seed: UInt64(bitPattern: Int64(seed)))
    let configuration = UIApplicationLaunchConfiguration(
      renderer: .software, isHeadless: true, isUncapped: true)
    exit(UIApplicationMain(delegate: delegate, configuration: configuration))
  }
}
