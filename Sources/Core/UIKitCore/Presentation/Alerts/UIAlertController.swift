import Foundation

/// A message with buttons: an alert in the middle of the window, or an action sheet, which points at its source as a
/// popover does, and comes from the lower edge of a window less than 600 points wide. In a wider one it needs a source:
/// without one it is not presented, with UIKit's message on standard error.
///
///     let alert = UIAlertController(title: "Delete the file?", message: "This cannot be undone.", preferredStyle: .alert)
///     alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
///     alert.addAction(UIAlertAction(title: "Delete", style: .destructive) { _ in delete() })
///     present(alert, animated: true)
///
/// Return chooses the preferred action, else the first of the style `default`, else the only one. Escape chooses the one
/// of the style `cancel`. Tab and the arrow keys go from button to button, of which Space and Return choose one.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
  /// The two kinds.
  public enum Style: Int, Sendable {
    case actionSheet = 0, alert
  }

  /// The kind, given to the initialiser.
  public private(set) final var preferredStyle = Style.actionSheet
  /// The buttons, in the order they were added.
  public private(set) final var actions: [UIAlertAction] = []
  /// The fields, in the order they were added; nil without one.
  public final var textFields: [UITextField]? { fields.isEmpty ? nil : fields }
  private final var fields: [UITextField] = []
  /// Below the title.
  open var message: String? { didSet { contentChanged() } }
  /// Above the message.
  open override var title: String? { didSet { contentChanged() } }

  /// The button that Return chooses, shown with a bold title.
  ///
  /// One that was not added is left, with UIKit's message.
  open var preferredAction: UIAlertAction? {
    didSet {
      if let preferredAction, !actions.contains(where: { $0 === preferredAction }) {
        PresentationObstacle(
          "The preferredAction of an alert controller must be one of the actions contained in its actions array."
        ).report()
        self.preferredAction = nil
      }
      contentChanged()
    }
  }

  /// An alert or action sheet without buttons.
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.preferredStyle = preferredStyle
    self.title = title
    self.message = message
    modalPresentationStyle = preferredStyle == .actionSheet ? .popover : .overFullScreen
  }

  /// Adds a button. A second one of the style `cancel` is left, with UIKit's message.
  open func addAction(_ action: UIAlertAction) {
    guard action.style != .cancel || !actions.contains(where: { $0.style == .cancel }) else {
      return PresentationObstacle(
        "UIAlertController can only have one action with a style of UIAlertActionStyleCancel"
      ).report()
    }
    actions.append(action)
    action.alert = self
    contentChanged()
  }

  /// Adds a field below the message. Action sheets have none: the call is left, with UIKit's message.
  /// - Parameter configurationHandler: called at once with the field.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    guard preferredStyle == .alert else {
      return PresentationObstacle(
        "Text fields can only be added to an alert controller of style UIAlertControllerStyleAlert"
      ).report()
    }
    let field = AlertTextField(frame: .zero)
    field.addAction(
      UIAction { [weak self, weak field] _ in
        if let field { self?.returnPressed(in: field) }
      }, for: .primaryActionTriggered)
    configurationHandler?(field)
    fields.append(field)
    contentChanged()
  }

  // MARK: The view

  private var alertView: AlertView? { viewIfLoaded as? AlertView }

  open override func loadView() {
    view = AlertView(isSheet: preferredStyle == .actionSheet) { [weak self] action in self?.choose(action) }
    contentChanged()
  }

  private func contentChanged() {
    guard let alertView else { return }
    alertView.show(
      AlertView.Content(
        title: title, message: message, fields: fields, actions: shownActions, preferred: emphasizedAction,
        isInPopover: isPopover))
    alertView.superview?.superview?.setNeedsLayout()
  }

  /// A popover is closed by a click beside it, which stands for the button of the style `cancel`.
  private var shownActions: [UIAlertAction] {
    isPopover ? actions.filter { $0.style != .cancel } : actions
  }

  /// Whether the sheet points at its source.
  final var isPopover = false { didSet { if isPopover != oldValue { contentChanged() } } }

  /// The button with the bold title.
  private var emphasizedAction: UIAlertAction? { preferredAction ?? actions.first { $0.style == .cancel } }

  /// The size of the alert in a window of a size, in points.
  final func fittingSize(in size: CGSize) -> CGSize {
    (view as? AlertView)?.fittingSize(in: size) ?? .zero
  }

  final func actionChanged(_ action: UIAlertAction) { alertView?.update(action) }

  // MARK: Choosing

  /// Ends the alert and calls the handler when it has gone.
  private func choose(_ action: UIAlertAction?) {
    guard action?.isEnabled != false, let presentation = presentationOfSelf, presentation.phase.isStanding else {
      return
    }
    presentation.endStack(animated: true) { action?.perform() }
  }

  /// Escape, or a click beside an action sheet.
  /// - Returns: whether there is a button for it, or none is needed.
  @discardableResult
  final func cancel() -> Bool {
    if let action = actions.first(where: { $0.style == .cancel }) {
      choose(action)
    } else if preferredStyle == .actionSheet, !actions.isEmpty {
      choose(nil)
    } else {
      return false
    }
    return true
  }

  /// The button for Return while none has the keyboard.
  private var defaultAction: UIAlertAction? {
    if let preferredAction { return preferredAction }
    return actions.first { $0.style == .default } ?? (actions.count == 1 ? actions[0] : nil)
  }

  private func returnPressed(in field: UITextField) {
    if let number = fields.firstIndex(where: { $0 === field }), number + 1 < fields.count {
      fields[number + 1].becomeFirstResponder()
    } else if let defaultAction {
      choose(defaultAction)
    }
  }

  /// Called when the alert has its place.
  final func takeKeyboard() { fields.first?.becomeFirstResponder() }

  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key,
      key.modifierFlags.isDisjoint(with: [.shift, .control, .alternate, .command])
    else { return super.pressesBegan(presses, with: event) }
    switch key.keyCode {
    case .keyboardReturnOrEnter, .keypadEnter:
      if !press.isRepeat, let defaultAction { choose(defaultAction) }
    case .keyboardEscape: if !press.isRepeat { cancel() }
    case .keyboardDownArrow: moveFocus(isForward: true)
    case .keyboardUpArrow: moveFocus(isForward: false)
    case .keyboardRightArrow: moveFocus(isForward: alertView?.isInRightToLeft != true)
    case .keyboardLeftArrow: moveFocus(isForward: alertView?.isInRightToLeft == true)
    case .keyboardPageDown: alertView?.scrollMessage(forward: true)
    case .keyboardPageUp: alertView?.scrollMessage(forward: false)
    default: super.pressesBegan(presses, with: event)
    }
  }

  private func moveFocus(isForward: Bool) { _ = alertView?.window?.focus.move(isForward: isForward) }
}

