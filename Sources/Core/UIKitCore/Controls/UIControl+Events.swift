import Foundation

extension UIControl {
  /// An event of a control; several are combined as a set where an action is attached.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The set's bits, as in UIKit.
    public let rawValue: UInt
    /// The set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A touch began on the control.
    public static let touchDown = Event(rawValue: 1)
    /// It did so for at least the second time in quick succession.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// The touch moved on the control.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// The touch moved off the control.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// The touch came back onto the control.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// The touch left the control.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// Released on the control: a click.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// Released off the control.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// A gesture took the touch over, or the control was disabled under it.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The user changed what the control stands for.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// The control's main purpose, whether the user acts by pointer or by key.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// The control's menu was used.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    /// A field became first responder.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// A field's text was changed by the user.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// A field is no longer first responder.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// The return key ended editing.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// Every event a touch sends by itself.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// Every event of text editing.
    public static let allEditingEvents = Event(rawValue: 0xF << 16)
    /// Every event.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// How a control looks; combined as a set.
  public struct State: OptionSet, Hashable, Sendable {
    /// The set's bits, as in UIKit.
    public let rawValue: UInt
    /// The set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// None of the others.
    public static let normal: State = []
    /// A touch is on the control.
    public static let highlighted = State(rawValue: 1)
    /// The control takes no touches.
    public static let disabled = State(rawValue: 2)
    /// The control is chosen.
    public static let selected = State(rawValue: 4)
    /// The control receives keys.
    public static let focused = State(rawValue: 8)
  }

  /// Runs `action` at each of `events`. An action with the same identifier attached before is
  /// replaced for these events. The control keeps the action.
  public final func addAction(_ action: UIAction, for events: Event) {
    removeAction(identifiedBy: action.identifier, for: events)
    bindings.append(ControlBinding(kind: .action(action), events: events))
  }

  /// Detaches `action` from `events`.
  public final func removeAction(_ action: UIAction, for events: Event) {
    removeAction(identifiedBy: action.identifier, for: events)
  }

  /// Detaches the action with `identifier` from `events`.
  public final func removeAction(identifiedBy identifier: UIAction.Identifier, for events: Event) {
    detach(events) { if case .action(let action) = $0 { action.identifier == identifier } else { false } }
  }

  private func detach(_ events: Event, where isMeant: (ControlBinding.Kind) -> Bool) {
    for index in bindings.indices where isMeant(bindings[index].kind) { bindings[index].events.subtract(events) }
    bindings.removeAll { $0.events.isEmpty }
  }

  // MARK: Targets

  /// Has a method called at each of `events`. The same method of the same target is called once for an event, however
  /// often it is added.
  /// - Parameters:
  ///   - target: held weakly; nil for the first object from the control up the responder chain, then the application,
  ///     that is of the method's class when the event occurs.
  ///   - action: a method without parameters, with one, the control, or with two, the control and the event, which is
  ///     nil for events that the app sends.
  /// - Precondition: `target` is an object of the selector's class.
  public final func addTarget(_ target: Any?, action: Selector, for events: Event) {
    let object = target.map { $0 as AnyObject }
    bindings.removeAll { if case .target(let entry) = $0.kind { entry.isGone } else { false } }
    for index in bindings.indices {
      if case .target(let entry) = bindings[index].kind, entry.target === object, entry.selector == action {
        return bindings[index].events.formUnion(events)
      }
    }
    bindings.append(ControlBinding(kind: .target(TargetAction(object, action)), events: events))
  }

  /// Ends the calls of a method of a target at `events`.
  /// - Parameters:
  ///   - target: nil for all targets.
  ///   - action: nil for all methods.
  public final func removeTarget(_ target: Any?, action: Selector?, for events: Event) {
    let object = target.map { $0 as AnyObject }
    detach(events) { if case .target(let entry) = $0 { entry.matches(object, action) } else { false } }
  }

  /// The objects whose methods are called; of the responder chain none.
  public final var allTargets: Set<AnyHashable> {
    var found: Set<AnyHashable> = []
    for binding in bindings {
      if case .target(let entry) = binding.kind, let target = entry.target as? NSObject { found.insert(target) }
    }
    return found
  }

  /// The names of the methods of `target` that are called at all of `events`; nil when there are none.
  public final func actions(forTarget target: Any?, forControlEvent events: Event) -> [String]? {
    let object = target.map { $0 as AnyObject }
    let names = bindings.compactMap { binding -> String? in
      guard case .target(let entry) = binding.kind, entry.target === object, binding.events.isSuperset(of: events)
      else { return nil }
      return entry.selector.description
    }
    return names.isEmpty ? nil : names
  }

  // MARK: Sending

  /// The events any action is attached to.
  public final var allControlEvents: Event {
    bindings.reduce(into: []) { $0.formUnion($1.events) }
  }

  /// Runs one action with the control as its sender.
  public final func sendAction(_ action: UIAction) { action.perform(from: self) }

  /// Runs the actions attached to any of `events`, in the order they were attached.
  public final func sendActions(for events: Event) {
    guard !bindings.isEmpty else { return }
    // A copy: an action may attach and detach others.
    for binding in bindings where !binding.events.isDisjoint(with: events) {
      switch binding.kind {
      case .action(let action): sendAction(action)
      case .target(let entry):
        if !entry.isGone { sendAction(entry.selector, to: entry.target, for: currentEvent) }
      }
    }
  }
}

/// An action, and the events that run it.
struct ControlBinding {
  enum Kind {
    case action(UIAction)
    case target(TargetAction)
  }

  let kind: Kind
  var events: UIControl.Event
}
