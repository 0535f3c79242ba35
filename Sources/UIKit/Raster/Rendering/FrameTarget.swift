import Foundation
import Pixels
internal import SDL
import UIKitCore

/// The destination of a frame's pixels: the window's memory, or SDL's renderer for windows without such memory.
///
/// The last step of every command. Upright rectangles are cut to the clip and to the region of the frame that is drawn;
/// under a turn they become triangles. Storage is kept from frame to frame.
@MainActor
final class FrameTarget {
  private let renderer: Renderer
  /// The window's memory, while a frame is drawn into it past SDL's renderer.
  private(set) var pixels: WindowPixels?
  /// The region of the frame that is drawn, less what is hidden. Exempt from the run time's check for overlapping access,
  /// of which there would be 77 in a frame that is drawn: no command changes the region.
  @exclusivity(unchecked) private var region = DrawRegion()
  /// All of the region while part of it is hidden, else its storage.
  private var whole = DrawRegion()
  private var isPartHidden = false
  /// The area that can be drawn to, in pixels.
  private(set) var clip = PixelRect.empty
  private var outerClips: ContiguousArray<PixelRect> = []
  /// The clip SDL was told of.
  private var appliedClip: PixelRect?
  /// Takes upright pixels to their places, where a transform turns or shears them; nil where they stay upright.
  var turn: CGAffineTransform?
  /// The colour of all pixels under the command being executed, where it is known.
  var ground: DrawColor?
  /// Triangles gathered for one call of SDL's.
  private var vertices: ContiguousArray<Vertex> = []
  private var indices: ContiguousArray<Int32> = []
  /// The polygon that was cut last, for its storage.
  private var polygon = ClippedPolygon()

  init(renderer: Renderer) { self.renderer = renderer }

  // MARK: A frame

  /// Forgets the region of the frame before.
  func removeRegion() {
    region.removeAll()
    isPartHidden = false
  }

  /// Adds a rectangle to the region of the coming frame.
  /// - Precondition: it begins no higher than those before, and overlaps none.
  func addToRegion(_ rect: PixelRect) { region.append(rect) }

  /// Leaves the pixels of `area` out of what is drawn, until `showAll()`: what comes then paints them anyway.
  func hide(_ area: PixelRect) {
    guard !isPartHidden, region.overlaps(area) else { return }
    swap(&region, &whole)
    region.take(whole, without: area)
    isPartHidden = true
  }

  /// Ends `hide(_:)`.
  func showAll() {
    guard isPartHidden else { return }
    swap(&region, &whole)
    isPartHidden = false
  }

  /// Whether nothing of the frame is drawn.
  var isEmpty: Bool { region.isEmpty }

  /// The rectangle around all that is drawn of the frame.
  var bounds: PixelRect { region.bounds }

  /// Begins a frame whose pixels are `area`.
  func begin(_ area: PixelRect) {
    clip = area
    pixels = renderer.windowPixels()
    outerClips.removeAll(keepingCapacity: true)
    turn = nil
    ground = nil
    // A new target has no clip of its own.
    appliedClip = area
    applyClip(nil)
  }

  /// Tells SDL that there is no clip, before something else draws with the renderer.
  func end() { applyClip(nil) }

  /// Keeps what follows inside `rect` as well.
  func pushClip(_ rect: PixelRect) {
    outerClips.append(clip)
    clip = clip.intersection(rect)
  }

  /// Takes back the last `pushClip`.
  func popClip() {
    guard let outer = outerClips.popLast() else {
      preconditionFailure("a display list has a popClip without its pushClip")
    }
    clip = outer
  }

  /// Whether a pixel of an upright rectangle may be drawn. True under a turn, where it is not looked up.
  func mayShow(_ rect: PixelRect) -> Bool { turn != nil || region.overlaps(rect.intersection(clip)) }

  /// Whether a pixel of `rect` is in the region, clip or not.
  func drawsPart(of rect: PixelRect) -> Bool { region.overlaps(rect) }

  /// The rectangle around what can be drawn to.
  var visibleBounds: PixelRect { region.bounds(of: clip) }

  /// Calls `body` with each part of what can be drawn to.
  @inline(__always)
  func forEachVisiblePart(_ body: (PixelRect) -> Void) { region.forEachPart(of: clip, body) }

  // MARK: Rectangles

