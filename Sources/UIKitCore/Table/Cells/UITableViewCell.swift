import Foundation
import TableModel

/// The view of one row, used again for other rows as they come on screen.
///
/// Labels and image come into being when first asked for. Own subviews go into `contentView`, which leaves room for
/// accessories. A recycled cell keeps all its content: `cellForRowAt` must set everything that differs between rows.
@MainActor
open class UITableViewCell: UITableViewCellCore {
  // MARK: Storage of the facets

  final let style: CellStyle
  /// What `contentView` gives; another view while a content configuration is set.
  @exclusivity(unchecked) final var content: UIView
  final let separator = TableSeparatorView()
  final var label: UILabel?
  final var detailLabel: UILabel?
  final var picture: UIImageView?
  final var accessory: CellAccessoryView?
  final var selectedState = false
  final var highlightedState = false
  final var customSeparatorInset: UIEdgeInsets?
  final var tableSeparatorInset: UIEdgeInsets?
  final var isSeparatorFullWidth = false
  /// The line above the first row of a grouped section; made when it is first needed.
  final var topSeparator: TableSeparatorView?
  /// Nil while the cell is not edited.
  final var editing: CellEditing?
  /// Nil until the app chooses something.
  final var editingOptions: CellEditingOptions?
  final var stateMask: StateMask = []
  /// Nil until the app uses configurations.
  @exclusivity(unchecked) final var configurations: ViewConfigurations?
  /// The state may be another than when `updateConfiguration(using:)` was last called.
  @exclusivity(unchecked) final var needsConfigurationUpdate = true
  /// The environment it was called for.
  final var configuredTraits: UITraitCollection?
  /// `backgroundConfiguration` was set to nil.
  final var declinesDefaultBackground = false
  final var sizing: CellSizing = []
  /// The row is out of its place, or the cell leaves the table so.
  final var isSwiped = false { didSet { if isSwiped != oldValue { setNeedsUpdateConfiguration() } } }

  // MARK: Kept by the table

  /// What the table leaves for content.
  @exclusivity(unchecked) final var room = CellRoom() { didSet { roomChanged() } }
  /// The table that shows the cell or showed it last.
  final weak var table: UITableView?
  /// The row the cell is for; nil while it is idle.
  final var position: RowPosition?
  /// The cell waits in the pool of `table`.
  final var isIdle = false
  /// The cell was on screen before: it counts as reused from now on.
  final var wasDisplayed = false

  /// Fills the cell behind its content while the table moves it over others; nil at rest.
  final var ground: UIColor? { didSet { if ground !== oldValue { setNeedsComposite() } } }

  // MARK: Making

