import Foundation

/// Describes the content of a cell, header or footer, and makes the view that shows it.
///
/// Assigned to `contentConfiguration` of a cell. Two configurations whose views support each other share one view: it
/// is kept and told the new configuration.
public protocol UIContentConfiguration {
  /// Makes a view that shows the configuration. Called when no view at hand supports it.
  @MainActor func makeContentView() -> UIView & UIContentView
  /// The configuration as it is in a state. Called when the state of the cell changed.
  func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a content configuration.
@preconcurrency @MainActor
public protocol UIContentView: NSObjectProtocol {
  /// The content of the view. Setting it updates the view.
  var configuration: any UIContentConfiguration { get set }
  /// Whether the view can show `configuration`. Unless implemented: whether it is of the same type as the present one.
  func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
  /// Whether `configuration` is of the type of the present one.
  public func supports(_ configuration: any UIContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }
}
