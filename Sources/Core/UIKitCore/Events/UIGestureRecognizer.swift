import Foundation

/// Watches the touches of a view and its subviews for a gesture, and calls its handlers when it
/// begins, changes and ends.
///
/// Recognisers see a touch before the view it began in. When one recognises, the others that watch
/// the same touch fail, unless a delegate allows both, and the view's touch is cancelled.
/// Subclasses override the touch methods and set `state`; the rest is done here and in
/// `UIGestureRecognizer+Transitions.swift`.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject, UIGestureHandling {
  /// How far the gesture has come.
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
    /// The end of a gesture without duration; the same as `ended`.
    public static let recognized = State.ended
  }

  /// The view the recogniser is attached to, set by `UIView.addGestureRecognizer`.
  public internal(set) weak var view: UIView?
  /// Asked whether the gesture may begin, and beside which others.
  open weak var delegate: UIGestureRecognizerDelegate?
  /// A name for tests and tools.
  public final var name: String?
  /// Whether recognising cancels the touch for the view it began in.
  open var cancelsTouchesInView = true
  /// Raw values of the `UITouch.TouchType`s the recogniser watches.
  open var allowedTouchTypes: [NSNumber] = [
    NSNumber(value: UITouch.TouchType.direct.rawValue),
    NSNumber(value: UITouch.TouchType.indirectPointer.rawValue),
  ]
  /// A disabled recogniser watches nothing; disabling one at work cancels it.
  open var isEnabled = true {
    didSet { if !isEnabled { giveUp() } }
  }

  // MARK: Storage of the facets

  final var current = State.possible
  /// Recognised, but waiting for a recogniser it requires to fail.
  final var pending: State?
  /// The touches watched since the last reset, ended ones included.
  final var touches: ContiguousArray<UITouch> = []
  final var handlers: [@MainActor (UIGestureRecognizer) -> Void] = []
  final var targets: [TargetAction] = []
  final var requirements: [Weak<UIGestureRecognizer>] = []
  final var dependents: [Weak<UIGestureRecognizer>] = []
  /// When `deadlinePassed` is to be called, on the frame clock.
  final var deadline: TimeInterval?
  /// The mouse buttons that start the gesture; fingers count as the primary one.
  final var requiredButtons = UIEvent.ButtonMask.primary

  /// A recogniser that calls a method at each step of the recognised gesture, attached to no view.
  /// - Parameters:
  ///   - target: held weakly; nil adds none.
  ///   - action: a method without parameters, or with one, the recogniser.
  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  /// A recogniser without handlers, attached to no view.
  public required convenience override init() { self.init(target: nil, action: nil) }

  /// The stage of the gesture. Only subclasses set it; steps that make no sense (from `failed` to
  /// `began`, say) are ignored.
  open var state: State {
    get { current }
    set { transition(to: newValue) }
  }

  // MARK: Places

  /// How many touches are down.
  open var numberOfTouches: Int { liveTouches.count }

  /// The middle of the touches that are down (of the last ones, when none is), in the coordinates
  /// of `view`; nil means the window's. Points.
  open func location(in view: UIView?) -> CGPoint {
    let counted = liveTouches.isEmpty ? touches.suffix(1) : liveTouches[...]
    guard !counted.isEmpty else { return .zero }
    var sum = CGPoint.zero
    for touch in counted { sum += touch.location(in: view) }
    return CGPoint(x: sum.x / CGFloat(counted.count), y: sum.y / CGFloat(counted.count))
  }

  /// The place of one of the touches that are down.
  /// - Precondition: `index` is below `numberOfTouches`.
  open func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
    let live = liveTouches
    guard live.indices.contains(index) else {
      misuse(
        """
        \(type(of: self)).location(ofTouch: \(index), in:): \(live.count) touches are down, counted from 0; check \
        numberOfTouches
        """)
    }
    return live[index].location(in: view)
  }

  // MARK: For subclasses

  /// Touches went down. Called before the view hears of them.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Touches moved.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Touches were lifted.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The window lost the touches.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The gesture is over and the recogniser starts anew; drop what was remembered of it.
  open func reset() {}

  /// Whether recognising this gesture makes `other` fail. True unless overridden.
  open func canPrevent(_ other: UIGestureRecognizer) -> Bool { true }
  /// Whether `other` may make this gesture fail. True unless overridden.
  open func canBePrevented(by other: UIGestureRecognizer) -> Bool { true }

  /// Called once the frame clock has reached `deadline`, which is nil then.
  func deadlinePassed() {}
  /// Whether the recogniser waits for further touches though none is down (between two taps).
  var awaitsMoreTouches: Bool { false }
  /// Whether the gesture has a duration: it begins, changes and ends.
  var isLasting: Bool { false }
  /// A last word of framework subclasses on which touches they watch.
  func wants(_ touch: UITouch) -> Bool { true }
  /// A last word of framework subclasses on whether the gesture begins.
  func mayBegin() -> Bool { true }

  /// The watched touches that are still down.
  final var liveTouches: ContiguousArray<UITouch> {
    touches.filter { $0.phase != .ended && $0.phase != .cancelled }
  }
}
