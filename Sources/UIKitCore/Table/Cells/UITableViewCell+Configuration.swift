import Foundation

/// Content and background by configurations, and the state they follow.
extension UITableViewCell {
  /// Describes the row's content, in place of labels and image; nil for those. Reads as it is in the cell's state
  /// while `automaticallyUpdatesContentConfiguration`.
  ///
  /// A configuration that the view of the last one supports updates that view; another one replaces `contentView`, and
  /// what was added to it is gone.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations?.content }
    set { setContent(newValue) }
  }

  /// Describes what fills the cell behind its content.
  ///
  /// Until something else is chosen this reads as `defaultBackgroundConfiguration()` in the cell's state, so that
  /// `cell.backgroundConfiguration?.cornerRadius = 8` changes that default. The cell makes no view for it: what the
  /// table draws by itself looks the same. Setting a configuration takes the cell's `backgroundColor` and its three
  /// background views away; while one of those is set, and from when nil is set, this reads as nil, and the cell is
  /// filled by them, or as its table fills cells.
  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations?.backgroundView?.configuration ?? shownDefaultBackground }
    set {
      guard newValue != nil || hasConfiguredBackground else {
        declinesDefaultBackground = true
        return
      }
      declinesDefaultBackground = newValue == nil
      let isOther = (newValue != nil) != hasConfiguredBackground
      if newValue != nil {
        backgroundView = nil
        selectedBackgroundView = nil
        multipleSelectionBackgroundView = nil
        backgroundColor = nil
        if isOther { hideSelection(animated: false) }
      }
      setBackground(newValue)
      guard isOther else { return }
      if newValue == nil { table?.look.giveGround(to: self) }
      selectionChanged(animated: false)
      setNeedsLayout()
    }
  }

  /// The default background configuration in the cell's state; nil where something else fills the cell.
  private var shownDefaultBackground: UIBackgroundConfiguration? {
    guard !declinesDefaultBackground, backgroundView == nil, selectedBackgroundView == nil,
      multipleSelectionBackgroundView == nil,
      storedBackgroundColor == nil || storedBackgroundColor === RowLook.groupedCellColor
    else { return nil }
    let background = defaultBackgroundConfiguration()
    return automaticallyUpdatesBackgroundConfiguration
      ? background.updated(for: backgroundState(configurationState)) : background
  }

  /// A configuration in the cell's style, without content.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    switch style {
    case .default: .cell()
    case .subtitle: .subtitleCell()
    case .value1, .value2: .valueCell()
    }
  }

  /// A background as cells of the table's style have it; before the cell was in a table, of a plain one.
  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    table.map { $0.style == .plain } ?? true ? .listPlainCell() : .listGroupedCell()
  }

  /// Whether `contentConfiguration` is brought up to date when the state changes; true at first.
  public final var automaticallyUpdatesContentConfiguration: Bool {
    get { configurations?.updatesContent ?? true }
    set { madeConfigurations.updatesContent = newValue }
  }

  /// Whether `backgroundConfiguration` is brought up to date when the state changes; true at first.
  public final var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { configurations?.updatesBackground ?? true }
    set { madeConfigurations.updatesBackground = newValue }
  }

  /// Asks for `updateConfiguration(using:)` before the cell is next measured or shown; several requests become one.
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
    state.isReordering = table?.reorder.drag?.cell === self
    return state
  }

  /// Brings configurations in line with the state if it changed. Called before the cell is measured or laid out.
  func updateConfigurationIfNeeded() {
    guard needsConfigurationUpdate else { return }
    needsConfigurationUpdate = false
    let state = configurationState
    configuredTraits = state.traitCollection
    updateConfigurations(for: state)
    updateConfiguration(using: state)
    configurationUpdateHandler?(self, state)
  }

  /// Called when the cell may be in another environment than before.
  func traitsMayHaveChanged() {
    if configuredTraits != traitCollection { setNeedsUpdateConfiguration() }
  }
}

extension UITableViewCell: ConfigurationHost {
  var followedState: any UIConfigurationState { configurationState }

  func makeEmptyContent() -> UIView { UIView(frame: .zero) }

  func contentWasReplaced() {
    label = nil
    detailLabel = nil
    picture = nil
    if configurations?.keepsMargins != true {
      content.layoutMargins.top = TableMetrics.contentMargin
      content.layoutMargins.bottom = TableMetrics.contentMargin
    }
    roomChanged()
  }

  /// A cell that is not to show its selection does not.
  func backgroundState(_ state: any UIConfigurationState) -> any UIConfigurationState {
    guard selectionStyle == .none, var state = state as? UICellConfigurationState else { return state }
    state.isSelected = false
    state.isHighlighted = false
    return state
  }

  /// Tells the view of the content what the cell leaves at its sides. Called before it is measured or laid out.
  func passMargins() {
    configurations?.backgroundView?.hostMargin = room.margin
    guard let listView = configurations?.listView else { return }
    let hasTrailing = accessoryWidth + reorderWidth > 0
    listView.hostMargins = HorizontalMargins(left: contentLeft, right: hasTrailing ? 0 : room.margin)
  }

  /// The height a configured content asks for at a width of the cell, in points.
  func configuredHeight(width: Double) -> Double {
    passMargins()
    let target = CGSize(width: max(0, width - contentInset), height: 0)
    return content.systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
    ).height
  }
}
