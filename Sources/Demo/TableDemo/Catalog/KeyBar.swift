import DemoParts
import UIKit

/// The bar at the foot of the window: a button for the list of screens, the keys that work here, a menu of the program's
/// instruments, and a button that shows all keys. Hints that find no room are left out.
final class KeyBar: UIView {
  static let height: CGFloat = 36

  /// A hint as it stands in the bar.
  private struct Item {
    let caps: KeyCapRow
    let label: UILabel
    /// In points, caps and text together.
    let width: CGFloat
  }

  private let sidebarButton: UIButton
  private let keysButton: UIButton
  private let instrumentsButton: UIButton
  private var items: [Item] = []

  /// The keys named, in the direction of reading, the most important first.
  var hints: [KeyHint] = [] {
    didSet {
      guard hints != oldValue else { return }
      for item in items {
        item.caps.removeFromSuperview()
        item.label.removeFromSuperview()
      }
      items = hints.map(makeItem)
      setNeedsLayout()
    }
  }

  private static let margin: CGFloat = 12
  private static let buttonHeight: CGFloat = 28
  private static let capGap: CGFloat = 5
  private static let itemGap: CGFloat = 16

  init(toggleSidebar: @escaping @MainActor () -> Void, showKeys: @escaping @MainActor () -> Void) {
    sidebarButton = Self.button("Screens", image: UIImage(systemName: "line.3.horizontal"), toggleSidebar)
    keysButton = Self.button("? All keys", image: nil, showKeys)
    instrumentsButton = Self.instrumentsButton()
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    addLine(at: .minYEdge)
    for view in [sidebarButton, instrumentsButton, keysButton] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  private static func button(
    _ title: String, image: UIImage?, _ action: @escaping @MainActor () -> Void
  ) -> UIButton {
    var configuration = UIButton.Configuration.plain()
    configuration.buttonSize = .small
    configuration.title = title
    configuration.image = image
    configuration.imagePadding = 6
    let button = UIButton(configuration: configuration, primaryAction: UIAction(title: title) { _ in action() })
    button.keepTitleSize()
    return button
  }

  private static func instrumentsButton() -> UIButton {
    let button = button("", image: UIImage(systemName: "ellipsis")) {}
    button.accessibilityLabel = "Instruments"
    button.showsMenuAsPrimaryAction = true
    button.menu = UIMenu(children: [
      UIAction(title: "FPS (F1)") { _ in UIApplication.shared.showsProfilerOverlay.toggle() },
      UIAction(title: "Inspector (F12)") { _ in UIApplication.shared.showsInspector.toggle() },
    ])
    return button
  }

  private func makeItem(_ hint: KeyHint) -> Item {
    let caps = KeyCapRow(hint.keys)
    let label = UILabel()
    label.text = hint.action
    // One thing to hear: the keys with what they do.
    caps.accessibilityLabel = "\(hint.keys.joined(separator: " ")): \(hint.action)"
    label.isAccessibilityElement = false
    label.font = .systemFont(ofSize: 12)
    label.textColor = Palette.secondary
    addSubview(caps)
    addSubview(label)
    return Item(
      caps: caps, label: label,
      width: caps.bounds.width + Self.capGap + label.sizeThatFits(.zero).width.rounded(.up))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    let y = ((size.height - Self.buttonHeight) / 2).rounded()
    let fit = CGSize(width: size.width / 2, height: Self.buttonHeight)
    let leading = sidebarButton.sizeThatFits(fit).width.rounded(.up)
    let trailing = keysButton.sizeThatFits(fit).width.rounded(.up)
    let end = size.width - trailing - 4
    let menu = instrumentsButton.sizeThatFits(fit).width.rounded(.up)
    place(sidebarButton, CGRect(x: 4, y: y, width: leading, height: Self.buttonHeight))
    place(keysButton, CGRect(x: end, y: y, width: trailing, height: Self.buttonHeight))
    place(instrumentsButton, CGRect(x: end - menu, y: y, width: menu, height: Self.buttonHeight))
    placeItems(from: 4 + leading + Self.margin, to: end - menu - Self.margin)
  }

  /// Places as many hints as fit between two places along the bar; none after the first that does not.
  private func placeItems(from start: CGFloat, to end: CGFloat) {
    var x = start
    for item in items {
      let isShown = x + item.width <= end
      item.caps.isHidden = !isShown
      item.label.isHidden = !isShown
      guard isShown else {
        x = end
        continue
      }
      let caps = item.caps.bounds.width
      place(item.caps, CGRect(x: x, y: 0, width: caps, height: bounds.height))
      let text = caps + Self.capGap
      place(item.label, CGRect(x: x + text, y: 0, width: item.width - text, height: bounds.height))
      x += item.width + Self.itemGap
    }
  }

  /// Places a view.
  /// - Parameter frame: its place in a bar that reads from left to right.
  private func place(_ view: UIView, _ frame: CGRect) {
    var frame = frame
    if isInRightToLeft { frame.origin.x = bounds.width - frame.maxX }
    view.frame = frame
  }
}
