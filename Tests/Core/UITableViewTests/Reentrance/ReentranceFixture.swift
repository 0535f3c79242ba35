import Foundation
import TestSupport

@testable import UIKitCore

/// A callback of the table's that may change the table.
enum Callback: String, CaseIterable, Sendable {
  case numberOfSections, numberOfRows
  case cellForRow, heightForRow, estimatedHeight, viewForHeader, titleForFooter
  case willDisplay, didEndDisplaying, willDisplayHeader, didEndDisplayingHeader, cellSizing
  case targetContentOffset, canEdit, moveRowProbe
  case cellLayout, didScroll, shouldHighlight, didHighlight, didUnhighlight
  case willSelect, didSelect, willDeselect, didDeselect
  case completion, interruptedCompletion, reloadedDidEndDisplaying
  case commit, prefetch, cancelPrefetch, contextMenu, willBeginEditing, didEndEditing
  case willBeginDragging, willEndDragging, didEndDragging, endDecelerating, endScrollingAnimation

  /// The data source is asked for counts: an update has no state it could start from.
  var isCounting: Bool { self == .numberOfSections || self == .numberOfRows }

  /// The callback comes within the table's work and outside of it, by what made the table ask.
  var isEither: Bool { [.canEdit, .moveRowProbe, .cellLayout, .didEndDisplayingHeader].contains(self) }

  /// The callback comes in the middle of the table's work, which goes by the rows as they were.
  var isWithinWork: Bool {
    switch self {
    case .cellForRow, .heightForRow, .estimatedHeight, .viewForHeader, .titleForFooter, .willDisplay, .didEndDisplaying,
      .willDisplayHeader, .didEndDisplayingHeader, .cellSizing, .targetContentOffset, .moveRowProbe:
      true
    default: isCounting
    }
  }
}

/// How the rows of a test's table get their heights.
enum SizingMode: Int, CaseIterable, Sendable {
  case uniform, asked, estimated, measured

  /// The delegate has methods for heights.
  var asksDelegate: Bool { self == .asked || self == .estimated }
}

/// A cell that shows a number and is as high as the number says.
final class NumberCell: UITableViewCell {
  var number = -1
  weak var hooks: ReentranceHooks?

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    hooks?.called(.cellSizing)
    return CGSize(width: size.width, height: ReentranceSource.height(number))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    hooks?.called(.cellLayout)
  }
}

/// Who is told of every callback.
@MainActor
final class ReentranceHooks {
  var onCall: ((Callback) -> Void)?
  func called(_ callback: Callback) { onCall?(callback) }

  /// Acts in the next call of one callback, in place of `onCall`, and in no later one.
  func onNext(_ callback: Callback, _ action: @escaping () -> Void) {
    onCall = { [unowned self] called in
      guard called == callback else { return }
      onCall = nil
      action()
    }
  }
}

/// Sections of numbers; the model is `sections`.
@MainActor
final class ReentranceSource: NSObject, UITableViewDataSource, UITableViewDataSourcePrefetching {
  var sections: [[Int]]
  /// The table asked about a section that is gone, or for the height of a row that is.
  private(set) var wasAskedBeyondEnd = false
  let hooks: ReentranceHooks
  private var next: Int

  init(_ counts: [Int], hooks: ReentranceHooks, first: Int) {
    next = first
    self.hooks = hooks
    sections = []
    super.init()
    for count in counts { sections.append((0..<count).map { _ in make() }) }
  }

  func make() -> Int {
    next += 1
    return next
  }

  static func height(_ number: Int) -> CGFloat { CGFloat(30 + number * 37 % 90) }

  /// The number of a row; -1 for one that the data do not have any more.
  func number(_ path: IndexPath) -> Int {
    sections.indices.contains(path.section) && sections[path.section].indices.contains(path.row)
      ? sections[path.section][path.row] : -1
  }

  /// A delegate is asked for a row's height, and has not changed anything yet.
  func heightIsAsked(_ path: IndexPath) { if number(path) < 0 { wasAskedBeyondEnd = true } }

  func numberOfSections(in tableView: UITableView) -> Int {
    hooks.called(.numberOfSections)
    return sections.count
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    hooks.called(.numberOfRows)
    return sections[section].count
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    hooks.called(.cellForRow)
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "number") as? NumberCell
      ?? NumberCell(style: .default, reuseIdentifier: "number")
    cell.number = number(path)
    cell.hooks = hooks
    return cell
  }

  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    hooks.called(.titleForFooter)
    if !sections.indices.contains(section) { wasAskedBeyondEnd = true }
    return section % 2 == 0 ? "footer" : nil
  }

  func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool {
    hooks.called(.canEdit)
    return true
  }

  func tableView(_ tableView: UITableView, commit style: UITableViewCell.EditingStyle, forRowAt path: IndexPath) {
    guard style == .delete, number(path) >= 0 else { return }
    hooks.called(.commit)
    // Unless the callback took the row away already.
    guard number(path) >= 0, !tableView.hasUncommittedUpdates, !tableView.mustEndPass else { return }
    guard tableView.dataSource === self else { return }
    sections[path.section].remove(at: path.row)
    tableView.deleteRows(at: [path], with: .left)
  }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to target: IndexPath) {
    if source == target { hooks.called(.moveRowProbe) }
  }

  func tableView(_ tableView: UITableView, prefetchRowsAt paths: [IndexPath]) { hooks.called(.prefetch) }
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
    hooks.called(.cancelPrefetch)
  }
}

