import Foundation
import TableModel

/// Turning estimates into heights as they come on screen, with what is seen staying where it is.
extension UITableView {
  /// Asks for the heights of visible rows, headers and footers that were only estimated, each once; of rows the cell
  /// first.
  ///
  /// The first row wholly on screen stays where it is: a change above it moves the offset along. A row that is
  /// being scrolled to comes first and keeps its place instead; see `ScrollAnchor`.
  func measureVisible() {
    guard plan.hasEstimates else { return }
    // At the top the offset stays, and an update has chosen what keeps its place.
    let holds = !updates.isCommitting && !anchor.isAtTop
    var steady = holds ? firstSteadyRow : nil
    while let next = nextEstimate() {
      if case .row(let tile) = next, cells.view(at: tile.position) == nil {
        guard mayBindAnotherRow() else { break }
        bind(tile)
      }
      if mustEndPass { return }
      indicators.beginTrail()
      let mark = anchor.mark(steady)
      measure(next)
      if mustEndPass { return }
      anchor.restore(mark)
      if steady == nil, holds, case .row(let tile) = next { steady = tile.position }
      updatePlan(currentViewport)
    }
    work.note(.placing)
    learnEstimate()
    cells.retain(plan.rows)
    endDisplayingLeavingCells()
  }

  /// Something visible without a height of its own.
  private enum Estimated {
    case row(TilePlan.Tile)
    case part(section: Int, SectionPart)
  }

  private func nextEstimate() -> Estimated? {
    if let row = anchor.rowToPlace, !index.isMeasured(row: row.row, inSection: row.section),
      let tile = plan.rows.first(where: { $0.position == row })
    {
      return .row(tile)
    }
    if let tile = plan.firstEstimated { return .row(tile) }
    return plan.firstEstimatedPart.map { .part(section: $0.section, $0.part) }
  }

  private func measure(_ next: Estimated) {
    switch next {
    case .row(let tile): _ = measure(tile.position)
    case .part(let section, let part): _ = measure(part, ofSection: section)
    }
  }

  /// The first row wholly on screen among those that were there before, else the first of them.
  private var firstSteadyRow: RowPosition? {
    let top = currentViewport.pinTop
    for tile in plan.rows where tile.y >= top && cells.view(at: tile.position) != nil { return tile.position }
    return cells.visible.first?.position
  }

  // MARK: The guess

  /// Sections whose rows get a new guess in one pass.
  private static let guessesPerPass = 256

  /// Tells unmeasured rows a better guess once it is worth it, some sections in each pass.
  private func learnEstimate() {
    guard estimatedRowHeight < 0, tableDelegate == nil || missing.contains(.estimatedRowHeight) else { return }
    if sizing.guess.review(present: presumedRowHeight) { sizing.guessedSections = 0 }
    guard sizing.guessedSections < index.sectionCount, let guess = sizing.guess.value else { return }
    let mark = anchor.mark(cells.visible.first?.position)
    let end = min(sizing.guessedSections + Self.guessesPerPass, index.sectionCount)
    for section in sizing.guessedSections..<end { index.setEstimate(guess, inSection: section) }
    sizing.guessedSections = end
    if !anchor.restore(mark) { updateContentSize() }
    updatePlan(currentViewport)
  }

  // MARK: Another width

  /// What was measured for another width, or at another scale, counts as an estimate again. The first row wholly on
  /// screen keeps its place.
  func forgetOutdatedHeights() {
    work.settle(.measuring)
    guard !needsLoad else { return }
    let mark = anchor.isAtTop ? nil : anchor.mark(firstRowShownLast)
    index.forgetParts()
    switch rowSizing {
    case .uniform: break
    case .asked, .measured:
      if !usesEstimates {
        loadRowHeights()
      } else if tableDelegate != nil, !missing.contains(.estimatedRowHeight) {
        index.forgetMeasurements()
      } else {
        let height = presumedRowHeight
        for section in 0..<index.sectionCount {
          index.setHeight(
            height, ofRows: 0..<index.rowCount(inSection: section), inSection: section, isMeasured: false)
        }
        // What is on screen is a better guess than the mean, and its cells stay.
        for tile in plan.rows where index.contains(tile.position) {
          let row = tile.position.row
          index.setHeight(tile.height, ofRows: row..<(row + 1), inSection: tile.position.section, isMeasured: false)
        }
      }
    }
    setNeedsTiling()
    if !anchor.restore(mark) { updateContentSize() }
  }

  /// Of the rows shown last, which a reload may have taken away since.
  private var firstRowShownLast: RowPosition? {
    let top = bounds.minY + adjustedContentInset.top
    let left = plan.rows.lazy.filter { self.index.contains($0.position) }
    return (left.first { $0.y >= top } ?? left.first)?.position
  }
}
