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
    stack(visible.map { ($0.cell, isNarrow ? "\($0.row)" : "row \($0.row)") }, in: rooms.visible)
    let all = journal.waiting.sorted { $0.key < $1.key }
    let leaving = all.flatMap(\.value).filter { journal.isLeaving($0, at: now) }.sorted { $0.since > $1.since }
    leavingCount = leaving.count
    stack(leaving.map { ($0.cell, isNarrow ? "\($0.row)" : "left row \($0.row)") }, in: rooms.leaving)
    var y = rooms.waiting.minY
    for (identifier, idle) in all {
      let waiting = idle.filter { !journal.isLeaving($0, at: now) }
      headings.append(
        Heading(
          frame: CGRect(x: rooms.waiting.minX, y: y, width: rooms.waiting.width, height: 24),
          text: isNarrow ? "\(identifier): \(waiting.count)" : "\u{201c}\(identifier)\u{201d}: \(waiting.count) idle"))
      y = place(waiting.map(\.cell), below: y + 26, in: rooms.waiting, isNarrow: isNarrow) + 10
    }
  }

  /// One below the other, closer when there are many.
  private mutating func stack(_ cells: [(number: Int, text: String)], in room: CGRect) {
    let step = max(Self.leastLineHeight, min(Self.lineHeight, (room.height / CGFloat(max(cells.count, 1))).rounded(.down)))
    for (place, cell) in cells.enumerated() {
      let y = room.minY + CGFloat(place) * step
      guard y + step <= room.maxY + 1 else { return }
      chips[cell.number] = Chip(frame: CGRect(x: room.minX, y: y, width: room.width, height: step), text: cell.text)
    }
  }

  /// The one that is taken next on a line of its own, the others side by side below it.
  /// - Returns: where they end.
  private mutating func place(_ cells: [Int], below top: CGFloat, in room: CGRect, isNarrow: Bool) -> CGFloat {
    guard let next = cells.last else { return top }
    guard top + Self.chipHeight <= room.maxY else { return top }
    chips[next] = Chip(
      frame: CGRect(x: room.minX, y: top, width: room.width, height: Self.chipHeight),
      text: isNarrow ? "next" : "taken next", isFaint: true)
    let width = CellBadge.size.width
    let columns = max(1, Int((room.width + 6) / (width + 6)))
    var y = top + Self.chipHeight
    for (place, cell) in cells.dropLast().reversed().enumerated() {
      let column = place % columns
      if column == 0, place > 0 { y += Self.chipHeight }
      guard y + Self.chipHeight <= room.maxY else { return y }
      chips[cell] = Chip(
        frame: CGRect(
          x: room.minX + CGFloat(column) * (width + 6), y: y, width: width, height: Self.chipHeight), text: "")
    }
    return cells.count > 1 ? y + Self.chipHeight : y
  }
}
