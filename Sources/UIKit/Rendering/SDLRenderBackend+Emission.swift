internal import SDL
import Foundation

/// The last step of every command: upright rectangles of pixels become SDL's
/// calls, or, under a turn, triangles. Upright ones are cut to the clip here,
/// so that SDL need not be told of it.
extension SDLRenderBackend {
  func fill(_ rect: PixelRect, _ color: PixelColor) {
    guard color.alpha > 0 else { return }
    if grid.turn != nil {
      drawQuad(nil, rect, color)
      return
    }
    let visible = rect.intersection(clip)
    guard !visible.isEmpty else { return }
    let below = ground.color(of: visible)
    var shown = color
    if color.alpha < 255 {
      guard let below else {
        ground.markDrawn(visible)
        applyClip(nil)
        renderer.fill(visible, color)
        return
      }
      // Blended here, once, instead of for each pixel.
      shown = color.over(below)
    }
    guard shown != below else { return }
    ground.markFilled(visible, shown)
    applyClip(nil)
    renderer.fill(visible, shown)
  }

  /// Fills the rectangles gathered in `rects`, which do not overlap.
  func fillRects(_ color: PixelColor) {
    defer { rects.removeAll(keepingCapacity: true) }
    guard color.alpha > 0 else { return }
    if grid.turn != nil {
      for rect in rects where !rect.isEmpty { drawQuad(nil, rect, color) }
      return
    }
    for index in rects.indices {
      rects[index] = rects[index].intersection(clip)
      ground.markDrawn(rects[index])
    }
    rects.removeAll { $0.isEmpty }
    applyClip(nil)
    rects.withUnsafeBufferPointer { renderer.fill($0, color) }
  }

  /// Stretches part of a texture over a rectangle, multiplied with a colour.
  func copy(
    _ texture: Texture, from source: PixelRect, to destination: PixelRect, _ modulation: PixelColor
  ) {
    guard modulation.alpha > 0 else { return }
    if grid.turn != nil {
      drawQuad(texture, destination, modulation, source: source)
      return
    }
    let visible = destination.intersection(clip)
    guard !visible.isEmpty else { return }
    ground.markDrawn(visible)
    texture.modulation = modulation
    guard
      let columns = Self.part(
        of: (source.x, source.width), shownAt: (destination.x, destination.width),
        within: (visible.x, visible.width)),
      let rows = Self.part(
        of: (source.y, source.height), shownAt: (destination.y, destination.height),
        within: (visible.y, visible.height))
    else {
      applyClip(visible == destination ? nil : clip)
      renderer.copy(texture, from: source, to: destination)
      return
    }
    applyClip(nil)
    renderer.copy(
      texture,
      from: PixelRect(x: columns.start, y: rows.start, width: columns.length, height: rows.length),
      to: visible)
  }

  /// One axis of a copy cut to what is visible: the part of the source to take.
  /// A single pixel may be stretched over any length; nil for other stretching,
  /// which only SDL can cut. (It cuts stretched single pixels to nothing.)
  private static func part(
    of source: (start: Int32, length: Int32), shownAt destination: (start: Int32, length: Int32),
    within visible: (start: Int32, length: Int32)
  ) -> (start: Int32, length: Int32)? {
    if source.length == destination.length {
      return (source.start + visible.start - destination.start, visible.length)
    }
    return source.length == 1 ? source : nil
  }

  /// Tells SDL of a clip, unless it knows already.
  func applyClip(_ wanted: PixelRect?) {
    guard wanted != appliedClip else { return }
    appliedClip = wanted
    renderer.setClip(wanted)
  }

  /// Draws a rectangle that `grid.turn` takes out of the upright.
  private func drawQuad(
    _ texture: Texture?, _ rect: PixelRect, _ color: PixelColor, source: PixelRect? = nil
  ) {
    guard let turn = grid.turn, !rect.isEmpty, !clip.isEmpty else { return }
    let width = Float(texture?.width ?? 1)
    let height = Float(texture?.height ?? 1)
    let part = source ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
    func append(_ x: Int32, _ y: Int32, _ textureX: Int32, _ textureY: Int32) {
      let place = turn.apply(x, y)
      vertices.append(
        Vertex(
          x: Float(place.x), y: Float(place.y), color: color, textureX: Float(textureX) / width,
          textureY: Float(textureY) / height))
    }
    append(rect.x, rect.y, part.x, part.y)
    append(rect.maxX, rect.y, part.maxX, part.y)
    append(rect.maxX, rect.maxY, part.maxX, part.maxY)
    append(rect.x, rect.maxY, part.x, part.maxY)
    indices.append(contentsOf: Self.quadIndices)
    drawVertices(texture)
  }

  /// Draws the triangles gathered in `vertices` and `indices`.
  func drawVertices(_ texture: Texture?) {
    applyClip(clip)
    ground.markDrawn(clip)
    vertices.withUnsafeBufferPointer { vertices in
      indices.withUnsafeBufferPointer { renderer.drawTriangles(texture, vertices, indices: $0) }
    }
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }

  private static let quadIndices: [Int32] = [0, 1, 2, 0, 2, 3]
}
