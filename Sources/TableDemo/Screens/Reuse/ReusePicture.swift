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

  static let chipHeight: CGFloat = 26
  private static let headingHeight: CGFloat = 18
  /// Where identifiers stand beside their cells.
  private static let headingWidth: CGFloat = 70
  private static let gap: CGFloat = 4
  /// Of a chip with the number of its row.
  private static let shortWidth: CGFloat = 74

  init(_ contents: ReuseContents, rooms: Rooms) {
    var visible = contents.visible.map { ($0.cell, "row \($0.row)", "\($0.row)") }
    if let cell = contents.inHand { visible.append((cell, "in cellForRowAt", "new")) }
    stack(visible, in: rooms.visible)
    stack(contents.leaving.map { ($0.cell, "row \($0.row)", "\($0.row)") }, in: rooms.leaving)
    pool(contents.idle, in: rooms.idle)
  }

  /// Each identifier above its cells, or beside them where there is little room.
  private mutating func pool(_ pools: [ReuseContents.Pool], in room: CGRect) {
    let isLow = room.height < 80
    var y = room.minY
    for pool in pools {
      let height = isLow ? Self.chipHeight : Self.headingHeight
      guard y + height <= room.maxY else { break }
      let width = isLow ? min(Self.headingWidth, room.width) : room.width
      headings.append(
        Heading(
          frame: CGRect(x: room.minX, y: y, width: width, height: height),
          text: "\(pool.identifier): \(pool.cells.count)"))
      let x = isLow ? room.minX + width : room.minX
      if !isLow { y += height }
      let rest = CGRect(x: x, y: y, width: room.maxX - x, height: room.maxY - y)
      // The one that is taken next stands first.
      let bottom = flow(pool.cells.reversed().map { ($0, "") }, in: rest, chipWidth: CellBadge.size.width)
      y = isLow ? max(bottom, y + height) : bottom + 4
    }
  }

  /// One below the other with the longer text where there is room for all, else side by side with the shorter one, or
  /// without any.
  private mutating func stack(_ cells: [(number: Int, text: String, short: String)], in room: CGRect) {
    if CGFloat(cells.count) * (Self.chipHeight + Self.gap) - Self.gap <= room.height, room.width >= 110 {
      flow(cells.map { ($0.number, $0.text) }, in: room, chipWidth: room.width)
    } else if Self.fits(cells.count, in: room, chipWidth: Self.shortWidth) {
      flow(cells.map { ($0.number, $0.short) }, in: room, chipWidth: Self.shortWidth)
    } else {
      flow(cells.map { ($0.number, "") }, in: room, chipWidth: CellBadge.size.width)
    }
  }

  private static func columns(in room: CGRect, chipWidth: CGFloat) -> Int {
    max(1, Int((room.width + gap) / (chipWidth + gap)))
  }

  private static func fits(_ count: Int, in room: CGRect, chipWidth: CGFloat) -> Bool {
    let columns = columns(in: room, chipWidth: chipWidth)
    return CGFloat((count + columns - 1) / columns) * (chipHeight + gap) - gap <= room.height
  }

  /// Side by side as far as the width goes, then below.
  /// - Returns: where they end.
  @discardableResult
  private mutating func flow(_ cells: [(number: Int, text: String)], in room: CGRect, chipWidth: CGFloat) -> CGFloat {
    let columns = Self.columns(in: room, chipWidth: chipWidth)
    guard room.width >= min(chipWidth, CellBadge.size.width) else { return room.minY }
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
