import Foundation
import UIKitCore

/// A data source and delegate for tests: counts and heights from properties, every call written down.
@MainActor
package class ScriptedTable: NSObject, UITableViewDataSource {
  package var sections: [Int]
  package var headers: [String?] = []
  package var footers: [String?] = []
  package private(set) var log: [String] = []
  package var makesCell: ((UITableView, IndexPath) -> UITableViewCell)?

  package init(sections: [Int]) { self.sections = sections }

  package func note(_ call: String) { log.append(call) }

  /// The calls since the last question.
  package func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  package func numberOfSections(in tableView: UITableView) -> Int {
    note("sections")
    return sections.count
  }

  package func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    note("rows \(section)")
    return sections[section]
  }

  package func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    note("cell \(path.section).\(path.row)")
    if let makesCell { return makesCell(tableView, path) }
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
    cell.textLabel?.text = "row \(path.section).\(path.row)"
    return cell
  }

  package func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    section < headers.count ? headers[section] : nil
  }

  package func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    section < footers.count ? footers[section] : nil
  }
}

/// Gives heights and follows displaying and selection.
@MainActor
package final class ScriptedDelegate: NSObject, UITableViewDelegate {
  package private(set) var log: [String] = []
  package var refusesHighlight = false
  /// Whether `willDeselect` keeps rows selected.
  package var keepsSelected = false
  /// What `willSelect` answers instead of its own path.
  package var redirect: ((IndexPath) -> IndexPath?)?
  package var onDidSelect: ((UITableView) -> Void)?
  package var onEndAnimation: (() -> Void)?
  /// Cells between `willDisplay` and `didEndDisplaying`.
  package private(set) var shown: Set<ObjectIdentifier> = []
  package private(set) var pairingErrors = 0

  package func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func note(_ call: String, _ path: IndexPath) { log.append("\(call) \(path.section).\(path.row)") }

  package func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
    note("willDisplay", path)
    if !shown.insert(ObjectIdentifier(cell)).inserted || cell.superview != nil { pairingErrors += 1 }
  }

  package func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
    note("didEnd", path)
    if shown.remove(ObjectIdentifier(cell)) == nil || cell.superview != nil { pairingErrors += 1 }
  }

  package func tableView(_ tableView: UITableView, shouldHighlightRowAt path: IndexPath) -> Bool {
    note("shouldHighlight", path)
    return !refusesHighlight
  }

  package func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) { note("didHighlight", path) }

  package func tableView(_ tableView: UITableView, didUnhighlightRowAt path: IndexPath) { note("didUnhighlight", path) }

  package func tableView(_ tableView: UITableView, willSelectRowAt path: IndexPath) -> IndexPath? {
    note("willSelect", path)
    return redirect.map { $0(path) } ?? path
  }

  package func tableView(_ tableView: UITableView, willDeselectRowAt path: IndexPath) -> IndexPath? {
    note("willDeselect", path)
    return keepsSelected ? nil : path
  }

  package func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) {
    note("didSelect", path)
    onDidSelect?(tableView)
  }

  package func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) { note("didDeselect", path) }

  package func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith path: IndexPath) {
    note("accessory", path)
  }

  package func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { onEndAnimation?() }
}

/// A view that tells when it gives up the keyboard.
package final class ResigningView: UIView {
  package var onResign: (() -> Void)?

  package override var canBecomeFirstResponder: Bool { true }

  package override func resignFirstResponder() -> Bool {
    onResign?()
    return super.resignFirstResponder()
  }
}

/// A table that fills a window of a test application.
@MainActor
package struct TableFixture {
  package let app: TestApplication
  package let table: UITableView
  package let source: ScriptedTable

  package init(
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
  package func scroll(to y: Double) {
    table.contentOffset = CGPoint(x: 0, y: y)
    app.frame()
  }
}
