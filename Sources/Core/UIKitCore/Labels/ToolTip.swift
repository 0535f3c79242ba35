import Foundation

extension UIView {
  /// A short text that comes up when the pointer rests on the view, as AppKit's `NSView` has it; nil for none.
  /// Assistive tools read it as the hint, unless the view has another one.
  public final var toolTip: String? {
    get { accessibility?.tip?.text }
    set {
      guard newValue != toolTip else { return }
      accessibility?.tip?.pointerLeft()
      accessibilityRecord.tip = newValue.map { ToolTip($0) }
    }
  }
}

/// A text beside the pointer, shown once the pointer has rested on a view for a while. It stays until the pointer leaves
/// the view, or a button, a key or the wheel is used.
final class ToolTip: PointerTip {
  /// Seconds that the pointer rests before the text comes.
  static let delay = 0.6
  /// From the pointer to the text, and from the text to the edges of the window, in points.
  private static let distance = CGSize(width: 8, height: 20)
  private static let margin: CGFloat = 4

  let text: String
  private weak var window: UIWindow?
  private var place = CGPoint.zero
  private var panel: ToolTipView?
  private lazy var alarm = FrameAlarm { [weak self] in self?.show() }

  init(_ text: String) { self.text = text }

  func pointerMoved(on view: UIView, to place: CGPoint) {
    guard panel == nil, let window = view.window else { return }
    self.window = window
    self.place = place
    alarm.set(after: Self.delay, on: window.application.frameLoop)
  }

  func pointerLeft() {
    guard window != nil else { return }
    alarm.cancel()
    panel?.removeFromSuperview()
    (panel, window) = (nil, nil)
  }

  private func show() {
    guard let window, panel == nil else { return }
    let panel = ToolTipView(text)
    let room = window.bounds.size
    let size = panel.sizeThatFits(room)
    let below = place.y + Self.distance.height
    let y = below + size.height + Self.margin <= room.height ? below : place.y - size.height - Self.distance.width
    panel.frame = CGRect(
      x: max(Self.margin, min(place.x + Self.distance.width, room.width - size.width - Self.margin)),
      y: max(Self.margin, y), width: size.width, height: size.height)
    window.addSubview(panel)
    self.panel = panel
  }
}

/// The text of a tool tip on its ground.
final class ToolTipView: UIView {
  private let label = UILabel(frame: .zero)
  private static let largestWidth: CGFloat = 360
  private static let padding = CGSize(width: 8, height: 5)

  init(_ text: String) {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    backgroundColor = .tertiarySystemBackground
    layer.cornerRadius = 5
    layer.borderWidth = 1
    layer.borderColor = .opaqueSeparator
    label.text = text
    label.font = .systemFont(ofSize: 12)
    label.numberOfLines = 0
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameter size: of the window.
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = max(40, min(Self.largestWidth, size.width - 40))
    let text = label.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude))
    return CGSize(
      width: text.width.rounded(.up) + 2 * Self.padding.width,
      height: text.height.rounded(.up) + 2 * Self.padding.height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.insetBy(dx: Self.padding.width, dy: Self.padding.height)
  }
}
