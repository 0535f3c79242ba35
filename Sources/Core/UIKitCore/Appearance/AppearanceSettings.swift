import Foundation

/// One value for all objects of a class, or for those of them that are in certain containers.
@MainActor
final class AppearanceSetting {
  fileprivate let key: AnyHashable
  fileprivate let containers: [any UIAppearanceContainer.Type]
  fileprivate let target: AnyClass
  fileprivate let value: Any
  /// The values that the app has set before.
  fileprivate var formers: [Any] = []
  /// Whether the value is for objects of a class.
  fileprivate let covers: (AnyClass) -> Bool
  private let write: (NSObject, [Any]) -> Void

  init<Target: NSObject & UIAppearance, Value>(
    _ value: Value, _ key: some Hashable, _ containers: [any UIAppearanceContainer.Type],
    read: @escaping (Target) -> Value, write: @escaping (Target, Value) -> Void
  ) {
    (self.key, self.containers, self.value, target) = (AnyHashable(key), containers, value, Target.self)
    covers = { $0 is Target.Type }
    var usual: [ObjectIdentifier: [Value]] = [:]
    self.write = { object, formers in
      guard let object = object as? Target else { return }
      let (present, type) = (read(object), ObjectIdentifier(type(of: object)))
      if usual[type] == nil {
        let made = NewObject.like(object).compactMap { $0 as? Target }
        usual[type] = made.isEmpty ? [present] : made.map(read)
      }
      guard Self.isSame(present, value) != true else { return }
      let others = usual[type, default: []] + formers.compactMap { $0 as? Value }
      if others.contains(where: { Self.isSame($0, present) != false }) { write(object, value) }
    }
  }

  /// Nil for values that cannot be compared.
  private static func isSame<Value>(_ one: Value, _ other: Value) -> Bool? {
    func equals<Comparable: Equatable>(_ one: Comparable) -> Bool { other as? Comparable == one }
    if let one = one as? any Equatable { return equals(one) }
    let (first, second) = (one as? [NSAttributedString.Key: Any], other as? [NSAttributedString.Key: Any])
    guard let first, let second else { return first == nil && second == nil ? nil : false }
    return NSDictionary(dictionary: first).isEqual(to: second)
  }

  /// Gives an object the value, unless it has one of its own or is not in the containers.
  /// - Parameter outer: the innermost object that the object is in.
  fileprivate func apply(to object: NSObject, in outer: UIResponder?) {
    var (missing, place) = (containers[...], outer)
    while let type = missing.first, let here = place {
      if Self.isKind(here, of: type) { missing = missing.dropFirst() }
      place = here.next
    }
    if missing.isEmpty { write(object, formers) }
  }

  private static func isKind<Container>(_ object: AnyObject, of type: Container.Type) -> Bool { object is Container }
}

/// Objects as their initialisers leave them, to tell by their values which values were set.
@MainActor
private struct NewObject {
  private let covers: (NSObject) -> Bool
  private let make: () -> [NSObject]

  private static func view<View: UIView>(_ type: View.Type) -> NewObject {
    NewObject(covers: { $0 is View }, make: { [UIViewShape.make(type)] })
  }

  /// Each class before its superclass.
  private static let kinds = [
    view(UINavigationBar.self), view(UIToolbar.self), view(UITabBar.self), view(UISearchBar.self),
    NewObject(
      covers: { $0 is UITableView },
      make: { [.plain, .grouped, .insetGrouped].map { UITableView(frame: .zero, style: $0) } }),
    view(UITextView.self), view(UIScrollView.self),
    NewObject(covers: { $0 is UITableViewCell }, make: { [UITableViewCell(style: .default, reuseIdentifier: nil)] }),
    NewObject(
      covers: { $0 is UITableViewHeaderFooterView }, make: { [UITableViewHeaderFooterView(reuseIdentifier: nil)] }),
    view(UISearchTextField.self), view(UITextField.self), view(UISwitch.self), view(UISlider.self),
    view(UIStepper.self), view(UISegmentedControl.self), view(UIPageControl.self), view(UIRefreshControl.self),
    NewObject(covers: { $0 is UIButton }, make: { [UIButton(type: .custom), UIButton(type: .system)] }),
    view(UIControl.self), view(UIProgressView.self), view(UIActivityIndicatorView.self), view(UILabel.self),
    view(UIImageView.self), view(UIStackView.self), view(UIWindow.self), view(UIView.self),
    NewObject(covers: { $0 is UIBarButtonItem }, make: { [UIBarButtonItem()] }),
    NewObject(covers: { $0 is UITabBarItem }, make: { [UITabBarItem()] }),
    NewObject(covers: { _ in true }, make: { [UIBarItem()] }),
  ]

  /// New objects of the nearest class that is known, one for each style that differs.
  static func like(_ object: NSObject) -> [NSObject] { kinds.first { $0.covers(object) }?.make() ?? [] }

  /// A new object of a class; nil for a class that is not known.
  static func of<Target: NSObject>(_ type: Target.Type) -> Target? {
    for kind in kinds {
      if let made = kind.make().first, Swift.type(of: made) == type { return made as? Target }
    }
    return nil
  }
}

/// The looks that an app has set by `appearance()`.
@MainActor
final class AppearanceSettings: AppearanceSource {
  /// Each before those that it is an exception from.
  private var settings: [AppearanceSetting] = []
  /// The settings for objects of a class.
  private var found: [ObjectIdentifier: [AppearanceSetting]] = [:]

  /// That of the application, made when first asked for.
  static var ofApplication: AppearanceSettings {
    if let store = UIApplication.shared.appearances as? AppearanceSettings { return store }
    let made = AppearanceSettings()
    UIApplication.shared.appearances = made
    return made
  }

  func set(_ new: AppearanceSetting) {
    found = [:]
    if let index = index(of: new.key, new.containers, new.target) {
      new.formers = settings[index].formers + [settings[index].value]
      settings[index] = new
      return
    }
    let place = settings.firstIndex { other in
      let (own, others) = (new.containers.count, other.containers.count)
      return others < own || others == own && other.covers(new.target)
    }
    settings.insert(new, at: place ?? settings.count)
  }

  /// The value that was set; nil for none.
  func value<Value>(of key: some Hashable, _ containers: [any UIAppearanceContainer.Type], _ target: AnyClass) -> Value?
  {
    index(of: AnyHashable(key), containers, target).flatMap { settings[$0].value as? Value }
  }

  private func index(
    of key: AnyHashable, _ containers: [any UIAppearanceContainer.Type], _ target: AnyClass
  ) -> Int? {
    settings.firstIndex {
      $0.key == key && $0.target == target
        && $0.containers.map { ObjectIdentifier($0) } == containers.map { ObjectIdentifier($0) }
    }
  }

  /// A new object of a class; nil for a class without a known initialiser.
  static func newObject<Target: NSObject>(_ type: Target.Type) -> Target? { NewObject.of(type) }

  // MARK: The source of looks

  func apply(to view: UIView) {
    apply(to: view, in: view.next)
    for child in view.subviews { apply(to: child) }
  }

  func apply(to object: NSObject, in responder: UIResponder?) {
    let type = type(of: object)
    let own = found[ObjectIdentifier(type)] ?? settings.filter { $0.covers(type) }
    found[ObjectIdentifier(type)] = own
    for setting in own { setting.apply(to: object, in: responder) }
  }
}
