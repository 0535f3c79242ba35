import Foundation

/// How one row is edited, as data source and delegate answered.
struct RowEditing: Equatable {
  /// A control at the left edge.
  enum Control: Equatable {
    case none, delete, insert
    /// A circle that shows whether the row is selected.
    case check

    init(_ style: UITableViewCell.EditingStyle) {
      switch style {
      case .none: self = .none
      case .delete: self = .delete
      case .insert: self = .insert
      }
    }
  }

  var control = Control.none
  /// A row without a control keeps its content in line with those that have one.
  var isIndented = false
  /// The user may drag the row elsewhere.
  var isMovable = false
}

/// The columns beside a cell's content, in the direction of reading: the control of edit mode, the content, the accessory
/// and the grip by which the row is dragged. Owns edit mode with its options, since each column depends on it.
@MainActor
final class CellEdges: CellFacet {
  /// The state of a cell in edit mode.
  struct Editing {
    /// The answers of data source and delegate about editing the row.
    fileprivate(set) var row = RowEditing()
    /// `setEditing(true)` took effect.
    fileprivate(set) var isOn = false
    fileprivate(set) var control: EditControl?
    fileprivate(set) var grip: ReorderControl?
  }

  /// The app's choices for edit mode; most apps make none.
  private final class Options {
    var showsReorderControl: Bool?
    var shouldIndent = true
    var accessoryType = UITableViewCell.AccessoryType.none
    var accessoryView: UIView?
  }

  /// Nil while the cell is not edited.
  private(set) var editing: Editing?
  private var options: Options?
  /// Whether the cell keeps nothing for edit mode, as most do.
  var holdsNothing: Bool { editing == nil && options == nil }
  /// The system's sign; made when it is first needed.
  private(set) var sign: CellAccessoryView?
  /// The direction in which the cell's parts read.
  private(set) var direction = PartsDirection()
  /// The controls the cell shows besides its content.
  private(set) var state: UITableViewCell.StateMask = []

  // MARK: Columns, in points

  /// By how much content and lower line begin further inside than in a cell at rest.
  var shift: Double {
    guard let editing, editing.isOn else { return 0 }
    if editing.row.control != .none { return TableMetrics.editShift }
    return editing.row.isIndented && shouldIndent ? TableMetrics.editShift : 0
  }

  /// The width the accessory takes from the edge where reading ends, in points.
  private var accessoryWidth: Double {
    let margin = cell.room.margin
    let wider = margin - TableMetrics.cellMargin
    if let view = shownAccessoryView { return view.bounds.width + margin + TableMetrics.textGap }
    switch shownAccessoryType {
    case .none: return 0
    case .disclosureIndicator: return TableMetrics.disclosureWidth + wider
    case .checkmark: return TableMetrics.checkmarkWidth + wider
    case .detailButton: return TableMetrics.detailWidth + wider
    case .detailDisclosureButton: return TableMetrics.detailDisclosureWidth + wider
    }
  }

  /// The width the grip takes from that edge, in points.
  private var gripWidth: Double { editing?.grip == nil ? 0 : cell.room.margin + TableMetrics.reorderColumn }

  /// The width of the columns behind the content, in points.
  var trailingWidth: Double { accessoryWidth + gripWidth }

  /// By how much the content view is narrower than the cell.
  var contentInset: Double {
    let room = cell.room
    return room.left + shift + trailingWidth + room.right
  }

  /// Places what stands beside the content.
  func layOut() {
    let room = cell.room
    let size = cell.bounds.size
    let right = size.width - cell.trailingRoom - gripWidth
    if let view = shownAccessoryView {
      let fitted = view.bounds.size
      place(
        view,
        CGRect(
          x: right - room.margin - fitted.width, y: ((size.height - fitted.height) / 2).rounded(),
          width: fitted.width, height: fitted.height), in: size.width)
    } else if let shownSign {
      let width = accessoryWidth
      place(shownSign, CGRect(x: right - width, y: 0, width: width, height: size.height), in: size.width)
    }
    guard let editing, editing.isOn else { return }
    let signWidth = room.margin + TableMetrics.editSign
    place(
      editing.control, CGRect(x: cell.leadingRoom, y: 0, width: signWidth, height: size.height), in: size.width)
    place(editing.grip, CGRect(x: right, y: 0, width: gripWidth, height: size.height), in: size.width)
  }

