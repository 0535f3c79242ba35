import Foundation
import TableModel

/// The headers and footers of a table, and the views above its first and below its last section.
///
/// A part's view is requested when it comes on screen, or when a load has to know whether it exists. Visible views
/// are kept in order of their sections; they float above the cells.
@MainActor
final class SectionParts: TableFacet {
  typealias Entry = ReuseQueue<UIView, TilePlan.PartTile>.Entry

  private var views = ReuseQueue<UIView, TilePlan.PartTile>()
  /// Views made to find out whether there are any, or how high they are, until they are shown.
  private var pending: [PartPosition: UIView] = [:]
  /// The registered classes or nibs of headers and footers, by identifier.
  private var sources: [String: ReusableSource<UITableViewHeaderFooterView>] = [:]
  /// The delegate is being asked for the view of a footer.
  private var asksForFooter = false
  /// The view that the delegate has supplied and that is not shown yet.
  private var supplied: UIView?

  /// See `UITableView.tableHeaderView`.
  private(set) var tableHeader: UIView? { didSet { endViewChanged(from: oldValue, to: tableHeader) } }
  /// See `UITableView.tableFooterView`.
  private(set) var tableFooter: UIView? { didSet { endViewChanged(from: oldValue, to: tableFooter) } }

  /// In points; 0 without a header, a footer.
  var tableHeaderHeight: Double { tableHeader.map { Double($0.bounds.height) } ?? 0 }
  var tableFooterHeight: Double { tableFooter.map { Double($0.bounds.height) } ?? 0 }

  /// The views on screen, in order.
  var visible: ContiguousArray<Entry> { views.visible }

  /// Whether a header or footer is on screen.
  var isOnScreen: Bool { !views.visible.isEmpty }

  /// The view of a header or footer on screen.
  func view(at position: PartPosition) -> UIView? { views.view(at: position) }

  /// The same, or the one that was made for it and waits to be shown.
  func madeView(at position: PartPosition) -> UIView? { views.view(at: position) ?? pending[position] }

  // MARK: Asking

  /// The delegate's view for a header or footer.
  private func askForView(_ position: PartPosition) -> UIView? {
    asksForFooter = position.part == .footer
    defer { asksForFooter = false }
    return table.app.view(of: position)
  }

  /// Whether there is a title or view.
  func hasContent(_ position: PartPosition) -> Bool { table.app.title(of: position) != nil || hasView(position) }

  /// Whether the delegate has a view. The view made to answer the first question is kept until it is shown; once the
  /// method is known to exist, further sections are taken to have one until they come on screen.
  private func hasView(_ position: PartPosition) -> Bool {
    let method: OptionalTableMethods = position.part == .header ? .headerView : .footerView
    guard table.app.mayHave(method) else { return false }
    guard !table.app.has(method) else { return true }
    let view = askForView(position)
    guard table.app.has(method) else { return false }
    pending[position] = view
    return view != nil
  }

  /// A view for a header or footer, up to date with the table's traits; nil when it has neither view nor title.
  private func make(_ position: PartPosition) -> UIView? {
    let view = find(position)
    // It is measured before it is in a window, and may have waited or been kept by the app.
    view?.adoptTraits(table.traitCollection)
    return view
  }

  private func find(_ position: PartPosition) -> UIView? {
    if let made = pending.removeValue(forKey: position) { return made }
    if let view = askForView(position) { return view }
    guard let title = table.app.title(of: position) else { return nil }
    let view = dequeue(TitleHeaderFooterView.identifier) ?? TitleHeaderFooterView()
    view.adopt(table.style, isHeader: position.part == .header)
    (view as? TitleHeaderFooterView)?.show(title)
    return view
  }

  /// Lets `body` measure the part's view, which is made now if needed and kept until it is shown.
  /// - Returns: nil for a part without a view, and when a callback changed the rows.
  func withView<Result>(at position: PartPosition, _ body: (UIView) -> Result) -> Result? {
    if let view = madeView(at: position) {
      if views.view(at: position) == nil {
        pending[position] = view
        view.adoptTraits(table.traitCollection)
      }
      return body(view)
    }
    let made = make(position)
    guard !table.mustEndPass else {
      leaveUnused(made)
      return nil
    }
    guard let made else { return nil }
    pending[position] = made
    return body(made)
  }

  /// The titles on screen may be others.
  func showTitlesAgain() {
    for entry in views.visible {
      guard !table.mustEndPass, let view = entry.view as? TitleHeaderFooterView else { continue }
      if let title = table.app.title(of: entry.position) { view.show(title) }
    }
  }

  // MARK: Making and reusing

  func register(_ source: ReusableSource<UITableViewHeaderFooterView>?, _ identifier: String) {
    sources[identifier] = source
  }

