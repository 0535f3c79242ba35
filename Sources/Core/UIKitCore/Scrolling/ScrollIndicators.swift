import Foundation
import Pixels

/// The indicators: drawn over the content while it moves, wider under the pointer, and then to be
/// taken by it.
final class ScrollIndicators: ScrollFacet {
  private let mover: ScrollMover
  private let refreshing: ScrollRefreshing
  private var looks = ScrollIndicatorState()
  /// The axis whose indicator the pointer is over.
  private var hovered: ScrollAxis?
  /// The trail the vertical knob follows while the content's length is being measured; nil when it shows the offset.
  private(set) var trail: IndicatorTrail?
  /// Points at the edge where reading ends that a subclass keeps the vertical indicator out of.
  private var endInset: CGFloat = 0
  /// The view reads from right to left: the vertical indicator is at its left.
  private var isTurned = false
  /// The touch that is down belongs to an indicator: subclasses leave it alone.
  private(set) var isTouched = false
  /// The height of the bar that gives way, in points, when an indicator was touched: the track stays as it is under the
  /// pointer, which moves the content and with it the bar. Nil while none is touched.
  private var heldBarRoom: CGFloat?

  init(mover: ScrollMover, refreshing: ScrollRefreshing) {
    self.mover = mover
    self.refreshing = refreshing
  }

  // MARK: Places

  /// An indicator's track and knob, in points of the viewport (whose corner is always zero).
  struct Place {
    var axis: ScrollAxis
    var layout: ScrollIndicatorLayout
    /// The whole strip along the edge.
    var strip: CGRect
    /// Where the track begins along the axis.
    var start: CGFloat
    /// The knob as it is drawn.
    var knob: CGRect
  }

  /// Called when the view comes into a window, and when another direction was chosen for it or for a view around.
  func directionMayHaveChanged() {
    let isTurned = scrollView.isInRightToLeft
    guard isTurned != self.isTurned else { return }
    self.isTurned = isTurned
    scrollView.setNeedsComposite()
  }

  /// Has a subclass keep the vertical indicator out of `points` at its edge, where reading ends.
  func keepOut(ofEnd points: CGFloat) {
    guard points != endInset else { return }
    endInset = points
    scrollView.setNeedsComposite()
  }

  /// The place of an indicator; nil when it is switched off or everything shows.
  func place(of axis: ScrollAxis) -> Place? {
    let scrollView = scrollView
    let isVertical = axis == .vertical
    let extent = scrollView.extent(of: axis)
    guard isVertical ? scrollView.showsVerticalScrollIndicator : scrollView.showsHorizontalScrollIndicator,
      extent.overflows
    else { return nil }
    var inset =
      isVertical ? scrollView.verticalScrollIndicatorInsets : scrollView.horizontalScrollIndicatorInsets
    if scrollView.automaticallyAdjustsScrollIndicatorInsets {
      let safe = scrollView.safeAreaInsets
      inset.top += safe.top + (heldBarRoom ?? refreshing.shownBarRoom)
      inset.left += safe.left
      inset.bottom += safe.bottom
      inset.right += safe.right
    }
    let size = scrollView.storedBounds.size
    let margin = ScrollIndicatorState.margin
    // Where the strips of both would meet, the track ends before the other strip.
    let isOtherShown =
      isVertical
      ? scrollView.showsHorizontalScrollIndicator && scrollView.horizontalExtent.overflows
      : scrollView.showsVerticalScrollIndicator && scrollView.verticalExtent.overflows
    let corner = isOtherShown ? ScrollIndicatorState.strip : margin
    let beginsAtCorner = !isVertical && isTurned
    let start = (isVertical ? inset.top : inset.left) + (beginsAtCorner ? corner : margin)
    let end =
      (isVertical ? size.height - inset.bottom : size.width - inset.right) - (beginsAtCorner ? margin : corner)
    guard end > start else { return nil }
    let layout = ScrollIndicatorLayout(extent: extent, track: end - start)
    let offset = scrollView.contentOffset.along(axis)
    var knob = layout.knob(at: offset)
    if isVertical, let trail, extent.overshoot(of: offset) == 0 { knob = trail.knob(track: layout.track) }
    let edge =
      isVertical ? size.width - (isTurned ? inset.left : inset.right) - endInset : size.height - inset.bottom
    func line(from start: CGFloat, _ length: CGFloat, _ thickness: CGFloat, fromEdge distance: CGFloat) -> CGRect {
      let across = edge - distance - thickness
      guard isVertical else { return CGRect(x: start, y: across, width: length, height: thickness) }
      let line = CGRect(x: across, y: start, width: thickness, height: length)
      return isTurned ? line.mirrored(in: size.width) : line
    }
    return Place(
      axis: axis, layout: layout, strip: line(from: start, end - start, ScrollIndicatorState.strip, fromEdge: 0),
      start: start, knob: line(from: start + knob.start, knob.length, looks.thickness(of: axis), fromEdge: margin))
  }

  /// The visible indicator whose strip a point of the viewport is in.
  func indicator(under point: CGPoint) -> Place? { looks.isVisible ? strip(under: point) : nil }

