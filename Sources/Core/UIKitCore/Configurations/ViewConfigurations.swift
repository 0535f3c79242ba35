import Foundation

/// The configurations of a cell, header or footer. Only views that use configurations have this object.
@MainActor
package final class ViewConfigurations {
  /// The value `contentConfiguration` was set to, updated for the present state.
  package fileprivate(set) var content: (any UIContentConfiguration)?
  /// The view that shows it.
  package fileprivate(set) var contentView: (UIView & UIContentView)?
  /// The same, if it is the framework's.
  fileprivate(set) var listView: UIListContentView?
  /// The view that shows the background configuration; behind everything else.
  fileprivate(set) var backgroundView: BackgroundConfigurationView?
  /// The app's content view has margins of its own.
  fileprivate(set) var keepsMargins = false
  /// Whether the configurations are brought up to date with the state by the view itself.
  package var updatesContent = true
  package var updatesBackground = true

  /// Made when a view first uses configurations.
  package init() {}

  /// The background configuration that is shown.
  package var background: UIBackgroundConfiguration? { backgroundView?.configuration }

  /// Places the view of the background, and tells it and the framework's view of the content what the host leaves at
  /// their sides, in points: for a host of another module, before it is measured or laid out.
  package func fit(_ bounds: CGRect, left: CGFloat, right: CGFloat) {
    if let backgroundView {
      backgroundView.hostMargin = left
      if backgroundView.frame != bounds { backgroundView.frame = bounds }
    }
    listView?.hostMargins = HorizontalMargins(left: left, right: right)
  }

  /// Shows another content, in the view at hand if that supports it.
  /// - Returns: whether `contentView` is another.
  fileprivate func show(_ new: (any UIContentConfiguration)?) -> Bool {
    content = new
    guard let new else {
      let hadView = contentView != nil
      contentView = nil
      listView = nil
      keepsMargins = false
      return hadView
    }
    if let contentView, contentView.supports(new) {
      contentView.configuration = new
      return false
    }
    let made = new.makeContentView()
    contentView = made
    listView = made as? UIListContentView
    keepsMargins = listView != nil || made.layoutMargins != Self.usualMargins
    return true
  }

  private static let usualMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
}

/// A view whose content and background may be described by configurations: cells, headers and footers.
@MainActor
package protocol ConfigurationHost: UIView {
  /// Nil until the app uses configurations.
  var configurations: ViewConfigurations? { get }
  /// Keeps the configurations, which are made when they are first needed.
  func keep(_ configurations: ViewConfigurations)
  /// The view that `contentView` returns.
  var hostedContent: UIView { get }
  /// The state that configurations follow.
  var followedState: any UIConfigurationState { get }
  /// Makes another view `hostedContent`, which is in its place already.
  func replaceContent(with view: UIView)
  /// The state the background configuration follows: `state`, without the parts a background never shows.
  func backgroundState(_ state: any UIConfigurationState) -> any UIConfigurationState
}

extension ConfigurationHost {
  package func backgroundState(_ state: any UIConfigurationState) -> any UIConfigurationState { state }

  /// Whether configurations describe the content.
  package var hasConfiguredContent: Bool { configurations?.contentView != nil }
  /// Whether a configuration describes the background.
  package var hasConfiguredBackground: Bool { configurations?.backgroundView != nil }

  package var madeConfigurations: ViewConfigurations {
    if let configurations { return configurations }
    let made = ViewConfigurations()
    keep(made)
    return made
  }

  /// Shows a content the app has set, as it is in the present state.
  package func setContent(_ new: (any UIContentConfiguration)?) {
    guard new != nil || hasConfiguredContent else { return }
    let configurations = madeConfigurations
    show(configurations.updatesContent ? new?.updated(for: followedState) : new, configurations)
  }

  /// Shows a background the app has set, as it is in the present state. The caller has removed the views it replaces.
  package func setBackground(_ new: UIBackgroundConfiguration?) {
    guard let new else {
      configurations?.backgroundView?.removeFromSuperview()
      configurations?.backgroundView = nil
      return
    }
    let configurations = madeConfigurations
    let shown = configurations.updatesBackground ? new.updated(for: backgroundState(followedState)) : new
    if let view = configurations.backgroundView {
      view.configuration = shown
    } else {
      let made = BackgroundConfigurationView(shown)
      configurations.backgroundView = made
      made.frame = CGRect(origin: .zero, size: bounds.size)
      insertSubview(made, at: 0)
    }
  }

  /// Brings what follows the state up to date.
  package func updateConfigurations(for state: any UIConfigurationState) {
    guard let configurations else { return }
    if configurations.updatesBackground, let view = configurations.backgroundView {
      view.configuration = view.configuration.updated(for: backgroundState(state))
    }
    guard configurations.updatesContent, let content = configurations.content else { return }
    show(content.updated(for: state), configurations)
  }

  private func show(_ new: (any UIContentConfiguration)?, _ configurations: ViewConfigurations) {
    guard configurations.show(new) else {
      // The framework's view knows by itself what changes its size.
      if configurations.listView == nil { hostedContent.invalidateIntrinsicContentSize() }
      return
    }
    let view = configurations.contentView ?? UIView(frame: .zero)
    let old = hostedContent
    guard view !== old else { return }
    view.frame = old.frame
    insertSubview(view, aboveSubview: old)
    old.removeFromSuperview()
    replaceContent(with: view)
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }
}
