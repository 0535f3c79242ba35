import Foundation

/// Called with the action that was triggered.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// A closure with a title and an image, for controls, menus and swiped rows.
///
/// Where UIKit takes a target and a selector, which Linux does not have, a control takes an action:
///
///     button.addAction(UIAction { _ in save() }, for: .touchUpInside)
@preconcurrency @MainActor
public final class UIAction: UIMenuElement {
  /// A name by which a control replaces or removes an action.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// The identifier with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The identifier with this name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// By which a control replaces or removes the action.
  public let identifier: Identifier
  /// A longer title for places that list what can be done.
  public var discoverabilityTitle: String?
  /// How the action looks in a menu, and whether it runs at all.
  public var attributes: UIMenuElement.Attributes
  /// The mark beside the action in a menu.
  public var state: UIMenuElement.State
  /// The object that triggered the action; set while the handler runs, nil otherwise.
  public private(set) weak var sender: AnyObject?
  private let handler: UIActionHandler

  /// - Parameters:
  ///   - identifier: a unique one is made when nil.
  ///   - handler: kept by the action; capture what owns the action weakly.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    self.handler = handler
    super.init(title: title, image: image)
  }

  /// Runs the handler, unless the action is disabled.
  package func perform(from sender: AnyObject?) {
    guard !attributes.contains(.disabled) else { return }
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}
