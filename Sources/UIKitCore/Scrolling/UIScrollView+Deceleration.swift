import Foundation

/// Content after it was let go.
extension UIScrollView {
  /// Whether the content moves by itself after the user let go of it.
  public final var isDecelerating: Bool {
    if case .flinging = motion { return true }
    return wheelBurst == .coasting
  }

  /// The user lets go at `velocity` points a second: asks the delegate where to stop and starts
  /// coasting, bouncing or coming back.
  func letGo(velocity: CGPoint) {
    if refresh != nil { makeRoomForRefresh() }
    let x = horizontalExtent
    let y = verticalExtent
    let rate = decelerationRate.rawValue
    let natural = aligned(
      CGPoint(
        x: AxisFling.naturalTarget(
          offset: contentOffset.x, velocity: velocity.x, extent: x, rate: rate),
        y: AxisFling.naturalTarget(
          offset: contentOffset.y, velocity: velocity.y, extent: y, rate: rate)))
    var proposed = natural
    if isPagingEnabled {
      if canDrag(.horizontal) { proposed.x = x.page(from: contentOffset.x, velocity: velocity.x) }
      if canDrag(.vertical) { proposed.y = y.page(from: contentOffset.y, velocity: velocity.y) }
    }
    var target = proposed
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: CGPoint(x: velocity.x / 1000, y: velocity.y / 1000),
      targetContentOffset: &target)

    let flingX = fling(
      from: contentOffset.x, velocity.x, x, to: target.x == natural.x ? nil : target.x,
      bounces: canBounce(.horizontal))
    let flingY = fling(
      from: contentOffset.y, velocity.y, y, to: target.y == natural.y ? nil : target.y,
      bounces: canBounce(.vertical))
    guard max(flingX.duration, flingY.duration) > 0, let now = frameTime else {
      delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
      return
    }
    motion = .flinging(x: flingX, y: flingY, since: now)
    startTicking()
    delegate?.scrollViewDidEndDragging(self, willDecelerate: true)
    guard isDecelerating else { return }
    delegate?.scrollViewWillBeginDecelerating(self)
  }

  /// The extents changed under a fling: it goes on from where it is, at its speed.
  func replanFling() {
    guard case .flinging(let x, let y, let since) = motion, let now = frameTime else { return }
    let time = now - since
    motion = .flinging(
      x: fling(
        from: x.offset(at: time), x.velocity(at: time), horizontalExtent,
        to: x.isChosen ? horizontalExtent.clamped(x.target) : nil,
        bounces: canBounce(.horizontal)),
      y: fling(
        from: y.offset(at: time), y.velocity(at: time), verticalExtent,
        to: y.isChosen ? verticalExtent.clamped(y.target) : nil,
        bounces: canBounce(.vertical)), since: now)
  }

  private func fling(
    from offset: CGFloat, _ velocity: CGFloat, _ extent: ScrollExtent, to target: CGFloat?,
    bounces: Bool
  ) -> AxisFling {
    if let target {
      // Landing is quick whatever the rate: the place is chosen, the way there is not.
      return AxisFling(
        offset: offset, landingAt: target,
        rate: isPagingEnabled ? DecelerationRate.fast.rawValue : decelerationRate.rawValue)
    }
    return AxisFling(
      offset: offset, velocity: velocity, extent: extent, rate: decelerationRate.rawValue,
      bounces: bounces)
  }
}
