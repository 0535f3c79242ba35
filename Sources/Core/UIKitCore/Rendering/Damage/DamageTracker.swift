import Pixels

/// Compares successive display lists and tells which pixels differ, and which
/// block of pixels only moved.
///
/// Lists are read as items: what is painted, apart from where. Items of both
/// lists are paired: same picture at the same place, or at the place it has moved
/// from together with the block; pairs are in the same painting order in both.
///
/// Invariant: a pixel that is neither redrawn nor arrives by a copy shows in both
/// lists the same items in the same order, each unmoved; one that arrives shows
/// the same items in the same order as the pixel it came from did. Whatever would
/// break that is damage: items without a partner, where they are and where they
/// were, wherever a copy may have carried that; moved ones outside of what is
/// copied; unmoved ones inside of it. So the choice of what to copy decides about
/// cost and never about the picture.
package struct DamageTracker {
  private var previous = DisplayItemList()
  private var next = DisplayItemList()
  private var slots = SlotVersions()
  private var pairs = ItemPairs()
  private var columns: MovedColumns
  private var targets: ContiguousArray<PixelRect> = []
  private var region: DirtyRegion
  private var shown: DirtyRegion
  private var hasPrevious = false

  /// A tracker that has seen no list: the first is all damage.
  /// - Parameters:
  ///   - rectangleCost: how many unchanged pixels may be drawn and shown to
  ///     save a rectangle. Measured under X11 with shared memory, a rectangle takes
  ///     1 µs of the program and the display server together, as 800 pixels do.
  ///   - other: whose texts are known: lists name them without their extents; nil
  ///     for none.
  package init(rectangleCost: Int = 800, textsOf other: DamageTracker? = nil) {
    if let other { slots = other.slots }
    columns = MovedColumns(rectangleCost: rectangleCost)
    region = DirtyRegion(rectangleCost: rectangleCost)
    shown = DirtyRegion(rectangleCost: rectangleCost)
  }

  /// The next comparison will find everything changed: the picture is lost.
  package mutating func invalidate() { hasPrevious = false }

  /// For each command of the list last given, the one colour it paints on; nil
  /// where that is not known. Only fills and text are told.
  package var grounds: ContiguousArray<DrawColor?> { previous.grounds }

  /// The plain texts of the list last given, in its order.
  package var texts: ContiguousArray<PlainText> { previous.texts }

  /// The opaque paint of the list last given: commands that it covers need not be drawn.
  package var hiding: HidingPaint { previous.hiding }

  /// The last shade over the whole window in the list last given; nil for none.
  package private(set) var shade: WindowShade?

  /// Takes `list` for the one shown, without comparing it.
  package mutating func note(_ list: borrowing DisplayList) {
    slots.apply(list)
    previous.read(list, slots: slots)
    shade = previous.shade
    hasPrevious = false
  }

  /// Compares `list` with the one of the call before, and remembers it.
  ///
  /// - Parameter damage: receives the answer; its storage is reused.
  /// - Complexity: O(commands) expected.
  package mutating func update(with list: borrowing DisplayList, damage: inout Damage) {
    slots.apply(list)
    next.read(list, slots: slots)
    damage.removeAll()
    shade = next.shade
    if hasPrevious, next.size == previous.size, next.scale == previous.scale,
      next.background == previous.background
    {
      compare(into: &damage)
    } else {
      damage.redraw.append(next.size)
      damage.present.append(next.size)
    }
    swap(&previous, &next)
    hasPrevious = true
  }

  private mutating func compare(into damage: inout Damage) {
    if var shade {
      shade.change = change(of: shade)
      self.shade = shade
    }
    // Items under a panel that is opaque in both frames cannot be seen.
    let overlay = next.opaqueOverlay == previous.opaqueOverlay ? next.opaqueOverlay : .empty
    let move = pairs.match(previous.items, next.items)
    targets.removeAll(keepingCapacity: true)
    if let move {
      chooseCopies(move, overlay: overlay, into: &damage)
      for copy in damage.copies { targets.append(copy.target) }
    }
    region.removeAll()
    targets.withUnsafeBufferPointer { targets in
      addDamage(targets, dx: move?.dx ?? 0, dy: move?.dy ?? 0, hidden: hidden(overlay: overlay))
    }
    region.finish(into: &damage.redraw, within: next.size)

    guard !targets.isEmpty else {
      for rect in damage.redraw { damage.present.append(rect) }
      return
    }
    shown.removeAll()
    targets.withUnsafeBufferPointer { targets in
      for target in targets { shown.add(target.intersection(next.size)) }
      for rect in damage.redraw { shown.add(rect, without: targets) }
    }
    shown.finish(into: &damage.present, within: next.size)
  }

  /// How the shade differs from that of the list before.
  private func change(of shade: WindowShade) -> WindowShade.Change {
    guard let old = previous.shade else { return .new }
    guard old.item == shade.item else { return .aboveOthers }
    for index in 0..<shade.item {
      let (item, other) = (next.items[index], previous.items[index])
      guard item.key == other.key, item.frame == other.frame, item.visible == other.visible else { return .aboveOthers }
    }
    return old.color == shade.color ? .unchanged : .recolored
  }

  private mutating func chooseCopies(
    _ move: Damage.Copy, overlay: PixelRect, into damage: inout Damage
  ) {
    columns.removeAll()
    var block = move.area
    var hasMoved = false
    for index in next.items.indices {
      let item = next.items[index]
      guard item.visible.overlaps(move.area) else { continue }
      switch pairs.partner(of: index) {
      case .moved(let old):
        hasMoved = true
        columns.add(item.visible, isUniform: item.isUniform)
        columns.add(previous.items[old].visible, isUniform: item.isUniform)
      case .unmoved where hasMoved && item.isSolid: block.cut(item.visible)
      case .slid(let old) where hasMoved && item.isSolid: block.cut(item.visible.union(previous.items[old].visible))
      default: break
      }
    }
    columns.finish(
      block: block, dx: move.dx, dy: move.dy, overlay: overlay, into: &damage.copies)
  }

  /// The pixels that show nothing of the first items in both frames.
  private struct HiddenArea {
    var area: PixelRect
    /// The first items that are not hidden.
    var nextStart, previousStart: Int
  }

  private func hidden(overlay: PixelRect) -> HiddenArea {
    guard overlay.isEmpty else {
      return HiddenArea(area: overlay, nextStart: next.opaqueOverlayStart, previousStart: previous.opaqueOverlayStart)
    }
    return HiddenArea(
      area: next.hiding.area.intersection(previous.hiding.area), nextStart: next.hiding.item,
      previousStart: previous.hiding.item)
  }

  /// Adds what the copies leave wrong.
  private mutating func addDamage(
    _ targets: UnsafeBufferPointer<PixelRect>, dx: Int32, dy: Int32, hidden: HiddenArea
  ) {
    for index in next.items.indices {
      let item = next.items[index]
      let hole = index < hidden.nextStart ? hidden.area : .empty
      switch pairs.partner(of: index) {
      case .none: item.visible.subtract(item.hollow) { region.add($0, without: hole) }
      case .unmoved(let old): addCarried(old, to: item, targets, dx: dx, dy: dy, hole)
      case .slid(let old):
        addCarried(old, to: item, targets, dx: dx, dy: dy, hole)
        let shared = item.shared(with: previous.items[old])
        item.visible.subtract(shared) { add($0, outside: targets, hole) }
        previous.items[old].visible.subtract(shared) { add($0, outside: targets, hole) }
      case .moved(let old):
        let left = previous.items[old].visible
        let carried = left.translated(dx: dx, dy: dy)
        // Most arrive as they left.
        if carried != item.visible {
          for target in targets where target.overlaps(item.visible) || target.overlaps(carried) {
            let wanted = item.visible.intersection(target)
            let found = carried.intersection(target)
            if wanted.isSameArea(as: found) { continue }
            region.add(wanted, without: hole)
            region.add(found, without: hole)
          }
        }
        add(item.visible, outside: targets, hole)
        add(left, outside: targets, hole)
      }
    }
    for index in previous.items.indices where !pairs.isPaired(old: index) {
      let hole = index < hidden.previousStart ? hidden.area : .empty
      let item = previous.items[index]
      item.visible.subtract(item.hollow) { left in
        add(left, outside: targets, hole)
        let carried = left.translated(dx: dx, dy: dy)
        for target in targets { region.add(carried.intersection(target), without: hole) }
      }
    }
  }

  /// Adds the pixels of an item that did not go with the block where the copies bring others, and where they bring it.
  private mutating func addCarried(
    _ old: Int, to item: DisplayItem, _ targets: UnsafeBufferPointer<PixelRect>, dx: Int32, dy: Int32,
    _ hole: PixelRect
  ) {
    // The area that the copy brings, compared with the area that should be there.
    let carried = previous.items[old].visible.translated(dx: dx, dy: dy)
    for target in targets where target.overlaps(item.visible) || target.overlaps(carried) {
      let wanted = item.visible.intersection(target)
      let found = carried.intersection(target)
      if item.isUniform, wanted.isSameArea(as: found) { continue }
      region.add(wanted, without: hole)
      region.add(found, without: hole)
    }
  }

  private mutating func add(
    _ rect: PixelRect, outside targets: UnsafeBufferPointer<PixelRect>, _ hole: PixelRect
  ) {
    guard hole.overlaps(rect) else { return region.add(rect, without: targets) }
    rect.subtract(hole) { region.add($0, without: targets) }
  }
}

extension PixelRect {
  /// Leaves out a bar that stands along the top or bottom edge.
  fileprivate mutating func cut(_ bar: PixelRect) {
    guard bar.minX <= minX, bar.maxX >= maxX, bar.height < height / 3 else { return }
    if bar.minY <= minY, bar.maxY > minY { self = PixelRect(minX: minX, minY: bar.maxY, maxX: maxX, maxY: maxY) }
    if bar.maxY >= maxY, bar.minY < maxY { self = PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: bar.minY) }
  }
}
