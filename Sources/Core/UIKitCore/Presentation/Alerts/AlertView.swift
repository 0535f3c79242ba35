import Foundation
import Pixels

/// The view of an alert or action sheet: a card with a message, which scrolls where it has no room, and buttons.
final class AlertView: UIView {
  /// All that is shown.
  struct Content {
    var title: String?
    var message: String?
    var fields: [UITextField] = []
    var actions: [UIAlertAction] = []
    /// The action with the bold title.
    var preferred: UIAlertAction?
    var isInPopover = false
  }

  /// Heights of the parts, in points.
  private struct Parts {
    var header: CGFloat = 0
    var list: CGFloat = 0
    /// With the gap above it.
    var cancel: CGFloat = 0
    var isSideBySide = false
    /// Of header and list whole.
    var wholeHeader: CGFloat = 0
    var wholeList: CGFloat = 0

    var total: CGFloat { header + list + cancel }
  }

  /// Kept free at the window's edges, in points.
  static let sheetMargin: CGFloat = 8
  private static let alertMargin: CGFloat = 16
  private static let alertWidth: CGFloat = 270
  private static let sheetWidth: CGFloat = 400
  private static let radius: CGFloat = 14
  private static let cancelGap: CGFloat = 8
  private static let side: CGFloat = 16
  private static let fieldHeight: CGFloat = 30

  private let isSheet: Bool
  private var direction = PartsDirection()
  private let choose: (UIAlertAction) -> Void
  private var content = Content()
  private let card = UIView(frame: .zero)
  private let cancelCard = UIView(frame: .zero)
  private let header = UIScrollView(frame: .zero)
  private let list = UIScrollView(frame: .zero)
  private let titleLabel = UILabel(frame: .zero)
  private let messageLabel = UILabel(frame: .zero)
  private var buttons: [AlertButton] = []
  private var cancelButton: AlertButton?

  init(isSheet: Bool, choose: @escaping (UIAlertAction) -> Void) {
    self.isSheet = isSheet
    self.choose = choose
    super.init(frame: .zero)
    isOpaque = false
    for card in [card, cancelCard] {
      card.backgroundColor = .alertCard
      card.layer.cornerRadius = Self.radius
      card.layer.borderColor = .separator
      card.clipsToBounds = true
      addSubview(card)
    }
    for scroller in [header, list] {
      scroller.bouncesVertically = false
      card.addSubview(scroller)
    }
    for label in [titleLabel, messageLabel] {
      label.numberOfLines = 0
      label.textAlignment = .center
      label.adjustsFontForContentSizeCategory = true
      header.addSubview(label)
    }
    messageLabel.font = .preferredFont(forTextStyle: .footnote)
    titleLabel.font = isSheet ? .systemFont(ofSize: 13, weight: .semibold) : .preferredFont(forTextStyle: .headline)
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard isSheet, let color = window?.menuColors.secondary else { return }
    (titleLabel.textColor, messageLabel.textColor) = (color, color)
  }

  required init?(coder: NSCoder) { nil }

  override var accessibleRole: AccessibleRole { .alert }
  override var defaultAccessibleLabel: String? { content.title ?? content.message }

  // MARK: Content

  func show(_ content: Content) {
    let former = self.content
    self.content = content
    titleLabel.text = content.title
    messageLabel.text = content.message
    for field in former.fields where !content.fields.contains(where: { $0 === field }) { field.removeFromSuperview() }
    for field in content.fields where field.superview !== header { header.addSubview(field) }
    card.layer.cornerRadius = content.isInPopover ? 0 : Self.radius
    for button in buttons { button.removeFromSuperview() }
    cancelButton?.removeFromSuperview()
    let apart = isSheet && !content.isInPopover ? content.actions.first { $0.style == .cancel } : nil
    buttons = content.actions.filter { $0 !== apart }.map(button(for:))
    // The one that leaves things as they are comes last, or first of two beside each other.
    if let cancel = buttons.firstIndex(where: { $0.action.style == .cancel }) {
      buttons.append(buttons.remove(at: cancel))
    }
    for button in buttons { list.addSubview(button) }
    cancelButton = apart.map(button(for:))
    if let cancelButton { cancelCard.addSubview(cancelButton) }
    cancelCard.isHidden = apart == nil
    setNeedsLayout()
  }