  func dequeueOrMake(_ identifier: String) -> UITableViewHeaderFooterView? {
    let view = dequeue(identifier) ?? sources[identifier]?.make(identifier, for: table)
    view?.adopt(table.style, isHeader: !asksForFooter)
    return view
  }

  /// A new view of a registered class or nib, which no pool gets.
  func makeTemplate(_ identifier: String) -> UITableViewHeaderFooterView? {
    sources[identifier]?.make(identifier, for: table)
  }

  private func dequeue(_ identifier: String) -> UITableViewHeaderFooterView? {
    guard let view = views.dequeue(identifier) as? UITableViewHeaderFooterView else { return nil }
    view.leavePool()
    view.adoptTraits(table.traitCollection)
    view.prepareForReuse()
    return view
  }

  /// Makes a view idle that has left the screen and was reported.
  private func recycle(_ view: UIView, identifier: String?) {
    guard views.recycle(view, identifier: identifier) else { return }
    (view as? UITableViewHeaderFooterView)?.enterPool(of: table)
    if views.overflows { _ = views.evict() }
  }

  /// Makes a view idle that was made for a header or footer and is not shown.
  private func leaveUnused(_ view: UIView?) {
    guard let part = view as? UITableViewHeaderFooterView, part.superview == nil, !part.isIdle else { return }
    guard part.table == nil || part.table === table else { return }
    recycle(part, identifier: part.reuseIdentifier)
  }

  /// The app kept a view and returns it though it waits in a pool, of this table or another: it must not be handed out
  /// a second time.
  private func withdraw(_ part: UITableViewHeaderFooterView) {
    part.leavePool()
    guard let identifier = part.reuseIdentifier, let owner = part.table?.parts else { return }
    _ = owner.views.withdraw(part, identifier: identifier)
  }

  /// The table is lower by a factor and needs fewer views.
  func shrinkPool(to part: Double) {
    views.shrink(to: part, screenful: 8)
    _ = views.trim()
  }

  // MARK: The layout pass

  // The steps of a `RecyclingPass`; see there.

  /// Takes the views off whose headers and footers are not planned.
  func letLeave(_ tiles: ContiguousArray<TilePlan.PartTile>) {
    views.retain(tiles)
    endDisplayingLeaving()
  }

  /// Gives the view of a header or footer its place.
  func place(_ tile: TilePlan.PartTile, of table: UITableView) -> RecyclingPass.Answer {
    guard let view = views.view(at: tile.position) else { return .noView }
    place(view, at: tile, of: table)
    return .done
  }

  /// Has the delegate supply the view of a header or footer.
  func ask(_ tile: TilePlan.PartTile) -> RecyclingPass.Answer {
    let position = tile.position
    if let held = table.departures.takeBack(.part(position)) {
      views.place(held.view, at: position, identifier: held.identifier, isNew: false)
      place(held.view, at: tile, of: table)
      return .returned
    }
    supplied = make(position)
    return supplied == nil ? .noView : .done
  }

  /// Makes the view idle that was supplied while the rows changed.
  func discard() {
    leaveUnused(supplied)
    supplied = nil
  }

  /// Gives a header or footer the view that was supplied for it.
  func show(_ tile: TilePlan.PartTile, of table: UITableView) {
    guard let view = supplied else { return }
    supplied = nil
    let position = tile.position
    if view.superview === table { table.departures.cancel(view) }
    requireFree(view, for: position)
    let part = view as? UITableViewHeaderFooterView
    if let part, part.isIdle { withdraw(part) }
    let isNew = part?.show(in: table) ?? true
    part?.adopt(table.style, isHeader: position.part == .header)
    views.place(view, at: position, identifier: part?.reuseIdentifier, isNew: isNew)
    place(view, at: tile, of: table)
    table.app.willDisplay(view, as: position)
    insert(view)
  }

  /// Ends the program if the delegate returned a view that is in use.
  private func requireFree(_ view: UIView, for position: PartPosition) {
    let call = position.part == .header ? "viewForHeaderInSection" : "viewForFooterInSection"
    if let other = views.visible.first(where: { $0.view === view })?.position {
      tableMisuse(
        """
        tableView(_:\(call):) returned, for section \(position.section), the view that already is the \(other.part) of \
        section \(other.section); dequeue or make a view for each section
        """)
    }
    if let part = view as? UITableViewHeaderFooterView, let other = part.table, other !== table,
      part.superview === other
    {
      tableMisuse(
        """
        tableView(_:\(call):) returned, for section \(position.section), a view that another table shows; take views from \
        dequeueReusableHeaderFooterView of the table that asks
        """)
    }
  }

