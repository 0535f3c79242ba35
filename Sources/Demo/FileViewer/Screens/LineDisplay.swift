import DemoParts
import UIKit

/// The way in which rows show their lines, wrapped, or cut and moved sideways, and bring places in them into view.
///
/// A long line that is cut is one row, which has the two pieces at its left edge; wrapped each of its pieces is a row.
@MainActor
final class LineDisplay {
  /// Scrolls cut lines sideways.
  let view: SidewaysView
  /// Whether long lines go on in further lines of their row, instead of being cut.
  private(set) var wraps = false
  /// Called when lines in sight were prepared that stood for others until then: their rows are to be shown again.
  var onLines: (() -> Void)?

  private let preparer: LinePreparer
  private let allowance = GlyphAllowance()
  private let file: IndexedFile
  private let tableView: FileTableView
  private let finder: FileFinder
  private let highlighters: Highlighters
  private let marker: LineMarker
  /// The place that is to be in sight as soon as it was read: a unit of a long line, or the first hit of another one.
  private var revealed: (part: LinePart, unit: Int?)?
  /// The line whose end is to be in sight as soon as it was read and prepared.
  private var awaitedEnd: LinePart?
  /// The hit in a long line that was shown last.
  private var shownHit: (part: LinePart, unit: Int)?
  /// The line, or piece of one, that keeps its place while filters change, until the user scrolls: its distance from the
  /// upper edge, and the offset that was set for it.
  private var held: (part: LinePart, distance: CGFloat, offset: CGFloat)?

  /// Points by which an arrow key moves lines.
  private static let step: CGFloat = 120
  private static var column: CGFloat { FileLineCell.widths.column }

  init(
    _ file: IndexedFile, _ tableView: FileTableView, _ finder: FileFinder, _ marker: LineMarker,
    _ highlighters: Highlighters
  ) {
    (self.file, self.tableView, self.finder, self.marker) = (file, tableView, finder, marker)
    self.highlighters = highlighters
    view = SidewaysView(tableView)
    preparer = LinePreparer(file.makeLane("lines"))
    view.onScroll = { [weak self] in self?.didScrollSideways() }
    preparer.onChange = { [weak self] in self?.onLines?() }
    marker.onEdge = { [weak self] in self?.view.move(by: $0) }
    fitRows()
  }

  private var rows: LineRows { tableView.rows }
  /// The unit of a long line that is at the left edge.
  private var firstUnit: Int { Int(whole: view.sideways / Self.column, or: 0) }
  /// Points beside lines: the gutter, and space.
  private var sideRoom: CGFloat { FileLineCell.gutterWidth(digits: rows.digits) + 40 }

  /// Text has another size.
  func textSizeDidChange() {
    allowance.forget()
    if !wraps { fitRows() }
  }

  /// Rows are as high as their text.
  func fitRows() { tableView.rowHeight = wraps ? UITableView.automaticDimension : FileLineCell.height }

  /// Wraps lines, or cuts them. The table is to be told of its rows then.
  func toggleWrapping() {
    wraps.toggle()
    file.cellLimit = (wraps ? LineText.longestLimit : LineText.limit) + LineText.slack
    view.reset()
    fitRows()
  }

  /// - Returns: whether the key moves lines sideways.
  func take(_ key: UIKey, at row: Int?) -> Bool {
    let held = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    guard !wraps else { return false }
    awaitedEnd = nil
    switch key.keyCode {
    case .keyboardLeftArrow where held.isEmpty: view.move(by: -Self.step)
    case .keyboardRightArrow where held.isEmpty: view.move(by: Self.step)
    case .keyboardLeftArrow where held == .control: view.move(to: 0)
    case .keyboardRightArrow where held == .control: if let row { showEnd(ofRow: row) }
    default: return false
    }
    return true
  }

