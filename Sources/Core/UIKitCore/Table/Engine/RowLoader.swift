import Foundation
import TableModel

/// Knows how many rows there are and how high they are: asks data source and delegate, and keeps the answers in a
/// `RowHeightIndex`.
///
/// Counts are asked when they are due and needed (`loadIfNeeded`), heights when the table loads or, with estimates,
/// when the rows come on screen (`measure`). `TableWork` keeps the changes a callback makes to the table meanwhile:
/// after each answer the loader checks whether the row it asked about is still the same.
///
/// The index of heights is exempt from the run time's check for overlapping access (10 checks a warm frame).
@MainActor
final class RowLoader: TableFacet {
  /// How rows get their heights.
  enum RowSizing {
    /// All have `rowHeight`, or that of a usual row.
    case uniform
    /// The delegate is asked for each.
    case asked
    /// Their cells are.
    case measured
  }

  /// The counts and heights of the last load and the updates since. Lent: a copy counts a dozen references.
  private(set) var index: RowHeightIndex {
    _read { yield storedIndex }
    _modify {
      defer { knownHeight = nil }
      yield &storedIndex
    }
  }
  @exclusivity(unchecked) private var storedIndex = RowHeightIndex()
  /// The heights of all rows, headers and footers, in points, kept since the index last changed: several questions a frame.
  var totalHeight: Double {
    if let knownHeight { return knownHeight }
    let height = storedIndex.totalHeight
    knownHeight = height
    return height
  }
  private var knownHeight: Double?
  /// The counts were asked since the data source was set.
  private(set) var hasCounts = false
  /// Some header or footer sizes itself.
  private(set) var hasSizedParts = false
  /// The cell of some row was asked for the row's height.
  private(set) var hasSizedRows = false
  /// The table's own guess at rows.
  private var guess = HeightEstimate()
  /// The section whose unmeasured rows get the newest guess next; those before have it.
  private var guessedSections = Int.max
  /// A callback changed the rows while heights were being asked that come with the rows, without estimates: the next
  /// update asks for all.
  private var owesHeights = false
  /// See `nextLoad(keepsHeights:)`.
  private var keepsHeights = false
  /// A callback changed the rows before the surroundings of sections that came were asked: the next update asks for
  /// all.
  private var owesSurroundings = false

  // MARK: Reload

  /// Forgets all rows and loads anew; within other work of the table at its end.
  func reload() {
    let table = table
    guard table.work.mayLayOut else {
      table.work.note(.reload)
      keepsHeights = false
      table.setNeedsLoad()
      return
    }
    // Whatever is asked for until the counts are known is covered by them.
    let outer = table.work.begin(.loading)
    defer { table.work.end(outer) }
    table.work.settle(.exchange)
    table.work.holdReports()
    for follower in table.followers { follower.reset() }
    table.indicators.dropTrail()
    let reports = table.work.takeReports()
    table.work.settle(.reload)
    load()
    table.work.becomeWhole()
    for report in reports { report() }
    for follower in table.followers { follower.reloadDidEnd() }
  }

  /// Whether the load that comes next leaves heights kept by index path with the rows of these paths.
  func nextLoad(keepsHeights: Bool) { self.keepsHeights = keepsHeights }

  /// Another data source was set: what was asked of the former one is not known of it.
  func dataSourceWasExchanged() { hasCounts = false }

  // MARK: Loading

  /// Asks for the counts if they are due. Visible cells whose rows still exist keep them.
  func loadIfNeeded() {
    let table = table
    guard table.work.isDue(.counts), table.work.mayLayOut else { return }
    // A batch that waits goes from the old counts.
    if table.work.isDue(.batch) { reload() } else { load() }
  }

  private func load() {
    let table = table
    // Updates and reloads its callbacks ask for wait for its end.
    let outer = table.work.begin(.loading)
    defer { table.work.end(outer) }
    table.work.settle(.counts)
    for follower in table.followers { follower.willLoad(keepsHeights: keepsHeights) }
    keepsHeights = false
    table.setNeedsTiling()
    // Callbacks that changed the data: what was asked since then belongs to other rows.
    defer { if table.work.isDue(.update) { table.work.note(.reload) } }
    index = RowHeightIndex()
    if let counts = askCounts() {
      loadSections(counts)
      for follower in table.followers { follower.countsDidLoad(index) }
      if !table.mustEndPass { loadRowHeights() }
    }
    for follower in table.followers { follower.heightsDidLoad() }
    for follower in table.followers { follower.keepRows(existingIn: index) }
    // Else another load follows.
    if !table.mustEndPass { for follower in table.followers { follower.didLoad() } }
  }

