import Foundation
import TableModel

/// A row from the moment it leaves its place until it is back: how far it has moved, where it goes, and what its cell
/// has been told.
///
/// The cell's frame is moved sideways, and the buttons lie in the strip it bares. `RowSwipe` decides what happens; this
/// is how it happens. Distances are in points from the row's own place, outward; times are those of the frame clock.
@MainActor
final class SwipedRow {
  /// The steps of a swipe that a cell is told about.
  enum Step { case nothing, willOpen, didOpen, willClose }

  private(set) var position: RowPosition
  let cell: any SwipeView
  /// The buttons.
  let strip: SwipeActionsView
  /// Hides what of the row leaves its card; nil for rows that are no cards.
  private(set) var margin: UIView?
  /// The app was told, and is to be told of the end.
  let tellsApp: Bool
  /// The row's own place, in content coordinates; its distance to the left edge is the card's margin.
  private var place: CGRect
  private let travel: SwipeTravel
  private var distance = 0.0
  /// Where it rests or is going to.
  private(set) var rest = SwipeTravel.Rest.closed
  /// A finger or a touchpad holds it.
  private(set) var isHeld = false
  /// The pull of the finger that holds the row, and its pull when it took hold, in points.
  private var pull = 0.0
  private var pullAtStart = 0.0
  private var move: (way: EasedMove, since: TimeInterval)?
  /// The button that spreads over the others, how far it has, and its way.
  private var spreadButton = 0
  private(set) var spread = 0.0
  private var spreadMove: (way: EasedMove, since: TimeInterval)?
  private var lastStep = Step.nothing

  /// - Parameters:
  ///   - place: the row's own place, in content coordinates.
  ///   - isTurned: the host reads from right to left.
  init(
    _ position: RowPosition, _ cell: any SwipeView, _ proposal: SwipeProposal, place: CGRect, isTurned: Bool,
    tellsApp: Bool
  ) {
    self.tellsApp = tellsApp
    self.position = position
    self.cell = cell
    self.place = place
    strip = SwipeActionsView(proposal.actions, side: proposal.side, rowWidth: place.width, isTurned: isTurned)
    travel = SwipeTravel(rowWidth: place.width, reach: strip.layout.reach, allowsFull: proposal.allowsFull)
  }

  // MARK: Questions

  /// Whether the row is released and going back: other rows can be touched.
  var isClosing: Bool { !isHeld && rest == .closed }

  /// Whether anything of it moves by itself.
  var isMoving: Bool { move != nil || spreadMove != nil }

  /// Whether a button spreads over the others, or is about to.
  var isSpreading: Bool { spread > 0 || spreadMove != nil }

  /// The views that move up and down with the cell.
  var companions: [UIView] { margin.map { [strip, $0] } ?? [strip] }

  /// Where it comes to rest when it is let go.
  /// - Parameter velocity: to the right, in points a second.
  func restWhenLetGo(velocity: Double) -> SwipeTravel.Rest {
    travel.rest(from: distance, velocity: velocity * strip.sign)
  }

  /// The same when the gesture was taken away, which performs no action.
  var restWhenCancelled: SwipeTravel.Rest { travel.rest(from: min(distance, strip.layout.reach), velocity: 0) }

  // MARK: Under the finger

  /// A finger or a touchpad takes hold of it.
  func hold() {
    move = nil
    isHeld = true
    pullAtStart = travel.pull(forDistance: distance)
    pull = pullAtStart
  }

  /// Ends the hold of a finger on the row.
  func release() { isHeld = false }

  /// Follows the finger.
  /// - Parameter translation: from where it took hold, to the right, in points.
  func drag(to translation: Double, at now: TimeInterval?) {
    setPull(pullAtStart + translation * strip.sign, at: now)
  }

  /// Follows a touchpad.
  /// - Parameter step: to the right, in points.
  func drag(by step: Double, at now: TimeInterval?) { setPull(pull + step * strip.sign, at: now) }

  private func setPull(_ pull: Double, at now: TimeInterval?) {
    self.pull = pull
    distance = travel.distance(forPull: pull)
    if !isSpreading { spreadButton = 0 }
    spread(to: travel.isFull(distance) ? 1 : 0, at: now)
  }

  // MARK: By itself

  /// Turns to where it is to rest; `settle` or `jump` takes it there.
  func turn(to rest: SwipeTravel.Rest) {
    isHeld = false
    self.rest = rest
    strip.isUserInteractionEnabled = rest == .open
  }

  /// Goes to where it is to rest.
  /// - Parameter velocity: at which it was let go, to the right, in points a second.
  func settle(velocity: Double, since now: TimeInterval) {
    spread(to: rest == .full ? 1 : 0, at: now)
    move = (travel.move(from: distance, velocity: velocity * strip.sign, to: rest), now)
  }