  private func showEnd(ofRow row: Int) {
    let path = IndexPath(row: row, section: 0)
    guard let part = rows.part(atRow: row), let cell = tableView.cellForRow(at: path) as? FileLineCell else { return }
    let long = rows.longLine(part.line)
    if long == nil, file.content(of: part)?.cell.isCut == true {
      file.cellLimit = LineText.longestLimit + LineText.slack
      tableView.reconfigureRows(at: [path])
      tableView.layoutIfNeeded()
    }
    // How wide the last piece is, is known once it was in sight.
    for _ in 0..<2 {
      view.move(to: cell.textWidth(of: long) + sideRoom - view.bounds.width)
      tableView.layoutIfNeeded()
    }
    awaitedEnd = cell.isWaiting || cell.isProvisional ? part : nil
  }

  // MARK: Rows

  /// The part of a line that is at the left edge: a piece of a long one.
  func firstPart(ofRow row: Int) -> LinePart? {
    rows.part(atRow: row).map { wraps || $0.line < 0 ? $0 : rows.part(of: $0.line, at: firstUnit) }
  }

  /// Shows in a cell what its row shows.
  func show(_ part: LinePart, in cell: FileLineCell, isBookmarked: Bool) {
    let isFurther = part.piece.map { $0.number > 0 } == true
    let long = wraps ? nil : rows.longLine(part.line)
    let parts = long?.pieces(at: firstUnit).map { LinePart(line: part.line, piece: $0) } ?? [part]
    cell.show(
      parts.map(content), number: isFurther ? "\u{2026}" : String(part.line + 1), isBookmarked: isBookmarked,
      digits: rows.digits, wraps: wraps, sideways: view.sideways, allowance, highlighters)
    if !wraps { view.makeRoom(for: cell.textWidth(of: long) + sideRoom) }
  }

  /// A line as it is shown, or a piece of it, with the places of hits and marks.
  private func content(of part: LinePart) -> FileLineCell.Content {
    guard let content = file.content(of: part) else { return FileLineCell.Content(piece: part.piece) }
    let units = marker.part(of: part.line)
    let isHit = finder.found?.contains(part.line) == true
    let request = LineRequest(
      content: content, hits: isHit ? finder.places(in: content, of: part.line) : [],
      marked: units.map { content.bytes(of: $0) },
      width: wraps ? FileLineCell.lineWidth(inRow: tableView.bounds.width, digits: rows.digits) : nil,
      pointSize: FileLineCell.widths.font.pointSize)
    let (line, isFinal) = preparer.line(request, of: part)
    return FileLineCell.Content(
      text: line?.text, wrapped: line?.wrapped, byteCount: content.cell.bytes.count, isProvisional: !isFinal,
      hits: line?.hits ?? [], marked: line?.marked, level: line?.level, isWhollyMarked: units == 0..<Int.max,
      piece: part.piece)
  }

  /// Cells move their lines, of which more bytes, or other pieces, are read the further one goes.
  private func didScrollSideways() {
    guard !wraps else { return }
    let sideways = view.sideways
    let characters = Int(whole: (sideways + 2 * view.bounds.width) / Self.column, or: LineText.longestLimit)
    var limit = LineText.limit
    while limit < 2 * characters, limit < LineText.longestLimit, sideways > 0 { limit *= 2 }
    let isHigher = file.cellLimit < limit + LineText.slack
    if isHigher { file.cellLimit = limit + LineText.slack }
    var others: [IndexPath] = []
    for case let cell as FileLineCell in tableView.visibleCells {
      cell.sideways = sideways
      let isOther = cell.piece.map { !$0.isFirst(at: firstUnit) } ?? isHigher
      if isOther, let path = tableView.indexPath(for: cell) { others.append(path) }
    }
    if !others.isEmpty { tableView.reconfigureRows(at: others) }
  }

  /// Of lines that are higher than the window other parts come in sight.
  func didScroll() {
    guard wraps else { return }
    for case let cell as FileLineCell in tableView.visibleCells where cell.isTall { cell.setNeedsLayout() }
  }

  // MARK: Places

  /// Rows were read, or prepared.
  func cellsCame() {
    if let revealed { reveal(revealed.part, at: revealed.unit) }
    if let awaitedEnd { showEnd(ofRow: rows.row(of: awaitedEnd)) }
  }

