import Foundation

/// A knob on a track, by whose place the user sets a value.
///
/// The knob is dragged, or moved by the arrow keys, a twentieth of the range at a time. A press beside it does nothing.
@preconcurrency @MainActor
open class UISlider: UIControl {
  private static let height: CGFloat = 34
  private static let knobSide: CGFloat = 28
  private static let trackHeight: CGFloat = 4
  /// Between a picture and the track, in points.
  private static let gap: CGFloat = 8
  /// How far beside the knob a press still takes hold of it, in points.
  private static let reach: CGFloat = 8
  private static let duration: TimeInterval = 0.2

  private let before = UIView(frame: .zero)
  private let after = UIView(frame: .zero)
  private let knob = UIView(frame: .zero)
  private var pictures: (low: UIImageView?, high: UIImageView?) = (nil, nil)
  private var storedValue: Float = 0
  /// From the knob's middle to where it was taken hold of, in points.
  private var grip: CGFloat = 0
  private var valueAtPress: Float = 0

  /// The value, within the range. Setting it moves the knob at once and sends nothing.
  open var value: Float {
    get { storedValue }
    set { setValue(newValue, animated: false) }
  }
  /// The value at the beginning of the track. One above the maximum raises that.
  open var minimumValue: Float = 0 {
    didSet {
      requireFinite(minimumValue, "UISlider.minimumValue", of: self)
      if maximumValue < minimumValue { maximumValue = minimumValue }
      setValue(storedValue, animated: false)
    }
  }
  /// The value at the end of the track. One below the minimum lowers that.
  open var maximumValue: Float = 1 {
    didSet {
      requireFinite(maximumValue, "UISlider.maximumValue", of: self)
      if minimumValue > maximumValue { minimumValue = maximumValue }
      setValue(storedValue, animated: false)
    }
  }
  /// Whether `.valueChanged` is sent while the knob is dragged; otherwise once, when it is let go.
  open var isContinuous = true
  /// The colour of the track before the knob; nil for the tint colour.
  open var minimumTrackTintColor: UIColor? { didSet { showColors() } }
  /// The colour of the track behind the knob; nil for grey.
  open var maximumTrackTintColor: UIColor? { didSet { showColors() } }
  /// The knob's colour; nil for white.
  open var thumbTintColor: UIColor? { didSet { showColors() } }
  /// A picture at the beginning of the track.
  open var minimumValueImage: UIImage? { didSet { pictures.low = show(minimumValueImage, in: pictures.low) } }
  /// A picture at the end of the track.
  open var maximumValueImage: UIImage? { didSet { pictures.high = show(maximumValueImage, in: pictures.high) } }

