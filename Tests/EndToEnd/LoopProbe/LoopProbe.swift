import UIKit

/// A program with nothing but `import UIKit` that leaves its time to what a UIKit program may rely on,
/// and after three seconds prints how much of it came. With a number as its argument it takes so many seconds to launch.
@main
final class LoopProbe: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private var link: CADisplayLink?
  private var ticks = 0
  private var links = 0
  private var dispatched = 0
  private var tasks = 0
  private let table = FilledTable()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) {
      print("launching")
      fflush(nil)
      Thread.sleep(forTimeInterval: seconds)
    }
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    let controller = UIViewController()
    controller.view.addSubview(table.view)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    self.window = window

    _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.ticks += 1 }
    }
    for turn in 0..<10 {
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.1 * Double(turn)) { self.dispatched += 1 }
      Task { @MainActor in
        try? await Task.sleep(for: .milliseconds(100 * turn))
        tasks += 1
      }
    }
    DispatchQueue.global().async { DispatchQueue.main.async { self.dispatched += 1 } }
    let link = CADisplayLink { [weak self] link in
      self?.links += 1
      if self?.links == 60 { link.invalidate() }
    }
    link.add(to: .main, forMode: .common)
    self.link = link
    _ = Timer.scheduledTimer(withTimeInterval: 3, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated { self?.report() }
    }
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) { print("willTerminate") }

  private func report() {
    print("ticks \(ticks) dispatched \(dispatched) tasks \(tasks) links \(links) heights \(table.known)")
    UIApplication.shared.terminate()
  }
}
