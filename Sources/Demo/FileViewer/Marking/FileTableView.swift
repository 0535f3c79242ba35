import UIKit

/// A table whose lines are marked by the mouse.
final class FileTableView: UITableView {
  /// The rows the table was told of: what its data source answers until the next update.
  var rows = LineRows()
  weak var marker: LineMarker?
  /// Offered each key first; returns whether it was taken.
  var onKey: ((UIKey) -> Bool)?
  /// Called when the user goes to the end: the last row is to be in sight.
  var onEnd: (() -> Void)?
  private var isTaken = false
  /// Whether text is dragged over, which selects no row.
  private var isDrag = false
  /// Hit in place of cells: one that leaves while its line is dragged from would take the touch along.
  private let ground = UIView()

  override init(frame: CGRect, style: Style) {
    super.init(frame: frame, style: style)
    addSubview(ground)
  }

  required init?(coder: NSCoder) { nil }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    var view = hit
    while let around = view, around !== self {
      if around is UITableViewCell { return ground }
      view = around.superview
    }
    return hit
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let key = presses.first?.key
    if let key, onKey?(key) == true { return }
    super.pressesBegan(presses, with: event)
    // The heights of rows that come in sight are others than estimated.
    if key?.keyCode == .keyboardEnd { onEnd?() }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    (isTaken, isDrag) = (false, false)
    if let touch = touches.first, touch.type == .indirectPointer, touch.view !== self,
      event?.buttonMask == .primary
    {
      isTaken =
        marker?.pressBegan(
          at: touch.location(in: self), clicks: touch.tapCount, event?.modifierFlags ?? []) ?? false
      if isTaken { becomeFirstResponder() }
    }
    if !isTaken { super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first, marker?.pressMoved(to: touch.location(in: self)) == true {
      if !isTaken { super.touchesCancelled(touches, with: event) }
      (isTaken, isDrag) = (true, true)
    } else if !isTaken {
      super.touchesMoved(touches, with: event)
    }
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    marker?.pressEnded()
    if !isDrag, let touch = touches.first, touch.view === ground,
      let path = indexPathForRow(at: touch.location(in: self))
    {
      selectRow(at: path, animated: false, scrollPosition: .none)
    }
    if !isTaken { super.touchesEnded(touches, with: event) }
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    marker?.pressEnded()
    if !isTaken { super.touchesCancelled(touches, with: event) }
  }
}
