import Pixels
internal import SDL
import Typesetting
import UIKitCore

/// The texture of each text slot, by slot id.
///
/// A texture belongs to its slot until the slot is released, or until there are
/// too many of slots that are not in view (`TextureSurplus`); other text is
/// rasterised into it as long as it fits. Extents are rounded up to classes, so
/// that text of similar length fits.
@MainActor
final class SlotTextures {
  /// One slot.
  private struct Slot {
    var texture: Texture?
    /// The text to show, kept for rasterising it on another ground.
    var frame = TextFrame()
    /// A colour that its owner paints behind the text in any case.
    var ownGround: DrawColor?
    /// The colour of the bitmap's opaque ground; nil for a translucent bitmap.
    var ground: DrawColor?
    /// `frame` is newer than the bitmap.
    var isStale = false
    /// Rasterised in the present frame.
    var isFresh = false
    /// The text in the bitmap; nil where the texture's pixels are not known.
    var drawn: ShownText?
    /// The number of the last frame that drew it.
    var lastUse = 0
  }

  private let renderer: Renderer
  private let engine: SDLTextEngine
  /// Plain memory, because reading an element of an array makes a copy.
  private var slots: UnsafeMutablePointer<Slot>
  private var capacity = 32
  private var count = 0
  /// Indexes with `isFresh`.
  private var fresh: ContiguousArray<Int> = []
  /// The number of the frame.
  private var frame = 0
  private var surplus = TextureSurplus()

  /// The number of bitmaps rasterised so far, as `RenderCounters` counts it.
  private(set) var rasterizations = 0
  private(set) var reuses = 0
  private(set) var creations = 0
  private(set) var missingGlyphs = 0
  /// Alive now.
  private(set) var textureCount = 0
  private(set) var byteCount = 0

  /// - Parameter other: whose texts the slots have at first, to be rasterised when they are next drawn; nil for none.
  init(renderer: Renderer, engine: SDLTextEngine, textsOf other: SlotTextures? = nil) {
    self.renderer = renderer
    self.engine = engine
    slots = .allocate(capacity: capacity)
    guard let other else { return }
    reserve(other.count)
    for index in 0..<count {
      slots[index].frame = other.slots[index].frame
      slots[index].ownGround = other.slots[index].ownGround
      slots[index].isStale = true
    }
  }