  /// Has the content view and all that the framework made read as the cell does. Called before they are placed.
  func turnParts() {
    let cell = cell
    let (isTurned, wasTurned) = (cell.isTurned, direction.isTurned)
    guard direction.follow(isTurned) else { return }
    for view in [cell.content, sign, editing?.control, editing?.grip] as [UIView?] { view?.turn(isTurned) }
    if isTurned != wasTurned { cell.labels.directionDidChange() }
  }

  // MARK: Accessories

  /// The accessory view of the present mode.
  private var shownAccessoryView: UIView? { isEditing ? options?.accessoryView : cell.accessoryView }

  /// The accessory sign of the present mode.
  private var shownAccessoryType: UITableViewCell.AccessoryType {
    isEditing ? editingAccessoryType : cell.accessoryType
  }

  /// The view of that sign, if one is shown.
  private var shownSign: CellAccessoryView? {
    guard let sign, sign.superview === cell, shownAccessoryView == nil else { return nil }
    return shownAccessoryType == .none ? nil : sign
  }

  /// The accessory's kind or view is another.
  func accessoryDidChange() {
    let view = shownAccessoryView
    let other = isEditing ? cell.accessoryView : options?.accessoryView
    if let other, other !== view, other.superview === cell { other.removeFromSuperview() }
    if view != nil || shownAccessoryType == .none { sign?.removeFromSuperview() }
    addAccessory()
    cell.setNeedsLayout()
  }

  /// Adds the accessory of the present mode; takes none away.
  private func addAccessory() {
    let cell = cell
    if let view = shownAccessoryView {
      if view.superview !== cell { cell.addSubview(view) }
    } else if shownAccessoryType != .none {
      let shown = sign ?? CellAccessoryView(cell: cell)
      sign = shown
      shown.show(shownAccessoryType)
      if shown.superview !== cell { cell.addSubview(shown) }
    }
  }

  // MARK: Edit mode

  var isEditing: Bool { editing?.isOn ?? false }

  /// Has the cell edited as the table found out, or no longer with nil.
  func edit(_ row: RowEditing?, animated: Bool) {
    guard let row else {
      if isEditing { cell.setEditing(false, animated: animated) }
      return
    }
    let isOther = editing?.row != row
    editing = editing ?? Editing()
    editing?.row = row
    if !isEditing {
      cell.setEditing(true, animated: animated)
    } else if isOther {
      renewControls()
    }
  }

  /// Turns edit mode on or off.
  func setEditing(_ isOn: Bool, animated: Bool) {
    guard isOn != isEditing else { return }
    let cell = cell
    let mask = isOn ? state.union(.showingEditControl) : state.subtracting(.showingEditControl)
    cell.willTransition(to: mask)
    guard isOn != isEditing else { return }
    let animates = animated && cell.window?.application.animator.isAllowed == true
    // Layout that is due for other reasons is not part of the animated change.
    if animates { cell.layoutIfNeeded() }
    let old = shownViews
    state = mask
    if isOn {
      editing = editing ?? Editing()
      editing?.isOn = true
      addControls()
    } else {
      editing = nil
    }
    addAccessory()
    cell.setNeedsUpdateConfiguration()
    exchange(old, for: shownViews, animated: animates) { [weak cell] in cell?.didTransition(to: mask) }
  }

  private func addControls() {
    guard let row = editing?.row else { return }
    let cell = cell
    if row.control != .none {
      let made = EditControl(row.control) { [unowned cell] in
        cell.table?.editing.controlPressed(row.control, in: cell)
      }
      made.isChecked = cell.selection.isSelected
      editing?.control = made
      cell.addSubview(made)
    }
    if row.isMovable, showsReorderControl {
      let made = ReorderControl(frame: .zero)
      editing?.grip = made
      cell.addSubview(made)
    }
  }

  /// Brings the controls in line with the row's answers and the app's options, without animation.
  private func renewControls() {
    guard isEditing else { return }
    editing?.control?.removeFromSuperview()
    editing?.control = nil
    editing?.grip?.removeFromSuperview()
    editing?.grip = nil
    addControls()
    cell.setNeedsLayout()
  }

  /// The cell is selected now, or no longer.
  func selectionDidChange() { editing?.control?.isChecked = cell.selection.isSelected }

  // MARK: The change of mode

  /// The views beside the content at present.
  private var shownViews: [UIView] {
    [editing?.control, editing?.grip, shownAccessoryView ?? shownSign].compactMap { $0 }
  }

