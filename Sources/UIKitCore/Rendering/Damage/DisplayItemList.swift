import Foundation
import Pixels

/// The items of one display list, in painting order. Storage is reused.
///
/// Fills that change no pixel, because what they cover has their colour already,
/// are no items: leaving them out gives the same picture, and so two lists may
/// differ in them without any pixel being different.
struct DisplayItemList {
  private(set) var items: ContiguousArray<DisplayItem> = []
  /// For each command the one colour it paints on; nil where it is not known to
  /// be one, and for commands that are not told (only fills and text are).
  private(set) var grounds: ContiguousArray<DrawColor?> = []
  /// Upright text in full strength, outside of groups.
  private(set) var texts: ContiguousArray<PlainText> = []
  private var clips: ContiguousArray<PixelRect> = []
  private var ground = PaintedGround()
  /// The area that the items from `islandStart` on cover with opaque pixels.
  private(set) var island = PixelRect.empty
  private(set) var islandStart = 0
  private(set) var size = PixelRect.empty
  private(set) var background = DrawColor.black
  private(set) var scale: CGFloat = 0

  /// Replaces the items by those of `list`.
  mutating func read(_ list: borrowing DisplayList, slots: SlotVersions) {
    items.removeAll(keepingCapacity: true)
    grounds.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    island = .empty
    islandStart = 0
    let grid = PixelGrid(scale: list.scale)
    scale = list.scale
    background = list.background
    size = grid.pixels(of: CGRect(origin: .zero, size: list.size))
    ground.reset(size, list.background)
    list.commands.withUnsafeBufferPointer { commands in
      var clip = size
      var index = 0
      while index < commands.count {
        switch commands[index] {
        case .pushClip(let rect):
          clips.append(clip)
          clip = clip.intersection(grid.pixels(of: rect))
          grounds.append(nil)
        case .popClip:
          if let outer = clips.popLast() { clip = outer }
          grounds.append(nil)
        case .beginGroup, .setTransform:
          index = append(partOf: commands, from: index, clip: clip, grid: grid, slots: slots)
        case .endGroup: grounds.append(nil)
        case .island(let rect):
          island = grid.pixels(of: rect).intersection(clip)
          islandStart = items.count
          grounds.append(nil)
        default:
          append(commands[index], clip: clip, grid: grid, slots: slots)
        }
        index += 1
      }
    }
  }

  private mutating func append(
    _ command: DrawCommand, clip: PixelRect, grid: PixelGrid, slots: SlotVersions
  ) {
    let (frame, reach) = command.extent(grid: grid, slots: slots)
    let visible = frame.outset(by: reach).intersection(clip)
    let effect = paint(command, visible)
    guard effect != .none else { return }
    if case .text(let slot, _, let opacity) = command, opacity >= 1 {
      texts.append(PlainText(slot: slot, visible: visible, ground: grounds[grounds.count - 1]))
    }
    var hash = ItemHash()
    command.hashPicture(into: &hash, grid: grid, slots: slots)
    hash.combine(frame.width)
    hash.combine(frame.height)
    items.append(
      DisplayItem(
        key: hash.value, frame: frame, visible: visible, clip: clip, isUniform: command.isFill,
        isSolid: effect == .solid))
  }

  private enum Effect {
    /// No pixel changes.
    case none
    /// Every pixel gets one colour.
    case solid
    case any
  }

  /// Notes the ground of a command, and what it leaves there.
  private mutating func paint(_ command: DrawCommand, _ visible: PixelRect) -> Effect {
    guard !visible.isEmpty else {
      grounds.append(nil)
      return .none
    }
    switch command {
    case .fill(_, let color):
      let below = ground.color(under: visible)
      grounds.append(below)
      if color.alpha == 0 { return .none }
      guard color.isOpaque || below != nil else { break }
      let shown = below.map { color.over($0) } ?? color
      if shown == below { return .none }
      ground.fill(visible, shown)
      return .solid
    case .text: grounds.append(ground.color(under: visible))
    default: grounds.append(nil)
    }
    ground.paint(visible)
    return .any
  }

  /// A group up to its end, or a transformed part up to the next identity, is
  /// one item: it is kept only when nothing of it changed.
  /// - Returns: the index of its last command.
  private mutating func append(
    partOf commands: UnsafeBufferPointer<DrawCommand>, from start: Int, clip: PixelRect,
    grid: PixelGrid, slots: SlotVersions
  ) -> Int {
    let (origin, shape) = Self.frame(of: commands[start], grid: grid)
    var hash = ItemHash()
    var reach = shape
    var depth = 0
    var transform = CGAffineTransform.identity
    var inner = clip
    var end = start
    while end < commands.count {
      let command = commands[end]
      let (frame, margin) = command.extent(grid: grid, slots: slots)
      switch command {
      case .beginGroup, .pushClip:
        clips.append(inner)
        inner = inner.intersection(grid.mapped(frame, by: transform))
        grounds.append(nil)
        if case .beginGroup = command {
          depth += 1
          ground.beginGroup()
        }
      case .endGroup, .popClip:
        grounds.append(nil)
        if case .endGroup = command {
          depth -= 1
          ground.endGroup(inner)
        }
        inner = clips.popLast() ?? clip
      case .setTransform(let map):
        transform = map
        grounds.append(nil)
      default:
        if transform.isIdentity {
          _ = paint(command, frame.outset(by: margin).intersection(inner))
        } else {
          grounds.append(nil)
          ground.paint(inner)
        }
      }
      command.hashPicture(into: &hash, grid: grid, slots: slots)
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
    return min(end, commands.count - 1)
  }

  /// The origin of positions inside a part, and the pixels the part is limited
  /// to. A transformed part is limited by its content only, and its positions
  /// are absolute: moving it is a change.
  private static func frame(
    of command: DrawCommand, grid: PixelGrid
  ) -> (origin: PixelRect, shape: PixelRect) {
    if case .beginGroup(let shape, _) = command {
      let rect = grid.pixels(of: shape.rect)
      return (rect, rect)
    }
    return (.empty, .empty)
  }
}
