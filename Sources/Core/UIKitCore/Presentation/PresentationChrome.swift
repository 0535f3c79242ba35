import Foundation

/// The looks of a presentation in one style: places the host of the presented view, adorns it, and says how it moves.
@MainActor
class PresentationChrome {
  /// Where the presented view is on its way.
  enum Stage { case arriving, shown, leaving }

  unowned let presentation: UIPresentationController
  final var stage = Stage.shown
  /// Shades what lies below; nil where nothing is shaded.
  final let dimming: UIView?
  final var host: UIView { presentation.host }
  final var presented: UIViewController { presentation.presentedViewController }

  init(_ presentation: UIPresentationController, dims: Bool) {
    self.presentation = presentation
    dimming = dims ? ShadeView(frame: .zero) : nil
    dimming?.backgroundColor = .presentationDimming
    dimming?.isUserInteractionEnabled = false
  }

  /// Whether the presented view lies above the ground, where backgrounds are lighter in the dark.
  var isElevated: Bool { true }

  /// Whether keys and clicks stay within the layer.
  var holdsFocus: Bool { true }

  /// Seconds the presented view takes to come or go.
  var duration: TimeInterval { 0.4 }

  /// Puts the views of the style into the container, around the host, and gives the host its looks.
  func install(in container: UIView) {
    guard let dimming else { return }
    dimming.frame = container.bounds
    dimming.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.insertSubview(dimming, belowSubview: host)
  }

  /// Takes these views away, and the looks back.
  func uninstall() {
    dimming?.removeFromSuperview()
    host.layer.cornerRadius = 0
    host.layer.maskedCorners = .all
    host.layer.borderWidth = 0
    host.layer.shadowOpacity = 0
    host.clipsToBounds = false
    host.alpha = 1
    host.transform = .identity
  }

  /// The place of the presented view in a container of a size, when it has arrived.
  func frame(in size: CGSize) -> CGRect { CGRect(origin: .zero, size: size) }

  /// Places all views for the stage.
  func layOut(in size: CGSize) {
    host.frame = frame(in: size)
    dimming?.alpha = stage == .shown ? 1 : 0
  }

  /// Runs `changes` as a movement.
  func animate(_ changes: () -> Void, completion: @escaping () -> Void) {
    UIView.animate(
      withDuration: duration, delay: 0, options: .curveEaseOut, animations: changes, completion: { _ in completion() })
  }

  /// A view below the layer that a click beside the card is for; nil for none.
  func viewBelow(at point: CGPoint, in container: UIView, with event: UIEvent?) -> UIView? { nil }

  /// A card: round corners, a fine edge, a shadow.
  final func makeCard(radius: CGFloat, corners: CACornerMask = .all) {
    host.layer.cornerRadius = radius
    host.layer.maskedCorners = corners
    host.layer.borderWidth = 1 / max(1, host.traitCollection.displayScale)
    host.layer.borderColor = .separator
    host.layer.shadowOpacity = 0.2
    host.layer.shadowRadius = 24
    host.layer.shadowOffset = CGSize(width: 0, height: 8)
    host.clipsToBounds = true
  }
}

/// A presented view that covers the window.
final class CoverChrome: PresentationChrome {
  init(_ presentation: UIPresentationController) { super.init(presentation, dims: false) }

  override var isElevated: Bool { false }

  private var slides: Bool { presented.modalTransitionStyle == .coverVertical }
  override var duration: TimeInterval { slides ? 0.4 : 0.25 }

  override func layOut(in size: CGSize) {
    super.layOut(in: size)
    guard stage != .shown else {
      host.alpha = 1
      return
    }
    if slides { host.frame.origin.y = size.height } else { host.alpha = 0 }
  }
}

/// The shade over what lies below a card. It comes and goes in steps: a frame in which it is another one draws and shows all of
/// the window, the others only what moves.
final class ShadeView: UIView {
  /// In the light a step is six levels of a white pixel, which is not seen as one beside a card that moves.
  private static let steps: CGFloat = 8

  override func adjusted(_ values: ViewPresentation) -> ViewPresentation {
    var values = values
    values.alpha = (values.alpha * Self.steps).rounded() / Self.steps
    return values
  }
}

extension UIColor {
  /// The shade over what lies below a card.
  static let presentationDimming = UIColor { traits in
    UIColor(white: 0, alpha: traits.userInterfaceStyle == .dark ? 0.48 : 0.2)
  }
}
