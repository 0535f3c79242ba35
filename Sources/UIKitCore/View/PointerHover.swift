import Foundation

/// The shade on what lies under the pointer and can be clicked.
///
/// Comes with a motion of the pointer, and goes when it leaves, when a button goes down, and when the content under it
/// scrolls away.
@MainActor
final class PointerHover {
  private var shade: HoverShadeView?

  /// The pointer is over `target`, or over nothing.
  func move(to target: UIView?) {
    var view = target
    while let current = view, current.hoverRadius == nil { view = current.parent }
    guard view !== shade?.superview || view == nil else { return }
    end()
    guard let view, let radius = view.hoverRadius else { return }
    let made = HoverShadeView(over: view, radius: radius)
    shade = made
    view.addSubview(made)
  }

  /// Nothing is shaded any more.
  func end() {
    guard let old = shade else { return }
    shade = nil
    old.removeFromSuperview()
  }
}

/// Darkens what is below it a little, or lightens it on a dark ground.
private final class HoverShadeView: UIView {
  private let radius: CGFloat

  init(over host: UIView, radius: CGFloat) {
    self.radius = radius
    super.init(frame: host.bounds)
    isOpaque = false
    isUserInteractionEnabled = false
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { nil }

  /// Goes with what it lies on, which may come back elsewhere.
  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { removeFromSuperview() }
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    let color = UIColor.label.withAlphaComponent(0.05).drawColor(in: builder.traits)
    if radius > 0 { builder.fill(RoundedRect(rect, radius: radius), color) } else { builder.fill(rect, color) }
  }
}
