import Foundation

/// The items of one display list, in painting order. Storage is reused.
struct DisplayItemList {
  private(set) var items: ContiguousArray<DisplayItem> = []
  private var clips: ContiguousArray<DeviceRect> = []
  /// What the items from `islandStart` on cover with opaque pixels.
  private(set) var island = DeviceRect.empty
  private(set) var islandStart = 0
  private(set) var size = DeviceRect.empty
  private(set) var background = DrawColor.black
  private(set) var scale: CGFloat = 0

  /// Replaces the items by those of `list`.
  mutating func read(_ list: borrowing DisplayList, slots: SlotVersions) {
    items.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    island = .empty
    let grid = PixelGrid(scale: list.scale)
    scale = list.scale
    background = list.background
    size = grid.pixels(of: CGRect(origin: .zero, size: list.size))
    var clip = size
    var index = 0
    while index < list.commands.count {
      switch list.commands[index] {
      case .pushClip(let rect):
        clips.append(clip)
        clip = clip.intersection(grid.pixels(of: rect))
      case .popClip:
        if let outer = clips.popLast() { clip = outer }
      case .beginGroup, .setTransform:
        index = append(composedPartOf: list, from: index, clip: clip, grid: grid, slots: slots)
      case .endGroup: break
      case .island(let rect):
        island = grid.pixels(of: rect).intersection(clip)
        islandStart = items.count
      default:
        append(list.commands[index], clip: clip, grid: grid, slots: slots)
      }
      index += 1
    }
  }

  /// Whether both lists have the same opaque panel, in all its parts.
  func hasSameIsland(as other: DisplayItemList) -> Bool {
    guard !island.isEmpty, island == other.island,
      items.count - islandStart == other.items.count - other.islandStart
    else { return false }
    return zip(items[islandStart...], other.items[other.islandStart...]).allSatisfy {
      $0.key == $1.key && $0.frame == $1.frame && $0.visible == $1.visible
    }
  }

  private mutating func append(
    _ command: DrawCommand, clip: DeviceRect, grid: PixelGrid, slots: SlotVersions
  ) {
    let (frame, reach) = command.extent(grid: grid, slots: slots)
    let visible = frame.outset(by: reach).intersection(clip)
    guard !visible.isEmpty else { return }
    var hash = ItemHash()
    command.hashPicture(into: &hash, grid: grid, slots: slots)
    hash.combine(frame.width)
    hash.combine(frame.height)
    items.append(
      DisplayItem(
        key: hash.value, frame: frame, visible: visible, clip: clip, isUniform: command.isFill))
  }

  /// A group up to its end, or a transformed part up to the next identity, is
  /// one item: it is kept only when nothing of it changed.
  /// - Returns: the index of its last command.
  private mutating func append(
    composedPartOf list: borrowing DisplayList, from start: Int, clip: DeviceRect, grid: PixelGrid,
    slots: SlotVersions
  ) -> Int {
    let (origin, shape) = Self.frame(of: list.commands[start], grid: grid)
    var hash = ItemHash()
    var reach = shape
    var depth = 0
    var transform = CGAffineTransform.identity
    var end = start
    while end < list.commands.count {
      let command = list.commands[end]
      switch command {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      case .setTransform(let map): transform = map
      default: break
      }
      command.hashPicture(into: &hash, grid: grid, slots: slots)
      let (frame, margin) = command.extent(grid: grid, slots: slots)
      hash.combine(frame.minX - origin.minX)
      hash.combine(frame.minY - origin.minY)
      hash.combine(frame.width)
      hash.combine(frame.height)
      if shape.isEmpty, !frame.isEmpty {
        let box = command.isClip ? frame : frame.outset(by: margin)
        reach = reach.union(grid.mapped(box, by: transform))
      }
      if depth == 0, transform.isIdentity { break }
      end += 1
    }
    let visible = reach.intersection(clip)
    if !visible.isEmpty {
      items.append(
        DisplayItem(key: hash.value, frame: origin, visible: visible, clip: clip))
    }
    return min(end, list.commands.count - 1)
  }

  /// What positions inside are relative to, and the pixels the part is limited
  /// to; a transformed part is limited by its content only, and its positions
  /// are absolute: moving it is a change.
  private static func frame(
    of command: DrawCommand, grid: PixelGrid
  ) -> (origin: DeviceRect, shape: DeviceRect) {
    if case .beginGroup(let shape, _) = command {
      let rect = grid.pixels(of: shape.rect)
      return (rect, rect)
    }
    return (.empty, .empty)
  }
}

/// Content counters of text slots, and the size of their bitmaps.
struct SlotVersions {
  private struct Slot {
    var version: UInt32 = 0
    var width: Int32 = 0
    var height: Int32 = 0
  }
  private var slots: ContiguousArray<Slot> = []

  mutating func apply(_ list: borrowing DisplayList) {
    for update in list.textUpdates {
      let index = Int(update.slot.rawValue)
      while slots.count <= index { slots.append(Slot()) }
      slots[index].version &+= 1
      slots[index].width = Int32(clamping: update.frame.pixelWidth)
      slots[index].height = Int32(clamping: update.frame.pixelHeight)
    }
  }

  func version(of slot: TextSlotID) -> UInt32 {
    let index = Int(slot.rawValue)
    return index < slots.count ? slots[index].version : 0
  }

  func size(of slot: TextSlotID) -> (width: Int32, height: Int32) {
    let index = Int(slot.rawValue)
    return index < slots.count ? (slots[index].width, slots[index].height) : (0, 0)
  }
}
