import Foundation

/// Where a popover stands: the card, and its arrow on one of the card's edges.
struct PopoverPlace: Equatable {
  /// Of the arrow, along the card's edge and away from it, in points.
  static let arrowWidth: CGFloat = 26
  static let arrowHeight: CGFloat = 13
  /// The arrow keeps off the card's corners by this, in points.
  private static let cornerRoom: CGFloat = 14

  var card: CGRect
  /// A single direction; empty for a card without an arrow, over its source.
  var direction: UIPopoverArrowDirection
  var arrow: CGRect

  /// The first of the directions up, down, left and right (right and left where text goes from right to left) in which the
  /// card has room whole; else the one with most room, where the card is made smaller.
  /// - Parameters:
  ///   - size: the card's wished size.
  ///   - source: the rectangle to point at, like `area` in the container's coordinates.
  ///   - area: may hold the card.
  ///   - isTurned: text goes from right to left.
  init(
    _ size: CGSize, at source: CGRect, in area: CGRect, permitted: UIPopoverArrowDirection, isTurned: Bool = false
  ) {
    let sides: [UIPopoverArrowDirection] = isTurned ? [.right, .left] : [.left, .right]
    let directions = ([.up, .down] + sides).filter { permitted.contains($0) }
    let rooms = directions.map { (direction: $0, room: Self.room($0, beside: source, in: area)) }
    let fitting = rooms.first { $0.room.width >= size.width && $0.room.height >= size.height }
    func shown(_ room: CGRect) -> CGFloat { min(room.width, size.width) * min(room.height, size.height) }
    guard let best = fitting ?? rooms.max(by: { shown($0.room) < shown($1.room) }), shown(best.room) > 0 else {
      let fit = CGSize(width: min(size.width, area.width), height: min(size.height, area.height))
      let origin = CGPoint(
        x: min(max(source.midX - fit.width / 2, area.minX), area.maxX - fit.width).rounded(),
        y: min(max(source.midY - fit.height / 2, area.minY), area.maxY - fit.height).rounded())
      card = CGRect(origin: origin, size: fit)
      direction = []
      arrow = .zero
      return
    }
    direction = best.direction
    let room = best.room
    let fit = CGSize(width: min(size.width, room.width), height: min(size.height, room.height))
    var origin = CGPoint(
      x: min(max(source.midX - fit.width / 2, room.minX), room.maxX - fit.width).rounded(),
      y: min(max(source.midY - fit.height / 2, room.minY), room.maxY - fit.height).rounded())
    switch direction {
    case .up: origin.y = room.minY
    case .down: origin.y = room.maxY - fit.height
    case .left: origin.x = room.minX
    default: origin.x = room.maxX - fit.width
    }
    card = CGRect(origin: origin, size: fit)
    arrow = Self.arrow(direction, on: card, to: source)
  }

  /// The part of `area` on the side of the source that the direction means, less the arrow.
  private static func room(_ direction: UIPopoverArrowDirection, beside source: CGRect, in area: CGRect) -> CGRect {
    var room = area
    switch direction {
    case .up:
      room.origin.y = max(area.minY, source.maxY + arrowHeight)
      room.size.height = area.maxY - room.minY
    case .down: room.size.height = min(area.maxY, source.minY - arrowHeight) - area.minY
    case .left:
      room.origin.x = max(area.minX, source.maxX + arrowHeight)
      room.size.width = area.maxX - room.minX
    default: room.size.width = min(area.maxX, source.minX - arrowHeight) - area.minX
    }
    return CGRect(x: room.origin.x, y: room.origin.y, width: max(0, room.size.width), height: max(0, room.size.height))
  }

  private static func arrow(_ direction: UIPopoverArrowDirection, on card: CGRect, to source: CGRect) -> CGRect {
    func along(_ middle: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat {
      let (low, high) = (from + cornerRoom, to - cornerRoom - arrowWidth)
      return low > high ? (from + to - arrowWidth) / 2 : min(max(middle - arrowWidth / 2, low), high).rounded()
    }
    let x = along(source.midX, card.minX, card.maxX)
    let y = along(source.midY, card.minY, card.maxY)
    switch direction {
    case .up: return CGRect(x: x, y: card.minY - arrowHeight, width: arrowWidth, height: arrowHeight)
    case .down: return CGRect(x: x, y: card.maxY, width: arrowWidth, height: arrowHeight)
    case .left: return CGRect(x: card.minX - arrowHeight, y: y, width: arrowHeight, height: arrowWidth)
    default: return CGRect(x: card.maxX, y: y, width: arrowHeight, height: arrowWidth)
    }
  }
}

/// A presented view on a card with an arrow.
final class PopoverChrome: PresentationChrome {
  private static let radius: CGFloat = 13
  private static let usualSize = CGSize(width: 320, height: 480)

  private let shadow = UIView(frame: .zero)
  private let arrow = UIImageView(image: nil)
  private var popover: UIPopoverPresentationController? { presentation as? UIPopoverPresentationController }

  init(_ presentation: UIPresentationController) {
    super.init(presentation, dims: true)
    dimming?.backgroundColor = nil
    shadow.isUserInteractionEnabled = false
    shadow.layer.shadowOpacity = 0.28
    shadow.layer.shadowRadius = 32
    shadow.layer.shadowOffset = CGSize(width: 0, height: 6)
    arrow.isUserInteractionEnabled = false
  }