  /// Asks for the number of rows of each section; nil without data source.
  func askCounts() -> ContiguousArray<Int>? {
    guard table.app.hasDataSource else { return nil }
    hasCounts = true
    return table.app.rowCounts()
  }

  private func loadSections(_ rowCounts: ContiguousArray<Int>) {
    hasSizedParts = false
    hasSizedRows = false
    owesSurroundings = false
    guessedSections = .max
    let height = presumedRowHeight
    let isFinal = rowSizing == .uniform
    for section in 0..<rowCounts.count {
      let around = table.mustEndPass ? .none : table.parts.surroundings(ofSection: section)
      if around.hasEstimates { hasSizedParts = true }
      index.insertSection(
        .init(
          rows: rowCounts[section], rowHeight: height, isMeasured: isFinal, topPadding: around.padding,
          header: around.header.height, footer: around.footer.height, isHeaderMeasured: around.header.isMeasured,
          isFooterMeasured: around.footer.isMeasured), at: section)
    }
  }

  // MARK: How rows get their heights

  /// Counts on the delegate until it turned out not to give heights.
  var rowSizing: RowSizing {
    if table.app.mayHave(.rowHeight) { return .asked }
    return table.rowHeight < 0 && usesEstimates ? .measured : .uniform
  }

  /// Whether rows count with estimates until they come on screen. Without, none sizes itself.
  private var usesEstimates: Bool { table.estimatedRowHeight != 0 || hasDelegateEstimates }

  private var hasDelegateEstimates: Bool { table.app.mayHave(.estimatedRowHeight) }

  /// The estimated height of a row before it is measured or asked about, in points.
  private var presumedRowHeight: Double {
    guard rowSizing != .uniform else { return table.usualRowHeight }
    if table.estimatedRowHeight > 0 { return table.estimatedRowHeight }
    return (table.estimatedRowHeight < 0 ? guess.value : nil) ?? table.usualRowHeight
  }

  /// The app chose other heights: what was learned belongs to the former ones.
  func heightsWereChosen() { guess = HeightEstimate() }

  /// Whether the rows are those of the present data source.
  var hasRowsOfSource: Bool { hasCounts && !table.work.isDue(.exchange) }

  // MARK: Asking for rows

  /// Asks the delegate for estimates, or for heights where estimates are switched off. All rows count with
  /// `presumedRowHeight` before.
  private func loadRowHeights() {
    owesHeights = false
    let app = table.app
    guard app.hasDelegate, let first = firstRow else { return }
    // The first call tells whether the delegate has the method at all.
    _ = app.estimatedHeight(of: first)
    if app.mayHave(.estimatedRowHeight) {
      if rowSizing != .uniform { setRows(isMeasured: false) { app.estimatedHeight(of: $0) } }
    } else if table.estimatedRowHeight == 0 {
      _ = app.height(of: first)
      guard rowSizing == .asked else { return settleUniformRows() }
      setRows(isMeasured: true) { app.height(of: $0) }
    }
  }

  /// Asks `height` for every row of every section.
  private func setRows(isMeasured: Bool, _ height: @escaping (RowPosition) -> AppSide.HeightAnswer) {
    let table = table
    let usual = isMeasured ? table.usualRowHeight : presumedRowHeight
    for section in 0..<index.sectionCount {
      let count = index.rowCount(inSection: section)
      let rows = index.rows(
        (0..<count).lazy.map { [self] row in
          // The data changed while an earlier row was asked about.
          guard !table.mustEndPass else {
            owesHeights = isMeasured
            return RowRun(count: 1, height: usual, isMeasured: false)
          }
          switch height(RowPosition(section: section, row: row)) {
          case .points(let points): return RowRun(count: 1, height: points, isMeasured: isMeasured)
          case .automatic: return RowRun(count: 1, height: usual, isMeasured: isMeasured)
          case .rowsChanged:
            owesHeights = isMeasured
            return RowRun(count: 1, height: usual, isMeasured: false)
          }
        })
      index.setRows(rows, ofSection: section)
    }
  }

