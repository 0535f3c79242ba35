import Foundation

extension UITableView {
  /// What a row without a height of its own has.
  var usualRowHeight: Double { rowHeight >= 0 ? rowHeight : TableMetrics.rowHeight }

  /// Stops at a height that is none; turns `automaticDimension` into nil.
  private func checked(_ height: CGFloat, _ call: StaticString, _ place: @autoclosure () -> String) -> Double? {
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

  /// Gives every row its estimate, or its height where estimates are switched off.
  func loadRowHeights() {
    if let delegate = tableDelegate, !missing.contains(.estimatedRowHeight), let first = firstRow {
      _ = delegate.tableView(self, estimatedHeightForRowAt: IndexPath(first))
      if !missing.contains(.estimatedRowHeight) {
        setRows(isMeasured: false) { delegate.tableView($0, estimatedHeightForRowAt: $1) }
        return
      }
    }
    if estimatedRowHeight > 0 {
      for section in 0..<index.sectionCount {
        index.setHeight(
          estimatedRowHeight, ofRows: 0..<index.rowCount(inSection: section), inSection: section, isMeasured: false)
      }
    } else if estimatedRowHeight == 0, let delegate = tableDelegate, let first = firstRow {
      _ = delegate.tableView(self, heightForRowAt: IndexPath(first))
      guard !missing.contains(.rowHeight) else { return settleUniformRows() }
      setRows(isMeasured: true) { delegate.tableView($0, heightForRowAt: $1) }
    }
  }

  /// Asks `height` for every row of every section.
  private func setRows(isMeasured: Bool, _ height: @escaping (UITableView, IndexPath) -> CGFloat) {
    let call: StaticString = isMeasured ? "tableView(_:heightForRowAt:)" : "tableView(_:estimatedHeightForRowAt:)"
    let usual = usualRowHeight
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

  /// Asks the delegate for a row's height and tells the index.
  /// - Returns: by how many points everything below moved; nil when all rows turned out to have the usual height.
  func measure(_ position: RowPosition) -> Double? {
    guard let delegate = tableDelegate else {
      settleUniformRows()
      return nil
    }
    let asked = delegate.tableView(self, heightForRowAt: IndexPath(position))
    if missing.contains(.rowHeight) {
      settleUniformRows()
      return nil
    }
    let place = "row \(position.row) of section \(position.section)"
    let height = checked(asked, "tableView(_:heightForRowAt:)", place) ?? usualRowHeight
    return index.setHeight(height, ofRow: position.row, inSection: position.section)
  }

  // MARK: Headers and footers

  /// Heights around the rows of a section.
  func chrome(ofSection section: Int) -> (padding: Double, header: Double, footer: Double) {
    let header = headerHeight(ofSection: section)
    let footer = footerHeight(ofSection: section)
    guard style == .plain, header > 0 else { return (0, header, footer) }
    return (
      sectionHeaderTopPadding >= 0 ? sectionHeaderTopPadding : TableMetrics.plainHeaderPadding, header, footer
    )
  }

  private func headerHeight(ofSection section: Int) -> Double {
    if let delegate = tableDelegate, !missing.contains(.headerHeight) {
      let asked = delegate.tableView(self, heightForHeaderInSection: section)
      let height = checked(asked, "tableView(_:heightForHeaderInSection:)", "section \(section)")
      if let height { return height }
    }
    let isTitled = title(ofHeader: section) != nil
    let hasContent = isTitled || hasView(RowPosition(section: section, row: TablePart.header), missing: .headerView)
    guard hasContent else {
      guard style != .plain else { return 0 }
      return section == 0 ? TableMetrics.groupedGap.first : TableMetrics.groupedGap.others
    }
    if sectionHeaderHeight >= 0 { return sectionHeaderHeight }
    guard style != .plain else { return TableMetrics.plainHeader }
    return section == 0 ? TableMetrics.groupedHeader.first : TableMetrics.groupedHeader.others
  }

  private func footerHeight(ofSection section: Int) -> Double {
    if let delegate = tableDelegate, !missing.contains(.footerHeight) {
      let asked = delegate.tableView(self, heightForFooterInSection: section)
      let height = checked(asked, "tableView(_:heightForFooterInSection:)", "section \(section)")
      if let height { return height }
    }
    let isTitled = title(ofFooter: section) != nil
    let hasContent = isTitled || hasView(RowPosition(section: section, row: TablePart.footer), missing: .footerView)
    guard hasContent else { return style == .plain ? 0 : TableMetrics.groupedGap.others }
    if sectionFooterHeight >= 0 { return sectionFooterHeight }
    return style == .plain ? TableMetrics.plainHeader : TableMetrics.groupedFooter
  }

  /// Whether the delegate has a view for a header or footer. The view made to answer the first question is kept until
  /// it is shown; once the method is known to exist, further sections are taken to have one until they come on
  /// screen.
  private func hasView(_ position: RowPosition, missing method: OptionalTableMethods) -> Bool {
    guard tableDelegate != nil, !missing.contains(method) else { return false }
    guard !present.contains(method) else { return true }
    let view = askForView(position)
    guard !missing.contains(method) else { return false }
    present.insert(method)
    pendingParts[position] = view
    return view != nil
  }
}
