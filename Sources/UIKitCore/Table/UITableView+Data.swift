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
    work.note(.counts)
    setNeedsTiling()
  }

  func setNeedsTiling() {
    work.note(.tiling)
    setNeedsLayout()
  }

  /// Rows of another data source are to come: what stands for rows of the former one has no meaning any more.
  func dataSourceWasExchanged() {
    work.note(.exchange)
    chooser.reset()
    anchor.dataSourceWasExchanged()
  }

  /// Cancels everything that waits for a frame; called when the table leaves its window.
  func leftWindow() {
    for follower in followers { follower.leave() }
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
    guard work.phase.isWhole, updates.depth == 0 else {
      work.note(.reload)
      heightServiceInUse?.keepsHeightsOnLoad = false
      setNeedsLoad()
      return
    }
    // Whatever is asked for until the counts are known is covered by them.
    let outer = work.begin(.loading)
    defer { work.end(outer) }
    work.settle(.exchange)
    work.holdReports()
    for follower in followers { follower.reset() }
    endDisplayingEverything()
    indicators.dropTrail()
    let reports = work.takeReports()
    work.settle(.reload)
    updates.coverWaitingBatch()
    load()
    work.becomeWhole()
    for report in reports { report() }
    trimPoolsAfterReload()
  }

  /// The first layout with a data source, as in UIKit, goes through `reloadData()`, which may be overridden. What the app
  /// chose and aimed at since it set the data source, stays.
  func reloadForLayout() {
    work.settle(.exchange)
    if hasCounts { heightServiceInUse?.keepsHeightsOnLoad = true }
    chooser.keepChoice { anchor.keepAim { reloadData() } }
  }

  /// Asks for the counts if they are due. Visible cells whose rows still exist keep them.
  func loadIfNeeded() {
    guard work.isDue(.counts), work.phase.isWhole, updates.depth == 0 else { return }
    // A batch that waits goes from the old counts.
    if updates.hasWaitingBatch { reload() } else { load() }
  }

  private func load() {
    // Updates and reloads its callbacks ask for wait for its end.
    let outer = work.begin(.loading)
    defer { work.end(outer) }
    work.settle(.counts)
    heightServiceInUse?.tableWillLoad()
    setNeedsTiling()
    // Callbacks that changed the data: what was asked since then belongs to other rows.
    defer { if work.isDue(.update) { work.note(.reload) } }
    sectionParts.tableWillLoad()
    index = RowHeightIndex()
    guard let dataSource else {
      sectionIndex.forget()
      updateContentSize()
      for follower in followers { follower.keepRows(existingIn: index) }
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
    updateContentSize()
    for follower in followers { follower.keepRows(existingIn: index) }
    if !mustEndPass { sectionIndex.load() }
  }

  /// Asks how many rows each section has.
  func askCounts(_ dataSource: UITableViewDataSource) -> ContiguousArray<Int> {
    let outer = work.begin(.counting)
    defer { work.end(outer) }
    hasCounts = true
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
