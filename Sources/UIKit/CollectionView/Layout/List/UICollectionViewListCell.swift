import Foundation
import UIKitCore

/// A cell of a list: with accessories at its edges, indentation, a line to the next cell, and the ground of its list.
@preconcurrency @MainActor
open class UICollectionViewListCell: UICollectionViewCell, SwipeView {
  /// Signs, controls and views at the edges, those at the end from the text to the edge.
  open var accessories: [UICellAccessory] = [] { didSet { showAccessories() } }
  /// Steps by which the content is moved. Cells of an outline are moved by their level as well.
  open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { roomChanged() } } }
  /// Points of a step.
  open var indentationWidth: CGFloat = 10 { didSet { if indentationWidth != oldValue { roomChanged() } } }
  /// Whether accessories at the leading edge are moved with the content.
  open var indentsAccessories = true { didSet { if indentsAccessories != oldValue { setNeedsLayout() } } }

  /// Where the line below the cell begins and ends; constrain its leading anchor to have the line begin elsewhere than at
  /// the cell's text.
  public private(set) final lazy var separatorLayoutGuide: UILayoutGuide = {
    let guide = UILayoutGuide()
    guide.identifier = "UICollectionViewListCell.separatorLayoutGuide"
    addLayoutGuide(guide)
    hasSeparatorGuide = true
    return guide
  }()
  private final var hasSeparatorGuide = false

  private final var leading: [AccessoryView] = []
  private final var trailing: [AccessoryView] = []
  private final var lines: (top: UIView, bottom: UIView)?

  /// Points of gaps beside accessories.
  private static let gap = 8.0
  private static let cardRadius = 10.0

  /// A content as the rows of the list have it; of a header or footer, or of a section's first item that stands for its
  /// header, as those have it.
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    let isPlain = list?.appearance == .plain || list == nil
    switch role {
    case .row: return list?.isSidebar == true ? .sidebarCell() : .cell()
    case .header: return list?.isSidebar == true ? .sidebarHeader() : isPlain ? .plainHeader() : .groupedHeader()
    case .footer: return isPlain ? .plainFooter() : .groupedFooter()
    }
  }

  /// The ground of a row, a header or a footer of the list.
  open override func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    let isHeader = role != .row && place?.isCell != true
    switch list?.appearance {
    case .grouped, .insetGrouped: return isHeader ? .listGroupedHeaderFooter() : .listGroupedCell()
    case .sidebar, .sidebarPlain: return isHeader ? .clear() : .listSidebarCell()
    case .plain, nil: return isHeader ? .listPlainHeaderFooter() : .listPlainCell()
    }
  }

  /// Gives a cell without a ground of its own that of the list. Overrides call super.
  open override func updateConfiguration(using state: UICellConfigurationState) {
    super.updateConfiguration(using: state)
    if backgroundConfiguration == nil, backgroundView == nil, backgroundColor == nil {
      backgroundConfiguration = defaultBackgroundConfiguration()
    }
    if !accessories.isEmpty { showAccessories() }
  }

  open override var configurationState: UICellConfigurationState {
    var state = super.configurationState
    if let path, let outline { state.isExpanded = outline.isExpanded(at: path) }
    state.isSwiped = isAside
    return state
  }

  // MARK: The list

  private enum Role { case row, header, footer }

  /// The element that the cell shows, or is being made for.
  private final var place: ElementPosition? { position ?? collectionView?.supply.requested }

  /// The item that the cell shows; nil of a header or footer.
  private final var path: IndexPath? {
    place.flatMap { $0.isCell ? IndexPath(item: $0.item, section: Int($0.section)) : nil }
  }

  private final var role: Role {
    guard let place, let collectionView else { return .row }
    guard place.isCell else {
      return collectionView.places.kindName(of: place) == FlowKinds.footer ? .footer : .header
    }
    return place.item == 0 && list?.headerMode == .firstItemInSection ? .header : .row
  }

  private final var outline: (any OutlineSource)? { collectionView?.dataSource as? any OutlineSource }

  /// How the list that shows the cell looks; nil elsewhere.
  private final var list: UICollectionLayoutListConfiguration? {
    guard let place, let layout = collectionView?.collectionViewLayout as? UICollectionViewCompositionalLayout else {
      return nil
    }
    return layout.section(Int(place.section))?.listConfiguration
  }

  private final var indentation: CGFloat {
    let level = path.flatMap { outline?.outlineLevel(at: $0) } ?? 0
    return CGFloat(max(indentationLevel + level, 0)) * indentationWidth
  }

  private final func roomChanged() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  // MARK: Swiping

  /// The state of a cell that is beside its place.
  private struct Aside {
    /// The buttons that the cell took along when it began to leave.
    var buttons: UIView?
    var exit: Double?
  }

  /// Nil while the cell is in its place.
  private final var aside: Aside? {
    didSet { if (aside == nil) != (oldValue == nil) { setNeedsUpdateConfiguration() } }
  }

  package final var isAside: Bool { aside != nil }

  override var swipeExit: Double? { aside?.exit }

  package final func stepAside(with companions: [UIView]) { aside = Aside() }

  package final func stepBack() {
    guard let left = aside else { return }
    aside = nil
    left.buttons?.removeFromSuperview()
  }

  package final func leave(with buttons: UIView, towards exit: Double?) {
    aside = Aside(buttons: buttons, exit: exit)
  }

  override func movementDidEnd() {
    super.movementDidEnd()
    stepBack()
  }

  // MARK: Accessories

  private final func showAccessories() {
    let isEditing = collectionView?.isEditing ?? false
    let shown = accessories.filter { $0.isShown(isEditing: isEditing) }
    let width = (contentFrame.minX, contentFrame.width)
    show(UICellAccessory.ordered(shown.filter(\.isLeading)), in: \.leading)
    show(UICellAccessory.ordered(shown.filter { !$0.isLeading }), in: \.trailing)
    setNeedsLayout()
    if (contentFrame.minX, contentFrame.width) != width { invalidateIntrinsicContentSize() }
  }

  private final func show(
    _ accessories: [UICellAccessory], in side: ReferenceWritableKeyPath<UICollectionViewListCell, [AccessoryView]>
  ) {
    while self[keyPath: side].count > accessories.count { self[keyPath: side].removeLast().removeFromSuperview() }
    let situation = AccessoryView.Situation(
      isExpanded: path.flatMap { outline?.isExpanded(at: $0) } ?? false, isSelected: isSelected,
      isRightToLeft: isInRightToLeft)
    for (number, accessory) in accessories.enumerated() {
      if number == self[keyPath: side].count {
        let made = AccessoryView(frame: .zero)
        addSubview(made)
        self[keyPath: side].append(made)
      }
      let view = self[keyPath: side][number]
      view.show(accessory, situation) { [weak self] in self?.accessoryPressed(accessory) }
      // Below the other accessories, which take their own presses.
      if view.coversCell { insertSubview(view, aboveSubview: contentView) }
    }
  }

  private final func accessoryPressed(_ accessory: UICellAccessory) {
    if let action = accessory.action { return action() }
    if accessory.kind == .delete, let collectionView, let item = position?.itemPosition {
      collectionView.swipe.openTrailingActions(at: item, animated: true)
      return
    }
    guard accessory.kind == .outlineDisclosure, let path, let outline else { return }
    outline.toggleExpansion(at: path)
    setNeedsUpdateConfiguration()
  }

  // MARK: Layout

  override var contentFrame: CGRect {
    let start = indentation + Self.room(leading)
    let end = Self.room(trailing)
    let width = max(bounds.width - start - end, 0)
    return CGRect(x: isInRightToLeft ? end : start, y: 0, width: width, height: bounds.height)
  }

  private static func room(_ views: [AccessoryView]) -> CGFloat {
    views.isEmpty ? 0 : views.reduce(gap) { $0 + $1.width + gap }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    placeAccessories()
    placeLines()
    showCard()
  }

  private final func placeAccessories() {
    var x = Self.gap * 2 + (indentsAccessories ? indentation : 0)
    for view in leading { x = place(view, at: x) + Self.gap }
    x = bounds.width - Self.room(trailing)
    for view in trailing { x = place(view, at: x) + Self.gap }
  }

  /// - Returns: where the view ends.
  private final func place(_ view: AccessoryView, at x: CGFloat) -> CGFloat {
    let width = view.width
    let frame = mirrored(CGRect(x: x, y: 0, width: width, height: bounds.height))
    view.take(frame, in: CGRect(origin: .zero, size: bounds.size))
    return x + width
  }

  private final func mirrored(_ frame: CGRect) -> CGRect {
    guard isInRightToLeft else { return frame }
    return CGRect(x: bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
  }

  private final func placeLines() {
    guard let list, let path, let collectionView else { return hideLines() }
    var look = list.separatorConfiguration
    if let handler = list.itemSeparatorHandler { look = handler(path, look) }
    let isLast = path.item == collectionView.numberOfItems(inSection: path.section) - 1
    let hasLine = list.showsSeparators && (list.appearance == .plain || !isLast)
    let showsBottom =
      look.bottomSeparatorVisibility == .visible || look.bottomSeparatorVisibility == .automatic && hasLine
    let showsTop = look.topSeparatorVisibility == .visible
    guard showsTop || showsBottom else { return hideLines() }
    let lines = lines ?? makeLines()
    let thickness = 1 / max(traitCollection.displayScale, 1)
    place(lines.top, look.topSeparatorInsets, y: 0, thickness, isShown: showsTop, look.color)
    place(
      lines.bottom, look.bottomSeparatorInsets, y: bounds.height - thickness, thickness, isShown: showsBottom,
      look.color)
  }

  private final func hideLines() {
    lines?.top.isHidden = true
    lines?.bottom.isHidden = true
  }

  private final func makeLines() -> (top: UIView, bottom: UIView) {
    let made = (top: UIView(frame: .zero), bottom: UIView(frame: .zero))
    for line in [made.top, made.bottom] {
      line.isUserInteractionEnabled = false
      addSubview(line)
    }
    lines = made
    return made
  }

  private final func place(
    _ line: UIView, _ insets: NSDirectionalEdgeInsets, y: CGFloat, _ thickness: CGFloat, isShown: Bool, _ color: UIColor
  ) {
    line.isHidden = !isShown
    guard isShown else { return }
    line.backgroundColor = color
    let automatic = UIListSeparatorConfiguration.automaticInsets
    let start = insets.leading == automatic.leading ? textStart : insets.leading
    let end = insets.trailing == automatic.trailing ? 0 : insets.trailing
    line.frame = mirrored(CGRect(x: start, y: y, width: max(bounds.width - start - end, 0), height: thickness))
  }

  /// Where the text of the cell begins, from the edge where reading begins.
  private final var textStart: CGFloat {
    if hasSeparatorGuide, separatorLayoutGuide.layoutFrame != .zero {
      let frame = separatorLayoutGuide.layoutFrame
      return isInRightToLeft ? bounds.width - frame.maxX : frame.minX
    }
    let text = (contentView as? UIListContentView)?.textLayoutGuide?.layoutFrame
    let frame = contentFrame
    guard let text, text.width > 0 else {
      return (isInRightToLeft ? bounds.width - frame.maxX : frame.minX) + contentMargins.left
    }
    let inCell = text.offsetBy(dx: frame.minX, dy: 0)
    return isInRightToLeft ? bounds.width - inCell.maxX : inCell.minX
  }

  /// Rounds the corners of the first and the last cell of a card.
  private final func showCard() {
    guard list?.appearance == .insetGrouped, let path, let collectionView else {
      if layer.cornerRadius == Self.cardRadius, layer.maskedCorners != .all { layer.cornerRadius = 0 }
      return
    }
    var corners: CACornerMask = []
    if path.item == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if path.item == collectionView.numberOfItems(inSection: path.section) - 1 {
      corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
    }
    layer.maskedCorners = corners
    layer.cornerRadius = corners.isEmpty ? 0 : Self.cardRadius
    clipsToBounds = !corners.isEmpty
  }

  /// The cell has another place: it may be another one of its section.
  open override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
    super.apply(layoutAttributes)
    setNeedsLayout()
  }
}

extension UICollectionLayoutListConfiguration {
  var isSidebar: Bool { appearance == .sidebar || appearance == .sidebarPlain }

  /// The colour behind the rows.
  var ground: UIColor {
    if let backgroundColor { return backgroundColor }
    switch appearance {
    case .plain: return .systemBackground
    case .grouped, .insetGrouped: return .systemGroupedBackground
    case .sidebar: return .secondarySystemBackground
    case .sidebarPlain: return .clear
    }
  }
}
