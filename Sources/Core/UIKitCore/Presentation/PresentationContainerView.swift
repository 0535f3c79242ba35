import Foundation

/// The layer of one presentation: fills the window, takes the clicks and keys that the presented views leave, and keeps
/// the keyboard's place of before.
final class PresentationContainerView: UIView, ModalLayer {
  /// The presentation.
  weak var owner: ModalPresentation?
  /// The window it is for.
  private weak var home: UIWindow?
  /// Had the keyboard when the presentation began.
  private weak var previousResponder: UIResponder?
  private var isPressedOutside = false

  init(in window: UIWindow) {
    home = window
    super.init(frame: window.bounds)
    isOpaque = false
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { nil }

  /// Whether what is presented lies on a card: it is shown at the elevated level of the interface.
  var isElevated = false {
    didSet {
      guard isElevated != oldValue, let home else { return }
      takeTraits(traits(within: home.windowTraits))
    }
  }

  override func traits(within outer: UITraitCollection) -> UITraitCollection {
    super.traits(within: isElevated ? home?.elevatedTraits ?? outer : outer)
  }

  /// The view of an alert or a list of actions is an element of its own, with the title as its name.
  override var accessibleRole: AccessibleRole { presentsActions ? .plain : .dialog }
  override var defaultAccessibleLabel: String? { presentsActions ? nil : presentedController?.title }
  private var presentsActions: Bool { presentedController is any ActionListing }

  override func accessibilityPerformEscape() -> Bool {
    if let list = presentedController as? any ActionListing { return list.cancel() }
    return owner?.controller.userAsksToEnd() ?? false
  }

  // MARK: The layer

  var keyResponder: UIResponder? { holdsFocus ? presentedController : nil }
  var holdsFocus: Bool { owner?.chrome?.holdsFocus ?? true }

  private var presentedController: UIViewController? { owner?.presented }

  func windowWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    guard let owner else { return }
    let place = owner.chrome?.frame(in: size).size ?? size
    owner.presented.viewWillTransition(to: place, with: coordinator)
  }

  /// Takes the layer off the window.
  func leave() {
    window?.release(self)
    removeFromSuperview()
  }

  // MARK: The keyboard

  /// Takes the keyboard. The responder that has it keeps its editing state and is not told, as when a menu opens.
  func takeFocus(in window: UIWindow) {
    window.menu?.dismiss()
    previousResponder = window.firstResponder
    window.firstResponder = nil
  }

  /// Gives the keyboard back to the responder that had it.
  /// - Parameters:
  ///   - layers: those that leave.
  ///   - wasAway: the responder was not in the window meanwhile, and has ended editing.
  func giveFocusBack(leaving layers: [PresentationContainerView], wasAway: Bool) {
    guard let window else { return }
    for layer in layers {
      layer.isUserInteractionEnabled = false
      window.release(layer)
    }
    if let first = window.firstResponder {
      let isInside = layers.contains { (first as? UIView)?.isDescendant(of: $0) ?? true }
      guard isInside else { return }
      if !first.resignFirstResponder() { window.firstResponder = nil }
    }
    guard window.firstResponder == nil, let previousResponder, previousResponder.responderWindow === window else {
      return
    }
    if wasAway {
      previousResponder.becomeFirstResponder()
    } else if (previousResponder as? UITextField)?.isEditing != false {
      window.firstResponder = previousResponder
    }
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let isEscape = presses.first?.key.map { $0.keyCode == .keyboardEscape && $0.modifierFlags.isEmpty } ?? false
    if isEscape, owner?.controller.userAsksToEnd() == true { return }
    super.pressesBegan(presses, with: event)
  }

  // MARK: The pointer

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    guard hit === self, let chrome = owner?.chrome else { return hit }
    if !chrome.holdsFocus { return nil }
    return chrome.viewBelow(at: point, in: self, with: event) ?? hit
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressedOutside = touches.first?.view === self && touches.first?.button != .middle
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isPressedOutside, let touch = touches.first else { return }
    isPressedOutside = false
    guard let owner, !owner.host.frame.contains(touch.location(in: self)) else { return }
    owner.controller.userAsksToEnd()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { isPressedOutside = false }

  // MARK: Layout

  override func layoutSubviews() {
    super.layoutSubviews()
    owner?.layOut()
  }
}
