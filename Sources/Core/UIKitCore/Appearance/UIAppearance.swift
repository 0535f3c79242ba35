import Foundation

/// A class whose looks can be set for all of its objects at once: views and the items of bars.
@preconcurrency @MainActor
public protocol UIAppearance: NSObject {}

/// A container of views, for `appearance(whenContainedInInstancesOf:)`: a view or a controller.
@preconcurrency @MainActor
public protocol UIAppearanceContainer: NSObject {}

extension UIView: UIAppearance, UIAppearanceContainer {}
extension UIBarItem: UIAppearance {}
extension UIViewController: UIAppearanceContainer {}

extension UIAppearance {
  /// The looks of all objects of the class and its subclasses. A view takes them when it enters a window, and an item when a
  /// bar shows it, except those that were set for the object itself. Views in a window keep their looks.
  /// - Precondition: the application has started.
  public static func appearance() -> UIAppearanceProxy<Self> { UIAppearanceProxy(containers: []) }

  /// The looks of those objects that are in an object of the first class, which is in one of the second, and so on. They come
  /// before those of objects anywhere.
  public static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> UIAppearanceProxy<Self> {
    UIAppearanceProxy(containers: containerTypes)
  }
}

/// Stands for all objects of a class in `appearance()`. Every property of the class that can be set is a property of the
/// proxy; of its methods the proxy has those that set looks by a state or by bar metrics. UIKit's proxies claim to be objects
/// of the class, for which Objective-C is needed.
///
/// A property counts as set for the object itself if its value is not that of an object just made. For a class of the app,
/// which has no known initialiser, that is the value of the first object that enters a window.
@preconcurrency @MainActor @dynamicMemberLookup
public struct UIAppearanceProxy<Target: NSObject & UIAppearance> {
  fileprivate let containers: [any UIAppearanceContainer.Type]

  /// A property of the objects. Reading it gives what was set here, else the value of an object just made.
  public subscript<Value>(dynamicMember property: ReferenceWritableKeyPath<Target, Value>) -> Value {
    get {
      if let value: Value = store.value(of: property, containers, Target.self) { return value }
      guard let made = AppearanceSettings.newObject(Target.self) else {
        misuse("\(Target.self).appearance() was read before the property was set: keep the value elsewhere")
      }
      return made[keyPath: property]
    }
    nonmutating set {
      set(newValue, by: property, read: { $0[keyPath: property] }, write: { $0[keyPath: property] = $1 })
    }
  }

  fileprivate func set<Value>(
    _ value: Value, by key: some Hashable, read: @escaping (Target) -> Value, write: @escaping (Target, Value) -> Void
  ) {
    store.set(AppearanceSetting(value, key, containers, read: read, write: write))
  }

  private var store: AppearanceSettings { .ofApplication }
}

/// The key of a setting with a state or bar metrics.
private struct AppearanceKey: Hashable {
  let name: String
  let place: Int

  init(_ name: String, _ state: UIControl.State) { (self.name, place) = (name, Int(state.rawValue)) }
  init(_ name: String, _ metrics: UIBarMetrics) { (self.name, place) = (name, metrics.rawValue) }
}

extension UIAppearanceProxy where Target: UIView {
  /// The colour of interactive content; that which a view around passes on does not count as set.
  public var tintColor: UIColor! {
    get { store.value(of: \UIView.tintColor, containers, Target.self) ?? .tintColor }
    nonmutating set { set(newValue, by: \UIView.tintColor, read: { $0.tint.own }, write: { $0.tintColor = $1 }) }
  }
}

extension UIAppearanceProxy where Target: UINavigationBar {
  /// Sets the picture of the ground.
  public func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
    set(
      backgroundImage, by: AppearanceKey("backgroundImage", barMetrics), read: { $0.backgroundImage(for: barMetrics) },
      write: { $0.setBackgroundImage($1, for: barMetrics) })
  }
}

extension UIAppearanceProxy where Target: UIBarItem {
  /// Sets font and colour of the titles in a state.
  public func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    set(
      attributes, by: AppearanceKey("titleTextAttributes", state), read: { $0.titleTextAttributes(for: state) },
      write: { $0.setTitleTextAttributes($1, for: state) })
  }
}

extension UIAppearanceProxy where Target: UISegmentedControl {
  /// Sets font and colour of the titles in a state.
  public func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    set(
      attributes, by: AppearanceKey("titleTextAttributes", state), read: { $0.titleTextAttributes(for: state) },
      write: { $0.setTitleTextAttributes($1, for: state) })
  }
}

extension UIAppearanceProxy where Target: UIButton {
  /// Sets the colour of the titles in a state.
  public func setTitleColor(_ color: UIColor?, for state: UIControl.State) {
    set(
      color, by: AppearanceKey("titleColor", state), read: { $0.titleColor(for: state) },
      write: { $0.setTitleColor($1, for: state) })
  }
}
