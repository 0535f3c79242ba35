@preconcurrency import Benchmark
import Foundation
import TestSupport
import UIKitCore

/// Rows that are measured when they come on screen. A frame scrolled further brings rows never seen before, one that
/// goes back and forth none, and a jump goes to any row of a million that was never measured.
@MainActor
func makeSelfSizingSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Self-sizing")
  let fixed = Lazily { SizingScene(rows: 1_000_000, isFixed: true) }
  suite.onMain("frame with a new row, rowHeight") { fixed.value.scroll(by: 66) }
  let plain = Lazily { SizingScene(rows: 1_000_000, lines: 1) }
  suite.onMain("frame with a new row, measured, one line") { plain.value.scroll(by: 66) }
  let configured = Lazily { SizingScene(rows: 1_000_000, lines: 1, isConfigured: true) }
  suite.onMain("frame with a new row, measured, one line, configured") { configured.value.scroll(by: 66) }
  let wrapping = Lazily { SizingScene(rows: 1_000_000) }
  suite.onMain("frame with a new row, measured, wrapping") { wrapping.value.scroll(by: 66) }
  let known = Lazily { SizingScene(rows: 1_000) }
  suite.onMain("frame with rows measured before") { known.value.swing() }
  for rows in [1_000, 1_000_000] {
    let scene = Lazily { SizingScene(rows: rows) }
    suite.onMain("scrollToRow to a random row, \(rows) rows") { scene.value.jump() }
  }
  let resized = Lazily { SizingScene(rows: 100_000, isMeasured: true) }
  suite.onMain("another width, 100000 measured rows") { resized.value.resize() }
  return suite
}

/// A table of rows of one to five lines.
@MainActor
private final class SizingScene: NSObject, UITableViewDataSource {
  private let app = TestApplication(size: CGSize(width: 600, height: 800))
  private let table: UITableView
  private let rows: Int
  private let lines: Int?
  private let isConfigured: Bool
  private var random = SeededRandom(seed: 1)
  private var direction: CGFloat = 1
  private static let line = "The quick brown fox jumps over the lazy dog. "

  /// - Parameters:
  ///   - lines: of every row; nil for one to five.
  ///   - isFixed: whether all rows have one height that is set.
  ///   - isMeasured: whether each row came on screen once.
  ///   - isConfigured: whether content configurations make the content.
  init(
    rows: Int, lines: Int? = nil, isFixed: Bool = false, isMeasured: Bool = false, isConfigured: Bool = false
  ) {
    self.rows = rows
    self.isConfigured = isConfigured
    self.lines = isFixed ? 1 : lines
    table = UITableView(frame: CGRect(x: 0, y: 0, width: 600, height: 800), style: .plain)
    super.init()
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    if isFixed { table.rowHeight = 66 }
    table.dataSource = self
    app.window.addSubview(table)
    app.settle()
    guard isMeasured else { return }
    while table.contentOffset.y < table.contentSize.height - 800 {
      table.contentOffset.y += 700
      table.layoutIfNeeded()
    }
    table.contentOffset.y = (table.contentSize.height / 2).rounded()
    app.frame()
  }

  func scroll(by points: CGFloat) {
    let y = table.contentOffset.y + points
    table.contentOffset.y = y > table.contentSize.height - 1600 ? 0 : y
    app.frame()
  }

  func swing() {
    if table.contentOffset.y > 3000 { direction = -1 }
    if table.contentOffset.y < 100 { direction = 1 }
    table.contentOffset.y += 37 * direction
    app.frame()
  }

  func jump() {
    table.scrollToRow(at: IndexPath(row: .random(in: 0..<rows, using: &random), section: 0), at: .top, animated: false)
    app.frame()
  }

  func resize() {
    direction = -direction
    table.frame.size.width += 60 * direction
    app.frame()
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    guard !isConfigured else {
      var content = cell.defaultContentConfiguration()
      content.text = String(repeating: Self.line, count: lines ?? 1 + indexPath.row * 7 % 5)
      cell.contentConfiguration = content
      return cell
    }
    cell.textLabel?.numberOfLines = lines == 1 ? 1 : 0
    cell.textLabel?.text = String(repeating: Self.line, count: lines ?? 1 + indexPath.row * 7 % 5)
    return cell
  }
}
