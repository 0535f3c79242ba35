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
  var placing = Placing.whereItIs
  var refreshing: Task<Void, Never>?
  private(set) var isPaused = false
  /// A menu is open; what it is about must not move away below it.
  var isMenuOpen = false
  /// The process the user is asked about, whether it is to end.
  var candidate: ProcessIdentity?
  /// The alert that asks.
  weak var question: UIAlertController?
  /// The result of the last command; shown until the next one.
  var notice: String?
  /// Why the processes cannot be read.
  var failure: UnreadableInput?

  override var commands: [ScreenCommand] {
    [
      ScreenCommand("Pause", "P", .keyboardP, "pause") { [weak self] in self?.togglePause() },
      ScreenCommand("Terminate\u{2026}", "T", .keyboardT, "xmark.octagon", tip: "Ends the selected process") {
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
    tableView.delegate = self
    tableView.dragDelegate = dragging
    tableView.rowHeight = ProcessCell.height
    tableView.register(ProcessCell.self, forCellReuseIdentifier: "process")
    searchBar.searchBarStyle = .minimal
    Palette.setPlaceholder("Name, command, user or PID", of: searchBar.searchTextField)
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

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    tableView.rowHeight = ProcessCell.height
  }

  override var contentWidth: ContentWidth { .columns }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area = tableView.frame
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
    tableView.backgroundView = message.map(ProcessMessageView.init)
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
    rename(.keyboardP, to: isPaused ? "Go on" : "Pause", symbol: isPaused ? "play" : "pause")
    showStatus()
  }

  /// Ctrl-F goes to the search.
  private func takesSearchKey(_ key: UIKey) -> Bool {
    guard key.matches("f", .control) else { return false }
    searchBar.becomeFirstResponder()
    searchBar.searchTextField.selectAll(nil)
    return true
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if let key = presses.first?.key, takesSearchKey(key) { return }
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
}

extension ProcessesController: UISearchBarDelegate {
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) { search(for: searchText) }

  /// The keys are the table's again, so that the arrows choose among what was found.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }

  func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { tableView.becomeFirstResponder() }
}