  private func exchange(_ old: [UIView], for new: [UIView], animated: Bool, completion: @escaping () -> Void) {
    let cell = cell
    var leaving = old.filter { view in !new.contains { $0 === view } }
    let coming = new.filter { view in !old.contains { $0 === view } }.map { view in
      // The cell's own views may still be on their way out.
      (view: view, alpha: Self.isOwn(view) ? 1 : view.alpha)
    }
    // The app's views are not faded out: their opacity is the app's.
    for view in leaving where !animated || !Self.isOwn(view) { view.removeFromSuperview() }
    guard animated else {
      // One that was on its way out comes back.
      for (view, alpha) in coming where view.alpha != alpha { view.alpha = alpha }
      return completion()
    }
    leaving.removeAll { !Self.isOwn($0) }
    UIView.performWithoutAnimation {
      layOut()
      for (view, _) in coming {
        view.frame.origin.x += slide(of: view)
        view.alpha = 0
      }
    }
    UIView.animate(withDuration: TableMetrics.editDuration) {
      for (view, alpha) in coming { view.alpha = alpha }
      for view in leaving {
        view.alpha = 0
        view.frame.origin.x += slide(of: view)
      }
      cell.setNeedsLayout()
      cell.layoutIfNeeded()
    } completion: { [weak cell] _ in
      for view in leaving {
        guard let cell, view.superview === cell, !cell.edges.shownViews.contains(where: { $0 === view }) else {
          continue
        }
        view.removeFromSuperview()
        view.alpha = 1
      }
      completion()
    }
  }

  private static func isOwn(_ view: UIView) -> Bool {
    view is EditControl || view is ReorderControl || view is CellAccessoryView
  }

  /// How far from its place a view at the edge begins, in points.
  private func slide(of view: UIView) -> Double {
    (view is EditControl) == cell.isTurned ? TableMetrics.editSlide : -TableMetrics.editSlide
  }

  // MARK: What the app chooses for edit mode

  var showsReorderControl: Bool {
    get { options?.showsReorderControl ?? editing?.row.isMovable ?? false }
    set { choose { $0.showsReorderControl = newValue } }
  }

  var shouldIndent: Bool {
    get { options?.shouldIndent ?? true }
    set { choose { $0.shouldIndent = newValue } }
  }

  var editingAccessoryType: UITableViewCell.AccessoryType {
    get { options?.accessoryType ?? .none }
    set { choose { $0.accessoryType = newValue } }
  }

  var editingAccessoryView: UIView? {
    get { options?.accessoryView }
    set {
      guard newValue !== options?.accessoryView else { return }
      options?.accessoryView?.removeFromSuperview()
      choose { $0.accessoryView = newValue }
    }
  }

  private func choose(_ change: (Options) -> Void) {
    let changed = options ?? Options()
    options = changed
    change(changed)
    guard isEditing else { return }
    renewControls()
    accessoryDidChange()
  }

  // MARK: Swiping

  /// The row is about to leave its place, or is about to be back.
  func swipeWillChange(isOpen: Bool) {
    let mask =
      isOpen ? state.union(.showingDeleteConfirmation) : state.subtracting(.showingDeleteConfirmation)
    guard mask != state else { return }
    cell.willTransition(to: mask)
    state = mask
  }

  /// The row has come to rest.
  func swipeDidChange() { cell.didTransition(to: state) }

  // MARK: Checks

  /// Stops at the first broken invariant of an edited cell; called by tests between passes.
  /// - Parameter place: which row it is, for the message.
  func checkInvariants(_ place: String) {
    let cell = cell
    guard let editing, editing.isOn else {
      return precondition(!cell.subviews.contains { $0 is ReorderControl && $0.alpha > 0 }, "\(place) has an idle grip")
    }
    precondition(
      (editing.control == nil) == (editing.row.control == .none), "the control of \(place) is not what was answered")
    precondition(editing.control?.superview ?? cell === cell, "the control of \(place) is not in its cell")
    precondition(editing.grip?.superview ?? cell === cell, "the grip of \(place) is not in its cell")
    precondition(
      cell.layoutMarks.isDue
        || (cell.isTurned ? cell.bounds.width - cell.contentView.frame.maxX : cell.contentView.frame.minX)
          == cell.leadingRoom + shift,
      "the content of \(place) is misplaced")
    precondition(
      editing.control?.isChecked ?? cell.isSelected == cell.isSelected, "the circle of \(place) shows another state")
  }
}