  isolated deinit {
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// The extent of a slot's bitmap in pixels; nil when it shows nothing.
  func size(of id: TextSlotID) -> (width: Int32, height: Int32)? {
    let index = Int(id.rawValue)
    guard index < count, slots[index].frame.pixelWidth > 0,
      slots[index].frame.pixelHeight > 0
    else { return nil }
    return (Int32(slots[index].frame.pixelWidth), Int32(slots[index].frame.pixelHeight))
  }

  /// The texture to draw a slot with, rasterised first where need be.
  ///
  /// New text on a known ground is made opaque. A bitmap that is opaque on
  /// another colour than the ground is made again, translucent.
  /// - Parameter ground: the colour of every pixel behind the text, if known.
  func texture(of id: TextSlotID, on ground: DrawColor?) -> Texture? {
    let index = Int(id.rawValue)
    guard index < count else { return nil }
    slots[index].lastUse = frame
    if slots[index].isStale {
      rasterize(index, on: slots[index].ownGround ?? ground)
    } else if let made = slots[index].ground, slots[index].ownGround == nil, made != ground {
      rasterize(index, on: nil)
    } else if !slots[index].isFresh {
      reuses += 1
    }
    return slots[index].texture
  }

  /// Rasterises a slot that is about to be drawn, where need be.
  /// - Returns: whether every pixel of it will be opaque.
  func prepare(_ id: TextSlotID, on ground: DrawColor?) -> Bool {
    let index = Int(id.rawValue)
    guard index < count else { return false }
    slots[index].lastUse = frame
    if slots[index].isStale { rasterize(index, on: slots[index].ownGround ?? ground) }
    guard !slots[index].isStale, let made = slots[index].ground else { return false }
    return slots[index].ownGround != nil || made == ground
  }

  /// Starts a frame.
  func beginFrame() {
    frame += 1
    for index in fresh { slots[index].isFresh = false }
    fresh.removeAll(keepingCapacity: true)
  }

  /// Drops textures of texts that are not in view, where there are too many; see `TextureSurplus`.
  /// - Parameters:
  ///   - list: the frame that is about to be drawn.
  ///   - windowPixels: of the window.
  func dropSurplus(in list: borrowing DisplayList, windowPixels: Int) {
    guard surplus.isDue(byteCount: byteCount, windowPixels: windowPixels) else { return }
    var isInView = [Bool](repeating: false, count: count)
    for command in list.commands {
      if case .text(let slot, _, _) = command, Int(slot.rawValue) < count { isInView[Int(slot.rawValue)] = true }
    }
    let holdings = (0..<count).compactMap { index in
      slots[index].texture.map {
        TextureSurplus.Holding(
          index: index, bytes: $0.byteCount, lastUse: slots[index].lastUse, isInView: isInView[index])
      }
    }
    for index in surplus.drop(of: holdings, windowPixels: windowPixels) { dropTexture(of: index) }
  }

  /// Gives a slot new text; it is rasterised when it is next drawn.
  func update(_ update: borrowing TextSlotUpdate) {
    let index = Int(update.slot.rawValue)
    reserve(index + 1)
    slots[index].frame = update.frame
    slots[index].ownGround = update.background
    slots[index].isStale = true
    missingGlyphs += update.frame.missingGlyphs
  }

  /// Makes slots up to a number.
  private func reserve(_ number: Int) {
    if number > capacity {
      let larger = UnsafeMutablePointer<Slot>.allocate(capacity: max(number, capacity * 2))
      larger.moveInitialize(from: slots, count: count)
      slots.deallocate()
      slots = larger
      capacity = max(number, capacity * 2)
    }
    guard number > count else { return }
    (slots + count).initialize(repeating: Slot(), count: number - count)
    count = number
  }

  /// Frees what a slot holds.
  func release(_ id: TextSlotID) {
    let index = Int(id.rawValue)
    guard index < count else { return }
    forgetTexture(of: index)
    slots[index] = Slot()
  }

  /// Frees every texture; each slot is rasterised again when it is next drawn.
  func dropTextures() {
    for index in 0..<count where slots[index].texture != nil { dropTexture(of: index) }
  }

  /// Frees a slot's texture; it is rasterised again when it is next drawn.
  private func dropTexture(of index: Int) {
    forgetTexture(of: index)
    slots[index].isStale = true
  }

  /// Makes the bitmap of a slot: opaque on `ground`, or translucent.
  ///
  /// A bitmap that stays in memory keeps its ground, and the words that the new text shares with the text before.
  private func rasterize(_ index: Int, on ground: DrawColor?) {
    TracedWork.run("text") { draw(index, on: ground) }
  }

  private func draw(_ index: Int, on ground: DrawColor?) {
    let slot = slots + index
    let width = slot.pointee.frame.pixelWidth
    let height = slot.pointee.frame.pixelHeight
    guard let texture = texture(of: index, width: width, height: height, isOpaque: ground != nil)
    else { return }
    let isKept = texture.keepsPixels
    let area = PixelRect(
      x: 0, y: 0, width: Int32(isKept ? texture.width : width), height: Int32(isKept ? texture.height : height))
    if slot.pointee.ground != ground { slot.pointee.drawn = nil }
    do throws(SDLError) {
      try texture.write(area) { pixels, stride in
        var bitmap = TextBitmap(
          pixels: pixels, stride: stride, width: width, height: height, ground: ground)
        if slot.pointee.drawn != nil {
          slot.pointee.drawn?.replace(with: &slot.pointee.frame, in: &bitmap, by: engine)
          return
        }
        bitmap.clear(columns: 0..<Int(area.width), rows: 0..<Int(area.height))
        if isKept {
          slot.pointee.drawn = ShownText(&slot.pointee.frame, into: &bitmap, by: engine)
        } else {
          engine.draw(&slot.pointee.frame, into: &bitmap)
        }
      }
    } catch {
      slot.pointee.drawn = nil
      return
    }
    texture.blends = ground == nil
    slot.pointee.ground = ground
    slot.pointee.isStale = false
    rasterizations += 1
    if !slot.pointee.isFresh {
      slot.pointee.isFresh = true
      fresh.append(index)
    }
  }

  private func texture(of index: Int, width: Int, height: Int, isOpaque: Bool) -> Texture? {
    guard width > 0, height > 0 else { return nil }
    let before = slots[index].texture
    if let before, before.width >= width, before.height >= height, isOpaque || before.use == .written {
      return before
    }
    // Once translucent, always: text that is selected and deselected must not
    // change its texture each time.
    let use = isOpaque && before?.use != .written ? Texture.Use.writtenOpaque : .written
    // At least as large as before in both directions, so that text that is
    // longer and lower by turns settles on one texture. An eighth to spare:
    // the numbers in a label's text grow by a digit now and then.
    let width = max(Self.widthClass(width + width / 8), before?.width ?? 0)
    let height = max(Self.heightClass(height), before?.height ?? 0)
    forgetTexture(of: index)
    guard
      let texture = try? Texture(renderer: renderer, width: width, height: height, use: use)
    else { return nil }
    slots[index].texture = texture
    creations += 1
    textureCount += 1
    byteCount += texture.byteCount
    return texture
  }

  private func forgetTexture(of index: Int) {
    guard let texture = slots[index].texture else { return }
    textureCount -= 1
    byteCount -= texture.byteCount
    slots[index].texture = nil
    slots[index].drawn = nil
  }

  /// Eight steps to each power of two, from 128: 128, 144, 160, …, 256, 288, 320, …
  static func widthClass(_ width: Int) -> Int {
    var size = 128
    while size * 2 < width { size *= 2 }
    let step = size / 8
    return max(size, (width + step - 1) / step * step)
  }

  /// Even numbers.
  static func heightClass(_ height: Int) -> Int { (height + 1) / 2 * 2 }
}
