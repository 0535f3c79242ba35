import Foundation
import Pixels

/// A minus and a plus, by which the user changes a value in steps.
///
/// A press on a half steps at once; held, it steps on after half a second, ever faster. The arrow keys to the left and
/// right step, too. A half at its end of the range is pale and does nothing, unless `wraps` is set.
@preconcurrency @MainActor
open class UIStepper: UIControl {
  /// Outer size in points.
  static let size = CGSize(width: 94, height: 32)
  private static let radius: CGFloat = 8
  /// Length and thickness of the signs, in points.
  private static let sign: CGFloat = 14
  private static let thickness: CGFloat = 2
  /// Seconds until a press that is held steps again, and between the steps that follow: the first, and the last.
  private static let delay = 0.5
  private static let intervals = (first: 0.15, least: 0.03)

  private var storedValue = 0.0
  /// The direction of the half under the press: 1 or -1; nil while none is pressed.
  private var pressed: Double?
  private var valueAtPress = 0.0
  /// Steps of the press.
  private var stepCount = 0
  private lazy var repeating = FrameAlarm { [weak self] in self?.stepAgain() }

  /// The value, within the range. Setting it sends nothing.
  open var value: Double {
    get { storedValue }
    set {
      requireFinite(newValue, "UIStepper.value", of: self)
      let new = min(max(newValue, minimumValue), maximumValue)
      guard new != storedValue else { return }
      storedValue = new
      accessibleContentMayHaveChanged()
      setNeedsComposite()
    }
  }
  /// The lowest value. One above the maximum raises that.
  open var minimumValue = 0.0 {
    didSet {
      requireFinite(minimumValue, "UIStepper.minimumValue", of: self)
      if maximumValue < minimumValue { maximumValue = minimumValue }
      rangeDidChange()
    }
  }
  /// The highest value. One below the minimum lowers that.
  open var maximumValue = 100.0 {
    didSet {
      requireFinite(maximumValue, "UIStepper.maximumValue", of: self)
      if minimumValue > maximumValue { minimumValue = maximumValue }
      rangeDidChange()
    }
  }
  /// How much the value changes by a step.
  /// - Precondition: finite and above 0.
  open var stepValue = 1.0 {
    didSet {
      if !(stepValue > 0 && stepValue.isFinite) {
        misuse("UIStepper.stepValue: \(stepValue) is no step; give a finite number above 0")
      }
    }
  }
  /// Whether a step beyond an end of the range leads to the other end.
  open var wraps = false { didSet { setNeedsComposite() } }
  /// Whether a press that is held steps on.
  open var autorepeat = true
  /// Whether `.valueChanged` is sent with each step; otherwise once, when the press ends.
  open var isContinuous = true

  /// A stepper at 0, from 0 to 100. The size is its own, whatever `frame` says.
  /// - Parameter frame: its origin, in the coming superview's points.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    isOpaque = false
  }

  /// A stepper at the origin.
  public convenience init() { self.init(frame: .zero) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  isolated deinit { repeating.cancel() }

  private func rangeDidChange() {
    value = storedValue
    setNeedsComposite()
  }

  // MARK: Stepping

  /// Whether a step leads anywhere.
  private func canStep(_ direction: Double) -> Bool {
    wraps ? minimumValue < maximumValue : direction < 0 ? storedValue > minimumValue : storedValue < maximumValue
  }

  /// - Returns: whether the value is another one.
  @discardableResult
  private func step(_ direction: Double) -> Bool {
    let old = storedValue
    let new = old + direction * stepValue
    let isOver = new < minimumValue || new > maximumValue
    if wraps, isOver, old == (direction < 0 ? minimumValue : maximumValue) {
      value = direction < 0 ? maximumValue : minimumValue
    } else {
      value = min(max(new, minimumValue), maximumValue)
    }
    return storedValue != old
  }

  private func stepAndTell(_ direction: Double) {
    if isEnabled, step(direction) { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  /// A step of the press under way, and the next one's time.
  private func stepAgain() {
    guard let pressed, isTracking else { return }
    if step(pressed), isContinuous { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    stepCount += 1
    guard autorepeat, isTracking, let loop = window?.application.frameLoop else { return }
    repeating.set(
      after: stepCount == 1
        ? Self.delay : max(Self.intervals.least, Self.intervals.first * pow(0.9, Double(stepCount))),
      on: loop)
  }

  // MARK: The user

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let isRight = touch.location(in: self).x > bounds.midX
    let direction: Double = isRight != isInRightToLeft ? 1 : -1
    guard canStep(direction), super.beginTracking(touch, with: event) else { return false }
    pressed = direction
    valueAtPress = storedValue
    stepCount = 0
    setNeedsComposite()
    // The control tracks from the end of this call on.
    if step(direction), isContinuous { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    stepCount = 1
    if autorepeat, let loop = window?.application.frameLoop { repeating.set(after: Self.delay, on: loop) }
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    endPress()
  }

  open override func cancelTracking(with event: UIEvent?) {
    super.cancelTracking(with: event)
    endPress()
  }

  private func endPress() {
    repeating.cancel()
    pressed = nil
    setNeedsComposite()
    if !isContinuous, storedValue != valueAtPress { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.keyCode {
    case .keyboardLeftArrow?: stepAndTell(isInRightToLeft ? 1 : -1)
    case .keyboardRightArrow?: stepAndTell(isInRightToLeft ? -1 : 1)
    default: super.pressesBegan(presses, with: event)
    }
  }

  // MARK: Looks

  open override var intrinsicContentSize: CGSize { Self.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }
  package override var focusRingRadius: CGFloat { Self.radius }

  override func stateDidChange() {
    super.stateDidChange()
    setNeedsComposite()
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    builder.fill(RoundedRect(rect, radius: Self.radius), UIColor.tertiarySystemFill.drawColor(in: builder.traits))
    let half = CGSize(width: rect.width / 2, height: rect.height)
    for isRight in [false, true] {
      let direction: Double = isRight != isInRightToLeft ? 1 : -1
      let part = CGRect(origin: CGPoint(x: isRight ? rect.midX : rect.minX, y: rect.minY), size: half)
      if pressed == direction {
        builder.fill(RoundedRect(part, radius: Self.radius), UIColor.systemFill.drawColor(in: builder.traits))
      }
      let isPale = !isEnabled || !canStep(direction)
      let color = (isPale ? UIColor.tertiaryLabel : .label).drawColor(in: builder.traits)
      append(CGSize(width: Self.sign, height: Self.thickness), in: part, to: builder, color)
      if direction > 0 { append(CGSize(width: Self.thickness, height: Self.sign), in: part, to: builder, color) }
    }
    let line = CGRect(x: rect.midX - 0.5, y: rect.minY + 8, width: 1, height: max(0, rect.height - 16))
    builder.fill(builder.aligned(line), UIColor.separator.drawColor(in: builder.traits))
  }

  /// A bar of a sign, in the middle of a half.
  private func append(_ size: CGSize, in part: CGRect, to builder: DisplayListBuilder, _ color: DrawColor) {
    let bar = CGRect(
      x: part.midX - size.width / 2, y: part.midY - size.height / 2, width: size.width, height: size.height)
    builder.fill(builder.aligned(bar), color)
  }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .slider }
  override var defaultAccessibleLabel: String? { nil }
  override var defaultAccessibleValue: String? { String(format: "%g", storedValue) }
  override var defaultAccessibleTraits: UIAccessibilityTraits { super.defaultAccessibleTraits.union(.adjustable) }
  open override func accessibilityIncrement() { stepAndTell(1) }
  open override func accessibilityDecrement() { stepAndTell(-1) }
}
