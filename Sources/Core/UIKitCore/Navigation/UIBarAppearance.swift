import Foundation
import Pixels

/// The look of a bar: its ground and the line at its edge. A value in the form of an object, as UIKit has it: bars keep
/// copies of what is set.
@preconcurrency @MainActor
open class UIBarAppearance: NSObject {
  /// The colour of the ground; nil for none.
  open var backgroundColor: UIColor? { didSet { changed() } }
  /// A picture over the ground, as large as the bar; nil for none.
  open var backgroundImage: UIImage? { didSet { changed() } }
  /// The colour of the line between bar and content; nil for none.
  open var shadowColor: UIColor? { didSet { changed() } }
  /// A picture in place of the line, as wide as the bar; an empty one for no line. Nil for the line.
  open var shadowImage: UIImage? { didSet { changed() } }

  /// Set in a look that a bar or an item keeps.
  final weak var observer: BarLookObserver? { didSet { observerDidChange() } }

  /// The usual look: an opaque ground, and a line.
  public override init() {
    super.init()
    configureWithDefaultBackground()
  }

  /// A copy of another look.
  public init(barAppearance: UIBarAppearance) {
    super.init()
    take(barAppearance)
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// An equal look that changes by itself.
  nonisolated open override func copy() -> Any {
    MainActor.assumeIsolated { UIBarAppearance(barAppearance: self) }
  }

  /// The properties of the look.
  var parts: [AnyHashable?] { [backgroundColor, backgroundImage, shadowColor, shadowImage] }

  nonisolated open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIBarAppearance, type(of: other) == type(of: self) else { return false }
    return MainActor.assumeIsolated { parts == other.parts }
  }

  nonisolated open override var hash: Int { ObjectIdentifier(type(of: self)).hashValue }

  /// The ground of bars and a line. The renderer has no blur: the ground is opaque.
  open func configureWithDefaultBackground() {
    backgroundColor = .barGround
    backgroundImage = nil
    shadowColor = .barLine
    shadowImage = nil
  }

  /// The ground of content and a line.
  open func configureWithOpaqueBackground() {
    backgroundColor = .systemBackground
    backgroundImage = nil
    shadowColor = .barLine
    shadowImage = nil
  }

  /// Neither ground nor line.
  open func configureWithTransparentBackground() {
    backgroundColor = nil
    backgroundImage = nil
    shadowColor = nil
    shadowImage = nil
  }

  /// Has the looks inside tell the observer, too.
  func observerDidChange() {}

  final func changed() { observer?.onChange() }

  /// A copy of buttons' looks that the app sets.
  final func keep(_ buttons: UIBarButtonItemAppearance) -> UIBarButtonItemAppearance {
    let kept = buttons.duplicate
    kept.observer = observer
    return kept
  }

  func take(_ other: UIBarAppearance) {
    backgroundColor = other.backgroundColor
    backgroundImage = other.backgroundImage
    shadowColor = other.shadowColor
    shadowImage = other.shadowImage
  }
}

/// Hears of changes of the looks that a bar, or an item, keeps.
@MainActor
final class BarLookObserver {
  fileprivate let onChange: () -> Void

  /// - Parameter onChange: called when a look that is kept became another.
  init(_ onChange: @escaping () -> Void) { self.onChange = onChange }

  /// A copy of a look that the app sets: later changes of the app's object leave it alone, its own are told.
  func keep<Look: UIBarAppearance>(_ look: Look) -> Look {
    let kept = look.copy() as? Look ?? look
    kept.observer = self
    return kept
  }
}

extension UIColor {
  /// The ground of bars with content under them.
  static let barGround = UIColor(
    light: DrawColor(red: UInt8(249), green: 249, blue: 249), dark: DrawColor(red: UInt8(29), green: 29, blue: 31))
  /// The line between a bar and the content under it.
  static let barLine = UIColor(
    light: DrawColor(red: UInt8(0), green: 0, blue: 0, alpha: 77),
    dark: DrawColor(red: UInt8(255), green: 255, blue: 255, alpha: 38))
}

/// The look of a bar's title in the states of its button.
@preconcurrency @MainActor
open class UIBarButtonItemStateAppearance: NSObject {
  /// Font and colour of the title; empty for the bar's.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { observer?.onChange() } }
  /// How far the title stands from its usual place, in points.
  open var titlePositionAdjustment = UIOffset.zero { didSet { observer?.onChange() } }

  fileprivate final var parts: [AnyHashable?] {
    [NSDictionary(dictionary: titleTextAttributes), titlePositionAdjustment]
  }
  fileprivate final weak var observer: BarLookObserver?
}

/// The look of buttons in a bar.
@preconcurrency @MainActor
open class UIBarButtonItemAppearance: NSObject {
  /// The look of a button that may be clicked.
  public final let normal = UIBarButtonItemStateAppearance()
  /// The look while it is pressed.
  public final let highlighted = UIBarButtonItemStateAppearance()
  /// The look while it is disabled.
  public final let disabled = UIBarButtonItemStateAppearance()
  private let style: UIBarButtonItem.Style
  fileprivate final var parts: [AnyHashable?] { [normal, highlighted, disabled].flatMap(\.parts) }

  fileprivate final weak var observer: BarLookObserver? {
    didSet { for part in [normal, highlighted, disabled] { part.observer = observer } }
  }

  /// The usual look of a style.
  public init(style: UIBarButtonItem.Style) {
    self.style = style
    super.init()
  }

  /// The usual look of plain buttons.
  public override convenience init() { self.init(style: .plain) }

  /// An equal look that changes by itself.
  nonisolated open override func copy() -> Any { MainActor.assumeIsolated { duplicate } }

