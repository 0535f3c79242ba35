import Foundation

/// The indicators: drawn over the content while it moves, wider under the pointer, and then to be
/// taken by it.
extension UIScrollView {
  /// Part of a page that stays in sight when a click on the track turns it, in points.
  static let pageOverlap: CGFloat = 40

  /// Shows the indicators for a moment.
  public final func flashScrollIndicators() {
    guard let now = frameTime else { return }
    showIndicators(at: now)
    startTicking()
  }

  // MARK: Places

  /// An indicator's track and knob, in points of the viewport (whose corner is always zero).
  struct IndicatorPlace {
    var axis: ScrollAxis
    var layout: ScrollIndicatorLayout
    /// The whole strip along the edge.
    var strip: CGRect
    /// Where the track begins along the axis.
    var start: CGFloat
    /// The knob as it is drawn.
    var knob: CGRect
  }

  /// The place of an indicator; nil when it is switched off or everything shows.
  func indicatorPlace(_ axis: ScrollAxis) -> IndicatorPlace? {
    let isVertical = axis == .vertical
    let extent = isVertical ? verticalExtent : horizontalExtent
    guard isVertical ? showsVerticalScrollIndicator : showsHorizontalScrollIndicator,
      extent.overflows
    else { return nil }
    var inset = isVertical ? verticalScrollIndicatorInsets : horizontalScrollIndicatorInsets
    if automaticallyAdjustsScrollIndicatorInsets {
      let safe = safeAreaInsets
      inset.top += safe.top
      inset.left += safe.left
      inset.bottom += safe.bottom
      inset.right += safe.right
    }
    let size = storedBounds.size
    let margin = ScrollIndicatorState.margin
    let thickness = indicators.thickness(of: axis)
    let offset = isVertical ? contentOffset.y : contentOffset.x
    if isVertical {
      let corner = showsHorizontalScrollIndicator && horizontalExtent.overflows
      let start = inset.top + margin
      let end = size.height - inset.bottom - (corner ? ScrollIndicatorState.strip : margin)
      guard end > start else { return nil }
      let layout = ScrollIndicatorLayout(extent: extent, track: end - start)
      var knob = layout.knob(at: offset)
      if let trail = indicators.trail, extent.overshoot(of: offset) == 0 { knob = trail.knob(track: layout.track) }
      let edge = size.width - inset.right - indicatorOffset
      return IndicatorPlace(
        axis: axis, layout: layout,
        strip: CGRect(
          x: edge - ScrollIndicatorState.strip, y: start, width: ScrollIndicatorState.strip,
          height: end - start),
        start: start,
        knob: CGRect(
          x: edge - margin - thickness, y: start + knob.start, width: thickness,
          height: knob.length))
    }
    let corner = showsVerticalScrollIndicator && verticalExtent.overflows
    let start = inset.left + margin
    let end = size.width - inset.right - (corner ? ScrollIndicatorState.strip : margin)
    guard end > start else { return nil }
    let layout = ScrollIndicatorLayout(extent: extent, track: end - start)
    let knob = layout.knob(at: offset)
    let edge = size.height - inset.bottom
    return IndicatorPlace(
      axis: axis, layout: layout,
      strip: CGRect(
        x: start, y: edge - ScrollIndicatorState.strip, width: end - start,
        height: ScrollIndicatorState.strip),
      start: start,
      knob: CGRect(
        x: start + knob.start, y: edge - margin - thickness, width: knob.length,
        height: thickness))
  }

  /// The visible indicator whose strip a point of the viewport is in.
  func indicator(under point: CGPoint) -> IndicatorPlace? {
    guard indicators.isVisible else { return nil }
    return indicatorStrip(under: point)
  }

  private func indicatorStrip(under point: CGPoint) -> IndicatorPlace? {
    guard isScrollEnabled else { return nil }
    if let vertical = indicatorPlace(.vertical), vertical.strip.contains(point) { return vertical }
    if let horizontal = indicatorPlace(.horizontal), horizontal.strip.contains(point) {
      return horizontal
    }
    return nil
  }

  // MARK: Looks

  /// Something moved: the indicators are seen for a while. The caller keeps the clock ticking.
  func showIndicators(at now: TimeInterval) {
    if indicators.opacity < 1 { setNeedsComposite() }
    indicators.show(at: now)
  }

  /// Called by the frame clock.
  /// - Returns: whether they will look different in a coming frame.
  func advanceIndicators(to now: TimeInterval) -> Bool {
    let opacity = indicators.opacity
    let width = indicators.wideWidth
    let changes = indicators.advance(to: now, wide: takenIndicator ?? indicators.hovered)
    if indicators.opacity != opacity || indicators.wideWidth != width { setNeedsComposite() }
    return changes
  }

