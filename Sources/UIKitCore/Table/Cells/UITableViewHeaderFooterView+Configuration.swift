import Foundation

/// Content and background of headers and footers by configurations; see `UITableViewCell`.
extension UITableViewHeaderFooterView {
  /// Describes the content, in place of the labels; nil for those. See `UITableViewCell.contentConfiguration`.
  public final var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations?.content }
    set { setContent(newValue) }
  }

  /// Describes what fills the view behind its content. One that is not nil takes `backgroundColor` and `backgroundView`
  /// away; setting the latter takes it away.
  public final var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations?.backgroundView?.configuration }
    set {
      guard newValue != nil || hasConfiguredBackground else { return }
      if newValue != nil {
        backgroundView = nil
        backgroundColor = nil
      }
      setBackground(newValue)
      setNeedsLayout()
    }
  }

  /// A configuration in the style of the table's headers, or footers while the table asks for one, without content.
  public final func defaultContentConfiguration() -> UIListContentConfiguration {
    switch (tableStyle == .plain, isHeader) {
    case (true, true): .plainHeader()
    case (true, false): .plainFooter()
    case (false, true): .groupedHeader()
    case (false, false): .groupedFooter()
    }
  }

  /// A background as headers and footers of the table's style have it.
  public final func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    tableStyle == .plain ? .listPlainHeaderFooter() : .listGroupedHeaderFooter()
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

  /// Asks for `updateConfiguration(using:)` before the view is next measured or shown; several requests become one.
  public final func setNeedsUpdateConfiguration() {
    needsConfigurationUpdate = true
    setNeedsLayout()
  }

  // MARK: For the facets

  /// The view's own state, which `configurationState` returns unless overridden.
  var presentState: UIViewConfigurationState {
    var state = UIViewConfigurationState(traitCollection: traitCollection)
    state.isDisabled = !isUserInteractionEnabled
    state.isPinned = isPinned
    return state
  }

  /// Brings configurations in line with the state if it changed. Called before the view is measured or laid out.
  func updateConfigurationIfNeeded() {
    bringTraitsUpToDate()
    guard needsConfigurationUpdate else { return }
    needsConfigurationUpdate = false
    let state = configurationState
    configuredTraits = state.traitCollection
    updateConfigurations(for: state)
    updateConfiguration(using: state)
    configurationUpdateHandler?(self, state)
  }
}

extension UITableViewHeaderFooterView: ConfigurationHost {
  var followedState: any UIConfigurationState { configurationState }

  func makeEmptyContent() -> UIView { UIView(frame: .zero) }

  func contentWasReplaced() {
    label = nil
    detailLabel = nil
    passMargins(of: fittingRoom)
  }

  /// Tells content and background what the table leaves at their sides. Called before the view is measured or laid out.
  func passMargins(of room: CellRoom) {
    configurations?.backgroundView?.hostMargin = room.margin
    configurations?.listView?.hostMargins = HorizontalMargins(left: room.margin, right: room.margin)
    guard configurations?.keepsMargins != true, content.layoutMargins.left != room.margin else { return }
    content.layoutMargins.left = room.margin
    content.layoutMargins.right = room.margin
  }

  /// The height a configured content asks for at a width of the view, in points.
  func configuredHeight(width: Double) -> Double {
    passMargins(of: fittingRoom)
    let target = CGSize(width: max(0, width - fittingRoom.left - fittingRoom.right), height: 0)
    let height = content.systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
    ).height
    // Text stands at the lower edge of the first header, which is higher than others.
    return configurations?.listView == nil ? (height > 0 ? height : usualHeight) : max(usualHeight, height)
  }
}
