import Foundation

/// The titles at the right edge that lead through the sections. Supplied by the data source's
/// `sectionIndexTitles(for:)`; hidden while the table is edited, where the controls of the rows are in its place.
extension UITableView {
  /// A title drawn as a magnifier, for the place above the first section: `sectionForSectionIndexTitle` answers
  /// `NSNotFound` for it.
  public nonisolated static let indexSearch = "{search}"

  /// The index is shown from so many rows on. 0 by default.
  public var sectionIndexMinimumDisplayRowCount: Int {
    get { chrome.indexMinimumRowCount }
    set { setChrome(\.indexMinimumRowCount, newValue) }
  }

  /// Colour of the titles; nil, the default, is the tint colour.
  public var sectionIndexColor: UIColor? {
    get { chrome.indexColor }
    set {
      chrome.indexColor = newValue
      chrome.indexView?.colorsChanged()
    }
  }

  /// What fills the strip behind the titles; nil, the default, fills nothing.
  public var sectionIndexBackgroundColor: UIColor? {
    get { chrome.indexBackgroundColor }
    set {
      chrome.indexBackgroundColor = newValue
      chrome.indexView?.colorsChanged()
    }
  }

  /// What fills it while a finger or the mouse is down on it; nil, the default, is `sectionIndexBackgroundColor`.
  public var sectionIndexTrackingBackgroundColor: UIColor? {
    get { chrome.indexTrackingBackgroundColor }
    set {
      chrome.indexTrackingBackgroundColor = newValue
      chrome.indexView?.colorsChanged()
    }
  }

  /// Asks the data source for the titles again; for an app that inserted or deleted sections. `reloadData` includes it.
  public func reloadSectionIndexTitles() {
    guard !needsLoad else { return }
    loadSectionIndexTitles()
    setNeedsTiling()
  }

  // MARK: Showing

  /// Called when the table loads.
  func loadSectionIndexTitles() {
    guard let dataSource, !missing.contains(.sectionIndexTitles) else {
      chrome.indexTitles = []
      return
    }
    chrome.indexTitles = dataSource.sectionIndexTitles(for: self) ?? []
  }

  /// Makes, changes or takes away the index, and the room it takes from the cells. Called by the layout pass when
  /// more than the offset changed.
  func updateSectionIndex() {
    guard showsSectionIndex else {
      guard let view = chrome.indexView else { return }
      view.removeFromSuperview()
      chrome.indexView = nil
      indicatorOffset = 0
      return
    }
    let view = chrome.indexView ?? SectionIndexView(table: self)
    if chrome.indexView == nil {
      chrome.indexView = view
      view.colorsChanged()
    }
    view.show(chrome.indexTitles, scale: traitCollection.displayScale)
    if view.superview !== self { addSubview(view) } else { bringSubviewToFront(view) }
    indicatorOffset = view.width
  }

  private var showsSectionIndex: Bool {
    guard !chrome.indexTitles.isEmpty, !isEditing else { return false }
    let minimum = chrome.indexMinimumRowCount
    guard minimum > 0 else { return true }
    var rows = 0
    for section in 0..<index.sectionCount where rows < minimum { rows += index.rowCount(inSection: section) }
    return rows >= minimum
  }

  /// Keeps the index where it is on screen while the content moves; O(1), called by every layout pass of a table that
  /// has one.
  func placeSectionIndex(_ view: SectionIndexView) {
    let inset = edgeInset
    let bounds = bounds
    let width = view.width
    let frame = CGRect(
      x: bounds.maxX - width, y: bounds.minY + inset.top, width: width,
      height: max(0, bounds.height - inset.top - inset.bottom))
    if view.frame != frame { view.frame = frame }
  }

  // MARK: Going to a section

  /// Puts the header of the section that a title stands for at the top, at once; as far as the content reaches.
  func jump(toIndexTitle number: Int, _ title: String) {
    loadIfNeeded()
    guard let dataSource, index.sectionCount > 0 else { return }
    let section = dataSource.tableView(self, sectionForSectionIndexTitle: title, at: number)
    guard section != NSNotFound else {
      setContentOffset(CGPoint(x: contentOffset.x, y: -adjustedContentInset.top), animated: false)
      return
    }
    guard (0..<index.sectionCount).contains(section) else {
      tableMisuse(
        """
        tableView(_:sectionForSectionIndexTitle:at:) answered section \(section) for title \(number), "\(title)", but \
        the table has \(index.sectionCount) sections; return one of them, or NSNotFound for the top of the table
        """)
    }
    // Rows that come on screen are measured, which may move the section; more than a few rounds bring none.
    for _ in 0..<8 {
      let offset = offset(forHeaderOf: section)
      guard offset != contentOffset.y else { return }
      setContentOffset(CGPoint(x: contentOffset.x, y: offset), animated: false)
      layoutTable()
    }
  }

  /// The offset that has a section's header at the top of the visible area, within the range the table rests in.
  private func offset(forHeaderOf section: Int) -> Double {
    updateContentSize()
    return verticalExtent.clamped(
      contentTop + index.layout(ofSection: section).headerTop - adjustedContentInset.top)
  }
}