  private func button(for action: UIAlertAction) -> AlertButton {
    let style: UIFont.TextStyle = isSheet && !content.isInPopover ? .title3 : .body
    let size = UIFont.preferredFont(forTextStyle: style).pointSize
    let isBold = action === content.preferred
    let button = AlertButton(action, font: .systemFont(ofSize: size, weight: isBold ? .semibold : .regular))
    button.addAction(UIAction { [weak self] _ in self?.choose(action) }, for: .touchUpInside)
    return button
  }

  /// The action can be chosen from now on, or no longer.
  func update(_ action: UIAlertAction) {
    for button in buttons + [cancelButton].compactMap({ $0 }) where button.action === action {
      button.isEnabled = action.isEnabled
    }
  }

  // MARK: Sizes

  private var isAlert: Bool { !isSheet }
  private var buttonHeight: CGFloat { isSheet && !content.isInPopover ? 57 : 44 }

  func fittingSize(in room: CGSize) -> CGSize {
    let margin = isAlert ? Self.alertMargin : Self.sheetMargin
    let isWide = isSheet && !content.isInPopover
    let width = min(isWide ? Self.sheetWidth : Self.alertWidth, max(0, room.width - 2 * margin))
    return CGSize(width: width, height: parts(width: width, height: max(0, room.height - 2 * margin)).total)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: parts(width: size.width, height: size.height).total)
  }

  private func parts(width: CGFloat, height: CGFloat) -> Parts {
    var parts = Parts()
    if cancelButton != nil { parts.cancel = buttonHeight + Self.cancelGap }
    parts.isSideBySide = isAlert && buttons.count == 2 && buttons.allSatisfy { $0.fits(width / 2) }
    parts.wholeHeader = layOutHeader(width: width)
    parts.wholeList = buttonHeight * CGFloat(parts.isSideBySide ? 1 : buttons.count)
    let room = max(0, height - parts.cancel)
    // Where not all has room, one and a half buttons stay, to show that there are more.
    let least = min(parts.wholeList, parts.isSideBySide || buttons.count < 2 ? buttonHeight : 1.5 * buttonHeight)
    parts.list = min(parts.wholeList, max(least, room - parts.wholeHeader), room)
    parts.header = min(parts.wholeHeader, room - parts.list)
    return parts
  }

  /// Places title, message and fields.
  /// - Returns: their height with the room around them, in points; 0 without any.
  private func layOutHeader(width: CGFloat) -> CGFloat {
    let padding: CGFloat = isSheet ? 14 : 20
    let inside = max(0, width - 2 * Self.side)
    var y = padding
    var isEmpty = true
    for label in [titleLabel, messageLabel] {
      label.isHidden = label.text?.isEmpty != false
      guard !label.isHidden else { continue }
      if !isEmpty { y += isSheet ? 6 : 4 }
      isEmpty = false
      let height = label.sizeThatFits(CGSize(width: inside, height: .infinity)).height.rounded(.up)
      label.frame = CGRect(x: Self.side, y: y, width: inside, height: height)
      y += height
    }
    if !content.fields.isEmpty {
      y += isEmpty ? 0 : 14
      isEmpty = false
      let pixel = 1 / max(1, traitCollection.displayScale)
      for field in content.fields {
        field.frame = CGRect(x: Self.side, y: y, width: inside, height: Self.fieldHeight)
        field.layer.cornerRadius = 6
        field.layer.borderWidth = pixel
        y += Self.fieldHeight + 6
      }
      y -= 6
    }
    return isEmpty ? 0 : y + padding
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    let isTurned = isInRightToLeft
    if direction.follow(isTurned) { for field in content.fields { field.turn(isTurned) } }
    let parts = parts(width: size.width, height: size.height)
    let pixel = 1 / max(1, traitCollection.displayScale)
    for card in [card, cancelCard] { card.layer.borderWidth = content.isInPopover ? 0 : pixel }
    card.frame = CGRect(x: 0, y: 0, width: size.width, height: max(0, size.height - parts.cancel))
    header.frame = CGRect(x: 0, y: 0, width: size.width, height: parts.header)
    header.contentSize = CGSize(width: size.width, height: parts.wholeHeader)
    list.frame = CGRect(x: 0, y: parts.header, width: size.width, height: parts.list)
    list.contentSize = CGSize(width: size.width, height: parts.wholeList)
    if parts.isSideBySide {
      // Cancel is the first of the two, in the direction of reading.
      let half = (size.width / 2).rounded()
      let isCancelLast = buttons[1].action.style == .cancel
      for (index, button) in buttons.enumerated() {
        let isAtLeft = ((index == 0) != isCancelLast) != isTurned
        button.lines = AlertButton.Lines(top: parts.header > 0, left: !isAtLeft)
        button.frame = CGRect(
          x: isAtLeft ? 0 : half, y: 0, width: isAtLeft ? half : size.width - half, height: buttonHeight)
      }
    } else {
      for (index, button) in buttons.enumerated() {
        button.lines = AlertButton.Lines(top: index > 0 || parts.header > 0, left: false)
        button.frame = CGRect(x: 0, y: CGFloat(index) * buttonHeight, width: size.width, height: buttonHeight)
      }
    }
    guard let cancelButton else { return }
    cancelCard.frame = CGRect(x: 0, y: size.height - buttonHeight, width: size.width, height: buttonHeight)
    cancelButton.frame = cancelCard.bounds
  }

  // MARK: Keys

  /// Scrolls a message that has no room.
  func scrollMessage(forward: Bool) {
    let most = max(0, header.contentSize.height - header.bounds.height)
    let y = header.contentOffset.y + (forward ? 1 : -1) * max(0, header.bounds.height - 20)
    header.setContentOffset(CGPoint(x: 0, y: min(max(0, y), most)), animated: true)
  }

  package override func focusCame(to view: UIView) {
    if view.superview === list { list.scrollRectToVisible(view.frame, animated: false) }
    if view.superview === header { header.scrollRectToVisible(view.frame, animated: false) }
    super.focusCame(to: view)
  }
}