/// The delegate's methods; which of them count is up to the subclass that conforms.
@MainActor
class ReentranceDelegateBase: NSObject {
  let hooks: ReentranceHooks
  private(set) var shown: Set<ObjectIdentifier> = []
  private(set) var pairingErrors: [String] = []
  var isReloading = false

  init(_ hooks: ReentranceHooks) { self.hooks = hooks }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    hooks.called(.viewForHeader)
    let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
    return view ?? UITableViewHeaderFooterView(reuseIdentifier: "header")
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt path: IndexPath) {
    if !shown.insert(ObjectIdentifier(cell)).inserted { pairingErrors.append("shown twice") }
    hooks.called(.willDisplay)
  }

  func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt path: IndexPath) {
    if shown.remove(ObjectIdentifier(cell)) == nil { pairingErrors.append("ended and never shown") }
    if cell.superview != nil { pairingErrors.append("ended and still there") }
    hooks.called(isReloading ? .reloadedDidEndDisplaying : .didEndDisplaying)
  }

  func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    hooks.called(.willDisplayHeader)
  }

  func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    hooks.called(.didEndDisplayingHeader)
  }

  func tableView(_ tableView: UITableView, targetContentOffsetForProposedContentOffset proposed: CGPoint) -> CGPoint {
    hooks.called(.targetContentOffset)
    return proposed
  }

  func tableView(_ tableView: UITableView, shouldHighlightRowAt path: IndexPath) -> Bool {
    hooks.called(.shouldHighlight)
    return true
  }

  func tableView(_ tableView: UITableView, didHighlightRowAt path: IndexPath) { hooks.called(.didHighlight) }
  func tableView(_ tableView: UITableView, didUnhighlightRowAt path: IndexPath) { hooks.called(.didUnhighlight) }

  func tableView(_ tableView: UITableView, willSelectRowAt path: IndexPath) -> IndexPath? {
    hooks.called(.willSelect)
    return path
  }

  func tableView(_ tableView: UITableView, didSelectRowAt path: IndexPath) { hooks.called(.didSelect) }

  func tableView(_ tableView: UITableView, willDeselectRowAt path: IndexPath) -> IndexPath? {
    hooks.called(.willDeselect)
    return path
  }

  func tableView(_ tableView: UITableView, didDeselectRowAt path: IndexPath) { hooks.called(.didDeselect) }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt path: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    hooks.called(.contextMenu)
    return nil
  }

  func tableView(_ tableView: UITableView, willBeginEditingRowAt path: IndexPath) { hooks.called(.willBeginEditing) }
  func tableView(_ tableView: UITableView, didEndEditingRowAt path: IndexPath?) { hooks.called(.didEndEditing) }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { hooks.called(.didScroll) }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { hooks.called(.willBeginDragging) }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    hooks.called(.willEndDragging)
  }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) { hooks.called(.didEndDragging) }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { hooks.called(.endDecelerating) }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { hooks.called(.endScrollingAnimation) }
}

/// Has no methods for heights: rows have one height, or their cells are asked.
final class CellSizedDelegate: ReentranceDelegateBase, UITableViewDelegate {}

/// Is asked for heights and for estimates.
final class HeightDelegate: ReentranceDelegateBase, UITableViewDelegate {
  weak var source: ReentranceSource?

  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    source?.heightIsAsked(path)
    hooks.called(.heightForRow)
    return ReentranceSource.height(source?.number(path) ?? 0)
  }
}

/// The same with estimates of its own.
final class EstimatingDelegate: ReentranceDelegateBase, UITableViewDelegate {
  weak var source: ReentranceSource?

  func tableView(_ tableView: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
    source?.heightIsAsked(path)
    hooks.called(.heightForRow)
    return ReentranceSource.height(source?.number(path) ?? 0)
  }

  func tableView(_ tableView: UITableView, estimatedHeightForRowAt path: IndexPath) -> CGFloat {
    hooks.called(.estimatedHeight)
    return 50
  }
}

/// A table whose every callback can change it, and its data as the model.
@MainActor
final class ReentranceFixture {
  let app = TestApplication(size: CGSize(width: 300, height: 400))
  let table: UITableView
  let hooks = ReentranceHooks()
  let mode: SizingMode
  private(set) var source: ReentranceSource
  let delegate: ReentranceDelegateBase & UITableViewDelegate
  /// Blocks that a callback opened and left open.
  var openBlocks = 0
  private var sources = 1

