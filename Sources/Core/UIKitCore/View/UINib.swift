import Foundation

/// A recipe for views that tables are given by identifier.
///
/// On iOS a nib is an archive drawn in Interface Builder. There are no such archives here: a nib holds a closure that
/// makes the objects, `UINib(instantiate: { [PriceCell(style: .value1, reuseIdentifier: nil)] })`. Code that names
/// archives compiles, and stops with a message when one is to be read.
@preconcurrency @MainActor
open class UINib: NSObject {
  /// Keys of `instantiate(withOwner:options:)`; none is defined.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// A key by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  private let make: @MainActor () -> [Any]

  /// - Parameter instantiate: makes the top-level objects, new ones with each call.
  public init(instantiate: @escaping @MainActor () -> [Any]) {
    make = instantiate
    super.init()
  }

  /// Names an archive, which cannot be read here: instantiating the nib ends the program.
  public convenience init(nibName name: String, bundle bundleOrNil: Bundle?) {
    self.init {
      // `fatalError`: the message must be seen in release builds too.
      fatalError(
        """
        UINib(nibName: "\(name)", bundle:) was instantiated, but archives of Interface Builder cannot be read here; \
        register the class itself, or make the nib with UINib(instantiate:)
        """)
    }
  }

  /// Makes the top-level objects anew, and calls `awakeFromNib()` of the views and controllers among them.
  /// - Parameters:
  ///   - ownerOrNil: ignored: a closure reaches its owner by itself.
  ///   - optionsOrNil: ignored.
  open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
    let made = make()
    for object in made {
      if let view = object as? UIView { Self.awake(view) }
      if let controller = object as? UIViewController { controller.awakeFromNib() }
    }
    return made
  }

  private static func awake(_ view: UIView) {
    for child in view.subviews { awake(child) }
    view.awakeFromNib()
  }
}
