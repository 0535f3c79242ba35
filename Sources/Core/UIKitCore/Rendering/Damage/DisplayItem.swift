import Pixels

/// Something painted: one command, or a group or transformed part as a whole.
struct DisplayItem {
  /// Hash of everything about the picture but its place.
  var key: UInt64
  /// Where it is, before clipping.
  var frame: PixelRect
  /// The pixels it may change.
  var visible: PixelRect
  /// The clip it is drawn under: items of one clip can move as a block. Of what is no part of a block, its place.
  var clip: PixelRect
  /// One colour all over: its pixels look the same wherever they are moved.
  var isUniform = false
  /// Uniform, and nothing shows through.
  var isSolid = false
  /// Uniform, and so large that its edges are told apart from its inside when it moves.
  var isLarge = false
  /// Pixels within `visible` that it leaves as they are: the inside of a border.
  var hollow = PixelRect.empty
  /// Of a shadow: so far inside of its frame all rows are alike, and all columns, in pixels; 0 for all else.
  var evenInset: Int32 = 0

  /// The pixels that show the same of this item as of `other`, which is the same picture elsewhere: what two extents of a large
  /// fill share, and the rows or columns of a shadow that are alike in both places. Both items leave them as they were.
  func shared(with other: DisplayItem) -> PixelRect {
    var area = visible.intersection(other.visible)
    guard evenInset > 0 else { return area }
    if frame.x == other.frame.x {
      area = area.intersection(
        PixelRect(
          minX: area.minX, minY: max(frame.minY, other.frame.minY) + evenInset, maxX: area.maxX,
          maxY: min(frame.maxY, other.frame.maxY) - evenInset))
    } else if frame.y == other.frame.y {
      area = area.intersection(
        PixelRect(
          minX: max(frame.minX, other.frame.minX) + evenInset, minY: area.minY,
          maxX: min(frame.maxX, other.frame.maxX) - evenInset, maxY: area.maxY))
    } else {
      return .empty
    }
    return area
  }
}

/// Opaque pixels that hide what was painted before them.
package struct HidingPaint {
  /// The pixels; empty where nothing worth leaving out is hidden.
  package var area = PixelRect.empty
  /// The index of the command that paints them.
  package var command = 0
  /// The index of its item.
  var item = 0
}

/// A translucent colour over the whole window, through which all that was painted before it is seen.
package struct WindowShade {
  /// The difference of a shade from that of the frame before.
  package enum Change {
    /// There was none.
    case new
    /// The same colour over the same things.
    case unchanged
    /// Another colour over the same things.
    case recolored
    /// Below it something has changed.
    case aboveOthers
  }

  /// Not opaque.
  package var color: DrawColor
  /// The index of the command that paints it. No clip, group or transform that begins before ends behind it.
  package var command: Int
  /// Since the list before; `new` where that is not known.
  package var change = Change.new
  /// The index of its item.
  var item: Int
}

/// Mixes words into 64 bits; good enough that two different pictures do not
/// meet by accident, and cheap enough to run over every command of a frame.
struct ItemHash {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func combine(_ word: UInt64) {
    var z = value ^ word
    z = (z ^ (z >> 32)) &* 0xD6E8_FEB8_6659_FD93
    value = z ^ (z >> 32) &+ 0x632B_E59B_D9B4_E019
  }

  mutating func combine(_ word: Int32) { combine(UInt64(UInt32(bitPattern: word))) }
  mutating func combine(_ number: Double) { combine(number.bitPattern) }
  mutating func combine(_ number: Float) { combine(UInt64(number.bitPattern)) }

  mutating func combine(_ color: DrawColor) {
    let low = UInt64(color.red) | UInt64(color.green) << 8
    let high = UInt64(color.blue) | UInt64(color.alpha) << 8
    combine(low | high << 16)
  }
}