  private var firstRow: RowPosition? {
    for section in 0..<index.sectionCount where index.rowCount(inSection: section) > 0 {
      return RowPosition(section: section, row: 0)
    }
    return nil
  }

  /// The delegate gives no heights: all rows have the usual one, and that is final.
  private func settleUniformRows() {
    for section in 0..<index.sectionCount {
      index.setHeight(table.usualRowHeight, ofRows: 0..<index.rowCount(inSection: section), inSection: section)
    }
  }

  /// Finds out a row's height, from the delegate or else from the row's cell.
  /// - Parameter cell: the row's; nil where no row sizes itself.
  /// - Returns: false when all rows turned out to have the usual height, and when the delegate changed the rows.
  @discardableResult
  func measure(_ position: RowPosition, in cell: UITableViewCell?) -> Bool {
    var height: Double?
    switch table.app.height(of: position) {
    case .points(let points): height = points
    case .automatic: break
    // The next round asks again.
    case .rowsChanged: return false
    }
    if rowSizing == .uniform {
      settleUniformRows()
      return false
    }
    if height == nil, usesEstimates, let cell {
      height = selfSizedHeight(of: cell, "row \(position.row) of section \(position.section)")
      hasSizedRows = true
    }
    let found = height ?? table.usualRowHeight
    guess.add(found)
    index.setHeight(found, ofRow: position.row, inSection: position.section)
    return true
  }

  // MARK: Telling the index

  /// - Returns: by how many points everything below moved.
  @discardableResult
  func setHeight(_ height: Double, of position: PartPosition) -> Double {
    index.setHeight(height, of: position.part, inSection: position.section)
  }

  /// A section has no header: a gap is above its rows, without padding.
  /// - Returns: by how many points everything below moved.
  func setNoHeader(ofSection section: Int, gap: Double) -> Double {
    let layout = index.layout(ofSection: section)
    return index.setSurroundings(
      ofSection: section, topPadding: 0, header: gap, footer: layout.bottom - layout.footerTop,
      isFooterMeasured: index.isMeasured(.footer, inSection: section))
  }

  /// Has a row measured again, which counts with its present height until then.
  func forgetHeight(of position: RowPosition) {
    let height = index.band(ofRow: position.row, inSection: position.section).height
    estimate(position, height)
  }

  /// The same for a header or footer.
  func forgetHeight(of position: PartPosition) {
    hasSizedParts = true
    index.forget(position.part, inSection: position.section)
  }

  private func estimate(_ position: RowPosition, _ height: Double) {
    index.setHeight(
      height, ofRows: position.row..<(position.row + 1), inSection: position.section, isMeasured: false)
  }

  // MARK: Learning

  /// Sections whose rows get a new guess in one pass.
  private static let guessesPerPass = 256

  /// A height for unmeasured rows that is a better guess than theirs, in points; nil until it is worth telling them, and
  /// after all were told.
  func betterEstimate() -> Double? {
    guard table.estimatedRowHeight < 0, !hasDelegateEstimates else { return nil }
    if guess.review(present: presumedRowHeight) { guessedSections = 0 }
    return guessedSections < index.sectionCount ? guess.value : nil
  }

  /// Tells the unmeasured rows of some more sections the better guess.
  func learn(_ height: Double) {
    let end = min(guessedSections + Self.guessesPerPass, index.sectionCount)
    for section in guessedSections..<end { index.setEstimate(height, inSection: section) }
    guessedSections = end
  }

  /// Turns heights measured for another width, or at another scale, back into estimates.
  /// - Parameter shown: the rows on screen: their heights are better estimates than the mean.
  func forgetMeasurements(estimating shown: [TilePlan.Tile]) {
    index.forgetParts()
    switch rowSizing {
    case .uniform: break
    case .asked, .measured:
      if !usesEstimates {
        loadRowHeights()
      } else if hasDelegateEstimates {
        index.forgetMeasurements()
      } else {
        let height = presumedRowHeight
        for section in 0..<index.sectionCount {
          index.setHeight(
            height, ofRows: 0..<index.rowCount(inSection: section), inSection: section, isMeasured: false)
        }
        for tile in shown { estimate(tile.position, tile.height) }
      }
    }
  }

