import Foundation
import TableModel

/// A row on the user's finger, from lifting it to putting it down.
///
/// The row's cell is lent by the table's queue of visible cells and stays the same object however far it goes; `move`
/// is where the row is in the data and where the gap is that the other rows leave for it.
@MainActor
final class RowReorder {
  let cell: UITableViewCell
  /// Under which the cell can be used again, when it is back.
  let identifier: String?
  var move: RowMove
  /// The place the row was over last: the delegate has been asked about it.
  var proposal: RowPosition
  /// The delegate is being asked about a place.
  var isAsking = false
  /// The pointer, in points below the table's upper edge.
  var pointer: Double
  /// How far the pointer is below the cell's upper edge, in points.
  let grip: Double
  var edges: EdgeScroll
  /// Points a second the table scrolls by itself.
  var speed = 0.0
  /// Runs while the table scrolls by itself.
  var link: CADisplayLink?
  /// The offset scrolled to, with the fraction of a pixel that the table's own has not.
  var offset = 0.0
  /// When the table was scrolled last, on the frame clock.
  var time: TimeInterval = 0
  let shadow: ReorderShadowView
  /// What moves when the gap opens elsewhere; empty between layout passes.
  var neighbours: [Neighbour] = []

  /// A view before the gap went elsewhere.
  struct Neighbour {
    let view: UIView
    /// What was seen of it, and where it belonged, in points of the content.
    let seen: ViewPresentation
    let origin: CGPoint
  }

  init(
    _ entry: ReuseQueue<UITableViewCell>.Entry, pointer: Double, grip: Double, viewport: Range<Double>
  ) {
    cell = entry.view
    identifier = entry.identifier
    move = RowMove(source: entry.position, target: entry.position)
    proposal = entry.position
    self.pointer = pointer
    self.grip = grip
    edges = EdgeScroll(pointer: pointer, viewport: viewport)
    shadow = ReorderShadowView(frame: entry.view.frame)
  }

  /// Nothing runs any more.
  func stop() {
    link?.invalidate()
    link = nil
  }
}

/// The shadow below a lifted cell: a view of its own, so that it fades and leaves the app's cell as it is.
final class ReorderShadowView: UIView {
  /// Seconds of fading in and out.
  static let fade = 0.2

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    layer.shadowOpacity = 0.3
    layer.shadowRadius = 12
    layer.shadowOffset = CGSize(width: 0, height: 2)
  }

  required init?(coder: NSCoder) { nil }
}
