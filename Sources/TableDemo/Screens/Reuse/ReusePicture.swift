import UIKit

/// Where every cell of the table belongs in the picture of the three containers. A value without views.
struct ReusePicture: Equatable {
  /// A cell object in its container.
  struct Chip: Equatable {
    var frame: CGRect
    var text: String
    var isFaint = false
  }

  /// The name of an identifier over the cells that wait under it.
  struct Heading: Equatable {
    var frame: CGRect
    var text: String
  }

  /// A cell on screen.
  struct Visible: Equatable {
    let row: Int
    let cell: Int
  }

  /// By the cell's number. Those that find no room have none.
  private(set) var chips: [Int: Chip] = [:]
  private(set) var headings: [Heading] = []
  private(set) var leavingCount = 0
  private(set) var waitingCount = 0

  /// Free room in each container.
  struct Rooms {
    var visible, leaving, waiting: CGRect
  }

  private static let chipHeight: CGFloat = 30
  private static let lineHeight: CGFloat = 33
  private static let leastLineHeight: CGFloat = 28

  /// - Parameters:
  ///   - isNarrow: whether there is room for numbers only.
  ///   - now: tells which cells are leaving.
  init(visible: [Visible], journal: ReuseJournal, rooms: Rooms, isNarrow: Bool, now: TimeInterval) {
    let shown = journal.trips.filter { $0.stage(at: now) != .over }
    let travelling = Set(shown.map(\.cell))
    stack(
      visible.map { (travelling.contains($0.cell) ? nil : $0.cell, isNarrow ? "\($0.row)" : "row \($0.row)") },
      in: rooms.visible)
    let leaving = shown.filter { $0.stage(at: now) == .leaving }.reversed()
    leavingCount = leaving.count
    stack(leaving.map { ($0.cell, isNarrow ? "\($0.row)" : "left row \($0.row)") }, in: rooms.leaving)
    var y = rooms.waiting.minY
    for identifier in journal.identifiers {
      let waiting = shown.filter { $0.identifier == identifier && $0.stage(at: now) == .waiting }
      waitingCount += waiting.count
      headings.append(
        Heading(
          frame: CGRect(x: rooms.waiting.minX, y: y, width: rooms.waiting.width, height: 24),
          text: isNarrow ? "\(identifier): \(waiting.count)" : "\u{201c}\(identifier)\u{201d}: \(waiting.count) idle"))
      y = place(waiting, below: y + 26, in: rooms.waiting, isNarrow: isNarrow) + 10
    }
  }

  /// One below the other, closer when there are many; a place stays free for a cell that is still on its way.
  private mutating func stack(_ cells: [(number: Int?, text: String)], in room: CGRect) {
    let share = (room.height / CGFloat(max(cells.count, 1))).rounded(.down)
    let step = max(Self.leastLineHeight, min(Self.lineHeight, share))
    for (place, cell) in cells.enumerated() {
      let y = room.minY + CGFloat(place) * step
      guard y + step <= room.maxY + 1 else { return }
      guard let number = cell.number else { continue }
      chips[number] = Chip(frame: CGRect(x: room.minX, y: y, width: room.width, height: step), text: cell.text)
    }
  }

  /// The one that is taken next on a line of its own, the others side by side below it.
  /// - Returns: where they end.
  private mutating func place(
    _ trips: [ReuseJournal.Trip], below top: CGFloat, in room: CGRect, isNarrow: Bool
  ) -> CGFloat {
    // Those taken already are the next to go.
    let waiting = trips.filter { $0.next == nil } + trips.filter { $0.next != nil }
    guard let next = waiting.last, top + Self.chipHeight <= room.maxY else { return top }
    chips[next.cell] = Chip(
      frame: CGRect(x: room.minX, y: top, width: room.width, height: Self.chipHeight),
      text: next.next.map { isNarrow ? "\u{2192} \($0)" : "taken for row \($0)" } ?? (isNarrow ? "next" : "taken next"),
      isFaint: true)
    let width = CellBadge.size.width
    let columns = max(1, Int((room.width + 6) / (width + 6)))
    var y = top + Self.chipHeight
    for (place, trip) in waiting.dropLast().reversed().enumerated() {
      let column = place % columns
      if column == 0, place > 0 { y += Self.chipHeight }
      guard y + Self.chipHeight <= room.maxY else { return y }
      chips[trip.cell] = Chip(
        frame: CGRect(
          x: room.minX + CGFloat(column) * (width + 6), y: y, width: width, height: Self.chipHeight), text: "")
    }
    return waiting.count > 1 ? y + Self.chipHeight : y
  }
}