  /// Paints a rectangle.
  func fill(_ rect: PixelRect, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    if turn != nil {
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

  /// Paints rectangles that do not overlap, whatever is below them.
  func fill(_ rects: ContiguousArray<PixelRect>, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    for rect in rects where !rect.isEmpty {
      if turn != nil { drawQuad(nil, rect, color) } else { fillParts(of: rect, color) }
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
    if turn != nil {
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

  /// One axis of a copy cut to what is visible: the part of the source to take. A single pixel may be stretched over
  /// any length; nil for other stretching, which only SDL can cut. (It cuts stretched single pixels to nothing.)
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
  private func applyClip(_ wanted: PixelRect?) {
    guard wanted != appliedClip else { return }
    appliedClip = wanted
    renderer.setClip(wanted)
  }

  // MARK: Triangles

  /// Draws a rectangle that `turn` takes out of the upright.
  private func drawQuad(
    _ texture: Texture?, _ rect: PixelRect, _ color: DrawColor, source: PixelRect? = nil
  ) {
    guard let turn, !rect.isEmpty, !clip.isEmpty else { return }
    if let texture, let source, drawTurned(texture, from: source, to: rect, turn, color) { return }
    let width = Double(texture?.width ?? 1)
    let height = Double(texture?.height ?? 1)
    let part = source ?? .empty
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
      ], color, texture)
    drawPolygons(texture)
  }

  /// Draws part of a texture in memory. SDL would take the nearest pixel of it for each, which tears letters.
  /// - Returns: false where texture or frame are not in memory, or the transform cannot be undone.
  private func drawTurned(
    _ texture: Texture, from source: PixelRect, to rect: PixelRect, _ turn: CGAffineTransform, _ modulation: DrawColor
  ) -> Bool {
    guard let pixels, !source.isEmpty, turn.a * turn.d != turn.b * turn.c else { return false }
    texture.modulation = modulation
    guard let bitmap = texture.bitmap else { return false }
    let inverse = turn.inverted()
    let (a, b) = (turn.apply(rect.x, rect.y), turn.apply(rect.maxX, rect.y))
    let (c, d) = (turn.apply(rect.maxX, rect.maxY), turn.apply(rect.x, rect.maxY))
    func pixel(_ place: Double) -> Int32 { place.isFinite ? Int32(min(max(place, -65536), 65536)) : 0 }
    let box = PixelRect(
      minX: pixel(min(min(a.x, b.x), min(c.x, d.x)).rounded(.down)),
      minY: pixel(min(min(a.y, b.y), min(c.y, d.y)).rounded(.down)),
      maxX: pixel(max(max(a.x, b.x), max(c.x, d.x)).rounded(.up)),
      maxY: pixel(max(max(a.y, b.y), max(c.y, d.y)).rounded(.up)))
    region.forEachPart(of: clip.intersection(box)) {
      pixels.drawTurned(bitmap, from: source, to: rect, inverse, visible: $0)
    }
    return true
  }

  /// Gathers the triangles of a convex polygon, without what lies far outside of the frame. Its corners are places of
  /// the frame: `turn` is not applied.
  /// - Parameter texture: what they are filled with; nil for the colour alone.
  func addPolygon(_ corners: [ClippedPolygon.Corner], _ color: DrawColor, _ texture: Texture? = nil) {
    let side = texture.map { max($0.width, $0.height) } ?? 1
    ClippedPolygon.forEachTrustedArea(around: visibleBounds, textureSide: side) { area in
      polygon.clip(corners, to: area)
      guard polygon.corners.count >= 3 else { return }
      for index in 1..<(polygon.corners.count - 1) {
        addTriangle(polygon.corners[0], polygon.corners[index], polygon.corners[index + 1], color, texture)
      }
    }
  }

  private func addTriangle(
    _ a: ClippedPolygon.Corner, _ b: ClippedPolygon.Corner, _ c: ClippedPolygon.Corner, _ color: DrawColor,
    _ texture: Texture?
  ) {
    // SDL takes the end of the texture for its last pixel only where a triangle has other places in it too.
    func isPastEnd(_ place: Double, _ side: Int) -> Bool { Float(place) * Float(side) >= Float(side) }
    let (width, height) = (texture?.width ?? 1, texture?.height ?? 1)
    let isPastRight = isPastEnd(a.textureX, width) && isPastEnd(b.textureX, width) && isPastEnd(c.textureX, width)
    let isPastBottom = isPastEnd(a.textureY, height) && isPastEnd(b.textureY, height) && isPastEnd(c.textureY, height)
    func add(_ corner: ClippedPolygon.Corner) {
      var color = color
      color.alpha = UInt8(min(max(corner.alpha, 0), 255).rounded())
      indices.append(Int32(vertices.count))
      vertices.append(
        Vertex(
          x: Float(corner.x), y: Float(corner.y), color: color,
          textureX: isPastRight ? (Float(width) - 0.5) / Float(width) : Float(corner.textureX),
          textureY: isPastBottom ? (Float(height) - 0.5) / Float(height) : Float(corner.textureY)))
    }
    add(a)
    add(b)
    add(c)
  }

  /// Draws the polygons gathered, within the clip.
  func drawPolygons(_ texture: Texture? = nil) {
    guard !indices.isEmpty else { return }
    region.forEachPart(of: clip) { part in
      applyClip(part)
      vertices.withUnsafeBufferPointer { vertices in
        indices.withUnsafeBufferPointer { renderer.drawTriangles(texture, vertices, indices: $0) }
      }
    }
    // The next pixels may be written past SDL.
    if pixels != nil { renderer.flush() }
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }
}