  // MARK: Updates

  /// Gives every row its place after an update; rows that came have presumed heights until `askHeights(_:)`.
  func applyRows(of plan: UpdatePlan) {
    index.apply(plan, rowHeight: presumedRowHeight, isMeasured: rowSizing == .uniform)
  }

  /// Rows that come, and reloaded ones, get estimates or heights; all others keep theirs.
  func askHeights(_ plan: UpdatePlan) {
    guard !owesHeights else { return askRowHeightsAgain() }
    for entry in plan.newRows.entries where entry.counterpart == nil {
      guard askNewHeight(of: entry.position) else { return }
    }
    for entry in plan.reloadedRows.entries {
      guard let position = plan.newPosition(of: entry.position), askNewHeight(of: position) else { continue }
    }
    for section in plan.freshSections {
      for row in 0..<index.rowCount(inSection: section) {
        let position = RowPosition(section: section, row: row)
        guard plan.newRows.entry(at: position) == nil else { continue }
        guard askNewHeight(of: position) else { break }
      }
    }
  }

  /// Asks the delegate about a row that came.
  /// - Returns: false when it is not asked about single rows now; not any more, if a callback changed the data.
  private func askNewHeight(of position: RowPosition) -> Bool {
    guard rowSizing != .uniform, table.app.hasDelegate else { return false }
    guard !table.mustEndPass else {
      owesHeights = !usesEstimates
      return false
    }
    let answer = table.app.estimatedHeight(of: position)
    if table.app.mayHave(.estimatedRowHeight) {
      if case .points(let points) = answer { estimate(position, points) } else { estimate(position, presumedRowHeight) }
      return true
    }
    // Without estimates heights are asked when rows come into being, not when they come on screen.
    guard table.estimatedRowHeight == 0 else { return false }
    let isMeasured = measure(position, in: nil)
    owesHeights = owesHeights || !isMeasured && rowSizing != .uniform
    return isMeasured
  }

  /// A row's cell has other content.
  func askHeightAgain(_ position: RowPosition) {
    guard rowSizing != .uniform else { return }
    if usesEstimates || table.mustEndPass { forgetHeight(of: position) } else { measure(position, in: nil) }
    if table.mustEndPass { owesHeights = !usesEstimates }
  }

  /// Asks all heights again, as an empty block does. With estimates only the visible rows are asked now, the others
  /// when they come on screen again.
  func askHeightsAgain() {
    askAllSurroundings()
    table.parts.showTitlesAgain()
    askRowHeightsAgain()
  }

  private func askRowHeightsAgain() {
    guard !table.mustEndPass else {
      owesHeights = !usesEstimates
      return index.forgetMeasurements()
    }
    guard rowSizing != .uniform else { return }
    if usesEstimates { index.forgetMeasurements() } else { loadRowHeights() }
  }

  /// Padding, headers and footers of sections that came, and of those that became or were the first, which is set
  /// apart in grouped styles.
  func askSurroundings(_ plan: UpdatePlan) {
    if owesSurroundings { return askAllSurroundings() }
    for section in plan.freshSections { askSurroundings(ofSection: section) }
    guard table.style != .plain, index.sectionCount > 0 else { return }
    if plan.oldSection(of: 0) != 0 { askSurroundings(ofSection: 0) }
    if plan.oldSectionCount > 0, let first = plan.newSection(of: 0), first != 0 { askSurroundings(ofSection: first) }
  }

  private func askAllSurroundings() {
    owesSurroundings = false
    for section in 0..<index.sectionCount { askSurroundings(ofSection: section) }
  }

  /// Keeps the present heights of parts that are only estimated until they are measured.
  private func askSurroundings(ofSection section: Int) {
    // Once a callback changed the data the section may be another: whatever changes the rows next asks about all.
    guard !table.mustEndPass else {
      owesSurroundings = true
      return
    }
    let around = table.parts.surroundings(ofSection: section)
    if around.hasEstimates { hasSizedParts = true }
    index.setSurroundings(
      ofSection: section, topPadding: around.padding, header: around.header.height, footer: around.footer.height,
      isHeaderMeasured: around.header.isMeasured, isFooterMeasured: around.footer.isMeasured)
  }

  override func checkInvariants() { index.checkInvariants() }
}
