import Foundation
import UIKit

/// The drawings of the articles, one after another, with a caption each: a minute that runs by itself.
struct ReuseTour {
  /// The acts of a step on the table before it tells of them.
  enum Act {
    /// Begins anew, in an order.
    case restart(TableReuseOrder)
    /// Scrolls by a row.
    case row
    /// Shows the table itself from now on.
    case live
  }

  /// The moment a step tells.
  enum Place {
    case beginning
    /// The first such call of the last frame.
    case last(ReuseCall)
  }

  struct Step {
    let caption: String
    var acts: [Act] = []
    let place: Place?
    var seconds: TimeInterval = 5
  }

  static let steps: [Step] = [
    Step(
      caption: "Before the first pass the table keeps nothing: four empty containers.",
      acts: [.restart(.askFirst)], place: .beginning),
    Step(
      caption: "Six rows fit, so six cells are made, 0 to 5. The other 99,994 rows have none.",
      place: .last(.draw)),
    Step(
      caption: "The table moves by one row. The pass begins with a copy of the six visible cells.",
      acts: [.row], place: .last(.layoutSubviews)),
    Step(
      caption: "Rows 1 to 5 are still seen: their cells are taken out of the copy. One is left over.",
      place: .last(.keep)),
    Step(
      caption: "The articles on table views draw three moments. The first: row 6 needs a cell while cell 0 is leaving.",
      place: .last(.cellForRow)),
    Step(caption: "Nothing waits yet, so a seventh cell is made: cell 6.", place: .last(.create)),
    Step(caption: "It gets the place of row 6 and is visible.", place: .last(.willDisplay)),
    Step(caption: "Their second drawing: only now cell 0 waits to be used again.", place: .last(.collect)),
    Step(
      caption: "Their third drawing: a row on, row 7 gets cell 0 while cell 1 is leaving. From now on none is made.",
      acts: [.row], place: .last(.prepareForReuse)),
    Step(
      caption: "The other order, ours: cell 0 waits before row 6 is asked for.",
      acts: [.restart(.collectFirst)], place: .beginning, seconds: 1),
    Step(
      caption: "The other order, ours: cell 0 waits before row 6 is asked for.",
      acts: [.row], place: .last(.collect)),
    Step(caption: "Row 6 gets cell 0 at once: six cells do for six rows.", place: .last(.prepareForReuse)),
    Step(
      caption: "So it goes on, a hundred thousand rows long. Scroll it yourself.", acts: [.live, .row], place: nil,
      seconds: 4),
  ]

  private var index = -1
  private var due: TimeInterval = 0
  private var isTold = true

  /// The words of the present step.
  var caption: String? { Self.steps.indices.contains(index) ? Self.steps[index].caption : "The walk-through begins." }

  /// The moment that is to be told; nil once it was.
  var place: Place? { isTold || !Self.steps.indices.contains(index) ? nil : Self.steps[index].place }

  func isDue(at now: TimeInterval) -> Bool { now >= due }

  mutating func didTell() { isTold = true }

  /// Goes to the next step; nil after the last.
  mutating func next(at now: TimeInterval) -> Step? {
    index += 1
    guard Self.steps.indices.contains(index) else { return nil }
    due = now + Self.steps[index].seconds
    isTold = false
    return Self.steps[index]
  }
}
