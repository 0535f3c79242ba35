import Foundation

/// The content of a drag or of another exchange with other programs. Foundation has this class on Apple's systems
/// only; here it holds text.
public final class NSItemProvider: NSObject {
  /// A name for the data, if the receiver stores them.
  public var suggestedName: String?
  private let object: (any NSItemProviderWriting)?

  /// A provider of nothing.
  public override init() {
    object = nil
    super.init()
  }

  /// A provider of an object: of a text.
  public init(object: any NSItemProviderWriting) {
    self.object = object
    super.init()
  }

  /// The text provided; nil for a provider of nothing.
  var text: String? { object?.providedText }
}

/// A type an `NSItemProvider` can be made of: `String` and `NSString`.
public protocol NSItemProviderWriting {
  /// The text that other programs get.
  var providedText: String { get }
}

extension String: NSItemProviderWriting {
  /// The text itself.
  public var providedText: String { self }
}

extension NSString: NSItemProviderWriting {
  /// The text itself.
  public var providedText: String { String(describing: self) }
}

/// One of the things that are dragged together.
@preconcurrency @MainActor
public final class UIDragItem: NSObject {
  /// The content that other programs receive.
  public let itemProvider: NSItemProvider
  /// The app's own object for the item; stays in the program.
  public var localObject: Any?

  /// An item that other programs get from `itemProvider`.
  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
}

/// The dragged items and their place.
@preconcurrency @MainActor
public protocol UIDragDropSession: NSObjectProtocol {
  /// The things dragged, in the order in which they are handed over.
  var items: [UIDragItem] { get }

  /// Where the pointer is, in points of `view`; outside its bounds while it is over other windows.
  func location(in view: UIView) -> CGPoint
}

/// A drag as its source sees it.
@preconcurrency @MainActor
public protocol UIDragSession: UIDragDropSession {
  /// The app's own object for the drag; stays in the program.
  var localContext: Any? { get set }
}

/// The session of a drag that begins in one of this program's views.
final class DragSession: NSObject, UIDragSession {
  /// Set before the drag begins.
  var items: [UIDragItem] = []
  var localContext: Any?
  /// In points of the window.
  var locationInWindow: CGPoint

  /// - Parameter locationInWindow: of the pointer, in points.
  init(locationInWindow: CGPoint) {
    self.locationInWindow = locationInWindow
    super.init()
  }

  /// The text that other programs receive: the items' texts, each on lines of its own; nil without items.
  var text: String? {
    let texts = items.compactMap(\.itemProvider.text)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  func location(in view: UIView) -> CGPoint { view.convert(locationInWindow, from: nil) }
}