  /// Called by apps, and by a table for a registered class (then with `.default`).
  public override init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    storedReuseIdentifier = reuseIdentifier
    content = UIView(frame: .zero)
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    content.frame = bounds
    content.tellsSuperviewSize = true
    content.layoutMargins = UIEdgeInsets(
      top: TableMetrics.contentMargin, left: room.margin, bottom: TableMetrics.contentMargin, right: room.margin)
    addSubview(content)
    separator.isHidden = true
    addSubview(separator)
  }

  /// A cell of style `.default` that is not reused.
  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  /// Views are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  // MARK: Identity

  /// Under what name the cell waits for reuse; nil lets it go when its row leaves the screen.
  open var reuseIdentifier: String? { storedReuseIdentifier }
  @exclusivity(unchecked) final var storedReuseIdentifier: String?

  /// Called before a cell that showed another row is handed out again. Ends selection, highlight, editing and swiping;
  /// content stays. Overrides call super.
  open func prepareForReuse() {
    if isEditing { setEditing(false, animated: false) }
    if isSwiped { endSwipe() }
    setHighlighted(false, animated: false)
    setSelected(false, animated: false)
  }

  // MARK: Configurations

  /// Called when the state changed and before the cell is first shown: the place to set configurations by the state.
  /// Overrides call super.
  open func updateConfiguration(using state: UICellConfigurationState) {}

  /// What is true of the cell. Overrides add values of their own to what super answers.
  open var configurationState: UICellConfigurationState { presentState }

  /// Does what `updateConfiguration(using:)` does, without a subclass; called after it.
  open var configurationUpdateHandler: ((UITableViewCell, UICellConfigurationState) -> Void)? {
    didSet { setNeedsUpdateConfiguration() }
  }

  // MARK: Backgrounds

  /// Fills the cell behind everything else.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView {
        backgroundConfiguration = nil
        insertSubview(backgroundView, at: 0)
      }
      setNeedsLayout()
    }
  }

  /// Fills the cell, above `backgroundView`, while it is selected or highlighted; only then is it in the hierarchy.
  /// Nil uses the system's grey.
  open var selectedBackgroundView: UIView? {
    didSet {
      guard selectedBackgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      standardSelection?.removeFromSuperview()
      if selectedBackgroundView != nil { backgroundConfiguration = nil }
      selectionChanged(animated: false)
    }
  }
  /// The grey used without a `selectedBackgroundView`.
  final var standardSelection: UIView?

  // MARK: Selection

  /// Whether selecting the cell shows; the delegate is told in any case.
  open var selectionStyle = SelectionStyle.default { didSet { selectionChanged(animated: false) } }

  /// Whether the cell looks selected. The table's own selection is changed with `UITableView.selectRow`; the table calls
  /// `setSelected(_:animated:)`, and this is set by nobody but the app.
  open var isSelected: Bool {
    get { selectedState }
    set { setSelected(newValue, animated: false) }
  }

  /// Whether the cell looks pressed; the table calls `setHighlighted(_:animated:)`.
  open var isHighlighted: Bool {
    get { highlightedState }
    set { setHighlighted(newValue, animated: false) }
  }

  /// Called by the table when the row's selection changes. Overrides call super.
  open func setSelected(_ selected: Bool, animated: Bool) {
    guard selected != selectedState else { return }
    selectedState = selected
    selectionChanged(animated: animated)
  }

  /// Called by the table when the row is pressed and let go. Overrides call super.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) {
    guard highlighted != highlightedState else { return }
    highlightedState = highlighted
    selectionChanged(animated: animated)
  }

  // MARK: Editing

  /// Whether the cell is edited; set by its table. Setting it is `setEditing` without animation.
  open var isEditing: Bool {
    get { editing?.isOn ?? false }
    set { setEditing(newValue, animated: false) }
  }

  /// Called by the table when the row's edit mode begins and ends. Overrides call super.
  open func setEditing(_ editing: Bool, animated: Bool) { changeEditing(to: editing, animated: animated) }

  /// Called before editing mode starts or ends for this cell, or the confirmation of its deletion appears or disappears.
  /// - Parameter state: all that will hold.
  open func willTransition(to state: StateMask) {}

  /// Called after the change, when its animation has ended.
  /// - Parameter state: all that holds since then.
  open func didTransition(to state: StateMask) {}

  // MARK: Accessories

  /// The system's sign at the right edge.
  open var accessoryType = AccessoryType.none { didSet { if accessoryType != oldValue { accessoryChanged() } } }

  /// A view at the right edge instead of the sign; keeps its size.
  open var accessoryView: UIView? {
    didSet {
      guard accessoryView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      accessoryChanged()
    }
  }

  // MARK: Insets

  /// Steps by which labels and image move to the right.
  open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { setNeedsLayout() } } }
  /// Points of one step.
  open var indentationWidth: CGFloat = 10 {
    didSet {
      requireFinite(indentationWidth, "UITableViewCell.indentationWidth", of: self)
      if indentationWidth != oldValue { setNeedsLayout() }
    }
  }

  /// Left and right inset of the line below the cell; wins over the table's. `automaticDimension` starts it where
  /// the text starts.
  open var separatorInset: UIEdgeInsets {
    get { resolvedSeparatorInset }
    set {
      requireFinite(newValue, "UITableViewCell.separatorInset", of: self)
      customSeparatorInset = newValue
      setNeedsLayout()
    }
  }

  // MARK: Overrides

  package override var focusRingRadius: CGFloat { 8 }

  /// The row, if a control in the cell leaves with it.
  package override func focusHeir(of view: UIView) -> UIResponder? {
    guard let table, !(view is any UIKeyInput) else { return super.focusHeir(of: view) }
    table.chooser.inherit(from: view, in: self)
    return table
  }

  package override func focusCame(to view: UIView) {
    if let table, let position { table.chooser.start(at: position) }
    super.focusCame(to: view)
  }

  override func appendContent(to builder: DisplayListBuilder, in rect: CGRect) {
    if let ground { builder.fill(rect, ground.drawColor(in: builder.traits)) }
  }

  /// A cell that takes no events is disabled for its configurations.
  open override var isUserInteractionEnabled: Bool {
    didSet { if isUserInteractionEnabled != oldValue { setNeedsUpdateConfiguration() } }
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    traitsMayHaveChanged()
  }

  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    layoutCell()
  }

  override func constrainedSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize? {
    updateConfigurationIfNeeded()
    // The framework's content is measured by `sizeThatFits`, whatever the app added to it.
    guard configurations?.listView == nil else { return nil }
    let own = super.constrainedSize(target, horizontal, vertical)
    return sizeAround(content, beside: contentInset, own, target, horizontal, vertical)
  }

  /// At the width asked for, the height that the labels' lines and the image need, at least that of a usual row. The
  /// table asks this, through `systemLayoutSizeFitting`, about rows that size themselves.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: fittingHeight(width: size.width))
  }

  /// The row is measured again before the next frame if it sizes itself.
  open override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    table?.loader.remeasure(self)
  }
}
