import Foundation
import TableModel

/// Turning estimates into heights as they come on screen, with what is seen staying where it is.
extension UITableView {
  /// Asks for the heights of visible rows, headers and footers that were only estimated, each once; of rows the cell
  /// first.
  ///
  /// The first row wholly on screen stays where it is: a change above it moves the offset along. A row that is
  /// being scrolled to comes first and keeps its place instead.
  func measureVisible() {
    guard plan.hasEstimates else { return }
    // At the top the offset stays, and an update has chosen what keeps its place.
    let holds = !updates.isCommitting && contentOffset.y > verticalExtent.lowest
    var anchor = holds ? measuringAnchor : nil
    while let next = nextEstimate() {
      if case .row(let tile) = next, cells.view(at: tile.position) == nil {
        guard mayBindAnotherRow() else { break }
        bind(tile)
      }
      if mustEndPass { return }
      beginIndicatorTrail()
      let moved = measure(next)
      if mustEndPass { return }
      if aimsAtRow {
        takeAim()
      } else if let moved, moved != 0, let anchor, isAbove(next, anchor) {
        shiftOffset(by: moved)
      }
      if anchor == nil, holds, case .row(let tile) = next { anchor = tile.position }
      updatePlan(currentViewport)
    }
    needsPlacing = true
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
    if aimsAtRow, let aim = sizing.aim, !index.isMeasured(row: aim.position.row, inSection: aim.position.section),
      let tile = plan.rows.first(where: { $0.position == aim.position })
    {
      return .row(tile)
    }
    if let tile = plan.firstEstimated { return .row(tile) }
    return plan.firstEstimatedPart.map { .part(section: $0.section, $0.part) }
  }

  private func measure(_ next: Estimated) -> Double? {
    switch next {
    case .row(let tile): measure(tile.position)
    case .part(let section, let part): measure(part, ofSection: section)
    }
  }

  private func isAbove(_ estimated: Estimated, _ row: RowPosition) -> Bool {
    switch estimated {
    case .row(let tile): tile.position < row
    case .part(let section, .header): section <= row.section
    case .part(let section, .footer): section < row.section
    }
  }

  /// The first row wholly on screen among those that were there before, else the first of them.
  private var measuringAnchor: RowPosition? {
    let top = currentViewport.pinTop
    for tile in plan.rows where tile.y >= top && cells.view(at: tile.position) != nil { return tile.position }
    return cells.visible.first?.position
  }

  /// Moves content and offset together.
  private func shiftOffset(by points: Double) {
    let lands = landsInRange
    // The content is long enough for the offset at every step: what rests is not clamped and then shifted besides.
    if points > 0 { updateContentSize() }
    shiftContentOffset(by: CGPoint(x: 0, y: points))
    sizing.aim?.offset += points
    sizing.hold?.offset += points
    if points <= 0 { updateContentSize() }
    shiftDepartures(by: points)
    if lands { landInRange() }
  }

  // MARK: The guess

  /// Sections whose rows get a new guess in one pass.
  private static let guessesPerPass = 256

  /// Tells unmeasured rows a better guess once it is worth it, some sections in each pass.
  private func learnEstimate() {
    guard estimatedRowHeight < 0, tableDelegate == nil || missing.contains(.estimatedRowHeight) else { return }
    if sizing.guess.review(present: presumedRowHeight) { sizing.guessedSections = 0 }
    guard sizing.guessedSections < index.sectionCount, let guess = sizing.guess.value else { return }
    let first = cells.visible.first?.position
    func top() -> Double { first.map { index.band(ofRow: $0.row, inSection: $0.section).top } ?? 0 }
    let before = top()
    let end = min(sizing.guessedSections + Self.guessesPerPass, index.sectionCount)
    for section in sizing.guessedSections..<end { index.setEstimate(guess, inSection: section) }
    sizing.guessedSections = end
    let moved = top() - before
    if aimsAtRow {
      takeAim()
    } else if moved != 0 {
      shiftOffset(by: moved)
    } else {
      updateContentSize()
    }
    updatePlan(currentViewport)
  }

  // MARK: Another width

  /// What was measured for another width, or at another scale, counts as an estimate again. The first row wholly on
  /// screen keeps its place.
  func forgetOutdatedHeights() {
    sizing.isOutdated = false
    guard !needsLoad else { return }
    let anchor = contentOffset.y > verticalExtent.lowest ? outdatedAnchor : nil
    func top() -> Double { anchor.map { index.band(ofRow: $0.row, inSection: $0.section).top } ?? 0 }
    let before = top()
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
        for tile in plan.rows where exists(tile.position) {
          let row = tile.position.row
          index.setHeight(tile.height, ofRows: row..<(row + 1), inSection: tile.position.section, isMeasured: false)
        }
      }
    }
    setNeedsTiling()
    let moved = top() - before
    if moved != 0 { shiftOffset(by: moved) } else { updateContentSize() }
  }

  /// Of the rows shown last, which a reload may have taken away since.
  private var outdatedAnchor: RowPosition? {
    let top = bounds.minY + adjustedContentInset.top
    let left = plan.rows.lazy.filter { self.exists($0.position) }
    return (left.first { $0.y >= top } ?? left.first)?.position
  }
}
