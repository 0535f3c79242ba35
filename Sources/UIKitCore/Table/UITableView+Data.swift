import Foundation

extension UITableView {
  /// Sections at the last load; loads when that is due.
  public var numberOfSections: Int {
    loadIfNeeded()
    return index.sectionCount
  }

  /// Rows of a section at the last load; loads when that is due.
  /// - Precondition: the section exists.
  public func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    require(section: section, "numberOfRows(inSection:)")
    return index.rowCount(inSection: section)
  }

  /// Called by the default implementations of optional methods: the data source or delegate does not have `method`.
  func noteMissing(_ method: OptionalTableMethods) { missing.insert(method) }

  // MARK: Marks

  func setNeedsLoad() {
    needsLoad = true
    setNeedsTiling()
  }

  func setNeedsTiling() {
    needsTiling = true
    setNeedsLayout()
  }

  /// What waits for frames has none to wait for.
  func leftWindow() {
    dropPendingPress()
    abandonReorder()
    endUpdateAnimation()
    endSwipe()
    dropAllowance()
  }

  func heightChanged(_ name: String, _ height: CGFloat, _ oldHeight: CGFloat) {
    if height != Self.automaticDimension, !(height.isFinite && height >= 0) {
      tableMisuse(
        "UITableView.\(name) was set to \(height); use a finite height of 0 or more, or UITableView.automaticDimension")
    }
    guard height != oldHeight else { return }
    sizing.guess = HeightEstimate()
    setNeedsLoad()
  }

  func endViewChanged(from old: UIView?, to new: UIView?) {
    if old !== new {
      old?.removeFromSuperview()
      if let new { addSubview(new) }
    }
    setNeedsTiling()
  }

  // MARK: Loading

  func reload() {
    guard !isTiling, !updates.isLocked, updates.depth == 0 else {
      isReloadRequested = true
      heightServiceInUse?.keepsHeightsOnLoad = false
      setNeedsLoad()
      return
    }
    isReloadRequested = false
    updates.reloadCount += 1
    // A batch that waits is covered by the load.
    if let batch = updates.waiting {
      updates.waiting = nil
      afterCommit { batch.complete(true) }
    }
    abandonReorder()
    endUpdateAnimation()
    endSwipe(isGone: true)
    endDisplayingEverything()
    sizing.aim = nil
    indicators.trail = nil
    selection.removeAll()
    pressedRow = nil
    contextMenus?.follow { _ in nil }
    cursor = RowCursor()
    prefetching.plan.reset()
    trimPoolsAfterReload()
    load()
  }

  /// Asks for the counts if they are due. Visible cells whose rows still exist keep them.
  func loadIfNeeded() {
    guard needsLoad, !isTiling, !updates.isLocked, updates.depth == 0 else { return }
    load()
  }

  private func load() {
    needsLoad = false
    heightServiceInUse?.tableWillLoad()
    abandonReorder()
    setNeedsTiling()
    // Updates and reloads its callbacks ask for wait for its end.
    updates.isLocked = true
    defer { updates.isLocked = false }
    pendingParts.removeAll()
    index = RowHeightIndex()
    guard let dataSource else {
      chrome.indexTitles = []
      selection.removeAll()
      updateContentSize()
      return
    }
    let rowCounts = askCounts(dataSource)
    let sectionCount = rowCounts.count
    sizing.hasSizedParts = false
    sizing.guessedSections = .max
    let height = presumedRowHeight
    let isFinal = rowSizing == .uniform
    for section in 0..<sectionCount {
      let chrome = chrome(ofSection: section)
      index.insertSection(
        .init(
          rows: rowCounts[section], rowHeight: height, isMeasured: isFinal, topPadding: chrome.padding,
          header: chrome.header.height, footer: chrome.footer.height, isHeaderMeasured: chrome.header.isMeasured,
          isFooterMeasured: chrome.footer.isMeasured), at: section)
    }
    heightServiceInUse?.store.tableDidLoad(index)
    loadRowHeights()
    selection.keep(existingIn: index)
    if prefetching.isOn { prefetching.plan.renumber { index.contains($0) ? $0 : nil } }
    loadSectionIndexTitles()
    updateContentSize()
  }

  /// Asks how many rows each section has.
  func askCounts(_ dataSource: UITableViewDataSource) -> ContiguousArray<Int> {
    updates.isCounting = true
    defer { updates.isCounting = false }
    updates.hasCounts = true
    let sectionCount = dataSource.numberOfSections(in: self)
    guard sectionCount >= 0 else {
      tableMisuse("numberOfSections(in:) returned \(sectionCount); return 0 or more")
    }
    var rowCounts = ContiguousArray<Int>()
    for section in 0..<sectionCount {
      let count = dataSource.tableView(self, numberOfRowsInSection: section)
      guard count >= 0 else {
        tableMisuse("tableView(_:numberOfRowsInSection:) returned \(count) for section \(section); return 0 or more")
      }
      rowCounts.append(count)
    }
    return rowCounts
  }

  /// Ends the program if the rows the table is about to ask for are no longer there.
  func requireUnchangedCounts(for position: RowPosition, _ dataSource: UITableViewDataSource) {
    let sections = dataSource.numberOfSections(in: self)
    guard position.section < sections else {
      tableMisuse(
        """
        numberOfSections(in:) now returns \(sections), but was \(index.sectionCount) when the table loaded and section \
        \(position.section) is on screen; call reloadData() after changing the data
        """)
    }
    let rows = dataSource.tableView(self, numberOfRowsInSection: position.section)
    guard position.row < rows else {
      tableMisuse(
        """
        tableView(_:numberOfRowsInSection:) now returns \(rows) for section \(position.section), but was \
        \(index.rowCount(inSection: position.section)) when the table loaded and row \(position.row) is on screen; call \
        reloadData() after changing the data
        """)
    }
  }

  func require(section: Int, _ call: StaticString) {
    guard section >= 0, section < index.sectionCount else {
      tableMisuse(
        "UITableView.\(call): section \(section) does not exist, the table has \(index.sectionCount) sections")
    }
  }
}
