import Foundation
import Primitives

/// Eight blades, one of which after the other is bright, for as long as something is under way.
///
/// The picture changes ten times a second; in between nothing is drawn. Nothing ticks while it is stopped, hidden or
/// outside of a window.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
  /// Sizes of the indicator.
  public enum Style: Int, Sendable {
    /// 20 points square.
    case medium = 100
    /// 37 points square.
    case large = 101
    /// Large, and white unless another colour is set.
    @available(*, deprecated, renamed: "large")
    case whiteLarge = 0
    /// Medium, and white unless another colour is set.
    @available(*, deprecated, renamed: "medium")
    case white = 1
    /// As `medium`.
    @available(*, deprecated, renamed: "medium")
    case gray = 2

    var side: CGFloat { self == .large || rawValue == 0 ? 37 : 20 }
    var color: UIColor { rawValue < 2 ? .white : .systemGray }
  }

  private static let blades = 8
  private static let stepsPerSecond = 10.0
  private static let leastAlpha = 0.2

  /// The indicator's size; set it before laying out what is around it.
  /// Former styles bring a colour with them.
  open var style: Style {
    didSet {
      guard style != oldValue else { return }
      if style.color != oldValue.color { color = style.color }
      changeSize()
    }
  }
  /// The blades' colour; its alpha is the brightest blade's.
  open var color: UIColor! = .systemGray { didSet { setNeedsDisplay() } }
  /// Whether a stopped indicator is hidden; a spinning one never is.
  open var hidesWhenStopped = true { didSet { if !isAnimating { isHidden = hidesWhenStopped } } }
  /// Whether the blades turn.
  public private(set) final var isAnimating = false

  /// The share of the blades that a stopped indicator shows, from the upper one on, all of one brightness; nil shows
  /// all of them as they stopped. 0...1.
  final var revealed: Double? { didSet { if revealed != oldValue, !isAnimating { setNeedsDisplay() } } }

  private var link: CADisplayLink?
  /// Of the blade that is brightest; grows with time.
  private var step = 0

  /// A stopped, hidden indicator.
  public init(style: Style) {
    self.style = style
    super.init(frame: CGRect(x: 0, y: 0, width: style.side, height: style.side))
    color = style.color
    prepare()
  }

  /// A medium indicator, stopped and hidden.
  public override init(frame: CGRect) {
    style = .medium
    super.init(frame: frame)
    prepare()
  }

  /// A medium indicator without a place.
  public convenience init() { self.init(style: .medium) }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Accessibility

  override var accessibleRole: AccessibleRole { .spinner }
  override var isElementByDefault: Bool { isAnimating }
  override var defaultAccessibleLabel: String? { "In progress" }
  override var defaultAccessibleTraits: UIAccessibilityTraits { .updatesFrequently }

  deinit {
    if let link { endOnMainActor { link.invalidate() } }
  }

  private func prepare() {
    isOpaque = false
    isUserInteractionEnabled = false
    isHidden = true
  }

  /// Shows the indicator and lets it spin.
  open func startAnimating() {
    guard !isAnimating else { return }
    isAnimating = true
    isHidden = false
    updateLink()
  }

  /// Stops the blades, and hides them with `hidesWhenStopped`.
  open func stopAnimating() {
    guard isAnimating else { return }
    isAnimating = false
    isHidden = hidesWhenStopped
    updateLink()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    updateLink()
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: style.side, height: style.side) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  private func changeSize() {
    bounds.size = intrinsicContentSize
    setNeedsDisplay()
    superview?.setNeedsLayout()
  }

  private func updateLink() {
    if revealed != nil { setNeedsDisplay() }
    guard isAnimating, window != nil else {
      link?.invalidate()
      link = nil
      return
    }
    guard link == nil else { return }
    let link = CADisplayLink { [weak self] link in self?.turn(to: link.timestamp) }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  private func turn(to time: TimeInterval) {
    let step = Int(measured: (time * Self.stepsPerSecond).rounded(.down), else: 0) % Self.blades
    guard step != self.step else { return }
    self.step = step
    setNeedsDisplay()
  }

  open override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2
    let tint = color ?? .systemGray
    let strength = Double(tint.drawColor(in: traitCollection).alpha) / 255
    context.setLineWidth(radius * 0.2)
    for blade in 0..<Self.blades {
      let angle = Double(blade) / Double(Self.blades) * 2 * .pi - .pi / 2
      let way = CGPoint(x: cos(angle) * radius, y: sin(angle) * radius)
      let alpha = strength * alpha(ofBlade: blade)
      guard alpha > 0 else { continue }
      context.setStrokeColor(tint.withAlphaComponent(alpha))
      context.strokeLine(
        from: CGPoint(x: center.x + way.x * 0.5, y: center.y + way.y * 0.5),
        to: CGPoint(x: center.x + way.x * 0.95, y: center.y + way.y * 0.95))
    }
  }

  private func alpha(ofBlade blade: Int) -> Double {
    if let revealed, !isAnimating { return min(max(revealed * Double(Self.blades) - Double(blade), 0), 1) }
    let age = (step - blade + Self.blades) % Self.blades
    let fresh = 1 - Double(age) / Double(Self.blades)
    return Self.leastAlpha + (1 - Self.leastAlpha) * fresh
  }
}