  private func strip(under point: CGPoint) -> Place? {
    guard scrollView.isScrollEnabled else { return nil }
    if let vertical = place(of: .vertical), vertical.strip.contains(point) { return vertical }
    if let horizontal = place(of: .horizontal), horizontal.strip.contains(point) { return horizontal }
    return nil
  }

  // MARK: Looks

  /// Something moved: the indicators are seen for a while. The caller keeps the clock ticking.
  func show(at now: TimeInterval) {
    if looks.opacity < 1 { scrollView.setNeedsComposite() }
    looks.show(at: now)
  }

  /// Called by the frame clock.
  /// - Returns: whether they will look different in a coming frame.
  func advance(to now: TimeInterval) -> Bool {
    let opacity = looks.opacity
    let width = looks.wideWidth
    let changes = looks.advance(to: now, wide: mover.knobAxis ?? hovered)
    if looks.opacity != opacity || looks.wideWidth != width { scrollView.setNeedsComposite() }
    return changes
  }

  /// Nothing moves outside of a window.
  func leaveWindow() {
    looks = ScrollIndicatorState()
    hovered = nil
    trail = nil
    heldBarRoom = nil
  }

  /// Draws what is seen of them.
  func append(to builder: DisplayListBuilder, in rect: CGRect) {
    guard looks.isVisible else { return }
    append(.vertical, to: builder, in: rect)
    append(.horizontal, to: builder, in: rect)
  }

  private func append(_ axis: ScrollAxis, to builder: DisplayListBuilder, in rect: CGRect) {
    guard let place = place(of: axis) else { return }
    let style: DrawColor =
      switch scrollView.indicatorStyle {
      case .default:
        builder.traits.userInterfaceStyle == .dark
          ? DrawColor(red: 1, green: 1, blue: 1, alpha: 0.5)
          : DrawColor(red: 0, green: 0, blue: 0, alpha: 0.4)
      case .black: DrawColor(red: 0, green: 0, blue: 0, alpha: 0.4)
      case .white: DrawColor(red: 1, green: 1, blue: 1, alpha: 0.5)
      }
    builder.fill(
      RoundedRect(place.knob.translated(by: rect.origin), radius: looks.thickness(of: axis) / 2),
      style.multiplyingAlpha(by: Double(looks.opacity)))
  }

  // MARK: The pointer

  /// - Parameter point: window points.
  /// - Returns: whether the pointer is over an indicator.
  func hover(at point: CGPoint) -> Bool {
    let place = strip(under: scrollView.convert(point, from: nil) - scrollView.contentOffset)
    setHovered(place?.axis)
    return place != nil
  }

  func losePointer() { setHovered(nil) }

  private func setHovered(_ axis: ScrollAxis?) {
    guard hovered != axis else { return }
    hovered = axis
    mover.startTicking()
  }

  /// A touch went down at a point of the viewport.
  /// - Returns: the visible indicator there, which the touch belongs to from now on; nil without one, and while another
  ///   touch is down on one.
  func beginTouch(at point: CGPoint) -> Place? {
    guard !isTouched, let place = indicator(under: point) else { return nil }
    isTouched = true
    heldBarRoom = refreshing.shownBarRoom
    return place
  }

  /// The touch was lifted or cancelled.
  /// - Returns: whether it belonged to an indicator.
  func endTouch() -> Bool {
    guard isTouched else { return false }
    isTouched = false
    heldBarRoom = nil
    return true
  }

  /// The offset along `axis` with the knob at `start`, from the viewport's corner, in points; nil without an indicator.
  func offset(of axis: ScrollAxis, forKnobFrom start: CGFloat) -> CGFloat? {
    guard let place = place(of: axis) else { return nil }
    let start = start - place.start
    guard axis == .vertical, trail != nil else { return place.layout.offset(forKnobStart: start) }
    return trail?.drag(knobStart: start, track: place.layout.track, in: place.layout.extent) ?? 0
  }

  // MARK: While the content's length is found out

  /// Keeps the vertical knob from going back when the content is about to change its length.
  func beginTrail() {
    let extent = scrollView.verticalExtent
    guard trail == nil, extent.overflows, let place = place(of: .vertical) else { return }
    // At either end it cannot go back.
    guard scrollView.contentOffset.y > extent.lowest, scrollView.contentOffset.y < extent.highest else { return }
    trail = IndicatorTrail(at: scrollView.contentOffset.y, in: place.layout)
  }

  /// Moves the knob after the content was laid out.
  func followTrail() {
    guard let place = place(of: .vertical) else { return dropTrail() }
    let offset = scrollView.contentOffset.y
    if mover.knobAxis == .vertical {
      // The knob is where it is held.
      trail?.hold(at: offset)
      return
    }
    trail?.follow(offset, in: place.layout)
    if trail?.agrees(with: place.layout) == true { dropTrail() }
  }

  /// Content above the viewport changed its height by `distance`, and the offset with it.
  func shiftTrail(by distance: CGFloat) { trail?.shift(by: distance) }

  /// The knob shows the offset again.
  func dropTrail() { trail = nil }
}

extension UIScrollView {
  /// Shows the indicators for a moment.
  public final func flashScrollIndicators() {
    guard let now = frameTime else { return }
    indicators.show(at: now)
    mover.startTicking()
  }
}