  /// Above the cells, below the scroll indicators.
  private func insert(_ view: UIView) {
    if let top = table.topCellIndex {
      table.insertSubview(view, at: top + 1)
    } else {
      table.insertSubview(view, at: table.bottomOfContent)
    }
  }

  /// Without view and title a plain header or footer has no height, unless the delegate gave it one.
  func dropEmpty(_ position: PartPosition) {
    guard table.style == .plain, !asksHeight(of: position.part) else { return }
    if setEmpty(position) != 0 { table.setNeedsTiling() }
  }

  /// Whatever frame the view came with, it gets the section's width and the tile's height.
  private func place(_ view: UIView, at tile: TilePlan.PartTile, of table: UITableView) {
    let frame = table.rowFrame(y: tile.y, height: tile.height)
    if view.frame != frame { view.frame = frame }
    if table.style == .plain { (view as? UITableViewHeaderFooterView)?.pin(tile.isPinned) }
  }

  // MARK: Leaving

  private func endDisplayingLeaving() {
    while let entry = views.nextLeaving() {
      if table.departures.isHolding {
        table.departures.add(entry, isGone: false)
        continue
      }
      if entry.view.presentation != nil { table.window?.application.animator.interrupt(entry.view) }
      entry.view.removeFromSuperview()
      didLeave(entry.view, entry.position, identifier: entry.identifier)
    }
  }

  /// Reports a header or footer that was taken off the table, and makes it idle; within a reload when the new counts
  /// are known.
  func didLeave(_ view: UIView, _ position: PartPosition, identifier: String?) {
    guard !table.work.holdsReports else {
      return table.work.hold { [unowned table] in table.parts.didLeave(view, position, identifier: identifier) }
    }
    table.app.didEndDisplaying(view, as: position)
    if view.superview == nil { recycle(view, identifier: identifier) }
  }

  // MARK: The table's own header and footer

  func setTableHeader(_ view: UIView?) { tableHeader = view }
  func setTableFooter(_ view: UIView?) { tableFooter = view }

  private func endViewChanged(from old: UIView?, to new: UIView?) {
    if old !== new {
      old?.removeFromSuperview()
      if let new { table.addSubview(new) }
    }
    table.setNeedsTiling()
  }

  /// The table's header and footer keep their heights and get its width.
  /// - Returns: whether the content size changed.
  @discardableResult
  func placeEndViews(of table: UITableView) -> Bool {
    let width = table.bounds.width
    if let view = tableHeader { set(view, CGRect(x: 0, y: 0, width: width, height: view.bounds.height)) }
    if let view = tableFooter {
      let top = table.contentTop + table.loader.totalHeight
      set(view, CGRect(x: 0, y: top, width: width, height: view.bounds.height))
    }
    return table.updateContentSize()
  }

  private func set(_ view: UIView, _ frame: CGRect) {
    if view.frame != frame { view.frame = frame }
  }

  override func checkInvariants() {
    views.checkInvariants()
    precondition(views.leaving.isEmpty, "a header or footer left the screen and was not reported")
    precondition(supplied == nil, "a header or footer was supplied, and is not shown")
    precondition(!asksForFooter, "the delegate is being asked for a footer, and the table is whole")
    for position in pending.keys {
      precondition(position.section < table.index.sectionCount, "a view waits for a section that does not exist")
    }
  }
}

extension SectionParts: RowFollower {
  func follow(_ plan: UpdatePlan) {
    var followed: [PartPosition: UIView] = [:]
    for (position, view) in pending {
      if let target = plan.newPosition(of: position) { followed[target] = view }
    }
    pending = followed
  }

  func moveViews(by plan: UpdatePlan) {
    views.remap { plan.newPosition(of: $0) }
    while let entry = views.nextLeaving() { table.departures.add(entry, isGone: true) }
  }

  /// Takes all headers and footers off the table.
  func reset() {
    pending.removeAll()
    views.retainNone()
    endDisplayingLeaving()
  }

  /// A load asks for the views anew: those of the counts before are not shown any more.
  func willLoad(keepsHeights: Bool) { pending.removeAll() }

  /// Lets go the views that have not been visible for long.
  func reloadDidEnd() {
    views.beginEpoch(screenful: 8)
    _ = views.trim()
  }

  func keepRows(existingIn index: RowHeightIndex) {}
}

extension UITableView {
  /// The view above a section's rows, if it is on screen and is a `UITableViewHeaderFooterView`.
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    parts.view(at: PartPosition(section: section, part: .header)) as? UITableViewHeaderFooterView
  }

  /// The view below a section's rows, if it is on screen and is a `UITableViewHeaderFooterView`.
  public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    parts.view(at: PartPosition(section: section, part: .footer)) as? UITableViewHeaderFooterView
  }
}
