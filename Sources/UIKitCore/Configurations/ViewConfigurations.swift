import Foundation

/// What a cell, header or footer keeps of configurations. Views that use none have none of these.
@MainActor
final class ViewConfigurations {
  /// What `contentConfiguration` was set to.
  private(set) var content: (any UIContentConfiguration)?
  /// The view that shows it.
  private(set) var contentView: (UIView & UIContentView)?
  /// The view that shows the background configuration; behind everything else.
  private(set) var backgroundView: BackgroundConfigurationView?
  /// Whether the configurations are brought up to date with the state by the view itself (G4).
  var updatesContent = true
  var updatesBackground = true

  var background: UIBackgroundConfiguration? { backgroundView?.configuration }

  /// Shows another content, in the view at hand if that supports it (G2).
  /// - Returns: a view to put in the place of the present content view; nil to leave that.
  func setContent(_ new: (any UIContentConfiguration)?) -> UIView? {
    content = new
    guard let new else {
      guard contentView != nil else { return nil }
      contentView = nil
      return UIView(frame: .zero)
    }
    if let contentView, contentView.supports(new) {
      contentView.configuration = new
      return nil
    }
    let made = new.makeContentView()
    contentView = made
    return made
  }

  /// Shows another background at the back of `host`.
  func setBackground(_ new: UIBackgroundConfiguration?, in host: UIView) {
    guard let new else {
      backgroundView?.removeFromSuperview()
      backgroundView = nil
      return
    }
    if let backgroundView {
      backgroundView.configuration = new
    } else {
      let made = BackgroundConfigurationView(new)
      backgroundView = made
      made.frame = CGRect(origin: .zero, size: host.bounds.size)
      host.insertSubview(made, at: 0)
    }
  }

  /// Brings what follows the state up to date.
  /// - Returns: a view to put in the place of the content view; nil to leave that.
  func update(for state: any UIConfigurationState) -> UIView? {
    if updatesBackground, let background { backgroundView?.configuration = background.updated(for: state) }
    guard updatesContent, let content else { return nil }
    return setContent(content.updated(for: state))
  }
}
