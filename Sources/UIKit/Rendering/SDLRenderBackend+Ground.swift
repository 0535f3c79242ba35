internal import SDL
import Foundation

/// What is under everything in a frame's region.
extension SDLRenderBackend {
  /// Texts looked at for what they cover; more than any window shows, and few enough to compare
  /// each with each rectangle of the region.
  private static let maximumCovers = 256

  /// Fills the region with the last colour that the first commands cover it with.
  /// - Returns: the first command that is left to execute.
  func clear(
    _ background: DrawColor, before commands: UnsafeBufferPointer<DrawCommand>
  ) -> Int {
    let area = region.bounds
    var color = background
    var first = 0
    while first < commands.count, case .fill(let rect, let fill) = commands[first], fill.isOpaque,
      grid.pixels(of: rect).intersection(area) == area
    {
      color = fill
      first += 1
    }
    color.alpha = 255
    ground = nil
    guard let pixels else {
      fill(area, color)
      return first
    }
    findCovers()
    covers.withUnsafeBufferPointer { covers in
      region.forEachPart(of: clip) { fill($0, without: covers, from: 0, color, in: pixels) }
    }
    return first
  }

  /// Gathers where text will be drawn whose pixels are all opaque: what is below is never seen.
  private func findCovers() {
    covers.removeAll(keepingCapacity: true)
    let texts = tracker.texts
    guard texts.count <= Self.maximumCovers else { return }
    for text in texts {
      let place = text.visible
      if region.overlaps(place), slots.prepare(text.slot, on: text.ground) {
        covers.append(place)
      }
    }
  }

  private func fill(
    _ rect: PixelRect, without covers: UnsafeBufferPointer<PixelRect>, from first: Int,
    _ color: DrawColor, in pixels: WindowPixels
  ) {
    let end = rect.maxY
    for index in first..<covers.count {
      let cover = covers[index]
      guard cover.y < end, cover.y &+ cover.height > rect.y else { continue }
      let hole = cover.intersection(rect)
      guard !hole.isEmpty else { continue }
      func fillSide(_ side: PixelRect) {
        guard !side.isEmpty else { return }
        fill(side, without: covers, from: index + 1, color, in: pixels)
      }
      fillSide(PixelRect(x: rect.x, y: rect.y, width: rect.width, height: hole.y - rect.y))
      fillSide(PixelRect(x: rect.x, y: hole.y, width: hole.x - rect.x, height: hole.height))
      fillSide(PixelRect(x: hole.maxX, y: hole.y, width: rect.maxX - hole.maxX, height: hole.height))
      fillSide(PixelRect(x: rect.x, y: hole.maxY, width: rect.width, height: rect.maxY - hole.maxY))
      return
    }
    pixels.fill(rect, color)
  }
}
