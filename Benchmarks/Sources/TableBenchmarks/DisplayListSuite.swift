@preconcurrency import Benchmark
import Foundation
import TestSupport
import UIKitCore

/// Building the display list of 14 rows of three labels, from what rows looked like before and anew.
@MainActor
func makeDisplayListSuite() -> BenchmarkSuite {
  let suite = BenchmarkSuite(name: "Display list")
  let kept = DisplayListScene(usesRecordings: true)
  suite.onMain("14 rows from their recordings") { kept.build() }
  let walked = DisplayListScene(usesRecordings: false)
  suite.onMain("14 rows by walking their views") { walked.build() }
  return suite
}

@MainActor
private final class DisplayListScene: NSObject, UITableViewDataSource {
  private let app = TestApplication(size: CGSize(width: 1280, height: 800))
  private let builder: DisplayListBuilder

  init(usesRecordings: Bool) {
    builder = DisplayListBuilder(usesRecordings: usesRecordings)
    super.init()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 1280, height: 800), style: .plain)
    table.rowHeight = 60
    table.dataSource = self
    app.window.addSubview(table)
    app.settle()
  }

  func build() { builder.build(app.window) }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
    cell.textLabel?.text = "Row \(indexPath.row)"
    cell.detailTextLabel?.text = "\(indexPath.row &* 7 % 1000) ms"
    let note = UILabel(frame: CGRect(x: 400, y: 20, width: 200, height: 20))
    note.text = "a note"
    cell.contentView.addSubview(note)
    return cell
  }
}
