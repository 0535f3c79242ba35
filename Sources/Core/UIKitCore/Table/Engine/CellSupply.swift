import Foundation
import TableModel

/// Where cells come from: what they are made of when none waits, and the rules by which `cellForRowAt` takes them.
@MainActor
final class CellSupply: TableFacet {
  /// A running call of `cellForRowAt`.
  private struct Request {
    let position: RowPosition
    /// A cell was dequeued for its path.
    var hasDequeued = false
  }

  /// The registered classes or nibs of cells, by identifier.
  private var sources: [String: ReusableSource<UITableViewCell>] = [:]
  /// The innermost running call.
  private var running: Request?
  /// The cell the next dequeue hands out.
  private var reconfigured: UITableViewCell?

  func register(_ source: ReusableSource<UITableViewCell>?, _ identifier: String) {
    sources[identifier] = source
  }

  // MARK: Asking the data source

  /// Has the data source supply a row's cell; nil without data source. See `AppSide.cell(at:)`.
  func request(_ position: RowPosition) -> UITableViewCell? {
    let outer = running
    running = Request(position: position)
    defer { running = outer }
    return table.app.cell(at: position)
  }

  /// Has the data source configure the cell that a row has already.
  func reconfigure(_ cell: UITableViewCell, at position: RowPosition) {
    reconfigured = cell
    let answer = request(position)
    reconfigured = nil
    guard answer === cell else {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned another cell for row \(position.row) of section \(position.section), which \
        is being reconfigured; dequeue with the identifier "\(cell.reuseIdentifier ?? "")" the row's cell has, or use \
        reloadRows(at:with:)
        """)
    }
  }

  /// Ends the program if the data source returned a cell that is in use.
  /// - Parameter shown: the row on screen that the cell stands for.
  func requireFree(_ cell: UITableViewCell, for position: RowPosition, shownAt shown: RowPosition?) {
    if cell.isTemplate {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned, for row \(position.row) of section \(position.section), the height \
        service's template cell, which is only for measuring; dequeue a cell for the row
        """)
    }
    if let other = cell.table, other !== table, cell.superview === other {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned, for row \(position.row) of section \(position.section), a cell that another \
        table shows; take cells from dequeueReusableCell of the table that asks
        """)
    }
    if cell.table === table, let old = shown {
      tableMisuse(
        """
        tableView(_:cellForRowAt:) returned, for row \(position.row) of section \(position.section), the cell that \
        already shows row \(old.row) of section \(old.section); dequeue or make a cell for each row
        """)
    }
  }

  // MARK: Handing out

  /// The cell that is being reconfigured, the first time it is asked for.
  func takeReconfigured(_ identifier: String) -> UITableViewCell? {
    guard let cell = reconfigured, cell.reuseIdentifier == identifier else { return nil }
    reconfigured = nil
    return cell
  }

  /// A new cell of a registered class or nib.
  func make(_ identifier: String) -> UITableViewCell? {
    guard let cell = sources[identifier]?.make(identifier, for: table) else { return nil }
    // Default configurations depend on the table's style.
    cell.belong(to: table)
    cell.adoptTraits(table.traitCollection)
    return cell
  }

  /// Ends the program if a row takes a second cell; called for each one that is dequeued for a row's path.
  func noteDequeue(for position: RowPosition, _ identifier: String) {
    guard running?.position == position else { return }
    guard running?.hasDequeued == false else {
      tableMisuse(
        """
        dequeueReusableCell(withIdentifier:for:) was called twice for row \(position.row) of section \(position.section), \
        the second time with the identifier "\(identifier)"; decide on one identifier first, or use \
        dequeueReusableCell(withIdentifier:) for cells that are not returned
        """)
    }
    running?.hasDequeued = true
  }

  override func checkInvariants() {
    precondition(running == nil && reconfigured == nil, "a cell is being asked for, and the table is whole")
  }
}

// MARK: - Sources

/// The source of new views of an identifier: the class or nib registered last.
@MainActor
enum ReusableSource<View: UIView> {
  case type(View.Type)
  case nib(UINib)

  /// The one object a nib must hold.
  fileprivate static func only(in nib: UINib, _ identifier: String, _ label: StaticString) -> View {
    let objects = nib.instantiate(withOwner: nil, options: nil)
    guard objects.count == 1, let view = objects.first as? View else {
      let types = objects.map { "\(Swift.type(of: $0))" }.joined(separator: ", ")
      tableMisuse(
        """
        the nib registered with register(_:\(label):) for "\(identifier)" holds [\(types)]; it must hold exactly one \
        object, a \(View.self)
        """)
    }
    return view
  }

  fileprivate static func require(_ own: String?, _ registered: String, _ label: StaticString) {
    guard let own, own != registered else { return }
    tableMisuse(
      """
      the nib registered with register(_:\(label):) for "\(registered)" holds a view with the reuse identifier "\(own)"; \
      give both the same identifier, or the view none
      """)
  }
}

extension ReusableSource<UITableViewCell> {
  func make(_ identifier: String, for table: UITableView) -> UITableViewCell {
    switch self {
    case .type(let type): return UITableViewCellShape.make(type, reuseIdentifier: identifier)
    case .nib(let nib):
      let cell = Self.only(in: nib, identifier, "forCellReuseIdentifier")
      Self.require(cell.reuseIdentifier, identifier, "forCellReuseIdentifier")
      cell.takeIdentifier(identifier)
      return cell
    }
  }
}

extension ReusableSource<UITableViewHeaderFooterView> {
  func make(_ identifier: String, for table: UITableView) -> UITableViewHeaderFooterView {
    let view: UITableViewHeaderFooterView
    switch self {
    case .type(let type): view = UITableViewHeaderFooterViewShape.make(type, reuseIdentifier: identifier)
    case .nib(let nib):
      view = Self.only(in: nib, identifier, "forHeaderFooterViewReuseIdentifier")
      Self.require(view.reuseIdentifier, identifier, "forHeaderFooterViewReuseIdentifier")
      view.takeIdentifier(identifier)
    }
    view.adopt(table.style)
    return view
  }
}
