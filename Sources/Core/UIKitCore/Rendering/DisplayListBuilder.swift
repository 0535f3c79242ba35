import Foundation
import Pixels

/// Walks the visible views of a window once and writes what they show into a
/// `DisplayList`.
///
/// Storage is kept from frame to frame. All positions are computed in `Double`
/// from the window's origin downwards, so a row's place far down a long table
/// is exact: the table's `bounds.origin` is subtracted before anything is
/// rounded.
///
/// List, traits and clip are read for every view and exempt from the run time's check for overlapping access (150 checks a
/// warm frame, a tenth of it): each access ends before a view is called, and a view's call back is another one.
@MainActor
package final class DisplayListBuilder {
  /// The picture of the last `build(_:)`.
  @exclusivity(unchecked) package private(set) var list = DisplayList()
  /// The traits of the view being appended.
  @exclusivity(unchecked) package private(set) var traits = UITraitCollection.light
  /// Product of the opacities of the views around the one being appended, as
  /// far as they are not composed as groups.
  private var opacity: CGFloat = 1
  /// The part of the window, in points, that can still be painted.
  @exclusivity(unchecked) package private(set) var clip = CGRect.zero
  private var transform = CGAffineTransform.identity
  private let usesRecordings: Bool
  /// A `SubtreeRecording` is being made.
  private var isRecording = false
  /// Something in the recording stands on whole pixels by itself.
  private(set) var isAligned = false
  /// `RenderResources.epoch`; read for every recording, because walking a view may end an image of another.
  private var epoch: Int { resources?.epoch ?? 0 }
  private var resources: RenderResources?

  /// A builder with an empty list.
  /// - Parameter usesRecordings: false has every view walked, for tests and benchmarks that compare.
  package init(usesRecordings: Bool = true) { self.usesRecordings = usesRecordings }

  /// Fills `list` with the window's picture. Called by the frame loop once a frame.
  package func build(_ window: UIWindow) {
    list.removeAll()
    traits = window.windowTraits
    list.size = window.storedBounds.size
    list.scale = window.windowTraits.displayScale
    list.background =
      window.backgroundColor?.drawColor(in: traits)
      ?? UIColor.systemBackground.drawColor(in: traits)
    clip = CGRect(origin: .zero, size: list.size)
    opacity = 1
    transform = .identity
    resources = window.application.resources
    let content = CGPoint(x: -window.storedBounds.origin.x, y: -window.storedBounds.origin.y)
    for child in window.children {
      // Those of what is presented may be others than the window's.
      traits = child.knownTraits
      append(child, at: content)
    }
    traits = window.windowTraits
  }

  /// Moves what owners left behind into the list; called by the frame loop.
  func release(slots: [TextSlotID], images: [ImageID]) {
    list.releasedSlots.append(contentsOf: slots)
    list.releasedImages.append(contentsOf: images)
  }

  // MARK: The walk

  /// - Parameter parentContent: where the parent's coordinate (0, 0) lies in
  ///   the window.
  private func append(_ view: UIView, at parentContent: CGPoint) {
    if let recording = view.display.recording, view.canBeRecorded(in: clip), transform.isIdentity {
      append(view, recording, at: parentContent)
    } else {
      appendContents(of: view, at: parentContent)
    }
  }

  /// Walks a view and all below it.
  private func appendContents(of view: UIView, at parentContent: CGPoint) {
    // Hidden or not: a change of it changes the recording.
    if isRecording { view.joinRecording() }
    guard !view.storedIsHidden else { return }
    if view.presentation != nil || view.hasTransform || view.storedAlpha < 1
      || view.layerStorage != nil
    {
      appendStyled(view, at: parentContent)
      return
    }
    let rect = CGRect(origin: view.origin + parentContent, size: view.storedBounds.size)
    let clips = view.clipsToBounds
    if clips || view.children.isEmpty {
      guard rect.overlaps(clip) else { return }
    }
    if let color = view.storedBackgroundColor { fill(rect, color.drawColor(in: traits)) }
    appendInside(view, rect: rect, boundsOrigin: view.storedBounds.origin, clips: clips)
  }

  /// Content and subviews of a view whose background is done.
  private func appendInside(_ view: UIView, rect: CGRect, boundsOrigin: CGPoint, clips: Bool) {
    let outerClip = clip
    if clips {
      clip = clip.clipped(to: rect)
      list.commands.append(.pushClip(rect))
    }
    appendDrawing(of: view, rect: rect, boundsOrigin: boundsOrigin)
    view.appendContent(to: self, in: rect)
    if !view.children.isEmpty {
      let content = rect.origin - boundsOrigin
      for child in view.children { append(child, at: content) }
    }
    view.appendOverlay(to: self, in: rect)
    if clips {
      clip = outerClip
      list.commands.append(.popClip)
    }
  }

  /// The general case: animation, transform, opacity, layer.
  private func appendStyled(_ view: UIView, at parentContent: CGPoint) {
    let shown = view.presentation
    var alpha = shown?.alpha ?? view.storedAlpha
    var bounds = shown?.bounds ?? view.storedBounds
    var rect = CGRect(origin: (shown?.origin ?? view.origin) + parentContent, size: bounds.size)
    let layer = view.layerStorage
    var turn = shown?.transform ?? view.storedTransform
    let parts = layer?.parts
    if let layer, let parts {
      noteShown(parts)
      if !parts.shown.isEmpty {
        var place = LayerPlace(rect: rect, boundsOrigin: bounds.origin, map: turn, anchor: rect.center, opacity: alpha)
        layer.applyShown(to: &place, anchor: CGPoint(x: 0.5, y: 0.5))
        (alpha, rect, turn) = (place.opacity, place.rect, place.map)
        bounds = CGRect(origin: place.boundsOrigin, size: rect.size)
      }
    }
    guard alpha > 0 else { return }
    if parts == nil, turn.isIdentity, view.clipsToBounds || view.children.isEmpty, layer?.castsShadow != true {
      guard rect.overlaps(clip) else { return }
    }

    let outer = (transform: transform, clip: clip, opacity: opacity)
    let outerTraits = view.overridesTraits ? traits : nil
    if outerTraits != nil { traits = view.knownTraits }
    if !turn.isIdentity {
      let map = turn.aboutCenter(of: rect).concatenating(transform)
      transform = map
      clip = clip.applying(turn.aboutCenter(of: rect).inverted())
      list.commands.append(.setTransform(map))
    }

    let shape = layer?.shape(of: rect) ?? RoundedRect(rect, radius: 0)
    let hasContents = !view.children.isEmpty || parts?.sublayers.isEmpty == false
    let groupsOpacity = alpha < 1 && hasContents && view.fadesAsOne
    if groupsOpacity {
      // Sublayers may draw anywhere.
      let extent = RoundedRect(parts == nil ? subtreeExtent(of: view, at: rect) : clip, radius: 0)
      list.commands.append(.beginGroup(extent, opacity: Float(alpha * opacity)))
      opacity = 1
    } else {
      opacity *= alpha
    }

    let isMasked = parts?.mask.map { beginMask($0, at: rect.origin - bounds.origin) } ?? false
    if let layer, layer.castsShadow { appendShadow(of: shape, layer: layer, at: rect.origin - bounds.origin) }
    let background =
      parts == nil ? nil : layer?.shownColor("backgroundColor")?.drawColor(in: traits)
    if let color = background ?? shown?.background ?? view.storedBackgroundColor?.drawColor(in: traits) {
      if shape.radius > 0 {
        if color.alpha > 0 { list.commands.append(.fillRounded(shape, faded(color))) }
      } else {
        fill(rect, color)
      }
    }
    let roundsContent = view.clipsToBounds && shape.radius > 0
    if roundsContent { list.commands.append(.beginGroup(shape, opacity: 1)) }
    if let layer, let parts {
      appendInside(view, layer, parts, rect: rect, boundsOrigin: bounds.origin)
    } else {
      appendInside(view, rect: rect, boundsOrigin: bounds.origin, clips: view.clipsToBounds)
    }
    if roundsContent { list.commands.append(.endGroup) }
    if let layer, layer.hasBorder { appendBorder(of: shape, layer: layer) }

    if isMasked { list.commands.append(.endGroup) }
    if groupsOpacity { list.commands.append(.endGroup) }
    if !turn.isIdentity {
      list.commands.append(.setTransform(outer.transform))
    }
    (transform, clip, opacity) = outer
    if let outerTraits { traits = outerTraits }
  }

  private func appendBorder(of shape: RoundedRect, layer: CALayer) {
    guard let color = layer.shownColor("borderColor") ?? layer.borderColor else { return }
    let width = layer.shownNumber("borderWidth") ?? layer.borderWidth
    list.commands.append(.strokeRounded(shape, width: width, faded(color.drawColor(in: traits))))
  }

  /// - Parameter content: where the layer's coordinate (0, 0) lies in the window.
  private func appendShadow(of shape: RoundedRect, layer: CALayer, at content: CGPoint) {
    guard let color = layer.shadowColor?.drawColor(in: traits) else { return }
    var cast = shape
    let offset = layer.shown("shadowOffset")?.size ?? layer.shadowOffset
    let radius = max(0, layer.shownNumber("shadowRadius") ?? layer.shadowRadius)
    let tint = color.multiplyingAlpha(by: layer.shownNumber("shadowOpacity") ?? Double(layer.shadowOpacity))
    if let parts = layer.parts, let path = layer.castPath {
      guard let outline = path.rounded else {
        let area = PaintedArea(
          path: path, painting: .fill(.winding), limit: CGRect(x: -20_000, y: -20_000, width: 40_000, height: 40_000),
          blur: min(radius / 2, 64))
        let place = content + CGPoint(x: offset.width, y: offset.height)
        return stencil(parts.shadow.picture(in: self) { .area(area) }, at: place, tint)
      }
      cast = outline.shape
      cast.rect.origin += content
    }
    cast.rect.origin.x += offset.width
    cast.rect.origin.y += offset.height
    list.commands.append(.shadow(cast, blur: radius / 2, faded(tint)))
  }

  // MARK: Layers

  /// Content and subviews of a view, with its layer's contents, and sublayers in front of as many subviews as there were when
  /// each was added.
  private func appendInside(
    _ view: UIView, _ layer: CALayer, _ layers: LayerParts, rect: CGRect, boundsOrigin: CGPoint
  ) {
    let outerClip = clip
    if view.clipsToBounds {
      clip = clip.clipped(to: rect)
      list.commands.append(.pushClip(rect))
    }
    layer.appendContent(to: self, in: rect, boundsOrigin: boundsOrigin)
    appendDrawing(of: view, rect: rect, boundsOrigin: boundsOrigin)
    view.appendContent(to: self, in: rect)
    let content = rect.origin - boundsOrigin
    var next = 0
    func appendLayers(upTo place: Int) {
      while next < layers.sublayers.count, (layers.sublayers[next].parts?.place ?? 0) <= place {
        append(layers.sublayers[next], at: content)
        next += 1
      }
    }
    for (number, child) in view.children.enumerated() {
      appendLayers(upTo: number)
      append(child, at: content)
    }
    appendLayers(upTo: .max)
    view.appendOverlay(to: self, in: rect)
    if view.clipsToBounds {
      clip = outerClip
      list.commands.append(.popClip)
    }
  }

  /// Animations that were added before the layer came into the window begin with the next frame.
  private func noteShown(_ parts: LayerParts) {
    guard !parts.wasShown else { return }
    parts.wasShown = true
    if !parts.animations.isEmpty { UIApplication.current?.frameLoop.requestFrame() }
  }

  /// Appends a layer that is in no view's place.
  /// - Parameter parentContent: where the superlayer's coordinate (0, 0) lies in the window.
  private func append(_ layer: CALayer, at parentContent: CGPoint) {
    guard let parts = layer.parts, !parts.isHidden else { return }
    noteShown(parts)
    var place = LayerPlace(
      rect: parts.plainFrame.translated(by: parentContent), boundsOrigin: parts.bounds.origin, map: parts.transform,
      anchor: parts.position + parentContent, opacity: CGFloat(parts.opacity))
    layer.applyShown(to: &place, anchor: parts.anchor)
    guard place.opacity > 0 else { return }
    let outer = (transform: transform, clip: clip, opacity: opacity)
    if !place.map.isIdentity {
      let map = place.map.about(place.anchor)
      transform = map.concatenating(transform)
      clip = clip.applying(map.inverted())
      list.commands.append(.setTransform(transform))
    }
    let isGroup = place.opacity < 1 && !parts.sublayers.isEmpty
    if isGroup {
      list.commands.append(.beginGroup(RoundedRect(clip, radius: 0), opacity: Float(place.opacity * opacity)))
      opacity = 1
    } else {
      opacity *= place.opacity
    }
    let content = place.rect.origin - place.boundsOrigin
    let isMasked = parts.mask.map { beginMask($0, at: content) } ?? false
    let shape = layer.shape(of: place.rect)
    if layer.castsShadow { appendShadow(of: shape, layer: layer, at: content) }
    if let color = layer.shownColor("backgroundColor") ?? parts.background {
      if shape.radius > 0 {
        fill(shape, color.drawColor(in: traits))
      } else {
        fill(place.rect, color.drawColor(in: traits))
      }
    }
    if parts.clips { list.commands.append(shape.radius > 0 ? .beginGroup(shape, opacity: 1) : .pushClip(place.rect)) }
    layer.appendContent(to: self, in: place.rect, boundsOrigin: place.boundsOrigin)
    for sublayer in parts.sublayers { append(sublayer, at: content) }
    if parts.clips { list.commands.append(shape.radius > 0 ? .endGroup : .popClip) }
    if layer.hasBorder { appendBorder(of: shape, layer: layer) }
    if isMasked { list.commands.append(.endGroup) }
    if isGroup { list.commands.append(.endGroup) }
    if !place.map.isIdentity { list.commands.append(.setTransform(outer.transform)) }
    (transform, clip, opacity) = outer
  }

  /// Begins a group that a layer masks.
  /// - Parameter content: where the coordinate (0, 0) of the masked layer lies in the window.
  /// - Returns: true: `endGroup` is due.
  private func beginMask(_ mask: CALayer, at content: CGPoint) -> Bool {
    let origin = content + (mask.parts?.plainFrame.origin ?? .zero) - (mask.parts?.bounds.origin ?? .zero)
    switch mask.maskShape(in: self) {
    case .shape(var shape):
      shape.rect.origin += origin
      list.commands.append(.beginGroup(shape, opacity: 1))
    case .picture(let picture):
      list.commands.append(
        .beginMask(
          picture.id, destination: picture.rect.translated(by: origin),
          source: CGRect(x: 0, y: 0, width: picture.width, height: picture.height)))
    case .nothing: list.commands.append(.beginGroup(RoundedRect(.zero, radius: 0), opacity: 1))
    }
    return true
  }

  /// The box around a view and everything below it that is not cut off.
  private func subtreeExtent(of view: UIView, at rect: CGRect) -> CGRect {
    var extent = rect
    if !view.clipsToBounds {
      let content = rect.origin - view.storedBounds.origin
      for child in view.children where !child.storedIsHidden {
        extent = extent.union(
          subtreeExtent(of: child, at: child.computedFrame.translated(by: content)))
      }
    }
    return extent
  }

  private func appendDrawing(of view: UIView, rect: CGRect, boundsOrigin: CGPoint) {
    view.bringDrawingUpToDate(traits: traits)
    switch view.display.drawing {
    case .unknown, .nothing: return
    case .recorded(let commands):
      let offset = rect.origin - boundsOrigin
      for command in commands { list.commands.append(command.translated(by: offset, opacity: opacity)) }
    case .composed(let drawing):
      guard let application = view.windowStorage?.application else { return }
      drawing.append(to: self, at: rect.origin - boundsOrigin, opacity: opacity, application)
    }
  }

  // MARK: Recordings

  /// Appends a view with a recording: from it, or by walking its subtree, which makes it.
  /// - Parameter parentContent: where the superview's coordinate (0, 0) lies in the window.
  private func append(_ view: UIView, _ recording: SubtreeRecording, at parentContent: CGPoint) {
    guard usesRecordings else {
      let outer = clip
      clip = Self.everywhere
      appendContents(of: view, at: parentContent)
      clip = outer
      return
    }
    let place = view.origin + parentContent
    let conditions = SubtreeRecording.Conditions(
      style: traits.userInterfaceStyle, scale: list.scale, opacity: opacity, epoch: epoch)
    if view.isInRecording, recording.holds(for: conditions, phase: phase(of: place)) {
      list.append(recording.commands, movedBy: recording.origin(for: place))
      return
    }
    if recording.isInParts { return appendParts(of: view, recording, at: place, for: conditions) }
    let start = list.commands.count
    let outer = (clip: clip, isRecording: isRecording, isAligned: isAligned)
    // Nothing is left out for lying outside of the window: it may be inside in the next frame.
    clip = Self.everywhere
    isRecording = true
    isAligned = false
    let phase = phase(of: place)
    appendContents(of: view, at: phase - view.origin)
    recording.keep(list, from: start, for: conditions, phase: phase, isAligned: isAligned)
    (clip, isRecording) = (outer.clip, outer.isRecording)
    isAligned = isAligned || outer.isAligned
    list.moveCommands(from: start, by: recording.origin(for: place))
  }

  /// Appends a view from its recording, after those of its subviews were walked that have changed.
  private func appendParts(
    of view: UIView, _ recording: SubtreeRecording, at place: CGPoint, for conditions: SubtreeRecording.Conditions
  ) {
    guard !view.isHidden else { return }
    let phase = phase(of: place)
    let outer = (clip: clip, isRecording: isRecording, isAligned: isAligned)
    (clip, isRecording, isAligned) = (Self.everywhere, true, recording.isAligned)
    view.joinRecording()
    if !recording.holds(for: conditions, phase: phase) {
      isAligned = false
      recording.forgetParts(for: conditions, phase: phase)
    }
    recording.remake(of: view.children, in: self) { append($0, at: recording.phase) }
    if isAligned, recording.phase != phase {
      // The first that moves itself onto whole pixels: all have to be recorded for the pixels they stand on now.
      recording.forgetParts(for: conditions, phase: phase)
      recording.remake(of: view.children, in: self) { append($0, at: phase) }
    }
    (clip, isRecording) = (outer.clip, outer.isRecording)
    isAligned = isAligned || outer.isAligned
    list.append(recording.commands, movedBy: recording.origin(for: place))
  }

  /// The part of a place in the window beyond whole pixels, in points.
  private func phase(of place: CGPoint) -> CGPoint {
    let scale = list.scale
    // Finer than any renderer, coarser than rounding errors.
    func phase(_ position: CGFloat) -> CGFloat {
      let pixels = position * scale
      return ((pixels - pixels.rounded(.down)) * 4096).rounded() / 4096 / scale
    }
    return CGPoint(x: phase(place.x), y: phase(place.y))
  }

  /// Larger than any window.
  private static let everywhere = CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)

  /// Takes the last commands off the list, which a recording keeps.
  /// - Parameter start: the number of commands that stay.
  func removeCommands(from start: Int) { list.commands.removeLast(list.commands.count - start) }

  // MARK: For appendContent(to:in:)

  /// Pixels of the window in a point.
  package var scale: CGFloat { list.scale }

  /// Fills a rectangle of window points.
  package func fill(_ rect: CGRect, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    list.commands.append(.fill(rect, faded(color)))
  }

  /// Fills a rounded rectangle of window points.
  package func fill(_ shape: RoundedRect, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    list.commands.append(.fillRounded(shape, faded(color)))
  }

  /// Draws a line of `width` points just inside the edge of a rounded rectangle of window points.
  package func stroke(_ shape: RoundedRect, width: CGFloat, _ color: DrawColor) {
    guard color.alpha > 0 else { return }
    list.commands.append(.strokeRounded(shape, width: width, faded(color)))
  }

  /// Called by content that moves itself onto whole pixels of the window.
  func noteAlignment() { isAligned = true }

  /// A rectangle moved to where its top-left corner is one of a pixel: signs with fine lines look the same anywhere.
  func aligned(_ rect: CGRect) -> CGRect {
    noteAlignment()
    let scale = list.scale
    let x = (rect.minX * scale + 0.5).rounded(.down) / scale
    let y = (rect.minY * scale + 0.5).rounded(.down) / scale
    return CGRect(x: x, y: y, width: rect.width, height: rect.height)
  }

  /// Shows a text slot with its top-left corner at a window point.
  package func text(_ slot: TextSlotID, at point: CGPoint) {
    list.commands.append(.text(slot, origin: point, opacity: Float(opacity)))
  }

  /// Gives a slot new content before this frame is drawn.
  package func update(_ update: TextSlotUpdate) { list.textUpdates.append(update) }

  /// Shows part of an image, in bitmap pixels, over a rectangle of the window.
  package func image(_ id: ImageID, source: CGRect, over destination: CGRect, tint: DrawColor?) {
    list.commands.append(
      .image(id, destination: destination, source: source, tint: tint, opacity: Float(opacity)))
  }

  /// Shows a stencil in a colour, with its drawing's coordinate (0, 0) at a window point; nothing for nil.
  func stencil(_ picture: SharedPicture?, at origin: CGPoint, _ color: DrawColor) {
    guard let picture, color.alpha > 0 else { return }
    picture.append(to: self, at: origin, tint: color, opacity: Float(opacity))
  }

  /// Appends any other command; its colours must already include `opacity`.
  package func append(_ command: DrawCommand) { list.commands.append(command) }

  /// A colour with the opacity of the views around.
  package func faded(_ color: DrawColor) -> DrawColor { color.multiplyingAlpha(by: Double(opacity)) }
}
