import Foundation

/// How much of a cell is for content.
extension UITableView {
  /// Whether cells keep their text within a width that is pleasant to read (672 points), in the middle of a table that
  /// is wider; cards of `insetGrouped` tables are no wider then. False by default.
  public var cellLayoutMarginsFollowReadableWidth: Bool {
    get { chrome.followsReadableWidth }
    set {
      guard newValue != chrome.followsReadableWidth else { return }
      setChrome(\.followsReadableWidth, newValue)
      if style == .insetGrouped, lastViewport != nil { work.note(.measuring) }
    }
  }

  /// Whether the content views of cells, headers and footers keep out of the left and right safe area. True by default.
  public var insetsContentViewsToSafeArea: Bool {
    get { chrome.insetsContentViews }
    set { setChrome(\.insetsContentViews, newValue) }
  }

  /// What `separatorInset` is measured from: the cell's edges by default.
  public var separatorInsetReference: SeparatorInsetReference {
    get { chrome.separatorInsetReference }
    set { setChrome(\.separatorInsetReference, newValue) }
  }

  /// Height of the rows suggested by lines below the last row of a plain table; 0, the default, shows none.
  /// - Precondition: finite and not negative, or `automaticDimension`, which is `rowHeight`.
  public var fillerRowHeight: CGFloat {
    get { chrome.fillerRowHeight }
    set {
      _ = checked(newValue, "UITableView.fillerRowHeight", "the rows below the last one")
      setChrome(\.fillerRowHeight, newValue)
    }
  }

  /// Left and right margin of text in rows, headers and footers, and of cards.
  var cellMargin: Double {
    bounds.width >= TableMetrics.wideTable ? TableMetrics.wideCellMargin : TableMetrics.cellMargin
  }

  /// Space beside the cards of `insetGrouped` tables.
  var cardMargin: Double {
    let margin = cellMargin
    guard chrome.followsReadableWidth else { return margin }
    return max(margin, ((bounds.width - TableMetrics.readableWidth) / 2).rounded(.down))
  }

  /// Brings what surrounds the rows in line with the table's properties. Called by the layout pass when more than the
  /// offset changed.
  func updateAround() {
    updateSectionIndex()
    updateFillerRows()
    let room = wantedRoom
    guard room != chrome.room else { return }
    // Before the first pass nothing was measured.
    if lastViewport != nil { work.note(.measuring) }
    chrome.room = room
    for entry in cells.visible { entry.view.room = room }
    for entry in parts.visible { entry.view.setNeedsLayout() }
  }

  /// What cells get in the next pass.
  var wantedRoom: CellRoom {
    var room = CellRoom()
    let inset = sectionInset
    let safe = chrome.insetsContentViews ? safeAreaInsets : .zero
    room.left = max(0, safe.left - inset)
    // Beside a card there is room for the index.
    room.right = max(0, max(safe.right, chrome.indexView?.width ?? 0) - inset)
    room.margin = cellMargin
    if chrome.followsReadableWidth {
      room.margin = max(room.margin, ((bounds.width - 2 * inset - TableMetrics.readableWidth) / 2).rounded(.down))
    }
    room.pixel = 1 / max(traitCollection.displayScale, 1)
    room.addsSeparatorInset = chrome.separatorInsetReference == .fromAutomaticInsets
    return room
  }

  // MARK: Filler rows

  private func updateFillerRows() {
    guard style == .plain, chrome.fillerRowHeight != 0, separatorStyle != .none else {
      chrome.fillerView?.removeFromSuperview()
      chrome.fillerView = nil
      return
    }
    let view = chrome.fillerView ?? FillerRowsView(frame: .zero)
    chrome.fillerView = view
    view.show(
      rowHeight: chrome.fillerRowHeight == Self.automaticDimension ? usualRowHeight : chrome.fillerRowHeight,
      inset: separatorInset, color: separatorColor ?? .separator)
    if view.superview !== self { insertSubview(view, at: bottomOfContent) }
  }

  /// From the end of the content to the end of the visible area; O(1).
  func placeFillerRows(_ view: FillerRowsView) {
    let bounds = bounds
    let top = contentSize.height
    let frame = CGRect(x: 0, y: top, width: bounds.width, height: max(0, bounds.maxY - top))
    if view.frame != frame { view.frame = frame }
  }
}
