import Foundation
import TableModel

/// The rows that the user drags out of the window, from the press to the drag's end.
///
/// The items are fixed when the drag begins: what happens to the rows afterwards changes only which cells look dragged.
final class DraggedRows: TableGuest, RowFollower {
  /// The rows and items a gesture drags once it begins.
  private struct Proposal {
    let session: DragSession
    let rows: RowSelection
  }

  /// Whether the user may drag rows.
  fileprivate(set) var isAllowed = true
  /// Made with the first delegate.
  private var pan: RowDragGestureRecognizer?
  private var proposal: Proposal?
  /// The drag under way.
  private var session: DragSession?
  /// The rows of that drag, as far as they still exist.
  private var rows = RowSelection()

  /// Whether rows are being dragged.
  var isActive: Bool { session != nil }

  /// Makes the gesture recogniser. Called when a drag delegate is set.
  fileprivate func install() {
    guard pan == nil else { return }
    let pan = RowDragGestureRecognizer()
    pan.table = table
    pan.addHandler { [weak table] recognizer in
      guard let table, recognizer.state == .began else { return }
      table.draggedRows.panDidBegin()
    }
    self.pan = pan
    // Behind the one that swipes, which thus decides first.
    table.addGestureRecognizer(pan)
  }

  // MARK: Following the rows

  func follow(_ plan: UpdatePlan) {
    proposal = nil
    rows.apply(plan)
  }

  func reset() {
    proposal = nil
    rows.removeAll()
  }

  func keepRows(existingIn index: RowHeightIndex) {
    proposal = nil
    rows.keep(existingIn: index)
  }

  // MARK: Called by the gesture

  /// Whether a touch may turn out to drag its row. Controls are left to work as they are dragged, texts to be selected.
  func mayWatch(_ touch: UITouch) -> Bool {
    let table = table
    guard isAllowed, table.app.dragDelegate != nil, touch.type == .indirectPointer, touch.button == .primary,
      table.rows.openRow == nil, !table.indicators.isTouched, let view = touch.view, !view.keepsTouches,
      table.window?.platformWindow?.canDragOut == true, table.cell(under: touch) != nil
    else { return false }
    if let control = view as? UIControl { return !control.takesDrag(of: touch) }
    return !view.isFirstResponder && !view.selectsText
  }

  /// The pointer left the place of the press, and did not swipe: asks the delegate.
  /// - Returns: false when the row stays where it is.
  func prepare(for touch: UITouch) -> Bool {
    let table = table
    proposal = nil
    table.bringUpToDate()
    guard table.rows.borrower == nil, table.rows.openRow == nil, !table.isBusy,
      let pressed = table.cell(under: touch)?.position, let application = table.window?.application,
      application.drag?.isCarried != true
    else { return false }
    var rows = RowSelection()
    rows.insert(pressed)
    let selection = table.chooser.selection
    if selection.contains(pressed) { rows = selection }
    guard rows.count <= RowChooser.mostAsked else { return false }
    let session = DragSession(locationInWindow: touch.locationInWindow)
    // Changes that the delegate makes to the rows here wait for the end of the question, and cancel the drag.
    let outer = table.work.begin(.reporting)
    defer { table.work.end(outer) }
    guard let first = table.app.dragItems(of: pressed, session), !first.isEmpty else { return false }
    var items: [UIDragItem] = []
    for row in rows.all {
      guard let own = row == pressed ? first : table.app.dragItems(of: row, session) else { return false }
      items += own
    }
    session.items = items
    guard session.text != nil else { return false }
    proposal = Proposal(session: session, rows: rows)
    return true
  }

  private func panDidBegin() {
    let table = table
    guard let proposal, let window = table.window else { return }
    self.proposal = nil
    let session = proposal.session
    let begins = window.application.beginDrag(session, in: window, preview: DragPreview(session)) { [weak table] in
      table?.draggedRows.end(session)
    }
    guard begins else { return }
    self.session = session
    rows = proposal.rows
    show(isDragged: true)
    table.app.dragWillBegin(session)
  }

