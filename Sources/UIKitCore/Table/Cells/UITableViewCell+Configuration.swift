import Foundation

/// Content and background by configurations, and the state they follow (G1 to G5).
extension UITableViewCell {
  /// Describes the row's content, in place of labels and image; nil for those. A configuration whose view is at hand
  /// updates it; another replaces `contentView` (G2).
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations?.content }
    set {
      guard newValue != nil || configurations?.content != nil else { return }
      replaceContent(with: madeConfigurations.setContent(newValue))
    }
  }

  /// Describes what fills the cell behind its content. One that is not nil takes the three background views away
  /// (G5); setting one of those takes it away.
  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations?.background }
    set {
      guard newValue != nil || configurations?.background != nil else { return }
      if newValue != nil {
        backgroundView = nil
        selectedBackgroundView = nil
        multipleSelectionBackgroundView = nil
      }
      madeConfigurations.setBackground(newValue, in: self)
      selectionChanged(animated: false)
      setNeedsLayout()
    }
  }

  /// A configuration in the cell's style, without content (G1).
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    switch style {
    case .default: .cell()
    case .subtitle: .subtitleCell()
    case .value1, .value2: .valueCell()
    }
  }

  /// A background as cells of the table's style have it.
  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    table.map { $0.style == .plain } ?? true ? .listPlainCell() : .listGroupedCell()
  }

  /// Whether `contentConfiguration` is brought up to date when the state changes; true at first (G4).
  public final var automaticallyUpdatesContentConfiguration: Bool {
    get { configurations?.updatesContent ?? true }
    set { madeConfigurations.updatesContent = newValue }
  }

  /// The same for `backgroundConfiguration`.
  public final var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { configurations?.updatesBackground ?? true }
    set { madeConfigurations.updatesBackground = newValue }
  }

  /// Asks for `updateConfiguration(using:)` before the cell is next shown; several requests become one (G3).
  public final func setNeedsUpdateConfiguration() {
    needsConfigurationUpdate = true
    setNeedsLayout()
  }

  // MARK: For the facets

  /// What is true of the cell; `configurationState` unless overridden.
  var presentState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isDisabled = !isUserInteractionEnabled
    state.isHighlighted = highlightedState
    state.isSelected = selectedState
    state.isEditing = isEditing
    state.isSwiped = isSwiped
    return state
  }

  /// Brings configurations in line with the state if it changed. Called before the cell is measured or laid out.
  func updateConfigurationIfNeeded() {
    guard needsConfigurationUpdate else { return }
    needsConfigurationUpdate = false
    let state = configurationState
    if let configurations { replaceContent(with: configurations.update(for: state)) }
    updateConfiguration(using: state)
    configurationUpdateHandler?(self, state)
  }

  private var madeConfigurations: ViewConfigurations {
    if let configurations { return configurations }
    let made = ViewConfigurations()
    configurations = made
    setNeedsUpdateConfiguration()
    return made
  }

  /// Puts another view in the content view's place; the labels and the image of the old one are gone with it.
  private func replaceContent(with view: UIView?) {
    guard let view else { return }
    view.frame = content.frame
    insertSubview(view, aboveSubview: content)
    content.removeFromSuperview()
    content = view
    label = nil
    detailLabel = nil
    picture = nil
    setNeedsLayout()
  }
}