  /// Is at once where it is to rest.
  func jump() {
    move = nil
    spreadMove = nil
    distance = travel.distance(of: rest)
    spread = rest == .full ? 1 : 0
  }

  /// Has another button spread, the next time one does.
  func chooseSpreadButton(_ number: Int) { spreadButton = number }

  /// Has the button that spreads cover the others, or give them their places back.
  private func spread(to share: Double, at now: TimeInterval?) {
    let target = spreadMove.map { Double($0.way.target) } ?? spread
    guard target != share, let now else { return }
    spreadMove = (EasedMove(from: spread, to: share, duration: 0.2), now)
  }

  /// Brings what moves by itself to `now`.
  func advance(to now: TimeInterval) {
    if let (way, since) = move {
      distance = way.offset(at: now - since)
      if now - since >= way.duration { move = nil }
    }
    if let (way, since) = spreadMove {
      spread = way.offset(at: now - since)
      if now - since >= way.duration { spreadMove = nil }
    }
  }

  // MARK: In the host

  /// An update gave the row another place.
  func move(to newPosition: RowPosition) { position = newPosition }

  /// Makes the view that hides the row where it leaves its card, into the margin beside it.
  /// - Parameter color: of what lies behind the card.
  func coverMargin(_ color: UIColor) -> UIView {
    let made = UIView(frame: .zero)
    made.backgroundColor = color
    made.isUserInteractionEnabled = false
    margin = made
    return made
  }

  /// Where the cell belongs whose row has this place.
  func frame(from place: CGRect, scale: Double) -> CGRect {
    place.translated(by: CGPoint(x: strip.sign * distance(scale: scale), y: 0))
  }

  private func distance(scale: Double) -> Double { (distance * scale).rounded() / scale }

  /// Puts cell and buttons where they belong.
  /// - Parameters:
  ///   - place: the row's own place, in content coordinates.
  ///   - scale: device pixels of a point.
  func lay(at place: CGRect, scale: Double) {
    self.place = place
    let frame = frame(from: place, scale: scale)
    if cell.frame != frame { cell.frame = frame }
    strip.place(beside: place, movedBy: distance(scale: scale))
    strip.setSpread(spreadButton, to: spread)
    margin?.frame = CGRect(
      x: strip.isAtLeft ? place.maxX : 0, y: place.minY, width: place.minX, height: place.height)
  }

  /// The row is in its place, or not in the host any more.
  /// - Parameter staysWithCell: the cell is about to be animated out, with its buttons.
  func end(staysWithCell: Bool) {
    margin?.removeFromSuperview()
    if staysWithCell {
      keepStrip()
    } else {
      strip.removeFromSuperview()
      cell.stepBack()
      if cell.frame.minX != place.minX { cell.frame.origin.x = place.minX }
    }
    tell(.willClose)
    tell(.nothing)
  }

  /// The buttons come along with the cell. Behind a cell on its way out of sight the strip must not end.
  private func keepStrip() {
    let width = cell.bounds.width
    var frame = strip.frame
    frame.origin.x -= cell.frame.minX
    frame.origin.y = 0
    let isLeaving = rest == .full
    if isLeaving {
      frame.size.width = width
      frame.origin.x = strip.isAtLeft ? -width : width
    }
    // The host gives the cell of a card's end its clip again when it shows it.
    if place.minX > 0 { cell.clipsToBounds = false }
    strip.isLeaving = isLeaving
    strip.isUserInteractionEnabled = false
    cell.addSubview(strip)
    strip.frame = frame
    cell.leave(with: strip, towards: isLeaving ? strip.sign * width : nil)
  }

  /// Tells the cell what it has not been told yet.
  func tell(_ step: Step) {
    guard step != lastStep, !(step == .willOpen && lastStep == .didOpen) else { return }
    lastStep = step
    switch step {
    case .willOpen: cell.swipeWillChange(isOpen: true)
    case .willClose: cell.swipeWillChange(isOpen: false)
    case .didOpen, .nothing: cell.swipeDidChange()
    }
  }

  /// Stops at the first broken invariant; called by tests between passes.
  func checkInvariants() {
    precondition(isHeld || isMoving || rest != .closed, "a row is at rest beside its place")
    let inset = place.minX
    let bared = strip.isAtLeft ? cell.frame.minX - inset : inset + cell.frame.width - cell.frame.maxX
    precondition(strip.frame.width == max(0, bared), "the actions do not fill what the row bares")
    precondition(
      strip.frame.minY == cell.frame.minY && strip.frame.height == cell.frame.height,
      "the actions are not beside their row")
  }
}
