internal import SDL
import Foundation

/// The last step of every command: upright rectangles of pixels, cut to the clip
/// and to the region that is drawn, are written into the window's memory, or
/// given to SDL where there is none. Under a turn they become triangles.
extension SDLRenderBackend {
  func fill(_ rect: PixelRect, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    if grid.turn != nil {
      drawQuad(nil, rect, color)
      return
    }
    var shown = color
    if let ground {
      // Blended here, once, instead of for each pixel.
      if color.alpha < 255 { shown = color.over(ground) }
      guard shown != ground else { return }
    }
    fillParts(of: rect, shown)
  }

  /// Fills the rectangles gathered in `rects`, which do not overlap.
  func fillRects(_ color: DrawColor) {
    defer { rects.removeAll(keepingCapacity: true) }
    guard color.alpha > 0 else { return }
    for rect in rects where !rect.isEmpty {
      if grid.turn != nil { drawQuad(nil, rect, color) } else { fillParts(of: rect, color) }
    }
  }

  private func fillParts(of rect: PixelRect, _ color: DrawColor) {
    let visible = rect.intersection(clip)
    if let pixels {
      region.forEachPart(of: visible) { pixels.fill($0, color) }
    } else {
      applyClip(nil)
      region.forEachPart(of: visible) { renderer.fill($0, color) }
    }
  }

  /// Stretches part of a texture over a rectangle, multiplied with a colour.
  func copy(
    _ texture: Texture, from source: PixelRect, to destination: PixelRect, _ modulation: DrawColor
  ) {
    guard modulation.alpha > 0 else { return }
    if grid.turn != nil {
      drawQuad(texture, destination, modulation, source: source)
      return
    }
    texture.modulation = modulation
    let visible = destination.intersection(clip)
    guard let pixels, let bitmap = texture.bitmap else {
      region.forEachPart(of: visible) { copy(texture, from: source, to: destination, within: $0) }
      return
    }
    if source.width == destination.width, source.height == destination.height {
      region.forEachPart(of: visible) { part in
        let corner = (source.x + part.x - destination.x, source.y + part.y - destination.y)
        pixels.draw(bitmap, from: corner, to: part)
      }
    } else {
      region.forEachPart(of: visible) {
        pixels.stretch(bitmap, from: source, to: destination, visible: $0)
      }
    }
  }

  private func copy(
    _ texture: Texture, from source: PixelRect, to destination: PixelRect, within visible: PixelRect
  ) {
    guard
      let columns = Self.part(
        of: (source.x, source.width), shownAt: (destination.x, destination.width),
        within: (visible.x, visible.width)),
      let rows = Self.part(
        of: (source.y, source.height), shownAt: (destination.y, destination.height),
        within: (visible.y, visible.height))
    else {
      applyClip(visible == destination ? nil : visible)
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
    _ texture: Texture?, _ rect: PixelRect, _ color: DrawColor, source: PixelRect? = nil
  ) {
    guard let turn = grid.turn, !rect.isEmpty, !clip.isEmpty else { return }
    let width = Double(texture?.width ?? 1)
    let height = Double(texture?.height ?? 1)
    let part = source ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
    func corner(_ x: Int32, _ y: Int32, _ textureX: Int32, _ textureY: Int32) -> ClippedPolygon.Corner {
      let place = turn.apply(x, y)
      return ClippedPolygon.Corner(
        x: place.x, y: place.y, textureX: Double(textureX) / width, textureY: Double(textureY) / height,
        alpha: Double(color.alpha))
    }
    addPolygon(
      [
        corner(rect.x, rect.y, part.x, part.y), corner(rect.maxX, rect.y, part.maxX, part.y),
        corner(rect.maxX, rect.maxY, part.maxX, part.maxY), corner(rect.x, rect.maxY, part.x, part.maxY),
      ], color)
    drawVertices(texture)
  }

  /// How far beyond the frame SDL is trusted with triangles, in pixels. It takes corners to whole pixels of the texture,
  /// so that one cut at the frame would show a picture a little out of place.
  private static let trustedMargin: Int32 = 8192

  /// Gathers the triangles of a convex polygon, without what lies far outside of the frame.
  func addPolygon(_ corners: [ClippedPolygon.Corner], _ color: DrawColor) {
    let frame = region.bounds(of: clip)
    let margin = Self.trustedMargin
    polygon.clip(
      corners,
      to: PixelRect(
        x: frame.x - margin, y: frame.y - margin, width: frame.width + 2 * margin, height: frame.height + 2 * margin))
    guard polygon.corners.count >= 3 else { return }
    let first = Int32(vertices.count)
    for corner in polygon.corners {
      var color = color
      color.alpha = UInt8(min(max(corner.alpha, 0), 255).rounded())
      vertices.append(
        Vertex(
          x: Float(corner.x), y: Float(corner.y), color: color, textureX: Float(corner.textureX),
          textureY: Float(corner.textureY)))
    }
    for index in 1..<Int32(polygon.corners.count - 1) {
      indices.append(first)
      indices.append(first + index)
      indices.append(first + index + 1)
    }
  }

  /// Draws the triangles gathered in `vertices` and `indices`.
  func drawVertices(_ texture: Texture?) {
    guard !indices.isEmpty else { return }
    region.forEachPart(of: clip) { part in
      applyClip(part)
      vertices.withUnsafeBufferPointer { vertices in
        indices.withUnsafeBufferPointer { renderer.drawTriangles(texture, vertices, indices: $0) }
      }
    }
    // What follows may be written past SDL.
    if pixels != nil { renderer.flush() }
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }
}