  /// A slider at 0, from 0 to 1.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    for view in [before, after, knob] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    before.layer.cornerRadius = Self.trackHeight / 2
    after.layer.cornerRadius = Self.trackHeight / 2
    knob.layer.cornerRadius = Self.knobSide / 2
    knob.layer.shadowOpacity = 0.2
    knob.layer.shadowRadius = 4
    knob.layer.shadowOffset = CGSize(width: 0, height: 2)
    showColors()
  }

  /// A slider of no size.
  public convenience init() { self.init(frame: .zero) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  /// Sets the value, and moves the knob there in a fifth of a second if that is animated. Sends nothing.
  open func setValue(_ value: Float, animated: Bool) {
    requireFinite(value, "UISlider.value", of: self)
    let new = min(max(value, minimumValue), maximumValue)
    guard new != storedValue else { return }
    storedValue = new
    accessibleContentMayHaveChanged()
    guard animated, window != nil else { return setNeedsLayout() }
    layoutIfNeeded()
    UIView.animate(withDuration: Self.duration) {
      self.setNeedsLayout()
      self.layoutIfNeeded()
    }
  }

  // MARK: Looks

  private func showColors() {
    before.backgroundColor = minimumTrackTintColor ?? tintColor
    after.backgroundColor = maximumTrackTintColor ?? .systemFill
    knob.backgroundColor = thumbTintColor ?? .white
    alpha = isEnabled ? 1 : 0.5
  }

  private func show(_ image: UIImage?, in old: UIImageView?) -> UIImageView? {
    setNeedsLayout()
    guard let image else {
      old?.removeFromSuperview()
      return nil
    }
    let view = old ?? UIImageView(frame: .zero)
    view.image = image
    if old == nil { addSubview(view) }
    return view
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    showColors()
  }

  override func stateDidChange() {
    super.stateDidChange()
    showColors()
  }

  package override var focusRingRadius: CGFloat { Self.height / 2 }

  // MARK: Layout

  open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.height) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: Self.height) }

  /// The place of the track in bounds, in points.
  open func trackRect(forBounds bounds: CGRect) -> CGRect {
    let low = pictures.low.map { $0.intrinsicContentSize.width + Self.gap } ?? 0
    let high = pictures.high.map { $0.intrinsicContentSize.width + Self.gap } ?? 0
    let (left, right) = isInRightToLeft ? (high, low) : (low, high)
    return CGRect(
      x: bounds.minX + left + 2, y: bounds.midY - Self.trackHeight / 2, width: max(0, bounds.width - left - right - 4),
      height: Self.trackHeight)
  }

  /// The part of the range below a value. In doubles: a range may be larger than its type's greatest number.
  private func share(of value: Float) -> Double {
    let (low, high) = (Double(minimumValue), Double(maximumValue))
    return high > low ? (Double(value) - low) / (high - low) : 0
  }

  /// The value at a part of the range.
  private func number(at share: Double) -> Float {
    let (low, high) = (Double(minimumValue), Double(maximumValue))
    return min(max(minimumValue, Float(low + share * (high - low))), maximumValue)
  }

  /// The place of the knob for a value, in points.
  open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
    let part = CGFloat(share(of: value))
    let way = max(0, rect.width - Self.knobSide) * (isInRightToLeft ? 1 - part : part)
    return CGRect(
      x: rect.minX + way, y: bounds.midY - Self.knobSide / 2, width: Self.knobSide, height: Self.knobSide)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let track = trackRect(forBounds: bounds)
    let thumb = self.thumb
    knob.frame = thumb
    let left = CGRect(x: track.minX, y: track.minY, width: max(0, thumb.midX - track.minX), height: track.height)
    let right = CGRect(x: thumb.midX, y: track.minY, width: max(0, track.maxX - thumb.midX), height: track.height)
    (before.frame, after.frame) = isInRightToLeft ? (right, left) : (left, right)
    for (view, isLow) in [(pictures.low, true), (pictures.high, false)] {
      guard let view else { continue }
      let size = view.intrinsicContentSize
      let x = isLow == isInRightToLeft ? bounds.maxX - size.width : bounds.minX
      view.frame = CGRect(x: x, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }
  }

  // MARK: The user

  /// The place of the knob, in points.
  private var thumb: CGRect {
    thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: storedValue)
  }

  /// A finger on the knob moves it.
  override func takesDrag(of touch: UITouch) -> Bool { super.takesDrag(of: touch) || isEnabled && isOnKnob(touch) }

  /// Whether a touch may take hold of the knob.
  private func isOnKnob(_ touch: UITouch) -> Bool {
    thumb.insetBy(dx: -Self.reach, dy: -Self.reach).contains(touch.location(in: self))
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard isOnKnob(touch) else { return false }
    grip = touch.location(in: self).x - thumb.midX
    valueAtPress = storedValue
    return super.beginTracking(touch, with: event)
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let track = trackRect(forBounds: bounds)
    let way = track.width - Self.knobSide
    guard way > 0 else { return true }
    let share = min(max(0, (touch.location(in: self).x - grip - track.minX - Self.knobSide / 2) / way), 1)
    move(to: number(at: isInRightToLeft ? 1 - share : share))
    return true
  }

  private func move(to new: Float) {
    let old = storedValue
    setValue(new, animated: false)
    if isContinuous, storedValue != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    if !isContinuous, storedValue != valueAtPress { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.keyCode {
    case .keyboardLeftArrow?: step(by: isInRightToLeft ? 0.05 : -0.05)
    case .keyboardRightArrow?: step(by: isInRightToLeft ? -0.05 : 0.05)
    default: super.pressesBegan(presses, with: event)
    }
  }

  private func step(by share: Double) {
    guard isEnabled else { return }
    let old = storedValue
    setValue(number(at: self.share(of: storedValue) + share), animated: false)
    if storedValue != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .slider }
  override var defaultAccessibleLabel: String? { nil }
  override var defaultAccessibleValue: String? {
    "\(Int((share(of: storedValue) * 100).rounded())) %"
  }
  override var defaultAccessibleTraits: UIAccessibilityTraits { super.defaultAccessibleTraits.union(.adjustable) }
  open override func accessibilityIncrement() { step(by: 0.1) }
  open override func accessibilityDecrement() { step(by: -0.1) }
}
