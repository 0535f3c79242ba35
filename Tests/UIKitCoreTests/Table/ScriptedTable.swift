import Foundation
import TestSupport

@testable import UIKitCore

/// A data source and delegate for tests: counts and heights from properties, every call written down.
@MainActor
class ScriptedTable: NSObject, UITableViewDataSource {
  var sections: [Int]
  var headers: [String?] = []
  var footers: [String?] = []
  private(set) var log: [String] = []
  var makesCell: ((UITableView, IndexPath) -> UITableViewCell)?

  init(sections: [Int]) { self.sections = sections }

  func note(_ call: String) { log.append(call) }

  /// The calls since the last question.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func numberOfSections(in tableView: UITableView) -> Int {
    note("sections")
    return sections.count
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    note("rows \(section)")
    return sections[section]
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    note("cell \(path.section).\(path.row)")
    if let makesCell { return makesCell(tableView, path) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    cell.textLabel?.text = "row \(path.section).\(path.row)"
    return cell
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    section < headers.count ? headers[section] : nil
  }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    section < footers.count ? footers[section] : nil
  }
}

/// Gives heights and follows displaying and selection.
@MainActor
final class ScriptedDelegate: NSObject, UITableViewDelegate {
  private(set) var log: [String] = []
  var refusesHighlight = false
  /// Whether `willDeselect` keeps rows selected.
  var keepsSelected = false
  /// What `willSelect` answers instead of its own path.
  var redirect: ((IndexPath) -> IndexPath?)?
  var onDidSelect: ((UITableView) -> Void)?
  var onEndAnimation: (() -> Void)?
  /// Cells between `willDisplay` and `didEndDisplaying`.
  private(set) var shown: Set<ObjectIdentifier> = []
  private(set) var pairingErrors = 0

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func note(_ call: String, _ path: IndexPath) { log.append("\(call) \(path.section).\(path.row)") }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
    note("willDisplay", path)
    if !shown.insert(ObjectIdentifier(cell)).inserted || cell.superview != nil { pairingErrors += 1 }
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
    note("didEnd", path)
    if shown.remove(ObjectIdentifier(cell)) == nil || cell.superview != nil { pairingErrors += 1 }
  }

  func tableView(_ tableView: UITableView, shouldHighlightRowAt path: IndexPath) -> Bool {
    note("shouldHighlight", path)
    return !refusesHighlight
  }

  func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) { note("didHighlight", path) }

  func tableView(_ tableView: UITableView, didUnhighlightRowAt path: IndexPath) { note("didUnhighlight", path) }

  func tableView(_ tableView: UITableView, willSelectRowAt path: IndexPath) -> IndexPath? {
    note("willSelect", path)
    return redirect.map { $0(path) } ?? path
  }

  func tableView(_ tableView: UITableView, willDeselectRowAt path: IndexPath) -> IndexPath? {
    note("willDeselect", path)
    return keepsSelected ? nil : path
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    note("didSelect", path)
    onDidSelect?(tableView)
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) { note("didDeselect", path) }

  func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith path: IndexPath) {
    note("accessory", path)
  }

  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { onEndAnimation?() }
}

/// A view that tells when it gives up the keyboard.
final class ResigningView: UIView {
  var onResign: (() -> Void)?

  override var canBecomeFirstResponder: Bool { true }

  override func resignFirstResponder() -> Bool {
    onResign?()
    return super.resignFirstResponder()
  }
}

/// A table that fills a window of a test application.
@MainActor
struct TableFixture {
  let app: TestApplication
  let table: UITableView
  let source: ScriptedTable

  init(
    sections: [Int], style: UITableView.Style = .plain, size: CGSize = CGSize(width: 300, height: 440),
    delegate: UITableViewDelegate? = nil, prepare: (UITableView, ScriptedTable) -> Void = { _, _ in }
  ) {
    app = TestApplication(size: size)
    source = ScriptedTable(sections: sections)
    table = UITableView(frame: CGRect(origin: .zero, size: size), style: style)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    table.delegate = delegate
    prepare(table, source)
    app.window.addSubview(table)
    app.frame()
  }

  /// Scrolls at once and lays out.
  func scroll(to y: Double) {
    table.contentOffset = CGPoint(x: 0, y: y)
    app.frame()
  }

  /// Rows on screen as `section.row`.
  var visible: [String] { table.cells.visible.map { "\($0.position.section).\($0.position.row)" } }

  /// What tests expect of every state between passes.
  func check() -> Bool {
    table.cells.checkInvariants()
    table.index.checkInvariants()
    return table.cells.visible.allSatisfy {
      $0.view.superview === table && $0.view.position == $0.position
        && $0.view.frame == table.rectForRow(at: IndexPath($0.position))
    }
  }
}
