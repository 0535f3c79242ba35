import Foundation

/// A presented view on a card over the shaded window.
final class SheetChrome: PresentationChrome {
  /// Kept free above a sheet at the lower edge of a narrow window, and around one in a wide window, in points.
  private static let narrowTop: CGFloat = 12
  private static let wideMargin: CGFloat = 28
  private static let sideMargin: CGFloat = 20
  private static let pageWidth: CGFloat = 704
  private static let formSize = CGSize(width: 540, height: 620)
  private static let radius: CGFloat = 10
  /// Of the card's upper edge, by which it is pulled, in points.
  private static let handleHeight: CGFloat = 44
  private static let grabberSize = CGSize(width: 36, height: 5)
  /// A pull that ends faster than this, in points a second, goes on by itself.
  private static let flingSpeed: CGFloat = 900

  private let style: UIModalPresentationStyle
  private let ownSettings: UISheetPresentationController?
  private let grabber = UIView(frame: .zero)
  private let pan = UIPanGestureRecognizer(target: nil, action: nil)
  private let gate = HandleGate(height: handleHeight)
  /// How far the card is pulled down from its place, in points; negative upwards.
  private var pull: CGFloat = 0

  /// - Parameter settings: nil for a page sheet without any.
  init(
    _ presentation: UIPresentationController, _ style: UIModalPresentationStyle,
    settings: UISheetPresentationController?
  ) {
    self.style = style
    ownSettings = settings
    super.init(presentation, dims: true)
    grabber.backgroundColor = .tertiaryLabel
    grabber.layer.cornerRadius = Self.grabberSize.height / 2
    grabber.isUserInteractionEnabled = false
    grabber.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
    pan.delegate = gate
    pan.addHandler { [weak self] _ in self?.panned() }
  }

  override var holdsFocus: Bool { !isUndimmed }

  private var containerSize: CGSize { host.superview?.bounds.size ?? .zero }
  private var isUndimmed: Bool { ownSettings?.isUndimmed(among: heights(in: containerSize)) ?? false }

  override func install(in container: UIView) {
    super.install(in: container)
    host.addSubview(grabber)
    host.addGestureRecognizer(pan)
  }

  override func uninstall() {
    super.uninstall()
    grabber.removeFromSuperview()
    host.removeGestureRecognizer(pan)
  }

  // MARK: Places

  private func isNarrow(_ size: CGSize) -> Bool { size.width < UIPresentationController.narrowWidth }

  /// Whether the card reaches down to the lower edge.
  private func isAttached(in size: CGSize) -> Bool { isNarrow(size) || ownSettings?.isAttached ?? false }

  private func maximumHeight(in size: CGSize) -> CGFloat {
    let margin = isNarrow(size) ? Self.narrowTop : Self.wideMargin
    return max(0, size.height - min(margin, size.height / 8).rounded())
  }

  private func heights(in size: CGSize) -> [(
    identifier: UISheetPresentationController.Detent.Identifier, height: CGFloat
  )] {
    let maximum = maximumHeight(in: size)
    return ownSettings?.heights(upTo: maximum, traits: host.traitCollection) ?? [(.large, maximum)]
  }

  private func wideSize(in size: CGSize) -> CGSize {
    let wished = presented.preferredContentSize
    var place = style == .formSheet ? Self.formSize : CGSize(width: Self.pageWidth, height: .infinity)
    if style == .formSheet {
      if wished.width > 0 { place.width = wished.width }
      if wished.height > 0 { place.height = wished.height }
    }
    let margin = min(Self.wideMargin, size.height / 8).rounded()
    return CGSize(
      width: min(place.width, max(0, size.width - 2 * Self.sideMargin)),
      height: min(place.height, max(0, size.height - 2 * margin)))
  }

