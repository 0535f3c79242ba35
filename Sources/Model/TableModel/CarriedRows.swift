/// Walks the rows of one old section that an update carries over, and says where they are afterwards.
///
/// Both sides of the update are read along with the rows: a walk over thousands of ranges costs what the ranges and the
/// section's operations cost together.
struct CarriedRows {
  /// The section's new number.
  let section: Int
  private let plan: UpdatePlan
  private let departures, arrivals, reloads: Range<Int>
  /// Where the walk is in each of them.
  private var departure, arrival, reload: Int

  /// - Returns: nil when the section is gone or was reloaded: none of its rows is carried.
  init?(of oldSection: Int, in plan: UpdatePlan) {
    guard let section = plan.newSection(of: oldSection), !plan.isReloaded(section: oldSection) else { return nil }
    self.section = section
    self.plan = plan
    departures = plan.oldRows.entries(inSection: oldSection)
    arrivals = plan.newRows.entries(inSection: section)
    reloads = plan.reloadedRows.entries(inSection: oldSection)
    departure = departures.lowerBound
    arrival = arrivals.lowerBound
    reload = reloads.lowerBound
  }

  /// Visits where rows of the old section went, in as few ranges as possible. Deleted, moved and reloaded rows are
  /// passed over.
  /// - Precondition: `rows` lie behind those of the calls before.
  mutating func forEachRange(of rows: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = rows.lowerBound
    while start < rows.upperBound {
      while departure < departures.upperBound, departureRow < start { departure += 1 }
      while reload < reloads.upperBound, reloadRow < start { reload += 1 }
      var end = rows.upperBound
      if departure < departures.upperBound { end = min(end, departureRow) }
      if reload < reloads.upperBound { end = min(end, reloadRow) }
      if start < end { carry(start..<end, body) }
      // The row at the end, if it is one of `rows`, is not carried.
      start = end + 1
    }
  }

  private var departureRow: Int { plan.oldRows.entries[departure].position.row }
  private var reloadRow: Int { plan.reloadedRows.entries[reload].position.row }

  /// Rows none of which is touched; new rows may stand between them afterwards.
  private mutating func carry(_ rows: Range<Int>, _ body: (Range<Int>) -> Void) {
    var rank = rows.lowerBound - (departure - departures.lowerBound)
    let end = rank + rows.count
    while rank < end {
      while arrival < arrivals.upperBound, arrivalRank <= rank { arrival += 1 }
      let next = arrival < arrivals.upperBound ? min(arrivalRank, end) : end
      let start = rank + (arrival - arrivals.lowerBound)
      body(start..<(start + next - rank))
      rank = next
    }
  }

  /// How many carried rows stand before the next row that came.
  private var arrivalRank: Int { plan.newRows.entries[arrival].position.row - (arrival - arrivals.lowerBound) }
}