/// A field of an alert, on its own ground.
private final class AlertTextField: UITextField {
  override init(frame: CGRect) {
    super.init(frame: frame)
    font = .preferredFont(forTextStyle: .footnote)
    backgroundColor = .alertField
    layer.borderColor = .separator
  }

  required init?(coder: NSCoder) { nil }

  override func textRect(forBounds bounds: CGRect) -> CGRect { super.textRect(forBounds: bounds).insetBy(dx: 7, dy: 0) }
}

// MARK: - Presentation

/// A list of actions: shown by a popover at its source, or at the lower edge of the window.
@MainActor
protocol ActionListing: UIViewController {
  /// Whether the list is in a popover, where a click beside it stands for the button to cancel.
  var isPopover: Bool { get set }
  /// The size of the list in a window of a size, in points.
  func fittingSize(in size: CGSize) -> CGSize
  /// Escape, or a click beside the list.
  /// - Returns: whether anything was done about it.
  @discardableResult
  func cancel() -> Bool
}

extension UIAlertController: ActionListing {}

/// Manages an alert in the middle of the window.
final class AlertPresentationController: UIPresentationController {
  override func makeChrome(_ style: UIModalPresentationStyle) -> PresentationChrome {
    guard let alert = presentedViewController as? UIAlertController else { return super.makeChrome(style) }
    return AlertChrome(self, alert)
  }

  override func viewHasArrived() { (presentedViewController as? UIAlertController)?.takeKeyboard() }
  override var shouldRemovePresentersView: Bool { false }
}

/// An alert in the middle of the shaded window: comes a little enlarged, and fades.
final class AlertChrome: PresentationChrome {
  private static let scale: CGFloat = 1.12
  private unowned let alert: UIAlertController

  init(_ presentation: UIPresentationController, _ alert: UIAlertController) {
    self.alert = alert
    super.init(presentation, dims: true)
  }

  override var duration: TimeInterval { stage == .arriving ? 0.25 : 0.2 }

  override func frame(in size: CGSize) -> CGRect {
    let fit = alert.fittingSize(in: size)
    return CGRect(
      x: ((size.width - fit.width) / 2).rounded(), y: ((size.height - fit.height) / 2).rounded(), width: fit.width,
      height: fit.height)
  }

  override func layOut(in size: CGSize) {
    let place = frame(in: size)
    host.bounds = CGRect(origin: .zero, size: place.size)
    host.center = CGPoint(x: place.midX, y: place.midY)
    host.transform = stage == .arriving ? CGAffineTransform(scaleX: Self.scale, y: Self.scale) : .identity
    host.alpha = stage == .shown ? 1 : 0
    dimming?.alpha = stage == .shown ? 1 : 0
  }
}

/// An action sheet at the lower edge of the shaded window.
final class ActionSheetChrome: PresentationChrome {
  private unowned let list: any ActionListing

  init(_ presentation: UIPresentationController, _ list: any ActionListing) {
    self.list = list
    super.init(presentation, dims: true)
  }

  override func frame(in size: CGSize) -> CGRect {
    let fit = list.fittingSize(in: size)
    return CGRect(
      x: ((size.width - fit.width) / 2).rounded(), y: size.height - fit.height - AlertView.sheetMargin,
      width: fit.width,
      height: fit.height)
  }

  override func layOut(in size: CGSize) {
    super.layOut(in: size)
    if stage != .shown { host.frame.origin.y = size.height }
  }
}
