import Foundation
import UIKitCore

/// Screens that come and go in a window of 1280 by 800 points, or a table that scrolls below a navigation bar, and the
/// processor time that their frames take: of this process, all threads, and of the display server.
///
/// The server works while this process sleeps until the next frame; what it still does then counts for that.
@MainActor
final class ScreenProbe: NSObject {
  enum Movement: String {
    case push, sheet
    /// A table in its middle, and at its top, where a large title collapses and comes back; 13 points a frame.
    case bar, title

    var scrolls: Bool { self == .bar || self == .title }
  }

  private struct Cost {
    /// In seconds.
    var client, server: Double
    /// In pixels.
    var drawn, shown: Int
    var total: Double { client + server }
  }

  private let application: UIApplication
  private let movement: Movement
  private let server: Int?
  private let navigation: UINavigationController
  private let root: ProbeScreen
  private let window: UIWindow
  private let texts = (0..<1000).map { ProbeText($0) }
  private var isMoving = false
  private var costs: [Cost] = []
  /// Of the frames in which a screen is made and laid out.
  private var firstCosts: [Cost] = []

  /// - Parameter server: the display server's process; nil to leave it out.
  init(_ application: UIApplication, _ movement: Movement, server: Int?) {
    self.application = application
    self.movement = movement
    self.server = server
    window = UIWindow(frame: CGRect(origin: .zero, size: ProbeScene.size))
    root = ProbeScreen("Rows", 1000, texts)
    navigation = UINavigationController(rootViewController: root)
    super.init()
    navigation.delegate = self
    navigation.navigationBar.prefersLargeTitles = movement == .title
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    application.frameLoop.pacing = .uncapped
  }

  /// Has screens come and go, or scrolls, until so many frames have moved, and prints what they took.
  func run(_ frames: Int) {
    for _ in 0..<60 { turn() }
    if movement.scrolls {
      scroll(frames)
    } else {
      // The first ones draw the texts.
      for _ in 0..<2 { comeAndGo() }
      (costs, firstCosts) = ([], [])
      while costs.count < frames { comeAndGo() }
    }
    func milliseconds(_ seconds: Double) -> String { String(format: "%.3f", seconds * 1000) }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
    func thousands(_ pixels: [Int]) -> String { String(format: "%.1f", mean(pixels.map(Double.init)) / 1000) }
    let sorted = costs.map(\.total).sorted()
    print(
      "frames \(costs.count) client \(milliseconds(mean(costs.map(\.client))))",
      "server \(milliseconds(mean(costs.map(\.server)))) mean \(milliseconds(mean(sorted)))",
      "median \(milliseconds(sorted[sorted.count / 2]))",
      "tenth \(milliseconds(sorted[sorted.count * 9 / 10])) most \(milliseconds(sorted[sorted.count - 1]))",
      "first \(milliseconds(mean(firstCosts.map(\.total))))",
      "drawn \(thousands(costs.map(\.drawn))) shown \(thousands(costs.map(\.shown)))")
  }

  private func scroll(_ frames: Int) {
    var way = BarWay()
    let view: UIScrollView = root.tableView
    view.contentOffset = BarWay.start(in: view, isLarge: movement == .title)
    for number in 0..<60 + frames {
      view.contentOffset = way.place(after: view.contentOffset, by: 13)
      let cost = turn()
      if number >= 60 { costs.append(cost) }
    }
  }

  private func comeAndGo() {
    let screen = ProbeScreen("Other rows", 500, Array(texts.reversed()))
    move {
      switch movement {
      case .sheet: navigation.present(screen, animated: true) { self.isMoving = false }
      default: navigation.pushViewController(screen, animated: true)
      }
    }
    move {
      switch movement {
      case .sheet: navigation.dismiss(animated: true) { self.isMoving = false }
      default: navigation.popViewController(animated: true)
      }
    }
  }

  private func move(_ begin: () -> Void) {
    isMoving = true
    begin()
    firstCosts.append(turn())
    while isMoving {
      let cost = turn()
      // The last one shows what rests.
      if isMoving { costs.append(cost) }
    }
    for _ in 0..<10 { turn() }
  }

  @discardableResult
  private func turn() -> Cost {
    let begin = (
      ticks: Self.seconds(CLOCK_MONOTONIC), client: Self.seconds(CLOCK_PROCESS_CPUTIME_ID), server: serverTime
    )
    let before = application.frameLoop.profiler.totals.rendering
    application.frameLoop.turn()
    let client = Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - begin.client
    let after = application.frameLoop.profiler.totals.rendering
    usleep(UInt32(max(0, (begin.ticks + 1.0 / 60 - Self.seconds(CLOCK_MONOTONIC)) * 1e6)))
    return Cost(
      client: client, server: serverTime - begin.server, drawn: after.pixelsDrawn - before.pixelsDrawn,
      shown: after.pixelsPresented - before.pixelsPresented)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Processor time of the display server so far, in seconds.
  private var serverTime: Double {
    guard let server, let line = try? String(contentsOfFile: "/proc/\(server)/schedstat", encoding: .utf8),
      let word = line.split(separator: " ").first, let nanoseconds = Double(word)
    else { return 0 }
    return nanoseconds / 1e9
  }
}

extension ScreenProbe: UINavigationControllerDelegate {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) { if animated { isMoving = false } }
}
