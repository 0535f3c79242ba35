import UIKit

/// Where every cell object stands in the picture of the containers. A value without views.
struct ReusePicture: Equatable {
  /// A cell object in its container.
  struct Chip: Equatable {
    var frame: CGRect
    var text: String
    /// The data source has the cell, which is in no container and comes into this one.
    var isInHand = false
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
  /// Cells that are visible, as the copy that a pass begins with holds them.
  private(set) var copies: [Int: Chip] = [:]

  private static let gap: CGFloat = 4
  /// How much larger text is than usual.
  private var growth: CGFloat

  private func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
  private var badgeWidth: CGFloat { length(CellBadge.usualSize.width) }
  private var chipHeight: CGFloat { length(CellBadge.usualSize.height) }
  private var headingHeight: CGFloat { length(18) }
  /// Where identifiers stand beside their cells.
  private var headingWidth: CGFloat { length(70) }
  /// Of a chip with the number of its row.
  private var shortWidth: CGFloat { length(74) }

  /// - Parameter growth: how much larger text is than usual; given up where not all cells have room in that size.
  init(_ contents: ReuseContents, rooms: Rooms, growth: CGFloat = 1) {
    self.growth = growth
    var visible = contents.visible.map { ($0.cell, $0.item.title, $0.item.shortTitle) }
    if let cell = contents.inHand { visible.append((cell, "in cellForRowAt", "new")) }
    stack(visible, in: rooms.visible)
    if let cell = contents.inHand { chips[cell]?.isInHand = true }
    let leaving = contents.leaving.map { ($0.cell, $0.item.title, $0.item.shortTitle) }
    let rest = contents.copy.filter { cell in !leaving.contains { $0.0 == cell } }
    stack(leaving + rest.map { ($0, "copy", "copy") }, in: rooms.leaving, copies: Set(rest))
    pool(contents.idle, in: rooms.idle)
    if growth > 1, chips.count < contents.cellCount { self = ReusePicture(contents, rooms: rooms) }
  }

  /// Each identifier above its cells, or beside them where there is little room.
  private mutating func pool(_ pools: [ReuseContents.Pool], in room: CGRect) {
    let isLow = room.height < length(80)
    var y = room.minY
    for pool in pools {
      let height = isLow ? chipHeight : headingHeight
      guard y + height <= room.maxY else { break }
      let width = isLow ? min(headingWidth, room.width) : room.width
      headings.append(
        Heading(
          frame: CGRect(x: room.minX, y: y, width: width, height: height),
          text: "\(pool.identifier): \(pool.cells.count)"))
      let x = isLow ? room.minX + width : room.minX
      if !isLow { y += height }
      let rest = CGRect(x: x, y: y, width: room.maxX - x, height: room.maxY - y)
      // The one that is taken next stands first.
      let bottom = flow(pool.cells.reversed().map { ($0, "") }, in: rest, chipWidth: badgeWidth)
      y = isLow ? max(bottom, y + height) : bottom + 4
    }
  }

  /// One below the other with the longer text where there is room for all, else side by side with the shorter one, or
  /// without any.
  /// - Parameter copies: the numbers of those that are only copies.
  private mutating func stack(
    _ cells: [(number: Int, text: String, short: String)], in room: CGRect, copies: Set<Int> = []
  ) {
    let before = chips
    defer {
      for number in copies {
        self.copies[number] = chips[number] == before[number] ? nil : chips[number]
        chips[number] = before[number]
      }
    }
    if CGFloat(cells.count) * (chipHeight + Self.gap) - Self.gap <= room.height, room.width >= shortWidth * 1.5 {
      flow(cells.map { ($0.number, $0.text) }, in: room, chipWidth: room.width)
    } else if fits(cells.count, in: room, chipWidth: shortWidth) {
      flow(cells.map { ($0.number, $0.short) }, in: room, chipWidth: shortWidth)
    } else {
      flow(cells.map { ($0.number, "") }, in: room, chipWidth: badgeWidth)
    }
  }

  private func columns(in room: CGRect, chipWidth: CGFloat) -> Int {
    max(1, Int((room.width + Self.gap) / (chipWidth + Self.gap)))
  }

  private func fits(_ count: Int, in room: CGRect, chipWidth: CGFloat) -> Bool {
    let columns = columns(in: room, chipWidth: chipWidth)
    return CGFloat((count + columns - 1) / columns) * (chipHeight + Self.gap) - Self.gap <= room.height
  }

  /// Side by side as far as the width goes, then below.
  /// - Returns: where they end.
  @discardableResult
  private mutating func flow(_ cells: [(number: Int, text: String)], in room: CGRect, chipWidth: CGFloat) -> CGFloat {
    let columns = columns(in: room, chipWidth: chipWidth)
    guard room.width >= min(chipWidth, badgeWidth) else { return room.minY }
    let width = chipWidth <= badgeWidth ? chipWidth : (room.width + Self.gap) / CGFloat(columns) - Self.gap
    var bottom = room.minY
    for (place, cell) in cells.enumerated() {
      let y = room.minY + CGFloat(place / columns) * (chipHeight + Self.gap)
      guard y + chipHeight <= room.maxY else { break }
      let x = room.minX + CGFloat(place % columns) * (width + Self.gap)
      chips[cell.number] = Chip(frame: CGRect(x: x, y: y, width: width, height: chipHeight), text: cell.text)
      bottom = y + chipHeight + Self.gap
    }
    return bottom
  }
}
