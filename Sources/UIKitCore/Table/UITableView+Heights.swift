import Foundation
import TableModel

extension UITableView {
  /// What a row without a height of its own has.
  var usualRowHeight: Double { rowHeight >= 0 ? rowHeight : TableMetrics.rowHeight }

  /// Stops at a height that is none; turns `automaticDimension` into nil.
  func checked(_ height: CGFloat, _ call: StaticString, _ place: @autoclosure () -> String) -> Double? {
    if height == Self.automaticDimension { return nil }
    guard height.isFinite, height >= 0 else {
      tableMisuse(
        """
        \(call) returned \(height) for \(place()); return a finite height of 0 or more, or UITableView.automaticDimension
        """)
    }
    return height
  }

  // MARK: Rows

  /// Asks the delegate for estimates, or for heights where estimates are switched off. All rows count with
  /// `presumedRowHeight` before.
  func loadRowHeights() {
    guard let delegate = tableDelegate, let first = firstRow else { return }
    if !missing.contains(.estimatedRowHeight) {
      _ = delegate.tableView(self, estimatedHeightForRowAt: IndexPath(first))
      if !missing.contains(.estimatedRowHeight) {
        guard rowSizing != .uniform else { return }
        setRows(isMeasured: false) { delegate.tableView($0, estimatedHeightForRowAt: $1) }
        return
      }
    }
    if estimatedRowHeight == 0 {
      if !missing.contains(.rowHeight) { _ = delegate.tableView(self, heightForRowAt: IndexPath(first)) }
      guard rowSizing == .asked else { return settleUniformRows() }
      setRows(isMeasured: true) { delegate.tableView($0, heightForRowAt: $1) }
    }
  }

  /// Asks `height` for every row of every section.
  private func setRows(isMeasured: Bool, _ height: @escaping (UITableView, IndexPath) -> CGFloat) {
    let call: StaticString = isMeasured ? "tableView(_:heightForRowAt:)" : "tableView(_:estimatedHeightForRowAt:)"
    let usual = isMeasured ? usualRowHeight : presumedRowHeight
    for section in 0..<index.sectionCount {
      let count = index.rowCount(inSection: section)
      let rows = index.rows(
        (0..<count).lazy.map { row in
          let asked = height(self, IndexPath(row: row, section: section))
          let value = self.checked(asked, call, "row \(row) of section \(section)") ?? usual
          return RowRun(count: 1, height: value, isMeasured: isMeasured)
        })
      index.setRows(rows, ofSection: section)
    }
  }

  private var firstRow: RowPosition? {
    for section in 0..<index.sectionCount where index.rowCount(inSection: section) > 0 {
      return RowPosition(section: section, row: 0)
    }
    return nil
  }

  /// The delegate gives no heights: all rows have the usual one, and that is final.
  func settleUniformRows() {
    for section in 0..<index.sectionCount {
      index.setHeight(usualRowHeight, ofRows: 0..<index.rowCount(inSection: section), inSection: section)
    }
  }

  /// Finds out a row's height, from the delegate or else from the row's cell, and tells the index.
  /// - Returns: by how many points everything below moved; nil when all rows turned out to have the usual height, and
  ///   when the delegate changed the rows.
  func measure(_ position: RowPosition) -> Double? {
    var height: Double?
    if let delegate = tableDelegate, !missing.contains(.rowHeight) {
      let asked = delegate.tableView(self, heightForRowAt: IndexPath(position))
      // The data changed, perhaps before it answered: the next round asks again.
      guard !mustEndPass else { return nil }
      let place = "row \(position.row) of section \(position.section)"
      height = checked(asked, "tableView(_:heightForRowAt:)", place)
    }
    if rowSizing == .uniform {
      settleUniformRows()
      return nil
    }
    if height == nil, usesEstimates { height = selfSizedHeight(position) }
    let found = height ?? usualRowHeight
    sizing.guess.add(found)
    return index.setHeight(found, ofRow: position.row, inSection: position.section)
  }
}