  override func frame(in size: CGSize) -> CGRect {
    let wide = wideSize(in: size)
    guard isAttached(in: size) else {
      return CGRect(
        x: ((size.width - wide.width) / 2).rounded(), y: ((size.height - wide.height) / 2).rounded(), width: wide.width,
        height: wide.height)
    }
    let height = ownSettings?.selected(among: heights(in: size)).height ?? maximumHeight(in: size)
    let width = isNarrow(size) ? size.width : wide.width
    return CGRect(
      x: ((size.width - width) / 2).rounded(), y: (size.height - height).rounded(), width: width, height: height)
  }

  override func layOut(in size: CGSize) {
    super.layOut(in: size)
    let isAttached = isAttached(in: size)
    makeCard(
      radius: ownSettings?.preferredCornerRadius ?? Self.radius,
      corners: isAttached ? [.layerMinXMinYCorner, .layerMaxXMinYCorner] : .all)
    // At the window's edges there is no edge to draw; in the dark the upper one is needed.
    if isNarrow(size), host.traitCollection.userInterfaceStyle != .dark { host.layer.borderWidth = 0 }
    if stage != .shown {
      host.frame.origin.y = size.height
    } else if pull != 0 {
      if isAttached, pull < 0 { host.frame.size.height -= pull }
      host.frame.origin.y += pull
    }
    if isUndimmed { dimming?.alpha = 0 }
    grabber.isHidden = !(ownSettings?.prefersGrabberVisible ?? false)
    grabber.frame = CGRect(
      x: ((host.bounds.width - Self.grabberSize.width) / 2).rounded(), y: 6, width: Self.grabberSize.width,
      height: Self.grabberSize.height)
    host.bringSubviewToFront(grabber)
  }

  override func animate(_ changes: () -> Void, completion: @escaping () -> Void) {
    UIView.animate(
      withDuration: duration, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0, animations: changes,
      completion: { _ in completion() })
  }

  // MARK: Pulling

  private func panned() {
    let size = containerSize
    switch pan.state {
    case .began, .changed: follow(pan.translation(in: nil).y, in: size)
    case .ended: release(pan.velocity(in: nil).y, in: size)
    case .cancelled: settle()
    default: break
    }
  }

  private func follow(_ distance: CGFloat, in size: CGSize) {
    let place = frame(in: size)
    let room = isAttached(in: size) ? heights(in: size).map(\.height).max() ?? place.height : place.height
    let up = max(0, room - place.height)
    let band = RubberBand(length: size.height)
    if distance < -up {
      pull = -up + band.overshoot(forPull: distance + up)
    } else if distance > 0, presented.isModalInPresentation {
      pull = band.overshoot(forPull: distance)
    } else {
      pull = distance
    }
    presentation.placeMayHaveChanged(animated: false)
  }

  private func release(_ speed: CGFloat, in size: CGSize) {
    let place = frame(in: size)
    // Where a fling would come to rest.
    let height = place.height - pull - speed * 0.15
    let rests = isAttached(in: size) ? heights(in: size) : [(.large, place.height)]
    let lowest = rests.map(\.height).min() ?? place.height
    if height < lowest / 2 || (speed > Self.flingSpeed && pull > 0 && height < lowest) {
      pull = 0
      // The card sets out from where it was pulled to.
      // The app may end the presentation, and let go of it, when it is asked.
      let presentation = presentation
      presentation.userAsksToEnd()
      guard presentation.run?.phase.isStanding == true else { return }
      return settle()
    }
    if let nearest = rests.min(by: { abs($0.height - height) < abs($1.height - height) }) {
      pull = 0
      ownSettings?.userSelects(nearest.identifier)
    }
    settle()
  }

  private func settle() {
    pull = 0
    presentation.placeMayHaveChanged(animated: true)
  }
}

/// Lets a pull begin only at the upper edge of the card.
private final class HandleGate: NSObject, UIGestureRecognizerDelegate {
  private let height: CGFloat

  init(height: CGFloat) {
    self.height = height
    super.init()
  }

  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
    touch.location(in: gestureRecognizer.view).y < height && touch.button == .primary
  }
}
