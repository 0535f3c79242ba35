import Foundation

/// Called to make the view shown with a menu.
public typealias UIContextMenuContentPreviewProvider = @MainActor () -> UIViewController?
/// Called to make a menu; the argument holds actions the system suggests: none here.
public typealias UIContextMenuActionProvider = @MainActor ([UIMenuElement]) -> UIMenu?

/// The parts of a context menu, made anew each time a menu is requested.
@preconcurrency @MainActor
open class UIContextMenuConfiguration: NSObject {
  /// The app's own identifier of the menu.
  public final let identifier: any NSCopying
  /// Kept for the app. Menus of the desktop show no preview, so it is not called.
  public final let previewProvider: UIContextMenuContentPreviewProvider?
  let actionProvider: UIContextMenuActionProvider?

  /// - Parameters:
  ///   - identifier: a unique one is made when nil.
  ///   - previewProvider: not called; see the property.
  ///   - actionProvider: called once, when the menu is about to be shown; no menu or an empty one shows nothing.
  public init(
    identifier: (any NSCopying)? = nil, previewProvider: UIContextMenuContentPreviewProvider? = nil,
    actionProvider: UIContextMenuActionProvider? = nil
  ) {
    self.identifier = identifier ?? NSUUID()
    self.previewProvider = previewProvider
    self.actionProvider = actionProvider
    super.init()
  }
}
