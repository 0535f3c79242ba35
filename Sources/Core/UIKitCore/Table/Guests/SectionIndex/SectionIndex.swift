import Foundation

/// The titles at the edge where rows end that lead through the sections. Supplied by the data source's
/// `sectionIndexTitles(for:)`; hidden while the table is edited, where the controls of the rows are in its place.
final class SectionIndex: TableGuest, RowFollower {
  /// The titles the data source returned; empty without titles.
  private var titles: [String] = []
  /// The rows' controls are in the index's place.
  private var isReplaced = false
  /// In the table while the index is shown.
  private var view: SectionIndexView?
  fileprivate var minimumRowCount = 0
  fileprivate(set) var color: UIColor? { didSet { view?.colorsChanged() } }
  fileprivate(set) var background: UIColor? { didSet { view?.colorsChanged() } }
  fileprivate(set) var trackingBackground: UIColor? { didSet { view?.colorsChanged() } }

  override func enter() { points = .tiling }

  func didLoad() { askForTitles() }

  /// Asks the data source for the titles.
  fileprivate func askForTitles() { titles = table.app.sectionIndexTitles() }

  /// The index gives way to the rows' controls.
  func editModeDidChange(isOn: Bool) {
    isReplaced = isOn
  }

  // MARK: Showing

  /// Makes, changes or takes away the index, and the room it takes from rows and indicator.
  override func roundWillTile() {
    let table = table
    guard isShown else {
      guard let view else { return }
      view.removeFromSuperview()
      self.view = nil
      points.remove(.passEnd)
      table.room.takeBeside(0)
      return table.indicators.keepOut(ofEnd: 0)
    }
    let shown = view ?? SectionIndexView(table: table)
    if view == nil {
      view = shown
      shown.colorsChanged()
      points.insert(.passEnd)
    }
    shown.show(titles, scale: table.traitCollection.displayScale)
    if shown.superview !== table { table.addSubview(shown) } else { table.bringSubviewToFront(shown) }
    table.room.takeBeside(shown.width)
    table.indicators.keepOut(ofEnd: shown.width)
  }

  private var isShown: Bool {
    guard !titles.isEmpty, !isReplaced else { return false }
    guard minimumRowCount > 0 else { return true }
    let index = table.index
    var rows = 0
    for section in 0..<index.sectionCount where rows < minimumRowCount { rows += index.rowCount(inSection: section) }
    return rows >= minimumRowCount
  }

  /// Keeps the index where it is on screen while the content moves.
  /// - Complexity: O(1).
  override func passDidEnd(of table: UITableView) {
    guard let view else { return }
    let inset = table.edgeInset
    let bounds = table.bounds
    let width = view.width
    let frame = CGRect(
      x: table.isInRightToLeft ? bounds.minX : bounds.maxX - width, y: bounds.minY + inset.top, width: width,
      height: max(0, bounds.height - inset.top - inset.bottom))
    if view.frame != frame { view.frame = frame }
  }

  /// The actions of a swiped row come out where the index is: it fades, and takes no touches when it has.
  func rowEndsDidGetCovered(by width: Double) {
    if let view { view.alpha = 1 - min(1, width / view.width) }
  }

  // MARK: Going to a section

  /// Puts the header of the section that a title stands for at the top, at once; as far as the content reaches.
  func jump(toTitle number: Int, _ title: String) {
    let table = table
    table.loadIfNeeded()
    guard table.app.hasDataSource, table.index.sectionCount > 0 else { return }
    guard
      let section = table.app.section(
        ofIndexTitle: title, at: number, sectionCount: { table.index.sectionCount })
    else {
      table.setContentOffset(CGPoint(x: table.contentOffset.x, y: -table.adjustedContentInset.top), animated: false)
      return
    }
    // Rows that come on screen are measured, which may move the section; more than a few rounds bring none.
    untilSettled {
      let offset = offset(forHeaderOf: section)
      guard offset != table.contentOffset.y else { return false }
      table.setContentOffset(CGPoint(x: table.contentOffset.x, y: offset), animated: false)
      table.layoutTable()
      return true
    }
    table.contentWasPut()
  }

  /// The offset that has a section's header where headers float, within the range the table rests in: a large title gives way
  /// to the rows, and leaves no room above the header.
  private func offset(forHeaderOf section: Int) -> Double {
    table.updateContentSize()
    return table.verticalExtent.clamped(
      table.contentTop + table.index.layout(ofSection: section).headerTop - table.edgeInset.top)
  }

  override func checkInvariants() {
    guard let view else { return }
    precondition(view.superview === table, "the section index is not in the table")
    precondition(
      (table.isInRightToLeft ? view.frame.minX == table.bounds.minX : view.frame.maxX == table.bounds.maxX)
        && view.frame.minY == table.bounds.minY + table.edgeInset.top,
      "the section index has left its place: \(view.frame)")
  }
}

extension UITableView {
  /// A title drawn as a magnifier, for the place above the first section: `sectionForSectionIndexTitle` answers
  /// `NSNotFound` for it.
  public nonisolated static let indexSearch = "{search}"

  /// The index is shown from so many rows on. 0 by default.
  public var sectionIndexMinimumDisplayRowCount: Int {
    get { sectionIndex.minimumRowCount }
    set {
      guard newValue != sectionIndex.minimumRowCount else { return }
      sectionIndex.minimumRowCount = newValue
      setNeedsTiling()
    }
  }

  /// Colour of the titles; nil, the default, is the tint colour.
  public var sectionIndexColor: UIColor? {
    get { sectionIndex.color }
    set { sectionIndex.color = newValue }
  }

  /// The colour of the strip behind the titles; nil, the default, fills nothing.
  public var sectionIndexBackgroundColor: UIColor? {
    get { sectionIndex.background }
    set { sectionIndex.background = newValue }
  }

  /// The colour of the strip while a finger or the mouse is down on it; nil, the default, is
  /// `sectionIndexBackgroundColor`.
  public var sectionIndexTrackingBackgroundColor: UIColor? {
    get { sectionIndex.trackingBackground }
    set { sectionIndex.trackingBackground = newValue }
  }

  /// Asks the data source for the titles again; for an app that inserted or deleted sections. `reloadData` includes it.
  public func reloadSectionIndexTitles() {
    guard !needsLoad else { return }
    sectionIndex.askForTitles()
    setNeedsTiling()
  }
}
