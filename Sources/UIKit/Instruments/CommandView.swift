import Foundation
import UIKitCore

/// A view of an instrument that shows commands of a display list.
///
/// No class of another module overrides `appendContent(to:in:)` of a view. A `PaintedView` that fills this one asks for the
/// commands instead, in each frame that shows it.
class CommandView: UIView {
  private let painted: PaintedView

  override init(frame: CGRect) {
    let painter = CommandPainter()
    painted = PaintedView(painter)
    super.init(frame: frame)
    painter.view = self
    painted.isUserInteractionEnabled = false
    painted.isOpaque = false
    painted.frame = bounds
    painted.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(painted)
  }

  required init?(coder: NSCoder) { nil }

  /// Appends what the view shows. Subclasses override it, and call `setNeedsComposite()` to have it called.
  /// - Parameter rect: the view, in points of the window.
  func append(to builder: DisplayListBuilder, in rect: CGRect) {}
}

/// Hands the question of a `PaintedView`, which keeps its painter, to the view that keeps the `PaintedView`.
private final class CommandPainter: ViewPainter {
  weak var view: CommandView?

  func appendContent(of view: PaintedView, to builder: DisplayListBuilder, in rect: CGRect) {
    self.view?.append(to: builder, in: rect)
  }
}
