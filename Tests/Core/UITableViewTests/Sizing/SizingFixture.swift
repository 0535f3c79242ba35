import Foundation
import TableModel
import TestSupport

@testable import UIKitCore

/// A cell that asks for the height it was told, and counts how often it is asked.
final class TallCell: UITableViewCell {
  var wanted: CGFloat = 44
  var onAsk: (() -> Void)?

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    onAsk?()
    return CGSize(width: size.width, height: wanted)
  }
}

/// A table of one section whose cells ask for the heights of a list, and that list as the model.
@MainActor
final class SizingFixture: NSObject, UITableViewDataSource, UITableViewDelegate {
  let app: TestApplication
  let table: UITableView
  /// The height each row's cell asks for; nil computes it from the row.
  var heights: [CGFloat]
  /// Rows beyond `heights`, whose height is computed.
  var computed: (count: Int, height: (Int) -> CGFloat)?
  /// How often each row was asked since the last `forgetAsks`.
  private(set) var asks: [Int: Int] = [:]
  private(set) var cellsMade = 0
  private(set) var cellsAsked = 0
  private(set) var endedAnimations = 0

  var rowCount: Int { computed?.count ?? heights.count }
  func height(_ row: Int) -> CGFloat { computed?.height(row) ?? heights[row] }

  init(
    heights: [CGFloat], computed: (count: Int, height: (Int) -> CGFloat)? = nil, style: UITableView.Style = .plain,
    size: CGSize = CGSize(width: 300, height: 440), prepare: (UITableView) -> Void = { _ in }
  ) {
    self.heights = heights
    self.computed = computed
    app = TestApplication(size: size)
    table = UITableView(frame: CGRect(origin: .zero, size: size), style: style)
    super.init()
    table.separatorStyle = .none
    table.dataSource = self
    table.delegate = self
    prepare(table)
    app.window.addSubview(table)
    app.frame()
  }

  func forgetCounts() {
    asks = [:]
    cellsMade = 0
    cellsAsked = 0
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    cellsAsked += 1
    let cell = tableView.dequeueReusableCell(withIdentifier: "tall") as? TallCell ?? make()
    cell.wanted = height(path.row)
    cell.onAsk = { [weak self] in self?.asks[path.row, default: 0] += 1 }
    return cell
  }

  private func make() -> TallCell {
    cellsMade += 1
    return TallCell(style: .default, reuseIdentifier: "tall")
  }

  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { endedAnimations += 1 }

  // MARK: Looking

  /// Rows of which all is visible, with their distance from the upper edge.
  var wholeRows: [(cell: UITableViewCell, row: RowPosition, y: CGFloat)] {
    table.cells.visible.compactMap { entry in
      let y = entry.view.frame.minY - table.contentOffset.y
      return y >= 0 && y + entry.view.frame.height <= table.bounds.height ? (entry.view, entry.position, y) : nil
    }
  }

  var knob: CGRect? { table.indicators.place(of: .vertical)?.knob }

  var isAtEnd: Bool {
    let extent = table.verticalExtent
    return table.contentOffset.y <= extent.lowest || table.contentOffset.y >= extent.highest
  }

  /// What is wrong with the table, compared with the list; nil when nothing is.
  func fault() -> String? {
    table.checkInvariants()
    for entry in table.cells.visible where entry.view.frame.height != height(entry.position.row) {
      return "row \(entry.position.row) is \(entry.view.frame.height) high instead of \(height(entry.position.row))"
    }
    guard computed == nil else { return nil }
    var sum: CGFloat = 0
    for row in heights.indices {
      let band = table.index.band(ofRow: row, inSection: 0)
      if table.index.isMeasured(row: row, inSection: 0), band.height != heights[row] {
        return "row \(row) counts \(band.height) instead of \(heights[row])"
      }
      sum += band.height
    }
    return table.contentSize.height == sum ? nil : "the content is \(table.contentSize.height) high instead of \(sum)"
  }
}