  override var duration: TimeInterval { 0.2 }

  override func install(in container: UIView) {
    super.install(in: container)
    (presented as? any ActionListing)?.isPopover = true
    container.insertSubview(shadow, belowSubview: host)
    container.insertSubview(arrow, aboveSubview: host)
    host.layer.cornerRadius = Self.radius
    host.layer.borderWidth = 1 / max(1, host.traitCollection.displayScale)
    host.layer.borderColor = .separator
    shadow.layer.cornerRadius = Self.radius
    host.clipsToBounds = true
  }

  override func uninstall() {
    super.uninstall()
    (presented as? any ActionListing)?.isPopover = false
    shadow.removeFromSuperview()
    arrow.removeFromSuperview()
    popover?.arrowDirection = .unknown
  }

  private var wishedSize: CGSize {
    if let list = presented as? any ActionListing { return list.fittingSize(in: host.superview?.bounds.size ?? .zero) }
    let wished = presented.preferredContentSize
    return CGSize(
      width: wished.width > 0 ? wished.width : Self.usualSize.width,
      height: wished.height > 0 ? wished.height : Self.usualSize.height)
  }

  private func place(in size: CGSize) -> PopoverPlace? {
    guard let popover, let container = host.superview else { return nil }
    let margins = popover.popoverLayoutMargins
    let area = CGRect(
      x: margins.left, y: margins.top, width: max(0, size.width - margins.left - margins.right),
      height: max(0, size.height - margins.top - margins.bottom))
    // A source that has left the screen leaves the popover in the middle.
    let middle = CGRect(x: size.width / 2, y: size.height / 2, width: 0, height: 0)
    let source = popover.sourceRect(in: container)
    return PopoverPlace(
      wishedSize, at: source ?? middle, in: area, permitted: source == nil ? [] : popover.permittedArrowDirections,
      isTurned: container.isInRightToLeft)
  }

  override func frame(in size: CGSize) -> CGRect {
    place(in: size)?.card ?? CGRect(origin: .zero, size: size)
  }

  override func layOut(in size: CGSize) {
    guard let place = place(in: size) else { return super.layOut(in: size) }
    host.frame = place.card
    shadow.frame = place.card
    let alpha: CGFloat = stage == .shown ? 1 : 0
    (host.alpha, shadow.alpha, arrow.alpha) = (alpha, alpha, alpha)
    popover?.arrowDirection = place.direction.isEmpty ? .unknown : place.direction
    arrow.isHidden = place.direction.isEmpty
    guard !place.direction.isEmpty else { return }
    placeArrow(place)
  }

  /// The arrow is a fine edge, and on it, a pixel towards the card and over the card's edge, the arrow proper.
  private func placeArrow(_ place: PopoverPlace) {
    let face = arrow.subviews.first as? UIImageView ?? UIImageView(image: nil)
    if face.superview == nil { arrow.addSubview(face) }
    let pixel = 1 / max(1, host.traitCollection.displayScale)
    let toCard = Self.inward(place.direction)
    arrow.frame = place.arrow
    face.frame = arrow.bounds.offsetBy(dx: toCard.x * pixel, dy: toCard.y * pixel)
    let image = Self.image(place.direction)
    (arrow.image, face.image) = (image, image)
    arrow.tintColor = .opaqueSeparator
    let ground = presented is any ActionListing ? UIColor.alertCard : Self.ground(of: presented)
    face.tintColor = popover?.backgroundColor ?? ground ?? .systemBackground
  }

  /// The ground of a controller's view, or of the one that is shown in it.
  private static func ground(of controller: UIViewController) -> UIColor? {
    controller.viewIfLoaded?.backgroundColor ?? controller.children.last.flatMap(ground)
  }

  private static func inward(_ direction: UIPopoverArrowDirection) -> CGPoint {
    switch direction {
    case .up: CGPoint(x: 0, y: 1)
    case .down: CGPoint(x: 0, y: -1)
    case .left: CGPoint(x: 1, y: 0)
    default: CGPoint(x: -1, y: 0)
    }
  }

  private static func image(_ direction: UIPopoverArrowDirection) -> UIImage? {
    let drawing =
      switch direction {
      case .up: ("26", "13", "M0 13 C5 13 8 8 10.5 3 Q13 -1.6 15.5 3 C18 8 21 13 26 13 Z")
      case .down: ("26", "13", "M0 0 C5 0 8 5 10.5 10 Q13 14.6 15.5 10 C18 5 21 0 26 0 Z")
      case .left: ("13", "26", "M13 0 C13 5 8 8 3 10.5 Q-1.6 13 3 15.5 C8 18 13 21 13 26 Z")
      default: ("13", "26", "M0 0 C0 5 5 8 10 10.5 Q14.6 13 10 15.5 C5 18 0 21 0 26 Z")
      }
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(drawing.0)" height="\(drawing.1)" \
      viewBox="0 0 \(drawing.0) \(drawing.1)"><path d="\(drawing.2)"/></svg>
      """
    return UIImage(svg: svg)?.withRenderingMode(.alwaysTemplate)
  }

  override func viewBelow(at point: CGPoint, in container: UIView, with event: UIEvent?) -> UIView? {
    for view in popover?.passthroughViews ?? [] where view.window === container.window {
      if let hit = view.hitTest(view.convert(point, from: container), with: event) { return hit }
    }
    return nil
  }
}
