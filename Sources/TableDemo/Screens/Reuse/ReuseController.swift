import UIKit

/// A table beside a live picture of the cells it keeps. Every cell object has its number and colour, so that
/// one can watch cell 0 leave at the top and come back as row 14.
final class ReuseController: UIViewController, DemoScreen {
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let header = ReuseHeaderView()
  private let panel = ReusePanel()
  private let edge = UIView()
  private var journal = ReuseJournal(identifiers: ReuseController.identifiers)
  /// Every cell made, by number; one the table has let go of is nil.
  private var cells: [WeakCell] = []

  private var isRefreshScheduled = false

  private struct WeakCell {
    weak var cell: ReuseCell?
  }

  let rowCount = 100_000
  /// Rows that fit exactly; with one more coming in at the bottom, the first cell to be used again is the
  /// one that leaves when row 14 is needed.
  private static let rowsOnScreen: CGFloat = 13

  /// Seconds; the picture shows in slow motion what a table does in a moment.
  private let clock: () -> TimeInterval

  /// - Parameter clock: moved by hand in tests.
  init(clock: @escaping () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }) {
    self.clock = clock
    super.init()
    title = "Reuse"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }

  /// Every seventh row is of another kind, so that there are two identifiers.
  private static func identifier(of row: Int) -> String { identifiers[row.isMultiple(of: 7) ? 1 : 0] }
  private static let identifiers = ["plain", "seventh"]

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.dataSource = self
    tableView.delegate = self
    for identifier in Self.identifiers {
      tableView.register(ReuseCell.self, forCellReuseIdentifier: identifier)
    }
    edge.backgroundColor = .separator
    for view in [header, tableView, edge, panel] { self.view.addSubview(view) }
    panel.content = { [unowned self] in panelContent() }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tableView.becomeFirstResponder()
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    let top = ReuseHeaderView.height
    let rowHeight = max(30, ((bounds.height - top) / Self.rowsOnScreen).rounded(.down))
    if tableView.rowHeight != rowHeight { tableView.rowHeight = rowHeight }
    let tableWidth = (bounds.width * 0.3).rounded()
    header.frame = CGRect(x: 0, y: 0, width: bounds.width, height: top)
    tableView.frame = CGRect(
      x: 0, y: top, width: tableWidth, height: min(rowHeight * Self.rowsOnScreen, bounds.height - top))
    edge.frame = CGRect(x: tableWidth, y: top, width: 1, height: bounds.height - top)
    panel.frame = CGRect(
      x: tableWidth + 1, y: top, width: bounds.width - tableWidth - 1, height: bounds.height - top)
  }

  /// Called in the panel's layout, which comes after the table's in the same pass.
  private func panelContent() -> ReusePanel.Content {
    journal.keep(only: Set(cells.indices.filter { cells[$0].cell != nil }))
    header.show(created: journal.created, dequeued: journal.dequeued)
    let visible = (tableView.indexPathsForVisibleRows ?? []).compactMap { path in
      (tableView.cellForRow(at: path) as? ReuseCell)?.identity
        .map { ReusePicture.Visible(row: path.row, cell: $0.number) }
    }
    return ReusePanel.Content(visible: visible, journal: journal, now: clock())
  }

  /// Draws the panel again when a cell arrives at the next stop of its way.
  private func scheduleRefresh() {
    let now = clock()
    guard !isRefreshScheduled, let next = journal.nextChange(after: now) else { return }
    isRefreshScheduled = true
    DispatchQueue.main.asyncAfter(deadline: .now() + (next - now) + 0.01) { [weak self] in
      guard let self else { return }
      isRefreshScheduled = false
      refresh()
    }
  }

  /// Has the picture drawn as it is now.
  func refresh() {
    panel.setNeedsLayout()
    scheduleRefresh()
  }
}

extension ReuseController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let identifier = Self.identifier(of: indexPath.row)
    let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
    guard let cell = cell as? ReuseCell else { return cell }
    if let identity = cell.identity {
      journal.dequeue(identity.number, row: indexPath.row)
      scheduleRefresh()
    } else {
      cell.identity = CellIdentity(number: cells.count)
      cells.append(WeakCell(cell: cell))
      journal.create(cells.count - 1, row: indexPath.row)
    }
    cell.show(row: indexPath.row, isSeventh: indexPath.row.isMultiple(of: 7))
    panel.setNeedsLayout()
    return cell
  }

  func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {
    guard let identity = (cell as? ReuseCell)?.identity, let identifier = cell.reuseIdentifier else { return }
    journal.leave(identity.number, row: indexPath.row, identifier: identifier, at: clock())
    scheduleRefresh()
    panel.setNeedsLayout()
  }
}
