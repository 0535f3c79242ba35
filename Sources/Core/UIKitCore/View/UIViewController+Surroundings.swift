import Foundation

/// The look of a status bar; desktops have none.
public enum UIStatusBarStyle: Int, Sendable {
  case `default` = 0
  case lightContent = 1
  case darkContent = 3
}

/// How a status bar comes and goes; desktops have none.
public enum UIStatusBarAnimation: Int, Sendable { case none = 0, fade, slide }

/// How a device is held; raw values as in UIKit. Desktops are not turned.
public enum UIInterfaceOrientation: Int, Sendable {
  case unknown = 0, portrait, portraitUpsideDown, landscapeRight, landscapeLeft

  /// Whether the device is upright.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the device lies on a side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The ways a device may be held for a controller; desktops are not turned.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt
  /// A set with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Upright.
  public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
  /// Upside down.
  public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
  /// On its right side.
  public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
  /// On its left side.
  public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
  /// On either side.
  public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
  /// All but upside down.
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
  /// All.
  public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt
  /// A set with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The upper edge.
  public static let top = UIRectEdge(rawValue: 1)
  /// The left edge.
  public static let left = UIRectEdge(rawValue: 2)
  /// The lower edge.
  public static let bottom = UIRectEdge(rawValue: 4)
  /// The right edge.
  public static let right = UIRectEdge(rawValue: 8)
  /// All of them.
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// The part of a controller in bars: its title there, and its button to edit.
@MainActor
protocol ControllerBars: AnyObject {
  /// The title in a navigation bar.
  var title: String? { get set }
  /// The controller's editing began or ended.
  func editingDidChange(_ isEditing: Bool)
  /// The controller's view is to reach under other bars than before.
  func edgesDidChange()
}

/// An edge of a bar that lies over a controller's view, for constraints.
@preconcurrency @MainActor
public protocol UILayoutSupport: NSObjectProtocol {
  /// How far the bar reaches into the view, in points.
  var length: CGFloat { get }
  /// The bar's top edge.
  var topAnchor: NSLayoutYAxisAnchor { get }
  /// The bar's bottom edge.
  var bottomAnchor: NSLayoutYAxisAnchor { get }
  /// The bar's height.
  var heightAnchor: NSLayoutDimension { get }
}

extension UILayoutGuide: UILayoutSupport {
  /// The guide's height, in points.
  public var length: CGFloat { layoutFrame.height }
}

extension UIViewController {
  /// The part that bars cover at the top of the view: that of the safe area. Later code uses
  /// `view.safeAreaLayoutGuide`.
  public final var topLayoutGuide: any UILayoutSupport { view.derivedGuide(.topBar) }
  /// The part that bars cover at the bottom of the view.
  public final var bottomLayoutGuide: any UILayoutSupport { view.derivedGuide(.bottomBar) }

  /// Asks for the status bar's look; desktops have none, and nothing is asked.
  public final func setNeedsStatusBarAppearanceUpdate() {}

  /// Called by `show` and `showDetailViewController` of a controller that no container shows others for: presents them.
  final func showAlone(_ controller: UIViewController) { present(controller, animated: true) }

  /// Would follow a connection drawn in a storyboard. There are none here: says so on standard error, and does nothing.
  public final func performSegue(withIdentifier identifier: String, sender: Any?) {
    FileHandle.standardError.write(
      Data(
        """
        \(type(of: self)).performSegue(withIdentifier: "\(identifier)", sender:) has no effect: storyboards are not read; \
        show the controller itself

        """.utf8))
  }
}

/// A view that changes its size, as a container's controller is told of it.
@preconcurrency @MainActor
public protocol UIContentContainer: NSObjectProtocol {
  /// The size the content would like, in points.
  var preferredContentSize: CGSize { get }
  /// A child would like another size.
  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
  /// The view is about to get another size.
  func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
}

/// The state of a change of size. It is never animated here.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  /// Whether the change takes time: no.
  var isAnimated: Bool { get }
  /// How long it takes, in seconds: 0.
  var transitionDuration: TimeInterval { get }
  /// Whether it was taken back: no.
  var isCancelled: Bool { get }
}

/// Runs what an app does along with a change of size.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  /// Runs `animation` when views have their new size, before they are drawn, and `completion` after it.
  /// - Returns: true: both will run.
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  /// Runs `animation` when views have their new size.
  @discardableResult
  public func animate(alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?)
    -> Bool
  {
    animate(alongsideTransition: animation, completion: nil)
  }
}

/// A change of the window's size.
@MainActor
final class ResizeCoordinator: NSObject, UIViewControllerTransitionCoordinator {
  let isAnimated = false
  let transitionDuration: TimeInterval = 0
  let isCancelled = false
  private var animations: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  /// Called when the views have the new size.
  func finish() {
    for animation in animations { animation(self) }
    for completion in completions { completion(self) }
  }
}

/// A connection between two controllers. Storyboards, which have them, are not read; it can be made in code.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
  /// The connection's name.
  public let identifier: String?
  /// The controller it leads from.
  public let source: UIViewController
  /// The controller it leads to.
  public let destination: UIViewController
  private let handler: () -> Void

  /// - Parameter performHandler: shows the destination.
  public init(
    identifier: String?, source: UIViewController, destination: UIViewController,
    performHandler: @escaping () -> Void = {}
  ) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    handler = performHandler
    super.init()
  }

  /// Shows the destination.
  open func perform() { handler() }
}
