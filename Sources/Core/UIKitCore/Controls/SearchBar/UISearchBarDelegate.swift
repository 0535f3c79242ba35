import Foundation

/// Hears of what the user searches for. Every method is optional.
@preconcurrency @MainActor
public protocol UISearchBarDelegate: NSObjectProtocol {
  /// Whether the field may become first responder.
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  /// The field became first responder.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// Whether the field may give the role up. Not asked when the bar leaves its window.
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  /// The field gave the role up.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  /// The user changed the text, also by the clear button; text an input method composes counts.
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  /// Whether the user may change the text.
  /// - Parameters:
  ///   - range: what is to be replaced, in UTF-16 units.
  ///   - text: what is to come in its place.
  func searchBar(_ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
  /// The return key was pressed while there is text.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// The cancel button was clicked, or Escape pressed while there is no text.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  /// The user chose another scope.
  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}

extension UISearchBarDelegate {
  /// True.
  public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
  /// Does nothing.
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  /// True.
  public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
  /// Does nothing.
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
  /// True.
  public func searchBar(
    _ searchBar: UISearchBar, shouldChangeTextIn range: NSRange, replacementText text: String
  ) -> Bool { true }
  /// Does nothing.
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
  /// Does nothing.
  public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}

/// Hears of a search bar besides its delegate, and after it: a search controller.
@MainActor
protocol SearchBarObserver: AnyObject {
  /// The field got the keyboard.
  func searchBarDidBeginEditing()
  /// The text is another, by the user or the app.
  func searchBarTextDidChange()
  /// The user chose another scope.
  func searchBarScopeDidChange()
  /// The cancel button was clicked, or Escape pressed while there is no text.
  func searchBarWasCancelled()
  /// The user pressed the arrow down in the field.
  /// - Returns: whether what was found has the keyboard now, and took the key.
  func searchBarUserGoesDown(_ presses: Set<UIPress>, with event: UIPressesEvent?) -> Bool
  /// The bar would like another height.
  func searchBarHeightDidChange()
}
