import UIKit

/// Opens the table, does something to it before each frame, and reports after the last one.
final class SoakDelegate: UIResponder, UIApplicationDelegate {
  private let frames: Int
  private let warmUp: Int
  private var script: SoakScript
  private var window: UIWindow?
  private var table = SoakTableController()
  private var link: CADisplayLink?
  private var frame = 0
  private var residentAfterWarmUp = 0
  private var reports = 0

  init(frames: Int, warmUp: Int, seed: UInt64) {
    self.frames = frames
    self.warmUp = warmUp
    script = SoakScript(seed: seed)
    super.init()
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 480))
    window.rootViewController = table
    window.makeKeyAndVisible()
    self.window = window
    let link = CADisplayLink { [unowned self] _ in step() }
    link.add(to: .main, forMode: .common)
    self.link = link
    return true
  }

  private func step() {
    if frame == warmUp { residentAfterWarmUp = ResidentSet.bytes }
    if frame > warmUp, (frame - warmUp) * 10 / (frames - warmUp) > reports { noteProgress() }
    guard frame < frames else { return finish() }
    frame += 1
    switch script.next() {
    case .scroll(let points): table.scroll(by: points)
    case .jump(let fraction): table.jump(to: fraction)
    case .reload(let rows): table.reload(rows: rows)
    // What a user's drag of the window's corner ends in; no view can ask for it.
    case .resize(let width, let height):
      window?.platformWindow?.resize(to: CGSize(width: width, height: height))
    }
    // Each step is a frame, also where nothing moved.
    table.tableView.setNeedsDisplay()
  }

  /// The course of the memory goes to standard error: where it grows says more than by how much.
  private func noteProgress() {
    reports += 1
    let line = "frame \(frame): \(ResidentSet.bytes / 1024) KiB resident\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private func finish() {
    link?.invalidate()
    let resident = ResidentSet.bytes
    print(
      "frames \(frame) resident_after_warm_up \(residentAfterWarmUp) resident_at_end \(resident)"
        + " growth \(resident - residentAfterWarmUp) cells_configured \(table.cellsConfigured)")
    UIApplication.shared.terminate()
  }
}