  /// An equal look that changes by itself.
  final var duplicate: UIBarButtonItemAppearance {
    let copy = UIBarButtonItemAppearance(style: style)
    for (mine, its) in [(normal, copy.normal), (highlighted, copy.highlighted), (disabled, copy.disabled)] {
      its.titleTextAttributes = mine.titleTextAttributes
      its.titlePositionAdjustment = mine.titlePositionAdjustment
    }
    return copy
  }

  /// The part for a state.
  final func part(for state: UIControl.State) -> UIBarButtonItemStateAppearance {
    state.contains(.disabled) ? disabled : state.contains(.highlighted) ? highlighted : normal
  }
}

/// A distance from a usual place.
public struct UIOffset: Hashable, Sendable {
  /// To the right, in points.
  public var horizontal: CGFloat
  /// Down, in points.
  public var vertical: CGFloat
  /// The distance of so many points.
  public init(horizontal: CGFloat = 0, vertical: CGFloat = 0) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
  /// None.
  public static let zero = UIOffset()
}

extension CGRect {
  /// The rectangle at another place.
  func shifted(by offset: UIOffset) -> CGRect { offsetBy(dx: offset.horizontal, dy: offset.vertical) }
}

/// The look of a navigation bar.
@preconcurrency @MainActor
open class UINavigationBarAppearance: UIBarAppearance {
  /// Font and colour of the title; empty for the usual ones.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { changed() } }
  /// How far the title stands from its usual place, in points.
  open var titlePositionAdjustment = UIOffset.zero { didSet { changed() } }
  /// Font and colour of the large title; empty for the usual ones.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { changed() } }
  /// The look of plain buttons.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain) {
    didSet {
      buttonAppearance = keep(buttonAppearance)
      changed()
    }
  }
  /// The look of buttons that end a task.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done) {
    didSet {
      doneButtonAppearance = keep(doneButtonAppearance)
      changed()
    }
  }
  /// The look of the back button.
  open var backButtonAppearance = UIBarButtonItemAppearance(style: .plain) {
    didSet {
      backButtonAppearance = keep(backButtonAppearance)
      changed()
    }
  }
  /// The picture of the back button; the usual chevron is `chevron.backward`.
  public final var backIndicatorImage: UIImage? { backIndicator(isTurned: false) }
  private var ownBackIndicator: UIImage?
  /// Kept, not shown: the picture stays while the bar changes.
  public private(set) final var backIndicatorTransitionMaskImage: UIImage?

  /// The usual look.
  public override init() { super.init() }

  /// A copy of another look, with the usual title where that has none.
  public override init(barAppearance: UIBarAppearance) { super.init(barAppearance: barAppearance) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  nonisolated open override func copy() -> Any {
    MainActor.assumeIsolated { UINavigationBarAppearance(barAppearance: self) }
  }

  /// Sets the picture of the back button; nil for the chevron.
  open func setBackIndicatorImage(_ image: UIImage?, transitionMaskImage: UIImage?) {
    ownBackIndicator = image
    backIndicatorTransitionMaskImage = transitionMaskImage
    changed()
  }

  /// The picture of the back button in a bar that reads from left to right, or turned, from right to left. The usual chevron
  /// points at the edge; one that was set stays as it is.
  final func backIndicator(isTurned: Bool) -> UIImage? {
    ownBackIndicator ?? UIImage(systemName: isTurned ? "chevron.forward" : "chevron.backward")
  }

  override func observerDidChange() {
    for buttons in [buttonAppearance, doneButtonAppearance, backButtonAppearance] { buttons.observer = observer }
  }

  override var parts: [AnyHashable?] {
    let titles: [AnyHashable?] = [titleTextAttributes, largeTitleTextAttributes].map { NSDictionary(dictionary: $0) }
    return super.parts + titles + [titlePositionAdjustment, ownBackIndicator, backIndicatorTransitionMaskImage]
      + [buttonAppearance, doneButtonAppearance, backButtonAppearance].flatMap(\.parts)
  }

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UINavigationBarAppearance else { return }
    titleTextAttributes = other.titleTextAttributes
    titlePositionAdjustment = other.titlePositionAdjustment
    largeTitleTextAttributes = other.largeTitleTextAttributes
    buttonAppearance = other.buttonAppearance
    doneButtonAppearance = other.doneButtonAppearance
    backButtonAppearance = other.backButtonAppearance
    setBackIndicatorImage(other.ownBackIndicator, transitionMaskImage: other.backIndicatorTransitionMaskImage)
  }
}

/// The look of a toolbar.
@preconcurrency @MainActor
open class UIToolbarAppearance: UIBarAppearance {
  /// The look of plain buttons.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain) {
    didSet {
      buttonAppearance = keep(buttonAppearance)
      changed()
    }
  }
  /// The look of buttons that end a task.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done) {
    didSet {
      doneButtonAppearance = keep(doneButtonAppearance)
      changed()
    }
  }

  /// The usual look.
  public override init() { super.init() }

  /// A copy of another look.
  public override init(barAppearance: UIBarAppearance) { super.init(barAppearance: barAppearance) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  nonisolated open override func copy() -> Any {
    MainActor.assumeIsolated { UIToolbarAppearance(barAppearance: self) }
  }

  override func observerDidChange() {
    for buttons in [buttonAppearance, doneButtonAppearance] { buttons.observer = observer }
  }

  override var parts: [AnyHashable?] {
    super.parts + buttonAppearance.parts + doneButtonAppearance.parts
  }

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UIToolbarAppearance else { return }
    buttonAppearance = other.buttonAppearance
    doneButtonAppearance = other.doneButtonAppearance
  }
}