/// A button of an alert.
final class AlertButton: UIControl {
  /// The fine lines at the button's edges.
  struct Lines: Equatable {
    var top: Bool
    var left: Bool
  }

  let action: UIAlertAction
  var lines = Lines(top: false, left: false) { didSet { if lines != oldValue { setNeedsComposite() } } }
  private let label = UILabel(frame: .zero)
  private static let margin: CGFloat = 8

  init(_ action: UIAlertAction, font: UIFont) {
    self.action = action
    super.init(frame: .zero)
    hoverStyle = .automatic()
    label.text = action.title
    label.font = font
    label.textAlignment = .center
    label.adjustsFontSizeToFitWidth = true
    label.minimumScaleFactor = 0.7
    label.lineBreakMode = .byTruncatingMiddle
    addSubview(label)
    isEnabled = action.isEnabled
    stateDidChange()
  }

  required init?(coder: NSCoder) { nil }

  /// Whether the whole title has room in a width, in points.
  func fits(_ width: CGFloat) -> Bool {
    label.sizeThatFits(CGSize(width: CGFloat.infinity, height: .infinity)).width <= width - 2 * Self.margin
  }

  package override var focusRingRadius: CGFloat { 10 }

  override func stateDidChange() {
    super.stateDidChange()
    backgroundColor = isHighlighted ? .tertiarySystemFill : nil
    let colors = window?.menuColors ?? MenuColors()
    label.textColor = isEnabled ? (action.style == .destructive ? colors.destructive : tintColor) : colors.disabled
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    stateDidChange()
  }

  override func tintColorDidChange() {
    super.tintColorDidChange()
    stateDidChange()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.insetBy(dx: min(Self.margin, bounds.width / 2), dy: 0)
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    let hairline = 1 / builder.list.scale
    let color = UIColor.separator.drawColor(in: builder.traits)
    if lines.top { builder.fill(CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: hairline), color) }
    if lines.left { builder.fill(CGRect(x: rect.minX, y: rect.minY, width: hairline, height: rect.height), color) }
  }
}

extension UIColor {
  /// The ground of alerts and action sheets.
  static let alertCard = UIColor(
    light: DrawColor(red: 247, green: 247, blue: 249), dark: DrawColor(red: 44, green: 44, blue: 46))
  /// The ground of a field on it.
  static let alertField = UIColor(
    light: DrawColor(red: 255, green: 255, blue: 255), dark: DrawColor(red: 28, green: 28, blue: 30))
}
