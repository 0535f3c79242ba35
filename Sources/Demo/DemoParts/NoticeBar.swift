import UIKit

/// A bar at the lower edge of a screen or window, below what is there and makes way for it: a sentence, and buttons for
/// what can be done about it. It stands apart from the commands above a table, so that no second click on one of these hits
/// a button here. In a `NoticeWindow` it goes after the next thing that the user does.
package final class NoticeBar: UIView {
  /// The act of a button.
  package struct Action {
    package let title: String
    package let isDestructive: Bool
    package let run: @MainActor () -> Void

    package init(_ title: String, isDestructive: Bool = false, run: @escaping @MainActor () -> Void) {
      self.title = title
      self.isDestructive = isDestructive
      self.run = run
    }
  }

  /// The sentence.
  package let text: String
  /// Called when the user has gone on to something else: the owner takes the bar away.
  package var onEnd: (@MainActor () -> Void)?

  private weak var noticeWindow: NoticeWindow?
  private let label = UILabel(.systemFont(ofSize: 15, weight: .medium), lines: 2)
  private let buttons: [UIButton]

  private static let height: CGFloat = 52
  private static let gap: CGFloat = 8
  private static let buttonHeight: CGFloat = 34

  /// - Parameter actions: from left to right.
  package init(_ text: String, actions: [Action]) {
    self.text = text
    buttons = actions.map { action in
      var configuration = action.isDestructive ? UIButton.Configuration.filled() : .tinted()
      if action.isDestructive {
        configuration.baseBackgroundColor = Palette.redGround
      } else {
        configuration.baseForegroundColor = .label
      }
      let button = UIButton(
        configuration: configuration, primaryAction: UIAction(title: action.title) { _ in action.run() })
      button.keepTitleSize()
      return button
    }
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    label.text = text
    addLine(at: .minYEdge)
    for view in [label] + buttons { addSubview(view) }
  }

  package required init?(coder: NSCoder) { nil }

  /// Shows the bar at the lower edge of a view, and keeps it there.
  package func show(in view: UIView) {
    let height = min(Self.height, view.bounds.height)
    frame = CGRect(x: 0, y: view.bounds.height - height, width: view.bounds.width, height: height)
    autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    view.addSubview(self)
    UIAccessibility.post(notification: .announcement, argument: text)
  }

  /// The room that a bar, if there is one, leaves to the rest of a screen or window.
  package static func room(beside bar: NoticeBar?, in bounds: CGRect) -> CGRect {
    var room = bounds
    if bar != nil { room.size.height -= min(height, bounds.height) }
    return room
  }

  package override func didMoveToWindow() {
    super.didMoveToWindow()
    guard noticeWindow !== window else { return }
    noticeWindow?.notices.removeAll { $0 === self }
    noticeWindow = window as? NoticeWindow
    noticeWindow?.notices.append(self)
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    let size = bounds.size
    let margin = ContentWidth.columns.margin(in: size.width)
    var right = size.width - margin
    for button in buttons.reversed() {
      let width = button.sizeThatFits(CGSize(width: right, height: Self.buttonHeight)).width.rounded(.up)
      right -= width
      button.frame = CGRect(x: right, y: (size.height - Self.buttonHeight) / 2, width: width, height: Self.buttonHeight)
      right -= Self.gap
    }
    label.frame = CGRect(x: margin, y: 0, width: max(0, right - margin), height: size.height)
  }
}

/// A window whose notices go after the next thing the user does: a click beside them, Return, Escape, or a key with
/// Control. Keys that are typed, that move the selection or that lead to a notice's buttons do not end it.
package class NoticeWindow: UIWindow {
  fileprivate var notices: [NoticeBar] = []

  package override func sendEvent(_ event: UIEvent) {
    let before = notices
    super.sendEvent(event)
    // One that came with the event is about what the user has just done.
    for notice in before where notices.contains(where: { $0 === notice }) && Self.isAction(event, beside: notice) {
      notice.onEnd?()
    }
  }

  private static func isAction(_ event: UIEvent, beside notice: NoticeBar) -> Bool {
    if let event = event as? UIPressesEvent {
      return event.allPresses.contains { $0.phase == .began && $0.key.map(isAction) == true }
    }
    return event.allTouches?.contains { $0.phase == .ended && $0.view?.isDescendant(of: notice) != true } == true
  }

  private static func isAction(_ key: UIKey) -> Bool {
    switch key.keyCode {
    case .keyboardReturnOrEnter, .keypadEnter, .keyboardEscape: true
    // The owner of a notice that offers to undo shows the next one itself.
    default: key.modifierFlags.contains(.control) && key.undoStep == nil && !key.charactersIgnoringModifiers.isEmpty
    }
  }
}
