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

  /// The name of an identifier over the cells that wait under it, or the number of those that find no room.
  struct Heading: Equatable {
    var frame: CGRect
    var text: String
  }

  /// Free room in each container, in points of the panel.
  struct Rooms {
    var visible, leaving, idle: CGRect
  }

  /// By the cell's number. Those that find no room have none, and are counted in a heading.
  private(set) var chips: [Int: Chip] = [:]
  private(set) var headings: [Heading] = []
  /// Cells that are visible, as the copy that a pass begins with holds them.
  private(set) var copies: [Int: Chip] = [:]

  /// The cells of the container that is being filled, in the order of their places.
  private var placed: [Int] = []

  private static let gap: CGFloat = 4
  /// How much larger text is than usual.
  private var growth: CGFloat

  private func length(_ points: CGFloat) -> CGFloat { (points * growth).rounded() }
  private var badgeWidth: CGFloat { length(CellBadge.usualSize.width) }
  private var chipHeight: CGFloat { length(CellBadge.usualSize.height) }
  private var headingHeight: CGFloat { length(18) }
  /// Where identifiers stand beside their cells.
  private var headingWidth: CGFloat { length(70) }
  /// Of a chip where larger ones find no room.
  private static let smallChip = CGSize(width: 28, height: 20)
  /// Of such a one with a letter.
  private static let letterChip = CGSize(width: 48, height: 20)
  /// Of a chip with the number of its row.
  private var shortWidth: CGFloat { length(74) }

  /// - Parameter growth: how much larger text is than usual; given up where not all cells have room in that size.
  init(_ contents: ReuseContents, rooms: Rooms, growth: CGFloat = 1) {
    self.growth = growth
    let texts = { (place: ReuseContents.Place) in
      (place.cell, place.item.title + (contents.marks[place.cell].map { ", \($0)" } ?? ""), place.item.shortTitle)
    }
    let visible = contents.visible.map(texts)
    let coming =
      contents.coming.map { ($0.cell, "\($0.item.title), not shown", $0.item.shortTitle) }
      + (contents.inHand.map { [($0, "in cellForRowAt", contents.asked?.shortTitle ?? "")] } ?? [])
    // Those that are on their way are seen in any case.
    let fits = fits(visible.count + coming.count, in: rooms.visible, badge)
    stack(fits ? visible + coming : coming + visible, in: rooms.visible)
    for cell in coming { chips[cell.0]?.isInHand = true }
    let leaving = contents.leaving.map(texts)
    let rest = contents.copy.filter { cell in !leaving.contains { $0.0 == cell } }
    stack(leaving + rest.map { ($0, "copy", "copy") }, in: rooms.leaving, copies: Set(rest))
    pool(contents.idle, in: rooms.idle)
    if growth > 1, chips.count < contents.cellCount { self = ReusePicture(contents, rooms: rooms) }
  }

  private var badge: CGSize { CGSize(width: badgeWidth, height: chipHeight) }

  /// Puts a number in the place of the last cell of a container, for that and those that find no room.
  private mutating func countHidden(of count: Int, in room: CGRect) {
    defer { placed = [] }
    let hidden = count - placed.count
    guard hidden > 0, room.height > 0 else { return }
    let last = placed.last.flatMap { chips.removeValue(forKey: $0) }
    let size = CGSize(width: min(room.width, badgeWidth), height: min(room.height, headingHeight))
    let frame =
      last?.frame ?? CGRect(origin: CGPoint(x: room.maxX - size.width, y: room.maxY - size.height), size: size)
    headings.append(Heading(frame: frame, text: "+\(hidden + (last == nil ? 0 : 1))"))
  }

  /// Each identifier above its cells, or beside them where there is little room.
  private mutating func pool(_ pools: [ReuseContents.Pool], in room: CGRect) {
    let count = pools.reduce(0) { $0 + $1.cells.count }
    let before = self
    pool(pools, in: room, badge)
    if placed.count < count {
      self = before
      pool(pools, in: room, Self.smallChip)
    }
    countHidden(of: count, in: room)
  }

  private mutating func pool(_ pools: [ReuseContents.Pool], in room: CGRect, _ chip: CGSize) {
    let isLow = room.height < length(80)
    var y = room.minY
    for pool in pools {
      var rest = CGRect(x: room.minX, y: y, width: room.width, height: room.maxY - y)
      // A pool without a name is the only one.
      if !pool.identifier.isEmpty {
        let height = isLow ? chip.height : headingHeight
        guard y + height <= room.maxY else { break }
        let width = isLow ? min(headingWidth, room.width) : room.width
        let text = "\(pool.identifier): \(pool.cells.count)"
        headings.append(Heading(frame: CGRect(x: room.minX, y: y, width: width, height: height), text: text))
        rest = rest.inset(by: UIEdgeInsets(top: isLow ? 0 : height, left: isLow ? width : 0, bottom: 0, right: 0))
        y += height
      }
      // The one that is taken next stands first.
      let bottom = flow(pool.cells.reversed().map { ($0, "") }, in: rest, chip)
      y = isLow ? max(bottom, y) : bottom + 4
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
    let short = CGSize(width: shortWidth, height: chipHeight)
    if CGFloat(cells.count) * (chipHeight + Self.gap) - Self.gap <= room.height, room.width >= shortWidth * 1.5 {
      flow(cells.map { ($0.number, $0.text) }, in: room, CGSize(width: room.width, height: chipHeight))
    } else if fits(cells.count, in: room, short) {
      flow(cells.map { ($0.number, $0.short) }, in: room, short)
    } else if cells.allSatisfy({ $0.short.count == 1 }), fits(cells.count, in: room, Self.letterChip) {
      flow(cells.map { ($0.number, $0.short) }, in: room, Self.letterChip)
    } else {
      flow(cells.map { ($0.number, "") }, in: room, fits(cells.count, in: room, badge) ? badge : Self.smallChip)
    }
    countHidden(of: cells.count, in: room)
  }

  private func columns(in room: CGRect, _ chip: CGSize) -> Int {
    max(1, Int((room.width + Self.gap) / (chip.width + Self.gap)))
  }

  private func fits(_ count: Int, in room: CGRect, _ chip: CGSize) -> Bool {
    let columns = columns(in: room, chip)
    return CGFloat((count + columns - 1) / columns) * (chip.height + Self.gap) - Self.gap <= room.height
  }

  /// Side by side as far as the width goes, then below.
  /// - Returns: where they end.
  @discardableResult
  private mutating func flow(_ cells: [(number: Int, text: String)], in room: CGRect, _ chip: CGSize) -> CGFloat {
    let columns = columns(in: room, chip)
    guard room.width >= min(chip.width, Self.smallChip.width) else { return room.minY }
    let width = chip.width <= badgeWidth ? chip.width : (room.width + Self.gap) / CGFloat(columns) - Self.gap
    var bottom = room.minY
    for (place, cell) in cells.enumerated() {
      let y = room.minY + CGFloat(place / columns) * (chip.height + Self.gap)
      guard y + chip.height <= room.maxY else { break }
      let x = room.minX + CGFloat(place % columns) * (width + Self.gap)
      chips[cell.number] = Chip(frame: CGRect(x: x, y: y, width: width, height: chip.height), text: cell.text)
      placed.append(cell.number)
      bottom = y + chip.height + Self.gap
    }
    return bottom
  }
}