  /// Brings a piece of a long line in sight that is one row.
  func showPiece(_ part: LinePart) {
    (revealed, shownHit) = (nil, nil)
    guard !wraps, let piece = part.piece, rows.part(of: part.line, at: firstUnit) != part else { return }
    view.move(to: CGFloat(piece.start) * Self.column)
  }

  /// Brings a hit in sight, once it was read.
  /// - Parameter unit: of a long line, where the hit begins; nil for the first hit of a row.
  func reveal(_ part: LinePart, at unit: Int?) {
    let path = IndexPath(row: rows.row(of: part), section: 0)
    (revealed, shownHit) = (nil, unit.map { (part, $0) })
    if !wraps, let unit, let long = rows.longLine(part.line),
      !long.pieces(at: firstUnit).contains(where: { $0 == part.piece })
    {
      view.move(to: CGFloat(unit) * Self.column - view.bounds.width / 3)
    }
    // A row that was on screen before shows hits of before.
    tableView.reconfigureRows(at: [path])
    tableView.layoutIfNeeded()
    guard let cell = tableView.cellForRow(at: path) as? FileLineCell else { return }
    if cell.isWaiting || cell.isProvisional { revealed = (part, unit) }
    guard let content = file.content(of: part) else { return }
    let place = unit.flatMap { content.text(marking: [content.bytes(of: $0..<$0 + 1)]).marked.first?.location }
    if wraps {
      guard let top = place.map({ cell.lineTop(of: $0) }) ?? cell.topOfFirstHit else { return }
      let (y, height, offset) = (cell.frame.minY + top, tableView.bounds.height, tableView.contentOffset.y)
      guard y < offset || y > offset + height - FileLineCell.height else { return }
      tableView.contentOffset.y = max(0, min(y - height / 3, tableView.contentSize.height - height))
    } else if unit == nil, !cell.hasHits, content.cell.isCut, file.cellLimit < LineText.longestLimit {
      // The hit is behind what was read of the line.
      file.cellLimit = min(8 * file.cellLimit, LineText.longestLimit + LineText.slack)
      reveal(part, at: nil)
    } else if let sideways = cell.sideways(showing: place, in: part.piece) {
      view.move(to: sideways)
    }
  }

  // MARK: Holding a line

  private func top(of part: LinePart) -> CGFloat {
    tableView.rectForRow(at: IndexPath(row: rows.row(of: part), section: 0)).minY
  }

  /// Whether a line is held, and still in its place.
  var isHolding: Bool { held?.offset == tableView.contentOffset.y }

  /// Holds the line that is held already, where it is still in its place, or else another one.
  func hold(_ part: LinePart) {
    let offset = tableView.contentOffset.y
    if !isHolding, rows.count > 0 { held = (part, top(of: part) - offset, offset) }
  }

  func letGo() { held = nil }

  /// Scrolls so that the line that is held, or the first behind it that is shown, is as far below the upper edge as before.
  /// - Parameter offset: of the table before its rows became others; where the user has scrolled since the line was put
  ///   there it is not held any more.
  func restoreHeldLine(from offset: CGFloat) {
    guard let held, held.offset == offset else { return }
    if rows.count > 0 {
      let most = max(0, tableView.contentSize.height - tableView.bounds.height)
      tableView.contentOffset.y = min(max(0, top(of: held.part) - held.distance), most)
    }
    self.held?.offset = tableView.contentOffset.y
  }

  // MARK: Hits

  /// Looks for the next hit in a long line, or the one before: from the one that was shown last, or the edge of what is in
  /// sight.
  /// - Parameter then: gets the unit where the hit begins; nil where the line has no other.
  func findHit(
    in line: LongLine, from part: LinePart, isForward: Bool, then: @escaping @MainActor (Int?) -> Void
  ) {
    var unit = part.piece?.start ?? 0
    if !wraps { unit = max(unit, firstUnit) }
    let edge = isForward ? (unit > 0 ? unit - 1 : nil) : unit
    let isShown = shownHit.map { $0.part.line == part.line && (!wraps || $0.part == part) } == true
    finder.findHit(in: line, from: isShown ? shownHit?.unit : edge, isForward: isForward, then: then)
  }
}
