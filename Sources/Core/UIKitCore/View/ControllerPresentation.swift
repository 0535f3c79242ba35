import Foundation

/// How a presented controller is shown; raw values as in UIKit.
public enum UIModalPresentationStyle: Int, Sendable {
  /// Over the whole window; the presenter's view leaves the window meanwhile.
  case fullScreen = 0
  /// A card over the dimmed window, nearly as high as it.
  case pageSheet = 1
  /// A smaller card in the middle of the dimmed window.
  case formSheet = 2
  /// As `fullScreen`, over the controller that defines the presentation context.
  case currentContext = 3
  /// As `overFullScreen`: transitions of an app's own are not asked for.
  case custom = 4
  /// Over the whole window; the presenter's view stays below.
  case overFullScreen = 5
  /// As `overFullScreen`, presented by the controller that defines the presentation context.
  case overCurrentContext = 6
  /// A card with an arrow that points at what it is about; a sheet in a narrow window.
  case popover = 7
  /// No adaptation, as a delegate's answer. As a controller's own style it stands for `automatic`.
  case none = -1
  /// The usual one: a page sheet.
  case automatic = -2
}

/// How a presented controller comes and goes; raw values as in UIKit.
public enum UIModalTransitionStyle: Int, Sendable {
  /// It slides in from the bottom.
  case coverVertical = 0
  /// Shown as `crossDissolve`: the renderer has no third dimension.
  case flipHorizontal
  /// It fades in.
  case crossDissolve
  /// Shown as `crossDissolve`.
  case partialCurl
}

/// The part of a controller in presentations: the one it is shown by, the one it shows another by, and its search. Made for
/// controllers that take part in one; presentations are in the folder `Presentation`, and the window owns them.
@MainActor
final class PresentationLinks {
  /// The presentation that shows the controller, until its end has been told.
  weak var showing: (any WindowPresentation)?
  /// The presentation by which the controller presents another one.
  weak var presents: (any WindowPresentation)?
  /// The controller's `UIPresentationController`, once one was asked for.
  var presentation: NSObject?
  /// The `UISearchController` that goes on over the controller's view.
  weak var search: UIViewController?

  /// The controller that is presented.
  var presented: UIViewController? { presents?.presented }
  /// The controller that presents this one.
  var presenting: UIViewController? { showing?.presenter }
}

/// A presentation in a window, from the call that begins it until its end has been told.
@MainActor
protocol WindowPresentation: AnyObject {
  var phase: PresentationPhase { get }
  /// The controller that is shown; kept alive by this.
  var presented: UIViewController { get }
  /// The controller that shows it; kept alive by this.
  var presenter: UIViewController { get }
  /// The window gets another root controller: the presentation, and those that stand on it, end without a movement.
  func endAtOnce()
}

/// Where a presentation is on its way.
enum PresentationPhase {
  case appearing
  case presented
  case disappearing
  /// The view has left, and its controller, the presenter and the app are told of that.
  case ending
  /// That has been told.
  case ended

  /// Whether the view stands in the window, or comes there.
  var isStanding: Bool { self == .appearing || self == .presented }
  /// Whether the view leaves, or its leaving is told.
  var isLeaving: Bool { self == .disappearing || self == .ending }
}

/// A layer over the views of a window that holds a presented controller. The front layer has the keyboard.
@MainActor
protocol ModalLayer: UIView {
  /// Receives the keys of the window while it has no first responder.
  var keyResponder: UIResponder? { get }
  /// Whether Tab stays among the views of the layer.
  var holdsFocus: Bool { get }
  /// The window is about to get another size, in points.
  func windowWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
}
