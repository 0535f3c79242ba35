import Foundation

/// Something a menu can show and a control can trigger.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
  /// How an element looks and whether it can be used.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set's bits, as in UIKit.
    public let rawValue: UInt
    /// The set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Shown grey; it cannot be chosen.
    public static let disabled = Attributes(rawValue: 1)
    /// Shown red: it destroys something.
    public static let destructive = Attributes(rawValue: 2)
    /// Not shown.
    public static let hidden = Attributes(rawValue: 4)
    /// Choosing it leaves the menu open.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// The mark beside an element.
  public enum State: Int, Sendable { case off, on, mixed }

  /// The title.
  public internal(set) final var title: String
  /// Shown beside the title.
  public internal(set) final var image: UIImage?

  init(title: String, image: UIImage?) {
    self.title = title
    self.image = image
    super.init()
  }
}
