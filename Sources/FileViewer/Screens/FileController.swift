import DemoParts
import UIKit

/// A text file, one line a row. Rows appear as soon as the first lines are found and grow while the file is
/// being read. What other programs do to the file is taken in; F follows its end.
final class FileController: UIViewController, DemoScreen {
  private let file: TextFile
  private let tableView = FileTableView(frame: .zero, style: .plain)
  private let statusBar = StatusBar()
  private let gutterView = FileGutterView()
  private lazy var emptyView = EmptyFileView(name: name)
  /// Lines the table was told of: what the data source answers until the next update.
  private(set) var rowCount = 0
  /// What of the file the rows show: the reading their lines come from, and its bytes.
  private var shown = (generation: 0, bytes: 0)
  /// Whether lines that come at the end are scrolled to, as long as the end is in view.
  private(set) var isFollowing = false
  /// Whether the next layout scrolls to the end, because the text changed its size while the end was followed.
  private var returnsToEnd = false
  /// Whether long lines go on in further lines of their row, instead of being cut.
  private(set) var wraps = false
  /// The rows whose text the table asks for while it copies; nil at other times.
  private var copiedRows: [Int]?
  /// The result of the last copy; shown until the next event.
  private var notice: String?
  /// The line that is about to be dragged.
  private var draggedLine: String?
  private var nextUpdate = ContinuousClock.now
  /// The row count need not grow as smoothly as the progress bar.
  private static let updateInterval = Duration.milliseconds(250)
  /// Beyond so many new lines at once, naming each in an index path costs more than binding the screen anew.
  private static let largestInsertion = 20_000
  /// Bytes of lines that are copied at once.
  private static let mostCopied = 32 << 20
  /// Milliseconds in which a line has to be read that is to be dragged.
  private static let dragPatience = 200

  init(file: TextFile) {
    self.file = file
    super.init()
    title = name
  }

  required init?(coder: NSCoder) { nil }

  private var name: String { file.path.split(separator: "/").last.map(String.init) ?? file.path }

  var scriptedTable: UITableView { tableView }
  var keyHints: [KeyHint] { [KeyHint("F", action: "Follow the end"), KeyHint("W", action: "Wrap long lines")] }
  var isComplete: Bool { file.isComplete && rowCount == file.index.rowCount }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.dataSource = self
    tableView.dragDelegate = self
    tableView.onCopy = { [weak self] in self?.copyLines() }
    tableView.rowHeight = FileLineCell.height
    tableView.separatorStyle = .none
    tableView.allowsTypeSelect = false
    tableView.register(FileLineCell.self, forCellReuseIdentifier: "line")
    view.addSubview(tableView)
    view.addSubview(statusBar)
    file.onChange = { [weak self] in self?.fileDidChange() }
    file.onCells = { [weak self] in self?.showLinesThatCame() }
    file.startIndexing()
    showStatus()
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    guard previousTraitCollection?.preferredContentSizeCategory != traitCollection.preferredContentSizeCategory else {
      return
    }
    returnsToEnd = returnsToEnd || isFollowing && isEndVisible
    if !wraps { tableView.rowHeight = FileLineCell.height }
    view.setNeedsLayout()
    // Every line beside the gutter's new width.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows ?? [])
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    let height = min(statusBar.sizeThatFits(bounds.size).height, bounds.height)
    let frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height - height)
    let staysAtEnd = returnsToEnd || tableView.frame != frame && isFollowing && isEndVisible
    returnsToEnd = false
    if tableView.frame != frame { tableView.frame = frame }
    if staysAtEnd { scrollToEnd() }
    statusBar.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let press = presses.first, let key = press.key, !press.isRepeat else {
      return super.pressesBegan(presses, with: event)
    }
    if key.matches("f") {
      isFollowing.toggle()
      if isFollowing { scrollToEnd() }
    } else if key.matches("w") {
      toggleWrapping()
    } else {
      return super.pressesBegan(presses, with: event)
    }
    showStatus()
  }

  /// The line at the upper edge stays there; at the end of the file, the last line at the lower edge.
  private func toggleWrapping() {
    let wasAtEnd = isEndVisible
    let first = tableView.indexPathsForVisibleRows?.first
    wraps.toggle()
    file.cellLimit = (wraps ? LineText.wrappedLimit : LineText.limit) + LineText.slack
    tableView.rowHeight = wraps ? UITableView.automaticDimension : FileLineCell.height
    reload(rowCount)
    if wasAtEnd {
      scrollToEnd()
    } else if let first {
      tableView.scrollToRow(at: first, at: .top, animated: false)
    }
  }

  private func fileDidChange() {
    if !file.isIndexing || rowCount == 0 || ContinuousClock.now >= nextUpdate { update() }
    showBackground()
    showStatus()
  }

  /// Lines that were asked for in vain are there.
  private func showLinesThatCame() {
    let waiting = tableView.indexPathsForVisibleRows?.filter {
      (tableView.cellForRow(at: $0) as? FileLineCell)?.isWaiting == true
    }
    if let waiting, !waiting.isEmpty { tableView.reconfigureRows(at: waiting) }
    showStatus()
  }

  /// Tells the table of all lines known by now, keeping place and selection.
  private func update() {
    nextUpdate = .now + Self.updateInterval
    notice = nil
    let newCount = file.index.rowCount
    let isReadAnew = file.generation != shown.generation
    guard isReadAnew || newCount != rowCount || file.byteCount != shown.bytes else { return }
    // Lines read anew come by and by: the table can stay where it is as soon as there are enough.
    if isReadAnew, file.isIndexing, let last = tableView.indexPathsForVisibleRows?.last, newCount <= last.row { return }
    shown = (file.generation, file.byteCount)
    let staysAtEnd = isFollowing && isEndVisible
    let limit = rowCount + Self.largestInsertion
    if !isReadAnew, rowCount > 0, (rowCount...limit).contains(newCount), Self.digits(of: newCount) == digits {
      append(rowCount..<newCount)
    } else {
      reload(newCount)
    }
    if staysAtEnd { scrollToEnd() }
  }

  /// Shows lines that were added, and what became of the one that was the last.
  private func append(_ lines: Range<Int>) {
    tableView.beginUpdates()
    rowCount = lines.upperBound
    tableView.insertRows(at: lines.map { IndexPath(row: $0, section: 0) }, with: .none)
    tableView.reconfigureRows(at: [IndexPath(row: lines.lowerBound - 1, section: 0)])
    tableView.endUpdates()
  }

  private func reload(_ newCount: Int) {
    let selection = tableView.indexPathForSelectedRow
    rowCount = newCount
    tableView.reloadData()
    if let selection, selection.row < rowCount {
      tableView.selectRow(at: selection, animated: false, scrollPosition: .none)
    }
  }

  /// Within a line of the end counts.
  private var isEndVisible: Bool {
    tableView.contentOffset.y + tableView.bounds.height >= tableView.contentSize.height - FileLineCell.height
  }

  private func scrollToEnd() {
    guard rowCount > 0 else { return }
    tableView.scrollToRow(at: IndexPath(row: rowCount - 1, section: 0), at: .bottom, animated: false)
  }

  private func showBackground() {
    gutterView.gutterWidth = FileLineCell.gutterWidth(digits: digits)
    emptyView.show(file.failure.map { "This file cannot be shown: \($0.reason)" } ?? "This file is empty")
    let background: UIView? = rowCount > 0 ? gutterView : file.isIndexing ? nil : emptyView
    if tableView.backgroundView !== background { tableView.backgroundView = background }
  }

  /// Of the largest line number.
  private var digits: Int { Self.digits(of: rowCount) }

  private static func digits(of number: Int) -> Int { String(number).utf8.count }

  private func showStatus() {
    let lines = file.index.rowCount
    var count = "\(GroupedNumber.string(lines)) line\(lines == 1 ? "" : "s")"
    count += ", \(GroupedNumber.bytes(file.byteCount))"
    if file.isIndexing { count += ", reading: \(Int(file.progress * 100)) %" }
    // Why this is not all of the file, or not the file of that name any more.
    if file.isSilent {
      count += ", its file system does not answer"
    } else if let failure = file.failure {
      count += ", reading stopped: \(failure.reason)"
    } else if let detachment = file.detachment {
      count += ", the file \(detachment)"
    }
    let keys =
      (wraps ? "W cuts long lines" : "W wraps long lines") + " \u{b7} "
      + (isFollowing ? "following the end, F stops" : "F follows the end")
    statusBar.show(
      left: count, right: notice ?? keys, isActive: isFollowing, progress: file.isIndexing ? file.progress : nil)
  }
}

