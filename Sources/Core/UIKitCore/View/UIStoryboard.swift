import Foundation

/// A file of controllers that were drawn in Interface Builder. Such files are not read here: code that names one compiles,
/// and stops with a message when a controller is to come from it, as `UINib` does.
///
/// No controller is made from a file, so `storyboard` of each is nil: `storyboard?.instantiateViewController(...)` does
/// nothing, as on iOS for a controller that was made in code.
@preconcurrency @MainActor
open class UIStoryboard: NSObject {
  private let name: String

  /// Names a file.
  /// - Parameter storyboardBundleOrNil: ignored.
  public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
    self.name = name
    super.init()
  }

  /// Ends the program: the file cannot be read.
  open func instantiateInitialViewController() -> UIViewController? { refuse("instantiateInitialViewController()") }

  /// Ends the program: the file cannot be read.
  open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    refuse("instantiateViewController(withIdentifier: \"\(identifier)\")")
  }

  /// Ends the program: the file cannot be read.
  /// - Parameter creator: not called.
  public final func instantiateInitialViewController<ViewController: UIViewController>(
    creator: @escaping (NSCoder) -> ViewController?
  ) -> ViewController? {
    refuse("instantiateInitialViewController(creator:)")
  }

  /// Ends the program: the file cannot be read.
  /// - Parameter creator: not called.
  public final func instantiateViewController<ViewController: UIViewController>(
    identifier: String, creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController {
    refuse("instantiateViewController(identifier: \"\(identifier)\")")
  }

  private func refuse(_ call: String) -> Never {
    misuse(
      """
      UIStoryboard(name: "\(name)", bundle:).\(call): files of Interface Builder cannot be read here; make the controller \
      itself
      """)
  }
}

extension UIViewController {
  /// The file that the controller was made from: always nil, because controllers are made in code.
  public final var storyboard: UIStoryboard? { nil }
}
