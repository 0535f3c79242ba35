import UIKit

/// A controller with a table, objects of their own as delegate and prefetcher, and a diffable data source with a subclass.
final class DelegateController: UIViewController {
  var whenDone: (() -> Void)?
  private let tableView = UITableView(frame: .zero, style: .insetGrouped)
  private let observer = RowObserver()
  private lazy var source = NamedSource(tableView: tableView) { tableView, indexPath, name in
    let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
    var content = cell.defaultContentConfiguration()
    content.text = name
    cell.contentConfiguration = content
    return cell
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.translatesAutoresizingMaskIntoConstraints = false
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "name")
    tableView.delegate = observer
    tableView.prefetchDataSource = observer
    view.addSubview(tableView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      tableView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
    ])
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems((0..<40).map { "Item \($0)" })
    source.apply(snapshot, animatingDifferences: false)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    Promise.keep(tableView.frame.size, view.bounds.size, "a constrained table has its place in viewDidAppear")
    Promise.keep(!tableView.visibleCells.isEmpty, "and its cells")
    Promise.keep(tableView.headerView(forSection: 0) != nil, "a diffable subclass titles its sections")
    Promise.keep(
      tableView.rectForRow(at: IndexPath(row: 1, section: 0)).height, 44, "a row of one line of body text is 44 high")
    Promise.keep(observer.calls.contains("willDisplay"), "a delegate object is told of rows")
    tableView.setEditing(true, animated: false)
    let cell = tableView.cellForRow(at: IndexPath(row: 0, section: 0))
    Promise.keep(cell?.editingStyle, .delete, "rows with trailing actions alone have a minus in edit mode")
    tableView.setEditing(false, animated: false)
    var snapshot = source.snapshot()
    snapshot.deleteItems(["Item 0"])
    source.apply(snapshot) { [unowned self] in
      Promise.keep(source.indexPath(for: "Item 1"), IndexPath(row: 0, section: 0), "an applied snapshot is the table's")
      whenDone?()
    }
  }
}

/// A diffable data source with the overrides apps give it.
final class NamedSource: UITableViewDiffableDataSource<Int, String> {
  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Names" }
  override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
  override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  override func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
  override func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }
}

/// Is told about rows, as an object that is no controller.
final class RowObserver: NSObject, UITableViewDelegate, UITableViewDataSourcePrefetching {
  private(set) var calls: Set<String> = []

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    calls.insert("willDisplay")
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    UISwipeActionsConfiguration(actions: [
      UIContextualAction(style: .destructive, title: "Remove") { _, _, completion in completion(true) }
    ])
  }

  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) { calls.insert("prefetch") }
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}