  init(_ mode: SizingMode, style: UITableView.Style = .plain) {
    self.mode = mode
    source = ReentranceSource([30, 0, 40, 25], hooks: hooks, first: 0)
    table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), style: style)
    switch mode {
    case .uniform, .measured: delegate = CellSizedDelegate(hooks)
    case .asked: delegate = HeightDelegate(hooks)
    case .estimated: delegate = EstimatingDelegate(hooks)
    }
    if mode == .uniform { table.rowHeight = 44 }
    table.separatorStyle = .none
    tellSource()
    table.dataSource = source
    table.delegate = delegate
    table.prefetchDataSource = source
    app.window.addSubview(table)
    app.frame()
  }

  private func tellSource() {
    (delegate as? HeightDelegate)?.source = source
    (delegate as? EstimatingDelegate)?.source = source
  }

  var rowCount: Int { source.sections.reduce(0) { $0 + $1.count } }
  /// Rows by the table's own reckoning.
  var knownRowCount: Int { (0..<table.index.sectionCount).reduce(0) { $0 + table.index.rowCount(inSection: $1) } }

  /// A row of the data in the section with the most.
  var somePath: IndexPath? {
    guard let section = source.sections.indices.max(by: { source.sections[$0].count < source.sections[$1].count }),
      !source.sections[section].isEmpty
    else { return nil }
    return IndexPath(row: source.sections[section].count / 2, section: section)
  }

  /// A row that table and data both have.
  var knownPath: IndexPath? {
    guard table.dataSource === source, let path = somePath, path.section < table.index.sectionCount,
      path.row < table.index.rowCount(inSection: path.section)
    else { return nil }
    return path
  }

  /// Takes a row away and puts two at the top of the table, in data and table.
  func batch(_ completion: ((Bool) -> Void)? = nil) {
    table.performBatchUpdates(
      { [self] in
        guard let path = somePath, path.section > 0 || path.row > 0 else { return }
        source.sections[path.section].remove(at: path.row)
        let first = [source.make(), source.make()]
        source.sections[0].insert(contentsOf: first, at: 0)
        table.deleteRows(at: [path], with: .fade)
        table.insertRows(at: [IndexPath(row: 0, section: 0), IndexPath(row: 1, section: 0)], with: .top)
      }, completion: completion)
  }

  /// Takes a row on screen away, which is animated.
  func deleteVisible(_ completion: @escaping (Bool) -> Void) {
    guard table.dataSource === source, let path = table.indexPathsForVisibleRows?.dropFirst().first,
      source.number(path) >= 0, !table.hasUncommittedUpdates
    else { return }
    table.performBatchUpdates(
      { [self] in
        source.sections[path.section].remove(at: path.row)
        table.deleteRows(at: [path], with: .fade)
      }, completion: completion)
  }

  /// The data are exchanged, and the table told.
  func reload() {
    source.sections[0].insert(source.make(), at: 0)
    delegate.isReloading = true
    table.reloadData()
    delegate.isReloading = false
  }

  func exchangeSource() {
    sources += 1
    source = ReentranceSource([12, 33], hooks: hooks, first: sources * 1000)
    tellSource()
    table.dataSource = source
    table.prefetchDataSource = source
  }

  func openBlock() {
    table.beginUpdates()
    openBlocks += 1
    source.sections[0].insert(source.make(), at: 0)
    table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
  }

  /// Undoes what a change left half done: closes blocks, puts the table into the window, gives it data.
  func recover() {
    while openBlocks > 0 {
      openBlocks -= 1
      table.endUpdates()
    }
    if table.window == nil { app.window.addSubview(table) }
    if table.dataSource == nil { exchangeSource() }
  }

  /// What is wrong with the table, compared with the data; nil when nothing is.
  func fault() -> String? {
    table.checkInvariants()
    guard !table.hasUncommittedUpdates else { return "an update still waits" }
    guard !source.wasAskedBeyondEnd else { return "the table asked about a section or a row that is gone" }
    let counts = (0..<table.index.sectionCount).map { table.index.rowCount(inSection: $0) }
    guard counts == source.sections.map(\.count) else { return "the table has \(counts) rows" }
    for entry in table.cells.visible {
      let number = source.number(IndexPath(entry.position))
      guard let cell = entry.view as? NumberCell, cell.number == number else {
        return "\(entry.position) shows \((entry.view as? NumberCell)?.number ?? -2) instead of \(number)"
      }
      let height = mode == .uniform ? 44 : ReentranceSource.height(number)
      guard cell.frame.height == height else { return "\(number) is \(cell.frame.height) high instead of \(height)" }
    }
    if table.cells.visible.isEmpty, table.indexPathsForRows(in: table.bounds)?.isEmpty == false {
      return "nothing is shown"
    }
    let overshoot = table.verticalExtent.overshoot(of: table.contentOffset.y)
    guard overshoot == 0 else { return "the offset is \(overshoot) out of range" }
    guard table.departures.all.isEmpty, !table.departures.isAnimating else {
      return "views are on their way out"
    }
    if let error = delegate.pairingErrors.first { return "a cell was \(error)" }
    guard delegate.shown == Set(table.cells.visible.map { ObjectIdentifier($0.view) }) else {
      return "the delegate knows of other cells than those on screen"
    }
    return nil
  }
}
