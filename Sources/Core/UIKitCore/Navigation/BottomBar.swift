import Foundation

/// The toolbar of a navigation controller: made when it is first asked for, and in the view from when it is first shown.
@MainActor
final class BottomBar {
  private(set) lazy var bar: UIToolbar = {
    let made = UIViewShape.make(kind)
    made.show(false)
    made.onHide = onHide
    return made
  }()
  /// Called when the app has hidden the bar itself, or shows it again. Set before the bar is asked for.
  var onHide: ((Bool) -> Void)?
  /// The bar has been shown.
  private(set) var isInUse = false
  private let kind: UIToolbar.Type

  init(of kind: UIToolbar.Type = UIToolbar.self) { self.kind = kind }

  /// Puts the bar at the bottom, or below it.
  /// - Parameter isSliding: the bar comes or goes at present, and is seen while it does.
  func place(in root: NavigationView, isShown: Bool, isSliding: Bool, items: [UIBarButtonItem]?) {
    isInUse = true
    if bar.superview !== root { root.insertSubview(bar, aboveSubview: root.content) }
    let height = UIToolbar.height + root.safeAreaInsets.bottom
    bar.show(isShown || isSliding)
    bar.frame = CGRect(
      x: 0, y: root.bounds.height - (isShown ? height : 0), width: root.bounds.width, height: height)
    if bar.items != items { bar.setItems(items, animated: false) }
  }
}