  /// The indicator whose knob is being dragged.
  var takenIndicator: ScrollAxis? {
    if case .knob(let axis, _) = drag?.grip { return axis }
    return nil
  }

  func appendIndicators(to builder: DisplayListBuilder, in rect: CGRect) {
    guard indicators.isVisible else { return }
    append(.vertical, to: builder, in: rect)
    append(.horizontal, to: builder, in: rect)
  }

  private func append(_ axis: ScrollAxis, to builder: DisplayListBuilder, in rect: CGRect) {
    guard let place = indicatorPlace(axis) else { return }
    let style: DrawColor =
      switch indicatorStyle {
      case .default:
        builder.traits.userInterfaceStyle == .dark
          ? DrawColor(red: 1, green: 1, blue: 1, alpha: 0.5)
          : DrawColor(red: 0, green: 0, blue: 0, alpha: 0.4)
      case .black: DrawColor(red: 0, green: 0, blue: 0, alpha: 0.4)
      case .white: DrawColor(red: 1, green: 1, blue: 1, alpha: 0.5)
      }
    builder.fill(
      RoundedRect(
        place.knob.translated(by: rect.origin), radius: indicators.thickness(of: axis) / 2),
      style.multiplyingAlpha(by: Double(indicators.opacity)))
  }

  // MARK: The pointer

  /// - Parameter point: window points.
  /// - Returns: whether the pointer is over an indicator.
  func hoverIndicators(at point: CGPoint) -> Bool {
    let place = indicatorStrip(under: convert(point, from: nil) - contentOffset)
    guard indicators.hovered != place?.axis else { return place != nil }
    indicators.hovered = place?.axis
    startTicking()
    return place != nil
  }

  func indicatorsLostPointer() {
    guard indicators.hovered != nil else { return }
    indicators.hovered = nil
    startTicking()
  }

  /// A touch went down in the view itself: on a knob it takes it, beside it on the track it turns a
  /// page towards the touch.
  /// - Returns: whether the touch belongs to an indicator.
  func beginIndicatorDrag(_ touches: Set<UITouch>) -> Bool {
    guard drag == nil, !isIndicatorTouched, let touch = touches.first, touch.button == .primary
    else { return false }
    let point = touch.location(in: self) - contentOffset
    guard let place = indicator(under: point) else { return false }
    isIndicatorTouched = true
    stopMotion()
    let along = place.axis == .vertical ? point.y : point.x
    let knobStart = place.axis == .vertical ? place.knob.minY : place.knob.minX
    let knobEnd = place.axis == .vertical ? place.knob.maxY : place.knob.maxX
    if along < knobStart {
      turnPage(place.axis, by: -1)
    } else if along >= knobEnd {
      turnPage(place.axis, by: 1)
    } else {
      drag = ScrollDrag(grip: .knob(place.axis, inside: along - knobStart))
      announceDrag()
    }
    startTicking()
    return true
  }

  func continueIndicatorDrag(_ touches: Set<UITouch>) -> Bool {
    guard isIndicatorTouched else { return false }
    guard case .knob(let axis, let inside) = drag?.grip, let touch = touches.first,
      let place = indicatorPlace(axis)
    else { return true }
    let point = touch.location(in: self) - contentOffset
    let along = axis == .vertical ? point.y : point.x
    let knobStart = along - inside - place.start
    let offset = indicatorOffset(forKnobStart: knobStart, place)
    switch axis {
    case .vertical: self.place(CGPoint(x: contentOffset.x, y: offset))
    case .horizontal: self.place(CGPoint(x: offset, y: contentOffset.y))
    }
    startTicking()
    return true
  }

  private func indicatorOffset(forKnobStart start: CGFloat, _ place: IndicatorPlace) -> CGFloat {
    guard place.axis == .vertical, indicators.trail != nil else { return place.layout.offset(forKnobStart: start) }
    return indicators.trail?.drag(knobStart: start, track: place.layout.track, in: place.layout.extent) ?? 0
  }

  func endIndicatorDrag(_ touches: Set<UITouch>) -> Bool {
    guard isIndicatorTouched else { return false }
    isIndicatorTouched = false
    guard takenIndicator != nil else { return true }
    drag = nil
    letGo(velocity: .zero)
    startTicking()
    return true
  }

  private func turnPage(_ axis: ScrollAxis, by direction: CGFloat) {
    let extent = axis == .vertical ? verticalExtent : horizontalExtent
    let visible = extent.viewport - extent.leading - extent.trailing
    let step = direction * max(visible / 2, visible - Self.pageOverlap)
    var target = contentOffset
    switch axis {
    case .vertical: target.y = extent.clamped(target.y + step)
    case .horizontal: target.x = extent.clamped(target.x + step)
    }
    setContentOffset(target, animated: true)
  }
}
