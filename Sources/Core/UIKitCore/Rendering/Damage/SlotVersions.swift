/// Content counters of text slots, and the size of their bitmaps.
struct SlotVersions {
  private struct Slot {
    var version: UInt32 = 0
    var width: Int32 = 0
    var height: Int32 = 0
  }
  private var slots: ContiguousArray<Slot> = []

  mutating func apply(_ list: borrowing DisplayList) {
    for index in list.textUpdates.indices {
      let id = Int(list.textUpdates[index].slot.rawValue)
      while slots.count <= id { slots.append(Slot()) }
      slots[id].version &+= 1
      slots[id].width = Int32(clamping: list.textUpdates[index].frame.pixelWidth)
      slots[id].height = Int32(clamping: list.textUpdates[index].frame.pixelHeight)
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
