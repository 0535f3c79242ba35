import DemoParts
import UIKit

/// This machine's processes, looked at each second. Rows glide to their new rank; the selected one stays where it is.
final class ProcessesController: CommandScreen, DemoScreen {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, ProcessIdentity>

  let sampler: ProcessSampler
  /// All processes, as they were when the rows were brought up to date last.
  private(set) var list = ProcessList()
  /// The entries that the rows show.
  private var shown: [ProcessIdentity: ProcessEntry] = [:]
  private(set) lazy var dataSource = makeDataSource()
  private let searchBar = UISearchBar()
  private let dragging = RowTextDragging()
  private lazy var titles = ProcessColumnTitles { [weak self] key in self?.choose(key) }
  private let legend = ProcessLegend()

  /// Where the update that is being carried out puts the content.
  private var placing = Placing.whereItIs
  private var refreshing: Task<Void, Never>?
  private(set) var isPaused = false
  /// A menu is open; what it is about must not move away below it.
  private var isMenuOpen = false
  /// The process the user is asked about, whether it is to end.
  private(set) var candidate: ProcessIdentity?
  /// The alert that asks.
  private weak var question: UIAlertController?
  /// The result of the last command; shown until the next one.
  private var notice: String?
  /// Why the processes cannot be read.
  private var failure: UnreadableInput?

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Pause", "P", "pause") { [weak self] in self?.togglePause() },
      ScreenCommand("Terminate\u{2026}", "T", "xmark.octagon", tip: "Ends the selected process") {
        [weak self] in self?.askToEndSelected()
      },
    ]
  }

  override var keyHints: [KeyHint] {
    super.keyHints + [
      KeyHint("Ctrl", "F", action: "Search"), KeyHint("C", "M", "N", "I", action: "Sort by CPU, memory, name, PID"),
      KeyHint("Escape", action: "Select none"),
    ]
  }

  /// - Parameter sampler: reads `/proc` unless told otherwise.
  init(sampler: ProcessSampler = ProcessSampler()) {
    self.sampler = sampler
    super.init(style: .plain)
    title = "Processes"
  }

  required init?(coder: NSCoder) { nil }

  var rowCount: Int { dataSource.snapshot().numberOfItems }
  var isComplete: Bool { !list.all.isEmpty || failure != nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.selectionFollowsFocus = true
    tableView.dragDelegate = dragging
    tableView.register(ProcessCell.self, forCellReuseIdentifier: "process")
    searchBar.searchBarStyle = .minimal
    searchBar.searchTextField.toolTip = "Name, command, user or PID"
    searchBar.delegate = self
    bar.accessoryView = searchBar
    view.addSubview(titles)
    view.addSubview(legend)
    titles.show(list.sorting)
    showStatus()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    startRefreshing()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    stopRefreshing()
  }

  /// In points: narrower screens have no room for what can be searched for in the field.
  private static let leastWidthForWords: CGFloat = 620
  override var contentWidth: ContentWidth { .columns }
  override var rowHeight: CGFloat? { ProcessCell.height }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area = tableView.frame
    let words = area.width < Self.leastWidthForWords ? "Search" : "Name, command, user or PID"
    if searchBar.placeholder != words { Palette.setPlaceholder(words, of: searchBar.searchTextField) }
    let inset = ProcessColumns.inset(in: area.width)
    tableView.separatorInset = UIEdgeInsets(
      top: 0, left: inset + ProcessColumns.textInset, bottom: 0, right: inset > 0 ? inset + ProcessColumns.margin : 0)
    titles.frame = CGRect(x: 0, y: area.minY, width: area.width, height: ProcessColumnTitles.height)
    let foot = min(legend.sizeThatFits(view.bounds.size).height, max(0, area.maxY - titles.frame.maxY))
    legend.frame = CGRect(x: 0, y: area.maxY - foot, width: area.width, height: foot)
    legend.isHidden = foot == 0
    tableView.frame = CGRect(
      x: 0, y: titles.frame.maxY, width: area.width, height: max(0, legend.frame.minY - titles.frame.maxY))
  }

  private func makeDataSource() -> UITableViewDiffableDataSource<Int, ProcessIdentity> {
    UITableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, path, identity in
      let cell = tableView.dequeueReusableCell(withIdentifier: "process", for: path)
      if let process = self?.shown[identity] { (cell as? ProcessCell)?.show(process) }
      return cell
    }
  }

  // MARK: Showing

  /// Brings the rows in line with a list: rows that changed are configured again, all others left alone.
  func show(_ next: ProcessList, _ placing: Placing) {
    let isFirst = list.all.isEmpty
    list = next
    let visible = next.visible
    let changed = visible.filter { process in shown[process.identity].map { !$0.looksLike(process) } ?? false }
    shown = Dictionary(uniqueKeysWithValues: visible.map { ($0.identity, $0) })
    var snapshot = Snapshot()
    snapshot.appendSections([0])
    snapshot.appendItems(visible.map(\.identity))
    snapshot.reconfigureItems(changed.map(\.identity))
    self.placing = placing
    dataSource.apply(snapshot, animatingDifferences: !isFirst)
    self.placing = .whereItIs
    if let candidate, shown[candidate] == nil { forgetCandidate() }
    showStatus()
    showMessage()
  }

  /// The entry of a process as shown; nil for a process that is not shown.
  func figures(of identity: ProcessIdentity) -> ProcessEntry? { shown[identity] }

  func showStatus() {
    let threads = list.all.reduce(0) { $0 + $1.threads }
    let capacity = 100 * sampler.measure.processors
    let load = min(list.all.reduce(0) { $0 + $1.load }, 10 * capacity)
    let all = GroupedNumber.string(list.all.count)
    let count = list.filter.isEmpty ? all : "\(GroupedNumber.string(shown.count)) of \(all)"
    let state = isPaused ? ", paused" : ""
    bar.status =
      "\(count) processes, \(GroupedNumber.string(threads)) threads,"
      + " CPU \(ProcessLoad.text(load)) of \(capacity) %\(state)"
    bar.hint = notice ?? "A click on a title sorts by it"
  }

  private func showMessage() {
    let message: String? =
      if let failure { failure.description } else if rowCount == 0, !list.all.isEmpty {
        "No process matches \u{201c}\(list.filter)\u{201d}"
      } else { nil }
    guard message != nil || tableView.backgroundView != nil else { return }
    tableView.backgroundView = message.map { EmptyListLabel($0, font: .preferredFont(forTextStyle: .body)) }
  }

  func show(_ failure: UnreadableInput) {
    self.failure = failure
    showMessage()
  }

  // MARK: What the user chooses

  /// Puts the processes in order by a column, and turns the order around if they are already.
  func choose(_ key: ProcessSorting.Key) {
    var next = list
    if next.sorting.key == key { next.sorting.isAscending.toggle() } else { next.sorting = ProcessSorting(key) }
    titles.show(next.sorting)
    show(next, selectionPlace(isExact: false))
    let order = "Sorted by \(next.sorting.key.title), \(next.sorting.words)"
    UIAccessibility.post(notification: .announcement, argument: order)
  }

  /// Shows only processes with all words of a text.
  func search(for text: String) {
    guard text != list.filter else { return }
    var next = list
    next.filter = text
    show(next, .atTheTop)
  }

  private func togglePause() {
    isPaused.toggle()
    rename("P", to: isPaused ? "Go on" : "Pause", symbol: isPaused ? "play" : "pause")
    showStatus()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if presses.first?.key?.matches("f", .control) == true {
      searchBar.becomeFirstResponder()
      return searchBar.searchTextField.selectAll(nil)
    }
    guard let press = presses.first, let key = press.key, !press.isRepeat,
      key.modifierFlags.isDisjoint(with: [.control, .shift, .alternate, .command])
    else {
      return super.pressesBegan(presses, with: event)
    }
    switch key.keyCode {
    case .keyboardSpacebar: togglePause()
    case .keyboardEscape: leaveSelection()
    case _ where key.matches("c"): choose(.load)
    case _ where key.matches("m"): choose(.memory)
    case _ where key.matches("n"): choose(.name)
    case _ where key.matches("i"): choose(.pid)
    default: super.pressesBegan(presses, with: event)
    }
  }

  // MARK: Refreshing

  private static let interval = Duration.seconds(1)

  private func startRefreshing() {
    guard refreshing == nil else { return }
    refreshing = Task { [weak self] in
      while !Task.isCancelled, await self?.refresh() != nil {
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  func stopRefreshing() {
    refreshing?.cancel()
    refreshing = nil
  }

  private func refresh() async {
    guard !isPaused, UIApplication.shared.applicationState != .background else { return }
    do throws(UnreadableInput) {
      receive(try await sampler.list(after: list))
    } catch {
      show(error)
    }
  }

  /// Shows a newer list. One that comes while the user moves the content, presses a row or has a menu open is dropped:
  /// rows do not move away under the pointer, and the next look is not far.
  func receive(_ newer: ProcessList) {
    guard !isPaused, !isUserBusy else { return }
    var next = newer
    // Both may have been changed while the processes were looked at.
    next.sorting = list.sorting
    next.filter = list.filter
    show(next, selectionPlace(isExact: true))
  }

  private var isUserBusy: Bool {
    isMenuOpen || tableView.isTracking || tableView.isDragging || tableView.isDecelerating
      || tableView.visibleCells.contains { $0.isHighlighted }
  }

  // MARK: Ending processes

  /// Has the user confirm that the selected process is to end: by an alert far from the button, in which Return keeps the
  /// process, so that neither a key held down nor a double click does both.
  private func askToEndSelected() {
    guard let path = tableView.indexPathForSelectedRow, let identity = dataSource.itemIdentifier(for: path),
      let process = figures(of: identity)
    else {
      notice = "Select a process to terminate it"
      return showStatus()
    }
    guard candidate != identity else { return }
    forgetCandidate()
    candidate = identity
    let alert = UIAlertController(
      title: "Send SIGTERM to \(process.name) (\(identity.pid))?",
      message: "What it has not saved may be lost.", preferredStyle: .alert)
    let keep = UIAlertAction(title: "Keep", style: .cancel) { [weak self] _ in self?.forgetCandidate() }
    alert.addAction(keep)
    alert.addAction(
      UIAlertAction(title: "Terminate", style: .destructive) { [weak self] _ in self?.end(process) })
    // Return ends nothing: Tab, the arrows and Space reach the other button.
    alert.preferredAction = keep
    question = alert
    present(alert, animated: true)
    showStatus()
  }

  /// Takes the question back.
  private func forgetCandidate() {
    notice = nil
    candidate = nil
    if let question, question.presentingViewController != nil, !question.isBeingDismissed {
      question.dismiss(animated: true)
    }
    question = nil
    showStatus()
  }

  private func end(_ process: ProcessEntry) {
    forgetCandidate()
    Task {
      let name = "\(process.name) (\(process.identity.pid))"
      let problem = await sampler.terminate(process.identity)
      notice = problem.map { "\(name) cannot be terminated: \($0)" } ?? "\(name) was sent SIGTERM"
      showStatus()
    }
  }

  private func menu(for process: ProcessEntry) -> UIMenu {
    let name = "\(process.name) (\(process.identity.pid))"
    let command = process.command.isEmpty ? process.name : process.command
    return UIMenu(
      title: name,
      children: [
        UIAction(title: "Copy PID", image: UIImage(systemName: "doc.on.doc")) { _ in
          UIPasteboard.general.string = String(process.identity.pid)
        },
        UIAction(title: "Copy Command") { _ in UIPasteboard.general.string = command },
        UIMenu(
          title: "Terminate", options: .destructive,
          children: [
            UIAction(title: "Send SIGTERM to \(name)", attributes: .destructive) { [weak self] _ in self?.end(process) }
          ]),
      ])
  }

  // MARK: Keeping the selected process in its place

  /// Where an update puts the content.
  enum Placing {
    /// Where the table proposes, within the ends of the content.
    case whereItIs
    case atTheTop
    /// So that a process is `y` points below the upper edge of the table; exactly there, also when that leaves some of
    /// the table empty, or as near as the content's ends allow.
    case keeping(ProcessIdentity, y: CGFloat, isExact: Bool)
  }

  /// Keeps the selected process, if it is on screen.
  private func selectionPlace(isExact: Bool) -> Placing {
    guard let path = tableView.indexPathForSelectedRow, let identity = dataSource.itemIdentifier(for: path) else {
      return .whereItIs
    }
    let rect = tableView.rectForRow(at: path)
    guard rect.intersects(tableView.bounds) else { return .whereItIs }
    return .keeping(identity, y: rect.minY - tableView.contentOffset.y, isExact: isExact)
  }

  /// Gives up the selection, and with it the content's place beyond its end, if it has one.
  private func leaveSelection() {
    forgetCandidate()
    if let path = tableView.indexPathForSelectedRow { tableView.deselectRow(at: path, animated: true) }
    let rest = CGPoint(x: tableView.contentOffset.x, y: withinEnds(tableView.contentOffset.y))
    if rest != tableView.contentOffset { tableView.setContentOffset(rest, animated: true) }
  }

  private func withinEnds(_ y: CGFloat) -> CGFloat {
    let inset = tableView.adjustedContentInset
    let lowest = -inset.top
    return min(max(y, lowest), max(lowest, tableView.contentSize.height + inset.bottom - tableView.bounds.height))
  }
}

extension ProcessesController: UISearchBarDelegate {
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { search(for: searchText) }

  /// The keys are the table's again, so that the arrows choose among what was found.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }
}

extension ProcessesController: UITableViewDelegate {
  func tableView(
    _ tableView: UITableView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    var target = proposedContentOffset
    switch placing {
    case .whereItIs: target.y = withinEnds(target.y)
    case .atTheTop: target.y = -tableView.adjustedContentInset.top
    case .keeping(let identity, let y, let isExact):
      guard let path = dataSource.indexPath(for: identity) else {
        target.y = withinEnds(target.y)
        break
      }
      target.y = tableView.rectForRow(at: path).minY - y
      if !isExact { target.y = withinEnds(target.y) }
    }
    return target
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { forgetCandidate() }

  func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let process = dataSource.itemIdentifier(for: indexPath).flatMap(figures(of:)) else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
      self?.menu(for: process)
    }
  }

  func tableView(
    _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    isMenuOpen = true
  }

  func tableView(
    _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    isMenuOpen = false
  }
}

/// Makes the screen of this system's processes.
@MainActor
package enum ProcessScreen {
  /// A screen that reads the processes while it is shown.
  package static func make() -> any ScrollScreen { ProcessesController() }
}