extension FileController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
    (cell as? FileLineCell)?.show(
      file.line(indexPath.row), number: indexPath.row + 1, digits: digits, wraps: wraps)
    return cell
  }

  /// The part of a line that is shown; `copyLines` replaces it by the whole line.
  func tableView(_ tableView: UITableView, textForRowAt indexPath: IndexPath) -> String? {
    copiedRows?.append(indexPath.row)
    return file.line(indexPath.row) ?? ""
  }
}

// MARK: Copying and dragging

extension FileController: UITableViewDragDelegate {
  /// Copies the selected lines, or the one that has the keyboard, whole, whatever is shown of them.
  private func copyLines() {
    copiedRows = []
    tableView.copy(nil)
    let rows = copiedRows ?? []
    copiedRows = nil
    guard !rows.isEmpty else { return }
    notice = "Copying \u{2026}"
    file.wholeCells(rows: rows, columns: [0], mostBytes: Self.mostCopied) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let lines):
        UIPasteboard.general.string = lines.map { LineText.whole($0.first ?? "") }.joined(separator: "\n")
        notice = nil
      case .failure(let error): notice = "Copied only what is shown: \(error.reason)"
      }
      showStatus()
    }
    showStatus()
  }

  /// A row is dragged as its whole line, which has to be there when the drag begins.
  func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    draggedLine = nil
    let ticket = file.wholeCells(rows: [indexPath.row], columns: [0], mostBytes: Self.mostCopied) { [weak self] in
      self?.draggedLine = try? $0.get().first?.first.map(LineText.whole)
    }
    guard ticket?.wait(milliseconds: Self.dragPatience) == true, let line = draggedLine, !line.isEmpty else {
      return []
    }
    return [UIDragItem(itemProvider: NSItemProvider(object: line))]
  }
}

/// A table that leaves copying to its screen.
private final class FileTableView: UITableView {
  var onCopy: (() -> Void)?

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let onCopy, presses.first?.key?.matches("c", .control) == true else {
      return super.pressesBegan(presses, with: event)
    }
    onCopy()
  }
}
