import Foundation

extension UITableViewCell {
  /// What the control at the left edge does, as the delegate answered; `.none` while the cell is not edited.
  public final var editingStyle: EditingStyle {
    switch editing?.row.control {
    case .delete: .delete
    case .insert: .insert
    case .none?, .check, nil: .none
    }
  }

  /// Whether an edited cell shows the grip by which its row is dragged. A table shows it for every row its data source
  /// lets the user move, unless this is set to false; true shows none for other rows.
  public final var showsReorderControl: Bool {
    get { editingOptions?.showsReorderControl ?? editing?.row.isMovable ?? false }
    set {
      options.showsReorderControl = newValue
      editingOptionsChanged()
    }
  }

  /// Whether an edited cell without a control moves its content to the right all the same; true at first. The
  /// delegate's `shouldIndentWhileEditingRowAt` must agree.
  public final var shouldIndentWhileEditing: Bool {
    get { editingOptions?.shouldIndent ?? true }
    set {
      options.shouldIndent = newValue
      editingOptionsChanged()
    }
  }

  /// Whether the button that confirms the row's deletion is out.
  public final var showingDeleteConfirmation: Bool { stateMask.contains(.showingDeleteConfirmation) }

  /// The system's sign at the right edge of an edited cell, in place of `accessoryType`.
  public final var editingAccessoryType: AccessoryType {
    get { editingOptions?.accessoryType ?? .none }
    set {
      options.accessoryType = newValue
      editingOptionsChanged()
    }
  }

  /// A view at the right edge of an edited cell, in place of the sign and of `accessoryView`; keeps its size.
  public final var editingAccessoryView: UIView? {
    get { editingOptions?.accessoryView }
    set {
      guard newValue !== editingOptions?.accessoryView else { return }
      editingOptions?.accessoryView?.removeFromSuperview()
      options.accessoryView = newValue
      editingOptionsChanged()
    }
  }

  /// Fills the cell in place of `selectedBackgroundView` while it is selected in a table in which several rows can be
  /// selected.
  public final var multipleSelectionBackgroundView: UIView? {
    get { editingOptions?.multipleSelectionBackground }
    set {
      guard newValue !== editingOptions?.multipleSelectionBackground else { return }
      if let shown = selectionView, shown.superview === self { shown.removeFromSuperview() }
      options.multipleSelectionBackground = newValue
      if newValue != nil { backgroundConfiguration = nil }
      selectionChanged(animated: false)
    }
  }

  private var options: CellEditingOptions {
    if let editingOptions { return editingOptions }
    let made = CellEditingOptions()
    editingOptions = made
    return made
  }

  private func editingOptionsChanged() {
    guard isEditing else { return }
    updateEditControls()
    accessoryChanged()
  }

  // MARK: By the table

  /// Has the cell edited as the table found out, or no longer with nil.
  func edit(_ row: RowEditing?, animated: Bool) {
    guard let row else {
      if isEditing { setEditing(false, animated: animated) }
      return
    }
    let state = editing ?? CellEditing()
    editing = state
    let isOther = state.row != row
    state.row = row
    if state.isOn {
      if isOther { updateEditControls() }
    } else {
      setEditing(true, animated: animated)
    }
  }

  // MARK: The change

  func changeEditing(to isOn: Bool, animated: Bool) {
    guard isOn != isEditing else { return }
    let mask = isOn ? stateMask.union(.showingEditControl) : stateMask.subtracting(.showingEditControl)
    willTransition(to: mask)
    guard isOn != isEditing else { return }
    let animates = animated && window?.application.animator.isAllowed == true
    // What is due for other reasons is not part of the change.
    if animates { layoutIfNeeded() }
    let old = edges
    stateMask = mask
    if isOn {
      let state = editing ?? CellEditing()
      editing = state
      state.isOn = true
      addEditControls(state)
    } else {
      editing = nil
    }
    addAccessories()
    setNeedsUpdateConfiguration()
    exchange(old, for: edges, animated: animates) { [weak self] in self?.didTransition(to: mask) }
  }

  /// What stands left and right of the content at present.
  private var edges: [UIView] {
    [editing?.control, editing?.reorderControl, shownAccessoryView ?? shownSign].compactMap { $0 }
  }

  private func exchange(_ old: [UIView], for new: [UIView], animated: Bool, completion: @escaping () -> Void) {
    var leaving = old.filter { view in !new.contains { $0 === view } }
    let coming = new.filter { view in !old.contains { $0 === view } }.map { view in
      // What is the cell's own may still be on its way out.
      (view: view, alpha: Self.isOwn(view) ? 1 : view.alpha)
    }
    // The app's views are not faded out: their opacity is the app's.
    for view in leaving where !animated || !Self.isOwn(view) { view.removeFromSuperview() }
    guard animated else { return completion() }
    leaving.removeAll { !Self.isOwn($0) }
    UIView.performWithoutAnimation {
      layoutEdges()
      for (view, _) in coming {
        view.frame.origin.x += Self.slide(of: view)
        view.alpha = 0
      }
    }
    UIView.animate(withDuration: TableMetrics.editDuration) {
      for (view, alpha) in coming { view.alpha = alpha }
      for view in leaving {
        view.alpha = 0
        view.frame.origin.x += Self.slide(of: view)
      }
      setNeedsLayout()
      layoutIfNeeded()
    } completion: { [weak self] _ in
      for view in leaving {
        guard let self, view.superview === self, !self.edges.contains(where: { $0 === view }) else { continue }
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
  private static func slide(of view: UIView) -> Double {
    view is EditControl ? -TableMetrics.editSlide : TableMetrics.editSlide
  }
}
