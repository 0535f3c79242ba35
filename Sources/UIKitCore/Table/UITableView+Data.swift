import Foundation
import TableModel

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

  /// Rows of another data source are to come: what stands for rows of the former one has no meaning any more.
  func dataSourceWasExchanged() {
    needsReload = true
    selection.removeAll()
    cursor = RowCursor()
    sizing.aim = nil
  }

  /// Cancels everything that waits for a frame; called when the table leaves its window.
  func leftWindow() {
    for follower in followers { follower.leave() }
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
    work.begin()
    defer { work.end(self) }
    needsReload = false
    updates.reloadCount += 1
    // Whatever is asked for until the counts are known is covered by them.
    updates.isLocked = true
    updates.leaverReports = []
    abandonReorder()
    // An update whose layout pass is overtaken has nothing to animate any more: what it held has the old rows.
    updates.isHolding = false
    endUpdateAnimation()
    endHeldDepartures()
    endSwipe(isGone: true)
    for follower in followers { follower.reset() }
    endDisplayingEverything()
    let holdsRow = holdsRow
    sizing.aim = nil
    indicators.trail = nil
    selection.removeAll()
    pressedRow = nil
    contextMenus?.follow { _ in nil }
    cursor = RowCursor()
    prefetching.plan.reset()
    let reports = updates.leaverReports ?? []
    updates.leaverReports = nil
    coverWaitingBatch()
    load()
    if holdsRow { restInRange() }
    for report in reports { report() }
    trimPoolsAfterReload()
  }

  /// The first layout with a data source, as in UIKit, goes through `reloadData()`, which may be overridden. What the app
  /// chose and aimed at since it set the data source, stays.
  func reloadForLayout() {
    needsReload = false
    if updates.hasCounts { heightServiceInUse?.keepsHeightsOnLoad = true }
    let (selection, cursor, aim) = (selection, cursor, sizing.aim)
    reloadData()
    guard !mustEndPass else { return }
    if self.selection.isEmpty {
      self.selection = selection
      self.selection.keep(existingIn: index)
      self.cursor = RowCursor(row: cursor.row.flatMap(present), anchor: cursor.anchor.flatMap(present))
      // What the reload told may have laid the table out already.
      if !self.selection.isEmpty { refreshSelection(animated: false) }
    }
    if sizing.aim == nil, let aim, exists(aim.position) { sizing.aim = aim }
    func present(_ row: RowPosition) -> RowPosition? { exists(row) ? row : nil }
  }

  /// A load is about to ask for the counts: what a batch that waits would do, and a reload that was asked for, is in
  /// them.
  private func coverWaitingBatch() {
    isReloadRequested = false
    guard let batch = updates.waiting else { return }
    updates.waiting = nil
    whenWhole { batch.complete(true) }
  }

  /// Asks for the counts if they are due. Visible cells whose rows still exist keep them.
  func loadIfNeeded() {
    guard needsLoad, !isTiling, !updates.isLocked, updates.depth == 0 else { return }
    // A batch that waits goes from the old counts.
    if updates.waiting != nil { reload() } else { load() }
  }

  private func load() {
    work.begin()
    defer { work.end(self) }
    needsLoad = false
    heightServiceInUse?.tableWillLoad()
    sizing.hold = nil
    abandonReorder()
    setNeedsTiling()
    // Updates and reloads its callbacks ask for wait for its end.
    updates.isLocked = true
    defer {
      updates.isLocked = false
      // Its callbacks changed the data: what was asked since then belongs to other rows.
      if updates.waiting != nil || updates.depth > 0 { isReloadRequested = true }
    }
    sectionParts.tableWillLoad()
    index = RowHeightIndex()
    guard let dataSource else {
      chrome.indexTitles = []
      selection.removeAll()
      for follower in followers { follower.keepRows(existingIn: index) }
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
      let chrome = mustEndPass ? SectionChrome.none : chrome(ofSection: section)
      index.insertSection(
        .init(
          rows: rowCounts[section], rowHeight: height, isMeasured: isFinal, topPadding: chrome.padding,
          header: chrome.header.height, footer: chrome.footer.height, isHeaderMeasured: chrome.header.isMeasured,
          isFooterMeasured: chrome.footer.isMeasured), at: section)
    }
    heightServiceInUse?.store.tableDidLoad(index)
    if !mustEndPass { loadRowHeights() }
    selection.keep(existingIn: index)
    for follower in followers { follower.keepRows(existingIn: index) }
    if prefetching.isOn { prefetching.plan.renumber { index.contains($0) ? $0 : nil } }
    if !mustEndPass { loadSectionIndexTitles() }
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