  private func end(_ session: DragSession) {
    guard self.session === session else { return }
    self.session = nil
    show(isDragged: false)
    rows.removeAll()
    table.app.dragDidEnd(session)
  }

  // MARK: How it looks

  /// The stage of the drag for a row.
  func state(of row: RowPosition) -> UITableViewCell.DragState {
    session != nil && rows.contains(row) ? .dragging : .none
  }

  /// Marks the visible rows of the drag as pressed, or no more.
  private func show(isDragged: Bool) {
    let table = table
    for entry in table.cells.visible {
      // A cell may change the table when it is told.
      guard let position = entry.view.position, table.cells.view(at: position) === entry.view,
        rows.contains(position)
      else { continue }
      if isDragged || !table.isHighlighted(position) { entry.view.setHighlighted(isDragged, animated: !isDragged) }
      entry.view.setNeedsUpdateConfiguration()
      entry.view.dragStateDidChange(isDragged ? .dragging : .none)
    }
  }

  override func checkInvariants() {
    precondition(session != nil || rows.isEmpty, "rows are dragged by no session")
  }
}

/// A table's own pan that drags rows out: by the mouse, in directions that do not swipe.
private final class RowDragGestureRecognizer: UIPanGestureRecognizer {
  /// Set by the table, which owns the recogniser.
  weak var table: UITableView?

  override init(target: Any?, action: Selector?) {
    super.init(target: target, action: action)
    maximumNumberOfTouches = 1
  }

  override func wants(_ touch: UITouch) -> Bool {
    guard let table, numberOfTouches == 0, super.wants(touch) else { return false }
    return table.draggedRows.mayWatch(touch)
  }

  override func mayBegin() -> Bool {
    guard let table, let touch = touches.first else { return false }
    return table.draggedRows.prepare(for: touch)
  }
}

/// The view that follows the pointer inside the window: the first dragged line, and the number of further items.
private final class DragPreview: UIView {
  private static let padding = CGSize(width: 10, height: 6)
  private static let widest: CGFloat = 280

  init(_ session: DragSession) {
    super.init(frame: .zero)
    let line = session.text.map { $0.prefix(200).prefix { !$0.isNewline } } ?? ""
    let first = line.split(separator: "\t", omittingEmptySubsequences: true).prefix(2).joined(separator: ", ")
    let others = session.items.count - 1
    let label = UILabel()
    label.text = others > 0 ? "\(first) and \(others) more" : first
    label.font = .preferredFont(forTextStyle: .footnote)
    label.lineBreakMode = .byTruncatingMiddle
    let size = label.sizeThatFits(CGSize(width: Self.widest, height: .infinity))
    label.frame = CGRect(
      x: Self.padding.width, y: Self.padding.height, width: min(size.width.rounded(.up), Self.widest),
      height: size.height.rounded(.up))
    frame.size = CGSize(
      width: label.frame.maxX + Self.padding.width, height: label.frame.maxY + Self.padding.height)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 8
    layer.borderWidth = 1
    layer.borderColor = UIColor.separator.cgColor
    clipsToBounds = true
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }
}

extension UITableView {
  /// Lets the user drag rows to other programs, and says what these get; nil, the default, lets none be dragged.
  public final weak var dragDelegate: (any UITableViewDragDelegate)? {
    get { app.dragDelegate }
    set {
      app.dragDelegateWasSet(newValue)
      if newValue != nil { draggedRows.install() }
    }
  }

  /// Whether the user may drag rows if there is a drag delegate; true at first. False does not end a drag under way.
  public final var dragInteractionEnabled: Bool {
    get { draggedRows.isAllowed }
    set { draggedRows.isAllowed = newValue }
  }

  /// Whether rows of this table are being dragged, or were let go over a program that has yet to fetch them.
  public final var hasActiveDrag: Bool { draggedRows.isActive }
}
