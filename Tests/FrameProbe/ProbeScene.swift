import Foundation
import UIKitCore

/// A window full of rows that scrolls, driven by hand on any platform.
@MainActor
final class ProbeScene: NSObject, UITableViewDataSource {
  static let size = CGSize(width: 1280, height: 800)

  private let application: UIApplication
  private let window: UIWindow
  private let table: UITableView
  private let rows: Int
  private let texts: [ProbeText]
  private var link: CADisplayLink?
  /// Rows bound so far.
  private(set) var bound = 0

  /// Opens the window in the middle of the table, so that no end is reached.
  /// - Parameters:
  ///   - advance: points the table scrolls in a frame.
  ///   - hasNewWords: no row shares a word with another.
  init(application: UIApplication, rows: Int, advance: Int, hasNewWords: Bool) {
    self.application = application
    self.rows = rows
    texts = (0..<1000).map { hasNewWords ? ProbeText(wordsOf: $0) : ProbeText($0) }
    window = UIWindow(frame: CGRect(origin: .zero, size: Self.size))
    table = UITableView(frame: CGRect(origin: .zero, size: Self.size), style: .plain)
    super.init()
    table.register(ProbeRow.self, forCellReuseIdentifier: "row")
    table.rowHeight = ProbeRow.height
    table.dataSource = self
    window.addSubview(table)
    window.makeKeyAndVisible()
    application.frameLoop.pacing = .uncapped
    application.frameLoop.turn()
    table.contentOffset.y = CGFloat(rows / 2) * ProbeRow.height
    let link = CADisplayLink { [unowned table] _ in table.contentOffset.y += CGFloat(advance) }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  var visibleRows: Int { table.visibleCells.count }
  /// Commands of all display lists so far.
  var drawCommands: Int { application.frameLoop.profiler.totals.drawCommands }

  /// Text bitmaps made so far; a backend may make them a frame after their row came, when they can be seen.
  var rasterized: Int { application.frameLoop.profiler.totals.textRasterized }

  /// What the text engine did so far.
  var words: TextEngineCounts { application.frameLoop.profiler.totals.words }

  /// Events, one step of the scroll, layout, display list, and whatever the backend does with it.
  func frame() { application.frameLoop.turn() }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    bound += 1
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    (cell as? ProbeRow)?.show(texts[indexPath.row % texts.count])
    return cell
  }
}

/// The frames that are counted, and nothing else: callgrind collects while this runs, found by its name.
@MainActor
@inline(never)
func countedFrames(_ scene: ProbeScene, _ frames: Int) {
  for _ in 0..<frames { scene.frame() }
}
