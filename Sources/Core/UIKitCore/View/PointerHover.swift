import Foundation

/// The outline of an effect on a view.
public struct UIShape: Hashable, Sendable {
  private enum Outline: Hashable {
    case rect(cornerRadius: CGFloat)
    case capsule, circle
  }

  private let outline: Outline

  /// The view's bounds.
  public static let rect = UIShape(outline: .rect(cornerRadius: 0))
  /// The view's bounds with ends that are half circles.
  public static let capsule = UIShape(outline: .capsule)
  /// The largest circle in the middle of the view's bounds.
  public static let circle = UIShape(outline: .circle)
  /// The view's bounds with round corners.
  /// - Parameter cornerRadius: in points; finite, 0 or more.
  public static func rect(cornerRadius: CGFloat) -> UIShape {
    requireFinite(cornerRadius, "UIShape.rect(cornerRadius:)")
    return UIShape(outline: .rect(cornerRadius: max(0, cornerRadius)))
  }

  /// The outline in a rectangle.
  func path(in rect: CGRect) -> RoundedRect {
    let shorter = min(rect.width, rect.height)
    switch outline {
    case .rect(let radius): return RoundedRect(rect, radius: min(radius, shorter / 2))
    case .capsule: return RoundedRect(rect, radius: shorter / 2)
    case .circle:
      let circle = CGRect(x: rect.midX - shorter / 2, y: rect.midY - shorter / 2, width: shorter, height: shorter)
      return RoundedRect(circle, radius: shorter / 2)
    }
  }
}

/// The look of a view while the pointer is over it: shaded a little.
///
/// Buttons and the cells of tables have a style by default; with a `hoverStyle` of nil a view ignores the pointer.
/// Views that take no click are not shaded: a disabled button, a row that cannot be selected. A selected row is not
/// shaded either.
@preconcurrency @MainActor
public final class UIHoverStyle: NSObject {
  /// The outline of the shade; nil for the view's own, such as that of a button's background.
  public var shape: UIShape?
  /// Whether the style has any effect.
  public var isEnabled = true

  /// - Parameter shape: the outline of the shade; nil for the view's own.
  public init(shape: UIShape?) {
    self.shape = shape
    super.init()
  }

  /// The style in the view's own outline.
  public static func automatic() -> UIHoverStyle { UIHoverStyle(shape: nil) }
}

/// The shade on the view under the pointer, if it can be clicked.
///
/// A motion of the pointer shows it. It goes when the pointer leaves, when a button goes down, and when the content
/// under the pointer moves; the view that has come there is shaded once the content is at rest. Without motion no view
/// is asked.
@MainActor
final class PointerHover {
  /// Seconds after which content that went elsewhere is looked at again.
  private static let pause = 0.2

  /// The view that the pointer came to last, and whether it is to be shaded; nil when that is not known any more. In
  /// the window: it is forgotten when it leaves.
  private var host: (view: UIView, isShaded: Bool)?
  private var shade: HoverShadeView?
  /// Set while content under the pointer goes elsewhere.
  private lazy var alarm = FrameAlarm { [weak self] in self?.lookAgain() }
  /// Gives what is under the pointer now.
  private let target: @MainActor () -> UIView?
  /// Of the application, which outlives its windows.
  private unowned let loop: FrameLoop

  /// - Parameter target: gives what is under the pointer now; nil without a pointer.
  init(loop: FrameLoop, target: @escaping @MainActor () -> UIView?) {
    self.loop = loop
    self.target = target
  }

  /// The pointer was moved, to `target` or to nothing.
  func move(to target: UIView?) {
    let view = target.flatMap { Self.host(of: $0) }
    guard view !== host?.view else { return show() }
    end()
    guard let view else { return }
    host = (view, view.hoverStyle?.isEnabled == true && view.takesClicks)
    show()
  }

  /// A button was released: gives the shade back to the view that had it before the press, if the pointer is still there.
  func resume(at target: UIView?) {
    if let host, target.flatMap({ Self.host(of: $0) }) === host.view { show() } else { end() }
  }

  /// Nothing is shaded while a button is down.
  func pause() { shade?.removeFromSuperview() }

  /// Nothing is shaded any more.
  func end() {
    pause()
    host = nil
  }

  /// The content under the pointer goes elsewhere: what comes to rest there is shaded in place of it.
  func interrupt() {
    guard host != nil else { return }
    end()
    alarm.set(after: Self.pause, on: loop)
  }

  private func lookAgain() {
    guard host == nil, let target = target() else { return }
    var view: UIView? = target
    while let current = view {
      guard !current.isContentMoving else {
        return alarm.set(after: Self.pause, on: loop)
      }
      view = current.parent
    }
    move(to: target)
  }

  /// Removes the shade of a view that is no longer under the pointer, and looks at the view that has come there. Called
  /// after each layout, since views may have moved.
  /// - Parameter place: of the pointer, in points of the window.
  func follow(_ place: CGPoint?) {
    guard let host, host.isShaded else { return }
    guard let place, host.view.bounds.contains(host.view.convert(place, from: nil)) else { return interrupt() }
  }

  /// A view is no longer in the window.
  func viewWillLeave(_ view: UIView) {
    if let host, host.view === view { interrupt() }
  }

  /// The view that a click on `target` would act on.
  private static func host(of target: UIView) -> UIView? {
    var view: UIView? = target
    while let current = view, !current.endsHover { view = current.parent }
    return view
  }

  private func show() {
    guard let host, host.isShaded, let style = host.view.hoverStyle, shade?.superview !== host.view,
      host.view.bearsHoverShade
    else { return }
    let shade = shade ?? HoverShadeView(frame: .zero)
    self.shade = shade
    shade.shape = style.shape ?? host.view.hoverShape
    shade.frame = host.view.bounds
    host.view.addSubview(shade)
  }
}

/// Darkens what is below it a little, or lightens it on a dark ground.
final class HoverShadeView: UIView {
  var shape = UIShape.rect { didSet { if shape != oldValue { setNeedsComposite() } } }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    isUserInteractionEnabled = false
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { nil }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    let strength = builder.traits.userInterfaceStyle == .dark ? 0.08 : 0.05
    let color = UIColor.label.withAlphaComponent(strength).drawColor(in: builder.traits)
    let inset = parent?.chromeInset ?? 0
    // A part of a row has round corners, as the ring around it.
    if inset > 0 { return builder.fill(RoundedRect(rect.insetBy(dx: inset, dy: 0), radius: 8), color) }
    let path = shape.path(in: rect)
    if path.radius > 0 { builder.fill(path, color) } else { builder.fill(rect, color) }
  }
}
