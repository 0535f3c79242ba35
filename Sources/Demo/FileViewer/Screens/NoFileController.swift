import DemoParts
import UIKit

/// The screen `file` without a file: says how to open one, and lists those that were open last.
final class NoFileController: UITableViewController, DemoScreen {
  private weak var host: (any FileHost)?
  private var paths: [String] = []

  init(host: (any FileHost)? = nil) {
    self.host = host
    super.init(style: .plain)
    title = "Text file"
  }

  required init?(coder: NSCoder) { nil }

  var scriptedTable: UITableView { tableView }
  var rowCount: Int { paths.count }
  var keyHints: [KeyHint] { [KeyHint("Ctrl", "O", action: "Open files")] }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.cellLayoutMarginsFollowReadableWidth = true
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "file")
    list(host?.recentFiles ?? [])
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    showRecentFiles()
  }

  /// Lists the files again where they are others by now. Called when the list appears, and when they were read.
  func showRecentFiles() {
    let recent = host?.recentFiles ?? []
    if isViewLoaded, recent != paths { list(recent) }
  }

  private func list(_ recent: [String]) {
    paths = recent
    let how = "Open files, drop them on this window, or start\nTableDemo FILE ..."
    let label = EmptyListLabel(how + (paths.isEmpty ? "\n\nA gigabyte is no trouble: one line is one row." : ""))
    tableView.separatorStyle = paths.isEmpty ? .none : .singleLine
    tableView.backgroundView = paths.isEmpty ? label : nil
    label.frame = CGRect(x: 0, y: 0, width: 0, height: CompactType.length(90))
    tableView.tableHeaderView = paths.isEmpty ? nil : label
    tableView.reloadData()
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { paths.count }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    paths.isEmpty ? nil : "Opened last"
  }

  override func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    Palette.dress(view)
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "file", for: indexPath)
    var content = UIListContentConfiguration.subtitleCell()
    content.text = FoundFile(path: paths[indexPath.row]).name
    content.secondaryText = paths[indexPath.row]
    content.secondaryTextProperties.color = Palette.secondary
    cell.contentConfiguration = content
    cell.narrowSelection()
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    host?.openFiles([paths[indexPath.row]])
  }
}
