import UIKit

/// Where every cell object stands in the picture of the containers. A value without views.
struct ReusePicture: Equatable {
  /// A cell object in its container.
  struct Chip: Equatable {
    var frame: CGRect
    var text: String
  }

  /// The name of an identifier over the cells that wait under it.
  struct Heading: Equatable {
    var frame: CGRect
    var text: String
  }

  /// Free room in each container, in points of the panel.
  struct Rooms {
    var visible, leaving, idle: CGRect
  }

  /// By the cell's number. Those that find no room have none.
  private(set) var chips: [Int: Chip] = [:]
  private(set) var headings: [Heading] = []

  static let chipHeight: CGFloat = 28
  private static let headingHeight: CGFloat = 20
  private static let gap: CGFloat = 4

  /// - Parameter isNarrow: whether there is room for numbers only.
  init(_ contents: ReuseContents, rooms: Rooms, isNarrow: Bool) {
    func row(_ place: ReuseContents.Place) -> String { isNarrow ? "\(place.row)" : "row \(place.row)" }
    var visible = contents.visible.map { ($0.cell, row($0)) }
    if let cell = contents.inHand { visible.append((cell, isNarrow ? "new" : "in cellForRowAt")) }
    let chipWidth: CGFloat = isNarrow ? 72 : 150
    flow(visible, in: rooms.visible, chipWidth: chipWidth)
    flow(contents.leaving.map { ($0.cell, row($0)) }, in: rooms.leaving, chipWidth: chipWidth)
    var y = rooms.idle.minY
    for pool in contents.idle {
      guard y + Self.headingHeight <= rooms.idle.maxY else { break }
      headings.append(
        Heading(
          frame: CGRect(x: rooms.idle.minX, y: y, width: rooms.idle.width, height: Self.headingHeight),
          text: "\(pool.identifier): \(pool.cells.count)"))
      y += Self.headingHeight
      let room = CGRect(x: rooms.idle.minX, y: y, width: rooms.idle.width, height: rooms.idle.maxY - y)
      // The one that is taken next stands first.
      y = flow(pool.cells.reversed().map { ($0, "") }, in: room, chipWidth: CellBadge.size.width) + 4
    }
  }

  /// Side by side as far as the width goes, then below.
  /// - Returns: where they end.
  @discardableResult
  private mutating func flow(_ cells: [(number: Int, text: String)], in room: CGRect, chipWidth: CGFloat) -> CGFloat {
    let columns = max(1, Int((room.width + Self.gap) / (chipWidth + Self.gap)))
    let width = chipWidth <= CellBadge.size.width ? chipWidth : (room.width + Self.gap) / CGFloat(columns) - Self.gap
    var bottom = room.minY
    for (place, cell) in cells.enumerated() {
      let y = room.minY + CGFloat(place / columns) * (Self.chipHeight + Self.gap)
      guard y + Self.chipHeight <= room.maxY else { break }
      let x = room.minX + CGFloat(place % columns) * (width + Self.gap)
      chips[cell.number] = Chip(frame: CGRect(x: x, y: y, width: width, height: Self.chipHeight), text: cell.text)
      bottom = y + Self.chipHeight + Self.gap
    }
    return bottom
  }
}
